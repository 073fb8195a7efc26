/* SPDX-License-Identifier: GPL-3.0-or-later */
/* advice_resize.c - how a file system follows its partition, larger or smaller */
#include <stdlib.h>
#include <string.h>

#include "model/align/advice_private.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/num.h"
#include "model/base/shell.h"

/* The blocks of most file systems: sizes that are no multiple are rounded by their tools,
 * some of them upwards. */
#define BLOCK 4096

/* What no tool makes smaller, by libblkid's TYPE; %1$u is the partition, %2$s the type.
 */
static const struct {
    const char *type;
    const char *sentence;
} rigid[] = {
    { "xfs", N_("Partition %1$u holds %2$s, which cannot shrink: what is in it has to be "
                "copied elsewhere, and back into a smaller one.") },
    { "exfat", N_("Partition %1$u holds %2$s, and there is no tool that shrinks it: what "
                  "is in it has to be copied elsewhere, and back into a smaller one.") },
    { "f2fs",
      N_("Partition %1$u holds %2$s, which can only grow: what is in it has to be "
         "copied elsewhere, and back into a smaller one.") },
    { "zfs_member", N_("Partition %1$u holds %2$s, whose pool cannot shrink.") },
    { "linux_raid_member",
      N_("Partition %1$u holds %2$s: the array has to be made smaller first, with mdadm "
         "--grow --size, which is the size that it uses of each member.") },
};

static bool add_rigid(const struct advice_target *target)
{
    const char *type = target->extent->content.type;

    for (size_t i = 0; i < ARRAY_SIZE(rigid); i++) {
        if (strcmp(rigid[i].type, type) != 0)
            continue;
        lines_add(target->lines, _(rigid[i].sentence), target->extent->number, type);
        return true;
    }
    return false;
}

static void begin_shrink(const struct advice_target *target)
{
    lines_add(target->lines,
              _("Before the write, make the %1$s in partition %2$u smaller, while it is "
                "not mounted:"),
              target->extent->content.type, target->extent->number);
}

static void shrink_ext(const struct advice_target *target)
{
    begin_shrink(target);
    advice_command(target->lines, "e2fsck -f %s", target->node);
    /* resize2fs counts "s" in 512 bytes, and rounds down to a block. */
    advice_command(target->lines, "resize2fs %s %llus", target->node,
                   (ull)(target->bytes / 512));
}

static void shrink_ntfs(const struct advice_target *target)
{
    begin_shrink(target);
    advice_command(target->lines, "ntfsresize --no-action --size %llu %s",
                   (ull)target->bytes, target->node);
    advice_command(target->lines, "ntfsresize --size %llu %s", (ull)target->bytes,
                   target->node);
}

static void shrink_btrfs(const struct advice_target *target)
{
    lines_add(target->lines,
              _("Before the write, make the btrfs in partition %u smaller, while it is "
                "mounted:"),
              target->extent->number);
    advice_command(target->lines, "mount %s /mnt", target->node);
    advice_command(target->lines, "btrfs filesystem resize %llu /mnt",
                   (ull)num_round_down(target->bytes, BLOCK));
    advice_command(target->lines, "umount /mnt");
}

/* fatresize writes the table, too: with this edit behind it nothing would fit. */
static void shrink_fat(const struct advice_target *target)
{
    lines_add(
        target->lines,
        _("fatresize makes the FAT and partition %u smaller together: run it instead "
          "of this change, then open the disk again:"),
        target->extent->number);
    advice_command(target->lines, "fatresize %s -n %u -s %llu", target->node,
                   target->extent->number, (ull)target->bytes);
}

static void shrink_lvm(const struct advice_target *target)
{
    lines_add(target->lines,
              _("Before the write, make the physical volume in partition %u smaller:"),
              target->extent->number);
    advice_command(target->lines, "pvresize --setphysicalvolumesize %llub %s",
                   (ull)target->bytes, target->node);
}

/* Its tail that is less than a sector of its own is of no use to it. */
static void shrink_luks(const struct advice_target *target)
{
    const struct inside *inside = &target->extent->content.inside;
    uint64_t was = target->extent->length * target->limits->logical;

    if (inside->block && target->bytes >= num_round_down(was, inside->block))
        return;
    lines_add(
        target->lines,
        _("Before the write, open the LUKS volume in partition %1$u and make what is "
          "inside it smaller than %2$llu bytes."),
        target->extent->number,
        (ull)(target->bytes > inside->data_offset ? target->bytes - inside->data_offset
                                                  : 0));
}

