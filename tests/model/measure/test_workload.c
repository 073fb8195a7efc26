/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_workload.c - names, orders of the presets, and the output of part-align-bench */
#include "model/measure/workload.h"

#include <string.h>

#include "model/base/mem.h"
#include "support/tap.h"

static const struct workload_plan plan_63 = {
    .base = 63,
    .against = 64,
    .grid = { 0, 8 },
};

START_TEST(each_workload_has_an_id_of_its_own)
{
    enum workload_kind kind = (enum workload_kind)_i;

    ck_assert_ptr_nonnull(workload_id(kind));
    ck_assert_uint_gt(strlen(workload_name(kind)), 0);
    for (enum workload_kind other = 0; other < kind; other++) {
        ck_assert_str_ne(workload_id(kind), workload_id(other));
        ck_assert_str_ne(workload_name(kind), workload_name(other));
    }
}
END_TEST

START_TEST(presets_are_found_by_their_ids)
{
    enum preset preset = (enum preset)_i, found = PRESET_NONE;

    ck_assert(preset_find(preset_id(preset), &found));
    ck_assert_int_eq(found, preset);
}
END_TEST

START_TEST(no_other_word_is_a_preset)
{
    enum preset found = PRESET_DD;

    ck_assert_ptr_null(preset_id(PRESET_NONE));
    ck_assert(!preset_find("", &found));
    ck_assert(!preset_find("apollo13", &found));
    ck_assert_int_eq(found, PRESET_DD);
}
END_TEST

START_TEST(apollo_is_five_sectors)
{
    static const uint64_t sectors[] = { 0, 8, 34, 40, 42 };
    static const bool is_aligned[] = { true, true, false, true, false };
    struct workload_order orders[WORKLOAD_MAX];

    ck_assert_uint_eq(workload_orders(PRESET_APOLLO, &plan_63, orders), 5);
    for (size_t i = 0; i < 5; i++) {
        ck_assert_int_eq(orders[i].kind, WORKLOAD_ALIGN_BENCH);
        ck_assert_uint_eq(orders[i].start_lba, sectors[i]);
        ck_assert_int_eq(orders[i].is_aligned, is_aligned[i]);
    }
}
END_TEST

START_TEST(apollo_takes_its_letters)
{
    struct workload_plan plan = plan_63;
    struct workload_order orders[WORKLOAD_MAX];

    plan.stride = 16384;
    plan.is_synced = true;
    ck_assert_uint_eq(workload_orders(PRESET_APOLLO, &plan, orders), 5);
    ck_assert_uint_eq(orders[4].stride, 16384);
    ck_assert(orders[4].is_synced);
}
END_TEST

START_TEST(the_whole_set_has_each_kind)
{
    struct workload_order orders[WORKLOAD_MAX];
    size_t count = workload_orders(PRESET_NONE, &plan_63, orders);
    bool is_there[WORKLOAD_COUNT] = { false };

    for (size_t i = 0; i < count; i++)
        is_there[orders[i].kind] = true;
    for (enum workload_kind kind = 0; kind < WORKLOAD_ALIGN_BENCH; kind++)
        ck_assert_int_eq(is_there[kind], kind != WORKLOAD_CACHED_SEQUENTIAL);
}
END_TEST

START_TEST(the_aligned_start_comes_first)
{
    struct workload_order orders[WORKLOAD_MAX];
    size_t count = workload_orders(PRESET_FIO, &plan_63, orders);

    ck_assert_uint_eq(count, 4);
    ck_assert_uint_eq(orders[0].start_lba, 64);
    ck_assert(orders[0].is_aligned);
    ck_assert_uint_eq(orders[1].start_lba, 63);
    ck_assert(!orders[1].is_aligned);
}
END_TEST

/* The XP jumper: 63 is the aligned start. */
START_TEST(the_grid_says_what_is_aligned)
{
    struct workload_plan plan = { .base = 64, .against = 63, .grid = { 7, 8 } };
    struct workload_order orders[WORKLOAD_MAX];
    size_t count = workload_orders(PRESET_DD, &plan, orders);

    ck_assert_uint_eq(count, 4);
    ck_assert_uint_eq(orders[0].start_lba, 63);
    ck_assert(orders[0].is_aligned);
    ck_assert(!orders[1].is_aligned);
}
END_TEST

