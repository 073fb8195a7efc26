/* SPDX-License-Identifier: GPL-3.0-or-later */
/* harmless.h - why an extent is not judged, in all lengths */
#ifndef ALIDADE_MODEL_ALIGN_HARMLESS_H
#define ALIDADE_MODEL_ALIGN_HARMLESS_H

#include "model/align/judge.h"

/* Stable id for JSON; NULL for HARMLESS_NO. */
const char *harmless_id(enum harmless why);
/* One sentence for a line of a list; translated. */
const char *harmless_reason(const struct extent *extent, enum harmless why);
/* Whole sentences for the explanation; translated; NULL for HARMLESS_NO. */
const char *harmless_story(const struct extent *extent, enum harmless why);

#endif
