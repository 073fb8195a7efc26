/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fuzz_table_bsd.c - any BSD label, with its checksum as found and made good, to slices
 */
#include "fuzz/fuzz.h"

#include <stdlib.h>
#include <string.h>

#include "model/base/mem.h"
#include "model/base/num.h"
#include "model/move/plan/fields.h"
#include "model/table/bsd.h"
#include "model/table/mbr.h"
#include "support/fuzz_tables.h"
#include "support/reader_bytes.h"

enum {
    SLICE_START = 1,
    SLICE_LENGTH = 60,
    SECTORS = 64,
    LABEL_AT = (SLICE_START + 1) * 512,
};

static void make_good(uint8_t *label)
{
    uint16_t sum = 0;

    put_le16(label, 136, 0);
    for (size_t at = 0; at < 148 + 16 * (size_t)(le16_at(label, 138) & 15); at += 2)
        sum ^= le16_at(label, at);
    put_le16(label, 136, sum);
}

static void check_decoded(const struct reader *slice, enum bsd_flavour flavour)
{
    struct bsd_label label;

    if (!bsd_decode(slice, 512, flavour, &label))
        return;
    if (!label.count || label.count > BSD_ENTRIES_MAX)
        abort();
    for (unsigned i = 0; i < label.count; i++) {
        uint64_t start, length;
        if (bsd_entry_range(&label, i, UINT64_MAX - 9, 4096, &start, &length) &&
            start + length < start)
            abort();
        (void)bsd_entry_is_raw(&label, i, 1, UINT64_MAX, 1, 512); /* any answer will do */
    }
}

/* Moves the slice: its label stays valid, and nothing in it changes but starts, all of
 * them by the same distance. */
static void check_moved(const struct reader *slice, enum bsd_flavour flavour)
{
    static const char *const types[] = { "a5", "a6", "a9" };
    struct extent extent = { .start = SLICE_START, .length = SLICE_LENGTH };
    struct fields_move move = { &extent, 0, SLICE_START + 8, 0, 512 };
    uint8_t bytes[512 + BSD_LABEL_BYTES];
    struct reader_bytes memory = { bytes, sizeof(bytes) };
    struct reader moved = reader_of_bytes(&memory);
    struct bsd_label before, after;
    struct fields fields;
    struct err err = { 0 };

    memcpy(extent.type, types[flavour], 3);
    if (!reader_read(slice, 0, bytes, sizeof(bytes)) ||
        !bsd_decode(&moved, 512, flavour, &before) ||
        !fields_find(&move, slice, &fields, &err))
        return;
    if (!fields_apply(&fields, 0, bytes, sizeof(bytes)) ||
        !bsd_decode(&moved, 512, flavour, &after))
        abort();
    for (unsigned i = 0; i < before.count; i++) {
        uint64_t shift = after.entries[i].start - before.entries[i].start;
        if (after.entries[i].length != before.entries[i].length ||
            (shift &&
             (shift != 8 * 512 / before.sector_bytes || bsd_is_relative(&after))))
            abort();
    }
}

static void try_disk(const uint8_t *bytes, size_t count)
{
    struct reader_bytes memory = { bytes, count };
    struct reader disk = reader_of_bytes(&memory);
    struct reader_part part;
    struct reader slice = reader_of_part(&part, &disk, SLICE_START * 512, count);

    for (int flavour = BSD_FREEBSD; flavour <= BSD_NETBSD; flavour++) {
        check_decoded(&slice, (enum bsd_flavour)flavour);
        check_moved(&slice, (enum bsd_flavour)flavour);
    }
    fuzz_read_tables(&disk, 512);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count)
{
    try_disk(bytes, count);
    if (count < LABEL_AT + BSD_LABEL_BYTES)
        return 0;
    CLEANUP(freep) uint8_t *good = xmalloc(count);
    memcpy(good, bytes, count);
    make_good(good + LABEL_AT);
    try_disk(good, count);
    return 0;
}

/* One seed per system. */
size_t fuzz_seed(unsigned index, uint8_t *buf)
{
    static const uint8_t types[] = { 0xa5, 0xa6, 0xa9 };
    struct bsd_label label = { .sector_bytes = 512, .size = SECTORS, .count = 8 };
    CLEANUP(freep) struct mbr_table *table = xcalloc(1, sizeof(*table));
    CLEANUP(freep)
    struct mbr_sector *sectors = xcalloc(MBR_SECTORS_MAX, sizeof(*sectors));

    if (index >= ARRAY_SIZE(types) || !bsd_flavour_of_type(types[index], &label.flavour))
        return 0;
    label.entries[0] = (struct bsd_entry){ 17, 20, 7 };
    label.entries[2] = (struct bsd_entry){ index ? 1 : 0, SLICE_LENGTH, 0 };
    label.entries[3] = (struct bsd_entry){ 0, SECTORS, 0 };
    table->primary[0] = (struct mbr_entry){ 0, types[index], SLICE_START, SLICE_LENGTH };
    (void)mbr_encode(table, sectors); /* one sector: there is no chain */
    memcpy(buf, sectors[0].bytes, MBR_BYTES);
    bsd_encode(&label, buf + LABEL_AT);
    return SECTORS * 512;
}
