/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bench_view.c - the rates of compared starts as bars, their times as histograms */
#include "ui/screen/measure/bench_view.h"

#include "model/base/decimal.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/num.h"
#include "model/base/text.h"
#include "model/measure/words.h"
#include "ui/screen/measure/measure_view.h"

#define GAP        2
#define RATE_WIDTH 16 /* "118.4 ± 3.1" */
#define TIME_WIDTH 9  /* "8.40 ms" */
#define TAIL_WIDTH 16 /* "95 %  61.0 ms" */
#define WIDE       70 /* columns inside the box; narrower boxes leave details out */
#define TICK_CELLS 10
#define USUAL_US   20000 /* scale before any time is known */
#define STRIP_MAX  256   /* maximum cells of a histogram */

int bench_view_arms(const struct app *app, enum bench_arm ret[ARM_COUNT])
{
    const struct bench_result *bench = &app->job.live.bench;
    int count = 0;

    if (bench->arms[ARM_ALIGNED].count)
        ret[count++] = ARM_ALIGNED;
    ret[count++] = ARM_AGAINST;
    ret[count++] = ARM_BASE;
    return count;
}

static const char *arm_name(const struct app *app, enum bench_arm arm)
{
    /* TRANSLATORS: starts of a partition that are compared; 17 columns. */
    if (arm == ARM_BASE)
        return _("as it is now");
    if (arm == ARM_ALIGNED)
        return _("aligned");
    return app->job.request.starts.is_off ? _("as suggested") : _("off a boundary");
}

/* The bar has the map's pattern: solid if aligned, checkered if misaligned. */
static bool is_off(const struct app *app, enum bench_arm arm)
{
    if (arm == ARM_ALIGNED)
        return false;
    return (arm == ARM_BASE) == app->job.request.starts.is_off;
}

static int name_width(const struct app *app)
{
    int widest = 0;

    for (enum bench_arm arm = 0; arm < ARM_COUNT; arm++) {
        int own = text_width(arm_name(app, arm));
        widest = own > widest ? own : widest;
    }
    return num_min_int(widest, (app->cols - 4) / 3);
}

static const struct arm_times *arm_times_of(const struct app *app, enum bench_arm arm)
{
    return &app->job.live.bench.arms[arm];
}

static bool has_times(const struct arm_times *times)
{
    return times->count > 0 && times->median_us > 0;
}

/* --- writes per second --- */

static double arm_rate(const struct arm_times *times)
{
    return has_times(times) ? 1e6 / times->median_us : 0;
}

/* "118.4 ± 3.1": the rate of the median, and half the width of its interval; free() */
static char *arm_rate_text(const struct arm_times *times, bool has_error)
{
    if (!has_times(times))
        return xstrdup("-");
    CLEANUP(freep) char *text = measure_rate_text(arm_rate(times));
    if (!has_error || times->median_low_us <= 0)
        return TAKE(text);
    double apart = 1e6 / times->median_low_us - 1e6 / times->median_high_us;
    CLEANUP(freep) char *error = measure_rate_text(apart / 2);
    return xasprintf("%s ± %s", text, error);
}

static double rate_scale(const struct app *app)
{
    double max = 0;

    for (enum bench_arm arm = 0; arm < ARM_COUNT; arm++) {
        double rate = arm_rate(arm_times_of(app, arm));
        max = rate > max ? rate : max;
    }
    return measure_scale(max > 0 ? max : 100);
}

static void put_number(struct canvas *canvas, int row, int col, double value)
{
    char text[DECIMAL_TEXT];
    bool is_whole = value >= 10 || value == (double)(int)value;

    canvas_put(canvas, row, col, -1, STYLE_NOTE,
               decimal_shown(value, is_whole ? 0 : 1, text));
}

