/* SPDX-License-Identifier: GPL-3.0-or-later */
/* prop_moves_written.c - each step of a plan is written, on paper, with power cuts
 *
 * A step that moves data changes the table twice: first the partition covers its old and
 * its new place, with another type, then only the new one. */
#include "model/move/plan/envelope.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/base/mem.h"
#include "model/table/mbr.h"
#include "model/table/tables.h"
#include "model/write/whitelist.h"
#include "support/disks.h"
#include "support/envelope_make.h"
#include "support/power.h"
#include "support/random_table.h"
#include "support/test.h"

enum { ROUNDS = 1500 };

static unsigned rounds_written(void)
{
    const char *given = getenv("ALIDADE_MOVES_ROUNDS");

    return given ? (unsigned)strtoul(given, NULL, 0) : rng_rounds(ROUNDS);
}

/* One plan that is carried out. */
struct replay {
    struct rng *rng;
    struct sectors *disk;
    struct power_totals power;
    uint64_t table_sectors; /* written, without the headers of swap */
    unsigned changes, refused;
    unsigned unordered; /* plans with a step without a safe order of writing */
};

/* No sector of a partition is written, but the header of the swap that moves. */
static void check_writes(struct replay *replay, const struct layout *before,
                         const struct layout *after, const struct write_plan *plan)
{
    for (size_t i = 0; i < plan->count; i++) {
        const struct write *write = &plan->writes[i];
        for (uint64_t lba = write->lba; lba < write->lba + write->count; lba++) {
            const struct extent *old = layout_find_lba(before, lba);
            const struct extent *now = layout_find_lba(after, lba);
            bool is_swap = write->what == WRITE_SWAP;
            LAW(replay->rng, is_swap || !extent_holds_data(old));
            LAW(replay->rng, is_swap == extent_holds_data(now));
            LAW(replay->rng, !is_swap || !content_is_data(&now->content));
            replay->table_sectors += !is_swap;
        }
    }
}

/* The start of a container with three or more logicals moves only if there are free
 * sectors in it, or in the gap into which it grows, before their partitions for the other
 * EBRs: a full container between two partitions has none. */
static bool is_unordered(const struct err *err)
{
    return err->code == ERR_REFUSED && strstr(err->text, "Do it in two steps");
}

/* The table changes from BEFORE to AFTER; false if there is no safe order. */
static bool write_change(struct replay *replay, const struct layout *before,
                         const struct layout *after)
{
    struct reader reader = sectors_reader(replay->disk);
    struct write_plan plan = { 0 };
    struct err err = { 0 };
    bool is_made = write_plan_make(&reader, before, after, &plan, &err) &&
                   whitelist_check(&reader, before, after, &plan, &err);

    if (!is_made && is_unordered(&err))
        return false;
    ck_assert_msg(is_made, "ALIDADE_SEED=%llu: %s", (unsigned long long)replay->rng->seed,
                  err.text);
    LAW(replay->rng, plan.count > 0);
    check_writes(replay, before, after, &plan);
    power_cut(replay->rng, replay->disk, before, after, &plan, true, false,
              &replay->power);
    sectors_put_plan(replay->disk, &plan, 0, plan.count);
    write_plan_finish(&plan);
    replay->changes++;
    return true;
}

static bool write_step(struct replay *replay, const struct layout *before,
                       const struct layout *after, const struct moves_step *step)
{
    if (step->action != MOVES_DATA)
        return write_change(replay, before, after);
    CLEANUP(layout_unrefp) struct layout *envelope = envelope_make(before, step);
    return write_change(replay, before, envelope) &&
           write_change(replay, envelope, after);
}

/* The table on the disk is now that of RESULT. */
static void check_read(struct replay *replay, const struct layout *result)
{
    struct reader reader = sectors_reader(replay->disk);
    struct layout *read = NULL;
    struct err err = { 0 };

    LAW(replay->rng, tables_read(&reader, layout_limits(result), &read, &err));
    LAYOUT_EACH (extent, result) {
        if (!extent_is_entry(extent))
            continue;
        const struct extent *found = layout_find_number(read, extent->number);
        LAW(replay->rng, found && found->start == extent->start);
        LAW(replay->rng, found->length == extent->length);
        LAW(replay->rng, !strcmp(found->type, extent->type));
    }
    layout_unref(read);
}

static void write_moves(struct replay *replay, const struct layout *base,
                        const struct moves *moves)
{
    struct layout *before = layout_ref(base);
    bool is_done = true;

    for (size_t i = 0; i < moves->step_count && is_done; i++) {
        struct layout *after = moves_step_apply(before, &moves->steps[i]);
        is_done = write_step(replay, before, after, &moves->steps[i]);
        layout_unref(before);
        before = after;
    }
    layout_unref(before);
    replay->unordered += !is_done;
    if (is_done && moves->step_count)
        check_read(replay, moves->result);
}

/* --- the worked example --- */

/* Adds the entry of EXTENT. */
static void add_entry(struct mbr_table *table, const struct layout *layout,
                      const struct extent *extent)
{
    struct mbr_entry entry = { .type = (uint8_t)strtoul(extent->type, NULL, 16),
                               .start = extent->start,
                               .length = extent->length };

    if (extent->kind == EXTENT_LOGICAL)
        mbr_add_logical(table, layout_find_container(layout)->number - 1,
                        layout_find(layout, extent->ebr)->start, &entry);
    else
        table->primary[extent->number - 1] = entry;
}

