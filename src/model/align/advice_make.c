/* SPDX-License-Identifier: GPL-3.0-or-later */
/* advice_make.c - shell commands that make the content of a new partition */
#include <string.h>

#include "model/align/advice_private.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/disk/types.h"

#define EXT_BLOCK UINT64_C(4096)
#define KIB       UINT64_C(1024)
#define MIB       (KIB * KIB)

/* FAT32 has at least 65525 clusters of a sector each, and some sectors before them. */
#define FAT32_SECTORS 66600

/* The minimum of mkfs.xfs since version 5.19. */
#define XFS_MIN (300 * MIB)

/* What is made in a partition of a type. */
enum maker {
    MAKE_NOTHING, /* only the type's own system can */
    MAKE_LINUX,
    MAKE_FAT,
    MAKE_WINDOWS,
    MAKE_SWAP,
    MAKE_LVM,
    MAKE_LUKS,
    MAKE_RAID,
    MAKE_BOOT,
    MAKE_COUNT,
};

static const struct {
    enum label_kind label;
    const char *type;
    enum maker maker;
} makers[] = {
    { LABEL_GPT, TYPE_GPT_LINUX, MAKE_LINUX },
    { LABEL_GPT, TYPE_GPT_LINUX_ROOT, MAKE_LINUX },
    { LABEL_GPT, TYPE_GPT_LINUX_ROOT_ARM64, MAKE_LINUX },
    { LABEL_GPT, TYPE_GPT_LINUX_HOME, MAKE_LINUX },
    { LABEL_GPT, TYPE_GPT_LINUX_SRV, MAKE_LINUX },
    { LABEL_GPT, TYPE_GPT_LINUX_VAR, MAKE_LINUX },
    { LABEL_GPT, TYPE_GPT_LINUX_TMP, MAKE_LINUX },
    { LABEL_GPT, TYPE_GPT_XBOOTLDR, MAKE_FAT },
    { LABEL_GPT, TYPE_GPT_EFI_SYSTEM, MAKE_FAT },
    { LABEL_GPT, TYPE_GPT_WINDOWS, MAKE_WINDOWS },
    { LABEL_GPT, TYPE_GPT_LINUX_SWAP, MAKE_SWAP },
    { LABEL_GPT, TYPE_GPT_LINUX_LVM, MAKE_LVM },
    { LABEL_GPT, TYPE_GPT_LINUX_LUKS, MAKE_LUKS },
    { LABEL_GPT, TYPE_GPT_LINUX_RAID, MAKE_RAID },
    { LABEL_GPT, TYPE_GPT_BIOS_BOOT, MAKE_BOOT },
    { LABEL_GPT, TYPE_GPT_PREP, MAKE_BOOT },
    { LABEL_MSDOS, "83", MAKE_LINUX },
    { LABEL_MSDOS, "ef", MAKE_FAT },
    { LABEL_MSDOS, "ea", MAKE_FAT },
    { LABEL_MSDOS, "b", MAKE_FAT },
    { LABEL_MSDOS, "c", MAKE_FAT },
    { LABEL_MSDOS, "7", MAKE_WINDOWS },
    { LABEL_MSDOS, "82", MAKE_SWAP },
    { LABEL_MSDOS, "8e", MAKE_LVM },
    { LABEL_MSDOS, "e8", MAKE_LUKS },
    { LABEL_MSDOS, "fd", MAKE_RAID },
    { LABEL_MSDOS, "41", MAKE_BOOT },
};

static enum maker find_maker(enum label_kind label, const char *type)
{
    for (size_t i = 0; i < ARRAY_SIZE(makers); i++)
        if (makers[i].label == label && !strcmp(makers[i].type, type))
            return makers[i].maker;
    return label == LABEL_GPT && !strcmp(type, type_linux_root()) ? MAKE_LINUX
                                                                  : MAKE_NOTHING;
}

/* Returns the chunk and the number of data disks of a RAID; false for a single disk,
 * whose minimum I/O is its sector, and for values that no RAID reports. */
