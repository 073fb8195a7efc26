/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cost.c - the cost of a partition's start, as a saved bench has measured it */
#include "model/measure/cost.h"

#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/str.h"
#include "model/measure/words.h"

/* Starts with the same offset on this grid cost the same on most drives. */
#define GRID_MIN 4096

static bool have_same_offset(const struct limits *limits, uint64_t a, uint64_t b)
{
    uint64_t grid = limits->physical > GRID_MIN ? limits->physical : GRID_MIN;

    return (a * limits->logical) % grid == (b * limits->logical) % grid;
}

const struct bench_result *cost_of_starts(const struct saved_result *saved,
                                          const struct limits *limits,
                                          const struct bench_starts *starts)
{
    if (!saved || !saved->has_bench || saved->bench.verdict == MEASURE_REFUSED)
        return NULL;
    const struct arm_times *arms = saved->bench.arms;
    return have_same_offset(limits, arms[ARM_BASE].start_lba, starts->base) &&
                   have_same_offset(limits, arms[ARM_AGAINST].start_lba, starts->against)
               ? &saved->bench
               : NULL;
}

const struct bench_result *cost_of_partition(const struct saved_result *saved,
                                             const struct layout *layout,
                                             const struct extent *extent,
                                             struct suggest_context context)
{
    struct bench_starts starts;
    struct err err = { 0 };

    if (!saved || !extent_is_partition(extent) ||
        !bench_starts_of(layout, extent->id, context, &starts, &err) || !starts.is_off)
        return NULL;
    const struct bench_result *bench =
        cost_of_starts(saved, layout_limits(layout), &starts);
    bool is_decided =
        bench && !bench->is_read &&
        (bench->verdict == MEASURE_DIFFERENT || bench->verdict == MEASURE_SAME);
    return is_decided ? bench : NULL;
}

bool cost_is_better_left(const struct bench_result *bench)
{
    bool is_faster = bench->verdict == MEASURE_DIFFERENT && bench->ratio < 1;
    bool is_same = bench->verdict == MEASURE_SAME && bench->worth == WORTH_NO;

    return bench->is_drive && !bench->is_read && (is_faster || is_same);
}

enum { COST_SLOWER, COST_FASTER, COST_SAME, COST_COUNT };

/* For a drive, and for an image file, a loop or a mapped device. */
static const char *const sentences[COST_COUNT][2] = {
    [COST_SLOWER] = { N_("Measured: synced writes at this start take %1$s times as long "
                         "as "
                         "at the suggested one (%2$d %% sure: %3$s to %4$s)."),
                      N_("Measured, but not on the drive (image file, loop or mapped "
                         "device): synced writes at this start take %1$s times as long "
                         "as "
                         "at the suggested one (%2$d %% sure: %3$s to %4$s).") },
    [COST_FASTER] = { N_("Measured: synced writes at this start take %1$s times as long "
                         "as "
                         "at the suggested one (%2$d %% sure: %3$s to %4$s): it is "
                         "better "
                         "left as it is."),
                      N_("Measured, but not on the drive (image file, loop or mapped "
                         "device): synced writes at this start take %1$s times as long "
                         "as "
                         "at the suggested one (%2$d %% sure: %3$s to %4$s).") },
    [COST_SAME] = { N_("Measured: synced writes take as long at this start as at the "
                       "suggested one."),
                    N_("Measured, but not on the drive (image file, loop or mapped "
                       "device): synced writes take as long at this start as at the "
                       "suggested one.") },
};

static const char *worth_sentence(const struct bench_result *bench)
{
    static const char *const worths[] = {
        [WORTH_UNSTATED] = "",
        [WORTH_YES] = N_("Worth fixing."),
        [WORTH_NO] = N_("Hardly worth fixing."),
        [WORTH_UNSURE] = N_("Whether that is worth fixing is not sure."),
    };

    if (!bench->is_drive)
        return "";
    if (bench->verdict == MEASURE_SAME)
        return bench->worth == WORTH_NO
                   ? _("Not worth fixing.")
                   : _("A larger cache could hide a difference: bench --sustained "
                       "decides.");
    return cost_is_better_left(bench) || bench->worth == WORTH_UNSTATED
               ? ""
               : _(worths[bench->worth]);
}

char *cost_sentence(const struct bench_result *bench)
{
    struct measure_ratio texts = measure_ratio_of(bench->ratio, bench->interval);
    int percent = (int)(bench->confidence * 100 + 0.5);
    int kind = bench->verdict == MEASURE_SAME ? COST_SAME
               : bench->ratio < 1             ? COST_FASTER
                                              : COST_SLOWER;
    const char *words = _(sentences[kind][!bench->is_drive]);
    const char *worth = worth_sentence(bench);
    struct str text = { 0 };

    if (kind == COST_SAME)
        str_add(&text, words);
    else
        str_printf(&text, words, texts.ratio, percent, texts.low, texts.high);
    if (*worth)
        str_add_gap(&text);
    str_add(&text, worth);
    return str_take(&text);
}

char *cost_gain_sentence(const struct bench_result *bench, unsigned number)
{
    struct measure_ratio texts = measure_ratio_of(bench->ratio, bench->interval);
    int percent = (int)(bench->confidence * 100 + 0.5);

    if (!bench->is_drive || bench->verdict != MEASURE_DIFFERENT || bench->ratio < 1)
        return NULL;
    return xasprintf(_("Measured before: synced writes at the old start of partition "
                       "%1$u took %2$s times as long as at an aligned one (%3$d %% sure: "
                       "%4$s to %5$s)."),
                     number, texts.ratio, percent, texts.low, texts.high);
}
