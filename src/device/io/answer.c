/* SPDX-License-Identifier: GPL-3.0-or-later */
/* answer.c - whether a drive answers at all */
#include "device/io/answer.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "device/io/clock.h"

enum { PAGE = 4096 };

/* Past the page cache, which would answer for the drive. */
static void read_first(const void *context)
{
    static _Alignas(PAGE) char page[PAGE];
    int fd = open(context, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK | O_DIRECT);

    if (fd < 0 && errno == EINVAL)
        fd = open(context, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
    (void)!pread(fd, page, PAGE, 0); /* whatever it is, it has come */
}

/* In the child: it ends with its parent where it can, and holds no file that another
 * program reads to its end. */
static void keep_only(int fd)
{
    (void)prctl(PR_SET_PDEATHSIG, SIGKILL); /* cannot fail */
    (void)dup2(fd, STDIN_FILENO);           /* else it answers at once */
    closefrom(STDIN_FILENO + 1);
}

/* What waits in the kernel is not waited for: it ends when it can. */
static void leave(pid_t child)
{
    (void)kill(child, SIGKILL);
    (void)waitpid(child, NULL, WNOHANG);
}

/* Returns when the child has closed its end; false after MS. */
static bool wait_for_close(int fd, int ms)
{
    uint64_t end = clock_ms() + (uint64_t)ms, now;
    struct pollfd closed = { .fd = fd };

    while ((now = clock_ms()) < end) {
        int found = poll(&closed, 1, (int)(end - now));
        if (found > 0)
            return true;
        if (found < 0 && errno != EINTR)
            return true;
    }
    return false;
}

bool answer_comes_to(void (*ask)(const void *context), const void *context, int ms)
{
    int ends[2];

    if (pipe2(ends, O_CLOEXEC) < 0)
        return true;
    pid_t child = fork();
    if (child == 0) {
        keep_only(ends[1]);
        ask(context);
        _exit(0);
    }
    (void)close(ends[1]); /* nothing was written */
    bool comes = child < 0 || wait_for_close(ends[0], ms);
    (void)close(ends[0]); /* only read from */
    if (child > 0 && comes)
        (void)waitpid(child, NULL, 0);
    else if (child > 0)
        leave(child);
    return comes;
}

bool answer_comes(const char *path, int ms)
{
    return answer_comes_to(read_first, path, ms);
}
