/* SPDX-License-Identifier: GPL-3.0-or-later */
/* type_pick.h - partition types as people type and choose them */
#ifndef ALIDADE_UI_APP_TYPE_PICK_H
#define ALIDADE_UI_APP_TYPE_PICK_H

#include "model/base/err.h"
#include "model/disk/layout.h"

/* The type of a new partition unless another one is typed, on tables of any kind. */
#define TYPE_PICK_USUAL "linux"

/* The id (as extent.type) that TEXT means on a table of KIND: an id, or words of a name;
 * empty: the usual one.  ERR_USAGE where it means none. */
bool type_pick_parse(enum label_kind kind, const char *text, char ret[40],
                     struct err *err) MUST_USE;
/* Returns the name and id of the type that TEXT means; NULL if it means none; free(). */
char *type_pick_note(enum label_kind kind, const char *text);

#endif
