/* SPDX-License-Identifier: GPL-3.0-or-later */
/* msdos_image.c - makes the sectors of the msdos table that a layout describes
 *
 * Entries are based on the old 16 bytes of the partition, EBRs on the old sector; bytes
 * that the layout does not describe are kept. */
#include <stdlib.h>
#include <string.h>

#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/num.h"
#include "model/base/refusal.h"
#include "model/table/mbr_layout.h"
#include "model/write/msdos_private.h"

/* Parameters common to the functions that make one MBR. */
struct make {
    const struct write_work *work;
    bool is_new; /* only the boot code is kept */
    struct msdos_image *image;
};

uint8_t *msdos_image_add(struct msdos_image *image, uint64_t lba, enum write_what what,
                         uint64_t logical)
{
    image->sectors = xrealloc(image->sectors, image->count + 1, sizeof(*image->sectors));
    struct msdos_sector *sector = &image->sectors[image->count++];
    *sector = (struct msdos_sector){ lba, what, xcalloc(1, logical) };
    return sector->bytes;
}

void msdos_image_finish(struct msdos_image *image)
{
    for (size_t i = 0; i < image->count; i++)
        free(image->sectors[i].bytes);
    free(image->sectors);
    *image = (struct msdos_image){ 0 };
}

static uint8_t *ebr_find_entry(uint8_t *sector, bool is_link)
{
    for (unsigned i = 0; i < MBR_SLOTS; i++) {
        uint8_t *entry = mbr_slot(sector, i);
        uint8_t type = entry[MBR_ENTRY_AT_TYPE];
        if (le32_at(entry, MBR_ENTRY_AT_LENGTH) && mbr_type_is_extended(type) == is_link)
            return entry;
    }
    return NULL;
}

uint8_t *ebr_data(uint8_t *sector)
{
    return ebr_find_entry(sector, false);
}

uint8_t *ebr_link(uint8_t *sector)
{
    return ebr_find_entry(sector, true);
}

bool msdos_put_type_and_flag(const struct extent *extent, const struct extent *before,
                             uint8_t *entry, struct err *err)
{
    char *end;
    unsigned long type = strtoul(extent->type, &end, 16);

    if (*end || end == extent->type || type > 0xff)
        return err_refuse(err, REFUSAL_WRITE_MSDOS_TYPE,
                          _("'%s' is no type of an msdos partition."), extent->type);
    entry[MBR_ENTRY_AT_TYPE] = (uint8_t)type;
    if (!before || before->is_bootable != extent->is_bootable)
        entry[MBR_ENTRY_AT_FLAG] = extent->is_bootable ? MBR_FLAG_ACTIVE : 0;
    return true;
}

bool msdos_check_range(const struct extent *extent, uint64_t base, struct err *err)
{
    /* The difference wraps to a larger number if the start is before BASE. */
    if (extent->start - base <= UINT32_MAX && extent->length <= UINT32_MAX)
        return true;
    return err_refuse(
        err, REFUSAL_WRITE_MSDOS_RANGE,
        ngettext("Partition %1$u (sector %2$llu, %3$llu sector) does not fit in the 32 "
                 "bits of an msdos table.",
                 "Partition %1$u (sector %2$llu, %3$llu sectors) does not fit in the 32 "
                 "bits of an msdos table.",
                 extent->length),
        extent->number, (ull)extent->start, (ull)extent->length);
}

/* Returns the primary partition in SLOT. */
static const struct extent *primary_at(const struct layout *layout, unsigned slot)
{
    const struct extent *extent = layout_find_number(layout, slot + 1);

    return extent && layout_label(layout)->kind == LABEL_MSDOS ? extent : NULL;
}

static bool image_put_primary(const struct make *make, const struct extent *extent,
                              const uint8_t *old, uint8_t *sector, struct err *err)
{
    const struct extent *before =
        make->is_new ? NULL : write_same(make->work->base, extent);
    uint8_t *entry = mbr_slot(sector, extent->number - 1);

    memset(entry, 0, MBR_ENTRY_BYTES);
    if (before)
        memcpy(entry, old + MBR_AT_ENTRIES + (before->number - 1) * MBR_ENTRY_BYTES,
               MBR_ENTRY_BYTES);
    if (!msdos_check_range(extent, 0, err) ||
        !msdos_put_type_and_flag(extent, before, entry, err))
        return false;
    if (!write_is_same_range(extent, before) ||
        write_is_rescaled(make->work->base, make->work->preview))
        mbr_put_range(entry, extent->start, extent->length, 0);
    return true;
}

/* Invalid entries (a type without sectors ...) are kept. */
static bool put_primaries(const struct make *make, uint8_t *sector, struct err *err)
{
    const struct write_work *work = make->work;
    CLEANUP(freep) uint8_t *old = xmalloc(work->logical);

    memcpy(old, sector, work->logical);
    for (unsigned slot = 0; slot < MBR_SLOTS; slot++) {
        const struct extent *extent = primary_at(work->preview, slot);
        if (extent && !image_put_primary(make, extent, old, sector, err))
            return false;
        if (!extent && !make->is_new && primary_at(work->base, slot))
            memset(mbr_slot(sector, slot), 0, MBR_ENTRY_BYTES);
    }
    return true;
}

static void put_signature(const struct make *make, uint8_t *sector)
{
    const char *id = layout_label(make->work->preview)->id;

    if (make->is_new || strcmp(id, layout_label(make->work->base)->id) != 0)
        put_le32(sector, MBR_AT_SIGNATURE, (uint32_t)strtoul(id, NULL, 16));
}

static bool make_mbr(const struct make *make, struct err *err)
{
    const struct write_work *work = make->work;
    uint8_t *sector = msdos_image_add(make->image, 0, WRITE_MBR, work->logical);

    if (!(make->is_new ? write_blank_mbr(work, sector, err)
                       : write_read(work, 0, 1, sector, err)))
        return false;
    put_signature(make, sector);
    return put_primaries(make, sector, err);
}

bool msdos_image_make(const struct write_work *work, struct msdos_image *ret,
                      struct err *err)
{
    struct make make = { work, write_is_new_table(work->base, work->preview), ret };

    return make_mbr(&make, err) && msdos_chain_make(work, ret, err);
}
