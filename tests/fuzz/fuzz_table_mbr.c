/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fuzz_table_mbr.c - any MBR, any chain of EBRs, in any size of sectors, to a layout */
#include "fuzz/fuzz.h"

#include <stdlib.h>
#include <string.h>

#include "model/base/mem.h"
#include "model/base/num.h"
#include "model/table/mbr.h"
#include "support/fuzz_tables.h"
#include "support/reader_bytes.h"

static void check_decoded(const struct reader *disk, uint64_t logical)
{
    CLEANUP(freep) struct mbr_table *table = xmalloc(sizeof(*table));
    struct err err = { 0 };

    if (!mbr_decode(disk, logical, table, &err))
        return;
    if (table->link_count > MBR_LINKS_MAX || table->logical_count > MBR_LOGICALS_MAX)
        abort();
    for (size_t i = 0; i < table->logical_count; i++)
        if (table->logicals[i].link >= table->link_count)
            abort();
    /* Any answer will do. */
    (void)mbr_other_sector_size(table, disk, logical, disk->size / logical);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count)
{
    struct reader_bytes memory = { bytes, count };
    struct reader disk = reader_of_bytes(&memory);

    check_decoded(&disk, 512);
    check_decoded(&disk, 4096);
    fuzz_read_tables(&disk, 512);
    fuzz_read_tables(&disk, 4096);
    return 0;
}

/* A primary and three logicals in 16 KiB. */
size_t fuzz_seed(unsigned index, uint8_t *buf)
{
    CLEANUP(freep) struct mbr_table *table = xcalloc(1, sizeof(*table));
    CLEANUP(freep)
    struct mbr_sector *sectors = xcalloc(MBR_SECTORS_MAX, sizeof(*sectors));

    if (index > 1)
        return 0;
    table->signature = 0x12345678;
    table->primary[0] = (struct mbr_entry){ 0x80, 0xa5, 1, 2 };
    table->primary[index] = (struct mbr_entry){ 0, index ? 0x0f : 0x85, 4, 20 };
    for (unsigned i = 0; i < 3; i++)
        mbr_add_logical(table, index, 4 + 5 * i,
                        &(struct mbr_entry){ 0, 0x83, 6 + 5 * i, 3 });
    size_t used = mbr_encode(table, sectors);
    for (size_t i = 0; i < used; i++)
        memcpy(buf + sectors[i].lba * 512, sectors[i].bytes, MBR_BYTES);
    return 32 * 512;
}
