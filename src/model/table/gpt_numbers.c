/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gpt_numbers.c - a GPT no copy of which is valid because of numbers in its headers
 *
 * Some tools write wrong checksums, and some loaders count sectors from another place
 * than the disk's first one: then all positions in the headers are too large by the same
 * distance, and those in the entries are right.  The entries are accepted only where both
 * copies have the same ones, or where they have their checksum. */
#include <stdlib.h>
#include <string.h>

#include "model/base/crc32.h"
#include "model/base/mem.h"
#include "model/base/num.h"
#include "model/table/gpt_private.h"

/* One copy with corrected fields. */
struct numbers_copy {
    struct gpt_copy copy;
    uint8_t *array;            /* owned; NULL: it has no plausible entries */
    struct gpt_entry *entries; /* owned */
    size_t count;
};

static void numbers_finish(struct numbers_copy *side)
{
    free(side->array);
    free(side->entries);
    side->array = NULL;
    side->entries = NULL;
    side->count = 0;
}

static bool is_free_of(const struct gpt_entry *entry, uint64_t start, uint64_t length)
{
    return start > entry->last_lba || start + length <= entry->first_lba;
}

static bool do_overlap(const struct numbers_copy *side)
{
    struct range {
        uint64_t first, last;
    };
    CLEANUP(freep) struct range *sorted = xcalloc(side->count, sizeof(*sorted));
    bool is_any = false;

    for (size_t i = 0; i < side->count; i++)
        sorted[i] =
            (struct range){ side->entries[i].first_lba, side->entries[i].last_lba };
    qsort(sorted, side->count, sizeof(*sorted), num_by_first);
    for (size_t i = 1; i < side->count; i++)
        is_any |= sorted[i].first <= sorted[i - 1].last;
    return is_any;
}

/* True if there are entries, and each one lies in the usable range, outside this copy and
 * the other entries. */
static bool are_plausible(const struct gpt_disk *disk, const struct numbers_copy *side)
{
    const struct gpt_copy *copy = &side->copy;
    uint64_t sectors = gpt_array_sectors(copy, disk->logical);

    for (size_t i = 0; i < side->count; i++) {
        const struct gpt_entry *entry = &side->entries[i];
        if (guid_is_zero(&entry->unique) || entry->first_lba > entry->last_lba ||
            entry->first_lba < copy->first_usable ||
            entry->last_lba > copy->last_usable || !is_free_of(entry, copy->lba, 1) ||
            !is_free_of(entry, copy->entries_lba, sectors))
            return false;
    }
    return side->count && !do_overlap(side);
}

static bool has_checksum(const struct numbers_copy *side)
{
    return crc32_of(side->array, gpt_array_bytes(&side->copy)) == side->copy.array_crc;
}

/* Reads the entries that SIDE, whose fields are set, names. */
static bool numbers_take(const struct gpt_disk *disk, bool is_signed,
                         struct numbers_copy *side)
{
    if (gpt_check_fields(&side->copy, disk) || side->copy.last_usable >= disk->size)
        return false;
    side->array = gpt_read(disk, side->copy.entries_lba, gpt_array_bytes(&side->copy));
    if (side->array)
        gpt_decode_entries(side->array, &side->copy, &side->entries, &side->count);
    if (side->array && are_plausible(disk, side) && (!is_signed || has_checksum(side)))
        return true;
    numbers_finish(side);
    return false;
}

/* Tries the header's positions less SHIFT, with the entries at LBA; IS_SIGNED: they must
 * have their checksum. */
static bool try_numbers(const struct gpt_disk *disk, const struct gpt_copy *raw,
                        uint64_t shift, uint64_t lba, bool is_signed,
                        struct numbers_copy *side)
{
    side->copy = *raw;
    side->copy.state = GPT_OK;
    side->copy.my_lba = raw->lba;
    side->copy.alternate_lba -= shift;
    side->copy.first_usable -= shift;
    side->copy.last_usable -= shift;
    side->copy.entries_lba = lba;
    return numbers_take(disk, is_signed, side);
}

/* All positions may be too large by the same distance; the checksum, or the usual place,
 * shows that the entries are meant. */
static bool find_numbers(const struct gpt_disk *disk, const struct gpt_copy *raw,
                         struct numbers_copy *side)
{
    uint64_t shift = raw->my_lba - raw->lba, lba = raw->entries_lba;
    uint64_t sectors = gpt_array_sectors(raw, disk->logical);
    uint64_t usual = raw->lba == 1 ? 2 : raw->lba - sectors;

