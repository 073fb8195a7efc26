/* SPDX-License-Identifier: GPL-3.0-or-later */
/* at_writes.c - loaded into the program before the C library: counts its writes to the
 * file WRITES_TO, and ends or stops it at some of them
 *
 * WRITES_LOG=FILE: a byte is added for each write; WRITES_KILL=N: killed instead of the
 * Nth; WRITES_STOP="N N ..": stopped after these; WRITES_HURRY: it does not sleep before
 * it tries again. */
#include <dlfcn.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

typedef ssize_t write_function(int fd, const void *bytes, size_t count, off_t offset);
typedef int sleep_function(const struct timespec *duration, struct timespec *left);

static unsigned long writes;

static bool is_watched(int fd)
{
    const char *path = getenv("WRITES_TO");
    struct stat file, open_file;

    return path && !stat(path, &file) && !fstat(fd, &open_file) &&
           file.st_ino == open_file.st_ino && file.st_dev == open_file.st_dev;
}

static void add_to_log(void)
{
    const char *path = getenv("WRITES_LOG");
    int fd = path ? open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600) : -1;

    if (path && (fd < 0 || write(fd, "w", 1) != 1))
        abort();
    if (fd >= 0)
        close(fd);
}

static bool lists(const char *name, unsigned long number)
{
    const char *at = getenv(name);

    while (at && *at) {
        char *end;
        if (strtoul(at, &end, 10) == number)
            return true;
        at = *end ? end + 1 : end;
    }
    return false;
}

/* The C library's own declaration has a name for 64-bit offsets. */
ssize_t pwrite(int fd, const void *bytes, size_t count, off_t offset)
{
    write_function *real = (write_function *)dlsym(RTLD_NEXT, "pwrite64");

    if (!is_watched(fd))
        return real(fd, bytes, count, offset);
    unsigned long number = __atomic_add_fetch(&writes, 1, __ATOMIC_SEQ_CST);
    add_to_log();
    if (lists("WRITES_KILL", number))
        raise(SIGKILL);
    ssize_t written = real(fd, bytes, count, offset);
    if (lists("WRITES_STOP", number))
        raise(SIGSTOP);
    return written;
}

int nanosleep(const struct timespec *duration, struct timespec *left)
{
    sleep_function *real = (sleep_function *)dlsym(RTLD_NEXT, "nanosleep");

    return getenv("WRITES_HURRY") ? 0 : real(duration, left);
}
