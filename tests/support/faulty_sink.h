/* SPDX-License-Identifier: GPL-3.0-or-later */
/* faulty_sink.h - a sink over memory or over another sink, that fails when it is told to
 */
#ifndef ALIDADE_TESTS_FAULTY_SINK_H
#define ALIDADE_TESTS_FAULTY_SINK_H

#include "device/io/sink.h"

/* Counts start at 1; 0: never.  Zero-initialised with BYTES: a disk that is well. */
struct faulty_sink {
    uint8_t *bytes; /* borrowed; used where below.write is NULL */
    size_t size;
    struct sink below;
    unsigned fail_write;   /* this write gives ERROR */
    int error;             /* 0: EIO */
    bool fails_half_way;   /* .. after the first half of its bytes */
    unsigned fail_flush;   /* this flush gives EIO */
    unsigned fail_read;    /* this read back gives EIO, and all after it */
    uint64_t lying_offset; /* byte that is read back with a flipped bit .. */
    bool is_lying;         /* .. when this is set */
    unsigned lose_write;   /* this write reports success and does nothing */
    unsigned writes, flushes, reads;
    char order[64]; /* "wwfwf" */
};

struct sink faulty_sink(struct faulty_sink *faulty);

/* A plan over BYTES of 512-byte sectors: WRITES of one sector each at LBAS, made of 0xaa
 * and their number; each IS_FLUSHED.  write_plan's own memory: faulty_plan_finish(). */
struct write_plan faulty_plan(const uint8_t *bytes, const uint64_t *lbas, size_t count);
void faulty_plan_finish(struct write_plan *plan);

#endif
