/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mover_scene_run.c - carries the moves of a scene out, and checks the disk */
#include <stdlib.h>
#include <string.h>

#include "device/io/fence.h"
#include "device/move/moving_table.h"
#include "model/base/mem.h"
#include "model/move/envelope.h"
#include "model/move/journal_find.h"
#include "model/table/tables.h"
#include "support/mover_scene.h"
#include "support/test.h"

/* --- the moves are carried out --- */

/* One run of the program. */
struct scene_run {
    struct mover_scene *scene;
    struct cutting *disk;
    struct sink below, journal_sink, data, table;
    struct fence data_fence, table_fence;
    struct journal journal;
    unsigned move;
};

static int no_flush(void *context)
{
    (void)context;
    return 0;
}

static struct fence_run blocks_of(const struct shift *shift, struct shift_sectors at)
{
    struct shift_sectors blocks = shift_blocks(shift, at);

    return (struct fence_run){ blocks.lba * MOVER_LOGICAL,
                               (blocks.lba + blocks.length) * MOVER_LOGICAL };
}

static void build_fences(struct scene_run *run)
{
    const struct shift *shift = &run->scene->shifts[run->move];
    uint64_t low = shift->from < shift->to ? shift->from : shift->to;
    uint64_t high = shift->from < shift->to ? shift->to : shift->from;
    struct fence_run data[1 + SHIFT_TABLES_MAX], tables[SHIFT_TABLES_MAX];

    data[0] = blocks_of(shift, (struct shift_sectors){ low, high - low + shift->length });
    for (size_t i = 0; i < shift->table_count; i++) {
        data[1 + i] = blocks_of(shift, shift->tables[i]);
        tables[i].start = shift->tables[i].lba * MOVER_LOGICAL;
        tables[i].end = tables[i].start + shift->tables[i].length * MOVER_LOGICAL;
    }
    fence_begin(&run->data_fence, &run->below, data, 1 + shift->table_count);
    fence_begin(&run->table_fence, &run->below, tables, shift->table_count);
    run->data = fence_sink(&run->data_fence);
    run->table = fence_sink(&run->table_fence);
}

static bool set_label_of(void *context, enum shift_label label, struct err *err)
{
    struct scene_run *run = context;

    return moving_table_set(&run->table, &run->scene->limits, &run->scene->plan,
                            run->move, label, err);
}

static enum mover_state move_one(struct scene_run *run, bool is_rollback, struct err *err)
{
    struct mover_scene *scene = run->scene;
    struct mover_request request = {
        .disk = &run->data,
        .journal = &run->journal,
        .step = (uint16_t)run->move,
        .shift = &scene->shifts[run->move],
        .fields = &scene->fields[run->move],
        .units = &scene->units[run->move],
        .memory = (size_t)4096 << rng_below(&scene->rng, 3),
        .set_label = set_label_of,
        .context = run,
        .is_rollback = is_rollback,
    };
    enum mover_state state;

    build_fences(run);
    CLEANUP(mover_freep) struct mover *mover = mover_new(&request);
    while ((state = mover_step(mover)) == MOVER_RUNNING)
        ;
    *err = *mover_err(mover);
    ck_assert_uint_eq(run->data_fence.refused + run->table_fence.refused, 0);
    fence_finish(&run->data_fence);
    fence_finish(&run->table_fence);
    return state;
}

static bool read_cutting(void *context, uint64_t offset, void *buf, size_t count)
{
    struct sink sink = cutting_sink(context);

    return !sink.read_back(sink.context, offset, buf, count);
}

static bool has_plan(struct scene_run *run)
{
    const struct mover_scene *scene = run->scene;
    struct journal_disk disk = { scene->disk.sectors, MOVER_LOGICAL };
    CLEANUP(freep) struct journal_plan *found = xcalloc(1, sizeof(*found));
    struct reader_part part;
    struct reader all = { read_cutting, run->disk, scene->plan.head.disk_bytes };
    struct reader reader = reader_of_part(
        &part, &all, scene->plan.spot.start * MOVER_LOGICAL, scene->plan.spot.bytes);
    struct err err = { 0 };

    return journal_find_plan(&reader, NULL, &disk, found, &err) == RECORD_VALID;
}

/* Returns the move that the newest record is of. */
static bool find_move(struct scene_run *run, struct err *err)
{
    CLEANUP(freep) struct journal_progress *newest = xcalloc(1, sizeof(*newest));
    enum journal_state state = journal_read_progress(&run->journal, newest, err);

    run->move = state == RECORD_VALID ? newest->head.step : 0;
    return state == RECORD_VALID || state == RECORD_NONE;
}

static enum mover_scene_end run_moves(struct scene_run *run, bool is_rollback,
                                      struct err *err)
{
    enum mover_state state = MOVER_AT_NEW;

    if (!has_plan(run)) {
        if (is_rollback)
            return SCENE_ROLLED_BACK;
        if (journal_write_plan(&run->journal))
            return SCENE_FAILED;
    }
    if (!find_move(run, err))
        return SCENE_FAILED;
    for (; run->move < run->scene->count && state == MOVER_AT_NEW; run->move++) {
        state = move_one(run, is_rollback, err);
        if (is_rollback && state == MOVER_AT_NEW)
            return SCENE_ROLLED_BACK; /* its head was written: it is complete */
    }
    return state == MOVER_AT_NEW   ? SCENE_ALL_NEW
           : state == MOVER_AT_OLD ? SCENE_ROLLED_BACK
                                   : SCENE_FAILED;
}

