/* SPDX-License-Identifier: GPL-3.0-or-later */
/* journal_scan.c - finds the journal on a disk whose table cannot be read */
#include "model/move/journal/journal_scan.h"

#include "model/base/mem.h"
#include "model/move/journal/journal_find.h"

enum {
    PIECE_BYTES = 1 << 20,
    BLOCK_BYTES = 4096, /* is read by itself in a piece that cannot be read */
    TRIES_MAX = 64,
};

bool journal_at(const struct reader *disk, const struct journal_disk *of, uint64_t lba,
                struct journal_plan *ret)
{
    CLEANUP(freep) struct journal_plan *plan = xmalloc(sizeof(*plan));
    struct reader_part part;
    struct reader journal = reader_of_part(&part, disk, lba * of->logical, disk->size);

    /* A copy of a journal is not where its plan says. */
    if (!lba ||
        journal_find_plan(&journal, NULL, of, plan, ERR_IGNORED) != RECORD_VALID ||
        plan->spot.start != lba)
        return false;
    *ret = *plan;
    return true;
}

struct scan {
    const struct reader *disk;
    const struct journal_disk *of;
    struct journal_plan *plan;
    const struct journal_scan_watch *watch; /* or NULL */
    unsigned tries;
};

static bool scan_bytes(struct scan *scan, uint64_t offset, const uint8_t *bytes,
                       size_t count)
{
    uint64_t logical = scan->of->logical;

    for (size_t at = 0; at < count && scan->tries < TRIES_MAX; at += logical)
        if (journal_record_kind(bytes + at, count - at) == JOURNAL_PLAN) {
            scan->tries++;
            if (journal_at(scan->disk, scan->of, (offset + at) / logical, scan->plan))
                return true;
        }
    return false;
}

static bool scan_piece(struct scan *scan, uint64_t offset, uint8_t *bytes, size_t count)
{
    if (reader_read(scan->disk, offset, bytes, count))
        return scan_bytes(scan, offset, bytes, count);
    for (size_t at = 0; at < count; at += BLOCK_BYTES) {
        size_t block = count - at < BLOCK_BYTES ? count - at : BLOCK_BYTES;
        if (reader_read(scan->disk, offset + at, bytes, block) &&
            scan_bytes(scan, offset + at, bytes, block))
            return true;
    }
    return false;
}

static bool scan_range(struct scan *scan, uint64_t at, uint64_t end)
{
    CLEANUP(freep) uint8_t *bytes = xmalloc(PIECE_BYTES);
    const struct journal_scan_watch *watch = scan->watch;
    uint64_t first = at;

    for (size_t count; at < end; at += count) {
        if (watch && !watch->go_on(watch->context, at - first, end - first))
            return false;
        count = end - at < PIECE_BYTES ? (size_t)(end - at) : PIECE_BYTES;
        if (scan_piece(scan, at, bytes, count))
            return true;
    }
    return false;
}

/* Sets *RET_HEAD to the end of what is searched at the start, and returns where that at
 * the end begins. */
static uint64_t ends_of(const struct journal_disk *of, uint64_t *ret_head)
{
    uint64_t size = of->sectors * of->logical;

    *ret_head = size < JOURNAL_SCAN_BYTES ? size : JOURNAL_SCAN_BYTES;
    return size - *ret_head < JOURNAL_SCAN_BYTES ? *ret_head : size - JOURNAL_SCAN_BYTES;
}

bool journal_scan(const struct reader *disk, const struct journal_disk *of,
                  struct journal_plan *ret)
{
    struct scan scan = { .disk = disk, .of = of, .plan = ret };
    uint64_t head, tail = ends_of(of, &head);

    return scan_range(&scan, 0, head) ||
           scan_range(&scan, tail, of->sectors * of->logical);
}

bool journal_scan_rest(const struct reader *disk, const struct journal_disk *of,
                       const struct journal_scan_watch *watch, struct journal_plan *ret)
{
    struct scan scan = { .disk = disk, .of = of, .plan = ret, .watch = watch };
    uint64_t head, tail = ends_of(of, &head);

    return scan_range(&scan, head, tail);
}
