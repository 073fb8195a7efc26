/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_measure_text.c - the text of bench and probe, in a given width */
#include "ui/cli/measure_text.h"

#include <string.h>

#include "model/base/mem.h"
#include "model/base/text.h"
#include "support/test.h"
#include "ui/cli/measure.h"

TEST(sentences_are_wrapped_and_hang)
{
    struct lines lines = { 0 };
    CLEANUP(str_finish) struct str text = { 0 };

    lines_add(&lines, "one two three four");
    lines_add(&lines, "five");
    measure_text_lines(&lines, 2, 17, &text);
    ck_assert_str_eq(str_text(&text), "  one two three\n    four\n  five\n");
    lines_finish(&lines);
}

TEST(each_start_that_was_timed_has_its_row)
{
    struct bench_result result = { 0 };
    const char *const what[ARM_COUNT] = { "as it is", NULL, NULL };
    CLEANUP(str_finish) struct str text = { 0 };

    result.arms[ARM_BASE] = (struct arm_times){ .start_lba = 63,
                                                .count = 16,
                                                .median_us = 25000,
                                                .low_us = 24900,
                                                .high_us = 26100 };
    result.arms[ARM_AGAINST] = (struct arm_times){
        .start_lba = 2048, .count = 16, .median_us = 8330, .low_us = 8310, .high_us = 8400
    };
    measure_text_arms(&result, what, &text);
    ck_assert_str_eq(str_text(&text),
                     "  start             median           5 to 95 %  per second\n"
                     "     63  as it is  25.0 ms  24.9 ms to 26.1 ms        40.0\n"
                     "   2048            8.33 ms  8.31 ms to 8.40 ms       120.0\n");
}

TEST(what_was_not_timed_is_not_shown)
{
    struct bench_result bench = { 0 };
    struct probe_result probe = { .bar_step = 512 };
    const char *const what[ARM_COUNT] = { NULL };
    CLEANUP(str_finish) struct str text = { 0 };

    measure_text_arms(&bench, what, &text);
    measure_text_bars(&probe, &text);
    ck_assert_str_eq(str_text(&text), "");
}

TEST(the_longest_bar_is_the_slowest_place)
{
    struct probe_result result = { .bar_bytes = 4096, .bar_step = 512 };
    CLEANUP(str_finish) struct str text = { 0 };

    for (size_t i = 0; i < PROBE_BARS; i++)
        result.bars[i] = (struct probe_bar){ .count = 9, .median_us = i ? 300 : 1 };
    measure_text_bars(&result, &text);
    const char *line = str_text(&text);
    ck_assert_ptr_nonnull(strstr(line, "     +0  1.0 us  █\n"));
    ck_assert_ptr_nonnull(strstr(line, "  +3584  300 us  ███"));
    for (size_t rows = 0; *line; rows++) {
        size_t length = strcspn(line, "\n");
        CLEANUP(freep) char *row = xasprintf("%.*s", (int)length, line);
        ck_assert_int_le(text_width(row), 60);
        line += length + 1;
    }
}

TEST(bars_begin_where_the_first_one_lies)
{
    struct probe_result result = { .bar_bytes = 4096,
                                   .bar_step = 2048,
                                   .bar_first = 512 };
    CLEANUP(str_finish) struct str text = { 0 };

    for (size_t i = 0; i < PROBE_BARS; i++)
        result.bars[i] = (struct probe_bar){ .count = 9, .median_us = 100 };
    measure_text_bars(&result, &text);
    ck_assert_ptr_nonnull(strstr(str_text(&text), "    +512  100 us"));
    ck_assert_ptr_nonnull(strstr(str_text(&text), "  +14848  100 us"));
}

/* The exit code that the reason of an end has. */
static const int codes[REASON_COUNT] = {
    [REASON_STOPPED] = ERR_STOPPED,  [REASON_TAKEN] = ERR_STOPPED,
    [REASON_CHANGED] = ERR_IO,       [REASON_READ_ERROR] = ERR_IO,
    [REASON_WRITE_ERROR] = ERR_IO,   [REASON_UNREADABLE] = ERR_IO,
    [REASON_REWRITTEN] = ERR_IO,     [REASON_OVERLAPPED] = ERR_IO,
    [REASON_FULL] = ERR_IO,          [REASON_CHANGING] = ERR_REFUSED,
    [REASON_NO_SPACE] = ERR_REFUSED, [REASON_BUSY] = ERR_REFUSED,
};

TEST_EACH(a_broken_or_refused_measurement_has_its_exit_code, codes)
{
    struct err err = { 0 };

    ck_assert_int_eq(measure_code(MEASURE_INCONCLUSIVE, (enum measure_reason)_i, &err),
                     codes[_i]);
    ck_assert(err.text[0] || !codes[_i] || _i == REASON_STOPPED);
}

TEST(what_was_refused_without_a_reason_says_that_nothing_was_written)
{
    struct err err = { 0 };

    ck_assert_int_eq(measure_code(MEASURE_REFUSED, REASON_NONE, &err), ERR_REFUSED);
    ck_assert_msg(strstr(err.text, "nothing was written"), "%s", err.text);
}
