/* SPDX-License-Identifier: GPL-3.0-or-later */
/* inside.c - the table of content decoders, and the checks common to all */
#include "model/content/inside.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "model/base/mem.h"
#include "model/base/num.h"
#include "model/content/kinds.h"

struct decoder {
    const char *type; /* libblkid's TYPE value */
    enum inside_kind kind;
    bool (*decode)(const struct reader *part, struct inside *ret);
};

/* The order matters when no type is given.  Containers come first, because a member of a
 * RAID 1 also shows the file system that it contains; FAT comes last, because its magic
 * is the weakest. */
static const struct decoder decoders[] = {
    { "linux_raid_member", INSIDE_MD, inside_md },
    { "crypto_LUKS", INSIDE_LUKS, inside_luks },
    { "LVM2_member", INSIDE_LVM, inside_lvm },
    { "btrfs", INSIDE_BTRFS, inside_btrfs },
    { "ext4", INSIDE_EXT, inside_ext },
    { "ext3", INSIDE_EXT, inside_ext },
    { "ext2", INSIDE_EXT, inside_ext },
    { "ext4dev", INSIDE_EXT, inside_ext },
    { "xfs", INSIDE_XFS, inside_xfs },
    { "swap", INSIDE_SWAP, inside_swap },
    { "swsuspend", INSIDE_SWAP, inside_swap },
    { "ntfs", INSIDE_NTFS, inside_ntfs },
    { "exfat", INSIDE_EXFAT, inside_exfat },
    { "vfat", INSIDE_FAT, inside_fat },
};

void inside_prove(struct inside *inside, uint64_t offset, const uint8_t *magic,
                  size_t count)
{
    assert(count > 0 && count * 2 < sizeof(inside->proof));
    inside->proof_offset = offset;
    for (size_t i = 0; i < count; i++)
        /* cannot be truncated: see the assertion */
        (void)snprintf(inside->proof + i * 2, 3, "%02x", magic[i]);
}

uint64_t inside_used(uint64_t total, uint64_t free, uint64_t unit)
{
    uint64_t used;

    return free <= total && num_mul(total - free, unit, &used) ? used : 0;
}

bool inside_is_block(uint64_t value, uint64_t min, uint64_t max)
{
    return value >= min && value <= max && num_is_power_of_two(value);
}

static bool decoder_run(const struct decoder *decoder, const struct reader *part,
                        struct inside *ret)
{
    struct inside inside = { 0 };

    if (!decoder->decode(part, &inside) || inside.data_offset >= part->size)
        return false;
    assert(inside.proof[0]);
    if (inside.used > part->size)
        inside.used = 0;
    inside.claimed = inside.volume;
    if (inside.volume > part->size)
        inside.volume = 0;
    inside.kind = decoder->kind;
    *ret = inside;
    return true;
}

bool inside_decode(const struct reader *part, const char *type, struct inside *ret)
{
    bool is_known = type && type[0];

    for (size_t i = 0; i < ARRAY_SIZE(decoders); i++)
        if ((!is_known || !strcmp(type, decoders[i].type)) &&
            decoder_run(&decoders[i], part, ret))
            return true;
    return false;
}

bool inside_has_decoder(const char *type)
{
    for (size_t i = 0; i < ARRAY_SIZE(decoders); i++)
        if (!strcmp(type, decoders[i].type))
            return true;
    return false;
}
