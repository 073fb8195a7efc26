/* SPDX-License-Identifier: GPL-3.0-or-later */
/* prop_edit.c - laws of random edits on random tables */
#include "model/edit/edit.h"

#include <stdlib.h>
#include <string.h>

#include "model/base/mem.h"
#include "support/random_edit.h"
#include "support/test.h"

enum { ROUNDS = 400, WISHES = 40 };

static void check_ids(const struct rng *rng, const struct layout *layout, size_t index)
{
    const struct extent *extent = layout_at(layout, index);

    LAW(rng, extent->id != 0);
    for (size_t i = 0; i < index; i++) {
        const struct extent *other = layout_at(layout, i);
        LAW(rng, other->id != extent->id);
        LAW(rng, !extent->number || extent->number != other->number);
        LAW(rng, layout_label(layout)->kind != LABEL_GPT || !extent->number ||
                     !extent->uuid[0] || strcmp(extent->uuid, other->uuid) != 0);
    }
}

/* Each logical has an EBR before it inside the container, the first at its start. */
static void check_chain(const struct rng *rng, const struct layout *layout)
{
    unsigned logicals = 0, highest = 4;

    for (size_t i = 0; i < layout_count(layout); i++) {
        const struct extent *extent = layout_at(layout, i);
        if (extent->kind == EXTENT_EXTENDED) {
            const struct extent *head = layout_at(layout, i + 1);
            LAW(rng, head->role == ROLE_EBR && head->start == extent->start);
        }
        if (extent->kind != EXTENT_LOGICAL)
            continue;
        const struct extent *ebr = layout_find(layout, extent->ebr);
        const struct extent *container = layout_find(layout, extent->parent);
        LAW(rng, ebr && ebr->role == ROLE_EBR && ebr->length == 1);
        LAW(rng, container && container->kind == EXTENT_EXTENDED);
        LAW(rng, ebr->parent == container->id && ebr->start < extent->start);
        LAW(rng, extent->number != 5 || ebr->start == container->start);
        for (size_t k = 0; k < i; k++)
            LAW(rng, layout_at(layout, k)->ebr != extent->ebr);
        logicals++;
        highest = extent->number > highest ? extent->number : highest;
    }
    LAW(rng, highest == 4 + logicals);
}

static void check_tiles(const struct rng *rng, const struct layout *layout,
                        uint32_t parent, uint64_t from, uint64_t to)
{
    uint64_t at = from;

    for (size_t i = 0; i < layout_count(layout); i++) {
        const struct extent *extent = layout_at(layout, i);
        if (extent->parent != parent || extent->kind == EXTENT_SLICE)
            continue;
        LAW(rng, extent->start == at);
        LAW(rng, extent->length > 0);
        at = extent_end(extent);
        if (extent->kind == EXTENT_EXTENDED)
            check_tiles(rng, layout, extent->id, extent->start, at);
    }
    LAW(rng, at == to);
}

static void check_layout(const struct rng *rng, const struct layout *layout)
{
    const struct label *label = layout_label(layout);

    check_tiles(rng, layout, 0, 0, layout_limits(layout)->size);
    for (size_t i = 0; i < layout_count(layout); i++) {
        const struct extent *extent = layout_at(layout, i);
        check_ids(rng, layout, i);
        if (!extent->number)
            continue;
        LAW(rng, extent->start >= label->first_usable);
        LAW(rng, extent_end(extent) - 1 <= label->last_usable);
        LAW(rng, extent->kind == EXTENT_LOGICAL || extent->number <= label->entries);
    }
    check_chain(rng, layout);
}

/* A copy of all fields of a layout, ids included. */
static char *print(const struct layout *layout)
{
    size_t count = layout_count(layout);
    struct extent *copy = xcalloc(count, sizeof(*copy));

    for (size_t i = 0; i < count; i++)
        memcpy(&copy[i], layout_at(layout, i), sizeof(*copy));
    return (char *)copy;
}

