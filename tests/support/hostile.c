/* SPDX-License-Identifier: GPL-3.0-or-later */
/* hostile.c - tables made by hand to break those who read them: all of them */
#include "support/hostile.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "model/base/mem.h"
#include "model/base/num.h"
#include "support/hostile_private.h"

static const struct hostile_kind *(*const rooms[])(size_t *) = {
    hostile_gpts,
    hostile_msdos,
    hostile_chains,
    hostile_others,
};

static const struct hostile_kind *find_kind(size_t index)
{
    for (size_t i = 0; i < ARRAY_SIZE(rooms); i++) {
        size_t count;
        const struct hostile_kind *kinds = rooms[i](&count);
        if (index < count)
            return &kinds[index];
        index -= count;
    }
    abort();
}

size_t hostile_count(void)
{
    size_t sum = 0;

    for (size_t i = 0; i < ARRAY_SIZE(rooms); i++) {
        size_t count;
        (void)rooms[i](&count); /* only how many */
        sum += count;
    }
    return sum;
}

const char *hostile_name(size_t index)
{
    return find_kind(index)->name;
}

void hostile_make(size_t index, int fd)
{
    const struct hostile_kind *kind = find_kind(index);

    kind->make(fd, kind->lie);
}

void hostile_put(int fd, uint64_t offset, const void *bytes, size_t count)
{
    if (pwrite(fd, bytes, count, (off_t)offset) == (ssize_t)count)
        return;
    perror("hostile image");
    exit(EXIT_FAILURE);
}

void hostile_entry(uint8_t *sector, unsigned slot, uint8_t type, uint32_t start,
                   uint32_t length)
{
    size_t at = 446 + 16 * (size_t)slot;

    sector[at + 4] = type;
    put_le32(sector, at + 8, start);
    put_le32(sector, at + 12, length);
    put_le16(sector, 510, 0xaa55);
}
