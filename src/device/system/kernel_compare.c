/* SPDX-License-Identifier: GPL-3.0-or-later */
/* kernel_compare.c - compares the kernel's partitions with the table */
#include <stdlib.h>

#include "device/system/guard.h"
#include "device/system/kernel.h"
#include "device/system/kernel_private.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/num.h"
#include "model/base/shell.h"

/* Maximum number of differences in a note. */
#define TOLD_MAX 3

bool kernel_has(const struct sys *sys, const char *path, const struct layout *layout,
                const struct extent *extent)
{
    char name[SYS_NAME];

    if (!sys_name_of(sys, path, name))
        return false;
    struct kernel_parts known = kernel_parts_of_disk(sys, name);
    struct kernel_part want = kernel_part_of(extent, layout_limits(layout)->logical);
    bool is_there = kernel_part_is_same(&want, kernel_parts_find(&known, extent->number));
    free(known.list);
    return is_there;
}

/* Linux gives a container two sectors and libparted one, so only its start is
 * compared. */
static bool kernel_agrees(const struct extent *extent, const struct kernel_part *want,
                          const struct kernel_part *now)
{
    if (now && extent->kind == EXTENT_EXTENDED)
        return now->start == want->start;
    return kernel_part_is_same(want, now);
}

/* Compares one partition of the table with the kernel's. */
static void compare_extent(const struct extent *extent, const struct kernel_parts *known,
                           uint64_t logical, struct lines *same, struct lines *differ)
{
    struct kernel_part want = kernel_part_of(extent, logical);
    const struct kernel_part *now = kernel_parts_find(known, extent->number);
    ull start = extent->start, end = extent_end(extent) - 1;

    if (kernel_agrees(extent, &want, now)) {
        lines_add(same, _("%1$u: sectors %2$llu to %3$llu"), extent->number, start, end);
        return;
    }
    if (!now)
        lines_add(differ, _("%1$u: not known to the kernel (sectors %2$llu to %3$llu)"),
                  extent->number, start, end);
    else if (now->start == KERNEL_UNKNOWN)
        lines_add(differ,
                  _("%1$u: without /sys it cannot be checked that the kernel has sectors "
                    "%2$llu to %3$llu"),
                  extent->number, start, end);
    else
        lines_add(differ,
                  _("%1$u: the kernel has sectors %2$llu to %3$llu, the table %4$llu to "
                    "%5$llu"),
                  extent->number, (ull)(now->start / logical),
                  (ull)((now->start + now->length) / logical) - 1, start, end);
}

/* Slices of a BSD label have numbers that only the kernel assigns; the entries of a
 * bootable image are partitions in the kernel. */
static bool is_slice(const struct layout *layout, const struct kernel_part *part)
{
    uint64_t logical = layout_limits(layout)->logical;

    LAYOUT_EACH (extent, layout) {
        if (extent->kind == EXTENT_SLICE && extent->start * logical == part->start)
            return true;
    }
    return false;
}

/* True if the kernel made PART of an entry that is damaged: Linux accepts any start and
 * size on the disk, and ends the partition where the disk does. */
static bool is_of_damaged(const struct layout *layout, const struct kernel_part *part)
{
    uint64_t logical = layout_limits(layout)->logical;
    const struct extent *extent = layout_find_entry(layout, part->number);

    if (!extent || extent->kind != EXTENT_DAMAGED)
        return false;
    struct extent cut = *extent;
    uint64_t rest = layout_limits(layout)->size - extent->start;
    cut.kind = extent->claimed_kind;
    cut.length = num_min(extent_entry_length(extent), rest);
    struct kernel_part want = kernel_part_of(&cut, logical);
    return extent->start < layout_limits(layout)->size &&
           kernel_agrees(&cut, &want, part);
}

static void compare_rest(const struct layout *after, const struct kernel_parts *known,
                         struct lines *differ)
{
    uint64_t logical = layout_limits(after)->logical;

    for (size_t i = 0; i < known->count; i++) {
        const struct kernel_part *part = &known->list[i];
        const struct extent *extent = layout_find_number(after, part->number);
        if ((extent && kernel_part_is_seen(after, extent)) || is_slice(after, part) ||
            is_of_damaged(after, part))
            continue;
        if (part->start == KERNEL_UNKNOWN)
            lines_add(differ, _("%1$u: the kernel still has it, the table does not"),
                      part->number);
        else
            lines_add(
                differ,
                _("%1$u: the kernel still has it (sectors %2$llu to %3$llu), the table "
                  "does not"),
                part->number, (ull)(part->start / logical),
                (ull)((part->start + part->length) / logical) - 1);
    }
}

