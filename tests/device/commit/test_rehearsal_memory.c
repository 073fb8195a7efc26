/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_rehearsal_memory.c - libparted's copy of the table: in memory, and not to be had
 */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "support/rehearse.h"
#include "support/test.h"

/* The process that cannot read a file that lies in memory alone; 0: none. */
static pid_t bad_in;

static bool is_memory_file(int fd)
{
    static const char memory[] = "/memfd:";
    char link[40], target[sizeof(memory)] = { 0 };

    (void)snprintf(link, sizeof(link), "/proc/self/fd/%d", fd); /* fits */
    return readlink(link, target, sizeof(target) - 1) > 0 && !strcmp(target, memory);
}

/* In place of the C library's. */
ssize_t pread(int fd, void *buf, size_t count, off_t offset)
{
    if (bad_in != getpid() || !is_memory_file(fd))
        return syscall(SYS_pread64, fd, buf, count, offset);
    errno = EIO;
    return -1;
}

TEST(what_libparted_makes_has_to_be_readable)
{
    struct sparse disks[2];
    struct change change;

    rehearse_gpt(&change, disks, 512, rehearse_create);
    bad_in = getpid();
    rehearse_refused(&change, REFUSAL_REHEARSAL_RESULT_UNREAD,
                     "What libparted makes in the rehearsal cannot be read (");
    bad_in = 0;
}

/* Files of more than a sector cannot be made. */
TEST(without_memory_there_is_no_rehearsal)
{
    struct rlimit before;
    struct sparse disks[2];
    struct change change;

    rehearse_gpt(&change, disks, 512, rehearse_create);
    ck_assert(signal(SIGXFSZ, SIG_IGN) != SIG_ERR);
    ck_assert_int_eq(getrlimit(RLIMIT_FSIZE, &before), 0);
    const struct rlimit small = { 512, before.rlim_max };
    ck_assert_int_eq(setrlimit(RLIMIT_FSIZE, &small), 0);
    rehearse_refused(&change, REFUSAL_REHEARSAL_NO_MEMORY,
                     "There is no memory for a rehearsal");
    ck_assert_int_eq(setrlimit(RLIMIT_FSIZE, &before), 0);
}
