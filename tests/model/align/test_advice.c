/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_advice.c - shell commands for one partition, line by line */
#include "model/align/advice_private.h"

#include <string.h>

#include "model/base/mem.h"
#include "model/base/str.h"
#include "model/disk/types.h"
#include "support/disks.h"
#include "support/test.h"

#define DISK   UINT64_C(16777216)
#define KIB    UINT64_C(1024)
#define SHRUNK 1048576
#define LENGTH 2097152
#define GROWN  4194304

/* A disk with one partition of 1 GiB at 2048. */
static struct layout *one(enum inside_kind inside, const char *type, const char *volume)
{
    const struct disks_part part = {
        .kind = EXTENT_PARTITION,
        .number = 2,
        .start = 2048,
        .length = LENGTH,
        .inside = inside,
        .type = type,
        .volume = volume,
    };
    const struct disks_spec spec = {
        .size = DISK, .label = LABEL_GPT, .parts = &part, .count = 1
    };

    return disks_build(&spec);
}

static struct advice_target target_of(const struct layout *layout,
                                      const struct extent *extent, uint64_t sectors,
                                      struct lines *lines)
{
    const struct limits *limits = layout_limits(layout);

    return (struct advice_target){ limits, extent, sectors * limits->logical, "/dev/sda2",
                                   lines };
}

static char *joined(struct lines *lines)
{
    struct str text = { 0 };

    for (size_t i = 0; i < lines->count; i++) {
        str_add(&text, i ? "\n" : "");
        str_add(&text, lines->at[i]);
        ck_assert_ptr_null(strchr(lines->at[i], '\n'));
    }
    lines_finish(lines);
    return str_take(&text);
}

static const struct {
    enum inside_kind inside;
    const char *want;
} shrinks[] = {
    { INSIDE_EXT,
      "Before the write, make the ext4 in partition 2 smaller, while it is not mounted:\n"
      "  e2fsck -f /dev/sda2\n"
      "  resize2fs /dev/sda2 1048576s" },
    { INSIDE_NTFS,
      "Before the write, make the ntfs in partition 2 smaller, while it is not mounted:\n"
      "  ntfsresize --no-action --size 536870912 /dev/sda2\n"
      "  ntfsresize --size 536870912 /dev/sda2" },
    { INSIDE_BTRFS,
      "Before the write, make the btrfs in partition 2 smaller, while it is mounted:\n"
      "  mount /dev/sda2 /mnt\n"
      "  btrfs filesystem resize 536870912 /mnt\n"
      "  umount /mnt" },
    { INSIDE_FAT,
      "fatresize makes the FAT and partition 2 smaller together: run it instead of this "
      "change, then open the disk again:\n"
      "  fatresize /dev/sda2 -n 2 -s 536870912" },
    { INSIDE_XFS,
      "Partition 2 holds xfs, which cannot shrink: what is in it has to be copied "
      "elsewhere, and back into a smaller one." },
    { INSIDE_EXFAT,
      "Partition 2 holds exfat, and there is no tool that shrinks it: what is in it has "
      "to be copied elsewhere, and back into a smaller one." },
    { INSIDE_LVM, "Before the write, make the physical volume in partition 2 smaller:\n"
                  "  pvresize --setphysicalvolumesize 536870912b /dev/sda2" },
    { INSIDE_LUKS,
      "Before the write, open the LUKS volume in partition 2 and make what is inside it "
      "smaller than 520093696 bytes." },
    { INSIDE_MD,
      "Partition 2 holds linux_raid_member: the array has to be made smaller first, with "
      "mdadm --grow --size, which is the size that it uses of each member." },
    { INSIDE_SWAP, "" },
    { INSIDE_NONE, "" },
};

TEST_EACH(content_already_shrunk_needs_no_commands, shrinks)
{
    struct layout *layout = one(shrinks[_i].inside, NULL, NULL);
    struct extent extent = *layout_find_number(layout, 2);
    struct lines lines = { 0 };

    extent.content.inside.volume = SHRUNK * layout_limits(layout)->logical;
    advice_before_shrink(layout, &extent, SHRUNK, "/dev/sda", false, &lines);
    ck_assert_uint_eq(lines.count, 0);
    layout_unref(layout);
}

TEST_EACH(shrinking_is_advised_before_the_write, shrinks)
{
    struct layout *layout = one(shrinks[_i].inside, NULL, NULL);
    const struct extent *extent = layout_find_number(layout, 2);
    struct lines lines = { 0 };

    advice_before_shrink(layout, extent, SHRUNK, "/dev/sda", false, &lines);
    CLEANUP(freep) char *text = joined(&lines);
    ck_assert_str_eq(text, shrinks[_i].want);
    layout_unref(layout);
}

