/* SPDX-License-Identifier: GPL-3.0-or-later */
/* table_view.h - the parts of the main screen: which rows it has and what they say */
#ifndef ALIDADE_UI_SCREEN_TABLE_VIEW_H
#define ALIDADE_UI_SCREEN_TABLE_VIEW_H

#include <stdbool.h>
#include <stddef.h>

#include "model/align/judge.h"
#include "model/base/str.h"
#include "ui/app/state.h"
#include "ui/draw/canvas.h"
#include "ui/draw/ruler.h"

/* Below this there is the list alone; the menu takes more rows. */
#define TABLE_MIN_COLS  60
#define TABLE_MIN_ROWS  15
#define TABLE_MENU_ROWS 22

enum pane {
    PANE_TABLE, /* partitions and free space worth a row */
    PANE_MAP,   /* every extent, however small */
};

/* The state of the main screen. */
struct table_own {
    enum pane pane;
    int menu;    /* the selected button */
    size_t note; /* the sentence that v says next */
};

struct table_own *table_of(const struct app *app);

/* Where the panes stand; a row of -1 means that the pane has no room. */
struct table_view {
    bool is_small; /* the list alone */
    int map;       /* title row of the map; its content has map_rows */
    int map_rows;
    int where;      /* title row of the ruler */
    int where_rows; /* rows of sectors */
    int other;      /* title row of a second ruler, for the other edge */
    int table;      /* title row of the table */
    int table_rows; /* rows of extents */
    int bottom;     /* last row of the box */
    int text, text_rows;
    int buttons, button_rows;
};

/* ROWS_WANTED is how many extents there are to list. */
struct table_view table_view_of(const struct app *app, size_t rows_wanted);

/* The extents that the table lists, in disk order; free() *RET. */
size_t table_rows(const struct app *app, const struct extent ***ret);
/* The place of ID among them, or 0. */
size_t table_index(const struct extent *const *rows, size_t count, uint32_t id);

/* Draws the heads in ROW and at most MAX_ROWS rows below them. */
void table_draw(const struct app *app, struct canvas *canvas, int row, int max_rows,
                const struct extent *const *rows, size_t count);
/* Shows the next set of columns and units; returns its name, translated. */
const char *table_columns_next(struct app *app);

/* The edge that map and ruler look at, and the other end of the same extent. */
struct edge table_edge(const struct app *app);
struct edge table_other_edge(const struct app *app);

/* The words of an edge; free(). */
char *table_pointer_text(const struct app *app, struct edge edge);
char *table_pointer_brief(const struct app *app, struct edge edge);
/* The words of the shown extent; free(). */
char *table_sentence(const struct app *app); /* below the box */
/* The same in one row of WIDTH columns, where that can be said so short. */
char *table_brief(const struct app *app, int width);
/* True where the start is what a verdict blames, and moving it the whole cure. */
bool table_is_start_off(const struct verdict *verdict);
/* "Start 56, 64 or 2048 would cure it.", the best alone where all are wider than WIDTH;
 * empty where nothing is to be cured. */
char *table_cures(const struct app *app, int width);
/* Where a partition could start in EXTENT, or else on this disk; free(). */
char *table_first_starts(const struct app *app, const struct extent *extent);
/* "2 changes pending"; free(). */
char *table_pending(const struct app *app);
/* "512/512?"; free() */
char *table_sectors_text(const struct limits *limits);

/* The table as a whole (table_state.c).  "3 of 3 misaligned"; free(). */
char *table_summary(const struct app *app);
/* "! primary GPT damaged", or empty; free(). */
char *table_state_brief(const struct app *app);
/* The worst finding about the table for ROWS of WIDTH columns, until a key asks for
 * something else; NULL where there is none; free(). */
char *table_state_text(const struct app *app, int width, int rows);
/* The next of all sentences about the table as the message. */
void table_state_say(struct app *app);

/* The buttons, in order; ACTION_NONE past the end. */
enum action table_button(int index);
/* What the selected button does, or what it lacks. */
const char *table_button_help(const struct app *app);
int table_button_count(void);
int table_button_rows(const struct app *app);
void table_draw_buttons(const struct app *app, struct canvas *canvas, int row);

/* The list for small terminals. */
void table_draw_small(const struct app *app, struct canvas *canvas, int max_rows,
                      const struct extent *const *rows, size_t count);

/* What struct screen asks for (table_actions.c). */
struct effect table_handle(struct app *app, enum action action);
struct effect table_answer(struct app *app, enum ask asked, const char *text);

#endif
