/* SPDX-License-Identifier: GPL-3.0-or-later */
/* help_list.c - the actions of a screen as a list, to be searched and run */
#include "ui/screen/help_list.h"

#include <string.h>

#include "model/base/intl.h"
#include "ui/app/keymap.h"
#include "ui/draw/pager.h"
#include "ui/screen/frame.h"

#define KEY_COLUMNS 16
#define NARROW      60 /* columns: only the first key of each action, in half of these */

static bool help_list_matches(const struct action_row *row, const char *keys,
                              const char *find)
{
    return strcasestr(_(row->help), find) ||
           (row->name && strcasestr(_(row->name), find)) || strcasestr(keys, find);
}

int help_list_find(const struct app *app, enum screen_id screen, const char *find,
                   enum action ret[ACTION_COUNT])
{
    char keys[KEY_LIST];
    int count = 0;

    for (unsigned i = ACTION_NONE + 1; i < ACTION_COUNT; i++) {
        enum action action = (enum action)i;
        bool is_move = action >= ACTION_UP && action <= ACTION_RUN;

        keymap_keys(app, screen, action, ACTION_KEYS, keys);
        if (*keys && !is_move && action != ACTION_HELP &&
            help_list_matches(keymap_row(app, action), keys, find))
            ret[count++] = action;
    }
    return count;
}

void help_list_draw(const struct app *app, struct canvas *canvas,
                    const struct help_list *list, enum screen_id screen)
{
    enum action found[ACTION_COUNT];
    int count = help_list_find(app, screen, list->find, found);
    int rows = app->rows - 4, top = list->at / rows * rows;
    bool is_narrow = app->cols < NARROW;
    int columns = is_narrow ? KEY_COLUMNS / 2 : KEY_COLUMNS;
    char keys[KEY_LIST];

    canvas_box(canvas, 1, app->rows - 2, *list->find ? list->find : _("Actions"),
               pager_more(count, rows, top));
    if (!count)
        canvas_put(canvas, 2, 4, app->cols - 6, STYLE_NORMAL,
                   _("No action is called so."));
    for (int i = top; i < count && i < top + rows; i++) {
        int row = 2 + i - top;

        keymap_keys(app, screen, found[i], is_narrow ? 1 : ACTION_KEYS, keys);
        canvas_put(canvas, row, 4, columns - 1, STYLE_KEY, keys);
        canvas_put(canvas, row, 4 + columns, app->cols - 6 - columns, STYLE_NORMAL,
                   _(keymap_row(app, found[i])->help));
        frame_offer_row(app, canvas, row, i);
        if (i == list->at)
            frame_select_row(app, canvas, row);
    }
}
