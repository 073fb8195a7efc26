/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fixing_table.c - the blocks of the table, which a power cut can leave unreadable
 *
 * A drive that loses its power while it writes a sector can lose the whole block around
 * it. Before each write the blocks are durable in the journal as they were, so that they
 * can be written again, as if that write had never begun; once where a move has begun,
 * which is saved there, else twice. */
#include <string.h>

#include "device/move/fixing/fixing_private.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/num.h"
#include "model/move/journal/journal_swap.h"

/* --- before a write --- */

static struct shift_sectors table_blocks(const struct fixing *fixing, uint64_t lba,
                                         uint64_t sectors)
{
    struct shift disk = { .disk = fixing->limits.size, .grid = fixing->plan.grid };

    return shift_blocks(&disk, (struct shift_sectors){ lba, sectors });
}

/* A header of a swap area can meet one block more than it fills, and an EBR can get any
 * place. The first block is saved too. */
uint64_t fixing_table_bytes(const struct fixing *fixing, const struct layout *layout)
{
    uint64_t grain = fixing->plan.grid.grain, logical = fixing->limits.logical;
    uint64_t max = (JOURNAL_SWAP_BYTES / logical + grain - 1) / grain * grain + grain;

    LAYOUT_EACH (extent, layout) {
        if (extent->kind != EXTENT_METADATA)
            continue;
        uint64_t blocks = table_blocks(fixing, extent->start, extent->length).length;
        max = max > blocks ? max : blocks;
    }
    return (max + grain) * logical;
}

/* The last block of the disk can be shorter than others. */
static uint8_t *new_buffer(size_t count)
{
    return xaligned(JOURNAL_BYTES, (size_t)num_round_up(count, JOURNAL_BYTES));
}

static int read_blocks(const struct fixing *fixing, struct shift_sectors at,
                       uint8_t *bytes)
{
    uint64_t logical = fixing->limits.logical;

    return fixing->disk.blocks.read_back(fixing->disk.blocks.context, at.lba * logical,
                                         bytes, (size_t)(at.length * logical));
}

/* With the first block, which another program can overwrite. A journal of an earlier
 * version may have no space for both. */
static size_t blocks_to_save(const struct fixing *fixing, struct shift_sectors at,
                             struct shift_sectors ret[2])
{
    const struct journal_plan *plan = &fixing->plan;
    struct shift_sectors first = table_blocks(fixing, 0, 1);
    uint64_t all = (first.length + at.length) * plan->logical + plan->spot.block;
    size_t count = 0;

    if (at.lba >= first.length && all <= plan->saved[0].bytes)
        ret[count++] = first;
    ret[count++] = at;
    return count;
}

static int save_blocks(struct fixing *fixing, struct shift_sectors at)
{
    CLEANUP(freep) struct journal_saved *saved = xcalloc(1, sizeof(*saved));
    CLEANUP(freep) uint8_t *bytes = new_buffer((size_t)fixing->plan.saved[0].bytes);
    struct shift_sectors blocks[2];
    size_t count = blocks_to_save(fixing, at, blocks), done = 0;
    int error = 0;

    saved->head = fixing->plan.head;
    saved->head.step = JOURNAL_NO_STEP;
    for (size_t i = 0; i < count && !error; i++) {
        saved->saved[i] = (struct journal_range){ blocks[i].lba, blocks[i].length };
        error = read_blocks(fixing, blocks[i], bytes + done);
        done += (size_t)(blocks[i].length * fixing->limits.logical);
    }
    saved->saved_count = count;
    if (error)
        return error;
    return fixing->found.has_record
               ? journal_write_saved_beside(&fixing->journal, (uint16_t)fixing->first,
                                            saved, bytes)
               : journal_write_saved(&fixing->journal, saved, bytes);
}

/* What was saved for the write before is overwritten: it has to be durable. */
static int table_write(void *context, uint64_t offset, const void *bytes, size_t count)
{
    struct fixing *fixing = context;
    uint64_t logical = fixing->limits.logical;
    int error = 0;

    fixing->has_begun = true;
    if (!fixing->mover && fixing->disk.is_table_written)
        error = fixing->disk.table.flush(fixing);
    if (!fixing->mover && !error)
        error =
            save_blocks(fixing, table_blocks(fixing, offset / logical, count / logical));
    fixing->disk.is_table_written = true;
    return error ? error
                 : fixing->disk.table_below.write(fixing->disk.table_below.context,
                                                  offset, bytes, count);
}

static int table_flush(void *context)
{
    struct fixing *fixing = context;
    int error = fixing->disk.table_below.flush(fixing->disk.table_below.context);

    fixing->disk.is_table_written = fixing->disk.is_table_written && error;
    return error;
}

static int table_read_back(void *context, uint64_t offset, void *bytes, size_t count)
{
    const struct fixing *fixing = context;

    return fixing->disk.table_below.read_back(fixing->disk.table_below.context, offset,
                                              bytes, count);
}

void fixing_begin_table(struct fixing *fixing)
{
    fixing->disk.table =
        (struct sink){ table_write, table_flush, table_read_back, fixing };
}

/* --- after a power cut --- */

static bool meets_blocks(const struct shift_sectors *at, uint64_t lba, uint64_t sectors)
{
    return lba < at->lba + at->length && at->lba < lba + sectors;
}

