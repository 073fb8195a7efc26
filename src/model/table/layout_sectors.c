/* SPDX-License-Identifier: GPL-3.0-or-later */
/* layout_sectors.c - converts the layout of a table written for another sector size */
#include "model/table/layout_sectors.h"

#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/num.h"

/* Errors of the old copies that do not matter, because both copies are rewritten. */
static const enum note_id ignored_errors[] = {
    NOTE_GPT_BACKUP_DAMAGED,
    NOTE_GPT_DISK_SHRUNK,
    NOTE_GPT_PMBR_MISSING,
    NOTE_GPT_PRIMARY_DAMAGED,
};

struct work {
    const struct layout *written;
    uint64_t from; /* sector size for which the table was written, in bytes */
    uint64_t to;   /* sector size of the disk, in bytes */
    const struct limits *limits;
    struct layout_builder *builder;
    uint64_t metadata_end;
};

static bool is_ignored_error(enum note_id id)
{
    for (size_t i = 0; i < ARRAY_SIZE(ignored_errors); i++)
        if (ignored_errors[i] == id)
            return true;
    return false;
}

static bool is_undamaged(const struct layout *written)
{
    for (size_t i = 0; i < layout_note_count(written); i++) {
        const struct note *note = layout_note_at(written, i);
        if (note_level(note->id) == NOTE_READ_ONLY && !is_ignored_error(note->id))
            return false;
    }
    return true;
}

/* The sectors were read from a disk, so their byte offsets fit in 64 bits. */
static uint64_t scale_down(const struct work *work, uint64_t lba)
{
    return lba * work->from / work->to;
}

static uint64_t scale_up(const struct work *work, uint64_t lba)
{
    return num_round_up(lba * work->from, work->to) / work->to;
}

static bool is_on_boundary(const struct work *work, uint64_t lba)
{
    return lba * work->from % work->to == 0;
}

/* Small structures with sectors of their own may share one sector now; the first one gets
 * it. */
static void place_metadata(struct work *work, struct extent *extent)
{
    uint64_t start = scale_down(work, extent->start);
    uint64_t end = scale_up(work, extent_end(extent));

    start = start > work->metadata_end ? start : work->metadata_end;
    extent->start = start;
    extent->length = end > start ? end - start : 0;
    work->metadata_end = end > start ? end : start;
}

static void place_outside(const struct work *work, struct extent *extent)
{
    uint64_t end = scale_up(work, extent_end(extent));

    extent->start = scale_down(work, extent->start);
    extent->length = end - extent->start;
}

static bool place_exactly(const struct work *work, struct extent *extent, struct err *err)
{
    if (!is_on_boundary(work, extent->start) || !is_on_boundary(work, extent_end(extent)))
        return err_set(
            err, ERR_UNREADABLE,
            _("This table was written for %1$llu-byte sectors, but the disk is read with "
              "%2$llu-byte ones, and partition %3$u does not start and end where those "
              "do (an image: try --sector-size=%1$llu)."),
            (ull)work->from, (ull)work->to, extent->number);
    place_outside(work, extent);
    return true;
}

static bool add_converted_extent(struct work *work, const struct extent *old,
                                 struct err *err)
{
    struct extent extent = *old;

    if (old->kind == EXTENT_FREE || old->kind == EXTENT_SLICE || old->kind == EXTENT_KEPT)
        return true;
    if (old->kind == EXTENT_METADATA)
        place_metadata(work, &extent);
    else if (old->kind == EXTENT_EXTENDED)
        place_outside(work, &extent);
    else if (!place_exactly(work, &extent, err))
        return false;
    if (!extent.length)
        return old->role != ROLE_EBR ||
               layout_refuse_other_sectors(work->from, work->to, err);
    (void)layout_builder_add(work->builder, &extent);
    return true;
}

static struct label convert_label(const struct work *work)
{
    struct label label = *layout_label(work->written);
    uint64_t addressable = label_addressable(label.kind);
    uint64_t size = work->limits->size;

    label.written_for = (uint32_t)work->from;
    label.first_usable =
        label.kind == LABEL_MSDOS ? 1 : scale_up(work, label.first_usable);
    label.last_usable =
        label.kind == LABEL_MSDOS ? size : scale_down(work, label.last_usable + 1);
    label.last_usable = label.last_usable < size ? label.last_usable : size;
    if (addressable && label.last_usable > addressable)
        label.last_usable = addressable;
    if (label.last_usable)
        label.last_usable--;
    return label;
}

static const struct extent *find_first(const struct layout *layout)
{
    for (size_t i = 0; i < layout_count(layout); i++)
        if (layout_at(layout, i)->number)
            return layout_at(layout, i);
    return NULL;
}

static void note_readings(const struct work *work)
{
    const struct extent *first = find_first(work->written);

    if (first)
        layout_builder_note(
            work->builder, NOTE_TABLE_OTHER_SECTOR_SIZE,
            _("This table was written for %1$llu-byte sectors, but the disk is read with "
              "%2$llu-byte ones: no system finds its partitions here. Partition %3$u "
              "starts at sector %4$llu as it was written, which is sector %5$llu now (an "
              "image: try --sector-size=%1$llu)."),
            (ull)work->from, (ull)work->to, first->number, (ull)first->start,
            (ull)scale_down(work, first->start));
    else
        layout_builder_note(
            work->builder, NOTE_TABLE_OTHER_SECTOR_SIZE,
            _("This table was written for %1$llu-byte sectors, but the disk is read with "
              "%2$llu-byte ones: no system finds it here (an image: try "
              "--sector-size=%1$llu)."),
            (ull)work->from, (ull)work->to);
}

bool layout_refuse_other_sectors(uint64_t written, uint64_t logical, struct err *err)
{
    return err_set(err, ERR_UNREADABLE,
                   _("This table was written for %1$llu-byte sectors, but the disk is "
                     "read with %2$llu-byte ones (an image: try --sector-size=%1$llu)."),
                   (ull)written, (ull)logical);
}

struct layout *layout_of_other_sectors(const struct layout *written,
                                       const struct limits *limits, struct err *err)
{
    struct work work = { .written = written,
                         .from = layout_limits(written)->logical,
                         .to = limits->logical,
                         .limits = limits };
    struct label label = convert_label(&work);
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = layout_builder_new(limits, &label);
    struct err inner = { 0 };
    struct layout *layout;

    work.builder = builder;
    if (!is_undamaged(written)) {
        (void)layout_refuse_other_sectors(work.from, work.to, err);
        return NULL;
    }
    for (size_t i = 0; i < layout_count(written); i++)
        if (!add_converted_extent(&work, layout_at(written, i), err))
            return NULL;
    note_readings(&work);
    layout = layout_builder_finish(builder, &inner);
    if (!layout)
        (void)layout_refuse_other_sectors(work.from, work.to, err);
    return layout;
}
