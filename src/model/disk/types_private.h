/* SPDX-License-Identifier: GPL-3.0-or-later */
/* types_private.h - the tables of types */
#ifndef ALIDADE_MODEL_DISK_TYPES_PRIVATE_H
#define ALIDADE_MODEL_DISK_TYPES_PRIVATE_H

#include <stddef.h>

#include "model/disk/types.h"

/* NAME is translated when displayed, unless it is a proper noun. */
struct type_row {
    const char *id;
    const char *name;
};

/* The types of one group of one label. */
struct type_rows {
    enum type_group group;
    const struct type_row *at;
    size_t count;
};

/* All types of a label, terminated by an empty group. */
extern const struct type_rows types_gpt[], types_msdos[];

/* Groups of GPT types with files of their own. */
extern const struct type_row types_gpt_machine[124], types_gpt_phone[24],
    types_gpt_storage[31];

/* Returns the row of type_at(); NULL for INDEX >= type_count(). */
const struct type_row *types_row_at(enum label_kind kind, size_t index,
                                    enum type_group *ret_group);

/* Returns sfdisk's words for ID; *RET_SHORTCUT and *RET_ALIAS are untouched if it has
 * none. */
void types_words_of(enum label_kind kind, const char *id, const char **ret_shortcut,
                    const char **ret_alias);

#endif
