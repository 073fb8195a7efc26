/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bench_loads.c - the workloads of bench on a disk */
#include "ui/cli/bench_loads.h"

#include "device/measure/drive_disk.h"
#include "device/measure/workloads.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/refusal.h"
#include "model/base/utf8.h"
#include "model/measure/words.h"
#include "ui/cli/steps.h"

#define AREAS_MAX 8
/* The first line of part-align-bench and the three of time(1). */
#define SEED_ROWS 4

/* One run of workloads on a disk. */
struct loads {
    struct measure_command *command;
    struct drive_disk *disk;
    struct test_area areas[AREAS_MAX];
    size_t area_count;
    struct workload_order orders[WORKLOAD_MAX];
    size_t count;
    struct measure_bounds bounds;
};

bool loads_are_wanted(const struct cli_measure *given)
{
    return given->device || given->preset || given->has_all || given->has_workload;
}

static const struct layout *layout_of(const struct measure_command *command)
{
    return command->disk.info.layout;
}

/* Keeps the orders of KIND only; returns how many. */
static size_t select_kind(struct workload_order *orders, size_t count,
                          enum workload_kind kind)
{
    size_t kept = 0;

    for (size_t i = 0; i < count; i++)
        if (orders[i].kind == kind)
            orders[kept++] = orders[i];
    return kept;
}

static bool compared_the_same(const struct saved_result *saved,
                              const struct workload_plan *plan)
{
    const struct bench_result *bench = &saved->bench;
    uint64_t base = bench->arms[ARM_BASE].start_lba;
    uint64_t against = bench->arms[ARM_AGAINST].start_lba;

    return saved->has_bench && bench->verdict == MEASURE_DIFFERENT && !bench->is_read &&
           bench->culprit == CULPRIT_DRIVE &&
           ((base == plan->base && against == plan->against) ||
            (base == plan->against && against == plan->base));
}

/* A comparison just made, else one saved for this drive, knows the better start, whatever
 * the drive reports. */
static void find_faster(const struct measure_command *command, struct workload_plan *plan)
{
    const struct saved_result *saved =
        command->has_result ? &command->saved : command->disk.saved;

    if (!saved || !compared_the_same(saved, plan))
        return;
    plan->has_faster = true;
    plan->faster =
        saved->bench.arms[saved->bench.ratio < 1 ? ARM_BASE : ARM_AGAINST].start_lba;
}

static size_t make_orders(const struct measure_command *command,
                          struct workload_order ret[WORKLOAD_MAX])
{
    const struct cli_measure *given = &command->options->measure;
    struct workload_plan plan = {
        .base = command->starts.base,
        .against = command->starts.against,
        .grid = limits_physical_grid(layout_limits(layout_of(command))),
        .stride = given->stride_bytes,
        .is_synced = given->is_synced,
    };

    find_faster(command, &plan);
    if (given->device) {
        ret[0] = (struct workload_order){
            .kind = WORKLOAD_ALIGN_BENCH,
            .start_lba = plan.base,
            .is_aligned = workload_is_aligned(&plan, plan.base),
            .bytes = given->size_bytes ? given->size_bytes : WORKLOAD_DEFAULT_BYTES,
            .stride = given->stride_bytes,
            .is_synced = given->is_synced,
        };
        return 1;
    }
    if (!given->has_workload)
        return workload_orders(given->preset, &plan, ret);
    size_t count =
        select_kind(ret, workload_orders(PRESET_NONE, &plan, ret), given->workload);
    /* Some workloads are in a preset only. */
    return count ? count
                 : select_kind(ret, workload_orders(PRESET_FIO, &plan, ret),
                               given->workload);
}

