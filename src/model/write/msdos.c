/* SPDX-License-Identifier: GPL-3.0-or-later */
/* msdos.c - an msdos table to be written: over another kind, or step by step */
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

static bool put_mbr(struct write_work *work, const struct msdos_image *image,
                    struct err *err)
{
    write_flush(work);
    if (!put_sector(work, &image->sectors[0], err))
        return false;
    write_flush(work);
    return true;
}

/* The base has a copy of its GPT there. */
static bool is_in_gpt(const struct write_work *work, uint64_t lba)
{
    const struct extent *extent = layout_find_lba(work->base, lba);

    return extent &&
           (extent->role == ROLE_GPT_PRIMARY || extent->role == ROLE_GPT_BACKUP);
}

static bool has_old_logical(const struct write_work *work)
{
    for (size_t i = 0; i < layout_count(work->preview); i++) {
        const struct extent *extent = layout_at(work->preview, i);
        if (extent->kind == EXTENT_LOGICAL && write_same_data(work->base, extent))
            return true;
    }
    return false;
}

static bool has_entries_in(const uint8_t *mbr)
{
    for (unsigned i = 0; i < MBR_SLOTS; i++)
        if (mbr[MBR_AT_ENTRIES + i * MBR_ENTRY_BYTES + MBR_ENTRY_AT_TYPE])
            return true;
    return false;
}

/* The new MBR without the container; free(). */
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

/* Gives up a GPT that lies where EBRs go: the new MBR, without the container for a while.
 */
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

/* What is written, and where. */
struct ebrs {
    const struct write_work *work;
    const struct msdos_image *image;
};

/* For write_release_gpt().  An EBR that is on the disk already covers nothing. */
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

    for (size_t i = 0; i < layout_count(work->base); i++) {
        const struct extent *extent = layout_at(work->base, i);
        if (extent->kind == EXTENT_PARTITION &&
            targets->covers(targets->context, extent->start, extent->length))
            str_printf(&numbers, "%s%u", count++ ? ", " : "", extent->number);
    }
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

