/* SPDX-License-Identifier: GPL-3.0-or-later */
/* program.c - runs another program, which cannot write to any file, and keeps its output
 */
#include "device/check/program.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#if __has_include(<linux/landlock.h>)
#include <linux/landlock.h>
#endif

#include "device/io/background.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/refusal.h"
#include "model/base/str.h"

struct program {
    pid_t pid; /* 0: it has ended */
    int fd;    /* its output, non-blocking; -1: closed */
    int code;
    struct str output;
    size_t lost; /* bytes of output that are not kept */
};

/* --- where it is --- */

static bool is_program(const char *path)
{
    struct stat status;

    return !stat(path, &status) && S_ISREG(status.st_mode) && !access(path, X_OK);
}

/* Folders that do not begin with "/" depend on where this program was started. */
static char *find_in(const char *folders, const char *name)
{
    while (folders && *folders) {
        size_t length = strcspn(folders, ":");
        CLEANUP(freep)
        char *path = xasprintf("%.*s/%s", (int)length, folders, name);
        if (*folders == '/' && is_program(path))
            return TAKE(path);
        folders += length + (folders[length] == ':');
    }
    return NULL;
}

char *program_find(const char *name)
{
    char *path = find_in(getenv("PATH"), name);

    return path ? path : find_in("/usr/local/sbin:/usr/sbin:/sbin", name);
}

/* --- the child --- */

#if defined(SYS_landlock_create_ruleset) && defined(LANDLOCK_ACCESS_FS_WRITE_FILE)
#define HAS_LANDLOCK 1

/* e2fsck opens it for writing when it begins. */
static void allow_null(int rules)
{
    struct landlock_path_beneath_attr allowed = {
        .allowed_access = LANDLOCK_ACCESS_FS_WRITE_FILE,
        .parent_fd = open("/dev/null", O_PATH | O_CLOEXEC)
    };
    struct stat status;

    if (allowed.parent_fd >= 0 && !fstat(allowed.parent_fd, &status) &&
        S_ISCHR(status.st_mode))
        (void)syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &allowed,
                      0); /* without it e2fsck only tells that */
}
#endif

static void forbid_writes(void)
{
#ifdef HAS_LANDLOCK
    struct landlock_ruleset_attr attr = { .handled_access_fs =
                                              LANDLOCK_ACCESS_FS_WRITE_FILE };
    int rules = (int)syscall(SYS_landlock_create_ruleset, &attr, sizeof(attr), 0);

    /* Without it the program's own option still keeps it from writing. */
    if (rules < 0 || prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0))
        return;
    allow_null(rules);
    (void)syscall(SYS_landlock_restrict_self, rules, 0);
#endif
}

/* Descriptors 0 to 2 become an empty input and the pipe; all others are closed. */
static bool redirect(int pipe)
{
    int empty = open("/dev/null", O_RDONLY | O_CLOEXEC);

    /* Above the numbers that are assigned below. */
    empty = fcntl(empty, F_DUPFD_CLOEXEC, 10);
    pipe = fcntl(pipe, F_DUPFD_CLOEXEC, 10);
    if (empty < 0 || pipe < 0 || dup2(empty, 0) < 0 || dup2(pipe, 1) < 0 ||
        dup2(pipe, 2) < 0)
        return false;
    closefrom(3);
    return true;
}

/* Never returns.  The parent has other threads: only calls that are safe in a signal
 * handler are made. */
static _Noreturn void run_program(const char *path, char *const *argv, int pipe)
{
    char locale[] = "LC_ALL=C", folders[] = "PATH=/usr/sbin:/usr/bin:/sbin:/bin";
    char *const environment[] = { locale, folders, NULL };

    background_reset_signals();
    (void)setsid(); /* cannot fail in a new process: it leads no group */
    (void)prctl(PR_SET_PDEATHSIG, SIGKILL); /* a valid signal: cannot fail */
    if (redirect(pipe)) {
        forbid_writes();
        (void)execve(path, argv, environment); /* returns only if it fails */
    }
    _exit(126);
}

