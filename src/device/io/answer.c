/* SPDX-License-Identifier: GPL-3.0-or-later */
/* answer.c - whether a drive answers at all */
#include "device/io/answer.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "device/io/clock.h"
#include "device/io/sys.h"
#include "model/base/mem.h"

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

struct answer_reader answer_reader_of_self(void)
{
    struct answer_reader reader = { .thread = gettid() };

    (void)pthread_getcpuclockid(pthread_self(), &reader.clock); /* cannot fail for it */
    return reader;
}

static uint64_t ns_of(clockid_t clock)
{
    struct timespec worked = { 0 };

    (void)clock_gettime(clock, &worked); /* 0 for what has ended */
    return (uint64_t)worked.tv_sec * CLOCK_SECOND_NS + (uint64_t)worked.tv_nsec;
}

/* Reads the first children of the thread, as "815 816 ".  Takes no memory: who watches
 * must not fail where the other one has to tell it. */
static void read_children(const struct answer_reader *reader, char *ret, size_t size)
{
    const struct sys sys = sys_of_machine();
    char path[SYS_PATH];

    (void)snprintf(path, sizeof(path), "%s/self/task/%d/children", sys.proc,
                   (int)reader->thread);
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t count = fd < 0 ? 0 : read(fd, ret, size - 1);
    ret[count > 0 ? count : 0] = '\0';
    if (fd >= 0)
        (void)close(fd); /* only read from */
}

uint64_t answer_worked_ns(const struct answer_reader *reader)
{
    char children[256];
    clockid_t clock;

    read_children(reader, children, sizeof(children));
    uint64_t worked = ns_of(reader->clock);
    for (char *at = children, *end;; at = end) {
        pid_t child = (pid_t)strtol(at, &end, 10);
        if (end == at)
            break;
        if (!clock_getcpuclockid(child, &clock))
            worked += ns_of(clock);
    }
    return worked;
}

void answer_wait_begin(struct answer_wait *wait)
{
    wait->reader = answer_reader_of_self();
    atomic_store(&wait->is_known, true);
}

uint64_t answer_waited_ms(struct answer_wait *wait, uint64_t now_ms)
{
    uint64_t worked =
        atomic_load(&wait->is_known) ? answer_worked_ns(&wait->reader) : wait->worked_ns;

    if (worked != wait->worked_ns || !wait->since_ms) {
        wait->worked_ns = worked;
        wait->since_ms = now_ms;
    }
    return now_ms - wait->since_ms;
}

/* What is read from has its descriptor as the first argument of the system call. */
char *answer_awaited(const struct answer_reader *reader)
{
    const struct sys sys = sys_of_machine();
    CLEANUP(freep) char *name = xasprintf("self/task/%d/syscall", (int)reader->thread);
    CLEANUP(freep) char *call = sys_proc(&sys, name); /* "17 0x5 0x7f .." */
    const char *first = strchr(call, ' ');
    CLEANUP(freep)
    char *link =
        xasprintf("%s/self/fd/%llu", sys.proc, first ? strtoull(first, NULL, 16) : 0);
    char path[SYS_PATH];
    ssize_t length = first ? readlink(link, path, sizeof(path)) : -1;

    return length > 0 && path[0] == '/' ? xasprintf("%.*s", (int)length, path) : NULL;
}

/* In the child: another program may read what is written to the first three to its end.
 */
static _Noreturn void keep_files(const int ends[2])
{
    char byte;

    (void)close(ends[1]);
    for (int fd = 0; fd <= STDERR_FILENO; fd++)
        if (fd != ends[0])
            (void)close(fd);
    (void)!read(ends[0], &byte, 1); /* returns when the parent has ended */
    _exit(0);
}

void answer_keep(struct answer_keeper *ret)
{
    sigset_t all, before;
    int ends[2];

    *ret = (struct answer_keeper){ 0 };
    if (pipe2(ends, O_CLOEXEC) < 0)
        return;
    (void)sigfillset(&all); /* cannot fail, nor can the others with valid sets */
    (void)pthread_sigmask(SIG_SETMASK, &all, &before);
    pid_t child = fork();
    if (child == 0)
        keep_files(ends);
    (void)pthread_sigmask(SIG_SETMASK, &before, NULL);
    (void)close(ends[0]); /* nothing is read here */
    if (child > 0)
        *ret = (struct answer_keeper){ child, ends[1] };
    else
        (void)close(ends[1]);
}

void answer_keep_end(struct answer_keeper *keeper)
{
    if (!keeper->child)
        return;
    (void)close(keeper->end);
    (void)kill(keeper->child, SIGKILL);
    (void)waitpid(keeper->child, NULL, 0);
    keeper->child = 0;
}
