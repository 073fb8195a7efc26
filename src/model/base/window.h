/* SPDX-License-Identifier: GPL-3.0-or-later */
/* window.h - how pure decoders read bytes without knowing where they come from */
#ifndef ALIDADE_MODEL_BASE_WINDOW_H
#define ALIDADE_MODEL_BASE_WINDOW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/base/must_use.h"

/* READ fills BUF with exactly COUNT bytes from byte OFFSET, or returns false (I/O error
 * or past the end); then BUF is undefined.  SIZE is how many bytes there are. */
struct window {
    bool (*read)(void *context, uint64_t offset, void *buf, size_t count);
    void *context;
    uint64_t size;
};

/* False also for ranges that are not wholly inside the window. */
bool window_read(const struct window *window, uint64_t offset, void *buf,
                 size_t count) MUST_USE;

/* The part [offset, offset + size) of PARENT as a window of its own, cut to what PARENT
 * has.  PART and PARENT must outlive the result. */
struct window_part {
    const struct window *parent;
    uint64_t offset;
};
struct window window_of_part(struct window_part *part, const struct window *parent,
                             uint64_t offset, uint64_t size);

/* A window over bytes in memory, which must outlive it. */
struct window_bytes {
    const uint8_t *bytes;
    size_t count;
};
struct window window_of_bytes(struct window_bytes *memory);

#endif
