/* SPDX-License-Identifier: GPL-3.0-or-later */
/* history_detail.c - what is known of one saved table, or what will be in the list */
#include "ui/screen/list/history_detail.h"

#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/utf8.h"
#include "ui/app/keymap.h"
#include "ui/screen/frame/frame.h"

static void add_first_steps(const struct app *app, struct pager *ret)
{
    int width = frame_width(app);
    char keys[KEY_LIST];

    pager_add_wrapped(ret, STYLE_NORMAL, 0, width,
                      _("Every write saves the sectors of the old table first. It then "
                        "stands here with what was changed, to be compared with the "
                        "table of now and to be put back."));
    CLEANUP(freep)
    char *now = xasprintf(_("%s on the main screen saves the table now."),
                          keymap_keys(app, SCREEN_TABLE, ACTION_BACKUP, 1, keys));
    pager_add_wrapped(ret, STYLE_NORMAL, 0, width, now);
    if (!app->history.folder)
        return;
    CLEANUP(freep) char *clean = utf8_clean(app->history.folder);
    CLEANUP(freep) char *folder = xasprintf(_("The files are kept in %s."), clean);
    pager_add_wrapped(ret, STYLE_NOTE, 0, width, folder);
}

void history_detail_add(const struct app *app, const struct saved_table *table,
                        struct pager *ret)
{
    int width = frame_width(app);

    if (!table) {
        add_first_steps(app, ret);
        return;
    }
    if (table->problem)
        pager_add_wrapped(ret, STYLE_ERROR, 0, width, table->problem);
    else if (table->has_next && !table->changes.count)
        pager_add_wrapped(ret, STYLE_NORMAL, 0, width, _("No partition differs."));
    for (size_t i = 0; i < table->changes.count; i++)
        pager_add_wrapped(ret, STYLE_NORMAL, 0, width, table->changes.at[i]);
    CLEANUP(freep) char *file = utf8_clean(table->file);
    pager_add_wrapped(ret, STYLE_NOTE, 0, width, file);
}
