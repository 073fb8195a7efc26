/* SPDX-License-Identifier: GPL-3.0-or-later */
/* layout_private.h - the insides of a layout, for layout*.c of this folder alone */
#ifndef ALIDADE_MODEL_DISK_LAYOUT_PRIVATE_H
#define ALIDADE_MODEL_DISK_LAYOUT_PRIVATE_H

#include <stdatomic.h>

#include "model/disk/layout.h"

struct layout {
    struct layout *self; /* what layout_ref() returns; the count is not const */
    atomic_uint refs;
    struct limits limits;
    struct label label;
    struct extent *extents;
    size_t count;
    struct note *notes;
    size_t note_count;
    struct layout *other; /* a reference, or NULL */
};

struct extents {
    struct extent *at; /* owned */
    size_t count;
    size_t room;
};

struct layout_builder {
    struct limits limits;
    struct label label;
    struct extents extents;
    struct note *notes;
    size_t note_count;
    struct layout *other; /* a reference, or NULL */
    uint32_t last_id;
};

struct extent *extents_add(struct extents *list, const struct extent *extent);

/* Damaged entries that name sectors of [FROM, TO): whether one names FROM, and in RET_END
 * the first sector behind FROM, at most TO, where the answer changes. */
bool damaged_claims(const struct layout_builder *builder, uint64_t from, uint64_t to,
                    uint64_t *ret_end);
/* Puts the damaged entries of BUILDER among the extents that tile the disk. */
void damaged_insert(const struct layout_builder *builder, struct extents *list);

#endif
