/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_records.c - records are read as they were written, and nothing else is believed */
#include "model/move/log/records.h"

#include <string.h>

#include "model/base/mem.h"
#include "model/base/num.h"
#include "support/rng.h"
#include "support/test.h"

enum { DISK_BYTES = 1 << 30, LOGICAL = 512, BLOCK = 4096 };

static struct hash hash_from(uint8_t byte)
{
    struct hash hash;

    memset(hash.bytes, byte, sizeof(hash.bytes));
    return hash;
}

static struct record_owner owner_here(void)
{
    struct record_owner owner = { .disk_bytes = DISK_BYTES };

    memcpy(owner.transaction.bytes, "a transaction!!!", sizeof(owner.transaction.bytes));
    return owner;
}

static struct record_place place_here(void)
{
    return (struct record_place){ .kind = JOURNAL_GAP,
                                  .logical = LOGICAL,
                                  .block = BLOCK,
                                  .start = 2048,
                                  .bytes = 64 * BLOCK };
}

static struct record_head head_here(void)
{
    return (struct record_head){
        .owner = owner_here(),
        .sequence = 0x102,
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
                   [AREA_HASHES] = { 26 * BLOCK, 1 * BLOCK },
                   [AREA_RING] = { 27 * BLOCK, 32 * BLOCK } },
        .log = hash_from(0x11),
        .place = place_here(),
    };
}

/* --- one record of each kind --- */

static void put_head(uint8_t *ret)
{
    struct record_head head = head_here();

    record_head_encode(&head, ret);
}

static enum record_state get_head(const uint8_t *bytes, size_t count, uint8_t *again)
{
    struct record_head head = { 0 };
    enum record_state state = record_head_decode(bytes, count, DISK_BYTES, &head);

    if (state == RECORD_IS_VALID)
        record_head_encode(&head, again);
    return state;
}

static void put_guard(uint8_t *ret)
{
    struct record_guard guard = { .owner = owner_here(),
                                  .step = 3,
                                  .is_back = true,
                                  .is_in_front = true,
                                  .index = 9,
                                  .place = place_here() };

    guard.place.kind = JOURNAL_FILE;
    guard.place.start = 0;
    copy_text(guard.place.path, sizeof(guard.place.path), "/mnt/usb/journal");
    copy_text(guard.place.uuid, sizeof(guard.place.uuid), "0123-4567");
    record_guard_encode(&guard, ret);
}

static enum record_state get_guard(const uint8_t *bytes, size_t count, uint8_t *again)
{
    struct record_guard guard = { 0 };
    enum record_state state = record_guard_decode(bytes, count, DISK_BYTES, &guard);

    if (state == RECORD_IS_VALID)
        record_guard_encode(&guard, again);
    return state;
}

static const struct record_page page_here = {
    .sequence = 0x102,
    .run_count = 2,
    .runs = { { 2048 * 3, 7 * 8 }, { 0, 9 * 8 } },
};
static const struct record_saved saved_here = {
    .step = 3,
    .zones = { { { 0, 8 }, { 95992, 8 } }, 2, 2 },
};
static const struct record_mark mark_here = {
    .step = 3, .is_back = true, .piece = 70, .hash_count = 2
};
static const struct record_slot slot_here = {
    .step = 3, .piece = 256, .start = 1000464, .length = 127
};
static const struct record_hashes hashes_here = {
    .step = 3, .unit = 1 << 20, .units = 300, .first = 248, .count = 52
};

#define RECORD_OF_FIX(name)                                                              \
    static void put_##name(uint8_t *ret)                                                 \
    {                                                                                    \
        struct record_##name value = name##_here;                                        \
                                                                                         \
        value.owner = owner_here();                                                      \
        record_##name##_encode(&value, ret);                                             \
    }                                                                                    \
    static enum record_state get_##name(const uint8_t *bytes, size_t count,              \
                                        uint8_t *again)                                  \
    {                                                                                    \
        const struct record_head head = head_here();                                     \
        struct record_##name value = { 0 };                                              \
        enum record_state state = record_##name##_decode(bytes, count, &head, &value);   \
                                                                                         \
        if (state == RECORD_IS_VALID)                                                    \
            record_##name##_encode(&value, again);                                       \
        return state;                                                                    \
    }

RECORD_OF_FIX(page)
RECORD_OF_FIX(saved)
RECORD_OF_FIX(mark)
RECORD_OF_FIX(slot)
RECORD_OF_FIX(hashes)

