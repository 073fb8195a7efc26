/* SPDX-License-Identifier: GPL-3.0-or-later */
/* found.h - searches for contents on a disk whose table cannot be read
 *
 * The search has two stages.  The near search looks at the places where first partitions
 * usually begin, at the start sectors in the entries of a damaged GPT, and behind each
 * content that was found: at most FOUND_NEAR_MAX places.  The full search then looks at
 * FOUND_FAR_MAX more places, the most likely ones first: FOUND_GIB_MAX multiples of 1 GiB
 * (of a larger power of two on larger disks), each with and without the 1 MiB that
 * partitioning tools leave before the first partition; the first FOUND_MIB_MAX multiples
 * of 1 MiB; the first FOUND_CYLINDERS_MAX cylinders of 16,065 sectors.  It skips places
 * inside a content of known size.
 *
 * On a disk with a table, contents that no entry names lie in free space: lost_find()
 * looks at at most LOST_PLACES_MAX places of a free run, see places.c.
 *
 * Each place costs at most 3 reads of up to 24 KiB, and the reads of one decoder if a
 * content begins there; each content one of 128 KiB before it, where the RAID member that
 * ends there has its superblock.  A backup superblock or boot sector (ext, XFS, NTFS,
 * FAT32, exFAT, btrfs, LUKS2) identifies the start of its content, even if the primary
 * one is destroyed. */
#ifndef ALIDADE_MODEL_FOUND_FOUND_H
#define ALIDADE_MODEL_FOUND_FOUND_H

#include "model/base/reader.h"
#include "model/disk/layout.h"
#include "model/disk/types.h"

enum {
    FOUND_MAX = 300, /* maximum number of contents; further ones are ignored */
    FOUND_GIB_MAX = 256,
    FOUND_MIB_MAX = 1024,
    FOUND_CYLINDERS_MAX = 256,
    FOUND_FAR_MAX = 2 * FOUND_GIB_MAX + FOUND_MIB_MAX + 2 * FOUND_CYLINDERS_MAX,
    FOUND_NEAR_MAX = 8 + 2 * 128 + 7 * FOUND_MAX,
    LOST_PLACES_MAX = 256, /* besides 7 behind each content that is found */
};

/* What tells that a content begins somewhere. */
enum found_how {
    FOUND_SUPERBLOCK, /* its own first sectors */
    FOUND_BACKUP,     /* a copy of its superblock; the first one is destroyed */
    FOUND_EBR,        /* an EBR that is no link of a chain, and its own first sectors */
    FOUND_GPT_COPY,   /* an entry of an old GPT, and its own first sectors */
    FOUND_HOW_COUNT,
};

/* A content that was found.  All numbers are sectors. */
struct found_content {
    uint64_t start;
    uint64_t length; /* 0: unknown */
    uint64_t volume; /* size according to the content's superblock; 0: unknown */
    uint64_t ebr;    /* sector of the EBR that names it; 0: none */
    unsigned number; /* number of the GPT entry that lists it; 0: none */
    enum found_how how;
    bool is_followed;           /* the search has looked where its EBR leads */
    bool is_sure;               /* a decoder recognizes it, or a table names it */
    char entry_type[TYPE_TEXT]; /* as extent.type, of that EBR or entry; empty: none */
    const char *type;           /* libblkid's TYPE if only a backup tells it; else NULL */
    const char *kind;           /* libblkid's TYPE that its magic belongs to */
    bool is_around;             /* see struct found_place */
    bool is_too_large;          /* for the disk, according to its superblock */
};

/* Returns the stable id for JSON: "superblock", "backup-superblock", "ebr", "gpt-copy" */
const char *found_how_id(enum found_how how);
/* Returns the same in translated words. */
const char *found_how_words(enum found_how how);

/* True if no readable table lists partitions. */
bool found_is_wanted(const struct layout *layout);

/* Returns a copy of LAYOUT, which has no partitions, with a damaged entry
 * (FAULT_NO_ENTRY) for each file system, LUKS, LVM or swap that the near search finds,
 * and the note NOTE_CONTENTS_FOUND; LAYOUT itself, with a new reference, if nothing is
 * found.  The caller must layout_unref() the result. */
struct layout *found_add(const struct reader *disk, struct layout *layout);

/* Returns a copy of LAYOUT with such an entry for each of the COUNT contents at AT, with
 * ids from LAYOUT_ID_ADDED on. */
struct layout *found_add_contents(struct layout *layout, const struct found_content *at,
                                  size_t count);

/* Returns LAYOUT with the entries of LOST, a layout of nothing but such ones, or itself
 * with a new reference if LOST is NULL. */
struct layout *found_join(struct layout *layout, const struct layout *lost);
/* Returns the entry of LAYOUT for a content that begins at START; NULL: none. */
const struct extent *found_row(const struct layout *layout, uint64_t start);

/* The full search as a stepper: each step looks at one place. */
struct found_search;

/* DISK must outlive the search; its size in sectors is taken from LAYOUT. */
struct found_search *found_search_new(const struct reader *disk,
                                      const struct layout *layout);
void found_search_free(struct found_search *search);   /* accepts NULL */
void found_search_freep(struct found_search **search); /* for CLEANUP */
/* Looks at the next place; returns false if the search is done. */
bool found_search_step(struct found_search *search);
/* Returns LAYOUT with a damaged entry for each content found so far that it does not list
 * yet, as found_add() does.  Existing entries keep their ids; ids of new entries are
 * never used by edits of LAYOUT. */
struct layout *found_search_add(const struct found_search *search, struct layout *layout);

/* Runs the full search and adds its results. */
struct layout *found_add_all(const struct reader *disk, struct layout *layout);

/* Returns LAYOUT without the added entries and the note, as the table on disk describes
 * it. */
struct layout *found_remove(const struct layout *layout);

#endif
