/* SPDX-License-Identifier: GPL-3.0-or-later */
/* plan_view.h - what the page that plans the whole disk shows, and in which rows */
#ifndef ALIDADE_UI_SCREEN_WIZARD_PLAN_VIEW_H
#define ALIDADE_UI_SCREEN_WIZARD_PLAN_VIEW_H

#include "ui/app/state.h"
#include "ui/draw/pager.h"
#include "ui/screen/wizard/plan_state.h"

/* The contents and the rows of the screen, computed from the app. */
struct plan_view {
    struct plan plan; /* the page's; while a start is typed, as if it was entered */
    char *typed;      /* what that start means, or why it cannot be; NULL: none; owned */
    struct plan_rows aims[PLAN_AIM_COUNT];
    int aim_count;
    const struct plan_rows *rows; /* of the selected aim */
    char *pattern;                /* NULL: none; owned */
    struct pager text;
    int pattern_rows, aims_row;
    int map_row;  /* of the first map, below its divider; 0: no maps */
    int map_rows; /* of each: 3 with labels and axis, or 1 */
    int heads_row, list_row, list_rows;
    int text_row, text_rows;
    bool has_heads;
    bool offers_starts; /* the row of the starts by hand, which has no plan yet */
    size_t selected;
    int cursor;   /* the wizard's row of the aims; else -1: the steps have one, too */
    int overflow; /* lines by which steps or text can be scrolled */
};

/* Returns plan_rows_words(), and which key changes what a partition stays for; free(). */
char *plan_view_row_words(const struct app *app, const struct plan_rows *rows,
                          size_t index);

/* Computes RET, whose ROWS points into itself; plan_view_finish(). */
void plan_view_make(const struct app *app, struct plan_view *ret);
void plan_view_finish(struct plan_view *view);

#endif
