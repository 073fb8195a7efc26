/* SPDX-License-Identifier: GPL-3.0-or-later */
/* position_words.c - describes a typed start or size in the line under its field */
#include "model/edit/position.h"

#include <stdlib.h>

#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/size.h"
#include "model/base/str.h"
#include "model/base/utf8.h"

/* The width of a dialog on an 80-column screen. */
#define LINE_COLUMNS 76

/* Returns " = 20 GiB", or " ≈ 97.7 GiB" if that is not exact; free(). */
static char *equal_size(uint64_t bytes, enum size_unit unit)
{
    char size[SIZE_TEXT];

    return xasprintf(" %s %s", size_is_exact(bytes, unit) ? "=" : "≈",
                     size_format(bytes, unit, 0, size));
}

static bool is_dropped(size_t piece, const size_t *drop_order, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (drop_order[i] == piece)
            return true;
    return false;
}

/* Joins PIECES and frees them; omits them in DROP_ORDER until the line fits. */
static char *join_pieces(char **pieces, size_t count, const size_t *drop_order,
                         size_t max_dropped)
{
    struct str line = { 0 };

    for (size_t dropped = 0; dropped <= max_dropped; dropped++) {
        str_clear(&line);
        for (size_t i = 0; i < count; i++)
            if (pieces[i] && !is_dropped(i, drop_order, dropped))
                str_add(&line, pieces[i]);
        if (utf8_columns(str_text(&line)) <= LINE_COLUMNS)
            break;
    }
    for (size_t i = 0; i < count; i++)
        free(pieces[i]);
    return str_take(&line);
}

static char *grade_word(const struct limits *limits, uint64_t lba)
{
    struct alignment physical = limits_physical_grid(limits);
    bool is_on_grain = align_contains(limits_grain_grid(limits), lba);
    char size[SIZE_TEXT];
    CLEANUP(freep) char *word = NULL;

    if (!align_contains(physical, lba))
        /* TRANSLATORS: at most 8 columns; sectors past the boundary. */
        word = xasprintf(_("! +%llu s"), (ull)align_past(physical, lba));
    else
        /* TRANSLATORS: at most 8 columns; aligned to 4K, 1M. */
        word = xasprintf(
            _("ok %s"),
            size_format_grid(is_on_grain ? limits->grain : limits->physical, size));
    return xasprintf("   %s", word);
}

/* Returns "56 or 64 (4K)"; NULL if there is neither; free(). */
static char *near_words(uint64_t below, uint64_t above, uint64_t grid_bytes)
{
    char size[SIZE_TEXT];

    (void)size_format_grid(grid_bytes, size);
    if (below != UINT64_MAX && above != UINT64_MAX)
        return xasprintf(_("%1$llu or %2$llu (%3$s)"), (ull)below, (ull)above, size);
    if (below == UINT64_MAX && above == UINT64_MAX)
        return NULL;
    return xasprintf("%llu (%s)", (ull)(below != UINT64_MAX ? below : above), size);
}

char *position_near_words(const struct position_context *context, uint64_t lba)
{
    struct position_near near = position_near(context, lba);
    CLEANUP(freep)
    char *physical =
        near_words(near.physical_below, near.physical_above, context->limits->physical);
    CLEANUP(freep)
    char *grain = near_words(near.grain_below, near.grain_above, context->limits->grain);

    if (!physical || !grain || context->limits->grain == context->limits->physical)
        return physical ? TAKE(physical) : TAKE(grain);
    return xasprintf("%s, %s", physical, grain);
}

char *position_start_words(const struct position_context *context, uint64_t lba)
{
    enum { NUMBERS, SIZE, GRADE, PHYSICAL, GRAIN, PIECES };
    /* The size is more important than the starts on the grain. */
    static const size_t drop_order_unaligned[] = { GRAIN, SIZE, PHYSICAL };
    static const size_t drop_order_aligned[] = { SIZE, GRAIN };
    const struct limits *limits = context->limits;
    struct position_near near = position_near(context, lba);
    uint64_t bytes = lba * limits->logical;
    char *pieces[PIECES] = { NULL };
    CLEANUP(freep) char *physical = NULL;
    CLEANUP(freep) char *grain = NULL;

    if (!align_contains(limits_physical_grid(limits), lba))
        physical = near_words(near.physical_below, near.physical_above, limits->physical);
    if (!align_contains(limits_grain_grid(limits), lba) &&
        limits->grain != limits->physical)
        grain = near_words(near.grain_below, near.grain_above, limits->grain);
    pieces[NUMBERS] = xasprintf(_("%1$llu s = %2$llu B"), (ull)lba, (ull)bytes);
    pieces[SIZE] = bytes >= 1024 ? equal_size(bytes, SIZE_IEC) : NULL;
    pieces[GRADE] = grade_word(limits, lba);
    pieces[PHYSICAL] = physical ? xasprintf("   %s", physical) : NULL;
    pieces[GRAIN] = grain ? xasprintf("%s%s", physical ? ", " : "   ", grain) : NULL;
    return physical ? join_pieces(pieces, PIECES, drop_order_unaligned,
                                  ARRAY_SIZE(drop_order_unaligned))
                    : join_pieces(pieces, PIECES, drop_order_aligned,
                                  ARRAY_SIZE(drop_order_aligned));
}

char *position_size_words(const struct position_context *context, uint64_t sectors)
{
    enum { NUMBERS, IEC, SI, LAST, PAST, PIECES };
    static const size_t drop_order[] = { SI, LAST, IEC };
    const struct limits *limits = context->limits;
    uint64_t bytes = sectors * limits->logical;
    uint64_t past = bytes % limits->physical / limits->logical;
    char *pieces[PIECES] = { NULL };
    CLEANUP(freep) char *end = NULL;

    /* TRANSLATORS: at most 8 columns; sectors by which the end is past. */
    end = past ? xasprintf(_("end +%llu"), (ull)past) : NULL;
    pieces[NUMBERS] = xasprintf(_("%1$llu s = %2$llu B"), (ull)sectors, (ull)bytes);
    pieces[IEC] = bytes >= 1024 ? equal_size(bytes, SIZE_IEC) : NULL;
    pieces[SI] = bytes >= 1000 ? equal_size(bytes, SIZE_SI) : NULL;
    pieces[LAST] =
        sectors ? xasprintf("   ..%llus", (ull)(context->from + sectors - 1)) : NULL;
    pieces[PAST] = end ? xasprintf("   %s", end) : NULL;
    return join_pieces(pieces, PIECES, drop_order, ARRAY_SIZE(drop_order));
}