static bool loads_open(struct loads *loads, struct err *err)
{
    struct measure_command *command = loads->command;
    struct drive_request request = {
        .path = command->path,
        .sys = &command->sys,
        .layout = layout_of(command),
        .is_read_only = command->options->is_read_only,
        .is_as_drive = command->options->measure.is_as_drive,
    };
    struct err said = { 0 };
    enum measure_reason reason = REASON_NONE;

    loads->disk = drive_disk_open(&request, &reason, &said);
    copy_text(command->users, sizeof(command->users), said.text);
    if (!loads->disk || !drive_disk_is_same(loads->disk, &said)) {
        command->refusal = reason;
        command->reason_id = said.reason;
        *err = said;
        return false;
    }
    const struct drive *drive = drive_disk_drive(loads->disk);
    command->is_drive = drive->is_drive;
    loads->area_count = drive_disk_areas(loads->disk, layout_of(command),
                                         &command->starts, loads->areas, AREAS_MAX);
    if (loads->area_count)
        drive_disk_warn(loads->disk, &loads->areas[0], &said);
    copy_text(command->users, sizeof(command->users), said.text);
    return true;
}

static void loads_print_intent(struct loads *loads)
{
    struct measure_command *command = loads->command;
    struct lines lines = { 0 };
    struct test_area none = { 0 };
    bool can_write = loads->area_count > 0;
    struct measure_bounds bounds = loads->bounds;

    if (command->users[0])
        lines_take(&lines, utf8_clean(command->users));
    if (!can_write)
        bounds.bytes = 0;
    workload_intent_lines(can_write ? loads->areas[0] : none, &bounds, loads->count,
                          command->is_drive, &lines);
    measure_print(command, &lines);
}

/* --- the steps of device/measure/workloads.h --- */

static enum measure_step step_workloads(void *context)
{
    return workloads_step(context);
}

static void stop_workloads(void *context)
{
    workloads_stop(context);
}

static struct steps_look look_workloads(void *context)
{
    return (struct steps_look){ _("Workloads"), workloads_share(context) };
}

static void loads_add_results(struct loads *loads, const struct workloads *workloads)
{
    struct saved_result *saved = measure_saved_result(loads->command);

    if (!saved->method[0])
        copy_text(saved->method, sizeof(saved->method), drive_disk_method(loads->disk));
    saved->workload_count = workloads_results(workloads, saved->workloads, WORKLOAD_MAX);
}

/* Prints COUNT of LINES from index FIRST on without a change. */
static void print_rows(struct measure_command *command, const struct lines *lines,
                       size_t first, size_t count)
{
    struct lines some = { lines->at + first, count };

    measure_print_rows(command, &some, SEED_ROWS);
}

/* part-align-bench prints its own first line, and time(1) follows: all other sentences
 * before them go to standard error. */
static void begin_align_bench(struct loads *loads)
{
    struct measure_command *command = loads->command;
    struct workload_result none = { .kind = WORKLOAD_ALIGN_BENCH };
    struct lines lines = { 0 };

    workload_align_bench_lines(command->path, &loads->orders[0], &none, &lines);
    print_rows(command, &lines, 0, 1);
    lines_finish(&lines);
    command->is_on_stderr = true;
    loads_print_intent(loads);
    command->is_on_stderr = false;
}

static void end_align_bench(struct loads *loads)
{
    struct measure_command *command = loads->command;
    const struct workload_result *result = &command->saved.workloads[0];
    struct lines lines = { 0 }, rate_line = { 0 };
    CLEANUP(freep) char *rate = measure_rate_text(result->bytes_per_second / (1 << 20));

    if (!command->saved.workload_count)
        return;
    workload_align_bench_lines(command->path, &loads->orders[0], result, &lines);
    print_rows(command, &lines, 1, SEED_ROWS - 1);
    lines_add(&rate_line, "%s MiB/s", rate);
    measure_print_rows(command, &rate_line, 1);
    lines_finish(&rate_line);
    for (size_t i = SEED_ROWS; i < lines.count; i++)
        measure_print_sentence(command, "%s", lines.at[i]);
    lines_finish(&lines);
}

