/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gpt_fit.h - where the entries of a new GPT fit beside what is not to be overwritten */
#ifndef ALIDADE_MODEL_EDIT_GPT_FIT_H
#define ALIDADE_MODEL_EDIT_GPT_FIT_H

#include <stddef.h>

#include "model/disk/gpt_front.h"
#include "model/edit/edit.h"

/* The ways in which the entries of the primary GPT leave a front alone. */
struct gpt_fit {
    unsigned entries; /* so many fit between the header and it; 0: fewer than needed */
    uint64_t lba;     /* as many as wanted fit behind it from here on; 0: no room */
};

/* Returns the first run of FRONT over which EDITS, for LAYOUT, put entries of a GPT, and
 * in RET what they can do instead; NULL: none, or also the sector of the header is in
 * FRONT, which has no other place. */
const struct gpt_front_run *gpt_fit_find(const struct layout *layout,
                                         const struct edit *edits, size_t count,
                                         const struct gpt_front *front,
                                         struct gpt_fit *ret);

/* Makes the first one of EDITS leave FRONT alone, if that is possible: with fewer
 * entries, or with entries behind it.  The usable range then begins behind FRONT. */
void gpt_fit_edits(const struct layout *layout, struct edit *edits, size_t count,
                   const struct gpt_front *front);

/* The same for the edits of a script, which says itself what to make: only a first-lba
 * behind FRONT lets the entries lie between both.  Returns false (ERR_REFUSED) with the
 * lines to add to the script. */
bool gpt_fit_script(const struct layout *layout, struct edit *edits, size_t count,
                    const struct gpt_front *front, struct err *err) MUST_USE;

#endif