static const struct {
    size_t bytes;
    void (*put)(uint8_t *ret);
    enum record_state (*get)(const uint8_t *bytes, size_t count, uint8_t *again);
} kinds[] = {
    { RECORD_HEAD_BYTES, put_head, get_head }, { LOGICAL, put_guard, get_guard },
    { RECORD_BYTES, put_page, get_page },      { RECORD_BYTES, put_saved, get_saved },
    { RECORD_BYTES, put_mark, get_mark },      { RECORD_BYTES, put_slot, get_slot },
    { RECORD_BYTES, put_hashes, get_hashes },
};

enum { HEAD, GUARD, PAGE, SAVED, MARK, SLOT, HASHES };

/* --- tests --- */

TEST_EACH(a_record_is_read_as_it_was_written, kinds)
{
    uint8_t bytes[RECORD_BYTES], again[RECORD_BYTES];

    kinds[_i].put(bytes);
    ck_assert_int_eq(kinds[_i].get(bytes, kinds[_i].bytes, again), RECORD_IS_VALID);
    ck_assert_mem_eq(bytes, again, kinds[_i].bytes);
    ck_assert(frame_get(bytes, kinds[_i].bytes).version == 2);
}

TEST_EACH(a_truncated_record_is_damaged, kinds)
{
    uint8_t bytes[RECORD_BYTES], again[RECORD_BYTES];

    kinds[_i].put(bytes);
    ck_assert_int_eq(kinds[_i].get(bytes, kinds[_i].bytes - 1, again), RECORD_IS_DAMAGED);
    ck_assert_int_eq(kinds[_i].get(bytes, FRAME_BYTES - 1, again), RECORD_IS_NONE);
}

TEST_EACH(a_byte_that_differs_is_noticed, kinds)
{
    uint8_t bytes[RECORD_BYTES], again[RECORD_BYTES];

    for (size_t at = 0; at < kinds[_i].bytes; at++) {
        kinds[_i].put(bytes);
        bytes[at] ^= 0x40;
        ck_assert_int_ne(kinds[_i].get(bytes, kinds[_i].bytes, again), RECORD_IS_VALID);
    }
}

TEST_EACH(of_another_fix_or_disk, kinds)
{
    uint8_t bytes[RECORD_BYTES], again[RECORD_BYTES];

    kinds[_i].put(bytes);
    struct frame frame = frame_get(bytes, kinds[_i].bytes);
    put_le64(bytes, 48, DISK_BYTES + 4096);
    frame_put(&frame, bytes, kinds[_i].bytes);
    ck_assert_int_eq(kinds[_i].get(bytes, kinds[_i].bytes, again), RECORD_IS_OTHER);
    kinds[_i].put(bytes);
    bytes[32] ^= 1;
    frame_put(&frame, bytes, kinds[_i].bytes);
    ck_assert_int_eq(kinds[_i].get(bytes, kinds[_i].bytes, again),
                     _i <= GUARD ? RECORD_IS_VALID : RECORD_IS_OTHER);
}

