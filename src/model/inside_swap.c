/* SPDX-License-Identifier: GPL-3.0-or-later */
/* inside_swap.c - Linux swap: the page it was made for, also with a hibernated system
 *
 * Linux, include/linux/swap.h, union swap_header: the magic ends the first page.  The
 * suspended ones are kernel/power/swap.c's and its older and user-space kin's. */
#include <string.h>

#include "model/inside_kinds.h"
#include "model/mem.h"
#include "model/num.h"

enum {
    MAGIC_ROOM = 10,
    PAGE_MIN = 4096,
    PAGE_MAX = 65536,
};

static const char *const magics[] = {
    "SWAPSPACE2", "SWAP-SPACE", "S1SUSPEND", "S2SUSPEND", "ULSUSPEND", "LINHIB0001",
};

static bool is_magic(const uint8_t *bytes)
{
    for (size_t i = 0; i < ARRAY_SIZE(magics); i++)
        if (!memcmp(bytes, magics[i], strlen(magics[i])))
            return true;
    return false;
}

bool inside_swap(const struct window *part, struct inside *ret)
{
    uint8_t magic[MAGIC_ROOM];

    for (uint64_t page = PAGE_MIN; page <= PAGE_MAX; page *= 2) {
        uint64_t at = page - MAGIC_ROOM;
        if (!window_read(part, at, magic, sizeof(magic)) || !is_magic(magic))
            continue;
        ret->block = page;
        ret->unit = page;
        inside_prove(ret, at, magic, sizeof(magic));
        return true;
    }
    return false;
}
