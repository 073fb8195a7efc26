/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mover_scene_run.c - carries the moves of a scene out, as a program would */
#include <stdlib.h>
#include <string.h>

#include "device/io/fence.h"
#include "device/move/fixing/moving_table.h"
#include "device/move/mover/prescan.h"
#include "model/base/mem.h"
#include "model/move/journal/journal_find.h"
#include "support/mover_scene.h"
#include "support/test.h"

/* UNIT_AHEAD_MAX: sectors. SCRATCH_BLOCKS: of the mover's other memory. */
enum { UNIT_AHEAD_MAX = 16, SCRATCH_BLOCKS = 32 };

/* --- the moves are carried out --- */

/* One run of the program. */
struct scene_run {
    struct mover_scene *scene;
    struct cutting *disk;
    struct sink below, journal_sink, data, table;
    struct fence data_fence, table_fence;
    struct journal journal;
    struct journal_units units; /* owned; stored in the journal */
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

/* As holes of an image file tell it. */
static bool are_zeros(void *context, uint64_t offset, uint64_t count)
{
    const struct cutting *disk = context;

    for (uint64_t at = 0; at < count; at += MOVER_LOGICAL)
        if (!cutting_is_readable(disk, (size_t)(offset + at) / MOVER_LOGICAL))
            return false;
    return !disk->bytes[offset] &&
           !memcmp(disk->bytes + offset, disk->bytes + offset + 1, count - 1);
}

/* Enough to read the next pieces ahead, and not to read all at once. */
static size_t memory_of(const struct mover_scene *scene, const struct shift *shift,
                        const struct journal_units *units)
{
    uint64_t count = shift->mode == MOVE_HOLE ? shift->hashes : 1;
    uint64_t unit = units->bytes / MOVER_LOGICAL, grain = shift->grid.grain;
    uint64_t half = count * shift->piece + 2 * unit + 2 * grain;

    if (!scene->reads_ahead || unit > UNIT_AHEAD_MAX)
        return scene->memory;
    return (size_t)((2 * half + SCRATCH_BLOCKS * grain) * MOVER_LOGICAL);
}

static enum mover_state move_one(struct scene_run *run, bool is_rollback, struct err *err)
{
    struct mover_scene *scene = run->scene;
    const struct shift *shift = &scene->shifts[run->move];
    const struct journal_units *units =
        scene->has_stored_hashes ? &run->units : &scene->units[run->move];
    struct mover_request request = {
        .disk = &run->data,
        .journal = &run->journal,
        .step = (uint16_t)run->move,
        .shift = shift,
        .fields = &scene->fields[run->move],
        .units = units,
        .memory = memory_of(scene, shift, units),
        .reads_ahead = scene->reads_ahead,
        .zeros = { scene->has_zeros ? are_zeros : NULL, run->disk },
        .set_label = set_label_of,
        .context = run,
        .is_rollback = is_rollback,
    };
    enum mover_state state;

