/* SPDX-License-Identifier: GPL-3.0-or-later */
/* hostile_gpt.c - GPTs whose checksums are right and whose words are lies */
#include <string.h>

#include "model/base/crc32.h"
#include "model/base/mem.h"
#include "model/base/num.h"
#include "model/table/gpt_layout.h"
#include "support/hostile_private.h"

#define LAST    (HOSTILE_SECTORS - 1)
#define ARRAY   (128 * 128)
#define FAR     (UINT64_C(1) << 63)
#define NOTHING (UINT64_MAX - 1) /* where 0 would mean: as it should be */

/* 0: as it should be. */
struct lie {
    uint64_t count;
    uint64_t bytes; /* of an entry */
    uint64_t my;
    uint64_t alternate;
    uint64_t first_usable;
    uint64_t last_usable;
    uint64_t array; /* LBA of the primary's */
    uint64_t header_bytes;
    uint64_t revision;
    uint64_t entries[3][2]; /* first, last LBA; 0: one at 2048..4095 */
    uint8_t name;           /* that fills all of the first name */
    uint8_t others;         /* type of three more entries in the MBR */
};

static uint64_t said(uint64_t lie, uint64_t truth)
{
    return lie == NOTHING ? 0 : lie ? lie : truth;
}

/* The array as ENTRIES say; what the checksum covers lies on the disk. */
static void fill_array(const struct lie *lie, uint8_t array[ARRAY])
{
    memset(array, 0, ARRAY);
    for (unsigned i = 0; i < 3; i++) {
        uint64_t first = lie->entries[i][0], last = lie->entries[i][1];
        if (!last && i)
            continue;
        memset(array + 128 * i, 0xaf + (int)i, 32);
        put_le64(array, 128 * i + 32, last ? first : 2048);
        put_le64(array, 128 * i + 40, last ? last : 4095);
    }
    if (lie->name)
        memset(array + 56, lie->name, 72);
}

static void fill_header(const struct lie *lie, const uint8_t *array, uint64_t lba,
                        uint8_t sector[HOSTILE_SECTOR])
{
    uint32_t count = (uint32_t)said(lie->count, 128),
             bytes = (uint32_t)said(lie->bytes, 128);
    uint32_t header = (uint32_t)said(lie->header_bytes, GPT_HEADER_BYTES);
    /* As long as 32 bits make it, which is how readers get it wrong. */
    uint32_t summed = count * bytes;
    bool is_first = lba == 1;

    memset(sector, 0, HOSTILE_SECTOR);
    memcpy(sector, GPT_SIGNATURE, GPT_SIGNATURE_BYTES);
    put_le32(sector, GPT_AT_REVISION, (uint32_t)said(lie->revision, 0x10000));
    put_le32(sector, GPT_AT_HEADER_BYTES, header);
    put_le64(sector, GPT_AT_MY_LBA, said(lie->my, lba));
    put_le64(sector, GPT_AT_ALTERNATE, is_first ? said(lie->alternate, LAST) : 1);
    put_le64(sector, GPT_AT_FIRST_USABLE, said(lie->first_usable, 34));
    put_le64(sector, GPT_AT_LAST_USABLE, said(lie->last_usable, LAST - 33));
    memset(sector + GPT_AT_DISK_GUID, 0x11, 16);
    put_le64(sector, GPT_AT_ENTRIES_LBA, is_first ? said(lie->array, 2) : LAST - 32);
    put_le32(sector, GPT_AT_ENTRY_COUNT, count);
    put_le32(sector, GPT_AT_ENTRY_BYTES, bytes);
    put_le32(sector, GPT_AT_ARRAY_CRC, crc32_of(array, summed < ARRAY ? summed : ARRAY));
    put_le32(sector, GPT_AT_HEADER_CRC,
             crc32_of(sector, header < HOSTILE_SECTOR ? header : HOSTILE_SECTOR));
}

static void make_gpt(int fd, const void *of)
{
    const struct lie *lie = of;
    uint8_t sector[HOSTILE_SECTOR] = { 0 }, array[ARRAY];

    hostile_entry(sector, 0, 0xee, 1, LAST);
    for (unsigned i = 1; lie->others && i < 4; i++)
        hostile_entry(sector, i, lie->others, 2048 * i - 1, 100000);
    hostile_put(fd, 0, sector, sizeof sector);
    fill_array(lie, array);
    hostile_put(fd, 2 * HOSTILE_SECTOR, array, sizeof array);
    hostile_put(fd, (LAST - 32) * HOSTILE_SECTOR, array, sizeof array);
    fill_header(lie, array, 1, sector);
    hostile_put(fd, HOSTILE_SECTOR, sector, sizeof sector);
    fill_header(lie, array, LAST, sector);
    hostile_put(fd, LAST * HOSTILE_SECTOR, sector, sizeof sector);
}

