/* SPDX-License-Identifier: GPL-3.0-or-later */
/* details.c - what is known about one disk, as rows */
#include "model/report/details.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "model/base/intl.h"
#include "model/base/lines.h"
#include "model/base/mem.h"
#include "model/base/size.h"
#include "model/base/str.h"
#include "model/measure/words.h"

#define DAY_LENGTH 10 /* "2026-11-20" of "2026-11-20T16:30:00Z" */

void details_add(struct details *details, const char *id, const char *name,
                 const char *source, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    char *value = xvasprintf(format, args);
    va_end(args);
    details->rows = xrealloc(details->rows, details->count + 1, sizeof(*details->rows));
    details->rows[details->count++] = (struct detail){ id, name, value, source };
}

void details_finish(struct details *details)
{
    for (size_t i = 0; i < details->count; i++)
        free(details->rows[i].value);
    free(details->rows);
    *details = (struct details){ 0 };
}

/* Sentences for the values of limits_kind(). */
static const struct {
    const char *kind;
    const char *why;
} kinds[] = {
    { "512n", N_("512n: 512-byte sectors, logical and physical, and known to be so") },
    { "512e", N_("512e: 512-byte logical sectors kept in 4096-byte physical ones") },
    { "512?",
      N_("512?: says 512 for both, as many do that keep 4096 inside; it is judged "
         "as 4096") },
    { "4Kn", N_("4Kn: 4096-byte sectors, logical and physical") },
};

static void add_kind(struct details *details, const struct limits *limits)
{
    const char *source = limits_source_name(limits->physical_source);
    const char *kind = limits_kind(limits);

    for (size_t i = 0; i < ARRAY_SIZE(kinds); i++)
        if (!strcmp(kind, kinds[i].kind)) {
            details_add(details, "kind", _("Kind"), source, "%s", _(kinds[i].why));
            return;
        }
    details_add(details, "kind", _("Kind"), source,
                _("%1$llu/%2$llu: %1$llu-byte logical sectors kept in %2$llu-byte "
                  "physical ones"),
                (ull)limits->logical, (ull)limits->physical);
}

static void add_size(struct details *details, const struct limits *limits)
{
    uint64_t bytes = limits->size * limits->logical; /* cannot overflow */
    char buf[SIZE_TEXT];

    details_add(details, "sector", _("Sector"),
                limits_source_name(limits->logical_source), _("1 s = %llu B (logical)"),
                (ull)limits->logical);
    details_add(details, "size", _("Size"), limits_source_name(SOURCE_REPORTED),
                _("%1$llu s = %2$llu B = %3$s"), (ull)limits->size, (ull)bytes,
                size_format(bytes, SIZE_IEC, 0, buf));
}

static void details_add_physical(struct details *details, const struct limits *limits)
{
    const char *name = _("Physical sector");
    const char *source = limits_source_name(limits->physical_source);

    if (limits->physical == limits->physical_reported)
        details_add(details, "physical", name, source, _("%llu B"),
                    (ull)limits->physical);
    else
        details_add(details, "physical", name, source, _("%1$llu B; it says %2$llu B"),
                    (ull)limits->physical, (ull)limits->physical_reported);
}

static void add_offset(struct details *details, const struct limits *limits)
{
    uint64_t offset = limits->alignment_offset;
    const char *name = _("Alignment offset");
    const char *source = limits_source_name(limits->alignment_source);

    /* The jumper for Windows XP sets one sector less than a physical sector. */
    if (offset && offset == limits->physical - limits->logical)
        details_add(details, "alignment-offset", name, source,
                    _("%llu B: as with the XP jumper set"), (ull)offset);
    else
        details_add(details, "alignment-offset", name, source, _("%llu B"), (ull)offset);
}

