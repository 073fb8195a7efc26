/* SPDX-License-Identifier: GPL-3.0-or-later */
/* types_brief.c - the types that are seen most, in at most six letters */
#include <string.h>

#include "model/base/mem.h"
#include "model/base/utf8.h"
#include "model/disk/types.h"

static const struct {
    enum label_kind kind;
    const char *id, *brief;
} briefs[] = {
    { LABEL_GPT, TYPE_GPT_EFI_SYSTEM, "EFI" },
    { LABEL_GPT, TYPE_GPT_BIOS_BOOT, "BIOS" },
    { LABEL_GPT, TYPE_GPT_XBOOTLDR, "xboot" },
    { LABEL_GPT, TYPE_GPT_LINUX, "Linux" },
    { LABEL_GPT, TYPE_GPT_LINUX_SWAP, "swap" },
    { LABEL_GPT, TYPE_GPT_LINUX_ROOT, "root" },
    { LABEL_GPT, TYPE_GPT_LINUX_ROOT_ARM64, "root" },
    { LABEL_GPT, TYPE_GPT_LINUX_HOME, "home" },
    { LABEL_GPT, TYPE_GPT_LINUX_SRV, "srv" },
    { LABEL_GPT, TYPE_GPT_LINUX_VAR, "var" },
    { LABEL_GPT, TYPE_GPT_LINUX_TMP, "tmp" },
    { LABEL_GPT, TYPE_GPT_LINUX_LVM, "LVM" },
    { LABEL_GPT, TYPE_GPT_LINUX_RAID, "RAID" },
    { LABEL_GPT, TYPE_GPT_LINUX_LUKS, "LUKS" },
    { LABEL_GPT, TYPE_GPT_WINDOWS, "MSdata" },
    { LABEL_GPT, TYPE_GPT_MSR, "MSR" },
    { LABEL_GPT, TYPE_GPT_WINDOWS_RECOVERY, "WinRE" },
    { LABEL_GPT, TYPE_GPT_PREP, "PReP" },
    { LABEL_GPT, TYPE_GPT_MOVING, "moving" },
    { LABEL_MSDOS, "0", "00" },
    { LABEL_MSDOS, TYPE_MSDOS_LINUX, "Linux" },
    { LABEL_MSDOS, TYPE_MSDOS_LINUX_SWAP, "swap" },
    { LABEL_MSDOS, TYPE_MSDOS_EXTENDED, "ext" },
    { LABEL_MSDOS, "f", "ext" },
    { LABEL_MSDOS, "85", "ext" },
    { LABEL_MSDOS, TYPE_MSDOS_EFI_SYSTEM, "EFI" },
    { LABEL_MSDOS, "ee", "GPT" },
    { LABEL_MSDOS, "7", "NTFS" },
    { LABEL_MSDOS, "b", "FAT32" },
    { LABEL_MSDOS, "c", "FAT32" },
    { LABEL_MSDOS, "e", "FAT16" },
    { LABEL_MSDOS, "6", "FAT16" },
    { LABEL_MSDOS, "4", "FAT16" },
    { LABEL_MSDOS, "1", "FAT12" },
    { LABEL_MSDOS, "27", "WinRE" },
    { LABEL_MSDOS, "8e", "LVM" },
    { LABEL_MSDOS, "fd", "RAID" },
    { LABEL_MSDOS, "e8", "LUKS" },
    { LABEL_MSDOS, "a5", "FrBSD" },
    { LABEL_MSDOS, "a6", "OpBSD" },
    { LABEL_MSDOS, "a9", "NetBSD" },
};

const char *type_brief(enum label_kind kind, const char *type)
{
    for (size_t i = 0; i < ARRAY_SIZE(briefs); i++)
        if (briefs[i].kind == kind && !strcmp(briefs[i].id, type))
            return briefs[i].brief;
    const char *name = type_name(kind, type);

    if (!name)
        return kind == LABEL_GPT && *type ? "?" : type;
    /* Numbers of msdos are known better than the beginning of a long name. */
    return kind == LABEL_MSDOS && utf8_columns(name) > TYPE_BRIEF ? type : name;
}
