/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_drive_test.c - from opening an image file to a result without a changed byte */
#include "device/measure/drive_test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "model/base/mem.h"
#include "support/disks.h"
#include "support/read_disk.h"
#include "support/refused.h"
#include "support/rng.h"
#include "support/test.h"
#include "support/tree.h"

enum { SIZE = 16 << 20, KINDS = 2 };

static struct tree tree;
static struct image image;
static struct layout *layout;
static struct drive_test *test;
static struct saved_result *result;
static struct drive_test_request request;
static struct err err;
static enum measure_reason reason;
static uint8_t *before;

static void setup(void)
{
    struct rng rng = rng_start(0);

    tree_init(&tree);
    tree_write(&tree, "6.1.0-test\n", "proc/sys/kernel/osrelease");
    image_make(&image, SIZE);
    before = xmalloc(SIZE);
    for (size_t i = 0; i < SIZE; i += 8) {
        uint64_t word = rng_next(&rng);
        memcpy(before + i, &word, 8);
    }
    image_put(&image, 0, before, SIZE);
    err = (struct err){ 0 };
    layout = read_image(&image, 0, &err);
    ck_assert_msg(layout != NULL, "%s", err.text);
    result = xcalloc(1, sizeof(*result));
    test = NULL;
    request = (struct drive_test_request){
        .path = image.path,
        .sys = &tree.sys,
        .layout = layout,
        .starts = { .base = 63, .against = 64, .aligned = 64, .is_off = true },
        .seed = 5,
        .max_seconds = 0.1,
    };
}

static void teardown(void)
{
    drive_test_close(test);
    layout_unref(layout);
    free(before);
    free(result);
    image_remove(&image);
    tree_finish(&tree);
}

static bool open_it(bool is_probe)
{
    request.is_probe = is_probe;
    reason = REASON_STOPPED;
    test = drive_test_open(&request, &reason, &err);
    return test != NULL;
}

static void run(void)
{
    struct measure_live live;
    double share = 0;

    do {
        drive_test_live(test, &live);
        ck_assert_int_eq(live.is_probe, request.is_probe);
        ck_assert(live.share >= 0 && live.share <= 1);
        share = live.share > share ? live.share : share;
        ck_assert_double_eq(live.request_seconds, 0);
    } while (drive_test_step(test) == STEP_MORE);
    drive_test_live(test, &live);
    ck_assert_int_eq(live.phase, MEASURE_ENDED);
    drive_test_result(test, result);
}

static void check_file(void)
{
    CLEANUP(freep) uint8_t *now = xmalloc(SIZE);

    ck_assert_int_eq(pread(image.fd, now, SIZE, 0), SIZE);
    ck_assert(!memcmp(now, before, SIZE));
}

TEST_FIXTURE(setup, teardown);

TEST_TIMES(a_drive_test_changes_nothing_and_reports_drive_and_method, KINDS)
{
    ck_assert_msg(open_it(_i), "%s", err.text);
    ck_assert_int_eq(reason, REASON_NONE);
    run();
    check_file();
    ck_assert_int_eq(result->has_bench, !_i);
    ck_assert_int_eq(result->has_probe, _i);
    ck_assert_str_eq(result->path, image.path);
    ck_assert_str_eq(result->kernel, "6.1.0-test");
    ck_assert_msg(strstr(result->method, "same bytes back"), "%s", result->method);
    ck_assert(result->time[0]);
    ck_assert(_i ? result->probe.is_unchanged : result->bench.is_unchanged);
    ck_assert_ptr_null(drive_test_changed(test, &(uint64_t){ 0 }, &(size_t){ 0 }));
    ck_assert(!(_i ? result->probe.is_drive : result->bench.is_drive));
    ck_assert_uint_eq(_i ? result->probe.seed : result->bench.seed, 5);
}

