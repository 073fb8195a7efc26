/* SPDX-License-Identifier: GPL-3.0-or-later */
/* draw.c - the visible screen, with the question that is asked on it */
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "ui/app/app.h"
#include "ui/app/ask.h"
#include "ui/app/fix_run.h"
#include "ui/app/leave.h"

/* Draws the question of leaving in as many rows as there are. */
static void draw_leaving(const struct app *app, struct canvas *canvas)
{
    CLEANUP(freep) char *title = leave_title(app);
    int width = app->cols - 1;
    int used = canvas_put_wrapped(canvas, 0, 1, width, app->rows, 0, STYLE_NORMAL, title);

    canvas_put_wrapped(canvas, used, 1, width, app->rows - used, 0, STYLE_KEY,
                       leave_keys(app));
}

static void draw_too_small(const struct app *app, struct canvas *canvas)
{
    int row = 0, width = app->cols - 1;

    if (app->leaving) {
        draw_leaving(app, canvas);
        return;
    }
    canvas_printf(canvas, row++, 1, width, STYLE_NORMAL,
                  _("alidade: %1$dx%2$d is too small."), app->cols, app->rows);
    canvas_printf(canvas, row++, 1, width, STYLE_NORMAL,
                  _("Needs %1$dx%2$d, best 80x24."), SCREEN_MIN_COLS, SCREEN_MIN_ROWS);
    row++;
    canvas_put(canvas, row++, 1, width, STYLE_NORMAL, _("Make the window larger, or"));
    canvas_put(canvas, row++, 1, width, STYLE_NORMAL, _("Q quit and use:"));
    canvas_printf(canvas, row, 1, width, STYLE_NORMAL, "  alidade check %s",
                  app->info.path);
}

static void draw_screen(const struct app *app, struct canvas *canvas)
{
    if (app_is_too_small(app)) {
        draw_too_small(app, canvas);
        return;
    }
    app->ui->screens[app_screen(app)]->draw(app, canvas);
    if (app->leaving)
        leave_draw(app, canvas);
    else if (app->asking != ASK_NOTHING && app->asking != ASK_CONSENT)
        ask_draw(app, canvas);
}

void app_draw(const struct app *app, struct canvas *canvas)
{
    draw_screen(app, canvas);
    if (app->fix.is_asked)
        fix_run_draw_question(app, canvas);
}
