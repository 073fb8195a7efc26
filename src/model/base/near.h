/* SPDX-License-Identifier: GPL-3.0-or-later */
/* near.h - the word that a mistyped one was meant to be */
#ifndef ALIDADE_MODEL_BASE_NEAR_H
#define ALIDADE_MODEL_BASE_NEAR_H

#include <stdbool.h>

/* True if WORD becomes OTHER by at most two letters that are added, left out or replaced,
 * or neighbours that are swapped (which counts as one), and less than half of OTHER's
 * letters change.  Upper and lower case are the same. */
bool near_word(const char *word, const char *other);

#endif