TEST_TIMES(opening_writes_nothing, KINDS)
{
    struct stat then, now;

    ck_assert_int_eq(fstat(image.fd, &then), 0);
    ck_assert(open_it(_i));
    drive_test_close(test);
    test = NULL;
    ck_assert_int_eq(fstat(image.fd, &now), 0);
    ck_assert_int_eq(now.st_mtim.tv_sec, then.st_mtim.tv_sec);
    ck_assert_int_eq(now.st_mtim.tv_nsec, then.st_mtim.tv_nsec);
}

/* Free space was announced, or a partition that does not exist. */
TEST_TIMES(it_writes_only_where_it_was_announced, 2)
{
    struct test_area any[8];
    size_t count = test_areas_find(layout, 0, 0, any, ARRAY_SIZE(any));

    ck_assert_uint_gt(count, 1);
    request.area = any[count - 1];
    request.area.partition = _i ? 7 : 0;
    if (_i) {
        ck_assert(!open_it(false));
        ck_assert_int_eq(reason, REASON_NO_SPACE);
        return;
    }
    ck_assert_msg(open_it(false), "%s", err.text);
    run();
    check_file();
    ck_assert_uint_eq(result->bench.area.start, any[count - 1].start);
}

TEST_TIMES(who_stops_it_gets_what_is_known, KINDS)
{
    ck_assert(open_it(_i));
    ck_assert_int_eq(drive_test_step(test), STEP_MORE);
    drive_test_stop(test);
    run();
    check_file();
    ck_assert_int_eq(_i ? result->probe.verdict : result->bench.verdict,
                     MEASURE_INCONCLUSIVE);
    ck_assert_int_eq(_i ? result->probe.reason : result->bench.reason, REASON_STOPPED);
}

TEST_TIMES(reads_alone_need_no_place, KINDS)
{
    const struct disks_part part = {
        .kind = EXTENT_PARTITION, .number = 1, .start = 34, .length = SIZE / 512 - 67
    };

    layout_unref(layout);
    layout = disks_build(&(struct disks_spec){
        .size = SIZE / 512, .label = LABEL_GPT, .parts = &part, .count = 1 });
    /* Unused according to sysfs, but a physical volume is avoided. */
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = layout_builder_from(layout);
    copy_text(
        layout_builder_find(builder, layout_find_number(layout, 1)->id)->content.type,
        sizeof(((struct content *)NULL)->type), "LVM2_member");
    layout_unref(layout);
    layout = layout_builder_refinish(builder);
    request.layout = layout;
    ck_assert(!open_it(_i));
    ck_assert_int_eq(reason, REASON_NO_SPACE);
    ck_assert_refused(&err, REFUSAL_MEASURE_NO_PLACE);
    ck_assert_msg(strstr(err.text, image.path) != NULL, "%s", err.text);

    err = (struct err){ 0 };
    request.is_read_only = true;
    ck_assert_msg(open_it(_i), "%s", err.text);
    run();
    check_file();
    ck_assert(_i ? result->probe.is_read : result->bench.is_read);
    ck_assert_uint_eq(_i ? result->probe.bytes_written : result->bench.bytes_written, 0);
}

/* MemAvailable in KiB, and the bytes of the area; 0: refused.  Of the quarter, 1280 KiB
 * are the engine's.  The folder of the image may lie in memory: then half is left. */
static const struct {
    const char *meminfo, *figure;
    uint64_t max;
} memories[] = {
    { "MemTotal: 50176 kB\nMemAvailable: 4000 kB\n", "1000 KiB of memory", 0 },
    { "MemTotal: 50176 kB\nMemAvailable: 7164 kB\n", "1.7 MiB of memory", 0 },
    { "MemTotal: 50176 kB\nMemAvailable: 12288 kB\n", "", 1792 << 10 },
    { "MemTotal: 50176 kB\nMemAvailable: 20480 kB\n", "", 2 << 20 },
    { "MemTotal: 50176 kB\nMemAvailable: 262144 kB\n", "", 2 << 20 },
};

