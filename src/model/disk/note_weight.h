/* SPDX-License-Identifier: GPL-3.0-or-later */
/* note_weight.h - the notes of a layout by their weight */
#ifndef ALIDADE_MODEL_DISK_NOTE_WEIGHT_H
#define ALIDADE_MODEL_DISK_NOTE_WEIGHT_H

#include <stdbool.h>

#include "model/disk/layout.h"

/* The heaviest note, the first one among equals in the order of the ids; NULL
 * where there is none of at least WEIGHT. */
const struct note *note_worst(const struct layout *layout, enum note_weight weight);
bool note_is_damaged(const struct layout *layout);

/* All notes of LAYOUT, the heaviest first; *RET borrows them, free() the array.  Returns
 * how many there are. */
size_t note_sorted(const struct layout *layout, const struct note ***ret);

#endif