void advice_shrink(const struct advice_target *target)
{
    static void (*const shrink[INSIDE_COUNT])(const struct advice_target *) = {
        [INSIDE_EXT] = shrink_ext, [INSIDE_NTFS] = shrink_ntfs,
        [INSIDE_FAT] = shrink_fat, [INSIDE_BTRFS] = shrink_btrfs,
        [INSIDE_LVM] = shrink_lvm, [INSIDE_LUKS] = shrink_luks,
    };
    enum inside_kind kind = target->extent->content.inside.kind;
    uint64_t volume = target->extent->content.inside.volume;

    /* Who made the volume smaller before has done it all. */
    if (volume && target->bytes >= volume)
        return;
    if (content_is_empty(&target->extent->content) || add_rigid(target))
        return;
    if (shrink[kind])
        shrink[kind](target);
    else if (target->extent->content.type[0])
        lines_add(
            target->lines,
            _("Partition %1$u holds %2$s: it has to be made smaller by its own tool "
              "before the write."),
            target->extent->number, target->extent->content.type);
}

static void begin_grow(const struct advice_target *target)
{
    lines_add(
        target->lines,
        _("After the write, the %1$s in partition %2$u can grow into the new space:"),
        target->extent->content.type, target->extent->number);
}

static void grow_ext(const struct advice_target *target)
{
    begin_grow(target);
    advice_command(target->lines, "e2fsck -f %s", target->node);
    advice_command(target->lines, "resize2fs %s", target->node);
}

static void grow_ntfs(const struct advice_target *target)
{
    begin_grow(target);
    advice_command(target->lines, "ntfsresize %s", target->node);
}

static void grow_by_mounting(const struct advice_target *target, const char *command)
{
    begin_grow(target);
    advice_command(target->lines, "mount %s /mnt", target->node);
    advice_command(target->lines, "%s /mnt", command);
    advice_command(target->lines, "umount /mnt");
}

static void grow_btrfs(const struct advice_target *target)
{
    grow_by_mounting(target, "btrfs filesystem resize max");
}

static void grow_xfs(const struct advice_target *target)
{
    grow_by_mounting(target, "xfs_growfs");
}

/* The number stands behind the node: some versions take it from there, wrongly. */
static void grow_fat(const struct advice_target *target)
{
    begin_grow(target);
    advice_command(target->lines, "fatresize %s -n %u -s %llu", target->node,
                   target->extent->number, (ull)target->bytes);
}

static void grow_exfat(const struct advice_target *target)
{
    lines_add(
        target->lines,
        _("The exFAT in partition %u stays as large as it is: there is no tool that "
          "lets it grow."),
        target->extent->number);
}

static void grow_lvm(const struct advice_target *target)
{
    lines_add(target->lines,
              _("After the write, the physical volume in partition %u can grow into the "
                "new space:"),
              target->extent->number);
    advice_command(target->lines, "pvresize %s", target->node);
}

static void grow_luks(const struct advice_target *target)
{
    lines_add(target->lines,
              _("The LUKS volume in partition %u has the new space when it is opened "
                "again; an open one is told so by its name:"),
              target->extent->number);
    advice_command(target->lines, "cryptsetup resize NAME");
    lines_add(target->lines, "%s", _("Then what is inside it can grow."));
}

static void grow_md(const struct advice_target *target)
{
    lines_add(target->lines,
              _("Once every member of the array that partition %u belongs to has the new "
                "size, the array can grow by its name:"),
              target->extent->number);
    advice_command(target->lines, "mdadm --grow ARRAY --size=max");
}

/* The write has done it; said, because mkswap as everybody runs it gives a new UUID. */
static void grow_swap(const struct advice_target *target)
{
    const struct content *content = &target->extent->content;
    CLEANUP(freep) char *label = shell_word(content->label);

    lines_add(target->lines,
              _("The write makes the swap area in partition %u anew, with the UUID and "
                "the label that it had.  By hand that would be:"),
              target->extent->number);
    advice_command(target->lines, "mkswap%s%s%s%s %s", content->uuid[0] ? " -U " : "",
                   content->uuid, content->label[0] ? " -L " : "",
                   content->label[0] ? label : "", target->node);
}

void advice_grow(const struct advice_target *target)
{
    static void (*const grow[INSIDE_COUNT])(const struct advice_target *) = {
        [INSIDE_EXT] = grow_ext,     [INSIDE_NTFS] = grow_ntfs,
        [INSIDE_FAT] = grow_fat,     [INSIDE_XFS] = grow_xfs,
        [INSIDE_BTRFS] = grow_btrfs, [INSIDE_EXFAT] = grow_exfat,
        [INSIDE_LVM] = grow_lvm,     [INSIDE_LUKS] = grow_luks,
        [INSIDE_MD] = grow_md,       [INSIDE_SWAP] = grow_swap,
    };
    const struct content *content = &target->extent->content;

    if (content->state != CONTENT_FOUND || advice_grow_online(target))
        return;
    if (grow[content->inside.kind]) {
        grow[content->inside.kind](target);
    } else if (!strcmp(content->type, "f2fs")) {
        begin_grow(target);
        advice_command(target->lines, "resize.f2fs %s", target->node);
    }
}