    build_fences(run);
    CLEANUP(mover_freep) struct mover *mover = mover_new(&request);
    while ((state = mover_step(mover)) == MOVER_RUNNING)
        if (scene->stepped)
            scene->stepped(mover);
    *err = *mover_err(mover);
    ck_assert_uint_eq(run->data_fence.refused + run->table_fence.refused, 0);
    fence_finish(&run->data_fence);
    fence_finish(&run->table_fence);
    return state;
}

/* --- the journal --- */

static bool read_cutting(void *context, uint64_t offset, void *buf, size_t count)
{
    struct sink sink = cutting_sink(context);

    return !sink.read_back(sink.context, offset, buf, count);
}

/* What the first copy of the plan is to be. */
static bool has_plan_bytes(const struct scene_run *run)
{
    const struct mover_scene *scene = run->scene;
    uint64_t start = scene->journal_at;

    return !memchr(run->disk->is_bad + start, true, JOURNAL_PLAN_BYTES / MOVER_LOGICAL) &&
           !memcmp(run->disk->bytes + start * MOVER_LOGICAL, scene->plan_bytes,
                   JOURNAL_PLAN_BYTES);
}

static bool is_plan_there(struct scene_run *run)
{
    if (run->scene->is_plan_sound && has_plan_bytes(run))
        return true;

    const struct mover_scene *scene = run->scene;
    struct journal_disk disk = { scene->limits.size, MOVER_LOGICAL };
    CLEANUP(freep) struct journal_plan *found = xcalloc(1, sizeof(*found));
    struct reader_part part;
    struct reader all = { read_cutting, run->disk, scene->disk.sectors * MOVER_LOGICAL };
    struct reader reader = reader_of_part(&part, &all, scene->journal_at * MOVER_LOGICAL,
                                          scene->plan.spot.bytes);
    struct err err = { 0 };

    if (journal_find_plan(&reader, NULL, &disk, found, &err) != RECORD_VALID ||
        !guid_equal(&found->head.transaction, &scene->plan.head.transaction))
        return false;
    run->scene->is_plan_sound |= has_plan_bytes(run);
    return true;
}

bool mover_scene_finds_plan(struct mover_scene *scene, struct cutting *disk)
{
    return is_plan_there(&(struct scene_run){ .scene = scene, .disk = disk });
}

/* Reads all of the partition, as before its move, and stores the hashes. */
static bool store_hashes(struct scene_run *run)
{
    const struct mover_scene *scene = run->scene;
    struct prescan_request request = {
        .disk = &run->below,
        .plan = &scene->plan,
        .step = (uint16_t)run->move,
        .shift = &scene->shifts[run->move],
        .unit = JOURNAL_UNIT_MIN,
        .memory = 4096,
    };
    CLEANUP(prescan_freep) struct prescan *prescan = prescan_new(&request);

    while (prescan_step(prescan))
        ;
    return !prescan_bad(prescan)->sectors &&
           !journal_write_hashes(&run->journal, (uint16_t)run->move,
                                 prescan_units(prescan)) &&
           journal_read_hashes(&run->journal, (uint16_t)run->move, &run->units) ==
               RECORD_VALID;
}

/* Those of a move that has begun are in the journal. */
static bool load_hashes(struct scene_run *run, const struct journal_progress *newest)
{
    bool has_begun = newest->sequence && newest->head.step == run->move;

    free(run->units.at);
    run->units = (struct journal_units){ 0 };
    if (!run->scene->has_stored_hashes ||
        (has_begun && newest->phase == JOURNAL_PHASE_COMPLETE))
        return true;
    if (!has_begun)
        return store_hashes(run);
    return journal_read_hashes(&run->journal, (uint16_t)run->move, &run->units) ==
           RECORD_VALID;
}

/* What a program that resumes a move needs to know of it. */
static bool has_saved(struct scene_run *run, const struct journal_progress *newest)
{
    CLEANUP(freep) struct journal_saved *saved = xcalloc(1, sizeof(*saved));
    CLEANUP(freep) uint8_t *sectors = xmalloc((size_t)run->scene->plan.saved[0].bytes);

    return newest->phase == JOURNAL_PHASE_COMPLETE ||
           journal_read_saved(&run->journal, newest->head.step, saved, sectors) ==
               RECORD_VALID;
}

/* --- the program --- */

static enum mover_scene_end run_moves(struct scene_run *run, bool is_rollback,
                                      struct err *err)
{
    CLEANUP(freep) struct journal_progress *newest = xcalloc(1, sizeof(*newest));
    enum mover_state state = MOVER_AT_NEW;

    if (!is_plan_there(run)) {
        if (is_rollback)
            return SCENE_ROLLED_BACK;
        if (journal_write_plan(&run->journal))
            return SCENE_FAILED;
    }
    enum journal_state found = journal_read_progress(&run->journal, newest, err);
    if (found != RECORD_VALID && found != RECORD_NONE)
        return SCENE_FAILED;
    if (found == RECORD_VALID && !has_saved(run, newest)) {
        (void)err_set(err, ERR_UNREADABLE, "There are no saved sectors.");
        return SCENE_FAILED;
    }
    run->move = found == RECORD_VALID ? newest->head.step : 0;
    for (; run->move < run->scene->count && state == MOVER_AT_NEW; run->move++) {
        if (!load_hashes(run, newest)) {
            (void)err_set(err, ERR_IO, "There are no hashes.");
            return SCENE_FAILED;
        }
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
    scene->runs++;
    run.journal_sink = scene->is_elsewhere ? cutting_other_sink(disk) : run.below;
    if (scene->has_no_flushes)
        run.below.flush = run.journal_sink.flush = no_flush;
    journal_begin(&run.journal, &run.journal_sink, scene->journal_at * MOVER_LOGICAL,
                  &scene->plan);
    enum mover_scene_end end = run_moves(&run, is_rollback, err);
    journal_end(&run.journal);
    free(run.units.at);
    return end;
}
