/* SPDX-License-Identifier: GPL-3.0-or-later */
/* window.c - how pure decoders read bytes */
#include "model/base/window.h"

#include <string.h>

bool window_read(const struct window *window, uint64_t offset, void *buf, size_t count)
{
    if (offset > window->size || count > window->size - offset)
        return false;
    return window->read(window->context, offset, buf, count);
}

static bool read_part(void *context, uint64_t offset, void *buf, size_t count)
{
    const struct window_part *part = context;

    return window_read(part->parent, part->offset + offset, buf, count);
}

struct window window_of_part(struct window_part *part, const struct window *parent,
                             uint64_t offset, uint64_t size)
{
    uint64_t rest = offset < parent->size ? parent->size - offset : 0;

    *part = (struct window_part){ parent, offset };
    return (struct window){ read_part, part, size < rest ? size : rest };
}

static bool read_bytes(void *context, uint64_t offset, void *buf, size_t count)
{
    const struct window_bytes *memory = context;

    memcpy(buf, memory->bytes + offset, count);
    return true;
}

struct window window_of_bytes(struct window_bytes *memory)
{
    return (struct window){ read_bytes, memory, memory->count };
}
