/* SPDX-License-Identifier: GPL-3.0-or-later */
/* table_buttons.c - the menu below the box */
#include "ui/table_view.h"

#include "model/intl.h"
#include "model/mem.h"
#include "ui/text.h"

#define BUTTON_LEAST 7 /* columns between the brackets */

/* The first one changes nothing: a hasty first Enter is safe. */
static const enum command buttons[] = {
    COMMAND_EXPLAIN, COMMAND_DETAILS, COMMAND_ZOOM_IN, COMMAND_COLUMNS,
    COMMAND_VERIFY,  COMMAND_HELP,    COMMAND_BACK,
};

int table_button_count(void)
{
    return ARRAY_SIZE(buttons);
}

enum command table_button(int index)
{
    return index >= 0 && index < table_button_count() ? buttons[index] : COMMAND_NONE;
}

static int button_width(int index)
{
    int own = text_width(_(command_row(buttons[index])->name));

    return (own < BUTTON_LEAST ? BUTTON_LEAST : own) + 2;
}

/* The next button's place; wraps to a second row where the first is full. */
static void step(int cols, int width, int *row, int *col)
{
    if (*col > 2 && *col + width > cols) {
        *col = 2;
        (*row)++;
    }
}

int table_button_rows(int cols)
{
    int row = 0, col = 2;

    for (int i = 0; i < table_button_count(); i++) {
        step(cols, button_width(i), &row, &col);
        col += button_width(i) + 1;
    }
    return row + 1;
}

void table_draw_buttons(const struct app *app, struct canvas *canvas, int row)
{
    int col = 2;

    for (int i = 0; i < table_button_count(); i++) {
        const char *name = _(command_row(buttons[i])->name);
        int width = button_width(i), inner = width - 2;
        int left = (inner - text_width(name)) / 2;

        step(app->cols, width, &row, &col);
        canvas_put(canvas, row, col, width, STYLE_NORMAL, "[");
        canvas_put(canvas, row, col + width - 1, 1, STYLE_NORMAL, "]");
        canvas_put(canvas, row, col + 1 + left, -1, STYLE_NORMAL, name);
        if (i == app->menu)
            canvas_select(canvas, row, col, width);
        col += width + 1;
    }
}
