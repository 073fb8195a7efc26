/* SPDX-License-Identifier: GPL-3.0-or-later */
/* msdos_steps.c - makes intermediate tables between two msdos tables */
#include <stdlib.h>
#include <string.h>

#include "model/base/mem.h"
#include "model/base/num.h"
#include "model/table/mbr_layout.h"
#include "model/write/msdos_private.h"

/* A container is removed with its chain, unless a logical partition of it becomes part of
 * another one. */
static bool is_container_needed(const struct write_work *work,
                                const struct extent *container)
{
    if (write_same(work->preview, container))
        return true;
    LAYOUT_EACH (extent, work->base)
        if (extent->parent == container->id && write_same_data(work->preview, extent))
            return true;
    return false;
}

/* Removes or shrinks the entry of BEFORE, if the preview does.  A shrunk entry also gets
 * its new type, so that no partition is in a mixed state. */
static void reduce_entry(const struct write_work *work, const struct extent *before,
                         uint8_t *entry, uint64_t from)
{
    const struct extent *after = write_same(work->preview, before);

    if (!after && (before->kind != EXTENT_EXTENDED || !is_container_needed(work, before)))
        memset(entry, 0, MBR_ENTRY_BYTES);
    if (!after || before->kind == EXTENT_EXTENDED || !write_is_part_of(after, before) ||
        write_is_same_range(before, after))
        return;
    mbr_put_range(entry, after->start, after->length, from);
    entry[MBR_ENTRY_AT_TYPE] = (uint8_t)strtoul(after->type, NULL, 16);
}

static bool reduce_primaries(const struct write_work *work, struct msdos_image *ret,
                             struct err *err)
{
    uint8_t *sector = msdos_image_add(ret, 0, WRITE_MBR, work->logical);

    if (!write_read(work, 0, 1, sector, err))
        return false;
    for (unsigned slot = 0; slot < MBR_SLOTS; slot++) {
        const struct extent *extent = layout_find_number(work->base, slot + 1);
        if (extent)
            reduce_entry(work, extent, mbr_slot(sector, slot), 0);
    }
    return true;
}

/* The EBR stays in the chain: one sector changes, and no link.  Used only if the base has
 * no damage, so each logical partition has an EBR. */
static bool reduce_logical(const struct write_work *work, const struct extent *logical,
                           struct msdos_image *ret, struct err *err)
{
    const struct extent *ebr = layout_find(work->base, logical->ebr);
    uint8_t *sector = msdos_image_add(ret, ebr->start, WRITE_EBR, work->logical);

    if (!write_read(work, ebr->start, 1, sector, err))
        return false;
    uint8_t *data = ebr_data(sector);
    if (data)
        reduce_entry(work, logical, data, ebr->start);
    return true;
}

bool msdos_image_reduced(const struct write_work *work, struct msdos_image *ret,
                         struct err *err)
{
    if (!reduce_primaries(work, ret, err))
        return false;
    LAYOUT_EACH (extent, work->base) {
        const struct extent *container = layout_find(work->base, extent->parent);
        if (extent->kind == EXTENT_LOGICAL && is_container_needed(work, container) &&
            !reduce_logical(work, extent, ret, err))
            return false;
    }
    return true;
}

/* Spare sectors are free in the preview, inside the container, and not used by the old
 * table: they are free there too, or in a partition that is already removed. */
struct spares {
    const struct write_work *work;
    bool with_gap; /* also those of the gap behind the MBR, into which it grows */
    size_t index;  /* index of the extent in the preview */
    uint64_t next; /* LBA */
};

static bool is_unused_by_table(const struct spares *spares, uint64_t lba)
{
    const struct extent *extent = layout_find_lba(spares->work->base, lba);
    bool is_gap =
        extent && (extent->role == ROLE_MBR_GAP || extent->role == ROLE_MBR_FRONT);

    return extent && extent->kind != EXTENT_METADATA &&
           (extent->role == ROLE_NONE || (is_gap && spares->with_gap));
}

static bool next_spare(struct spares *spares, uint64_t *ret)
{
    const struct layout *preview = spares->work->preview;

    while (spares->index < layout_count(preview)) {
        const struct extent *extent = layout_at(preview, spares->index);
        if (extent->kind != EXTENT_FREE || !extent->parent ||
            spares->next >= extent_end(extent)) {
            spares->index++;
            spares->next = 0;
            continue;
        }
        if (spares->next < extent->start)
            spares->next = extent->start;
        uint64_t lba = spares->next++;
        if (!is_unused_by_table(spares, lba))
            continue;
        *ret = lba;
        return true;
    }
    return false;
}

