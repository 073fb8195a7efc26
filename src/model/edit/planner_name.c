/* SPDX-License-Identifier: GPL-3.0-or-later */
/* planner_name.c - finds type and name of a planned partition from its words */
#include <ctype.h>
#include <string.h>

#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/utf16.h"
#include "model/disk/types.h"
#include "model/edit/private.h"
#include "model/table/gpt.h"

#define NAME_KEY "name="

/* Returns what is behind "name=" in the words, which ends them; NULL if there is none. */
static const char *find_typed_name(const char *words)
{
    for (const char *p = words; (p = strstr(p, NAME_KEY)) != NULL; p++)
        if (p == words || isblank((unsigned char)p[-1]))
            return p + strlen(NAME_KEY);
    return NULL;
}

static bool set_part_name(const char *name, size_t length, struct planner_part *ret,
                          struct err *err)
{
    CLEANUP(freep) char *text = xasprintf("%.*s", (int)length, name);
    uint8_t units[2 * GPT_NAME_UNITS];

    if (!utf16le_of_utf8(text, units, GPT_NAME_UNITS))
        return err_set(err, ERR_USAGE,
                       _("The name '%1$s' does not fit: there is room for %2$u "
                         "characters."),
                       text, (unsigned)GPT_NAME_UNITS);
    copy_text(ret->name, sizeof(ret->name), text);
    return true;
}

/* Sets the type that WORDS mean; without words it is Linux. */
static bool set_part_type(enum label_kind label, const char *words,
                          struct planner_part *ret, struct err *err)
{
    /* A single letter is rather a mistake than a type, although "a" and "S" are types. */
    bool is_letter = isalnum((unsigned char)*words) && !words[1];
    char other[TYPE_TEXT];

    if (!is_letter && type_find_typed(label, *words ? words : "linux", ret->type))
        return true;
    if (strchr(words, '='))
        return err_set(err, ERR_USAGE,
                       _("'%s' is unknown: only name= can stand behind a type."), words);
    if (!is_letter && type_find_typed(LABEL_GPT, words, other))
        return err_set(
            err, ERR_USAGE,
            _("'%s' cannot be made in an msdos table, which has no type for it."), words);
    if (label != LABEL_GPT || type_near(label, words))
        return type_refuse(label, words, err);
    return err_set(err, ERR_USAGE,
                   _("No type is called '%1$s'; a name is written as name=%1$s."), words);
}

bool planner_part_named(enum label_kind label, const char *words,
                        struct planner_part *ret, struct err *err)
{
    const char *value = find_typed_name(words);
    size_t before = value ? (size_t)(value - words) - strlen(NAME_KEY) : strlen(words);
    size_t length = value ? strlen(value) : 0;

    while (before && isblank((unsigned char)words[before - 1]))
        before--;
    if (length >= 2 && *value == '"' && value[length - 1] == '"') {
        value++;
        length -= 2;
    }
    CLEANUP(freep) char *type = xasprintf("%.*s", (int)before, words);
    if (value && label != LABEL_GPT)
        return err_set(err, ERR_USAGE,
                       _("'%s' cannot be: partitions of an msdos table have no names."),
                       words);
    return set_part_name(value ? value : "", length, ret, err) &&
           set_part_type(label, type, ret, err);
}
