/* SPDX-License-Identifier: GPL-3.0-or-later */
/* child.c - starts the child process that runs libparted, with limits, and reads its
 * reply */
#include "device/parted/child.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/hdreg.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "device/io/background.h"
#include "device/io/shadow.h"
#include "device/parted/asking.h"
#include "device/parted/call.h"
#include "model/base/last_words.h"
#include "model/base/mem.h"

#ifdef __has_feature
#define HAS_FEATURE(name) __has_feature(name)
#else
#define HAS_FEATURE(name) 0
#endif
/* A sanitizer maps terabytes of address space, so RLIMIT_AS would end it. */
#if defined(__SANITIZE_ADDRESS__) || HAS_FEATURE(address_sanitizer)
#define IS_SANITIZED 1
#else
#define IS_SANITIZED 0
#endif

/* The reply for a valid table is smaller than this. */
static const size_t received_max = 1 << 20;
static const unsigned seconds_max = 20;
static const rlim_t cpu_seconds_max = 3;

struct parted_child {
    pid_t pid;  /* 0: no process */
    int fd;     /* socket; -1: closed */
    bool stays; /* after a reply it waits for the next question */
    uint8_t *received;
    size_t count;
};

/* It can be raised again for the next question. */
static void set_limit(__rlimit_resource_t what, rlim_t max)
{
    struct rlimit limit;

    (void)getrlimit(what, &limit); /* cannot fail with these */
    limit.rlim_cur = max < limit.rlim_max ? max : limit.rlim_max;
    (void)setrlimit(what, &limit); /* cannot fail, it is not above the hard limit */
}

static void set_limits(void)
{
    /* CPU time already used (gathering entropy uses some) does not count against
     * libparted. */
    rlim_t used = (rlim_t)(clock() / CLOCKS_PER_SEC);

    set_limit(RLIMIT_CORE, 0);
    set_limit(RLIMIT_CPU, used + cpu_seconds_max);
    if (!IS_SANITIZED)
        set_limit(RLIMIT_AS, PARTED_MEMORY_MAX);
    (void)alarm(seconds_max); /* the return value is the time left of a previous alarm */
}

/* Just after boot the kernel may have no entropy yet.  libuuid never blocks for it: it
 * sleeps for a second for each GPT partition that libparted reads, and for each signature
 * of a new msdos table, until the time limit ends the child.  A blocking call makes Linux
 * (5.4 and later) gather entropy within about a second; later calls do not block. */
static void wait_for_entropy(void)
{
    char byte;

    (void)alarm(seconds_max); /* the return value is the time left of a previous alarm */
    (void)!getrandom(&byte, 1, 0); /* on failure libuuid is only slow */
}

/* Handler of SIGALRM while the shadow is read: libparted was not asked, so the reply says
 * nothing about the table. */
static void exit_on_alarm(int number)
{
    (void)number;
    _exit(EXIT_FAILURE);
}

/* Returns a descriptor that reads as empty and takes no output, as /dev/null, which may
 * be missing in a rescue system: the read end of a pipe.  -1 on failure. */
static int open_empty(void)
{
    int ends[2];

    if (pipe2(ends, O_CLOEXEC) < 0)
        return -1;
    (void)close(ends[1]); /* nothing was written */
    return ends[0];
}

/* Closes all descriptors except the shadow and the pipe; 0 to 2 become empty, so that no
 * file takes their numbers. */
static bool close_other_fds(int shadow, int pipe)
{
    int empty = open_empty();

    /* Moves the descriptors above the numbers that are assigned below. */
    empty = fcntl(empty, F_DUPFD_CLOEXEC, 10);
    shadow = shadow < 0 ? empty : fcntl(shadow, F_DUPFD_CLOEXEC, 10);
    pipe = fcntl(pipe, F_DUPFD_CLOEXEC, 10);
    if (dup2(empty, 0) < 0 || dup2(empty, 1) < 0 || dup2(empty, 2) < 0 ||
        dup3(shadow, PARTED_SHADOW_FD, O_CLOEXEC) < 0 ||
        dup3(pipe, PARTED_PIPE_FD, O_CLOEXEC) < 0)
        return false;
    closefrom(PARTED_PIPE_FD + 1);
    return true;
}

/* What a child is started for; neither a disk nor a shadow: libparted's version. */
struct question {
    /* the child copies this disk to a shadow and reads it; NULL: none */
    struct store *store;
    const struct limits *limits;
    const struct layout *layout;
    int shadow; /* memory file that is asked about by parted_ask(); -1: none */
    struct parted_how how;
};

static void take_shadow(struct question *question)
{
    struct reader disk = store_reader(question->store);

    (void)signal(SIGALRM, exit_on_alarm); /* cannot fail with these */
    (void)alarm(seconds_max);             /* no alarm was set before */
    question->shadow = shadow_take(&disk, question->limits, question->layout);
    if (question->shadow < 0)
        _exit(EXIT_FAILURE);
    question->how.has_hole = store_failed(question->store, &question->how.hole);
}

/* Makes GOAL, or reads if that is NULL.  The time until the next question does not
 * count. */
static void answer(const struct parted_how *how, const struct parted_goal *goal)
{
    wait_for_entropy();
    set_limits();
    if (goal)
        parted_edit(how, goal);
    else
        parted_read(how);
    (void)alarm(0); /* the time that was left */
    parted_send(PARTED_DONE, "", 0);
}

static void answer_asked(struct parted_how *how)
{
    struct parted_asked asked;

    while (parted_asked_receive(PARTED_PIPE_FD, &asked)) {
        how->answer = asked.answer;
        answer(how, asked.has_goal ? &asked.goal : NULL);
        parted_asked_finish(&asked);
    }
}

