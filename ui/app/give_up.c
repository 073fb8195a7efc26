/* SPDX-License-Identifier: GPL-3.0-or-later */
/* give_up.c - asks for each known range that no table names and that would be overwritten
 */
#include "ui/app/give_up.h"

#include "model/base/intl.h"
#include "model/base/mem.h"

/* --- what is given up --- */

const struct owner_run *give_up_next(const struct app *app)
{
    const struct change_state *change = &app->change;
    const struct owner_runs *owned = &change->rehearsal.owned;
    const struct loss_accepted accepted = { .is_all = true,
                                            .starts = change->starts,
                                            .start_count = change->start_count };

    for (size_t i = 0; change->rehearsal.refusal && i < owned->count; i++)
        if (!owner_run_is_accepted(&owned->at[i], &accepted))
            return &owned->at[i];
    return NULL;
}

bool give_up_holds(struct app *app, const struct owner_runs *owned)
{
    struct change_state *change = &app->change;
    bool is_again = app_screen(app) == SCREEN_WRITE;
    bool holds = !is_again || !change->start_count ||
                 owner_runs_are_same(&change->rehearsal.owned, owned);

    if (!is_again || !holds)
        change->start_count = 0; /* another rehearsal is made without */
    return holds;
}

struct effect give_up_rehearse(struct app *app)
{
    struct effect effect = { .kind = EFFECT_REHEARSE,
                             .starts = app->change.starts,
                             .start_count = app->change.start_count };

    if (app->fix.is_rehearsed)
        effect.kind = EFFECT_FIX_REHEARSE;
    else if (app->change.restored)
        effect.kind = EFFECT_REHEARSE_RESTORE;
    app_say(app, false, "%s", _("Checking what is to be written .."));
    return effect;
}

/* --- the question --- */

struct effect give_up_ask(struct app *app)
{
    const struct owner_run *run = give_up_next(app);

    if (run) {
        CLEANUP(freep) char *question = owner_run_question(run);
        app_ask(app, ASK_GIVE_UP, question, "");
    } else {
        app_say(app, false, "%s", _("There is nothing here to be given up."));
    }
    return effect_none;
}

struct effect give_up_answer(struct app *app, const char *text)
{
    struct change_state *change = &app->change;
    const struct owner_run *run = give_up_next(app);

    if (!run || !app_is_y(text))
        return effect_none;
    change->starts =
        xrealloc(change->starts, change->start_count + 1, sizeof(*change->starts));
    change->starts[change->start_count++] = run->first;
    return give_up_rehearse(app);
}
