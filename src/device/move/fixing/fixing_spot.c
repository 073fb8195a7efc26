/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fixing_spot.c - the start of the partition that the journal is in, while it is there
 *
 * A swap area that keeps its signature would be used after a restart, over the journal.
 * So guards are in place of the header, which lead to the journal, too.  Each header that
 * it has in the course of the fix is known before the first write; the one of the rest
 * point where the fix ends is written last. */
#include <stdlib.h>
#include <string.h>

#include "device/move/fixing/fixing_private.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/num.h"

/* Of the partition: where swap has its header, on most machines. */
enum { PAGE_BYTES = 4096, PAGE_BYTES_MAX = 65536, MAGIC_BYTES = 10 };
/* The number of the last page (Linux, include/linux/swap.h, union swap_header). */
enum { LAST_PAGE_AT = 1028 };

/* The header that the partition has at one of its places. */
struct fixing_spot_header {
    uint64_t start, length; /* sectors of the partition */
    uint64_t sectors;       /* of the header */
    uint8_t *bytes;         /* owned */
};

void fixing_spot_free(struct fixing_redo *redo)
{
    for (size_t i = 0; i < redo->header_count; i++)
        free(redo->headers[i].bytes);
    free(redo->headers);
}

/* --- one write --- */

/* Adds a write of COUNT sectors at LBA, from what TABLE has there to AFTER, which is
 * taken; none if that is the same. */
static bool add_spot_write(const struct reader *table, struct write_plan *plan,
                           uint64_t lba, uint64_t count, uint8_t *after, struct err *err)
{
    size_t bytes = (size_t)(count * plan->logical);
    uint8_t *before = xmalloc(bytes + 1);
    bool is_read = reader_read(table, lba * plan->logical, before, bytes);

    if (!is_read || !memcmp(before, after, bytes)) {
        free(before);
        free(after);
        return is_read ||
               err_set(err, ERR_IO, _("Sector %llu cannot be read."), (ull)lba);
    }
    plan->writes = xrealloc(plan->writes, plan->count + 1, sizeof(*plan->writes));
    plan->writes[plan->count++] = (struct write){
        .lba = lba,
        .count = count,
        .what = WRITE_SWAP,
        .is_flushed = true,
        .before = before,
        .after = after,
    };
    return true;
}

/* Guards of the first step, from which on the journal is there. */
static uint8_t *make_guards(const struct fixing *fixing, uint64_t sectors)
{
    const struct record_head *head = &fixing->redo->head;
    uint8_t *bytes = xcalloc(sectors, fixing->plan.logical);

    for (uint64_t i = 0; i < sectors; i++) {
        const struct record_guard guard = { .owner = head->owner,
                                            .index = i,
                                            .place = head->place };
        record_guard_encode(&guard, bytes + i * fixing->plan.logical);
    }
    return bytes;
}

/* --- headers --- */

static const struct fixing_spot_header *find_spot_header(const struct fixing_redo *redo,
                                                         const struct extent *partition)
{
    for (size_t i = redo->header_count; i > 0; i--) {
        const struct fixing_spot_header *header = &redo->headers[i - 1];
        if (header->start == partition->start && header->length == partition->length)
            return header;
    }
    return NULL;
}

/* Takes BYTES. */
static void keep_spot_header(struct fixing *fixing, const struct extent *partition,
                             uint64_t sectors, uint8_t *bytes)
{
    struct fixing_redo *redo = fixing->redo;

    redo->headers =
        xrealloc(redo->headers, redo->header_count + 1, sizeof(*redo->headers));
    redo->headers[redo->header_count++] =
        (struct fixing_spot_header){ partition->start, partition->length, sectors,
                                     bytes };
}

/* Returns the bytes of the header of a swap area; else those of the smallest page. */
static size_t swap_header_bytes(const struct reader *table, uint64_t start)
{
    uint8_t magic[MAGIC_BYTES];

    for (size_t bytes = PAGE_BYTES; bytes <= PAGE_BYTES_MAX; bytes *= 2)
        if (reader_read(table, start + bytes - MAGIC_BYTES, magic, MAGIC_BYTES) &&
            !memcmp(magic, "SWAPSPACE2", MAGIC_BYTES))
            return bytes;
    return PAGE_BYTES;
}

/* What an empty partition has there is not given back: the journal has overwritten what
 * belongs to it. */
static bool read_spot_header(struct fixing *fixing, const struct reader *table,
                             const struct extent *partition, struct err *err)
{
    uint64_t logical = fixing->plan.logical;
    size_t count = swap_header_bytes(table, partition->start * logical);
    uint8_t *bytes = xcalloc(count, 1);
    bool is_read = fixing->plan.spot.kind != JOURNAL_SWAP ||
                   reader_read(table, partition->start * logical, bytes, count);

    keep_spot_header(fixing, partition, count / logical, bytes);
    return is_read ||
           err_set(err, ERR_IO, _("Sector %llu cannot be read."), (ull)partition->start);
}

