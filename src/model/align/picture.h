/* SPDX-License-Identifier: GPL-3.0-or-later */
/* picture.h - a drawing to scale of blocks across physical sectors */
#ifndef ALIDADE_MODEL_ALIGN_PICTURE_H
#define ALIDADE_MODEL_ALIGN_PICTURE_H

#include "model/align/blocks.h"
#include "model/disk/limits.h"

#define PICTURE_ROWS 6

/* Owned rows of text, UTF-8; unused ones are NULL. */
struct picture {
    char *rows[PICTURE_ROWS];
};

/* Draws in WIDTH columns; no row if WIDTH is below 24 or blocks_cost() returns false. */
struct picture picture_draw(const struct limits *limits, const struct blocks *blocks,
                            int width);
void picture_finish(struct picture *picture);

#endif