static const struct {
    enum inside_kind inside;
    const char *volume;
    const char *want;
} grows[] = {
    { INSIDE_EXT, NULL,
      "After the write, the ext4 in partition 2 can grow into the new space:\n"
      "  e2fsck -f /dev/sda2\n"
      "  resize2fs /dev/sda2" },
    { INSIDE_NTFS, NULL,
      "After the write, the ntfs in partition 2 can grow into the new space:\n"
      "  ntfsresize /dev/sda2" },
    { INSIDE_BTRFS, NULL,
      "After the write, the btrfs in partition 2 can grow into the new space:\n"
      "  mount /dev/sda2 /mnt\n"
      "  btrfs filesystem resize max /mnt\n"
      "  umount /mnt" },
    { INSIDE_XFS, NULL,
      "After the write, the xfs in partition 2 can grow into the new space:\n"
      "  mount /dev/sda2 /mnt\n"
      "  xfs_growfs /mnt\n"
      "  umount /mnt" },
    { INSIDE_FAT, NULL,
      "After the write, the vfat in partition 2 can grow into the new space:\n"
      "  fatresize /dev/sda2 -n 2 -s 2147483648" },
    { INSIDE_EXFAT, NULL,
      "The exFAT in partition 2 stays as large as it is: there is no tool that lets it "
      "grow." },
    { INSIDE_LVM, NULL,
      "After the write, the physical volume in partition 2 can grow into the new space:\n"
      "  pvresize /dev/sda2" },
    { INSIDE_LUKS, NULL,
      "The LUKS volume in partition 2 has the new space when it is opened again; an open "
      "one is told so by its name:\n"
      "  cryptsetup resize NAME\n"
      "Then what is inside it can grow." },
    { INSIDE_MD, NULL,
      "Once every member of the array that partition 2 belongs to has the new size, the "
      "array can grow by its name:\n"
      "  mdadm --grow ARRAY --size=max" },
    { INSIDE_SWAP, "my 'swap'",
      "Nothing is left to do for the swap area in partition 2: the write makes it "
      "anew, with the UUID and the label that it had, as this would:\n"
      "  mkswap -U 0b6f4d18-92ea-4c57-a3d5-6e7180c4b9f2 -L 'my '\\''swap'\\''' "
      "/dev/sda2" },
    { INSIDE_SWAP, "-x",
      "Nothing is left to do for the swap area in partition 2: the write makes it "
      "anew, with the UUID and the label that it had, as this would:\n"
      "  mkswap -U 0b6f4d18-92ea-4c57-a3d5-6e7180c4b9f2 -L -x /dev/sda2" },
    { INSIDE_SWAP, NULL,
      "Nothing is left to do for the swap area in partition 2: the write makes it "
      "anew, with the UUID and the label that it had, as this would:\n"
      "  mkswap -U 0b6f4d18-92ea-4c57-a3d5-6e7180c4b9f2 /dev/sda2" },
    { INSIDE_NONE, NULL, "" },
};

TEST_EACH(growing_is_advised_after_the_write, grows)
{
    struct layout *layout = one(grows[_i].inside, NULL, grows[_i].volume);
    const struct extent *extent = layout_find_number(layout, 2);
    struct lines lines = { 0 };

    struct advice_target target = target_of(layout, extent, GROWN, &lines);
    advice_grow(&target);
    CLEANUP(freep) char *text = joined(&lines);
    ck_assert_str_eq(text, grows[_i].want);
    layout_unref(layout);
}

#define LONG_NAME                                                                        \
    "/a23456789/a23456789/a23456789/a23456789/a23456789/a23456789/a23456789/a23456789/"  \
    "a23456789/a23456789/a23456789/a23456789/a23456"

