/* SPDX-License-Identifier: GPL-3.0-or-later */
/* kernel_ask.c - asks the kernel for its partitions where /sys is not mounted
 *
 * A resize that names another start than the partition's changes nothing, and its error
 * tells whether there is such a partition (Linux, block/partitions/core.c).  One that
 * names its start and its own length changes nothing and succeeds. */
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "device/system/kernel_private.h"
#include "model/base/mem.h"

enum {
    NUMBER_MAX = 256, /* DISK_MAX_PARTS of Linux */
};

struct ask {
    const struct sys *sys;
    int fd;              /* open on the disk */
    char *proc;          /* /proc/partitions; empty: not mounted */
    char disk[SYS_NAME]; /* its name in the kernel */
};

/* A length in bytes, which is known in units of UNIT bytes; 0: it is not known. */
struct asked_length {
    uint64_t bytes;
    uint64_t unit;
};

/* Finds a line of /proc/partitions by its name, or by the number of a device if NAME is
 * empty, which it then returns. */
static bool find_line(const char *proc, char name[SYS_NAME], dev_t *number, uint64_t *kib)
{
    for (const char *line = proc; *line;
         line += strcspn(line, "\n"), line += *line != 0) {
        unsigned major_number, minor_number;
        unsigned long long size;
        char found[SYS_NAME];

        if (sscanf(line, "%u %u %llu %63s", &major_number, &minor_number, &size, found) !=
            4)
            continue;
        dev_t device = makedev(major_number, minor_number);
        if (name[0] ? strcmp(name, found) != 0 : device != *number)
            continue;
        copy_text(name, SYS_NAME, found);
        *number = device;
        *kib = size;
        return true;
    }
    return false;
}

/* Without /proc the name of the node is that of the disk. */
static void find_disk_name(struct ask *ask, const char *path, dev_t number)
{
    CLEANUP(freep) char *real = realpath(path, NULL);
    size_t root = strlen(ask->sys->dev);
    uint64_t kib;

    if (find_line(ask->proc, ask->disk, &number, &kib) || !real ||
        strncmp(real, ask->sys->dev, root) != 0 || real[root] != '/' ||
        strlen(real + root + 1) >= SYS_NAME)
        return;
    copy_text(ask->disk, SYS_NAME, real + root + 1);
    for (char *c = ask->disk; *c; c++)
        if (*c == '/')
            *c = '!';
}

static bool begin_ask(struct ask *ask, const struct sys *sys, const char *path, int fd)
{
    struct stat status;

    *ask = (struct ask){ .sys = sys, .fd = fd };
    if (fd < 0 || fstat(fd, &status) || !S_ISBLK(status.st_mode))
        return false;
    ask->proc = sys_proc(sys, "partitions");
    find_disk_name(ask, path, status.st_rdev);
    return true;
}

/* Returns false if the node at PATH is not the block device NUMBER; 0: any one. */
static bool node_length(const char *path, dev_t number, uint64_t *ret)
{
    struct stat status;
    int fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    bool is_it = fd >= 0 && !fstat(fd, &status) && S_ISBLK(status.st_mode) &&
                 (!number || status.st_rdev == number) && !ioctl(fd, BLKGETSIZE64, ret);

    if (fd >= 0)
        (void)close(fd); /* only read from */
    return is_it;
}

static struct asked_length ask_length(const struct ask *ask, unsigned number)
{
    size_t end = strlen(ask->disk);
    char name[SYS_NAME], node[SYS_PATH];
    struct asked_length length = { 0 };
    dev_t device = 0;
    uint64_t kib;

    if (!end || snprintf(name, sizeof(name), "%s%s%u", ask->disk,
                         isdigit((unsigned char)ask->disk[end - 1]) ? "p" : "",
                         number) >= SYS_NAME)
        return length;
    if (find_line(ask->proc, name, &device, &kib))
        length = (struct asked_length){ kib * 1024, 1024 };
    sys_node_of(ask->sys, name, node);
    if ((length.unit || !ask->proc[0]) && node_length(node, device, &length.bytes))
        length.unit = 1;
    return length;
}

static bool is_length(struct asked_length length, uint64_t bytes)
{
    return length.unit && length.bytes / length.unit == bytes / length.unit;
}

/* True if partition NUMBER of the kernel is EXTENT of LAYOUT: *ret is its range. */
static bool is_extent(const struct ask *ask, unsigned number, struct asked_length length,
                      const struct layout *layout, const struct extent *extent,
                      struct kernel_part *ret)
{
    struct kernel_part want = kernel_part_of(extent, layout_limits(layout)->logical);

    want.number = number;
    /* Of a container the kernel has one sector or two. */
    if (extent->kind == EXTENT_EXTENDED && length.unit == 1)
        want.length = length.bytes;
    if (!is_length(length, want.length) || kernel_resize(ask->fd, &want))
        return false;
    *ret = want;
    return true;
}

static struct kernel_part ask_part(const struct ask *ask, unsigned number,
                                   const struct layout *const layouts[2])
{
    struct asked_length length = ask_length(ask, number);
    struct kernel_part part = { number, KERNEL_UNKNOWN, KERNEL_UNKNOWN };

    for (size_t i = 0; i < 2 && layouts[i]; i++)
        LAYOUT_EACH (extent, layouts[i])
            if (extent_is_partition(extent) &&
                is_extent(ask, number, length, layouts[i], extent, &part))
                return part;
    if (length.unit)
        part.length = length.bytes;
    return part;
}

/* Returns ENXIO if there is no partition NUMBER, else EINVAL, or 0 for one that starts at
 * the last sector of the disk, and so has this length. */
static int ask_about(int fd, unsigned number, const struct limits *limits)
{
    struct kernel_part last = { number, (limits->size - 1) * limits->logical,
                                limits->logical };

    return kernel_resize(fd, &last);
}

int kernel_parts_ask(const struct sys *sys, const char *path, int fd,
                     const struct layout *const layouts[2], struct kernel_parts *ret)
{
    const struct limits *limits = layout_limits(layouts[0]);
    struct ask ask;
    int error = 0;

    if (!begin_ask(&ask, sys, path, fd))
        return ENOTBLK;
    for (unsigned number = 1; !error && number <= NUMBER_MAX; number++) {
        error = ask_about(fd, number, limits);
        if (!error || error == EINVAL)
            kernel_parts_add(ret, ask_part(&ask, number, layouts));
        if (error == EINVAL || error == ENXIO)
            error = 0;
    }
    free(ask.proc);
    return error;
}
