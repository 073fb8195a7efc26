/* SPDX-License-Identifier: GPL-3.0-or-later */
/* blank.c - detects data on disks whose table lists no partitions */
#include "device/commit/stages.h"
#include "device/io/store.h"
#include "device/system/disk.h"
#include "device/system/emptiness.h"
#include "device/system/signature.h"
#include "model/base/mem.h"
#include "model/found/found.h"

bool commit_lacks_extents(const struct layout *base)
{
    return layout_label(base)->kind == LABEL_NONE ||
           layout_note_find(base, NOTE_MSDOS_OVER_CONTENT);
}

/* True for a new table, and for the first partition in an empty one. */
static bool is_disk_taken(const struct commit *commit)
{
    enum label_kind was = layout_label(commit->base)->kind;
    enum label_kind is = layout_label(commit->preview)->kind;

    return (is != was && is != LABEL_NONE) || layout_data_count(commit->preview);
}

/* Sectors that cannot be read may be data.  The number of samples limits the time. */
static bool looks_empty(struct store *store, uint64_t logical, const struct extent *whole)
{
    struct reader disk = store_reader(store);
    struct emptiness_place place = emptiness_place_of(&disk, -1, logical, whole);
    CLEANUP(emptiness_freep) struct emptiness *sample = emptiness_new(&place, false);

    while (emptiness_step(sample))
        ;
    enum content_zeros zeros = emptiness_news(sample).zeros;
    return zeros == ZEROS_SAMPLED || zeros == ZEROS_ALL;
}

/* What a later step overwrites may be what an earlier one wrote: the disk itself counts.
 */
static bool is_over_zeros(const struct write_plan *plan, struct store *store)
{
    struct reader disk = store_reader(store);

    for (size_t i = 0; i < plan->count; i++) {
        const struct write *write = &plan->writes[i];
        size_t count = (size_t)(write->count * plan->logical);
        CLEANUP(freep) uint8_t *bytes = xmalloc(count);
        if (!reader_read(&disk, write->lba * plan->logical, bytes, count) ||
            !mem_is_zero(bytes, count))
            return false;
    }
    return true;
}

/* True if each partition begins with a content that was found: then nothing but the table
 * is new, and it names what is there. */
static bool has_only_found(const struct commit *commit)
{
    bool has_any = false;

    LAYOUT_EACH (extent, commit->preview) {
        if (!extent_holds_data(extent))
            continue;
        has_any = true;
        if (!found_row(commit->base, extent->start) &&
            !(commit->lost && found_row(commit->lost, extent->start)))
            return false;
    }
    return has_any;
}

/* A backup may be the lost table for the data on this disk: only sectors that it
 * overwrites matter, and a damaged table is what it is meant to replace. */
static bool is_harmless(const struct commit *commit, struct store *store,
                        const struct extent *whole)
{
    uint64_t logical = layout_limits(commit->base)->logical;

    if (commit->is_restore)
        return disk_is_broken(commit->base) || is_over_zeros(&commit->plan, store);
    return (has_only_found(commit) || looks_empty(store, logical, whole)) &&
           is_over_zeros(&commit->plan, store);
}

bool commit_check_hidden_data(const struct commit *commit,
                              const struct loss_accepted *accepted, struct store *store,
                              struct lines *losses, struct err *err)
{
    const struct limits *limits = layout_limits(commit->base);
    struct extent whole = { .kind = EXTENT_PARTITION, .length = limits->size };
    struct loss loss = { .held = &whole, .why = LOSS_WHOLE };

    if (!commit_lacks_extents(commit->base) || !commit->plan.count ||
        !is_disk_taken(commit) || is_harmless(commit, store, &whole))
        return true;
    whole.content = signature_probe(store_fd(store), limits->logical, &whole);
    if (whole.content.state == CONTENT_NONE)
        whole.content.zeros = ZEROS_NONE;
    return commit_check_given_up(commit->base, &loss, 1, accepted, losses, err);
}
