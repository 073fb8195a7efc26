/* SPDX-License-Identifier: GPL-3.0-or-later */
/* keep.h - what a script and a disk have in common, and the edits for the rest */
#ifndef ALIDADE_MODEL_SCRIPT_KEEP_H
#define ALIDADE_MODEL_SCRIPT_KEEP_H

#include "model/script/private.h"

struct keep {
    const struct layout *base;
    const struct script_maker *wanted;
    const struct extent **kept; /* of base, by edit of wanted; NULL: made anew; owned */
    bool *is_lost;              /* by edit of wanted: it cannot be kept; owned */
    bool *is_remade;            /* it goes, and a new one takes its place; owned */
    bool is_sorted;             /* what is kept gets its numbers by EDIT_SORT */
    struct script_maker made;   /* the edits on base */
    size_t failed;              /* the edit of wanted that was not possible; 0: none */
};

/* What the edit of wanted at INDEX made; never NULL for one that makes a partition. */
const struct extent *keep_wanted(const struct keep *keep, size_t index);
bool keep_is_kept(const struct keep *keep, const struct extent *extent);
/* A partition of the disk's own table, no slice. */
bool keep_is_partition(const struct extent *extent);

/* keep_edits.c: fills made with what leads from base to what is wanted; false
 * where an edit is not possible, or does not lead there. */
bool keep_make_edits(struct keep *keep) MUST_USE;

#endif
