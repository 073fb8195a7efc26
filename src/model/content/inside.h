/* SPDX-License-Identifier: GPL-3.0-or-later */
/* inside.h - decodes file systems and other content of an extent from its bytes */
#ifndef ALIDADE_MODEL_CONTENT_INSIDE_H
#define ALIDADE_MODEL_CONTENT_INSIDE_H

#include <stdbool.h>

#include "model/base/reader.h"
#include "model/disk/content.h"

/* Decodes the content of PART, which reads one extent from its first byte.  TYPE is
 * libblkid's TYPE value; if it is NULL or empty, all decoders are tried by their magic.
 * Returns false and leaves *ret untouched if no decoder supports TYPE or the bytes are
 * not valid.  Otherwise data_offset < part->size, used <= part->size, and the proof is
 * set. */
bool inside_decode(const struct reader *part, const char *type, struct inside *ret);
/* True if a decoder supports TYPE. */
bool inside_has_decoder(const char *type);

#endif
