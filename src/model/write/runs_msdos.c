/* SPDX-License-Identifier: GPL-3.0-or-later */
/* runs_msdos.c - plans a restore of an msdos table, also for another sector size */
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/refusal.h"
#include "model/write/msdos_private.h"
#include "model/write/runs_private.h"

static bool add_sector(const struct write_work *work, const struct goal *goal,
                       uint64_t lba, struct msdos_image *image, struct err *err)
{
    uint8_t *bytes =
        msdos_image_add(image, lba, lba ? WRITE_EBR : WRITE_MBR, work->logical);

    return reader_read(&goal->reader, lba * work->logical, bytes, work->logical) ||
           err_set(err, ERR_IO, _("Sector %llu cannot be read."), (ull)lba);
}

static bool make_image(const struct write_work *work, const struct goal *goal,
                       struct msdos_image *image, struct err *err)
{
    CLEANUP(freep) struct mbr_table *table = xmalloc(sizeof(*table));

    if (!mbr_decode(&goal->reader, work->logical, table, err) ||
        !add_sector(work, goal, 0, image, err))
        return false;
    for (size_t i = 0; i < table->link_count; i++)
        if (!add_sector(work, goal, table->links[i].lba, image, err))
            return false;
    return true;
}

static bool runs_put_image(struct write_work *work, struct goal *goal,
                           struct msdos_image *image, struct err *err)
{
    if (layout_label(work->base)->kind == LABEL_MSDOS &&
        !layout_damaged_count(work->base))
        return msdos_put_changes(work, image, err);
    return msdos_put_over(work, image, err) &&
           write_blank_header(work, work->logical, err) &&
           goal_blank_backup(work, goal, err);
}

static bool runs_have_logicals(const struct layout *layout)
{
    for (size_t i = 0; i < layout_count(layout); i++)
        if (layout_at(layout, i)->kind == EXTENT_LOGICAL)
            return true;
    return false;
}

/* LBA 0 determines the sector size that systems use.  Sets *RET and plans LBA 0 if the
 * chain for that size is already on the disk. */
static bool put_mbr_alone(struct write_work *work, const struct goal *goal, bool *ret,
                          struct err *err)
{
    size_t count = work->plan.count;
    CLEANUP(layout_unrefp) struct layout *found = NULL;

    if (!goal_put_mbr(work, goal, err))
        return false;
    found = write_decode(&work->now, work->base);
    *ret = found && write_is_same_layout(found, goal->layout);
    if (!*ret)
        write_undo(work, count);
    return true;
}

static bool put_rescaled(struct write_work *work, struct goal *goal, struct err *err)
{
    bool is_done;

    if (!put_mbr_alone(work, goal, &is_done, err))
        return false;
    if (is_done)
        return goal_put_kind(work, goal, WRITE_EBR, err) &&
               goal_put_rest(work, goal, err);
    if (runs_have_logicals(work->base) || runs_have_logicals(goal->layout))
        return err_refuse(
            err, REFUSAL_WRITE_CHAIN_GONE,
            _("The chain of logical partitions for the other sector size is not "
              "there any more: there is no order of writing it in which none "
              "of them is lost if the power fails."));
    return goal_put_kind(work, goal, WRITE_EBR, err) && goal_put_mbr(work, goal, err) &&
           goal_put_rest(work, goal, err);
}

bool goal_put_msdos(struct write_work *work, struct goal *goal, struct err *err)
{
    struct msdos_image image = { 0 };

    if (layout_label(work->base)->kind == LABEL_MSDOS &&
        layout_label(work->base)->written_for != layout_label(goal->layout)->written_for)
        return put_rescaled(work, goal, err);
    bool is_good =
        make_image(work, goal, &image, err) && runs_put_image(work, goal, &image, err);
    msdos_image_finish(&image);
    write_flush(work);
    /* Then the bytes of the same sectors that belong to no entry, such as boot code. */
    return is_good && goal_put_kind(work, goal, WRITE_EBR, err) &&
           goal_put_mbr(work, goal, err) && goal_put_rest(work, goal, err);
}
