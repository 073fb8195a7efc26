/* SPDX-License-Identifier: GPL-3.0-or-later */
/* workload_places.h - where the requests of one workload go, one after the other */
#ifndef ALIDADE_DEVICE_MEASURE_WORKLOAD_PLACES_H
#define ALIDADE_DEVICE_MEASURE_WORKLOAD_PLACES_H

#include <stdbool.h>
#include <stdint.h>

#include "model/base/dice.h"

/* Places start + offset with offset < span.  The span is a multiple of 64 KiB: who wraps
 * around keeps his place on every grid up to that. */
struct workload_places {
    uint64_t start;  /* byte of the disk */
    uint64_t span;   /* bytes; 0: no request has room */
    uint64_t step;   /* bytes */
    uint64_t offset; /* of the next one */
    bool is_random;
};

/* A part of the disk in bytes, and what goes there. */
struct workload_space {
    uint64_t start, bytes;  /* START: a multiple of 64 KiB */
    uint64_t start_lba;     /* whose place is taken: modulo 1 MiB where there is room */
    uint32_t logical;       /* bytes */
    uint64_t request_bytes; /* whole sectors */
    uint64_t step;          /* the same, or there are no places */
    bool is_random;
};

struct workload_places workload_places_in(const struct workload_space *space);
/* The byte where the next request begins; it ends inside the room. */
uint64_t workload_places_next(struct workload_places *places, struct dice *dice);

#endif
