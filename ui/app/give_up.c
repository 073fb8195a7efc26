/* SPDX-License-Identifier: GPL-3.0-or-later */
/* give_up.c - asks one by one for what no number names */
#include "ui/app/give_up.h"

#include <stdlib.h>
#include <string.h>

#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/found/whole.h"
#include "ui/app/keymap.h"

/* --- what is given up --- */

static void give_up_add(struct given_up *given, const struct owner_run *range)
{
    given->ranges = xrealloc(given->ranges, given->count + 1, sizeof(*given->ranges));
    given->starts = xrealloc(given->starts, given->count + 1, sizeof(*given->starts));
    given->ranges[given->count] = *range;
    given->starts[given->count++] = range->first;
}

void give_up_forget_ranges(struct app *app)
{
    app->given_up.count = 0;
}

void give_up_forget(struct app *app)
{
    struct given_up *given = &app->given_up;

    free(given->ranges);
    free(given->starts);
    lines_finish(&given->disk);
    free(given->asked_disk);
    *given = (struct given_up){ 0 };
}

struct effect give_up_effect(const struct app *app, enum effect_kind kind)
{
    return (struct effect){ .kind = kind,
                            .starts = app->given_up.starts,
                            .start_count = app->given_up.count };
}

/* --- ranges --- */

const struct owner_run *give_up_next(const struct app *app)
{
    const struct owner_runs *owned = &app->change.rehearsal.owned;
    const struct loss_accepted accepted = { .is_all = true,
                                            .starts = app->given_up.starts,
                                            .start_count = app->given_up.count };

    for (size_t i = 0; app->change.rehearsal.refusal && i < owned->count; i++)
        if (!owner_run_is_accepted(&owned->at[i], &accepted))
            return &owned->at[i];
    return NULL;
}

/* True if something else than RANGE is in its place now. */
static bool is_something_else(const struct owner_run *range,
                              const struct owner_runs *owned)
{
    bool is_same = false, is_any = false;

    for (size_t i = 0; i < owned->count; i++) {
        const struct owner_run *run = &owned->at[i];
        bool is_there = run->kind == OWNER_KNOWN &&
                        run->first < range->first + range->whole &&
                        range->first < run->first + run->whole;
        is_any |= is_there;
        is_same |= is_there && run->first == range->first && run->whole == range->whole &&
                   !strcmp(run->name, range->name);
    }
    return is_any && !is_same;
}

bool give_up_holds(struct app *app, const struct owner_runs *owned)
{
    struct given_up *given = &app->given_up;
    size_t kept = 0, count = given->count;

    if (app_screen(app) != SCREEN_WRITE && !app_has_screen(app, SCREEN_FIX_FOUND)) {
        give_up_forget_ranges(app); /* it was rehearsed without */
        return true;
    }
    for (size_t i = 0; i < count; i++) {
        if (is_something_else(&given->ranges[i], owned))
            continue;
        given->ranges[kept] = given->ranges[i];
        given->starts[kept++] = given->starts[i];
    }
    given->count = kept;
    return kept == count;
}

struct effect give_up_rehearse(struct app *app)
{
    enum effect_kind kind = app->fix.is_rehearsed  ? EFFECT_FIX_REHEARSE
                            : app->change.restored ? EFFECT_REHEARSE_RESTORE
                                                   : EFFECT_REHEARSE;

    app_say(app, false, "%s", _("Checking what is to be written .."));
    return give_up_effect(app, kind);
}

/* --- the disk --- */

char *give_up_disk_words(const struct app *app)
{
    const struct note *note = whole_note_find(app->layout);
    char keys[KEY_LIST];

    (void)keymap_keys(app, SCREEN_TABLE, ACTION_GIVE_UP, 1, keys);
    /* TRANSLATORS: what the disk belongs to, a key */
    return note ? xasprintf(_("%1$s %2$s asks whether to change it all the same."),
                            note->text, keys)
                : NULL;
}

bool give_up_allows_disk(struct app *app)
{
    CLEANUP(freep) char *words = give_up_disk_words(app);

    if (words)
        app_say(app, true, "%s", words);
    return !words;
}

struct layout *give_up_agree(const struct app *app, struct layout *layout)
{
    if (!app->given_up.disk.count)
        return layout;
    struct layout *agreed = whole_note_agree(layout, &app->given_up.disk);
    layout_unref(layout);
    return agreed;
}

/* --- the question --- */

struct effect give_up_ask(struct app *app, const struct owner_run *run)
{
    const struct note *note = whole_note_find(app->layout);
    struct given_up *given = &app->given_up;
    CLEANUP(freep)
    char *question = note  ? xasprintf(_("%s Change it all the same (y/N)?"), note->text)
                     : run ? owner_run_question(run)
                           : NULL;

    if (!question) {
        app_say(app, false, "%s", _("There is nothing here to be given up."));
        return effect_none;
    }
    freep(&given->asked_disk);
    if (note)
        given->asked_disk = xstrdup(note->text);
    else
        given->asked = *run;
    app_ask(app, ASK_GIVE_UP, question, "");
    return effect_none;
}

/* The disk is read again, and noted to be agreed to. */
static struct effect agree_to_disk(struct app *app)
{
    lines_take(&app->given_up.disk, TAKE(app->given_up.asked_disk));
    app_say(app, false, "%s",
            _("This disk can be changed now, until another one is opened; each write "
              "repeats what it belongs to."));
    return (struct effect){ .kind = EFFECT_REREAD, .given = app->given };
}

struct effect give_up_answer(struct app *app, const char *text)
{
    if (!app_is_y(text))
        return effect_none;
    if (app->given_up.asked_disk)
        return agree_to_disk(app);
    give_up_add(&app->given_up, &app->given_up.asked);
    return app_screen(app) == SCREEN_WRITE ? give_up_rehearse(app)
                                           : give_up_effect(app, EFFECT_FIX_LOOK);
}
