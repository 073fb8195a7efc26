/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ebr.c - an EBR to which no other leads */
#include "model/base/num.h"
#include "model/found/place.h"
#include "model/table/mbr.h"
#include "model/table/mbr_layout.h"

static bool is_unused_entry(const uint8_t *bytes, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (bytes[i])
            return false;
    return true;
}

/* Takes an entry of an EBR; false if no tool writes such a one, or several of a kind. */
static bool take_ebr_entry(const uint8_t *entry, struct found_ebr *ret)
{
    uint64_t start = le32_at(entry, MBR_ENTRY_AT_START);
    uint64_t length = le32_at(entry, MBR_ENTRY_AT_LENGTH);
    uint8_t type = entry[MBR_ENTRY_AT_TYPE], flag = entry[MBR_ENTRY_AT_FLAG];

    if (is_unused_entry(entry, MBR_ENTRY_BYTES))
        return true;
    if (!type || !start || !length || (flag && flag != MBR_FLAG_ACTIVE))
        return false;
    if (mbr_type_is_extended(type)) {
        bool is_first = !ret->next;
        ret->next = start;
        return is_first;
    }
    if (ret->length)
        return false;
    ret->start = start;
    ret->length = length;
    ret->type = type;
    return true;
}

bool found_read_ebr(const struct reader *disk, uint64_t logical, uint64_t offset,
                    struct found_ebr *ret)
{
    uint8_t sector[MBR_BYTES];
    struct found_ebr ebr = { 0 };

    if (offset % logical || !reader_read(disk, offset, sector, sizeof(sector)) ||
        le16_at(sector, MBR_AT_MAGIC) != MBR_MAGIC)
        return false;
    for (unsigned i = 0; i < MBR_SLOTS; i++)
        if (!take_ebr_entry(sector + MBR_AT_ENTRIES + i * (size_t)MBR_ENTRY_BYTES, &ebr))
            return false;
    if (!ebr.length)
        return false;
    *ret = ebr;
    return true;
}
