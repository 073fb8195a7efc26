/* SPDX-License-Identifier: GPL-3.0-or-later */
/* jumper.c - whether a drive's alignment jumper would align all partitions */
#include "model/align/jumper.h"

#include "model/align/judge.h"

#define PHYSICAL 4096 /* bytes, of all drives with the jumper */

static bool is_aligned_by_one(const struct verdict *verdict, uint64_t logical)
{
    uint64_t past =
        verdict->has_inside ? verdict->inside_past_bytes : verdict->past_bytes;

    return verdict->grade == GRADE_OFF && past + logical == PHYSICAL;
}

bool jumper_aligns_all(const struct layout *layout)
{
    const struct limits *limits = layout_limits(layout);
    size_t count = 0;

    if (limits->logical != 512 || limits->physical != PHYSICAL ||
        limits->alignment_offset || layout_label(layout)->kind != LABEL_MSDOS)
        return false;
    LAYOUT_EACH (extent, layout) {
        struct verdict verdict = judge_extent(layout, extent);
        if (verdict.grade == GRADE_HARMLESS)
            continue;
        if (!is_aligned_by_one(&verdict, limits->logical))
            return false;
        count++;
    }
    return count > 0;
}
