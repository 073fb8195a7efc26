/* SPDX-License-Identifier: GPL-3.0-or-later */
/* picture.h - a drawing to scale of blocks across physical sectors */
#ifndef ALIDADE_MODEL_ALIGN_PICTURE_H
#define ALIDADE_MODEL_ALIGN_PICTURE_H

#include "model/align/blocks.h"
#include "model/base/lines.h"
#include "model/disk/limits.h"

/* Adds the rows of the drawing, at most 6 and WIDTH columns wide; none if WIDTH is below
 * 24 or blocks_cost() returns false. */
void picture_draw(const struct limits *limits, const struct blocks *blocks, int width,
                  struct lines *ret);

#endif
