/* SPDX-License-Identifier: GPL-3.0-or-later */
/* change_undo.c - undo and redo of pending edits, those of one group at once */
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "ui/app/change.h"
#include "ui/app/disk.h"

/* The group of the last pending edit; 0: none. */
static unsigned last_group(const struct queue *queue)
{
    size_t count = queue_count(queue);

    return count ? queue_at(queue, count - 1)->group : 0;
}

struct effect change_undo(struct app *app)
{
    unsigned long count = 1;

    if (!queue_undo(app->queue))
        return effect_none;
    unsigned group = queue_undone_at(app->queue, 0)->group;
    for (; group && last_group(app->queue) == group; count++)
        (void)queue_undo(app->queue);
    CLEANUP(freep) char *words = queue_undone_words(app->queue, 0);
    app_show_preview(app);
    if (count == 1)
        app_say(app, false, _("Undone: %s"), words);
    else
        app_say(app, false, ngettext("Undone: %lu change", "Undone: %lu changes", count),
                count);
    return effect_none;
}

struct effect change_redo(struct app *app)
{
    if (!queue_redo(app->queue)) {
        app_say(app, false, "%s", _("There is nothing to redo."));
        return effect_none;
    }
    unsigned group = last_group(app->queue);
    while (group && queue_undone_count(app->queue) &&
           queue_undone_at(app->queue, 0)->group == group && queue_redo(app->queue))
        ;
    CLEANUP(freep) char *words = queue_words(app->queue, app_pending(app) - 1);
    app_show_preview(app);
    app_say(app, false, _("Done again: %s"), words);
    return effect_none;
}
