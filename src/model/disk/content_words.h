/* SPDX-License-Identifier: GPL-3.0-or-later */
/* content_words.h - describes the content of an extent in a sentence */
#ifndef ALIDADE_MODEL_DISK_CONTENT_WORDS_H
#define ALIDADE_MODEL_DISK_CONTENT_WORDS_H

#include "model/disk/layout.h"

/* Returns kind, name, size of the extent and bytes in use, as far as known, translated:
 * `ext4 "data", 814.3 GiB, 512 GiB used`.  The name is the volume's, else the
 * partition's.  free(). */
char *content_words(const struct layout *layout, const struct extent *extent);

#endif
