/* SPDX-License-Identifier: GPL-3.0-or-later */
/* extent_word.h - one short word for what an extent holds */
#ifndef ALIDADE_MODEL_DISK_EXTENT_WORD_H
#define ALIDADE_MODEL_DISK_EXTENT_WORD_H

#include "model/disk/layout.h"

/* "ntfs", "LUKS", "data?", "free", "gap", "MBR"; translated where it is no name.  RET is
 * for words that have to be put together. */
const char *extent_word(const struct extent *extent, char ret[CONTENT_NAME]);

#endif
