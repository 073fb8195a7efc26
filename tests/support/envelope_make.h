/* SPDX-License-Identifier: GPL-3.0-or-later */
/* envelope_make.h - a layout in the middle of a step */
#ifndef ALIDADE_TESTS_ENVELOPE_MAKE_H
#define ALIDADE_TESTS_ENVELOPE_MAKE_H

#include "model/base/mem.h"
#include "model/move/plan/envelope.h"
#include "model/move/plan/moves.h"

/* Returns BEFORE with the partition or logical of STEP in progress.  Number, name,
 * partition GUID, attributes and EBR stay.  layout_unref(). */
static inline struct layout *envelope_make(const struct layout *before,
                                           const struct moves_step *step)
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

#endif
