/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gpt_rest.c - what is left of a damaged copy of a GPT, and where
 *
 * The sectors of a damaged copy may hold something else by now, such as a boot loader.
 * Only those whose entries are zeros or entries are known to be of the table. */
#include <string.h>

#include "model/base/mem.h"
#include "model/base/num.h"
#include "model/disk/types.h"
#include "model/table/gpt.h"
#include "model/table/gpt_layout.h"

/* An array at an unusual place is searched for in so many bytes. */
#define SEARCH_MAX (UINT64_C(2) << 20)

struct search {
    const struct reader *disk;
    const struct gpt_table *table;
    const struct gpt_copy *good, *lost;
    const uint8_t *array; /* of the good copy */
    uint64_t bytes;       /* of all entries */
    uint64_t sectors;     /* of the array */
    uint64_t low, high;   /* the array lies in [low, high) */
};

static bool rest_read(const struct search *search, uint64_t lba, uint64_t count,
                      uint8_t *ret)
{
    uint64_t logical = search->table->logical;

    return reader_read(search->disk, lba * logical, ret, (size_t)(count * logical));
}

/* True if the header passed all checks, and only its entries are damaged. */
static bool is_header_whole(const struct gpt_copy *copy)
{
    return copy->state == GPT_BAD_ARRAY_CRC ||
           (copy->state == GPT_UNREADABLE && copy->entry_count);
}

static bool is_room(const struct search *search, uint64_t lba)
{
    uint64_t good = search->good->entries_lba, end = lba + search->sectors;

    return lba >= search->low && lba < search->high &&
           search->sectors <= search->high - lba &&
           (end <= good || lba >= good + search->sectors) &&
           (end <= search->lost->lba || lba > search->lost->lba);
}

/* Returns the first sector of the good array that is not blank, and the number of its
 * bytes; 0: all entries are unused. */
static size_t first_used(const struct search *search, uint64_t *ret)
{
    uint64_t logical = search->table->logical;

    for (uint64_t at = 0; at < search->bytes; at += logical) {
        uint64_t left = search->bytes - at;
        size_t count = (size_t)(left < logical ? left : logical);
        *ret = at / logical;
        if (!mem_is_zero(search->array + at, count))
            return count;
    }
    return 0;
}

/* Returns the first of COUNT LBAs from FROM on where the good array's first used sector
 * lies at its place; 0: none. */
static uint64_t find_match(const struct search *search, uint64_t from, uint64_t count)
{
    uint64_t logical = search->table->logical, used = 0;
    CLEANUP(freep) uint8_t *bytes = xmalloc((size_t)(count * logical));
    size_t length = first_used(search, &used);

    if (!length || !rest_read(search, from + used, count, bytes))
        return 0;
    for (uint64_t i = 0; i < count; i++)
        if (is_room(search, from + i) &&
            !memcmp(bytes + i * logical, search->array + used * logical, length))
            return from + i;
    return 0;
}

static uint64_t search_all(const struct search *search)
{
    uint64_t max = SEARCH_MAX / search->table->logical;
    uint64_t low = search->low, high = search->high;

    if (high - low < search->sectors)
        return 0;
    high -= search->sectors - 1;
    /* The arrays are near their headers. */
    if (high - low > max && search->lost->lba == 1)
        high = low + max;
    else if (high - low > max)
        low = high - max;
    return find_match(search, low, high - low);
}

static uint64_t rest_find_place(const struct search *search)
{
    const struct gpt_copy *lost = search->lost;
    uint64_t usual = lost->lba == 1                ? 2
                     : lost->lba > search->sectors ? lost->lba - search->sectors
                                                   : 0;
    uint64_t places[] = { lost->entries_lba, usual };

    if (is_header_whole(lost) && is_room(search, lost->entries_lba) &&
        (uint64_t)lost->entry_count * lost->entry_bytes == search->bytes)
        return lost->entries_lba;
    for (size_t i = 0; i < ARRAY_SIZE(places); i++)
        if (is_room(search, places[i]) && find_match(search, places[i], 1))
            return places[i];
    uint64_t found = search_all(search);
    return found ? found : is_room(search, usual) ? usual : 0;
}

bool gpt_is_entry(const uint8_t *entry, size_t bytes, uint64_t size)
{
    uint64_t first = le64_at(entry, GPT_ENTRY_AT_FIRST);
    uint64_t last = le64_at(entry, GPT_ENTRY_AT_LAST);

    return mem_is_zero(entry, bytes) ||
           (!mem_is_zero(entry + GPT_ENTRY_AT_TYPE, GUID_BYTES) &&
            !mem_is_zero(entry + GPT_ENTRY_AT_UNIQUE, GUID_BYTES) && first >= 2 &&
            first <= last && last < size);
}

/* One byte that a failing drive, or a bit that was flipped, leaves. */
static bool differs_in_one(const uint8_t *a, const uint8_t *b, size_t count)
{
    size_t differing = 0;

    for (size_t i = 0; i < count; i++)
        differing += a[i] != b[i];
    return differing <= 1;
}

