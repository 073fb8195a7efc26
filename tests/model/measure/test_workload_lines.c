/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_workload_lines.c - tables of workloads: ratios, published figures, notes */
#include <stdlib.h>
#include <string.h>

#include "model/base/mem.h"
#include "model/measure/workload.h"
#include "support/test.h"

static struct workload_result results[WORKLOAD_MAX];
static size_t result_count;
static struct lines lines;

/* A result of an order: 20 MB/s if aligned, a third of it if not. */
static struct workload_result result_of(const struct workload_order *order)
{
    double us = order->is_aligned ? 204.8 : 614.4;
    struct workload_result result = {
        .kind = order->kind,
        .start_lba = order->start_lba,
        .is_aligned = order->is_aligned,
        .requests = 4096,
        .bytes = 16U << 20,
        .seconds = us * 4096e-6,
        .bytes_per_second = 4096e6 / us,
        .per_second = 1e6 / us,
        .mean_us = us,
        .ratio = order->is_aligned ? 1 : 3,
        .interval = { order->is_aligned ? 1 : 2.91, order->is_aligned ? 1 : 3.09 },
    };

    for (size_t i = 0; i < WORKLOAD_PERCENTILES; i++)
        result.percentile_us[i] = us + (double)i;
    return result;
}

static void run(enum preset preset)
{
    const struct workload_plan plan = { .base = 63, .against = 64, .grid = { 0, 8 } };
    struct workload_order orders[WORKLOAD_MAX];

    result_count = workload_orders(preset, &plan, orders);
    for (size_t i = 0; i < result_count; i++)
        results[i] = result_of(&orders[i]);
}

static void show(enum preset preset)
{
    workload_lines(preset, results, result_count, NULL, 0, NULL, &lines);
}

static void teardown(void)
{
    lines_finish(&lines);
}

/* The first line that begins with FROM (blanks ignored) and contains WHAT; NULL: none. */
static const char *find_line(const char *from, const char *what)
{
    for (size_t i = 0; i < lines.count; i++) {
        const char *line = lines.at[i] + strspn(lines.at[i], " ");
        if (!strncmp(line, from, strlen(from)) && strstr(line, what))
            return line;
    }
    return NULL;
}

static const struct {
    enum preset preset;
    const char *from, *what;
} wanted[] = {
    { PRESET_NONE, "Workload", "MiB/s" },
    { PRESET_NONE, "durable 4 KiB, random         64", "1" },
    { PRESET_NONE, "durable 4 KiB, random         63", "3.0 (2.9 to 3.1)" },
    { PRESET_NONE, "average access time", "205 us" },
    { PRESET_NONE, "Single requests, at most", "99.9 %" },
    { PRESET_APOLLO, "Workload", "WD20EARS" },
    { PRESET_APOLLO, "Workload", "HD204UI" },
    { PRESET_APOLLO, "part-align-bench      0", "81.6 (1.00)  101.0 (1.00)" },
    { PRESET_APOLLO, "part-align-bench     34", "15.6 (5.24)   17.3 (5.82)" },
    { PRESET_APOLLO, "part-align-bench     42", "6.36  3.0 (2.9 to 3.1)" },
    { PRESET_APOLLO, "Our rows wrote 80 MiB together (-s", "" },
    { PRESET_APOLLO, "BASE is counted from a window", "never from LBA 0" },
    { PRESET_APOLLO, "The published rows", "time the kernel too" },
    { PRESET_OPENBSD, "Workload", "Bytes/s" },
    { PRESET_OPENBSD, "write, 4 KiB each", "20000000" },
    { PRESET_OPENBSD, "write, 4 KiB each", "97433116 (1.00)  80762241" },
    { PRESET_OPENBSD, "write, 64 KiB each     63", "85616298 (1.18)" },
    { PRESET_OPENBSD, "write, 1 MiB each      63", "79201231 (1.24)" },
    { PRESET_OPENBSD, "read, 4 KiB each       63", "104434701 (0.99)" },
    { PRESET_OPENBSD, "What files cost", "14 min 30 s" },
    { PRESET_FIO, "durable 4 KiB, sequential        64", "118/s 8.42 ms (1.00)" },
    { PRESET_FIO, "durable 4 KiB, sequential        63", "38/s 25.9 ms (3.06)" },
    { PRESET_FIO, "Single requests, at most", "50 %" },
    { PRESET_DD, "write, 16 KiB each     64", "26614364 (1.00)" },
    { PRESET_DD, "write, 16 KiB each     63", "3684595 (7.22)" },
    { PRESET_DD, "read, 16 KiB each      63", "32195400" },
    { PRESET_AVERAGE, "This drive", "205 us" },
    { PRESET_AVERAGE, "SSD, Intel Z87", "516.6        527.4" },
    { PRESET_AVERAGE, "HDD, LSI 9211-8i, ESXi", "12.4 ms" },
};

