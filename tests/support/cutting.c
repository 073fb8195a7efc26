/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cutting.c - a disk in memory with a volatile cache, whose power can fail at each call
 */
#include "support/cutting.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "model/base/mem.h"
#include "support/tape.h"

void cutting_init(struct cutting *disk, size_t sectors, size_t logical,
                  struct alignment grid)
{
    *disk = (struct cutting){ .sectors = sectors, .logical = logical, .grid = grid };
    disk->bytes = xcalloc(sectors, logical);
    disk->durable = xcalloc(sectors, logical);
    disk->is_bad = xcalloc(sectors, sizeof(*disk->is_bad));
    disk->is_durably_bad = xcalloc(sectors, sizeof(*disk->is_durably_bad));
    disk->log_max = 4 * sectors;
    disk->log = xcalloc(disk->log_max, sizeof(*disk->log));
    disk->log_bytes = xcalloc(disk->log_max, logical);
    disk->touched = xcalloc(sectors, sizeof(*disk->touched));
    disk->is_touched = xcalloc(sectors, sizeof(*disk->is_touched));
}

void cutting_finish(struct cutting *disk)
{
    free(disk->bytes);
    free(disk->durable);
    free(disk->is_bad);
    free(disk->is_durably_bad);
    free(disk->log);
    free(disk->log_bytes);
    free(disk->touched);
    free(disk->is_touched);
    *disk = (struct cutting){ 0 };
}

void cutting_touch(struct cutting *disk, size_t sector)
{
    if (!disk->is_touched[sector])
        disk->touched[disk->touched_count++] = sector;
    disk->is_touched[sector] = true;
}

static void forget(struct cutting *disk)
{
    for (size_t i = 0; i < disk->touched_count; i++)
        disk->is_touched[disk->touched[i]] = false;
    disk->touched_count = 0;
    disk->faults = (struct cutting_faults){ 0 };
    disk->log_count = 0;
    disk->reads = disk->writes = disk->flushes = disk->refused = disk->done = 0;
    disk->is_off = false;
}

void cutting_copy(struct cutting *copy, const struct cutting *disk)
{
    memcpy(copy->durable, disk->durable, disk->sectors * disk->logical);
    memcpy(copy->bytes, disk->durable, disk->sectors * disk->logical);
    memcpy(copy->is_bad, disk->is_durably_bad, disk->sectors * sizeof(*disk->is_bad));
    memcpy(copy->is_durably_bad, copy->is_bad, disk->sectors * sizeof(*disk->is_bad));
    forget(copy);
}

void cutting_return(struct cutting *copy, const struct cutting *disk)
{
    for (size_t i = 0; i < copy->touched_count; i++) {
        size_t sector = copy->touched[i], at = sector * disk->logical;
        memcpy(copy->durable + at, disk->durable + at, disk->logical);
        memcpy(copy->bytes + at, disk->durable + at, disk->logical);
        copy->is_bad[sector] = disk->is_durably_bad[sector];
        copy->is_durably_bad[sector] = disk->is_durably_bad[sector];
    }
    forget(copy);
}

void cutting_set(struct cutting *disk, size_t sector, const void *bytes)
{
    memcpy(disk->bytes + sector * disk->logical, bytes, disk->logical);
    memcpy(disk->durable + sector * disk->logical, bytes, disk->logical);
    cutting_touch(disk, sector);
}

void cutting_block(const struct cutting *disk, size_t sector, size_t *ret_first,
                   size_t *ret_end)
{
    size_t past = align_past(disk->grid, sector);
    size_t end = sector - past + disk->grid.grain;

    *ret_first = past < sector ? sector - past : 0;
    *ret_end = end < disk->sectors ? end : disk->sectors;
}

bool cutting_is_readable(const struct cutting *disk, size_t sector)
{
    return !disk->is_bad[sector];
}

bool cutting_is_other(const struct cutting *disk, size_t sector)
{
    return disk->split && sector >= disk->split;
}

/* --- the functions of a sink --- */

