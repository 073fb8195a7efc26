/* SPDX-License-Identifier: GPL-3.0-or-later */
/* volume_state_fat.c - the two marks of FAT12, FAT16 and FAT32
 *
 * Microsoft, "FAT: General Overview of On-Disk Format" 1.03: Windows marks the second
 * entry of the FAT (ClnShutBitMask, HrdErrBitMask; a bit that is not set is the mark;
 * FAT12 has none).  Linux, fs/fat/inode.c, fat_set_state(): Linux marks a byte of the
 * boot sector that Windows NT had used, at 0x25 or 0x41, for all three sizes, and not the
 * FAT. Each system leaves the other's mark alone, so both are read. */
#include "model/base/num.h"
#include "model/content/kinds.h"
#include "model/content/volume_state.h"

enum {
    BOOT_DIRTY = 1,
    BOOT_HAS_ERRORS = 2, /* the surface is to be tested */
    EXT_FLAGS = 40,
    EXT_NOT_MIRRORED = 0x80, /* only the FAT in the lower bits is in use */
    FAT12_CLUSTERS = 4085,
};

/* Bits that are set in the second entry while nothing is marked. */
struct fat_marks {
    size_t bytes; /* of an entry */
    uint32_t clean, no_errors;
};

static enum volume_state state_of(bool has_errors, bool is_dirty)
{
    return has_errors ? VOLUME_ERRORS : is_dirty ? VOLUME_DIRTY : VOLUME_CLEAN;
}

/* The byte exists only before an extended boot signature. */
static enum volume_state read_boot_mark(const uint8_t *boot, bool is_fat32)
{
    const uint8_t *mark = boot + (is_fat32 ? 0x41 : 0x25);

    if (mark[1] != 0x28 && mark[1] != 0x29)
        return VOLUME_CLEAN;
    return state_of(*mark & BOOT_HAS_ERRORS, *mark & BOOT_DIRTY);
}

/* Returns the sector of the FAT that is in use. */
static uint64_t fat_in_use(const uint8_t *boot, bool is_fat32)
{
    unsigned flags = is_fat32 ? le16_at(boot, EXT_FLAGS) : 0;
    uint64_t reserved = le16_at(boot, 14);

    return flags & EXT_NOT_MIRRORED && (flags & 15) < boot[16]
               ? reserved + (flags & 15) * (uint64_t)le32_at(boot, 36)
               : reserved;
}

static enum volume_state read_fat_mark(const struct reader *part, uint64_t offset,
                                       const struct fat_marks *marks)
{
    uint8_t entries[8];

    if (!reader_read(part, offset, entries, 2 * marks->bytes))
        return VOLUME_UNKNOWN;
    uint32_t second = marks->bytes == 4 ? le32_at(entries, 4) : le16_at(entries, 2);
    return state_of(!(second & marks->no_errors), !(second & marks->clean));
}

enum volume_state volume_state_fat(const struct reader *part, const struct inside *inside)
{
    static const struct fat_marks marks[] = { { 2, 0x8000, 0x4000 },
                                              { 4, 0x08000000, 0x04000000 } };
    uint8_t boot[512];

    if (!reader_read(part, 0, boot, sizeof(boot)))
        return VOLUME_UNKNOWN;
    bool is_fat32 = le16_at(boot, 22) == 0;
    enum volume_state by_boot = read_boot_mark(boot, is_fat32);
    uint64_t clusters = (inside->claimed - inside->data_offset) / inside->unit;
    if (!is_fat32 && clusters < FAT12_CLUSTERS)
        return by_boot;
    enum volume_state by_fat = read_fat_mark(
        part, fat_in_use(boot, is_fat32) * inside->sector, &marks[is_fat32]);
    return by_boot > by_fat && by_boot != VOLUME_CLEAN ? by_boot : by_fat;
}
