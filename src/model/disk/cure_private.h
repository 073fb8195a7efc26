/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cure_private.h - what cure.c and cure_cut.c share */
#ifndef ALIDADE_MODEL_DISK_CURE_PRIVATE_H
#define ALIDADE_MODEL_DISK_CURE_PRIVATE_H

#include "model/disk/cure.h"

/* Returns the first entry or EBR on the level of EXTENT that begins inside its entry;
 * NULL: none. */
const struct extent *cure_find_inside(const struct layout *layout,
                                      const struct extent *extent);
/* True if the content of EXTENT, by its own size, ends before OTHER begins; of a
 * container, all its logicals. */
bool cure_ends_before(const struct layout *layout, const struct extent *extent,
                      const struct extent *other);
/* Returns what REPAIR_CUT does to the entry of EXTENT, translated; free(). */
char *cure_cut_words(const struct layout *layout, const struct extent *extent);

#endif
