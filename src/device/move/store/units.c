/* SPDX-License-Identifier: GPL-3.0-or-later */
/* units.c - the hashes of a partition, from before its move
 *
 * Its zones count as guards: they are so all the time between. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "device/move/store/kinds.h"
#include "device/move/store/private.h"
#include "model/base/mem.h"
#include "model/base/num.h"

/* --- one unit --- */

uint64_t redo_unit_bytes(const struct record_head *head, uint64_t bytes)
{
    uint64_t records = head->areas[AREA_HASHES].bytes / RECORD_BYTES;
    uint64_t limit = num_min(records * RECORD_HASHES_MAX, RECORD_UNITS_MAX);
    uint64_t unit = records ? RECORD_UNIT_MIN : 0;

    while (unit && num_round_up(bytes, unit) / unit > limit)
        unit *= 2;
    return unit;
}

static void units_begin(struct redo *redo, const struct fix_move *move)
{
    uint64_t bytes = move->shift.length * redo->log->logical;
    uint64_t unit = redo_unit_bytes(&redo->store->head, bytes);
    struct redo_units *units = &redo->units;

    source_forget(redo);
    if (units->at || !unit)
        return;
    units->bytes = unit;
    units->count = (size_t)(num_round_up(bytes, units->bytes) / units->bytes);
    units->at = xcalloc(units->count, sizeof(*units->at));
}

/* Puts guards over the zones among the sectors from FIRST to END in memory. */
static void cover_zones(const struct redo *redo, const struct fix_move *move,
                        uint64_t first, uint64_t end, uint8_t *bytes)
{
    const struct zones *zones = &move->shift.zones;

    for (size_t i = 0; i < zones->count; i++) {
        uint64_t at = num_max(zones->at[i].start, first);
        uint64_t stop = num_min(zones->at[i].start + zones->at[i].length, end);
        for (; at < stop; at++)
            guard_put(redo, move, &(struct guard_sector){ .index = at }, false,
                      bytes + (at - first) * redo->log->logical);
    }
}

/* Hashes the sectors from FIRST to END, in parts. */
static int hash_sectors(struct redo *redo, const struct fix_move *move, uint64_t place,
                        uint64_t first, uint64_t end, struct hash *ret)
{
    uint64_t logical = redo->log->logical, part = redo->buffer_bytes / logical;
    CLEANUP(hash_stream_freep) struct hash_stream *stream = hash_stream_new();
    int error = 0;

    while (first < end && !error) {
        uint64_t until = num_min(first + part, end);
        error = redo_read(redo, place + first, until - first, redo->buffer);
        cover_zones(redo, move, first, until, redo->buffer);
        hash_stream_add(stream, redo->buffer, (size_t)((until - first) * logical));
        first = until;
    }
    *ret = hash_stream_value(stream);
    return error;
}

/* Of a unit with zones a copy is hashed: what is in them is moved as it is. */
bool unit_is_as_before(const struct redo *redo, uint64_t unit, const uint8_t *bytes)
{
    const struct fix_move *move = redo->task->move;
    uint64_t logical = redo->log->logical, first = unit * (redo->units.bytes / logical);
    uint64_t end = num_min(first + redo->units.bytes / logical, move->shift.length);
    size_t count = (size_t)((end - first) * logical);
    CLEANUP(freep) uint8_t *copy = NULL;

    if (zones_overlap(&move->shift.zones, first, end)) {
        copy = memcpy(xmalloc(count), bytes, count);
        cover_zones(redo, move, first, end, copy);
        bytes = copy;
    }
    struct hash hash = hash_of(bytes, count);
    return hash_equal(&hash, &redo->units.at[unit]);
}

static bool unit_is_zeros(const struct redo *redo, const struct fix_move *move,
                          uint64_t place, uint64_t first, uint64_t end)
{
    uint64_t logical = redo->log->logical;

    return !zones_overlap(&move->shift.zones, first, end) &&
           zeros_at(&redo->zeros, (place + first) * logical, (end - first) * logical);
}

static int hash_unit(struct redo *redo, const struct fix_move *move, uint64_t place,
                     struct hash *ret)
{
    uint64_t logical = redo->log->logical, each = redo->units.bytes / logical;
    uint64_t first = redo->task->unit * each;
    uint64_t end = num_min(first + each, move->shift.length);

    redo->at = (struct shift_sectors){ place + first, end - first };
    if (!unit_is_zeros(redo, move, place, first, end))
        return hash_sectors(redo, move, place, first, end, ret);
    *ret = hash_of_zeros(&redo->zero_unit, (end - first) * logical);
    return 0;
}

/* --- in the journal --- */

