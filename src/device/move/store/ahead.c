/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ahead.c - reads what is moved next in the background, while pieces are written
 *
 * It is all ahead of them: where it is does not change meanwhile.  What goes wrong there
 * is not reported: it is read again when it is needed. */
#include "device/move/store/kinds.h"
#include "device/move/store/private.h"
#include "model/base/num.h"

/* What is read at once is hashed while it is in the processor's cache. */
enum { PART_BYTES = 1 << 20 };

bool units_are_as_before(const struct redo *redo, const struct redo_source *source,
                         uint64_t first, uint64_t end)
{
    uint64_t each = redo->units.bytes / redo->log->logical;

    for (; first < end; first += each)
        if (!unit_is_as_before(redo, first / each, source_byte(redo, source, first)))
            return false;
    return true;
}

/* Reads whole units that are at the old place. */
static bool ahead_read(const struct redo *redo, uint64_t first, uint64_t end)
{
    uint64_t logical = redo->log->logical, from = redo->task->move->shift.from;
    uint64_t part = num_max(PART_BYTES, redo->units.bytes) / logical;

    for (; first < end; first += part) {
        uint64_t until = num_min(first + part, end);
        if (fix_store_read(redo->store->disk, (from + first) * logical,
                           source_byte(redo, &redo->next, first),
                           (size_t)((until - first) * logical)) ||
            !units_are_as_before(redo, &redo->next, first, until))
            return false;
    }
    return true;
}

static void ahead_work(void *context)
{
    struct redo *redo = context;
    struct redo_source *next = &redo->next;
    uint64_t first = redo->next_units.first, end = first + redo->next_units.length;
    bool is_right =
        ahead_read(redo, first, next->first) && ahead_read(redo, next->end, end);

    next->first = is_right ? first : 0;
    next->end = is_right ? end : 0;
}

/* Returns the pieces that come next behind those in memory; of no length: none. */
static struct shift_piece ahead_pieces(const struct redo *redo, uint64_t at_once)
{
    const struct redo_task *task = redo->task;

    for (uint64_t piece = task->piece; piece < task->count; piece += at_once) {
        struct shift_piece pieces = shift_pieces_from(
            &task->move->shift, &task->run, piece, num_min(at_once, task->count - piece));
        if (!source_has(&redo->source, pieces))
            return pieces;
    }
    return (struct shift_piece){ 0, 0 };
}

/* True if nothing of UNITS has been moved, or is moved meanwhile: of all pieces that are,
 * the units are in memory. */
static bool are_all_ahead(const struct redo *redo, struct shift_piece units)
{
    uint64_t end = units.first + units.length;
    const struct redo_source *source = &redo->source;

    return run_goes_from_end(redo) ? end <= source->end && units.first < source->first
                                   : units.first >= source->first && end > source->end;
}

/* A way back is too seldom to be made faster. */
void ahead_start(struct redo *redo, uint64_t at_once)
{
    if (!redo->next.bytes || redo->is_reading || redo->task->is_back)
        return;
    struct shift_piece pieces = ahead_pieces(redo, at_once);
    if (!pieces.length)
        return;
    redo->next_units = source_units(redo, pieces);
    if (!are_all_ahead(redo, redo->next_units))
        return;
    source_keep(redo, &redo->source, redo->next_units, &redo->next);
    redo->is_reading = true;
    background_start(redo->background, ahead_work, redo);
}

void ahead_take(struct redo *redo, struct shift_piece pieces)
{
    struct redo_source source = redo->source;

    if (!redo->is_reading)
        return;
    ahead_forget(redo);
    if (!source_has(&redo->next, pieces))
        return;
    redo->source = redo->next;
    redo->next = source;
}
