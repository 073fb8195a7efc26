/* SPDX-License-Identifier: GPL-3.0-or-later */
/* type_list.h - the lines of the screen of types: headings, and types below them */
#ifndef ALIDADE_UI_SCREEN_FORMS_TYPE_LIST_H
#define ALIDADE_UI_SCREEN_FORMS_TYPE_LIST_H

#include "model/base/lines.h"
#include "model/disk/types.h"

struct type_line {
    const char *heading; /* translated; NULL for a type */
    const char *name;    /* translated */
    char type[TYPE_TEXT];
};

struct type_list {
    struct type_line *lines;
    int count;
    int types; /* the number of types among the lines */
    int used;  /* those of them that are listed as used last */
};

/* Lists the types of KIND: without FILTER those of USED first, and then all; with it what
 * it finds, and what a field would take it for.  type_list_finish(). */
struct type_list type_list_make(enum label_kind kind, const char *filter,
                                const struct lines *used);
void type_list_finish(struct type_list *list);

/* Returns the line of type ROW; -1 if there are fewer. */
int type_list_line(const struct type_list *list, int row);
/* Returns the row of the type in LINE. */
int type_list_row_at(const struct type_list *list, int line);
/* Returns the row of the first line with TYPE; 0 if there is none. */
int type_list_row(const struct type_list *list, const char *type);

#endif
