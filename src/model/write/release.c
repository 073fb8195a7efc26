/* SPDX-License-Identifier: GPL-3.0-or-later */
/* release.c - removes entries of an msdos table whose sectors are going to be overwritten
 *
 * A table of another kind may cover sectors of partitions that are removed, or of links
 * to them.  Their entries are removed from the MBR before the first of these sectors
 * changes. */
#include <string.h>

#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/refusal.h"
#include "model/table/gpt.h"
#include "model/table/mbr_layout.h"
#include "model/write/msdos_private.h"

static bool is_covered(const struct write_targets *targets, const struct extent *extent)
{
    return targets->covers(targets->context, extent->start, extent->length);
}

/* True if the primary partition, or one in it, is covered. */
static bool is_primary_covered(const struct write_work *work,
                               const struct write_targets *targets,
                               const struct extent *primary)
{
    if (primary->kind != EXTENT_EXTENDED)
        return is_covered(targets, primary);
    LAYOUT_EACH (extent, work->base)
        if (extent->parent == primary->id && extent->kind != EXTENT_FREE &&
            is_covered(targets, extent))
            return true;
    return false;
}

/* True if the partition, or one in it, exists in the preview. */
static bool is_in_preview(const struct write_work *work, const struct extent *primary)
{
    LAYOUT_EACH (extent, work->base) {
        bool is_own = extent == primary || extent->parent == primary->id;
        if (is_own && extent->kind != EXTENT_EXTENDED && extent_is_partition(extent) &&
            write_same_data(work->preview, extent))
            return true;
    }
    return false;
}

static bool release_primary(const struct write_work *work, const struct extent *primary,
                            uint8_t *mbr, struct err *err)
{
    if (is_in_preview(work, primary))
        return err_refuse(
            err, REFUSAL_WRITE_OVER_OLD_TABLE,
            _("The new table would be written over sectors of partition %u, "
              "or over a link of its chain, before the old one is given up."),
            primary->number);
    memset(mbr_slot(mbr, primary->number - 1), 0, MBR_ENTRY_BYTES);
    return true;
}

/* Without entries in the MBR, systems would look for an old GPT. */
static bool blank_stale(struct write_work *work, struct err *err)
{
    struct gpt_table gpt;

    if (!gpt_decode(&work->now, work->logical, work->size, &gpt))
        return true;
    bool is_whole = !gpt.primary.state;
    gpt_finish(&gpt);
    return !is_whole || write_blank_header(work, work->logical, err);
}

bool write_release(struct write_work *work, const struct write_targets *targets,
                   struct err *err)
{
    CLEANUP(freep) uint8_t *mbr = xmalloc(work->logical);
    bool is_any = false;

    if (layout_label(work->base)->kind != LABEL_MSDOS)
        return true;
    if (!write_read(work, 0, 1, mbr, err))
        return false;
    for (unsigned slot = 0; slot < MBR_SLOTS; slot++) {
        const struct extent *primary = layout_find_number(work->base, slot + 1);
        if (!primary || !is_primary_covered(work, targets, primary))
            continue;
        if (!release_primary(work, primary, mbr, err))
            return false;
        is_any = true;
    }
    if (is_any && !blank_stale(work, err))
        return false;
    write_flush(work);
    if (!write_put(work, WRITE_MBR, 0, 1, mbr, err))
        return false;
    write_flush(work);
    return true;
}
