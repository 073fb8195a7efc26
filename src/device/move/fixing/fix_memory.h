/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fix_memory.h - how much memory the buffers of a move may take */
#ifndef ALIDADE_DEVICE_MOVE_FIXING_FIX_MEMORY_H
#define ALIDADE_DEVICE_MOVE_FIXING_FIX_MEMORY_H

#include <stdbool.h>
#include <stddef.h>

#include "device/io/sys.h"
#include "model/base/err.h"

/* Returns a quarter of the memory that is available, up to a half of it where a quarter
 * is less than FIXING_MEMORY_MIN; FIXING_MEMORY_MAX at most.  0 (ERR_REFUSED) if a half
 * is less than FIXING_MEMORY_MIN; with IS_BEGUN 1 MiB suffices, and is taken in any case:
 * a move that has begun is to be completed. */
size_t fix_memory(const struct sys *sys, bool is_begun, struct err *err) MUST_USE;

#endif
