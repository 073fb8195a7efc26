/* SPDX-License-Identifier: GPL-3.0-or-later */
/* content_rows.c - what the checkers of file systems have found, as sentences */
#include "ui/screen/wizard/content_rows.h"

#include "model/base/intl.h"
#include "model/base/mem.h"
#include "ui/app/keymap.h"

static char *content_key(const struct app *app)
{
    char keys[KEY_LIST];

    (void)keymap_keys(app, app_screen(app), ACTION_CHECK, 1, keys);
    return xstrdup(keys);
}

static void add_running(const struct app *app, struct lines *ret)
{
    const struct content_live *live = &app->content.live;
    CLEANUP(freep) char *key = content_key(app);

    if (live->number)
        lines_add(ret,
                  _("%1$s reads partition %2$u (%3$s): %4$u s so far. %5$s stops it."),
                  live->program, live->number, live->type, live->seconds, key);
    else
        lines_add(ret, "%s", _("The checkers are being started .."));
}

static void offer_checkers(const struct app *app, bool is_after, struct lines *ret)
{
    CLEANUP(freep) char *key = content_key(app);
    CLEANUP(freep) char *programs = checker_list_programs(&app->content.before);

    if (is_after)
        lines_add(ret,
                  _("%1$s checks the file systems that were moved (%2$s); nothing is "
                    "written."),
                  key, programs);
    else
        lines_add(ret,
                  _("%1$s checks the file systems first (%2$s), so that damage that is "
                    "there already is not taken for damage by the move; nothing is "
                    "written."),
                  key, programs);
}

static void add_result(const struct app *app, size_t index, bool is_after,
                       struct content_rows *ret)
{
    const struct checker_result *before = &app->content.before.at[index];
    const struct checker_result *now = is_after ? &app->content.after.at[index] : before;
    char *words = is_after ? checker_words_after(now, before) : checker_words(now);

    lines_take(now->verdict == CHECKER_CLEAN ? &ret->clean : &ret->found, words);
}

static bool is_run(const struct checker_list *list)
{
    for (size_t i = 0; i < list->count; i++)
        if (list->at[i].verdict > CHECKER_NOT_RUN && list->at[i].verdict < CHECKER_ABSENT)
            return true;
    return false;
}

void content_rows_make(const struct app *app, bool is_after, struct content_rows *ret)
{
    const struct content_check *content = &app->content;
    const struct checker_list *list = is_after ? &content->after : &content->before;

    *ret = (struct content_rows){ .found = { 0 } };
    for (size_t i = 0; i < list->count; i++)
        if (list->at[i].verdict != CHECKER_NOT_RUN)
            add_result(app, i, is_after, ret);
    if (content->live.is_at_work)
        add_running(app, &ret->notes);
    else if (is_run(list) && content->log[0])
        lines_add(&ret->notes, _("What the checkers have printed is in the log: %s"),
                  content->log);
    else if (!is_run(list) && checker_list_is_useful(&content->before))
        offer_checkers(app, is_after, &ret->notes);
}

void content_rows_finish(struct content_rows *rows)
{
    lines_finish(&rows->found);
    lines_finish(&rows->clean);
    lines_finish(&rows->notes);
}
