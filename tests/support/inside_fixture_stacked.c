/* SPDX-License-Identifier: GPL-3.0-or-later */
/* inside_fixture_stacked.c - the same for what carries others: LUKS, LVM, md, swap */
#include "support/inside_fixture.h"

#include <string.h>

#include "model/base/mem.h"
#include "model/base/num.h"

#define KIB UINT64_C(1024)
#define MIB (1024 * KIB)

static void make_luks1(uint8_t *b)
{
    memcpy(b, "LUKS\xba\xbe", 6);
    put_be16(b, 6, 1);
    put_be32(b, 104, 4096); /* payload, in 512-byte sectors */
}

static void make_luks2(uint8_t *b)
{
    static const char json[] =
        "{\"keyslots\":{\"0\":{\"type\":\"luks2\",\"key_size\":64,\"area\":{\"type\":"
        "\"raw\",\"offset\":\"32768\",\"size\":\"258048\",\"encryption\":"
        "\"aes-xts-plain64\"}}},\"tokens\":{},\n"
        "\"segments\": {\"0\":{\"flags\":[\"backup-final\"],\"offset\":\"0\"},"
        "\"1\":{\"type\":\"crypt\",\"offset\":\"33554432\",\"size\":\"dynamic\","
        "\"sector_size\":512},\n"
        "\"2\" : { \"type\" : \"crypt\", \"offset\" : \"16777216\", \"size\":\"dynamic\","
        "\"iv_tweak\":\"0\",\"encryption\":\"aes-xts-plain64\",\"sector_size\":4096}},"
        "\"digests\":{},\"config\":{\"json_size\":\"12288\"}}";

    memcpy(b, "LUKS\xba\xbe", 6);
    put_be16(b, 6, 2);
    put_be64(b, 8, 16384);
    memcpy(b + 4096, json, sizeof(json));
}

/* Label in sector 1, data from 1 MiB, text of a volume group with 4 MiB extents. */
static void make_lvm(uint8_t *b)
{
    static const char text[] = "vg {\nid = \"x\"\nseqno = 1\nformat = \"lvm2\"\n"
                               "status = [\"RESIZEABLE\"]\nextent_size = 8192\n}\n";
    uint8_t *label = b + 512, *mda = b + 4096;

    memcpy(label, "LABELONE", 8);
    put_le64(label, 8, 1);
    put_le32(label, 20, 32);
    memcpy(label + 24, "LVM2 001", 8);
    put_le64(label, 64, 1024 * MIB);
    put_le64(label, 72, MIB);   /* data area, to the end */
    put_le64(label, 104, 4096); /* metadata area, after the zero entry */
    put_le64(label, 112, MIB - 4096);
    memcpy(mda + 4, " LVM2 x[5A%r0N*>", 16);
    put_le32(mda, 20, 1);
    put_le64(mda, 24, 4096);
    put_le64(mda, 32, MIB - 4096);
    put_le64(mda, 40, 512);
    put_le64(mda, 48, sizeof(text));
    memcpy(mda + 512, text, sizeof(text));
}

/* A ring of 2 KiB whose text begins 20 bytes before its end, goes on at 512. */
static void make_lvm_wrapped(uint8_t *b)
{
    make_lvm(b);
    put_le64(b + 4096, 32, 2048);
    put_le64(b + 4096, 40, 2028);
    memset(b + 4608, 0, 512);
    memcpy(b + 4096 + 2028, "vg {\nid = \"x\"\nextent", 20);
    memcpy(b + 4096 + 512, "_size = 65536\n}\n", 16);
}

/* A volume that is in no group has no text. */
static void make_lvm_orphan(uint8_t *b)
{
    make_lvm(b);
    put_le64(b + 4096, 40, 0);
    put_le64(b + 4096, 48, 0);
}

static void make_md1(uint8_t *b, uint64_t super_lba, uint64_t data_lba)
{
    put_le32(b, 0, 0xA92B4EFC);
    put_le32(b, 4, 1);
    put_le32(b, 88, 1024); /* chunk, in sectors */
    put_le64(b, 128, data_lba);
    put_le64(b, 136, 100000); /* sectors of data */
    put_le64(b, 144, super_lba);
}

static void make_md10(uint8_t *b)
{
    make_md1(b, 2048 - 16, 0);
}

static void make_md11(uint8_t *b)
{
    make_md1(b, 0, 264);
}

static void make_md12(uint8_t *b)
{
    make_md1(b, 8, 262144);
}

static void make_md090(uint8_t *b)
{
    put_le32(b, 0, 0xA92B4EFC);
    put_le32(b, 8, 90);
    put_le32(b, 260, 65536);
}

static void make_md090_big_endian(uint8_t *b)
{
    put_be32(b, 0, 0xA92B4EFC);
    put_be32(b, 8, 90);
    put_be32(b, 260, 65536);
}

static void make_swap(uint8_t *b)
{
    put_le32(b, 1024, 1);
    put_le32(b, 1028, 1023);
    memcpy(b + 4086, "SWAPSPACE2", 10);
}