static const struct {
    enum inside_kind inside;
    struct use use;
    const char *want;
} online[] = {
    { INSIDE_EXT,
      { USE_MOUNT, "/srv" },
      "After the write, the ext4 in partition 2 can grow into the new space while it is "
      "mounted:\n"
      "  resize2fs /dev/sda2" },
    { INSIDE_EXT,
      { USE_SWAP_FILE, "/" },
      "After the write, the ext4 in partition 2 can grow into the new space while it is "
      "mounted:\n"
      "  resize2fs /dev/sda2" },
    { INSIDE_XFS,
      { USE_MOUNT, "/my data" },
      "After the write, the xfs in partition 2 can grow into the new space while it is "
      "mounted:\n"
      "  xfs_growfs '/my data'" },
    { INSIDE_BTRFS,
      { USE_MOUNT, "/srv" },
      "After the write, the btrfs in partition 2 can grow into the new space while it is "
      "mounted:\n"
      "  btrfs filesystem resize max /srv" },
    { INSIDE_XFS,
      { USE_MOUNT, LONG_NAME },
      "After the write, the xfs in partition 2 can grow into the new space while it is "
      "mounted:\n"
      "  xfs_growfs \"$(findmnt -n -o TARGET /dev/sda2)\"" },
    { INSIDE_NTFS,
      { USE_MOUNT, "/srv" },
      "The ntfs in partition 2 only grows while it is not mounted:\n"
      "  umount /srv\n"
      "After the write, the ntfs in partition 2 can grow into the new space:\n"
      "  ntfsresize /dev/sda2" },
    { INSIDE_EXFAT,
      { USE_MOUNT, "/srv" },
      "The exFAT in partition 2 stays as large as it is: there is no tool that lets it "
      "grow." },
    { INSIDE_LUKS,
      { USE_HOLDER, "luks-home" },
      "After the write, the LUKS volume in partition 2, which is open, can grow into the "
      "new space:\n"
      "  cryptsetup resize luks-home\n"
      "Then what is inside it can grow." },
    { INSIDE_LVM,
      { USE_HOLDER, "vg-root vg-home" },
      "After the write, the physical volume in partition 2 can grow into the new space:\n"
      "  pvresize /dev/sda2" },
    { INSIDE_MD,
      { USE_HOLDER, "md0" },
      "Once every member of the array that partition 2 belongs to has the new size, the "
      "array can grow:\n"
      "  mdadm --grow /dev/md0 --size=max" },
};

TEST_EACH(content_in_use_grows_online, online)
{
    struct layout *layout = one(online[_i].inside, NULL, NULL);
    struct extent extent = *layout_find_number(layout, 2);
    struct lines lines = { 0 };

    ck_assert_uint_eq(strlen(LONG_NAME) + 1, sizeof(extent.use.where));
    extent.use = online[_i].use;
    struct advice_target target = target_of(layout, &extent, GROWN, &lines);
    advice_grow(&target);
    CLEANUP(freep) char *text = joined(&lines);
    ck_assert_str_eq(text, online[_i].want);
    layout_unref(layout);
}

