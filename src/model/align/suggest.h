/* SPDX-License-Identifier: GPL-3.0-or-later */
/* suggest.h - better starts for one extent, ranked, with their price */
#ifndef ALIDADE_MODEL_ALIGN_SUGGEST_H
#define ALIDADE_MODEL_ALIGN_SUGGEST_H

#include <stddef.h>

#include "model/align/judge.h"
#include "model/disk/layout.h"

enum suggest_fit {
    FIT_FREE,   /* fits in its own space and the free space beside it */
    FIT_SHRINK, /* fits after making it SHRINK sectors smaller */
    FIT_MOVES,  /* neighbours first_moved..last_moved would have to move */
    FIT_COUNT,
};

struct boot_effect {
    bool is_first;         /* the extent is the first partition: the gap changes */
    uint64_t gap_before;   /* sectors between the MBR (or table) and it, now */
    uint64_t gap_after;    /* ... at the suggested start */
    uint64_t grub_sectors; /* GRUB core image found in the gap; 0 = none */
    bool does_grub_fit;    /* true also where none was found */
    bool is_ntfs_fixed;    /* the boot sector's "hidden sectors" is set to match */
    bool is_fat_fixed;     /* the same field of FAT and exFAT */
};

struct suggestion {
    uint64_t start; /* LBA */
    enum grade grade;
    int64_t shift; /* sectors; below 0: to the left */
    enum suggest_fit fit;
    uint64_t shrink; /* sectors; 0 but for FIT_SHRINK */
    /* For FIT_MOVES the leftmost and the rightmost neighbour in the way: its number, the
     * letter of a BSD partition, 0 for a container. */
    unsigned first_moved;
    unsigned last_moved;
    uint64_t data_bytes; /* to read and write; 0 for what is made anew */
    struct boot_effect boot;
};

#define SUGGEST_MAX 4

/* Fills RET with the candidates (nearest on each grid, below and above), best first, and
 * returns how many: 0 for extents that are not off and where no start can help.  Best:
 * free before shrink before moves, then least data, higher grade, smaller shift; a start
 * that GRUB_SECTORS, the length of a core image found in the MBR gap (0 = none), forbids
 * comes last.  Starts are those from which judge_extent would not say off: where the
 * content says where its first data lies, that is what is brought onto the grid. */
size_t suggest_starts(const struct layout *layout, const struct extent *extent,
                      uint64_t grub_sectors, struct suggestion ret[SUGGEST_MAX]);

/* The one start of the Suggest column; false for extents that are not off. */
bool suggest_best(const struct layout *layout, const struct extent *extent,
                  uint64_t *ret_start);

/* Legal and good first starts for a new partition on this disk: the table's first usable
 * sector, the first on the physical grid at or above it, the first on the grain at or
 * above 1 MiB.  ALIGN_NONE where there is none. */
struct first_starts {
    uint64_t legal;
    uint64_t physical;
    uint64_t grain;
};
struct first_starts suggest_first_starts(const struct layout *layout);

/* "free", "shrink", "moves": stable. */
const char *suggest_fit_id(enum suggest_fit fit);

#endif
