/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sees.c - tables that libparted cannot hold, and entries of msdos ones that it does not
 * see */
#include "device/parted/sees.h"

#include <string.h>

bool parted_can_hold(const struct layout *layout)
{
    return layout_label(layout)->kind != LABEL_GPT ||
           layout_label(layout)->entries <= PARTED_ENTRIES_MAX;
}

bool parted_sees(const struct extent *extent)
{
    return extent_is_entry(extent) && strcmp(extent->type, "0") != 0;
}

const struct extent *parted_find_unseen(const struct layout *layout)
{
    LAYOUT_EACH (extent, layout)
        if (extent_is_entry(extent) && !parted_sees(extent))
            return extent;
    return NULL;
}

unsigned parted_own_number(const struct layout *layout, unsigned number)
{
    unsigned own = LABEL_FIRST_LOGICAL, seen = LABEL_FIRST_LOGICAL;
    const struct extent *extent;

    if (number < LABEL_FIRST_LOGICAL || layout_label(layout)->kind != LABEL_MSDOS)
        return number;
    while ((extent = layout_find_number(layout, own)) &&
           (!parted_sees(extent) || seen++ < number))
        own++;
    return extent ? own : own + number - seen;
}