/* Such a partition cannot be made smaller first: it moves. */
static bool check_movers(const struct write_work *work,
                         const struct write_targets *targets, struct err *err)
{
    for (size_t i = 0; i < layout_count(work->base); i++) {
        const struct extent *extent = layout_at(work->base, i);
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

/* EBRs lie in partitions of the GPT that go.  Rather than those go first, which may leave
 * a table without any, the primaries of the new table come first: each partition is as
 * before or as after then, but for the logicals, so none of them may be an old one. */
static bool release(struct write_work *work, struct msdos_image *image, struct err *err)
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

/* The MBR is what makes readers see the table, so the EBRs come first. */
bool msdos_put_over(struct write_work *work, struct msdos_image *image, struct err *err)
{
    bool is_any_in_gpt = false;

    for (size_t i = 1; i < image->count; i++)
        is_any_in_gpt |= is_in_gpt(work, image->sectors[i].lba);
    if (is_any_in_gpt ? !give_up_gpt(work, image, err) : !release(work, image, err))
        return false;
    write_flush(work);
    for (size_t i = 1; i < image->count; i++)
        if (!put_sector(work, &image->sectors[i], err))
            return false;
    return put_mbr(work, image, err);
}

/* One step after the other; the plan is as before where one is not possible. */
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

/* Straight, or with what goes taken away first, or with the chain in spare sectors for a
 * while: that makes all that happens to logicals one write, that of the first EBR. */
static bool try_ways(struct write_work *work, const struct msdos_image *image,
                     const struct msdos_image *less, struct err *err)
{
    struct msdos_image spare = { 0 }, restore = { 0 };
    struct err ignored = { 0 };
    bool is_good =
        put_steps(work, (const struct msdos_image *[]){ image }, 1, &ignored) ||
        put_steps(work, (const struct msdos_image *[]){ less, image }, 2, &ignored);

    if (is_good)
        return true;
    if (msdos_image_spare(work, image, &spare, &restore, &ignored))
        is_good =
            put_steps(work, (const struct msdos_image *[]){ &spare, image, &restore }, 3,
                      &ignored) ||
            put_steps(work,
                      (const struct msdos_image *[]){ less, &spare, image, &restore }, 4,
                      &ignored);
    msdos_image_finish(&spare);
    msdos_image_finish(&restore);
    if (ignored.code == ERR_IO)
        return err_set(err, ERR_IO, "%s", ignored.text);
    return is_good || msdos_refuse_order(work, err);
}

bool msdos_put_changes(struct write_work *work, const struct msdos_image *image,
                       struct err *err)
{
    struct msdos_image less = { 0 };
    bool is_good =
        msdos_image_lessened(work, &less, err) && try_ways(work, image, &less, err);

    msdos_image_finish(&less);
    return is_good;
}

/* Bytes from the disk's start; 0: no whole one is there. */
struct stale_gpt {
    uint64_t primary;
    uint64_t backup;
    uint64_t other; /* the primary of one for another sector size */
};

/* The copy that the base has cannot be read any more: it would be left behind. */
static bool is_lost(const struct write_work *work, const struct gpt_copy *copy,
                    const char *damage)
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
    bool is_all_read = !is_lost(work, &gpt.primary, "gpt-primary-damaged") &&
                       !is_lost(work, &gpt.backup, "gpt-backup-damaged");

    *ret = (struct stale_gpt){ .other = gpt_other_sector_size(&work->now, logical) };
    if (!gpt.primary.state)
        ret->primary = gpt.primary.lba * logical;
    if (!gpt.backup.state)
        ret->backup = gpt.backup.lba * logical;
    if (is_there)
        gpt_finish(&gpt);
    return is_all_read || err_set(err, ERR_IO, _("The GPT cannot be read."));
}

static bool blank(struct write_work *work, uint64_t offset, struct err *err)
{
    write_flush(work);
    if (offset && !write_blank_header(work, offset, err))
        return false;
    write_flush(work);
    return true;
}

/* The backup goes last: alone it still says what the disk held, should the MBR have no
 * entries. */
static bool put_over(struct write_work *work, struct msdos_image *image, struct err *err)
{
    struct stale_gpt stale;

    if (!msdos_put_over(work, image, err) || !find_gpt(work, &stale, err))
        return false;
    return blank(work, stale.primary, err) && blank(work, stale.other, err) &&
           blank(work, stale.backup, err);
}

/* No partition of the base lies at LBA, and no EBR of it at those bytes. */
static bool is_unused(const struct layout *base, uint64_t lba)
{
    const struct extent *extent = layout_find_lba(base, lba);

    return extent && (extent->kind == EXTENT_FREE ||
                      (extent->role == ROLE_EBR && extent->start != lba));
}

/* EBRs go where nothing is; then the MBR alone, in one write, makes readers count in the
 * other sectors. */
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
    return put_mbr(work, image, err);
}

/* The MBR has entries on the whole way from the base to the preview. */
static bool has_entries(const struct write_work *work)
{
    for (unsigned i = 1; i <= MBR_SLOTS; i++) {
        const struct extent *extent = layout_find_number(work->base, i);
        if (extent && write_same(work->preview, extent))
            return true;
    }
    return false;
}

/* A new table leaves no GPT behind; and readers would look for one, be it the backup
 * alone, where an MBR has no entries any more for a while.  As long as it has some,
 * they do not. */
static bool uncover_nothing(struct write_work *work, struct err *err)
{
    bool is_new = write_is_new_table(work->base, work->preview);
    struct stale_gpt stale;

    if (!is_new && has_entries(work))
        return true;
    if (!find_gpt(work, &stale, err))
        return false;
    /* Without its primary a backup is looked for in the last sector alone. */
    if (!is_new && stale.backup != (work->size - 1) * work->logical)
        stale.backup = 0;
    return blank(work, stale.primary, err) && blank(work, stale.other, err) &&
           blank(work, stale.backup, err);
}

/* Where entries are damaged there is no order from the old table to another one: states
 * between them cannot be told from damage. */
static bool is_over_damaged(const struct write_work *work)
{
    return layout_damaged_count(work->base) &&
           write_is_new_table(work->base, work->preview);
}

static bool put_image(struct write_work *work, struct msdos_image *image, struct err *err)
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
    bool is_good = (!is_own || uncover_nothing(work, err)) &&
                   msdos_image_make(work, &image, err) && put_image(work, &image, err);

    msdos_image_finish(&image);
    return is_good;
}
