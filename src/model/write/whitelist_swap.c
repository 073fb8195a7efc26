/* SPDX-License-Identifier: GPL-3.0-or-later */
/* whitelist_swap.c - permits changes in the header of a swap area that moves or is
 * resized */
#include <string.h>

#include "model/base/mem.h"
#include "model/base/num.h"
#include "model/write/whitelist_private.h"

enum {
    PAGE_MIN = 4096,
    PAGE_MAX = 65536,
    LAST_PAGE_AT = 1028,
    MAGIC_BYTES = 10,
};

/* Returns the page size of the swap header on the disk in bytes; 0: none. */
static uint64_t swap_page_bytes(const struct whitelist *list, const struct extent *extent)
{
    CLEANUP(freep) uint8_t *bytes = xmalloc(PAGE_MAX);

    for (uint64_t page = PAGE_MIN; page <= PAGE_MAX; page *= 2) {
        uint64_t sectors = num_round_up(page, list->logical) / list->logical;
        if (sectors <= extent->length &&
            whitelist_read(list, extent->start, sectors, bytes) &&
            !memcmp(bytes + page - MAGIC_BYTES, "SWAPSPACE2", MAGIC_BYTES))
            return page;
    }
    return 0;
}

/* Without a move only the number of pages changes. */
static void swap_allow_header(const struct whitelist *list, const struct extent *before,
                              const struct extent *after)
{
    uint64_t page = swap_page_bytes(list, before);
    uint64_t offset = (list->lba - after->start) * list->logical;

    if (list->lba < after->start || offset >= page)
        return;
    if (before->start != after->start)
        whitelist_allow(list, 0, list->logical);
    else if (offset <= LAST_PAGE_AT && LAST_PAGE_AT - offset < list->logical)
        whitelist_allow(list, LAST_PAGE_AT - offset, 4);
}

void whitelist_swap(const struct whitelist *list)
{
    const struct extent *after = layout_find_lba(list->preview, list->lba);
    const struct extent *before = after ? whitelist_find(list->base, after) : NULL;

    if (before && extent_is_partition(after) && !strcmp(after->content.type, "swap") &&
        (before->start != after->start || before->length != after->length))
        swap_allow_header(list, before, after);
}