/* A drive that hides its jumper: the grid is wrong, the clock is right. */
START_TEST(a_comparison_says_what_is_aligned)
{
    struct workload_plan plan = plan_63;
    struct workload_order orders[WORKLOAD_MAX];

    plan.has_faster = true;
    plan.faster = 63;
    ck_assert_uint_eq(workload_orders(PRESET_DD, &plan, orders), 4);
    ck_assert_uint_eq(orders[0].start_lba, 63);
    ck_assert(orders[0].is_aligned);
    ck_assert(!orders[1].is_aligned);
    ck_assert(workload_is_aligned(&plan, 40));
}
END_TEST

static const struct {
    struct workload_order order;
    uint64_t bytes;
    double seconds;
    uint64_t want_bytes;
    double want_seconds;
} bounds[] = {
    { { .kind = WORKLOAD_WRITE_4K }, 0, 0, 64U << 20, 30 },
    { { .kind = WORKLOAD_WRITE_4K }, 4096, 0.5, 4096, 0.5 },
    { { .kind = WORKLOAD_READ_4K }, 4096, 0, 0, 30 },
    { { .kind = WORKLOAD_ALIGN_BENCH, .bytes = 1U << 20 }, 0, 0, 1U << 20, 3600 },
    { { .kind = WORKLOAD_ALIGN_BENCH, .bytes = 1U << 20 }, 0, 7, 1U << 20, 7 },
};

START_TEST(bounds_hold_for_all_of_them)
{
    struct measure_bounds is =
        workload_bounds(&bounds[_i].order, 1, bounds[_i].bytes, bounds[_i].seconds);

    ck_assert_uint_eq(is.bytes, bounds[_i].want_bytes);
    ck_assert_double_eq(is.seconds, bounds[_i].want_seconds);
}
END_TEST

START_TEST(a_start_against_itself_is_measured_once)
{
    struct workload_plan plan = { .base = 64, .against = 64, .grid = { 0, 8 } };
    struct workload_order orders[WORKLOAD_MAX];

    ck_assert_uint_eq(workload_orders(PRESET_OPENBSD, &plan, orders), 6);
}
END_TEST

START_TEST(averages_have_no_start)
{
    struct workload_order orders[WORKLOAD_MAX];

    ck_assert_uint_eq(workload_orders(PRESET_AVERAGE, &plan_63, orders), 3);
}
END_TEST

static const struct {
    uint64_t stride;
    uint32_t logical;
    bool is_possible;
} checked[] = {
    { 0, 512, true },  { 512, 512, true },   { 4096, 512, true },  { 1000, 512, false },
    { 1, 512, false }, { 512, 4096, false }, { 8192, 4096, true },
};

START_TEST(a_stride_is_of_whole_sectors)
{
    const struct workload_order order = { .kind = WORKLOAD_ALIGN_BENCH,
                                          .stride = checked[_i].stride };
    struct err err = { 0 };

    ck_assert_int_eq(workload_orders_check(&order, 1, checked[_i].logical, &err),
                     checked[_i].is_possible);
    ck_assert_int_eq(err.code, checked[_i].is_possible ? ERR_NONE : ERR_USAGE);
}
END_TEST

START_TEST(six_percentiles_rise)
{
    for (size_t i = 1; i < WORKLOAD_PERCENTILES; i++)
        ck_assert(workload_percentiles[i - 1] < workload_percentiles[i]);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("workload");
    TCase *tcase = tcase_create("workload");

    tcase_add_loop_test(tcase, each_workload_has_an_id_of_its_own, 0, WORKLOAD_COUNT);
    tcase_add_loop_test(tcase, presets_are_found_by_their_ids, 1, PRESET_COUNT);
    tcase_add_test(tcase, no_other_word_is_a_preset);
    tcase_add_test(tcase, apollo_is_five_sectors);
    tcase_add_test(tcase, apollo_takes_its_letters);
    tcase_add_test(tcase, a_comparison_says_what_is_aligned);
    tcase_add_loop_test(tcase, bounds_hold_for_all_of_them, 0, ARRAY_SIZE(bounds));
    tcase_add_test(tcase, the_whole_set_has_each_kind);
    tcase_add_test(tcase, the_aligned_start_comes_first);
    tcase_add_test(tcase, the_grid_says_what_is_aligned);
    tcase_add_test(tcase, a_start_against_itself_is_measured_once);
    tcase_add_test(tcase, averages_have_no_start);
    tcase_add_loop_test(tcase, a_stride_is_of_whole_sectors, 0, ARRAY_SIZE(checked));
    tcase_add_test(tcase, six_percentiles_rise);
    suite_add_tcase(suite, tcase);
    return run_tap(suite);
}
