/* SPDX-License-Identifier: GPL-3.0-or-later */
/* rising.h - the longest part of a list of numbers whose order is right */
#ifndef ALIDADE_MODEL_BASE_RISING_H
#define ALIDADE_MODEL_BASE_RISING_H

#include <stdbool.h>
#include <stddef.h>

/* Marks in RET, by index, the largest subset of the COUNT different VALUES that ascends
 * as it stands; returns its size. */
size_t rising_find(const unsigned *values, size_t count, bool *ret);

#endif
