/* SPDX-License-Identifier: GPL-3.0-or-later */
/* drive_test.c - one bench or probe of one disk */
#include "device/measure/drive_test.h"

#include <stdlib.h>

#include "device/measure/area_copy.h"
#include "device/measure/bench.h"
#include "device/measure/drive_disk.h"
#include "device/measure/probe.h"
#include "device/system/guard.h"
#include "device/system/measured.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/refusal.h"

/* Maximum number of areas to try: an unreadable one is skipped. */
#define MAX_AREAS 8

struct drive_test {
    struct drive_disk *disk;
    struct bench *bench; /* one of these two */
    struct probe *probe;
    struct saved_result begun; /* identity of the drive, and the time */
};

static void engine_new(struct drive_test *test, const struct drive_test_request *request,
                       const struct test_area *areas, size_t area_count)
{
    const struct drive *drive = drive_disk_drive(test->disk);
    struct test_request engine = {
        .starts = request->starts,
        .limits = layout_limits(request->layout),
        .areas = areas,
        .area_count = area_count,
        .seed = request->seed,
        .is_read_only = !drive->can_write,
        .is_as_drive = request->is_as_drive,
        .is_sustained = request->is_sustained,
        .is_flush_look = request->is_flush_look,
        .max_seconds = request->max_seconds,
    };

    if (request->is_probe)
        test->probe = probe_new(drive, &engine);
    else
        test->bench = bench_new(drive, &engine);
}

/* Keeps the areas of the kind that the user was shown, and puts that area first. */
static size_t keep_shown(const struct test_area *shown, struct test_area *areas,
                         size_t count)
{
    size_t kept = 0;

    for (size_t i = 0; i < count; i++) {
        struct test_area area = areas[i];
        if (shown->bytes && area.partition != shown->partition)
            continue;
        areas[kept] = area;
        if (shown->bytes && area.start == shown->start) {
            areas[kept] = areas[0];
            areas[0] = area;
        }
        kept++;
    }
    return kept;
}

struct drive_test *drive_test_open(const struct drive_test_request *request,
                                   enum measure_reason *ret_reason, struct err *err)
{
    CLEANUP(drive_test_closep)
    struct drive_test *test = xcalloc(1, sizeof(*test));
    struct drive_request opening = {
        .path = request->path,
        .sys = request->sys,
        .layout = request->layout,
        .is_read_only = request->is_read_only,
        .is_as_drive = request->is_as_drive,
    };
    /* Before the disk is claimed: afterwards everything appears used. */
    CLEANUP(layout_unrefp)
    struct layout *marked = guard_mark(request->sys, request->path, request->layout);
    struct test_area areas[MAX_AREAS];

    test->disk = drive_disk_open(&opening, ret_reason, err);
    if (!test->disk)
        return NULL;
    size_t count =
        drive_disk_areas(test->disk, marked, request->is_probe ? NULL : &request->starts,
                         areas, MAX_AREAS);
    count = keep_shown(&request->area, areas, count);
    if (drive_disk_drive(test->disk)->can_write && !count) {
        *ret_reason = REASON_NO_SPACE;
        (void)err_refuse(
            err, REFUSAL_MEASURE_NO_PLACE,
            _("There is no place on %s to measure at: it takes 640 KiB of free "
              "space, or of a partition that is not in use."),
            request->path);
        return NULL;
    }
    if (!drive_disk_is_same(test->disk, err))
        return NULL;
    if (count)
        drive_disk_warn(test->disk, &areas[0], err);
    measured_begin(request->sys, request->path, &test->begun);
    engine_new(test, request, areas, count);
    return TAKE(test);
}

void drive_test_close(struct drive_test *test)
{
    if (!test)
        return;
    /* They borrow the drive. */
    bench_free(test->bench);
    probe_free(test->probe);
    drive_disk_close(test->disk);
    free(test);
}

enum measure_step drive_test_step(struct drive_test *test)
{
    return test->probe ? probe_step(test->probe) : bench_step(test->bench);
}

void drive_test_stop(struct drive_test *test)
{
    if (test->probe)
        probe_stop(test->probe);
    else
        bench_stop(test->bench);
}

void drive_test_rest(struct drive_test *test)
{
    drive_disk_rest(test->disk);
}

void drive_test_rested(struct drive_test *test, uint64_t ns)
{
    drive_disk_exclude(test->disk, ns);
}

void drive_test_live(const struct drive_test *test, struct measure_live *ret)
{
    if (test->probe)
        probe_live(test->probe, ret);
    else
        bench_live(test->bench, ret);
    ret->request_seconds = (double)drive_test_request_ns(test) * 1e-9;
}

uint64_t drive_test_request_ns(const struct drive_test *test)
{
    return drive_disk_request_ns(test->disk);
}

void drive_test_result(const struct drive_test *test, struct saved_result *ret)
{
    *ret = test->begun;
    copy_text(ret->method, sizeof(ret->method), drive_disk_method(test->disk));
    ret->has_bench = test->bench != NULL;
    ret->has_probe = test->probe != NULL;
    if (test->bench)
        ret->bench = *bench_result(test->bench);
    if (test->probe)
        ret->probe = *probe_result(test->probe);
}

static const struct area_copy *copy_of(const struct drive_test *test)
{
    return test->probe ? probe_copy(test->probe) : bench_copy(test->bench);
}

const struct request_errors *drive_test_errors(const struct drive_test *test)
{
    return area_copy_errors(copy_of(test));
}

const void *drive_test_changed(const struct drive_test *test, uint64_t *ret_start,
                               size_t *ret_count)
{
    const struct area_copy *copy = copy_of(test);
    bool is_unchanged = test->probe ? probe_result(test->probe)->is_unchanged
                                    : bench_result(test->bench)->is_unchanged;

    if (is_unchanged || !area_copy_written_bytes(copy))
        return NULL;
    struct test_area area = area_copy_area(copy);
    *ret_start = area.start;
    *ret_count = (size_t)area.bytes;
    return area_copy_bytes(copy);
}
