/* SPDX-License-Identifier: GPL-3.0-or-later */
/* note_weight.h - orders the notes of a layout by severity */
#ifndef ALIDADE_MODEL_DISK_NOTE_WEIGHT_H
#define ALIDADE_MODEL_DISK_NOTE_WEIGHT_H

#include <stdbool.h>

#include "model/disk/layout.h"

/* Returns the most severe note with at least WEIGHT; NULL: none. */
const struct note *note_worst(const struct layout *layout, enum note_weight weight);
/* True if a note of LAYOUT has NOTE_WEIGHT_DAMAGE. */
bool note_has_damage(const struct layout *layout);

/* Lists all notes of LAYOUT, the most severe first; *RET borrows them, free() the array.
 * Returns their number. */
size_t note_sorted(const struct layout *layout, const struct note ***ret);

#endif
