/* SPDX-License-Identifier: GPL-3.0-or-later */
/* record_fit.h - divides the space of a journal among its areas */
#ifndef ALIDADE_MODEL_MOVE_LOG_RECORD_FIT_H
#define ALIDADE_MODEL_MOVE_LOG_RECORD_FIT_H

#include "model/move/log/records.h"

/* Fits a journal with a log of LOG_BYTES into the sectors [START, END), or with START 0
 * into END sectors of another disk, for HEAD's kind, logical and block: sets start and
 * bytes of the place, areas, and blocks of the page.  The journal begins on GRID, and is
 * not larger than is of use.  False if the space is too small: HEAD is untouched. */
bool record_fit(struct record_head *head, struct alignment grid, uint64_t start,
                uint64_t end, uint64_t log_bytes) MUST_USE;

/* Returns the bytes of the smallest journal with such a log. */
uint64_t record_fit_min(uint32_t block, uint64_t log_bytes);

#endif
