/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pending_moves.c - pending edits that move data, which no write of a table does */
#include "ui/app/pending_moves.h"

#include "model/base/intl.h"
#include "model/move/plan/moves_edit.h"
#include "ui/app/keymap.h"

bool pending_moves_allow_write(struct app *app)
{
    char keys[KEY_LIST];

    if (!moves_are_queued(app->queue))
        return true;
    (void)keymap_keys(app, SCREEN_TABLE, ACTION_FIX, 1, keys);
    if (moves_alone_are_queued(app->queue))
        /* TRANSLATORS: a key */
        app_say(app, true,
                _("This moves data: %s shows what that takes, step by step, and asks "
                  "before it begins."),
                keys);
    else
        app_say(app, true, "%s",
                _("Moves of data are not written together with other changes: write "
                  "those without the moves first."));
    return false;
}

bool pending_moves_allow_script(struct app *app)
{
    if (!app->queue || !moves_are_queued(app->queue))
        return true;
    app_say(app, true, "%s",
            _("A script contains no moves of data: with its table, the data would not be "
              "found. Undo the moves first."));
    return false;
}
