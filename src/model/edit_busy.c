/* SPDX-License-Identifier: GPL-3.0-or-later */
/* edit_busy.c - who stands in the way of an edit */
#include "model/edit_private.h"
#include "model/intl.h"

/* Each names the partition's number first, then who uses it where that has a name. */
static const char *const partition_sentences[USE_COUNT] = {
    [USE_MOUNT] = N_("Partition %1$u is mounted on %2$s: while it is in use it cannot be "
                     "changed."),
    [USE_SWAP] =
        N_("Partition %1$u is in use as swap: while it is, it cannot be changed."),
    [USE_SWAP_FILE] = N_("A swap file lies in partition %1$u, which is mounted on %2$s: "
                         "while it is in use it cannot be changed."),
    [USE_HOLDER] = N_("Partition %1$u is held by %2$s: while it is in use it cannot be "
                      "changed."),
    [USE_LOOP] = N_("Over partition %1$u lies the loop device %2$s: while it is in use "
                    "it cannot be changed."),
    [USE_EXCLUSIVE] = N_("A program has partition %1$u open for itself: while it is in "
                         "use it cannot be changed."),
};

/* The same where the disk is used as a whole. */
static const char *const disk_sentences[USE_COUNT] = {
    [USE_MOUNT] = N_("The disk is mounted on %s: while it is in use it cannot be "
                     "changed."),
    [USE_SWAP] = N_("The disk is in use as swap: while it is, it cannot be changed."),
    [USE_SWAP_FILE] = N_("A swap file lies on the disk, which is mounted on %s: while it "
                         "is in use it cannot be changed."),
    [USE_HOLDER] = N_("The disk is held by %s: while it is in use it cannot be changed."),
    [USE_LOOP] = N_("Over the disk lies the loop device %s: while it is in use it cannot "
                    "be changed."),
    [USE_EXCLUSIVE] = N_("A program has the disk open for itself: while it is in use it "
                         "cannot be changed."),
};

static bool is_used(const struct extent *extent)
{
    return extent->use.kind != USE_NONE && extent->use.kind != USE_LVM_IDLE;
}

/* The number by which people know EXTENT: its own, or that of what it lies in. */
static unsigned number_of(const struct layout *layout, const struct extent *extent)
{
    while (!extent->number && extent->parent)
        extent = layout_find(layout, extent->parent);
    return extent->number;
}

static bool refuse(const struct layout *layout, const struct extent *busy,
                   struct err *err)
{
    enum use_kind use = busy->use.kind;
    unsigned number = number_of(layout, busy);

    /* What lies straight on a disk is no partition of it, though it has a number. */
    if (number && layout_label(layout)->kind != LABEL_LOOP)
        return err_set(err, ERR_REFUSED, _(partition_sentences[use]), number,
                       busy->use.where);
    return err_set(err, ERR_REFUSED, _(disk_sentences[use]), busy->use.where);
}

/* The extent itself, or the first inside it, that is in use; NULL: none. */
static const struct extent *find_busy(const struct layout *layout,
                                      const struct extent *extent)
{
    if (is_used(extent))
        return extent;
    for (size_t i = 0; i < layout_count(layout); i++) {
        const struct extent *inner = layout_at(layout, i);
        if (inner->parent != extent->id)
            continue;
        const struct extent *busy = find_busy(layout, inner);
        if (busy)
            return busy;
    }
    return NULL;
}

bool edit_check_idle(const struct layout *layout, const struct extent *extent,
                     struct err *err)
{
    const struct extent *busy = find_busy(layout, extent);

    return !busy || refuse(layout, busy, err);
}

bool edit_check_disk_idle(const struct layout *layout, struct err *err)
{
    for (size_t i = 0; i < layout_count(layout); i++)
        if (is_used(layout_at(layout, i)))
            return refuse(layout, layout_at(layout, i), err);
    return true;
}

bool edit_renumber(struct edit_work *work, const struct extent *extent, unsigned number,
                   struct err *err)
{
    struct extent *changed = layout_builder_find(work->builder, extent->id);
    struct err why = { 0 };

    if (extent->number == number)
        return true;
    /* Its logicals are partitions of their own, whatever number the container has. */
    if (extent->kind != EXTENT_EXTENDED && !edit_check_idle(work->layout, extent, &why))
        return err_set(err, ERR_REFUSED,
                       _("Partition %1$u would become partition %2$u. %3$s"),
                       extent->number, number, why.text);
    changed->number = number;
    if (work->label->kind == LABEL_MSDOS)
        edit_msdos_uuid(work->label->id, number, changed->uuid);
    return true;
}
