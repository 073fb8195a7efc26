/* SPDX-License-Identifier: GPL-3.0-or-later */
/* workload_places.h - the places of the requests of one workload */
#ifndef ALIDADE_DEVICE_MEASURE_WORKLOAD_PLACES_H
#define ALIDADE_DEVICE_MEASURE_WORKLOAD_PLACES_H

#include <stdbool.h>
#include <stdint.h>

#include "model/base/dice.h"

/* Places start + offset with offset < span. The span is a multiple of 64 KiB, so that
 * wrapping around keeps the position on every grid up to that. */
struct workload_places {
    uint64_t start;  /* byte of the disk */
    uint64_t span;   /* bytes; 0: no request fits */
    uint64_t step;   /* bytes */
    uint64_t offset; /* of the next one */
    bool is_random;
};

/* A part of the disk in bytes, and the requests in it. */
struct workload_space {
    uint64_t start, bytes;  /* START: a multiple of 64 KiB */
    uint64_t start_lba;     /* start whose position is used: modulo 1 MiB if that fits */
    uint32_t logical;       /* bytes */
    uint64_t request_bytes; /* whole sectors */
    uint64_t step;          /* whole sectors, or there are no places */
    bool is_random;
};

struct workload_places workload_places_in(const struct workload_space *space);
/* Byte of the disk of the next request, which ends inside the space. */
uint64_t workload_places_next(struct workload_places *places, struct dice *dice);

#endif
