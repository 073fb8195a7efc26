/* SPDX-License-Identifier: GPL-3.0-or-later */
/* image.h - sparse image files that a test makes for itself */
#ifndef ALIDADE_TESTS_IMAGE_H
#define ALIDADE_TESTS_IMAGE_H

#include <stddef.h>
#include <stdint.h>

/* A private folder and one file in it, both removed by image_remove(). */
struct image {
    char folder[64];
    char path[96];
    int fd; /* open for reading and writing */
};

/* Ends the program with a sentence where it cannot be made. */
void image_make(struct image *ret, uint64_t bytes);
void image_put(const struct image *image, uint64_t offset, const void *bytes,
               size_t count);
void image_remove(struct image *image);

#endif
