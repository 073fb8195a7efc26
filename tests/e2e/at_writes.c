/* SPDX-License-Identifier: GPL-3.0-or-later */
/* at_writes.c - loaded into the program before the C library: counts its writes to the
 * file WRITES_TO, and ends or stops it at some of them
 *
 * WRITES_LOG=FILE: a byte is added for each write; WRITES_KILL=N: killed instead of the
 * Nth; WRITES_KILL_AT=OFFSET: instead of the first to this byte; WRITES_STOP="N N ..":
 * stopped after these; WRITES_GONE=N: from the Nth on nothing can be read, written or
 * flushed, as if the disk was unplugged; WRITES_FAIL=N: the Nth fails; WRITES_HANG=N:
 * the Nth waits while there is a file WRITES_GATE; WRITES_HURRY: it does not sleep before
 * it tries again; WRITES_STUCK=N: from the Nth on reads wait while there is a file
 * WRITES_GATE; WRITES_SOLID: its file system makes no holes; WRITES_DENSE: it knows of
 * none. A hole that is made counts as a write of zeros.
 *
 * WRITES_TAPE=FILE: gets each write and flush, also of the file WRITES_ALSO_TO: the
 * number of the file, offset and count (0 for a flush), 8 bytes each, and what is
 * written. WRITES_BAD=FILE: names a block of WRITES_TO that cannot be read, and not be
 * written in part: its offset and count. FILE is removed when all of the block is
 * written. */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

typedef ssize_t write_function(int fd, const void *bytes, size_t count, off_t offset);
typedef ssize_t read_function(int fd, void *bytes, size_t count, off_t offset);
typedef int flush_function(int fd);
typedef int hole_function(int fd, int mode, off_t offset, off_t count);
typedef off_t seek_function(int fd, off_t offset, int whence);
typedef int sleep_function(const struct timespec *duration, struct timespec *left);

static unsigned long writes, reads;

static bool is_file(int fd, const char *name)
{
    const char *path = getenv(name);
    struct stat file, open_file;

    return path && !stat(path, &file) && !fstat(fd, &open_file) &&
           file.st_ino == open_file.st_ino && file.st_dev == open_file.st_dev;
}