/* Only these are written outside of moves: the table, and headers of swap areas. */
static bool is_block_of_table(const struct fixing *fixing, const struct shift_sectors *at)
{
    const struct journal_plan *plan = &fixing->plan;
    const struct write_plan *writes = commit_plan(fixing->commit);

    LAYOUT_EACH (extent, fixing->base)
        if (extent->kind == EXTENT_METADATA &&
            meets_blocks(at, extent->start, extent->length))
            return true;
    for (size_t i = 0; i < writes->count; i++)
        if (meets_blocks(at, writes->writes[i].lba, writes->writes[i].count))
            return true;
    for (size_t i = 0; i < plan->step_count; i++)
        if (plan->steps[i].action == MOVES_REMAKE &&
            meets_blocks(at, plan->steps[i].to, JOURNAL_SWAP_BYTES / plan->logical))
            return true;
    return false;
}

/* Writes the block AT with what is mended, if the disk cannot be read there. */
static int mend_block(struct fixing *fixing, struct shift_sectors at,
                      bool *ret_is_written)
{
    uint64_t offset = at.lba * fixing->limits.logical;
    size_t count = (size_t)(at.length * fixing->limits.logical);
    const struct sink *disk = &fixing->disk.mended_disk.sink;
    CLEANUP(freep) uint8_t *bytes = new_buffer(count);

    if (!disk->read_back(disk->context, offset, bytes, count) ||
        !is_block_of_table(fixing, &at))
        return 0;
    int error =
        fixing->disk.blocks.read_back(fixing->disk.blocks.context, offset, bytes, count);
    *ret_is_written = true;
    return error ? error
                 : fixing->disk.pages.write(fixing->disk.pages.context, offset, bytes,
                                            count);
}

static int mend_run(struct fixing *fixing, const struct sector_run *run,
                    bool *ret_is_written)
{
    uint64_t end = run->lba + run->count;
    int error = 0;

    for (uint64_t lba = run->lba; lba < end && !error;) {
        struct shift_sectors block = table_blocks(fixing, lba, 1);
        error = mend_block(fixing, block, ret_is_written);
        lba = block.lba + block.length;
    }
    return error;
}

static int mend_blocks(struct fixing *fixing)
{
    bool is_written = false;
    int error = 0;

    for (size_t i = 0;
         i < fixing->disk.mended.count && !fixing->found.has_record && !error; i++)
        error = mend_run(fixing, &fixing->disk.mended.runs[i], &is_written);
    fixing->has_begun |= is_written;
    if (is_written && !error)
        error = fixing->disk.pages.flush(fixing->disk.pages.context);
    return error;
}

/* Of a write while a move has begun: what that has saved is left to it. */
static int mend_beside(struct fixing *fixing)
{
    CLEANUP(freep) struct journal_saved *saved = xcalloc(1, sizeof(*saved));
    CLEANUP(freep) uint8_t *bytes = new_buffer((size_t)fixing->plan.saved[0].bytes);
    CLEANUP(freep) uint8_t *now = new_buffer((size_t)fixing->plan.saved[0].bytes);
    const struct sink *disk = &fixing->disk.mended_disk.sink;
    const uint8_t *at = bytes;
    int error = 0;

    if (!fixing->found.has_record || journal_read_saved(&fixing->journal, JOURNAL_NO_STEP,
                                                        saved, bytes) != RECORD_VALID)
        return 0;
    for (size_t i = 0; i < saved->saved_count && !error; i++) {
        uint64_t offset = saved->saved[i].start * fixing->limits.logical;
        size_t count = (size_t)(saved->saved[i].length * fixing->limits.logical);
        if (disk->read_back(disk->context, offset, now, count)) {
            fixing->has_begun = true;
            error =
                fixing->disk.pages.write(fixing->disk.pages.context, offset, at, count);
        }
        at += count;
    }
    return error || !fixing->has_begun
               ? error
               : fixing->disk.pages.flush(fixing->disk.pages.context);
}

/* A move has saved the block. What is in motion in it is written with it by the move; as
 * long as nothing is, all may be saved again. */
static bool writes_first_by_itself(const struct fixing *fixing)
{
    const struct journal_step *step = &fixing->plan.steps[fixing->first];
    uint64_t low = step->from < step->to ? step->from : step->to;

    return fixing->found.is_moving && low < table_blocks(fixing, 0, 1).length;
}

/* Writes the first sector again that another program has overwritten; what else is in its
 * block stays as it is. */
static int mend_first(struct fixing *fixing)
{
    struct shift_sectors first = table_blocks(fixing, 0, 1);
    size_t count = (size_t)(first.length * fixing->limits.logical);

    if (!fixing->disk.mended.lost || writes_first_by_itself(fixing))
        return 0;
    CLEANUP(freep) uint8_t *bytes = new_buffer(count);
    int error = read_blocks(fixing, first, bytes);
    if (!error && !fixing->found.has_record)
        error = save_blocks(fixing, first);
    if (error)
        return error;
    fixing->has_begun = true;
    error = fixing->disk.pages.write(fixing->disk.pages.context, 0, bytes, count);
    return error ? error : fixing->disk.pages.flush(fixing->disk.pages.context);
}

bool fixing_mend_table(struct fixing *fixing, struct err *err)
{
    int error = mend_blocks(fixing);

    if (!error)
        error = mend_beside(fixing);
    if (!error)
        error = mend_first(fixing);
    return !error || err_set(err, ERR_IO,
                             _("The table, which a power failure or another program has "
                               "destroyed, cannot be written again: %s."),
                             strerror(error));
}
