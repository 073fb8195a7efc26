/* SPDX-License-Identifier: GPL-3.0-or-later */
/* parted_label.h - labels of every kind, made on an image file by libparted itself */
#ifndef ALIDADE_TESTS_PARTED_LABEL_H
#define ALIDADE_TESTS_PARTED_LABEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct parted_range {
    uint64_t start; /* LBA */
    uint64_t length;
};

/* Writes a label of KIND (libparted's name) with PARTS to the image at PATH, in a child:
 * libparted keeps state.  False where it refuses, for instance a kind that does not know
 * sectors of LOGICAL bytes. */
bool parted_label_make(const char *path, unsigned logical, const char *kind,
                       const struct parted_range *parts, size_t count);

#endif
