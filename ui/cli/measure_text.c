/* SPDX-License-Identifier: GPL-3.0-or-later */
/* measure_text.c - measurements as text for pipes and terminals */
#include "ui/cli/measure_text.h"

#include <inttypes.h>

#include "model/base/columns.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/text.h"
#include "model/measure/words.h"

/* The longest bar, in cells. */
#define BAR_CELLS 30

enum { HANGING = 2, INDENT = 2 };

void measure_text_lines(const struct lines *lines, int indent, int width, struct str *ret)
{
    for (size_t i = 0; i < lines->count; i++)
        text_add_wrapped(ret, lines->at[i], indent, HANGING, width);
}

static void add_arm(struct columns *columns, const struct arm_times *arm,
                    const char *what)
{
    CLEANUP(freep) char *median = measure_time_text(arm->median_us);
    CLEANUP(freep) char *low = measure_time_text(arm->low_us);
    CLEANUP(freep) char *high = measure_time_text(arm->high_us);
    CLEANUP(freep) char *rate = measure_rate_text(1e6 / arm->median_us);

    columns_row(columns);
    columns_set(columns, 0, "%" PRIu64, arm->start_lba);
    columns_set(columns, 1, "%s", what ? what : "");
    columns_set(columns, 2, "%s", median);
    columns_set(columns, 3, _("%1$s to %2$s"), low, high);
    columns_set(columns, 4, "%s", rate);
}

void measure_text_arms(const struct bench_result *result,
                       const char *const what[ARM_COUNT], struct str *ret)
{
    CLEANUP(columns_freep) struct columns *columns = columns_new(5);
    bool has_any = false;

    columns_head(columns, 0, true, _("start"));
    columns_head(columns, 1, false, "");
    columns_head(columns, 2, true, _("median"));
    columns_head(columns, 3, true, _("5 to 95 %"));
    columns_head(columns, 4, true, _("per second"));
    for (enum bench_arm arm = 0; arm < ARM_COUNT; arm++) {
        if (!result->arms[arm].count)
            continue;
        add_arm(columns, &result->arms[arm], what[arm]);
        has_any = true;
    }
    if (has_any)
        columns_write(columns, INDENT, ret);
}

static double longest_of(const struct probe_result *result)
{
    double longest = 0;

    for (size_t i = 0; i < PROBE_BARS; i++)
        if (result->bars[i].median_us > longest)
            longest = result->bars[i].median_us;
    return longest;
}

/* A bar of at least one cell. */
static char *bar_text(double us, double longest)
{
    int cells = (int)(us / longest * BAR_CELLS + 0.5);
    struct str bar = { 0 };

    do
        str_add(&bar, "█");
    while (--cells > 0);
    return str_take(&bar);
}

static void add_bar(struct columns *columns, uint64_t offset, const struct probe_bar *bar,
                    double longest)
{
    CLEANUP(freep) char *median = measure_time_text(bar->median_us);
    CLEANUP(freep) char *cells = bar_text(bar->median_us, longest);

    columns_row(columns);
    columns_set(columns, 0, "+%" PRIu64, offset);
    columns_set(columns, 1, "%s", median);
    columns_set(columns, 2, "%s", cells);
}

void measure_text_bars(const struct probe_result *result, struct str *ret)
{
    CLEANUP(columns_freep) struct columns *columns = columns_new(3);
    double longest = longest_of(result);

    if (longest <= 0)
        return;
    /* TRANSLATORS: heads a column of offsets in bytes: +0, +512, +1024 .. */
    columns_head(columns, 0, true, _("at byte"));
    columns_head(columns, 1, true, _("median"));
    columns_head(columns, 2, false, "");
    for (size_t i = 0; i < PROBE_BARS; i++)
        if (result->bars[i].count)
            add_bar(columns, result->bar_first + i * result->bar_step, &result->bars[i],
                    longest);
    columns_write(columns, INDENT, ret);
}
