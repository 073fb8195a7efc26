/* SPDX-License-Identifier: GPL-3.0-or-later */
/* layout.h - the immutable snapshot of a disk: extents that cover every sector */
#ifndef ALIDADE_MODEL_DISK_LAYOUT_H
#define ALIDADE_MODEL_DISK_LAYOUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/base/err.h"
#include "model/disk/content.h"
#include "model/disk/label.h"
#include "model/disk/limits.h"
#include "model/disk/note.h"

enum extent_kind {
    EXTENT_FREE,
    EXTENT_METADATA, /* sectors the label itself owns; role says which */
    EXTENT_PARTITION,
    EXTENT_EXTENDED, /* container on msdos */
    EXTENT_LOGICAL,
    EXTENT_SLICE,   /* entry of a BSD label inside a partition: overlays its parent */
    EXTENT_DAMAGED, /* entry that cannot be what it says, see entry_fault: overlays */
    EXTENT_KIND_COUNT,
};

enum extent_role {
    ROLE_NONE,
    ROLE_MBR,           /* metadata: master boot record, protective or not */
    ROLE_GPT_PRIMARY,   /* metadata: header and entry array at the front */
    ROLE_GPT_BACKUP,    /* metadata: entry array and header at the end */
    ROLE_EBR,           /* metadata: one link of the logical chain */
    ROLE_TABLE,         /* metadata of any other label */
    ROLE_MBR_GAP,       /* free: between the MBR and the first partition */
    ROLE_UNADDRESSABLE, /* free: past what msdos can address */
    ROLE_CLAIMED, /* free as far as the valid entries say, but a damaged one names it */
    ROLE_RAW,     /* slice: stands for the whole slice or disk; not judged */
    ROLE_UNUSED,  /* slice: entry of type "unused"; not judged */
    ROLE_COUNT,
};

/* Why an entry of the table is damaged. */
enum entry_fault {
    FAULT_NONE,
    FAULT_OUTSIDE_DISK,      /* starts or ends past the disk */
    FAULT_OUTSIDE_CONTAINER, /* logical: starts before or ends past its container */
    FAULT_NO_CONTAINER,      /* logical: its container is damaged itself */
    FAULT_OVERLAP,           /* with partition overlapped; 0: with the table itself */
    FAULT_BACKWARDS,         /* ends before it starts */
    FAULT_NO_GPT,            /* protective, but no copy of a GPT can be used */
    FAULT_NO_ENTRY,          /* a content that no table names */
    FAULT_CHAIN_LOOP,        /* link to an EBR that was there already; no partition */
    FAULT_CHAIN_OUTSIDE,     /* link out of the container */
    FAULT_CHAIN_SIGNATURE,   /* link to a sector without the signature of an EBR */
    FAULT_CHAIN_READ,        /* link to a sector that cannot be read */
    FAULT_CHAIN_LENGTH,      /* link behind more EBRs than are followed */
    FAULT_COUNT,
};

enum use_kind {
    USE_NONE,
    USE_MOUNT,     /* where: mount point */
    USE_SWAP,      /* swap area */
    USE_SWAP_FILE, /* where: mount point whose file is swapped on */
    USE_HOLDER,    /* where: dm-0, md0, bcache0 ... */
    USE_LOOP,      /* where: loop device that lies over it */
    USE_LVM_IDLE,  /* a physical volume without an active logical volume */
    USE_EXCLUSIVE, /* opened exclusively by someone */
    USE_COUNT,
};

struct use {
    enum use_kind kind;
    char where[128];
};

/* [start, start + length) in LBA.  Ids are > 0, unique, and stay with an extent through
 * edits; numbers do not.
 *
 * EXTENT_DAMAGED has the range that its entry says, which can lie anywhere (start +
 * length never overflows; the length of a broken link is 0).  A container that ends too
 * far has the sectors that are really its own, and in claimed what its entry says. */
struct extent {
    uint32_t id;
    uint32_t parent; /* id of the container or slice it lies in; 0 = the disk */
    uint32_t ebr;    /* logical: id of the EBR that names it; else 0 */
    enum extent_kind kind;
    enum extent_role role;
    uint64_t start;
    uint64_t length;
    unsigned number;     /* partition number; 0 = none */
    char letter;         /* BSD entry 'a'..'p'; 0 = none */
    char type[40];       /* msdos: hex without 0x, GPT: GUID in capitals, else a word */
    char name[128];      /* GPT or mac partition name; empty = none.  Exact, with control
                          * characters and lone surrogates: show utf8_shown() of it */
    char uuid[40];       /* GPT unique GUID, or msdos "5a3c9d21-01"; empty = none */
    uint64_t attributes; /* GPT attribute bits */
    bool is_bootable;    /* msdos active flag, GPT legacy-boot bit */
    enum entry_fault fault; /* of EXTENT_DAMAGED and of a container cut short */
    enum extent_kind said;  /* EXTENT_DAMAGED: what the entry would be */
    unsigned overlapped;    /* FAULT_OVERLAP: number of the partition; 0 = the table */
    uint64_t claimed;       /* with a fault: the length that the entry says */
    struct content content;
    struct use use;
};

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

/* True for partitions, containers, logicals and slices; not for damaged entries. */
bool extent_is_partition(const struct extent *extent);
/* True for what can hold data of its own in the disk's table: a partition or a logical,
 * no container and no slice. */
bool extent_holds_data(const struct extent *extent);
/* True for an entry with a fault; EBRs that only a damaged entry needs do not count. */
bool extent_is_damaged(const struct extent *extent);
static inline uint64_t extent_end(const struct extent *extent)
{
    return extent->start + extent->length; /* exclusive; checked by the builder */
}

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
