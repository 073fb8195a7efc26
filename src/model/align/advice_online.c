/* SPDX-License-Identifier: GPL-3.0-or-later */
/* advice_online.c - shell commands that grow a content in use */
#include <string.h>

#include "model/align/advice_private.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/shell.h"

/* Returns the mount point as a shell word; free().  If it may have been too long for the
 * layout, the shell asks for it. */
static char *mount_word(const struct advice_target *target)
{
    const struct use *use = &target->extent->use;

    if (strlen(use->where) + 1 < sizeof(use->where))
        return shell_path(use->where);
    return xasprintf("\"$(findmnt -n -o TARGET %s)\"", target->node);
}

static bool grow_while_mounted(const struct advice_target *target)
{
    static const char *const commands[INSIDE_COUNT] = {
        [INSIDE_BTRFS] = "btrfs filesystem resize max",
        [INSIDE_EXT] = "resize2fs",
        [INSIDE_XFS] = "xfs_growfs",
    };
    enum inside_kind kind = target->extent->content.inside.kind;
    CLEANUP(freep) char *where = mount_word(target);

    if (!commands[kind])
        return false;
    lines_add(target->lines,
              _("After the write, the %1$s in partition %2$u can grow into the new space "
                "while it is mounted:"),
              target->extent->content.type, target->extent->number);
    advice_command(target->lines, "%s %s", commands[kind],
                   kind == INSIDE_EXT ? target->node : where);
    return true;
}

/* For contents that grow only while they are not mounted. */
static void add_umount(const struct advice_target *target)
{
    CLEANUP(freep) char *where = mount_word(target);

    if (target->extent->content.inside.kind == INSIDE_EXFAT)
        return; /* no tool lets it grow */
    lines_add(target->lines,
              _("The %1$s in partition %2$u only grows while it is not mounted:"),
              target->extent->content.type, target->extent->number);
    advice_command(target->lines, "umount %s", where);
}

/* Several names are separated by spaces; the commands then need the choice of a person.
 */
static bool has_one_holder(const struct use *use)
{
    return use->where[0] && !strchr(use->where, ' ');
}

static bool grow_held(const struct advice_target *target)
{
    static const struct advice_recipe recipes[INSIDE_COUNT] = {
        [INSIDE_LUKS] = {
            .heading = N_("After the write, the LUKS volume in partition %u, which is "
                          "open, can grow into the new space:"),
            .commands = { "cryptsetup resize %s" },
            .closing = N_("Then what is inside it can grow."),
        },
        [INSIDE_MD] = {
            .heading = N_("Once every member of the array that partition %u belongs to "
                          "has the new size, the array can grow:"),
            .commands = { "mdadm --grow /dev/%s --size=max" },
        },
    };
    const struct extent *extent = target->extent;
    const struct advice_recipe *recipe = &recipes[extent->content.inside.kind];
    CLEANUP(freep) char *name = shell_word(extent->use.where);
    struct advice_target held = *target;

    if (!recipe->heading || !has_one_holder(&extent->use))
        return false;
    held.node = name;
    advice_add_recipe(&held, recipe);
    return true;
}

bool advice_grow_online(const struct advice_target *target)
{
    const struct extent *extent = target->extent;

    if (extent->use.kind == USE_HOLDER)
        return grow_held(target);
    if (extent->use.kind != USE_MOUNT && extent->use.kind != USE_SWAP_FILE)
        return false;
    if (grow_while_mounted(target))
        return true;
    add_umount(target);
    return false;
}