/* Of the next write or flush. */
static bool has_power(struct cutting *disk)
{
    unsigned cut = disk->faults.cut_call;

    disk->is_off |= cut && disk->done + 1 >= cut;
    return !disk->is_off;
}

/* False if a block in it is unreadable and not covered. */
static bool is_writable(const struct cutting *disk, size_t first, size_t count)
{
    size_t block, end;

    cutting_block(disk, first, &block, &end);
    if (block < first && disk->is_bad[first])
        return false;
    cutting_block(disk, first + count - 1, &block, &end);
    return end <= first + count || !disk->is_bad[first + count - 1];
}

static int cache_sectors(struct cutting *disk, size_t first, const uint8_t *bytes,
                         size_t count)
{
    size_t logical = disk->logical;

    if (first + count > disk->sectors || disk->log_count + count > disk->log_max)
        return ENOSPC;
    if (!is_writable(disk, first, count)) {
        disk->refused++;
        return EIO;
    }
    memcpy(disk->bytes + first * logical, bytes, count * logical);
    memcpy(disk->log_bytes + disk->log_count * logical, bytes, count * logical);
    for (size_t i = 0; i < count; i++, disk->log_count++) {
        disk->log[disk->log_count] = first + i;
        disk->is_bad[first + i] = false;
        cutting_touch(disk, first + i);
    }
    disk->done++;
    if (disk->tape)
        tape_add_write(disk->tape, first, bytes, count, logical);
    return 0;
}

static int write_error(const struct cutting *disk)
{
    return disk->faults.error ? disk->faults.error : EIO;
}

static int cutting_write(void *context, uint64_t offset, const void *bytes, size_t count)
{
    struct cutting *disk = context;
    size_t sectors = count / disk->logical;

    disk->writes++;
    if (!has_power(disk))
        return EIO;
    if (disk->writes == disk->faults.phantom_write)
        return 0;
    if (disk->writes == disk->faults.stray_write)
        offset += disk->faults.stray_bytes;
    if (disk->writes == disk->faults.fail_write) {
        if (sectors / 2)
            (void)cache_sectors(disk, offset / disk->logical, bytes, sectors / 2);
        return write_error(disk);
    }
    if (disk->faults.fail_writes_from && disk->writes >= disk->faults.fail_writes_from)
        return write_error(disk);
    return cache_sectors(disk, offset / disk->logical, bytes, sectors);
}

/* The entries of the log that are not flushed stay in it. */
static int flush_part(struct cutting *disk, bool is_other)
{
    size_t logical = disk->logical, left = 0;

    disk->flushes++;
    if (!has_power(disk) || disk->flushes == disk->faults.fail_flush)
        return EIO;
    if (disk->flushes == disk->faults.skip_flush)
        return 0;
    for (size_t i = 0; i < disk->log_count; i++) {
        size_t sector = disk->log[i], at = sector * logical;
        if (cutting_is_other(disk, sector) == is_other) {
            memcpy(disk->durable + at, disk->bytes + at, logical);
            disk->is_durably_bad[sector] = false;
            continue;
        }
        if (left < i) {
            disk->log[left] = sector;
            memcpy(disk->log_bytes + left * logical, disk->log_bytes + i * logical,
                   logical);
        }
        left++;
    }
    disk->log_count = left;
    disk->done++;
    if (disk->tape)
        tape_add_flush(disk->tape, is_other);
    return 0;
}

static int cutting_flush(void *context)
{
    return flush_part(context, false);
}

static int cutting_flush_other(void *context)
{
    return flush_part(context, true);
}

static int cutting_read(void *context, uint64_t offset, void *bytes, size_t count)
{
    struct cutting *disk = context;
    size_t first = offset / disk->logical, sectors = count / disk->logical;

    disk->reads++;
    if (disk->is_off || disk->reads == disk->faults.fail_read ||
        first + sectors > disk->sectors || memchr(disk->is_bad + first, true, sectors))
        return EIO;
    memcpy(bytes,
           (disk->reads == disk->faults.stale_read ? disk->durable : disk->bytes) +
               offset,
           count);
    return 0;
}

