/* SPDX-License-Identifier: GPL-3.0-or-later */
/* data_scene_run.c - carries out the fix of a scene, as a program would */
#include <string.h>

#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/move/log/log_wire.h"
#include "support/data_scene.h"

/* As holes of an image file tell it. */
static bool disk_has_zeros(void *context, uint64_t offset, uint64_t count)
{
    const struct cutting *disk = context;

    for (uint64_t at = 0; at < count; at += disk->logical)
        if (!cutting_is_readable(disk, (size_t)((offset + at) / disk->logical)))
            return false;
    return mem_is_zero(disk->bytes + offset, (size_t)count);
}

/* What has failed is tried again once, where the scene wants it. */
static enum redo_state step_or_open(const struct data_scene *scene, struct redo *redo,
                                    unsigned *failures)
{
    enum redo_state state = redo_step(redo);

    return state == REDO_FAILED && scene->reopens && !(*failures)++ ? redo_open(redo)
                                                                    : state;
}

static enum redo_state go(const struct data_scene *scene, struct redo *redo, bool is_back,
                          bool *ret_goes_back)
{
    enum redo_state state = is_back ? redo_turn(redo) : REDO_COMMITTED;
    unsigned failures = 0;

    *ret_goes_back = state == REDO_MORE;
    if (state == REDO_COMMITTED) /* it can only go on */
        state = REDO_MORE;
    while (state == REDO_MORE)
        state = step_or_open(scene, redo, &failures);
    return state;
}

/* As a program resumes it. */
static enum redo_state open_again(struct redo *redo)
{
    enum redo_state state = redo_open(redo);

    return state == REDO_MORE && redo_mend_first(redo) ? REDO_FAILED : state;
}

/* The log is that of the journal, or that of the scene for the first run. */
static enum redo_state run_log(struct data_scene *scene, struct cutting *disk,
                               struct fix_store *store, const struct redo_log *log,
                               bool is_back, bool *ret_goes_back, struct err *err)
{
    struct sink below = cutting_sink(disk), fenced;
    CLEANUP(freep) struct fence_run *runs = NULL;
    CLEANUP(fence_finish) struct fence fence = { 0 };
    CLEANUP(redo_end) struct redo redo;
    bool is_resumed = store->head.sequence != 0;

    redo_init(&redo, store, log, scene->memory);
    if (!redo.log) {
        (void)err_set(err, ERR_IO, "the log cannot be");
        return REDO_FAILED;
    }
    size_t count = redo_extents(&redo, &runs);
    if (!scene->is_elsewhere) {
        runs = xrealloc(runs, count + 1, sizeof(*runs));
        runs[count++] =
            (struct fence_run){ store->offset, store->offset + scene->head.place.bytes };
        store->journal = &fenced;
    }
    fence_begin(&fence, &below, runs, count);
    fenced = fence_sink(&fence);
    store->disk = &fenced;
    redo.skips_check = scene->skips_check;
    redo.reads_ahead = scene->reads_ahead;
    redo.background = scene->background;
    if (scene->has_zeros)
        redo.zeros = (struct zeros){ disk_has_zeros, disk };
    enum redo_state state = is_resumed          ? open_again(&redo)
                            : redo_begin(&redo) ? REDO_FAILED
                                                : REDO_MORE;
    if (state == REDO_MORE)
        state = go(scene, &redo, is_back && is_resumed, ret_goes_back);
    (void)err_set(err, ERR_IO,
                  "state %d, head %d %d, sectors %llu+%llu, stopped at %llu: %s",
                  (int)state, (int)store->head.run.direction, (int)store->head.run.step,
                  (ull)redo.at.lba, (ull)redo.at.length, (ull)store->stopped_at,
                  strerror(redo.error));
    scene->refused += fence.refused;
    return state;
}

static bool log_is_begun(const struct data_scene *scene, const struct cutting *disk)
{
    size_t lba = (size_t)scene->journal_at + 2 * scene->block / scene->logical;

    return !cutting_is_readable(disk, lba) ||
           memcmp(disk->bytes + lba * scene->logical,
                  scene->disk.bytes + lba * scene->logical, scene->logical) != 0;
}

/* What a cut has left of a log without a head is no fix: it is not begun again. */
enum redo_state data_scene_run(struct data_scene *scene, struct cutting *disk,
                               bool is_back, bool *ret_goes_back, struct err *err)
{
    struct sink own = cutting_sink(disk), other = cutting_other_sink(disk);
    const struct sink *journal = scene->is_elsewhere ? &other : &own;
    struct record_head head = scene->head;
    uint64_t at = scene->journal_at * scene->logical;
    bool is_found = fix_store_find_head(journal, at, head.owner.disk_bytes, scene->block,
                                        &head) == RECORD_IS_VALID;
    CLEANUP(redo_log_finish) struct redo_log log = { 0 };
    CLEANUP(fix_store_end) struct fix_store store = { 0 };

    *ret_goes_back = is_back;
    if (!is_found && log_is_begun(scene, disk))
        return disk->is_off ? REDO_FAILED : REDO_ENDED;
    fix_store_begin(&store, &own, journal, at, disk->grid, &head);
    if (!is_found)
        return run_log(scene, disk, &store, &scene->log, false, ret_goes_back, err);
    CLEANUP(freep) uint8_t *bytes = fix_store_read_log(&store);
    if (!bytes || !log_decode(bytes, scene->log_bytes, scene->log.disk_bytes,
                              scene->log.logical, &log, err)) {
        (void)err_set(err, ERR_IO, "no log");
        return REDO_FAILED;
    }
    return run_log(scene, disk, &store, &log, is_back, ret_goes_back, err);
}
