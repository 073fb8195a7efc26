/* SPDX-License-Identifier: GPL-3.0-or-later */
/* decimal.h - numbers with a decimal point in every locale */
#ifndef ALIDADE_MODEL_BASE_DECIMAL_H
#define ALIDADE_MODEL_BASE_DECIMAL_H

/* The maximum length with its NUL. */
#define DECIMAL_TEXT 32
#define DECIMAL_MAX  6

/* Formats VALUE with DECIMALS <= DECIMAL_MAX digits after the point; "-" if it is not
 * finite or >= 1e12.  Returns BUF. */
const char *decimal_format(double value, unsigned decimals, char buf[DECIMAL_TEXT]);

#endif
