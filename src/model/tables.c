/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tables.c - GPT or MBR from a disk to a layout, whichever of them counts there */
#include "model/tables.h"

#include "model/intl.h"
#include "model/layout_dedicated.h"
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

/* All that was found on a disk. */
struct found {
    struct mbr_table mbr;
    struct gpt_table gpt;
    bool has_gpt; /* a whole copy at least */
    struct bsd_label bsd;
    bool is_dedicated; /* to BSD, by the label above */
};

static bool decode(const struct window *disk, const struct limits *limits,
                   struct found *ret, struct err *err)
{
    if (!mbr_decode(disk, limits->logical, &ret->mbr, err))
        return false;
    ret->has_gpt = gpt_decode(disk, limits->logical, limits->size, &ret->gpt);
    ret->is_dedicated = ret->mbr.kind == MBR_TABLE &&
                        dedicated_decode(&ret->mbr, disk, limits->logical, &ret->bsd);
    uint64_t other =
        ret->is_dedicated ? 0 : other_sector_size(disk, limits, &ret->mbr, &ret->gpt);
    if (!other)
        return true;
    return err_set(err, ERR_UNREADABLE,
                   _("This table was written for %1$llu-byte sectors, but the disk is "
                     "read with %2$llu-byte ones (an image: try --sector-size=%1$llu)."),
                   (ull)other, (ull)limits->logical);
}

static bool build(const struct found *found, const struct window *disk,
                  const struct limits *limits, struct layout **ret, struct err *err)
{
    const struct gpt_table *gpt = &found->gpt;

    *ret = NULL;
    if (is_gpt_meant(&found->mbr, gpt) && !found->has_gpt)
        return err_set(err, ERR_UNREADABLE,
                       _("The MBR announces a GPT, but neither copy of it can be used "
                         "(primary: %1$s; backup: %2$s)."),
                       gpt_state_words(gpt->primary.state),
                       gpt_state_words(gpt->backup.state));
    if (is_gpt_meant(&found->mbr, gpt))
        *ret = layout_of_gpt(gpt, &found->mbr, limits, err);
    else if (found->is_dedicated)
        *ret = layout_of_dedicated(&found->bsd, limits, err);
    else if (found->mbr.kind == MBR_TABLE)
        *ret = layout_of_msdos(&found->mbr, disk, found->has_gpt, limits, err);
    else
        return true;
    return *ret != NULL;
}

bool tables_read(const struct window *disk, const struct limits *limits,
                 struct layout **ret, struct err *err)
{
    struct window_cache cache;
    struct window window = window_of_cache(&cache, disk);
    CLEANUP(freep) struct found *found = xcalloc(1, sizeof(*found));
    struct layout *layout;
    bool is_good = decode(&window, limits, found, err) &&
                   build(found, &window, limits, &layout, err);

    if (is_good)
        *ret = layout;
    gpt_finish(&found->gpt);
    window_cache_finish(&cache);
    return is_good;
}
