/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fix_ahead.c - what fix finds out before it asks, and plan too */
#include "ui/cli/fix_ahead.h"

#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/refusal.h"
#include "model/base/size.h"
#include "ui/cli/change.h"
#include "ui/cli/patience.h"
#include "ui/cli/plan_reasons.h"
#include "ui/cli/seed.h"

static const struct layout *ahead_base(const struct fix_ahead *ahead)
{
    return ahead->planning->disk.info.layout;
}

struct fix_ahead fix_ahead_of(const struct sys *sys, struct planning *planning,
                              const struct aim_plan *plan)
{
    return (struct fix_ahead){ .planning = planning,
                               .plan = plan,
                               .session = { .sys = sys,
                                            .path = planning->options->operands[0] } };
}

bool fix_ahead_has_steps(const struct fix_ahead *ahead, struct err *err)
{
    const struct moves *moves = &ahead->plan->moves;
    CLEANUP(lines_finish) struct lines left = { 0 };

    if (!moves->is_possible) {
        CLEANUP(freep) char *lack = moves_lack_words(ahead_base(ahead), moves);
        return err_refuse(err, REFUSAL_PLAN_NOT_POSSIBLE, "%s", lack);
    }
    if (moves->step_count)
        return true;
    plan_reasons_left_lines(ahead_base(ahead), moves, &left);
    CLEANUP(freep) char *words = lines_join(&left, " ");
    if (moves->left_count)
        (void)err_refuse(err, REFUSAL_PLAN_ALL_STAY, "%s", words);
    return false;
}

/* --- the journal's place --- */

static bool ahead_refuse_offer(const struct fix_ahead *ahead, struct err *err)
{
    const struct journal_offer *offer = &ahead->planning->offer;
    const struct limits *limits = layout_limits(ahead_base(ahead));
    uint64_t needs = MOVE_RECORD_BYTES + 2 * journal_grid(limits).grain * limits->logical;
    char has[SIZE_TEXT], takes[SIZE_TEXT];

    size_format_pair(offer->bytes, needs, has, takes);
    return err_refuse(err, REFUSAL_JOURNAL_OFFER_TOO_SMALL,
                      _("%1$s has space for %2$s, and the journal of this plan takes "
                        "more than %3$s: name a larger place."),
                      offer->path, has, takes);
}

/* What is known in free space may be in the way. */
static bool ahead_refuse_places(const struct fix_ahead *ahead, struct err *err)
{
    static const struct loss_accepted nothing;
    const struct moves *moves = &ahead->plan->moves;
    CLEANUP(owner_runs_finish) struct owner_runs owned = { 0 };

    for (size_t i = 0; i < moves->owned_count; i++)
        owner_runs_add(&owned, &moves->owned[i]);
    CLEANUP(freep)
    char *way =
        owner_runs_refusal(&owned, layout_limits(ahead_base(ahead))->logical, &nothing);
    return err_refuse(err, REFUSAL_JOURNAL_NO_PLACE, "%s%s%s",
                      _("There is no place on this disk for the journal of the moves: "
                        "name a file on another one with --journal=FILE."),
                      way ? " " : "", way ? way : "");
}

static bool ahead_has_place(const struct fix_ahead *ahead, struct err *err)
{
    const struct journal_place *place = ahead->plan->place;

    if (ahead->planning->offer_count)
        return (place && place->offer) || ahead_refuse_offer(ahead, err);
    return place || ahead_refuse_places(ahead, err);
}

/* --- the rehearsal --- */

static unsigned ahead_answers(const struct cli_options *options)
{
    return (options->is_slow ? FIX_ANSWER(FIX_SLOW) : 0) |
           (options->knows_flush_lies ? FIX_ANSWER(FIX_FLUSH_LIES) : 0);
}

static bool ahead_prepare(struct fix_ahead *ahead, struct err *err)
{
    const struct cli_options *options = ahead->planning->options;
    struct commit_told told = { .is_json = options->is_json };
    const struct commit_watch watch = commit_told_watch(&told);
    struct fix_want want = { .request = { .base = ahead_base(ahead),
                                          .moves = &ahead->plan->moves,
                                          .place = ahead->plan->place,
                                          .backup_path = options->backup_path,
                                          .accepted = change_accepted(options),
                                          .is_shown = options->is_dry_run ||
                                                      options->is_read_only,
                                          .skips_check = options->skips_check,
                                          .watch = &watch },
                             .time = &ahead->plan->time,
                             .saved = ahead->planning->disk.saved,
                             .is_asked = !options->is_agreed };

    ahead->session.answers = ahead_answers(options);
    return seed_draw(&want.request.seed, err) &&
           fix_session_prepare(&ahead->session, &want, &ahead->rehearsal, err);
}

bool fix_ahead_rehearse(struct fix_ahead *ahead, struct err *err)
{
    return ahead_has_place(ahead, err) && ahead_prepare(ahead, err);
}

bool fix_ahead_is_possible(struct fix_ahead *ahead, struct err *err)
{
    struct patience patience;

    if (!fix_ahead_has_steps(ahead, err))
        return !err->code;
    patience_begin(&patience, ahead->session.path, ahead->planning->options);
    bool is_possible = fix_ahead_rehearse(ahead, err);
    patience_end(&patience);
    return is_possible;
}

void fix_ahead_finish(struct fix_ahead *ahead)
{
    fix_session_finish(&ahead->session);
    rehearsal_report_finish(&ahead->rehearsal);
}
