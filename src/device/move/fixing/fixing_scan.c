/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fixing_scan.c - reads all that will be moved, before anything is written */
#include <string.h>

#include "device/io/clock.h"
#include "device/move/fixing/fixing_private.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/refusal.h"
#include "model/base/str.h"

/* Returns the bytes of a unit: small enough for the journal, and for the memory. */
static uint64_t unit_of(const struct fixing *fixing, size_t index)
{
    const struct journal_plan *plan = &fixing->plan;
    uint64_t bytes = plan->steps[index].length * plan->logical;
    uint64_t unit = redo_unit_bytes(&fixing->redo->head, bytes);

    /* Without space in the journal they are only kept in memory. */
    for (uint64_t each = RECORD_UNIT_MIN; !unit; each *= 2)
        unit = bytes / each < RECORD_UNITS_MAX ? each : 0;
    return unit;
}

static void put_log_guard(void *context, uint16_t step, uint64_t index, uint8_t *ret)
{
    const struct fixing *fixing = context;

    redo_put_guard(&fixing->redo->redo, fixing_redo_guard(fixing, step), index, ret);
}

static void begin_prescan(struct fixing *fixing, size_t index)
{
    struct prescan_request request = {
        .disk = &fixing->disk.pages,
        .logical = fixing->limits.logical,
        .step = (uint16_t)index,
        .shift = &fixing->moves[index].shift,
        .unit = unit_of(fixing, index),
        .memory = fixing->memory / 4,
        .zeros = sink_disk_zeros(fixing->disk.claim.disk),
        .put_guard = put_log_guard,
        .context = fixing,
    };

    if (!fixing->scan.ahead.bytes)
        fixing_measure_ahead(fixing);
    fixing->scan.prescan = prescan_new(&request);
}

/* Names the first sectors that cannot be read. */
static bool refuse_bad(const struct fixing *fixing, size_t index,
                       const struct prescan_bad *bad, struct err *err)
{
    CLEANUP(str_finish) struct str list = { 0 };

    for (size_t i = 0; i < bad->count; i++)
        str_printf(&list, i ? ", %llu-%llu" : "%llu-%llu", (ull)bad->at[i].lba,
                   (ull)(bad->at[i].lba + bad->at[i].length - 1));
    return err_refuse(
        err, REFUSAL_FIX_BAD_SECTORS,
        ngettext("%1$llu sector of partition %2$u cannot be read (%3$s): its "
                 "data is not moved. Make an image of the disk first, with "
                 "ddrescue for example.",
                 "%1$llu sectors of partition %2$u cannot be read (%3$s): its "
                 "data is not moved. Make an image of the disk first, with "
                 "ddrescue for example.",
                 (unsigned long)bad->sectors),
        (ull)bad->sectors, (unsigned)fixing->plan.steps[index].number, str_text(&list));
}

static bool end_prescan(struct fixing *fixing, size_t index, struct err *err)
{
    struct fixing_move *move = &fixing->moves[index];
    const struct prescan_bad *bad = prescan_bad(fixing->scan.prescan);
    const struct redo_units *units = prescan_units(fixing->scan.prescan);

    if (bad->count)
        return refuse_bad(fixing, index, bad, err);
    move->units = *units;
    move->units.at = xcalloc(units->count, sizeof(*units->at));
    memcpy(move->units.at, units->at, units->count * sizeof(*units->at));
    move->is_scanned = true;
    fixing->scan.scanned += prescan_done(fixing->scan.prescan);
    prescan_free(fixing->scan.prescan);
    fixing->scan.prescan = NULL;
    return true;
}

/* Returns the next step whose data was not read. */
static size_t next_to_scan(const struct fixing *fixing)
{
    size_t index = fixing->step;

    while (index < fixing->plan.step_count &&
           (!fixing_moves_data(fixing, index) || fixing->moves[index].is_scanned))
        index++;
    return index;
}

bool fixing_do_scan(struct fixing *fixing, bool *ret_more, struct err *err)
{
    size_t index = next_to_scan(fixing);

    *ret_more = index < fixing->plan.step_count;
    if (!*ret_more)
        return true;
    if (!fixing->scan.prescan)
        begin_prescan(fixing, index);
    uint64_t begun = clock_ns();
    bool is_more = prescan_step(fixing->scan.prescan);
    fixing->scan.scan_ns += clock_ns() - begun;
    if (is_more)
        return fixing_watch_users(fixing, err);
    return end_prescan(fixing, index, err);
}
