/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tables.c - GPT or MBR from a disk to a layout, whichever of them counts there */
#include "model/tables.h"

#include "model/intl.h"
#include "model/layout_gpt.h"
#include "model/layout_msdos.h"
#include "model/mem.h"
#include "model/window_cache.h"

static bool has_entries(const struct mbr_table *mbr)
{
    for (unsigned i = 0; i < MBR_SLOTS; i++)
        if (mbr->primary[i].type)
            return true;
    return false;
}

/* Whether a GPT counts.  Every system wants it announced in the MBR; where that is blank
 * a whole primary is trusted (and the missing MBR told), but not a backup alone: those
 * survive many a new start of a disk. */
static bool is_gpt_meant(const struct mbr_table *mbr, const struct gpt_table *gpt)
{
    if (mbr->kind == MBR_PROTECTIVE || mbr->kind == MBR_HYBRID)
        return true;
    return mbr->kind != MBR_BOOT_SECTOR && !has_entries(mbr) &&
           gpt->primary.state == GPT_OK;
}

/* The sector size that explains the tables better than the disk's own; 0: none.  A table
 * for others is the better explanation of a primary GPT that is not whole. */
static uint64_t other_sector_size(const struct window *disk, const struct limits *limits,
                                  const struct mbr_table *mbr,
                                  const struct gpt_table *gpt)
{
    bool is_other_table =
        mbr->kind == MBR_BOOT_SECTOR || (mbr->kind == MBR_TABLE && has_entries(mbr));
    uint64_t other = 0;

    if (gpt->primary.state != GPT_OK && !is_other_table)
        other = gpt_other_sector_size(disk, limits->logical);
    if (!other && mbr->kind == MBR_TABLE)
        other = mbr_other_sector_size(mbr, disk, limits->logical, limits->size);
    return other;
}

static bool read_both(const struct window *disk, const struct limits *limits,
                      struct gpt_table *gpt, struct layout **ret, struct err *err)
{
    CLEANUP(freep) struct mbr_table *mbr = xmalloc(sizeof(*mbr));
    CLEANUP(layout_unrefp) struct layout *layout = NULL;

    if (!mbr_decode(disk, limits->logical, mbr, err))
        return false;
    bool has_gpt = gpt_decode(disk, limits->logical, limits->size, gpt);
    uint64_t other = other_sector_size(disk, limits, mbr, gpt);
    if (other)
        return err_set(err, ERR_UNREADABLE,
                       _("This table was written for %1$llu-byte sectors, but the disk "
                         "is read with %2$llu-byte ones (an image: try "
                         "--sector-size=%1$llu)."),
                       (ull)other, (ull)limits->logical);
    if (is_gpt_meant(mbr, gpt)) {
        if (!has_gpt)
            return err_set(
                err, ERR_UNREADABLE,
                _("The MBR announces a GPT, but neither copy of it can be used "
                  "(primary: %1$s; backup: %2$s)."),
                gpt_state_words(gpt->primary.state), gpt_state_words(gpt->backup.state));
        layout = layout_of_gpt(gpt, mbr, limits, err);
    } else if (mbr->kind == MBR_TABLE) {
        layout = layout_of_msdos(mbr, disk, has_gpt, limits, err);
    } else {
        *ret = NULL;
        return true;
    }
    if (!layout)
        return false;
    *ret = TAKE(layout);
    return true;
}

bool tables_read(const struct window *disk, const struct limits *limits,
                 struct layout **ret, struct err *err)
{
    struct window_cache cache;
    struct window window = window_of_cache(&cache, disk);
    struct gpt_table gpt = { 0 };
    bool is_good = read_both(&window, limits, &gpt, ret, err);

    gpt_finish(&gpt);
    window_cache_finish(&cache);
    return is_good;
}