/* True if ENTRY has both ids of the valid copy's, SAME, or its id and place. */
static bool is_damaged_entry(const uint8_t *entry, const uint8_t *same)
{
    return !mem_is_zero(same + GPT_ENTRY_AT_TYPE, GUID_BYTES) &&
           (!memcmp(entry, same, GPT_ENTRY_AT_FIRST) ||
            !memcmp(entry + GPT_ENTRY_AT_UNIQUE, same + GPT_ENTRY_AT_UNIQUE,
                    GPT_ENTRY_AT_NAME - GPT_ENTRY_AT_UNIQUE));
}

/* A fix takes entries that may hold bytes of others, with consent: a power cut leaves
 * these in one of the copies. */
static bool is_taken_by_fix(const uint8_t *same)
{
    struct guid moving, type;

    memcpy(type.bytes, same + GPT_ENTRY_AT_TYPE, GUID_BYTES);
    return guid_parse(TYPE_GPT_MOVING, &moving) && guid_equal(&type, &moving);
}

/* True if the entry is unused, or one of this disk. */
static bool is_entry(const struct search *search, const uint8_t *entry,
                     const uint8_t *same)
{
    return gpt_is_entry(entry, search->good->entry_bytes, search->table->size) ||
           differs_in_one(entry, same, search->good->entry_bytes) ||
           is_damaged_entry(entry, same) || is_taken_by_fix(same);
}

static void disown(struct gpt_rest *rest, uint64_t logical, uint64_t from, uint64_t end)
{
    for (uint64_t i = from / logical; i * logical < end; i++)
        rest->is_own[i] = false;
}

/* A sector that cannot be read counts as part of the table only if a valid header says
 * so.  Each costs a failing drive seconds: nothing is read behind the first one. */
static void read_array(const struct search *search, struct gpt_rest *rest, uint8_t *ret)
{
    uint64_t logical = search->table->logical, read = rest->sectors;

    if (!rest_read(search, rest->entries_lba, rest->sectors, ret))
        for (read = 0; read < rest->sectors; read++)
            if (!rest_read(search, rest->entries_lba + read, 1, ret + read * logical))
                break;
    for (uint64_t i = 0; i < rest->sectors; i++)
        rest->is_own[i] = i < read || is_header_whole(search->lost);
    memset(ret + read * logical, 0, (size_t)((rest->sectors - read) * logical));
}

/* What is behind the last entry, in its sector, stays as it is. */
static void check_array(const struct search *search, struct gpt_rest *rest)
{
    uint64_t logical = search->table->logical, each = search->good->entry_bytes;
    CLEANUP(freep) uint8_t *bytes = xmalloc(rest->sectors * logical);

    read_array(search, rest, bytes);
    for (uint64_t at = 0; at < search->bytes; at += each)
        if (!is_entry(search, bytes + at, search->array + at))
            disown(rest, logical, at, at + each);
}

/* True if an entry of the valid copy has no type, and other bytes. */
static bool has_bytes(const struct search *search)
{
    uint64_t each = search->good->entry_bytes;

    for (uint64_t at = 0; at < search->bytes; at += each)
        if (mem_is_zero(search->array + at + GPT_ENTRY_AT_TYPE, GUID_BYTES) &&
            !mem_is_zero(search->array + at, each))
            return true;
    return false;
}

/* A damaged header still has its signature or the id of the disk. */
static bool is_left_header(const struct search *search)
{
    const struct gpt_copy *lost = search->lost;
    uint64_t logical = search->table->logical;
    CLEANUP(freep) uint8_t *sector = xmalloc(logical);

    if (lost->state != GPT_ABSENT)
        return true;
    if (!rest_read(search, lost->lba, 1, sector))
        return false;
    return !memcmp(sector + GPT_AT_DISK_GUID, search->good->disk_guid.bytes,
                   GUID_BYTES) ||
           mem_is_zero(sector, logical);
}

void gpt_find_rest(const struct reader *disk, const uint8_t *array,
                   struct gpt_table *table)
{
    bool is_primary = table->is_from_backup;
    const struct gpt_copy *good = gpt_good_copy(table);
    struct search search = {
        .disk = disk,
        .table = table,
        .good = good,
        .lost = is_primary ? &table->primary : &table->backup,
        .array = array,
        .bytes = (uint64_t)good->entry_count * good->entry_bytes,
        .sectors = gpt_array_sectors(good, table->logical),
        .low = is_primary ? 2 : good->last_usable + 1,
        .high = is_primary ? good->first_usable : table->size,
    };
    struct gpt_rest *rest = &table->rest;

    if (search.high > table->size)
        search.high = table->size;
    rest->has_header = search.lost->lba < table->size && is_left_header(&search);
    if (search.low >= search.high || !(rest->entries_lba = rest_find_place(&search)))
        return;
    rest->sectors = search.sectors;
    rest->has_bytes = has_bytes(&search);
    rest->is_own = xcalloc(rest->sectors, sizeof(*rest->is_own));
    check_array(&search, rest);
}