static void draw_rate_axis(struct canvas *canvas, int row, int col, int width,
                           double scale)
{
    put_number(canvas, row, col, 0);
    put_number(canvas, row, col + width / 2, scale / 2);
    put_number(canvas, row, col + width, scale);
    /* TRANSLATORS: per second, behind the last number of a scale */
    canvas_put_right(canvas, row, canvas_cols(canvas) - 2 - 4, 4, STYLE_NOTE, _("/s"));
}

void bench_draw_rates(const struct app *app, struct canvas *canvas, int row,
                      bool has_axis)
{
    enum bench_arm arms[ARM_COUNT];
    int count = bench_view_arms(app, arms), inside = app->cols - 4;
    bool is_wide = inside >= WIDE;
    int names = name_width(app), col = 2 + names + GAP;
    int number = is_wide ? RATE_WIDTH : TIME_WIDTH;
    int width = inside - names - GAP - number - 1;
    double scale = rate_scale(app);

    for (int i = 0; i < count; i++) {
        const struct arm_times *times = arm_times_of(app, arms[i]);
        CLEANUP(freep) char *text = arm_rate_text(times, is_wide);

        canvas_put(canvas, row + i, 2, names, STYLE_NORMAL, arm_name(app, arms[i]));
        measure_draw_rate(canvas, row + i, col, width, arm_rate(times), scale,
                          is_off(app, arms[i]));
        canvas_put_right(canvas, row + i, 2 + inside - number, number, STYLE_NORMAL,
                         text);
    }
    if (has_axis)
        draw_rate_axis(canvas, row + count, col, width, scale);
}

/* --- the time of one write --- */

/* A histogram's place on the screen, and the time that one of its cells stands for. */
struct strip {
    int col, width;
    double cell_us;
};

static struct strip strip_of(const struct app *app)
{
    static const double steps[] = { 1, 2, 5, 10 };
    int inside = app->cols - 4, names = name_width(app);
    bool is_wide = inside >= WIDE;
    struct strip strip = { .col = 2 + names + GAP, .cell_us = 1 };
    double max = 0, power = 0.1;
    size_t step = 0;

    strip.width =
        inside - names - GAP - TIME_WIDTH - 1 - (is_wide ? TAIL_WIDTH + GAP : 0);
    strip.width = strip.width < STRIP_MAX ? strip.width : STRIP_MAX;
    for (enum bench_arm arm = 0; arm < ARM_COUNT; arm++) {
        double high = arm_times_of(app, arm)->high_us;
        max = high > max ? high : max;
    }
    max = max > 0 ? max : USUAL_US;
    while (steps[step] * power * strip.width < max) {
        step++;
        if (steps[step] >= 10) {
            power *= 10;
            step = 0;
        }
    }
    strip.cell_us = steps[step] * power;
    return strip;
}

static int cell_of(const struct strip *strip, double us)
{
    double cell = us / strip->cell_us;

    return cell < 0 ? 0 : cell >= strip->width ? strip->width - 1 : (int)cell;
}

/* Distributes COUNT times in [FROM, TO) evenly over the cells. */
static void spread_bin(const struct strip *strip, double from, double to, double count,
                       double weights[STRIP_MAX])
{
    int first = cell_of(strip, from), last = cell_of(strip, to);

    for (int i = first; i <= last; i++) {
        double begin = i * strip->cell_us, end = begin + strip->cell_us;
        double part = (end < to ? end : to) - (begin > from ? begin : from);
        if (to > from && part > 0)
            weights[i] += count * part / (to - from);
    }
    if (to <= from)
        weights[first] += count;
}

/* Histogram bins are wider than the spread of a disk's times.  A bin that overlaps the
 * 5th to 95th percentile is clipped to it, so that no cell shows times that did not
 * occur. */
static void weigh_cells(const struct strip *strip, const struct arm_times *times,
                        double weights[STRIP_MAX])
{
    for (size_t i = 0; i + 1 < HISTOGRAM_BINS; i++) {
        double first = histogram_from_us(i), last = histogram_from_us(i + 1);
        double count = times->histogram.bins[i];

        if (count > 0 && last > times->low_us && first <= times->high_us) {
            first = first > times->low_us ? first : times->low_us;
            last = last < times->high_us ? last : times->high_us;
        }
        if (count > 0)
            spread_bin(strip, first, last, count, weights);
    }
}

