/* SPDX-License-Identifier: GPL-3.0-or-later */
/* layout.h - the immutable snapshot of a disk: extents that cover every sector */
#ifndef ALIDADE_MODEL_LAYOUT_H
#define ALIDADE_MODEL_LAYOUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/content.h"
#include "model/err.h"
#include "model/label.h"
#include "model/limits.h"

enum extent_kind {
    EXTENT_FREE,
    EXTENT_METADATA, /* sectors the label itself owns; role says which */
    EXTENT_PARTITION,
    EXTENT_EXTENDED, /* container on msdos */
    EXTENT_LOGICAL,
    EXTENT_SLICE, /* entry of a BSD label inside a partition: overlays its parent */
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
    ROLE_RAW,           /* slice: stands for the whole slice or disk; not judged */
    ROLE_UNUSED,        /* slice: entry of type "unused"; not judged */
    ROLE_COUNT,
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
 * edits; numbers do not. */
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
    char name[128];      /* GPT or mac partition name, UTF-8; empty = none */
    char uuid[40];       /* GPT unique GUID, or msdos "5a3c9d21-01"; empty = none */
    uint64_t attributes; /* GPT attribute bits */
    bool is_bootable;    /* msdos active flag, GPT legacy-boot bit */
    struct content content;
    struct use use;
};

enum note_level {
    NOTE_INFO,
    NOTE_WARNING,
    NOTE_READ_ONLY, /* the table must not be edited, because ... */
};

/* Something worth a sentence about the table as a whole. */
struct note {
    enum note_level level;
    char id[32]; /* stable, for JSON: "gpt-backup-damaged" */
    char *text;  /* one translated sentence */
};

struct layout; /* immutable, reference-counted */

struct layout *layout_ref(struct layout *layout);
void layout_unref(struct layout *layout);   /* accepts NULL */
void layout_unrefp(struct layout **layout); /* for CLEANUP */

const struct limits *layout_limits(const struct layout *layout);
const struct label *layout_label(const struct layout *layout);

/* Extents in order: a container stands right before its children; top-level ones tile
 * [0, size), the children of an extended container tile it; slices overlay. */
size_t layout_count(const struct layout *layout);
const struct extent *layout_at(const struct layout *layout, size_t index);
/* NULL when there is none. */
const struct extent *layout_find(const struct layout *layout, uint32_t id);
/* The innermost tiling extent (no slice) that holds LBA; NULL past the end. */
const struct extent *layout_find_lba(const struct layout *layout, uint64_t lba);
/* Partition, extended, logical by its number; NULL when there is none. */
const struct extent *layout_find_number(const struct layout *layout, unsigned number);

size_t layout_note_count(const struct layout *layout);
const struct note *layout_note_at(const struct layout *layout, size_t index);
/* The first note of that id; NULL when there is none. */
const struct note *layout_note_find(const struct layout *layout, const char *id);
/* The first sentence that makes the disk read-only, or NULL. */
const struct note *layout_read_only(const struct layout *layout);

/* What the backup of a GPT says whose whole copies differ, with ids of its own; NULL
 * where there is one word alone.  Stays with a layout through edits. */
struct layout *layout_other(const struct layout *layout);

/* Same limits, label and extents (ids apart); notes do not count. */
bool layout_equal(const struct layout *a, const struct layout *b);

/* True for partitions, containers, logicals and slices. */
bool extent_is_partition(const struct extent *extent);
/* True for what can hold data of its own in the disk's table: a partition or a logical,
 * no container and no slice. */
bool extent_holds_data(const struct extent *extent);
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
void layout_builder_drop_note(struct layout_builder *builder, const char *id);
void layout_builder_note(struct layout_builder *builder, enum note_level level,
                         const char *id, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

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
