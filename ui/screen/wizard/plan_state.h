/* SPDX-License-Identifier: GPL-3.0-or-later */
/* plan_state.h - the aim and the starts by hand of the plan page */
#ifndef ALIDADE_UI_SCREEN_WIZARD_PLAN_STATE_H
#define ALIDADE_UI_SCREEN_WIZARD_PLAN_STATE_H

#include "ui/app/state.h"
#include "ui/screen/wizard/plan_rows.h"

#define PLAN_CHOSEN_MAX 128

/* In the order of Tab. */
enum plan_aim {
    PLAN_AIM_NUDGE,
    PLAN_AIM_MIB,
    PLAN_AIM_CHOSEN, /* only if a start was chosen */
    PLAN_AIM_COUNT,
};

/* A start by hand. */
struct plan_start {
    struct moves_start chosen;
    uint64_t from; /* the start of the partition when it was typed */
};

/* The state of the page. */
struct plan {
    enum plan_aim aim;
    bool has_aim;     /* AIM was chosen; else it has no meaning, and the default counts */
    bool is_on_offer; /* wizard: the cursor is on the starts by hand, not yet a plan */
    size_t row;       /* of the steps; not in the wizard, whose one list are the plans */
    struct plan_start chosen[PLAN_CHOSEN_MAX];
    size_t chosen_count; /* also of partitions that are gone, and may come back */
};

/* Returns the state of the page in APP. */
struct plan *plan_of(const struct app *app);
/* Returns the number of starts by hand in RET: those of PLAN whose partition is where it
 * was, or where it is to be. */
size_t plan_starts(const struct app *app, const struct plan *plan,
                   struct moves_start ret[PLAN_CHOSEN_MAX]);
/* Returns the number of aims that are shown, and which of them is selected. */
int plan_aim_count(const struct app *app, const struct plan *plan);
enum plan_aim plan_shown_aim(const struct app *app, const struct plan *plan);
/* Returns the aim that is selected where none was chosen: that of the suggestions. */
enum plan_aim plan_default_aim(const struct app *app);
void plan_choose_aim(struct plan *plan, enum plan_aim aim);
/* Returns the speed of the drive, as measured or as usual for its kind. */
struct move_speed plan_speed(const struct app *app);
/* Makes the plan for AIM as in plan_rows_make(). */
void plan_make_aim(const struct app *app, const struct plan *plan, enum plan_aim aim,
                   struct plan_rows *ret);

/* True if the plan is shown by the wizard, with what app->wizard has chosen. */
bool plan_is_in_wizard(const struct app *app);
/* Makes the plan that is selected. */
void plan_make_shown(const struct app *app, struct plan_rows *ret);
/* The starts of PLAN by hand become those that the queue's edits have led to. */
void plan_take_queue(const struct queue *queue, struct plan *plan);

/* Returns the start by hand of the selected partition in PLAN; ALIGN_NONE if it has
 * none. */
uint64_t plan_start_of(const struct app *app, const struct plan *plan);
/* PLAN becomes what it is with TEXT as the start of the selected partition, which also
 * becomes its row; nothing: as planned.  On failure PLAN stays: TEXT is no sector
 * (ERR_USAGE), or no partition is selected or can begin there (ERR_REFUSED). */
bool plan_enter_start(const struct app *app, const char *text, struct plan *plan,
                      struct err *err) MUST_USE;

#endif
