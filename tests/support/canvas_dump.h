/* SPDX-License-Identifier: GPL-3.0-or-later */
/* canvas_dump.h - a canvas as text */
#ifndef ALIDADE_TESTS_CANVAS_DUMP_H
#define ALIDADE_TESTS_CANVAS_DUMP_H

#include <string.h>

#include "model/base/str.h"
#include "ui/draw/canvas.h"

/* Returns the rows without trailing spaces, each ended by '\n'; free(). */
static inline char *canvas_dump(const struct canvas *canvas)
{
    struct str out = { 0 };

    for (int row = 0; row < canvas_rows(canvas); row++) {
        int last = canvas_cols(canvas) - 1;
        while (last >= 0 && !strcmp(canvas_at(canvas, row, last)->text, " "))
            last--;
        for (int col = 0; col <= last; col++)
            str_add(&out, canvas_at(canvas, row, col)->text);
        str_add(&out, "\n");
    }
    return str_take(&out);
}

#endif
