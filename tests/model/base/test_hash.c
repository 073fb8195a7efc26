/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_hash.c - the published values of XXH3-128, at once and in pieces */
#include "model/base/hash.h"

#include <stdlib.h>

#include <stdio.h>
#include <string.h>

#include "model/base/mem.h"
#include "support/test.h"

/* The input of xxHash's own sanity checks: the highest bytes of a generator. */
#define PRIME32 UINT64_C(2654435761)
#define PRIME64 UINT64_C(11400714785074694797)

enum { INPUT_BYTES = 2367 };

/* From XSUM_XXH128_testdata in xxHash's cli/xsum_sanity_check.c, seed 0. */
static const struct {
    size_t count;
    const char *want;
} rows[] = {
    { 0, "99aa06d3014798d86001c324468d497f" },
    { 1, "a6cd5e9392000f6ac44bdff4074eecdb" },
    { 6, "082afe0b8162d12a3e7039bdda43cfc6" },
    { 12, "6e3efd8fc7802b18061a192713f69ad9" },
    { 24, "0ce966e4678d37611e7044d28b1b901d" },
    { 48, "a002ac4e5478227ef942219aed80f67b" },
    { 81, "4952f58181ab00425e8bafb9f95fb803" },
    { 222, "337e09641b948717f1aebd597cec6b3a" },
    { 403, "1b6de21e332dd73dcdeb804d65c6dea4" },
    { 512, "18d2d110dcc9bca1617e49599013cb6b" },
    { 2048, "f736557fd47073a5dd59e2c3a5f038e0" },
    { 2240, "ccb134fbfa7ce49d6e73a90539cf2948" },
    { 2367, "e89c0f6ff369b427cb37aeb9e5d361ed" },
};

static void fill_input(uint8_t input[INPUT_BYTES])
{
    uint64_t state = PRIME32;

    for (size_t i = 0; i < INPUT_BYTES; i++) {
        input[i] = (uint8_t)(state >> 56);
        state *= PRIME64;
    }
}

static void check(struct hash hash, const char *want)
{
    char text[2 * HASH_BYTES + 1];

    for (size_t i = 0; i < HASH_BYTES; i++)
        (void)snprintf(text + 2 * i, 3, "%02x", hash.bytes[i]);
    ck_assert_str_eq(text, want);
}

TEST_EACH(hashes_are_the_published_ones, rows)
{
    uint8_t input[INPUT_BYTES];

    fill_input(input);
    check(hash_of(input, rows[_i].count), rows[_i].want);
}

TEST_EACH(bytes_may_come_in_pieces, rows)
{
    CLEANUP(hash_stream_freep) struct hash_stream *stream = hash_stream_new();
    uint8_t input[INPUT_BYTES];
    size_t piece = 1;

    fill_input(input);
    hash_stream_add(stream, input, INPUT_BYTES);
    hash_stream_restart(stream);
    for (size_t at = 0; at < rows[_i].count; at += piece++) {
        size_t rest = rows[_i].count - at;
        hash_stream_add(stream, input + at, piece < rest ? piece : rest);
        (void)hash_stream_value(stream); /* changes nothing */
    }
    check(hash_stream_value(stream), rows[_i].want);
}

TEST(every_bit_counts)
{
    uint8_t input[INPUT_BYTES];

    fill_input(input);
    struct hash whole = hash_of(input, INPUT_BYTES);
    for (size_t bit = 0; bit < 8 * INPUT_BYTES; bit += 7) {
        input[bit / 8] ^= (uint8_t)(1U << bit % 8);
        struct hash other = hash_of(input, INPUT_BYTES);
        input[bit / 8] ^= (uint8_t)(1U << bit % 8);
        ck_assert(!hash_equal(&whole, &other));
    }
    struct hash again = hash_of(input, INPUT_BYTES);
    ck_assert(hash_equal(&whole, &again));
}

/* Also of more than is hashed at once, and of another number after it. */
TEST(zeros_have_the_hash_of_as_many_bytes)
{
    static const size_t counts[] = { 1, 512, 65536, 65537, 200000, 200000 };
    struct hash_zeros last = { 0 };
    uint8_t *bytes = calloc(1, 200000);

    for (size_t i = 0; i < sizeof(counts) / sizeof(*counts); i++) {
        struct hash want = hash_of(bytes, counts[i]);
        struct hash found = hash_of_zeros(&last, counts[i]);
        ck_assert(hash_equal(&want, &found));
    }
    free(bytes);
}
