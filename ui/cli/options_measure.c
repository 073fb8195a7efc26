/* SPDX-License-Identifier: GPL-3.0-or-later */
/* options_measure.c - what the command line says of bench and probe */
#include "ui/cli/options_measure.h"

#include <stdlib.h>
#include <string.h>

#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/num.h"
#include "model/base/size.h"
#include "model/base/str.h"
#include "model/measure/test_area.h"
#include "ui/cli/options_table.h"

/* Longer than an hour nobody waits for one question. */
#define SECONDS_MAX 3600

/* Decimal digits alone, at most MOST. */
static bool measure_set_number(const char *name, const char *text, uint64_t max,
                               uint64_t *ret, struct err *err)
{
    if (num_parse(text, max, ret))
        return true;
    return err_set(err, ERR_USAGE, _("--%1$s: '%2$s' is no number from 0 to %3$llu."),
                   name, text, (ull)max);
}

static bool measure_set_positive(const char *name, const char *text, uint64_t *ret,
                                 struct err *err)
{
    struct err why = { 0 };

    if (!size_parse_bytes(text, ret, &why))
        return err_set(err, ERR_USAGE, _("--%1$s: %2$s"), name, why.text);
    if (!*ret)
        return err_set(err, ERR_USAGE, _("--%s: it must be more than 0."), name);
    return true;
}

static bool measure_set_size(const char *name, const char *text, uint64_t *ret,
                             struct err *err)
{
    char area[SIZE_TEXT], max[SIZE_TEXT];

    if (!measure_set_positive(name, text, ret, err))
        return false;
    if (*ret <= WORKLOAD_MAX_BYTES)
        return true;
    (void)size_format_exact(TEST_AREA_BYTES, area);
    (void)size_format_exact(WORKLOAD_MAX_BYTES, max);
    return err_set(err, ERR_USAGE,
                   _("--%1$s: %2$s at most; all of it goes to the same %3$s of the disk, "
                     "again and again, and wears them."),
                   name, max, area);
}

static bool set_seconds(const char *name, const char *text, uint64_t *ret,
                        struct err *err)
{
    if (!measure_set_number(name, text, SECONDS_MAX, ret, err))
        return false;
    if (!*ret)
        return err_set(err, ERR_USAGE, _("--%s: it must be more than 0."), name);
    return true;
}

static bool set_text(const char *name, const char *text, const char **ret,
                     struct err *err)
{
    if (!*text)
        return err_set(err, ERR_USAGE, _("--%s needs a value."), name);
    *ret = text;
    return true;
}

/* Those in files have an option of their own. */
static bool is_on_disk(enum workload_kind kind)
{
    return kind != WORKLOAD_ALIGN_BENCH && kind != WORKLOAD_FILE_DURABLE &&
           kind != WORKLOAD_SMALL_FILES;
}

static bool set_workload(const char *name, const char *text, struct cli_measure *ret,
                         struct err *err)
{
    CLEANUP(str_finish) struct str known = { 0 };

    ret->has_all = !strcmp(text, "all");
    if (ret->has_all)
        return true;
    str_add(&known, "all");
    for (enum workload_kind kind = 0; kind < WORKLOAD_COUNT; kind++) {
        if (!is_on_disk(kind))
            continue;
        if (!strcmp(text, workload_id(kind))) {
            ret->has_workload = true;
            ret->workload = kind;
            return true;
        }
        str_printf(&known, ", %s", workload_id(kind));
    }
    return err_set(err, ERR_USAGE, _("--%1$s: '%2$s' is none of %3$s."), name, text,
                   str_text(&known));
}

static bool set_preset(const char *name, const char *text, struct cli_measure *ret,
                       struct err *err)
{
    CLEANUP(str_finish) struct str known = { 0 };

    if (preset_find(text, &ret->preset))
        return true;
    for (enum preset preset = PRESET_NONE + 1; preset < PRESET_COUNT; preset++)
        str_printf(&known, "%s%s", known.length ? ", " : "", preset_id(preset));
    return err_set(err, ERR_USAGE, _("--%1$s: '%2$s' is none of %3$s."), name, text,
                   str_text(&known));
}

static const char **text_of(int code, struct cli_measure *measure)
{
    switch (code) {
    case OPTION_PARTITION:
        return &measure->partition;
    case 'b':
        return &measure->base;
    case OPTION_AGAINST:
        return &measure->against;
    case OPTION_COMPARE:
        return &measure->compared;
    case OPTION_DIR:
        return &measure->folder;
    case OPTION_JOB_FILES:
        return &measure->jobs;
    case 'd':
        return &measure->device;
    default:
        return NULL;
    }
}

static bool measure_set_flag(int code, struct cli_measure *measure)
{
    if (code == 'S')
        measure->is_synced = true;
    if (code == OPTION_AS_DRIVE)
        measure->is_as_drive = true;
    return code == 'S' || code == OPTION_AS_DRIVE;
}

bool cli_measure_set(int code, const char *name, const char *value,
                     struct cli_measure *ret, struct err *err)
{
    const char **text = text_of(code, ret);

    if (text)
        return set_text(name, value, text, err);
    switch (code) {
    case OPTION_WORKLOAD:
        return set_workload(name, value, ret, err);
    case OPTION_PRESET:
        return set_preset(name, value, ret, err);
    case OPTION_SECONDS:
        return set_seconds(name, value, &ret->seconds, err);
    case OPTION_SEED:
        ret->has_seed = true;
        return measure_set_number(name, value, UINT64_MAX, &ret->seed, err);
    case 'i':
        return measure_set_positive(name, value, &ret->stride_bytes, err);
    case 's':
        return measure_set_size(name, value, &ret->size_bytes, err);
    default:
        return measure_set_flag(code, ret);
    }
}

/* What stands on the left is of no use with what stands on the right. */
static bool check_pairs(const struct cli_measure *measure, struct err *err)
{
    bool is_align_bench = measure->device;
    bool has_workloads = measure->has_all || measure->has_workload;
    const struct {
        bool is_given, excludes;
        const char *name, *other;
    } pairs[] = {
        { measure->partition, measure->base, "partition", "base" },
        { measure->preset, has_workloads, "preset", "workload" },
        { is_align_bench, measure->partition, "device", "partition" },
        { is_align_bench, measure->against, "device", "against" },
        { is_align_bench, measure->preset, "device", "preset" },
        { is_align_bench, has_workloads, "device", "workload" },
        { is_align_bench, measure->folder, "device", "dir" },
        { is_align_bench, measure->jobs, "device", "job-files" },
    };

    for (size_t i = 0; i < ARRAY_SIZE(pairs); i++)
        if (pairs[i].is_given && pairs[i].excludes)
            return err_set(err, ERR_USAGE, _("--%1$s and --%2$s do not go together."),
                           pairs[i].name, pairs[i].other);
    return true;
}

bool cli_measure_check(const struct cli_measure *measure, bool has_operand,
                       struct err *err)
{
    bool has_letter = measure->stride_bytes || measure->size_bytes || measure->is_synced;

    if (!check_pairs(measure, err))
        return false;
    if (measure->device && has_operand)
        return err_set(err, ERR_USAGE, "%s",
                       _("The disk is named twice: with --device and without."));
    if (has_letter && !measure->device && measure->preset != PRESET_APOLLO)
        return err_set(err, ERR_USAGE, "%s",
                       _("-i, -s and -S go with -d DEVICE, or with --preset=apollo."));
    if (!has_operand && !measure->device && !measure->folder)
        return err_set(err, ERR_USAGE, _("Which disk? Usage: alidade %s"),
                       _("bench DEVICE"));
    return true;
}
