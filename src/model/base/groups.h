/* SPDX-License-Identifier: GPL-3.0-or-later */
/* groups.h - numbered items that share a text, each text once with the numbers */
#ifndef ALIDADE_MODEL_BASE_GROUPS_H
#define ALIDADE_MODEL_BASE_GROUPS_H

#include <stddef.h>

struct group_item {
    unsigned number;  /* from 1 on */
    const char *text; /* NULL: shared with no other item */
};

struct group {
    size_t first;  /* index of its first item */
    size_t count;  /* of its items */
    char *numbers; /* of its items, in their order: "1-5, 7"; owned */
};

/* Sets RET, with space for COUNT groups, to the groups of ITEMS, in the order of their
 * first ones.  Returns their number; the caller must groups_finish() them. */
size_t groups_make(const struct group_item *items, size_t count, struct group *ret);
void groups_finish(struct group *groups, size_t count);

#endif