TEST_FIXTURE(NULL, teardown);

TEST_EACH(the_table_says, wanted)
{
    run(wanted[_i].preset);
    show(wanted[_i].preset);
    ck_assert_msg(find_line(wanted[_i].from, wanted[_i].what) != NULL, "no %s .. %s",
                  wanted[_i].from, wanted[_i].what);
}

TEST(a_row_for_each_result)
{
    run(PRESET_NONE);
    show(PRESET_NONE);
    for (size_t i = 0; i < result_count; i++)
        ck_assert_ptr_nonnull(find_line(workload_name(results[i].kind), ""));
}

/* The alignment of a file is not known. */
TEST(beside_a_file_stand_both_published_ones)
{
    result_count = 1;
    results[0] = result_of(&(struct workload_order){ .kind = WORKLOAD_FILE_DURABLE });
    show(PRESET_FIO);
    ck_assert_ptr_nonnull(find_line("durable 4 KiB, in a file", "29/s 33.8 ms (1.00)"));
    ck_assert_ptr_nonnull(find_line("where its start is off", "11/s 89.2 ms (2.63)"));
}

static const struct {
    double ratio, low, high;
    const char *text;
} ratios[] = {
    { 2.99, 2.91, 3.06, "3.0 (2.9 to 3.1)" },
    { 0.334, 0.3, 0.351, "0.33 (0.30 to 0.35)" },
    { 0.0123, 0.01, 0.02, "0.012 (0.010 to 0.020)" },
    { 12.3, 9.96, 117, "12 (10 to 120)" },
    { 1.024, 1.011, 1.04, "1.02 (1.01 to 1.04)" },
    { 0.998, 0.997, 0.9991, "0.998 (0.997 to 0.999)" },
    { 0.97, 0.93, 0.9996, "0.97 (0.93 to 1.00)" },
    { 3, 1.004, 5, "3.0 (1.00 to 5.0)" },
    { 1.5, 0.99, 2, "not decided" },
    { 0.7, 0.4, 1.01, "not decided" },
    { 2, 0, 0, "not decided" }, /* too few rounds */
};

TEST_EACH(a_ratio_has_its_doubt, ratios)
{
    results[0] = result_of(&(struct workload_order){ .kind = WORKLOAD_WRITE_4K });
    results[0].ratio = ratios[_i].ratio;
    results[0].interval = (struct stats_interval){ ratios[_i].low, ratios[_i].high };
    result_count = 1;
    show(PRESET_NONE);
    const char *row = find_line("write, 4 KiB each", "");
    ck_assert_msg(strstr(row, ratios[_i].text) != NULL, "%s in %s", ratios[_i].text, row);
    ck_assert_ptr_nonnull(find_line("Slower: how many times", "99 %"));
}

TEST(without_an_aligned_start_that_is_said)
{
    results[0] = result_of(&(struct workload_order){ .kind = WORKLOAD_WRITE_4K });
    results[0].ratio = 0;
    result_count = 1;
    show(PRESET_NONE);
    ck_assert_ptr_null(find_line("Slower: how many", ""));
    ck_assert_ptr_nonnull(find_line("None of these starts is aligned", ""));
}

