/* SPDX-License-Identifier: GPL-3.0-or-later */
/* measure_result.c - results of a bench or a probe: use, save, find saved ones */
#include "ui/app/measure_result.h"

#include <math.h>
#include <string.h>

#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/size.h"
#include "model/base/str.h"
#include "model/measure/words.h"

bool measure_result_is_read(const struct app *app)
{
    return app->job.live.is_probe ? app->job.live.probe.is_read
                                  : app->job.live.bench.is_read;
}

uint64_t measure_result_written(const struct app *app)
{
    return app->job.live.is_probe ? app->job.live.probe.bytes_written
                                  : app->job.live.bench.bytes_written;
}

static bool has_result(const struct app *app)
{
    if (app->job.is_refused)
        return false;
    return app->job.request.is_probe ? app->job.live.probe.verdict != MEASURE_REFUSED &&
                                           app->job.live.probe.seconds > 0
                                     : app->job.live.bench.pairs > 0 &&
                                           isfinite(app->job.live.bench.interval.high);
}

static bool is_drive(const struct app *app)
{
    return app->job.request.is_probe ? app->job.live.probe.is_drive
                                     : app->job.live.bench.is_drive;
}

bool measure_result_is_keepable(const struct app *app)
{
    return has_result(app) && is_drive(app) && !app->job.is_saved;
}

bool measure_result_is_usable(const struct app *app)
{
    const struct probe_result *probe = &app->job.live.probe;

    if (!has_result(app))
        return false;
    if (!app->job.request.is_probe)
        return !app->job.is_saved;
    return probe->is_read ? probe->step_bytes > 0
                          : probe->verdict == MEASURE_DIFFERENT && probe->physical;
}

/* Only a drive can be recognised again; a file cannot. */
struct effect measure_result_keep(struct app *app)
{
    if (!has_result(app))
        app_say(app, false, "%s", _("There is no result to be kept."));
    else if (app->job.is_saved)
        app_say(app, false, "%s", _("It is kept already."));
    else if (!is_drive(app))
        app_say(app, false, "%s",
                _("This is no drive: the result counts until alidade ends."));
    else
        return (struct effect){ .kind = EFFECT_MEASURE_KEEP };
    return effect_none;
}

/* A measured grid replaces one that was typed before. */
static void use_physical(struct app *app)
{
    app->given.physical = 0;
    app->given.has_alignment_offset = false;
    app->given.measured.physical = app->job.live.probe.physical;
    app->given.measured.alignment_offset = app->job.live.probe.offset;
    app_say(app, false,
            _("Judged by physical sectors of %1$llu bytes from sector %2$llu on, as "
              "measured."),
            (ull)app->job.live.probe.physical,
            (ull)(app->job.live.probe.offset / layout_limits(app->layout)->logical));
}

static void use_step(struct app *app)
{
    char size[SIZE_TEXT];

    app->given.grain = 0;
    app->given.measured.step = app->job.live.probe.step_bytes;
    app_say(app, false, _("The grain is a multiple of %s from now on, as measured."),
            size_format_exact(app->job.live.probe.step_bytes, size));
}

static bool use_probe(struct app *app, struct effect *ret)
{
    if (!measure_result_is_usable(app)) {
        app_say(app, false, "%s", _("Nothing was found that could be used."));
        return false;
    }
    if (app->job.live.probe.is_read)
        use_step(app);
    else
        use_physical(app);
    *ret = (struct effect){ .kind = EFFECT_MEASURE_USE, .given = app->given };
    return true;
}

bool measure_result_use(struct app *app, struct effect *ret)
{
    if (app->job.request.is_probe)
        return use_probe(app, ret);
    *ret = measure_result_keep(app);
    return has_result(app);
}

#define GRID_MIN                                                                         \
    4096 /* starts with the same offset on this grid cost the same on most drives */

static bool have_same_offset(const struct limits *limits, uint64_t a, uint64_t b)
{
    uint64_t grid = limits->physical > GRID_MIN ? limits->physical : GRID_MIN;

    return (a * limits->logical) % grid == (b * limits->logical) % grid;
}

const struct bench_result *measure_result_saved(const struct app *app,
                                                const struct bench_starts *starts)
{
    const struct bench_result *bench = &app->job.saved.bench;

    if (!app->job.has_saved || !app->job.saved.has_bench ||
        bench->verdict == MEASURE_REFUSED)
        return NULL;
    const struct limits *limits = layout_limits(app->layout);
    return have_same_offset(limits, bench->arms[ARM_BASE].start_lba, starts->base) &&
                   have_same_offset(limits, bench->arms[ARM_AGAINST].start_lba,
                                    starts->against)
               ? bench
               : NULL;
}

static const char *worth_sentence(enum bench_worth worth)
{
    static const char *const sentences[] = {
        [WORTH_YES] = N_("Worth fixing."),
        [WORTH_NO] = N_("Hardly worth fixing."),
        [WORTH_UNSURE] = N_("Whether that is worth fixing is not sure."),
    };

    return worth == WORTH_UNSTATED ? "" : _(sentences[worth]);
}

static char *difference_text(const struct bench_result *bench)
{
    struct measure_ratio texts = measure_ratio_of(bench->ratio, bench->interval);
    int percent = (int)(bench->confidence * 100 + 0.5);

    if (bench->ratio < 1)
        return xasprintf(_("Measured: synced writes at this start take %1$s times as "
                           "long as at the suggested one (%2$d %% sure: %3$s to %4$s): "
                           "it is better left as it is."),
                         texts.ratio, percent, texts.low, texts.high);
    struct str text = { 0 };
    str_printf(&text,
               _("Measured: synced writes at this start take %1$s times as long as at "
                 "the suggested one (%2$d %% sure: %3$s to %4$s)."),
               texts.ratio, percent, texts.low, texts.high);
    str_add_gap(&text);
    str_add(&text, worth_sentence(bench->worth));
    return str_take(&text);
}

char *measure_result_cost(const struct app *app, const struct extent *extent)
{
    const struct layout *disk = queue_base(app->queue);
    const struct extent *there = layout_find(disk, extent->id);
    struct bench_starts starts;
    struct err err = { 0 };

    if (!there || there->start != extent->start || !extent_is_partition(there) ||
        !bench_starts_of(disk, extent->id, app->grub_sectors, &starts, &err))
        return NULL;
    const struct bench_result *bench = measure_result_saved(app, &starts);
    if (!bench || bench->is_read || !starts.is_off)
        return NULL;
    if (bench->verdict == MEASURE_DIFFERENT)
        return difference_text(bench);
    return bench->verdict == MEASURE_SAME
               ? xstrdup(_("Measured: synced writes take as long at this start as at the "
                           "suggested one. Not worth fixing."))
               : NULL;
}

void measure_result_day(const struct saved_result *saved, char ret[MEASURE_RESULT_DAY])
{
    char *time;

    copy_text(ret, MEASURE_RESULT_DAY, saved->time);
    time = strchr(ret, 'T');
    if (time)
        *time = '\0';
}
