/* SPDX-License-Identifier: GPL-3.0-or-later */
/* table_image.c - sectors of a partition table in memory, and which of them it uses */
#include "model/move/log/table_image.h"

#include <stdlib.h>
#include <string.h>

#include "model/base/crc32.h"
#include "model/base/mem.h"
#include "model/base/num.h"
#include "model/table/gpt.h"
#include "model/table/gpt_layout.h"
#include "model/table/mbr.h"
#include "model/table/mbr_layout.h"

/* --- the sectors --- */

/* Returns the index of LBA, or of the first sector behind it. */
static size_t image_index(const struct table_image *image, uint64_t lba)
{
    size_t low = 0, high = image->count;

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (image->at[middle].lba < lba)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

uint8_t *table_image_find(const struct table_image *image, uint64_t lba)
{
    size_t at = image_index(image, lba);

    return at < image->count && image->at[at].lba == lba ? image->at[at].bytes : NULL;
}

void table_image_put(struct table_image *image, uint64_t lba, const uint8_t *bytes)
{
    size_t at = image_index(image, lba);

    if (at == image->count || image->at[at].lba != lba) {
        image->at = xrealloc(image->at, image->count + 1, sizeof(*image->at));
        memmove(&image->at[at + 1], &image->at[at],
                (image->count++ - at) * sizeof(*image->at));
        image->at[at] = (struct sector_run){ lba, 1, xmalloc(image->logical) };
    }
    memcpy(image->at[at].bytes, bytes, image->logical);
}

struct table_image table_image_copy(const struct table_image *image)
{
    struct table_image copy = *image;

    copy.at = xcalloc(image->count + 1, sizeof(*copy.at));
    for (size_t i = 0; i < image->count; i++) {
        copy.at[i] = image->at[i];
        copy.at[i].bytes = xmalloc(image->logical);
        memcpy(copy.at[i].bytes, image->at[i].bytes, image->logical);
    }
    return copy;
}

void table_image_finish(struct table_image *image)
{
    runs_free(image->at, image->count);
    *image = (struct table_image){ 0 };
}

static bool image_read(void *context, uint64_t offset, void *buf, size_t count)
{
    const struct table_image *image = context;
    uint64_t end = offset + count;

    memset(buf, 0, count);
    if (image->below && !reader_read(image->below, offset, buf, count))
        return false;
    for (size_t i = image_index(image, offset / image->logical);
         i < image->count && image->at[i].lba * image->logical < end; i++) {
        uint64_t at = image->at[i].lba * image->logical;
        uint64_t from = num_max(at, offset), to = num_min(at + image->logical, end);
        memcpy((uint8_t *)buf + (from - offset), image->at[i].bytes + (from - at),
               to - from);
    }
    return true;
}

struct reader table_image_reader(const struct table_image *image)
{
    return (struct reader){ image_read, (void *)image, image->sectors * image->logical };
}

/* --- copies of a GPT --- */

static bool copy_seal(const struct reader *disk, uint64_t logical,
                      const struct gpt_copy *copy, struct table_seal *ret)
{
    uint8_t header[GPT_HEADER_BYTES];

    if (copy->state != GPT_OK ||
        !reader_read(disk, copy->lba * logical, header, sizeof(header)))
        return false;
    *ret = (struct table_seal){ copy->lba, copy->entries_lba,
                                copy->entry_count * copy->entry_bytes,
                                le32_at(header, GPT_AT_HEADER_BYTES) };
    return true;
}

/* Sets RET to the valid copies on DISK; returns their number. */
static size_t copies_find(const struct reader *disk, uint64_t logical,
                          struct table_seal ret[2])
{
    struct gpt_table gpt;
    size_t count = 0;

    if (!gpt_decode(disk, logical, disk->size / logical, &gpt))
        return 0;
    count += copy_seal(disk, logical, &gpt.primary, &ret[count]);
    count += copy_seal(disk, logical, &gpt.backup, &ret[count]);
    gpt_finish(&gpt);
    return count;
}

static bool seal_equal(const struct table_seal *a, const struct table_seal *b)
{
    return a->header_lba == b->header_lba && a->array_lba == b->array_lba &&
           a->array_bytes == b->array_bytes && a->header_bytes == b->header_bytes;
}

static void seals_add(const struct table_seal *seal, struct table_seal **seals,
                      size_t *count)
{
    for (size_t i = 0; i < *count; i++)
        if (seal_equal(&(*seals)[i], seal))
            return;
    *seals = xrealloc(*seals, *count + 1, sizeof(**seals));
    (*seals)[(*count)++] = *seal;
}

void table_seals_add(const struct table_image *image, struct table_seal **seals,
                     size_t *count)
{
    struct reader disk = table_image_reader(image);
    struct table_seal copies[2];

    for (size_t i = copies_find(&disk, image->logical, copies); i > 0; i--)
        seals_add(&copies[i - 1], seals, count);
}

static bool seal_fits(const struct table_seal *seal, const uint8_t *header)
{
    return !memcmp(header, GPT_SIGNATURE, GPT_SIGNATURE_BYTES) &&
           le32_at(header, GPT_AT_HEADER_BYTES) == seal->header_bytes &&
           le64_at(header, GPT_AT_ENTRIES_LBA) == seal->array_lba &&
           (uint64_t)le32_at(header, GPT_AT_ENTRY_COUNT) *
                   le32_at(header, GPT_AT_ENTRY_BYTES) ==
               seal->array_bytes;
}

bool table_seal_put(struct table_image *image, const struct table_seal *seal)
{
    uint8_t *header = table_image_find(image, seal->header_lba);
    CLEANUP(freep) uint8_t *array = xmalloc(seal->array_bytes);
    struct reader disk = table_image_reader(image);

    if (!header || !seal_fits(seal, header) ||
        !reader_read(&disk, seal->array_lba * image->logical, array, seal->array_bytes))
        return false;
    put_le32(header, GPT_AT_ARRAY_CRC, crc32_of(array, seal->array_bytes));
    put_le32(header, GPT_AT_HEADER_CRC, 0);
    put_le32(header, GPT_AT_HEADER_CRC, crc32_of(header, seal->header_bytes));
    return true;
}

/* --- which of them the table uses --- */

struct used_list {
    struct table_used *at;
    size_t count;
};

static void used_add(struct used_list *list, uint64_t lba, enum table_part part,
                     uint32_t first, uint32_t end)
{
    list->at = xrealloc(list->at, list->count + 1, sizeof(*list->at));
    list->at[list->count++] = (struct table_used){ lba, part, first, end };
}

static void used_add_copy(struct used_list *list, uint64_t logical,
                          const struct table_seal *copy)
{
    used_add(list, copy->header_lba, TABLE_HEADER, 0, copy->header_bytes);
    for (uint64_t done = 0; done < copy->array_bytes; done += logical)
        used_add(list, copy->array_lba + done / logical, TABLE_ARRAY, 0,
                 (uint32_t)num_min(copy->array_bytes - done, logical));
}

/* Two copies can share no sector, but an EBR can be in two chains. */
static size_t used_sort(struct used_list *list)
{
    size_t kept = 0;

    qsort(list->at, list->count, sizeof(*list->at), num_by_first);
    for (size_t i = 0; i < list->count; i++)
        if (!kept || list->at[kept - 1].lba != list->at[i].lba)
            list->at[kept++] = list->at[i];
    return kept;
}

size_t table_used_find(const struct reader *disk, uint64_t logical,
                       struct table_used **ret)
{
    enum { EBR_END = MBR_AT_ENTRIES + 2 * MBR_ENTRY_BYTES };
    CLEANUP(freep) struct mbr_table *mbr = xcalloc(1, sizeof(*mbr));
    bool is_read = mbr_decode(disk, logical, mbr, ERR_IGNORED);
    struct table_seal copies[2];
    struct used_list list = { 0 };
    size_t copy_count = 0;

    used_add(&list, 0, TABLE_MBR, MBR_AT_ENTRIES, MBR_BYTES);
    for (size_t i = 0; i < mbr->link_count; i++)
        used_add(&list, mbr->links[i].lba, TABLE_EBR, MBR_AT_ENTRIES, EBR_END);
    /* A GPT is the table unless the MBR has entries of its own only. */
    if (is_read && (mbr->kind != MBR_TABLE || !mbr_has_entries(mbr)))
        copy_count = copies_find(disk, logical, copies);
    if (copy_count && copies[0].header_lba != 1) /* tells where the backup is */
        used_add(&list, 1, TABLE_HEADER, 0, GPT_HEADER_BYTES);
    for (size_t i = 0; i < copy_count; i++)
        used_add_copy(&list, logical, &copies[i]);
    *ret = list.at;
    return used_sort(&list);
}
