/* SPDX-License-Identifier: GPL-3.0-or-later */
/* hostile_other.c - labels of other systems that lie, and what is no label */
#include <string.h>

#include "model/base/mem.h"
#include "model/base/num.h"
#include "support/hostile_private.h"

enum { LONGS = HOSTILE_SECTOR / 4 };

static void put_sector(int fd, uint64_t lba, const uint8_t *sector)
{
    hostile_put(fd, lba * HOSTILE_SECTOR, sector, HOSTILE_SECTOR);
}

/* LIE is the size of a block of the map. */
static void make_mac(int fd, const void *lie)
{
    const uint16_t *block = lie;
    uint8_t sector[HOSTILE_SECTOR] = { 0 };

    memcpy(sector, "ER", 2);
    put_be16(sector, 2, *block);
    put_be32(sector, 4, UINT32_MAX);
    put_sector(fd, 0, sector);
    memset(sector, 0, sizeof sector);
    memcpy(sector, "PM", 2);
    put_be32(sector, 4, UINT32_MAX);
    put_be32(sector, 8, 1);
    put_be32(sector, 12, UINT32_MAX);
    put_sector(fd, 1, sector);
    if (*block > HOSTILE_SECTOR)
        hostile_put(fd, *block, sector, sizeof sector);
}

/* Each entry of the map is the map itself, all over the disk. */
/* libparted's time grows with the cube of it. */
enum { MAPS = 300 };

static void make_mac_of_maps(int fd, const void *lie)
{
    uint8_t sector[HOSTILE_SECTOR] = { 0 };

    (void)lie; /* there is only one */
    memcpy(sector, "ER\2\0", 4);
    put_be32(sector, 4, (uint32_t)HOSTILE_SECTORS);
    put_sector(fd, 0, sector);
    memset(sector, 0, sizeof sector);
    memcpy(sector, "PM", 2);
    put_be32(sector, 4, MAPS);
    put_be32(sector, 8, 1);
    put_be32(sector, 12, 60000);
    memcpy(sector + 48, "Apple_partition_map", 19);
    for (uint64_t lba = 1; lba <= MAPS; lba++)
        put_sector(fd, lba, sector);
}

/* The sum of all longs is 0. */
static void sum_amiga(uint8_t *block)
{
    uint32_t sum = 0;

    put_be32(block, 4, LONGS);
    put_be32(block, 8, 0);
    for (size_t i = 0; i < LONGS; i++)
        sum += be32_at(block, 4 * i);
    put_be32(block, 8, 0 - sum);
}

/* LIE is where the only partition block says that the next one is. */
static void make_amiga(int fd, const void *lie)
{
    const uint32_t *next = lie;
    uint8_t block[HOSTILE_SECTOR] = { 0 };

    memcpy(block, "RDSK", 4);
    put_be32(block, 4 * 4, HOSTILE_SECTOR);
    for (unsigned i = 6; i <= 9; i++)
        put_be32(block, 4 * i, i == 7 ? 1 : UINT32_MAX);
    for (unsigned i = 16; i <= 18; i++)
        put_be32(block, 4 * i, 32);
    put_be32(block, 4 * 33, 1000);
    put_be32(block, 4 * 35, 100);
    put_be32(block, 4 * 36, 1024);
    sum_amiga(block);
    put_sector(fd, 0, block);
    memset(block, 0, sizeof block);
    memcpy(block, "PART", 4);
    put_be32(block, 4 * 4, *next);
    put_be32(block, 4 * 32, 16);
    put_be32(block, 4 * 33, 128);
    put_be32(block, 4 * 35, 32);
    put_be32(block, 4 * 37, 32);
    put_be32(block, 4 * 41, 2);
    put_be32(block, 4 * 42, 20);
    sum_amiga(block);
    put_sector(fd, 1, block);
}

static void make_amiga_of_ones(int fd, const void *lie)
{
    uint8_t block[HOSTILE_SECTOR];

    (void)lie; /* there is only one */
    memset(block, 0xff, sizeof block);
    memcpy(block, "RDSK", 4);
    put_sector(fd, 0, block);
}

/* LIE fills geometry and partitions of a label whose checksum is right. */
static void make_sun(int fd, const void *lie)
{
    const uint8_t *fill = lie;
    uint8_t sector[HOSTILE_SECTOR] = { 0 };
    uint16_t sum = 0;

    memset(sector + 128, *fill, 380);
    put_be32(sector, 128, 1);
    put_be16(sector, 140, 8);
    put_be32(sector, 188, 0x600ddeee);
    put_be16(sector, 508, 0xdabe);
    for (size_t i = 0; i < HOSTILE_SECTOR - 2; i += 2)
        sum = (uint16_t)(sum ^ be16_at(sector, i));
    put_be16(sector, 510, sum);
    put_sector(fd, 0, sector);
}

static void make_sun_of_ones(int fd, const void *lie)
{
    uint8_t sector[HOSTILE_SECTOR] = { 0 };

    (void)lie; /* there is only one */
    memset(sector + 128, 0xff, 300);
    put_be16(sector, 508, 0xdabe);
    put_sector(fd, 0, sector);
}

