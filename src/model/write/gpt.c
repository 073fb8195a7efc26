/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gpt.c - plans the writes of a GPT: order of its copies, and what precedes and follows
 *
 * Any subset of the sectors between two flushes may reach the disk.  Therefore a copy is
 * written only while the other one is valid, and LBA 0 last: it makes systems look for a
 * GPT at all. */
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/refusal.h"
#include "model/table/mbr.h"
#include "model/write/gpt_private.h"

/* IS_ARRAY_FIRST: the entries must be durable before the header is written. */
static bool put_side(struct write_work *work, const struct gpt_target *target,
                     enum gpt_side side, bool is_array_first, struct err *err)
{
    static const enum write_what whats[SIDE_COUNT] = { WRITE_GPT_PRIMARY,
                                                       WRITE_GPT_BACKUP };
    const struct gpt_image_side *image = &target->side[side];
    bool is_header_first = image->header_lba < image->array_lba && !is_array_first;

    if (image->is_left)
        return true;
    /* In disk order, so that adjacent sectors become one write. */
    if (is_header_first &&
        !write_put(work, whats[side], image->header_lba, 1, image->header, err))
        return false;
    if (!write_put(work, whats[side], image->array_lba, target->array_sectors,
                   image->array, err))
        return false;
    if (is_array_first)
        write_flush(work);
    if (!is_header_first &&
        !write_put(work, whats[side], image->header_lba, 1, image->header, err))
        return false;
    write_flush(work);
    return true;
}

/* Returns the copy to write first: a damaged one, or else the backup. */
static enum gpt_side first_side(const struct gpt_source *source)
{
    return source->has_table && !gpt_source_is_good(source, SIDE_PRIMARY) ? SIDE_PRIMARY
                                                                          : SIDE_BACKUP;
}

/* The header of a repaired primary refers to an LBA where no backup exists yet.  Until
 * its entries are valid, the old header must still lead to the old backup. */
static bool is_array_first(const struct gpt_source *source,
                           const struct gpt_target *target, enum gpt_side side)
{
    const struct gpt_image_side *backup = &target->side[SIDE_BACKUP];

    return side == SIDE_PRIMARY && source->has_table && !backup->is_left &&
           backup->header_lba != source->table.backup.lba;
}

static bool gpt_put_mbr(struct write_work *work, const struct gpt_target *target,
                        struct err *err)
{
    if (target->mbr && !write_put(work, WRITE_MBR, 0, 1, target->mbr, err))
        return false;
    write_flush(work);
    return true;
}

/* Systems accept a GPT that no MBR announces while its primary is valid, but not its
 * backup alone. */
static bool is_announced(const struct write_work *work, const struct gpt_source *source)
{
    CLEANUP(freep) struct mbr_table *mbr = xmalloc(sizeof(*mbr));

    if (!source->has_table || !mbr_decode(&work->now, work->logical, mbr, ERR_IGNORED))
        return true;
    return mbr->kind == MBR_PROTECTIVE || mbr->kind == MBR_HYBRID;
}

/* LBA 0 is written last, or, if it makes systems look for the backup, before the backup
 * is the only valid copy. */
static bool gpt_put_sides(struct write_work *work, const struct gpt_source *source,
                          const struct gpt_target *target, struct err *err)
{
    enum gpt_side first = first_side(source);
    enum gpt_side second = first == SIDE_BACKUP ? SIDE_PRIMARY : SIDE_BACKUP;

    if (!put_side(work, target, first, is_array_first(source, target, first), err) ||
        (!is_announced(work, source) && !gpt_put_mbr(work, target, err)))
        return false;
    size_t count = work->plan.count;
    if (!put_side(work, target, second, false, err))
        return false;
    if (work->plan.count == count || !target->side[first].is_left)
        return gpt_put_mbr(work, target, err);
    return err_refuse(
        err, REFUSAL_WRITE_GPT_COPY_DAMAGED,
        _("One copy of the GPT is damaged, and the other is the only good one: "
          "the damaged one must be repaired first."));
}

/* Blanks old headers that systems might still find: an old backup, or both headers of a
 * table for another sector size.  LBA 0 is already written. */
static bool blank_old(struct write_work *work, const struct gpt_source *source,
                      struct gpt_target *target, struct err *err)
{
    const struct gpt_table *old = &source->table;
    const struct gpt_copy *copies[] = { &old->primary, &old->backup };

    for (size_t i = 0; i < ARRAY_SIZE(copies) && source->has_table; i++) {
        uint64_t offset = copies[i]->lba * old->logical, lba = offset / work->logical;
        if (copies[i]->state || target->side[i].is_left || !lba ||
            gpt_target_covers(target, lba, 1))
            continue;
        if (!write_blank_header(work, offset, err))
            return false;
    }
    return true;
}

/* True if a partition of the msdos table covers the sectors of the backup. */
static bool is_backup_taken(const struct write_work *work,
                            const struct gpt_target *target)
{
    struct gpt_target backup = *target;

    backup.side[SIDE_PRIMARY].is_left = true;
    LAYOUT_EACH (extent, work->base)
        if (extent_is_entry(extent) &&
            gpt_target_covers(&backup, extent->start, extent->length))
            return layout_label(work->base)->kind == LABEL_MSDOS;
    return false;
}