static void loads_print_end(struct loads *loads, const struct workloads *workloads)
{
    struct measure_command *command = loads->command;
    struct test_area area = workloads_area(workloads);
    struct report_workloads end = {
        .reason = workloads_reason(workloads),
        .bytes_written = workloads_written_bytes(workloads),
        .overlap = workloads_overlap(workloads),
        .is_unchanged = workloads_is_unchanged(workloads),
        .is_flush_lying = workloads_flush_lies(workloads),
    };
    struct lines lines = { 0 };

    command->workloads = end;
    request_errors_merge(&command->errors, workloads_errors(workloads));
    command->has_workloads = true;
    if (end.reason == REASON_TIME)
        lines_add(&lines, "%s", _("The time allowed was over before all was timed."));
    else if (end.reason)
        lines_add(&lines, "%s", measure_reason_text(end.reason));
    words_add_overlap(end.overlap, layout_limits(layout_of(command)), &lines);
    if (end.bytes_written)
        measure_written_lines(area, end.bytes_written, end.is_unchanged,
                              layout_limits(layout_of(command)), &lines);
    measure_print(command, &lines);
    if (end.bytes_written && !end.is_unchanged)
        measure_save_area(command, area.start, workloads_area_bytes(workloads),
                          area.bytes);
}

static int refuse_nothing(struct measure_command *command, struct err *err)
{
    command->refusal = REASON_READS_ONLY;
    (void)err_refuse(err, REFUSAL_BENCH_NOTHING_TO_TIME,
                     _("Nothing of this can be timed on %s without writing: name what "
                       "only reads, as with --workload=read-4k."),
                     command->path);
    command->reason_id = err->reason;
    return (int)err->code;
}

static int loads_run_steps(struct loads *loads, struct err *err)
{
    CLEANUP(workloads_freep)
    struct workloads *workloads =
        workloads_new(drive_disk_drive(loads->disk), loads->areas, loads->area_count,
                      loads->orders, loads->count, &loads->bounds, loads->command->seed);
    struct steps steps = { step_workloads, stop_workloads, look_workloads, workloads,
                           NULL };

    steps_catch_signals(true);
    steps_run(&steps);
    steps_release_signals();
    loads_add_results(loads, workloads);
    if (loads->command->options->measure.device)
        end_align_bench(loads);
    loads_print_end(loads, workloads);
    int code = measure_code(MEASURE_INCONCLUSIVE, workloads_reason(workloads), err);
    /* All requested workloads write, and the disk is read-only. */
    if (!code && !loads->command->saved.workload_count)
        code = refuse_nothing(loads->command, err);
    return code;
}

struct measure_bounds loads_bounds(const struct measure_command *command)
{
    const struct cli_measure *given = &command->options->measure;
    struct workload_order orders[WORKLOAD_MAX];
    size_t count = make_orders(command, orders);

    return workload_bounds(orders, count, given->size_bytes, given->seconds);
}

int loads_run(struct measure_command *command, struct err *err)
{
    struct loads loads = { .command = command };
    int code = 0;

    loads.count = make_orders(command, loads.orders);
    if (!workload_orders_check(loads.orders, loads.count,
                               (uint32_t)layout_limits(layout_of(command))->logical, err))
        return (int)err->code;
    loads.bounds =
        workload_bounds(loads.orders, loads.count, command->options->measure.size_bytes,
                        measure_part_seconds(command));
    if (loads_open(&loads, err)) {
        if (command->options->measure.device)
            begin_align_bench(&loads);
        else
            loads_print_intent(&loads);
        if (!command->options->is_dry_run)
            code = loads_run_steps(&loads, err);
    } else {
        code = (int)err->code;
    }
    drive_disk_close(loads.disk);
    return code;
}

void loads_print(struct measure_command *command)
{
    const struct saved_result *saved = &command->saved;
    const struct saved_result *other = command->other;
    struct lines lines = { 0 };

    if (!saved->workload_count || command->options->measure.device)
        return;
    workload_lines(command->options->measure.preset, saved->workloads,
                   saved->workload_count, other ? other->workloads : NULL,
                   other ? other->workload_count : 0, other ? other->model : NULL,
                   &lines);
    if (command->workloads.is_flush_lying)
        lines_add(&lines, "%s", measure_reason_text(REASON_FLUSH_LIES));
    measure_print_text(command, "\n");
    measure_print_rows(command, &lines, 0);
    lines_finish(&lines);
}
