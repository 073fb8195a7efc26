/* SPDX-License-Identifier: GPL-3.0-or-later */
/* layout_private.h - the structs behind layout.h, for layout*.c */
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
    const struct extent **by_id; /* sorted; owned */
    struct note *notes;
    size_t note_count;
    struct layout *other;  /* a reference, or NULL */
    struct layout *former; /* a reference, or NULL; see former.h */
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
    size_t found; /* index of the extent that was found last */
    struct note *notes;
    size_t note_count;
    struct layout *other;  /* a reference, or NULL */
    struct layout *former; /* a reference, or NULL */
    uint32_t last_id;
};

struct extent *extents_add(struct extents *list, const struct extent *extent);

struct damaged_claim {
    uint64_t start, end;
};

/* The sectors of the damaged entries of a builder. */
struct damaged_claims {
    struct damaged_claim *at; /* owned */
    size_t count;
};

void damaged_claims_find(const struct layout_builder *builder,
                         struct damaged_claims *ret);
/* True if a damaged entry covers FROM.  RET_END is the first sector after FROM, at most
 * TO, from which on the result is another. */
bool damaged_claims_at(const struct damaged_claims *claims, uint64_t from, uint64_t to,
                       uint64_t *ret_end);
/* Inserts the damaged entries of BUILDER into LIST, the extents that tile the disk. */
void damaged_insert(const struct layout_builder *builder, struct extents *list);

#endif