static void check_memory(size_t row)
{
    struct measure_live live;

    tree_write(&tree, memories[row].meminfo, "proc/meminfo");
    if (!open_it(false)) {
        ck_assert_uint_eq(memories[row].max, 0);
        ck_assert_int_eq(reason, REASON_NO_MEMORY);
        ck_assert_refused(&err, REFUSAL_MEASURE_NO_MEMORY);
        ck_assert_msg(strstr(err.text, memories[row].figure) != NULL, "%s", err.text);
        return;
    }
    run();
    drive_test_live(test, &live);
    ck_assert_uint_gt(live.bench.area.bytes, 0);
    ck_assert_uint_le(live.bench.area.bytes, memories[row].max);
    ck_assert_uint_ge(live.bench.area.bytes, memories[row].max / 2);
    check_file();
}

TEST_EACH(memory_is_taken_up_to_a_quarter_or_refused, memories)
{
    check_memory((size_t)_i);
}

/* Another program held the lock meanwhile and created a partition in the free space. */
TEST_TIMES(a_table_that_is_another_by_now_is_refused, KINDS)
{
    /* 16384 sectors from 2048 on. */
    static const uint8_t table[66] = {
        [4] = 0x83, [9] = 8, [13] = 64, [64] = 0x55, 0xaa
    };

    image_put(&image, 446, table, sizeof(table));
    ck_assert(!open_it(_i));
    ck_assert_refused(&err, REFUSAL_TABLE_CHANGED_SINCE_READ);
    ck_assert_msg(strstr(err.text, image.path) && strstr(err.text, "Read it again"), "%s",
                  err.text);
    err = (struct err){ 0 };
    request.is_read_only = true;
    ck_assert_msg(open_it(_i), "%s", err.text);
}

TEST_TIMES(what_is_in_use_is_only_read, KINDS)
{
    struct stat then, now;

    tree_disk(&tree, "loop3", "virtual", "7:3", SIZE / 512);
    tree_say(&tree, "loop3", "loop/backing_file", image.path);
    tree_say(&tree, "loop3", "loop/offset", "0\n");
    tree_say(&tree, "loop3", "loop/sizelimit", "0\n");
    ck_assert_int_eq(fstat(image.fd, &then), 0);
    ck_assert_msg(open_it(_i), "%s", err.text);
    ck_assert_int_eq(reason, REASON_IN_USE);
    ck_assert_msg(strstr(err.text, "loop3") != NULL, "%s", err.text);
    run();
    ck_assert(_i ? result->probe.is_read : result->bench.is_read);
    ck_assert_msg(strstr(result->method, "reads"), "%s", result->method);
    ck_assert_int_eq(fstat(image.fd, &now), 0);
    ck_assert_int_eq(now.st_mtim.tv_nsec, then.st_mtim.tv_nsec);
}

TEST_TIMES(a_changed_area_is_returned_as_first_read, KINDS)
{
    CLEANUP(freep) uint8_t *other = xcalloc(1, SIZE);
    struct measure_live live;
    uint64_t start;
    size_t bytes;

    ck_assert(open_it(_i));
    do {
        ck_assert_int_eq(drive_test_step(test), STEP_MORE);
        drive_test_live(test, &live);
    } while (!(_i ? live.probe.bytes_written : live.bench.bytes_written));
    image_put(&image, 0, other, SIZE);
    ck_assert_int_eq(fsync(image.fd), 0);
    run();
    ck_assert_int_eq(_i ? result->probe.reason : result->bench.reason, REASON_CHANGED);
    const void *area = drive_test_changed(test, &start, &bytes);
    ck_assert_ptr_nonnull(area);
    ck_assert_uint_eq(start, _i ? result->probe.area.start : result->bench.area.start);
    ck_assert_uint_eq(bytes, _i ? result->probe.area.bytes : result->bench.area.bytes);
    ck_assert_uint_gt(bytes, 0);
    ck_assert(!memcmp(area, before + start, bytes));
}
