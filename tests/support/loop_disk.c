/* SPDX-License-Identifier: GPL-3.0-or-later */
/* loop_disk.c - a loop device that a test makes and takes away again; needs root */
#include "support/loop_disk.h"

#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <linux/blkpg.h>
#include <linux/fs.h>
#include <linux/loop.h>

enum {
    TRIES = 16,
    PARTS_MAX = 128,
    ARGUMENTS_MAX = 16,
};

static bool configure(struct loop_disk *loop, int control, struct loop_config *config)
{
    int number = ioctl(control, LOOP_CTL_GET_FREE), is_read_only = 0;

    (void)snprintf(loop->path, sizeof(loop->path), "/dev/loop%d", number);
    loop->fd = number < 0 ? -1 : open(loop->path, O_RDWR | O_CLOEXEC);
    /* BLKROSET keeps its value when the device gets another file. */
    if (loop->fd >= 0 && !ioctl(loop->fd, LOOP_CONFIGURE, config) &&
        !ioctl(loop->fd, BLKROSET, &is_read_only))
        return true;
    if (loop->fd >= 0)
        (void)close(loop->fd); /* not ours */
    loop->fd = -1;
    return false;
}

bool loop_disk_open(struct loop_disk *ret, const char *path, unsigned logical,
                    bool is_read_only)
{
    struct loop_config config = {
        .block_size = logical,
        .info = { .lo_flags = LO_FLAGS_AUTOCLEAR | LO_FLAGS_PARTSCAN },
    };
    int control = open("/dev/loop-control", O_RDWR | O_CLOEXEC);
    int backing = open(path, (is_read_only ? O_RDONLY : O_RDWR) | O_CLOEXEC);
    bool is_open = false;

    /* A test that looked for a device at the same time would find the same one. */
    if (control >= 0)
        (void)flock(control, LOCK_EX);
    ret->fd = -1;
    config.fd = (unsigned)backing;
    if (is_read_only)
        config.info.lo_flags |= LO_FLAGS_READ_ONLY;
    for (int tries = 0; tries < TRIES && control >= 0 && backing >= 0 && !is_open;
         tries++)
        is_open = configure(ret, control, &config);
    if (control >= 0)
        (void)close(control);
    if (backing >= 0)
        (void)close(backing);
    return is_open;
}

static bool send_blkpg(const struct loop_disk *loop, int operation, unsigned number,
                       uint64_t start, uint64_t length)
{
    struct blkpg_partition part = { .start = (long long)start,
                                    .length = (long long)length,
                                    .pno = (int)number };
    struct blkpg_ioctl_arg arg = { .op = operation,
                                   .datalen = sizeof(part),
                                   .data = &part };

    return !ioctl(loop->fd, BLKPG, &arg);
}

void loop_disk_close(struct loop_disk *loop)
{
    if (loop->fd < 0)
        return;
    for (unsigned number = 1; number <= PARTS_MAX; number++)
        (void)send_blkpg(loop, BLKPG_DEL_PARTITION, number, 0,
                         0); /* most are not there */
    (void)close(loop->fd);
    loop->fd = -1;
}

const char *loop_disk_node(const struct loop_disk *loop, unsigned number, char ret[64])
{
    (void)snprintf(ret, 64, "%sp%u", loop->path, number);
    return ret;
}

bool loop_disk_add(const struct loop_disk *loop, unsigned number, uint64_t start,
                   uint64_t length)
{
    char node[64];

    return send_blkpg(loop, BLKPG_ADD_PARTITION, number, start, length) &&
           !access(loop_disk_node(loop, number, node), F_OK);
}

bool loop_disk_run(const char *program, ...)
{
    char *arguments[ARGUMENTS_MAX] = { NULL };
    va_list list;
    size_t count = 0;
    int status;

    va_start(list, program);
    arguments[count++] = (char *)program;
    while (count + 1 < ARGUMENTS_MAX && (arguments[count] = va_arg(list, char *)))
        count++;
    va_end(list);
    pid_t child = fork();
    if (child == 0) {
        int null = open("/dev/null", O_WRONLY);
        (void)dup2(null, 1); /* its output is not needed */
        (void)dup2(null, 2); /* as above */
        execvp(program, arguments);
        _exit(127);
    }
    return child > 0 && waitpid(child, &status, 0) == child && status == 0;
}
