/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fuzz_saved_result.c - any file in the folder of what was measured of drives */
#include "fuzz/fuzz.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "model/base/mem.h"
#include "model/measure/saved_result.h"

static void must(bool is_right)
{
    if (!is_right)
        abort();
}

/* What is taken becomes the same text for ever after, and limits of it are settled. */
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count)
{
    CLEANUP(freep) char *text = xcalloc(count + 1, 1);
    CLEANUP(freep) struct measurement *first = xcalloc(1, sizeof(*first));
    CLEANUP(freep) struct measurement *second = xcalloc(1, sizeof(*second));
    struct limits_reported said = { .size_bytes = 1 << 30, .logical = 512 };
    struct limits_given given = { 0 };
    struct limits limits;
    struct err err = { 0 };

    memcpy(text, bytes, count);
    if (!measurement_parse(text, first, &err)) {
        must(err.code == ERR_UNREADABLE && err.text[0]);
        return 0;
    }
    CLEANUP(freep) char *once = measurement_text(first);
    must(measurement_parse(once, second, &err));
    CLEANUP(freep) char *twice = measurement_text(second);
    must(!strcmp(once, twice));
    must(first->workload_count <= WORKLOAD_MAX && !isnan(first->bench.ratio));
    measurement_merge(second, first);
    given.measured = measurement_limits(second);
    must(limits_settle(&said, &given, &limits, &err));
    must(limits.physical >= limits.logical && limits.alignment_offset < limits.physical &&
         limits.grain % limits.physical == 0);
    return 0;
}

size_t fuzz_seed(unsigned index, uint8_t *buf)
{
    struct measurement seed = { .model = "WDC WD10EARS-00Y",
                                .serial = "WD-WCAV5",
                                .size_bytes = 1000204886016,
                                .time = "2026-11-20",
                                .has_bench = index != 1,
                                .has_probe = index != 2 };

    if (index > 2)
        return 0;
    seed.bench.interval = (struct stats_interval){ 2.98, INFINITY };
    seed.probe.verdict = MEASURE_DIFFERENT;
    seed.probe.physical = 4096;
    seed.probe.offset = 3584;
    seed.probe.step_bytes = 4 << 20;
    seed.workload_count = index;
    CLEANUP(freep) char *text = measurement_text(&seed);
    memcpy(buf, text, strlen(text));
    return strlen(text);
}
