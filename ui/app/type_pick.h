/* SPDX-License-Identifier: GPL-3.0-or-later */
/* type_pick.h - partition types as people type and choose them */
#ifndef ALIDADE_UI_APP_TYPE_PICK_H
#define ALIDADE_UI_APP_TYPE_PICK_H

#include "model/base/err.h"
#include "model/disk/layout.h"
#include "ui/draw/pager.h"

/* The type of a new partition unless another one is typed, on tables of any kind. */
#define TYPE_PICK_USUAL "linux"

/* The id (as extent.type) that TEXT means on a table of KIND: an id, or words of a name;
 * empty: the usual one.  ERR_USAGE where it means none. */
bool type_pick_parse(enum label_kind kind, const char *text, char ret[40],
                     struct err *err) MUST_USE;
/* Which type TEXT means, in words. */
void type_pick_describe(enum label_kind kind, const char *text, int width,
                        struct pager *ret);

#endif
