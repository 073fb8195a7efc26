/* SPDX-License-Identifier: GPL-3.0-or-later */
/* busy.c - what uses of partitions prevent an edit */
#include "model/base/intl.h"
#include "model/base/refusal.h"
#include "model/edit/private.h"

/* The arguments are the number of the partition and use.where. */
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

/* The same for a disk in use as a whole. */
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

/* For uses that allow only growth; the others have no sentence. */
static const char *const resize_sentences[USE_COUNT] = {
    [USE_MOUNT] = N_("Partition %1$u is mounted on %2$s: while it is in use it can grow "
                     "into the free space behind it, and neither shrink nor move."),
    [USE_SWAP_FILE] = N_("A swap file lies in partition %1$u, which is mounted on %2$s: "
                         "while it is in use it can grow into the free space behind it, "
                         "and neither shrink nor move."),
    [USE_HOLDER] = N_("Partition %1$u is held by %2$s: while it is in use it can grow "
                      "into the free space behind it, and neither shrink nor move."),
};

/* Returns the number of EXTENT, or of the first parent that has one. */
static unsigned user_number(const struct layout *layout, const struct extent *extent)
{
    while (!extent->number && extent->parent)
        extent = layout_find(layout, extent->parent);
    return extent->number;
}

/* WHO is the number of a partition; 0: the disk as a whole. */
static bool refuse_use(unsigned who, const struct extent *busy, struct err *err)
{
    enum use_kind use = busy->use.kind;

    if (who)
        return err_refuse(err, REFUSAL_EDIT_IN_USE, _(partition_sentences[use]), who,
                          busy->use.where);
    return err_refuse(err, REFUSAL_EDIT_IN_USE, _(disk_sentences[use]), busy->use.where);
}

static bool busy_refuse(const struct layout *layout, const struct extent *busy,
                        struct err *err)
{
    unsigned number = user_number(layout, busy);

    /* A file system on the whole disk is no partition, although its extent has a number.
     */
    return refuse_use(layout_label(layout)->kind == LABEL_LOOP ? 0 : number, busy, err);
}

/* Returns EXTENT or the first extent inside it that is in use; NULL: none. */
static const struct extent *find_busy(const struct layout *layout,
                                      const struct extent *extent)
{
    if (extent_is_in_use(extent))
        return extent;
    LAYOUT_EACH (inner, layout) {
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

    return !busy || busy_refuse(layout, busy, err);
}

/* LUKS, LVM and newer md versions have their metadata at the start, and use the new size
 * after a command of their own.  Others may expect metadata at the end. */
static bool check_holder(const struct extent *extent, struct err *err)
{
    const struct inside *inside = &extent->content.inside;
    bool is_known = extent->content.state == CONTENT_FOUND;

    if (is_known && (inside->kind == INSIDE_LUKS || inside->kind == INSIDE_LVM))
        return true;
    if (!is_known || inside->kind != INSIDE_MD)
        return err_refuse(
            err, REFUSAL_GROW_HOLDER,
            _("Partition %1$u is held by %2$s, which may not work with a later "
              "end: while it is in use it cannot grow."),
            extent->number, extent->use.where);
    if (inside->proof_offset < inside->data_offset)
        return true;
    return err_refuse(
        err, REFUSAL_GROW_HOLDER,
        _("Partition %1$u is held by %2$s, and the superblock of that array "
          "lies at the end of the partition (metadata 0.90 or 1.0): with a "
          "later end it would not be found any more."),
        extent->number, extent->use.where);
}

bool edit_check_growth(const struct extent *extent, struct err *err)
{
    switch (extent->use.kind) {
    case USE_NONE:
    case USE_MOUNT:
    case USE_SWAP_FILE:
    case USE_LVM_IDLE:
        return true;
    case USE_HOLDER:
        return check_holder(extent, err);
    case USE_SWAP: /* its header holds its length: mkswap, after swapoff */
    case USE_LOOP:
    case USE_EXCLUSIVE:
    case USE_COUNT:
        break;
    }
    return refuse_use(extent->number, extent, err);
}

bool edit_is_growth(const struct extent *before, const struct extent *after)
{
    return after->kind == before->kind && after->kind != EXTENT_EXTENDED &&
           after->number == before->number && after->start == before->start &&
           after->length > before->length;
}

bool edit_check_resize_use(const struct edit_work *work, struct err *err)
{
    const struct extent *target = work->target;
    const struct extent *busy = find_busy(work->layout, target);
    struct extent after = *target;

    if (!busy)
        return true;
    if (busy != target)
        return busy_refuse(work->layout, busy, err);
    after.start = work->edit->start;
    after.length = work->edit->length;
    if (edit_is_growth(target, &after))
        return edit_check_growth(target, err);
    if (!resize_sentences[target->use.kind])
        return busy_refuse(work->layout, target, err);
    return err_refuse(err, REFUSAL_RESIZE_IN_USE, _(resize_sentences[target->use.kind]),
                      target->number, target->use.where);
}

bool edit_check_disk_idle(const struct layout *layout, struct err *err)
{
    for (size_t i = 0; i < layout_count(layout); i++)
        if (extent_is_in_use(layout_at(layout, i)))
            return busy_refuse(layout, layout_at(layout, i), err);
    return true;
}

/* Looks for the same number, which the kernel uses. */
static bool is_user_kept(const struct layout *after, const struct extent *extent)
{
    const struct extent *same = layout_find_number(after, extent->number);

    return same && same->kind == extent->kind && same->start == extent->start &&
           (same->length == extent->length || edit_is_growth(extent, same));
}

bool edit_check_users_stay(const struct layout *layout, const struct layout *after,
                           struct err *err)
{
    LAYOUT_EACH (extent, layout)
        if (extent_is_in_use(extent) && extent->kind != EXTENT_EXTENDED &&
            !is_user_kept(after, extent))
            return busy_refuse(layout, extent, err);
    return true;
}

bool edit_renumber(struct edit_work *work, const struct extent *extent, unsigned number,
                   struct err *err)
{
    struct extent *changed = layout_builder_find(work->builder, extent->id);
    struct err why = { 0 };

    if (extent->number == number)
        return true;
    /* The container itself is not in use; its logicals do not depend on its number. */
    if (extent->kind != EXTENT_EXTENDED && !edit_check_idle(work->layout, extent, &why))
        return err_pass(err, &why, _("Partition %1$u would become partition %2$u. %3$s"),
                        extent->number, number, why.text);
    changed->number = number;
    if (work->label->kind == LABEL_MSDOS)
        edit_msdos_uuid(work->label->id, number, changed->uuid);
    return true;
}
