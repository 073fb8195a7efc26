/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fix_words.h - the journal's place, the time and the bytes of a plan, in the wizard */
#ifndef ALIDADE_UI_SCREEN_WIZARD_FIX_WORDS_H
#define ALIDADE_UI_SCREEN_WIZARD_FIX_WORDS_H

#include "ui/app/state.h"
#include "ui/screen/wizard/plan_rows.h"

/* Returns the place for the journal that is chosen, borrowed from ROWS; NULL if there is
 * none. */
const struct journal_place *fix_words_place(const struct app *app,
                                            const struct plan_rows *rows);
/* Returns one sentence on what is moved and written, how long that takes, and where the
 * journal is; NULL if no data is moved, or there is no place; free(). */
char *fix_words_price(const struct app *app, const struct plan_rows *rows);
/* Returns one sentence on the speed that the time is based on; NULL if it was measured
 * before, or is not known; free(). */
char *fix_words_usual(const struct app *app, const struct plan_rows *rows);
/* Returns the command that does the same; NULL if none has the journal there; free(). */
char *fix_words_command(const struct app *app, const struct plan_rows *rows);
/* Sets RET to one line for each step of ROWS: "1  move  partition 1  63 -> 56  97 GiB".
 */
void fix_words_steps(const struct plan_rows *rows, struct lines *ret);

#endif
