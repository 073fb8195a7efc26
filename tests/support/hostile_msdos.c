/* SPDX-License-Identifier: GPL-3.0-or-later */
/* hostile_msdos.c - MBRs that lie, without a chain */
#include <string.h>

#include "model/base/mem.h"
#include "model/base/num.h"
#include "support/hostile_private.h"

struct entry {
    uint8_t type;
    uint32_t start;
    uint32_t length;
    uint8_t flag;
};

struct lie {
    struct entry entries[4];
    const char *boot; /* the first bytes */
    size_t boot_bytes;
};

static void make_mbr(int fd, const void *of)
{
    const struct lie *lie = of;
    uint8_t sector[HOSTILE_SECTOR] = { 0 };

    if (lie->boot)
        memcpy(sector, lie->boot, lie->boot_bytes);
    for (unsigned i = 0; i < 4; i++) {
        const struct entry *entry = &lie->entries[i];
        hostile_entry(sector, i, entry->type, entry->start, entry->length);
        sector[446 + 16 * i] = entry->flag;
    }
    hostile_put(fd, 0, sector, sizeof sector);
}

/* Text where the entries would be. */
static void make_text(int fd, const void *lie)
{
    uint8_t sector[HOSTILE_SECTOR];

    (void)lie; /* there is only one */
    memset(sector, 'x', sizeof sector);
    put_le16(sector, 510, 0xaa55);
    hostile_put(fd, 0, sector, sizeof sector);
}

/* Where libparted's probe of HFS looks, ones. */
static void make_broken_hfs(int fd, const void *lie)
{
    uint8_t sectors[8 * HOSTILE_SECTOR];

    make_mbr(fd, lie);
    memset(sectors, 0xff, sizeof sectors);
    memcpy(sectors + 1024, "BD", 2);
    hostile_put(fd, 2048 * HOSTILE_SECTOR, sectors, sizeof sectors);
}

static uint16_t checksum_of_bsd(const uint8_t *label, size_t end)
{
    uint16_t sum = 0;

    for (size_t i = 0; i < end; i += 2)
        sum = (uint16_t)(sum ^ le16_at(label, i));
    return sum;
}

/* A BSD label that says 65535 partitions, or fills all it has with ones. */
static void make_bsd(int fd, const void *of)
{
    uint8_t label[HOSTILE_SECTOR] = { 0 };
    const struct lie *lie = of;

    make_mbr(fd, of);
    if (lie->entries[1].type)
        memset(label, 0xff, sizeof label);
    put_le32(label, 0, 0x82564557);
    put_le32(label, 132, 0x82564557);
    put_le32(label, 40, lie->entries[1].type ? 0 : HOSTILE_SECTOR);
    put_le16(label, 138, 65535);
    put_le16(label, 136, 0);
    put_le16(label, 136, checksum_of_bsd(label, sizeof label));
    hostile_put(fd, 2049 * HOSTILE_SECTOR, label, sizeof label);
}

/* clang-format off */
#define MBR(...) &(const struct lie){ .entries = { __VA_ARGS__ } }
#define BOOT(text, ...) \
    &(const struct lie){ .entries = { __VA_ARGS__ }, \
                         .boot = text, .boot_bytes = sizeof text }
/* clang-format on */

static const char fat[] = "\xeb\x3c\x90MSDOS5.0\0\2\4\1\0\2\0\2\0\0\xf8\0\1";
static const char ntfs[] = "\xeb\x52\x90NTFS    \0\2\x08";

static const struct hostile_kind kinds[] = {
    { "msdos-magic-alone", make_mbr, MBR({ 0, 0, 0, 0 }) },
    { "msdos-all-ones", make_mbr, MBR({ 0x83, UINT32_MAX, UINT32_MAX, 0 }) },
    { "msdos-flags-of-ones", make_mbr,
      MBR({ 0xff, UINT32_MAX, UINT32_MAX, 0xff }, { 0xff, 1, 1, 0xff }) },
    { "msdos-start-at-0", make_mbr, MBR({ 0x83, 0, 1000, 0 }) },
    { "msdos-length-0", make_mbr, MBR({ 0x83, 2048, 0, 0 }, { 0x05, 4096, 0, 0 }) },
    { "msdos-no-type", make_mbr, MBR({ 0, 2048, 4096, 0x80 }) },
    { "msdos-length-of-ones", make_mbr, MBR({ 0x83, 1, UINT32_MAX, 0 }) },
    { "msdos-overlap", make_mbr, MBR({ 0x83, 63, 5000, 0 }, { 0x83, 4000, 5000, 0 }) },
    { "msdos-four-alike", make_mbr,
      MBR({ 7, 63, 5000, 0x80 }, { 7, 63, 5000, 0x80 }, { 7, 63, 5000, 0x80 },
          { 7, 63, 5000, 0x80 }) },
    { "msdos-past-the-end", make_mbr, MBR({ 0x83, 2048, 10000000, 0 }) },
    { "msdos-starts-past-the-end", make_mbr, MBR({ 0x83, 10000000, 2048, 0 }) },
    { "msdos-single-sectors", make_mbr, MBR({ 0x83, 1, 1, 0 }, { 0x83, 2, 1, 0 }) },
    { "msdos-last-sector", make_mbr, MBR({ 0x83, HOSTILE_SECTORS - 1, 1, 0 }) },
    { "msdos-ee-later", make_mbr, MBR({ 0x83, 63, 1000, 0 }, { 0xee, 1, 131071, 0 }) },
    { "msdos-ee-of-nothing", make_mbr, MBR({ 0xee, 0, 0, 0 }) },
    { "msdos-dynamic-disk", make_mbr, MBR({ 0x42, 63, 100000, 0 }) },
    { "msdos-text", make_text, NULL },
    { "msdos-boot-sector-of-fat", make_mbr, BOOT(fat, { 0x0c, 2048, 100000, 0 }) },
    { "msdos-fat-with-text", make_mbr, BOOT(fat, { 'a', 0x20202020, 0x20202020, 0x20 }) },
    { "msdos-boot-sector-of-ntfs", make_mbr,
      BOOT(ntfs, { 7, 0x61626364, 0x61626364, 0 }) },
    { "msdos-broken-hfs", make_broken_hfs, MBR({ 0xaf, 2048, 100000, 0 }) },
    { "msdos-bsd-65535-entries", make_bsd, MBR({ 0xa6, 2048, 100000, 0 }) },
    { "msdos-bsd-of-ones", make_bsd,
      MBR({ 0xa5, 2048, 100000, 0 }, { 0x83, 110000, 100, 0 }) },
    { "msdos-minix-of-nothing", make_mbr, MBR({ 0x81, 2048, 100000, 0 }) },
};

const struct hostile_kind *hostile_msdos(size_t *ret_count)
{
    *ret_count = ARRAY_SIZE(kinds);
    return kinds;
}
