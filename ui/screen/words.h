/* SPDX-License-Identifier: GPL-3.0-or-later */
/* words.h - the words of sectors and boundaries, each explained in a few lines */
#ifndef ALIDADE_UI_SCREEN_WORDS_H
#define ALIDADE_UI_SCREEN_WORDS_H

#include <stddef.h>

/* Word INDEX, translated; NULL past the last one. */
const char *words_name(size_t index);
/* What it means, translated, its numbers computed; free(). */
char *words_text(size_t index);

#endif
