/* SPDX-License-Identifier: GPL-3.0-or-later */
/* duration.h - formats estimated times */
#ifndef ALIDADE_MODEL_BASE_DURATION_H
#define ALIDADE_MODEL_BASE_DURATION_H

/* The maximum length with its NUL. */
#define DURATION_TEXT 32

/* Formats SECONDS >= 0 with the digits that an estimate deserves: "40 s", "25 min",
 * "7.8 h", "19 h"; "1 s" for less.  Returns BUF. */
const char *duration_format(double seconds, char buf[DURATION_TEXT]);

#endif
