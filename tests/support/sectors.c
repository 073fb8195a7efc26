/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sectors.c - a disk of any size in memory, sector by sector */
#include "support/sectors.h"

#include <stdlib.h>
#include <string.h>

#include "model/base/mem.h"

/* The index of LBA, or of the first sector behind it. */
static size_t find_sector(const struct sectors *disk, uint64_t lba)
{
    size_t low = 0, high = disk->count;

    while (low < high) {
        size_t middle = (low + high) / 2;
        if (disk->at[middle].lba < lba)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* The sector's bytes, made where it is not there. */
static uint8_t *touch(struct sectors *disk, uint64_t lba)
{
    size_t at = find_sector(disk, lba);

    if (at < disk->count && disk->at[at].lba == lba)
        return disk->at[at].bytes;
    disk->at = xrealloc(disk->at, disk->count + 1, sizeof(*disk->at));
    memmove(disk->at + at + 1, disk->at + at, (disk->count - at) * sizeof(*disk->at));
    disk->count++;
    disk->at[at] = (struct sectors_one){ lba, xcalloc(1, disk->logical) };
    return disk->at[at].bytes;
}

void sectors_put(struct sectors *disk, uint64_t lba, const uint8_t *bytes)
{
    memcpy(touch(disk, lba), bytes, disk->logical);
}

void sectors_put_bytes(struct sectors *disk, uint64_t offset, const void *bytes,
                       size_t count)
{
    for (size_t done = 0; done < count;) {
        uint64_t at = (offset + done) % disk->logical;
        size_t room = disk->logical - at, rest = count - done;
        size_t now = room < rest ? room : rest;
        memcpy(touch(disk, (offset + done) / disk->logical) + at,
               (const uint8_t *)bytes + done, now);
        done += now;
    }
}

void sectors_put_plan(struct sectors *disk, const struct write_plan *plan, size_t first,
                      size_t last)
{
    for (size_t i = first; i < last; i++)
        for (uint64_t k = 0; k < plan->writes[i].count; k++)
            sectors_put(disk, plan->writes[i].lba + k,
                        plan->writes[i].after + k * disk->logical);
}

struct sectors sectors_copy(const struct sectors *disk)
{
    struct sectors copy = *disk;

    copy.at = xcalloc(disk->count + 1, sizeof(*copy.at));
    for (size_t i = 0; i < disk->count; i++) {
        copy.at[i] = (struct sectors_one){ disk->at[i].lba, xmalloc(disk->logical) };
        memcpy(copy.at[i].bytes, disk->at[i].bytes, disk->logical);
    }
    return copy;
}

static bool read_sectors(void *context, uint64_t offset, void *buf, size_t count)
{
    const struct sectors *disk = context;
    uint64_t end = offset + count;

    memset(buf, 0, count);
    for (size_t i = find_sector(disk, offset / disk->logical); i < disk->count; i++) {
        uint64_t from = disk->at[i].lba * disk->logical, to = from + disk->logical;
        uint64_t first = from > offset ? from : offset, last = to < end ? to : end;
        if (from >= end)
            break;
        memcpy((uint8_t *)buf + (first - offset), disk->at[i].bytes + (first - from),
               last - first);
    }
    return true;
}

struct reader sectors_reader(struct sectors *disk)
{
    return (struct reader){ read_sectors, disk, disk->size * disk->logical };
}

void sectors_finish(struct sectors *disk)
{
    for (size_t i = 0; i < disk->count; i++)
        free(disk->at[i].bytes);
    free(disk->at);
    disk->at = NULL;
    disk->count = 0;
}
