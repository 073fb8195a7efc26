/* SPDX-License-Identifier: GPL-3.0-or-later */
/* layout_private.h - the insides of a layout, for layout.c and layout_builder.c alone */
#ifndef ALIDADE_MODEL_LAYOUT_PRIVATE_H
#define ALIDADE_MODEL_LAYOUT_PRIVATE_H

#include <stdatomic.h>

#include "model/layout.h"

struct layout {
    atomic_uint refs;
    struct limits limits;
    struct label label;
    struct extent *extents;
    size_t count;
    struct note *notes;
    size_t note_count;
    struct layout *other; /* a reference, or NULL */
};

#endif
