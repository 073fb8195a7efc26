/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_window_cache.c - both ends of a disk, read once */
#include "model/base/window_cache.h"

#include "model/base/mem.h"
#include "support/sparse.h"
#include "support/tap.h"

#define KIB UINT64_C(1024)

static const uint64_t sizes[] = { 512,       4096,      65536,     66048,
                                  100 * KIB, 128 * KIB, 1024 * KIB };

/* Any read of any disk, against the disk itself. */
START_TEST(says_what_the_disk_says)
{
    struct sparse disk = { .size_bytes = sizes[_i] };
    struct window parent = sparse_window(&disk);
    struct window_cache cache;
    struct window window = window_of_cache(&cache, &parent);

    for (uint64_t at = 0; at < disk.size_bytes; at += 512)
        sparse_put(&disk, at, &(uint8_t){ (uint8_t)(at / 512 * 7 + 1) }, 1);
    for (uint64_t at = 0; at < disk.size_bytes; at += 512) {
        uint8_t got[1024], want[1024];
        bool is_inside = window_read(&parent, at, want, sizeof(want));
        ck_assert(window_read(&window, at, got, sizeof(got)) == is_inside);
        if (is_inside)
            ck_assert_mem_eq(got, want, sizeof(want));
    }
    window_cache_finish(&cache);
    sparse_finish(&disk);
}
END_TEST

/* OFFSET and SIZE in a disk of 1000 bytes, and what is left of them. */
static const struct {
    uint64_t offset, size, want;
} parts[] = {
    { 0, 1000, 1000 },  { 0, 1001, 1000 },        { 100, 900, 900 },
    { 100, 1000, 900 }, { 999, 500, 1 },          { 1000, 5, 0 },
    { 1001, 5, 0 },     { 500, UINT64_MAX, 500 }, { UINT64_MAX, 5, 0 },
};

START_TEST(a_part_ends_with_what_it_is_a_part_of)
{
    static const uint8_t bytes[1000] = { [999] = 7 };
    struct window_bytes memory = { bytes, sizeof(bytes) };
    struct window whole = window_of_bytes(&memory);
    struct window_part place;
    struct window part = window_of_part(&place, &whole, parts[_i].offset, parts[_i].size);
    uint8_t last;

    ck_assert_uint_eq(part.size, parts[_i].want);
    ck_assert(!window_read(&part, part.size, &last, 1));
    if (part.size && parts[_i].offset + part.size == 1000) {
        ck_assert(window_read(&part, part.size - 1, &last, 1));
        ck_assert_uint_eq(last, 7);
    }
}
END_TEST

START_TEST(each_end_is_read_once)
{
    struct sparse disk = { .size_bytes = UINT64_C(1) << 44 };
    struct window parent = sparse_window(&disk);
    struct window_cache cache;
    struct window window = window_of_cache(&cache, &parent);
    uint8_t buf[512];

    for (unsigned i = 0; i < 100; i++) {
        ck_assert(window_read(&window, i * 512, buf, 512));
        ck_assert(window_read(&window, disk.size_bytes - 512 - i * 512, buf, 512));
    }
    ck_assert_uint_eq(disk.reads, 2);
    ck_assert(window_read(&window, WINDOW_CACHE_BYTES, buf, 512));
    ck_assert_uint_eq(disk.reads, 3);
    window_cache_finish(&cache);
}
END_TEST

START_TEST(bad_sector_hides_only_itself)
{
    struct sparse disk = { .size_bytes = KIB * KIB,
                           .broken_from = 5120,
                           .broken_to = 5632 };
    struct window parent = sparse_window(&disk);
    struct window_cache cache;
    struct window window = window_of_cache(&cache, &parent);
    uint8_t buf[512];

    ck_assert(window_read(&window, 0, buf, 512));
    ck_assert(window_read(&window, 4608, buf, 512));
    ck_assert(!window_read(&window, 5120, buf, 512));
    ck_assert(window_read(&window, 5632, buf, 512));
    window_cache_finish(&cache);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("window_cache");
    TCase *tcase = tcase_create("window_cache");

    tcase_add_loop_test(tcase, a_part_ends_with_what_it_is_a_part_of, 0,
                        ARRAY_SIZE(parts));
    tcase_add_loop_test(tcase, says_what_the_disk_says, 0, (int)ARRAY_SIZE(sizes));
    tcase_add_test(tcase, each_end_is_read_once);
    tcase_add_test(tcase, bad_sector_hides_only_itself);
    suite_add_tcase(suite, tcase);
    return run_tap(suite);
}