/* --- the steps --- */

/* Of a page: guards, and the header at the end; for each new place also zeros at the old
 * one.  A patch has the old bytes and the new ones behind its row. */
uint64_t fixing_spot_bytes(const struct fixing *fixing)
{
    const struct journal_plan *plan = &fixing->plan;
    uint64_t sectors = PAGE_BYTES / plan->logical, pages = 2;

    for (size_t i = 0; i < plan->step_count; i++)
        if (plan->steps[i].number == fixing->place_number)
            pages += 3;
    return fixing->place_number ? pages * sectors * (2ULL * plan->logical + 16) : 0;
}

bool fixing_spot_begin(struct fixing *fixing, const struct reader *table,
                       const struct layout *now, struct write_plan *ret, struct err *err)
{
    const struct extent *partition = layout_find_number(now, fixing->place_number);

    *ret = (struct write_plan){ .logical = fixing->plan.logical };
    if (!fixing->place_number)
        return true;
    if (!read_spot_header(fixing, table, partition, err))
        return false;
    uint64_t sectors = find_spot_header(fixing->redo, partition)->sectors;
    return add_spot_write(table, ret, partition->start, sectors,
                          make_guards(fixing, sectors), err);
}

static uint8_t *copy_of_bytes(const uint8_t *bytes, size_t count)
{
    return memcpy(xmalloc(count + 1), bytes, count);
}

/* Guards that are left at the old start would lead to a journal that is gone. */
static bool clear_old_start(const struct fixing *fixing, const struct reader *table,
                            const struct extent *before, const struct extent *after,
                            struct write_plan *plan, struct err *err)
{
    uint64_t sectors = find_spot_header(fixing->redo, after)->sectors;
    uint64_t end = before->start + find_spot_header(fixing->redo, before)->sectors;
    uint64_t logical = fixing->plan.logical;
    uint64_t left = num_min(end, after->start);
    uint64_t right = num_max(before->start, after->start + sectors);

    return (left <= before->start ||
            add_spot_write(table, plan, before->start, left - before->start,
                           xcalloc(left - before->start, logical), err)) &&
           (right >= end || add_spot_write(table, plan, right, end - right,
                                           xcalloc(end - right, logical), err));
}

static void add_copy(const struct write *write, struct write_plan *plan)
{
    size_t count = (size_t)(write->count * plan->logical);

    plan->writes = xrealloc(plan->writes, plan->count + 1, sizeof(*plan->writes));
    plan->writes[plan->count] = *write;
    plan->writes[plan->count].before = copy_of_bytes(write->before, count);
    plan->writes[plan->count++].after = copy_of_bytes(write->after, count);
}

/* The header at the new place is the old one, of another number of pages. */
static void keep_moved_header(struct fixing *fixing, const struct extent *old,
                              const struct extent *new)
{
    const struct fixing_spot_header *header = find_spot_header(fixing->redo, old);
    size_t count = (size_t)(header->sectors * fixing->plan.logical);
    uint8_t *bytes = copy_of_bytes(header->bytes, count);

    if (fixing->plan.spot.kind == JOURNAL_SWAP)
        put_le32(bytes, LAST_PAGE_AT,
                 (uint32_t)(new->length * fixing->plan.logical / count - 1));
    keep_spot_header(fixing, new, header->sectors, bytes);
}

bool fixing_spot_step(struct fixing *fixing, const struct reader *table,
                      const struct layout *now, const struct layout *after,
                      const struct write_plan *plan, struct write_plan *ret,
                      struct err *err)
{
    const struct extent *old = layout_find_number(now, fixing->place_number);
    const struct extent *new = layout_find_number(after, fixing->place_number);

    *ret = (struct write_plan){ .logical = fixing->plan.logical };
    keep_moved_header(fixing, old, new);
    uint64_t sectors = find_spot_header(fixing->redo, new)->sectors;
    if (!add_spot_write(table, ret, new->start, sectors, make_guards(fixing, sectors),
                        err))
        return false;
    for (size_t i = 0; i < plan->count; i++)
        add_copy(&plan->writes[i], ret);
    return clear_old_start(fixing, table, old, new, ret, err);
}

bool fixing_spot_end(const struct fixing *fixing, const struct reader *table,
                     const struct layout *now, struct write_plan *plan, struct err *err)
{
    const struct extent *partition =
        fixing->place_number ? layout_find_number(now, fixing->place_number) : NULL;
    const struct fixing_spot_header *header =
        partition ? find_spot_header(fixing->redo, partition) : NULL;

    if (!header)
        return true;
    plan->logical = fixing->plan.logical;
    return add_spot_write(
        table, plan, partition->start, header->sectors,
        copy_of_bytes(header->bytes, (size_t)(header->sectors * plan->logical)), err);
}
