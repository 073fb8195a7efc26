/* SPDX-License-Identifier: GPL-3.0-or-later */
/* content.c - what lives in an extent */
#include "model/content.h"

#include <string.h>

bool content_is_remade(const struct content *content)
{
    return content->state == CONTENT_NONE ||
           (content->state == CONTENT_FOUND && !strcmp(content->type, "swap"));
}

const char *inside_id(enum inside_kind kind)
{
    static const char *const ids[INSIDE_COUNT] = {
        [INSIDE_BTRFS] = "btrfs", [INSIDE_EXFAT] = "exfat", [INSIDE_EXT] = "ext",
        [INSIDE_FAT] = "fat",     [INSIDE_LUKS] = "luks",   [INSIDE_LVM] = "lvm",
        [INSIDE_MD] = "md",       [INSIDE_NTFS] = "ntfs",   [INSIDE_SWAP] = "swap",
        [INSIDE_XFS] = "xfs",
    };

    return ids[kind];
}
