/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gpt_encode.c - encodes a new GPT */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "model/base/crc32.h"
#include "model/base/mem.h"
#include "model/base/num.h"
#include "model/table/gpt.h"
#include "model/table/gpt_layout.h"
#include "model/table/mbr_layout.h"

static void gpt_encode_guid(uint8_t *bytes, size_t off, const struct guid *guid)
{
    memcpy(bytes + off, guid->bytes, GUID_BYTES);
}

static void gpt_encode_entries(const struct gpt_table *table, const struct gpt_copy *copy,
                               uint8_t *array)
{
    for (size_t i = 0; i < table->count; i++) {
        const struct gpt_entry *entry = &table->entries[i];
        assert(entry->slot < copy->entry_count);
        uint8_t *at = array + (size_t)entry->slot * copy->entry_bytes;
        gpt_encode_guid(at, GPT_ENTRY_AT_TYPE, &entry->type);
        gpt_encode_guid(at, GPT_ENTRY_AT_UNIQUE, &entry->unique);
        put_le64(at, GPT_ENTRY_AT_FIRST, entry->first_lba);
        put_le64(at, GPT_ENTRY_AT_LAST, entry->last_lba);
        put_le64(at, GPT_ENTRY_AT_ATTRIBUTES, entry->attributes);
        memcpy(at + GPT_ENTRY_AT_NAME, entry->name, sizeof(entry->name));
    }
}

static void gpt_encode_header(const struct gpt_copy *copy, uint32_t array_crc,
                              uint8_t *at)
{
    memcpy(at, GPT_SIGNATURE, GPT_SIGNATURE_BYTES);
    put_le32(at, GPT_AT_REVISION, 0x00010000);
    put_le32(at, GPT_AT_HEADER_BYTES, GPT_HEADER_BYTES);
    put_le64(at, GPT_AT_MY_LBA, copy->my_lba);
    put_le64(at, GPT_AT_ALTERNATE, copy->alternate_lba);
    put_le64(at, GPT_AT_FIRST_USABLE, copy->first_usable);
    put_le64(at, GPT_AT_LAST_USABLE, copy->last_usable);
    gpt_encode_guid(at, GPT_AT_DISK_GUID, &copy->disk_guid);
    put_le64(at, GPT_AT_ENTRIES_LBA, copy->entries_lba);
    put_le32(at, GPT_AT_ENTRY_COUNT, copy->entry_count);
    put_le32(at, GPT_AT_ENTRY_BYTES, copy->entry_bytes);
    put_le32(at, GPT_AT_ARRAY_CRC, array_crc);
    put_le32(at, GPT_AT_HEADER_CRC, crc32_of(at, GPT_HEADER_BYTES));
}

/* Writes array and header to BYTES, which start at LBA BASE of the disk. */
static void gpt_encode_copy(const struct gpt_table *table, const struct gpt_copy *copy,
                            uint64_t base, uint8_t *bytes)
{
    uint8_t *array = bytes + (copy->entries_lba - base) * table->logical;

    gpt_encode_entries(table, copy, array);
    uint32_t crc = crc32_of(array, (size_t)copy->entry_count * copy->entry_bytes);
    gpt_encode_header(copy, crc, bytes + (copy->my_lba - base) * table->logical);
}

bool gpt_init(struct gpt_table *ret, uint64_t logical, uint64_t size,
              const struct guid *disk_guid, uint32_t entry_count)
{
    struct gpt_copy copy = { .disk_guid = *disk_guid,
                             .entry_count = entry_count,
                             .entry_bytes = GPT_ENTRY_BYTES };
    uint64_t sectors = gpt_array_sectors(&copy, logical);

    assert(entry_count && entry_count <= GPT_ENTRIES_MAX);
    /* MBR, two headers, two arrays and at least one usable sector. */
    if (size < 4 + 2 * sectors)
        return false;
    copy.first_usable = 2 + sectors;
    copy.last_usable = size - 2 - sectors;
    *ret = (struct gpt_table){
        .logical = logical, .size = size, .primary = copy, .backup = copy
    };
    ret->primary.lba = ret->primary.my_lba = ret->backup.alternate_lba = 1;
    ret->backup.lba = ret->backup.my_lba = ret->primary.alternate_lba = size - 1;
    ret->primary.entries_lba = 2;
    ret->backup.entries_lba = size - 1 - sectors;
    return true;
}

void gpt_encode(const struct gpt_table *table, struct gpt_image *ret)
{
    const struct gpt_copy *primary = &table->primary, *backup = &table->backup;
    uint64_t array = gpt_array_sectors(primary, table->logical);
    uint64_t back = backup->my_lba + 1 - backup->entries_lba;

    ret->front_bytes = (size_t)((primary->entries_lba + array) * table->logical);
    ret->front = xcalloc(1, ret->front_bytes);
    mbr_put_protective(mbr_slot(ret->front, 0), table->size);
    put_le16(ret->front, MBR_AT_MAGIC, MBR_MAGIC);
    gpt_encode_copy(table, primary, 0, ret->front);
    ret->back_offset = backup->entries_lba * table->logical;
    ret->back_bytes = (size_t)(back * table->logical);
    ret->back = xcalloc(1, ret->back_bytes);
    gpt_encode_copy(table, backup, backup->entries_lba, ret->back);
}

void gpt_image_finish(struct gpt_image *image)
{
    free(image->front);
    free(image->back);
    *image = (struct gpt_image){ 0 };
}
