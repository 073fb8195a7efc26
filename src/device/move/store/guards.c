/* SPDX-License-Identifier: GPL-3.0-or-later */
/* guards.c - writes and restores the guards of a move */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "device/move/store/foreign.h"
#include "device/move/store/kinds.h"
#include "model/base/mem.h"
#include "model/move/data/guard_places.h"

/* --- one sector --- */

bool guard_is_own(const struct redo *redo, const uint8_t *sector,
                  struct record_guard *ret)
{
    const struct record_owner *owner = &redo->store->head.owner;

    return record_guard_decode(sector, redo->log->logical, owner->disk_bytes, ret) ==
               RECORD_IS_VALID &&
           guid_equal(&ret->owner.transaction, &owner->transaction);
}

void guard_put(const struct redo *redo, const struct fix_move *move,
               const struct guard_sector *at, bool is_back, uint8_t *ret)
{
    const struct record_guard guard = { .owner = redo->store->head.owner,
                                        .step = move->guard,
                                        .is_back = is_back,
                                        .is_in_front = at->part == GUARD_LOWER,
                                        .index = at->index,
                                        .place = redo->store->head.place };

    record_guard_encode(&guard, ret);
}

int guard_is_at(struct redo *redo, uint64_t lba, bool *ret)
{
    CLEANUP(freep) uint8_t *sector = xmalloc(redo->log->logical);
    struct record_guard guard;
    int error = redo_read(redo, lba, 1, sector);

    *ret = !error && guard_is_own(redo, sector, &guard);
    return error;
}

int redo_has_guard(struct redo *redo, uint64_t lba, bool *ret)
{
    return guard_is_at(redo, lba, ret);
}

/* --- parts of the zones --- */

/* The guards of a move where the partition begins at START. */
struct guard_work {
    struct redo *redo;
    const struct fix_move *move;
    uint64_t start;
    struct guard_sector *places; /* owned */
    size_t count;
    uint8_t *bytes; /* owned; of all places */
    struct fix_store_run *runs;
};

/* Sets SECTOR, which has what is there, to what it gets.  False: it stays. */
typedef bool (*guard_change_fn)(const struct guard_work *work,
                                const struct guard_sector *at, uint8_t *sector);

static void work_begin(struct guard_work *ret, struct redo *redo,
                       const struct fix_move *move, uint64_t start)
{
    *ret = (struct guard_work){ .redo = redo, .move = move, .start = start };
    ret->count = guard_places_find(&move->shift, start, &ret->places);
    ret->bytes = xcalloc(ret->count, redo->log->logical);
    ret->runs = xcalloc(ret->count, sizeof(*ret->runs));
}

static void work_end(struct guard_work *work)
{
    free(work->places);
    free(work->bytes);
    free(work->runs);
}

/* Adds a sector; returns the number of runs. */
static size_t guard_runs_add(struct fix_store_run *runs, size_t count, size_t logical,
                             uint64_t lba, const uint8_t *sector)
{
    struct fix_store_run *last = count ? &runs[count - 1] : NULL;

    if (last && last->start + last->length == lba &&
        last->bytes + last->length * logical == sector)
        last->length++;
    else
        runs[count++] = (struct fix_store_run){ lba, 1, sector };
    return count;
}

/* Changes PART, durably. */
static int change_part(struct guard_work *work, enum guard_part part,
                       guard_change_fn change)
{
    size_t logical = work->redo->log->logical, count = 0;

    for (size_t i = 0; i < work->count; i++) {
        const struct guard_sector *at = &work->places[i];
        uint8_t *sector = work->bytes + i * logical;
        if (at->part != part)
            continue;
        int error = redo_read(work->redo, at->lba, 1, sector);
        if (error)
            return error;
        if (change(work, at, sector))
            count = guard_runs_add(work->runs, count, logical, at->lba, sector);
    }
    return count ? fix_store_put(work->redo->store, work->runs, count) : 0;
}

static bool change_to_guard(const struct guard_work *work, const struct guard_sector *at,
                            uint8_t *sector)
{
    struct record_guard guard;

    if (guard_is_own(work->redo, sector, &guard))
        return false;
    guard_put(work->redo, work->move, at,
              work->redo->store->head.run.direction == RUN_BACK, sector);
    return true;
}

/* What is no guard was never replaced, or is of a program that has restored it. */
static bool change_to_saved(const struct guard_work *work, const struct guard_sector *at,
                            uint8_t *sector)
{
    size_t logical = work->redo->log->logical;
    struct record_guard guard;

    if (!guard_is_own(work->redo, sector, &guard))
        return false;
    if (at->part >= GUARD_LOWER)
        memset(sector, 0, logical);
    else
        memcpy(sector, saved_zone_sector(work->redo, work->move, work->start, at->index),
               logical);
    return true;
}

