/* SPDX-License-Identifier: GPL-3.0-or-later */
/* redo_fits.c - whether the moves of a log can be carried out with their journal */
#include "device/move/store/kinds.h"
#include "model/base/num.h"

/* Bytes that are read at once for a hash; more, if a piece has them. */
enum { BUFFER_MIN = 1 << 20 };

static bool moves_beside_journal(const struct redo *redo, const struct fix_move *move)
{
    const struct record_place *place = &redo->store->head.place;
    struct shift_sectors all = fix_move_envelope(move);

    return !place->start || all.lba + all.length <= place->start ||
           place->start + place->bytes / place->logical <= all.lba;
}

static uint64_t zone_bytes(const struct redo *redo, const struct fix_move *move)
{
    uint64_t sectors = 0;

    for (size_t i = 0; i < move->shift.zones.count; i++)
        sectors += move->shift.zones.at[i].length;
    return sectors * redo->log->logical;
}

/* The journal has space for zones, marks, and pieces. */
static bool has_areas(const struct redo *redo, const struct fix_move *move)
{
    const struct record_head *head = &redo->store->head;
    uint64_t block = head->place.block, piece = move->shift.piece * redo->log->logical;

    if (head->areas[AREA_MARKS].bytes < 2 * block ||
        head->areas[AREA_SAVED_A].bytes < block + zone_bytes(redo, move))
        return false;
    return move->shift.mode == MOVE_HOLE ||
           block + num_round_up(piece, block) <= slot_bytes(redo, move);
}

bool redo_fits(struct redo *redo, size_t memory)
{
    uint64_t grain = redo->store->grid.grain, largest = num_max(memory, BUFFER_MIN);

    for (size_t i = 0; i < redo->move_count; i++) {
        const struct shift *shift = &redo->moves[i].shift;
        uint64_t count = shift->mode == MOVE_HOLE ? shift->hashes : 1;
        if (shift->grid.grain != grain ||
            shift->grid.offset != redo->store->grid.offset ||
            !moves_beside_journal(redo, &redo->moves[i]) ||
            !has_areas(redo, &redo->moves[i]))
            return false;
        largest = num_max(largest, count * shift->piece * redo->log->logical);
    }
    redo->buffer_bytes = (size_t)num_round_up(largest, redo->store->head.place.block);
    return true;
}
