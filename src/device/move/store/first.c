/* SPDX-License-Identifier: GPL-3.0-or-later */
/* first.c - writes an LBA 0 again that another program has overwritten, or that cannot be
 * read: with the other sectors of its block, since a drive writes no part of a block that
 * it cannot read */
#include <stdlib.h>
#include <string.h>

#include "device/move/store/foreign.h"
#include "device/move/store/kinds.h"
#include "device/move/store/private.h"
#include "model/base/mem.h"
#include "model/base/num.h"

enum { PAGE = 4096 }; /* of memory */

static bool has_boot_signature(const uint8_t *sector)
{
    return sector[510] == 0x55 && sector[511] == 0xaa;
}

/* The first block of the disk, and a reader of the disk with it. */
struct first_block {
    struct reader disk;
    uint64_t logical, sectors;
    uint8_t *bytes; /* owned */
    bool is_read;   /* all of it could be */
    bool is_lost;   /* what could not be is not known */
};

static void first_block_finish(struct first_block *first)
{
    free(first->bytes);
}

static bool read_with_first(void *context, uint64_t offset, void *bytes, size_t count)
{
    const struct first_block *first = context;
    uint64_t end = first->sectors * first->logical;

    if (offset >= end)
        return reader_read(&first->disk, offset, bytes, count);
    if (count > end - offset)
        return false;
    memcpy(bytes, first->bytes + offset, count);
    return true;
}

/* --- what it has to be --- */

/* Sets RET to sector LBA in state J, or as it was before the fix; false: the log does not
 * know it. */
static bool put_logged(const struct redo *redo, const struct table_states *states,
                       size_t j, uint64_t lba, uint8_t *ret)
{
    const uint8_t *known = table_image_find(&redo->log->before, lba);

    if (!known)
        known = table_image_find(&redo->log->kept, lba);
    if (known)
        memcpy(ret, known, redo->log->logical);
    for (size_t i = 0; i < table_states_sectors(states); i++)
        if (table_states_lba(states, i) == lba && table_states_counts(states, j, i))
            table_merge(states, j, i, NULL, ret);
    return known;
}

static bool is_moved_sector(const struct redo *redo, uint64_t lba)
{
    for (size_t i = 0; i < redo->move_count; i++) {
        struct shift_sectors all = fix_move_envelope(&redo->moves[i]);
        if (lba >= all.lba && lba - all.lba < all.length)
            return true;
    }
    return false;
}

/* What can be read is what is there. */
static void make_first(struct redo *redo, const struct table_states *states, size_t j,
                       struct first_block *first)
{
    first->is_read = true;
    first->is_lost = false;
    for (uint64_t lba = 0; lba < first->sectors; lba++) {
        uint8_t *at = first->bytes + lba * first->logical;
        bool is_read =
            reader_read(&first->disk, lba * first->logical, at, (size_t)first->logical);
        first->is_read &= is_read;
        if (is_read && (lba || has_boot_signature(at)))
            continue;
        first->is_lost |=
            !put_logged(redo, states, j, lba, at) || is_moved_sector(redo, lba);
    }
}

/* Makes the first block with which the table is one of STATES; false: none is. */
static bool make_fitting(struct redo *redo, const struct table_states *states,
                         struct first_block *first)
{
    bool is_back = redo->store->head.run.direction == RUN_BACK;
    struct reader reader = { read_with_first, first, redo->log->disk_bytes };

    for (size_t j = 0; j <= table_states_epochs(states); j++) {
        make_first(redo, states, j, first);
        if (!first->is_lost && table_position(states, &reader, is_back) != TABLE_FOREIGN)
            return true;
    }
    return false;
}

/* --- all of it --- */

/* A whole block needs no page: it can be written again. */
static int write_first(struct redo *redo, const struct first_block *first)
{
    const struct fix_store_run run = { 0, 1, first->bytes };
    const struct sink *disk = redo->store->disk;

    if (first->is_read)
        return fix_store_put(redo->store, &run, 1);
    int error = disk->write(disk->context, 0, first->bytes,
                            (size_t)(first->sectors * first->logical));
    return error ? error : fix_store_flush(redo->store);
}

static bool has_first(const struct first_block *first)
{
    return reader_read(&first->disk, 0, first->bytes, (size_t)first->logical) &&
           has_boot_signature(first->bytes);
}

/* Sets RET to the block that the disk lacks; false: it lacks none, or more.
 * first_block_finish() it in any case. */
static bool find_lacking(struct redo *redo, const struct table_states *states,
                         struct first_block *ret)
{
    uint64_t logical = redo->log->logical, end = align_next(redo->store->grid, 1);
    uint64_t sectors = num_min(end, redo->log->disk_bytes / logical);

    *ret = (struct first_block){ .disk = redo_reader(redo),
                                 .logical = logical,
                                 .sectors = sectors,
                                 .bytes = xaligned(PAGE, (size_t)(sectors * logical)) };
    return !has_first(ret) && make_fitting(redo, states, ret);
}

bool redo_lacks_first(struct redo *redo)
{
    CLEANUP(first_block_finish) struct first_block first = { 0 };

    return redo->states && find_lacking(redo, redo->states, &first);
}

int redo_mend_first(struct redo *redo)
{
    struct run_head run = redo->store->head.run;

    if (run.direction == RUN_DONE)
        return 0;
    CLEANUP(table_states_freep)
    struct table_states *states = run.direction == RUN_EXIT
                                      ? table_states_of_exits(redo->log, run.step)
                                      : table_states_of_step(redo->log, run.step);
    CLEANUP(first_block_finish) struct first_block first = { 0 };
    return find_lacking(redo, states, &first) ? write_first(redo, &first) : 0;
}