/* Blocks all signals until the child has reset the parent's handlers. */
static pid_t fork_program(const char *path, char *const *argv, int pipe)
{
    sigset_t all, before;

    (void)sigfillset(&all); /* cannot fail, nor can pthread_sigmask() with it */
    (void)sigprocmask(SIG_SETMASK, &all, &before);
    pid_t pid = fork();
    if (pid == 0)
        run_program(path, argv, pipe);
    (void)sigprocmask(SIG_SETMASK, &before, NULL);
    return pid;
}

/* --- the parent --- */

static char **argv_of(const char *path, const char *const *args)
{
    size_t count = 0;

    while (args[count])
        count++;
    char **argv = xcalloc(count + 2, sizeof(*argv));
    argv[0] = xstrdup(path);
    for (size_t i = 0; i < count; i++)
        argv[1 + i] = xstrdup(args[i]);
    return argv;
}

static void free_argv(char **argv)
{
    for (char **at = argv; *at; at++)
        free(*at);
    free(argv);
}

struct program *program_start(const char *path, const char *const *args, struct err *err)
{
    int ends[2] = { -1, -1 };
    pid_t pid = -1;

    if (!pipe2(ends, O_CLOEXEC) && !fcntl(ends[0], F_SETFL, O_NONBLOCK)) {
        char **argv = argv_of(path, args);
        pid = fork_program(path, argv, ends[1]);
        free_argv(argv);
    }
    int error = errno;
    if (ends[1] >= 0)
        (void)close(ends[1]); /* the child has its own */
    if (pid < 0) {
        if (ends[0] >= 0)
            (void)close(ends[0]); /* nothing was read */
        (void)err_refuse(err, REFUSAL_CHECKER_NOT_STARTED,
                         _("%1$s cannot be started: %2$s."), path, strerror(error));
        return NULL;
    }
    struct program *program = xcalloc(1, sizeof(*program));
    program->pid = pid;
    program->fd = ends[0];
    return program;
}

static void keep_output(struct program *program, const char *bytes, size_t count)
{
    size_t free_bytes = OUTPUT_MAX - program->output.length;
    size_t kept = count < free_bytes ? count : free_bytes;

    str_add_bytes(&program->output, bytes, kept);
    program->lost += count - kept;
}

static void read_output(struct program *program)
{
    char bytes[4096];

    while (program->fd >= 0) {
        ssize_t got = read(program->fd, bytes, sizeof(bytes));
        if (got > 0) {
            keep_output(program, bytes, (size_t)got);
        } else if (got == 0 || errno != EINTR) {
            if (got < 0 && errno == EAGAIN)
                return;
            (void)close(program->fd); /* only read from */
            program->fd = -1;
        }
    }
}

/* What it has started itself may still hold the pipe: that is not waited for. */
static bool has_ended(struct program *program)
{
    int status = 0;

    if (program->pid && waitpid(program->pid, &status, WNOHANG) == program->pid) {
        program->pid = 0;
        program->code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    }
    return !program->pid;
}

bool program_wait(struct program *program, int max_ms)
{
    struct pollfd news = { .fd = program->fd, .events = POLLIN };

    if (program->pid)
        (void)poll(&news, 1, max_ms); /* EINTR: the caller comes again */
    bool is_ended = has_ended(program);
    read_output(program);
    return is_ended;
}

void program_kill(struct program *program)
{
    if (!program->pid)
        return;
    /* It leads a session; if it has not begun that yet, only it exists. */
    (void)kill(-program->pid, SIGKILL);
    (void)kill(program->pid, SIGKILL); /* our own child, not yet reaped: cannot fail */
}

int program_code(const struct program *program)
{
    return program->code;
}

void program_output(const struct program *program, struct lines *ret)
{
    const char *text = str_text(&program->output);

    while (*text) {
        size_t length = strcspn(text, "\n");
        if (length)
            lines_add(ret, "%.*s", (int)length, text);
        text += length + (text[length] == '\n');
    }
    if (program->lost)
        lines_add(ret, _("(%zu more bytes were not kept)"), program->lost);
}

void program_free(struct program *program)
{
    if (!program)
        return;
    program_kill(program);
    (void)has_ended(program); /* a request that hangs in the kernel is not waited for */
    if (program->fd >= 0)
        (void)close(program->fd); /* only read from */
    str_finish(&program->output);
    free(program);
}
