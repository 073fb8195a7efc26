/* SPDX-License-Identifier: GPL-3.0-or-later */
/* file.c - whole reads at a place of an open file or device */
#include "device/file.h"

#include <errno.h>
#include <unistd.h>

int file_read_at(int fd, uint64_t offset, void *buf, size_t count)
{
    uint8_t *to = buf;

    while (count) {
        ssize_t got = pread(fd, to, count, (off_t)offset);
        if (got < 0 && errno == EINTR)
            continue;
        /* A file that shrank meanwhile is an I/O error too. */
        if (got <= 0)
            return got ? errno : EIO;
        to += got;
        offset += (uint64_t)got;
        count -= (size_t)got;
    }
    return 0;
}
