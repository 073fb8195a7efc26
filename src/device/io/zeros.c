/* SPDX-License-Identifier: GPL-3.0-or-later */
/* zeros.c - which parts of a disk are zeros, told without reading them */
#include "device/io/zeros.h"

#include "device/io/file.h"

bool zeros_at(const struct zeros *zeros, uint64_t offset, uint64_t count)
{
    return zeros->are_zeros && zeros->are_zeros(zeros->context, offset, count);
}

/* A file system without holes says that all is data. */
static bool is_hole(void *context, uint64_t offset, uint64_t count)
{
    const int *fd = context;

    return file_next_data(*fd, offset, offset + count) == offset + count;
}

struct zeros zeros_of_holes(int *fd)
{
    return (struct zeros){ is_hole, fd };
}
