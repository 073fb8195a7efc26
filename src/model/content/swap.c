/* SPDX-License-Identifier: GPL-3.0-or-later */
/* swap.c - decodes a Linux swap header: page size, also of a hibernated system
 *
 * Linux, include/linux/swap.h, union swap_header: the magic is at the end of the first
 * page.  The magics of suspended systems come from kernel/power/swap.c, older kernels and
 * user-space suspend tools. */
#include <string.h>

#include "model/base/mem.h"
#include "model/base/num.h"
#include "model/content/kinds.h"

enum {
    MAGIC_BYTES = 10,
    PAGE_MIN = 4096,
    PAGE_MAX = 65536,
    HEAD_AT = 1024, /* start of the header's fields */
    HEAD_BYTES = 12,
    VERSION_AT = HEAD_AT,
    BAD_PAGES_AT = HEAD_AT + 8,
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

/* True if write/swap.c can create this header again at a new size. */
static bool is_remakeable(const struct reader *part, uint64_t at)
{
    uint8_t head[HEAD_BYTES], magic[MAGIC_BYTES];

    return reader_read(part, at, magic, sizeof(magic)) &&
           !memcmp(magic, "SWAPSPACE2", sizeof(magic)) &&
           reader_read(part, HEAD_AT, head, sizeof(head)) &&
           le32_at(head, VERSION_AT - HEAD_AT) == 1 &&
           le32_at(head, BAD_PAGES_AT - HEAD_AT) == 0;
}

bool inside_swap(const struct reader *part, struct inside *ret)
{
    uint8_t magic[MAGIC_BYTES];

    for (uint64_t page = PAGE_MIN; page <= PAGE_MAX; page *= 2) {
        uint64_t at = page - MAGIC_BYTES;
        if (!reader_read(part, at, magic, sizeof(magic)) || !is_magic(magic))
            continue;
        ret->block = page;
        ret->unit = page;
        ret->is_remakeable = is_remakeable(part, at);
        inside_prove(ret, at, magic, sizeof(magic));
        return true;
    }
    return false;
}
