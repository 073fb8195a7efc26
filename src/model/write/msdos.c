/* SPDX-License-Identifier: GPL-3.0-or-later */
/* msdos.c - plans the writes of an msdos table, new or changed */
#include <string.h>

#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/str.h"
#include "model/table/gpt.h"
#include "model/table/mbr_layout.h"
#include "model/write/msdos_private.h"

static bool put_sector(struct write_work *work, const struct msdos_sector *sector,
                       struct err *err)
{
    return write_put(work, sector->what, sector->lba, 1, sector->bytes, err);
}

static bool msdos_put_mbr(struct write_work *work, const struct msdos_image *image,
                          struct err *err)
{
    write_flush(work);
    if (!put_sector(work, &image->sectors[0], err))
        return false;
    write_flush(work);
    return true;
}

/* True if a copy of the base's GPT covers LBA. */
static bool is_in_gpt(const struct write_work *work, uint64_t lba)
{
    const struct extent *extent = layout_find_lba(work->base, lba);

    return extent &&
           (extent->role == ROLE_GPT_PRIMARY || extent->role == ROLE_GPT_BACKUP);
}

static bool has_old_logical(const struct write_work *work)
{
    LAYOUT_EACH (extent, work->preview)
        if (extent->kind == EXTENT_LOGICAL && write_same_data(work->base, extent))
            return true;
    return false;
}

static bool has_entries_in(const uint8_t *mbr)
{
    for (unsigned i = 0; i < MBR_SLOTS; i++)
        if (mbr[MBR_AT_ENTRIES + i * MBR_ENTRY_BYTES + MBR_ENTRY_AT_TYPE])
            return true;
    return false;
}

/* Returns the new MBR without the container; the caller frees it. */
static uint8_t *primaries_of(const struct write_work *work,
                             const struct msdos_image *image)
{
    uint8_t *mbr = xmalloc(work->logical);

    memcpy(mbr, image->sectors[0].bytes, work->logical);
    for (unsigned i = 0; i < MBR_SLOTS; i++)
        if (mbr_type_is_extended(msdos_entry(mbr, i)[MBR_ENTRY_AT_TYPE]))
            memset(msdos_entry(mbr, i), 0, MBR_ENTRY_BYTES);
    return mbr;
}

/* Removes a GPT that covers sectors of new EBRs: writes the new MBR, temporarily without
 * the container, then blanks the GPT header. */
static bool give_up_gpt(struct write_work *work, const struct msdos_image *image,
                        struct err *err)
{
    CLEANUP(freep) uint8_t *mbr = primaries_of(work, image);
    struct msdos_sector sector = { 0, WRITE_MBR, mbr };

    if (has_old_logical(work))
        return err_set(
            err, ERR_REFUSED,
            _("The logical partitions would need EBRs where the GPT lies: there "
              "is no safe order of writing both."));
    if (!put_sector(work, &sector, err))
        return false;
    write_flush(work);
    return write_blank_header(work, work->logical, err);
}

/* Context of covers_ebrs(). */
struct ebrs {
    const struct write_work *work;
    const struct msdos_image *image;
};

/* For write_release_gpt().  An EBR that is already on the disk covers nothing. */
static bool covers_ebrs(void *context, uint64_t start, uint64_t length)
{
    const struct ebrs *ebrs = context;

    for (size_t i = 1; i < ebrs->image->count; i++)
        if (ebrs->image->sectors[i].lba - start < length &&
            !msdos_is_on_disk(ebrs->work, &ebrs->image->sectors[i]))
            return true;
    return false;
}

static bool refuse_empty(const struct write_work *work,
                         const struct write_targets *targets, struct err *err)
{
    struct str numbers = { 0 };
    unsigned count = 0;

    LAYOUT_EACH (extent, work->base)
        if (extent->kind == EXTENT_PARTITION &&
            targets->covers(targets->context, extent->start, extent->length))
            str_printf(&numbers, "%s%u", count++ ? ", " : "", extent->number);
    (void)err_set(
        err, ERR_REFUSED,
        ngettext("EBRs of the new table lie in partition %s of the GPT, and without it "
                 "the disk would have no table for a while. Do it in two steps: first "
                 "delete that partition and write that, then do this.",
                 "EBRs of the new table lie in partitions %s of the GPT, and without "
                 "them the disk would have no table for a while. Do it in two steps: "
                 "first delete those partitions and write that, then do this.",
                 count),
        str_text(&numbers));
    str_finish(&numbers);
    return false;
}

/* A partition that moves cannot be shrunk first. */
static bool check_movers(const struct write_work *work,
                         const struct write_targets *targets, struct err *err)
{
    LAYOUT_EACH (extent, work->base) {
        const struct extent *after = write_same_data(work->preview, extent);
        if (after && !write_is_part_of(after, extent) &&
            targets->covers(targets->context, extent->start, extent->length))
            return err_set(err, ERR_REFUSED,
                           _("EBRs of the new table lie in partition %u, which moves at "
                             "the same time. Do it in two steps: first move it and write "
                             "that, then do the rest."),
                           extent->number);
    }
    return true;
}

/* EBRs cover partitions of the GPT that are removed.  Removing those first might leave
 * the GPT without entries; instead the primary partitions of the new table are written
 * first.  Then each partition is in its old or new state except the logical ones, so none
 * of those may be an old one. */
static bool release_gpt(struct write_work *work, struct msdos_image *image,
                        struct err *err)
{
    struct ebrs ebrs = { work, image };
    struct write_targets targets = { covers_ebrs, &ebrs };
    CLEANUP(freep) uint8_t *mbr = primaries_of(work, image);
    struct msdos_sector sector = { 0, WRITE_MBR, mbr };
    bool is_covered;

    if (!write_is_gpt_covered(work, &targets, &is_covered, err))
        return false;
    if (!is_covered)
        return true;
    if (has_old_logical(work))
        return check_movers(work, &targets, err) &&
               write_release_gpt(work, &targets, false, err);
    if (!has_entries_in(mbr))
        return refuse_empty(work, &targets, err);
    return put_sector(work, &sector, err);
}

/* The MBR makes systems see the table, so the EBRs come first. */
bool msdos_put_over(struct write_work *work, struct msdos_image *image, struct err *err)
{
    bool is_any_in_gpt = false;

    for (size_t i = 1; i < image->count; i++)
        is_any_in_gpt |= is_in_gpt(work, image->sectors[i].lba);
    if (is_any_in_gpt ? !give_up_gpt(work, image, err) : !release_gpt(work, image, err))
        return false;
    write_flush(work);
    for (size_t i = 1; i < image->count; i++)
        if (!put_sector(work, &image->sectors[i], err))
            return false;
    return msdos_put_mbr(work, image, err);
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
            return err_set(
                err, ERR_REFUSED,
                _("An EBR for %1$llu-byte sectors would lie at sector %2$llu, where the "
                  "table for %3$llu-byte ones still needs what is there: nothing is "
                  "written."),
                (ull)work->logical, (ull)image->sectors[i].lba,
                (ull)layout_label(work->base)->written_for);
    for (size_t i = 1; i < image->count; i++)
        if (!put_sector(work, &image->sectors[i], err))
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
    return false;
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
