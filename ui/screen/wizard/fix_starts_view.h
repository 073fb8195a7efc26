/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fix_starts_view.h - what the wizard's form of starts by hand shows, and in which rows
 */
#ifndef ALIDADE_UI_SCREEN_WIZARD_FIX_STARTS_VIEW_H
#define ALIDADE_UI_SCREEN_WIZARD_FIX_STARTS_VIEW_H

#include "model/align/judge.h"
#include "ui/app/state.h"
#include "ui/draw/field.h"
#include "ui/draw/pager.h"
#include "ui/screen/wizard/plan_state.h"

/* The state of the form. */
struct fix_starts {
    struct {
        uint32_t id;        /* of the partition */
        struct field field; /* nothing: as planned */
    } rows[PLAN_CHOSEN_MAX];
    int count;
    int at; /* index of the current row */
};

struct fix_starts *fix_starts_of(const struct app *app);

/* The contents and the rows of the screen, computed from the app. */
struct fix_starts_view {
    struct plan plan;      /* with what is typed */
    struct plan_rows rows; /* made from it */
    char *problem;         /* why it cannot be, in one sentence; NULL: it can; owned */
    int problem_at;        /* the row that is about; -1: no single one */
    struct pager text;
    int list_row, list_rows;
    int map_row;  /* of its divider; 0: no map */
    int map_rows; /* 3 with labels and axis, or 1 */
    int text_row, text_rows;
    bool has_heads;
};

/* Returns the verdict on the start of EXTENT: where it ends costs nothing. */
struct verdict fix_starts_verdict(const struct layout *layout,
                                  const struct extent *extent);

/* fix_starts_view_finish() */
void fix_starts_view_make(const struct app *app, struct fix_starts_view *ret);
void fix_starts_view_finish(struct fix_starts_view *view);

#endif
