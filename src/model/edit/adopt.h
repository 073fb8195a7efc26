/* SPDX-License-Identifier: GPL-3.0-or-later */
/* adopt.h - entries for contents that no entry names */
#ifndef ALIDADE_MODEL_EDIT_ADOPT_H
#define ALIDADE_MODEL_EDIT_ADOPT_H

#include <stddef.h>

#include "model/edit/edit.h"

/* A content that gets an entry; texts are borrowed. */
struct adopt_content {
    uint64_t start, length;   /* sectors */
    uint64_t ebr;             /* sector of the EBR that names it; 0: none */
    const char *entry_type;   /* extent.type of the old entry; empty: not known */
    const char *content_type; /* libblkid's TYPE; empty: not known */
};

/* Returns the label for the COUNT contents AT, which are sorted: that of LAYOUT if
 * entries can be added to it; else GPT, or msdos if an EBR or a first start at sector 63
 * tells that. */
enum label_kind adopt_label(const struct layout *layout, const struct adopt_content *at,
                            size_t count);

/* Returns the edits that give each of the COUNT contents AT, which are sorted, an entry
 * in a table of LABEL: a new one unless it is LAYOUT's; free() *RET.  In msdos, contents
 * in the extended partition become logical, and where there is none and the MBR has too
 * few entries, or EBRs name contents, those that lie behind each other with free sectors
 * for EBRs get an extended partition.  ERR_REFUSED if that is not possible.  Whether
 * other partitions are in the way, edit_apply() tells. */
bool adopt_edits(const struct layout *layout, enum label_kind label,
                 const struct adopt_content *at, size_t count, struct edit **ret,
                 size_t *ret_count, struct err *err) MUST_USE;

#endif
