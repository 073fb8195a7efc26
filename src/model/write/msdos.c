/* SPDX-License-Identifier: GPL-3.0-or-later */
/* msdos.c - plans the writes of an msdos table, new or changed */
#include "model/base/intl.h"
#include "model/base/refusal.h"
#include "model/disk/kept.h"
#include "model/table/gpt.h"
#include "model/write/msdos_private.h"

bool msdos_put_sector(struct write_work *work, const struct msdos_sector *sector,
                      struct err *err)
{
    return write_put(work, sector->what, sector->lba, 1, sector->bytes, err);
}

bool msdos_put_mbr(struct write_work *work, const struct msdos_image *image,
                   struct err *err)
{
    write_flush(work);
    if (!msdos_put_sector(work, &image->sectors[0], err))
        return false;
    write_flush(work);
    return true;
}

/* Plans the tables of STEPS one after the other; if one is not possible, the plan is
 * unchanged. */
static bool put_steps(struct write_work *work, const struct msdos_image *const steps[],
                      size_t count, struct err *err)
{
    size_t before = work->plan.count;

    for (size_t i = 0; i < count; i++) {
        if (msdos_order(work, steps[i], err))
            continue;
        write_undo(work, before);
        return false;
    }
    return true;
}

/* Tries a direct order, then removing and shrinking partitions first, then using spare
 * sectors for the chain temporarily: then all changes of logical partitions take effect
 * in one write, that of the first EBR. */
static bool try_orders(struct write_work *work, const struct msdos_image *image,
                       const struct msdos_image *reduced, struct err *err)
{
    struct msdos_image spare = { 0 }, restore = { 0 };
    struct err ignored = { 0 };
    bool is_good =
        put_steps(work, (const struct msdos_image *[]){ image }, 1, &ignored) ||
        put_steps(work, (const struct msdos_image *[]){ reduced, image }, 2, &ignored);

    if (is_good)
        return true;
    if (msdos_image_spare(work, image, &spare, &restore, &ignored))
        is_good =
            put_steps(work, (const struct msdos_image *[]){ &spare, image, &restore }, 3,
                      &ignored) ||
            put_steps(work,
                      (const struct msdos_image *[]){ reduced, &spare, image, &restore },
                      4, &ignored);
    msdos_image_finish(&spare);
    msdos_image_finish(&restore);
    if (ignored.code == ERR_IO)
        return err_set(err, ERR_IO, "%s", ignored.text);
    return is_good || msdos_refuse_order(work, err);
}

bool msdos_put_changes(struct write_work *work, const struct msdos_image *image,
                       struct err *err)
{
    struct msdos_image reduced = { 0 };
    bool is_good = msdos_image_reduced(work, &reduced, err) &&
                   try_orders(work, image, &reduced, err);

    msdos_image_finish(&reduced);
    return is_good;
}

/* Headers of old GPTs as byte offsets; 0: no valid header. */
struct stale_gpt {
    uint64_t primary;
    uint64_t backup;
    uint64_t other; /* primary header of a GPT for another sector size */
};

/* True if a copy of the base's GPT is unreadable now, so that it could not be blanked. */
static bool is_unreadable_copy(const struct write_work *work, const struct gpt_copy *copy,
                               enum note_id damage)
{
    return copy->state == GPT_UNREADABLE && layout_label(work->base)->kind == LABEL_GPT &&
           !layout_note_find(work->base, damage);
}

static bool find_gpt(const struct write_work *work, struct stale_gpt *ret,
                     struct err *err)
{
    uint64_t logical = work->logical;
    struct gpt_table gpt;
    bool is_there = gpt_decode(&work->now, logical, work->size, &gpt);
    bool is_all_read =
        !is_unreadable_copy(work, &gpt.primary, NOTE_GPT_PRIMARY_DAMAGED) &&
        !is_unreadable_copy(work, &gpt.backup, NOTE_GPT_BACKUP_DAMAGED);

    *ret = (struct stale_gpt){ .other = gpt_other_sector_size(&work->now, logical) };
    if (!gpt.primary.state)
        ret->primary = gpt.primary.lba * logical;
    if (!gpt.backup.state)
        ret->backup = gpt.backup.lba * logical;
    if (is_there)
        gpt_finish(&gpt);
    return is_all_read || err_set(err, ERR_IO, _("The GPT cannot be read."));
}

