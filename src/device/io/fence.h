/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fence.h - a write seam that only lets writes to given parts of a disk through
 *
 * It is the last guard against writing where nothing was planned: what decides where to
 * write does not decide what is allowed. */
#ifndef ALIDADE_DEVICE_IO_FENCE_H
#define ALIDADE_DEVICE_IO_FENCE_H

#include "device/io/sink.h"

/* The bytes [START, END) of the disk; none if START >= END. */
struct fence_run {
    uint64_t start, end;
};

struct fence {
    struct sink below;
    struct fence_run *runs; /* owned; in their order, each ends before the next begins */
    size_t count;
    uint64_t refused; /* number of writes that were not let through */
};

/* Lets writes to the COUNT RUNS, in any order, through to BELOW, whose context must
 * outlive RET. The caller must fence_finish() RET. */
void fence_begin(struct fence *ret, const struct sink *below,
                 const struct fence_run *runs, size_t count);
void fence_finish(struct fence *fence);

/* Returns the seam, valid until fence_finish(). A write that is not inside the runs gets
 * EPERM, and so does every write after it: the program is not what was planned any more.
 * Flushes and reads are let through. */
struct sink fence_sink(struct fence *fence);

#endif
