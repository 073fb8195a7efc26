/* SPDX-License-Identifier: GPL-3.0-or-later */
/* virtual_clock.c - loaded into the program before the C library: its monotonic clock is
 * the count of nanoseconds in the file VIRTUAL_CLOCK, which emulated_drive advances
 *
 * Other clocks stay real. A wait with a deadline of this clock is left to the kernel, for
 * whose clock it lies far ahead: it never ends because the machine is busy. */
#include <dlfcn.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

typedef int clock_function(clockid_t id, struct timespec *ret);

/* 36 years: no machine has been up so long. */
#define BEGIN_NS  (UINT64_C(1) << 60)
#define SECOND_NS UINT64_C(1000000000)
/* What a look at the clock takes: no time between two of them is 0. */
#define LOOK_NS UINT64_C(100)

static uint64_t *count_ns; /* NULL: the clock is real */

__attribute__((constructor)) static void map_clock(void)
{
    const char *path = getenv("VIRTUAL_CLOCK");
    int fd = path ? open(path, O_RDWR | O_CLOEXEC) : -1;

    if (!path)
        return;
    count_ns = mmap(NULL, sizeof(*count_ns), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    if (count_ns == MAP_FAILED)
        abort();
    close(fd);
}

int clock_gettime(clockid_t id, struct timespec *ret)
{
    clock_function *real = (clock_function *)dlsym(RTLD_NEXT, "clock_gettime");

    if (id != CLOCK_MONOTONIC || !count_ns)
        return real(id, ret);
    uint64_t ns = BEGIN_NS + __atomic_add_fetch(count_ns, LOOK_NS, __ATOMIC_SEQ_CST);
    *ret = (struct timespec){ .tv_sec = (time_t)(ns / SECOND_NS),
                              .tv_nsec = (long)(ns % SECOND_NS) };
    return 0;
}