static bool blank_and_flush(struct write_work *work, uint64_t offset, struct err *err)
{
    write_flush(work);
    if (offset && !write_blank_header(work, offset, err))
        return false;
    write_flush(work);
    return true;
}

/* The backup is blanked last: if the MBR has no entries, it alone still describes the
 * disk. */
static bool put_over(struct write_work *work, struct msdos_image *image, struct err *err)
{
    struct stale_gpt stale;

    if (!msdos_put_over(work, image, err) || !find_gpt(work, &stale, err))
        return false;
    return blank_and_flush(work, stale.primary, err) &&
           blank_and_flush(work, stale.other, err) &&
           blank_and_flush(work, stale.backup, err);
}

/* True if LBA is inside no partition of the base, and an EBR of the base does not start
 * there. */
static bool is_unused(const struct layout *base, uint64_t lba)
{
    const struct extent *extent = layout_find_lba(base, lba);

    return extent && (extent->kind == EXTENT_FREE ||
                      (extent->role == ROLE_EBR && extent->start != lba));
}

/* The EBRs go to free space; then one write of the MBR makes systems use the new sector
 * size. */
static bool put_for_sectors(struct write_work *work, struct msdos_image *image,
                            struct err *err)
{
    for (size_t i = 1; i < image->count; i++)
        if (!is_unused(work->base, image->sectors[i].lba))
            return err_refuse(
                err, REFUSAL_WRITE_EBR_SECTORS,
                _("An EBR for %1$llu-byte sectors would lie at sector %2$llu, where the "
                  "table for %3$llu-byte ones still needs what is there: nothing is "
                  "written."),
                (ull)work->logical, (ull)image->sectors[i].lba,
                (ull)layout_label(work->base)->written_for);
    for (size_t i = 1; i < image->count; i++)
        if (!msdos_put_sector(work, &image->sectors[i], err))
            return false;
    return msdos_put_mbr(work, image, err);
}

/* True if the MBR has entries in every state between the base and the preview. */
static bool msdos_keeps_entries(const struct write_work *work)
{
    for (unsigned i = 1; i <= MBR_SLOTS; i++) {
        const struct extent *extent = layout_find_number(work->base, i);
        if (extent && write_same(work->preview, extent))
            return true;
    }
    /* Those of a bootable image stay. */
    return kept_find(work->preview);
}

/* Blanks old GPTs of which systems could use one while the MBR has no entries, or after a
 * new table was written.  While the MBR has entries, systems ignore them. */
static bool blank_stale_gpts(struct write_work *work, struct err *err)
{
    bool is_new = write_is_new_table(work->base, work->preview);
    struct stale_gpt stale;

    if (!is_new && msdos_keeps_entries(work))
        return true;
    if (!find_gpt(work, &stale, err))
        return false;
    /* Without its primary, a backup is found only in the last sector. */
    if (!is_new && stale.backup != (work->size - 1) * work->logical)
        stale.backup = 0;
    return blank_and_flush(work, stale.primary, err) &&
           blank_and_flush(work, stale.other, err) &&
           blank_and_flush(work, stale.backup, err);
}

/* With damaged entries no order can be found, because intermediate states cannot be
 * distinguished from damage. */
static bool is_over_damaged(const struct write_work *work)
{
    return layout_damaged_count(work->base) &&
           write_is_new_table(work->base, work->preview);
}

static bool msdos_put_image(struct write_work *work, struct msdos_image *image,
                            struct err *err)
{
    if (layout_label(work->base)->kind != LABEL_MSDOS || is_over_damaged(work))
        return put_over(work, image, err);
    if (write_is_rescaled(work->base, work->preview))
        return put_for_sectors(work, image, err);
    return msdos_put_changes(work, image, err);
}

bool write_msdos(struct write_work *work, struct err *err)
{
    bool is_own = layout_label(work->base)->kind == LABEL_MSDOS &&
                  !layout_label(work->base)->written_for;
    struct msdos_image image = { 0 };

    if (layout_damaged_count(work->base) &&
        !write_is_new_table(work->base, work->preview))
        return msdos_put_cures(work, err);
    bool is_good = (!is_own || blank_stale_gpts(work, err)) &&
                   msdos_image_make(work, &image, err) &&
                   msdos_put_image(work, &image, err);

    msdos_image_finish(&image);
    return is_good;
}
