/* SPDX-License-Identifier: GPL-3.0-or-later */
/* decimal.h - numbers with decimals, for programs and for people */
#ifndef ALIDADE_MODEL_BASE_DECIMAL_H
#define ALIDADE_MODEL_BASE_DECIMAL_H

/* The maximum length with its NUL. */
#define DECIMAL_TEXT 32
#define DECIMAL_MAX  6

/* Returns the decimal sign of the locale, which fits in a char[DECIMAL_SIGN]. */
#define DECIMAL_SIGN 5
const char *decimal_sign(void);

/* Formats VALUE with DECIMALS <= DECIMAL_MAX digits after the point, which it has in
 * every locale; "-" if it is not
 * finite or >= 1e12.  Returns BUF. */
const char *decimal_format(double value, unsigned decimals, char buf[DECIMAL_TEXT]);
/* The same for people, with the decimal sign of the locale. */
const char *decimal_shown(double value, unsigned decimals, char buf[DECIMAL_TEXT]);

#endif
