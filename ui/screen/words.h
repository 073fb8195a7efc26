/* SPDX-License-Identifier: GPL-3.0-or-later */
/* words.h - the glossary of the help page */
#ifndef ALIDADE_UI_SCREEN_WORDS_H
#define ALIDADE_UI_SCREEN_WORDS_H

#include <stddef.h>

/* Returns term INDEX, translated; NULL past the last one. */
const char *words_name(size_t index);
/* Returns its explanation, translated; free(). */
char *words_text(size_t index);

#endif
