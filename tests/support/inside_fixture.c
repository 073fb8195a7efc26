/* SPDX-License-Identifier: GPL-3.0-or-later */
/* inside_fixture.c - one small extent of each file system, byte by byte
 *
 * Written from the documents that the decoders name, not from the decoders. */
#include "support/inside_fixture.h"

#include <stdlib.h>
#include <string.h>

#include "model/base/mem.h"
#include "model/base/num.h"

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

/* As FAT32, by a writer that does not count; the FAT begins at sector 32. */
static void make_fat32_uncounted(uint8_t *b)
{
    make_fat32(b);
    put_le32(b, 32, 40000);
    put_le32(b, 512 + 488, UINT32_MAX);
    put_le32(b, 16384, 0x0FFFFFF8); /* two entries that are no clusters */
    put_le32(b, 16388, 0x0FFFFFFF);
    put_le32(b, 16384 + 4 * 2, 0x0FFFFFFF);
    put_le32(b, 16384 + 4 * 3, 4);
    put_le32(b, 16384 + 4 * 4, 0x0FFFFFF8);
    put_le32(b, 16384 + 4 * 5, 0xF0000000); /* free: the upper 4 bits mean nothing */
}

/* 1 reserved, 2 FATs of 24, 512 root entries in 32 sectors: cluster 2 at 81. */
static void make_fat16(uint8_t *b)
{
    b[0] = 0xEB, b[1] = 0x3C, b[2] = 0x90;
    put_le16(b, 11, 512);
    b[13] = 2;
    put_le16(b, 14, 1);
    b[16] = 2;
    put_le16(b, 17, 512);
    put_le16(b, 19, 12000);
    b[21] = 0xF8;
    put_le16(b, 22, 24);
    memcpy(b + 54, "FAT16   ", 8);
    put_le16(b, 510, 0xAA55);
    put_le32(b, 512, 0xFFFFFFF8); /* two entries that are no clusters */
    put_le16(b, 512 + 2 * 7, 8);  /* a file of two */
    put_le16(b, 512 + 2 * 8, 0xFFFF);
    put_le16(b, 512 + 2 * 9, 0xFFF7);    /* bad */
    put_le16(b, 512 + 2 * 5960, 0xFFFF); /* the last of (12000 - 81) / 2 = 5959 */
    put_le16(b, 512 + 2 * 5961, 0xFFFF); /* none of the volume's */
}

