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

extern const struct type_rows types_gpt_machine;
extern const struct type_rows types_gpt_phone;
extern const struct type_rows types_gpt_storage;

/* Return all groups of a label in the order in which they are offered; NULL and 0 for
 * other labels. */
const struct type_rows *const *types_gpt_groups(size_t *ret_count);
const struct type_rows *const *types_msdos_groups(size_t *ret_count);
const struct type_rows *const *types_groups(enum label_kind kind, size_t *ret_count);

/* Returns sfdisk's words for ID; *RET_SHORTCUT and *RET_ALIAS are untouched if it has
 * none. */
void types_words_of(enum label_kind kind, const char *id, const char **ret_shortcut,
                    const char **ret_alias);

#endif
