/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_report_cost.c - the measured cost of a start in reports: of a drive, of an image
 */
#include "model/measure/cost.h"

#include <string.h>

#include "model/base/mem.h"
#include "model/base/str.h"
#include "model/report/json.h"
#include "model/report/text.h"
#include "support/disks.h"
#include "support/test.h"

static struct layout *layout;
static struct saved_result saved;

static void setup(void)
{
    layout = disks_legacy();
    saved = (struct saved_result){ .time = "2026-11-20T16:30:00Z", .has_bench = true };
    saved.bench = (struct bench_result){
        .verdict = MEASURE_DIFFERENT,
        .is_drive = true,
        .ratio = 0.33,
        .interval = { 0.32, 0.34 },
        .confidence = 0.99,
        .pairs = 16,
        .worth = WORTH_NO,
        .arms[ARM_BASE].start_lba = 63,
        .arms[ARM_AGAINST].start_lba = 56,
    };
}

static void teardown(void)
{
    layout_unref(layout);
}

static const struct bench_result *cost_of(unsigned number)
{
    return cost_of_partition(&saved, layout, layout_find_number(layout, number),
                             GRUB_OF(0));
}

static char *check_of(void)
{
    struct report_check check = { .need = NEED_PHYSICAL };
    struct disk_info info = { .path = "disk.img", .layout = layout };
    struct report_disk disk = { &info, GRUB_OF(0), &saved };
    struct str text = { 0 };

    report_text_check(&disk, &check, &text);
    return str_take(&text);
}

static char *json_of(void)
{
    struct disk_info info = { .path = "disk.img", .layout = layout };
    struct report_disk disk = { &info, GRUB_OF(0), &saved };
    struct report_json *json = report_json_new(false);

    report_json_add(json, &disk);
    char *text = report_json_text(json);
    report_json_free(json);
    return text;
}

TEST_FIXTURE(setup, teardown);

/* Other partitions have another offset on the grid. */
TEST(a_result_is_of_starts_that_lie_alike)
{
    ck_assert_ptr_eq(cost_of(1), &saved.bench);
    ck_assert_ptr_null(cost_of(2));
    ck_assert_ptr_null(
        cost_of_partition(NULL, layout, layout_find_number(layout, 1), GRUB_OF(0)));
}

static const struct {
    enum measure_verdict verdict;
    bool is_read;
} undecided[] = {
    { MEASURE_INCONCLUSIVE, false },
    { MEASURE_REFUSED, false },
    { MEASURE_DIFFERENT, true },
};

TEST_EACH(what_decides_nothing_has_no_cost, undecided)
{
    saved.bench.verdict = undecided[_i].verdict;
    saved.bench.is_read = undecided[_i].is_read;
    ck_assert_ptr_null(cost_of(1));
}

TEST(check_does_not_suggest_what_was_measured_to_be_worse)
{
    CLEANUP(freep) char *text = check_of();
    const char *cost = strstr(text, "disk.img 1: Measured: synced writes at this start "
                                    "take 0.33 times as long as at the suggested one "
                                    "(99 % sure: 0.32 to 0.34): it is better left as it "
                                    "is.\ndisk.img: 3 of 3 partitions are off");

    ck_assert_msg(cost != NULL, "%s", text);
    ck_assert_msg(!strstr(text, "Suggested start: 56."), "%s", text);
    ck_assert_msg(strstr(text, "Suggested start: 204796616."), "%s", text);
}

static char *list_of(void)
{
    struct disk_info info = { .path = "disk.img", .layout = layout };
    struct report_disk disk = { &info, GRUB_OF(0), &saved };
    struct str text = { 0 };

    report_text_list(&disk, false, &text);
    return str_take(&text);
}

static const struct {
    enum measure_verdict verdict;
    bool is_drive, is_better_left;
    double ratio;
    enum bench_worth worth;
} advice[] = {
    { MEASURE_DIFFERENT, true, true, 0.33, WORTH_NO },
    { MEASURE_SAME, true, true, 1, WORTH_NO },
    { MEASURE_SAME, true, false, 1, WORTH_UNSURE },
    { MEASURE_DIFFERENT, true, false, 3, WORTH_YES },
    { MEASURE_SAME, false, false, 1, WORTH_UNSTATED },
    { MEASURE_DIFFERENT, false, false, 0.33, WORTH_UNSTATED },
};

