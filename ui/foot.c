/* SPDX-License-Identifier: GPL-3.0-or-later */
/* foot.c - the line that names a screen's keys, from the tables of keys and commands */
#include "ui/foot.h"

#include "model/intl.h"
#include "ui/keymap.h"
#include "ui/pager.h"
#include "ui/text.h"

#define GAP 3

static const char *word_of(const struct foot_item *item)
{
    const char *word = item->word ? item->word : command_row(item->command)->name;

    return word ? _(word) : "";
}

static int item_width(const struct app *app, const struct foot_item *item)
{
    char keys[KEY_LIST];

    keymap_keys(app_screen(app), item->command, 1, keys);
    return text_width(keys) + 1 + text_width(word_of(item));
}

static void put_item(const struct app *app, struct canvas *canvas, int row, int col,
                     const struct foot_item *item)
{
    char keys[KEY_LIST];

    keymap_keys(app_screen(app), item->command, 1, keys);
    col += canvas_put(canvas, row, col, -1, STYLE_KEY, keys) + 1;
    canvas_put(canvas, row, col, -1, STYLE_NORMAL, word_of(item));
}

void foot_draw(const struct app *app, struct canvas *canvas, int row, int last_row,
               const struct foot_item *items, size_t count)
{
    int col = 1, way_out = item_width(app, &items[count - 1]) + GAP;

    for (size_t i = 0; i < count; i++) {
        int width = item_width(app, &items[i]);
        int reserved = row == last_row && i + 1 < count ? way_out : 0;
        if (col > 1 && col + width + reserved > app->cols && row < last_row) {
            row++;
            col = 1;
            reserved = row == last_row && i + 1 < count ? way_out : 0;
        }
        if (col > 1 && col + width + reserved > app->cols)
            continue;
        put_item(app, canvas, row, col, &items[i]);
        col += width + GAP;
    }
}

bool foot_message(const struct app *app, struct canvas *canvas, int row, int last_row)
{
    struct pager text = { 0 };
    int style = app->is_message_error ? STYLE_ERROR : STYLE_NORMAL;

    if (!app->message[0])
        return false;
    pager_add_wrapped(&text, style, 0, app->cols - 2, app->message);
    pager_draw(&text, canvas, row, 1, app->cols - 2, last_row - row + 1, 0);
    pager_finish(&text);
    return true;
}
