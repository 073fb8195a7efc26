/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_sink.c - plans reach the disk in their order, and every failure is told as it is
 */
#include "device/io/sink.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "device/io/sink_disk.h"
#include "model/base/mem.h"
#include "support/faulty_sink.h"
#include "support/image.h"
#include "support/refused.h"
#include "support/test.h"

enum { SECTOR = 512, SECTORS = 64, SIZE = SECTOR * SECTORS, WRITES = 3 };

/* No whole number of the parts that it is written in. */
enum { LARGE = (5 << 19) + SECTOR };

static const uint64_t lbas[WRITES] = { 63, 0, 5 };

struct scene {
    uint8_t bytes[SIZE];
    uint8_t old[SIZE];
    struct write_plan plan;
    struct faulty_sink faulty;
    struct sink sink;
};

static void set_scene(struct scene *scene)
{
    memset(scene, 0, sizeof(*scene));
    for (size_t i = 0; i < SIZE; i++)
        scene->bytes[i] = (uint8_t)(i / SECTOR);
    memcpy(scene->old, scene->bytes, SIZE);
    scene->plan = faulty_plan(scene->bytes, lbas, WRITES);
    scene->faulty = (struct faulty_sink){ .bytes = scene->bytes, .size = SIZE };
    scene->sink = faulty_sink(&scene->faulty);
}

TEST(all_is_written_in_order_and_verified)
{
    struct scene scene;
    struct err err = { 0 };
    size_t done = 99;

    set_scene(&scene);
    scene.plan.writes[0].is_flushed = false;
    ck_assert_int_eq(sink_state_of(&scene.sink, &scene.plan), SINK_UNTOUCHED);
    ck_assert_msg(sink_write_plan(&scene.sink, &scene.plan, &done, &err), "%s", err.text);
    ck_assert_uint_eq(done, WRITES);
    ck_assert_str_eq(scene.faulty.order, "wwfwf");
    ck_assert_msg(sink_verify_plan(&scene.sink, &scene.plan, &err), "%s", err.text);
    ck_assert_int_eq(sink_state_of(&scene.sink, &scene.plan), SINK_COMPLETE);
    for (size_t i = 0; i < WRITES; i++) {
        ck_assert_mem_eq(scene.bytes + lbas[i] * SECTOR, scene.plan.writes[i].after,
                         SECTOR);
        memcpy(scene.old + lbas[i] * SECTOR, scene.plan.writes[i].after, SECTOR);
    }
    ck_assert_mem_eq(scene.bytes, scene.old, SIZE);
    faulty_plan_finish(&scene.plan);
}

TEST(the_last_write_is_always_flushed)
{
    struct scene scene;
    struct err err = { 0 };
    size_t done;

    set_scene(&scene);
    for (size_t i = 0; i < WRITES; i++)
        scene.plan.writes[i].is_flushed = false;
    ck_assert(sink_write_plan(&scene.sink, &scene.plan, &done, &err));
    ck_assert_str_eq(scene.faulty.order, "wwwf");
    faulty_plan_finish(&scene.plan);
}

TEST(an_empty_plan_touches_nothing)
{
    struct scene scene;
    struct write_plan empty = { .logical = SECTOR };
    struct err err = { 0 };
    size_t done = 99;

    set_scene(&scene);
    ck_assert(sink_write_plan(&scene.sink, &empty, &done, &err));
    ck_assert_uint_eq(done, 0);
    ck_assert_str_eq(scene.faulty.order, "");
    faulty_plan_finish(&scene.plan);
}

/* Which write or flush fails, what is begun by then, and what is found on the disk. */
static const struct {
    unsigned fail_write;
    unsigned fail_flush;
    bool is_half;
    size_t done;
    enum sink_state state;
    const char *sector; /* in the sentence */
} failures[] = {
    { 1, 0, false, 1, SINK_UNTOUCHED, "63" }, { 2, 0, false, 2, SINK_BETWEEN, "0" },
    { 3, 0, false, 3, SINK_BETWEEN, "5" },    { 1, 0, true, 1, SINK_UNKNOWN, "63" },
    { 3, 0, true, 3, SINK_UNKNOWN, "5" },     { 0, 1, false, 1, SINK_BETWEEN, "63" },
    { 0, 3, false, 3, SINK_COMPLETE, "5" },
};

TEST_EACH(nothing_is_written_after_a_failure, failures)
{
    struct scene scene;
    struct err err = { 0 };
    size_t done;

    set_scene(&scene);
    scene.faulty.fail_write = failures[_i].fail_write;
    scene.faulty.fail_flush = failures[_i].fail_flush;
    scene.faulty.fails_half_way = failures[_i].is_half;
    ck_assert(!sink_write_plan(&scene.sink, &scene.plan, &done, &err));
    ck_assert_int_eq(err.code, ERR_IO);
    ck_assert_ptr_nonnull(strstr(err.text, failures[_i].sector));
    ck_assert_uint_eq(done, failures[_i].done);
    ck_assert_uint_eq(scene.faulty.writes, failures[_i].done);
    ck_assert_int_eq(sink_state_of(&scene.sink, &scene.plan), failures[_i].state);
    faulty_plan_finish(&scene.plan);
}

