/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bench.c - the commands bench and probe: time two starts, find the physical sectors */
#include "device/system/measured.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/size.h"
#include "model/measure/words.h"
#include "ui/cli/bench_loads.h"
#include "ui/cli/measure.h"
#include "ui/cli/run.h"

/* *ret is the id of the partition in --partition; 0: none. */
static bool find_extent(const struct measure_command *command, uint32_t *ret,
                        struct err *err)
{
    const char *word = command->options->measure.partition;
    const struct extent *extent = NULL;

    if (word && !command_disk_find(&command->disk.info, word, &extent, err))
        return false;
    *ret = extent ? extent->id : 0;
    return true;
}

/* Compares BASE with the nearest boundary; an aligned BASE with the next sector. Both are
 * sectors of the disk. */
static struct bench_starts starts_of(const struct layout *layout, uint64_t base)
{
    const struct limits *limits = layout_limits(layout);
    struct alignment grid = limits_physical_grid(limits);
    bool is_off = !align_contains(grid, base);
    uint64_t near = align_nearest(grid, base);
    uint64_t aligned = near < limits->size ? near : align_prev(grid, base);
    uint64_t beside = base + 1 < limits->size ? base + 1 : base - 1;
    struct bench_starts starts = { .base = base,
                                   .against = is_off ? aligned : beside,
                                   .aligned = aligned,
                                   .is_off = is_off };

    LAYOUT_EACH (extent, layout)
        if (extent_is_partition(extent) && extent->start == base)
            starts.extent = extent->id;
    return starts;
}

static bool find_base(struct measure_command *command, struct err *err)
{
    const struct layout *layout = command->disk.info.layout;
    const struct limits *limits = layout_limits(layout);
    const char *text = command->options->measure.base;
    uint64_t base = 0;
    uint32_t id = 0;

    if (command->options->measure.device && !text)
        text = "0";
    if (text) {
        if (!size_parse_lba(text, limits->size, limits->logical, &base, err))
            return false;
        command->starts = starts_of(layout, base);
        return true;
    }
    return find_extent(command, &id, err) &&
           bench_starts_of(layout, id, command->disk.context, &command->starts, err);
}

static bool find_starts(struct measure_command *command, struct err *err)
{
    const char *against = command->options->measure.against;

    if (!find_base(command, err))
        return false;
    const struct limits *limits = layout_limits(command->disk.info.layout);
    if (against && !size_parse_lba(against, limits->size, limits->logical,
                                   &command->starts.against, err))
        return false;
    if (command->starts.base == command->starts.against)
        return err_set(err, ERR_USAGE, _("Sector %llu cannot be compared with itself."),
                       (ull)command->starts.base);
    return true;
}

/* Prints the result of the other drive. */
static void print_compared(struct measure_command *command)
{
    const struct saved_result *other = command->other;

    if (!other || !other->has_bench)
        return;
    const struct bench_result *bench = &other->bench;
    CLEANUP(freep) char *ratio = measure_ratio_text(bench->ratio);
    measure_print_sentence(
        command,
        _("For comparison, %1$s: sector %2$llu took %3$s times as long as %4$llu."),
        other->model[0] ? other->model : other->path,
        (ull)bench->arms[ARM_BASE].start_lba, ratio,
        (ull)bench->arms[ARM_AGAINST].start_lba);
}

/* The parts of the command that are requested. */
struct parts {
    bool comparison, loads, files;
};

static struct parts parts_of(const struct measure_command *command)
{
    const struct cli_measure *given = &command->options->measure;

    return (struct parts){
        .comparison = command->path && !given->device && !given->preset &&
                      (!given->jobs || given->has_all || given->has_workload),
        .loads = command->path && loads_are_wanted(given),
        .files = given->folder != NULL,
    };
}

static void bounds_add(struct measure_bounds *sum, struct measure_bounds more,
                       bool is_read_only)
{
    sum->bytes += is_read_only ? 0 : more.bytes;
    sum->seconds += more.seconds;
}

/* Prints the bounds of the whole command, which has several parts. */
static void print_whole(struct measure_command *command, const struct parts *parts)
{
    struct measure_bounds sum = { 0 };
    bool is_read_only = command->options->is_read_only;
    double seconds = command->options->measure.seconds;
    struct lines lines = { 0 };

    if (parts->comparison)
        bounds_add(&sum, measure_bench_bounds(0, command->options->measure.is_sustained),
                   is_read_only);
    if (parts->loads)
        bounds_add(&sum, loads_bounds(command), is_read_only);
    if (parts->files)
        bounds_add(&sum, workload_files_bounds(0), false);
    if (seconds > 0)
        sum.seconds = seconds;
    measure_whole_intent_lines(&sum, &lines);
    measure_print(command, &lines);
}

/* Runs the parts that are requested; stops after one without a result. */
static int run_all(struct measure_command *command, struct err *err)
{
    const struct parts parts = parts_of(command);
    int code = 0;

    command->parts = (unsigned)parts.comparison + parts.loads + parts.files;
    if (command->options->measure.jobs && !loads_save_jobs(command, err))
        return (int)err->code;
    if (command->parts > 1)
        print_whole(command, &parts);
    if (parts.comparison)
        code = measure_carry_out(command, false, err);
    if (!code && parts.comparison && command->has_result)
        print_compared(command);
    if (!code && parts.loads)
        code = loads_run(command, err);
    if (!code && parts.files)
        code = loads_run_files(command, err);
    loads_print(command);
    return code;
}

static bool bench_begin(struct measure_command *command,
                        const struct cli_options *options, struct saved_result *other,
                        struct err *err)
{
    const struct cli_measure *given = &options->measure;
    const char *path = given->device            ? given->device
                       : options->operand_count ? options->operands[0]
                                                : NULL;

    command->options = options;
    if (given->compared) {
        if (!measured_find(given->compared, other, err))
            return false;
        command->other = other;
    }
    return !path ||
           (measure_begin(command, options, path, err) && find_starts(command, err));
}

int command_bench(const struct cli_options *options, struct err *err)
{
    struct measure_command command = { 0 };
    struct saved_result other;

    if (!bench_begin(&command, options, &other, err)) {
        measure_finish(&command);
        return (int)err->code;
    }
    int code = run_all(&command, err);
    err->is_reported = true;
    measure_complete(&command, false);
    return code;
}

int command_probe(const struct cli_options *options, struct err *err)
{
    struct measure_command command = { 0 };

    if (!measure_begin(&command, options, options->operands[0], err)) {
        measure_finish(&command);
        return (int)err->code;
    }
    int code = measure_carry_out(&command, true, err);
    err->is_reported = true;
    measure_complete(&command, true);
    return code;
}
