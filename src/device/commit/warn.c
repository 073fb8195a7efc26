/* SPDX-License-Identifier: GPL-3.0-or-later */
/* warn.c - warns about losses that are not partitions */
#include "device/commit/stages.h"
#include "device/system/signature.h"
#include "model/base/intl.h"
#include "model/base/num.h"
#include "model/base/size.h"
#include "model/content/grub.h"
#include "model/disk/cure.h"
#include "model/disk/kept.h"
#include "model/disk/repair.h"
#include "model/disk/sector_fit.h"
#include "model/edit/new_start.h"

enum { BIOS_SECTOR = 512 }; /* unit of GRUB's image */

static bool warn_overlaps(uint64_t start, uint64_t count, const struct extent *core)
{
    return start < extent_end(core) && core->start < start + count;
}

/* True if the table, or later the content of a new partition, overwrites it. */
static bool is_written_over(const struct commit *commit, const struct extent *core)
{
    const struct layout *preview = commit->preview;

    for (size_t i = 0; i < commit->plan.count; i++)
        if (warn_overlaps(commit->plan.writes[i].lba, commit->plan.writes[i].count, core))
            return true;
    LAYOUT_EACH (extent, preview)
        if (extent->kind != EXTENT_FREE && extent->role != ROLE_GPT_PRIMARY &&
            warn_overlaps(extent->start, extent->length, core))
            return true;
    return false;
}

/* Returns the sectors of GRUB's core image; length 0 if there is none. */
static struct extent find_core(const struct commit *commit, struct store *store)
{
    struct reader disk = store_reader(store);
    bool is_possible = layout_limits(commit->base)->logical == BIOS_SECTOR;
    struct extent core = { 0 };

    for (size_t i = 0; i < layout_count(commit->base) && is_possible; i++) {
        const struct extent *gap = layout_at(commit->base, i);
        if (gap->role != ROLE_MBR_GAP && gap->role != ROLE_MBR_FRONT)
            continue;
        core.start = gap->start;
        core.length = inside_grub_sectors(&disk, gap->start, extent_end(gap));
        break;
    }
    return core;
}

static void warn_grub(const struct commit *commit, struct store *store,
                      struct lines *warnings)
{
    struct extent core = find_core(commit, store);

    if (!core.length || !is_written_over(commit, &core))
        return;
    lines_add(warnings,
              _("GRUB's core image lies in sectors %1$llu to %2$llu, and the change goes "
                "over it: the machine does not start from this disk until GRUB is "
                "installed anew."),
              (ull)core.start, (ull)extent_end(&core) - 1);
    if (layout_label(commit->preview)->kind == LABEL_GPT)
        lines_add(warnings, "%s",
                  _("On a GPT, GRUB needs a partition of the type BIOS boot for it."));
}

/* Returns the number of sectors of EXTENT that PLAN writes; *FIRST becomes the first of
 * them, if it was behind that. */
static uint64_t count_written(const struct write_plan *plan, const struct extent *extent,
                              uint64_t *first)
{
    uint64_t sum = 0;

    for (size_t i = 0; i < plan->count; i++) {
        const struct write *write = &plan->writes[i];
        uint64_t from = write->lba, to = write->lba + write->count;
        if (!warn_overlaps(from, write->count, extent))
            continue;
        from = num_max(from, extent->start);
        to = num_min(to, extent_end(extent));
        *first = num_min(from, *first);
        sum += to - from;
    }
    return sum;
}

/* The same for all steps: each is written when those before it have moved the data. */
static uint64_t count_inside(const struct commit *commit, const struct extent *extent,
                             uint64_t *ret_first)
{
    uint64_t sum = 0;

    *ret_first = UINT64_MAX;
    for (size_t i = 0; i < commit->step_count; i++) {
        const struct write_plan plan = commit_step_plan(commit, i);
        const struct extent *then = layout_find(commit_before(commit, i), extent->id);
        sum += count_written(&plan, then ? then : extent, ret_first);
    }
    return sum;
}

/* A restored sector may now be inside a partition's data.  Swap areas have no data that
 * outlives a reboot. */
static void warn_inside(const struct commit *commit, struct lines *warnings)
{
    LAYOUT_EACH (extent, commit->base) {
        uint64_t first, count = 0;
        char name[CONTENT_NAME];

        (void)content_name(&extent->content, name);
        /* Those of a bootable image begin before its table. */
        if (signature_is_wanted(extent) && content_is_data(&extent->content) &&
            !kept_holds(commit->base, extent))
            count = count_inside(commit, extent, &first);
        if (!count)
            continue;
        lines_add(warnings,
                  ngettext("%1$llu sector that is written lies in partition %2$u as it "
                           "is now (%3$s), at sector %4$llu: what is there is lost but "
                           "for the backup.",
                           "%1$llu sectors that are written lie in partition %2$u as it "
                           "is now (%3$s), from sector %4$llu on: what is there is lost "
                           "but for the backup.",
                           (unsigned long)count),
                  (ull)count, extent->number, name[0] ? name : "?", (ull)first);
    }
}

/* Warns about a GPT that remained after the start of the disk was overwritten with
 * zeros. */
