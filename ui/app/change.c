/* SPDX-License-Identifier: GPL-3.0-or-later */
/* change.c - undo, redo, write, scripts and backups, on every screen */
#include "ui/app/change.h"

#include <stdlib.h>
#include <string.h>

#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/text.h"
#include "model/base/utf8.h"
#include "model/edit/gpt_fit.h"
#include "model/script/script.h"
#include "ui/app/ask.h"
#include "ui/app/ask_files.h"
#include "ui/app/consent.h"
#include "ui/app/disk.h"
#include "ui/app/fix_run.h"
#include "ui/app/give_up.h"
#include "ui/app/measure_run.h"
#include "ui/app/pending_moves.h"

/* --- actions --- */

static bool may_write(struct app *app)
{
    if (app->is_read_only && !app_say_forbidden(app))
        app_say(app, true, _("%s was opened read-only."), app->info.path);
    return !app->is_read_only && give_up_allows_disk(app) && !measure_run_is_busy(app);
}

struct effect change_write(struct app *app)
{
    if (!may_write(app) || !pending_moves_allow_write(app))
        return effect_none;
    app_say(app, false, "%s", _("Checking what is to be written .."));
    return app_screen(app) == SCREEN_WRITE ? give_up_rehearse(app)
                                           : (struct effect){ .kind = EFFECT_REHEARSE };
}

struct effect change_hint(struct app *app)
{
    app_say(app, false, "%s", _("Upper-case W writes."));
    return effect_none;
}

/* A table that sfdisk cannot express is refused before a name is typed. */
struct effect change_save_script(struct app *app)
{
    CLEANUP(freep) char *name = xasprintf("%s.sfdisk", text_file_name(app->info.path));
    struct err err = { 0 };
    char *script;

    if (!pending_moves_allow_script(app))
        return effect_none;
    if (!script_print(app->layout, app->info.path, &script, &err)) {
        app_say(app, true, "%s", err.text);
        return effect_none;
    }
    free(app->change.script);
    app->change.script = script;
    app_ask(app, ASK_SAVE_SCRIPT, _("New file for the script:"), name);
    return effect_none;
}

struct effect change_load_script(struct app *app)
{
    const struct lines *used = &app->recent.used[RECENT_SCRIPT];

    file_choices_finish(&app->choices);
    app->change.naming = ASK_LOAD_SCRIPT;
    app_ask(app, ASK_LOAD_SCRIPT, _("Script to load:"), used->count ? used->at[0] : "");
    return (struct effect){ .kind = EFFECT_FIND_SCRIPT };
}

struct effect change_backup(struct app *app)
{
    app->change.naming = ASK_BACKUP;
    return (struct effect){ .kind = EFFECT_NAME_BACKUP };
}

/* A backup is compared with the disk, so nothing may be pending. */
static bool may_restore(struct app *app)
{
    if (app_pending(app)) {
        app_say(app, true, "%s",
                _("Changes are pending: write them or undo them before a backup is "
                  "restored."));
        return false;
    }
    return may_write(app);
}

struct effect change_restore_file(struct app *app, const char *file)
{
    if (!may_restore(app))
        return effect_none;
    return (struct effect){ .kind = EFFECT_REHEARSE_RESTORE, .path = file };
}

struct effect change_restore(struct app *app)
{
    if (!may_restore(app))
        return effect_none;
    app->change.naming = ASK_RESTORE;
    return (struct effect){ .kind = EFFECT_FIND_BACKUP };
}

/* --- answers --- */

static void forget_rehearsal(struct app *app)
{
    rehearsal_report_finish(&app->change.rehearsal);
    layout_unref(app->change.restored);
    app->change.restored = NULL;
    lines_finish(&app->fix.stop);
}

static struct effect take_consent(struct app *app, const char *text)
{
    if (consent_is_yes(text) && !app_is_too_small(app)) {
        if (app->fix.is_rehearsed) {
            forget_rehearsal(app);
            return fix_run_start(app);
        }
        app_say(app, false, "%s",
                _("Writing .. (Ctrl-C and Ctrl-Z do nothing until it is done)"));
        return (struct effect){ .kind = EFFECT_COMMIT };
    }
    forget_rehearsal(app);
    app_say(app, false, "%s",
            app->change.is_early && consent_is_rest_of_yes(text)
                ? _("Nothing has been written: what was typed before the question was "
                    "shown did not count.")
                : _("Nothing has been written."));
    app_back(app);
    return (struct effect){ .kind = EFFECT_FORGET };
}

static const struct {
    enum ask asked;
    enum effect_kind effect;
} path_asks[] = {
    { ASK_SAVE_SCRIPT, EFFECT_SAVE_SCRIPT },
    { ASK_LOAD_SCRIPT, EFFECT_LOAD_SCRIPT },
    { ASK_BACKUP, EFFECT_BACKUP },
    { ASK_RESTORE, EFFECT_REHEARSE_RESTORE },
};

bool change_asks(enum ask what)
{
    for (size_t i = 0; i < ARRAY_SIZE(path_asks); i++) {
        if (path_asks[i].asked == what)
            return true;
    }
    return what == ASK_CONSENT;
}

struct effect change_answer(struct app *app, enum ask asked, const char *text)
{
    if (asked == ASK_CONSENT)
        return take_consent(app, text);
    for (size_t i = 0; *text && i < ARRAY_SIZE(path_asks); i++) {
        if (path_asks[i].asked == asked)
            return (struct effect){ .kind = path_asks[i].effect,
                                    .path = app->field.text, /* TEXT is not kept */
                                    .text = app->change.script };
    }
    return effect_none;
}

