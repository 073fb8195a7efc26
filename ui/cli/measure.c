/* SPDX-License-Identifier: GPL-3.0-or-later */
/* measure.c - the common part of bench and probe: opening, steps, files */
#include "ui/cli/measure.h"

#include <errno.h>
#include <string.h>
#include <sys/random.h>

#include "device/io/clock.h"
#include "device/measure/area_file.h"
#include "device/measure/drive_test.h"
#include "device/system/measured.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/utf8.h"
#include "model/disk/partition_name.h"
#include "model/measure/words.h"
#include "ui/cli/lacks.h"
#include "ui/cli/output.h"
#include "ui/cli/seed.h"
#include "ui/cli/steps.h"

/* Of a part for which earlier ones left no time: it ends after its first request. */
#define MIN_SECONDS 0.001

static bool measure_seed(const struct cli_options *options, uint64_t *ret,
                         struct err *err)
{
    *ret = options->measure.seed;
    if (options->measure.has_seed ||
        getrandom(ret, sizeof(*ret), 0) == (ssize_t)sizeof(*ret))
        return true;
    return seed_refuse(errno, err);
}

bool measure_begin(struct measure_command *command, const struct cli_options *options,
                   const char *path, struct err *err)
{
    command->options = options;
    command->path = path;
    command->sys = sys_of_machine();
    lacks_tell(&command->sys, path);
    if (!measure_seed(options, &command->seed, err) ||
        !command_disk_read(path, &options->given, false, &command->disk, err))
        return false;
    command_disk_note(&command->disk, path, true);
    return true;
}

double measure_part_seconds(struct measure_command *command)
{
    double given = command->options->measure.seconds;
    uint64_t now = clock_ms();

    if (given <= 0)
        return 0;
    if (!command->begun_ms)
        command->begun_ms = now;
    double left = given - (double)(now - command->begun_ms) * 1e-3;
    double share = command->parts > 1 ? left / command->parts : left;
    command->parts -= command->parts > 0;
    return share > MIN_SECONDS ? share : MIN_SECONDS;
}

/* --- the steps of device/measure/measuring.h --- */

static enum measure_step step_measuring(void *context)
{
    return drive_test_step(context);
}

static void stop_measuring(void *context)
{
    drive_test_stop(context);
}

static struct steps_look look_measuring(void *context)
{
    struct measure_live live;

    drive_test_live(context, &live);
    return (struct steps_look){ measure_phase_text(&live), live.share };
}

static struct drive_test *open_measuring(struct measure_command *command, bool is_probe,
                                         struct err *err)
{
    const struct cli_options *options = command->options;
    struct drive_test_request request = {
        .path = command->path,
        .sys = &command->sys,
        .layout = command->disk.info.layout,
        .is_probe = is_probe,
        .is_read_only = options->is_read_only,
        .is_as_drive = options->measure.is_as_drive,
        .is_sustained = options->measure.is_sustained,
        .starts = command->starts,
        .seed = command->seed,
        .max_seconds = measure_part_seconds(command),
    };
    struct err said = { 0 };
    enum measure_reason reason = REASON_NONE;
    struct drive_test *test = drive_test_open(&request, &reason, &said);

    copy_text(command->users, sizeof(command->users), said.text);
    if (!test) {
        command->refusal = reason;
        command->reason_id = said.reason;
        *err = said;
    }
    return test;
}

/* Steps until the test area is chosen and read, before the first write. */
static void choose_area(struct drive_test *test, struct measure_live *ret)
{
    enum measure_step step = STEP_MORE;

    drive_test_live(test, ret);
    while (step == STEP_MORE && ret->phase == MEASURE_READING && !*steps_stop_flag()) {
        step = drive_test_step(test);
        drive_test_live(test, ret);
    }
}

/* Adds a sentence that names the starts. */
static void add_question(const struct measure_command *command, struct lines *ret)
{
    const struct bench_starts *starts = &command->starts;
    const struct extent *extent = layout_find(command->disk.info.layout, starts->extent);
    char name[16];

    if (extent)
        lines_add(ret, _("Partition %1$s: sector %2$llu against %3$llu."),
                  partition_name(extent, name), (ull)starts->base, (ull)starts->against);
    else
        lines_add(ret, _("Sector %1$llu against %2$llu."), (ull)starts->base,
                  (ull)starts->against);
}

static void measure_print_intent(struct measure_command *command, struct drive_test *test)
{
    struct measure_live live;
    struct lines lines = { 0 };

    choose_area(test, &live);
    live.bench.arms[ARM_BASE].start_lba = command->starts.base;
    live.bench.arms[ARM_AGAINST].start_lba = command->starts.against;
    if (!live.is_probe)
        add_question(command, &lines);
    if (command->users[0])
        lines_take(&lines, utf8_clean(command->users));
    if (live.is_probe)
        probe_intent_lines(&live.probe, &lines);
    else
        bench_intent_lines(&live.bench, &lines);
    measure_print(command, &lines);
}

