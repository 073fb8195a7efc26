/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fix_pace.c - the phases, the rate and the time left of a fix that is running */
#include "model/report/fix_pace.h"

#include "model/base/intl.h"

static const struct {
    const char *id;
    const char *words; /* N_(); NULL: none */
} phases[FIXING_PHASE_COUNT] = {
    [FIXING_PHASE_OPEN] = { "open", N_("opening the disk") },
    [FIXING_PHASE_LOCK] = { "lock", N_("waiting for another program") },
    [FIXING_PHASE_SCAN] = { "scan", N_("reading all data") },
    [FIXING_PHASE_JOURNAL] = { "journal", N_("writing the journal") },
    [FIXING_PHASE_TABLE] = { "table", N_("changing the table") },
    [FIXING_PHASE_MOVE] = { "move", NULL },
    [FIXING_PHASE_CHECK] = { "check", N_("comparing") },
    [FIXING_PHASE_END] = { "end", N_("removing the journal") },
};

const char *fix_phase_words(enum fixing_phase phase)
{
    return phases[phase].words ? _(phases[phase].words) : NULL;
}

/* Returns the bytes of data that the steps from FIRST to END move. */
static uint64_t bytes_of_steps(const struct journal_plan *plan, size_t first, size_t end)
{
    uint64_t sectors = 0;

    for (size_t i = first; i < end && i < plan->step_count; i++)
        if (plan->steps[i].action == MOVES_DATA)
            sectors += plan->steps[i].length;
    return sectors * plan->logical;
}

bool fix_phase_is_in_step(enum fixing_phase phase)
{
    return phase == FIXING_PHASE_TABLE || phase == FIXING_PHASE_MOVE ||
           phase == FIXING_PHASE_CHECK;
}

bool fix_phase_has_bytes(enum fixing_phase phase)
{
    return phase == FIXING_PHASE_SCAN || phase == FIXING_PHASE_MOVE ||
           phase == FIXING_PHASE_CHECK;
}

/* The pace of moving goes on from step to step; reading begins again with each. */
static void fix_pace_measure(struct fix_pace *fix, uint64_t now_ms)
{
    const struct fixing_live *live = &fix->live;
    bool is_move = live->phase == FIXING_PHASE_MOVE;
    struct pace *pace = is_move ? &fix->moving : &fix->reading;
    double *known = is_move ? &fix->moving_rate : &fix->reading_rate;
    uint64_t before =
        is_move && !fix->is_rollback ? bytes_of_steps(fix->plan, 0, live->step) : 0;

    pace_add(pace, now_ms, before + live->move.bytes_done);
    double rate = pace_rate(pace);
    if (rate > 0)
        *known = rate;
}

/* Returns the seconds of BYTES; 0 too if the rate is not known. */
static double seconds_at(double rate, uint64_t bytes)
{
    return rate > 0 ? (double)bytes / rate : 0;
}

/* After reading for the first time: it is assumed that the drive writes as fast. */
static double seconds_after_scan(const struct fix_pace *fix)
{
    const struct fixing_ahead *ahead = &fix->live.ahead;

    return seconds_at(fix->reading_rate, ahead->bytes) + ahead->seconds;
}

/* Adds what is moved and read in the steps after this one, and read after this move. */
static double seconds_ahead(const struct fix_pace *fix)
{
    const struct fixing_live *live = &fix->live;
    uint64_t ahead = bytes_of_steps(fix->plan, live->step + 1, live->step_count);
    uint64_t read = live->phase == FIXING_PHASE_MOVE ? live->move.bytes_total : 0;

    if (fix->is_rollback)
        return 0;
    if (live->phase == FIXING_PHASE_SCAN)
        return seconds_after_scan(fix);
    return seconds_at(fix->moving_rate, ahead) +
           (fix->skips_check ? 0 : seconds_at(fix->reading_rate, ahead + read));
}

/* Fills in rate and time left, if this phase has a rate. */
static void add_pace(const struct fix_pace *fix, struct move_progress *ret)
{
    const struct fixing_live *live = &fix->live;
    bool is_move = live->phase == FIXING_PHASE_MOVE;
    const struct pace *pace = is_move ? &fix->moving : &fix->reading;

    ret->bytes_per_second = ret->seconds_left = 0;
    if (!fix_phase_has_bytes(live->phase) || ret->bytes_done >= ret->bytes_total)
        return;
    ret->bytes_per_second = pace_rate(pace);
    if (ret->bytes_per_second > 0)
        ret->seconds_left =
            pace_left(pace, ret->bytes_total - ret->bytes_done) + seconds_ahead(fix);
}

struct report_fix_live fix_pace_live(const struct fix_pace *fix, uint64_t now_ms)
{
    const struct fixing_live *live = &fix->live;
    struct report_fix_live ret = {
        .phase = phases[live->phase].id,
        .step = live->step,
        .step_count = live->step_count,
        .number = live->number,
        .move = live->move,
        .seconds = (double)(now_ms - fix->begun_ms) / 1000,
        /* What is told as safe may stand on the screen until the next line. */
        .is_safe = live->is_safe && live->phase < FIXING_PHASE_JOURNAL,
    };

    add_pace(fix, &ret.move);
    return ret;
}

void fix_pace_begin(struct fix_pace *fix, const struct journal_plan *plan,
                    uint64_t now_ms)
{
    *fix = (struct fix_pace){ .plan = plan, .begun_ms = now_ms };
}

void fix_pace_take(struct fix_pace *fix, const struct fixing_live *live, uint64_t now_ms)
{
    fix->live = *live;
    if (fix_phase_has_bytes(live->phase))
        fix_pace_measure(fix, now_ms);
}
