/* SPDX-License-Identifier: GPL-3.0-or-later */
/* md.c - decodes the superblock of a Linux RAID member: start of its data
 *
 * Linux, include/uapi/linux/raid/md_p.h.  A version 1 superblock is at one of three
 * places and contains its own position; version 0.90 is near the end and in the byte
 * order of the host. */
#include "model/base/mem.h"
#include "model/base/num.h"
#include "model/content/kinds.h"

static const uint32_t md_magic = 0xA92B4EFC;

enum {
    SECTOR = 512, /* the unit of all md fields, whatever the disk's sector size */
    SUPER_BYTES = 256,
    V1_CHUNK = 88, /* sectors */
    V1_DATA_OFFSET = 128,
    V1_DATA_SIZE = 136, /* sectors of this member available to the array */
    V1_SUPER_OFFSET = 144,
    V0_CHUNK = 260, /* bytes */
    V0_RESERVED = 64 * 1024,
};

static bool md_decode_v1(const struct reader *part, uint64_t at, struct inside *ret)
{
    uint8_t super[SUPER_BYTES];
    uint64_t data_offset, end;

    if (!reader_read(part, at, super, sizeof(super)))
        return false;
    if (le32_at(super, 0) != md_magic || le32_at(super, 4) != 1 ||
        le64_at(super, V1_SUPER_OFFSET) != at / SECTOR)
        return false;
    if (!num_mul(le64_at(super, V1_DATA_OFFSET), SECTOR, &data_offset))
        return false;
    ret->data_offset = data_offset;
    /* With the superblock behind the data, nothing can be cut off. */
    if (at < data_offset &&
        num_add(le64_at(super, V1_DATA_OFFSET), le64_at(super, V1_DATA_SIZE), &end))
        ret->volume = inside_used(end, 0, SECTOR);
    ret->unit = (uint64_t)le32_at(super, V1_CHUNK) * SECTOR;
    inside_prove(ret, at, super, 4);
    return true;
}

static bool md_decode_v0(const struct reader *part, uint64_t at, struct inside *ret)
{
    uint8_t super[SUPER_BYTES + 8];

    if (!reader_read(part, at, super, sizeof(super)))
        return false;
    bool is_little = le32_at(super, 0) == md_magic && le32_at(super, 4) == 0;
    bool is_big = be32_at(super, 0) == md_magic && be32_at(super, 4) == 0;
    if (!is_little && !is_big)
        return false;
    ret->unit = is_little ? le32_at(super, V0_CHUNK) : be32_at(super, V0_CHUNK);
    inside_prove(ret, at, super, 4);
    return true;
}

bool inside_md(const struct reader *part, struct inside *ret)
{
    /* Versions 1.1 and 1.2; version 1.0 is at least 8 KiB before the end, at a multiple
     * of 4 KiB. */
    uint64_t places[] = { 0, 4096, (part->size / SECTOR - 16) / 8 * 8 * SECTOR };
    size_t count = part->size < 16 * SECTOR ? 2 : ARRAY_SIZE(places);

    for (size_t i = 0; i < count; i++)
        if (md_decode_v1(part, places[i], ret))
            return true;
    return part->size >= 2 * V0_RESERVED &&
           md_decode_v0(part, part->size / V0_RESERVED * V0_RESERVED - V0_RESERVED, ret);
}
