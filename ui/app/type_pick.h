/* SPDX-License-Identifier: GPL-3.0-or-later */
/* type_pick.h - partition types as users type and choose them */
#ifndef ALIDADE_UI_APP_TYPE_PICK_H
#define ALIDADE_UI_APP_TYPE_PICK_H

#include "model/base/err.h"
#include "model/disk/layout.h"

/* The type of a new partition unless another one is typed, on tables of any kind. */
#define TYPE_PICK_USUAL "linux"

/* Finds the id (as extent.type) of TEXT on a table of KIND: an id, or words of a name;
 * empty: the usual type.  ERR_USAGE if there is not exactly one. */
bool type_pick_parse(enum label_kind kind, const char *text, char ret[40],
                     struct err *err) MUST_USE;
/* Adds the name and id of the type that TEXT means, if it means one. */
char *type_pick_note(enum label_kind kind, const char *text);

#endif
