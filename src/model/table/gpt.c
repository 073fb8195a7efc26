/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gpt.c - decodes both copies of a GPT */
#include "model/table/gpt_private.h"

#include <stdlib.h>
#include <string.h>

#include "model/base/crc32.h"
#include "model/base/mem.h"
#include "model/base/num.h"
#include "model/base/utf16.h"
#include "model/table/gpt_layout.h"

#define SECTOR_MIN 512
#define SECTOR_MAX 65536

uint8_t *gpt_read(const struct gpt_disk *disk, uint64_t lba, size_t count)
{
    uint64_t offset;

    if (!num_mul(lba, disk->logical, &offset))
        return NULL;
    CLEANUP(freep) uint8_t *bytes = xmalloc(count);
    if (!reader_read(disk->reader, offset, bytes, count))
        return NULL;
    return TAKE(bytes);
}

static struct guid guid_at(const uint8_t *bytes, size_t off)
{
    struct guid guid;

    memcpy(guid.bytes, bytes + off, GUID_BYTES);
    return guid;
}

enum gpt_state gpt_check_header(uint8_t *header, uint64_t logical)
{
    if (memcmp(header, GPT_SIGNATURE, GPT_SIGNATURE_BYTES) != 0)
        return GPT_ABSENT;
    uint32_t length = le32_at(header, GPT_AT_HEADER_BYTES);
    if (le16_at(header, GPT_AT_REVISION + 2) != 1 || length < GPT_HEADER_BYTES ||
        length > logical)
        return GPT_BAD_HEADER;
    /* The checksum is calculated with its own field set to 0. */
    uint32_t crc = le32_at(header, GPT_AT_HEADER_CRC);
    put_le32(header, GPT_AT_HEADER_CRC, 0);
    return crc32_of(header, length) == crc ? GPT_OK : GPT_BAD_HEADER_CRC;
}

void gpt_decode_header(const uint8_t *header, struct gpt_copy *ret)
{
    ret->my_lba = le64_at(header, GPT_AT_MY_LBA);
    ret->alternate_lba = le64_at(header, GPT_AT_ALTERNATE);
    ret->first_usable = le64_at(header, GPT_AT_FIRST_USABLE);
    ret->last_usable = le64_at(header, GPT_AT_LAST_USABLE);
    ret->disk_guid = guid_at(header, GPT_AT_DISK_GUID);
    ret->entries_lba = le64_at(header, GPT_AT_ENTRIES_LBA);
    ret->entry_count = le32_at(header, GPT_AT_ENTRY_COUNT);
    ret->entry_bytes = le32_at(header, GPT_AT_ENTRY_BYTES);
    ret->array_crc = le32_at(header, GPT_AT_ARRAY_CRC);
}

enum gpt_state gpt_check_fields(const struct gpt_copy *copy, const struct gpt_disk *disk)
{
    if (copy->my_lba != copy->lba)
        return GPT_BAD_PLACE;
    if (!copy->entry_count || !copy->entry_bytes || copy->entry_bytes % GPT_ENTRY_BYTES ||
        copy->entry_bytes > GPT_ENTRY_BYTES_MAX ||
        copy->entry_count > GPT_ARRAY_MAX / copy->entry_bytes)
        return GPT_BAD_ENTRIES;
    if (copy->first_usable < 2 || copy->first_usable > copy->last_usable ||
        copy->last_usable > GPT_LBA_MAX)
        return GPT_BAD_RANGE;
    uint64_t sectors = gpt_array_sectors(copy, disk->logical);
    if (copy->entries_lba < 2 || copy->entries_lba > disk->size ||
        sectors > disk->size - copy->entries_lba)
        return GPT_BAD_RANGE;
    if (copy->lba >= copy->entries_lba && copy->lba - copy->entries_lba < sectors)
        return GPT_BAD_RANGE;
    return GPT_OK;
}

size_t gpt_array_bytes(const struct gpt_copy *copy)
{
    return (size_t)copy->entry_count * copy->entry_bytes;
}

/* Reads the copy at LBA.  RET_ARRAY is its entry array (the caller frees it), NULL unless
 * the state is GPT_OK. */
static struct gpt_copy read_copy(const struct gpt_disk *disk, uint64_t lba,
                                 uint8_t **ret_array)
{
    struct gpt_copy copy = { .lba = lba, .state = GPT_UNREADABLE };
    CLEANUP(freep) uint8_t *header = gpt_read(disk, lba, (size_t)disk->logical);
    CLEANUP(freep) uint8_t *array = NULL;

    *ret_array = NULL;
    if (!header)
        return copy;
    copy.state = gpt_check_header(header, disk->logical);
    if (copy.state != GPT_ABSENT)
        gpt_decode_header(header, &copy);
    if (!copy.state)
        copy.state = gpt_check_fields(&copy, disk);
    if (copy.state)
        return copy;
    array = gpt_read(disk, copy.entries_lba, gpt_array_bytes(&copy));
    if (!array)
        copy.state = GPT_UNREADABLE;
    else if (crc32_of(array, gpt_array_bytes(&copy)) != copy.array_crc)
        copy.state = GPT_BAD_ARRAY_CRC;
    else
        *ret_array = TAKE(array);
    return copy;
}

/* The primary header contains the LBA of its backup.  This may be right even in a damaged
 * header; the backup has its own checksums.  Without a header, or if the disk was made
 * smaller, the last LBA is used. */
