/* SPDX-License-Identifier: GPL-3.0-or-later */
/* measure_result.c - results of a bench or a probe: use, save, find saved ones */
#include "ui/app/measure_result.h"

#include <math.h>
#include <string.h>

#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/size.h"
#include "model/measure/cost.h"

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

bool measure_result_is_drive(const struct app *app)
{
    return app->job.request.is_probe ? app->job.live.probe.is_drive
                                     : app->job.live.bench.is_drive;
}

bool measure_result_is_keepable(const struct app *app)
{
    return has_result(app) && measure_result_is_drive(app) && !app->job.is_saved;
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
    else if (!measure_result_is_drive(app))
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
            measure_result_is_drive(app)
                ? _("Judged by physical sectors of %1$llu bytes from sector %2$llu on, "
                    "as measured.")
                : _("Judged by physical sectors of %1$llu bytes from sector %2$llu on, "
                    "as measured, but not on the drive."),
            (ull)app->job.live.probe.physical,
            (ull)(app->job.live.probe.offset / layout_limits(app->layout)->logical));
}

static void use_step(struct app *app)
{
    char size[SIZE_TEXT];

    app->given.grain = 0;
    app->given.measured.step = app->job.live.probe.step_bytes;
    app_say(app, false, _("The grain is a multiple of %s from now on, as measured."),
            size_format_iec(app->job.live.probe.step_bytes, size));
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

const struct saved_result *measure_result_saved(const struct app *app)
{
    return app->job.has_saved ? &app->job.saved : NULL;
}

const struct bench_result *measure_result_bench(const struct app *app,
                                                const struct extent *extent)
{
    const struct layout *disk = queue_base(app->queue);
    const struct extent *there = layout_find(disk, extent->id);

    if (!there || there->start != extent->start)
        return NULL;
    return cost_of_partition(measure_result_saved(app), disk, there, app->base_context);
}

char *measure_result_cost(const struct app *app, const struct extent *extent)
{
    const struct bench_result *bench = measure_result_bench(app, extent);

    return bench ? cost_sentence(bench) : NULL;
}

void measure_result_day(const struct saved_result *saved, char ret[MEASURE_RESULT_DAY])
{
    char *time;

    copy_text(ret, MEASURE_RESULT_DAY, saved->time);
    time = strchr(ret, 'T');
    if (time)
        *time = '\0';
}
