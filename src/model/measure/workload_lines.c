/* SPDX-License-Identifier: GPL-3.0-or-later */
/* workload_lines.c - results of workloads as tables of text, beside published ones */
#include <string.h>

#include "model/base/columns.h"
#include "model/base/decimal.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/utf8.h"
#include "model/measure/words.h"
#include "model/measure/workload.h"
#include "model/measure/workload_figure.h"

#define MB         1e6
#define MAX_DRIVES 8

enum column {
    COLUMN_NAME,
    COLUMN_START,
    COLUMN_RATE,
    COLUMN_EACH,
    COLUMN_MEAN,
    COLUMN_RATIO,
    COLUMN_DRIVES, /* followed by more of them */
    COLUMN_COUNT = COLUMN_DRIVES + MAX_DRIVES + 1,
};

/* TRANSLATORS: heads of columns of `alidade bench`: workload, first sector, megabytes a
 * second, requests a second, the time of one, and how many times as slow as the aligned
 * start; short, but not cut. */
static const char *const heads[COLUMN_DRIVES] = {
    [COLUMN_NAME] = N_("Workload"), [COLUMN_START] = N_("Start"),
    [COLUMN_RATE] = N_("MiB/s"),    [COLUMN_EACH] = N_("A second"),
    [COLUMN_MEAN] = N_("Each"),     [COLUMN_RATIO] = N_("Slower"),
};

/* The drives of the further columns. */
struct beside {
    const char *drives[MAX_DRIVES];
    size_t drive_count;
    const struct workload_result *other; /* NULL: none */
    size_t other_count;
    const char *other_name;
};

static void set_own(struct columns *columns, enum preset preset,
                    const struct workload_figure *figure)
{
    CLEANUP(freep) char *ratio = workload_ratio_text(figure);
    CLEANUP(freep) char *rate = workload_rate_text(preset, figure->bytes_per_second);
    CLEANUP(freep) char *each = measure_rate_text(figure->per_second);
    CLEANUP(freep) char *mean = measure_time_text(figure->mean_us);

    if (figure->kind != WORKLOAD_ACCESS_TIME && figure->kind != WORKLOAD_SMALL_FILES)
        columns_set(columns, COLUMN_RATE, "%s", rate);
    if (workload_counts_requests(figure->kind)) {
        columns_set(columns, COLUMN_EACH, "%s", each);
        columns_set(columns, COLUMN_MEAN, "%s", mean);
    }
    columns_set(columns, COLUMN_RATIO, "%s", ratio);
}

static void set_figure(struct columns *columns, size_t column, enum preset preset,
                       const struct workload_figure *figure)
{
    CLEANUP(freep) char *text = workload_figure_text(preset, figure);

    columns_set(columns, column, "%s", text);
}

static void set_published(struct columns *columns, enum preset preset,
                          const struct workload_result *result,
                          const struct beside *beside)
{
    struct workload_figure figure;

    for (size_t i = 0; i < beside->drive_count; i++)
        if (workload_figure_published(preset, beside->drives[i], result, &figure))
            set_figure(columns, COLUMN_DRIVES + i, preset, &figure);
}

/* The alignment of a file is not known, so both published rows are shown. */
static void set_published_files(struct columns *columns, enum preset preset,
                                const struct beside *beside)
{
    struct workload_result like = { .kind = WORKLOAD_FILE_DURABLE, .is_aligned = true };

    set_published(columns, preset, &like, beside);
    if (preset != PRESET_FIO)
        return;
    columns_row(columns);
    columns_set(columns, COLUMN_NAME, "%s", _("  where its start is off"));
    like.is_aligned = false;
    set_published(columns, preset, &like, beside);
}

static void add_row(struct columns *columns, enum preset preset,
                    const struct workload_result *result, const struct beside *beside)
{
    struct workload_figure figure = workload_figure_of(result);
    size_t found = workload_figure_find(beside->other, beside->other_count, result);

    columns_row(columns);
    columns_set(columns, COLUMN_NAME, "%s", workload_name(result->kind));
    if (workload_has_start(result->kind))
        columns_set(columns, COLUMN_START, "%llu", (ull)result->start_lba);
    set_own(columns, preset, &figure);
    if (found < beside->other_count) {
        figure = workload_figure_of(&beside->other[found]);
        set_figure(columns, COLUMN_DRIVES + beside->drive_count, preset, &figure);
    }
    if (result->kind == WORKLOAD_FILE_DURABLE)
        set_published_files(columns, preset, beside);
    else
        set_published(columns, preset, result, beside);
}

/* Adds each line of a text. */
static void add_text(const char *text, struct lines *ret)
{
    for (const char *end; (end = strchr(text, '\n')); text = end + 1)
        lines_add(ret, "%.*s", (int)(end - text), text);
}

static void add_columns(const struct columns *columns, struct lines *ret)
{
    CLEANUP(str_finish) struct str text = { 0 };

    columns_write(columns, 2, &text);
    add_text(str_text(&text), ret);
}

static void add_table(enum preset preset, const struct workload_result *results,
                      size_t count, const struct beside *beside, struct lines *ret)
{
    CLEANUP(columns_freep) struct columns *columns = columns_new(COLUMN_COUNT);

    for (size_t i = 0; i < COLUMN_DRIVES; i++)
        columns_head(columns, i, i != COLUMN_NAME, _(heads[i]));
    if (workload_is_exact(preset))
        columns_head(columns, COLUMN_RATE, true, _("Bytes/s"));
    for (size_t i = 0; i < beside->drive_count; i++)
        columns_head(columns, COLUMN_DRIVES + i, true, beside->drives[i]);
    if (beside->other)
        columns_head(columns, COLUMN_DRIVES + beside->drive_count, true,
                     beside->other_name);
    for (size_t i = 0; i < count; i++)
        add_row(columns, preset, &results[i], beside);
    add_columns(columns, ret);
}

