/* SPDX-License-Identifier: GPL-3.0-or-later */
/* commit_look.c - that the disk is as it was shown, and nobody is in the way */
#include <string.h>

#include "device/busy.h"
#include "device/commit_private.h"
#include "device/disk.h"
#include "device/guard.h"
#include "device/opener.h"
#include "model/intl.h"
#include "model/mem.h"

bool look_table(const struct commit *commit, struct store *store, struct err *err)
{
    return disk_is_same(store, commit->base, err);
}

/* The disk itself, not a partition of it: mounted as it is, part of an array ... */
static bool look_whole(const struct commit *commit, const struct busy *busy,
                       struct err *err)
{
    char name[SYS_NAME], who[128];
    struct use use;
    bool is_system;

    if (!guard_is_whole(&commit->sys, commit->path, err))
        return false;
    for (size_t i = 0; i < busy->loop_count; i++) {
        const struct busy_loop *loop = &busy->loops[i];
        if (!loop->offset && !loop->size_limit &&
            busy_loop_is_over(busy, loop, commit->path))
            return err_set(err, ERR_REFUSED,
                           _("The loop device %1$s lies over %2$s: change it there, or "
                             "detach it first."),
                           loop->name, commit->path);
    }
    if (!sys_name_of(&commit->sys, commit->path, name))
        return true;
    busy_describe(busy, commit->path, who, sizeof(who), &is_system);
    /* Partitions that the kernel knows can be in use also where the table says nothing.
     */
    if (!busy_find(busy, name, &use) && !(disk_is_broken(commit->base) && who[0]))
        return true;
    return err_set(err, ERR_REFUSED,
                   _("%1$s is in use as a whole (%2$s): its table is not touched."),
                   commit->path, who);
}

bool refuse_taken(const struct commit *commit, unsigned number, struct err *err)
{
    char name[SYS_NAME], who[256] = "";

    if (busy_partition(&commit->sys, commit->path, number, name))
        opener_names(&commit->sys, name, who, sizeof(who));
    if (who[0])
        return err_set(err, ERR_REFUSED,
                       _("Partition %1$u is in use by %2$s: it cannot be changed now."),
                       number, who);
    return err_set(err, ERR_REFUSED,
                   _("Partition %u is in use by another program: it cannot be changed "
                     "now."),
                   number);
}

static bool refuse_busy(const struct commit *commit, const struct extent *extent,
                        struct err *err)
{
    static const char *const sentences[USE_COUNT] = {
        [USE_MOUNT] = N_("Partition %1$u is mounted on %2$s: it cannot be changed now."),
        [USE_SWAP] = N_("Partition %1$u is in use as swap: it cannot be changed now."),
        [USE_SWAP_FILE] = N_("Partition %1$u holds a swap file that is in use (mounted "
                             "on %2$s): it cannot be changed now."),
        [USE_HOLDER] = N_("Partition %1$u is in use by %2$s: it cannot be changed now."),
        [USE_LOOP] = N_("The loop device %2$s lies over partition %1$u: it cannot be "
                        "changed now."),
    };

    if (extent->use.kind == USE_EXCLUSIVE)
        return refuse_taken(commit, extent->number, err);
    return err_set(err, ERR_REFUSED, _(sentences[extent->use.kind]), extent->number,
                   extent->use.where);
}

/* By its number, which mounts and the kernel know it by. */
static bool stays_where_it_is(const struct layout *preview, const struct extent *extent)
{
    const struct extent *after = layout_find_number(preview, extent->number);

    return after && after->start == extent->start && after->length == extent->length &&
           after->kind != EXTENT_EXTENDED;
}

static bool look_extent(const struct commit *commit, const struct extent *extent,
                        struct lines *warnings, struct err *err)
{
    /* A container is in use by its logicals, and they are asked themselves. */
    if (extent->kind != EXTENT_PARTITION && extent->kind != EXTENT_LOGICAL)
        return true;
    if (extent->use.kind == USE_NONE || stays_where_it_is(commit->preview, extent))
        return true;
    if (extent->use.kind != USE_LVM_IDLE)
        return refuse_busy(commit, extent, err);
    if (warnings && layout_label(commit->base)->kind == LABEL_LOOP)
        lines_add(warnings, "%s",
                  _("The disk as a whole is a physical volume of LVM: its volume group "
                    "loses it, though nobody uses it at the moment."));
    else if (warnings)
        lines_add(warnings,
                  _("Partition %u is a physical volume of LVM: its volume group loses "
                    "it, though nobody uses it at the moment."),
                  extent->number);
    return true;
}

bool look_guard(const struct commit *commit, struct lines *warnings, struct err *err)
{
    CLEANUP(layout_unrefp)
    struct layout *marked = guard_mark(&commit->sys, commit->path, commit->base);
    struct busy busy;

    busy_init(&busy, &commit->sys);
    bool is_free = look_whole(commit, &busy, err);
    busy_finish(&busy);
    for (size_t i = 0; i < layout_count(marked) && is_free; i++)
        is_free = look_extent(commit, layout_at(marked, i), warnings, err);
    return is_free;
}