/* Never returns.  Skips the parent's exit handlers and stdio buffers. */
static _Noreturn void run_child(struct question *question, int pipe)
{
    bool is_asked = question->shadow >= 0;

    last_words_after(abort);    /* the parent tells what that means */
    background_reset_signals(); /* a handler would restore the terminal */
    if (question->store)
        take_shadow(question);
    if (!close_other_fds(question->shadow, pipe))
        _exit(EXIT_FAILURE);
    (void)signal(SIGALRM, SIG_DFL); /* cannot fail with these */
    if (is_asked)
        answer_asked(&question->how);
    else if (question->store)
        answer(&question->how, NULL);
    else
        parted_send_version();
    _exit(EXIT_SUCCESS);
}

static void ask_geometry(int fd, struct parted_how *how)
{
    struct hd_geometry geometry = { 0 };

    how->heads = 255;
    how->track = 63;
    if (ioctl(fd, HDIO_GETGEO, &geometry) < 0 || !geometry.heads || !geometry.sectors)
        return;
    how->heads = geometry.heads;
    how->track = geometry.sectors;
}

/* Blocks all signals until the child has reset the parent's handlers, which would
 * otherwise run in the child and write to pipes that both share. */
static pid_t fork_masked(void)
{
    sigset_t all, before;

    (void)sigfillset(&all); /* cannot fail, nor can sigprocmask() with it */
    (void)sigprocmask(SIG_SETMASK, &all, &before);
    pid_t pid = fork();
    if (pid != 0)
        (void)sigprocmask(SIG_SETMASK, &before, NULL);
    return pid;
}

/* Starts the child.  Returns our end of its socket and its pid; -1 and 0 on failure. */
static int start_child(struct question *question, pid_t *ret_pid)
{
    int ends[2];

    *ret_pid = 0;
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) < 0)
        return -1;
    pid_t pid = fork_masked();
    if (pid == 0)
        run_child(question, ends[1]);
    (void)close(ends[1]);
    if (pid > 0) {
        *ret_pid = pid;
        return ends[0];
    }
    (void)close(ends[0]);
    return -1;
}

static struct parted_child *child_start(struct question *question)
{
    pid_t pid;
    bool stays = question->shadow >= 0;
    int fd = start_child(question, &pid);
    struct parted_child *child = xcalloc(1, sizeof(*child));

    child->fd = fd;
    child->pid = pid;
    child->stays = stays;
    return child;
}

struct parted_child *parted_start(struct store *store, const struct limits *limits,
                                  const struct layout *layout, enum parted_answer answer)
{
    struct question question = {
        .store = store, .limits = limits, .layout = layout, .shadow = -1
    };

    question.how = (struct parted_how){ .sectors = limits->size,
                                        .logical = limits->logical,
                                        .answer = answer };
    /* pc98 tables count in cylinders.  A disk has the geometry reported by the kernel; an
     * image has the one that libparted assumed when it created the table. */
    if (store_is_block(store))
        ask_geometry(store_fd(store), &question.how);
    return child_start(&question);
}

struct parted_child *parted_start_shadow(int shadow, const struct limits *limits)
{
    struct question question = { .shadow = shadow };

    question.how =
        (struct parted_how){ .sectors = limits->size, .logical = limits->logical };
    return child_start(&question);
}

void parted_ask(struct parted_child *child, const struct parted_asked *asked)
{
    if (child->fd >= 0)
        parted_asked_send(child->fd, asked);
}

int parted_fd(const struct parted_child *child)
{
    return child->fd;
}

static int reap(struct parted_child *child)
{
    int ended = 0;

    while (child->pid > 0 && waitpid(child->pid, &ended, 0) < 0)
        if (errno != EINTR)
            break;
    child->pid = 0;
    return ended;
}

/* Returns true at the end of the reply. */
static bool read_socket(struct parted_child *child)
{
    while (child->fd >= 0 &&
           !(child->stays && parted_reply_is_whole(child->received, child->count))) {
        child->received = xrealloc(child->received, child->count + 4096, 1);
        ssize_t got = recv(child->fd, child->received + child->count, 4096, MSG_DONTWAIT);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0 && errno == EAGAIN)
            return false;
        if (got > 0)
            child->count += (size_t)got;
        if (got > 0 && child->count < received_max)
            continue;
        (void)close(child->fd); /* only read from */
        child->fd = -1;
    }
    return true;
}

bool parted_receive(struct parted_child *child, struct parted_reply *ret)
{
    if (!read_socket(child))
        return false;
    parted_reply_read(ret, child->received, child->count,
                      child->fd < 0 ? reap(child) : 0);
    if (child->stays)
        child->count = 0;
    return true;
}

void parted_wait(struct parted_child *child, struct parted_reply *ret)
{
    unsigned waited = 0; /* s, or less */

    /* Within the limits of the child this is no wait for a drive: who watches this thread
     * sees that it is at work. */
    while (!parted_receive(child, ret)) {
        struct pollfd waiting = { child->fd, POLLIN, 0 };
        int ms = waited++ < 2 * seconds_max ? 1000 : -1;
        (void)poll(&waiting, 1, ms); /* after EINTR poll() is called again */
    }
}

void parted_free(struct parted_child *child)
{
    if (!child)
        return;
    if (child->fd >= 0)
        (void)close(child->fd); /* only read from */
    if (child->pid > 0)
        (void)kill(child->pid, SIGKILL); /* cannot fail: our own child, not yet reaped */
    (void)reap(child);                   /* its exit status is not needed */
    free(child->received);
    free(child);
}

void parted_version(char ret[32])
{
    struct question question = { .shadow = -1 };
    struct parted_reply reply;
    struct parted_child *child = child_start(&question);

    parted_wait(child, &reply);
    copy_text(ret, 32, reply.version);
    parted_reply_finish(&reply);
    parted_free(child);
}
