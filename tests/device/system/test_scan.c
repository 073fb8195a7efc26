/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_scan.c - many extents, beside the screen */
#include "device/system/scan.h"

#include <dirent.h>
#include <poll.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>

#include "model/base/mem.h"
#include "support/disks.h"
#include "support/superblocks.h"
#include "support/test.h"

#define MIB   (UINT64_C(1) << 20)
#define PARTS 8

static struct image image;
static struct layout *layout;

/* Eight partitions of 1 MiB; ext2 in the even ones, nothing in the others. */
static void setup(void)
{
    struct disks_part parts[PARTS] = { 0 };

    image_make(&image, 16 * MIB);
    for (unsigned i = 0; i < PARTS; i++) {
        parts[i] = (struct disks_part){ .kind = EXTENT_PARTITION,
                                        .number = i + 1,
                                        .start = 2048 * (i + 1),
                                        .length = 2048 };
        if (i % 2)
            image_put_ext2(&image, (i + 1) * MIB, "even");
    }
    layout = disks_build(&(struct disks_spec){
        .size = 32768, .label = LABEL_GPT, .parts = parts, .count = PARTS });
}

static void teardown(void)
{
    layout_unref(layout);
    image_remove(&image);
}

/* Waits for the end as the loop does; the results in order, COUNT of them. */
static struct scan_result *wait_all(struct scan *scan, size_t *ret_count)
{
    struct scan_result *all = NULL;
    size_t count = 0;

    for (bool is_last = false; !is_last;) {
        struct pollfd poller = { .fd = scan_fd(scan), .events = POLLIN };
        struct scan_result *some;
        ck_assert_int_eq(poll(&poller, 1, 30000), 1);
        size_t n = scan_take(scan, &some, &is_last);
        all = xrealloc(all, count + n, sizeof(*all));
        if (n)
            memcpy(all + count, some, n * sizeof(*all));
        count += n;
        free(some);
    }
    *ret_count = count;
    return all;
}

static void check_found(const struct layout *merged)
{
    for (unsigned number = 1; number <= PARTS; number++) {
        const struct extent *extent = layout_find_number(merged, number);
        ck_assert_int_eq(extent->content.state,
                         number % 2 ? CONTENT_NONE : CONTENT_FOUND);
        ck_assert_str_eq(extent->content.type, number % 2 ? "" : "ext2");
    }
}

TEST_FIXTURE(setup, teardown);

TEST(all_partitions_are_looked_into)
{
    struct err err = { 0 };
    size_t count;
    struct scan *scan = scan_start(image.fd, layout, NULL, 0, &err);

    ck_assert(scan);
    CLEANUP(freep) struct scan_result *results = wait_all(scan, &count);
    scan_free(scan);
    ck_assert_uint_eq(count, PARTS);
    CLEANUP(layout_unrefp) struct layout *merged = scan_merge(layout, results, count);
    check_found(merged);
    /* The old snapshot is as it was. */
    ck_assert_str_eq(layout_find_number(layout, 2)->content.type, "");
}

TEST(without_contents_the_layout_stays_the_same)
{
    CLEANUP(layout_unrefp) struct layout *merged = scan_merge(layout, NULL, 0);

    ck_assert_ptr_eq(merged, layout);
}

/* Odd partitions have no signature; the last of them gets a byte. */
TEST(samples_are_taken_where_there_is_no_signature)
{
    const struct extent *last = layout_find_number(layout, 7);
    const uint32_t ids[] = { layout_find_number(layout, 3)->id,
                             layout_find_number(layout, 2)->id, last->id };
    CLEANUP(layout_unrefp) struct layout *known = scan_all(image.fd, layout);
    struct err err = { 0 };
    size_t count;

    image_put(&image, last->start * layout_limits(layout)->logical, "x", 1);
    struct scan *scan = scan_start_samples(image.fd, known, ids, ARRAY_SIZE(ids), &err);
    ck_assert(scan);
    CLEANUP(freep) struct scan_result *results = wait_all(scan, &count);
    scan_free(scan);
    ck_assert_uint_eq(count, 2);
    ck_assert_uint_eq(results[0].id, ids[0]);
    ck_assert_int_eq(results[0].content.zeros, ZEROS_ALL);
    ck_assert_int_eq(results[1].content.zeros, ZEROS_NONE);
    ck_assert_int_eq(results[1].content.state, CONTENT_NONE);
}

