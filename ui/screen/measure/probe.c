/* SPDX-License-Identifier: GPL-3.0-or-later */
/* probe.c - the screen of a probe: the measured physical sector and its offset */
#include "ui/screen/frame/screen.h"

#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/size.h"
#include "model/base/text.h"
#include "model/measure/words.h"
#include "ui/app/measure_run.h"
#include "ui/screen/measure/measure_view.h"

#define FRAME_ROWS       4 /* header, frame, divider, progress */
#define TOLD_MIN_ROWS    2
#define TOLD_ROWS        4
#define WORDS_ROWS       2
#define GAP              2
#define RATE_WIDTH       7
#define RATE_WIDTH_SHORT 5
#define MARK_WIDTH       12 /* "< boundary" */
#define WIDE             60 /* columns of a bar; wider bars mark the boundary */
#define NARROW           24 /* columns of a bar; narrower bars have shorter fields */
/* Writes that are slower than the fastest by this ratio are drawn as misaligned; the
 * verdict is the probe's. */
#define SLOW_RATIO 1.2

static double bar_rate(const struct probe_bar *bar)
{
    return bar->count && bar->median_us > 0 ? 1e6 / bar->median_us : 0;
}

static double fastest_rate(const struct probe_result *probe)
{
    double max = 0;

    for (int i = 0; i < PROBE_BARS; i++) {
        double rate = bar_rate(&probe->bars[i]);
        max = rate > max ? rate : max;
    }
    return max;
}

/* Returns the bar's offset in bytes within the range of all bars. */
static uint64_t place_of(const struct probe_result *probe, int index)
{
    return probe->bar_first + (uint64_t)index * probe->bar_step;
}

/* True if a physical sector was found by writes; reads cannot find one. */
static bool is_found(const struct probe_result *probe)
{
    return probe->verdict == MEASURE_DIFFERENT && probe->physical;
}

/* True if the bar's place is on the grid that was found. */
static bool is_boundary(const struct probe_result *probe, int index)
{
    uint64_t place = place_of(probe, index);

    return is_found(probe) && place % probe->physical == probe->offset;
}

static bool is_slow(const struct probe_result *probe, int index)
{
    double rate = bar_rate(&probe->bars[index]);

    return rate > 0 && rate * SLOW_RATIO < fastest_rate(probe);
}

/* "+7 s" in sectors, or in bytes if it is not a whole sector; free() */
static char *place_text(const struct app *app, int index)
{
    uint64_t logical = layout_limits(app->layout)->logical;
    uint64_t place = place_of(&app->job.live.probe, index);

    if (place % logical)
        return xasprintf("+%llu B", (ull)place);
    /* TRANSLATORS: sectors past a multiple; 6 columns */
    return xasprintf(_("+%llu s"), (ull)(place / logical));
}

static void probe_draw_bar(const struct app *app, struct canvas *canvas, int row, int col,
                           int width, int index, int names)
{
    const struct probe_result *probe = &app->job.live.probe;
    double rate = bar_rate(&probe->bars[index]);
    CLEANUP(freep) char *place = place_text(app, index);
    CLEANUP(freep) char *number = rate > 0 ? measure_rate_text(rate) : xstrdup("-");
    bool is_marked = width >= WIDE, is_narrow = width < NARROW;
    int gap = is_narrow ? 1 : GAP, rate_width = is_narrow ? RATE_WIDTH_SHORT : RATE_WIDTH;
    int bar = width - names - gap - rate_width - 1 - (is_marked ? MARK_WIDTH + GAP : 0);
    double scale = measure_scale(fastest_rate(probe));

    canvas_put_right(canvas, row, col, names, STYLE_NORMAL, place);
    measure_draw_rate(canvas, row, col + names + gap, bar, rate, scale,
                      is_slow(probe, index));
    canvas_put_right(canvas, row, col + names + gap + bar + 1, rate_width, STYLE_NORMAL,
                     number);
    if (is_marked && is_boundary(probe, index))
        canvas_put(canvas, row, col + width - MARK_WIDTH, MARK_WIDTH, STYLE_OK,
                   _("← boundary"));
}

