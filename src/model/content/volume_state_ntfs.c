/* SPDX-License-Identifier: GPL-3.0-or-later */
/* volume_state_ntfs.c - the dirty flag of an NTFS, and whether its log was closed
 *
 * Linux-NTFS documentation: $Volume, VOLUME_INFORMATION; $LogFile, restart area. ntfs-3g,
 * ntfs_is_logfile_clean(). */

#include "model/base/num.h"
#include "model/content/kinds.h"
#include "model/content/ntfs_record.h"
#include "model/content/volume_state.h"

enum {
    RECORD_LOG = 2,
    RECORD_VOLUME = 3,
    VALUE_BYTES = 16, /* of a resident attribute */
    VALUE_AT = 20,
    FLAGS_AT = 10,
    FLAGS_END = 12,
    IS_DIRTY = 1,
    PAGE = 4096,
    PAGE_SIZE_AT = 16,
    PAGE_AREA_AT = 24,
    AREA_IN_USE_AT = 12,
    AREA_FLAGS_AT = 14,
    AREA_BYTES = 16,
    NO_CLIENT = 0xffff,
    IS_CLOSED = 2,
};

/* Record NUMBER is among the four that are in one piece with the first. */
static bool state_read_record(const struct ntfs_volume *volume, unsigned number,
                              uint8_t *ret)
{
    uint64_t at;

    return num_add(volume->mft, number * volume->record, &at) &&
           ntfs_record_read(volume, at, "FILE", ret, (size_t)volume->record);
}

static enum volume_state read_flags(const struct ntfs_volume *volume)
{
    uint8_t record[NTFS_RECORD_MAX];
    struct ntfs_attribute information;

    if (!state_read_record(volume, RECORD_VOLUME, record) ||
        !ntfs_attribute_find(record, (size_t)volume->record, NTFS_VOLUME_INFORMATION,
                             &information))
        return VOLUME_UNKNOWN;
    size_t at = le16_at(information.head, VALUE_AT);
    if (information.head[8] || le32_at(information.head, VALUE_BYTES) < FLAGS_END ||
        at + FLAGS_END > information.length)
        return VOLUME_UNKNOWN;
    return le16_at(information.head, at + FLAGS_AT) & IS_DIRTY ? VOLUME_DIRTY
                                                               : VOLUME_CLEAN;
}

/* --- the log --- */

/* Finds the first byte of the log; the two pages that count are in its first run. */
static bool find_log(const struct ntfs_volume *volume, uint64_t *ret)
{
    uint8_t record[NTFS_RECORD_MAX];
    struct ntfs_attribute data;
    struct ntfs_runs runs;
    uint64_t lcn, count, bytes;

    return state_read_record(volume, RECORD_LOG, record) &&
           ntfs_attribute_find(record, (size_t)volume->record, NTFS_DATA, &data) &&
           ntfs_runs_begin(&data, &runs) && ntfs_runs_next(&runs, &lcn, &count) &&
           num_mul(count, volume->cluster, &bytes) && bytes >= 2 * PAGE &&
           num_mul(lcn, volume->cluster, ret);
}

/* A page of the log as it was restarted. */
struct restart {
    uint64_t lsn;
    bool is_open; /* by a program that has not closed it */
};

/* False if there is no such page at OFFSET, as in a log that was reset. */
static bool read_restart(const struct ntfs_volume *volume, uint64_t offset,
                         struct restart *ret)
{
    uint8_t page[PAGE];

    if (!ntfs_record_read(volume, offset, "RSTR", page, sizeof(page)) ||
        le32_at(page, PAGE_SIZE_AT) != PAGE)
        return false;
    size_t at = le16_at(page, PAGE_AREA_AT);
    if (at + AREA_BYTES > sizeof(page))
        return false;
    *ret =
        (struct restart){ .lsn = le64_at(page, at),
                          .is_open = le16_at(page, at + AREA_IN_USE_AT) != NO_CLIENT &&
                                     !(le16_at(page, at + AREA_FLAGS_AT) & IS_CLOSED) };
    return true;
}

/* The newer one of two pages counts. */
static bool is_log_open(const struct ntfs_volume *volume)
{
    struct restart first = { .lsn = 0 }, second = { .lsn = 0 };
    uint64_t log, next;

    if (!find_log(volume, &log) || !num_add(log, PAGE, &next))
        return false;
    bool has_first = read_restart(volume, log, &first);
    bool has_second = read_restart(volume, next, &second);
    return has_second && (!has_first || second.lsn > first.lsn) ? second.is_open
                                                                : first.is_open;
}

enum volume_state volume_state_ntfs(const struct reader *part,
                                    const struct inside *inside)
{
    struct ntfs_volume volume;
    uint8_t boot[512];

    if (!reader_read(part, 0, boot, sizeof(boot)) ||
        !ntfs_volume_open(part, boot, inside->unit, &volume))
        return VOLUME_UNKNOWN;
    enum volume_state state = read_flags(&volume);
    return state == VOLUME_CLEAN && is_log_open(&volume) ? VOLUME_DIRTY : state;
}