/* The primary and LBA 0 are a valid table without the backup.  After them, the partition
 * that covers the sectors of the backup has its new end, or is removed. */
static bool put_backup_last(struct write_work *work, const struct gpt_target *target,
                            struct err *err)
{
    return put_side(work, target, SIDE_PRIMARY, false, err) &&
           gpt_put_mbr(work, target, err) &&
           put_side(work, target, SIDE_BACKUP, false, err);
}

static bool put_gpt_target(struct write_work *work, const struct gpt_source *source,
                           struct gpt_target *target, struct err *err)
{
    bool is_last = is_backup_taken(work, target);
    struct gpt_target first = *target;
    struct write_targets targets = { gpt_target_covers, &first };

    first.side[SIDE_BACKUP].is_left |= is_last;
    return write_release(work, &targets, err) &&
           (is_last ? put_backup_last(work, target, err)
                    : gpt_put_sides(work, source, target, err)) &&
           blank_old(work, source, target, err);
}

/* Plans the GPT of WORK's preview, starting from the disk NOW. */
static bool put_preview(struct write_work *work, struct err *err)
{
    struct gpt_target target = { 0 };
    struct gpt_source source;

    if (!gpt_source_read(work, &source, err))
        return false;
    bool is_good = gpt_target_make(work, &source, &target, err) &&
                   put_gpt_target(work, &source, &target, err);
    gpt_target_finish(&target);
    gpt_source_finish(&source);
    return is_good;
}

/* True if TARGETS cover a partition that is removed or shrinks. */
static bool is_any_covered(const struct write_work *work,
                           const struct write_targets *targets)
{
    LAYOUT_EACH (extent, work->base) {
        const struct extent *after = write_same_data(work->preview, extent);
        if (extent->kind == EXTENT_PARTITION && !write_is_same_range(extent, after) &&
            targets->covers(targets->context, extent->start, extent->length))
            return true;
    }
    return false;
}

static void shrink(struct extent *extent, const struct extent *to)
{
    extent->start = to->start;
    extent->length = to->length;
}

/* Returns the base without the partitions that TARGETS cover, and with both copies
 * valid. */
static struct layout *make_reduced(const struct write_work *work,
                                   const struct write_targets *targets)
{
    static const enum note_id damages[] = { NOTE_GPT_PRIMARY_DAMAGED,
                                            NOTE_GPT_BACKUP_DAMAGED,
                                            NOTE_GPT_COPIES_DIFFER,
                                            NOTE_GPT_PMBR_MISSING };
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = layout_builder_from(work->base);

    LAYOUT_EACH (extent, work->base) {
        const struct extent *after = write_same_data(work->preview, extent);
        if (extent->kind != EXTENT_PARTITION ||
            !targets->covers(targets->context, extent->start, extent->length))
            continue;
        if (!after)
            layout_builder_remove(builder, extent->id);
        else if (write_is_part_of(after, extent))
            shrink(layout_builder_find(builder, extent->id), after);
    }
    for (size_t i = 0; i < ARRAY_SIZE(damages); i++)
        layout_builder_drop_note(builder, damages[i]);
    return layout_builder_refinish(builder);
}

/* If this is not possible, the old table was mostly lost before. */
static void put_reduced(struct write_work *work, const struct write_targets *targets)
{
    const struct layout *preview = work->preview;
    CLEANUP(layout_unrefp) struct layout *less = make_reduced(work, targets);
    size_t count = work->plan.count;

    write_flush(work);
    work->preview = less;
    if (!put_preview(work, ERR_IGNORED))
        write_undo(work, count);
    work->preview = preview;
}

bool write_is_gpt_covered(const struct write_work *work,
                          const struct write_targets *targets, bool *ret, struct err *err)
{
    struct gpt_source source;

    if (!gpt_source_read(work, &source, err))
        return false;
    *ret = source.has_table && is_any_covered(work, targets);
    gpt_source_finish(&source);
    return true;
}

bool write_release_gpt(struct write_work *work, const struct write_targets *targets,
                       bool is_next_gpt, struct err *err)
{
    struct gpt_source source;

    if (!gpt_source_read(work, &source, err))
        return false;
    bool is_whole = gpt_source_is_good(&source, SIDE_PRIMARY) &&
                    gpt_source_is_good(&source, SIDE_BACKUP);
    bool is_needed =
        source.has_table && ((is_next_gpt && !is_whole) || is_any_covered(work, targets));
    gpt_source_finish(&source);
    if (is_needed)
        put_reduced(work, targets);
    return true;
}

/* Plans a new table, possibly in place of an existing GPT. */
static bool put_new_gpt(struct write_work *work, struct err *err)
{
    static const struct gpt_source none;
    struct gpt_target target = { 0 };
    struct write_targets targets = { gpt_target_covers, &target };
    bool is_good = gpt_target_make(work, &none, &target, err) &&
                   write_release_gpt(work, &targets, true, err);

    gpt_target_finish(&target);
    return is_good && put_preview(work, err);
}

bool write_gpt(struct write_work *work, struct err *err)
{
    if (write_is_new_table(work->base, work->preview))
        return put_new_gpt(work, err);
    return gpt_check_hybrid(work, err) && put_preview(work, err);
}
