/* SPDX-License-Identifier: GPL-3.0-or-later */
/* layout.h - the immutable description of a disk: extents that cover all its sectors */
#ifndef ALIDADE_MODEL_DISK_LAYOUT_H
#define ALIDADE_MODEL_DISK_LAYOUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/base/err.h"
#include "model/base/mem.h"
#include "model/disk/extent.h"
#include "model/disk/label.h"
#include "model/disk/limits.h"
#include "model/disk/note.h"

struct layout; /* immutable, reference-counted */

/* Returns another reference to LAYOUT; the caller owns it. */
struct layout *layout_ref(const struct layout *layout);
void layout_unref(struct layout *layout); /* accepts NULL */
CLEANUP_WITH(layout_unref, layout)

const struct limits *layout_limits(const struct layout *layout);
const struct label *layout_label(const struct layout *layout);

/* Extents in the order of the disk.  Top-level extents tile [0, size).  A container comes
 * right before its children, which tile it.  Slices and damaged entries overlay: a
 * damaged entry comes right before the first extent with a higher start. */
size_t layout_count(const struct layout *layout);
const struct extent *layout_at(const struct layout *layout, size_t index);
/* Iterates over all extents of LAYOUT; declares EACH as a pointer to const. */
#define LAYOUT_EACH(each, layout)                                                        \
    for (const struct extent *each = layout_at(layout, 0),                               \
                             *each##_stop = each + layout_count(layout);                 \
         each < each##_stop; each++)
/* The find functions return NULL if there is no such extent. */
const struct extent *layout_find(const struct layout *layout, uint32_t id);
/* Returns the innermost extent at LBA, except slices and damaged entries. */
const struct extent *layout_find_lba(const struct layout *layout, uint64_t lba);
/* Returns the number of partitions and logicals, not of containers. */
unsigned layout_data_count(const struct layout *layout);
/* Returns the partition, container or logical with this number. */
const struct extent *layout_find_number(const struct layout *layout, unsigned number);
/* Does the same, or else returns the damaged entry with this number. */
const struct extent *layout_find_entry(const struct layout *layout, unsigned number);
/* True if a new partition can get entry NUMBER of the table: no extent has it, and no
 * byte of it is used otherwise (label->odd_slots). */
bool layout_is_number_free(const struct layout *layout, unsigned number);
/* Returns the logical partition that the EBR with this id describes. */
const struct extent *layout_find_logical(const struct layout *layout, uint32_t ebr);
/* Returns the first slice of the extent with this id. */
const struct extent *layout_find_slice(const struct layout *layout, uint32_t parent);
/* Returns the extended partition. */
const struct extent *layout_find_container(const struct layout *layout);
size_t layout_damaged_count(const struct layout *layout);

size_t layout_note_count(const struct layout *layout);
const struct note *layout_note_at(const struct layout *layout, size_t index);
/* Returns the first note with this id; NULL: none. */
const struct note *layout_note_find(const struct layout *layout, enum note_id id);
/* Returns the first note with level NOTE_READ_ONLY; NULL: none. */
const struct note *layout_read_only(const struct layout *layout);

/* The backup GPT's layout when both copies are valid but differ; else NULL.  Its extent
 * ids are independent.  Edits keep it. */
struct layout *layout_other(const struct layout *layout);

/* Returns LAYOUT with one note more.  Never NULL; layout_unref(). */
struct layout *layout_with_note(const struct layout *layout, enum note_id id,
                                const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* True if limits, label and extents are equal; ignores ids and notes. */
bool layout_equal(const struct layout *a, const struct layout *b);

/* Builds layouts; owns copies of everything that is added. */
struct layout_builder;

struct layout_builder *layout_builder_new(const struct limits *limits,
                                          const struct label *label);
/* Returns a builder with the contents of LAYOUT except free extents, which finish
 * creates. */
struct layout_builder *layout_builder_from(const struct layout *layout);
void layout_builder_free(struct layout_builder *builder); /* accepts NULL */
CLEANUP_WITH(layout_builder_free, layout_builder)

/* A builder never assigns ids from here on: they are for extents that edits create. */
#define LAYOUT_ID_FREE UINT32_C(0x80000000)
/* The ids from here to LAYOUT_ID_FREE are for extents that are added to the layout of a
 * disk that was read: higher than those of its table. */
#define LAYOUT_ID_ADDED (LAYOUT_ID_FREE >> 1)

/* Copies EXTENT, which is not EXTENT_FREE.  Returns its id: EXTENT's, or a new one if
 * that is 0. */
uint32_t layout_builder_add(struct layout_builder *builder, const struct extent *extent);
/* Returns the extent for changes in place; NULL: none. */
struct extent *layout_builder_find(struct layout_builder *builder, uint32_t id);
/* Removes an extent if it exists, but not its children. */
void layout_builder_remove(struct layout_builder *builder, uint32_t id);
/* Returns the label for changes in place. */
struct label *layout_builder_label(struct layout_builder *builder);
/* Removes all notes with this id. */
void layout_builder_drop_note(struct layout_builder *builder, enum note_id id);
void layout_builder_note(struct layout_builder *builder, enum note_id id,
                         const char *format, ...) __attribute__((format(printf, 3, 4)));

/* Makes invalid extents EXTENT_DAMAGED with a fault, shortens containers that are too
 * long, and restores damaged ones that fit now.  Of two that overlap, the one with the
 * lower number stays valid.  Adds a NOTE_TABLE_ENTRY_DAMAGED for each.  Call it after all
 * extents of a table were added. */
void layout_builder_settle(struct layout_builder *builder);

/* Sets layout_other(); takes a reference. */
void layout_builder_set_other(struct layout_builder *builder, struct layout *other);

/* Sorts and checks the extents and fills gaps with free extents (ROLE_MBR_GAP before the
 * first partition of msdos, ROLE_UNADDRESSABLE outside the usable range).  The builder
 * stays usable.  Returns NULL (ERR_UNREADABLE, naming the extents) if extents overlap,
 * are empty, or end beyond the disk or their container. */
struct layout *layout_builder_finish(struct layout_builder *builder,
                                     struct err *err) MUST_USE;
/* Does the same for a builder from layout_builder_from() to which no extents were added;
 * never returns NULL. */
struct layout *layout_builder_refinish(struct layout_builder *builder);

#endif