/* As where an entry goes first, and another one comes into the same sector. */
TEST(a_sector_can_be_written_twice)
{
    static const uint64_t twice[] = { 7, 9, 7 };
    struct scene scene;
    struct err err = { 0 };
    uint64_t lba;
    size_t done;
    int error;

    set_scene(&scene);
    faulty_plan_finish(&scene.plan);
    scene.plan = faulty_plan(scene.bytes, twice, ARRAY_SIZE(twice));
    memcpy(scene.plan.writes[2].before, scene.plan.writes[0].after, SECTOR);
    ck_assert(sink_compare_before(&scene.sink, &scene.plan, &lba, &error));
    ck_assert_int_eq(sink_state_of(&scene.sink, &scene.plan), SINK_UNTOUCHED);
    scene.faulty.fail_write = 2;
    ck_assert(!sink_write_plan(&scene.sink, &scene.plan, &done, &err));
    ck_assert_int_eq(sink_state_of(&scene.sink, &scene.plan), SINK_BETWEEN);
    err = (struct err){ 0 };
    ck_assert(sink_write_plan(&scene.sink, &scene.plan, &done, &err));
    ck_assert_msg(sink_verify_plan(&scene.sink, &scene.plan, &err), "%s", err.text);
    ck_assert_int_eq(sink_state_of(&scene.sink, &scene.plan), SINK_COMPLETE);
    ck_assert(!sink_compare_before(&scene.sink, &scene.plan, &lba, &error));
    ck_assert_uint_eq(lba, 7);
    ck_assert_int_eq(error, 0);
    faulty_plan_finish(&scene.plan);
}

TEST(a_lost_write_is_seen_when_it_is_read_back)
{
    struct scene scene;
    struct err err = { 0 };
    size_t done;

    set_scene(&scene);
    scene.faulty.lose_write = 2;
    ck_assert(sink_write_plan(&scene.sink, &scene.plan, &done, &err));
    ck_assert(!sink_verify_plan(&scene.sink, &scene.plan, &err));
    ck_assert_int_eq(err.code, ERR_IO);
    ck_assert_ptr_nonnull(strstr(err.text, "Sector 0 "));
    ck_assert_int_eq(sink_state_of(&scene.sink, &scene.plan), SINK_UNORDERED);
    faulty_plan_finish(&scene.plan);
}

TEST(one_wrong_bit_read_back_is_seen)
{
    struct scene scene;
    struct err err = { 0 };
    size_t done;

    set_scene(&scene);
    scene.faulty.is_lying = true;
    scene.faulty.lying_offset = 5 * SECTOR + 511;
    ck_assert(sink_write_plan(&scene.sink, &scene.plan, &done, &err));
    ck_assert(!sink_verify_plan(&scene.sink, &scene.plan, &err));
    ck_assert_ptr_nonnull(strstr(err.text, "Sector 5 "));
    ck_assert_int_eq(sink_state_of(&scene.sink, &scene.plan), SINK_UNKNOWN);
    faulty_plan_finish(&scene.plan);
}

TEST(what_cannot_be_read_back_is_told)
{
    struct scene scene;
    struct err err = { 0 };
    size_t done;

    set_scene(&scene);
    scene.faulty.fail_read = 2;
    ck_assert(sink_write_plan(&scene.sink, &scene.plan, &done, &err));
    ck_assert(!sink_verify_plan(&scene.sink, &scene.plan, &err));
    ck_assert_int_eq(err.code, ERR_IO);
    ck_assert_ptr_nonnull(strstr(err.text, "Sector 0 "));
    ck_assert_int_eq(sink_state_of(&scene.sink, &scene.plan), SINK_UNKNOWN);
    faulty_plan_finish(&scene.plan);
}

TEST(an_image_file_is_written_where_it_is_told)
{
    CLEANUP(image_remove) struct image image;
    uint8_t sector[SECTOR], found[SECTOR];
    struct err err = { 0 };
    bool is_busy = true;

    image_make(&image, SIZE + SECTOR); /* no whole number of pages */
    CLEANUP(sink_disk_closep)
    struct sink_disk *disk = sink_disk_open(image.path, false, &is_busy, &err);
    ck_assert_msg(disk != NULL, "%s", err.text);
    ck_assert(!is_busy);
    ck_assert_msg(sink_disk_lock(disk, &err), "%s", err.text);
    struct sink sink = sink_disk_sink(disk);
    memset(sector, 0x5a, sizeof(sector));
    for (uint64_t lba = 0; lba <= SECTORS; lba += SECTORS / 2) {
        ck_assert_int_eq(sink.write(sink.context, lba * SECTOR, sector, SECTOR), 0);
        ck_assert_int_eq(sink.flush(sink.context), 0);
        ck_assert_int_eq(sink.read_back(sink.context, lba * SECTOR, found, SECTOR), 0);
        ck_assert_mem_eq(found, sector, SECTOR);
        ck_assert_int_eq(pread(image.fd, found, SECTOR, (off_t)(lba * SECTOR)), SECTOR);
        ck_assert_mem_eq(found, sector, SECTOR);
    }
    ck_assert_int_ne(sink.read_back(sink.context, (SECTORS + 1) * SECTOR, found, SECTOR),
                     0);
}

