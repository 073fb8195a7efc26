/* SPDX-License-Identifier: GPL-3.0-or-later */
/* note_weight.h - how severe each note about a partition table is */
#ifndef ALIDADE_MODEL_DISK_NOTE_WEIGHT_H
#define ALIDADE_MODEL_DISK_NOTE_WEIGHT_H

#include <stdbool.h>

#include "model/disk/layout.h"

enum note_weight {
    NOTE_WEIGHT_FACT,    /* about the disk or this program: no defect of the table */
    NOTE_WEIGHT_FINDING, /* worth a look; the table can be used as it is */
    NOTE_WEIGHT_DAMAGE,  /* not whole, or the kernel finds no partition here */
};

/* By the note's id; a note without a row in the table gets a weight by its level, never
 * damage. */
enum note_weight note_weight(const struct note *note);
/* Translated, static, at most NOTE_BRIEF_COLUMNS wide: what the header of a screen has
 * room for. */
#define NOTE_BRIEF_COLUMNS 28
const char *note_brief(const struct note *note);

/* The heaviest note, the first one among equals in the order of the table of ids; NULL
 * where there is none of at least WEIGHT. */
const struct note *note_worst(const struct layout *layout, enum note_weight weight);
bool note_is_damaged(const struct layout *layout);

/* All notes of LAYOUT, the heaviest first; *RET borrows them, free() the array.  Returns
 * how many there are. */
size_t note_sorted(const struct layout *layout, const struct note ***ret);

#endif
