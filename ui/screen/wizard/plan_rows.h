/* SPDX-License-Identifier: GPL-3.0-or-later */
/* plan_rows.h - the rows of the page that plans the whole disk: steps, and what stays */
#ifndef ALIDADE_UI_SCREEN_WIZARD_PLAN_ROWS_H
#define ALIDADE_UI_SCREEN_WIZARD_PLAN_ROWS_H

#include "model/edit/edit.h"
#include "model/move/plan/moves_default.h"
#include "model/move/plan/typical_speed.h"
#include "model/report/moves_time.h"
#include "ui/draw/canvas.h"

/* A plan as the page shows it. */
struct plan_rows {
    const struct layout *layout; /* borrowed; the plan is made for it */
    struct err err;              /* why no plan was made; no text: one was */
    struct moves moves;
    struct moves_time time;
    struct moves_price price; /* with TIME's speed, and what is usual where unknown */
    const struct typical_speed *usual; /* the times are those of such a drive; or NULL */
    double read;        /* bytes per second: its own speed by a few reads; 0: not known */
    struct edit *edits; /* for each step; owned */
    uint32_t *unchanged; /* ids of the other partitions; owned */
    size_t unchanged_count;
    size_t count; /* rows: steps, partitions that stay although off, unchanged ones */
};

/* What the time of a plan depends on; others may be NULL. */
struct plan_pricing {
    const struct saved_result *saved;  /* results of measurements of the disk */
    const struct typical_speed *usual; /* where its speed was not measured; not NULL */
    const struct move_speed *read;     /* then: of a few reads; .read 0: none */
    const struct journal_offer *offer; /* a place for the journal that was named */
};

/* Makes the plan for LAYOUT.  The caller must plan_rows_finish() RET, which borrows the
 * offer. */
void plan_rows_make(const struct layout *layout, const struct moves_want *want,
                    const struct plan_pricing *pricing, struct plan_rows *ret);
void plan_rows_finish(struct plan_rows *rows);

/* Draws the heads of the columns, or row INDEX < count, in WIDTH columns. */
void plan_rows_draw_heads(const struct plan_rows *rows, struct canvas *canvas, int row,
                          int col, int width);
void plan_rows_draw(const struct plan_rows *rows, struct canvas *canvas, int row, int col,
                    int width, size_t index);
/* Returns the id of the partition, container or EBR of row INDEX. */
uint32_t plan_rows_id(const struct plan_rows *rows, size_t index);
/* Returns row INDEX in one or two translated sentences; NULL: there is nothing to say
 * about it without a plan; free(). */
char *plan_rows_words(const struct plan_rows *rows, size_t index);
/* True if row INDEX is changed, or is left as it is for a reason. */
bool plan_rows_has_words(const struct plan_rows *rows, size_t index);
/* Returns the known range for which row INDEX stays; NULL: it does not. */
const struct owner_run *plan_rows_owned(const struct plan_rows *rows, size_t index);
/* True if row INDEX is a partition that stays until it is called empty. */
bool plan_rows_asks_empty(const struct plan_rows *rows, size_t index);
/* Returns PRICE of COUNT > 0 steps in one translated line: "3 steps, 912 GiB of data, 1.8
 * TiB written, about 12 h"; free(). */
char *plan_price_words(const struct moves_price *price, size_t count);
/* Returns that of the whole plan, or why there is none, shorter than moves_lack_words();
 * free(). */
char *plan_rows_cost(const struct plan_rows *rows);

#endif
