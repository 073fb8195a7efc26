/* SPDX-License-Identifier: GPL-3.0-or-later */
/* inside_fixture.c - one small extent of each file system, byte by byte
 *
 * Written from the documents that the decoders name, not from the decoders. */
#include "support/inside_fixture.h"

#include <stdlib.h>
#include <string.h>

#include "model/mem.h"
#include "model/num.h"

#define KIB UINT64_C(1024)
#define MIB (1024 * KIB)

/* 512-byte sectors, 8 in a cluster, 32 reserved, 2 FATs of 1000: cluster 2 at 2032. */
static void make_fat32(uint8_t *b)
{
    b[0] = 0xEB, b[1] = 0x58, b[2] = 0x90;
    put_le16(b, 11, 512);
    b[13] = 8;
    put_le16(b, 14, 32);
    b[16] = 2;
    b[21] = 0xF8;
    put_le32(b, 32, 1000000);
    put_le32(b, 36, 1000);
    put_le16(b, 48, 1);
    b[66] = 0x29;
    memcpy(b + 82, "FAT32   ", 8);
    put_le16(b, 510, 0xAA55);
    put_le32(b, 512, 0x41615252);
    put_le32(b, 512 + 484, 0x61417272);
    put_le32(b, 512 + 488, 124000); /* of (1000000 - 2032) / 8 = 124746 */
}

/* 1 reserved, 2 FATs of 12, 512 root entries in 32 sectors: cluster 2 at 57. */
static void make_fat16(uint8_t *b)
{
    b[0] = 0xEB, b[1] = 0x3C, b[2] = 0x90;
    put_le16(b, 11, 512);
    b[13] = 4;
    put_le16(b, 14, 1);
    b[16] = 2;
    put_le16(b, 17, 512);
    put_le16(b, 19, 12000);
    b[21] = 0xF8;
    put_le16(b, 22, 12);
    memcpy(b + 54, "FAT16   ", 8);
    put_le16(b, 510, 0xAA55);
}

/* As FAT16, from a maker that left the format's name out. */
static void make_fat_unnamed(uint8_t *b)
{
    make_fat16(b);
    memset(b + 54, 0, 8);
}

static void make_exfat(uint8_t *b)
{
    b[0] = 0xEB, b[1] = 0x76, b[2] = 0x90;
    memcpy(b + 3, "EXFAT   ", 8);
    put_le64(b, 72, 2097152);
    put_le32(b, 88, 4096);  /* cluster heap, in sectors */
    put_le32(b, 92, 32704); /* clusters */
    b[108] = 9;
    b[109] = 6;
    b[112] = 50; /* percent in use */
    put_le16(b, 510, 0xAA55);
}

static void make_ntfs(uint8_t *b)
{
    b[0] = 0xEB, b[1] = 0x52, b[2] = 0x90;
    memcpy(b + 3, "NTFS    ", 8);
    put_le16(b, 11, 512);
    b[13] = 8;
    put_le64(b, 40, 2097151);
    put_le16(b, 510, 0xAA55);
}

/* Clusters of 256 KiB: 512 sectors are 2^9, written as -9. */
static void make_ntfs_large(uint8_t *b)
{
    make_ntfs(b);
    b[13] = 247;
}

/* Superblock at 1024: blocks of 4 KiB, stride 16, stripe-width 32. */
static void make_ext4(uint8_t *b)
{
    put_le32(b, 0x04, 262144);
    put_le32(b, 0x0C, 200000);
    put_le32(b, 0x18, 2);
    put_le16(b, 0x38, 0xEF53);
    put_le16(b, 0x164, 16);
    put_le32(b, 0x170, 32);
    put_le32(b, 0x150, 7); /* high half, not in use without the 64-bit feature */
}

/* Blocks of 1 KiB on 5 TiB, which takes the high halves. */
static void make_ext4_64bit(uint8_t *b)
{
    put_le32(b, 0x04, 0x40000000);
    put_le32(b, 0x150, 1);
    put_le32(b, 0x0C, 0x40000000);
    put_le32(b, 0x158, 0);
    put_le16(b, 0x38, 0xEF53);
    put_le32(b, 0x60, 0x80);
}

static void make_xfs(uint8_t *b)
{
    memcpy(b, "XFSB", 4);
    put_be32(b, 4, 4096);
    put_be64(b, 8, 262144);
    put_be16(b, 102, 512);
    put_be64(b, 144, 260000);
    put_be32(b, 184, 16);
    put_be32(b, 188, 64);
}

