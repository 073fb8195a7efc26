/* SPDX-License-Identifier: GPL-3.0-or-later */
/* image.c - makes and removes image files */
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
