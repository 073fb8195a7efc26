/* SPDX-License-Identifier: GPL-3.0-or-later */
/* layout.h - the immutable snapshot of a disk: extents that cover every sector */
#ifndef ALIDADE_MODEL_DISK_LAYOUT_H
#define ALIDADE_MODEL_DISK_LAYOUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/base/err.h"
#include "model/disk/extent.h"
#include "model/disk/label.h"
#include "model/disk/limits.h"
#include "model/disk/note.h"

struct layout; /* immutable, reference-counted */

/* Returns another reference to LAYOUT; the caller owns it. */
struct layout *layout_ref(const struct layout *layout);
void layout_unref(struct layout *layout);   /* accepts NULL */
void layout_unrefp(struct layout **layout); /* for CLEANUP */

const struct limits *layout_limits(const struct layout *layout);
const struct label *layout_label(const struct layout *layout);

/* Extents in order: a container stands right before its children; top-level ones tile
 * [0, size), the children of an extended container tile it; slices and damaged entries
 * overlay, the latter right before the first extent that starts behind their start. */
size_t layout_count(const struct layout *layout);
const struct extent *layout_at(const struct layout *layout, size_t index);
/* NULL when there is none. */
const struct extent *layout_find(const struct layout *layout, uint32_t id);
/* The innermost tiling extent (no slice, no damaged entry) that holds LBA; NULL past the
 * end. */
const struct extent *layout_find_lba(const struct layout *layout, uint64_t lba);
/* Partition, extended, logical by its number; NULL when there is none. */
const struct extent *layout_find_number(const struct layout *layout, unsigned number);
/* The same among damaged entries too. */
const struct extent *layout_find_entry(const struct layout *layout, unsigned number);
/* Entries with a fault. */
size_t layout_damaged_count(const struct layout *layout);

size_t layout_note_count(const struct layout *layout);
const struct note *layout_note_at(const struct layout *layout, size_t index);
/* The first note of that id; NULL when there is none. */
const struct note *layout_note_find(const struct layout *layout, enum note_id id);
/* The first sentence that makes the disk read-only, or NULL. */
const struct note *layout_read_only(const struct layout *layout);

/* What the backup of a GPT says whose whole copies differ, with ids of its own; NULL
 * where there is one word alone.  Stays with a layout through edits. */
struct layout *layout_other(const struct layout *layout);

/* Same limits, label and extents (ids apart); notes do not count. */
bool layout_equal(const struct layout *a, const struct layout *b);

/* Building.  The builder owns copies of all it is given. */
struct layout_builder;

struct layout_builder *layout_builder_new(const struct limits *limits,
                                          const struct label *label);
/* A new builder filled with LAYOUT (free extents are left out: finish makes them). */
struct layout_builder *layout_builder_from(const struct layout *layout);
void layout_builder_free(struct layout_builder *builder); /* accepts NULL */
void layout_builder_freep(struct layout_builder **builder);

/* Ids from here on are never given out by a builder: whoever adds an extent may choose
 * one. */
#define LAYOUT_ID_FREE UINT32_C(0x80000000)
/* The ids from here to LAYOUT_ID_FREE are for rows that are added to a layout in use:
 * above all ids of a table, below those of edits. */
#define LAYOUT_ID_ADDED (LAYOUT_ID_FREE >> 1)

/* Copies EXTENT and returns its id: EXTENT's own, or a new one where that is 0.
 * Free extents are never added by hand. */
uint32_t layout_builder_add(struct layout_builder *builder, const struct extent *extent);
/* The extent to change in place (content, use, number ...); NULL when there is none. */
struct extent *layout_builder_find(struct layout_builder *builder, uint32_t id);
/* Takes an extent out; a container's children stay.  Nothing where there is none. */
void layout_builder_remove(struct layout_builder *builder, uint32_t id);
/* The label to change in place (id, usable range ...). */
struct label *layout_builder_label(struct layout_builder *builder);
/* Takes out every note of this id. */
void layout_builder_drop_note(struct layout_builder *builder, enum note_id id);
void layout_builder_note(struct layout_builder *builder, enum note_id id,
                         const char *format, ...) __attribute__((format(printf, 3, 4)));

/* Finds the extents that cannot be valid, and makes them EXTENT_DAMAGED with a fault, or
 * cuts containers short; those that were damaged and fit now become whole.  Of
 * two that overlap the one with the lower number is kept.  One note
 * NOTE_TABLE_ENTRY_DAMAGED (NOTE_READ_ONLY) for each.  To be called once all of a table
 * was added. */
void layout_builder_settle(struct layout_builder *builder);

/* What layout_other() will say; takes a reference of its own. */
void layout_builder_set_other(struct layout_builder *builder, struct layout *other);

/* Sorts, checks and fills the holes with free extents (ROLE_MBR_GAP before the first
 * partition of msdos, ROLE_UNADDRESSABLE past 2^32).  Does not consume the builder.
 * NULL (ERR_UNREADABLE, naming the two) for extents that overlap, are empty, end past
 * the disk or leave their container. */
struct layout *layout_builder_finish(struct layout_builder *builder,
                                     struct err *err) MUST_USE;
/* The same for a builder that was made from a layout and got no extent since: contents,
 * uses and notes cannot make it impossible.  Never NULL. */
struct layout *layout_builder_refinish(struct layout_builder *builder);

#endif
