/* SPDX-License-Identifier: GPL-3.0-or-later */
/* plain.c - the screen with the output of `alidade list` for the disk */
#include <string.h>

#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/text.h"
#include "model/base/utf8.h"
#include "model/report/text.h"
#include "ui/app/measure_result.h"
#include "ui/screen/frame/frame.h"
#include "ui/screen/frame/screen.h"

#define SHIFT_STEP 8

struct plain {
    int shift; /* columns scrolled out at the left */
};

static struct plain *plain_of(const struct app *app)
{
    return app->own[SCREEN_PLAIN];
}

static void plain_opened(struct app *app)
{
    *plain_of(app) = (struct plain){ .shift = 0 };
}

static int plain_rows(const struct app *app)
{
    return app->rows - 2;
}

/* Returns LINE without its first COLUMNS columns. */
static const char *skip_columns(const char *line, int columns)
{
    size_t bytes;

    while (*line && columns > 0) {
        columns -= utf8_char_columns(utf8_decode(line, &bytes));
        line += bytes;
    }
    return line;
}

/* Returns the report.  Sentences are wrapped; table rows, which stand between empty
 * lines, are shifted, and *RET_WIDTH is the width of the widest. */
static struct pager plain_text(const struct app *app, int *ret_width)
{
    struct disk_info info = app->info;
    struct report_disk disk = { &info, app->context, measure_result_saved(app) };
    CLEANUP(str_finish) struct str text = { 0 };
    struct pager pager = { 0 };
    bool is_row = false;

    *ret_width = 0;
    info.layout = app->layout; /* borrowed for the call */
    report_text_list(&disk, false, &text);
    for (const char *at = str_text(&text); *at;) {
        size_t length = strcspn(at, "\n");
        CLEANUP(freep) char *line = xasprintf("%.*s", (int)length, at);
        int width = text_width(line);

        is_row = is_row != (length == 0);
        if (is_row)
            pager_add(&pager, STYLE_NORMAL, skip_columns(line, plain_of(app)->shift));
        else
            pager_add_wrapped(&pager, STYLE_NORMAL, 0, app->cols, line);
        *ret_width = is_row && width > *ret_width ? width : *ret_width;
        at += length + (at[length] == '\n');
    }
    return pager;
}

/* True if the widest row, of WIDTH columns, reaches beyond the right edge. */
static bool is_wider(const struct app *app, int width)
{
    return plain_of(app)->shift + app->cols < width;
}

/* Names the keys that can have an effect. */
static void plain_draw_foot(const struct app *app, struct canvas *canvas, int count,
                            int width)
{
    struct foot_item items[4];
    size_t used = 0;

    if (count > plain_rows(app))
        items[used++] = (struct foot_item){ ACTION_DOWN, N_("scroll") };
    if (is_wider(app, width))
        items[used++] = (struct foot_item){ ACTION_SHIFT_RIGHT, NULL };
    items[used++] = (struct foot_item){ ACTION_HELP, N_("help") };
    items[used++] = (struct foot_item){ ACTION_BACK, N_("back") };
    foot_draw(app, canvas, app->rows - 1, app->rows - 1, items, used);
}

static void plain_draw(const struct app *app, struct canvas *canvas)
{
    struct pager pager = { 0 };
    int width = 0;

    frame_draw_header(app, canvas, NULL, _("%s  Plain list"), app->info.path);
    canvas_set_cursor(canvas, 1, 0);
    if (app->layout)
        pager = plain_text(app, &width);
    pager_draw(&pager, canvas, 1, 0, app->cols, plain_rows(app), app->scroll);
    plain_draw_foot(app, canvas, pager.count, width);
    pager_finish(&pager);
}

static struct effect plain_handle(struct app *app, enum action action)
{
    int width;

    if (!app->layout)
        return (struct effect){ .kind = EFFECT_NONE };
    struct pager pager = plain_text(app, &width);
    if (action == ACTION_SHIFT_RIGHT && is_wider(app, width))
        plain_of(app)->shift += SHIFT_STEP;
    else if (action == ACTION_SHIFT_LEFT && plain_of(app)->shift > 0)
        plain_of(app)->shift -= SHIFT_STEP;
    else
        (void)frame_scroll(action, pager.count, plain_rows(app), &app->scroll);
    pager_finish(&pager);
    return (struct effect){ .kind = EFFECT_NONE };
}

const struct screen screen_plain = { .title = N_("plain list"),
                                     .own_size = sizeof(struct plain),
                                     .opened = plain_opened,
                                     .draw = plain_draw,
                                     .handle = plain_handle };
