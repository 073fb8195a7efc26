/* SPDX-License-Identifier: GPL-3.0-or-later */
/* power.c - the power fails at every write of a plan
 *
 * Between two flushes a drive may keep any of the sectors that it was given, in any
 * order, also the half of one write.  Each such state is read as the program reads a
 * disk, and must be the old table or the new one; of an msdos table each partition by
 * itself, none lost and none overlapping.  What lies inside a partition is never touched
 * while the table names it. */
#include "support/power.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/base/mem.h"
#include "model/table/tables.h"

enum {
    SECTORS_EXHAUSTIVE = 10, /* up to so many of them: each subset */
    SUBSETS_RANDOM = 300,
};

/* One plan on its way to a disk. */
struct trial {
    bool is_loud;    /* says what is bad */
    bool is_restore; /* a partition that lies elsewhere is another one */
    struct rng *rng;
    const struct layout *base;
    const struct layout *preview;
    const struct sectors *before; /* the disk before anything */
    struct sectors disk;          /* as it is now */
    unsigned cuts;
    unsigned long states;
    unsigned long bad;
};

/* The sectors between two flushes. */
struct group {
    uint64_t *lba;
    const uint8_t **after;
    uint8_t **now; /* owned */
    size_t count;
};

static bool is_entry(const struct extent *extent)
{
    return extent_is_partition(extent) && extent->kind != EXTENT_SLICE;
}

/* What BEFORE, of the base, is in the preview; NULL: it goes. */
static const struct extent *after_of(const struct trial *trial,
                                     const struct extent *before)
{
    bool is_container = before->kind == EXTENT_EXTENDED;

    if (!trial->is_restore) {
        const struct extent *after = layout_find(trial->preview, before->id);
        return after && is_entry(after) ? after : NULL;
    }
    for (size_t i = 0; i < layout_count(trial->preview); i++) {
        const struct extent *after = layout_at(trial->preview, i);
        if (is_entry(after) && after->start == before->start &&
            is_container == (after->kind == EXTENT_EXTENDED))
            return after;
    }
    return NULL;
}

static bool is_same_partition(const struct extent *a, const struct extent *b)
{
    return a->kind == b->kind && a->start == b->start && a->length == b->length &&
           !strcmp(a->type, b->type);
}

static bool is_identical(const struct extent *a, const struct extent *b)
{
    return is_same_partition(a, b) && a->number == b->number &&
           a->attributes == b->attributes && a->is_bootable == b->is_bootable &&
           !strcmp(a->name, b->name) && !strcmp(a->uuid, b->uuid);
}

static bool has(const struct layout *layout, const struct extent *extent,
                bool (*is_like)(const struct extent *a, const struct extent *b))
{
    for (size_t i = 0; i < layout_count(layout); i++)
        if (is_entry(layout_at(layout, i)) && is_like(layout_at(layout, i), extent))
            return true;
    return false;
}

static size_t count_of(const struct layout *layout)
{
    size_t count = 0;

    for (size_t i = 0; i < layout_count(layout); i++)
        count += is_entry(layout_at(layout, i));
    return count;
}

/* The same kind, id and partitions, to the last field. */
static bool is_table(const struct layout *found, const struct layout *wanted)
{
    const struct label *a = layout_label(found), *b = layout_label(wanted);

    if (a->kind != b->kind || strcmp(a->id, b->id) != 0 ||
        count_of(found) != count_of(wanted))
        return false;
    for (size_t i = 0; i < layout_count(found); i++)
        if (is_entry(layout_at(found, i)) &&
            !has(wanted, layout_at(found, i), is_identical))
            return false;
    return true;
}

/* EXTENT of the base has not changed but that it may have shrunk already. */
static bool is_kept(const struct trial *trial, const struct layout *found,
                    const struct extent *extent)
{
    const struct extent *after = after_of(trial, extent);
    struct extent shrunk = *extent;

    if (has(found, extent, is_identical))
        return true;
    if (!after)
        return false;
    shrunk.start = after->start;
    shrunk.length = after->length;
    return has(found, &shrunk, is_identical);
}