/* An EBR of the image and its temporary position. */
struct detour {
    const struct msdos_sector *from;
    uint64_t start; /* start of its logical partition; UINT64_MAX: none */
    uint64_t lba;
    bool is_needed;
};

bool msdos_is_on_disk(const struct write_work *work, const struct msdos_sector *sector)
{
    CLEANUP(freep) uint8_t *now = xmalloc(work->logical);

    return write_read(work, sector->lba, 1, now, ERR_IGNORED) &&
           !memcmp(now, sector->bytes, work->logical);
}

/* Finds EBRs that need a temporary position.  The unchanged end of the chain can be
 * linked to where it is, and EBRs in free sectors can be written at once. */
static void find_detours(const struct write_work *work, const struct msdos_image *image,
                         struct detour *detours)
{
    bool is_tail = true;

    for (size_t i = image->count - 1; i > 1; i--) {
        struct msdos_sector *from = &image->sectors[i];
        const struct extent *there = layout_find_lba(work->base, from->lba);
        const uint8_t *data = ebr_data(from->bytes);
        is_tail = is_tail && msdos_is_on_disk(work, from);
        detours[i] = (struct detour){
            .from = from,
            .start = data ? from->lba + le32_at(data, MBR_ENTRY_AT_START) : UINT64_MAX,
            .lba = from->lba,
            .is_needed = !is_tail && there && there->kind != EXTENT_FREE,
        };
    }
}

/* Returns the EBR that needs a position and whose logical partition comes first on the
 * disk; NULL: none. */
static struct detour *next_detour(struct detour *detours, size_t count)
{
    struct detour *first = NULL;

    for (size_t i = 2; i < count; i++)
        if (detours[i].is_needed && (!first || detours[i].start < first->start))
            first = &detours[i];
    return first;
}

/* The start of a logical partition is relative to its EBR, so each position must precede
 * its partition: the lowest position goes to the first one. */
static bool place_detours(struct spares *spares, struct detour *detours, size_t count)
{
    struct detour *detour;

    while ((detour = next_detour(detours, count))) {
        if (!next_spare(spares, &detour->lba) || detour->lba >= detour->start)
            return false;
        detour->is_needed = false;
    }
    return true;
}

/* Copies an EBR to another position, adjusting the relative start of its logical
 * partition. */
static void steps_move_ebr(const struct detour *detour, uint8_t *to, uint64_t logical)
{
    memcpy(to, detour->from->bytes, logical);
    uint8_t *data = ebr_data(to);
    if (data)
        put_le32(data, MBR_ENTRY_AT_START, (uint32_t)(detour->start - detour->lba));
}

static void link_to(struct msdos_sector *from, uint64_t offset)
{
    put_le32(ebr_link(from->bytes), MBR_ENTRY_AT_START, (uint32_t)offset);
}

/* The MBR and the first EBR are not moved. */
static bool steps_copy_chain(const struct write_work *work,
                             const struct msdos_image *image,
                             const struct detour *detours, struct msdos_image *ret,
                             struct msdos_image *ret_restore, struct err *err)
{
    uint64_t logical = work->logical, container = image->sectors[1].lba;

    for (size_t i = 0; i < 2; i++)
        memcpy(
            msdos_image_add(ret, image->sectors[i].lba, image->sectors[i].what, logical),
            image->sectors[i].bytes, logical);
    for (size_t i = 2; i < image->count; i++) {
        uint64_t lba = detours[i].lba;
        steps_move_ebr(&detours[i], msdos_image_add(ret, lba, WRITE_EBR, logical),
                       logical);
        link_to(&ret->sectors[i - 1], lba - container);
        if (lba != image->sectors[i].lba &&
            !write_read(work, lba, 1,
                        msdos_image_add(ret_restore, lba, WRITE_EBR, logical), err))
            return false;
    }
    return true;
}

bool msdos_image_spare(const struct write_work *work, const struct msdos_image *image,
                       struct msdos_image *ret, struct msdos_image *ret_restore,
                       struct err *err)
{
    CLEANUP(freep) struct detour *detours = xcalloc(image->count, sizeof(*detours));
    bool is_placed = false;

    if (image->count <= 2)
        return false;
    for (int with_gap = 0; with_gap < 2 && !is_placed; with_gap++) {
        struct spares spares = { .work = work, .with_gap = with_gap };
        find_detours(work, image, detours);
        is_placed = place_detours(&spares, detours, image->count);
    }
    return is_placed && steps_copy_chain(work, image, detours, ret, ret_restore, err);
}