static bool change_to_zeros(const struct guard_work *work, const struct guard_sector *at,
                            uint8_t *sector)
{
    struct record_guard guard;
    bool is_guard = guard_is_own(work->redo, sector, &guard);

    (void)at;
    memset(sector, 0, work->redo->log->logical);
    return is_guard;
}

int guards_write(struct redo *redo, const struct fix_move *move, uint64_t place)
{
    static const enum guard_part order[] = { GUARD_MAGIC, GUARD_COPY, GUARD_ZONE,
                                             GUARD_LOWER };
    struct guard_work work;
    int error = 0;

    work_begin(&work, redo, move, place);
    for (size_t i = 0; !error && i < ARRAY_SIZE(order); i++)
        error = change_part(&work, order[i], change_to_guard);
    work_end(&work);
    return error;
}

/* --- whether there are any --- */

/* Sets *RET to the first sector in parts before END that is a guard, or is none; of no
 * length: there is none such. */
static int find_guard(struct redo *redo, const struct fix_move *move, uint64_t start,
                      enum guard_part end, bool is_wanted, struct shift_sectors *ret)
{
    CLEANUP(freep) struct guard_sector *places = NULL;
    size_t count = guard_places_find(&move->shift, start, &places);
    int error = 0;

    *ret = (struct shift_sectors){ 0 };
    for (size_t i = 0; i < count && !error && !ret->length; i++) {
        bool is_guard = !is_wanted;
        if (places[i].part < end)
            error = guard_is_at(redo, places[i].lba, &is_guard);
        if (is_guard == is_wanted)
            *ret = (struct shift_sectors){ places[i].lba, 1 };
    }
    return error;
}

enum redo_state guards_check_all(struct redo *redo, const struct fix_move *move,
                                 uint64_t place)
{
    int error = find_guard(redo, move, place, GUARD_LOWER, false, &redo->at);

    return redo_result(redo, error, redo->at.length ? REDO_COMMITTED : REDO_MORE);
}

/* Without the saved sectors a guard in front of the partition can go, but none in it. */
static int load_saved_for(struct redo *redo, const struct fix_move *move, uint64_t start)
{
    struct shift_sectors guard = { 0 };
    int error = saved_read(redo, move);

    if (error != EBADMSG)
        return error;
    error = find_guard(redo, move, start, GUARD_LOWER, true, &guard);
    return error ? error : guard.length ? EBADMSG : 0;
}

int guards_restore(struct redo *redo, const struct fix_move *move, uint64_t place,
                   bool has_magic)
{
    static const enum guard_part order[] = { GUARD_UPPER, GUARD_LOWER, GUARD_ZONE,
                                             GUARD_COPY, GUARD_MAGIC };
    size_t count = ARRAY_SIZE(order) - !has_magic;
    struct guard_work work;
    int error = load_saved_for(redo, move, place);

    work_begin(&work, redo, move, place);
    for (size_t i = 0; !error && i < count; i++)
        error = change_part(&work, order[i], change_to_saved);
    work_end(&work);
    return error;
}

int guards_clear(struct redo *redo, const struct fix_move *move)
{
    uint64_t places[] = { move->shift.from, move->shift.to };
    int error = 0;

    for (size_t i = 0; i < ARRAY_SIZE(places); i++) {
        struct guard_work work;
        work_begin(&work, redo, move, places[i]);
        for (unsigned part = GUARD_PARTS; part-- && !error;)
            error = change_part(&work, (enum guard_part)part, change_to_zeros);
        work_end(&work);
    }
    return error;
}

enum redo_state guards_check_gone(struct redo *redo)
{
    for (size_t i = 0; i < redo->move_count; i++) {
        const struct fix_move *move = &redo->moves[i];
        uint64_t starts[] = { move->shift.from, move->shift.to };
        for (size_t k = 0; k < 2; k++) {
            int error = find_guard(redo, move, starts[k], GUARD_PARTS, true, &redo->at);
            if (error)
                return redo_result(redo, error, REDO_FAILED);
            if (redo->at.length)
                return REDO_FOREIGN;
        }
    }
    return REDO_MORE;
}

/* --- whether they are of the same time as the journal --- */

/* A guard that the head in force, or one before it, can have written. */
static bool is_of_head(const struct redo *redo, const struct record_guard *guard,
                       bool *ret_is_newer)
{
    const struct run_head run = redo->store->head.run;
    const struct fix_move *now =
        run.direction < RUN_EXIT ? fix_move_of(redo->moves, redo->move_count, run.step)
                                 : NULL;
    bool has_turned = guard->is_back && run.direction == RUN_FORWARD;

    *ret_is_newer = has_turned || guard->step > run.step ||
                    (run.direction == RUN_EXIT && guard->step == run.step);
    *ret_is_newer &= run.direction != RUN_DONE;
    return now && guard->step == now->guard && !has_turned;
}

