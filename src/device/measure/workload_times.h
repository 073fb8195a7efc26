/* SPDX-License-Identifier: GPL-3.0-or-later */
/* workload_times.h - times of the requests of one workload */
#ifndef ALIDADE_DEVICE_MEASURE_WORKLOAD_TIMES_H
#define ALIDADE_DEVICE_MEASURE_WORKLOAD_TIMES_H

#include <stddef.h>
#include <stdint.h>
#include <sys/resource.h>

#include "model/base/dice.h"
#include "model/measure/workload.h"

/* Size of the random sample of requests for percentiles. */
#define WORKLOAD_SAMPLES 4096

/* Zero-initialised: nothing timed. */
struct workload_times {
    double samples_us[WORKLOAD_SAMPLES];
    size_t kept;
    uint64_t requests;
    uint64_t bytes;
    uint64_t ns; /* including flushes */
    double user_seconds, system_seconds;
    struct rusage begun;
};

/* Allocates nothing. */
void workload_times_add(struct workload_times *times, uint64_t ns, uint64_t bytes,
                        struct dice *dice);
/* Adds a flush, which belongs to all requests before it. */
void workload_times_flush(struct workload_times *times, uint64_t ns);
/* The processor time of this thread between begin and end is counted. */
void workload_times_begin(struct workload_times *times);
void workload_times_end(struct workload_times *times);
/* Fills in everything except kind and start. */
void workload_times_result(const struct workload_times *times,
                           struct workload_result *ret);

#endif
