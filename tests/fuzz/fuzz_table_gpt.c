/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fuzz_table_gpt.c - any GPT, with checksums as found and made good, to a layout */
#include "fuzz/fuzz.h"

#include <stdlib.h>
#include <string.h>

#include "model/base/mem.h"
#include "model/table/gpt.h"
#include "support/fuzz_tables.h"
#include "support/reader_bytes.h"

enum {
    SECTORS = 24,
    LOGICAL = 512,
    ENTRIES = 4,
};

static void check_decoded(const struct reader *disk)
{
    struct gpt_table table;

    if (!gpt_decode(disk, LOGICAL, disk->size / LOGICAL, &table)) {
        if (table.entries || table.count)
            abort();
        return;
    }
    if (table.count > GPT_ENTRIES_MAX || gpt_good_copy(&table)->state != GPT_OK)
        abort();
    for (size_t i = 0; i < table.count; i++) {
        char name[GPT_NAME_TEXT];
        if (strpbrk(gpt_entry_name(&table.entries[i], name), "\033\n\t\r"))
            abort();
    }
    gpt_finish(&table);
}

static void try_disk(const uint8_t *bytes, size_t count)
{
    struct reader_bytes memory = { bytes, count };
    struct reader disk = reader_of_bytes(&memory);

    check_decoded(&disk);
    (void)gpt_other_sector_size(&disk, 4096); /* any answer will do */
    fuzz_read_tables(&disk, LOGICAL);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count)
{
    try_disk(bytes, count);
    if (count < 4 * LOGICAL)
        return 0;
    CLEANUP(freep) uint8_t *good = xmalloc(count);
    memcpy(good, bytes, count);
    fuzz_make_good(good, count, LOGICAL, LOGICAL);
    fuzz_make_good(good, count, (count / LOGICAL - 1) * LOGICAL, LOGICAL);
    try_disk(good, count);
    return 0;
}

size_t fuzz_seed(unsigned index, uint8_t *buf)
{
    struct gpt_table table;
    struct gpt_image image;

    if (index > 1 ||
        !gpt_init(&table, LOGICAL, SECTORS, &(struct guid){ { 1 } }, ENTRIES))
        return 0;
    for (unsigned i = 0; i < 3; i++)
        gpt_add(&table, &(struct gpt_entry){ .slot = i,
                                             .type = { { 2 } },
                                             .unique = { { (uint8_t)i } },
                                             .first_lba = 5 + 4 * i,
                                             .last_lba = 7 + 4 * i,
                                             .name = "n\0\x3d\xd8\xbe\xdc" });
    gpt_encode(&table, &image);
    memcpy(buf, image.front, image.front_bytes);
    memcpy(buf + image.back_offset, image.back, image.back_bytes);
    if (index) /* a hybrid, and the primary gone */
        memcpy(buf + 462, "\0\0\0\0\x83\0\0\0\5\0\0\0\3\0\0", 16);
    if (index)
        memset(buf + LOGICAL, 0, 8);
    gpt_image_finish(&image);
    gpt_finish(&table);
    return SECTORS * LOGICAL;
}