/* A guard is where its sector moves only if a piece has taken it there. */
static bool is_taken_there(struct redo *redo, const struct fix_move *move, uint64_t index)
{
    CLEANUP(freep) uint8_t *sector = xmalloc(redo->log->logical);
    struct record_guard guard;

    return !redo_read(redo, move->shift.to + index, 1, sector) &&
           guard_is_own(redo, sector, &guard) && guard.step == move->guard &&
           guard.index == index && !guard.is_in_front;
}

enum redo_state guards_check_unmoved(struct redo *redo, const struct fix_move *move,
                                     uint64_t first, uint64_t end)
{
    const struct zones *zones = &move->shift.zones;

    for (size_t i = 0; i < zones->count; i++)
        for (uint64_t k = 0; k < zones->at[i].length; k++) {
            uint64_t index = zones->at[i].start + k;
            if ((index >= first && index < end) || !is_taken_there(redo, move, index))
                continue;
            redo->is_disk_newer = true;
            redo->at = (struct shift_sectors){ move->shift.to + index, 1 };
            return REDO_OTHER;
        }
    return REDO_MORE;
}

/* The sector with the signature is a guard first, and until all is done: of a move that
 * is at work it is one at the old place, or at the new one. */
enum redo_state guards_check_time(struct redo *redo)
{
    CLEANUP(freep) uint8_t *sector = xmalloc(redo->log->logical);

    for (size_t i = 0; i < 2 * redo->move_count; i++) {
        const struct shift *shift = &redo->moves[i / 2].shift;
        uint64_t lba = (i % 2 ? shift->to : shift->from) + shift->zones.magic;
        struct record_guard guard;
        /* Of a piece that was cut; it is written again. */
        if (redo_read(redo, lba, 1, sector) || !guard_is_own(redo, sector, &guard))
            continue;
        if (is_of_head(redo, &guard, &redo->is_disk_newer))
            continue;
        redo->at = (struct shift_sectors){ lba, 1 };
        return REDO_OTHER;
    }
    struct run_head run = redo->store->head.run;
    if (run.direction != RUN_FORWARD)
        return REDO_MORE;
    const struct fix_move *now = fix_move_of(redo->moves, redo->move_count, run.step);
    return now && run.step < now->carry ? guards_check_unmoved(redo, now, 0, 0)
                                        : REDO_MORE;
}

/* --- whether only they and what is saved are there --- */

/* As at one of both places: a header that a person has restored is moved as it is. */
static bool is_saved_sector(const struct redo *redo, const struct fix_move *move,
                            uint64_t index, const uint8_t *sector)
{
    size_t logical = redo->log->logical;

    return !memcmp(sector, saved_zone_sector(redo, move, move->shift.from, index),
                   logical) ||
           !memcmp(sector, saved_zone_sector(redo, move, move->shift.to, index), logical);
}

/* True if the guard of sector INDEX, or what is saved of it, is at one of both places;
 * one that cannot be read is of a piece that was cut. */
static bool is_at_either(struct redo *redo, const struct fix_move *move, uint64_t index)
{
    uint64_t places[] = { move->shift.from, move->shift.to };
    CLEANUP(freep) uint8_t *sector = xmalloc(redo->log->logical);
    struct record_guard guard;

    for (size_t i = 0; i < ARRAY_SIZE(places); i++)
        if (redo_read(redo, places[i] + index, 1, sector) ||
            (guard_is_own(redo, sector, &guard) && guard.index == index) ||
            is_saved_sector(redo, move, index, sector))
            return true;
    return false;
}

enum redo_state guards_check_either(struct redo *redo, const struct fix_move *move)
{
    const struct zones *zones = &move->shift.zones;

    if (redo->skips_check || redo_gives_up(redo, move) || saved_read(redo, move))
        return REDO_MORE;
    for (size_t i = 0; i < zones->count; i++)
        for (uint64_t k = 0; k < zones->at[i].length; k++)
            if (!is_at_either(redo, move, zones->at[i].start + k)) {
                redo->at =
                    (struct shift_sectors){ move->shift.from + zones->at[i].start + k,
                                            1 };
                return REDO_FOREIGN;
            }
    return REDO_MORE;
}

enum redo_state guards_check_zones(struct redo *redo, const struct fix_move *move,
                                   uint64_t place)
{
    CLEANUP(freep) struct guard_sector *places = NULL;
    CLEANUP(freep) uint8_t *sector = xmalloc(redo->log->logical);
    size_t count = guard_places_find(&move->shift, place, &places);
    int error;

    if (redo_gives_up(redo, move))
        return REDO_MORE;
    error = saved_read(redo, move);

    for (size_t i = 0; i < count && !error; i++) {
        struct record_guard guard;
        if (places[i].part >= GUARD_LOWER)
            continue;
        error = redo_read(redo, places[i].lba, 1, sector);
        if (error || guard_is_own(redo, sector, &guard) ||
            is_saved_sector(redo, move, places[i].index, sector))
            continue;
        redo->at = (struct shift_sectors){ places[i].lba, 1 };
        return REDO_FOREIGN;
    }
    return redo_result(redo, error, REDO_MORE);
}