int measure_code(enum measure_verdict verdict, enum measure_reason reason,
                 struct err *err)
{
    bool is_broken = reason == REASON_CHANGED || reason == REASON_WRITE_ERROR ||
                     reason == REASON_READ_ERROR || reason == REASON_UNREADABLE ||
                     reason == REASON_REWRITTEN || reason == REASON_OVERLAPPED ||
                     reason == REASON_FULL;
    bool is_refused = verdict == MEASURE_REFUSED || reason == REASON_CHANGING ||
                      reason == REASON_NO_SPACE || reason == REASON_BUSY;

    if (reason == REASON_TAKEN)
        (void)err_set(err, ERR_STOPPED, "%s", measure_reason_text(reason));
    if (reason == REASON_TAKEN)
        return (int)err->code;
    if (!is_broken && !is_refused)
        return reason == REASON_STOPPED ? (int)ERR_STOPPED : 0;
    (void)err_set(err, is_broken ? ERR_IO : ERR_REFUSED, "%s",
                  reason ? measure_reason_text(reason)
                         : _("Nothing was measured, and nothing was written."));
    return (int)err->code;
}

void measure_save_area(struct measure_command *command, uint64_t start, const void *bytes,
                       uint64_t count)
{
    if (!bytes || !count)
        return;
    CLEANUP(freep)
    char *sentence =
        area_file_report(command->path, start, bytes, (size_t)count, &command->area_path);
    measure_print_sentence(command, "%s", sentence);
}

/* Saves the test area if another program changed it. */
static void measure_save_changed(struct measure_command *command,
                                 const struct drive_test *test)
{
    uint64_t start;
    size_t count;
    const void *bytes = drive_test_changed(test, &start, &count);

    if (bytes)
        measure_save_area(command, start, bytes, count);
}

static int measure_run(struct measure_command *command, struct drive_test *test,
                       bool is_probe, struct err *err)
{
    struct steps steps = { step_measuring, stop_measuring, look_measuring, test, NULL };

    steps_run(&steps);
    steps_release_signals();
    drive_test_result(test, &command->saved);
    command->errors = *drive_test_errors(test);
    command->has_result = true;
    command->is_drive =
        is_probe ? command->saved.probe.is_drive : command->saved.bench.is_drive;
    measure_print_result(command, is_probe);
    measure_save_changed(command, test);
    return is_probe ? measure_code(command->saved.probe.verdict,
                                   command->saved.probe.reason, err)
                    : measure_code(command->saved.bench.verdict,
                                   command->saved.bench.reason, err);
}

/* The comparison, if there was one, has stored drive and method already. */
struct saved_result *measure_saved_result(struct measure_command *command)
{
    if (!command->has_result && command->path)
        measured_begin(&command->sys, command->path, &command->saved);
    command->has_result = true;
    return &command->saved;
}

int measure_carry_out(struct measure_command *command, bool is_probe, struct err *err)
{
    CLEANUP(drive_test_closep)
    struct drive_test *test = open_measuring(command, is_probe, err);

    if (!test)
        return (int)err->code;
    steps_catch_signals(true);
    measure_print_intent(command, test);
    if (command->options->is_dry_run)
        return 0;
    return measure_run(command, test, is_probe, err);
}

static void measure_save(struct measure_command *command)
{
    struct err err = { 0 };

    if (command->options->is_dry_run) {
        measure_print_text(command, _("\nNothing was written: this was only shown.\n"));
        return;
    }
    if (!command->has_result || !command->is_drive ||
        command->options->measure.is_as_drive)
        return;
    if (!measured_save(&command->saved, &command->kept_path, &err)) {
        measure_print_sentence(command, "%s", err.text);
        return;
    }
    measure_print_sentence(command, _("Kept in %s."), command->kept_path);
}

static void measure_write_json(const struct measure_command *command, bool is_probe)
{
    struct report_measure report = {
        .path = command->path,
        .base = command->starts.base,
        .against = command->starts.against,
        .saved = command->has_result ? &command->saved : NULL,
        .reason = command->refusal,
        .reason_id = command->reason_id,
        .sentence = command->users[0] ? command->users : NULL,
        .lines = &command->lines,
        .workloads = command->has_workloads ? &command->workloads : NULL,
        .preset = command->options->measure.preset,
        .other = command->other,
        .is_dry_run = command->options->is_dry_run,
        .errors = &command->errors,
        .kept_path = command->kept_path,
        .area_path = command->area_path,
    };

    /* A disk that cannot be read has no document. */
    if (!command->options->is_json ||
        (!command->has_result && !command->refusal && !command->options->is_dry_run))
        return;
    output_json(is_probe ? report_json_probe(&report) : report_json_bench(&report));
}

void measure_finish(struct measure_command *command)
{
    command_disk_finish(&command->disk);
    lines_finish(&command->lines);
    freep(&command->kept_path);
    freep(&command->area_path);
}

void measure_complete(struct measure_command *command, bool is_probe)
{
    measure_save(command);
    measure_write_json(command, is_probe);
    measure_finish(command);
}
