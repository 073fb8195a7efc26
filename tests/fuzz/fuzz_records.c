/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fuzz_records.c - any bytes as each record of a journal, with size and checksum
 * corrected */
#include "fuzz/fuzz.h"

#include <stdlib.h>
#include <string.h>

#include "model/base/crc32.h"
#include "model/base/mem.h"
#include "model/base/num.h"
#include "model/move/log/records.h"

enum { AT_CRC = 8, AT_SIZE = 12, LOGICAL = 512, BLOCK = 4096, BLOCKS = 64 };

#define DISK_BYTES (UINT64_C(1) << 30)

static void expect(bool is_kept)
{
    if (!is_kept)
        abort();
}

static struct record_head own_head(void)
{
    return (struct record_head){
        .owner = { .transaction = { "a transaction!!" }, .disk_bytes = DISK_BYTES },
        .sequence = 7,
        .run = { RUN_BACK, 3 },
        .page_blocks = 16,
        .back_first = 5,
        .back_end = 700,
        .areas = { [AREA_LOG_A] = { 2 * BLOCK, 2 * BLOCK },
                   [AREA_LOG_B] = { 62 * BLOCK, 2 * BLOCK },
                   [AREA_PAGE] = { 4 * BLOCK, 17 * BLOCK },
                   [AREA_SAVED_A] = { 21 * BLOCK, 3 * BLOCK },
                   [AREA_SAVED_B] = { 59 * BLOCK, 3 * BLOCK },
                   [AREA_MARKS] = { 24 * BLOCK, 2 * BLOCK },
                   [AREA_HASHES] = { 26 * BLOCK, BLOCK },
                   [AREA_RING] = { 27 * BLOCK, 32 * BLOCK } },
        .place = { .kind = JOURNAL_GAP,
                   .logical = LOGICAL,
                   .block = BLOCK,
                   .start = 2048,
                   .bytes = BLOCKS * BLOCK },
    };
}

/* --- one of each kind: what a valid one promises --- */

static bool is_on_disk(uint64_t start, uint64_t length)
{
    return start <= DISK_BYTES / LOGICAL && length <= DISK_BYTES / LOGICAL - start;
}

static bool try_head(const uint8_t *bytes, size_t count, uint8_t *again)
{
    struct record_head head;

    if (record_head_decode(bytes, count, DISK_BYTES, &head) != RECORD_IS_VALID)
        return false;
    uint64_t journal = head.place.bytes, block = head.place.block;
    expect(block >= head.place.logical && block <= RECORD_BLOCK_MAX);
    for (size_t i = 0; i < AREA_COUNT; i++) {
        const struct record_bytes *area = &head.areas[i];
        expect(area->offset <= journal && area->bytes <= journal - area->offset);
        expect(!area->bytes || area->offset >= 2 * block);
        expect(area->offset % block == 0 && area->bytes % block == 0);
    }
    expect((1 + (uint64_t)head.page_blocks) * block <= head.areas[AREA_PAGE].bytes);
    expect(head.back_first <= head.back_end);
    record_head_encode(&head, again);
    return true;
}

static bool try_guard(const uint8_t *bytes, size_t count, uint8_t *again)
{
    struct record_guard guard;

    if (record_guard_decode(bytes, count, DISK_BYTES, &guard) != RECORD_IS_VALID)
        return false;
    expect(memchr(guard.place.path, 0, sizeof(guard.place.path)) != NULL);
    expect(memchr(guard.place.uuid, 0, sizeof(guard.place.uuid)) != NULL);
    expect(guard.place.logical <= BLOCK);
    record_guard_encode(&guard, again);
    return true;
}

static bool try_page(const uint8_t *bytes, size_t count, uint8_t *again)
{
    struct record_head head = own_head();
    struct record_page page;
    uint64_t sectors = 0;

    if (record_page_decode(bytes, count, &head, &page) != RECORD_IS_VALID)
        return false;
    expect(page.run_count <= RECORD_RUNS_MAX);
    for (size_t i = 0; i < page.run_count; i++) {
        expect(is_on_disk(page.runs[i].start, page.runs[i].length));
        sectors += page.runs[i].length;
    }
    expect(sectors * LOGICAL <= (uint64_t)head.page_blocks * BLOCK);
    record_page_encode(&page, again);
    return true;
}

static bool try_saved(const uint8_t *bytes, size_t count, uint8_t *again)
{
    struct record_head head = own_head();
    struct record_saved saved;
    uint64_t end = 0;

    if (record_saved_decode(bytes, count, &head, &saved) != RECORD_IS_VALID)
        return false;
    expect(saved.zones.count <= ZONES_MAX);
    for (size_t i = 0; i < saved.zones.count; i++) {
        const struct zone *zone = &saved.zones.at[i];
        expect(zone->start >= end && is_on_disk(zone->start, zone->length));
        end = zone->start + zone->length;
    }
    record_saved_encode(&saved, again);
    return true;
}

static bool try_mark(const uint8_t *bytes, size_t count, uint8_t *again)
{
    struct record_head head = own_head();
    CLEANUP(freep) struct record_mark *mark = xcalloc(1, sizeof(*mark));

    if (record_mark_decode(bytes, count, &head, mark) != RECORD_IS_VALID)
        return false;
    expect(mark->hash_count <= RECORD_PIECES_MAX);
    record_mark_encode(mark, again);
    return true;
}