/* Adds how long that share of the requests took at most. */
static void add_percentiles(const struct workload_result *results, size_t count,
                            struct lines *ret)
{
    CLEANUP(columns_freep)
    struct columns *columns = columns_new(2 + WORKLOAD_PERCENTILES);
    bool is_empty = true;

    for (size_t i = 0; i < WORKLOAD_PERCENTILES; i++) {
        char buf[DECIMAL_TEXT];
        double share = workload_percentiles[i] * 100;
        CLEANUP(freep)
        char *head = xasprintf("%s %%", decimal_format(share, share > 99 ? 1 : 0, buf));
        columns_head(columns, 2 + i, true, head);
    }
    columns_head(columns, COLUMN_NAME, false, _("Single requests, at most"));
    columns_head(columns, COLUMN_START, true, _(heads[COLUMN_START]));
    for (size_t i = 0; i < count; i++) {
        if (!workload_counts_requests(results[i].kind))
            continue;
        is_empty = false;
        columns_row(columns);
        columns_set(columns, COLUMN_NAME, "%s", workload_name(results[i].kind));
        if (workload_has_start(results[i].kind))
            columns_set(columns, COLUMN_START, "%llu", (ull)results[i].start_lba);
        for (size_t j = 0; j < WORKLOAD_PERCENTILES; j++) {
            CLEANUP(freep) char *time = measure_time_text(results[i].percentile_us[j]);
            columns_set(columns, 2 + j, "%s", time);
        }
    }
    if (is_empty)
        return;
    lines_add(ret, "%s", "");
    add_columns(columns, ret);
}

/* --- three averages: a drive to a row, as they were published --- */

static const enum workload_kind averages[] = {
    WORKLOAD_AVERAGE_READ,
    WORKLOAD_AVERAGE_WRITE,
    WORKLOAD_ACCESS_TIME,
};

static void set_average(struct columns *columns, size_t column,
                        const struct workload_figure *figure)
{
    CLEANUP(freep)
    char *text = figure->kind == WORKLOAD_ACCESS_TIME
                     ? measure_time_text(figure->mean_us)
                     : workload_throughput_text(figure->bytes_per_second / MB);

    columns_set(columns, column, "%s", text);
}

static void add_averages_of(struct columns *columns, const char *name,
                            const struct workload_result *results, size_t count)
{
    columns_row(columns);
    columns_set(columns, 0, "%s", name);
    for (size_t i = 0; i < count; i++)
        for (size_t j = 0; j < ARRAY_SIZE(averages); j++)
            if (results[i].kind == averages[j]) {
                struct workload_figure figure = workload_figure_of(&results[i]);
                set_average(columns, 1 + j, &figure);
            }
}

static void add_averages_published(struct columns *columns, const char *drive)
{
    columns_row(columns);
    columns_set(columns, 0, "%s", drive);
    for (size_t j = 0; j < ARRAY_SIZE(averages); j++) {
        struct workload_result like = { .kind = averages[j], .is_aligned = true };
        struct workload_figure figure;
        if (workload_figure_published(PRESET_AVERAGE, drive, &like, &figure))
            set_average(columns, 1 + j, &figure);
    }
}

static void add_averages(const struct workload_result *results, size_t count,
                         const struct beside *beside, struct lines *ret)
{
    CLEANUP(columns_freep) struct columns *columns = columns_new(4);

    columns_head(columns, 1, true, _("Read, MB/s"));
    columns_head(columns, 2, true, _("Write, MB/s"));
    columns_head(columns, 3, true, _("Access time"));
    add_averages_of(columns, _("This drive"), results, count);
    if (beside->other)
        add_averages_of(columns, beside->other_name, beside->other, beside->other_count);
    for (size_t i = 0; i < beside->drive_count; i++)
        add_averages_published(columns, beside->drives[i]);
    add_columns(columns, ret);
}

/* Explains the ratios, if there are any. */
static void add_ratio_note(const struct workload_result *results, size_t count,
                           struct lines *ret)
{
    bool has_ratio = false, has_start = false;

    for (size_t i = 0; i < count; i++) {
        has_start = has_start || workload_has_start(results[i].kind);
        has_ratio = has_ratio || results[i].ratio > 0;
    }
    if (has_ratio)
        lines_add(ret, "%s",
                  /* xgettext:no-c-format */
                  _("Slower: how many times as slow as the start that is aligned on this "
                    "drive (1), and the 99 % confidence interval; 'not decided' where "
                    "that holds 1."));
    else if (has_start)
        lines_add(ret, "%s",
                  _("None of these starts is aligned on this drive: there is no ratio."));
}

void workload_lines(enum preset preset, const struct workload_result *results,
                    size_t count, const struct workload_result *other, size_t other_count,
                    const char *other_name, struct lines *ret)
{
    CLEANUP(freep) char *name = utf8_clean(other_name ? other_name : "");
    struct beside beside = {
        .other = other,
        .other_count = other ? other_count : 0,
        .other_name = name,
    };

    beside.drive_count = workload_figure_drives(preset, beside.drives, MAX_DRIVES);
    if (preset == PRESET_AVERAGE) {
        add_averages(results, count, &beside, ret);
    } else {
        add_table(preset, results, count, &beside, ret);
        add_percentiles(results, count, ret);
    }
    lines_add(ret, "%s", "");
    add_ratio_note(results, count, ret);
    workload_note_lines(preset, results, count, ret);
}
