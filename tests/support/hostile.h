/* SPDX-License-Identifier: GPL-3.0-or-later */
/* hostile.h - tables made by hand to break those who read them */
#ifndef ALIDADE_TESTS_HOSTILE_H
#define ALIDADE_TESTS_HOSTILE_H

#include <stddef.h>
#include <stdint.h>

#define HOSTILE_SECTOR  512
#define HOSTILE_SECTORS UINT64_C(131072)

size_t hostile_count(void);
/* A few words with dashes between, good for the name of a file. */
const char *hostile_name(size_t index);
/* Writes to the image that FD is open on: HOSTILE_SECTORS sectors, all zeros so far. Ends
 * the program with a sentence where that fails. */
void hostile_make(size_t index, int fd);

#endif
