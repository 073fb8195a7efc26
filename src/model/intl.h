/* SPDX-License-Identifier: GPL-3.0-or-later */
/* intl.h - words for people go through gettext */
#ifndef ALIDADE_MODEL_INTL_H
#define ALIDADE_MODEL_INTL_H

#include <libintl.h>

/* _() translates where the words are shown; N_() only marks them, in tables. */
#define _(text) gettext(text)
#define N_(text) text

#endif