TEST(an_image_file_takes_large_transfers)
{
    CLEANUP(image_remove) struct image image;
    CLEANUP(freep) uint8_t *bytes = xmalloc(LARGE), *found = xmalloc(LARGE);
    struct err err = { 0 };
    bool is_busy;

    image_make(&image, 2 * LARGE);
    CLEANUP(sink_disk_closep)
    struct sink_disk *disk = sink_disk_open(image.path, false, &is_busy, &err);
    ck_assert_ptr_nonnull(disk);
    struct sink sink = sink_disk_pages(disk);
    for (size_t i = 0; i < LARGE; i++)
        bytes[i] = (uint8_t)(1 + i / SECTOR % 255);
    ck_assert_int_eq(sink.write(sink.context, 7 * SECTOR, bytes, LARGE), 0);
    ck_assert_int_eq(sink.flush(sink.context), 0);
    ck_assert_int_eq(sink.read_back(sink.context, 7 * SECTOR, found, LARGE), 0);
    ck_assert_mem_eq(found, bytes, LARGE);
    ck_assert_int_eq(pread(image.fd, found, LARGE, 7 * SECTOR), LARGE);
    ck_assert_mem_eq(found, bytes, LARGE);
}

static void make_nothing(const char *path)
{
    (void)path;
}

static void make_pipe(const char *path)
{
    ck_assert_int_eq(mkfifo(path, 0600), 0);
}

static void make_folder(const char *path)
{
    ck_assert_int_eq(mkdir(path, 0700), 0);
}

/* A pipe without a reader would be waited for. */
static void (*const no_disks[])(const char *) = { make_nothing, make_pipe, make_folder };

TEST_EACH(what_is_no_disk_is_not_opened, no_disks)
{
    CLEANUP(image_remove) struct image image;
    struct err err = { 0 };
    bool is_busy = true;

    image_make(&image, SIZE);
    CLEANUP(freep) char *path = xasprintf("%s/other", image.folder);
    no_disks[_i](path);
    ck_assert_ptr_null(sink_disk_open(path, false, &is_busy, &err));
    ck_assert_refused(&err, REFUSAL_NOT_OPENED_FOR_WRITING);
    ck_assert_ptr_nonnull(strstr(err.text, path));
    ck_assert(!is_busy);
    (void)remove(path); /* not there in one of the rows */
}

static bool give_up(void *context)
{
    ++*(unsigned *)context;
    return false;
}

/* Who is told of the lock of another program can give up. */
TEST(a_lock_that_another_holds_is_told_and_refused)
{
    CLEANUP(image_remove) struct image image;
    struct err err = { 0 };
    unsigned told = 0;
    bool is_busy;

    image_make(&image, SIZE);
    CLEANUP(sink_disk_closep)
    struct sink_disk *disk = sink_disk_open(image.path, false, &is_busy, &err);
    ck_assert_ptr_nonnull(disk);
    ck_assert_msg(sink_disk_lock(disk, &err), "%s", err.text);
    const struct sink_lock_watch watch = { give_up, &told };
    ck_assert(!sink_disk_can_lock(image.path, image.fd, &watch, &err));
    ck_assert_uint_eq(told, 1);
    ck_assert_refused(&err, REFUSAL_LOCK_HELD);
}

/* The kernel returns EFBIG past the limit, as it returns ENOSPC on a full disk. */
TEST(the_reason_of_the_system_is_handed_on)
{
    CLEANUP(image_remove) struct image image;
    struct rlimit limit = { SIZE / 2, SIZE / 2 };
    uint8_t sector[SECTOR] = { 1 };
    struct err err = { 0 };
    bool is_busy;

    image_make(&image, SIZE);
    CLEANUP(sink_disk_closep)
    struct sink_disk *disk = sink_disk_open(image.path, false, &is_busy, &err);
    ck_assert_ptr_nonnull(disk);
    struct sink sink = sink_disk_sink(disk);
    (void)signal(SIGXFSZ, SIG_IGN); /* a valid signal */
    ck_assert_int_eq(setrlimit(RLIMIT_FSIZE, &limit), 0);
    ck_assert_int_eq(sink.write(sink.context, SIZE - SECTOR, sector, SECTOR), EFBIG);
}
