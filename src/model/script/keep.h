/* SPDX-License-Identifier: GPL-3.0-or-later */
/* keep.h - finds partitions that a script keeps, and the edits for the others */
#ifndef ALIDADE_MODEL_SCRIPT_KEEP_H
#define ALIDADE_MODEL_SCRIPT_KEEP_H

#include "model/script/private.h"

struct keep {
    const struct layout *base;
    const struct script_maker *wanted;
    /* extents of base, by edit of wanted; NULL: created; owned */
    const struct extent **kept;
    bool *is_lost; /* by edit of wanted: cannot be kept; owned */
    /* by edit of wanted: deleted, and created again in its place; owned */
    bool *is_remade;
    bool is_sorted;           /* kept logical partitions are renumbered by EDIT_SORT */
    struct script_maker made; /* the edits of base */
    size_t failed; /* index of the edit of wanted that was not possible; 0: none */
};

/* Returns the extent that the edit of wanted at INDEX created; never NULL for a
 * partition. */
const struct extent *keep_wanted(const struct keep *keep, size_t index);
bool keep_is_kept(const struct keep *keep, const struct extent *extent);

/* keep_edits.c: makes the edits that change base to the wanted layout; returns false if
 * an edit is not possible or the result differs. */
bool keep_make_edits(struct keep *keep) MUST_USE;

#endif