/* True if FOUND is the old table without partitions that the change removes. */
static bool is_base_reduced(const struct trial *trial, const struct layout *found)
{
    size_t kept = 0;

    if (layout_label(found)->kind != layout_label(trial->base)->kind ||
        strcmp(layout_label(found)->id, layout_label(trial->base)->id) != 0)
        return false;
    for (size_t i = 0; i < layout_count(trial->base); i++) {
        const struct extent *extent = layout_at(trial->base, i);
        if (!is_entry(extent))
            continue;
        kept += is_kept(trial, found, extent);
        if (after_of(trial, extent) && !is_kept(trial, found, extent))
            return false;
    }
    return kept == count_of(found);
}

static bool is_msdos(const struct layout *layout)
{
    return layout_label(layout)->kind == LABEL_MSDOS;
}

/* Each partition that lives on is there as before or as after. */
static bool is_none_lost(const struct trial *trial, const struct layout *found)
{
    for (size_t i = 0; i < layout_count(trial->base); i++) {
        const struct extent *before = layout_at(trial->base, i);
        const struct extent *after = is_entry(before) ? after_of(trial, before) : NULL;
        if (!after)
            continue;
        if (!(is_msdos(trial->base) && has(found, before, is_same_partition)) &&
            !(is_msdos(trial->preview) && has(found, after, is_same_partition)))
            return false;
    }
    return true;
}

/* Nothing is there that neither of both has. */
static bool is_none_new(const struct trial *trial, const struct layout *found)
{
    for (size_t i = 0; i < layout_count(found); i++) {
        const struct extent *extent = layout_at(found, i);
        if (is_entry(extent) &&
            !(is_msdos(trial->base) && has(trial->base, extent, is_same_partition)) &&
            !(is_msdos(trial->preview) && has(trial->preview, extent, is_same_partition)))
            return false;
    }
    return true;
}

/* A GPT on the way to an msdos table is given up at once: at no time is it empty. */
static bool is_emptied(const struct trial *trial, const struct layout *found)
{
    return layout_label(trial->base)->kind == LABEL_GPT && is_msdos(trial->preview) &&
           count_of(trial->base) && count_of(trial->preview) && !count_of(found);
}

static bool is_good(const struct trial *trial, const struct layout *found)
{
    if (!found)
        return layout_label(trial->base)->kind == LABEL_NONE ||
               layout_label(trial->preview)->kind == LABEL_NONE;
    if (is_table(found, trial->base) || is_table(found, trial->preview) ||
        (is_base_reduced(trial, found) && !is_emptied(trial, found)))
        return true;
    return is_msdos(found) && is_none_lost(trial, found) && is_none_new(trial, found);
}

/* The sector is one that the disk did not hold before. */
static bool is_changed(struct trial *trial, uint64_t lba)
{
    struct sectors before = *trial->before;
    struct reader then = sectors_reader(&before), now = sectors_reader(&trial->disk);
    CLEANUP(freep) uint8_t *a = xmalloc(before.logical);
    CLEANUP(freep) uint8_t *b = xmalloc(before.logical);

    LAW(trial->rng, reader_read(&then, lba * before.logical, a, before.logical));
    LAW(trial->rng, reader_read(&now, lba * before.logical, b, before.logical));
    return memcmp(a, b, before.logical) != 0;
}

/* No sector changed inside what the table names, but a swap area's own header. */
static bool is_content_whole(struct trial *trial, const struct layout *found,
                             const struct write_plan *plan)
{
    for (size_t i = 0; found && i < plan->count; i++) {
        const struct write *write = &plan->writes[i];
        for (uint64_t k = 0;
             k < write->count && write->what != WRITE_SWAP && write->what != WRITE_INSIDE;
             k++) {
            const struct extent *extent = layout_find_lba(found, write->lba + k);
            if (is_entry(extent) && extent->kind != EXTENT_EXTENDED &&
                has(trial->base, extent, is_same_partition) &&
                is_changed(trial, write->lba + k))
                return false;
        }
    }
    return true;
}

/* What is wrong with the state of the disk; NULL: nothing. */
static const char *fault_of(struct trial *trial, const struct write_plan *plan,
                            struct err *err)
{
    CLEANUP(layout_unrefp) struct layout *found = NULL;
    struct reader reader = sectors_reader(&trial->disk);

    if (!tables_read(&reader, layout_limits(trial->base), &found, err))
        return "no table can be read";
    if (!is_good(trial, found))
        return "neither the old table nor the new one";
    if (!is_content_whole(trial, found, plan))
        return "written over what the table names";
    return NULL;
}

