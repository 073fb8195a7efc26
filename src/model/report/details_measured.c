/* SPDX-License-Identifier: GPL-3.0-or-later */
/* details_measured.c - what was measured of a drive, as rows */
#include "model/report/details_measured.h"

#include "model/base/intl.h"
#include "model/base/lines.h"
#include "model/base/mem.h"
#include "model/base/size.h"
#include "model/measure/words.h"

/* "2026-11-20" of "2026-11-20T16:30:00Z". */
#define DAY_LENGTH 10

/* The sentence that says the most, behind its day. */
static void add_dated_line(struct details *details, const char *id, const char *name,
                           const char *time, const struct lines *lines)
{
    const char *source = limits_source_name(SOURCE_MEASURED);

    if (lines->count && time[0])
        details_add(details, id, name, source, "%.*s: %s", DAY_LENGTH, time,
                    lines->at[0]);
    else if (lines->count)
        details_add(details, id, name, source, "%s", lines->at[0]);
}

static void add_read_step(struct details *details, const struct probe_result *probe)
{
    char size[SIZE_TEXT];
    CLEANUP(freep) char *longer = measure_time_text(probe->step_us);

    if (!probe->step_bytes || probe->is_read)
        return; /* there it is what the probe's sentence says */
    details_add(details, "measured-step", _("Read step"),
                limits_source_name(SOURCE_MEASURED),
                _("reading across multiples of %1$s takes %2$s longer"),
                size_format_exact(probe->step_bytes, size), longer);
}

void details_add_measured(struct details *details, const struct limits *limits,
                          const struct saved_result *saved)
{
    const struct saved_result *m = saved;
    struct lines lines = { 0 };

    if (m && m->has_probe) {
        probe_lines(&m->probe, limits, &lines);
        add_dated_line(details, "measured-sector", _("Probe"),
                       m->probe_time[0] ? m->probe_time : m->time, &lines);
        add_read_step(details, &m->probe);
        lines_finish(&lines);
    }
    if (m && m->has_bench) {
        bench_lines(&m->bench, limits, &lines);
        add_dated_line(details, "measured-start", _("Benchmark"),
                       m->bench_time[0] ? m->bench_time : m->time, &lines);
        lines_finish(&lines);
    }
}
