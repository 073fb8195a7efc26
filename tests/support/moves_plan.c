/* SPDX-License-Identifier: GPL-3.0-or-later */
/* moves_plan.c - plans for whole disks, and what they say, for tests */
#include "support/moves_plan.h"

#include "model/base/mem.h"
#include "model/base/str.h"
#include "support/test.h"

struct moves moves_plan_make(const struct layout *layout, struct moves_want want)
{
    struct moves moves;
    struct err err = { 0 };

    ck_assert_msg(moves_make(layout, &want, &moves, &err), "%s", err.text);
    return moves;
}

char *moves_plan_starts(const struct layout *layout)
{
    struct str text = { 0 };

    LAYOUT_EACH (extent, layout) {
        if (!extent_is_entry(extent))
            continue;
        str_add_gap(&text);
        str_printf(&text, "%u:%llu", extent->number, (unsigned long long)extent->start);
        if (extent->kind == EXTENT_EXTENDED)
            str_printf(&text, "-%llu", (unsigned long long)extent_end(extent) - 1);
    }
    return str_take(&text);
}
