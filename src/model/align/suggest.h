/* SPDX-License-Identifier: GPL-3.0-or-later */
/* suggest.h - better starts for one extent, best first, with their cost */
#ifndef ALIDADE_MODEL_ALIGN_SUGGEST_H
#define ALIDADE_MODEL_ALIGN_SUGGEST_H

#include <stddef.h>

#include "model/align/judge.h"
#include "model/disk/layout.h"

enum suggest_fit {
    FIT_FREE,   /* it fits in its own space and the free space beside it */
    FIT_SHRINK, /* it fits after making it SHRINK sectors smaller */
    FIT_MOVES,  /* neighbours first_moved..last_moved would have to move */
    FIT_COUNT,
};

struct boot_effect {
    bool is_first;         /* the extent is the first partition: the gap changes */
    uint64_t gap_before;   /* sectors between the table and its present start */
    uint64_t gap_after;    /* the same for the suggested start */
    uint64_t grub_sectors; /* GRUB core image found in the gap; 0 = none */
    bool does_grub_fit;    /* also true if none was found */
};

struct suggestion {
    uint64_t start; /* LBA */
    enum grade grade;
    int64_t shift; /* sectors; negative: to the left */
    enum suggest_fit fit;
    uint64_t shrink; /* sectors, for FIT_SHRINK; else 0 */
    /* For FIT_MOVES the leftmost and the rightmost neighbour in the way: a number, the
     * letter of a BSD partition, 0 for a container; for a partition of a BSD label that
     * moves with its slice the number of the slice. */
    unsigned first_moved;
    unsigned last_moved;
    uint64_t data_bytes; /* bytes to move; 0 for swap and empty partitions */
    struct boot_effect boot;
};

/* What is in the gap between the MBR and the first partition, in sectors from its start.
 * Zero-initialised: nothing. */
struct boot_gap {
    uint64_t grub_sectors;  /* to the end of a core image of GRUB */
    uint64_t owned_sectors; /* to the last sector that is not zero; not less */
};

/* What starts depend on besides the layout; see moves_suggest_context(). */
struct suggest_context {
    struct boot_gap gap;
    struct layout *planned; /* the layout after its default plan; NULL: there is none */
    bool is_on_grain; /* that plan puts starts on the grain, not only on the physical grid
                       */
};

#define SUGGEST_MAX 5

/* Fills RET with the nearest starts on each grid, below and above, best first, and
 * returns how many; 0 for extents that are not misaligned or that no start can align.
 * The first one is the start in the default plan of CONTEXT.  Order of the others, and of
 * all if that plan moves nothing here: free, shrink, moves; then less data, higher grade,
 * smaller shift; but without such a plan, if none is free, the nearest one below, or else
 * above, is the first.  The first partition of msdos keeps 32 sectors in front of it for
 * a boot loader, or those of a core image if that is more.  The starts align the first
 * data inside if judge_data_offset() knows it.  A slice with a BSD label is one unit, see
 * suggest_unit(): its partitions have its shifts, and need it moved. */
size_t suggest_starts(const struct layout *layout, const struct extent *extent,
                      struct suggest_context context, struct suggestion ret[SUGGEST_MAX]);

/* Sets RET to the first of suggest_starts(), the one that every list, sentence and key
 * means; false if there is none. */
bool suggest_best(const struct layout *layout, const struct extent *extent,
                  struct suggest_context context, struct suggestion *ret);

/* Sets RET to the nearest of suggest_starts() for which nothing else has to move or to
 * become smaller; false if there is none. */
bool suggest_nearest_free(const struct layout *layout, const struct extent *extent,
                          struct suggest_context context, struct suggestion *ret);

/* Returns the first sector behind what stays free on msdos for a boot loader: 32 sectors
 * after the MBR, or USED sectors if that is more; 0 for other labels. */
uint64_t suggest_boot_end(const struct layout *layout, uint64_t used);

/* Returns the first start on GRID in [LOW, HIGH) for a partition of a LABEL whose start
 * is not given: from 1 MiB on; if that is not possible, on msdos from sector 63 on, so
 * that the gap keeps space for a boot loader.  ALIGN_NONE if there is none. */
uint64_t suggest_new_start(const struct limits *limits, enum label_kind label,
                           struct alignment grid, uint64_t low, uint64_t high);

/* First starts for a new partition on this disk: the first usable sector, the first one
 * from there on the physical grid, the first one from 1 MiB on the grain.  ALIGN_NONE if
 * there is none. */
struct first_starts {
    uint64_t legal;
    uint64_t physical;
    uint64_t grain;
};
struct first_starts suggest_first_starts(const struct layout *layout);

/* Returns a stable id: "free", "shrink", "moves". */
const char *suggest_fit_id(enum suggest_fit fit);

#endif
