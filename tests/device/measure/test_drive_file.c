/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_drive_file.c - the file of an image: other writers, and holes */
#include <errno.h>
#include <fcntl.h>
#include <linux/magic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/vfs.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "device/measure/drive_disk.h"
#include "model/base/mem.h"
#include "support/disks.h"
#include "support/image.h"
#include "support/test.h"
#include "support/tree.h"

enum { SIZE = 4 << 20, PAGE = 4096 };

static struct tree tree;
static struct image image;
static struct layout *layout;
static struct drive_disk *disk;
static struct err err;
static uint8_t *before; /* page-aligned */

static void setup(void)
{
    void *memory = NULL;

    tree_init(&tree);
    image_make(&image, SIZE);
    ck_assert_int_eq(posix_memalign(&memory, PAGE, SIZE), 0);
    before = memory;
    memset(before, 0xa5, SIZE);
    image_put(&image, 0, before, SIZE);
    layout = disks_build(&(struct disks_spec){ .size = SIZE / 512, .label = LABEL_GPT });
    disk = NULL;
    err = (struct err){ 0 };
}

static void teardown(void)
{
    drive_disk_close(disk);
    layout_unref(layout);
    free(before);
    image_remove(&image);
    tree_finish(&tree);
}

static const struct drive *open_image(bool is_read_only)
{
    struct drive_request request = { .path = image.path,
                                     .sys = &tree.sys,
                                     .layout = layout,
                                     .is_read_only = is_read_only };
    enum measure_reason reason;

    drive_disk_close(disk);
    disk = drive_disk_open(&request, &reason, &err);
    return disk ? drive_disk_drive(disk) : NULL;
}

/* Only where the file system sets times in the write: as in measure/drive_file.c. */
static bool keeps_time(void)
{
    struct statfs system;

    ck_assert_int_eq(fstatfs(image.fd, &system), 0);
    return (unsigned long)system.f_type == EXT4_SUPER_MAGIC ||
           (unsigned long)system.f_type == TMPFS_MAGIC;
}

static void write_page(const struct drive *drive, enum drive_write how)
{
    ck_assert_int_eq(drive->write(drive->context, how, 0, before, PAGE), 0);
    ck_assert_int_eq(drive->settle(drive->context), 0);
}

TEST_FIXTURE(setup, teardown);

TEST(a_file_that_another_program_writes_to_is_no_longer_written_to)
{
    const struct timespec nap = { .tv_nsec = 20000000 };
    const struct drive *drive = open_image(false);

    ck_assert_msg(drive != NULL, "%s", err.text);
    for (unsigned i = 0; i < 50; i++) {
        ck_assert_int_eq(drive->watch(drive->context, 0, before, PAGE), 0);
        write_page(drive, (enum drive_write)(i % 3));
    }
    ck_assert_int_eq(nanosleep(&nap, NULL), 0);
    ck_assert_int_eq(drive->watch(drive->context, 0, before, PAGE), 0);
    image_put(&image, SIZE - 1, "x", 1);
    ck_assert_int_eq(drive->watch(drive->context, 0, before, PAGE),
                     keeps_time() ? EBUSY : 0);
}

/* The write of this program sets the time of the file too. */
TEST(what_another_program_wrote_is_not_replaced_after_an_own_write)
{
    const struct drive *drive = open_image(false);

    ck_assert_msg(drive != NULL, "%s", err.text);
    image_put(&image, 5 * PAGE + 512, "x", 1);
    write_page(drive, DRIVE_DURABLE);
    ck_assert_int_eq(drive->watch(drive->context, 4 * PAGE, before, PAGE), 0);
    ck_assert_int_eq(drive->watch(drive->context, 5 * PAGE, before, PAGE), EBUSY);
}

/* This program holds no other descriptor of the file then. */
static bool lease_is_possible(void)
{
    bool is_possible = !fcntl(image.fd, F_SETLEASE, F_WRLCK);

    ck_assert_int_eq(close(image.fd), 0);
    image.fd = -1;
    return is_possible;
}

TEST(who_opens_an_image_waits_and_ends_the_writing)
{
    int flags = O_RDONLY | O_NONBLOCK | O_CLOEXEC;

    if (!lease_is_possible())
        return;
    const struct drive *drive = open_image(false);
    ck_assert_msg(drive && drive->can_write, "%s", err.text);
    drive_disk_warn(disk, &(struct test_area){ .bytes = SIZE }, &err);
    ck_assert_str_eq(err.text, "");
    for (int how = DRIVE_DURABLE; how <= DRIVE_CACHED; how++) {
        ck_assert_int_eq(drive->watch(drive->context, 0, before, PAGE), 0);
        write_page(drive, (enum drive_write)how);
    }
    ck_assert_int_eq(open(image.path, flags), -1);
    ck_assert_int_eq(errno, EWOULDBLOCK);
    ck_assert_int_eq(drive->watch(drive->context, 0, before, PAGE), EBUSY);
    /* No other program gets in before what was written is compared. */
    ck_assert_int_eq(open(image.path, flags), -1);
    drive_disk_close(TAKE(disk));
    image.fd = open(image.path, flags);
    ck_assert_int_ge(image.fd, 0);
}

