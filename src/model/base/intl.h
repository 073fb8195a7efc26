/* SPDX-License-Identifier: GPL-3.0-or-later */
/* intl.h - words for people go through gettext */
#ifndef ALIDADE_MODEL_BASE_INTL_H
#define ALIDADE_MODEL_BASE_INTL_H

#include <libintl.h>

/* _() translates where the words are shown; N_() only marks them, in tables. */
#define _(text)  gettext(text)
#define N_(text) text

/* What %llu takes: a sentence to be translated cannot hold PRIu64. */
typedef unsigned long long ull;
/* A word that means several things: CONTEXT says which.  gettext() takes it as it is, and
 * gives it back with the context and '\004' in front where it has no translation. */
#define NC_(context, text) context "\004" text

#endif
