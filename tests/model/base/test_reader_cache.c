/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_reader_cache.c - the cache for both ends of a disk */
#include "model/base/reader.h"

#include "model/base/mem.h"
#include "support/reader_bytes.h"
#include "support/sparse.h"
#include "support/test.h"

#define KIB UINT64_C(1024)

static const uint64_t sizes[] = { 512,       4096,      65536,     66048,
                                  100 * KIB, 128 * KIB, 1024 * KIB };

/* Compares random reads with the disk. */
TEST_EACH(says_what_the_disk_says, sizes)
{
    struct sparse disk = { .size_bytes = sizes[_i] };
    struct reader parent = sparse_reader(&disk);
    struct reader_cache cache;
    struct reader reader = reader_of_cache(&cache, &parent);

    for (uint64_t at = 0; at < disk.size_bytes; at += 512)
        sparse_put(&disk, at, &(uint8_t){ (uint8_t)(at / 512 * 7 + 1) }, 1);
    for (uint64_t at = 0; at < disk.size_bytes; at += 512) {
        uint8_t got[1024], want[1024];
        bool is_inside = reader_read(&parent, at, want, sizeof(want));
        ck_assert(reader_read(&reader, at, got, sizeof(got)) == is_inside);
        if (is_inside)
            ck_assert_mem_eq(got, want, sizeof(want));
    }
    reader_cache_finish(&cache);
    sparse_finish(&disk);
}

/* OFFSET and SIZE in a disk of 1000 bytes, and the result. */
static const struct {
    uint64_t offset, size, want;
} parts[] = {
    { 0, 1000, 1000 },  { 0, 1001, 1000 },        { 100, 900, 900 },
    { 100, 1000, 900 }, { 999, 500, 1 },          { 1000, 5, 0 },
    { 1001, 5, 0 },     { 500, UINT64_MAX, 500 }, { UINT64_MAX, 5, 0 },
};

TEST_EACH(a_part_ends_with_what_it_is_a_part_of, parts)
{
    static const uint8_t bytes[1000] = { [999] = 7 };
    struct reader_bytes memory = { bytes, sizeof(bytes) };
    struct reader whole = reader_of_bytes(&memory);
    struct reader_part place;
    struct reader part = reader_of_part(&place, &whole, parts[_i].offset, parts[_i].size);
    uint8_t last;

    ck_assert_uint_eq(part.size, parts[_i].want);
    ck_assert(!reader_read(&part, part.size, &last, 1));
    if (part.size && parts[_i].offset + part.size == 1000) {
        ck_assert(reader_read(&part, part.size - 1, &last, 1));
        ck_assert_uint_eq(last, 7);
    }
}

TEST(each_end_is_read_once)
{
    struct sparse disk = { .size_bytes = UINT64_C(1) << 44 };
    struct reader parent = sparse_reader(&disk);
    struct reader_cache cache;
    struct reader reader = reader_of_cache(&cache, &parent);
    uint8_t buf[512];

    for (unsigned i = 0; i < 100; i++) {
        ck_assert(reader_read(&reader, i * 512, buf, 512));
        ck_assert(reader_read(&reader, disk.size_bytes - 512 - i * 512, buf, 512));
    }
    ck_assert_uint_eq(disk.reads, 2);
    ck_assert(reader_read(&reader, READER_CACHE_BYTES, buf, 512));
    ck_assert_uint_eq(disk.reads, 3);
    reader_cache_finish(&cache);
}

TEST(bad_sector_hides_only_itself)
{
    struct sparse disk = { .size_bytes = KIB * KIB,
                           .broken_from = 5120,
                           .broken_to = 5632 };
    struct reader parent = sparse_reader(&disk);
    struct reader_cache cache;
    struct reader reader = reader_of_cache(&cache, &parent);
    uint8_t buf[512];

    ck_assert(reader_read(&reader, 0, buf, 512));
    ck_assert(reader_read(&reader, 4608, buf, 512));
    ck_assert(!reader_read(&reader, 5120, buf, 512));
    ck_assert(reader_read(&reader, 5632, buf, 512));
    reader_cache_finish(&cache);
}
