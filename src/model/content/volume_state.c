/* SPDX-License-Identifier: GPL-3.0-or-later */
/* volume_state.c - the marks in the superblocks of ext, exFAT and btrfs, and what they
 * mean
 *
 * ext: Linux, Documentation/filesystems/ext4/super.rst, s_state and s_feature_incompat.
 * exFAT: Microsoft, "exFAT file system specification" 3.1.13, VolumeFlags.  btrfs:
 * documentation, "On-disk format", superblock, and Linux, uapi/linux/btrfs_tree.h. */
#include "model/content/volume_state.h"

#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/num.h"
#include "model/content/kinds.h"

enum {
    EXT_SUPERBLOCK = 1024,
    EXT_STATE = 0x3A,
    EXT_UNMOUNTED = 1,
    EXT_HAS_ERRORS = 2,
    EXT_INCOMPAT = 0x60,
    EXT_NEEDS_RECOVERY = 4, /* of the journal: set while it is mounted for writing */
    EXFAT_FLAGS = 106,
    EXFAT_DIRTY = 2,
    EXFAT_MEDIA_FAILURE = 4,
    BTRFS_SUPERBLOCK = 64 * 1024,
    BTRFS_FLAGS = 56,
    BTRFS_ERROR = 4,
    BTRFS_LOG_ROOT = 96,
};

/* A file system with a journal keeps EXT_UNMOUNTED while it is mounted. */
static enum volume_state read_ext(const struct reader *part, const struct inside *inside)
{
    uint8_t super[512];

    (void)inside;
    if (!reader_read(part, EXT_SUPERBLOCK, super, sizeof(super)))
        return VOLUME_UNKNOWN;
    unsigned state = le16_at(super, EXT_STATE);
    if (state & EXT_HAS_ERRORS)
        return VOLUME_ERRORS;
    return state & EXT_UNMOUNTED && !(le32_at(super, EXT_INCOMPAT) & EXT_NEEDS_RECOVERY)
               ? VOLUME_CLEAN
               : VOLUME_DIRTY;
}

static enum volume_state read_exfat(const struct reader *part,
                                    const struct inside *inside)
{
    uint8_t boot[512];

    (void)inside;
    if (!reader_read(part, 0, boot, sizeof(boot)))
        return VOLUME_UNKNOWN;
    unsigned flags = le16_at(boot, EXFAT_FLAGS);
    return flags & EXFAT_MEDIA_FAILURE ? VOLUME_ERRORS
           : flags & EXFAT_DIRTY       ? VOLUME_DIRTY
                                       : VOLUME_CLEAN;
}

/* Each commit leaves it consistent: only the log of fsync() since the last one has to be
 * replayed. */
static enum volume_state read_btrfs(const struct reader *part,
                                    const struct inside *inside)
{
    uint8_t super[512];

    (void)inside;
    if (!reader_read(part, BTRFS_SUPERBLOCK, super, sizeof(super)))
        return VOLUME_UNKNOWN;
    return le64_at(super, BTRFS_FLAGS) & BTRFS_ERROR ? VOLUME_ERRORS
           : le64_at(super, BTRFS_LOG_ROOT)          ? VOLUME_DIRTY
                                                     : VOLUME_CLEAN;
}

static const struct {
    enum volume_state (*read)(const struct reader *part, const struct inside *inside);
    const char *advice; /* N_() */
} kinds[INSIDE_COUNT] = {
    [INSIDE_BTRFS] = { read_btrfs, N_("Mount it once, before or after the move.") },
    [INSIDE_EXFAT] = { read_exfat,
                       N_("Run fsck.exfat, or chkdsk /f in Windows, before or "
                          "after the move.") },
    [INSIDE_EXT] = { read_ext, N_("Run e2fsck -f, before or after the move.") },
    [INSIDE_FAT] = { volume_state_fat, N_("Run fsck.fat, or chkdsk /f in Windows, before "
                                          "or after the move.") },
    [INSIDE_NTFS] = { volume_state_ntfs,
                      N_("Run chkdsk /f in Windows, before or after the move.") },
    [INSIDE_XFS] = { volume_state_xfs,
                     N_("Mount it once, or run xfs_repair, before or after the move.") },
};

bool volume_state_is_known(enum inside_kind kind)
{
    return kinds[kind].read;
}

enum volume_state volume_state_read(const struct reader *part,
                                    const struct inside *inside)
{
    return kinds[inside->kind].read && inside->unit
               ? kinds[inside->kind].read(part, inside)
               : VOLUME_UNKNOWN;
}

const char *volume_state_id(enum volume_state state)
{
    static const char *const ids[VOLUME_STATE_COUNT] = {
        [VOLUME_UNKNOWN] = "unknown",
        [VOLUME_CLEAN] = "clean",
        [VOLUME_DIRTY] = "dirty",
        [VOLUME_ERRORS] = "errors",
    };

    return ids[state];
}

/* N_(): with the number and the type. */
static const char *const state_words[VOLUME_STATE_COUNT] = {
    [VOLUME_UNKNOWN] = N_("Whether partition %1$u (%2$s) was unmounted cleanly cannot be "
                          "told. It is moved as it is."),
    [VOLUME_DIRTY] = N_("Partition %1$u (%2$s) is marked dirty: it was not unmounted "
                        "cleanly. It is moved as it is."),
    [VOLUME_ERRORS] =
        N_("Partition %1$u (%2$s) is marked as having errors. It is moved as it is."),
};

char *volume_state_words(enum volume_state state, enum inside_kind kind, unsigned number,
                         const char *type)
{
    if (!state_words[state])
        return NULL;
    char *words = xasprintf(_(state_words[state]), number, type);
    if (state == VOLUME_UNKNOWN || !kinds[kind].advice)
        return words;
    CLEANUP(freep) char *first = words;
    return xasprintf("%s %s", first, _(kinds[kind].advice));
}
