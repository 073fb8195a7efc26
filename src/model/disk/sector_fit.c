/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sector_fit.c - whether contents can be used with the sector size of their disk
 *
 * Linux: fs/fat/inode.c and fs/exfat/super.c ("logical sector size too small for
 * device"), fs/ext4/super.c ("bad block size"), fs/xfs/xfs_mount.c ("device supports %u
 * byte sectors (not %u)"), fs/ntfs3/super.c ("Cluster size is smaller than media sector
 * size"; for other sizes it only warns). */
#include "model/disk/sector_fit.h"

#include "model/base/intl.h"
#include "model/base/mem.h"

/* Kinds whose boot sector has the sector size, which some systems insist on. */
static bool is_bound(enum inside_kind kind)
{
    return kind == INSIDE_FAT || kind == INSIDE_EXFAT || kind == INSIDE_NTFS;
}

enum sector_fit sector_fit_of(const struct content *content, uint64_t logical)
{
    const struct inside *inside = &content->inside;

    if (content->state != CONTENT_FOUND || !inside->sector || inside->sector == logical)
        return SECTOR_FITS;
    if (inside->sector > logical ||
        (inside->kind == INSIDE_NTFS && inside->unit >= logical))
        return is_bound(inside->kind) ? SECTOR_FOREIGN : SECTOR_FITS;
    return inside->kind == INSIDE_LUKS ? SECTOR_UNJUDGED : SECTOR_REFUSED;
}

/* The arguments are number, content, its sector size and the disk's. */
static const char *const sentences[] = {
    [SECTOR_FITS] = NULL,
    [SECTOR_REFUSED] =
        N_("Partition %1$u holds %2$s, made for sectors of at most %3$llu bytes: it "
           "cannot be mounted on this disk with its %4$llu-byte sectors. Copy the data "
           "off through the enclosure or adapter that it was written with, then make it "
           "anew here."),
    [SECTOR_FOREIGN] = N_(
        "Partition %1$u holds %2$s, made for sectors of %3$llu bytes, and this disk "
        "has %4$llu-byte sectors: Linux may mount it, Windows and firmware do not. Copy "
        "the data off through the enclosure or adapter that it was written with."),
    [SECTOR_UNJUDGED] =
        N_("Partition %1$u holds %2$s with sectors of %3$llu bytes, and this disk has "
           "%4$llu-byte sectors: whether what is encrypted in it can be mounted is not "
           "judged."),
};

void sector_fit_lines(const struct layout *layout, struct lines *ret)
{
    uint64_t logical = layout_limits(layout)->logical;

    LAYOUT_EACH (extent, layout) {
        enum sector_fit fit = sector_fit_of(&extent->content, logical);
        if (!extent_holds_data(extent) || fit == SECTOR_FITS)
            continue;
        CLEANUP(freep) char *content = extent_content_words(layout, extent);
        lines_add(ret, _(sentences[fit]), extent->number, content,
                  (ull)extent->content.inside.sector, (ull)logical);
    }
}
