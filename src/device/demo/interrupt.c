/* SPDX-License-Identifier: GPL-3.0-or-later */
/* interrupt.c - begins a fix of a demo image and leaves it in the middle */
#include "device/demo/interrupt.h"

#include <unistd.h>

#include "device/io/store.h"
#include "device/move/fixing/fixing.h"
#include "device/system/disk.h"
#include "device/system/scan.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/refusal.h"
#include "model/report/moves_time.h"

/* What is begun, and what it is made of. */
struct interrupt {
    struct sys sys;
    struct layout *base;
    struct moves moves;
    struct moves_time time;
    struct rehearsal_report rehearsal;
    struct fixing *fixing;
    char *backup; /* path of a file that is removed with the rest */
};

static void interrupt_finish(struct interrupt *interrupt)
{
    fixing_free(interrupt->fixing);
    rehearsal_report_finish(&interrupt->rehearsal);
    moves_time_finish(&interrupt->time);
    moves_finish(&interrupt->moves);
    layout_unref(interrupt->base);
    (void)unlink(interrupt->backup); /* there may be none */
    freep(&interrupt->backup);
}

/* Returns the layout with the contents of its partitions; NULL on failure. */
static struct layout *interrupt_read(const char *path, const struct demo_disk *disk,
                                     struct err *err)
{
    CLEANUP(store_closep) struct store *store = store_open(path, err);

    if (!store)
        return NULL;
    CLEANUP(layout_unrefp) struct layout *layout = disk_read(store, &disk->given, err);
    return layout ? scan_all(store_fd(store), layout) : NULL;
}

static bool interrupt_plan(struct interrupt *interrupt, struct err *err)
{
    const struct moves_want want = { .aim = MOVES_NUDGE };

    if (!moves_make(interrupt->base, &want, &interrupt->moves, err))
        return false;
    moves_time_make(interrupt->base, &interrupt->moves, NULL, NULL, 0, &interrupt->time);
    return interrupt->moves.is_possible && interrupt->time.places.count
               ? true
               : err_refuse(err, REFUSAL_DEMO_NO_PLAN, "%s",
                            _("The demo has no plan to begin with."));
}

static bool interrupt_begin(struct interrupt *interrupt, const char *path,
                            struct err *err)
{
    const struct fix_request request = {
        .sys = &interrupt->sys,
        .path = path,
        .base = interrupt->base,
        .moves = &interrupt->moves,
        .place = &interrupt->time.places.at[0],
        .seed = { { 1, 2, 3, 4 } }, /* the same image on each run */
        .backup_path = interrupt->backup,
        .memory = FIXING_MEMORY_MIN,
    };

    interrupt->fixing = fixing_begin(&request, &interrupt->rehearsal, err);
    return interrupt->fixing;
}

static bool is_halfway(const struct interrupt *interrupt, unsigned number)
{
    struct fixing_live live;

    fixing_look(interrupt->fixing, &live);
    return live.phase == FIXING_PHASE_MOVE && live.number == number &&
           live.move.bytes_total && live.move.bytes_done >= live.move.bytes_total / 2;
}

static bool interrupt_run(struct interrupt *interrupt, unsigned number, struct err *err)
{
    enum fixing_state state = FIXING_RUNNING;

    while (state == FIXING_RUNNING && !is_halfway(interrupt, number))
        state = fixing_step(interrupt->fixing);
    fixing_forget_place(interrupt->fixing);
    if (state == FIXING_FAILED)
        *err = *fixing_err(interrupt->fixing);
    return state == FIXING_RUNNING ||
           (state != FIXING_FAILED &&
            err_refuse(err, REFUSAL_DEMO_ENDED, "%s",
                       _("The demo came to its end too early.")));
}

bool demo_interrupt(const char *path, const struct demo_disk *disk, struct err *err)
{
    CLEANUP(interrupt_finish)
    struct interrupt interrupt = { .sys = sys_of_machine(),
                                   .backup = xasprintf("%s.backup", path) };

    interrupt.base = interrupt_read(path, disk, err);
    return interrupt.base && interrupt_plan(&interrupt, err) &&
           interrupt_begin(&interrupt, path, err) &&
           interrupt_run(&interrupt, disk->moving, err);
}
