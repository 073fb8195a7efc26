/* SPDX-License-Identifier: GPL-3.0-or-later */
/* shift_plan.c - the geometry of one move of a journal's plan */
#include "model/move/journal/shift_plan.h"

#include "model/base/num.h"
#include "model/move/journal/journal_record.h"

enum {
    /* Of the memory, in sixteenths: what is written from pieces that were read at once.
     * The rest is for units that are needed in part, and for writes that are verified. */
    PIECES_SHARE = 9,
};

static const uint64_t memory_min = UINT64_C(8) << 20;
/* Without known speeds: where a flush takes as long as writing so much. */
static const uint64_t hole_min = UINT64_C(4) << 20;

/* --- the table --- */

/* Those of a logical are its own EBR, and the one before it, whose link names its size.
 * The MBR leads to them: it is saved with them. */
static bool is_table_of_move(const struct layout *now, const struct extent *logical,
                             const struct extent *extent)
{
    if (extent->kind != EXTENT_METADATA)
        return false;
    if (extent->role != ROLE_EBR)
        return !logical || extent->role == ROLE_MBR;
    if (!logical)
        return false;
    const struct extent *before =
        logical->number > 5 ? layout_find_number(now, logical->number - 1) : NULL;
    return extent->id == logical->ebr || (before && extent->id == before->ebr);
}

/* Extents are in the order of the disk. */
static size_t tables_add(struct shift_sectors *ret, size_t count,
                         const struct extent *extent)
{
    struct shift_sectors *last = count ? &ret[count - 1] : NULL;

    if (last && last->lba + last->length >= extent->start) {
        last->length = extent_end(extent) - last->lba;
        return count;
    }
    if (count < SHIFT_TABLES_MAX)
        ret[count++] = (struct shift_sectors){ extent->start, extent->length };
    return count;
}

size_t shift_plan_tables(const struct layout *now, const struct journal_plan *plan,
                         size_t index, struct shift_sectors ret[SHIFT_TABLES_MAX])
{
    const struct journal_step *step = &plan->steps[index];
    const struct extent *logical =
        step->object == JOURNAL_LOGICAL ? layout_find_number(now, step->number) : NULL;
    size_t count = 0;

    LAYOUT_EACH (extent, now)
        if (is_table_of_move(now, logical, extent))
            count = tables_add(ret, count, extent);
    return count;
}

/* --- pieces --- */

static void shift_set_place(const struct journal_plan *plan, size_t index,
                            struct shift *shift)
{
    const struct journal_step *step = &plan->steps[index];

    shift->disk = plan->head.disk_bytes / plan->logical;
    shift->grid = plan->grid;
    shift->from = step->from;
    shift->to = step->to;
    shift->length = step->length;
}

static bool set_pieces(const struct journal_plan *plan, enum move_mode mode,
                       uint64_t memory, struct shift *shift)
{
    uint64_t all = memory / 16 * PIECES_SHARE, limit = all;

    shift->mode = mode;
    if (mode == MOVE_JOURNAL)
        limit = num_min(limit, journal_slot_bytes(plan));
    shift->slots = mode == MOVE_JOURNAL ? plan->slots : 0;
    shift->piece = shift_piece_max(shift, mode, limit / plan->logical);
    shift->hashes = 0;
    if (mode != MOVE_HOLE || !shift->piece)
        return shift_is_valid(shift);
    shift->hashes =
        (unsigned)num_min(all / (shift->piece * plan->logical), SHIFT_HASHES_MAX);
    return shift_is_valid(shift);
}

bool shift_plan_make(const struct journal_plan *plan, size_t index,
                     const struct move_cost *cost, uint64_t memory, struct shift *shift)
{
    enum move_mode mode = cost->mode;

    shift_set_place(plan, index, shift);
    uint64_t distance =
        shift->from < shift->to ? shift->to - shift->from : shift->from - shift->to;
    if (mode != MOVE_HOLE && mode != MOVE_JOURNAL)
        mode = distance * plan->logical >= hole_min ? MOVE_HOLE : MOVE_JOURNAL;
    /* The journal may have less space than its place, or the piece less memory. */
    return set_pieces(plan, mode, memory, shift) ||
           set_pieces(plan, mode == MOVE_HOLE ? MOVE_JOURNAL : MOVE_HOLE, memory, shift);
}

uint64_t shift_saved_bytes(const struct shift *shift, uint64_t logical)
{
    struct shift_sectors runs[SHIFT_SAVED_MAX];
    uint64_t sectors = 0;

    for (size_t i = shift_saved(shift, runs); i > 0; i--)
        sectors += runs[i - 1].length;
    return sectors * logical;
}

void shift_plan_keep_free(const struct journal_plan *plan, struct shift *shift)
{
    shift->keeps_free = true;
    shift->keeps_free = shift_saved_bytes(shift, plan->logical) <=
                        plan->saved[0].bytes - plan->spot.block;
}

uint64_t shift_plan_memory(uint64_t memory, uint64_t bytes, uint64_t ns)
{
    double enough = ns ? (double)bytes * 5e8 / (double)ns : (double)memory;

    if (enough < (double)memory_min)
        enough = (double)memory_min;
    return (double)memory > enough ? (uint64_t)enough : memory;
}

bool shift_plan_of_saved(const struct journal_plan *plan, size_t index,
                         const struct journal_saved *saved, struct shift *ret)
{
    *ret = (struct shift){ .mode = saved->mode,
                           .piece = saved->piece,
                           .slots = saved->mode == MOVE_JOURNAL ? plan->slots : 0,
                           .hashes = saved->pieces,
                           .zones = saved->zones,
                           .table_count = saved->table_count,
                           .keeps_free = saved->keeps_free };
    shift_set_place(plan, index, ret);
    for (size_t i = 0; i < saved->table_count; i++)
        ret->tables[i] =
            (struct shift_sectors){ saved->tables[i].start, saved->tables[i].length };
    return shift_is_valid(ret);
}
