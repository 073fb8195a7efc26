/* SPDX-License-Identifier: GPL-3.0-or-later */
/* saved.c - the zones of a move, in two copies in the journal
 *
 * In memory they are twice as well: as they were, and with the fields of the new start.
 */
#include <errno.h>
#include <string.h>

#include "device/move/store/kinds.h"
#include "device/move/store/private.h"
#include "model/base/mem.h"

static size_t zones_bytes(const struct redo *redo, const struct zones *zones)
{
    uint64_t sectors = 0;

    for (size_t i = 0; i < zones->count; i++)
        sectors += zones->at[i].length;
    return (size_t)(sectors * redo->log->logical);
}

/* Puts SAVED, which are valid, into memory.  ESTALE: a field is not as the log has it. */
static int keep_saved(struct redo *redo, const struct fix_move *move,
                      const uint8_t *saved)
{
    const struct zones *zones = &move->shift.zones;
    size_t count = zones_bytes(redo, zones), logical = redo->log->logical;
    uint8_t *at = redo->saved + count;

    memcpy(redo->saved, saved, count);
    memcpy(at, saved, count);
    for (size_t i = 0; i < zones->count; i++) {
        size_t bytes = (size_t)zones->at[i].length * logical;
        if (!fields_apply(&move->fields, zones->at[i].start * logical, at, bytes))
            return ESTALE;
        at += bytes;
    }
    return 0;
}

static int read_zones(struct redo *redo, const struct fix_move *move, uint8_t *ret)
{
    const struct zones *zones = &move->shift.zones;
    int error = 0;

    for (size_t i = 0; i < zones->count && !error; i++) {
        error = redo_read(redo, move->shift.from + zones->at[i].start,
                          zones->at[i].length, ret);
        ret += zones->at[i].length * redo->log->logical;
    }
    return error;
}

int saved_write(struct redo *redo, const struct fix_move *move)
{
    struct fix_store *store = redo->store;
    size_t block = store->head.place.block, count = zones_bytes(redo, &move->shift.zones);
    struct record_saved record = { .owner = store->head.owner,
                                   .step = move->guard,
                                   .zones = move->shift.zones };
    int error = read_zones(redo, move, store->bytes + block);

    if (error)
        return error;
    record.hash = hash_of(store->bytes + block, count);
    memset(store->bytes, 0, block);
    record_saved_encode(&record, store->bytes);
    for (enum record_area copy = AREA_SAVED_A; !error && copy <= AREA_SAVED_B; copy++)
        error =
            fix_store_write_durably(store, store->head.areas[copy].offset, block + count);
    return error ? error : keep_saved(redo, move, store->bytes + block);
}

static bool same_zones(const struct zones *a, const struct zones *b)
{
    return a->count == b->count && a->magic == b->magic &&
           !memcmp(a->at, b->at, a->count * sizeof(*a->at));
}

/* True if STORE->bytes are a valid copy of MOVE. */
static bool is_saved_copy(const struct redo *redo, const struct fix_move *move)
{
    const struct fix_store *store = redo->store;
    struct record_saved record;

    if (record_saved_decode(store->bytes, RECORD_BYTES, &store->head, &record) !=
            RECORD_IS_VALID ||
        record.step != move->guard || !same_zones(&record.zones, &move->shift.zones))
        return false;
    struct hash hash = hash_of(store->bytes + store->head.place.block,
                               zones_bytes(redo, &move->shift.zones));
    return hash_equal(&hash, &record.hash);
}

int saved_read(struct redo *redo, const struct fix_move *move)
{
    struct fix_store *store = redo->store;
    size_t block = store->head.place.block;

    for (enum record_area copy = AREA_SAVED_A; copy <= AREA_SAVED_B; copy++)
        if (!fix_store_read(store->journal,
                            store->offset + store->head.areas[copy].offset, store->bytes,
                            block + zones_bytes(redo, &move->shift.zones)) &&
            is_saved_copy(redo, move))
            return keep_saved(redo, move, store->bytes + block);
    return EBADMSG;
}

const uint8_t *saved_zone_sector(const struct redo *redo, const struct fix_move *move,
                                 uint64_t place, uint64_t index)
{
    const struct zones *zones = &move->shift.zones;
    const uint8_t *at = redo->saved;

    if (place != move->shift.from)
        at += zones_bytes(redo, zones);
    for (size_t i = 0; i < zones->count; i++) {
        const struct zone *zone = &zones->at[i];
        if (index >= zone->start && index - zone->start < zone->length)
            return at + (index - zone->start) * redo->log->logical;
        at += zone->length * redo->log->logical;
    }
    return NULL;
}
