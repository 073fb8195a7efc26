/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fence.c - a write seam that only lets writes to given parts of a disk through */
#include "device/io/fence.h"

#include <errno.h>
#include <stdlib.h>

#include "model/base/mem.h"
#include "model/base/num.h"

/* RUN begins where the last run begins, or behind it. */
static void fence_add(struct fence *fence, const struct fence_run *run)
{
    struct fence_run *last = fence->count ? &fence->runs[fence->count - 1] : NULL;

    if (run->start >= run->end)
        return;
    if (!last || run->start > last->end)
        fence->runs[fence->count++] = *run;
    else if (run->end > last->end)
        last->end = run->end;
}

void fence_begin(struct fence *ret, const struct sink *below,
                 const struct fence_run *runs, size_t count)
{
    CLEANUP(freep) struct fence_run *sorted = xcalloc(count + 1, sizeof(*sorted));

    *ret =
        (struct fence){ .below = *below, .runs = xcalloc(count + 1, sizeof(*ret->runs)) };
    for (size_t i = 0; i < count; i++)
        sorted[i] = runs[i];
    qsort(sorted, count, sizeof(*sorted), num_by_first);
    for (size_t i = 0; i < count; i++)
        fence_add(ret, &sorted[i]);
}

void fence_finish(struct fence *fence)
{
    free(fence->runs);
    *fence = (struct fence){ .runs = NULL };
}

static bool fence_allows(const struct fence *fence, uint64_t offset, size_t count)
{
    for (size_t i = 0; i < fence->count; i++) {
        const struct fence_run *run = &fence->runs[i];
        if (offset >= run->start && offset < run->end)
            return count <= run->end - offset;
    }
    return false;
}

static int fence_write(void *context, uint64_t offset, const void *bytes, size_t count)
{
    struct fence *fence = context;

    if (!fence->refused && fence_allows(fence, offset, count))
        return fence->below.write(fence->below.context, offset, bytes, count);
    fence->refused++;
    return EPERM;
}

static int fence_flush(void *context)
{
    const struct fence *fence = context;

    return fence->below.flush(fence->below.context);
}

static int fence_read_back(void *context, uint64_t offset, void *bytes, size_t count)
{
    const struct fence *fence = context;

    return fence->below.read_back(fence->below.context, offset, bytes, count);
}

struct sink fence_sink(struct fence *fence)
{
    return (struct sink){ fence_write, fence_flush, fence_read_back, fence };
}