static void make_swap_hibernated(uint8_t *b)
{
    memcpy(b + 4086, "S1SUSPEND\0", 10);
}

static void make_swap_16k(uint8_t *b)
{
    put_le32(b, 1024, 1);
    memcpy(b + 16384 - 10, "SWAPSPACE2", 10);
}

static void make_swap_other_version(uint8_t *b)
{
    make_swap(b);
    put_le32(b, 1024, 2);
}

static void make_swap_bad_pages(uint8_t *b)
{
    make_swap(b);
    put_le32(b, 1032, 1);
}

#define PROOF_LUKS .proof_offset = 0, .proof = "4c554b53babe"
#define VOLUME_LVM .volume = 1024 * MIB
#define PROOF_LVM  .proof_offset = 512, .proof = "4c4142454c4f4e45"
#define PROOF_MD   .proof = "fc4e2ba9"
#define PROOF_SWAP .proof = "53574150535041434532"

static const struct fixture fixtures[] = {
    FIXTURE("luks1", "crypto_LUKS", 1024 * MIB, 0, 512, make_luks1, .kind = INSIDE_LUKS,
            .data_offset = 2 * MIB, .unit = 512, .block = 512, .sector = 512, PROOF_LUKS),
    FIXTURE("luks2", "crypto_LUKS", 1024 * MIB, 0, 8192, make_luks2, .kind = INSIDE_LUKS,
            .data_offset = 16 * MIB, .unit = 4096, .block = 4096, .sector = 4096,
            PROOF_LUKS),
    FIXTURE("lvm", "LVM2_member", 1024 * MIB, 0, 8192, make_lvm, .kind = INSIDE_LVM,
            .data_offset = MIB, .unit = 4 * MIB, VOLUME_LVM, PROOF_LVM),
    FIXTURE("lvm wrapped", "LVM2_member", 1024 * MIB, 0, 8192, make_lvm_wrapped,
            .kind = INSIDE_LVM, .data_offset = MIB, .unit = 32 * MIB, VOLUME_LVM,
            PROOF_LVM),
    FIXTURE("lvm orphan", "LVM2_member", 1024 * MIB, 0, 8192, make_lvm_orphan,
            .kind = INSIDE_LVM, .data_offset = MIB, VOLUME_LVM, PROOF_LVM),
    FIXTURE("md 1.0", "linux_raid_member", MIB, MIB - 8192, 256, make_md10,
            .kind = INSIDE_MD, .unit = 524288, .proof_offset = MIB - 8192, PROOF_MD),
    FIXTURE("md 1.1", "linux_raid_member", 1024 * MIB, 0, 256, make_md11,
            .kind = INSIDE_MD, .data_offset = 264 * 512, .unit = 524288,
            .volume = (264 + 100000) * 512, PROOF_MD),
    FIXTURE("md 1.2", "linux_raid_member", 1024 * MIB, 4096, 256, make_md12,
            .kind = INSIDE_MD, .data_offset = 128 * MIB,
            .volume = (262144 + 100000) * 512, .unit = 524288, .proof_offset = 4096,
            PROOF_MD),
    FIXTURE("md 0.90", "linux_raid_member", MIB + 4096, MIB - 65536, 264, make_md090,
            .kind = INSIDE_MD, .unit = 65536, .proof_offset = MIB - 65536, PROOF_MD),
    FIXTURE("md 0.90 big", "linux_raid_member", MIB, MIB - 65536, 264,
            make_md090_big_endian, .kind = INSIDE_MD, .unit = 65536,
            .proof_offset = MIB - 65536, .proof = "a92b4efc"),
    FIXTURE("swap", "swap", 4 * MIB, 0, 4096, make_swap, .kind = INSIDE_SWAP,
            .unit = 4096, .block = 4096, .proof_offset = 4086, .is_remakeable = true,
            PROOF_SWAP),
    FIXTURE("swap of another version", "swap", 4 * MIB, 0, 4096, make_swap_other_version,
            .kind = INSIDE_SWAP, .unit = 4096, .block = 4096, .proof_offset = 4086,
            PROOF_SWAP),
    FIXTURE("swap with bad pages", "swap", 4 * MIB, 0, 4096, make_swap_bad_pages,
            .kind = INSIDE_SWAP, .unit = 4096, .block = 4096, .proof_offset = 4086,
            PROOF_SWAP),
    FIXTURE("swap hibernated", "swsuspend", 4 * MIB, 0, 4096, make_swap_hibernated,
            .kind = INSIDE_SWAP, .unit = 4096, .block = 4096, .proof_offset = 4086,
            .proof = "533153555350454e4400"),
    FIXTURE("swap 16k", "swap", 4 * MIB, 0, 16384, make_swap_16k, .kind = INSIDE_SWAP,
            .unit = 16384, .block = 16384, .proof_offset = 16374, .is_remakeable = true,
            PROOF_SWAP),
};

const struct fixture *fixture_stacked_at(unsigned index)
{
    return index < ARRAY_SIZE(fixtures) ? &fixtures[index] : NULL;
}
