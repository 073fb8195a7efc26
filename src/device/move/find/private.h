/* SPDX-License-Identifier: GPL-3.0-or-later */
/* private.h - what the files of this folder share */
#ifndef ALIDADE_DEVICE_MOVE_FIND_PRIVATE_H
#define ALIDADE_DEVICE_MOVE_FIND_PRIVATE_H

#include "device/move/find/finder.h"
#include "device/move/find/hint.h"
#include "model/disk/layout.h"

/* The search on one disk. */
struct finder {
    struct store *store;         /* borrowed */
    const char *serial;          /* of the drive, or empty; borrowed */
    struct reader reader;        /* of STORE */
    const struct layout *layout; /* borrowed; NULL: its table cannot be read */
    uint32_t logical;            /* bytes of a sector */
    struct fix_found_list *list;
    size_t first;   /* candidate of this disk in LIST */
    unsigned tries; /* records that were followed */
};

/* True if some candidate of the disk is surely one of its fixes. */
bool finder_is_certain(const struct finder *finder);

/* --- finder_records.c: from bytes to candidates --- */

/* Reads the newest head of the journal at OFFSET of JOURNAL: on the disk that is fixed,
 * or elsewhere.  TRANSACTION is the one that it has to be of; NULL: any. */
bool finder_read_head(const struct reader *journal, uint64_t offset, bool is_elsewhere,
                      const struct guid *transaction, struct record_head *ret) MUST_USE;
/* Returns the candidate with HEAD, read from OFFSET of JOURNAL: a path, or NULL for the
 * disk itself. */
struct fix_place_found finder_candidate(const struct finder *finder,
                                        enum fix_source source, const char *journal,
                                        uint64_t offset, const struct record_head *head);
/* Adds it, judged. */
void finder_add(struct finder *finder, const struct fix_place_found *found);
/* Adds the fix whose head is in the journal at OFFSET of the disk, if one is there. */
void finder_add_at(struct finder *finder, enum fix_source source, uint64_t offset);
/* Adds what the COUNT bytes at OFFSET of the disk lead to.  ENTRY is the partition that
 * they are in, with its sectors of LOGICAL bytes; NULL: none.  What cannot be read is
 * passed over. */
void finder_look(struct finder *finder, enum fix_source source,
                 const struct extent *entry, uint64_t logical, uint64_t offset,
                 uint64_t count);

/* True if COUNT bytes begin with a plan, a progress record or a guard of version 1. */
bool finder_is_version_1(const uint8_t *bytes, size_t count);
void finder_note_version_1(struct fix_found_list *list, const char *path);

/* --- finder_judge.c: what log and table tell --- */

/* Sets the facts of FOUND; none if it has no head. */
void finder_judge(const struct finder *finder, struct fix_place_found *found);
/* True if FOUND is proven to be a fix of the disk. */
bool finder_is_of_disk(const struct finder *finder, const struct fix_place_found *found);

/* --- finder_sources.c: places to look at --- */

void finder_ask_entries(struct finder *finder, const struct layout *layout,
                        bool is_thorough);
/* Entries of a table for sectors of another size, which those of the disk cannot have. */
void finder_ask_other_sectors(struct finder *finder);
void finder_ask_hints(struct finder *finder);

/* --- finder_scan.c: where no place is known --- */

void finder_ask_free(struct finder *finder, bool is_thorough);
/* The starts of its largest ranges, with at most four reads. */
void finder_ask_largest_free(struct finder *finder);
void finder_ask_disk(struct finder *finder, const struct finder_watch *watch);

#endif
