/* SPDX-License-Identifier: GPL-3.0-or-later */
/* no_memory.c - loaded into the program before the C library: allocations fail
 *
 * MEMORY_FAILS_AT=N: the Nth of them does, with MEMORY_IS_GONE also all that follow;
 * MEMORY_COUNT=FILE: gets the number of all, when the program ends. */
#include <errno.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *old, size_t size);
void *__libc_memalign(size_t alignment, size_t size);

static atomic_ulong allocations;
static unsigned long fails_at;
static bool is_gone;
static pid_t program;

__attribute__((constructor)) static void read_environment(void)
{
    const char *at = getenv("MEMORY_FAILS_AT");

    program = getpid();
    allocations = 0; /* those before main() are not the program's */
    is_gone = getenv("MEMORY_IS_GONE");
    fails_at = at ? strtoul(at, NULL, 10) : 0;
}

__attribute__((destructor)) static void write_count(void)
{
    const char *path = getenv("MEMORY_COUNT");
    unsigned long count = allocations;
    FILE *file = path && getpid() == program ? fopen(path, "w") : NULL;

    if (file && (fprintf(file, "%lu\n", count) < 0 || fclose(file)))
        abort();
}

/* Of the program itself: libparted's child is another one. */
static bool fails(void)
{
    unsigned long number = ++allocations;
    bool is_failing = fails_at && getpid() == program &&
                      (number == fails_at || (is_gone && number > fails_at));

    if (is_failing)
        errno = ENOMEM;
    return is_failing;
}

void *malloc(size_t size)
{
    return fails() ? NULL : __libc_malloc(size);
}

void *calloc(size_t count, size_t size)
{
    return fails() ? NULL : __libc_calloc(count, size);
}

void *realloc(void *old, size_t size)
{
    return fails() ? NULL : __libc_realloc(old, size);
}

void *reallocarray(void *old, size_t count, size_t size)
{
    size_t whole;

    if (__builtin_mul_overflow(count, size, &whole) || fails())
        return NULL;
    return __libc_realloc(old, whole);
}

void *aligned_alloc(size_t alignment, size_t size)
{
    return fails() ? NULL : __libc_memalign(alignment, size);
}
