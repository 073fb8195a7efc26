/* SPDX-License-Identifier: GPL-3.0-or-later */
/* write_msdos_steps.c - tables on the way from one msdos table to another */
#include <string.h>

#include "model/mem.h"
#include "model/num.h"
#include "model/table_mbr_layout.h"
#include "model/write_msdos_private.h"

/* ENTRY, which BEFORE has, with what it loses: all, some sectors, or nothing. */
static void lessen(const struct write_work *work, const struct extent *before,
                   uint8_t *entry, uint64_t from)
{
    const struct extent *after = write_same(work->preview, before);

    if (!after)
        memset(entry, 0, MBR_ENTRY_BYTES);
    else if (before->kind != EXTENT_EXTENDED && write_is_part_of(after, before) &&
             !write_is_same_range(before, after))
        mbr_put_range(entry, after->start, after->length, from);
}

static bool lessen_primaries(const struct write_work *work, struct msdos_image *ret,
                             struct err *err)
{
    uint8_t *sector = msdos_image_add(ret, 0, WRITE_MBR, work->logical);

    if (!write_read(work, 0, 1, sector, err))
        return false;
    for (unsigned slot = 0; slot < MBR_SLOTS; slot++) {
        const struct extent *extent = layout_find_number(work->base, slot + 1);
        if (extent)
            lessen(work, extent, msdos_entry(sector, slot), 0);
    }
    return true;
}

/* The EBR stays in the chain: one sector at a time, and no link changes. */
static bool lessen_logical(const struct write_work *work, const struct extent *logical,
                           struct msdos_image *ret, struct err *err)
{
    const struct extent *ebr = layout_find(work->base, logical->ebr);

    if (!ebr)
        return true;
    uint8_t *sector = msdos_image_add(ret, ebr->start, WRITE_EBR, work->logical);
    if (!write_read(work, ebr->start, 1, sector, err))
        return false;
    uint8_t *data = ebr_data(sector);
    if (data)
        lessen(work, logical, data, ebr->start);
    return true;
}

bool msdos_image_lessened(const struct write_work *work, struct msdos_image *ret,
                          struct err *err)
{
    if (!lessen_primaries(work, ret, err))
        return false;
    for (size_t i = 0; i < layout_count(work->base); i++) {
        const struct extent *extent = layout_at(work->base, i);
        const struct extent *container = layout_find(work->base, extent->parent);
        /* A container that goes takes its chain along. */
        if (extent->kind == EXTENT_LOGICAL && write_same(work->preview, container) &&
            !lessen_logical(work, extent, ret, err))
            return false;
    }
    return true;
}

/* Spare sectors are free before and after. */
struct spares {
    const struct write_work *work;
    size_t index;
    uint64_t next; /* LBA */
};

static bool is_free(const struct layout *layout, uint64_t lba)
{
    const struct extent *extent = layout_find_lba(layout, lba);

    return extent && extent->kind == EXTENT_FREE && extent->parent;
}

static bool next_spare(struct spares *spares, uint64_t *ret)
{
    const struct layout *base = spares->work->base;

    while (spares->index < layout_count(base)) {
        const struct extent *extent = layout_at(base, spares->index);
        if (extent->kind != EXTENT_FREE || !extent->parent ||
            spares->next >= extent_end(extent)) {
            spares->index++;
            spares->next = 0;
            continue;
        }
        if (spares->next < extent->start)
            spares->next = extent->start;
        uint64_t lba = spares->next++;
        if (!is_free(spares->work->preview, lba))
            continue;
        *ret = lba;
        return true;
    }
    return false;
}

/* The start of the container that holds the chain. */
static uint64_t container_start(const struct msdos_image *image)
{
    return image->count > 1 ? image->sectors[1].lba : 0;
}

/* An EBR at another place: its logical counts from there. */
static void move_ebr(const struct msdos_sector *from, uint64_t lba, uint8_t *to,
                     uint64_t logical)
{
    memcpy(to, from->bytes, logical);
    uint8_t *data = ebr_data(to);
    if (data)
        put_le32(data, MBR_ENTRY_AT_START,
                 (uint32_t)(le32_at(data, MBR_ENTRY_AT_START) + from->lba - lba));
}

static bool copy_chain(struct spares *spares, const struct msdos_image *image,
                       struct msdos_image *ret, struct msdos_image *ret_restore)
{
    uint64_t logical = spares->work->logical, start = container_start(image);
    struct err ignored = { 0 };

    for (size_t i = 0; i < image->count; i++) {
        const struct msdos_sector *from = &image->sectors[i];
        uint64_t lba = from->lba;
        if (i > 1 && !next_spare(spares, &lba))
            return false;
        move_ebr(from, lba, msdos_image_add(ret, lba, from->what, logical), logical);
        if (i <= 1)
            continue;
        put_le32(ebr_link(ret->sectors[i - 1].bytes), MBR_ENTRY_AT_START,
                 (uint32_t)(lba - start));
        if (!write_read(spares->work, lba, 1,
                        msdos_image_add(ret_restore, lba, from->what, logical), &ignored))
            return false;
    }
    return true;
}

bool msdos_image_spare(const struct write_work *work, const struct msdos_image *image,
                       struct msdos_image *ret, struct msdos_image *ret_restore)
{
    struct spares spares = { .work = work };

    return image->count > 2 && copy_chain(&spares, image, ret, ret_restore);
}
