/* SPDX-License-Identifier: GPL-3.0-or-later */
/* probe_live.c - what a running probe shows */
#include <math.h>

#include "device/measure/probe_private.h"

static double fraction_of(double part, double whole)
{
    return part < whole ? part / whole : 1;
}

static double probe_share(const struct probe *probe)
{
    double time = fraction_of((double)probe->timed_ns, (double)probe->max_ns);
    double requests = probe->result.is_read
                          ? fraction_of(probe->result.reads, PROBE_READS_MAX)
                          : fraction_of(probe->result.writes, PROBE_WRITES_MAX);
    double bytes =
        fraction_of((double)probe->result.bytes_written, (double)probe->result.max.bytes);

    if (probe->phase == MEASURE_ENDED)
        return 1;
    return fmax(time, fmax(requests, bytes));
}

void probe_live(const struct probe *probe, struct measure_live *ret)
{
    *ret = (struct measure_live){
        .phase = probe->phase,
        .is_probe = true,
        .is_stopping = probe->is_stopping,
        .share = probe_share(probe),
        .seconds = (double)probe->total_ns * 1e-9,
        .errors = probe->errors,
        .probe = probe->result,
    };
}
