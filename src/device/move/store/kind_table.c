/* SPDX-License-Identifier: GPL-3.0-or-later */
/* kind_table.c - sectors of tables and headers of swap areas, epoch by epoch */
#include <stdlib.h>
#include <string.h>

#include "device/move/store/foreign.h"
#include "device/move/store/kinds.h"
#include "device/move/store/private.h"
#include "model/base/mem.h"
#include "model/base/num.h"

/* --- one epoch --- */

static bool read_for_table(void *context, uint64_t offset, void *bytes, size_t count)
{
    const struct redo *redo = context;

    return !fix_store_read(redo->store->disk, offset, bytes, count);
}

struct reader redo_reader(const struct redo *redo)
{
    return (struct reader){ read_for_table, (void *)redo, redo->log->disk_bytes };
}

/* Sets RET, one sector, to what brings WRITE's sector into state J. */
static void make_sector(struct redo *redo, size_t j, const struct table_write *write,
                        uint8_t *ret)
{
    size_t logical = redo->log->logical;
    uint64_t lba = table_states_lba(redo->states, write->sector);
    CLEANUP(freep) uint8_t *now = xmalloc(logical);
    bool is_read = !write->is_whole && read_for_table(redo, lba * logical, now, logical);

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

/* --- the task --- */

/* Sets .position; REDO_FOREIGN with .differences. */
enum redo_state kind_table_find(struct redo *redo)
{
    struct reader reader = redo_reader(redo);
    bool is_back = redo->task->is_back;

    redo->task->position = table_position(redo->states, &reader, is_back);
    if (redo->task->position != TABLE_FOREIGN)
        return REDO_MORE;
    redo->difference_count =
        table_differences(redo->states, &reader, is_back, &redo->differences);
    return REDO_FOREIGN;
}

enum redo_state kind_table_check(struct redo *redo)
{
    size_t step = redo->store->head.run.step;

    redo->states = redo->task->row ? table_states_of_step(redo->log, step)
                                   : table_states_of_exits(redo->log, step);
    return kind_table_find(redo);
}

enum redo_state kind_table_redo(struct redo *redo)
{
    size_t epochs = table_states_epochs(redo->states);
    int error = 0;

    for (size_t j = redo->task->position; !error && j < epochs; j++)
        error = write_epoch(redo, j, j + 1);
    return redo_result(redo, error, REDO_NEXT);
}

/* The epoch behind the position may have begun. */
enum redo_state kind_table_undo(struct redo *redo)
{
    size_t epochs = table_states_epochs(redo->states);
    int error = 0;

    for (size_t j = num_min(redo->task->position + 1, epochs); !error && j; j--)
        error = write_epoch(redo, j, j - 1);
    return redo_result(redo, error, REDO_NEXT);
}

void kind_table_extent(const struct redo *redo, const struct log_step *row,
                       const struct fix_move *move, struct extent_list *list)
{
    (void)move;
    for (uint32_t i = 0; i < row->patch_count; i++)
        extent_list_add(list, redo->log->patches[row->first_patch + i].lba, 1);
}

/* Before data is moved all zones are guards at the old place, and behind it at the new
 * one, but for what a person has restored: else the disk is older than the journal. */
static enum redo_state table_redo(struct redo *redo)
{
    const struct fix_move *move = redo->task->move;
    enum redo_state state = REDO_MORE;

    if (move && redo->store->head.run.step > move->carry) {
        state = units_check(redo, move, move->shift.to);
        if (state != REDO_NEXT)
            return state;
        state = guards_check_zones(redo, move, move->shift.to);
    } else if (move) {
        state = guards_check_all(redo, move, move->shift.from);
    }
    if (state == REDO_COMMITTED)
        state = redo_gives_up(redo, move) ? REDO_MORE : REDO_FOREIGN;
    return state == REDO_MORE ? kind_table_redo(redo) : state;
}

/* The old entry leads to what has been moved back, or never was. */
static enum redo_state table_undo(struct redo *redo)
{
    const struct fix_move *move = redo->task->move;
    enum redo_state state = REDO_NEXT;

    if (move && redo->store->head.run.step < move->carry)
        state = units_check(redo, move, move->shift.from);
    return state == REDO_NEXT ? kind_table_undo(redo) : state;
}

int redo_write_table(struct redo *redo)
{
    int error = 0;

    for (size_t i = 0; i < redo->difference_count && !error; i++) {
        const struct table_difference *one = &redo->differences[i];
        struct table_write write = { .sector = one->sector };
        error = write_stage(redo, one->state, &write, 1);
    }
    return error;
}

/* The entry at the new place may be there.  If a zone is no guard, the partition may be
 * in use: a person has restored its header, or the disk is newer than the journal. */
static enum redo_state table_can_undo(struct redo *redo)
{
    const struct fix_move *move = redo->task->move;

    return move && redo->store->head.run.step > move->carry
               ? guards_check_all(redo, move, move->shift.to)
               : REDO_MORE;
}

const struct fix_kind fix_kind_table = { .id = "table",
                                         .check = kind_table_check,
                                         .redo = table_redo,
                                         .undo = table_undo,
                                         .can_undo = table_can_undo,
                                         .extent = kind_table_extent };
const struct fix_kind fix_kind_bytes = { .id = "bytes",
                                         .check = kind_table_check,
                                         .redo = kind_table_redo,
                                         .undo = kind_table_undo,
                                         .extent = kind_table_extent };
