/* SPDX-License-Identifier: GPL-3.0-or-later */
/* type_pick.c - partition types as users type and choose them */
#include "ui/app/type_pick.h"

#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/disk/types.h"
#include "ui/app/keymap.h"

bool type_pick_parse(enum label_kind kind, const char *text, char ret[40],
                     struct err *err)
{
    size_t found[TYPE_MAX];
    char key[KEY_NAME];

    if (type_find_typed(kind, *text ? text : TYPE_PICK_USUAL, ret))
        return true;
    size_t count = type_search(kind, text, found);
    if (count == 0)
        return type_refuse(kind, text, err);
    if (count > 1)
        return err_set(err, ERR_USAGE,
                       /* TRANSLATORS: at least two; a key */
                       ngettext("'%1$s' is in %2$lu type: %3$s lists it.",
                                "'%1$s' is in %2$lu types: %3$s lists them.", count),
                       text, (unsigned long)count,
                       keymap_key_name(LEVEL_UTF8, 't' & 0x1f, key));
    copy_text(ret, TYPE_TEXT, type_at(kind, found[0]).id);
    return true;
}

char *type_pick_note(enum label_kind kind, const char *text)
{
    struct err err = { 0 };
    char type[TYPE_TEXT];

    if (!type_pick_parse(kind, text, type, &err))
        return NULL;
    const char *name = type_name(kind, type);
    return xasprintf("%s  %s", name ? name : _("a type without a name"), type);
}
