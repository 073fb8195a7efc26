/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fields_bsd.c - finds the starts in a BSD label that change with its partition
 *
 * Starts are counted from the start of the disk, except in most labels of FreeBSD.
 * OpenBSD and NetBSD also list other partitions of the disk, and the disk itself: those
 * stay. */
#include <string.h>

#include "model/base/intl.h"
#include "model/base/num.h"
#include "model/base/refusal.h"
#include "model/move/plan/fields_private.h"
#include "model/table/bsd.h"

struct bsd_work {
    const struct bsd_label *label;
    uint64_t slice_start, slice_end; /* bytes of the disk */
    uint64_t shift;                  /* sectors of the label, modulo 2^64 */
    struct fields *fields;
};

enum bsd_place {
    BSD_INSIDE,    /* in the partition: moves with it */
    BSD_ELSEWHERE, /* stays: another partition, or the whole disk */
    BSD_ACROSS,    /* partly in it, or invalid */
};

static enum bsd_place place_of_range(const struct bsd_work *work, uint64_t start,
                                     uint64_t end)
{
    uint64_t start_byte, end_byte;

    if (!num_mul(start, work->label->sector_bytes, &start_byte) ||
        !num_mul(end, work->label->sector_bytes, &end_byte) || end < start)
        return BSD_ACROSS;
    if (start_byte >= work->slice_start && end_byte <= work->slice_end)
        return BSD_INSIDE;
    bool is_disk = !start && end_byte >= work->slice_end;
    bool is_disjoint = end_byte <= work->slice_start || start_byte >= work->slice_end;
    return is_disk || is_disjoint ? BSD_ELSEWHERE : BSD_ACROSS;
}

/* Adds a field of the label; false if its new value is too large. */
static bool bsd_add_number(const struct bsd_work *work, enum field_kind kind, unsigned at,
                           unsigned width, uint64_t before, uint64_t after)
{
    if (!field_can_hold(width, after))
        return false;
    work->fields->at[work->fields->count++] = (struct move_field){
        kind, work->label->offset + at, width, 1, before, after, false,
    };
    return true;
}

static bool bsd_add_bound(const struct bsd_work *work, unsigned at, unsigned high_at,
                          uint64_t before)
{
    uint64_t after = before + work->shift;

    return bsd_add_number(work, FIELD_BSD_BOUND, at, 4, before & UINT32_MAX,
                          after & UINT32_MAX) &&
           bsd_add_number(work, FIELD_BSD_BOUND, high_at, 2, before >> 32, after >> 32);
}

static bool bsd_shift_bounds(const struct bsd_work *work)
{
    const struct bsd_label *label = work->label;
    enum bsd_place place = place_of_range(work, label->bound_start, label->bound_end);

    if (!label->is_wide || place == BSD_ELSEWHERE)
        return true;
    return place == BSD_INSIDE &&
           bsd_add_bound(work, BSD_BOUND_START_AT, BSD_BOUND_START_HIGH_AT,
                         label->bound_start) &&
           bsd_add_bound(work, BSD_BOUND_END_AT, BSD_BOUND_END_HIGH_AT, label->bound_end);
}

static bool bsd_shift_entry(const struct bsd_work *work, unsigned index)
{
    const struct bsd_entry *entry = &work->label->entries[index];
    enum bsd_place place =
        place_of_range(work, entry->start, entry->start + entry->length);

    if (!entry->length || place == BSD_ELSEWHERE)
        return true;
    return place == BSD_INSIDE &&
           bsd_add_number(work, FIELD_BSD_START, BSD_START_AT(index),
                          work->label->is_wide ? 6 : 4, entry->start,
                          entry->start + work->shift);
}

/* Converts the shift of the partition to sectors of the label. */
static bool set_shift(const struct fields_move *move, struct bsd_work *work)
{
    bool is_right = move->new_start > move->extent->start;
    uint64_t bytes, sectors = is_right ? move->new_start - move->extent->start
                                       : move->extent->start - move->new_start;

    if (!num_mul(sectors, move->logical, &bytes) ||
        bytes % work->label->sector_bytes != 0)
        return false;
    work->shift = bytes / work->label->sector_bytes;
    if (!is_right)
        work->shift = -work->shift;
    return true;
}

static bool set_slice(const struct fields_move *move, struct bsd_work *work)
{
    const struct extent *extent = move->extent;

    return num_mul(extent->start, move->logical, &work->slice_start) &&
           num_mul(extent_end(extent), move->logical, &work->slice_end);
}

/* XOR of the 16-bit words of VALUE. */
static uint16_t fold(uint64_t value)
{
    return (uint16_t)(value ^ value >> 16 ^ value >> 32 ^ value >> 48);
}

/* Adds the checksum if one of the fields from FIRST on changes. */
static void bsd_add_checksum(const struct bsd_work *work, size_t first, uint16_t before)
{
    uint16_t after = before;

    for (size_t i = first; i < work->fields->count; i++)
        after ^= fold(work->fields->at[i].before ^ work->fields->at[i].after);
    if (work->fields->count > first)
        (void)bsd_add_number(work, FIELD_BSD_CHECKSUM, BSD_CHECKSUM_AT, 2, before, after);
}

static bool bsd_add_label(const struct fields_move *move, struct bsd_work *work,
                          uint16_t checksum)
{
    size_t first = work->fields->count;

    if (!set_slice(move, work) || !set_shift(move, work) || !bsd_shift_bounds(work))
        return false;
    for (unsigned i = 0; i < work->label->count; i++)
        if (!bsd_shift_entry(work, i))
            return false;
    bsd_add_checksum(work, first, checksum);
    return true;
}

static bool flavour_of(const struct extent *extent, enum bsd_flavour *ret)
{
    uint8_t type;

    return strlen(extent->type) == 2 && num_hex_byte(extent->type, &type) &&
           bsd_flavour_of_type(type, ret);
}

bool fields_find_bsd(const struct fields_move *move, const struct reader *part,
                     struct fields *fields, struct err *err)
{
    enum bsd_flavour flavour;
    struct bsd_label label;
    struct bsd_work work = { .label = &label, .fields = fields };
    uint8_t checksum[2];

    if (!flavour_of(move->extent, &flavour) ||
        !bsd_decode(part, move->logical, flavour, &label) || bsd_is_relative(&label))
        return true;
    if (!reader_read(part, label.offset + BSD_CHECKSUM_AT, checksum, sizeof(checksum)))
        return err_set(err, ERR_UNREADABLE,
                       _("The BSD label in partition %u cannot be read."),
                       move->extent->number);
    if (!bsd_add_label(move, &work, le16_at(checksum, 0)))
        return err_refuse(
            err, REFUSAL_MOVE_BSD_LABEL,
            _("Partition %1$u cannot be moved to sector %2$llu: its BSD label "
              "has an entry that is only partly in it, or cannot describe the "
              "new place."),
            move->extent->number, (ull)move->new_start);
    return true;
}
