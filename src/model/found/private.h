/* SPDX-License-Identifier: GPL-3.0-or-later */
/* private.h - state of a search, shared by the search and the layout entries */
#ifndef ALIDADE_MODEL_FOUND_PRIVATE_H
#define ALIDADE_MODEL_FOUND_PRIVATE_H

#include <stddef.h>

#include "model/found/found.h"
#include "model/found/place.h"

/* The stages of the search, in order. */
enum found_stage {
    STAGE_USUAL,
    STAGE_HINTS_FRONT,
    STAGE_HINTS_BACK,
    STAGE_GIB,
    STAGE_MIB,
    STAGE_CYLINDERS,
    STAGE_TAIL,
    STAGE_WHOLE_END, /* of the search of a whole disk; that of a free run begins */
    STAGE_RUN_FRONT = STAGE_WHOLE_END, /* each sector */
    STAGE_RUN_EDGES,
    STAGE_RUN_TRACKS,
    STAGE_RUN_CYLINDERS,
    STAGE_RUN_MIB,
    STAGE_RUN_BACKUPS,
    STAGE_RUN_TAIL,
    STAGE_RUN_END,
};

struct found_search {
    const struct reader *disk;
    uint64_t size; /* disk size in sectors */
    uint64_t logical;
    uint64_t from, end; /* sectors where a content may begin: the disk, or a free run */
    uint64_t chain; /* beginning of the container that EBRs count from; 0: not known */
    uint64_t
        reach; /* that many times as many MiB and cylinders are searched; 1 or more */
    enum found_stage stage, last; /* LAST is not searched any more */
    uint64_t index;               /* next place in this stage */
    size_t follow;            /* content behind whose end the search currently looks */
    unsigned follow_at;       /* index of the place behind that content */
    uint8_t *hints;           /* GPT entry array of this stage, or NULL */
    bool is_strict;           /* some bytes alone are no content */
    struct found_content *at; /* owned */
    size_t count, limit;
    size_t more; /* contents beyond the limit */
};

/* Returns the byte offset of place INDEX of the search's stage, or false past the last
 * one; places may lie anywhere. */
bool found_place_at(const struct found_search *search, uint64_t index, uint64_t *ret);
/* Returns the byte offset of place INDEX behind a content that ends at byte END; false
 * past the last one. */
bool found_place_behind(uint64_t end, unsigned index, uint64_t *ret);

/* Prepares to search for contents that begin in the free run of LAYOUT from START on. */
struct found_search *found_search_run(const struct reader *disk,
                                      const struct layout *layout, uint64_t start,
                                      uint64_t length);

/* Sorts the COUNT contents at AT; one of unknown length extends to the next one, the last
 * one to END. */
void found_settle(struct found_content *at, size_t count, uint64_t end);

/* Returns the content at sector START; NULL: none was found there. */
struct found_content *found_search_find(struct found_search *search, uint64_t start);
/* True if a content was found in which START lies: what begins there belongs to it, as a
 * disk image, or an old file system. */
bool found_search_is_inside(const struct found_search *search, uint64_t start);
/* True if COPY is a superblock inside of FIRST that no decoder knows, of the same kind
 * and with the same size: a copy, which holds nothing itself. */
bool found_repeats(const struct found_content *first, const struct found_content *copy);
/* Adds what was FOUND; the values of HINT count only if it begins there.  A RAID member
 * replaces what was found at its start. */
void found_search_add_place(struct found_search *search, const struct found_place *found,
                            const struct found_content *hint);

/* Looks at the sector LBA: a content, a backup or an EBR may lie there. */
void found_search_look(struct found_search *search, uint64_t lba);

/* Returns in *RET what was found, in the order of the disk, without the remains of
 * contents that were overwritten; free(). */
size_t found_search_take(const struct found_search *search, struct found_content **ret);

/* The same as found_add_contents(), with ids from FIRST_ID on (0: any), and HAS_NOTE:
 * with the note of found_add(). */
struct layout *found_add_each(struct layout *layout, const struct found_content *at,
                              size_t count, uint32_t first_id, bool has_note);

/* Looks where the 512 bytes at SECTOR, which lie at byte OFFSET of the disk, can be a
 * signature or an EBR. */
void found_search_sniff(struct found_search *search, const uint8_t *sector,
                        uint64_t offset);

/* Performs a step of the near search; returns false if the near search is done. */
bool found_search_near(struct found_search *search);

#endif
