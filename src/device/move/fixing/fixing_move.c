/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fixing_move.c - what is moved by a step: its signatures, fields and pieces */
#include "device/io/store.h"
#include "device/move/fixing/fixing_private.h"
#include "model/base/intl.h"
#include "model/base/refusal.h"
#include "model/base/size.h"
#include "model/disk/partition_name.h"
#include "model/move/shift/shift_plan.h"

static bool refuse_zones(const struct extent *extent, struct err *err)
{
    char name[16];

    return err_refuse(err, REFUSAL_FIX_ZONES_UNKNOWN,
                      _("Where the signatures of partition %s are cannot be told: its "
                        "data is not moved."),
                      extent ? partition_name(extent, name) : "?");
}

bool fixing_find_move(struct fixing *fixing, const struct layout *layout, size_t index,
                      struct store *store, struct err *err)
{
    const struct journal_step *step = &fixing->plan.steps[index];
    struct fixing_move *move = &fixing->moves[index];
    const struct extent *extent = layout_find_number(layout, step->number);
    uint64_t logical = fixing->limits.logical;
    struct reader disk = store_reader(store);
    struct reader_part part;
    struct reader reader =
        reader_of_part(&part, &disk, step->from * logical, step->length * logical);

    if (!extent || !zones_find(&extent->content, &reader, logical, &move->shift.zones))
        return refuse_zones(extent, err);
    move->content = extent->content;
    struct fields_move fields = { .extent = extent,
                                  .ebr = step->ebr_from,
                                  .new_start = step->to,
                                  .new_ebr = step->ebr_to,
                                  .logical = logical };
    return fields_find(&fields, &reader, &move->fields, err) &&
           (fields_are_in_zones(&move->fields, &move->shift.zones, logical) ||
            refuse_zones(extent, err));
}

bool fixing_fit_move(struct fixing *fixing, size_t index, struct err *err)
{
    const struct journal_plan *plan = &fixing->plan;
    const struct journal_step *step = &plan->steps[index];
    struct shift *shift = &fixing->moves[index].shift;
    char takes[SIZE_TEXT];
    struct move_journal journal = { .bytes = plan->spot.bytes,
                                    .other =
                                        fixing->journal_path ? &fixing->other : NULL };
    uint64_t distance =
        step->from < step->to ? step->to - step->from : step->from - step->to;
    struct move_shift bytes = { step->length * plan->logical, distance * plan->logical };
    struct move_cost cost =
        move_cost(&bytes, &journal, &fixing->speed, plan->grid.grain * plan->logical);

    if (shift_plan_make(plan, index, &cost, fixing_piece_memory(fixing), shift))
        return true;
    return err_refuse(
        err, REFUSAL_JOURNAL_TOO_SMALL_FOR_MOVE,
        _("Partition %1$u cannot be moved with so small a journal: name a file "
          "on another disk with --journal; the journal of this plan takes "
          "%2$s."),
        (unsigned)step->number,
        size_format(fixing_redo_bytes(fixing, fixing->base), SIZE_IEC, 0, takes));
}