/* On the disk itself; LIE is how many partitions it says. */
static void make_bsd(int fd, const void *lie)
{
    const uint16_t *count = lie;
    uint8_t label[HOSTILE_SECTOR] = { 0 };
    uint16_t sum = 0;

    memset(label + 140, *count == UINT16_MAX ? 0xff : 0x7f, sizeof label - 140);
    put_le32(label, 0, 0x82564557);
    put_le32(label, 40, *count ? HOSTILE_SECTOR : 0);
    put_le32(label, 132, 0x82564557);
    put_le16(label, 138, *count);
    for (size_t i = 0; i < sizeof label; i += 2)
        sum = (uint16_t)(sum ^ le16_at(label, i));
    put_le16(label, 136, sum);
    put_sector(fd, 1, label);
}

/* The sum of all longs is 0; LIE fills all but the magic. */
static void make_dvh(int fd, const void *lie)
{
    const uint8_t *fill = lie;
    uint8_t sector[HOSTILE_SECTOR];
    uint32_t sum = 0;

    memset(sector, *fill, sizeof sector);
    put_be32(sector, 0, 0x0be5a941);
    put_be32(sector, 504, 0);
    for (size_t i = 0; i < LONGS; i++)
        sum += be32_at(sector, 4 * i);
    put_be32(sector, 504, 0 - sum);
    put_sector(fd, 0, sector);
}

/* XGM entries that lead to each other. */
static void make_atari(int fd, const void *lie)
{
    uint8_t sector[HOSTILE_SECTOR] = { 0 };

    (void)lie; /* there is only one */
    put_be32(sector, 0x1c2, (uint32_t)HOSTILE_SECTORS);
    memcpy(sector + 0x1c6, "\1XGM", 4);
    put_be32(sector, 0x1ca, 100);
    put_be32(sector, 0x1ce, 100000);
    put_sector(fd, 0, sector);
    memset(sector, 0, sizeof sector);
    memcpy(sector + 0x1c6, "\1GEM", 4);
    put_be32(sector, 0x1ca, 2);
    put_be32(sector, 0x1ce, 100);
    memcpy(sector + 0x1d2, "\1XGM", 4);
    put_be32(sector, 0x1da, 1000);
    put_sector(fd, 100, sector);
}

static void make_pc98(int fd, const void *lie)
{
    uint8_t sector[HOSTILE_SECTOR] = { 0 };

    (void)lie; /* there is only one */
    memcpy(sector + 4, "IPL1", 4);
    put_le16(sector, 510, 0xaa55);
    put_sector(fd, 0, sector);
    memset(sector, 0xff, sizeof sector);
    put_sector(fd, 1, sector);
}

static void make_aix(int fd, const void *lie)
{
    uint8_t sector[HOSTILE_SECTOR];

    (void)lie; /* there is only one */
    memset(sector, 0xff, sizeof sector);
    put_be32(sector, 0, 0xc9c2d4c1);
    put_sector(fd, 0, sector);
}

/* On the disk itself: blocks of 2^32 bytes and as many as there are numbers. */
static void make_ext(int fd, const void *lie)
{
    uint8_t block[1024];

    (void)lie; /* there is only one */
    memset(block, 0xff, sizeof block);
    put_le16(block, 56, 0xef53);
    put_le32(block, 24, 22);
    hostile_put(fd, 1024, block, sizeof block);
}

/* The whole first and last MiB. */
static void make_fill(int fd, const void *lie)
{
    static uint8_t mib[1 << 20];
    const uint8_t *fill = lie;

    memset(mib, *fill, sizeof mib);
    hostile_put(fd, 0, mib, sizeof mib);
    hostile_put(fd, HOSTILE_SECTORS * HOSTILE_SECTOR - sizeof mib, mib, sizeof mib);
}

/* clang-format off */
#define BYTE(value)  &(const uint8_t){ value }
#define WORD(value)  &(const uint16_t){ value }
#define DWORD(value) &(const uint32_t){ value }
/* clang-format on */

static const struct hostile_kind kinds[] = {
    { "mac-without-end", make_mac, WORD(512) },
    { "mac-blocks-of-nothing", make_mac, WORD(0) },
    { "mac-odd-blocks", make_mac, WORD(1) },
    { "mac-blocks-of-65535", make_mac, WORD(65535) },
    { "mac-map-of-maps", make_mac_of_maps, NULL },
    { "amiga-of-ones", make_amiga_of_ones, NULL },
    { "amiga-loop", make_amiga, DWORD(1) },
    { "amiga-leads-to-0", make_amiga, DWORD(0) },
    { "amiga-leads-past-the-end", make_amiga, DWORD(0x7fffffff) },
    { "sun-of-ones", make_sun_of_ones, NULL },
    { "sun-without-geometry", make_sun, BYTE(0) },
    { "sun-geometry-of-ones", make_sun, BYTE(0xff) },
    { "bsd-65535-entries", make_bsd, WORD(UINT16_MAX) },
    { "bsd-no-entries", make_bsd, WORD(0) },
    { "bsd-64-entries", make_bsd, WORD(64) },
    { "dvh-of-noise", make_dvh, BYTE(0x80) },
    { "dvh-of-ones", make_dvh, BYTE(0xff) },
    { "atari-loop", make_atari, NULL },
    { "pc98-of-ones", make_pc98, NULL },
    { "aix-of-ones", make_aix, NULL },
    { "ext-of-ones", make_ext, NULL },
    { "ones", make_fill, BYTE(0xff) },
    { "spaces", make_fill, BYTE(' ') },
};

const struct hostile_kind *hostile_others(size_t *ret_count)
{
    *ret_count = ARRAY_SIZE(kinds);
    return kinds;
}