/* Every entry of a thousand says the same. */
static void make_crowd(int fd, const void *of)
{
    static uint8_t array[1024 * 128];
    uint8_t sector[HOSTILE_SECTOR];
    const struct lie lie = { .count = 1024,
                             .first_usable = 300,
                             .last_usable = LAST - 300 };

    make_gpt(fd, of);
    for (size_t i = 0; i < sizeof array; i += 128) {
        memset(array + i, 0xaf, 32);
        put_le64(array, i + 32, 2048);
        put_le64(array, i + 40, 4095);
    }
    hostile_put(fd, 2 * HOSTILE_SECTOR, array, sizeof array);
    fill_header(&lie, array, 1, sector);
    put_le32(sector, GPT_AT_ARRAY_CRC, crc32_of(array, sizeof array));
    put_le32(sector, GPT_AT_HEADER_CRC, 0);
    put_le32(sector, GPT_AT_HEADER_CRC, crc32_of(sector, GPT_HEADER_BYTES));
    hostile_put(fd, HOSTILE_SECTOR, sector, sizeof sector);
}

/* clang-format off */
#define LIE(...) make_gpt, &(const struct lie){ __VA_ARGS__ }
/* clang-format on */

static const struct hostile_kind kinds[] = {
    { "gpt-no-entries", LIE(.count = NOTHING) },
    { "gpt-8193-entries", LIE(.count = 8193) },
    { "gpt-1025-entries", LIE(.count = 1025) },
    { "gpt-all-the-entries", LIE(.count = UINT32_MAX) },
    { "gpt-32-entries-of-128-mib", LIE(.count = 32, .bytes = 0x8000000) },
    { "gpt-33-entries-of-128-mib", LIE(.count = 33, .bytes = 0x8000000) },
    { "gpt-entries-of-no-bytes", LIE(.bytes = NOTHING) },
    { "gpt-entries-of-1-byte", LIE(.bytes = 1) },
    { "gpt-entries-of-127-bytes", LIE(.bytes = 127) },
    { "gpt-entries-of-4096-bytes", LIE(.count = 4, .bytes = 4096) },
    { "gpt-entries-of-2-gib", LIE(.bytes = UINT64_C(1) << 31) },
    { "gpt-end-before-start", LIE(.entries = { { 4095, 2048 } }) },
    { "gpt-end-at-2-63", LIE(.entries = { { 2048, FAR - 1 } }) },
    { "gpt-end-at-2-64", LIE(.entries = { { 2048, UINT64_MAX } }) },
    { "gpt-negative-start", LIE(.entries = { { FAR, FAR + 4096 } }) },
    { "gpt-start-at-0", LIE(.entries = { { 0, 4095 } }) },
    { "gpt-overlap", LIE(.entries = { { 2048, 8191 }, { 4096, 16383 } }) },
    { "gpt-one-in-another", LIE(.entries = { { 2048, 99999 }, { 4096, 16383 } }) },
    { "gpt-over-the-table", LIE(.entries = { { 1, 40 } }) },
    { "gpt-over-the-backup", LIE(.entries = { { 2048, LAST } }) },
    { "gpt-past-the-end", LIE(.entries = { { 2048, LAST + 5000 } }) },
    { "gpt-single-sectors", LIE(.entries = { { 34, 34 }, { 35, 35 }, { 36, 36 } }) },
    { "gpt-usable-backwards", LIE(.first_usable = 90000, .last_usable = 2000) },
    { "gpt-usable-from-0", LIE(.first_usable = NOTHING) },
    { "gpt-usable-up-to-2-64", LIE(.last_usable = UINT64_MAX) },
    { "gpt-usable-up-to-2-62", LIE(.last_usable = UINT64_C(1) << 62) },
    { "gpt-array-past-the-end", LIE(.array = LAST + 1000) },
    { "gpt-array-at-2-64", LIE(.array = UINT64_MAX) },
    { "gpt-array-over-the-mbr", LIE(.array = NOTHING) },
    { "gpt-array-over-the-header", LIE(.array = 1) },
    { "gpt-array-over-the-backup", LIE(.array = LAST - 10) },
    { "gpt-lies-elsewhere", LIE(.my = 5) },
    { "gpt-backup-far-away", LIE(.alternate = UINT64_C(0x7fffffffffffff)) },
    { "gpt-backup-at-2-64", LIE(.alternate = UINT64_MAX) },
    { "gpt-backup-at-0", LIE(.alternate = NOTHING) },
    { "gpt-backup-is-itself", LIE(.alternate = 1) },
    { "gpt-backup-in-a-partition", LIE(.alternate = 3000) },
    { "gpt-header-of-no-bytes", LIE(.header_bytes = NOTHING) },
    { "gpt-header-of-91-bytes", LIE(.header_bytes = 91) },
    { "gpt-header-of-513-bytes", LIE(.header_bytes = 513) },
    { "gpt-header-of-4-gib", LIE(.header_bytes = UINT32_MAX) },
    { "gpt-revision-0", LIE(.revision = NOTHING) },
    { "gpt-name-of-surrogates", LIE(.name = 0xd8) },
    { "gpt-name-of-ones", LIE(.name = 0xff) },
    { "gpt-name-of-escapes", LIE(.name = 0x1b) },
    { "gpt-mbr-of-ee", LIE(.others = 0xee) },
    { "gpt-hybrid-mess", LIE(.others = 0x05) },
    { "gpt-hybrid-of-file-systems", LIE(.others = 0x83) },
    { "gpt-1024-times-the-same", make_crowd, &(const struct lie){ .name = 0 } },
};

const struct hostile_kind *hostile_gpts(size_t *ret_count)
{
    *ret_count = ARRAY_SIZE(kinds);
    return kinds;
}