static uint64_t expected_backup(const struct gpt_copy *primary, uint64_t size)
{
    return primary->alternate_lba > 1 && primary->alternate_lba < size
               ? primary->alternate_lba
               : size - 1;
}

static struct gpt_copy read_backup(const struct gpt_disk *disk,
                                   const struct gpt_copy *primary, uint8_t **ret_array)
{
    uint64_t named = expected_backup(primary, disk->size);
    struct gpt_copy copy = read_copy(disk, named, ret_array);

    if (copy.state && named != disk->size - 1) {
        struct gpt_copy last = read_copy(disk, disk->size - 1, ret_array);
        if (!last.state)
            return last;
    }
    return copy;
}

static bool copies_differ(const struct gpt_copy *a, const struct gpt_copy *b)
{
    return !guid_equal(&a->disk_guid, &b->disk_guid) ||
           a->first_usable != b->first_usable || a->last_usable != b->last_usable ||
           a->entry_count != b->entry_count || a->entry_bytes != b->entry_bytes ||
           a->array_crc != b->array_crc;
}

static struct gpt_entry gpt_entry_at(const uint8_t *at, unsigned slot)
{
    struct gpt_entry entry = {
        .slot = slot,
        .type = guid_at(at, GPT_ENTRY_AT_TYPE),
        .unique = guid_at(at, GPT_ENTRY_AT_UNIQUE),
        .first_lba = le64_at(at, GPT_ENTRY_AT_FIRST),
        .last_lba = le64_at(at, GPT_ENTRY_AT_LAST),
        .attributes = le64_at(at, GPT_ENTRY_AT_ATTRIBUTES),
    };

    memcpy(entry.name, at + GPT_ENTRY_AT_NAME, sizeof(entry.name));
    return entry;
}

/* The array grows to the next power of two. */
static void gpt_append_entry(struct gpt_entry **entries, size_t *count,
                             const struct gpt_entry *entry)
{
    if (!(*count & (*count - 1)))
        *entries = xrealloc(*entries, *count ? 2 * *count : 1, sizeof(**entries));
    (*entries)[(*count)++] = *entry;
}

void gpt_decode_entries(const uint8_t *array, const struct gpt_copy *copy,
                        struct gpt_entry **ret, size_t *ret_count)
{
    for (unsigned slot = 0; slot < copy->entry_count; slot++) {
        struct gpt_entry entry =
            gpt_entry_at(array + (size_t)slot * copy->entry_bytes, slot);
        if (!guid_is_zero(&entry.type))
            gpt_append_entry(ret, ret_count, &entry);
    }
}

const struct gpt_copy *gpt_good_copy(const struct gpt_table *table)
{
    return table->is_from_backup ? &table->backup : &table->primary;
}

uint64_t gpt_entries_sectors(uint64_t entries, uint64_t logical)
{
    return num_round_up(entries * GPT_ENTRY_BYTES, logical) / logical;
}

uint64_t gpt_array_sectors(const struct gpt_copy *copy, uint64_t logical)
{
    return num_round_up(gpt_array_bytes(copy), logical) / logical;
}

const char *gpt_entry_name(const struct gpt_entry *entry, char buf[GPT_NAME_TEXT])
{
    utf16le_to_utf8(entry->name, GPT_NAME_UNITS, buf, GPT_NAME_TEXT);
    return buf;
}

bool gpt_decode(const struct reader *disk, uint64_t logical, uint64_t size,
                struct gpt_table *ret)
{
    struct gpt_disk source = { disk, logical, size };
    struct gpt_table table = { .logical = logical, .size = size };
    CLEANUP(freep) uint8_t *first = NULL;
    CLEANUP(freep) uint8_t *second = NULL;

    table.primary.state = table.backup.state = GPT_ABSENT;
    *ret = table;
    if (size < 3 || logical < SECTOR_MIN || logical > SECTOR_MAX)
        return false;
    table.primary = read_copy(&source, 1, &first);
    table.backup = read_backup(&source, &table.primary, &second);
    table.is_from_backup = table.primary.state != GPT_OK;
    if (first && second)
        table.do_copies_differ = copies_differ(&table.primary, &table.backup);
    if (first || second)
        gpt_decode_entries(first ? first : second, gpt_good_copy(&table), &table.entries,
                           &table.count);
    if (table.do_copies_differ)
        gpt_decode_entries(second, &table.backup, &table.others, &table.other_count);
    if (!first != !second)
        gpt_find_rest(disk, first ? first : second, &table);
    *ret = table;
    return first || second;
}

void gpt_finish(struct gpt_table *table)
{
    free(table->entries);
    free(table->others);
    free(table->rest.is_own);
    *table = (struct gpt_table){ 0 };
}

uint64_t gpt_other_sector_size(const struct reader *disk, uint64_t logical)
{
    for (uint64_t other = SECTOR_MIN; other <= 4096; other *= 2) {
        struct gpt_disk source = { disk, other, disk->size / other };
        CLEANUP(freep) uint8_t *array = NULL;
        if (other != logical && !read_copy(&source, 1, &array).state)
            return other;
    }
    return 0;
}

void gpt_add(struct gpt_table *table, const struct gpt_entry *entry)
{
    gpt_append_entry(&table->entries, &table->count, entry);
}