/* Returns the number of lines with differences, which are the first in RET. */
static size_t kernel_compare_parts(const struct kernel_parts *known,
                                   const struct layout *after, struct lines *ret)
{
    struct lines same = { 0 };

    LAYOUT_EACH (extent, after)
        if (kernel_part_is_seen(after, extent))
            compare_extent(extent, known, layout_limits(after)->logical, &same, ret);
    compare_rest(after, known, ret);
    size_t count = ret->count;
    lines_append(ret, &same);
    lines_finish(&same);
    return count;
}

static size_t kernel_compare_all(const struct sys *sys, const char *path,
                                 const struct layout *after, struct lines *ret)
{
    char name[SYS_NAME];

    if (!sys_name_of(sys, path, name))
        return 0;
    struct kernel_parts known = kernel_parts_of_disk(sys, name);
    size_t count = kernel_compare_parts(&known, after, ret);
    free(known.list);
    return count;
}

bool kernel_compare(const struct sys *sys, const char *path, const struct layout *after,
                    struct lines *ret)
{
    return !kernel_compare_all(sys, path, after, ret);
}

bool kernel_verify(const struct sys *sys, const char *path, int fd,
                   const struct layout *after, struct lines *ret)
{
    const struct layout *const layouts[2] = { after, NULL };
    struct kernel_parts known = { 0 };
    char name[SYS_NAME];

    if (sys_name_of(sys, path, name))
        return kernel_compare(sys, path, after, ret);
    bool is_same = !kernel_parts_ask(sys, path, fd, layouts, &known) &&
                   !kernel_compare_parts(&known, after, ret);
    free(known.list);
    return is_same;
}

/* Unlike partx -u, partprobe also removes partitions that the table does not have. */
char *kernel_way_out(const struct sys *sys, const char *path)
{
    CLEANUP(freep) char *word = shell_path(path);

    if (kernel_is_mapped(sys, path))
        return xasprintf(_("The device mapper learns of the table with 'kpartx -u %s': "
                           "use none of these partitions before that."),
                         word);
    return xasprintf(_("Until the kernel knows the table on the disk, use none of these "
                       "partitions: close what uses them and run 'partprobe %s', or "
                       "restart the machine."),
                     word);
}

static bool kernel_is_compared(const struct sys *sys, const char *path,
                               const struct layout *layout)
{
    static const enum note_id unseen[] = { NOTE_TABLE_BROKEN,
                                           NOTE_TABLE_OTHER_SECTOR_SIZE, NOTE_GPT_NUMBERS,
                                           NOTE_GPT_PMBR_MISSING };
    const struct label *label = layout_label(layout);

    for (size_t i = 0; i < ARRAY_SIZE(unseen); i++)
        if (layout_note_find(layout, unseen[i]))
            return false;
    return (label_is_editable(label->kind) || label->kind == LABEL_NONE ||
            label->kind == LABEL_LOOP) &&
           !kernel_is_mapped(sys, path) && guard_is_whole(sys, path, ERR_IGNORED);
}

/* Joins the first differences. */
static char *join_differences(const struct lines *lines, size_t count)
{
    const struct lines first = { lines->at, count < TOLD_MAX ? count : TOLD_MAX };
    CLEANUP(freep) char *told = lines_join(&first, "; ");

    return xasprintf("%s%s", told, count > TOLD_MAX ? "; ..." : "");
}

struct layout *kernel_note(const struct sys *sys, const char *path,
                           const struct layout *layout)
{
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = layout_builder_from(layout);
    CLEANUP(lines_finish) struct lines lines = { 0 };
    size_t count;

    layout_builder_drop_note(builder, NOTE_KERNEL_DIFFERS);
    if (kernel_is_compared(sys, path, layout) &&
        (count = kernel_compare_all(sys, path, layout, &lines))) {
        CLEANUP(freep) char *told = join_differences(&lines, count);
        CLEANUP(freep) char *way_out = kernel_way_out(sys, path);
        layout_builder_note(builder, NOTE_KERNEL_DIFFERS,
                            _("The kernel uses another table than the one on the disk "
                              "(%1$s). %2$s"),
                            told, way_out);
    }
    return layout_builder_refinish(builder);
}