static int widest_place(const struct app *app)
{
    int widest = 0;

    for (int i = 0; i < PROBE_BARS; i++) {
        CLEANUP(freep) char *place = place_text(app, i);
        int own = text_width(place);
        widest = own > widest ? own : widest;
    }
    return widest;
}

static void probe_draw_bars(const struct app *app, struct canvas *canvas, int row,
                            int columns)
{
    int rows = PROBE_BARS / columns, inside = app->cols - 4;
    int width = (inside - (columns - 1) * GAP) / columns;
    int names = widest_place(app);

    for (int i = 0; i < PROBE_BARS; i++)
        probe_draw_bar(app, canvas, row + i % rows, 2 + i / rows * (width + GAP), width,
                       i, names);
}

static char *probe_bars_title(const struct app *app)
{
    const struct probe_result *probe = &app->job.live.probe;
    char size[SIZE_TEXT];

    if (!probe->bar_bytes)
        return xstrdup(_("Writes per second"));
    return xasprintf(_("Writes of %s per second, by their place"),
                     size_format_iec(probe->bar_bytes, size));
}

/* "4096 B, from sector 7 on"; "-" if it is not known; free() */
static char *sector_text(const struct app *app, uint64_t physical, uint64_t offset)
{
    uint64_t logical = layout_limits(app->layout)->logical;

    if (!physical)
        return xstrdup("-");
    /* TRANSLATORS: a physical sector and the first that begins with one; 26 columns. */
    return xasprintf(_("%1$llu B, from sector %2$llu on"), (ull)physical,
                     (ull)(offset / logical));
}

static char *found_text(const struct app *app)
{
    const struct probe_result *probe = &app->job.live.probe;
    bool is_ended = measure_run_state(app) == RUN_ENDED;

    if (is_found(probe))
        return sector_text(app, probe->physical, probe->offset);
    if (!is_ended)
        return xstrdup("..");
    if (probe->is_read)
        return xstrdup(_("reads alone do not show it"));
    return xstrdup(probe->verdict == MEASURE_SAME ? _("no difference at any size")
                                                  : _("not sure"));
}

/* True if the reported sector differs from the measured one. */
static bool is_other(const struct probe_result *probe)
{
    return is_found(probe) && probe->reported_physical &&
           (probe->reported_physical != probe->physical ||
            probe->reported_offset != probe->offset);
}

static void probe_draw_words(const struct app *app, struct canvas *canvas, int row)
{
    const struct probe_result *probe = &app->job.live.probe;
    bool is_off = is_other(probe);
    /* TRANSLATORS: two heads of 10 columns, one above the other. */
    const char *heads[] = { _("reported"), _("measured") };
    CLEANUP(freep)
    char *said = sector_text(app, probe->reported_physical, probe->reported_offset);
    CLEANUP(freep) char *found = found_text(app);
    CLEANUP(freep)
    char *loud = is_off ? xasprintf("! %s", found) : xstrdup(found);
    int names = text_width(heads[0]) > text_width(heads[1]) ? text_width(heads[0])
                                                            : text_width(heads[1]);
    int col = 2 + names + GAP, width = app->cols - 2 - col;

    canvas_put(canvas, row, 2, names, STYLE_HEAD, heads[0]);
    canvas_put(canvas, row, col, width, STYLE_NORMAL, said);
    canvas_put(canvas, row + 1, 2, names, STYLE_HEAD, heads[1]);
    canvas_put(canvas, row + 1, col, width, is_off ? STYLE_OFF : STYLE_NORMAL, loud);
}

/* Rows of the parts; 0: the part does not fit. */
struct view {
    struct measure_pager words;
    int bars_title; /* the divider */
    int bars_row;
    int bar_columns; /* 1 or 2 bars in a row; 0: no bars */
    int words_row;   /* 0: no rows for reported and measured sector */
    int told_divider;
    int told_row;
};

