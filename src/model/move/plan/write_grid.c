/* SPDX-License-Identifier: GPL-3.0-or-later */
/* write_grid.c - the blocks of a disk that a move writes as a whole */
#include "model/move/plan/write_grid.h"

#include "model/base/num.h"

enum { PAGE = 4096, MINIMUM_IO_MAX = 65536 };

struct alignment journal_grid(const struct limits *limits)
{
    struct alignment grid = limits_physical_grid(limits);

    if (grid.grain * limits->logical < PAGE)
        grid.grain = PAGE / limits->logical;
    return grid;
}

struct alignment journal_write_grid(const struct limits *limits)
{
    struct alignment grid = journal_grid(limits);
    uint64_t bytes = limits->minimum_io;

    if (num_is_power_of_two(bytes) && bytes <= MINIMUM_IO_MAX &&
        bytes > grid.grain * limits->logical)
        grid.grain = bytes / limits->logical;
    return grid;
}

uint64_t write_grid_at_start(struct alignment grid, uint64_t logical, uint64_t start,
                             uint64_t *ret_first)
{
    uint64_t end = start + PAGE / logical, behind = align_next(grid, end);

    *ret_first = align_next(grid, start);
    return *ret_first < end && behind != ALIGN_NONE ? behind - *ret_first : 0;
}
