/* SPDX-License-Identifier: GPL-3.0-or-later */
/* measured.c - saved results of the open disk, for other screens than bench and probe */
#include "ui/app/measured.h"

#include <string.h>

#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/str.h"
#include "model/measure/words.h"

#define GRID_MIN                                                                         \
    4096 /* starts with the same offset on this grid cost the same on most drives */

static bool have_same_offset(const struct limits *limits, uint64_t a, uint64_t b)
{
    uint64_t grid = limits->physical > GRID_MIN ? limits->physical : GRID_MIN;

    return (a * limits->logical) % grid == (b * limits->logical) % grid;
}

const struct bench_result *measured_bench(const struct app *app,
                                          const struct bench_starts *starts)
{
    const struct bench_result *bench = &app->job.known.bench;

    if (!app->job.is_known || !app->job.known.has_bench ||
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

char *measured_cost(const struct app *app, const struct extent *extent)
{
    const struct layout *disk = queue_base(app->queue);
    const struct extent *there = layout_find(disk, extent->id);
    struct bench_starts starts;
    struct err err = { 0 };

    if (!there || there->start != extent->start || !extent_is_partition(there) ||
        !bench_starts_of(disk, extent->id, app->grub_sectors, &starts, &err))
        return NULL;
    const struct bench_result *bench = measured_bench(app, &starts);
    if (!bench || bench->is_read || !starts.is_off)
        return NULL;
    if (bench->verdict == MEASURE_DIFFERENT)
        return difference_text(bench);
    return bench->verdict == MEASURE_SAME
               ? xstrdup(_("Measured: synced writes take as long at this start as at the "
                           "suggested one. Not worth fixing."))
               : NULL;
}

void measured_day(const struct saved_result *saved, char ret[MEASURED_DAY])
{
    char *time;

    copy_text(ret, MEASURED_DAY, saved->time);
    time = strchr(ret, 'T');
    if (time)
        *time = '\0';
}
