/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_loop_read_speed.c - the loop measures how fast the disk of the wizard is read */
#include "ui/loop/read_speed.h"

#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "device/io/file.h"
#include "model/base/mem.h"
#include "support/image.h"
#include "support/rng.h"
#include "support/test.h"

#define MIB       (UINT64_C(1) << 20)
#define DISK_MIB  24
#define MAX_MS    60000
#define DATA_SEED 7

static struct image image;
static struct loop_disk disk;
static struct loop_read_speed speed;
static struct app app;

/* One partition, from sector 63 on. */
static void put_table(int fd)
{
    static const uint8_t entry[] = { 0,  0, 0, 0, 0x83, 0,    0, 0,
                                     63, 0, 0, 0, 0xc1, 0xbf, 0, 0 };
    static const uint8_t signature[] = { 0x55, 0xaa };

    ck_assert(pwrite(fd, entry, sizeof(entry), 446) == sizeof(entry));
    ck_assert(pwrite(fd, signature, 2, 510) == 2);
}

static void put_data(int fd)
{
    struct rng rng = { DATA_SEED, DATA_SEED };
    uint64_t words[4096];

    for (uint64_t at = MIB; at < DISK_MIB * MIB; at += sizeof(words)) {
        for (size_t i = 0; i < ARRAY_SIZE(words); i++)
            words[i] = rng_next(&rng);
        ck_assert(pwrite(fd, words, sizeof(words), (off_t)at) == sizeof(words));
    }
}

static void open_disk(const char *path)
{
    const struct limits_given given = { 0 };
    struct err err = { 0 };

    disk = (struct loop_disk){ .sys = sys_of_machine() };
    ck_assert_msg(loop_disk_open(&disk, path, &given, true, &err), "%s", err.text);
}

static void setup(void)
{
    image_make(&image, DISK_MIB * MIB);
    put_table(image.fd);
}

static void teardown(void)
{
    struct event event;

    (void)loop_read_speed_stop(&speed, -1, &event);
    loop_disk_close(&disk);
    image_remove(&image);
}

TEST_FIXTURE(setup, teardown);

/* Returns the look; without reads past the page cache nothing is measured. */
static struct fix_look start(bool *ret_is_direct)
{
    struct fix_look look = { .is_made = true };
    int own = file_reopen(image.fd);

    *ret_is_direct =
        !file_fd_is_in_memory(image.fd) && own >= 0 && file_set_direct(own, true);
    (void)close(own);
    loop_read_speed_start(&speed, &disk, &app, &look);
    return look;
}

static struct event wait_for_speed(void)
{
    struct event event = { .kind = EVENT_IDLE };
    struct pollfd news = { .fd = job_fd(speed.job), .events = POLLIN };

    while (event.kind != EVENT_READ_SPEED && poll(&news, 1, MAX_MS) > 0)
        (void)loop_read_speed_take(&speed, &event);
    ck_assert_int_eq(event.kind, EVENT_READ_SPEED);
    return event;
}

TEST(data_is_read_once_and_remembered)
{
    bool is_direct;

    put_data(image.fd);
    open_disk(image.path);
    struct fix_look look = start(&is_direct);
    ck_assert_int_eq(look.is_reading, is_direct);
    if (!is_direct)
        return;
    struct event event = wait_for_speed();
    ck_assert_double_gt(event.speed.read, 0);
    ck_assert_double_gt(event.speed.far, 0);
    look = start(&is_direct);
    ck_assert(!look.is_reading);
    ck_assert_double_eq(look.read.read, event.speed.read);
}

TEST(holes_tell_nothing)
{
    bool is_direct;

    open_disk(image.path);
    if (!start(&is_direct).is_reading)
        return;
    ck_assert(wait_for_speed().speed.read <= 0);
}

TEST(a_stop_tells_nothing_and_the_next_look_reads_again)
{
    struct event event = { .kind = EVENT_IDLE };
    bool is_direct;

    put_data(image.fd);
    open_disk(image.path);
    if (!start(&is_direct).is_reading)
        return;
    ck_assert(loop_read_speed_stop(&speed, -1, &event));
    ck_assert_int_eq(event.kind, EVENT_READ_SPEED);
    ck_assert(event.speed.read <= 0);
    ck_assert(!loop_read_speed_stop(&speed, -1, &event));
    ck_assert(start(&is_direct).is_reading);
}

TEST(a_drive_that_was_measured_is_not_read)
{
    bool is_direct;

    open_disk(image.path);
    app.job.has_saved = true;
    app.job.saved.workload_count = 1;
    app.job.saved.workloads[0] = (struct workload_result){ .kind = WORKLOAD_READ_1M,
                                                           .is_aligned = true,
                                                           .bytes_per_second = 80e6 };
    ck_assert(!start(&is_direct).is_reading);
    ck_assert_ptr_null(speed.job);
}

/* Its reads would tell the speed of memory. */
TEST(a_file_in_memory_is_not_read)
{
    char path[] = "/dev/shm/alidade-test-XXXXXX";
    int fd = mkstemp(path);

    if (fd < 0 || !file_fd_is_in_memory(fd))
        return;
    ck_assert_int_eq(ftruncate(fd, DISK_MIB * MIB), 0);
    put_table(fd);
    open_disk(path);
    ck_assert_int_eq(unlink(path), 0);
    struct fix_look look = { .is_made = true };
    loop_read_speed_start(&speed, &disk, &app, &look);
    ck_assert(!look.is_reading);
    (void)close(fd);
}