/* --- keys typed too early --- */

bool change_awaits_shown(const struct app *app)
{
    return app->asking == ASK_CONSENT && !app->change.consent.is_shown &&
           !app_is_too_small(app);
}

static void tell_early(struct app *app)
{
    app->change.is_early = true;
    app_say(app, false, "%s",
            _("What was typed before this screen was shown is ignored."));
}

void change_shown(struct app *app, uint64_t ms, bool is_early)
{
    app->change.consent = (struct consent_gate){ .is_shown = true, .shown_ms = ms };
    field_set(&app->field, "");
    if (is_early)
        tell_early(app);
}

void change_hidden(struct app *app)
{
    app->change.consent = (struct consent_gate){ .is_shown = false };
}

bool change_ignores(struct app *app, uint32_t key, uint64_t ms)
{
    /* On a terminal that is too small any answer goes back. */
    if (app->asking != ASK_CONSENT || app_is_too_small(app) ||
        consent_counts(&app->change.consent, ms) || key == KEY_CODE_ESCAPE)
        return false;
    tell_early(app);
    return true;
}

/* --- events --- */

static void forget_event(struct event *event)
{
    rehearsal_report_finish(&event->rehearsal);
    lines_finish(&event->stop);
    layout_unref(event->layout);
}

struct effect change_rehearsed(struct app *app, struct event *event)
{
    app->message[0] = '\0';
    if (!event->text && !give_up_holds(app, &event->rehearsal.owned)) {
        forget_event(event);
        return give_up_rehearse(app);
    }
    forget_rehearsal(app);
    app->change.is_early = false;
    app->change.rehearsal = event->rehearsal;
    app->fix.is_rehearsed = event->is_fix;
    app->fix.stop = event->stop;
    app->change.restored = event->layout;
    if (event->text)
        app_say(app, true, "%s", event->text);
    else if (!event->is_fix && !app->change.rehearsal.backup_path)
        app_say(app, false, "%s", _("The disk has all of this already."));
    if (*app->message) {
        forget_rehearsal(app);
        if (event->text)
            ask_again(app, false);
        if (app_screen(app) == SCREEN_WRITE) /* it was rehearsed again on that screen */
            app_back(app);
        return effect_none;
    }
    app->is_comparing = false;
    change_hidden(app);
    app_push(app, SCREEN_WRITE);
    if (!app->change.rehearsal.refusal)
        app_ask(app, ASK_CONSENT, "", "");
    return effect_none;
}

/* The table is read again even after a failure, to show what is on the disk now. */
struct effect change_committed(struct app *app, struct event *event)
{
    app->message[0] = '\0';
    commit_report_finish(&app->change.report);
    app->change.report = event->commit;
    copy_text(app->change.failure, sizeof(app->change.failure),
              event->text ? event->text : "");
    forget_rehearsal(app);
    app->change.is_move = false;
    app_back_to(app, SCREEN_TABLE);
    app_push(app, SCREEN_WRITTEN);
    if (app->change.report.is_written) {
        queue_clear(app->queue);
        app_show_preview(app);
    }
    return (struct effect){ .kind = EFFECT_REREAD, .given = app->given };
}

/* Shows the line of TEXT that is wrong, too. */
static void say_script_error(struct app *app, const char *text, const struct err *err)
{
    for (unsigned line = 1; line < err->line && *text; line++) {
        text += strcspn(text, "\n");
        text += *text == '\n';
    }
    CLEANUP(freep)
    char *raw = xasprintf("%.*s", err->line ? (int)strcspn(text, "\r\n") : 0, text);
    CLEANUP(freep) char *shown = utf8_clean(raw);
    if (*shown)
        app_say(app, true, _("%1$s The line is: %2$s"), err->text, shown);
    else
        app_say(app, true, "%s", err->text);
}

void change_script(struct app *app, const char *text)
{
    CLEANUP(freep) struct edit *edits = NULL;
    struct err err = { 0 };
    size_t count;

    if (!script_edits(text, app->layout, &edits, &count, &err) ||
        !gpt_fit_script(app->layout, edits, count, &app->info.front, &err)) {
        say_script_error(app, text, &err);
        ask_again(app, true);
        return;
    }
    if (!app_edit_all(app, edits, count)) { /* it has set the message */
        ask_again(app, true);
        return;
    }
    app_say(app, false,
            ngettext("The script makes %zu change; nothing is written yet.",
                     "The script makes %zu changes; nothing is written yet.", count),
            count);
}

void change_named(struct app *app, struct event *event)
{
    const char *path = event->text;

    file_choices_finish(&app->choices);
    app->choices = event->choices;
    ask_files_add_used(app,
                       app->change.naming == ASK_RESTORE ? RECENT_BACKUP : RECENT_SCRIPT);
    if (app->change.naming == ASK_BACKUP)
        app_ask(app, ASK_BACKUP, _("New file for the backup:"), path);
    else if (app->change.naming == ASK_RESTORE)
        app_ask(app, ASK_RESTORE, _("Backup to restore:"), path);
    else if (app->asking == ASK_LOAD_SCRIPT && !*app->field.text && *path)
        field_offer(&app->field, path);
    app->change.naming = ASK_NOTHING;
}

/* The newest table is compared with the one on the disk, without pending edits. */
void change_history(struct app *app, struct event *event)
{
    app->message[0] = '\0';
    history_finish(&app->history);
    app->history = event->history;
    for (size_t i = 0; app->queue && i < app->history.count; i++)
        if (history_is_newest(&app->history, i))
            history_compare_now(&app->history, i, queue_base(app->queue));
}
