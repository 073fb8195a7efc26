/* SPDX-License-Identifier: GPL-3.0-or-later */
/* swap_blocks.h - refuses swap headers in one block with sectors of others
 *
 * A power cut can leave the block that is written unreadable, and with it the sectors of
 * others in it, which are saved nowhere. */
#ifndef ALIDADE_MODEL_WRITE_SWAP_BLOCKS_H
#define ALIDADE_MODEL_WRITE_SWAP_BLOCKS_H

#include "model/write/plan.h"

/* The page with the header: Linux, include/linux/swap.h, union swap_header. */
enum { SWAP_HEADER_BYTES = 4096 };

/* Sets ERR_REFUSED: the header of swap partition NUMBER, which begins at START, would be
 * in one block of GRID with a part of BESIDE.  Returns false. */
bool swap_blocks_refuse(unsigned number, uint64_t start, const struct extent *beside,
                        struct alignment grid, uint64_t logical, struct err *err);

/* Checks that no header that PLAN writes, from BASE to PREVIEW, is in one physical sector
 * with a part of another partition or of the table; else ERR_REFUSED. */
bool swap_blocks_check(const struct write_plan *plan, const struct layout *base,
                       const struct layout *preview, struct err *err) MUST_USE;

#endif
