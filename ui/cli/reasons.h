/* SPDX-License-Identifier: GPL-3.0-or-later */
/* reasons.h - all ids that JSON gives for a refusal or a note, from the tables that have
 * them: of notes, of what fix finds, and of refusals */
#ifndef ALIDADE_UI_CLI_REASONS_H
#define ALIDADE_UI_CLI_REASONS_H

#include <stdbool.h>
#include <stddef.h>

struct reason {
    const char *id;   /* stable */
    const char *when; /* translated, as part of a sentence */
};

/* Sets RET to the reason at INDEX, in the order of the tables; false after the last one.
 */
bool reasons_at(size_t index, struct reason *ret);
/* Sets RET to the reason with ID; false: there is none. */
bool reasons_find(const char *id, struct reason *ret);

#endif
