/* SPDX-License-Identifier: GPL-3.0-or-later */
/* frame.c - what most screens share: top row, box of text, selected row, foot lines */
#include "ui/screen/frame/frame.h"

#include <stdarg.h>
#include <string.h>

#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/text.h"

int frame_width(const struct app *app)
{
    return app->cols - 4;
}

bool frame_is_tall(const struct app *app)
{
    return app->rows > 24;
}

int frame_rows(const struct app *app)
{
    return app->rows - 4;
}

char *frame_title(const struct app *app, const char *text, int width)
{
    const char *path = app->info.path, *at = *path ? strstr(text, path) : NULL;
    int missing = text_width(text) - width, room = text_width(path) - missing;

    if (missing <= 0 || !at)
        return text_cut(text, width);
    room = room < FRAME_NAME_COLUMNS ? FRAME_NAME_COLUMNS : room;
    CLEANUP(freep) char *cut = text_cut_path(path, room);
    CLEANUP(freep)
    char *title = xasprintf("%.*s%s%s", (int)(at - text), text, cut, at + strlen(path));
    return text_cut(title, width);
}

int frame_title_min_width(const struct app *app, const char *text)
{
    const char *path = app->info.path;
    int cut = *path && strstr(text, path) ? text_width(path) - FRAME_NAME_COLUMNS : 0;

    return text_width(text) - (cut > 0 ? cut : 0);
}

void frame_draw_header(const struct app *app, struct canvas *canvas, const char *right,
                       const char *format, ...)
{
    int width = right ? text_width(right) : 0;
    va_list args;

    va_start(args, format);
    CLEANUP(freep) char *text = xvasprintf(format, args);
    va_end(args);
    CLEANUP(freep)
    char *left = frame_title(app, text, app->cols - 2 - (right ? width + 1 : 0));
    canvas_fill(canvas, 0, 0, app->cols, STYLE_HEADER, " ");
    canvas_put(canvas, 0, 1, -1, STYLE_HEADER, left);
    if (right)
        canvas_put(canvas, 0, app->cols - width - 1, width, STYLE_HEADER, right);
}

void frame_draw_text(const struct app *app, struct canvas *canvas, int bottom,
                     const char *title, const struct pager *text, int rows)
{
    canvas_box(canvas, 1, bottom, title, pager_more(text->count, rows, app->scroll));
    pager_draw(text, canvas, 2, 2, frame_width(app), rows, app->scroll);
}

void frame_add_parts(const struct app *app, const struct frame_part *parts, size_t count,
                     struct pager *ret)
{
    int indent = 0;

    for (size_t i = 0; i < count; i++) {
        int own = parts[i].name ? text_width(_(parts[i].name)) + 2 : 0;
        indent = own > indent ? own : indent;
    }
    for (size_t i = 0; i < count; i++) {
        const struct frame_part *part = &parts[i];
        if (part->lines->count && ret->count)
            pager_add(ret, STYLE_NORMAL, "");
        pager_add_lines(ret, part->style, part->name ? indent : 0, frame_width(app),
                        part->name ? _(part->name) : NULL, part->lines);
    }
}

void frame_offer_row(const struct app *app, struct canvas *canvas, int row, int index)
{
    canvas_put_spot(canvas, row, 1, app->cols - 2, SPOT_ROW, (uint32_t)index);
}

void frame_select_row(const struct app *app, struct canvas *canvas, int row)
{
    canvas_put(canvas, row, 2, 1, STYLE_NORMAL, ">");
    canvas_select_row(canvas, row, 1, app->cols - 2);
    canvas_set_cursor(canvas, row, 2);
}

void frame_mark_more(struct canvas *canvas, int row, int rows, int first, int count)
{
    int col = canvas_cols(canvas) - 1;

    if (first > 0)
        canvas_put(canvas, row, col, 1, STYLE_NORMAL, "↑");
    if (first + rows < count)
        canvas_put(canvas, row + rows - 1, col, 1, STYLE_NORMAL, "↓");
}

void frame_draw_foot(const struct app *app, struct canvas *canvas, int rows,
                     const struct foot_item *items, size_t count)
{
    int row = app->rows - rows, last = app->rows - 1;

    if (!foot_message(app, canvas, row, last))
        foot_draw(app, canvas, row, last, items, count);
}

int frame_scroll_to(int first, int end, int rows)
{
    int scroll = end > rows ? end - rows : 0;

    return scroll > first ? first : scroll;
}

/* --- moving and scrolling, for every screen with rows --- */

bool frame_move(enum action action, int count, int page, int *at)
{
    const int targets[] = {
        [ACTION_UP] = *at - 1,
        [ACTION_DOWN] = *at + 1,
        [ACTION_PAGE_UP] = *at - page,
        [ACTION_PAGE_DOWN] = *at + page,
        [ACTION_FIRST] = 0,
        [ACTION_LAST] = count - 1,
    };

    if (action < ACTION_UP || action > ACTION_LAST)
        return false;
    int to = targets[action];
    to = to < count ? to : count - 1;
    *at = to > 0 ? to : 0;
    return true;
}

bool frame_scroll(enum action action, int count, int height, int *scroll)
{
    int last = count > height ? count - height : 0;

    return frame_move(action, last + 1, height > 1 ? height - 1 : 1, scroll);
}
