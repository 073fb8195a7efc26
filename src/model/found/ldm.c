/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ldm.c - the database of a Windows dynamic disk
 *
 * Linux, block/partitions/ldm.h: all fields are big endian, and count sectors of 512
 * bytes. */
#include "model/found/ldm.h"

#include <string.h>

#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/num.h"

enum {
    SECTOR = 512,
    HEADER_AT = 6 * SECTOR, /* on msdos; a copy is in the last sector */
    AT_CONFIG_START = 0x12b,
    AT_CONFIG_SIZE = 0x133,
};

/* Of the database, in bytes. */
struct config {
    uint64_t start, length;
};

static void ldm_add_range(const struct limits *limits, uint64_t start, uint64_t length,
                          const char *name, struct known_range ret[LDM_RANGES_MAX],
                          size_t *count)
{
    struct known_range *range = &ret[*count];
    uint64_t end = num_round_up(start + length, limits->logical) / limits->logical;

    range->start = start / limits->logical;
    range->length = num_min(end, limits->size) - range->start;
    range->id = "dynamic-disk";
    copy_text(range->name, sizeof(range->name), name);
    ++*count;
}

/* Reads the header at OFFSET. *RET is untouched if it names no sectors of the disk. */
static bool ldm_read_header(const struct reader *disk, uint64_t offset,
                            struct config *ret)
{
    uint8_t sector[SECTOR];
    struct config config;
    uint64_t end;

    if (!reader_read(disk, offset, sector, sizeof(sector)) ||
        memcmp(sector, "PRIVHEAD", 8) != 0)
        return false;
    if (num_mul(be64_at(sector, AT_CONFIG_START), SECTOR, &config.start) &&
        num_mul(be64_at(sector, AT_CONFIG_SIZE), SECTOR, &config.length) &&
        num_add(config.start, config.length, &end) && end <= disk->size && config.length)
        *ret = config;
    return true;
}

size_t ldm_find(const struct reader *disk, const struct limits *limits,
                struct known_range ret[LDM_RANGES_MAX])
{
    const char *header = _("header of a Windows dynamic disk");
    struct config config = { 0 };
    uint64_t last = disk->size < SECTOR ? 0 : disk->size - SECTOR;
    size_t count = 0;

    if (ldm_read_header(disk, HEADER_AT, &config))
        ldm_add_range(limits, HEADER_AT, SECTOR, header, ret, &count);
    struct config copy = config;
    bool has_copy = ldm_read_header(disk, last, &copy);
    if (!config.length)
        config = copy;
    if (config.length)
        ldm_add_range(limits, config.start, config.length,
                      _("database of a Windows dynamic disk"), ret, &count);
    if (has_copy && last >= config.start + config.length)
        ldm_add_range(limits, last, SECTOR, header, ret, &count);
    return count;
}