struct sink cutting_sink(struct cutting *disk)
{
    return (struct sink){ cutting_write, cutting_flush, cutting_read, disk };
}

struct sink cutting_other_sink(struct cutting *disk)
{
    return (struct sink){ cutting_write, cutting_flush_other, cutting_read, disk };
}

/* --- cuts --- */

/* Returns the end of the block of SECTOR. */
static size_t spoil(struct cutting *disk, size_t sector)
{
    size_t first, end;

    cutting_block(disk, sector, &first, &end);
    memset(disk->is_durably_bad + first, true, end - first);
    memset(disk->durable + first * disk->logical, 0xee, (end - first) * disk->logical);
    while (first < end)
        cutting_touch(disk, first++);
    return end;
}

/* An unreadable block of which a part was written stays unreadable. */
static void spoil_partly_written(struct cutting *disk)
{
    const bool *all = disk->is_durably_bad, *bad = all;

    while ((bad = memchr(bad, true, disk->sectors - (size_t)(bad - all))))
        bad = all + spoil(disk, (size_t)(bad - all));
}

/* What KEPT of the log of DISK becomes durable on IMAGE. */
static void settle(struct cutting *image, const struct cutting *disk, const bool *kept,
                   size_t block)
{
    size_t logical = disk->logical;

    for (size_t i = 0; i < disk->log_count; i++) {
        size_t sector = disk->log[i];
        if (!kept[i])
            continue;
        memcpy(image->durable + sector * logical, disk->log_bytes + i * logical, logical);
        image->is_durably_bad[sector] = false;
        cutting_touch(image, sector);
    }
    if (block != CUTTING_NO_BLOCK)
        (void)spoil(image, block);
    spoil_partly_written(image);
}

void cutting_cut(struct cutting *image, const struct cutting *disk, const bool *kept,
                 size_t block)
{
    settle(image, disk, kept, block);
    for (size_t i = 0; i < image->touched_count; i++) {
        size_t sector = image->touched[i], at = sector * disk->logical;
        memcpy(image->bytes + at, image->durable + at, disk->logical);
        image->is_bad[sector] = image->is_durably_bad[sector];
    }
}

void cutting_power_on(struct cutting *disk)
{
    disk->faults = (struct cutting_faults){ 0 };
    disk->is_off = false;
    disk->reads = disk->done = 0;
}

void cutting_restart(struct cutting *disk, const bool *kept, size_t block)
{
    settle(disk, disk, kept, block);
    memcpy(disk->bytes, disk->durable, disk->sectors * disk->logical);
    memcpy(disk->is_bad, disk->is_durably_bad, disk->sectors * sizeof(*disk->is_bad));
    disk->log_count = 0;
    cutting_power_on(disk);
}

/* Of the first two random mixtures all but one sector is lost or kept. */
static void choose_random(struct rng *rng, unsigned count, size_t entries, bool *kept)
{
    size_t one = rng_below(rng, entries);
    uint64_t share = 1 + rng_below(rng, 3);

    for (size_t i = 0; i < entries; i++) {
        kept[i] = rng_below(rng, 4) < share;
        if (count < 4)
            kept[i] = (i == one) == (count == 2);
    }
}

bool cutting_choose(const struct cutting *disk, struct rng *rng, unsigned limit,
                    unsigned count, bool *kept, size_t *ret_block)
{
    size_t entries = disk->log_count;
    bool is_all = entries < 20 && UINT64_C(1) << entries <= limit;
    unsigned mixtures = is_all ? 1U << entries : limit;
    unsigned mixture = count / 2;

    *ret_block = CUTTING_NO_BLOCK;
    if (mixture >= mixtures || (!entries && count))
        return false;
    if (is_all || mixture < 2) {
        for (size_t i = 0; i < entries; i++)
            kept[i] = is_all ? mixture >> i & 1 : mixture == 1;
    } else {
        choose_random(rng, mixture, entries, kept);
    }
    if (count % 2)
        *ret_block = disk->log[rng_below(rng, entries)];
    return true;
}
