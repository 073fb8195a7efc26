/* SPDX-License-Identifier: GPL-3.0-or-later */
/* picture.h - blocks of a file system across physical sectors, drawn to scale */
#ifndef ALIDADE_MODEL_ALIGN_PICTURE_H
#define ALIDADE_MODEL_ALIGN_PICTURE_H

#include "model/align/blocks.h"
#include "model/disk/limits.h"

#define PICTURE_ROWS 6

/* Owned rows of text, UTF-8 with safe glyphs; the unused ones are NULL. */
struct picture {
    char *rows[PICTURE_ROWS];
};

/* Draws into WIDTH columns; without any row where that is under 24, or where blocks_cost
 * has no answer. */
struct picture picture_draw(const struct limits *limits, const struct blocks *blocks,
                            int width);
void picture_finish(struct picture *picture);

#endif
