/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lazy.h - large memory of zeros that takes only the pages that are written to: calloc()
 * takes all of them where MALLOC_PERTURB_ is set, as in meson test */
#ifndef ALIDADE_TESTS_SUPPORT_LAZY_H
#define ALIDADE_TESTS_SUPPORT_LAZY_H

#include <stddef.h>
#include <stdint.h>

uint8_t *lazy_new(size_t size);
void lazy_free(uint8_t *bytes);

static inline void lazy_freep(uint8_t **bytes)
{
    lazy_free(*bytes);
}

#endif
