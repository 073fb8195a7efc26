/* SPDX-License-Identifier: GPL-3.0-or-later */
/* content_words.h - what an extent holds, in words, where it may be lost */
#ifndef ALIDADE_MODEL_DISK_CONTENT_WORDS_H
#define ALIDADE_MODEL_DISK_CONTENT_WORDS_H

#include "model/disk/layout.h"

/* Kind, name, size of the extent and bytes in use, as far as they are known:
 * `ext4 "data", 814.3 GiB, 512 GiB used`.  The name is the volume's, else the
 * partition's. Of an extent that holds nothing known the size alone.  Translated; free().
 */
char *content_words(const struct layout *layout, const struct extent *extent);

#endif
