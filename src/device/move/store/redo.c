/* SPDX-License-Identifier: GPL-3.0-or-later */
/* redo.c - carries out a fix by its log */
#include "device/move/store/redo.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "device/move/store/private.h"
#include "model/base/mem.h"
#include "model/base/num.h"
#include "model/move/log/log_wire.h"

void redo_init(struct redo *ret, struct fix_store *store, const struct redo_log *log)
{
    *ret = (struct redo){ .store = store, .log = log };
}

static void redo_forget(struct redo *redo)
{
    table_states_free(redo->states);
    free(redo->differences);
    redo->states = NULL;
    redo->differences = NULL;
    redo->difference_count = 0;
}

void redo_end(struct redo *redo)
{
    redo_forget(redo);
    *redo = (struct redo){ 0 };
}

/* --- one epoch --- */

static bool redo_read(void *context, uint64_t offset, void *bytes, size_t count)
{
    const struct redo *redo = context;

    return !fix_store_read(redo->store->disk, offset, bytes, count);
}

static struct reader redo_reader(struct redo *redo)
{
    return (struct reader){ redo_read, redo, redo->log->disk_bytes };
}

/* Sets RET, one sector, to what brings WRITE's sector into state J. */
static void make_sector(struct redo *redo, size_t j, const struct table_write *write,
                        uint8_t *ret)
{
    size_t logical = redo->log->logical;
    uint64_t lba = table_states_lba(redo->states, write->sector);
    CLEANUP(freep) uint8_t *now = xmalloc(logical);
    bool is_read = !write->is_whole && redo_read(redo, lba * logical, now, logical);

    table_merge(redo->states, j, write->sector, is_read ? now : NULL, ret);
}

/* Writes COUNT WRITES of one stage, ascending, so that they are durable. */
static int write_stage(struct redo *redo, size_t j, const struct table_write *writes,
                       size_t count)
{
    size_t logical = redo->log->logical, runs_count = 0;
    CLEANUP(freep) uint8_t *bytes = xmalloc(count * logical);
    CLEANUP(freep) struct fix_store_run *runs = xcalloc(count, sizeof(*runs));

    for (size_t i = 0; i < count; i++) {
        uint64_t lba = table_states_lba(redo->states, writes[i].sector);
        struct fix_store_run *last = runs_count ? &runs[runs_count - 1] : NULL;
        make_sector(redo, j, &writes[i], bytes + i * logical);
        if (last && last->start + last->length == lba)
            last->length++;
        else
            runs[runs_count++] = (struct fix_store_run){ lba, 1, bytes + i * logical };
    }
    return fix_store_put(redo->store, runs, runs_count);
}

static int by_stage(const void *a, const void *b)
{
    const struct table_write *one = a, *two = b;

    return one->stage != two->stage
               ? (one->stage > two->stage) - (one->stage < two->stage)
               : (one->sector > two->sector) - (one->sector < two->sector);
}

/* Brings the table from state FROM, or a mixture with its neighbour TO, to TO. */
static int write_epoch(struct redo *redo, size_t from, size_t to)
{
    CLEANUP(freep) struct table_write *writes = NULL;
    size_t count = table_order(redo->states, from, to, &writes);
    int error = 0;

    if (count)
        qsort(writes, count, sizeof(*writes), by_stage);
    for (size_t first = 0, end; !error && first < count; first = end) {
        for (end = first; end < count && writes[end].stage == writes[first].stage;)
            end++;
        error = write_stage(redo, to, writes + first, end - first);
    }
    return error;
}

/* --- tasks --- */

/* Finds the position of the table among .states; TABLE_FOREIGN with .differences. */
static size_t find_position(struct redo *redo, bool is_back)
{
    struct reader reader = redo_reader(redo);
    size_t j = table_position(redo->states, &reader, is_back);

    if (j == TABLE_FOREIGN)
        redo->difference_count =
            table_differences(redo->states, &reader, is_back, &redo->differences);
    return j;
}

static enum redo_state redo_forward(struct redo *redo)
{
    size_t j = find_position(redo, false), epochs = table_states_epochs(redo->states);