TEST_EACH(every_report_suggests_the_same_or_nothing, advice)
{
    bool is_left = advice[_i].is_better_left;

    saved.bench.verdict = advice[_i].verdict;
    saved.bench.is_drive = advice[_i].is_drive;
    saved.bench.ratio = advice[_i].ratio;
    saved.bench.worth = advice[_i].worth;
    CLEANUP(freep) char *list = list_of();
    CLEANUP(freep) char *check = check_of();
    CLEANUP(freep) char *json = json_of();
    ck_assert_msg(!strstr(list, "! +7 s            56 ") == is_left, "%s", list);
    ck_assert_msg(!strstr(list, "! +7 s             - ") != is_left, "%s", list);
    ck_assert_msg(!strstr(list, "-: measured, and better left as it is") != is_left, "%s",
                  list);
    ck_assert_msg(!strstr(check, "Suggested start: 56.") == is_left, "%s", check);
    ck_assert_msg(!strstr(json, "\"better-left\": true") != is_left, "%s", json);
}

TEST(check_suggests_what_was_measured_to_be_better)
{
    saved.bench.ratio = 3;
    saved.bench.interval = (struct stats_interval){ 2.9, 3.1 };
    saved.bench.worth = WORTH_YES;
    CLEANUP(freep) char *text = check_of();
    ck_assert_msg(strstr(text, "Suggested start: 56."), "%s", text);
    ck_assert_msg(strstr(text, "2.90 to 3.10). Worth fixing.\n"), "%s", text);
}

TEST(check_tells_what_a_larger_cache_could_hide)
{
    saved.bench.verdict = MEASURE_SAME;
    saved.bench.ratio = 1;
    saved.bench.worth = WORTH_UNSURE;
    CLEANUP(freep) char *text = check_of();
    ck_assert_msg(strstr(text, "at this start as at the suggested one. A larger cache "
                               "could hide a difference: bench --sustained decides.\n"),
                  "%s", text);
}

TEST(json_has_the_cost)
{
    CLEANUP(freep) char *text = json_of();

    ck_assert_msg(strstr(text, "\"better-left\": true"), "%s", text);
    ck_assert_msg(strstr(text, "it is better left as it is."), "%s", text);
}

static const struct {
    enum measure_verdict verdict;
    double ratio;
} not_drive[] = {
    { MEASURE_SAME, 1 },
    { MEASURE_DIFFERENT, 3 },
    { MEASURE_DIFFERENT, 0.33 },
};

/* Whatever a saved file states: an image, a loop device and tmpfs tell nothing of it. */
TEST_EACH(what_is_not_the_drive_is_never_worth_anything, not_drive)
{
    saved.bench.is_drive = false;
    saved.bench.verdict = not_drive[_i].verdict;
    saved.bench.ratio = not_drive[_i].ratio;
    for (enum bench_worth worth = WORTH_UNSTATED; worth <= WORTH_UNSURE; worth++) {
        saved.bench.worth = worth;
        CLEANUP(freep) char *sentence = cost_sentence(&saved.bench);
        CLEANUP(freep) char *check = check_of();
        CLEANUP(freep) char *json = json_of();
        ck_assert_msg(strstr(sentence, "not on the drive"), "%s", sentence);
        ck_assert_msg(strstr(check, "not on the drive"), "%s", check);
        ck_assert_msg(strstr(check, "Suggested start: 56."), "%s", check);
        ck_assert_msg(strstr(json, "\"is-drive\": false"), "%s", json);
        ck_assert_msg(!strcasestr(check, "worth fixing"), "%s", check);
        ck_assert_msg(!strcasestr(json, "worth fixing"), "%s", json);
        ck_assert_msg(!strstr(check, "better left"), "%s", check);
        ck_assert(!cost_is_better_left(&saved.bench));
    }
}
