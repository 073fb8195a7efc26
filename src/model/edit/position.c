/* SPDX-License-Identifier: GPL-3.0-or-later */
/* position.c - parses typed starts, ends and sizes */
#include "model/edit/position.h"

#include <string.h>

#include "model/align/suggest_place.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/num.h"
#include "model/base/size.h"
#include "model/base/str.h"
#include "model/base/sum.h"

#define MIB (UINT64_C(1) << 20)

static bool parse_position(const char *text, const struct position_context *context,
                           bool exists, struct sum *ret, struct err *err)
{
    const struct limits *limits = context->limits;
    uint64_t whole = limits->size * limits->logical;
    struct sum_scale scale = { .logical = limits->logical,
                               .from = context->from * limits->logical,
                               .exists = exists,
                               .end = whole,
                               .whole = whole };

    return sum_parse(text, &scale, ret, err);
}

uint64_t position_round(const struct limits *limits, uint64_t bytes)
{
    struct alignment grain = limits_grain_grid(limits);
    uint64_t lba = bytes / limits->logical, rest = bytes % limits->logical;
    uint64_t below = align_prev(grain, lba);
    uint64_t above = align_next(grain, rest ? lba + 1 : lba);

    if (below == ALIGN_NONE)
        return above;
    if (above == ALIGN_NONE)
        return below;
    uint64_t past = (lba - below) * limits->logical + rest;
    uint64_t left = (above - lba) * limits->logical - rest;
    return past <= left ? below : above;
}

/* Returns the grain nearest to BYTES, a percentage of the disk: a person who types 33%
 * means no certain sector.  Just before the first good start it is that one. */
static uint64_t share_start(const struct position_context *context, uint64_t bytes)
{
    const struct limits *limits = context->limits;
    struct alignment grain = limits_grain_grid(limits);
    uint64_t near = position_round(limits, bytes);
    uint64_t first =
        suggest_new_start(limits, context->label, grain, context->low, context->high);
    uint64_t slack =
        grain.grain * limits->logical > MIB ? grain.grain : MIB / limits->logical;

    if (first != ALIGN_NONE && near < first && first - near <= slack)
        near = first;
    return near < context->high ? near : bytes / limits->logical;
}

bool position_parse_start(const char *text, const struct position_context *context,
                          uint64_t *ret_lba, bool *ret_exact, struct err *err)
{
    uint64_t logical = context->limits->logical;
    struct sum sum;

    if (!parse_position(text, context, context->length, &sum, err))
        return false;
    uint64_t lba =
        strchr(text, '%') ? share_start(context, sum.bytes) : sum.bytes / logical;
    if (lba < context->low || lba >= context->high)
        return err_set(err, ERR_USAGE,
                       _("'%1$s' is sector %2$llu; here it can be %3$llu to %4$llu."),
                       text, (ull)lba, (ull)context->low, (ull)(context->high - 1));
    *ret_lba = lba;
    *ret_exact = sum.is_exact && sum.bytes == lba * logical;
    return true;
}

/* Rounds END, at most HIGH, to the grain, or to the physical grid if nothing were left.
 */
static uint64_t end_on_grid(const struct position_context *context, uint64_t end)
{
    const struct alignment grids[] = {
        limits_grain_grid(context->limits),
        limits_physical_grid(context->limits),
    };

    for (size_t i = 0; i < ARRAY_SIZE(grids); i++) {
        uint64_t near = align_nearest(grids[i], end);
        if (near > context->high)
            near = align_prev(grids[i], context->high);
        if (near > context->from && near <= context->high)
            return near;
    }
    return end < context->high ? end : context->high;
}

/* Returns the end, exclusive: after that sector for "..2047s", before that byte for
 * "..1MiB".  "..+2048s" is a length. */
static bool parse_end(const char *text, const struct position_context *context,
                      uint64_t *ret_end, bool *ret_is_sectors, struct err *err)
{
    uint64_t logical = context->limits->logical;
    struct sum sum;

    if (!parse_position(text, context, false, &sum, err))
        return false;
    *ret_is_sectors = sum.is_sectors;
    *ret_end =
        num_round_up(sum.bytes, logical) / logical + (sum.is_sectors && !sum.has_from);
    return true;
}

static bool parse_length(const char *text, const struct position_context *context,
                         uint64_t *ret_end, bool *ret_is_sectors, struct err *err)
{
    uint64_t logical = context->limits->logical;
    uint64_t room = context->high > context->from ? context->high - context->from : 0;
    bool is_change = context->length && (*text == '+' || *text == '-');
    struct sum_scale scale = { .logical = logical,
                               .from = context->length * logical,
                               .exists = context->length,
                               .end = room * logical,
                               .whole = (is_change ? context->length : room) * logical };
    struct sum sum;
    uint64_t end;

    if (!sum_parse(text, &scale, &sum, err))
        return false;
    if (!num_add(context->from, num_round_up(sum.bytes, logical) / logical, &end))
        return err_set(err, ERR_USAGE, _("'%s' is too large to be counted."), text);
    *ret_is_sectors = sum.is_sectors;
    *ret_end = end;
    return true;
}

