/* SPDX-License-Identifier: GPL-3.0-or-later */
/* unlisted.c - checks partitions that the kernel uses but the table does not list
 *
 * Another program may have changed the table while a partition was mounted.  The
 * partition stays mounted, although the table has no entry for it. */
#include <stdlib.h>

#include "device/commit/stages.h"
#include "device/system/kernel_private.h"
#include "model/base/intl.h"
#include "model/base/refusal.h"

static bool unlisted_is_listed(const struct layout *layout,
                               const struct kernel_part *part)
{
    uint64_t logical = layout_limits(layout)->logical;
    const struct extent *extent = layout_find_number(layout, part->number);

    if (!extent || !kernel_part_is_seen(layout, extent))
        return false;
    struct kernel_part listed = kernel_part_of(extent, logical);
    return kernel_part_is_same(&listed, part);
}

/* True for a partition that overlaps PART; containers are ignored. */
static bool overlaps_part(const struct layout *layout, const struct extent *extent,
                          const struct kernel_part *part)
{
    uint64_t logical = layout_limits(layout)->logical;
    uint64_t end = (part->start + part->length - 1) / logical;

    return extent_is_partition(extent) && extent->kind != EXTENT_EXTENDED &&
           extent->start <= end && part->start / logical < extent->start + extent->length;
}

static bool unlisted_has_range(const struct layout *layout, const struct extent *extent)
{
    LAYOUT_EACH (other, layout)
        if (extent_is_partition(other) && other->start == extent->start &&
            other->length == extent->length)
            return true;
    return false;
}

/* True if B has each partition of A that overlaps PART. */
static bool keeps_partitions(const struct layout *a, const struct layout *b,
                             const struct kernel_part *part)
{
    LAYOUT_EACH (extent, a)
        if (overlaps_part(a, extent, part) && !unlisted_has_range(b, extent))
            return false;
    return true;
}

/* True if no step affects PART, or all restore it to the table. */
static bool leaves_alone(const struct commit *commit, const struct kernel_part *part)
{
    bool is_alone = true;

    if (!part->length || unlisted_is_listed(commit->base, part))
        return true;
    for (size_t i = 0; i < commit->step_count && is_alone; i++) {
        const struct layout *after = commit->steps[i].after;
        is_alone = unlisted_is_listed(after, part) ||
                   (keeps_partitions(commit->base, after, part) &&
                    keeps_partitions(after, commit->base, part));
    }
    return is_alone;
}

static bool check_kernel_part(const struct commit *commit, const struct busy *busy,
                              const struct kernel_part *part, struct err *err)
{
    uint64_t logical = layout_limits(commit->base)->logical;
    char name[SYS_NAME];
    struct use use;

    if (leaves_alone(commit, part) ||
        !busy_partition(&commit->sys, commit->path, part->number, name) ||
        !busy_find(busy, name, &use))
        return true;
    return err_refuse(
        err, REFUSAL_KERNEL_HAS_UNLISTED,
        _("The kernel still has partition %1$u (sectors %2$llu to %3$llu), "
          "which the table on the disk does not have, and it is in use "
          "(%4$s): what lies there cannot be changed now. Close what uses it, "
          "or put the partition back into the table first."),
        part->number, (ull)(part->start / logical),
        (ull)((part->start + part->length) / logical - 1),
        use.where[0] ? use.where : _("swap"));
}

bool commit_check_unlisted(const struct commit *commit, const struct busy *busy,
                           struct err *err)
{
    struct kernel_parts parts = { 0 };
    char name[SYS_NAME];
    bool is_free = true;

    if (!commit->preview || !sys_name_of(&commit->sys, commit->path, name))
        return true;
    parts = kernel_parts_of_disk(&commit->sys, name);
    for (size_t i = 0; i < parts.count && is_free; i++)
        is_free = check_kernel_part(commit, busy, &parts.list[i], err);
    free(parts.list);
    return is_free;
}
