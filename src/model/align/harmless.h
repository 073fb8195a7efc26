/* SPDX-License-Identifier: GPL-3.0-or-later */
/* harmless.h - why an extent is not judged, as id, sentence and paragraph */
#ifndef ALIDADE_MODEL_ALIGN_HARMLESS_H
#define ALIDADE_MODEL_ALIGN_HARMLESS_H

#include "model/align/judge.h"

/* Returns a stable id; NULL for HARMLESS_NO. */
const char *harmless_id(enum harmless why);
/* Returns one sentence for a list; translated. */
const char *harmless_reason(const struct extent *extent, enum harmless why);
/* Returns sentences for the explanation; translated; NULL for HARMLESS_NO, and if the
 * reason says all. */
const char *harmless_story(const struct layout *layout, const struct extent *extent,
                           enum harmless why);

#endif
