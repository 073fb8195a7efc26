/* SPDX-License-Identifier: GPL-3.0-or-later */
/* intl.h - translation with gettext */
#ifndef ALIDADE_MODEL_BASE_INTL_H
#define ALIDADE_MODEL_BASE_INTL_H

#include <libintl.h>

/* _() translates; N_() only marks texts in tables, which are translated when displayed.
 */
#define _(text)  gettext(text)
#define N_(text) text

/* For %llu: translated texts cannot contain PRIu64. */
typedef unsigned long long ull;
/* Marks a text that has several meanings; CONTEXT distinguishes them.  Without
 * translation gettext() returns it with the context and '\004' before it. */
#define NC_(context, text) context "\004" text

#endif
