/* SPDX-License-Identifier: GPL-3.0-or-later */
/* app.c - the program's state: events in, effects out, a canvas to look at */
#include "ui/app.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/intl.h"
#include "model/judge.h"
#include "model/mem.h"
#include "ui/keymap.h"
#include "ui/screen.h"
#include "ui/text.h"

#define FIELD_LEAST 12 /* columns to type in */

static const struct screen *const screens[SCREEN_COUNT] = {
    [SCREEN_DISKS] = &screen_disks, [SCREEN_TABLE] = &screen_table,
    [SCREEN_WHY] = &screen_why,     [SCREEN_DETAILS] = &screen_details,
    [SCREEN_HELP] = &screen_help,   [SCREEN_PLAIN] = &screen_plain,
};

static const struct effect nothing = { .kind = EFFECT_NONE };

enum screen_id app_screen(const struct app *app)
{
    return app->stack[app->depth - 1];
}

void app_push(struct app *app, enum screen_id screen)
{
    if (!screens[screen] || app->depth == APP_STACK || app_screen(app) == screen)
        return;
    app->stack[app->depth++] = screen;
    app->scroll = 0;
}

/* On the first screen it quits. */
static struct effect pop(struct app *app)
{
    if (app->depth == 1)
        return (struct effect){ .kind = EFFECT_QUIT };
    app->depth--;
    app->scroll = 0;
    return nothing;
}

void app_say(struct app *app, bool is_error, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    (void)vsnprintf(app->message, sizeof(app->message), format, args); /* cut is fine */
    va_end(args);
    app->is_message_error = is_error;
}

void app_ask(struct app *app, enum ask what, const char *prompt, const char *text)
{
    app->asking = what;
    copy_text(app->prompt, sizeof(app->prompt), prompt);
    field_set(&app->field, text);
}

const struct extent *app_selected(const struct app *app)
{
    return app->layout ? layout_find(app->layout, app->selected) : NULL;
}

static void free_disks(struct app *app)
{
    for (size_t i = 0; i < app->disk_count; i++)
        disk_info_finish(&app->disks[i]);
    free(app->disks);
    app->disks = NULL;
    app->disk_count = 0;
}

void app_init(struct app *app, enum level level, int rows, int cols)
{
    *app = (struct app){
        .rows = rows,
        .cols = cols,
        .level = level,
        .stack = { SCREEN_DISKS },
        .depth = 1,
    };
}

void app_skip_picker(struct app *app)
{
    app->stack[0] = SCREEN_TABLE;
}

void app_finish(struct app *app)
{
    free_disks(app);
    layout_unref(app->layout);
    details_finish(&app->details);
    *app = (struct app){ .depth = 1 };
}

/* Disks come again after a rescan: the row that a person chose is kept by its path. */
static void take_disks(struct app *app, struct event *event)
{
    char path[sizeof(app->info.path)] = "";

    if (app->is_disk_chosen && app->disk_selected < app->disk_count)
        copy_text(path, sizeof(path), app->disks[app->disk_selected].path);
    free_disks(app);
    app->disks = event->disks;
    app->disk_count = event->disk_count;
    app->disk_selected = screen_disks_default(app->disks, app->disk_count);
    for (size_t i = 0; i < app->disk_count; i++) {
        if (!strcmp(app->disks[i].path, path))
            app->disk_selected = i;
    }
}

/* The row to begin on: the first partition that is off, else the first partition. */
static uint32_t first_row(const struct layout *layout)
{
    uint32_t first = 0;

    for (size_t i = 0; i < layout_count(layout); i++) {
        const struct extent *extent = layout_at(layout, i);

        if (!extent_is_partition(extent))
            continue;
        if (judge_extent(layout, extent).grade == GRADE_OFF)
            return extent->id;
        first = first ? first : extent->id;
    }
    return first ? first : layout_at(layout, 0)->id;
}

/* The extent of NEXT that stands where OLD stood. */
static uint32_t same_place(const struct layout *next, const struct extent *old)
{
    for (size_t i = 0; old && i < layout_count(next); i++) {
        const struct extent *extent = layout_at(next, i);

        if (extent->start == old->start && extent->kind == old->kind)
            return extent->id;
    }
    return first_row(next);
}

static bool is_open(const struct app *app, const char *path)
{
    return app->layout && !strcmp(app->info.path, path);
}

struct limits_given app_given_for(const struct app *app, const char *path)
{
    return !app->layout || is_open(app, path) ? app->given : app->given_first;
}

static void take_layout(struct app *app, struct event *event)
{
    bool is_same = is_open(app, event->info.path);
    uint32_t selected =
        is_same ? same_place(event->layout, app_selected(app)) : first_row(event->layout);

    if (!app->layout)
        app->given_first = app->given;
    if (!is_same)
        app->given = app->given_first;
    layout_unref(app->layout);
    app->layout = event->layout;
    app->info = event->info;
    app->info.layout = NULL;
    app->is_read_only = event->info.is_read_only;
    app->grub_sectors = event->grub_sectors;
    app->selected = app->shown = selected;
    if (app_screen(app) == SCREEN_DISKS)
        app_push(app, SCREEN_TABLE);
    if (is_same)
        return;
    app->zoom = 0;
    app->is_edge_set = app->shows_end = false;
    app->cure = app->detail = 0;
    app->note = 0;
    app->pane = PANE_TABLE;
    details_finish(&app->details);
}

