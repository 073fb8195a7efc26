/* SPDX-License-Identifier: GPL-3.0-or-later */
/* decimal.h - numbers with a fixed count of decimals, with a point in every language */
#ifndef ALIDADE_MODEL_BASE_DECIMAL_H
#define ALIDADE_MODEL_BASE_DECIMAL_H

/* Room for any text made here. */
#define DECIMAL_TEXT 32
#define DECIMAL_MAX  6

/* VALUE rounded to DECIMALS (at most DECIMAL_MAX) places.  "-" for what is no number or
 * too large to be one of ours (1e12 and more). */
const char *decimal_format(double value, unsigned decimals, char buf[DECIMAL_TEXT]);

#endif