    return try_numbers(disk, raw, shift, lba - shift, true, side) ||
           try_numbers(disk, raw, 0, lba, true, side) ||
           try_numbers(disk, raw, 0, usual, true, side) ||
           (shift && lba - shift == usual &&
            try_numbers(disk, raw, shift, usual, false, side)) ||
           try_numbers(disk, raw, 0, lba, false, side);
}

/* Reads the copy at LBA; false if it has no plausible entries. */
static bool numbers_read(const struct gpt_disk *disk, uint64_t lba,
                         struct numbers_copy *side)
{
    CLEANUP(freep) uint8_t *header = gpt_read(disk, lba, (size_t)disk->logical);
    struct gpt_copy raw = { .lba = lba, .state = GPT_UNREADABLE };

    side->copy = raw;
    if (!header)
        return false;
    raw.state = gpt_check_header(header, disk->logical);
    if (raw.state == GPT_OK || raw.state == GPT_BAD_HEADER_CRC) {
        gpt_decode_header(header, &raw);
        if (raw.entry_bytes && raw.entry_bytes <= GPT_ENTRY_BYTES_MAX &&
            raw.entry_count <= GPT_ARRAY_MAX / raw.entry_bytes &&
            find_numbers(disk, &raw, side))
            return true;
    }
    side->copy = raw;
    return false;
}

static bool do_agree(const struct numbers_copy *a, const struct numbers_copy *b)
{
    const struct gpt_copy *x = &a->copy, *y = &b->copy;

    return guid_equal(&x->disk_guid, &y->disk_guid) &&
           x->first_usable == y->first_usable && x->last_usable == y->last_usable &&
           x->entry_count == y->entry_count && x->entry_bytes == y->entry_bytes &&
           !memcmp(a->array, b->array, gpt_array_bytes(x));
}

static enum gpt_numbers numbers_judge(const struct numbers_copy *a,
                                      const struct numbers_copy *b)
{
    const struct numbers_copy *one = a->array ? a : b;

    if (a->array && b->array)
        return do_agree(a, b) ? GPT_NUMBERS_AGREE : GPT_NUMBERS_DIFFER;
    if (!one->array)
        return GPT_NUMBERS_NONE;
    return has_checksum(one) ? GPT_NUMBERS_CONFIRMED : GPT_NUMBERS_UNCONFIRMED;
}

/* Makes the table that A and B, of which at least one is plausible, list. */
static void numbers_make(const struct gpt_disk *disk, struct numbers_copy *a,
                         struct numbers_copy *b, struct gpt_table *ret)
{
    struct numbers_copy *one = a->array ? a : b;

    *ret = (struct gpt_table){ .logical = disk->logical,
                               .size = disk->size,
                               .primary = a->copy,
                               .backup = b->copy,
                               .is_from_backup = !a->array };
    /* A copy that is not plausible is written again from the other one. */
    if (a->array)
        ret->primary.alternate_lba = b->copy.lba;
    else if (a->copy.state == GPT_OK)
        ret->primary.state = GPT_BAD_RANGE;
    if (b->array)
        ret->backup.alternate_lba = 1;
    else if (b->copy.state == GPT_OK)
        ret->backup.state = GPT_BAD_RANGE;
    ret->entries = TAKE(one->entries);
    ret->count = one->count;
    if (!a->array || !b->array)
        gpt_find_rest(disk->reader, one->array, ret);
}

/* Reads the backup where the primary names it, whose alternate_lba was corrected with its
 * other positions, and else at the end of the disk. */
static void numbers_read_backup(const struct gpt_disk *disk, uint64_t named,
                                struct numbers_copy *ret)
{
    if (named > 1 && named < disk->size - 1 && numbers_read(disk, named, ret))
        return;
    (void)numbers_read(disk, disk->size - 1, ret); /* RET tells */
}

enum gpt_numbers gpt_decode_numbers(const struct reader *reader, uint64_t logical,
                                    uint64_t size, struct gpt_table *ret)
{
    struct gpt_disk disk = { reader, logical, size };
    struct numbers_copy primary = { 0 }, backup = { 0 };

    if (size < 3)
        return GPT_NUMBERS_NONE;
    bool has_primary = numbers_read(&disk, 1, &primary);
    numbers_read_backup(&disk, has_primary ? primary.copy.alternate_lba : 0, &backup);
    enum gpt_numbers numbers = numbers_judge(&primary, &backup);
    if (numbers >= GPT_NUMBERS_CONFIRMED)
        numbers_make(&disk, &primary, &backup, ret);
    numbers_finish(&primary);
    numbers_finish(&backup);
    return numbers;
}
