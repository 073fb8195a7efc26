/* SPDX-License-Identifier: GPL-3.0-or-later */
/* write_grid.h - the blocks of a disk that a move writes as a whole */
#ifndef ALIDADE_MODEL_MOVE_PLAN_WRITE_GRID_H
#define ALIDADE_MODEL_MOVE_PLAN_WRITE_GRID_H

#include "model/disk/limits.h"

/* Returns the LBAs where writes of a move may begin: on the physical grid, at distances
 * of at least 4096 bytes. */
struct alignment journal_grid(const struct limits *limits);

/* Returns the blocks that a power cut can leave unreadable: of the physical sector, 4096
 * bytes and the minimum I/O, the largest. The last one counts if it is a power of two, up
 * to 64 KiB. */
struct alignment journal_write_grid(const struct limits *limits);

/* Returns how many sectors of a partition at START are written in place of the signature
 * of a swap area, and again with it, from *RET_FIRST on: whole blocks of GRID, none of
 * which begins before START. 0 if the signature is in a block that does. */
uint64_t write_grid_at_start(struct alignment grid, uint64_t logical, uint64_t start,
                             uint64_t *ret_first);

#endif
