/* SPDX-License-Identifier: GPL-3.0-or-later */
/* inside.h - the structure inside an extent, decoded from its own bytes */
#ifndef ALIDADE_MODEL_CONTENT_INSIDE_H
#define ALIDADE_MODEL_CONTENT_INSIDE_H

#include <stdbool.h>

#include "model/base/reader.h"
#include "model/disk/content.h"

/* Decodes what PART (one extent, from its first byte) holds.  TYPE is libblkid's TYPE
 * word; NULL or empty: each decoder is tried by its magic.  False, with *ret untouched,
 * where no decoder knows TYPE or the bytes do not bear it out.  *ret always holds:
 * data_offset < part->size, used <= part->size, and a proof. */
bool inside_decode(const struct reader *part, const char *type, struct inside *ret);

#endif
