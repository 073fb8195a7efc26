/* SPDX-License-Identifier: GPL-3.0-or-later */
/* advice_resize.c - shell commands that resize a content with its partition */
#include <string.h>

#include "model/align/advice_private.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/num.h"
#include "model/base/shell.h"

/* The block size of most file systems.  Their tools round other sizes, some of them up.
 */
#define BLOCK 4096

/* Contents that no tool can shrink, by libblkid's TYPE; %1$u is the partition, %2$s the
 * type. */
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

/* A LUKS volume does not use a last incomplete encryption sector. */
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

static const struct advice_recipe shrink_recipes[INSIDE_COUNT] = {
    /* For resize2fs, "s" is 512 bytes; it rounds down to a block. */
    [INSIDE_EXT] = { .commands = { "e2fsck -f %1$s", "resize2fs %1$s %2$llus" },
                     .unit = 512 },
    /* fatresize changes the partition table too, so it replaces this edit. */
    [INSIDE_FAT] = {
        .heading = N_("fatresize makes the FAT and partition %u smaller together: run it "
                      "instead of this change, then open the disk again:"),
        .commands = { "fatresize %1$s -n %3$u -s %2$llu" },
    },
    [INSIDE_LVM] = {
        .heading = N_("Before the write, make the physical volume in partition %u "
                      "smaller:"),
        .commands = { "pvresize --setphysicalvolumesize %2$llub %1$s" },
    },
    [INSIDE_NTFS] = {
        .commands = { "ntfsresize --no-action --size %2$llu %1$s",
                      "ntfsresize --size %2$llu %1$s" },
    },
};

void advice_shrink(const struct advice_target *target)
{
    const struct content *content = &target->extent->content;
    const struct advice_recipe *recipe = &shrink_recipes[content->inside.kind];
    uint64_t volume = content->inside.volume;

    /* The volume has already been shrunk. */
    if (volume && target->bytes >= volume)
        return;
    if (content_is_empty(content) || add_rigid(target))
        return;
    if (content->inside.kind == INSIDE_BTRFS) {
        shrink_btrfs(target);
    } else if (content->inside.kind == INSIDE_LUKS) {
        shrink_luks(target);
    } else if (recipe->commands[0]) {
        if (!recipe->heading)
            begin_shrink(target);
        advice_add_recipe(target, recipe);
    } else if (content->type[0]) {
        lines_add(
            target->lines,
            _("Partition %1$u holds %2$s: it has to be made smaller by its own tool "
              "before the write."),
            target->extent->number, content->type);
    }
}

static void begin_grow(const struct advice_target *target)
{
    lines_add(
        target->lines,
        _("After the write, the %1$s in partition %2$u can grow into the new space:"),
        target->extent->content.type, target->extent->number);
}

/* Shell commands that need no more than the node. */
static const struct advice_recipe grow_recipes[INSIDE_COUNT] = {
    [INSIDE_BTRFS] = {
        .commands = { "mount %s /mnt", "btrfs filesystem resize max /mnt",
                      "umount /mnt" },
    },
    [INSIDE_EXFAT] = {
        .heading = N_("The exFAT in partition %u stays as large as it is: there is no "
                      "tool that lets it grow."),
    },
    [INSIDE_EXT] = { .commands = { "e2fsck -f %s", "resize2fs %s" } },
    /* -n follows the node: some versions derive a wrong number from the node. */
    [INSIDE_FAT] = { .commands = { "fatresize %1$s -n %3$u -s %2$llu" } },
    [INSIDE_LUKS] = {
        .heading = N_("The LUKS volume in partition %u has the new space when it is "
                      "opened again; an open one is told so by its name:"),
        .commands = { "cryptsetup resize NAME" },
        .closing = N_("Then what is inside it can grow."),
    },
    [INSIDE_LVM] = {
        .heading = N_("After the write, the physical volume in partition %u can grow "
                      "into the new space:"),
        .commands = { "pvresize %s" },
    },
    [INSIDE_MD] = {
        .heading = N_("Once every member of the array that partition %u belongs to has "
                      "the new size, the array can grow by its name:"),
        .commands = { "mdadm --grow ARRAY --size=max" },
    },
    [INSIDE_NTFS] = { .commands = { "ntfsresize %s" } },
    [INSIDE_XFS] = {
        .commands = { "mount %s /mnt", "xfs_growfs /mnt", "umount /mnt" },
    },
};

static void grow_by_recipe(const struct advice_target *target,
                           const struct advice_recipe *recipe)
{
    if (!recipe->heading)
        begin_grow(target);
    advice_add_recipe(target, recipe);
}

/* The write does this itself; mkswap without options would set a new UUID. */
static void remake_swap(const struct advice_target *target)
{
    const struct content *content = &target->extent->content;
    CLEANUP(freep) char *label = shell_word(content->label);

    lines_add(
        target->lines,
        _("Nothing is left to do for the swap area in partition %u: the write makes "
          "it anew, with the UUID and the label that it had, as this would:"),
        target->extent->number);
    advice_command(target->lines, "mkswap%s%s%s%s %s", content->uuid[0] ? " -U " : "",
                   content->uuid, content->label[0] ? " -L " : "",
                   content->label[0] ? label : "", target->node);
}

void advice_grow(const struct advice_target *target)
{
    static const struct advice_recipe f2fs = { .commands = { "resize.f2fs %s" } };
    const struct content *content = &target->extent->content;
    const struct advice_recipe *recipe = &grow_recipes[content->inside.kind];

    if (content->state != CONTENT_FOUND || advice_grow_online(target))
        return;
    if (content->inside.kind == INSIDE_SWAP)
        remake_swap(target);
    else if (recipe->heading || recipe->commands[0])
        grow_by_recipe(target, recipe);
    else if (!strcmp(content->type, "f2fs"))
        grow_by_recipe(target, &f2fs);
}
