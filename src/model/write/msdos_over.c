/* SPDX-License-Identifier: GPL-3.0-or-later */
/* msdos_over.c - plans an msdos table in place of a GPT, or where there is none */
#include <string.h>

#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/num.h"
#include "model/base/refusal.h"
#include "model/base/str.h"
#include "model/table/mbr_layout.h"
#include "model/write/msdos_private.h"

/* True if a copy of the base's GPT covers LBA. */
static bool is_in_gpt(const struct write_work *work, uint64_t lba)
{
    const struct extent *extent = layout_find_lba(work->base, lba);

    return extent && extent_is_gpt(extent);
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
        if (le32_at(mbr, MBR_AT_ENTRIES + i * MBR_ENTRY_BYTES + MBR_ENTRY_AT_LENGTH))
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
        if (mbr_type_is_extended(mbr_slot(mbr, i)[MBR_ENTRY_AT_TYPE]))
            memset(mbr_slot(mbr, i), 0, MBR_ENTRY_BYTES);
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
        return err_refuse(
            err, REFUSAL_WRITE_EBR_OVER_GPT,
            _("The logical partitions would need EBRs where the GPT lies: there "
              "is no safe order of writing both."));
    if (!msdos_put_sector(work, &sector, err))
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
    (void)err_refuse(
        err, REFUSAL_WRITE_EBR_OVER_PARTITION,
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
            return err_refuse(
                err, REFUSAL_WRITE_EBR_OVER_MOVED,
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
    return msdos_put_sector(work, &sector, err);
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
        if (!msdos_put_sector(work, &image->sectors[i], err))
            return false;
    return msdos_put_mbr(work, image, err);
}
