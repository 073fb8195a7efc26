/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fix_memory.c - how much memory the buffers of a move may take */
#include "device/move/fixing/fix_memory.h"

#include "device/move/fixing/fixing.h"
#include "model/base/intl.h"
#include "model/base/num.h"
#include "model/base/refusal.h"
#include "model/base/size.h"

#define BEGUN_MIN (UINT64_C(1) << 20)

size_t fix_memory(const struct sys *sys, bool is_begun, struct err *err)
{
    uint64_t half = sys_available_memory(sys) / 2;
    uint64_t share = num_max(half / 2, num_min(half, FIXING_MEMORY_MIN));
    char has[SIZE_TEXT], needs[SIZE_TEXT];

    share = num_min(share, FIXING_MEMORY_MAX);
    if (is_begun && share < BEGUN_MIN)
        share = BEGUN_MIN;
    if (is_begun || share >= FIXING_MEMORY_MIN)
        return (size_t)share;
    size_format_pair(half, FIXING_MEMORY_MIN, has, needs);
    (void)err_refuse(
        err, REFUSAL_FIX_NO_MEMORY,
        _("Half of the memory that is available is %1$s, and moving data takes "
          "%2$s. Close other programs first."),
        has, needs);
    return 0;
}
