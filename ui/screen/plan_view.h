/* SPDX-License-Identifier: GPL-3.0-or-later */
/* plan_view.h - what the page that plans the whole disk shows, and in which rows */
#ifndef ALIDADE_UI_SCREEN_PLAN_VIEW_H
#define ALIDADE_UI_SCREEN_PLAN_VIEW_H

#include "ui/app/state.h"
#include "ui/draw/pager.h"
#include "ui/screen/plan_rows.h"

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
    size_t row;
    struct plan_start chosen[PLAN_CHOSEN_MAX];
    size_t chosen_count; /* also of partitions that are gone, and may come back */
};

/* Returns the state of the page in APP. */
struct plan *plan_of(const struct app *app);
/* Returns the number of starts by hand in RET: those whose partition is where it was, or
 * where it is to be. */
size_t plan_starts(const struct app *app, struct moves_start ret[PLAN_CHOSEN_MAX]);
/* Returns the number of aims that are shown. */
int plan_aim_count(const struct app *app);
/* Makes the plan for AIM as in plan_rows_make(). */
void plan_make_aim(const struct app *app, enum plan_aim aim, struct plan_rows *ret);

/* The contents and the rows of the screen, computed from the app. */
struct plan_view {
    struct plan_rows aims[PLAN_AIM_COUNT];
    int aim_count;
    const struct plan_rows *rows; /* of the selected aim */
    char *pattern;                /* NULL: none; owned */
    struct pager text;
    int pattern_rows, aims_row;
    int map_row; /* 0: no maps */
    int heads_row, list_row, list_rows;
    int text_row, text_rows;
    bool has_heads;
    size_t selected;
};

/* Computes RET, whose ROWS points into itself; plan_view_finish(). */
void plan_view_make(const struct app *app, struct plan_view *ret);
void plan_view_finish(struct plan_view *view);

#endif