/* Returns the column's height in proportion to OWN / MAX, at least 1. */
static int column_height(double own, double max, int height)
{
    int cells = max > 0 ? (int)(own / max * height + 0.5) : 0;

    return cells < 1 ? 1 : cells;
}

static void draw_strip(struct canvas *canvas, int row, int height,
                       const struct strip *strip, const struct arm_times *times,
                       bool is_slow)
{
    int low = cell_of(strip, times->low_us), high = cell_of(strip, times->high_us);
    int median = cell_of(strip, times->median_us);
    double weights[STRIP_MAX] = { 0 }, max = 0;

    weigh_cells(strip, times, weights);
    for (int i = 0; i < strip->width; i++)
        max = weights[i] > max ? weights[i] : max;
    for (int i = 0; i < strip->width; i++) {
        bool is_in = i >= low && i <= high;
        int cells = is_in ? column_height(weights[i], max, height) : 1;
        const char *glyph = i == median ? "█" : is_in ? "▒" : "·";
        int style = is_slow ? STYLE_BAR_OFF : i == median ? STYLE_BAR_OK : STYLE_OK;
        if (!is_in && weights[i] < 0.5)
            continue;
        for (int k = 0; k < cells; k++)
            canvas_fill(canvas, row + height - 1 - k, strip->col + i, 1,
                        is_in ? style : STYLE_NOTE, glyph);
    }
}

static void draw_time_axis(struct canvas *canvas, int row, const struct strip *strip)
{
    bool is_ms = strip->cell_us * TICK_CELLS >= 1000;
    double unit = is_ms ? 1000 : 1;
    int cell = 0;

    for (; cell + 4 <= strip->width; cell += TICK_CELLS)
        put_number(canvas, row, strip->col + cell, cell * strip->cell_us / unit);
    canvas_put(canvas, row, strip->col + cell - TICK_CELLS + 5, -1, STYLE_NOTE,
               is_ms ? "ms" : "us");
}

void bench_draw_times(const struct app *app, struct canvas *canvas, int row, int height)
{
    enum bench_arm arms[ARM_COUNT];
    int count = bench_view_arms(app, arms), inside = app->cols - 4;
    struct strip strip = strip_of(app);
    int time_col = strip.col + strip.width + 1;

    for (int i = 0; i < count; i++, row += height) {
        const struct arm_times *times = arm_times_of(app, arms[i]);
        CLEANUP(freep) char *median = measure_time_text(times->median_us);
        CLEANUP(freep) char *high = measure_time_text(times->high_us);
        CLEANUP(freep) char *tail = xasprintf(_("95 %%  %s"), high);
        int last = row + height - 1;

        canvas_put(canvas, last, 2, name_width(app), STYLE_NORMAL,
                   arm_name(app, arms[i]));
        if (!has_times(times))
            continue;
        draw_strip(canvas, row, height, &strip, times, is_off(app, arms[i]));
        canvas_put_right(canvas, last, time_col, TIME_WIDTH, STYLE_NORMAL, median);
        if (inside >= WIDE)
            canvas_put_right(canvas, last, 2 + inside - TAIL_WIDTH, TAIL_WIDTH,
                             STYLE_NOTE, tail);
    }
    draw_time_axis(canvas, row, &strip);
}

char *bench_times_title(const struct app *app)
{
    struct strip strip = strip_of(app);
    bool is_ms = strip.cell_us >= 1000;
    char number[DECIMAL_TEXT];

    (void)decimal_shown(strip.cell_us / (is_ms ? 1000 : 1), strip.cell_us < 1 ? 1 : 0,
                        number);
    return xasprintf(is_ms ? _("one mark per %s ms; ▒ 5 to 95 %%, █ median")
                           : _("one mark per %s us; ▒ 5 to 95 %%, █ median"),
                     number);
}