static void make_btrfs(uint8_t *b)
{
    memcpy(b + 64, "_BHRfS_M", 8);
    put_le64(b, 112, 1024 * MIB);
    put_le64(b, 120, 196608);
    put_le32(b, 144, 4096);
    put_le32(b, 148, 16384);
}

#define PROOF_FAT32 .proof_offset = 82, .proof = "4641543332202020"
#define PROOF_NTFS  .proof_offset = 3, .proof = "4e54465320202020"
#define PROOF_EXT   .proof_offset = 1080, .proof = "53ef"

static const struct fixture fixtures[] = {
    { "fat32",
      "vfat",
      512 * MIB,
      0,
      1024,
      make_fat32,
      { .kind = INSIDE_FAT,
        .data_offset = 2032 * 512,
        .unit = 4096,
        .block = 4096,
        .used = UINT64_C(746) * 4096,
        PROOF_FAT32 } },
    { "fat16",
      "vfat",
      6 * MIB,
      0,
      512,
      make_fat16,
      { .kind = INSIDE_FAT,
        .data_offset = 57 * 512,
        .unit = 2048,
        .block = 2048,
        .proof_offset = 54,
        .proof = "4641543136202020" } },
    { "fat unnamed",
      "vfat",
      6 * MIB,
      0,
      512,
      make_fat_unnamed,
      { .kind = INSIDE_FAT,
        .data_offset = 57 * 512,
        .unit = 2048,
        .block = 2048,
        .proof_offset = 510,
        .proof = "55aa" } },
    { "exfat",
      "exfat",
      1024 * MIB,
      0,
      512,
      make_exfat,
      { .kind = INSIDE_EXFAT,
        .data_offset = 2 * MIB,
        .unit = 32768,
        .block = 32768,
        .used = 16352 * 32 * KIB,
        .proof_offset = 3,
        .proof = "4558464154202020" } },
    { "ntfs",
      "ntfs",
      1024 * MIB,
      0,
      512,
      make_ntfs,
      { .kind = INSIDE_NTFS, .unit = 4096, .block = 4096, PROOF_NTFS } },
    { "ntfs large",
      "ntfs",
      1024 * MIB,
      0,
      512,
      make_ntfs_large,
      { .kind = INSIDE_NTFS, .unit = 262144, .block = 262144, PROOF_NTFS } },
    { "ext4",
      "ext4",
      1024 * MIB,
      1024,
      1024,
      make_ext4,
      { .kind = INSIDE_EXT,
        .unit = 4096,
        .block = 4096,
        .stripe_unit = 65536,
        .stripe_width = 131072,
        .used = UINT64_C(62144) * 4096,
        PROOF_EXT } },
    { "ext4 64bit",
      "ext4",
      5 * 1024 * 1024 * MIB,
      1024,
      1024,
      make_ext4_64bit,
      { .kind = INSIDE_EXT,
        .unit = 1024,
        .block = 1024,
        .used = 4096 * 1024 * MIB,
        PROOF_EXT } },
    { "xfs",
      "xfs",
      1024 * MIB,
      0,
      512,
      make_xfs,
      { .kind = INSIDE_XFS,
        .unit = 4096,
        .block = 4096,
        .stripe_unit = 65536,
        .stripe_width = 262144,
        .used = UINT64_C(2144) * 4096,
        .proof = "58465342" } },
    { "btrfs",
      "btrfs",
      1024 * MIB,
      65536,
      512,
      make_btrfs,
      { .kind = INSIDE_BTRFS,
        .unit = 4096,
        .block = 4096,
        .used = 196608,
        .proof_offset = 65600,
        .proof = "5f42485266535f4d" } },
};

const struct fixture *fixture_at(unsigned index)
{
    if (index < ARRAY_SIZE(fixtures))
        return &fixtures[index];
    return fixture_stacked_at(index - (unsigned)ARRAY_SIZE(fixtures));
}

const struct fixture *fixture_named(const char *name)
{
    const struct fixture *fixture;

    for (unsigned i = 0; (fixture = fixture_at(i)); i++)
        if (!strcmp(fixture->name, name))
            return fixture;
    abort();
}

static bool read_fixture(void *context, uint64_t offset, void *buf, size_t count)
{
    const struct fixture_window *memory = context;
    uint64_t end = memory->base + memory->count;
    uint64_t from = offset > memory->base ? offset : memory->base;
    uint64_t to = offset + count < end ? offset + count : end;

    memset(buf, 0, count);
    if (from < to)
        memcpy((uint8_t *)buf + (from - offset), memory->bytes + (from - memory->base),
               (size_t)(to - from));
    return true;
}

struct window fixture_window(struct fixture_window *memory, uint64_t size)
{
    return (struct window){ read_fixture, memory, size };
}
