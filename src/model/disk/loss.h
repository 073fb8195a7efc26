/* SPDX-License-Identifier: GPL-3.0-or-later */
/* loss.h - contents that a change leaves without a partition that begins where they do */
#ifndef ALIDADE_MODEL_DISK_LOSS_H
#define ALIDADE_MODEL_DISK_LOSS_H

#include <stdbool.h>
#include <stddef.h>

#include "model/base/lines.h"
#include "model/disk/layout.h"

enum loss_why {
    LOSS_GONE,    /* no partition begins there any more */
    LOSS_SHIFTED, /* the partition itself, or its number, begins elsewhere */
    LOSS_COVERED, /* another partition lies over it */
    LOSS_CUT,     /* the partition that begins there ends inside the content */
    LOSS_WHOLE,   /* straight on the disk: there will be a table over it */
};

struct loss {
    const struct extent *held;    /* of the old layout, borrowed */
    const struct extent *instead; /* of the new one; LOSS_GONE, LOSS_WHOLE: NULL */
    enum loss_why why;
};

/* The contents of BEFORE that are data and can no longer be reached by AFTER's table, in
 * the order of the disk; free() *RET.  Returns how many.  A partition that gets smaller
 * and stays the same is none of them, since its content can be made smaller before the
 * write; but with IS_FINAL (a restore, which makes no content smaller) it is. */
size_t loss_find(const struct layout *before, const struct layout *after, bool is_final,
                 struct loss **ret);
/* True where a partition of AFTER with the range of EXTENT lies over data that is lost;
 * what was not read does not count. */
bool loss_is_under(const struct layout *before, const struct layout *after,
                   const struct extent *extent);

/* One translated sentence: what is lost and why; BEFORE as above; free(). */
char *loss_words(const struct layout *before, const struct loss *loss);
/* The sentences of all of them. */
void loss_lines(const struct layout *before, const struct layout *after, bool is_final,
                struct lines *ret);

/* What the user gives up.  Zero-initialised: nothing. */
struct loss_accepted {
    bool is_all;             /* whatever is lost, since it is shown before the consent */
    const unsigned *numbers; /* of the old table, borrowed; 0: straight on the disk */
    size_t count;
    bool can_call_empty; /* --empty= is there too, for data of unknown kind */
};
bool loss_accepted_has(const struct loss_accepted *accepted, const struct loss *loss);
/* The number that a loss is given up by: 0 for LOSS_WHOLE. */
unsigned loss_number(const struct loss *loss);

#endif
