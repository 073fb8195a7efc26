/* SPDX-License-Identifier: GPL-3.0-or-later */
/* types.c - partition types with their names */
#include "model/disk/types_private.h"

#include <assert.h>
#include <string.h>

#include "model/base/intl.h"
#include "model/base/mem.h"

static const char *const group_names[] = {
    [TYPE_GROUP_USUAL] = N_("Often chosen"),
    [TYPE_GROUP_LINUX] = "Linux",
    [TYPE_GROUP_WINDOWS] = N_("Windows and DOS"),
    [TYPE_GROUP_APPLE] = "Apple",
    [TYPE_GROUP_BSD] = "BSD",
    [TYPE_GROUP_UNIX] = N_("Unix and others"),
    [TYPE_GROUP_BOOT] = N_("Firmware and boot"),
    [TYPE_GROUP_STORAGE] = N_("Storage and virtual machines"),
    [TYPE_GROUP_PHONE] = N_("Phones and ChromeOS"),
    [TYPE_GROUP_MACHINE] = N_("Linux by kind of machine"),
    [TYPE_GROUP_OTHER] = N_("Rarely seen"),
};
_Static_assert(ARRAY_SIZE(group_names) == TYPE_GROUP_COUNT, "each group has a name");

const struct type_row *types_row_at(enum label_kind kind, size_t index,
                                    enum type_group *ret_group)
{
    const struct type_rows *rows = kind == LABEL_GPT     ? types_gpt
                                   : kind == LABEL_MSDOS ? types_msdos
                                                         : NULL;

    for (; rows && rows->count; rows++) {
        *ret_group = rows->group;
        if (index < rows->count)
            return &rows->at[index];
        index -= rows->count;
    }
    return NULL;
}

const char *type_name(enum label_kind kind, const char *type)
{
    enum type_group group;
    const struct type_row *row;

    for (size_t i = 0; (row = types_row_at(kind, i, &group)); i++)
        if (!strcmp(row->id, type))
            return _(row->name);
    /* Not for people to choose. */
    if (kind == LABEL_GPT && !strcmp(type, TYPE_GPT_MOVING))
        return _("alidade move in progress");
    /* TRANSLATORS: of an entry that many systems take for an unused one; 7 columns */
    return kind == LABEL_MSDOS && !strcmp(type, "0") ? _("type 00") : NULL;
}

const char *type_group_name(enum type_group group)
{
    return _(group_names[group]);
}

size_t type_count(enum label_kind kind)
{
    enum type_group group;
    size_t count = 0;

    while (types_row_at(kind, count, &group))
        count++;
    return count;
}

struct type_info type_at(enum label_kind kind, size_t index)
{
    struct type_info info = { 0 };
    const struct type_row *row = types_row_at(kind, index, &info.group);

    assert(row);
    info.id = row->id;
    info.name = _(row->name);
    types_words_of(kind, row->id, &info.shortcut, &info.alias);
    return info;
}

/* True if TEXT contains the LENGTH bytes of WORD.  Ignores the case of ASCII letters
 * only: that of others depends on the language. */
static bool contains_word(const char *text, const char *word, size_t length)
{
    for (; text && *text; text++)
        if (!strncasecmp(text, word, length))
            return true;
    return false;
}

static bool type_matches(enum label_kind kind, size_t index, const char *query)
{
    enum type_group group;
    const struct type_row *row = types_row_at(kind, index, &group);
    struct type_info info = type_at(kind, index);
    const char *heading = type_group_name(group);

    for (const char *word = query;;) {
        word += strspn(word, " \t");
        size_t length = strcspn(word, " \t");
        if (!length)
            return true;
        if (!contains_word(info.name, word, length) &&
            !contains_word(info.id, word, length) &&
            !contains_word(row->name, word, length) &&
            !contains_word(heading, word, length) &&
            !contains_word(info.alias, word, length))
            return false;
        word += length;
    }
}

size_t type_search(enum label_kind kind, const char *query, size_t ret[TYPE_MAX])
{
    size_t count = type_count(kind), found = 0;

    for (size_t i = 0; i < count; i++)
        if (type_matches(kind, i, query))
            ret[found++] = i;
    return found;
}

bool type_is_extended(enum label_kind kind, const char *type)
{
    return kind == LABEL_MSDOS &&
           (!strcmp(type, "5") || !strcmp(type, "f") || !strcmp(type, "85"));
}

bool type_is_absolute(enum label_kind kind, const char *type)
{
    /* 86 and 87: Windows NT has the starts of its volume sets in its registry. */
    static const struct {
        enum label_kind kind;
        const char *type;
    } rows[] = {
        { LABEL_MSDOS, TYPE_MSDOS_DYNAMIC },
        { LABEL_MSDOS, "86" },
        { LABEL_MSDOS, "87" },
        { LABEL_GPT, TYPE_GPT_LDM_METADATA },
        { LABEL_GPT, TYPE_GPT_LDM_DATA },
    };

    for (size_t i = 0; i < ARRAY_SIZE(rows); i++)
        if (rows[i].kind == kind && !strcmp(rows[i].type, type))
            return true;
    return false;
}