static bool is_watched(int fd)
{
    return is_file(fd, "WRITES_TO");
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

/* As in the kernel: no processor time passes. */
static void wait_for_gate(void)
{
    const char *gate = getenv("WRITES_GATE");
    char event[sizeof(struct inotify_event) + NAME_MAX + 1];
    int fd = gate && !access(gate, F_OK) ? inotify_init1(IN_CLOEXEC) : -1;
    bool is_seen = fd >= 0 && inotify_add_watch(fd, gate, IN_DELETE_SELF) >= 0;

    while (is_seen && !access(gate, F_OK))
        (void)!read(fd, event, sizeof(event));
    if (fd >= 0)
        close(fd);
}

/* --- a disk that goes away --- */

/* 0: NAME is not set. */
static unsigned long number_of(const char *name)
{
    const char *text = getenv(name);

    return text ? strtoul(text, NULL, 10) : 0;
}

static bool is_gone(int fd)
{
    unsigned long first = number_of("WRITES_GONE");

    return first && __atomic_load_n(&writes, __ATOMIC_SEQ_CST) >= first && is_watched(fd);
}

/* --- the tape --- */

static void add_to_tape(int fd, uint64_t offset, const void *bytes, size_t count)
{
    const char *path = getenv("WRITES_TAPE");
    bool is_other = is_file(fd, "WRITES_ALSO_TO");
    uint64_t head[] = { is_other, offset, count };
    struct iovec both[] = { { head, sizeof(head) }, { (void *)bytes, count } };

    if (!path || (!is_other && !is_watched(fd)))
        return;
    int tape = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    if (tape < 0 || writev(tape, both, 2) != (ssize_t)(sizeof(head) + count))
        abort();
    close(tape);
}

static int flush_by(const char *name, int fd)
{
    flush_function *real = (flush_function *)dlsym(RTLD_NEXT, name);

    if (is_gone(fd)) {
        errno = EIO;
        return -1;
    }
    int result = real(fd);
    if (!result)
        add_to_tape(fd, 0, NULL, 0);
    return result;
}

int fdatasync(int fd)
{
    return flush_by("fdatasync", fd);
}

int fsync(int fd)
{
    return flush_by("fsync", fd);
}

/* --- a bad block --- */

/* Returns how many bytes of it are in [OFFSET, OFFSET + COUNT) of FD; RET: its bytes. */
static uint64_t bytes_of_bad(int fd, off_t offset, size_t count, uint64_t *ret)
{
    const char *path = getenv("WRITES_BAD");
    uint64_t block[2], first = (uint64_t)offset, end = first + count;
    int file = path && is_watched(fd) ? open(path, O_RDONLY | O_CLOEXEC) : -1;

    if (file < 0)
        return 0;
    if (read(file, block, sizeof(block)) != sizeof(block))
        abort();
    close(file);
    *ret = block[1];
    first = first > block[0] ? first : block[0];
    end = end < block[0] + block[1] ? end : block[0] + block[1];
    return end > first ? end - first : 0;
}

static bool is_stuck(void)
{
    unsigned long first = number_of("WRITES_STUCK");

    return first && __atomic_add_fetch(&reads, 1, __ATOMIC_SEQ_CST) >= first;
}

ssize_t pread(int fd, void *bytes, size_t count, off_t offset)
{
    read_function *real = (read_function *)dlsym(RTLD_NEXT, "pread64");
    uint64_t all;

    if (is_watched(fd) && is_stuck())
        wait_for_gate();
    if (!is_gone(fd) && !bytes_of_bad(fd, offset, count, &all))
        return real(fd, bytes, count, offset);
    errno = EIO;
    return -1;
}

static bool may_write(int fd, off_t offset, size_t count)
{
    uint64_t all, bad = bytes_of_bad(fd, offset, count, &all);

    if (bad && bad == all)
        unlink(getenv("WRITES_BAD"));
    return !bad || bad == all;
}

/* --- writes --- */

static bool is_last(unsigned long number, off_t offset, size_t count)
{
    unsigned long at = number_of("WRITES_KILL_AT");

    return lists("WRITES_KILL", number) ||
           (at && (unsigned long)offset <= at && at - (unsigned long)offset < count);
}

/* BYTES: to be written; NULL: they become a hole, without a change of size. */
static ssize_t put(int fd, const void *bytes, size_t count, off_t offset)
{
    write_function *write_there = (write_function *)dlsym(RTLD_NEXT, "pwrite64");
    hole_function *punch = (hole_function *)dlsym(RTLD_NEXT, "fallocate64");
    int mode = FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE;
    void *zeros = NULL;
    ssize_t done;

    if (bytes) {
        done = write_there(fd, bytes, count, offset);
    } else {
        zeros = calloc(1, count);
        if (!zeros)
            abort();
        done = punch(fd, mode, offset, (off_t)count) ? -1 : (ssize_t)count;
    }
    if (done > 0)
        add_to_tape(fd, (uint64_t)offset, bytes ? bytes : zeros, (size_t)done);
    free(zeros);
    return done;
}

static ssize_t put_watched(int fd, const void *bytes, size_t count, off_t offset)
{
    if (!is_watched(fd))
        return put(fd, bytes, count, offset);
    if (!may_write(fd, offset, count)) {
        errno = EIO;
        return -1;
    }
    unsigned long number = __atomic_add_fetch(&writes, 1, __ATOMIC_SEQ_CST);
    add_to_log();
    if (is_last(number, offset, count))
        raise(SIGKILL);
    if (lists("WRITES_HANG", number))
        wait_for_gate();
    if (is_gone(fd) || lists("WRITES_FAIL", number)) {
        errno = EIO;
        return -1;
    }
    ssize_t written = put(fd, bytes, count, offset);
    if (lists("WRITES_STOP", number))
        raise(SIGSTOP);
    return written;
}

/* The C library's own declarations have names for 64-bit offsets. */
ssize_t pwrite(int fd, const void *bytes, size_t count, off_t offset)
{
    return put_watched(fd, bytes, count, offset);
}

int fallocate(int fd, int mode, off_t offset, off_t count)
{
    hole_function *real = (hole_function *)dlsym(RTLD_NEXT, "fallocate64");

    if (!(mode & FALLOC_FL_PUNCH_HOLE))
        return real(fd, mode, offset, count);
    if (getenv("WRITES_SOLID")) {
        errno = EOPNOTSUPP;
        return -1;
    }
    return put_watched(fd, NULL, (size_t)count, offset) < 0 ? -1 : 0;
}

off_t lseek(int fd, off_t offset, int whence)
{
    seek_function *real = (seek_function *)dlsym(RTLD_NEXT, "lseek64");

    return whence == SEEK_DATA && getenv("WRITES_DENSE") ? offset
                                                         : real(fd, offset, whence);
}

int nanosleep(const struct timespec *duration, struct timespec *left)
{
    sleep_function *real = (sleep_function *)dlsym(RTLD_NEXT, "nanosleep");

    return getenv("WRITES_HURRY") ? 0 : real(duration, left);
}
