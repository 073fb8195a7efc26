/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pending_moves.c - pending edits that move data, which no write of a table does */
#include "ui/app/pending_moves.h"

#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/shell.h"
#include "model/base/str.h"
#include "model/move/moves_edit.h"

/* Names the command that carries the pending moves out. */
static void say_command(struct app *app)
{
    const struct layout *base = queue_base(app->queue);
    CLEANUP(freep)
    struct moves_start *starts = xcalloc(layout_count(base) + 1, sizeof(*starts));
    size_t count = moves_queued_starts(app->queue, starts);
    CLEANUP(str_finish) struct str command = { 0 };
    CLEANUP(freep) char *path = shell_path(app->info.path);

    str_add(&command, "alidade fix");
    for (size_t i = 0; i < count; i++)
        str_printf(&command, " --start=%u=%llu", layout_find(base, starts[i].id)->number,
                   (ull)starts[i].start);
    /* TRANSLATORS: a command, and the path of a disk */
    app_say(app, true, _("Data is not moved from here. This command moves it: %1$s %2$s"),
            str_text(&command), path);
}

bool pending_moves_allow_write(struct app *app)
{
    if (!moves_are_queued(app->queue))
        return true;
    if (moves_alone_are_queued(app->queue))
        say_command(app);
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
