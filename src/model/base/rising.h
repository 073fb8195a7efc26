/* SPDX-License-Identifier: GPL-3.0-or-later */
/* rising.h - the longest ascending subsequence */
#ifndef ALIDADE_MODEL_BASE_RISING_H
#define ALIDADE_MODEL_BASE_RISING_H

#include <stdbool.h>
#include <stddef.h>

/* Marks the longest ascending subsequence of the COUNT different VALUES in RET, by index;
 * returns its length. */
size_t rising_find(const unsigned *values, size_t count, bool *ret);

#endif