/* FAT12 from a maker that left the format's name out: 2 FATs of 12, cluster 2 at 57. */
static void make_fat_unnamed(uint8_t *b)
{
    static const uint8_t entries[] = { 0xF8, 0xFF, 0xFF, 0x03, 0xF0,
                                       0xFF, 0x00, 0x70, 0xFF };

    make_fat16(b);
    memset(b + 54, 0, 8);
    b[13] = 4;
    put_le16(b, 22, 12);
    memset(b + 512, 0, FIXTURE_ROOM - 512);
    memcpy(b + 512, entries, sizeof(entries)); /* 2 to 3, its end; 5 is bad */
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

/* Its MFT at cluster 1, and in record 6 where the bitmap of 262143 clusters lies: 6
 * clusters at 100, one at 4, one at 3. */
static void make_ntfs_marked(uint8_t *b)
{
    static const uint8_t runs[] = { 0x11, 6, 100, 0x11, 1, 0xA0, 0x21, 1, 0xFF, 0xFF, 0 };
    uint8_t *record = b + 4096 + 6 * 1024, *data = record + 80;

    make_ntfs(b);
    put_le64(b, 48, 1);
    b[64] = 0xF6; /* records of 2^10 bytes */
    memcpy(record, "FILE", 4);
    put_le16(record, 4, 48); /* the fixup of two strides, and its check number */
    put_le16(record, 6, 3);
    put_le16(record, 48, 77);
    put_le16(record, 510, 77);
    put_le16(record, 1022, 77);
    put_le16(record, 20, 56);
    put_le32(record, 44, 6);
    put_le32(record, 56, 0x10); /* another attribute in front */
    put_le32(record, 60, 24);
    put_le32(data, 0, 0x80);
    put_le32(data, 4, 80);
    data[8] = 1;
    put_le64(data, 24, 7);
    put_le16(data, 32, 64);
    memcpy(data + 64, runs, sizeof(runs));
    put_le32(data, 80, 0xFFFFFFFF);
    memset(b + 4 * 4096, 0xFF, 3); /* 24 clusters */
    b[3 * 4096] = 0x01;            /* one */
    b[3 * 4096 + 4095] = 0xB0;     /* two; the third is none of the volume's */
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
    put_le64(b, 209, 1000 * MIB); /* this device, 8 bytes into its item */
}

#define PROOF_FAT32 .proof_offset = 82, .proof = "4641543332202020"
#define PROOF_NTFS  .proof_offset = 3, .proof = "4e54465320202020"
#define PROOF_EXT   .proof_offset = 1080, .proof = "53ef"

static const struct fixture fixtures[] = {
    FIXTURE("fat32", "vfat", 512 * MIB, 0, 1024, make_fat32, .kind = INSIDE_FAT,
            .data_offset = 2032 * 512, .unit = 4096, .block = 4096, .sector = 512,
            .used = 2032 * 512 + UINT64_C(746) * 4096, .volume = 1000000 * 512,
            PROOF_FAT32),
    FIXTURE("fat32 uncounted", "vfat", 512 * MIB, 0, FIXTURE_ROOM, make_fat32_uncounted,
            .kind = INSIDE_FAT, .data_offset = 2032 * 512, .unit = 4096, .block = 4096,
            .sector = 512, .used = 2032 * 512 + 3 * 4096, .volume = 40000 * 512,
            PROOF_FAT32),
    FIXTURE("fat16", "vfat", 6 * MIB, 0, FIXTURE_ROOM, make_fat16, .kind = INSIDE_FAT,
            .data_offset = 81 * 512, .unit = 1024, .block = 1024, .sector = 512,
            .used = 81 * 512 + 4 * 1024, .volume = 12000 * 512, .proof_offset = 54,
            .proof = "4641543136202020"),
    FIXTURE("fat unnamed", "vfat", 6 * MIB, 0, FIXTURE_ROOM, make_fat_unnamed,
            .kind = INSIDE_FAT, .data_offset = 57 * 512, .unit = 2048, .block = 2048,
            .sector = 512, .used = 57 * 512 + 3 * 2048, .volume = 12000 * 512,
            .proof_offset = 510, .proof = "55aa"),
    FIXTURE("exfat", "exfat", 1024 * MIB, 0, 512, make_exfat, .kind = INSIDE_EXFAT,
            .data_offset = 2 * MIB, .unit = 32768, .block = 32768, .sector = 512,
            .used = 16352 * 32 * KIB, .volume = 1024 * MIB, .proof_offset = 3,
            .proof = "4558464154202020"),
    FIXTURE("ntfs", "ntfs", 1024 * MIB, 0, 512, make_ntfs, .kind = INSIDE_NTFS,
            .unit = 4096, .block = 4096, .sector = 512, .volume = 1024 * MIB, PROOF_NTFS),
    FIXTURE("ntfs marked", "ntfs", 1024 * MIB, 0, FIXTURE_ROOM, make_ntfs_marked,
            .kind = INSIDE_NTFS, .unit = 4096, .block = 4096, .sector = 512,
            .used = 27 * 4096, .volume = 1024 * MIB, PROOF_NTFS),
    FIXTURE("ntfs large", "ntfs", 1024 * MIB, 0, 512, make_ntfs_large,
            .kind = INSIDE_NTFS, .unit = 262144, .block = 262144, .sector = 512,
            .volume = 1024 * MIB, PROOF_NTFS),
    FIXTURE("ext4", "ext4", 1024 * MIB, 1024, 1024, make_ext4, .kind = INSIDE_EXT,
            .unit = 4096, .block = 4096, .sector = 4096, .stripe_unit = 65536,
            .stripe_width = 131072, .used = UINT64_C(62144) * 4096, .volume = 1024 * MIB,
            PROOF_EXT),
    FIXTURE("ext4 64bit", "ext4", 5 * 1024 * 1024 * MIB, 1024, 1024, make_ext4_64bit,
            .kind = INSIDE_EXT, .unit = 1024, .block = 1024, .sector = 1024,
            .used = 4096 * 1024 * MIB, .volume = 5 * 1024 * 1024 * MIB, PROOF_EXT),
    FIXTURE("xfs", "xfs", 1024 * MIB, 0, 512, make_xfs, .kind = INSIDE_XFS, .unit = 4096,
            .block = 4096, .sector = 512, .stripe_unit = 65536, .stripe_width = 262144,
            .used = UINT64_C(2144) * 4096, .volume = 1024 * MIB, .proof = "58465342"),
    FIXTURE("btrfs", "btrfs", 1024 * MIB, 65536, 512, make_btrfs, .kind = INSIDE_BTRFS,
            .unit = 4096, .block = 4096, .used = 196608, .volume = 1000 * MIB,
            .proof_offset = 65600, .proof = "5f42485266535f4d"),
};

const struct fixture *fixture_at(unsigned index)
{
    if (index < ARRAY_SIZE(fixtures))
        return &fixtures[index];
    return fixture_stacked_at(index - (unsigned)ARRAY_SIZE(fixtures));
}

unsigned fixture_count(void)
{
    unsigned count = 0;

    while (fixture_at(count))
        count++;
    return count;
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
    const struct fixture_reader *memory = context;
    uint64_t end = memory->base + memory->count;
    uint64_t from = offset > memory->base ? offset : memory->base;
    uint64_t to = offset + count < end ? offset + count : end;

    memset(buf, 0, count);
    if (from < to)
        memcpy((uint8_t *)buf + (from - offset), memory->bytes + (from - memory->base),
               (size_t)(to - from));
    return true;
}

struct reader fixture_reader(struct fixture_reader *memory, uint64_t size)
{
    return (struct reader){ read_fixture, memory, size };
}
