/* SPDX-License-Identifier: GPL-3.0-or-later */
/* screen_table.c - the main screen: map, ruler, table of one disk */
#include "ui/screen.h"

static void draw(const struct app *app, struct canvas *canvas)
{
    canvas_put(canvas, 0, 0, app->cols, STYLE_HEADER, app->info.path);
}

static struct effect handle(struct app *app, enum command command)
{
    if (command == COMMAND_EXPLAIN)
        app_push(app, SCREEN_WHY);
    else if (command == COMMAND_DETAILS)
        app_push(app, SCREEN_DETAILS);
    return (struct effect){ .kind = EFFECT_NONE };
}

const struct screen screen_table = { draw, handle, NULL };
