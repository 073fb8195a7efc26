/* SPDX-License-Identifier: GPL-3.0-or-later */
/* image.c - makes and removes image files, and disks that fail */
#include "support/image.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static void give_up(const char *what)
{
    perror(what);
    exit(EXIT_FAILURE);
}

void image_make(struct image *ret, uint64_t bytes)
{
    const char *tmp = getenv("TMPDIR");

    snprintf(ret->folder, sizeof ret->folder, "%.40s/alidade-XXXXXX", tmp ? tmp : "/tmp");
    if (!mkdtemp(ret->folder))
        give_up(ret->folder);
    snprintf(ret->path, sizeof ret->path, "%s/disk.img", ret->folder);
    ret->fd = open(ret->path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (ret->fd < 0 || ftruncate(ret->fd, (off_t)bytes) < 0)
        give_up(ret->path);
}

void image_put(const struct image *image, uint64_t offset, const void *bytes,
               size_t count)
{
    if (pwrite(image->fd, bytes, count, (off_t)offset) != (ssize_t)count)
        give_up(image->path);
}

void image_remove(struct image *image)
{
    close(image->fd);
    unlink(image->path);
    rmdir(image->folder);
}

static bool read_faulty(void *context, uint64_t offset, void *buf, size_t count)
{
    const struct faulty *faulty = context;

    if (offset < faulty->bad_to && offset + count > faulty->bad_from)
        return false;
    return window_read(faulty->disk, offset, buf, count);
}

struct window window_of_faulty(struct faulty *faulty)
{
    return (struct window){ read_faulty, faulty, faulty->disk->size };
}