/* A disk with the table of EXAMPLE, and the headers of its swap. */
static struct sectors disk_of(const struct layout *example)
{
    const struct limits *limits = layout_limits(example);
    struct sectors disk = { .size = limits->size, .logical = limits->logical };
    CLEANUP(freep) struct mbr_table *table = xcalloc(1, sizeof(*table));
    CLEANUP(freep)
    struct mbr_sector *sectors = xcalloc(MBR_SECTORS_MAX, sizeof(*sectors));

    table->signature = 0x5a3c9d21;
    LAYOUT_EACH (extent, example) {
        if (extent_is_entry(extent))
            add_entry(table, example, extent);
        if (extent->content.inside.kind == INSIDE_SWAP)
            random_put_swap(&disk, extent);
    }
    for (size_t i = mbr_encode(table, sectors); i-- > 0;)
        sectors_put(&disk, sectors[i].lba, sectors[i].bytes);
    return disk;
}

/* The table on DISK, with the contents of EXAMPLE. */
static struct layout *read_example(struct sectors *disk, const struct layout *example)
{
    struct reader reader = sectors_reader(disk);
    struct layout *plain = NULL;
    struct err err = { 0 };

    ck_assert(tables_read(&reader, layout_limits(example), &plain, &err));
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = layout_builder_from(plain);
    LAYOUT_EACH (extent, plain)
        if (extent_holds_data(extent))
            layout_builder_find(builder, extent->id)->content =
                layout_find_number(example, extent->number)->content;
    layout_unref(plain);
    return layout_builder_refinish(builder);
}

static const struct {
    struct layout *(*disk)(void);
    enum moves_aim aim;
    unsigned changes;
    uint64_t table_sectors;
} examples[] = {
    /* Two for each partition with data, and for the start of the container (the EBR at
     * its new place, then the MBR), one for its end and for the swap, which is created
     * again: with its data moved that would be nine. */
    { disks_legacy, MOVES_MIB, 7, 8 },
    { disks_legacy, MOVES_NUDGE, 5, 5 },
    { disks_touching, MOVES_NUDGE, 9, 9 },
    { disks_jumper, MOVES_MIB, 2, 2 },
};

TEST_EACH(the_worked_examples_are_written_sector_by_sector, examples)
{
    CLEANUP(layout_unrefp) struct layout *example = examples[_i].disk();
    struct sectors disk = disk_of(example);
    CLEANUP(layout_unrefp) struct layout *layout = read_example(&disk, example);
    struct moves_want want = { .aim = examples[_i].aim };
    struct rng rng = rng_start(0);
    struct replay replay = { .rng = &rng, .disk = &disk };
    struct moves moves;
    struct err err = { 0 };

    ck_assert(moves_make(layout, &want, &moves, &err));
    write_moves(&replay, layout, &moves);
    ck_assert_uint_eq(replay.changes, examples[_i].changes);
    ck_assert_uint_eq(replay.table_sectors, examples[_i].table_sectors);
    ck_assert_uint_eq(replay.power.bad, 0);
    moves_finish(&moves);
    sectors_finish(&disk);
}

/* --- random disks --- */

/* BASE with data in most of what would be empty. */
static struct layout *with_data(struct rng *rng, struct layout *base)
{
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = layout_builder_from(base);

    LAYOUT_EACH (extent, base)
        if (extent_holds_data(extent) && extent->content.state == CONTENT_NONE &&
            rng_below(rng, 4))
            layout_builder_find(builder, extent->id)->content =
                disks_content(INSIDE_EXT, NULL);
    return layout_builder_refinish(builder);
}

static void try_disk(unsigned round, struct replay *totals)
{
    struct rng rng = rng_start(round);
    struct sectors disk = random_table(&rng);
    CLEANUP(layout_unrefp) struct layout *plain = random_base(&rng, &disk);
    struct moves_want want = { .aim = (enum moves_aim)rng_below(&rng, MOVES_AIM_COUNT) };
    struct moves moves;
    struct err err = { 0 };

    totals->rng = &rng;
    totals->disk = &disk;
    if (plain) {
        CLEANUP(layout_unrefp) struct layout *base = with_data(&rng, plain);
        bool is_made = moves_make(base, &want, &moves, &err);
        totals->refused += !is_made;
        if (is_made) {
            write_moves(totals, base, &moves);
            moves_finish(&moves);
        }
    }
    sectors_finish(&disk);
}

TEST(each_step_is_written_and_survives_power_cuts)
{
    struct replay totals = { 0 };

    for (unsigned round = 0; round < rounds_written(); round++)
        try_disk(round, &totals);
    printf("# %u changes of tables, %u refused, %u without an order; %lu states tried: "
           "%lu bad\n",
           totals.changes, totals.refused, totals.unordered, totals.power.states,
           totals.power.bad);
    ck_assert_uint_eq(totals.unordered, 0);
    ck_assert_uint_eq(totals.power.bad, 0);
    if (!getenv("ALIDADE_SEED"))
        ck_assert_uint_gt(totals.changes, rounds_written());
}
