/* SPDX-License-Identifier: GPL-3.0-or-later */
/* flush_look.c - whether a drive reports data as stored before it is */
#include "device/move/session/flush_look.h"

#include "device/measure/drive_test.h"
#include "model/base/mem.h"

/* A drive that hangs is not waited for. */
#define LOOK_SECONDS 5

bool flush_look_finds_lie(const struct sys *sys, const char *path,
                          const struct layout *layout)
{
    CLEANUP(freep) struct saved_result *saved = xcalloc(1, sizeof(*saved));
    struct drive_test_request request = { .path = path,
                                          .sys = sys,
                                          .layout = layout,
                                          .is_flush_look = true,
                                          .max_seconds = LOOK_SECONDS };
    struct suggest_context context = { 0 };
    enum measure_reason reason = REASON_NONE;
    char name[SYS_NAME];

    if (!sys_name_of(sys, path, name) ||
        !bench_starts_of(layout, 0, context, &request.starts, ERR_IGNORED))
        return false;
    CLEANUP(drive_test_closep)
    struct drive_test *test = drive_test_open(&request, &reason, ERR_IGNORED);
    if (!test)
        return false;
    while (drive_test_step(test) == STEP_MORE)
        ;
    drive_test_result(test, saved);
    return saved->bench.reason == REASON_FLUSH_LIES;
}