TEST(files_have_no_ratio_and_no_note_of_one)
{
    results[0] = result_of(&(struct workload_order){ .kind = WORKLOAD_FILE_DURABLE });
    results[0].ratio = 0;
    result_count = 1;
    show(PRESET_NONE);
    ck_assert_ptr_null(find_line("Slower: how many", ""));
    ck_assert_ptr_null(find_line("None of these starts", ""));
}

TEST(another_drive_is_a_column_with_its_own_ratio)
{
    struct workload_result other[2];

    run(PRESET_DD);
    other[0] = results[1]; /* misaligned, at another sector */
    other[0].start_lba = 34;
    other[1] = results[0];
    other[1].bytes_per_second *= 2;
    other[0].ratio = 6;
    other[0].interval = (struct stats_interval){ 5, 7 };
    workload_lines(PRESET_DD, results, result_count, other, 2, "WDC\x1b[31m", &lines);
    ck_assert_ptr_nonnull(find_line("write, 16 KiB each     64", "40000000 (1.00)"));
    ck_assert_ptr_nonnull(find_line("write, 16 KiB each     63", "6666667 (6.00)"));
    ck_assert_str_eq(find_line("Workload", "WDC"),
                     "Workload            Start   Bytes/s            Slower  "
                     "Samsung S1 Mini 200 GB, USB         WDC?[31m");
    ck_assert_ptr_null(strchr(find_line("Workload", "WDC"), 0x1b));
}

static const struct {
    enum workload_kind kind;
    bool is_read, is_write;
} noted[] = {
    { WORKLOAD_READ_4K, true, false },         { WORKLOAD_READ_1M, true, false },
    { WORKLOAD_WRITE_4K, false, true },        { WORKLOAD_WRITE_1M, false, true },
    { WORKLOAD_AVERAGE_WRITE, false, true },   { WORKLOAD_AVERAGE_READ, false, false },
    { WORKLOAD_DURABLE_RANDOM, false, false },
};

TEST_EACH(a_workload_alone_has_its_note, noted)
{
    result_count = 1;
    results[0] = result_of(&(struct workload_order){ .kind = noted[_i].kind });
    show(PRESET_NONE);
    ck_assert_int_eq(find_line("Sequential reads go on", "") != NULL, noted[_i].is_read);
    ck_assert_int_eq(find_line("Writes that are not durable one by one", "") != NULL,
                     noted[_i].is_write);
}

TEST_TIMES(nothing_measured_is_an_empty_table, PRESET_COUNT)
{
    result_count = 0;
    show((enum preset)_i);
    ck_assert_ptr_null(find_line("Single requests", ""));
    ck_assert_ptr_null(find_line("Each of our rows", ""));
}

TEST_TIMES(part_align_bench_begins_with_its_own_line, 2)
{
    const struct workload_order order = {
        .kind = WORKLOAD_ALIGN_BENCH,
        .start_lba = 34,
        .bytes = UINT64_C(8589934592),
        .stride = 16384,
        .is_synced = _i,
    };
    const struct workload_result result = { .kind = WORKLOAD_ALIGN_BENCH,
                                            .seconds = 471.2286,
                                            .user_seconds = 0.66,
                                            .system_seconds = 34.763 };

    workload_align_bench_lines("/dev/sda", &order, &result, &lines);
    ck_assert_str_eq(lines.at[0],
                     _i ? "part-align-bench: /dev/sda base sector=34 stride=16384 "
                          "size=8589934592 do_sync"
                        : "part-align-bench: /dev/sda base sector=34 stride=16384 "
                          "size=8589934592 no_sync");
    ck_assert_str_eq(lines.at[1], "real  7m51.229s");
    ck_assert_str_eq(lines.at[2], "user  0m0.660s");
    ck_assert_str_eq(lines.at[3], "sys   0m34.763s");
    ck_assert_ptr_nonnull(find_line("BASE is counted", "wrap"));
}
