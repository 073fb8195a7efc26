/* SPDX-License-Identifier: GPL-3.0-or-later */
/* envelope.c - the table's entry of a partition while its data is moved */
#include "model/move/envelope.h"

#include <string.h>

#include "model/base/mem.h"
#include "model/disk/types.h"

const char *envelope_type(enum label_kind kind)
{
    return kind == LABEL_GPT ? TYPE_GPT_MOVING : TYPE_MSDOS_MOVING;
}

struct layout *envelope_make(const struct layout *before, const struct moves_step *step)
{
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = layout_builder_from(before);
    struct extent *extent = layout_builder_find(builder, step->id);
    bool is_right = step->to > step->from;

    extent->length += is_right ? step->to - step->from : step->from - step->to;
    extent->start = is_right ? step->from : step->to;
    copy_text(extent->type, sizeof(extent->type),
              envelope_type(layout_label(before)->kind));
    return layout_builder_refinish(builder);
}

bool envelope_has_type(enum label_kind kind, const struct extent *extent)
{
    return label_is_editable(kind) && extent_holds_data(extent) &&
           !strcmp(extent->type, envelope_type(kind));
}
