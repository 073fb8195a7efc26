/* SPDX-License-Identifier: GPL-3.0-or-later */
/* workload_cell.c - figures of workloads as cells of a table */
#include "model/measure/workload_figure.h"

#include <math.h>

#include "model/base/decimal.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/str.h"
#include "model/measure/words.h"

#define MIB (1024.0 * 1024)

char *workload_throughput_text(double per_second)
{
    char buf[DECIMAL_TEXT];
    unsigned decimals = per_second < 0.0995 ? 3 : per_second < 9.995 ? 2 : 1;

    return xstrdup(decimal_shown(per_second, decimals, buf));
}

bool workload_is_exact(enum preset preset)
{
    return preset == PRESET_OPENBSD || preset == PRESET_DD;
}

char *workload_rate_text(enum preset preset, double bytes_per_second)
{
    char buf[DECIMAL_TEXT];

    if (workload_is_exact(preset))
        return xstrdup(decimal_shown(bytes_per_second, 0, buf));
    return workload_throughput_text(bytes_per_second / MIB);
}

/* fio truncates requests a second to whole ones. */
static char *each_text(double per_second)
{
    char buf[DECIMAL_TEXT];
    bool is_whole = per_second >= 99.5 || per_second <= (double)(unsigned)per_second;

    return xstrdup(decimal_shown(per_second, is_whole ? 0 : 1, buf));
}

char *workload_figure_text(enum preset preset, const struct workload_figure *figure)
{
    struct str cell = { 0 };

    if (workload_counts_requests(figure->kind)) {
        if (figure->per_second > 0) {
            CLEANUP(freep) char *each = each_text(figure->per_second);
            str_printf(&cell, "%s/s ", each);
        }
        CLEANUP(freep) char *mean = measure_time_text(figure->mean_us);
        str_add(&cell, mean);
    } else {
        CLEANUP(freep) char *rate = workload_rate_text(preset, figure->bytes_per_second);
        str_add(&cell, rate);
    }
    if (figure->ratio > 0 && (figure->is_aligned || figure->is_decided)) {
        CLEANUP(freep) char *ratio = measure_ratio_text(figure->ratio);
        str_printf(&cell, " (%s)", ratio);
    }
    return str_take(&cell);
}

/* Two significant digits, but a third near 1, and of a ratio that is hardly another one
 * (IS_CLOSE) a fourth. */
static const char *two_digits(double ratio, bool is_close, char buf[DECIMAL_TEXT])
{
    double off = fabs(ratio - 1);
    unsigned decimals = ratio < 0.0995 ? 3 : ratio < 0.995 ? 2 : ratio < 9.95 ? 1 : 0;

    if (off < 0.05)
        decimals = is_close ? 3 : 2;
    if (ratio >= 99.5)
        ratio = 10 * round(ratio / 10);
    return decimal_shown(ratio, decimals, buf);
}

char *workload_ratio_text(const struct workload_figure *figure)
{
    bool is_close = fabs(figure->ratio - 1) < 0.005;
    char ratio[DECIMAL_TEXT], low[DECIMAL_TEXT], high[DECIMAL_TEXT];

    if (figure->ratio <= 0)
        return xstrdup("");
    if (figure->is_aligned)
        return xstrdup("1");
    if (!figure->is_decided)
        return xstrdup(_("not decided"));
    return xasprintf(_("%1$s (%2$s to %3$s)"), two_digits(figure->ratio, is_close, ratio),
                     two_digits(figure->interval.low, is_close, low),
                     two_digits(figure->interval.high, is_close, high));
}
