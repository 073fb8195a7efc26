/* SPDX-License-Identifier: GPL-3.0-or-later */
/* rising.c - the longest ascending subsequence */
#include "model/base/rising.h"

#include "model/base/mem.h"

/* The longest subsequence that ends with a value, and the previous value in it. */
struct run {
    size_t length;
    size_t before; /* index; its own index: none */
};

static struct run run_to(const unsigned *values, const struct run *runs, size_t end)
{
    struct run best = { 1, end };

    for (size_t i = 0; i < end; i++)
        if (values[i] < values[end] && runs[i].length >= best.length)
            best = (struct run){ runs[i].length + 1, i };
    return best;
}

size_t rising_find(const unsigned *values, size_t count, bool *ret)
{
    CLEANUP(freep) struct run *runs = xcalloc(count + 1, sizeof(*runs));
    size_t last = 0;

    for (size_t i = 0; i < count; i++) {
        ret[i] = false;
        runs[i] = run_to(values, runs, i);
        if (runs[i].length > runs[last].length)
            last = i;
    }
    size_t length = runs[last].length;
    for (size_t left = length; left; left--, last = runs[last].before)
        ret[last] = true;
    return length;
}
