/* SPDX-License-Identifier: GPL-3.0-or-later */
/* measure_disk.c - one bench or probe of a disk without the program around it
 *
 * measure_disk bench|probe DISK [read-only] [as-drive] [seconds=N] [seed=N] [partition=N]
 * prints "begun" when everything is open, and one line of words and values at the end; on
 * a refusal its sentence, with its code as exit code. SIGINT, SIGTERM and SIGHUP stop
 * it. */
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "device/io/store.h"
#include "device/measure/drive_test.h"
#include "device/system/disk.h"
#include "device/system/scan.h"
#include "model/base/mem.h"

static volatile sig_atomic_t is_stopped;

static void stop(int number)
{
    (void)number;
    is_stopped = 1;
}

static void catch_signals(void)
{
    static const int numbers[] = { SIGINT, SIGTERM, SIGHUP };
    struct sigaction action = { .sa_handler = stop };

    for (size_t i = 0; i < ARRAY_SIZE(numbers); i++)
        if (sigaction(numbers[i], &action, NULL))
            perror("sigaction");
}

/* "seconds=2" for WORD "seconds"; NULL if ARGUMENT is another one. */
static const char *value_of(const char *argument, const char *word)
{
    size_t length = strlen(word);

    return strncmp(argument, word, length) == 0 && argument[length] == '='
               ? argument + length + 1
               : NULL;
}

static unsigned read_option(struct drive_test_request *request, const char *argument,
                            unsigned partition)
{
    const char *value;

    if (!strcmp(argument, "read-only"))
        request->is_read_only = true;
    else if (!strcmp(argument, "as-drive"))
        request->is_as_drive = true;
    else if ((value = value_of(argument, "seconds")))
        request->max_seconds = strtod(value, NULL);
    else if ((value = value_of(argument, "seed")))
        request->seed = strtoull(value, NULL, 0);
    else if ((value = value_of(argument, "partition")))
        return (unsigned)strtoul(value, NULL, 0);
    return partition;
}

static struct layout *read_layout(const char *path, struct err *err)
{
    CLEANUP(store_closep) struct store *store = store_open(path, err);
    struct limits_given given = { 0 };
    CLEANUP(layout_unrefp)
    struct layout *table = store ? disk_read(store, &given, err) : NULL;

    return table ? scan_all(store_fd(store), table) : NULL;
}

static void say_bench(const struct bench_result *bench)
{
    printf("verdict=%s reason=%d culprit=%s worth=%s ratio=%.4f low=%.4f high=%.4f "
           "pairs=%u base=%llu against=%llu window=%llu bytes=%llu partition=%u "
           "written=%llu unchanged=%d overlap=%llu overlapped=%llu read=%d "
           "kernel=%llu,%llu\n",
           measure_bench_verdict_id(bench->verdict), (int)bench->reason,
           bench_culprit_id(bench->culprit), bench_worth_id(bench->worth), bench->ratio,
           bench->interval.low, bench->interval.high, bench->pairs,
           (unsigned long long)bench->arms[ARM_BASE].start_lba,
           (unsigned long long)bench->arms[ARM_AGAINST].start_lba,
           (unsigned long long)bench->area.start, (unsigned long long)bench->area.bytes,
           bench->area.partition, (unsigned long long)bench->bytes_written,
           bench->is_unchanged, (unsigned long long)bench->overlap.start,
           (unsigned long long)bench->overlap.bytes, bench->is_read,
           (unsigned long long)bench->kernel.base_reads,
           (unsigned long long)bench->kernel.against_reads);
}

static void say_probe(const struct probe_result *probe)
{
    printf("verdict=%s reason=%d physical=%u offset=%u window=%llu bytes=%llu "
           "partition=%u written=%llu unchanged=%d overlap=%llu overlapped=%llu read=%d "
           "step=%llu\n",
           measure_probe_verdict_id(probe->verdict), (int)probe->reason, probe->physical,
           probe->offset, (unsigned long long)probe->area.start,
           (unsigned long long)probe->area.bytes, probe->area.partition,
           (unsigned long long)probe->bytes_written, probe->is_unchanged,
           (unsigned long long)probe->overlap.start,
           (unsigned long long)probe->overlap.bytes, probe->is_read,
           (unsigned long long)probe->step_bytes);
}

static int measure(const struct drive_test_request *request, struct err *err)
{
    enum measure_reason reason;
    CLEANUP(drive_test_closep)
    struct drive_test *test = drive_test_open(request, &reason, err);
    CLEANUP(freep) struct saved_result *result = xcalloc(1, sizeof(*result));
    bool is_told = false;

    if (!test) {
        printf("refused: %d %s\n", (int)reason, err->text);
        return (int)err->code;
    }
    printf("begun: %d %s\n", (int)reason, err->text);
    (void)fflush(stdout); /* a test may wait for it */
    while (drive_test_step(test) == STEP_MORE) {
        if (is_stopped && !is_told)
            drive_test_stop(test);
        is_told |= is_stopped;
    }
    drive_test_result(test, result);
    if (result->has_bench)
        say_bench(&result->bench);
    if (result->has_probe)
        say_probe(&result->probe);
    printf("method: %s\n", result->method);
    return is_told ? ERR_STOPPED : EXIT_SUCCESS;
}

int main(int count, char **arguments)
{
    struct sys sys = sys_of_machine();
    struct drive_test_request request = { .sys = &sys, .seed = 1 };
    struct err err = { 0 };
    unsigned partition = 0;

    if (count < 3) {
        printf("measure_disk bench|probe DISK [OPTION]...\n");
        return ERR_USAGE;
    }
    (void)setlocale(LC_ALL, ""); /* without it sentences stay untranslated */
    catch_signals();
    request.is_probe = !strcmp(arguments[1], "probe");
    request.path = arguments[2];
    for (int i = 3; i < count; i++)
        partition = read_option(&request, arguments[i], partition);
    CLEANUP(layout_unrefp) struct layout *layout = read_layout(request.path, &err);
    const struct extent *extent = NULL;
    if (layout && partition)
        extent = layout_find_number(layout, partition);
    if (!layout ||
        !bench_starts_of(layout, extent ? extent->id : 0, (struct suggest_context){ 0 },
                         &request.starts, &err)) {
        printf("error: %s\n", err.text);
        return (int)err.code;
    }
    request.layout = layout;
    return measure(&request, &err);
}
