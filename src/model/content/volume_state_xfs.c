/* SPDX-License-Identifier: GPL-3.0-or-later */
/* volume_state_xfs.c - whether the log of an XFS ends with the record of an unmount
 *
 * "XFS Algorithms & Data Structures", 3rd edition: superblock, journaling log.  Linux,
 * fs/xfs/xfs_log_recover.c, xlog_find_head() and xlog_check_unmount_rec().  Each block of
 * the log has the number of its cycle, which falls by one where the log ends: bisecting
 * finds that place.  An unmount is written when nothing else is on its way, so what a
 * crash left in another order ends with another record anyway. */

#include "model/base/num.h"
#include "model/content/kinds.h"
#include "model/content/volume_state.h"

enum {
    BLOCK = 512,             /* of the log */
    RECORD_MAX = 512 + 8,    /* blocks: 256 KiB with their headers */
    HEADER_SPAN = 32 * 1024, /* bytes of a record for which a header block is enough */
    LOG_START = 48,
    AG_BLOCKS = 84,
    LOG_BLOCKS = 96,
    AG_SHIFT = 124,
    VERSION = 100,
    VERSION_MASK = 15,
    INCOMPAT = 216, /* of version 5 */
    NEEDS_REPAIR = 16,
    HEAD_LENGTH = 12,
    HEAD_OPERATIONS = 40,
    HEAD_SIZE = 320,
    OPERATION_FLAGS = 9,
    IS_UNMOUNT = 0x20,
};

#define HEAD_MAGIC 0xFEEDBABEU

struct xfs_log {
    const struct reader *part;
    uint64_t offset; /* bytes */
    uint64_t blocks;
};

static bool log_read(const struct xfs_log *log, uint64_t at, uint8_t *ret)
{
    return reader_read(log->part, log->offset + at % log->blocks * BLOCK, ret, BLOCK);
}

static bool log_cycle(const struct xfs_log *log, uint64_t at, uint32_t *ret)
{
    uint8_t block[BLOCK];

    if (!log_read(log, at, block))
        return false;
    *ret = be32_at(block, be32_at(block, 0) == HEAD_MAGIC ? 4 : 0);
    return true;
}

/* Finds the log within the volume; false if it is on another device. */
static bool log_find(const struct reader *part, const uint8_t *super, uint64_t block,
                     struct xfs_log *ret)
{
    uint64_t start = be64_at(super, LOG_START), count = be32_at(super, LOG_BLOCKS);
    unsigned shift = super[AG_SHIFT];

    if (!start || !count || shift > 31)
        return false;
    uint64_t in_group = start & ((UINT64_C(1) << shift) - 1), offset;
    /* The log has fewer than 2^32 file system blocks of at most 2^16 bytes. */
    *ret = (struct xfs_log){ .part = part, .blocks = count * block / BLOCK };
    return ret->blocks && num_mul(start >> shift, be32_at(super, AG_BLOCKS), &offset) &&
           num_add(offset, in_group, &offset) && num_mul(offset, block, &ret->offset) &&
           ret->offset < part->size && count * block <= part->size - ret->offset;
}

/* Finds the block behind the last record: the first one whose cycle is not that of the
 * first block; 0 if there is none. */
static bool log_find_head(const struct xfs_log *log, uint32_t first, uint64_t *ret)
{
    uint64_t low = 0, high = log->blocks;
    uint32_t cycle;

    while (high - low > 1) {
        uint64_t middle = low + (high - low) / 2;
        if (!log_cycle(log, middle, &cycle))
            return false;
        if (cycle == first)
            low = middle;
        else
            high = middle;
    }
    *ret = high % log->blocks;
    return true;
}

/* True if the record whose header is HEAD, BACK blocks before the end of the log, is that
 * of an unmount, and the last one. */
static bool is_unmount(const struct xfs_log *log, const uint8_t *head, uint64_t end,
                       uint64_t back)
{
    uint64_t size = be32_at(head, HEAD_SIZE), length = be32_at(head, HEAD_LENGTH);
    uint64_t heads = size > HEADER_SPAN ? (size + HEADER_SPAN - 1) / HEADER_SPAN : 1;
    uint8_t operation[BLOCK];

    return be32_at(head, HEAD_OPERATIONS) == 1 &&
           heads + (length + BLOCK - 1) / BLOCK == back &&
           log_read(log, end - back + heads, operation) &&
           operation[OPERATION_FLAGS] & IS_UNMOUNT;
}

static enum volume_state log_state(const struct xfs_log *log)
{
    uint8_t block[BLOCK];
    uint32_t first;
    uint64_t head;

    if (!log_cycle(log, 0, &first))
        return VOLUME_UNKNOWN;
    if (!first)
        return VOLUME_CLEAN; /* never written to */
    if (!log_find_head(log, first, &head))
        return VOLUME_UNKNOWN;
    uint64_t end = head + log->blocks; /* the log is a ring */
    for (uint64_t back = 1; back <= RECORD_MAX && back < log->blocks; back++) {
        if (!log_read(log, end - back, block))
            return VOLUME_UNKNOWN;
        if (be32_at(block, 0) == HEAD_MAGIC)
            return is_unmount(log, block, end, back) ? VOLUME_CLEAN : VOLUME_DIRTY;
    }
    return VOLUME_UNKNOWN;
}

enum volume_state volume_state_xfs(const struct reader *part, const struct inside *inside)
{
    struct xfs_log log;
    uint8_t super[512];

    if (!reader_read(part, 0, super, sizeof(super)))
        return VOLUME_UNKNOWN;
    if ((be16_at(super, VERSION) & VERSION_MASK) == 5 &&
        be32_at(super, INCOMPAT) & NEEDS_REPAIR)
        return VOLUME_ERRORS;
    return log_find(part, super, inside->block, &log) ? log_state(&log) : VOLUME_UNKNOWN;
}