static struct effect end_asking(struct app *app)
{
    enum ask asked = app->asking;
    const struct screen *screen = screens[app_screen(app)];
    char text[sizeof(app->field.text)];

    copy_text(text, sizeof(text), app->field.text);
    app->asking = ASK_NOTHING;
    return screen->answer ? screen->answer(app, asked, text) : nothing;
}

/* While a field is open every key is the field's, q too. */
static struct effect ask_key(struct app *app, uint32_t key)
{
    switch (key) {
    case KEY_CODE_ENTER:
        return end_asking(app);
    case KEY_CODE_ESCAPE:
    case 'g' & 0x1f:
        app->asking = ASK_NOTHING;
        return nothing;
    case KEY_CODE_TAB:
        if (app->asking != ASK_PATH)
            return nothing;
        return (struct effect){ .kind = EFFECT_COMPLETE, .path = app->field.text };
    default:
        (void)field_key(&app->field, key); /* keys it does not know mean nothing */
        return nothing;
    }
}

struct effect app_run(struct app *app, enum command command)
{
    switch ((int)command) {
    case COMMAND_NONE:
        return nothing;
    case COMMAND_QUIT:
        return (struct effect){ .kind = EFFECT_QUIT };
    case COMMAND_REDRAW:
        return (struct effect){ .kind = EFFECT_REDRAW };
    case COMMAND_SUSPEND:
        return (struct effect){ .kind = EFFECT_SUSPEND };
    case COMMAND_BACK:
        return pop(app);
    case COMMAND_CANCEL:
        if (app->depth > 1)
            return pop(app);
        app_say(app, false, "%s", _("q quits."));
        return nothing;
    case COMMAND_HELP:
        app->help_page = 0;
        app_push(app, SCREEN_HELP);
        return nothing;
    default:
        break;
    }
    const struct screen *screen = screens[app_screen(app)];
    return screen ? screen->handle(app, command) : nothing;
}

static struct effect handle_key(struct app *app, uint32_t key)
{
    if (app->asking != ASK_NOTHING)
        return ask_key(app, key);
    app->message[0] = '\0';
    struct effect effect = app_run(app, keymap_lookup(app_screen(app), key));
    if (!app->is_lazy)
        app->shown = app->selected;
    return effect;
}

struct effect app_update(struct app *app, struct event *event)
{
    switch (event->kind) {
    case EVENT_KEY:
        return handle_key(app, event->key);
    case EVENT_RESIZE:
        app->rows = event->rows;
        app->cols = event->cols;
        break;
    case EVENT_DISKS:
        take_disks(app, event);
        break;
    case EVENT_LAYOUT:
        take_layout(app, event);
        /* What is shown of the limits was read before. */
        if (app_screen(app) == SCREEN_DETAILS)
            return (struct effect){ .kind = EFFECT_DETAILS };
        break;
    case EVENT_DETAILS:
        details_finish(&app->details);
        app->details = event->details;
        break;
    case EVENT_COMPLETED:
        if (app->asking == ASK_PATH)
            field_set(&app->field, event->text);
        break;
    case EVENT_ERROR:
        app_say(app, true, "%s", event->text);
        break;
    case EVENT_IDLE:
        app->shown = app->selected;
        break;
    }
    return nothing;
}

static void draw_too_small(const struct app *app, struct canvas *canvas)
{
    int row = 0, width = app->cols - 1;

    canvas_printf(canvas, row++, 1, width, STYLE_NORMAL,
                  _("alidade: %1$dx%2$d is too small."), app->cols, app->rows);
    canvas_printf(canvas, row++, 1, width, STYLE_NORMAL,
                  _("Needs %1$dx%2$d, best 80x24."), SCREEN_LEAST_COLS,
                  SCREEN_LEAST_ROWS);
    row++;
    canvas_put(canvas, row++, 1, width, STYLE_NORMAL, _("Make the window larger, or"));
    canvas_put(canvas, row++, 1, width, STYLE_NORMAL, _("q quit and use:"));
    canvas_printf(canvas, row, 1, width, STYLE_NORMAL, "  alidade check %s",
                  app->info.path);
}

/* The field stands in the last row of whatever screen asks, behind its prompt, or below
 * it where that leaves too little room to type. */
static void draw_field(const struct app *app, struct canvas *canvas)
{
    int row = app->rows - 1, width = app->cols - 2, above = 0;
    int col = 1 + text_width(app->prompt) + 1;

    if (app->cols - col - 1 < FIELD_LEAST) {
        col = 1;
        above = text_wrap_count(app->prompt, width);
    }
    for (int i = row - above; i <= row; i++)
        canvas_fill(canvas, i, 0, app->cols, STYLE_NORMAL, " ");
    canvas_put_wrapped(canvas, row - above, 1, width, above ? above : 1, 0, STYLE_KEY,
                       app->prompt);
    field_draw(&app->field, canvas, row, col, app->cols - col - 1);
}

void app_draw(const struct app *app, struct canvas *canvas)
{
    const struct screen *screen = screens[app_screen(app)];

    if (app->rows < SCREEN_LEAST_ROWS || app->cols < SCREEN_LEAST_COLS) {
        draw_too_small(app, canvas);
        return;
    }
    if (screen)
        screen->draw(app, canvas);
    if (app->asking != ASK_NOTHING)
        draw_field(app, canvas);
}