static bool try_slot(const uint8_t *bytes, size_t count, uint8_t *again)
{
    struct record_head head = own_head();
    struct record_slot slot;

    if (record_slot_decode(bytes, count, &head, &slot) != RECORD_IS_VALID)
        return false;
    expect(is_on_disk(slot.start, slot.length));
    record_slot_encode(&slot, again);
    return true;
}

static bool try_hashes(const uint8_t *bytes, size_t count, uint8_t *again)
{
    struct record_head head = own_head();
    CLEANUP(freep) struct record_hashes *hashes = xcalloc(1, sizeof(*hashes));

    if (record_hashes_decode(bytes, count, &head, hashes) != RECORD_IS_VALID)
        return false;
    expect(hashes->count && hashes->count <= RECORD_HASHES_MAX);
    expect(hashes->units <= RECORD_UNITS_MAX);
    expect(hashes->first + hashes->count <= hashes->units);
    record_hashes_encode(hashes, again);
    return true;
}

typedef bool (*try_record)(const uint8_t *bytes, size_t count, uint8_t *again);

static const try_record tries[] = { try_head, try_guard, try_page,  try_saved,
                                    try_mark, try_slot,  try_hashes };

/* What is read as valid is so again after it was written. */
static void try_all(const uint8_t *bytes, size_t count)
{
    CLEANUP(freep) uint8_t *one = xcalloc(1, RECORD_BYTES);
    CLEANUP(freep) uint8_t *two = xcalloc(1, RECORD_BYTES);

    for (size_t i = 0; i < ARRAY_SIZE(tries); i++) {
        size_t size = i == 0 ? RECORD_HEAD_BYTES : RECORD_BYTES;
        if (!tries[i](bytes, count, one))
            continue;
        expect(tries[i](one, RECORD_BYTES, two));
        expect(!memcmp(one, two, size));
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count)
{
    static const size_t sizes[] = { RECORD_HEAD_BYTES, RECORD_BYTES };
    CLEANUP(freep) uint8_t *copy = xcalloc(1, RECORD_BYTES);

    try_all(bytes, count);
    for (size_t i = 0; i < ARRAY_SIZE(sizes); i++) {
        memset(copy, 0, RECORD_BYTES);
        memcpy(copy, bytes, count < sizes[i] ? count : sizes[i]);
        put_le32(copy, AT_SIZE, (uint32_t)sizes[i]);
        put_le32(copy, AT_CRC, 0);
        put_le32(copy, AT_CRC, crc32_of(copy, sizes[i]));
        try_all(copy, RECORD_BYTES);
    }
    return 0;
}

/* --- seeds --- */

static void put_page(const struct record_head *head, uint8_t *buf)
{
    struct record_page page = { .owner = head->owner,
                                .sequence = head->sequence,
                                .run_count = 2,
                                .runs = { { 0, 8 }, { 2040, 16 } } };

    record_page_encode(&page, buf);
}

static void put_saved(const struct record_head *head, uint8_t *buf)
{
    struct record_saved saved = { .owner = head->owner, .step = 3 };

    saved.zones = (struct zones){ { { 0, 8 }, { 100, 8 } }, .count = 2, .magic = 2 };
    record_saved_encode(&saved, buf);
}

static void put_mark(const struct record_head *head, uint8_t *buf)
{
    CLEANUP(freep) struct record_mark *mark = xcalloc(1, sizeof(*mark));

    mark->owner = head->owner;
    mark->step = 3;
    mark->is_back = true;
    mark->piece = 12;
    mark->hash_count = 4;
    record_mark_encode(mark, buf);
}

static void put_hashes(const struct record_head *head, uint8_t *buf)
{
    CLEANUP(freep) struct record_hashes *hashes = xcalloc(1, sizeof(*hashes));

    hashes->owner = head->owner;
    hashes->step = 3;
    hashes->unit = RECORD_UNIT_MIN;
    hashes->units = 300;
    hashes->first = RECORD_HASHES_MAX;
    hashes->count = 300 - RECORD_HASHES_MAX;
    record_hashes_encode(hashes, buf);
}

/* The kind of the record that TRIES have at INDEX. */
static size_t put_seed(unsigned index, uint8_t *buf)
{
    const struct record_head head = own_head();
    const struct record_guard guard = {
        .owner = head.owner, .step = 3, .index = 9, .place = head.place
    };
    const struct record_slot slot = {
        .owner = head.owner, .step = 3, .piece = 5, .start = 4096, .length = 64
    };

    switch (index) {
    case 0:
        record_head_encode(&head, buf);
        return RECORD_HEAD_BYTES;
    case 1:
        record_guard_encode(&guard, buf);
        return LOGICAL;
    case 2:
        put_page(&head, buf);
        return RECORD_BYTES;
    case 3:
        put_saved(&head, buf);
        return RECORD_BYTES;
    case 4:
        put_mark(&head, buf);
        return RECORD_BYTES;
    case 5:
        record_slot_encode(&slot, buf);
        return RECORD_BYTES;
    default:
        put_hashes(&head, buf);
        return RECORD_BYTES;
    }
}

/* Each is a record that can be. */
size_t fuzz_seed(unsigned index, uint8_t *buf)
{
    CLEANUP(freep) uint8_t *again = xcalloc(1, RECORD_BYTES);

    if (index >= ARRAY_SIZE(tries))
        return 0;
    size_t count = put_seed(index, buf);
    expect(tries[index](buf, count, again));
    return count;
}
