/* SPDX-License-Identifier: GPL-3.0-or-later */
/* list.c - what was found on a disk: how it lies to the table and to each other */
#include "model/found/list.h"

#include <stdlib.h>
#include <string.h>

#include "model/base/mem.h"
#include "model/found/lost.h"
#include "model/found/private.h"

void found_list_finish(struct found_list *list)
{
    free(list->at);
    *list = (struct found_list){ 0 };
}

static void search_until(struct found_search *search, enum found_stage first,
                         enum found_stage last, struct found_places *ret)
{
    search->stage = first;
    search->last = last;
    while (found_search_step(search))
        ;
    found_places_add(ret, search->at, search->count);
    ret->more += search->more;
}

void found_search_all(const struct reader *disk, const struct layout *layout,
                      struct found_places *ret)
{
    CLEANUP(found_search_freep)
    struct found_search *search = found_search_new(disk, layout);

    if (found_is_wanted(layout)) {
        search_until(search, STAGE_USUAL, STAGE_END, ret);
        return;
    }
    CLEANUP(freep) struct found_content *lost = NULL;
    size_t count = lost_find_all(disk, layout, &lost);
    found_places_add(ret, lost, count);
    /* The entries of the GPT that was there before an msdos table. */
    if (layout_label(layout)->kind != LABEL_GPT)
        search_until(search, STAGE_HINTS_FRONT, STAGE_GIB, ret);
}

/* --- how the contents lie --- */

static uint64_t item_end(const struct found_item *item)
{
    return item->found.start + item->found.length;
}

static bool begins_a_partition(const struct layout *layout, uint64_t start)
{
    LAYOUT_EACH (extent, layout)
        if (extent_holds_data(extent) && extent->start == start)
            return true;
    return false;
}

static void judge_partitions(const struct layout *layout, struct found_item *item)
{
    LAYOUT_EACH (extent, layout) {
        if (!extent_holds_data(extent) ||
            !extent_overlaps(extent, item->found.start, item_end(item)))
            continue;
        if (extent->start <= item->found.start && item_end(item) <= extent_end(extent))
            item->partition = extent->number;
        else
            item->is_overlapping = true;
    }
}

/* Smaller is better. */
static int how_rank(enum found_how how)
{
    static const int ranks[FOUND_HOW_COUNT] = {
        [FOUND_EBR] = 0, [FOUND_GPT_COPY] = 0, [FOUND_SUPERBLOCK] = 1, [FOUND_BACKUP] = 2
    };

    return ranks[how];
}

/* What only a backup shows holds nothing that has a superblock of its own: that is of
 * later. */
static bool holds(const struct found_item *outer, const struct found_item *item)
{
    return outer->found.volume && outer->found.start < item->found.start &&
           item_end(item) <= item_end(outer) &&
           (outer->found.how != FOUND_BACKUP || item->found.how == FOUND_BACKUP);
}

static void judge_outer(struct found_list *list, size_t index)
{
    for (size_t i = index; i-- > 0 && !list->at[index].outer;)
        if (holds(&list->at[i], &list->at[index]))
            list->at[index].outer = i + 1;
}

static bool is_candidate(const struct layout *layout, const struct found_item *item)
{
    uint64_t max = label_addressable(layout_label(layout)->kind);
    uint64_t size = layout_limits(layout)->size;

    return !item->outer && !item->partition && !item->is_overlapping &&
           item_end(item) <= size && (!max || item_end(item) <= max);
}

/* Of two contents that overlap, the one that is known better is chosen. */
static void judge_overlap(struct found_item *a, struct found_item *b)
{
    bool is_apart = a->outer || b->outer || item_end(a) <= b->found.start;

    if (is_apart)
        return;
    a->is_overlapping = b->is_overlapping = true;
    if (how_rank(a->found.how) <= how_rank(b->found.how))
        b->is_chosen = b->is_chosen && !a->is_chosen;
    else
        a->is_chosen = a->is_chosen && !b->is_chosen;
}

static void list_fill(const struct found_places *places, const struct layout *layout,
                      struct found_list *ret)
{
    CLEANUP(freep)
    struct found_content *sorted = xcalloc(places->count + 1, sizeof(*sorted));

    if (places->count)
        memcpy(sorted, places->at, places->count * sizeof(*sorted));
    found_settle(sorted, places->count, layout_limits(layout)->size);
    ret->at = xcalloc(places->count + 1, sizeof(*ret->at));
    for (size_t i = 0; i < places->count; i++)
        if (!begins_a_partition(layout, sorted[i].start))
            ret->at[ret->count++] = (struct found_item){ .found = sorted[i] };
}

void found_list_judge(const struct found_places *places, const struct layout *layout,
                      struct found_list *ret)
{
    *ret = (struct found_list){ .more = places->more, .unreadable = places->unreadable };
    list_fill(places, layout, ret);
    for (size_t i = 0; i < ret->count; i++) {
        judge_partitions(layout, &ret->at[i]);
        judge_outer(ret, i);
        ret->at[i].is_chosen = is_candidate(layout, &ret->at[i]);
    }
    for (size_t i = 0; i < ret->count; i++)
        for (size_t k = i + 1;
             k < ret->count && ret->at[k].found.start < item_end(&ret->at[i]); k++)
            judge_overlap(&ret->at[i], &ret->at[k]);
}

struct extent found_item_extent(const struct found_item *item)
{
    return (struct extent){ .kind = EXTENT_DAMAGED,
                            .claimed_kind = EXTENT_PARTITION,
                            .fault = FAULT_NO_ENTRY,
                            .start = item->found.start,
                            .length = item->found.length,
                            .claimed = item->found.length,
                            .content = item->content };
}