/* Numbers that cannot be, in a record whose checksum is valid. */
static const struct {
    int kind;
    size_t at;
    unsigned width;
    uint64_t value;
} impossible[] = {
    { HEAD, 56, 8, 0 },
    { HEAD, 64, 1, 0 },
    { HEAD, 64, 1, 5 },
    { HEAD, 64, 1, RUN_FORWARD }, /* and something goes back */
    { HEAD, 65, 1, 7 },
    { HEAD, 65, 1, JOURNAL_FILE }, /* without a path */
    { HEAD, 68, 4, 0 },
    { HEAD, 68, 4, 17 },
    { HEAD, 72, 8, 701 },
    { HEAD, 88, 4, 256 },
    { HEAD, 88, 4, 1536 },
    { HEAD, 88, 4, 8192 },
    { HEAD, 92, 4, 0 },
    { HEAD, 92, 4, 4095 },
    { HEAD, 92, 4, 2 << 20 },
    { HEAD, 96, 8, BLOCK }, /* log A is over a head */
    { HEAD, 96, 8, 2 * BLOCK + 512 },
    { HEAD, 104, 8, BLOCK },      /* the logs differ in size */
    { HEAD, 112, 8, 63 * BLOCK }, /* log B ends beyond the journal */
    { HEAD, 112, 8, UINT64_MAX - 4095 },
    { HEAD, 128, 8, 3 * BLOCK }, /* the page is over log A */
    { HEAD, 152, 8, 4 * BLOCK }, /* saved A is larger than saved B */
    { HEAD, 240, 8, 0 },
    { HEAD, 240, 8, DISK_BYTES / LOGICAL - 1 },
    { HEAD, 240, 8, UINT64_MAX },
    { HEAD, 248, 8, 63 * BLOCK },
    { HEAD, 248, 8, 64 * BLOCK + 1 },
    { HEAD, 256, 1, 27 }, /* an escape */
    { HEAD, 511, 1, 'x' },
    { GUARD, 58, 1, 2 },
    { GUARD, 59, 1, 2 },
    { GUARD, 60, 1, 1 },
    { GUARD, 64, 1, 't' },
    { GUARD, 192, 8, DISK_BYTES / LOGICAL },
    { GUARD, 200, 4, 1024 },
    { GUARD, 200, 4, UINT32_MAX },
    { GUARD, 208, 8, 1 },
    { GUARD, 272, 1, 0 },
    { GUARD, 511, 1, 1 },
    { PAGE, 64, 1, 0 },
    { PAGE, 64, 1, 1 }, /* the second run is where zeros should be */
    { PAGE, 64, 1, 17 },
    { PAGE, 96, 8, DISK_BYTES / LOGICAL },
    { PAGE, 96, 8, UINT64_MAX - 7 },
    { PAGE, 104, 4, 0 },
    { PAGE, 104, 4, 57 }, /* more sectors than the page has */
    { PAGE, 104, 4, UINT32_MAX },
    { SAVED, 64, 1, 0 },
    { SAVED, 64, 1, 25 },
    { SAVED, 72, 8, 8 }, /* in no zone */
    { SAVED, 72, 8, UINT64_MAX },
    { SAVED, 136, 8, 0 },
    { SAVED, 136, 8, UINT64_MAX },
    { SAVED, 144, 8, 7 },
    { SAVED, 152, 8, 9 }, /* more than the area has */
    { MARK, 58, 1, 2 },
    { MARK, 60, 2, 241 },
    { MARK, 64, 8, DISK_BYTES / LOGICAL },
    { SLOT, 72, 8, DISK_BYTES / LOGICAL - 126 },
    { SLOT, 72, 8, UINT64_MAX },
    { SLOT, 80, 8, 0 },
    { SLOT, 80, 8, 31 * 8 + 1 },
    { SLOT, 80, 8, UINT64_MAX },
    { HASHES, 64, 8, 1 << 19 },
    { HASHES, 64, 8, 3 << 20 },
    { HASHES, 64, 8, UINT64_C(1) << 63 },
    { HASHES, 72, 8, 0 },
    { HASHES, 72, 8, 2000000 },
    { HASHES, 80, 8, 247 },
    { HASHES, 80, 8, 496 },
    { HASHES, 88, 4, 51 },
};

TEST_EACH(a_number_that_cannot_be_is_damage, impossible)
{
    uint8_t bytes[RECORD_BYTES], again[RECORD_BYTES], number[8];
    size_t count = kinds[impossible[_i].kind].bytes;

    kinds[impossible[_i].kind].put(bytes);
    struct frame frame = frame_get(bytes, count);
    put_le64(number, 0, impossible[_i].value);
    memcpy(bytes + impossible[_i].at, number, impossible[_i].width);
    frame_put(&frame, bytes, count);
    ck_assert_int_eq(kinds[impossible[_i].kind].get(bytes, count, again),
                     RECORD_IS_DAMAGED);
}

/* What is believed is what would be written. */
TEST_EACH(random_bytes_with_a_valid_checksum, kinds)
{
    struct rng rng = rng_start((unsigned)_i);
    uint8_t bytes[RECORD_BYTES], again[RECORD_BYTES];

    for (int round = 0; round < (int)rng_rounds(20000); round++) {
        kinds[_i].put(bytes);
        struct frame frame = frame_get(bytes, kinds[_i].bytes);
        for (uint64_t n = 1 + rng_below(&rng, 4); n; n--)
            bytes[FRAME_BYTES + rng_below(&rng, 128)] = (uint8_t)rng_next(&rng);
        frame_put(&frame, bytes, kinds[_i].bytes);
        if (kinds[_i].get(bytes, kinds[_i].bytes, again) == RECORD_IS_VALID)
            ck_assert_mem_eq(bytes, again, kinds[_i].bytes);
    }
}
