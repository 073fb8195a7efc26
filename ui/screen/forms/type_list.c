/* SPDX-License-Identifier: GPL-3.0-or-later */
/* type_list.c - the lines of the screen of types: headings, and types below them */
#include "ui/screen/forms/type_list.h"

#include <stdlib.h>
#include <string.h>

#include "model/base/intl.h"
#include "model/base/mem.h"

#define USED_MAX 5 /* types that are listed as used last */

static void list_add(struct type_list *list, struct type_line line)
{
    list->lines = xrealloc(list->lines, (size_t)list->count + 1, sizeof(*list->lines));
    list->lines[list->count++] = line;
}

static void add_heading(struct type_list *list, const char *heading)
{
    list_add(list, (struct type_line){ .heading = heading });
}

/* NAME: translated; NULL if it has none. */
static void add_type(struct type_list *list, const char *type, const char *name)
{
    struct type_line line = { .name = name ? name : _("a type without a name") };

    copy_text(line.type, sizeof(line.type), type);
    list_add(list, line);
    list->types++;
}

static void add_used_types(struct type_list *list, enum label_kind kind,
                           const struct lines *used)
{
    if (used->count)
        add_heading(list, _("Used last"));
    for (size_t i = 0; i < used->count && i < USED_MAX; i++)
        add_type(list, used->at[i], type_name(kind, used->at[i]));
    list->used = list->types;
}

/* Adds the typed id or code if the search has not found its type. */
static void add_typed_type(struct type_list *list, enum label_kind kind,
                           const char *filter, const size_t *found, size_t count)
{
    char type[TYPE_TEXT];

    if (!type_find_typed(kind, filter, type))
        return;
    for (size_t i = 0; i < count; i++)
        if (!strcmp(type_at(kind, found[i]).id, type))
            return;
    add_heading(list, _("As typed"));
    add_type(list, type, type_name(kind, type));
}

struct type_list type_list_make(enum label_kind kind, const char *filter,
                                const struct lines *used)
{
    struct type_list list = { .count = 0 };
    size_t found[TYPE_MAX];
    size_t count = type_search(kind, filter, found);
    enum type_group group = TYPE_GROUP_COUNT;

    if (*filter)
        add_typed_type(&list, kind, filter, found, count);
    else
        add_used_types(&list, kind, used);
    for (size_t i = 0; i < count; i++) {
        struct type_info info = type_at(kind, found[i]);

        if (info.group != group)
            add_heading(&list, type_group_name(info.group));
        group = info.group;
        add_type(&list, info.id, info.name);
    }
    return list;
}

void type_list_finish(struct type_list *list)
{
    free(list->lines);
    *list = (struct type_list){ .count = 0 };
}

int type_list_line(const struct type_list *list, int row)
{
    for (int i = 0; i < list->count; i++)
        if (!list->lines[i].heading && row-- == 0)
            return i;
    return -1;
}

int type_list_row(const struct type_list *list, const char *type)
{
    int row = 0;

    for (int i = 0; i < list->count; i++) {
        if (!list->lines[i].heading && !strcmp(list->lines[i].type, type))
            return row;
        row += !list->lines[i].heading;
    }
    return 0;
}

int type_list_row_at(const struct type_list *list, int line)
{
    int row = 0;

    for (int i = 0; i < line; i++)
        row += !list->lines[i].heading;
    return row;
}
