/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bench_files.c - workloads in files, and jobs for fio */

#include "device/measure/fio_files.h"
#include "device/measure/workload_folder.h"
#include "device/measure/workloads.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/disk/partition_name.h"
#include "model/measure/words.h"
#include "ui/cli/bench_loads.h"
#include "ui/cli/steps.h"

int loads_run_files(struct measure_command *command, struct err *err)
{
    const char *folder = command->options->measure.folder;
    struct workload_result durable = { 0 }, small = { 0 };
    struct lines swept = { 0 };

    struct measure_bounds bounds = workload_files_bounds(measure_part_seconds(command));
    workload_files_intent_lines(folder, &bounds, &swept);
    measure_print(command, &swept);
    if (!workload_files_fit(&command->sys, folder, err))
        return (int)err->code;
    if (command->options->is_dry_run)
        return 0;
    workload_folder_sweep(folder, &swept);
    for (size_t i = 0; i < swept.count; i++)
        measure_print_sentence(command, "%s", swept.at[i]);
    lines_finish(&swept);
    steps_catch_signals(false);
    bool is_done =
        workload_files(folder, bounds.seconds, steps_stop_flag(), &durable, &small, err);
    steps_release_signals();
    if (!is_done)
        return (int)err->code;
    struct saved_result *saved = measure_saved_result(command);
    const struct workload_result *const both[] = { &durable, &small };
    for (size_t i = 0; i < ARRAY_SIZE(both); i++)
        if (both[i]->requests && saved->workload_count < WORKLOAD_MAX)
            saved->workloads[saved->workload_count++] = *both[i];
    return *steps_stop_flag() ? (int)ERR_STOPPED : 0;
}

/* The node of the partition; the disk itself for an image file. */
static char *jobs_target(const struct measure_command *command)
{
    const struct extent *extent =
        command->starts.extent
            ? layout_find(command->disk.info.layout, command->starts.extent)
            : NULL;

    if (disk_info_is_file(&command->disk.info) || !extent || !extent->number)
        return xstrdup(command->path);
    return partition_node(command->path, extent->number);
}

bool loads_save_jobs(struct measure_command *command, struct err *err)
{
    const struct cli_measure *given = &command->options->measure;
    CLEANUP(freep) char *target = jobs_target(command);
    CLEANUP(freep)
    char *file = xasprintf("%s/fio-test-file", given->folder ? given->folder : "/mnt");
    struct lines paths = { 0 };

    if (command->options->is_dry_run)
        return true;
    bool is_saved = fio_files_save(given->jobs, target, file, &paths, err);
    for (size_t i = 0; i < paths.count; i++)
        measure_print_sentence(command, _("Saved: %s"), paths.at[i]);
    lines_finish(&paths);
    return is_saved;
}
