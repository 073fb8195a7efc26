/* SPDX-License-Identifier: GPL-3.0-or-later */
/* workload_times.h - how long the requests of one workload took */
#ifndef ALIDADE_DEVICE_MEASURE_WORKLOAD_TIMES_H
#define ALIDADE_DEVICE_MEASURE_WORKLOAD_TIMES_H

#include <stddef.h>
#include <stdint.h>
#include <sys/resource.h>

#include "model/base/dice.h"
#include "model/measure/workload.h"

/* Of more requests than these a fair choice is kept for the percentiles. */
#define WORKLOAD_SAMPLES 4096

/* Zero-initialised: nothing timed. */
struct workload_times {
    double samples_us[WORKLOAD_SAMPLES];
    size_t kept;
    uint64_t requests;
    uint64_t bytes;
    uint64_t ns; /* flushes included */
    double user_seconds, system_seconds;
    struct rusage begun;
};

/* Takes no memory. */
void workload_times_add(struct workload_times *times, uint64_t ns, uint64_t bytes,
                        struct dice *dice);
/* A flush, which belongs to all the requests before it. */
void workload_times_flush(struct workload_times *times, uint64_t ns);
/* The processor's time of this thread between the two is counted. */
void workload_times_begin(struct workload_times *times);
void workload_times_end(struct workload_times *times);
/* All but kind and start. */
void workload_times_result(const struct workload_times *times,
                           struct workload_result *ret);

#endif
