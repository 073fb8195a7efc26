/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_crc32.c - known checksums */
#include "model/base/crc32.h"

#include <string.h>

#include "model/base/mem.h"
#include "support/rng.h"
#include "support/test.h"

static const struct {
    const char *text;
    uint32_t want;
} rows[] = {
    { "", 0 },
    { "a", 0xe8b7be43 },
    { "123456789", 0xcbf43926 }, /* the check value of the CRC catalogues */
    { "The quick brown fox jumps over the lazy dog", 0x414fa339 },
};

TEST_EACH(known_texts_have_known_checksums, rows)
{
    const uint8_t *bytes = (const uint8_t *)rows[_i].text;

    ck_assert_uint_eq(crc32_of(bytes, strlen(rows[_i].text)), rows[_i].want);
}

/* 16384 zeros, the entry array of an empty GPT; checked with gzip. */
TEST(empty_entry_array_has_the_well_known_checksum)
{
    uint8_t zeros[16384] = { 0 };

    ck_assert_uint_eq(crc32_of(zeros, sizeof(zeros)), 0xab54d286);
}

/* Bit by bit, as the standard defines it. */
static uint32_t slow_crc32(const uint8_t *bytes, size_t count)
{
    uint32_t crc = UINT32_MAX;

    for (size_t i = 0; i < 8 * count; i++) {
        crc ^= (uint32_t)(bytes[i / 8] >> i % 8 & 1);
        crc = crc >> 1 ^ (crc & 1 ? 0xedb88320 : 0);
    }
    return ~crc;
}

TEST(any_length_at_any_address_has_the_checksum_of_the_standard)
{
    struct rng rng = rng_start(0);
    uint8_t bytes[100];

    for (unsigned round = 0; round < 1000; round++) {
        size_t first = rng_below(&rng, 20), count = rng_below(&rng, 80);
        for (size_t i = 0; i < sizeof(bytes); i++)
            bytes[i] = (uint8_t)rng_next(&rng);
        LAW(&rng, crc32_of(bytes + first, count) == slow_crc32(bytes + first, count));
    }
}

/* Zeros are skipped 64 at a time, wherever they begin and end. */
TEST(zeros_among_others_count_as_the_standard_says)
{
    struct rng rng = rng_start(0);
    uint8_t bytes[600];

    for (unsigned round = 0; round < 1000; round++) {
        size_t first = rng_below(&rng, 20), count = rng_below(&rng, 580);
        size_t begin = rng_below(&rng, 300), zeros = rng_below(&rng, 300);
        for (size_t i = 0; i < sizeof(bytes); i++)
            bytes[i] = i - begin < zeros ? 0 : (uint8_t)rng_next(&rng);
        LAW(&rng, crc32_of(bytes + first, count) == slow_crc32(bytes + first, count));
    }
}
