/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_drive_file.c - the file of an image: other writers, and holes */
#include <errno.h>
#include <linux/magic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/vfs.h>
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

TEST_FIXTURE(setup, teardown);

TEST(a_file_that_another_program_writes_to_is_no_longer_written_to)
{
    const struct timespec nap = { .tv_nsec = 20000000 };
    const struct drive *drive = open_image(false);

    ck_assert_msg(drive != NULL, "%s", err.text);
    for (unsigned i = 0; i < 50; i++) {
        ck_assert_int_eq(drive->watch(drive->context), 0);
        ck_assert_int_eq(
            drive->write(drive->context, (enum drive_write)(i % 3), 0, before, PAGE), 0);
    }
    ck_assert_int_eq(nanosleep(&nap, NULL), 0);
    ck_assert_int_eq(drive->watch(drive->context), 0);
    image_put(&image, SIZE - 1, "x", 1);
    ck_assert_int_eq(drive->watch(drive->context), keeps_time() ? EBUSY : 0);
}

TEST(holes_that_will_be_filled_are_said)
{
    struct test_area area = { .start = 1 << 20, .bytes = 1 << 20 };

    ck_assert(open_image(false));
    drive_disk_warn_of_holes(disk, &area, &err);
    ck_assert_str_eq(err.text, "");
    drive_disk_close(TAKE(disk));
    ck_assert_int_eq(ftruncate(image.fd, 0), 0);
    ck_assert_int_eq(ftruncate(image.fd, SIZE), 0);
    image_put(&image, (1 << 20) + (1 << 18), before, 1 << 18);
    ck_assert(open_image(true));
    drive_disk_warn_of_holes(disk, &area, &err);
    ck_assert_str_eq(err.text, "");
    ck_assert(open_image(false));
    drive_disk_warn_of_holes(disk, &area, &err);
    ck_assert_msg(strstr(err.text, "768 KiB") && strstr(err.text, image.path), "%s",
                  err.text);
    ck_assert_int_eq(err.code, ERR_NONE);
}