static void warn_unannounced(const struct commit *commit, struct lines *warnings)
{
    bool is_over = false;

    for (size_t i = 0; i < commit->plan.count; i++) {
        enum write_what what = commit->plan.writes[i].what;
        is_over |= what == WRITE_GPT_PRIMARY || what == WRITE_GPT_BACKUP ||
                   what == WRITE_GPT_OLD;
    }
    if (is_over && layout_note_find(commit->base, NOTE_GPT_NOT_ANNOUNCED))
        lines_add(warnings, "%s",
                  _("The GPT that no MBR announces may be the lost table of this disk: "
                    "it is written over, and only the backup keeps it."));
}

/* EXTENT is removed, and THERE begins at its start. */
static void warn_found(const struct extent *extent, const struct extent *there,
                       struct lines *warnings)
{
    char name[CONTENT_NAME];

    lines_add(warnings,
              _("Partition %1$u will begin where partition %2$u begins now, and "
                "its %3$s is found there until wipefs or mkfs removes it."),
              there->number, extent->number, content_name(&extent->content, name));
}

/* Old contents that are not overwritten are found again in a partition that begins in the
 * same sector.  After a swap area moved, its old header has the same UUID. */
static void warn_left(const struct commit *commit, struct lines *warnings)
{
    const struct layout *preview = commit->preview;

    LAYOUT_EACH (extent, commit->base) {
        const struct extent *there = layout_find_lba(preview, extent->start);
        char name[CONTENT_NAME];
        if (!extent_holds_data(extent) || !extent->content.type[0] || !there ||
            commit_keeps_data(commit, extent))
            continue;
        if (extent_holds_data(there) && there->start == extent->start)
            warn_found(extent, there, warnings);
        else if (there->kind == EXTENT_FREE && layout_find(preview, extent->id))
            lines_add(warnings,
                      _("The old header of the %1$s area of partition %2$u stays in the "
                        "free space from sector %3$llu on: a partition that begins there "
                        "later is taken for it until wipefs removes it."),
                      content_name(&extent->content, name), extent->number,
                      (ull)extent->start);
    }
}

static bool warn_is_called_empty(const struct commit *commit, const struct extent *extent)
{
    const struct extent *after = layout_find(commit->preview, extent->id);

    return extent->content.zeros == ZEROS_CALLED ||
           (after && after->content.zeros == ZEROS_CALLED);
}

/* Only the user's declaration says that it is empty, so the confirmation repeats it. */
static void warn_called(const struct commit *commit, struct lines *warnings)
{
    char size[SIZE_TEXT];

    LAYOUT_EACH (extent, commit->base) {
        if (!extent_holds_data(extent) || !warn_is_called_empty(commit, extent))
            continue;
        (void)size_format(extent->length * layout_limits(commit->base)->logical, SIZE_IEC,
                          0, size);
        lines_add(warnings,
                  _("You call partition %1$u (%2$s) empty: if anything lies in it, it is "
                    "lost."),
                  extent->number, size);
    }
}

static void warn_ambivalent(const struct commit *commit, struct lines *warnings)
{
    char name[CONTENT_NAME];

    LAYOUT_EACH (extent, commit->base) {
        if (!extent_holds_data(extent) || extent->content.state != CONTENT_AMBIVALENT)
            continue;
        lines_add(
            warnings,
            _("Partition %1$u has two signatures (%2$s), and it is not known which one "
              "is valid: it is treated as data."),
            extent->number, content_name(&extent->content, name));
    }
}

/* Converting a table to the disk's sector size does not convert the contents. */
static void warn_sectors(const struct commit *commit, struct lines *warnings)
{
    const struct label *was = layout_label(commit->base);

    if (was->written_for || was->kind != layout_label(commit->preview)->kind ||
        commit->is_restore)
        sector_fit_lines(commit->preview, warnings);
}

/* Windows compares what the machine started from. */
static void warn_bitlocker(const struct commit *commit, struct lines *warnings)
{
    LAYOUT_EACH (extent, commit->base)
        if (content_is_bitlocker(&extent->content) &&
            layout_find(commit->preview, extent->id))
            lines_add(warnings,
                      _("Partition %u is encrypted by BitLocker: after a change of the "
                        "partitions Windows may ask for its recovery key. Have that key "
                        "at hand, or suspend BitLocker in Windows first: manage-bde "
                        "-protectors -disable C:"),
                      extent->number);
}

/* The confirmation repeats what the disk as a whole belongs to. */
static void warn_agreed(const struct commit *commit, struct lines *warnings)
{
    const struct layout *base = commit->base;

    for (size_t i = 0; i < layout_note_count(base); i++)
        if (layout_note_at(base, i)->id == NOTE_DISK_AGREED)
            lines_add(warnings, "%s", layout_note_at(base, i)->text);
}

void commit_warn_losses(const struct commit *commit, struct store *store,
                        struct lines *warnings)
{
    warn_agreed(commit, warnings);
    warn_called(commit, warnings);
    warn_sectors(commit, warnings);
    warn_ambivalent(commit, warnings);
    warn_bitlocker(commit, warnings);
    cure_warn(commit->base, commit->preview, warnings);
    warn_grub(commit, store, warnings);
    warn_unannounced(commit, warnings);
    if (layout_label(commit->base)->kind != LABEL_LOOP)
        warn_inside(commit, warnings);
    if (commit->is_restore)
        return;
    new_start_lines(commit->base, commit->preview, warnings);
    if (!repair_is_choice(commit->base))
        warn_left(commit, warnings);
}
