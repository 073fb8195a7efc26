/* SPDX-License-Identifier: GPL-3.0-or-later */
/* swap_blocks.h - refuses swap headers in one block with sectors of others
 *
 * A power cut can leave the block that is written unreadable, and with it the sectors of
 * others in it, which are saved nowhere. */
#ifndef ALIDADE_MODEL_WRITE_SWAP_BLOCKS_H
#define ALIDADE_MODEL_WRITE_SWAP_BLOCKS_H

#include "model/write/plan.h"

/* Sets ERR_REFUSED: the header of swap partition NUMBER, which begins at START, would be
 * in one block of GRID with a part of BESIDE.  Returns false. */
bool swap_blocks_refuse(unsigned number, uint64_t start, const struct extent *beside,
                        struct alignment grid, uint64_t logical, struct err *err);

#endif
