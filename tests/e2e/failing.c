/* SPDX-License-Identifier: GPL-3.0-or-later */
/* failing.c - loaded into the program before the C library: some of its requests fail
 *
 * FAILS=memory, open, read, write or flush: the kind of request; FAILS_AT=N: the Nth of
 * them does, with FAILS_ON also all that follow; FAILS_COUNT=FILE: gets the number of all
 * when the program ends.  Requests of its children are none of them. */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *old, size_t size);
void *__libc_memalign(size_t alignment, size_t size);

enum request { MEMORY, OPEN, READ, WRITE, FLUSH, REQUESTS };

static const char *const names[] = { "memory", "open", "read", "write", "flush" };
static const int errors[] = { ENOMEM, EMFILE, EIO, EIO, EIO };

static atomic_ulong requests;
static unsigned long fails_at;
static enum request failing = REQUESTS;
static bool is_on;
static pid_t program;

__attribute__((constructor)) static void read_environment(void)
{
    const char *kind = getenv("FAILS"), *at = getenv("FAILS_AT");

    program = getpid();
    is_on = getenv("FAILS_ON");
    fails_at = at ? strtoul(at, NULL, 10) : 0;
    for (int i = 0; kind && i < REQUESTS; i++)
        if (!strcmp(kind, names[i]))
            failing = (enum request)i;
    requests = 0; /* those before main() are not the program's */
}

__attribute__((destructor)) static void write_count(void)
{
    const char *path = getenv("FAILS_COUNT");
    unsigned long count = requests;

    failing = REQUESTS;
    FILE *file = path && getpid() == program ? fopen(path, "w") : NULL;
    if (file && (fprintf(file, "%lu\n", count) < 0 || fclose(file)))
        abort();
}

static bool fails(enum request request)
{
    if (request != failing || getpid() != program)
        return false;
    unsigned long number = ++requests;
    bool is_failing = fails_at && (number == fails_at || (is_on && number > fails_at));
    if (is_failing)
        errno = errors[request];
    return is_failing;
}

/* --- memory --- */

void *malloc(size_t size)
{
    return fails(MEMORY) ? NULL : __libc_malloc(size);
}

void *calloc(size_t count, size_t size)
{
    return fails(MEMORY) ? NULL : __libc_calloc(count, size);
}

void *realloc(void *old, size_t size)
{
    return fails(MEMORY) ? NULL : __libc_realloc(old, size);
}

void *reallocarray(void *old, size_t count, size_t size)
{
    size_t whole;

    if (__builtin_mul_overflow(count, size, &whole) || fails(MEMORY))
        return NULL;
    return __libc_realloc(old, whole);
}

void *aligned_alloc(size_t alignment, size_t size)
{
    return fails(MEMORY) ? NULL : __libc_memalign(alignment, size);
}

/* --- files --- */

/* What is called is open64() and its kind, as the macros of large files have it. */
typedef int open_function(const char *path, int flags, ...);
typedef ssize_t read_function(int fd, void *bytes, size_t count, off_t offset);
typedef ssize_t write_function(int fd, const void *bytes, size_t count, off_t offset);
typedef int flush_function(int fd);

int open(const char *path, int flags, ...)
{
    open_function *next = (open_function *)dlsym(RTLD_NEXT, "open64");
    mode_t mode = 0;
    va_list args;

    va_start(args, flags);
    if (flags & O_CREAT)
        mode = va_arg(args, mode_t);
    va_end(args);
    return fails(OPEN) ? -1 : next(path, flags, mode);
}

ssize_t pread(int fd, void *bytes, size_t count, off_t offset)
{
    read_function *next = (read_function *)dlsym(RTLD_NEXT, "pread64");

    return fails(READ) ? -1 : next(fd, bytes, count, offset);
}

ssize_t pwrite(int fd, const void *bytes, size_t count, off_t offset)
{
    write_function *next = (write_function *)dlsym(RTLD_NEXT, "pwrite64");

    return fails(WRITE) ? -1 : next(fd, bytes, count, offset);
}

int fsync(int fd)
{
    flush_function *next = (flush_function *)dlsym(RTLD_NEXT, "fsync");

    return fails(FLUSH) ? -1 : next(fd);
}

int fdatasync(int fd)
{
    flush_function *next = (flush_function *)dlsym(RTLD_NEXT, "fdatasync");

    return fails(FLUSH) ? -1 : next(fd);
}