static bool refuse_end(const char *text, const struct position_context *context,
                       uint64_t end, struct err *err)
{
    uint64_t room = context->high - context->from;
    char size[SIZE_TEXT];

    if (end <= context->from)
        return err_set(err, ERR_USAGE,
                       _("'%1$s' leaves nothing: the start is sector %2$llu."), text,
                       (ull)context->from);
    return err_set(
        err, ERR_USAGE,
        ngettext("'%1$s' needs %2$llu sector; there is room for %3$llu (%4$s).",
                 "'%1$s' needs %2$llu sectors; there is room for %3$llu (%4$s).",
                 end - context->from),
        text, (ull)(end - context->from), (ull)room,
        size_format_iec(room * context->limits->logical, size));
}

bool position_parse_size(const char *text, const struct position_context *context,
                         uint64_t *ret_sectors, struct err *err)
{
    const char *at = str_skip_blanks(text);
    uint64_t grain = context->limits->grain / context->limits->logical, end = 0;
    bool is_end = !strncmp(at, "..", 2), is_sectors = false;

    if (!(is_end ? parse_end(at + 2, context, &end, &is_sectors, err)
                 : parse_length(at, context, &end, &is_sectors, err)))
        return false;
    if (context->from >= context->high)
        return err_set(err, ERR_USAGE, _("There is no room from sector %llu on."),
                       (ull)context->from);
    uint64_t excess = end > context->high ? end - context->high : 0;
    if (end <= context->from || excess >= grain || (excess && is_sectors))
        return refuse_end(at, context, end, err);
    if (!is_sectors)
        end = end_on_grid(context, end);
    *ret_sectors = end - context->from;
    return true;
}

static uint64_t in_room(const struct position_context *context, uint64_t lba)
{
    return lba >= context->low && lba < context->high ? lba : UINT64_MAX;
}

struct position_near position_near(const struct position_context *context, uint64_t lba)
{
    struct alignment physical = limits_physical_grid(context->limits);
    struct alignment grain = limits_grain_grid(context->limits);

    return (struct position_near){
        .physical_below = in_room(context, align_prev(physical, lba)),
        .physical_above = in_room(context, align_next(physical, lba)),
        .grain_below = in_room(context, align_prev(grain, lba)),
        .grain_above = in_room(context, align_next(grain, lba)),
    };
}

/* Returns the last end on GRID after START; else HIGH. */
static uint64_t last_end_on(struct alignment grid, uint64_t start, uint64_t high,
                            bool is_last)
{
    uint64_t end = align_prev(grid, high);

    return is_last || end == ALIGN_NONE || end <= start ? high : end;
}

uint64_t position_room_end(const struct layout *layout, const struct extent *free)
{
    const struct extent *next = layout_find_lba(layout, extent_end(free));

    return extent_end(free) - (next && next->kind == EXTENT_LOGICAL);
}

bool position_default(const struct layout *layout, const struct extent *free,
                      bool is_logical, uint64_t *ret_start, uint64_t *ret_end)
{
    const struct limits *limits = layout_limits(layout);
    /* The last two serve in space that ends before sector 63, or is not aligned at all.
     */
    const struct {
        struct alignment grid;
        bool is_from_low;
    } tries[] = {
        { limits_grain_grid(limits), false },
        { limits_physical_grid(limits), false },
        { limits_physical_grid(limits), true },
        { { 0, 1 }, true },
    };
    uint64_t low = free->start + is_logical, high = position_room_end(layout, free);
    uint64_t usable_low, usable_high;

    suggest_usable(layout, &usable_low, &usable_high);
    if (free->role == ROLE_UNADDRESSABLE)
        return false;
    /* msdos has no table at the end of the disk: the last partition can use all sectors.
     */
    bool is_last = layout_label(layout)->kind == LABEL_MSDOS && high == usable_high;
    for (size_t i = 0; i < ARRAY_SIZE(tries); i++) {
        struct alignment grid = tries[i].grid;
        uint64_t start =
            tries[i].is_from_low
                ? align_next(grid, low)
                : suggest_new_start(limits, layout_label(layout)->kind, grid, low, high);
        if (start >= high)
            continue;
        *ret_start = start;
        *ret_end = last_end_on(grid, start, high, is_last);
        return true;
    }
    return false;
}
