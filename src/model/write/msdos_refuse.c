/* SPDX-License-Identifier: GPL-3.0-or-later */
/* msdos_refuse.c - finds two safe steps for a change that has no safe order
 *
 * A partition that changes its position in the chain, or that becomes logical or primary,
 * is listed in two sectors that cannot change at once.  Without that partition the rest
 * has a safe order, and afterwards it can be created again. */

#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/refusal.h"
#include "model/base/rising.h"
#include "model/base/str.h"
#include "model/table/mbr.h"
#include "model/write/msdos_private.h"

/* The logical partitions of both tables, in the order of the old chain, and the numbers
 * of all partitions that must be deleted temporarily. */
struct blame {
    const struct extent *before[MBR_LOGICALS_MAX];
    unsigned after[MBR_LOGICALS_MAX]; /* number in the preview */
    size_t count;
    struct str numbers;
    unsigned blamed;
};

static void blame_one(struct blame *blame, const struct extent *extent)
{
    str_printf(&blame->numbers, "%s%u", blame->blamed++ ? ", " : "", extent->number);
}

static bool is_container_moved(const struct write_work *work, const struct extent *before)
{
    const struct extent *after = write_same_data(work->preview, before);
    const struct extent *old = layout_find(work->base, before->parent);
    const struct extent *new = after ? layout_find(work->preview, after->parent) : NULL;

    return old && new && old->start != new->start;
}

/* Links are relative to the container's start: if that changes, no EBR is valid in both
 * chains. */
static bool is_ebr_shared(const struct write_work *work, const struct extent *before,
                          const struct extent *after)
{
    const struct extent *ebr = layout_find(work->preview, after->ebr);
    const struct extent *there = ebr ? layout_find_lba(work->base, ebr->start) : NULL;

    return is_container_moved(work, before) && there && there->kind != EXTENT_FREE;
}

/* A partition that is logical in one table and primary in the other is blamed
 * immediately. */
static void blame_or_collect(struct blame *blame, const struct write_work *work,
                             const struct extent *extent)
{
    const struct extent *after = write_same_data(work->preview, extent);

    if (!after)
        return;
    if (after->kind != extent->kind || is_ebr_shared(work, extent, after)) {
        blame_one(blame, extent);
    } else if (extent->kind == EXTENT_LOGICAL && blame->count < MBR_LOGICALS_MAX) {
        blame->before[blame->count] = extent;
        blame->after[blame->count++] = after->number;
    }
}

static void find_movers(struct blame *blame, const struct write_work *work)
{
    unsigned number = 1, left = (unsigned)layout_count(work->base);

    for (; left; number++, left--) {
        const struct extent *extent = layout_find_number(work->base, number);
        if (extent)
            blame_or_collect(blame, work, extent);
    }
}

/* Blames all partitions except the longest sequence whose order does not change. */
static void blame_unordered(struct blame *blame)
{
    bool stays[MBR_LOGICALS_MAX];

    (void)rising_find(blame->after, blame->count, stays);
    for (size_t i = 0; i < blame->count; i++)
        if (!stays[i])
            blame_one(blame, blame->before[i]);
}

static bool refuse_with_steps(const struct blame *blame, struct err *err)
{
    if (!blame->blamed)
        return err_refuse(
            err, REFUSAL_WRITE_NO_ORDER,
            _("There is no order of writing the logical partitions one by one "
              "in which none of them is lost if the power fails: write a part "
              "of the changes first."));
    return err_refuse(
        err, REFUSAL_WRITE_NO_ORDER,
        ngettext("There is no order of writing this in which no partition is lost if the "
                 "power fails. Do it in two steps: first delete partition %s and write "
                 "that; then create it again where it was, with all the other changes.",
                 "There is no order of writing this in which no partition is lost if the "
                 "power fails. Do it in two steps: first delete partitions %s and write "
                 "that; then create them again where they were, with all the other "
                 "changes.",
                 blame->blamed),
        blame->numbers.text);
}

/* All logical partitions can be blamed: an empty container moves in one write. */
static void blame_moved(struct blame *blame, const struct write_work *work)
{
    for (size_t i = 0; i < blame->count; i++)
        if (is_container_moved(work, blame->before[i]))
            blame_one(blame, blame->before[i]);
}

bool msdos_refuse_order(const struct write_work *work, struct err *err)
{
    CLEANUP(freep) struct blame *blame = xcalloc(1, sizeof(*blame));

    find_movers(blame, work);
    blame_unordered(blame);
    if (!blame->blamed)
        blame_moved(blame, work);
    (void)refuse_with_steps(blame, err);
    str_finish(&blame->numbers);
    return false;
}
