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
    CLEANUP(freep) struct saved_result *first = xcalloc(1, sizeof(*first));
    CLEANUP(freep) struct saved_result *second = xcalloc(1, sizeof(*second));
    struct limits_reported said = { .size_bytes = 1 << 30, .logical = 512 };
    struct limits_given given = { 0 };
    struct limits limits;
    struct err err = { 0 };

    memcpy(text, bytes, count);
    if (!saved_result_parse(text, first, &err)) {
        must(err.code == ERR_UNREADABLE && err.text[0]);
        return 0;
    }
    CLEANUP(freep) char *once = saved_result_text(first);
    must(saved_result_parse(once, second, &err));
    CLEANUP(freep) char *twice = saved_result_text(second);
    must(!strcmp(once, twice));
    must(first->workload_count <= WORKLOAD_MAX && !isnan(first->bench.ratio));
    saved_result_merge(second, first);
    given.measured = saved_result_limits(second);
    must(limits_settle(&said, &given, &limits, &err));
    must(limits.physical >= limits.logical && limits.alignment_offset < limits.physical &&
         limits.grain % limits.physical == 0);
    return 0;
}

size_t fuzz_seed(unsigned index, uint8_t *buf)
{
    struct saved_result seed = { .model = "WDC WD10EARS-00Y",
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
    CLEANUP(freep) char *text = saved_result_text(&seed);
    memcpy(buf, text, strlen(text));
    return strlen(text);
}
