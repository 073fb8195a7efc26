/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_details_measured.c - rows of saved results, each with its day */
#include "model/report/details.h"

#include <string.h>

#include "model/base/mem.h"
#include "support/test.h"

static const struct limits limits = { .size = 1 << 20,
                                      .logical = 512,
                                      .physical = 4096,
                                      .physical_reported = 512,
                                      .grain = 1 << 20 };
static struct details details;
static struct saved_result saved;

static void setup(void)
{
    details = (struct details){ 0 };
    saved = (struct saved_result){ .time = "2026-11-20T16:30:00Z" };
    saved.probe = (struct probe_result){
        .verdict = MEASURE_DIFFERENT,
        .is_drive = true,
        .physical = 4096,
        .offset = 3584,
        .reported_physical = 512,
        .ratio = 3.6,
        .interval = { 3.5, 3.7 },
        .is_unchanged = true,
    };
    saved.bench = (struct bench_result){
        .verdict = MEASURE_DIFFERENT,
        .culprit = CULPRIT_DRIVE,
        .is_drive = true,
        .ratio = 2.99,
        .interval = { 2.98, 3.02 },
        .confidence = 0.99,
        .pairs = 16,
        .block_bytes = 4096,
        .is_unchanged = true,
    };
}

static void teardown(void)
{
    details_finish(&details);
}

static const char *value(const char *id)
{
    for (size_t i = 0; i < details.count; i++)
        if (!strcmp(details.rows[i].id, id))
            return details.rows[i].value;
    return "";
}

static void check_has(const char *id, const char *words)
{
    ck_assert_msg(strstr(value(id), words) != NULL, "%s: %s", id, value(id));
}

TEST_FIXTURE(setup, teardown);

TEST(nothing_measured_adds_no_row)
{
    details_add_measured(&details, &limits, NULL);
    details_add_measured(&details, &limits, &saved);
    ck_assert_uint_eq(details.count, 0);
}

TEST(each_result_tells_that_it_is_not_of_the_drive)
{
    saved.has_probe = saved.has_bench = true;
    saved.probe.is_drive = saved.bench.is_drive = false;
    details_add_measured(&details, &limits, &saved);
    check_has("measured-sector", "Not the drive itself");
    check_has("measured-start", "Not the drive itself");
}

TEST(each_result_has_its_day)
{
    saved.has_probe = saved.has_bench = true;
    strcpy(saved.probe_time, "2026-10-01T00:00:00Z");
    details_add_measured(&details, &limits, &saved);
    ck_assert_uint_eq(details.count, 2);
    check_has("measured-sector", "2026-10-01: ");
    check_has("measured-sector", "4096");
    check_has("measured-start", "2026-11-20: ");
    check_has("measured-start", "2.99");
    for (size_t i = 0; i < details.count; i++)
        ck_assert_str_eq(details.rows[i].source, "measured");
}

TEST(unknown_time_is_left_out)
{
    saved.has_bench = true;
    saved.time[0] = '\0';
    details_add_measured(&details, &limits, &saved);
    ck_assert_int_ne(value("measured-start")[0], ':');
}

TEST(read_step_is_a_row_beside_the_write_result)
{
    saved.has_probe = true;
    saved.probe.step_bytes = 4 << 20;
    saved.probe.step_us = 212;
    details_add_measured(&details, &limits, &saved);
    ck_assert_uint_eq(details.count, 2);
    check_has("measured-step", "4 MiB");
    check_has("measured-step", "212 us");
    details_finish(&details);
    saved.probe.is_read = true;
    details_add_measured(&details, &limits, &saved);
    ck_assert_uint_eq(details.count, 1);
}
