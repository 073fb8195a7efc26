/* SPDX-License-Identifier: GPL-3.0-or-later */
/* type_pick.h - partition types as people type and choose them */
#ifndef ALIDADE_UI_APP_TYPE_PICK_H
#define ALIDADE_UI_APP_TYPE_PICK_H

#include "model/base/err.h"
#include "model/disk/layout.h"
#include "ui/draw/pager.h"

/* What a new partition's type is unless something else is typed: a word. */
const char *type_pick_usual(const struct layout *layout);
/* The id (as extent.type) that TEXT means on a table of KIND: an id, or words of a name;
 * empty: the usual one.  ERR_USAGE where it means none. */
bool type_pick_parse(enum label_kind kind, const char *text, char ret[40],
                     struct err *err) MUST_USE;
/* Which type TEXT means, in words. */
void type_pick_describe(enum label_kind kind, const char *text, int width,
                        struct pager *ret);

#endif
