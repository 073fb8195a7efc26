/* SPDX-License-Identifier: GPL-3.0-or-later */
/* found.h - where contents begin on a disk whose table cannot be read
 *
 * Two depths.  The near search looks at the places where first partitions usually begin,
 * at those that the entries of a damaged GPT name, and at those that follow the end of
 * what was found: at most FOUND_NEAR_MAX places.  The whole search then looks at
 * FOUND_FAR_MAX places more, the likeliest first: FOUND_GIB_MAX multiples of 1 GiB (of
 * more on disks that have more of them), with and without the 1 MiB in front that
 * partitioning tools leave, the first FOUND_MIB_MAX boundaries of 1 MiB, the first
 * FOUND_CYLINDERS_MAX cylinders of 16,065 sectors.  It passes over what lies inside of a
 * content whose size is known.
 *
 * Each place costs at most 3 reads of up to 12 KiB, and those of one decoder where
 * something begins.  A backup of a superblock or boot sector (ext, XFS, NTFS, FAT32,
 * exFAT) leads to the beginning, and stands for it where the first one is destroyed. */
#ifndef ALIDADE_MODEL_FOUND_FOUND_H
#define ALIDADE_MODEL_FOUND_FOUND_H

#include "model/base/reader.h"
#include "model/disk/layout.h"

enum {
    FOUND_MAX = 300, /* contents; what is found later is left out */
    FOUND_GIB_MAX = 256,
    FOUND_MIB_MAX = 1024,
    FOUND_CYLINDERS_MAX = 256,
    FOUND_FAR_MAX = 2 * FOUND_GIB_MAX + FOUND_MIB_MAX + 2 * FOUND_CYLINDERS_MAX,
    FOUND_NEAR_MAX = 8 + 2 * 128 + 6 * FOUND_MAX,
};

/* True where no table that can be read names partitions. */
bool found_is_wanted(const struct layout *layout);

/* LAYOUT, which has no partition, with a damaged entry (FAULT_NO_ENTRY) for each place
 * where the near search finds a file system, LUKS, LVM or swap, and the note
 * "contents-found".  LAYOUT itself, with a reference, where nothing is found
 * (layout_unref). */
struct layout *found_add(const struct reader *disk, struct layout *layout);

/* The whole search as a stepper: each step looks at one place. */
struct found_search;

/* DISK, with the sectors of LAYOUT, must outlive the search. */
struct found_search *found_search_new(const struct reader *disk,
                                      const struct layout *layout);
void found_search_free(struct found_search *search);   /* accepts NULL */
void found_search_freep(struct found_search **search); /* for CLEANUP */
/* False when it is done. */
bool found_search_step(struct found_search *search);
/* LAYOUT with a damaged entry for each place that was found and that it does not have
 * yet, as found_add(); entries that it has keep their ids, and those of new ones are not
 * used by any edit of LAYOUT. */
struct layout *found_search_add(const struct found_search *search, struct layout *layout);

/* The whole search at once. */
struct layout *found_add_all(const struct reader *disk, struct layout *layout);

/* LAYOUT without those entries and that note: what its table itself says. */
struct layout *found_remove(const struct layout *layout);

#endif
