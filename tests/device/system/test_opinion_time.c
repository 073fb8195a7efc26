/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_opinion_time.c - libparted does not finish in its time */
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "device/system/disk.h"
#include "device/system/opinion.h"
#include "support/table_image.h"
#include "support/test.h"

enum { SIZE = 131072 };

/* Each child of this process is killed when it reads, as it is for too much time; 0: of
 * none. */
static pid_t parent;

/* In place of the C library's. */
ssize_t pread(int fd, void *buf, size_t count, off_t offset)
{
    if (parent && parent != getpid())
        (void)raise(SIGKILL);
    return syscall(SYS_pread64, fd, buf, count, offset);
}

TEST(a_table_that_libparted_does_not_finish_is_only_viewed)
{
    CLEANUP(sparse_finish) struct sparse disk = image_new(SIZE, 512);
    CLEANUP(gpt_finish) struct gpt_table table = image_gpt(SIZE, 512, 128, 3);
    const struct limits_given given = { .logical = 512 };
    struct reader reader = sparse_reader(&disk);
    struct err err = { 0 };

    image_put_gpt(&disk, &table);
    CLEANUP(store_closep) struct store *store = store_of_reader("memory.img", &reader);
    CLEANUP(layout_unrefp) struct layout *layout = disk_read(store, &given, &err);
    ck_assert_msg(layout != NULL, "%s", err.text);
    parent = getpid();
    struct opinion *opinion = opinion_start(store, layout);
    CLEANUP(layout_unrefp) struct layout *noted = opinion_wait(opinion, layout);
    opinion_free(opinion);
    parent = 0;
    ck_assert_ptr_nonnull(layout_read_only(noted));
    ck_assert_int_eq(layout_read_only(noted)->id, NOTE_PARTED_TIMEOUT);
}
