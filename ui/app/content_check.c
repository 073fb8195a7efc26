/* SPDX-License-Identifier: GPL-3.0-or-later */
/* content_check.c - the checkers of the file systems that the wizard moves */
#include "ui/app/content_check.h"

#include "model/base/intl.h"
#include "model/base/mem.h"

static bool is_after_move(const struct app *app)
{
    return app_screen(app) == SCREEN_WRITTEN && app->change.is_move &&
           app->fix.end == FIX_END_COMPLETE;
}

static bool content_check_applies(const struct app *app)
{
    return (app_screen(app) == SCREEN_FIX_CHECKS || is_after_move(app)) &&
           checker_list_is_useful(&app->content.before);
}

struct effect content_check_toggle(struct app *app)
{
    if (app->content.live.is_at_work)
        return (struct effect){ .kind = EFFECT_CHECK_STOP };
    if (!content_check_applies(app)) {
        app_say(app, false, "%s",
                _("There is nothing here that an installed checker can read."));
        return effect_none;
    }
    app->content.is_after = is_after_move(app);
    app_say(app, false, "%s", _("The file systems are being checked."));
    return (struct effect){ .kind = EFFECT_CHECK };
}

bool content_check_is_open(const struct app *app)
{
    return app_has_screen(app, SCREEN_FIX_CHECKS) || app_has_screen(app, SCREEN_WRITTEN);
}

static bool is_of_same(const struct checker_list *a, const struct checker_list *b)
{
    if (a->count != b->count)
        return false;
    for (size_t i = 0; i < a->count; i++)
        if (a->at[i].number != b->at[i].number || a->at[i].checker != b->at[i].checker)
            return false;
    return true;
}

/* The screen is open for one plan: with it, what was found before the move ends. */
void content_check_offer(struct app *app, struct checker_list *list)
{
    bool is_open = content_check_is_open(app);

    if (is_open && is_of_same(&app->content.before, list)) {
        checker_list_finish(list);
        return;
    }
    content_check_reset(app);
    app->content.before = *list;
    *list = (struct checker_list){ 0 };
}

static size_t count_verdict(const struct checker_list *list, enum checker_verdict verdict)
{
    size_t count = 0;

    for (size_t i = 0; i < list->count; i++)
        count += list->at[i].verdict == verdict;
    return count;
}

/* In a small window the rows with the results may be out of view. */
static void say_ended(struct app *app, const struct checker_list *list)
{
    bool is_found = count_verdict(list, CHECKER_DAMAGED);
    bool is_doubtful =
        count_verdict(list, CHECKER_FAILED) || count_verdict(list, CHECKER_STOPPED);

    if (is_found)
        app_say(app, true, "%s", _("The checkers have found errors."));
    else if (is_doubtful || !count_verdict(list, CHECKER_CLEAN))
        app_say(app, false, "%s", _("The checkers have ended."));
    else
        app_say(app, false, "%s", _("The checkers have found no errors."));
}

static void content_check_end(struct app *app, struct event *event)
{
    struct content_check *content = &app->content;
    struct checker_list *to = content->is_after ? &content->after : &content->before;

    /* Another disk may have been opened meanwhile. */
    if (!is_of_same(&content->before, &event->checked)) {
        checker_list_finish(&event->checked);
        return;
    }
    if (event->text)
        copy_text(content->log, sizeof(content->log), event->text);
    checker_list_finish(to);
    *to = event->checked;
    say_ended(app, to);
}

void content_check_update(struct app *app, struct event *event)
{
    bool is_running = event->content.is_at_work;

    app->content.live = event->content;
    if (is_running)
        return;
    if (event->checked.count)
        content_check_end(app, event);
    else if (event->text)
        app_say(app, true, "%s", event->text);
}

void content_check_reset(struct app *app)
{
    struct content_live live = app->content.live;

    checker_list_finish(&app->content.before);
    checker_list_finish(&app->content.after);
    app->content = (struct content_check){ .live = live };
}