    if (j == TABLE_FOREIGN)
        return REDO_FOREIGN;
    for (; !redo->error && j < epochs; j++)
        redo->error = write_epoch(redo, j, j + 1);
    return redo->error ? REDO_FAILED : REDO_MORE;
}

/* The epoch behind the position may have begun. */
static enum redo_state redo_back(struct redo *redo)
{
    size_t j = find_position(redo, true);

    if (j == TABLE_FOREIGN)
        return REDO_FOREIGN;
    for (j = num_min(j + 1, table_states_epochs(redo->states)); !redo->error && j; j--)
        redo->error = write_epoch(redo, j, j - 1);
    return redo->error ? REDO_FAILED : REDO_MORE;
}

/* Each sector that the log writes can be read. */
static enum redo_state check_sectors(struct redo *redo)
{
    size_t logical = redo->log->logical;
    CLEANUP(freep) uint8_t *bytes = xmalloc(logical);

    for (size_t i = 0; i < redo->log->patch_count; i++) {
        redo->store->stopped_at = redo->log->patches[i].lba;
        redo->error = fix_store_read(redo->store->disk, redo->store->stopped_at * logical,
                                     bytes, logical);
        if (redo->error)
            return REDO_FAILED;
    }
    return REDO_MORE;
}

static enum redo_state redo_exit(struct redo *redo)
{
    enum redo_state state = redo_forward(redo);

    return state == REDO_MORE ? check_sectors(redo) : state;
}

/* Only steps that write tables and single sectors. */
static bool is_known(const struct redo *redo, struct run_head run)
{
    if (run.direction >= RUN_EXIT)
        return true;
    enum log_kind kind = redo->log->steps.at[run.step].kind;
    return kind == LOG_TABLE || kind == LOG_BYTES;
}

static enum redo_state redo_task(struct redo *redo, struct run_head run)
{
    redo_forget(redo);
    redo->error = is_known(redo, run) ? 0 : ENOTSUP;
    if (redo->error)
        return REDO_FAILED;
    redo->states = run.direction == RUN_EXIT ? table_states_of_exits(redo->log, run.step)
                                             : table_states_of_step(redo->log, run.step);
    return run.direction == RUN_EXIT      ? redo_exit(redo)
           : run.direction == RUN_FORWARD ? redo_forward(redo)
                                          : redo_back(redo);
}

/* --- heads --- */

static int put_in_force(struct redo *redo, struct run_head run)
{
    struct record_head head = redo->store->head;

    head.run = run;
    return fix_store_write_head(redo->store, &head);
}

int redo_begin(struct redo *redo)
{
    size_t count;
    CLEANUP(freep) uint8_t *bytes = log_encode(redo->log, &count);

    redo->error = fix_store_write_log(redo->store, bytes, count);
    if (!redo->error)
        redo->error = fix_store_clear_heads(redo->store);
    if (!redo->error)
        redo->error = put_in_force(redo, run_order_first());
    return redo->error;
}

int redo_open(struct redo *redo)
{
    redo->error = fix_store_flush(redo->store);
    if (!redo->error)
        redo->error = fix_store_mend(redo->store);
    return redo->error;
}

bool redo_turn(struct redo *redo)
{
    struct run_head run = redo->store->head.run;

    redo_forget(redo);
    if (run.direction == RUN_BACK)
        return true;
    if (!run_order_can_turn(run))
        return false;
    redo->states = table_states_of_step(redo->log, run.step);
    if (find_position(redo, false) == TABLE_FOREIGN)
        return false;
    redo->error = put_in_force(redo, run_order_turn(run));
    return !redo->error;
}

enum redo_state redo_step(struct redo *redo)
{
    struct run_head run = redo->store->head.run;

    if (run.direction == RUN_DONE) {
        redo->error = fix_store_clear_heads(redo->store);
        return redo->error ? REDO_FAILED : REDO_ENDED;
    }
    enum redo_state state = redo_task(redo, run);
    if (state != REDO_MORE)
        return state;
    redo->error = put_in_force(redo, run_order_next(redo->log, run));
    return redo->error ? REDO_FAILED : REDO_MORE;
}
