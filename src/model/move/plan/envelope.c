/* SPDX-License-Identifier: GPL-3.0-or-later */
/* envelope.c - the table's entry of a partition while its data is moved */
#include "model/move/plan/envelope.h"

#include <string.h>

#include "model/disk/types.h"

const char *envelope_type(enum label_kind kind)
{
    return kind == LABEL_GPT ? TYPE_GPT_MOVING : TYPE_MSDOS_MOVING;
}

bool envelope_has_type(enum label_kind kind, const struct extent *extent)
{
    return label_is_editable(kind) && extent_holds_data(extent) &&
           !strcmp(extent->type, envelope_type(kind));
}
