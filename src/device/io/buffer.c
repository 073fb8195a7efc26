/* SPDX-License-Identifier: GPL-3.0-or-later */
/* buffer.c - memory that disks are read to and written from */
#include "device/io/buffer.h"

#include <sys/mman.h>

#include "model/base/mem.h"

/* Of most processors. */
#define SMALL_PAGE ((size_t)4096)
#define LARGE_PAGE ((size_t)2 << 20)

void *buffer_new(size_t size)
{
    size_t page = size < LARGE_PAGE ? SMALL_PAGE : LARGE_PAGE;
    volatile char *buffer = xaligned(page, size);

    if (page == LARGE_PAGE)
        (void)madvise((void *)buffer, size, MADV_HUGEPAGE);
    for (size_t at = 0; at < size; at += SMALL_PAGE)
        buffer[at] = 0;
    return (void *)buffer;
}
