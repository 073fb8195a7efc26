/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fix_pace.h - the phases, the rate and the time left of a fix that is running */
#ifndef ALIDADE_MODEL_REPORT_FIX_PACE_H
#define ALIDADE_MODEL_REPORT_FIX_PACE_H

#include "model/move/plan/fix_plan.h"
#include "model/move/plan/fixing_live.h"
#include "model/move/plan/pace.h"
#include "model/report/fix.h"

struct fix_pace {
    const struct journal_plan *plan; /* borrowed */
    bool is_rollback, skips_check;
    uint64_t begun_ms;
    struct fixing_live live;          /* the latest */
    struct pace moving, reading;      /* reading: before a move, and after it */
    double moving_rate, reading_rate; /* bytes per second as last known; 0: unknown */
};

/* Begins at NOW_MS; the caller sets is_rollback and skips_check after that. */
void fix_pace_begin(struct fix_pace *fix, const struct journal_plan *plan,
                    uint64_t now_ms);
/* LIVE is new. */
void fix_pace_take(struct fix_pace *fix, const struct fixing_live *live, uint64_t now_ms);
/* Returns what is known at NOW_MS, with rate and time left. */
struct report_fix_live fix_pace_live(const struct fix_pace *fix, uint64_t now_ms);

/* Returns what is done in PHASE, translated; NULL: data is moved. */
const char *fix_phase_words(enum fixing_phase phase);
/* True for phases that belong to one step of the plan, and for those that have bytes. */
bool fix_phase_is_in_step(enum fixing_phase phase);
bool fix_phase_has_bytes(enum fixing_phase phase);

#endif
