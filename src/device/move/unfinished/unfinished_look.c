/* SPDX-License-Identifier: GPL-3.0-or-later */
/* unfinished_look.c - how far a move has come that has not ended, without a write */
#include "device/move/unfinished/unfinished_look.h"

#include <sys/file.h>

#include "device/io/store.h"
#include "device/move/unfinished/log_look.h"
#include "device/move/unfinished/log_plan.h"
#include "model/base/mem.h"

/* A program that writes has an exclusive lock; udev has a shared one. False also for a
 * disk that cannot be opened. */
static bool look_is_locked(const char *path)
{
    CLEANUP(store_closep) struct store *store = store_open(path, ERR_IGNORED);

    /* Closing it gives the lock back. */
    return store && flock(store_fd(store), LOCK_SH | LOCK_NB) != 0;
}

bool unfinished_look(const struct fix_place_found *found, struct unfinished_look *ret,
                     struct err *err)
{
    const struct run_head *run = &found->head.run;
    CLEANUP(redo_log_finish) struct redo_log log = { 0 };

    if (run->direction != RUN_DONE && !unfinished_log(found, &log, err))
        return false;
    *ret = (struct unfinished_look){ .is_elsewhere = found->journal[0],
                                     .step = log_plan_step(&log, run),
                                     .has_progress = run->direction >= RUN_EXIT,
                                     .phase = JOURNAL_PHASE_COMPLETE,
                                     .is_back = log_plan_is_back(&log, run),
                                     .is_at_work = look_is_locked(found->disk) };
    log_plan_make(&log, &found->head, &ret->plan);
    copy_text(ret->journal, sizeof(ret->journal),
              ret->is_elsewhere ? found->journal : found->disk);
    if (ret->step && ret->step == ret->plan.step_count)
        ret->step--;
    log_look_at_move(found, &log, ret);
    return true;
}

struct report_fix_status unfinished_status(const char *path,
                                           const struct unfinished_look *look)
{
    return (struct report_fix_status){
        .path = path,
        .plan = &look->plan,
        .journal = look->is_elsewhere ? look->journal : NULL,
        .has_progress = look->has_progress,
        .step = look->step,
        .phase = look->phase,
        .is_back = look->is_back,
        .bytes_done = look->bytes_done,
        .bytes_total = look->bytes_total,
        .is_at_work = look->is_at_work,
        .has_guard = look->has_guard,
        .is_untouched = look->is_untouched,
    };
}