enum mover_scene_end mover_scene_run(struct mover_scene *scene, struct cutting *disk,
                                     bool is_rollback, struct err *err)
{
    struct scene_run run = { .scene = scene, .disk = disk, .below = cutting_sink(disk) };

    *err = (struct err){ 0 };
    if (scene->has_no_flushes)
        run.below.flush = no_flush;
    run.journal_sink = run.below;
    journal_begin(&run.journal, &run.journal_sink, scene->plan.spot.start * MOVER_LOGICAL,
                  &scene->plan);
    enum mover_scene_end end = run_moves(&run, is_rollback, err);
    journal_end(&run.journal);
    return end;
}

/* --- what is to hold --- */

static bool has_bytes(struct cutting *disk, uint64_t lba,
                      const uint8_t bytes[MOVER_LOGICAL])
{
    return cutting_is_readable(disk, (size_t)lba) &&
           !memcmp(disk->bytes + lba * MOVER_LOGICAL, bytes, MOVER_LOGICAL);
}

static bool has_data(const struct mover_scene *scene, struct cutting *disk, unsigned move,
                     uint64_t place, uint64_t index)
{
    uint8_t bytes[MOVER_LOGICAL];

    mover_scene_put_data(scene, move, index, place, bytes);
    return has_bytes(disk, place + index, bytes);
}

/* True if the entry leads to a head that a system would mount. */
static bool can_mount(const struct mover_scene *scene, struct cutting *disk,
                      const struct extent *extent, unsigned move)
{
    return extent &&
           has_data(scene, disk, move, extent->start, scene->shifts[move].zones.magic);
}

/* A cut can make sectors unreadable that share a block with what was written: recovery
 * restores them. */
static bool is_beside_other(const struct mover_scene *scene, const struct cutting *disk,
                            unsigned move, uint64_t lba)
{
    size_t first, end;

    cutting_block(disk, (size_t)lba, &first, &end);
    for (unsigned i = 0; i < scene->count; i++) {
        const struct shift *shift = &scene->shifts[i];
        uint64_t low = shift->from < shift->to ? shift->from : shift->to;
        uint64_t high = shift->from < shift->to ? shift->to : shift->from;
        if (i != move && end > low && first < high + shift->length)
            return true;
    }
    return false;
}

static const char *check_one(struct mover_scene *scene, struct cutting *disk,
                             const struct layout *layout, unsigned move, bool is_end)
{
    const struct shift *shift = &scene->shifts[move];
    const struct extent *extent = layout ? layout_find_number(layout, move + 1) : NULL;

    if (!can_mount(scene, disk, extent, move))
        return is_end ? "a partition cannot be mounted" : NULL;
    if (envelope_has_type(scene->plan.label, extent))
        return "a partition in progress can be mounted";
    if (extent->start != shift->from && extent->start != shift->to)
        return "an entry is at a third place";
    for (uint64_t at = 0; at < shift->length; at++)
        if (!has_data(scene, disk, move, extent->start, at) &&
            (is_end || cutting_is_readable(disk, (size_t)(extent->start + at)) ||
             !is_beside_other(scene, disk, move, extent->start + at)))
            return "a partition that can be mounted is not complete";
    return extent->length == shift->length ? NULL : "an entry has another length";
}

/* What the moves write to. */
static bool is_theirs(const struct mover_scene *scene, uint64_t lba)
{
    uint64_t journal = scene->plan.spot.start;

    if (lba >= journal && lba < journal + scene->plan.spot.bytes / MOVER_LOGICAL)
        return true;
    for (unsigned i = 0; i < scene->count; i++) {
        const struct shift *shift = &scene->shifts[i];
        uint64_t low = shift->from < shift->to ? shift->from : shift->to;
        uint64_t high = shift->from < shift->to ? shift->to : shift->from;
        if (lba >= low && lba < high + shift->length)
            return true;
        for (size_t k = 0; k < shift->table_count; k++)
            if (lba >= shift->tables[k].lba &&
                lba < shift->tables[k].lba + shift->tables[k].length)
                return true;
    }
    return false;
}

static const char *check_others(struct mover_scene *scene, struct cutting *disk)
{
    uint8_t bytes[MOVER_LOGICAL];

    for (uint64_t lba = 0; lba < scene->disk.sectors; lba++) {
        mover_scene_put_foreign(lba, bytes);
        if (!is_theirs(scene, lba) && !has_bytes(disk, lba, bytes))
            return "a sector of another partition is changed";
    }
    return NULL;
}

const char *mover_scene_check(struct mover_scene *scene, struct cutting *disk,
                              bool is_end)
{
    struct reader reader = { read_cutting, disk, scene->plan.head.disk_bytes };
    CLEANUP(layout_unrefp) struct layout *layout = NULL;
    const char *wrong = NULL;
    struct err err = { 0 };

    if (!tables_read(&reader, &scene->limits, &layout, &err) && is_end)
        return "there is no table";
    for (unsigned i = 0; i < scene->count && !wrong; i++)
        wrong = check_one(scene, disk, layout, i, is_end);
    if (is_end && !wrong)
        wrong = check_others(scene, disk);
    return wrong;
}
