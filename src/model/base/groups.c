/* SPDX-License-Identifier: GPL-3.0-or-later */
/* groups.c - numbered items that share a text, each text once with the numbers */
#include "model/base/groups.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "model/base/mem.h"
#include "model/base/str.h"

static bool is_same_group(const struct group_item *items, size_t a, size_t b)
{
    return a == b ||
           (items[a].text && items[b].text && !strcmp(items[a].text, items[b].text));
}

/* True if an item before AT has its text. */
static bool is_in_earlier_group(const struct group_item *items, size_t at)
{
    size_t i = 0;

    while (!is_same_group(items, i, at))
        i++;
    return i < at;
}

static void add_number_run(struct str *out, unsigned first, unsigned last)
{
    CLEANUP(freep)
    char *run = first == last ? xasprintf("%u", first) : xasprintf("%u-%u", first, last);

    str_add_item(out, run);
}

static struct group group_at(const struct group_item *items, size_t count, size_t at)
{
    struct group group = { .first = at };
    unsigned first = items[at].number, last = first - 1;
    struct str numbers = { 0 };

    for (size_t i = at; i < count; i++) {
        if (!is_same_group(items, at, i))
            continue;
        group.count++;
        if (items[i].number != last + 1) {
            add_number_run(&numbers, first, last);
            first = items[i].number;
        }
        last = items[i].number;
    }
    add_number_run(&numbers, first, last);
    group.numbers = str_take(&numbers);
    return group;
}

size_t groups_make(const struct group_item *items, size_t count, struct group *ret)
{
    size_t made = 0;

    for (size_t i = 0; i < count; i++)
        if (!is_in_earlier_group(items, i))
            ret[made++] = group_at(items, count, i);
    return made;
}

void groups_finish(struct group *groups, size_t count)
{
    for (size_t i = 0; i < count; i++)
        free(groups[i].numbers);
}