static bool is_busy(const struct extent *extent)
{
    return extent->use.kind != USE_NONE && extent->use.kind != USE_LVM_IDLE;
}

/* True for uses that do not allow growth. */
static bool may_grow(const struct extent *extent)
{
    return extent->use.kind == USE_MOUNT || extent->use.kind == USE_SWAP_FILE ||
           extent->use.kind == USE_HOLDER;
}

/* Partitions in use keep start and number, and do not shrink. */
static void check_busy(const struct rng *rng, const struct layout *before,
                       const struct layout *after)
{
    for (size_t i = 0; i < layout_count(before); i++) {
        const struct extent *old = layout_at(before, i);
        const struct extent *kept = layout_find(after, old->id);
        if (is_busy(old))
            LAW(rng, kept && kept->start == old->start && kept->number == old->number &&
                         (kept->length == old->length ||
                          (may_grow(old) && kept->length > old->length)));
    }
}

TEST(any_edits_leave_a_whole_table)
{
    unsigned done = 0;

    for (unsigned round = 0; round < rng_rounds(ROUNDS); round++) {
        struct rng rng = rng_start(round);
        struct layout *layout = random_busy_disk(&rng);
        for (unsigned i = 0; i < WISHES; i++) {
            struct edit edit = random_edit(&rng, layout);
            CLEANUP(freep) char *was = print(layout);
            struct err err = { 0 };
            edit.seed = random_seed(&rng);
            if (edit.kind == EDIT_CREATE)
                edit.id = EDIT_ID_FIRST + i;
            struct layout *after = edit_apply(layout, &edit, &err);
            CLEANUP(freep) char *is = print(layout);
            LAW(&rng, !memcmp(was, is, layout_count(layout) * sizeof(struct extent)));
            LAW(&rng, after ? !err.text[0] : err.code == ERR_REFUSED && err.text[0]);
            if (!after)
                continue;
            done++;
            check_layout(&rng, after);
            check_busy(&rng, layout, after);
            layout_unref(layout);
            layout = after;
        }
        layout_unref(layout);
    }
    /* If few of the edits were possible, the test would prove little. */
    ck_assert_uint_gt(done, rng_rounds(ROUNDS) * WISHES / 8);
}

/* Both copies of a GPT have all their sectors. */
static void check_copies(const struct rng *rng, const struct layout *layout)
{
    const struct label *label = layout_label(layout);
    uint64_t logical = layout_limits(layout)->logical;
    uint64_t sectors = 1 + (label->entries * 128 + logical - 1) / logical;
    const struct extent *primary = random_find_role(layout, ROLE_GPT_PRIMARY);
    const struct extent *backup = random_find_role(layout, ROLE_GPT_BACKUP);

    if (label->kind != LABEL_GPT)
        return;
    LAW(rng, primary && primary->length == sectors);
    LAW(rng, backup && backup->length == sectors);
    LAW(rng, extent_end(backup) == layout_limits(layout)->size);
    LAW(rng, label->last_usable < backup->start);
    LAW(rng, label->first_usable >= extent_end(primary));
}

TEST(all_repairs_leave_a_table_that_can_be_edited)
{
    for (unsigned round = 0; round < rng_rounds(ROUNDS); round++) {
        struct rng rng = rng_start(round);
        struct layout *layout = random_busy_disk(&rng);
        enum repair list[REPAIR_COUNT];
        size_t left = repair_list(layout, list);
        while (left) {
            struct edit edit = { .kind = EDIT_REPAIR, .repair = list[0] };
            struct err err = { 0 };
            struct layout *after = edit_apply(layout, &edit, &err);
            LAW(&rng, after != NULL);
            check_busy(&rng, layout, after);
            layout_unref(layout);
            layout = after;
            LAW(&rng, repair_list(layout, list) == left - 1);
            left--;
        }
        LAW(&rng, !layout_read_only(layout));
        check_layout(&rng, layout);
        check_copies(&rng, layout);
        layout_unref(layout);
    }
}
