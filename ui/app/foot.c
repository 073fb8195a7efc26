/* SPDX-License-Identifier: GPL-3.0-or-later */
/* foot.c - the line of keys at the bottom, and the message in its place */
#include "ui/app/foot.h"

#include "model/base/intl.h"
#include "model/base/text.h"
#include "ui/app/keymap.h"

#define GAP              3
#define KEPT             2 /* the last items (help, back) have a place, back first */
#define MESSAGE_MAX_ROWS 4 /* rows that a message may cover */

static const char *word_of(const struct app *app, const struct foot_item *item)
{
    const char *word = item->word ? item->word : keymap_row(app, item->action)->name;

    return word ? _(word) : "";
}

static int item_width(const struct app *app, const struct foot_item *item)
{
    char keys[KEY_LIST];

    keymap_keys(app, app_screen(app), item->action, 1, keys);
    return text_width(keys) + 1 + text_width(word_of(app, item));
}

static void put_item(const struct app *app, struct canvas *canvas, int row, int col,
                     const struct foot_item *item)
{
    char keys[KEY_LIST];

    keymap_keys(app, app_screen(app), item->action, 1, keys);
    /* What writes begins with a key alone. */
    if (item->action != ACTION_USE)
        canvas_put_spot(canvas, row, col, item_width(app, item), SPOT_ACTION,
                        item->action);
    col += canvas_put(canvas, row, col, -1, STYLE_KEY, keys) + 1;
    canvas_put(canvas, row, col, -1, STYLE_NORMAL, word_of(app, item));
}

size_t foot_drop(struct foot_item *items, size_t count, enum action action)
{
    size_t kept = 0;

    for (size_t i = 0; i < count; i++) {
        if (items[i].action != action)
            items[kept++] = items[i];
    }
    return kept;
}

void foot_draw(const struct app *app, struct canvas *canvas, int row, int last_row,
               const struct foot_item *items, size_t count)
{
    int col = 1, way_out = 0;
    size_t first_kept = count > KEPT ? count - KEPT : 0;

    for (size_t i = first_kept; i < count; i++)
        way_out += item_width(app, &items[i]) + GAP;
    for (size_t i = 0; i < count; i++) {
        int width = item_width(app, &items[i]);
        way_out -= i >= first_kept ? width + GAP : 0; /* what is left behind this one */
        int reserved = row == last_row ? way_out : 0;
        if (col > 1 && col + width + reserved > app->cols && row < last_row) {
            row++;
            col = 1;
            reserved = row == last_row ? way_out : 0;
        }
        if (col > 1 && col + width + reserved > app->cols)
            continue;
        put_item(app, canvas, row, col, &items[i]);
        col += width + GAP;
    }
}

bool foot_message(const struct app *app, struct canvas *canvas, int row, int last_row)
{
    int style = app->is_message_error ? STYLE_ERROR : STYLE_NORMAL;
    int width = app->cols - 2, wanted = text_wrap_count(app->message, width);
    int rows = wanted < MESSAGE_MAX_ROWS ? wanted : MESSAGE_MAX_ROWS;

    if (!app->message[0])
        return false;
    if (last_row - row + 1 < rows)
        row = last_row - rows + 1;
    for (int i = row; i <= last_row; i++) {
        canvas_fill(canvas, i, 0, app->cols, STYLE_NORMAL, " ");
        canvas_put_spot(canvas, i, 0, app->cols, SPOT_NONE, 0);
    }
    canvas_put_wrapped(canvas, row, 1, width, last_row - row + 1, 0, style, app->message);
    return true;
}
