/* SPDX-License-Identifier: GPL-3.0-or-later */
/* at_parted.c - loaded into the program before the C library: adds a byte to the file
 * FORKS_TO for each child process, to CALLS_TO for each thousand times that libparted
 * looks for a partition by its number, and to READS_TO for each hundred reads of any
 * file; READS_SLOW=N: each read of libparted's takes N microseconds more; READS_BUSY=N:
 * the first one computes for N s; with RANDOM_TO the kernel has no random numbers for who
 * does not wait for them, and each such call adds a byte to that file */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/random.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>

#include <parted/parted.h>

static void add_to(const char *name)
{
    const char *path = getenv(name);
    int fd = path ? open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600) : -1;

    if (path && (fd < 0 || write(fd, "x", 1) != 1))
        abort();
    if (fd >= 0)
        (void)close(fd);
}

/* The real function NAME; libparted is loaded by the child only, and not for all. */
static void *find_real(const char *name)
{
    void *library = dlopen("libparted.so.2", RTLD_NOW | RTLD_LOCAL);
    void *real = library ? dlsym(library, name) : NULL;

    if (!real)
        abort();
    return real;
}

pid_t fork(void)
{
    static pid_t (*real)(void);

    if (!real)
        real = (pid_t(*)(void))dlsym(RTLD_NEXT, "fork");
    add_to("FORKS_TO");
    return real();
}

ssize_t pread(int fd, void *bytes, size_t count, off_t offset)
{
    static ssize_t (*real)(int fd, void *bytes, size_t count, off_t offset);
    static unsigned long reads;

    if (!real)
        real = (ssize_t(*)(int, void *, size_t, off_t))dlsym(RTLD_NEXT, "pread64");
    if (++reads % 100 == 0)
        add_to("READS_TO");
    return real(fd, bytes, count, offset);
}

ssize_t getrandom(void *bytes, size_t count, unsigned flags)
{
    static ssize_t (*real)(void *bytes, size_t count, unsigned flags);

    if (!real)
        real = (ssize_t(*)(void *, size_t, unsigned))dlsym(RTLD_NEXT, "getrandom");
    if (!(flags & GRND_NONBLOCK) || !getenv("RANDOM_TO"))
        return real(bytes, count, flags);
    add_to("RANDOM_TO");
    errno = EAGAIN;
    return -1;
}

PedPartition *ped_disk_get_partition(const PedDisk *disk, int num)
{
    static PedPartition *(*real)(const PedDisk *disk, int num);
    static unsigned long calls;

    if (!real)
        real = (PedPartition * (*)(const PedDisk *, int))
            find_real("ped_disk_get_partition");
    if (++calls % 1000 == 0)
        add_to("CALLS_TO");
    return real(disk, num);
}

static void compute(const char *seconds)
{
    static bool is_done;
    clock_t end = clock() + (seconds && !is_done ? atoi(seconds) : 0) * CLOCKS_PER_SEC;

    is_done = true;
    while (clock() < end)
        ;
}

int ped_device_read(const PedDevice *device, void *bytes, PedSector start,
                    PedSector count)
{
    static int (*real)(const PedDevice *device, void *bytes, PedSector start,
                       PedSector count);
    const char *slow = getenv("READS_SLOW");

    if (!real)
        real = (int (*)(const PedDevice *, void *, PedSector, PedSector))find_real(
            "ped_device_read");
    compute(getenv("READS_BUSY"));
    if (slow)
        (void)usleep((useconds_t)atoi(slow));
    return real(device, bytes, start, count);
}
