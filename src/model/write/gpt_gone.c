/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gpt_gone.c - blanks the entries of a GPT, or of a copy of it, that is given up
 *
 * Left behind, they would be bytes in free space whose owner is not known. */

#include "model/base/mem.h"
#include "model/write/private.h"

static bool is_planned(const struct write_plan *plan, uint64_t lba)
{
    for (size_t i = 0; i < plan->count; i++)
        if (lba - plan->writes[i].lba < plan->writes[i].count)
            return true;
    return false;
}

/* True if the sector at LBA, of a copy of the old GPT, is in no table any more. */
static bool is_gone(const struct write_work *work, uint64_t lba)
{
    const struct extent *after = layout_find_lba(work->preview, lba);

    return !is_planned(&work->plan, lba) && !(after && extent_is_gpt(after));
}

static bool blank_sector(struct write_work *work, const struct extent *copy, uint64_t lba,
                         struct err *err)
{
    CLEANUP(freep) uint8_t *sector = xmalloc(work->logical);

    if (!write_read(work, lba, 1, sector, err))
        return false;
    write_drop_entries(work->base, copy, lba, sector);
    return write_put(work, WRITE_GPT_OLD, lba, 1, sector, err);
}

bool write_blank_entries(struct write_work *work, struct err *err)
{
    if (layout_label(work->base)->written_for)
        return true;
    write_flush(work);
    LAYOUT_EACH (extent, work->base) {
        if (!extent_is_gpt(extent) || write_is_damaged_copy(work->base, extent))
            continue;
        for (uint64_t lba = extent->start; lba < extent_end(extent); lba++)
            if (is_gone(work, lba) && !blank_sector(work, extent, lba, err))
                return false;
    }
    return true;
}