static void try_state(struct trial *trial, const struct write_plan *plan)
{
    struct err err = { 0 };
    const char *fault = fault_of(trial, plan, &err);

    trial->states++;
    if (!fault)
        return;
    if (!trial->bad && trial->is_loud)
        printf("# ALIDADE_SEED=%llu, %s: %s. %s\n", (unsigned long long)trial->rng->seed,
               trial->is_restore ? "back" : "there", fault, err.text);
    trial->bad++;
}

static void group_finish(struct group *group)
{
    for (size_t i = 0; i < group->count; i++)
        free(group->now[i]);
    free(group->now);
    free(group->lba);
    free(group->after);
}

static void add_sector(struct trial *trial, struct group *group, uint64_t lba,
                       const uint8_t *after)
{
    struct reader reader = sectors_reader(&trial->disk);
    uint64_t logical = trial->disk.logical;
    size_t at = group->count++;

    group->lba = xrealloc(group->lba, group->count, sizeof(*group->lba));
    group->after = xrealloc(group->after, group->count, sizeof(*group->after));
    group->now = xrealloc(group->now, group->count, sizeof(*group->now));
    group->lba[at] = lba;
    group->after[at] = after;
    group->now[at] = xmalloc(logical);
    LAW(trial->rng, reader_read(&reader, lba * logical, group->now[at], logical));
}

/* Writes from FIRST to the next flush; returns the first behind it. */
static size_t collect(struct trial *trial, const struct write_plan *plan, size_t first,
                      bool has_flushes, struct group *ret)
{
    size_t i = first;

    for (; i < plan->count; i++) {
        const struct write *write = &plan->writes[i];
        for (uint64_t k = 0; k < write->count; k++)
            add_sector(trial, ret, write->lba + k,
                       write->after + k * trial->disk.logical);
        if (write->is_flushed && has_flushes)
            return i + 1;
    }
    return i;
}

static void set(struct trial *trial, const struct group *group, size_t index, bool is_new)
{
    sectors_put(&trial->disk, group->lba[index],
                is_new ? group->after[index] : group->now[index]);
}

/* Every subset, each one sector away from the one before (a Gray code). */
static void try_all(struct trial *trial, const struct group *group,
                    const struct write_plan *plan)
{
    unsigned long count = 1UL << group->count, gray = 0;

    try_state(trial, plan);
    for (unsigned long i = 1; i < count; i++) {
        size_t index = (size_t)__builtin_ctzl(i);
        gray ^= 1UL << index;
        set(trial, group, index, gray >> index & 1);
        try_state(trial, plan);
    }
}

/* All that came until one sector, all from it on, and random ones, many and few. */
static void try_some(struct trial *trial, const struct group *group,
                     const struct write_plan *plan)
{
    for (size_t cut = 0; cut <= 2 * group->count; cut++) {
        for (size_t i = 0; i < group->count; i++)
            set(trial, group, i, cut <= group->count ? i < cut : i >= cut - group->count);
        try_state(trial, plan);
    }
    for (unsigned i = 0; i < SUBSETS_RANDOM; i++) {
        uint64_t share = 1 + rng_below(trial->rng, 9);
        for (size_t k = 0; k < group->count; k++)
            set(trial, group, k, rng_below(trial->rng, 10) < share);
        try_state(trial, plan);
    }
}

static void try_plan(struct trial *trial, const struct write_plan *plan, bool has_flushes)
{
    for (size_t at = 0; at < plan->count;) {
        struct group group = { 0 };
        at = collect(trial, plan, at, has_flushes, &group);
        trial->cuts++;
        if (group.count <= SECTORS_EXHAUSTIVE)
            try_all(trial, &group, plan);
        else
            try_some(trial, &group, plan);
        for (size_t i = 0; i < group.count; i++)
            set(trial, &group, i, true);
        group_finish(&group);
    }
}

void power_cut(struct rng *rng, const struct sectors *disk, const struct layout *base,
               const struct layout *preview, const struct write_plan *plan,
               bool has_flushes, bool is_restore, struct power_totals *totals)
{
    struct trial trial = { .is_loud = has_flushes,
                           .is_restore = is_restore,
                           .rng = rng,
                           .base = base,
                           .preview = preview,
                           .before = disk,
                           .disk = sectors_copy(disk) };

    try_plan(&trial, plan, has_flushes);
    totals->plans++;
    totals->cuts += trial.cuts;
    totals->states += trial.states;
    totals->bad += trial.bad;
    sectors_finish(&trial.disk);
}
