/* SPDX-License-Identifier: GPL-3.0-or-later */
/* journal_swap.h - the header of the swap area that a journal was in, created again */
#ifndef ALIDADE_MODEL_MOVE_JOURNAL_JOURNAL_SWAP_H
#define ALIDADE_MODEL_MOVE_JOURNAL_JOURNAL_SWAP_H

#include "model/move/journal/journal_format.h"

/* The page with the header: Linux, include/linux/swap.h, union swap_header. */
#define JOURNAL_SWAP_BYTES 4096

/* Keeps in PLAN what fstab refers to: UUID and name of the swap area with the header
 * PAGE. False if that is of another kind, or lists bad pages. */
bool journal_swap_keep(const uint8_t page[JOURNAL_SWAP_BYTES],
                       struct journal_plan *plan) MUST_USE;
/* Makes the header of a swap area of BYTES with these. */
void journal_swap_make(const struct journal_plan *plan, uint64_t bytes,
                       uint8_t ret[JOURNAL_SWAP_BYTES]);

#endif
