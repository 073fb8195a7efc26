/* SPDX-License-Identifier: GPL-3.0-or-later */
/* report.c - words that text and JSON reports share */
#include "model/report/report.h"

#include <stdio.h>

#include "model/align/judge.h"
#include "model/base/mem.h"
#include "model/disk/damage.h"
#include "model/disk/partition_name.h"
#include "model/move/plan/moves_suggest.h"
#include "model/report/moves_time.h"

struct suggest_context report_context(const struct layout *layout, struct boot_gap gap,
                                      const struct disk_info *info,
                                      const struct saved_result *saved)
{
    struct move_speed speed = moves_speed_usual(info, saved);

    return moves_suggest_context(layout, gap, &speed);
}

unsigned report_short_of(const struct layout *layout, enum report_need need)
{
    struct judge_summary all = judge_all(layout);

    return all.off + (need == NEED_GRAIN ? all.below_grain : 0);
}

char *report_verdict(const struct layout *layout, const struct extent *extent)
{
    struct verdict verdict = judge_extent(layout, extent);

    if (!extent_is_damaged(extent))
        return judge_word(layout, &verdict);
    CLEANUP(freep) char *brief = damage_brief(extent);
    return xasprintf("! %s", brief);
}

const char *report_row(const struct extent *extent, char buf[16])
{
    enum extent_kind kind = extent_entry_kind(extent);
    const char *mark = kind == EXTENT_EXTENDED ? "e" : kind == EXTENT_LOGICAL ? "l" : "";
    char name[16];

    (void)snprintf(buf, 16, "%.10s%s%s", partition_name(extent, name), mark,
                   extent->is_bootable ? "b" : "");
    return buf;
}
