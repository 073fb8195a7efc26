/* SPDX-License-Identifier: GPL-3.0-or-later */
/* new_start.c - misaligned starts that a change would make */
#include "model/edit/new_start.h"

#include "model/align/judge.h"
#include "model/align/suggest_place.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/size.h"
#include "model/base/str.h"
#include "model/disk/partition_name.h"
#include "model/edit/position.h"

static bool is_new(const struct layout *before, const struct extent *extent)
{
    const struct extent *same = layout_find(before, extent->id);

    return !same || same->kind == EXTENT_FREE || same->start != extent->start;
}

static bool starts_off(const struct layout *layout, const struct extent *extent)
{
    struct alignment physical = limits_physical_grid(layout_limits(layout));

    return judge_extent(layout, extent).grade == GRADE_OFF &&
           !align_contains(physical, extent->start);
}

static char *good_starts(const struct layout *layout, const struct extent *extent)
{
    struct suggest_place place = suggest_place_of(layout, extent);
    const struct position_context context = { .limits = layout_limits(layout),
                                              .low = place.low,
                                              .high = place.high,
                                              .from = extent->start,
                                              .label = layout_label(layout)->kind };

    return position_near_words(&context, extent->start);
}

void new_start_lines(const struct layout *before, const struct layout *after,
                     struct lines *ret)
{
    const struct limits *limits = layout_limits(after);

    LAYOUT_EACH (extent, after) {
        if (!is_new(before, extent) || !starts_off(after, extent))
            continue;
        CLEANUP(str_finish) struct str name = { 0 };
        CLEANUP(freep) char *starts = good_starts(after, extent);
        uint64_t past = align_past(limits_physical_grid(limits), extent->start);
        char block[SIZE_TEXT];
        partition_full_name(after, extent, &name);
        lines_add(ret,
                  _("Partition %1$s would start at sector %2$llu, %3$llu bytes past a "
                    "%4$s boundary: misaligned. Good starts: %5$s."),
                  str_text(&name), (ull)extent->start, (ull)(past * limits->logical),
                  size_format(limits->physical, SIZE_IEC, 0, block),
                  starts ? starts : _("none in this space"));
    }
}
