/* SPDX-License-Identifier: GPL-3.0-or-later */
/* placement.c - chooses start and end of partitions that a script gives only in part */
#include "model/align/suggest.h"
#include "model/base/intl.h"
#include "model/edit/position.h"
#include "model/script/private.h"

/* A range of free sectors [low, high). */
struct place {
    uint64_t low;
    uint64_t high;
};

static uint64_t placement_logical(const struct script_maker *maker)
{
    return layout_limits(maker->now)->logical;
}

/* Restricts a free range to the usable range of a GPT. */
static struct place usable_range(const struct script_maker *maker,
                                 const struct extent *extent)
{
    const struct label *label = layout_label(maker->now);
    struct place place = { extent->start, position_room_end(maker->now, extent) };

    if (extent->parent)
        return place;
    if (place.low < label->first_usable)
        place.low = label->first_usable;
    if (place.high > label->last_usable + 1)
        place.high = label->last_usable + 1;
    return place;
}

static bool is_on_level(const struct extent *extent, enum extent_kind kind)
{
    return extent->kind == EXTENT_FREE && !extent->parent == (kind != EXTENT_LOGICAL);
}

static bool placement_has_logicals(const struct script_maker *maker)
{
    for (size_t i = 0; i < layout_count(maker->now); i++)
        if (layout_at(maker->now, i)->kind == EXTENT_LOGICAL)
            return true;
    return false;
}

/* Returns the default start in PLACE; ALIGN_NONE if there is none.  No boot loader lies
 * before a logical partition. */
static uint64_t placement_start(const struct script_maker *maker, enum extent_kind kind,
                                const struct place *place)
{
    return kind == EXTENT_LOGICAL
               ? align_next(maker->grid, place->low)
               : suggest_new_start(layout_limits(maker->now),
                                   layout_label(maker->now)->kind, maker->grid,
                                   place->low, place->high);
}

/* Finds the first free start on the grid, at least LEAD sectors behind the start of a
 * free range, with LENGTH free sectors; on GPT in the largest range. */
static bool find_behind(const struct script_maker *maker, enum extent_kind kind,
                        uint64_t lead, uint64_t length, struct place *ret)
{
    bool is_gpt = layout_label(maker->now)->kind == LABEL_GPT, is_found = false;

    LAYOUT_EACH (extent, maker->now) {
        if (!is_on_level(extent, kind))
            continue;
        struct place place = usable_range(maker, extent);
        place.low += lead;
        place.low = placement_start(maker, kind, &place);
        if (place.low >= place.high || place.high - place.low < length)
            continue;
        if (!is_found || place.high - place.low > ret->high - ret->low)
            *ret = place;
        is_found = true;
        if (!is_gpt)
            break;
    }
    return is_found;
}

/* The EBR of a logical partition is one grain before it, as sfdisk does; if there is not
 * enough space, directly before it.  The EBR of the first one is already at the start of
 * the container. */
static bool find_default(const struct script_maker *maker, enum extent_kind kind,
                         uint64_t length, struct place *ret)
{
    bool needs_ebr = kind == EXTENT_LOGICAL && placement_has_logicals(maker);
    uint64_t far = maker->grid.grain - !needs_ebr;

    return (kind == EXTENT_LOGICAL && find_behind(maker, kind, far, length, ret)) ||
           find_behind(maker, kind, needs_ebr, length, ret);
}

/* Finds the free range that contains START, beginning there. */
static bool find_given(const struct script_maker *maker, enum extent_kind kind,
                       uint64_t start, struct place *ret)
{
    LAYOUT_EACH (extent, maker->now) {
        if (!is_on_level(extent, kind))
            continue;
        struct place place = usable_range(maker, extent);
        if (start < place.low || start >= place.high)
            continue;
        *ret = (struct place){ start, place.high };
        return true;
    }
    return false;
}

/* sfdisk leaves less than a grain free at the end of a GPT; otherwise the default end is
 * that of the range. */
static uint64_t default_end(const struct script_maker *maker, const struct place *place)
{
    const struct label *label = layout_label(maker->now);
    uint64_t end = align_prev(maker->grid, place->high);

    if (label->kind != LABEL_GPT || place->high != label->last_usable + 1 ||
        end == ALIGN_NONE || end <= place->low)
        return place->high;
    return end;
}

/* libfdisk's labels round halves differently and do not round small sizes: up to a grain
 * and a sector on GPT, less than a grain on msdos.  Any range of a grain or more contains
 * an end on the grid. */
static uint64_t rounded_end(const struct script_maker *maker, const struct place *place,
                            uint64_t end)
{
    bool is_gpt = layout_label(maker->now)->kind == LABEL_GPT;
    uint64_t nearest = align_nearest(maker->grid, is_gpt ? end : end + 1);

    if (end - place->low < maker->grid.grain + (is_gpt ? 2 : 0))
        return end;
    if (nearest == ALIGN_NONE || nearest > place->high)
        nearest = align_prev(maker->grid, place->high);
    return nearest;
}

/* 0: up to the end of the range. */
static bool placement_size(const struct script_maker *maker,
                           const struct script_line *line, uint64_t *ret, struct err *err)
{
    if (line->size.relative) {
        *ret = 1; /* at least */
        return true;
    }
    *ret = line->size.kind == AMOUNT_BYTES ? line->size.value / placement_logical(maker)
                                           : line->size.value;
    if (*ret || !line->size.is_given)
        return true;
    return err_set(err, ERR_USAGE, _("'%s' is less than one sector."),
                   line->fields[FIELD_SIZE]);
}