static bool find_stripe(const struct limits *limits, uint64_t *ret_chunk,
                        uint64_t *ret_disks)
{
    uint64_t chunk = limits->minimum_io, stripe = limits->optimal_io;

    if (!limits->optimal_accepted || chunk <= limits->physical || chunk % EXT_BLOCK ||
        stripe % chunk || stripe / chunk < 2)
        return false;
    *ret_chunk = chunk;
    *ret_disks = stripe / chunk;
    return true;
}

void advice_mkfs(const struct limits *limits, uint64_t bytes, const char *node,
                 struct lines *lines)
{
    uint64_t chunk = 0, disks = 0;
    bool is_striped = find_stripe(limits, &chunk, &disks);

    /* The stride counts blocks; without -b a small file system gets smaller ones. */
    if (is_striped)
        advice_command(lines,
                       "mkfs.ext4 -b %llu -E nodiscard,stride=%llu,stripe_width=%llu %s",
                       (ull)EXT_BLOCK, (ull)(chunk / EXT_BLOCK),
                       (ull)(chunk / EXT_BLOCK * disks), node);
    else
        advice_command(lines, "mkfs.ext4 -E nodiscard %s", node);
    if (bytes < XFS_MIN)
        return;
    lines_add(lines, "%s", _("or"));
    if (is_striped)
        advice_command(lines, "mkfs.xfs -K -d su=%lluk,sw=%llu %s", (ull)(chunk / KIB),
                       (ull)disks, node);
    else
        advice_command(lines, "mkfs.xfs -K %s", node);
}

static void add_mkfs_fat(const struct advice_target *target)
{
    bool is_32 = target->bytes / target->limits->logical >= FAT32_SECTORS;

    advice_command(target->lines, "mkfs.fat%s %s", is_32 ? " -F 32" : "", target->node);
}

static void add_pvcreate(const struct advice_target *target)
{
    uint64_t grain = target->limits->grain;

    if (grain == MIB || grain < KIB)
        advice_command(target->lines, "pvcreate %s", target->node);
    else
        advice_command(target->lines, "pvcreate --dataalignment %lluk %s",
                       (ull)(grain / KIB), target->node);
}

static const struct advice_recipe recipes[MAKE_COUNT] = {
    [MAKE_LINUX] = {
        .heading = N_("For a file system in partition %u:"),
    },
    [MAKE_FAT] = { .heading = N_("For a FAT in partition %u:") },
    [MAKE_WINDOWS] = {
        .heading = N_("Windows makes its file system in partition %u itself; from here "
                      "it would be one of these:"),
        .commands = { "mkfs.ntfs --quick %s" },
    },
    [MAKE_SWAP] = {
        .heading = N_("For a swap area in partition %u:"),
        .commands = { "mkswap %s" },
    },
    [MAKE_LVM] = {
        .heading = N_("For a physical volume in partition %u:"),
    },
    [MAKE_LUKS] = {
        .heading = N_("For a LUKS volume in partition %u:"),
        .commands = { "cryptsetup luksFormat %s" },
    },
    [MAKE_RAID] = {
        .heading = N_("Partition %u is ready to be a member of an array: mdadm --create "
                      "takes it as it is."),
    },
    [MAKE_BOOT] = {
        .heading = N_("Partition %u has no file system: the boot loader's installer "
                      "writes to it itself."),
    },
};

static void add_maker(const struct advice_target *target, enum maker maker)
{
    advice_add_recipe(target, &recipes[maker]);
    if (maker == MAKE_LINUX)
        advice_mkfs(target->limits, target->bytes, target->node, target->lines);
    if (maker == MAKE_FAT)
        add_mkfs_fat(target);
    if (maker == MAKE_LVM)
        add_pvcreate(target);
    if (maker != MAKE_WINDOWS)
        return;
    lines_add(target->lines, "%s", _("or"));
    advice_command(target->lines, "mkfs.exfat %s", target->node);
}

void advice_make(const struct advice_target *target, enum label_kind label,
                 const char *old)
{
    if (old) {
        lines_add(
            target->lines,
            _("Where partition %1$u begins, an old %2$s shows through.  If it is not "
              "to be kept:"),
            target->extent->number, old);
        advice_command(target->lines, "wipefs --all %s", target->node);
    }
    add_maker(target, find_maker(label, target->extent->type));
}
