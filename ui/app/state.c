/* SPDX-License-Identifier: GPL-3.0-or-later */
/* state.c - the state of the program, and the functions that every screen uses */
#include "ui/app/state.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "model/base/intl.h"
#include "model/base/mem.h"

const struct effect effect_none = { .kind = EFFECT_NONE };

bool app_is_too_small(const struct app *app)
{
    return app->rows < SCREEN_MIN_ROWS || app->cols < SCREEN_MIN_COLS;
}

enum screen_id app_screen(const struct app *app)
{
    return app->stack[app->depth - 1];
}

bool app_has_screen(const struct app *app, enum screen_id screen)
{
    for (int i = 0; i < app->depth; i++)
        if (app->stack[i] == screen)
            return true;
    return false;
}

void app_push(struct app *app, enum screen_id screen)
{
    if (app->depth == APP_STACK || app_screen(app) == screen)
        return;
    app->scrolls[app->depth - 1] = app->scroll;
    app->stack[app->depth++] = screen;
    app->scroll = 0;
    if (app->ui->screens[screen]->opened)
        app->ui->screens[screen]->opened(app);
}

void app_back(struct app *app)
{
    if (app->depth == 1)
        return;
    app->depth--;
    app->scroll = app->scrolls[app->depth - 1];
}

void app_back_to(struct app *app, enum screen_id screen)
{
    while (app->depth > 1 && app_screen(app) != screen)
        app->depth--;
    app->scroll = 0;
}

void app_say(struct app *app, bool is_error, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    (void)vsnprintf(app->message, sizeof(app->message), format, args); /* may be cut */
    va_end(args);
    app->is_message_error = is_error;
}

void app_ask(struct app *app, enum ask what, const char *prompt, const char *text)
{
    app->asking = what;
    copy_text(app->prompt, sizeof(app->prompt), prompt);
    field_set(&app->field, text);
    app->field.is_fresh =
        *text && text[strlen(text) - 1] != '/'; /* typing continues behind a slash */
}

bool app_is_y(const char *text)
{
    /* TRANSLATORS: the answer to "... (y/N)?", one letter */
    return !strcasecmp(text, "y") || !strcasecmp(text, _("y"));
}