/* A process that has the image open until the descriptor that is returned is closed. */
static int open_in_child(pid_t *ret)
{
    int ends[2], opened[2];
    char byte = 'o';

    ck_assert_int_eq(pipe2(ends, O_CLOEXEC), 0);
    ck_assert_int_eq(pipe2(opened, O_CLOEXEC), 0);
    *ret = fork();
    ck_assert_int_ge(*ret, 0);
    if (!*ret) {
        int fd = open(image.path, O_RDONLY | O_CLOEXEC);
        (void)close(ends[1]);
        _exit(fd < 0 || write(opened[1], &byte, 1) != 1 || read(ends[0], &byte, 1) != 0);
    }
    (void)close(ends[0]);
    (void)close(opened[1]);
    ck_assert_int_eq(read(opened[0], &byte, 1), 1);
    (void)close(opened[0]);
    return ends[1];
}

TEST(an_image_that_another_program_has_open_is_only_read)
{
    enum measure_reason reason = REASON_NONE;
    struct drive_request request = { .path = image.path,
                                     .sys = &tree.sys,
                                     .layout = layout };
    pid_t child;
    int status;

    if (!lease_is_possible())
        return;
    int end = open_in_child(&child);
    disk = drive_disk_open(&request, &reason, &err);
    ck_assert_msg(disk != NULL, "%s", err.text);
    ck_assert_int_eq(reason, REASON_IN_USE);
    ck_assert(!drive_disk_drive(disk)->can_write);
    (void)close(end);
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    ck_assert_int_eq(status, 0);
}

static const struct {
    const char *what;
    bool writes;
    bool stays;
    int wanted;
} visits[] = {
    { "no visitor", false, false, 0 },
    { "a reader", false, false, 0 },
    { "a reader that stays", false, true, EBUSY },
    { "a writer", true, false, EBUSY },
};

TEST_EACH(an_image_can_be_opened_during_a_pause, visits)
{
    if (!lease_is_possible())
        return;
    const struct drive *drive = open_image(false);
    ck_assert_msg(drive && drive->can_write, "%s", err.text);
    write_page(drive, DRIVE_DURABLE);
    drive_disk_rest(disk);
    if (_i) {
        image.fd = open(image.path, O_RDWR | O_NONBLOCK | O_CLOEXEC);
        ck_assert_int_ge(image.fd, 0);
    }
    if (visits[_i].writes)
        image_put(&image, SIZE - 1, "x", 1);
    if (_i && !visits[_i].stays) {
        ck_assert_int_eq(close(image.fd), 0);
        image.fd = -1;
    }
    drive_disk_exclude(disk, 1);
    ck_assert_msg(drive->watch(drive->context, 0, before, PAGE) == visits[_i].wanted,
                  "%s", visits[_i].what);
    if (!visits[_i].wanted)
        ck_assert_int_eq(open(image.path, O_RDONLY | O_NONBLOCK | O_CLOEXEC), -1);
}

static void cut_and_grow(void)
{
    ck_assert_int_eq(truncate(image.path, SIZE / 2), 0);
    ck_assert_int_eq(truncate(image.path, SIZE), 0);
}

static void cut(void)
{
    ck_assert_int_eq(truncate(image.path, SIZE - 1), 0);
}

static void unlink_it(void)
{
    ck_assert_int_eq(unlink(image.path), 0);
}

/* The new file has the same bytes. */
static void replace(void)
{
    CLEANUP(freep) char *other = xasprintf("%s.new", image.path);
    int fd = open(other, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);

    ck_assert_int_eq(write(fd, before, SIZE), SIZE);
    ck_assert_int_eq(close(fd), 0);
    ck_assert_int_eq(rename(other, image.path), 0);
}

static const struct {
    void (*change)(void);
    bool may_be_leased; /* the change needs to open nothing */
} changes[] = {
    { cut_and_grow, false }, { cut, false },     { unlink_it, false },
    { unlink_it, true },     { replace, false }, { replace, true },
};

TEST_EACH(a_file_that_is_no_longer_the_same_is_not_written_to, changes)
{
    if (changes[_i].may_be_leased && !lease_is_possible())
        return;
    const struct drive *drive = open_image(false);
    ck_assert_msg(drive && drive->can_write, "%s", err.text);
    write_page(drive, DRIVE_DURABLE);
    ck_assert_int_eq(drive->watch(drive->context, SIZE - PAGE, before, PAGE), 0);
    changes[_i].change();
    ck_assert_int_eq(drive->watch(drive->context, SIZE - PAGE, before, PAGE), EBUSY);
}

TEST(that_an_image_cannot_be_leased_is_said)
{
    ck_assert(open_image(false));
    drive_disk_warn(disk, &(struct test_area){ .bytes = SIZE }, &err);
    ck_assert_msg(strstr(err.text, "cannot be kept from writing"), "%s", err.text);
    ck_assert_int_eq(err.code, ERR_NONE);
}

TEST(holes_that_will_be_filled_are_said)
{
    struct test_area area = { .start = 1 << 20, .bytes = 1 << 20 };

    ck_assert(open_image(false));
    drive_disk_warn(disk, &area, &err);
    ck_assert(!strstr(err.text, "sparse"));
    err = (struct err){ 0 };
    drive_disk_close(TAKE(disk));
    ck_assert_int_eq(ftruncate(image.fd, 0), 0);
    ck_assert_int_eq(ftruncate(image.fd, SIZE), 0);
    image_put(&image, (1 << 20) + (1 << 18), before, 1 << 18);
    ck_assert(open_image(true));
    drive_disk_warn(disk, &area, &err);
    ck_assert_str_eq(err.text, "");
    ck_assert(open_image(false));
    drive_disk_warn(disk, &area, &err);
    ck_assert_msg(strstr(err.text, "768 KiB") && strstr(err.text, image.path), "%s",
                  err.text);
    ck_assert_int_eq(err.code, ERR_NONE);
}