static struct record_hashes hashes_record(const struct redo *redo,
                                          const struct fix_move *move, size_t first)
{
    const struct redo_units *units = &redo->units;
    struct record_hashes record = { .owner = redo->store->head.owner,
                                    .step = move->guard,
                                    .unit = units->bytes,
                                    .units = units->count,
                                    .first = first };

    record.count = (uint32_t)num_min(units->count - first, RECORD_HASHES_MAX);
    memcpy(record.hashes, units->at + first, record.count * sizeof(*record.hashes));
    return record;
}

/* Writes the records, as many as a block has space for at once. */
static int hashes_write(struct redo *redo, const struct fix_move *move)
{
    struct fix_store *store = redo->store;
    size_t block = store->head.place.block, first = 0;
    uint64_t at = store->head.areas[AREA_HASHES].offset;
    int error = 0;

    for (; first < redo->units.count && !error; at += block) {
        memset(store->bytes, 0, block);
        for (size_t i = 0; i < block && first < redo->units.count; i += RECORD_BYTES) {
            struct record_hashes record = hashes_record(redo, move, first);
            record_hashes_encode(&record, store->bytes + i);
            first += record.count;
        }
        error = fix_store_write(store, at, block);
    }
    return error ? error : fix_store_flush(store);
}

/* Returns EBADMSG where the records are not those of the units of MOVE. */
static int hashes_read(struct redo *redo, const struct fix_move *move)
{
    struct fix_store *store = redo->store;
    uint64_t at = store->offset + store->head.areas[AREA_HASHES].offset;
    struct redo_units *units = &redo->units;

    for (size_t first = 0; first < units->count; at += RECORD_BYTES) {
        struct record_hashes record;
        int error = fix_store_read(store->journal, at, store->found, RECORD_BYTES);
        if (error)
            return error;
        if (record_hashes_decode(store->found, RECORD_BYTES, &store->head, &record) !=
                RECORD_IS_VALID ||
            record.step != move->guard || record.unit != units->bytes ||
            record.units != units->count || record.first != first)
            return EBADMSG;
        memcpy(units->at + first, record.hashes, record.count * sizeof(*record.hashes));
        first += record.count;
    }
    return 0;
}

static int hashes_write_durably(struct redo *redo, const struct fix_move *move)
{
    int error = hashes_write(redo, move);

    if (!error)
        error = hashes_read(redo, move);
    return error == EBADMSG ? EIO : error;
}

/* --- all of them --- */

/* Takes what the caller has read.  False: it has to be read. */
static bool units_are_known(struct redo *redo, const struct fix_move *move)
{
    struct redo_units known = { 0 };

    if (redo->read_units && !redo->task->unit)
        known = redo->read_units(redo->context, move->guard);
    if (!known.count || known.count != redo->units.count ||
        known.bytes != redo->units.bytes)
        return false;
    memcpy(redo->units.at, known.at, known.count * sizeof(*known.at));
    redo->task->unit = known.count;
    return true;
}

enum redo_state units_make(struct redo *redo, const struct fix_move *move)
{
    struct redo_task *task = redo->task;

    units_begin(redo, move);
    if (!task->unit && units_are_known(redo, move))
        return REDO_MORE;
    if (task->unit < redo->units.count) {
        int error = hash_unit(redo, move, move->shift.from, &redo->units.at[task->unit]);
        task->unit++;
        return redo_result(redo, error, REDO_MORE);
    }
    return redo_result(redo, hashes_write_durably(redo, move), REDO_NEXT);
}

bool units_load(struct redo *redo, const struct fix_move *move)
{
    if (!redo->has_units) {
        units_begin(redo, move);
        redo->has_units = true;
        if ((redo->skips_check && !redo->checks_source) || redo_gives_up(redo, move) ||
            hashes_read(redo, move))
            redo->units.count = 0;
    }
    return redo->units.count;
}

enum redo_state units_compare(struct redo *redo, const struct fix_move *move,
                              uint64_t place)
{
    struct redo_task *task = redo->task;
    struct hash hash;
    int error = 0;

    if (redo->skips_check || redo_gives_up(redo, move))
        return REDO_NEXT;
    if (!task->unit) {
        free(redo->units.at);
        redo->units = (struct redo_units){ 0 };
        units_begin(redo, move);
        error = hashes_read(redo, move);
    }
    if (error || task->unit >= redo->units.count)
        return redo_result(redo, error, REDO_NEXT);
    error = hash_unit(redo, move, place, &hash);
    if (!error && !hash_equal(&hash, &redo->units.at[task->unit++]))
        return REDO_MISMATCH;
    return redo_result(redo, error, REDO_MORE);
}

enum redo_state units_check(struct redo *redo, const struct fix_move *move,
                            uint64_t place)
{
    enum redo_state state =
        redo->compared_move == move ? REDO_NEXT : units_compare(redo, move, place);

    if (state == REDO_NEXT)
        redo->compared_move = move;
    /* They are durable before there is a guard. */
    if (state == REDO_FAILED && redo->error == EBADMSG) {
        redo->is_disk_newer = true;
        return redo_result(redo, 0, REDO_OTHER);
    }
    return state;
}