TEST(the_same_without_a_thread)
{
    CLEANUP(layout_unrefp) struct layout *merged = scan_all(image.fd, layout);

    check_found(merged);
    ck_assert_uint_eq(layout_count(merged), layout_count(layout));
    for (unsigned number = 1; number <= PARTS; number++)
        ck_assert_uint_eq(layout_find_number(merged, number)->id,
                          layout_find_number(layout, number)->id);
}

TEST(the_rows_on_the_screen_come_in_their_order)
{
    const uint32_t ids[] = { layout_find_number(layout, 6)->id, 999,
                             layout_at(layout, 0)->id,
                             layout_find_number(layout, 3)->id };
    struct err err = { 0 };
    size_t count;
    struct scan *scan = scan_start(image.fd, layout, ids, ARRAY_SIZE(ids), &err);

    ck_assert(scan);
    CLEANUP(freep) struct scan_result *results = wait_all(scan, &count);
    scan_free(scan);
    /* No such extent and a piece of metadata are passed over. */
    ck_assert_uint_eq(count, 2);
    ck_assert_uint_eq(results[0].id, ids[0]);
    ck_assert_uint_eq(results[1].id, ids[3]);
    ck_assert_str_eq(results[0].content.type, "ext2");
}

TEST(two_readers_of_one_disk_do_not_disturb_each_other)
{
    for (int round = 0; round < 20; round++) {
        struct err err = { 0 };
        size_t count;
        struct scan *scan = scan_start(image.fd, layout, NULL, 0, &err);
        ck_assert(scan);
        CLEANUP(layout_unrefp) struct layout *here = scan_all(image.fd, layout);
        CLEANUP(freep) struct scan_result *results = wait_all(scan, &count);
        scan_free(scan);
        CLEANUP(layout_unrefp) struct layout *there = scan_merge(layout, results, count);
        check_found(here);
        check_found(there);
    }
}

TEST(cancelling_stops_and_freeing_waits)
{
    struct err err = { 0 };
    struct scan *scan = scan_start(image.fd, layout, NULL, 0, &err);
    size_t count;

    ck_assert(scan);
    scan_cancel(scan);
    free(wait_all(scan, &count));
    ck_assert_uint_le(count, PARTS);
    scan_free(scan);
    scan = scan_start(image.fd, layout, NULL, 0, &err);
    ck_assert(scan);
    scan_free(scan);
    scan_free(NULL);
}

/* How many descriptors this process has; its worker may be about to close two more. */
static size_t open_descriptors(void)
{
    DIR *dir = opendir("/proc/self/fd");
    size_t count = 0;

    ck_assert(dir);
    while (readdir(dir))
        count++;
    closedir(dir);
    return count;
}

TEST(who_leaves_does_not_wait_and_nothing_stays)
{
    struct err err = { 0 };
    size_t count, before = open_descriptors();

    for (int i = 0; i < 20; i++) {
        struct scan *scan = scan_start(image.fd, layout, NULL, 0, &err);
        ck_assert(scan);
        if (i % 5 == 0)
            free(wait_all(scan, &count));
        scan_leave(scan);
    }
    while (open_descriptors() > before)
        sched_yield();
}

TEST(nothing_to_look_into_is_done_at_once)
{
    const uint32_t none[] = { 999 };
    struct err err = { 0 };
    struct scan *scan = scan_start(image.fd, layout, none, 1, &err);
    size_t count;

    ck_assert(scan);
    free(wait_all(scan, &count));
    ck_assert_uint_eq(count, 0);
    scan_free(scan);
}

TEST(a_closed_disk_is_one_sentence)
{
    struct err err = { 0 };

    ck_assert(!scan_start(-1, layout, NULL, 0, &err));
    ck_assert_int_eq(err.code, ERR_UNREADABLE);
    ck_assert_str_eq(err.text, "Cannot look into the partitions: Bad file descriptor.");
}

TEST(results_of_extents_that_are_gone_are_passed_over)
{
    struct scan_result results[] = {
        { .id = 999, .content = { .state = CONTENT_FOUND } },
        { .id = layout_find_number(layout, 1)->id,
          .content = { .state = CONTENT_UNREADABLE } },
    };
    CLEANUP(layout_unrefp)
    struct layout *merged = scan_merge(layout, results, ARRAY_SIZE(results));

    ck_assert_int_eq(layout_find_number(merged, 1)->content.state, CONTENT_UNREADABLE);
    ck_assert_int_eq(layout_find_number(merged, 2)->content.state, CONTENT_NONE);
}
