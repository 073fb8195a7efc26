/* SPDX-License-Identifier: GPL-3.0-or-later */
/* hunt.c - searches for all contents that no entry of a table names, place by place */
#include <stdlib.h>

#include "model/base/mem.h"
#include "model/found/list.h"
#include "model/found/private.h"

enum {
    RUN_MIN_BYTES = 128 * 512, /* a shorter run holds no content */
    WIDE_DISK = 16,            /* factors of the places */
    WIDE_RUN = 256,
};

struct found_hunt {
    const struct reader *disk;
    const struct layout *layout;
    struct found_search *search; /* that runs; NULL: the next one is to begin */
    size_t next;                 /* index of the next extent */
    bool is_wide;
    bool has_gpt; /* the entries of an older GPT were searched, or all */
    struct found_places places;
};

struct found_hunt *found_hunt_new(const struct reader *disk, const struct layout *layout,
                                  enum found_depth depth)
{
    struct found_hunt *hunt = xcalloc(1, sizeof(*hunt));

    hunt->disk = disk;
    hunt->layout = layout;
    hunt->is_wide = depth != FOUND_QUICK;
    hunt->has_gpt = layout_label(layout)->kind == LABEL_GPT;
    if (found_is_wanted(layout)) {
        hunt->search = found_search_new(disk, layout);
        hunt->search->reach = hunt->is_wide ? WIDE_DISK : 1;
        hunt->next = layout_count(layout);
        hunt->has_gpt = true;
    }
    return hunt;
}

void found_hunt_free(struct found_hunt *hunt)
{
    if (!hunt)
        return;
    found_search_free(hunt->search);
    found_places_finish(&hunt->places);
    free(hunt);
}

static bool is_searched(const struct layout *layout, const struct extent *extent)
{
    return extent->kind == EXTENT_FREE && extent->role != ROLE_CLAIMED &&
           extent->length >= RUN_MIN_BYTES / layout_limits(layout)->logical;
}

/* Begins the next search; false if there is none. */
static bool hunt_begin(struct found_hunt *hunt)
{
    while (hunt->next < layout_count(hunt->layout)) {
        const struct extent *extent = layout_at(hunt->layout, hunt->next++);
        if (!is_searched(hunt->layout, extent))
            continue;
        hunt->search =
            found_search_run(hunt->disk, hunt->layout, extent->start, extent->length);
        hunt->search->reach = hunt->is_wide ? WIDE_RUN : 1;
        return true;
    }
    if (hunt->has_gpt)
        return false;
    hunt->has_gpt = true;
    hunt->search = found_search_new(hunt->disk, hunt->layout);
    hunt->search->stage = STAGE_HINTS_FRONT;
    hunt->search->last = STAGE_GIB;
    return true;
}

/* Adds what SEARCH has found so far. */
static void hunt_add(const struct found_search *search, struct found_places *ret)
{
    CLEANUP(freep) struct found_content *found = NULL;
    size_t count = found_search_take(search, &found);

    found_places_add(ret, found, count);
    ret->more += search->more;
}

bool found_hunt_step(struct found_hunt *hunt)
{
    if (!hunt->search && !hunt_begin(hunt))
        return false;
    if (found_search_step(hunt->search))
        return true;
    hunt_add(hunt->search, &hunt->places);
    found_search_free(hunt->search);
    hunt->search = NULL;
    return true;
}

void found_hunt_take(const struct found_hunt *hunt, struct found_places *ret)
{
    found_places_add(ret, hunt->places.at, hunt->places.count);
    ret->more += hunt->places.more;
    if (hunt->search)
        hunt_add(hunt->search, ret);
}