static bool placement_check_size(const struct place *place, uint64_t size,
                                 struct err *err)
{
    uint64_t free_sectors = place->high - place->low;

    if (size <= free_sectors)
        return true;
    return err_set(
        err, ERR_USAGE,
        ngettext("%1$llu sector from sector %2$llu on does not fit: the free space there "
                 "has %3$llu.",
                 "%1$llu sectors from sector %2$llu on do not fit: the free space there "
                 "has %3$llu.",
                 size),
        (ull)size, (ull)place->low, (ull)free_sectors);
}

/* Returns the sectors from the first start on the grid to the end of the range in which
 * they are most; 0 if no range has such a start. */
static uint64_t longest_place(const struct script_maker *maker, enum extent_kind kind)
{
    uint64_t longest = 0;

    LAYOUT_EACH (extent, maker->now) {
        struct place place = usable_range(maker, extent);
        uint64_t low = align_next(maker->grid, place.low);
        if (is_on_level(extent, kind) && low < place.high && place.high - low > longest)
            longest = place.high - low;
    }
    return longest;
}

static bool fail_default(const struct script_maker *maker, enum extent_kind kind,
                         uint64_t size, struct err *err)
{
    if (kind == EXTENT_LOGICAL && !layout_find_container(maker->now))
        return err_set(err, ERR_USAGE, "%s",
                       _("There is no extended partition for a logical one to lie in."));
    if (kind == EXTENT_LOGICAL)
        return err_set(
            err, ERR_USAGE,
            ngettext("There is no room on the grain for a logical partition of "
                     "%llu sector: write a start that is free.",
                     "There is no room on the grain for a logical partition of "
                     "%llu sectors: write a start that is free.",
                     size),
            (ull)size);
    uint64_t longest = longest_place(maker, kind);
    if (longest)
        return err_set(
            err, ERR_USAGE,
            ngettext("There is no room for %1$llu sector: the largest free space has "
                     "%2$llu from the grain on.",
                     "There is no room for %1$llu sectors: the largest free space has "
                     "%2$llu from the grain on.",
                     size),
            (ull)size, (ull)longest);
    return err_set(
        err, ERR_USAGE,
        ngettext("There is no room on the grain for %llu sector: write a start "
                 "that is free.",
                 "There is no room on the grain for %llu sectors: write a start "
                 "that is free.",
                 size),
        (ull)size);
}

/* Returns the limits of the disk with the grain of the script. */
static struct limits placement_limits(const struct script_maker *maker)
{
    struct limits limits = *layout_limits(maker->now);

    limits.grain = maker->grid.grain * limits.logical;
    return limits;
}

static bool start_in_disk(const struct script_maker *maker, const char *text,
                          uint64_t *ret, struct err *err)
{
    const struct limits limits = placement_limits(maker);
    const struct position_context disk = { .limits = &limits,
                                           .label = layout_label(maker->now)->kind,
                                           .high = limits.size };
    bool is_exact;

    return position_parse_start(text, &disk, ret, &is_exact, err);
}

/* Sets the range of EDIT to TEXT, a part of PLACE. */
static bool place_relative(const struct script_maker *maker, const char *text,
                           const struct place *place, struct edit *edit, struct err *err)
{
    const struct limits limits = placement_limits(maker);
    const struct position_context range = { .limits = &limits,
                                            .label = layout_label(maker->now)->kind,
                                            .low = place->low,
                                            .high = place->high,
                                            .from = place->low };

    edit->start = place->low;
    return position_parse_size(text, &range, &edit->length, err);
}

bool script_start(const struct script_maker *maker, const struct script_line *line,
                  uint64_t *ret, struct err *err)
{
    const struct script_amount *start = &line->start;
    uint64_t logical = placement_logical(maker);

    if (start->relative)
        return start_in_disk(maker, start->relative, ret, err);
    *ret = start->value;
    if (start->kind != AMOUNT_BYTES)
        return true;
    if (!start->is_exact || start->value % logical)
        return err_set(err, ERR_USAGE,
                       _("'%1$s' is no whole number of sectors of %2$llu bytes."),
                       line->fields[FIELD_START], (ull)logical);
    *ret = start->value / logical;
    return true;
}

bool script_place(const struct script_maker *maker, const struct script_line *line,
                  struct edit *edit, struct err *err)
{
    struct place place;
    uint64_t size;

    if (!placement_size(maker, line, &size, err))
        return false;
    if (!line->start.is_given) {
        if (!find_default(maker, edit->extent, size ? size : 1, &place))
            return fail_default(maker, edit->extent, size ? size : 1, err);
    } else if (!find_given(maker, edit->extent, edit->start, &place)) {
        /* edit_apply() has the better error message; if it has none, the end is checked
         * first. */
        edit->length = size ? size : 1;
        return true;
    }
    if (line->size.relative)
        return place_relative(maker, line->size.relative, &place, edit, err);
    if (!placement_check_size(&place, size, err))
        return false;
    uint64_t end = size ? place.low + size : default_end(maker, &place);
    if (line->size.kind == AMOUNT_BYTES)
        end = rounded_end(maker, &place, end);
    edit->start = place.low;
    edit->length = end - place.low;
    return true;
}

bool script_is_full(const struct script_maker *maker)
{
    struct place place;
    unsigned number = 1;

    while (number <= LABEL_PRIMARIES && !layout_is_number_free(maker->now, number))
        number++;
    return number > LABEL_PRIMARIES || !find_default(maker, EXTENT_PARTITION, 1, &place);
}
