/* SPDX-License-Identifier: GPL-3.0-or-later */
/* table_view.h - the parts of the main screen: their rows and their text */
#ifndef ALIDADE_UI_SCREEN_LIST_TABLE_VIEW_H
#define ALIDADE_UI_SCREEN_LIST_TABLE_VIEW_H

#include <stdbool.h>
#include <stddef.h>

#include "model/align/judge.h"
#include "model/base/str.h"
#include "ui/app/foot.h"
#include "ui/app/state.h"
#include "ui/draw/canvas.h"
#include "ui/draw/ruler.h"

/* Smaller terminals have no map box, ruler and buttons; those with TABLE_MENU_ROWS rows
 * always have buttons. */
#define TABLE_MIN_COLS  60
#define TABLE_MIN_ROWS  15
#define TABLE_MENU_ROWS 24

enum pane {
    PANE_TABLE, /* partitions, and free space of at least a grain */
    PANE_MAP,   /* every extent, of any size */
};

/* The state of the main screen. */
struct table_own {
    enum pane pane;
    int menu; /* index of the selected button */
};

struct table_own *table_of(const struct app *app);

/* Rows of the parts; -1: the part does not fit. */
struct table_view {
    bool is_small; /* no map box, ruler and buttons */
    int map;       /* title row of the map; map_rows rows follow */
    int map_rows;
    bool has_where; /* there is a ruler */
    int where;      /* title row of the ruler */
    int where_rows; /* rows of sectors; 0: the ruler is one line, which names the edge */
    bool has_other;
    int other;      /* title row of a second ruler, at the other end */
    int table;      /* title row of the list */
    int table_rows; /* rows of extents */
    int about;      /* divider above all about the shown extent */
    int about_rows; /* with the divider; 0: none */
    int bottom;     /* last row of the box */
    int text, text_rows;
    bool has_blank; /* a row between text and buttons */
    int buttons, button_rows;
};

/* ROWS_WANTED: number of extents to list. */
struct table_view table_view_of(const struct app *app, size_t rows_wanted);

/* Returns the number of listed extents, *RET in disk order; free() *RET. */
size_t table_rows(const struct app *app, const struct extent ***ret);
/* Returns the index of ID in ROWS; 0 if it is not listed. */
size_t table_index(const struct extent *const *rows, size_t count, uint32_t id);

/* Draws from ROW on a divider, and a ruler with ROWS rows of sectors around EDGE; none:
 * the divider names it.  WHEN, translated, is put before the title of sectors; NULL:
 * nothing. */
void table_draw_ruler(const struct app *app, struct canvas *canvas, int row, int rows,
                      struct edge edge, const char *when);
/* Draws the heads in ROW and at most MAX_ROWS rows below them. */
void table_draw(const struct app *app, struct canvas *canvas, int row, int max_rows,
                const struct extent *const *rows, size_t count);
/* Shows the next set of columns and units; returns its name, translated. */
const char *table_columns_next(struct app *app);

/* The edge that map and ruler show, and the other end of the same extent. */
struct edge table_edge(const struct app *app);
struct edge table_other_edge(const struct app *app);

/* The text below the ruler; free() */
char *table_pointer_text(const struct app *app, struct edge edge);
char *table_pointer_brief(const struct app *app, struct edge edge);
/* The text about the shown extent; free() */
char *table_sentence(const struct app *app); /* below the box */
/* the same in one row of WIDTH columns, if possible */
char *table_brief(const struct app *app, int width);
/* True if only the start is misaligned, so that moving it is a complete cure. */
bool table_is_start_off(const struct verdict *verdict);
/* "Start 56 would cure it.", and what it needs first, which is shorter where WIDTH asks
 * for it; "" if there is none.  free() */
char *table_cures(const struct app *app, int width);
/* Possible starts of a partition in EXTENT, or else on this disk; free() */
char *table_first_starts(const struct app *app, const struct extent *extent);
/* Why the table cannot use EXTENT (ROLE_UNADDRESSABLE), and the key that cures it if the
 * disk can be edited; free() */
char *table_beyond(const struct app *app, const struct extent *extent);
/* "2 changes pending"; free() */
char *table_pending(const struct app *app);
/* "512/512?"; free() */
char *table_sectors_text(const struct limits *limits);

/* The table as a whole (table_state.c): "3 of 3 misaligned"; free() */
char *table_summary(const struct app *app);
/* "! primary GPT damaged", or ""; free() */
char *table_state_brief(const struct app *app);
/* That a move has not ended, and which key goes on; NULL: there is none.  free() */
char *table_unfinished_text(const struct app *app);
/* Returns the action that can do something about what was found: ACTION_REPAIR,
 * ACTION_GIVE_UP or ACTION_NONE. */
enum action table_state_cure(const struct app *app);
/* The worst finding about the table, for ROWS of WIDTH columns.  NULL if there is none,
 * or an action has been used since it was shown.  free() */
char *table_state_text(const struct app *app, int width, int rows);

/* The buttons in order, the likely action first; ACTION_NONE past the last. */
enum action table_button(const struct app *app, int index);
/* The help of the selected button, or what its action needs; translated; free(). */
char *table_button_help(const struct app *app);
int table_button_count(void);
int table_button_rows(const struct app *app);
/* True if the number of pending changes has room behind the last button. */
bool table_has_pending_beside(const struct app *app);
void table_draw_buttons(const struct app *app, struct canvas *canvas, int row);

#define TABLE_KEYS_MAX 9
/* Draws the keys of ITEMS; the first one is Enter, whose word is what it does here. */
void table_draw_keys(const struct app *app, struct canvas *canvas, int row, int last_row,
                     const struct foot_item *items, size_t count);

/* Draws the main screen of small terminals. */
void table_draw_small(const struct app *app, struct canvas *canvas, int max_rows,
                      const struct extent *const *rows, size_t count);

/* A function of struct screen (table_signs.c). */
void table_add_signs(const struct app *app, int width, struct pager *ret);
/* Functions of struct screen (table_actions.c). */
struct effect table_handle(struct app *app, enum action action);
struct effect table_click(struct app *app, struct spot spot);
struct effect table_answer(struct app *app, enum ask asked, const char *text);

#endif
