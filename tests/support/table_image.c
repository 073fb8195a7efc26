/* SPDX-License-Identifier: GPL-3.0-or-later */
/* table_image.c - tables put onto a disk in memory, and read from it */
#include "support/table_image.h"

#include <stdlib.h>

#include "model/base/mem.h"
#include "model/base/num.h"
#include "model/base/utf16.h"
#include "model/disk/types.h"

struct sparse image_new(uint64_t size, uint64_t logical)
{
    return (struct sparse){ .size_bytes = size * logical };
}

void image_put_mbr(struct sparse *disk, const struct mbr_table *table, uint64_t logical)
{
    CLEANUP(freep)
    struct mbr_sector *sectors = xcalloc(MBR_SECTORS_MAX, sizeof(*sectors));
    size_t count = mbr_encode(table, sectors);

    for (size_t i = 0; i < count; i++)
        sparse_put(disk, sectors[i].lba * logical, sectors[i].bytes, MBR_BYTES);
}

void image_put_chain(struct sparse *disk, unsigned logicals)
{
    CLEANUP(freep) struct mbr_table *table = xcalloc(1, sizeof(*table));

    table->signature = 7;
    table->primary[0] = (struct mbr_entry){ .type = 0x07, .start = 63, .length = 1000 };
    table->primary[1] =
        (struct mbr_entry){ .type = 0x05, .start = 2048, .length = 128000 };
    for (unsigned i = 0; i < logicals; i++) {
        struct mbr_entry logical = { .type = 0x83, .length = 100 };
        logical.start = 2048 + 1024 * (uint64_t)i + 63;
        mbr_add_logical(table, 1, logical.start - 63, &logical);
    }
    image_put_mbr(disk, table, 512);
}

void image_put_loop(struct sparse *disk, uint64_t start)
{
    uint8_t ebr[MBR_BYTES] = { [510] = 0x55, [511] = 0xaa };

    /* The first leads to the second, which leads back. */
    ebr[450] = 0x05;
    put_le32(ebr, 454, 2000);
    put_le32(ebr, 458, 1000);
    sparse_put(disk, start * 512, ebr, sizeof(ebr));
    put_le32(ebr, 454, 0);
    sparse_put(disk, (start + 2000) * 512, ebr, sizeof(ebr));
}

void image_put_gpt(struct sparse *disk, const struct gpt_table *table)
{
    struct gpt_image image;

    gpt_encode(table, &image);
    sparse_put(disk, 0, image.front, image.front_bytes);
    sparse_put(disk, image.back_offset, image.back, image.back_bytes);
    gpt_image_finish(&image);
}

void image_put_bsd(struct sparse *disk, const struct bsd_label *label, uint64_t lba,
                   uint64_t logical)
{
    uint8_t bytes[BSD_LABEL_BYTES];

    bsd_encode(label, bytes);
    sparse_put(disk, lba * logical + 512, bytes, sizeof(bytes));
}

void image_put_magic(struct sparse *disk, uint64_t lba, uint64_t logical)
{
    sparse_put(disk, lba * logical + 510, "\x55\xaa", 2);
}

void image_put_zeros(struct sparse *disk, uint64_t lba, uint64_t count, uint64_t logical)
{
    size_t bytes = (size_t)(count * logical);
    CLEANUP(freep) uint8_t *zeros = xcalloc(bytes, 1);

    sparse_put(disk, lba * logical, zeros, bytes);
}

struct layout *image_read(struct sparse *disk, uint64_t logical, struct err *err)
{
    struct limits_reported said = { .size_bytes = disk->size_bytes, .logical = logical };
    struct limits_given given = { 0 };
    struct limits limits;
    struct layout *layout = NULL;
    struct reader reader = sparse_reader(disk);

    if (!limits_settle(&said, &given, &limits, err) ||
        !tables_read(&reader, &limits, &layout, err))
        return NULL;
    return layout;
}

struct gpt_table image_gpt(uint64_t size, uint64_t logical, uint32_t count, unsigned used)
{
    const struct guid disk = { { 0xd1, 0x5c } };
    struct gpt_table table;

    if (!gpt_init(&table, logical, size, &disk, count))
        abort();
    for (unsigned i = 0; i < used; i++) {
        struct gpt_entry entry = { .slot = i, .first_lba = 2048 * (i + 1) };
        entry.last_lba = entry.first_lba + 99;
        entry.unique.bytes[0] = (uint8_t)(i + 1);
        if (!guid_parse(TYPE_GPT_LINUX, &entry.type) ||
            !utf16le_of_utf8("part", entry.name, GPT_NAME_UNITS))
            abort();
        gpt_add(&table, &entry);
    }
    return table;
}
