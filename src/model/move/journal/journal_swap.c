/* SPDX-License-Identifier: GPL-3.0-or-later */
/* journal_swap.c - the header of the swap area that a journal was in, created again */
#include "model/move/journal/journal_swap.h"

#include <string.h>

#include "model/base/num.h"

enum {
    VERSION_AT = 1024,
    LAST_PAGE_AT = 1028,
    BAD_PAGES_AT = 1032,
    UUID_AT = 1036,
    NAME_AT = 1052,
    MAGIC_AT = 4086,
};

static const char magic[] = "SWAPSPACE2";

bool journal_swap_keep(const uint8_t page[JOURNAL_SWAP_BYTES], struct journal_plan *plan)
{
    if (memcmp(page + MAGIC_AT, magic, sizeof(magic) - 1) != 0 ||
        le32_at(page, VERSION_AT) != 1 || le32_at(page, BAD_PAGES_AT))
        return false;
    memcpy(plan->swap_uuid.bytes, page + UUID_AT, GUID_BYTES);
    memcpy(plan->swap_name, page + NAME_AT, sizeof(plan->swap_name));
    return true;
}

void journal_swap_make(const struct journal_plan *plan, uint64_t bytes,
                       uint8_t ret[JOURNAL_SWAP_BYTES])
{
    memset(ret, 0, JOURNAL_SWAP_BYTES);
    put_le32(ret, VERSION_AT, 1);
    put_le32(ret, LAST_PAGE_AT, (uint32_t)(bytes / JOURNAL_SWAP_BYTES - 1));
    memcpy(ret + UUID_AT, plan->swap_uuid.bytes, GUID_BYTES);
    memcpy(ret + NAME_AT, plan->swap_name, sizeof(plan->swap_name));
    memcpy(ret + MAGIC_AT, magic, sizeof(magic) - 1);
}
