/* SPDX-License-Identifier: GPL-3.0-or-later */
/* window_cache.h - both ends of a disk, read once: where nearly all tables live */
#ifndef ALIDADE_MODEL_BASE_WINDOW_CACHE_H
#define ALIDADE_MODEL_BASE_WINDOW_CACHE_H

#include "model/base/window.h"

/* Holds MBR, GPT header and array at the front, array and header at the end, also with
 * 128 entries in sectors of 4096 bytes. */
#define WINDOW_CACHE_BYTES 65536

/* One end, read when first asked for. */
struct window_end {
    uint64_t offset;
    size_t count;
    uint8_t *bytes; /* owned; NULL: not read yet */
    bool is_broken; /* could not be read as a whole */
};

struct window_cache {
    const struct window *parent;
    struct window_end head;
    struct window_end tail;
};

/* Reads that lie wholly in one end come from one read of PARENT each; all others, and
 * those in an end that cannot be read whole, go through.  PARENT and CACHE must outlive
 * the result; window_cache_finish(CACHE) frees. */
struct window window_of_cache(struct window_cache *cache, const struct window *parent);
void window_cache_finish(struct window_cache *cache);

#endif
