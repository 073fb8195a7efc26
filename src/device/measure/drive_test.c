/* SPDX-License-Identifier: GPL-3.0-or-later */
/* drive_test.c - one bench or probe of one disk, from its opening to its result */
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

/* A window that cannot be read is left for the next one: so many. */
#define WINDOWS_MOST 8

struct measuring {
    struct drive_disk *disk;
    struct bench *bench; /* one of these two */
    struct probe *probe;
    struct measurement begun; /* who the drive is, and when */
};

struct windows {
    struct measure_area list[WINDOWS_MOST];
    size_t count;
};

static void begin(struct measuring *measuring, const struct measuring_request *request,
                  const struct windows *windows)
{
    const struct drive *drive = drive_disk_drive(measuring->disk);
    struct bench_request bench = {
        .starts = request->starts,
        .windows = windows->list,
        .window_count = windows->count,
        .seed = request->seed,
        .is_read_only = !drive->can_write,
        .is_as_drive = request->is_as_drive,
        .max_seconds = request->max_seconds,
    };
    struct probe_request probe = {
        .limits = layout_limits(request->layout),
        .windows = windows->list,
        .window_count = windows->count,
        .seed = request->seed,
        .is_read_only = !drive->can_write,
        .is_as_drive = request->is_as_drive,
        .max_seconds = request->max_seconds,
    };

    if (request->is_probe)
        measuring->probe = probe_new(drive, &probe);
    else
        measuring->bench = bench_new(drive, &bench);
}

struct measuring *measuring_open(const struct measuring_request *request,
                                 enum measure_reason *ret_reason, struct err *err)
{
    CLEANUP(measuring_closep)
    struct measuring *measuring = xcalloc(1, sizeof(*measuring));
    struct drive_request opening = {
        .path = request->path,
        .sys = request->sys,
        .layout = request->layout,
        .is_read_only = request->is_read_only,
        .is_as_drive = request->is_as_drive,
    };
    /* Before the disk is claimed: afterwards everything looks used. */
    CLEANUP(layout_unrefp)
    struct layout *marked = guard_mark(request->sys, request->path, request->layout);
    struct windows windows = { .count = 0 };

    measuring->disk = drive_disk_open(&opening, ret_reason, err);
    if (!measuring->disk)
        return NULL;
    windows.count = drive_disk_windows(measuring->disk, marked,
                                       request->is_probe ? NULL : &request->starts,
                                       windows.list, WINDOWS_MOST);
    if (drive_disk_drive(measuring->disk)->can_write && !windows.count) {
        *ret_reason = REASON_NO_ROOM;
        (void)err_set(err, ERR_REFUSED,
                      _("There is no place on %s to measure at: it takes 640 KiB of free "
                        "space, or of a partition that nobody uses."),
                      request->path);
        return NULL;
    }
    if (!drive_disk_is_same(measuring->disk, err))
        return NULL;
    if (windows.count)
        drive_disk_say_holes(measuring->disk, &windows.list[0], err);
    measured_begin(request->sys, request->path, &measuring->begun);
    begin(measuring, request, &windows);
    return TAKE(measuring);
}

void measuring_close(struct measuring *measuring)
{
    if (!measuring)
        return;
    /* They borrow the drive. */
    bench_free(measuring->bench);
    probe_free(measuring->probe);
    drive_disk_close(measuring->disk);
    free(measuring);
}

void measuring_closep(struct measuring **measuring)
{
    measuring_close(*measuring);
}

enum measure_step measuring_step(struct measuring *measuring)
{
    return measuring->probe ? probe_step(measuring->probe) : bench_step(measuring->bench);
}

void measuring_stop(struct measuring *measuring)
{
    if (measuring->probe)
        probe_stop(measuring->probe);
    else
        bench_stop(measuring->bench);
}

void measuring_rested(struct measuring *measuring, uint64_t ns)
{
    drive_disk_leave_out(measuring->disk, ns);
}

void measuring_live(const struct measuring *measuring, struct measure_live *ret)
{
    if (measuring->probe)
        probe_live(measuring->probe, ret);
    else
        bench_live(measuring->bench, ret);
    ret->request_seconds = (double)measuring_request_ns(measuring) * 1e-9;
}

uint64_t measuring_request_ns(const struct measuring *measuring)
{
    return drive_disk_request_ns(measuring->disk);
}

void measuring_result(const struct measuring *measuring, struct measurement *ret)
{
    *ret = measuring->begun;
    copy_text(ret->method, sizeof(ret->method), drive_disk_method(measuring->disk));
    ret->has_bench = measuring->bench != NULL;
    ret->has_probe = measuring->probe != NULL;
    if (measuring->bench)
        ret->bench = *bench_result(measuring->bench);
    if (measuring->probe)
        ret->probe = *probe_result(measuring->probe);
}

const void *measuring_changed(const struct measuring *measuring, uint64_t *ret_start,
                              size_t *ret_count)
{
    const struct window_copy *copy =
        measuring->probe ? probe_copy(measuring->probe) : bench_copy(measuring->bench);
    bool is_unchanged = measuring->probe ? probe_result(measuring->probe)->is_unchanged
                                         : bench_result(measuring->bench)->is_unchanged;

    if (is_unchanged || !window_copy_written_bytes(copy))
        return NULL;
    struct measure_area window = window_copy_window(copy);
    *ret_start = window.start;
    *ret_count = (size_t)window.bytes;
    return window_copy_bytes(copy);
}