static const struct {
    const char *type;
    uint64_t minimum_io, optimal_io;
    uint64_t length;
    enum inside_kind old;
    const char *want;
} makes[] = {
    { TYPE_GPT_LINUX, 0, 0, LENGTH, INSIDE_NONE,
      "For a file system in partition 1:\n"
      "  mkfs.ext4 -E nodiscard /dev/sda1\n"
      "or\n"
      "  mkfs.xfs -K /dev/sda1" },
    /* md RAID5 of five disks with chunks of 512 KiB. */
    { TYPE_GPT_LINUX_HOME, 512 * KIB, 2048 * KIB, LENGTH, INSIDE_NONE,
      "For a file system in partition 1:\n"
      "  mkfs.ext4 -b 4096 -E nodiscard,stride=128,stripe_width=512 /dev/sda1\n"
      "or\n"
      "  mkfs.xfs -K -d su=512k,sw=4 /dev/sda1" },
    { TYPE_GPT_LINUX, 0, 0, 614399, INSIDE_NONE,
      "For a file system in partition 1:\n"
      "  mkfs.ext4 -E nodiscard /dev/sda1" },
    /* A single NVMe disk with a large optimal I/O. */
    { TYPE_GPT_LINUX, 4096, 128 * KIB, LENGTH, INSIDE_NONE,
      "For a file system in partition 1:\n"
      "  mkfs.ext4 -E nodiscard /dev/sda1\n"
      "or\n"
      "  mkfs.xfs -K /dev/sda1" },
    /* A USB bridge reports this for a single disk. */
    { TYPE_GPT_LINUX, 512, 33553920, LENGTH, INSIDE_NONE,
      "For a file system in partition 1:\n"
      "  mkfs.ext4 -E nodiscard /dev/sda1\n"
      "or\n"
      "  mkfs.xfs -K /dev/sda1" },
    { TYPE_GPT_LINUX_SWAP, 0, 0, LENGTH, INSIDE_NONE,
      "For a swap area in partition 1:\n"
      "  mkswap /dev/sda1" },
    { TYPE_GPT_EFI_SYSTEM, 0, 0, LENGTH, INSIDE_NONE,
      "For a FAT in partition 1:\n"
      "  mkfs.fat -F 32 /dev/sda1" },
    { TYPE_GPT_EFI_SYSTEM, 0, 0, 20480, INSIDE_NONE,
      "For a FAT in partition 1:\n"
      "  mkfs.fat /dev/sda1" },
    { TYPE_GPT_WINDOWS, 0, 0, LENGTH, INSIDE_NONE,
      "Windows makes its file system in partition 1 itself; from here it would be one of "
      "these:\n"
      "  mkfs.ntfs --quick /dev/sda1\n"
      "or\n"
      "  mkfs.exfat /dev/sda1" },
    { TYPE_GPT_LINUX_LVM, 0, 0, LENGTH, INSIDE_NONE,
      "For a physical volume in partition 1:\n"
      "  pvcreate /dev/sda1" },
    { TYPE_GPT_LINUX_LVM, 512 * KIB, 1536 * KIB, LENGTH, INSIDE_NONE,
      "For a physical volume in partition 1:\n"
      "  pvcreate --dataalignment 1536k /dev/sda1" },
    { TYPE_GPT_LINUX_LUKS, 0, 0, LENGTH, INSIDE_NONE,
      "For a LUKS volume in partition 1:\n"
      "  cryptsetup luksFormat /dev/sda1" },
    { TYPE_GPT_LINUX_RAID, 0, 0, LENGTH, INSIDE_NONE,
      "Partition 1 is ready to be a member of an array: mdadm --create takes it as it "
      "is." },
    { TYPE_GPT_BIOS_BOOT, 0, 0, LENGTH, INSIDE_NONE,
      "Partition 1 has no file system: the boot loader's installer writes to it "
      "itself." },
    { TYPE_GPT_MSR, 0, 0, LENGTH, INSIDE_NONE, "" },
    { TYPE_GPT_LINUX_SWAP, 0, 0, LENGTH, INSIDE_NTFS,
      "Where partition 1 begins, an old ntfs shows through.  If it is not to be "
      "kept:\n"
      "  wipefs --all /dev/sda1\n"
      "For a swap area in partition 1:\n"
      "  mkswap /dev/sda1" },
};

TEST_EACH(new_partition_has_the_commands_of_its_type, makes)
{
    const struct disks_part part = {
        .kind = EXTENT_PARTITION,
        .number = 1,
        .start = 6144,
        .length = makes[_i].length,
        .inside = makes[_i].old,
        .type = makes[_i].type,
    };
    const struct disks_spec spec = {
        .size = DISK,
        .label = LABEL_GPT,
        .parts = &part,
        .count = 1,
        .said = { .minimum_io = makes[_i].minimum_io,
                  .optimal_io = makes[_i].optimal_io },
    };
    struct layout *layout = disks_build(&spec);
    struct lines lines = { 0 };

    const struct extent *extent = layout_find_number(layout, 1);
    struct advice_target target = target_of(layout, extent, extent->length, &lines);
    target.node = "/dev/sda1";
    advice_make(&target, LABEL_GPT, makes[_i].old ? extent->content.type : NULL);
    CLEANUP(freep) char *text = joined(&lines);
    ck_assert_str_eq(text, makes[_i].want);
    layout_unref(layout);
}

static const struct {
    const char *node, *want;
} nodes[] = {
    { "/dev/disk/by-id/ata-WDC_WD10-part1",
      "  wipefs --all /dev/disk/by-id/ata-WDC_WD10-part1" },
    { "/tmp/my disk.img", "  wipefs --all '/tmp/my disk.img'" },
    { "it's; rm -rf $HOME", "  wipefs --all 'it'\\''s; rm -rf $HOME'" },
    { "-f", "  wipefs --all ./-f" },
    { "-f x", "  wipefs --all ./'-f x'" },
    { "", "  wipefs --all ''" },
};

TEST_EACH(node_is_one_word_of_a_shell, nodes)
{
    struct layout *layout = one(INSIDE_NONE, NULL, NULL);
    struct lines lines = { 0 };

    advice_no_table(layout_limits(layout), nodes[_i].node, &lines);
    ck_assert_uint_gt(lines.count, 2);
    ck_assert_str_eq(lines.at[1], nodes[_i].want);
    lines_finish(&lines);
    layout_unref(layout);
}