static void probe_add_sentences(const struct app *app, struct view *view)
{
    const struct probe_result *probe = &app->job.live.probe;
    bool is_ended = measure_run_state(app) == RUN_ENDED;
    CLEANUP(lines_finish) struct lines intent = { 0 };
    CLEANUP(lines_finish) struct lines told = { 0 };

    probe_intent_lines(probe, &intent);
    probe_lines_beside_table(probe, layout_limits(app->layout), &told);
    measure_pager_fill(app, &intent, is_ended ? &told : NULL, &view->words);
}

/* Rows go to the result first, then to bars, then to sentences and titles. */
static void probe_share_rows(const struct app *app, struct view *view)
{
    bool has_result = measure_run_state(app) != RUN_READY && !app->job.is_refused;
    bool has_bars = has_result && !app->job.live.probe.is_read;
    struct measure_pager *words = &view->words;
    int kept = words->told.count > 0; /* a row to read the sentences in */

    int left = measure_bottom(app) - FRAME_ROWS;
    bool has_words = has_result && measure_take_all(&left, WORDS_ROWS);
    if (has_bars && left >= PROBE_BARS + 1 + TOLD_ROWS &&
        measure_take_all(&left, PROBE_BARS))
        view->bar_columns = 1;
    else if (has_bars && left >= PROBE_BARS / 2 + kept &&
             measure_take_all(&left, PROBE_BARS / 2))
        view->bar_columns = 2;
    bool has_title =
        view->bar_columns && left >= 1 + TOLD_MIN_ROWS && measure_take_all(&left, 1);
    words->told_rows = measure_take(&left, TOLD_ROWS);
    measure_pager_take_intent(words, &left);
    words->told_rows += measure_take(&left, left);

    int row = measure_pager_progress_row(words) + 1;
    view->bars_title = has_title ? row++ : 0;
    view->bars_row = row;
    row += view->bar_columns ? PROBE_BARS / view->bar_columns : 0;
    view->told_divider = row++;
    view->words_row = has_words ? row : 0;
    view->told_row = row + (has_words ? WORDS_ROWS : 0);
}

static struct view probe_layout(const struct app *app)
{
    struct view view = { 0 };

    probe_add_sentences(app, &view);
    probe_share_rows(app, &view);
    return view;
}

/* "26 writes"; free() */
static char *count_text(const struct app *app)
{
    const struct probe_result *probe = &app->job.live.probe;
    unsigned long reads = probe->reads, writes = probe->writes;

    return probe->is_read
               ? xasprintf(ngettext("%lu read", "%lu reads", reads), reads)
               : xasprintf(ngettext("%lu write", "%lu writes", writes), writes);
}

static void probe_draw_titled_bars(const struct app *app, struct canvas *canvas,
                                   const struct view *view)
{
    CLEANUP(freep) char *title = probe_bars_title(app);

    if (view->bars_title)
        canvas_divider(canvas, view->bars_title, title, NULL);
    if (view->bar_columns)
        probe_draw_bars(app, canvas, view->bars_row, view->bar_columns);
}

static void probe_draw(const struct app *app, struct canvas *canvas)
{
    struct view view = probe_layout(app);
    CLEANUP(freep)
    char *full = xasprintf(_("%s  Probe: physical sector and boundary"), app->info.path);
    CLEANUP(freep) char *brief = xasprintf(_("%s  Probe"), app->info.path);
    CLEANUP(freep) char *count = count_text(app);

    measure_draw_header(app, canvas, full, brief, _("Probe"));
    measure_draw(app, canvas, &view.words, view.told_divider, view.told_row, count);
    probe_draw_titled_bars(app, canvas, &view);
    if (view.words_row)
        probe_draw_words(app, canvas, view.words_row);
    measure_pager_finish(&view.words);
}

static struct effect probe_handle(struct app *app, enum action action)
{
    struct view view = probe_layout(app);

    return measure_pager_scroll(&view.words, app, action);
}

const struct screen screen_probe = { .title = N_("probe"),
                                     .draw = probe_draw,
                                     .handle = probe_handle };