static void add_io(struct details *details, const struct limits *limits)
{
    const char *reported = limits_source_name(SOURCE_REPORTED);

    if (limits->notes & LIMIT_NVME_MINIMUM)
        details_add(details, "minimum-io", _("Minimum I/O"), reported,
                    _("%llu B: preferred write granularity; judges nothing"),
                    (ull)limits->minimum_io);
    else if (limits->minimum_io)
        details_add(details, "minimum-io", _("Minimum I/O"), reported,
                    _("%llu B; shown, judges nothing"), (ull)limits->minimum_io);
    if (limits->optimal_io && limits->optimal_accepted)
        details_add(details, "optimal-io", _("Optimal I/O"), reported, _("%llu B"),
                    (ull)limits->optimal_io);
    else if (limits->optimal_io)
        details_add(details, "optimal-io", _("Optimal I/O"), reported,
                    _("%llu B; refused"), (ull)limits->optimal_io);
}

static void add_limits(struct details *details, const struct limits *limits)
{
    char buf[SIZE_TEXT];

    details_add_physical(details, limits);
    add_offset(details, limits);
    add_io(details, limits);
    details_add(details, "grain", _("Grain"), limits_source_name(limits->grain_source),
                _("%1$llu B (%2$s)"), (ull)limits->grain,
                size_format_grid(limits->grain, buf));
    for (unsigned i = 0; i < LIMIT_NOTE_COUNT; i++)
        if (limits->notes & 1u << i)
            details_add(details, limits_note_id(i), _("Note"),
                        limits_source_name(SOURCE_REPORTED), "%s", limits_note_text(i));
}

static void details_add_label(struct details *details, const struct label *label)
{
    const char *table = _("table");

    details_add(details, "label", _("Disk label"), table, "%s", label_name(label));
    if (label->id[0])
        details_add(details, "label-id", _("Disk id"), table, "%s", label->id);
    if (label->last_usable)
        details_add(details, "usable", _("Usable sectors"), table, _("%1$llu to %2$llu"),
                    (ull)label->first_usable, (ull)label->last_usable);
    if (label->entries)
        details_add(
            details, "entries", _("Entries"), table,
            ngettext("room for %u partition", "room for %u partitions", label->entries),
            label->entries);
}

void details_add_layout(struct details *details, const struct layout *layout)
{
    const struct limits *limits = layout_limits(layout);

    add_kind(details, limits);
    add_size(details, limits);
    add_limits(details, limits);
    details_add_label(details, layout_label(layout));
}

/* Adds the first sentence of LINES after its day, and whether it is not about a drive. */
static void add_dated_line(struct details *details, const char *id, const char *name,
                           const char *time, const struct lines *lines, bool is_drive)
{
    const char *source = limits_source_name(SOURCE_MEASURED);
    CLEANUP(str_finish) struct str text = { 0 };

    if (!lines->count)
        return;
    if (time[0])
        str_printf(&text, "%.*s: ", DAY_LENGTH, time);
    str_add(&text, lines->at[0]);
    if (!is_drive) {
        str_add_gap(&text);
        str_add(&text, words_no_drive());
    }
    details_add(details, id, name, source, "%s", str_text(&text));
}

static void add_read_step(struct details *details, const struct probe_result *probe)
{
    char size[SIZE_TEXT];
    CLEANUP(freep) char *longer = measure_time_text(probe->step_us);

    if (!probe->step_bytes || probe->is_read)
        return; /* for reads the sentence of the probe contains the step */
    details_add(details, "measured-step", _("Read step"),
                limits_source_name(SOURCE_MEASURED),
                _("reading across multiples of %1$s takes %2$s longer"),
                size_format_iec(probe->step_bytes, size), longer);
}

void details_add_measured(struct details *details, const struct limits *limits,
                          const struct saved_result *saved)
{
    const struct saved_result *m = saved;
    struct lines lines = { 0 };

    if (m && m->has_probe) {
        probe_lines(&m->probe, limits, &lines);
        add_dated_line(details, "measured-sector", _("Probe"),
                       m->probe_time[0] ? m->probe_time : m->time, &lines,
                       m->probe.is_drive);
        add_read_step(details, &m->probe);
        lines_finish(&lines);
    }
    if (m && m->has_bench) {
        bench_lines(&m->bench, limits, &lines);
        add_dated_line(details, "measured-start", _("Benchmark"),
                       m->bench_time[0] ? m->bench_time : m->time, &lines,
                       m->bench.is_drive);
        lines_finish(&lines);
    }
}
