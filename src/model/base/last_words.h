/* SPDX-License-Identifier: GPL-3.0-or-later */
/* last_words.h - what the program reports where it has no memory to go on
 *
 * The program cannot go back from an allocation that fails.  What it has written until
 * then, and how to go on, is kept ready as a sentence, which needs no memory. */
#ifndef ALIDADE_MODEL_BASE_LAST_WORDS_H
#define ALIDADE_MODEL_BASE_LAST_WORDS_H

#include "model/base/err.h"

/* What it reports from now on, cut to 1000 bytes, and the code to exit with.  NULL:
 * nothing has been written, ERR_REFUSED. */
void last_words_set(const char *words, enum err_code code);
/* Is called first, for example to restore the terminal; borrowed.  NULL: nothing is. */
void last_words_after(void (*first)(void));
/* Says on stderr that there is no memory, and the words, and ends the program. */
_Noreturn void last_words_say(void);

#endif
