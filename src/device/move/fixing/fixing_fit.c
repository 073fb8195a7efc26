/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fixing_fit.c - divides the place of a fix's journal among its areas */
#include <stdlib.h>

#include "device/move/fixing/fixing_private.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/num.h"
#include "model/base/refusal.h"
#include "model/base/size.h"
#include "model/move/log/log_wire.h"
#include "model/move/log/record_fit.h"

/* Of a log that is not known yet: each step changes some sectors of the table twice. */
enum { LOG_BYTES_OF_STEP = 8192 };

static struct record_needs needs_of_moves(const struct fixing *fixing,
                                          const struct layout *base)
{
    const struct journal_plan *plan = &fixing->plan;
    struct record_needs needs = { .log_bytes =
                                      LOG_BYTES_OF_STEP * (plan->step_count + 1ULL) };

    LAYOUT_EACH (extent, base)
        if (extent->kind == EXTENT_METADATA)
            needs.log_bytes += extent->length * plan->logical;
    needs.log_bytes += plan->grid.grain * plan->logical; /* the first block */
    needs.log_bytes += fixing_spot_bytes(fixing);
    for (size_t i = 0; i < plan->step_count; i++) {
        const struct zones *zones = &fixing->moves[i].shift.zones;
        uint64_t sectors = 0;
        if (!fixing_moves_data(fixing, i))
            continue;
        for (size_t zone = 0; zone < zones->count; zone++)
            sectors += zones->at[zone].length;
        needs.zone_bytes = num_max(needs.zone_bytes, sectors * plan->logical);
        needs.moved_bytes =
            num_max(needs.moved_bytes, plan->steps[i].length * plan->logical);
    }
    return needs;
}

static struct record_head head_of_plan(const struct journal_plan *plan)
{
    struct record_head head = {
        .owner = { plan->head.transaction, plan->head.disk_bytes },
        .place = { .kind = (uint8_t)plan->spot.kind,
                   .logical = plan->logical,
                   .block = (uint32_t)(plan->grid.grain * plan->logical) },
    };

    copy_text(head.place.uuid, sizeof(head.place.uuid), plan->spot.uuid);
    copy_text(head.place.path, sizeof(head.place.path), plan->spot.path);
    return head;
}

static bool refuse_small(const struct fixing *fixing, const struct journal_place *place,
                         uint64_t takes, struct err *err)
{
    char has_size[SIZE_TEXT], takes_size[SIZE_TEXT];

    if (!fixing->journal_path || !takes)
        return err_refuse(err, REFUSAL_JOURNAL_DOES_NOT_FIT, "%s",
                          _("The journal does not fit there: name another place with "
                            "--journal."));
    size_format_pair(place->bytes, takes, has_size, takes_size);
    return err_refuse(err, REFUSAL_JOURNAL_DOES_NOT_FIT,
                      _("%1$s has space for %2$s, and the journal of this plan takes "
                        "%3$s: name a larger place."),
                      fixing->journal_path, has_size, takes_size);
}

static bool fit_journal(struct fixing *fixing, const struct journal_place *place,
                        const struct record_needs *needs)
{
    struct record_head *head = &fixing->redo->head;
    struct journal_plan *plan = &fixing->plan;
    uint64_t end =
        place->offer ? place->bytes / plan->logical : place->start + place->length;

    *head = head_of_plan(plan);
    if (!record_fit(head, plan->grid, place->start, end, needs))
        return false;
    const struct record_bytes *ring = &head->areas[AREA_RING];
    plan->spot.start = head->place.start;
    plan->spot.bytes = head->place.bytes;
    plan->slots = ring->bytes ? RECORD_SLOTS : 0;
    plan->slot_bytes = ring->bytes ? ring->bytes / RECORD_SLOTS - head->place.block : 0;
    return true;
}

uint64_t fixing_redo_bytes(const struct fixing *fixing, const struct layout *base)
{
    struct record_needs needs = needs_of_moves(fixing, base);
    const struct journal_plan *plan = &fixing->plan;

    return record_fit_with_ring((uint32_t)(plan->grid.grain * plan->logical), &needs);
}

bool fixing_redo_fit(struct fixing *fixing, const struct layout *base, struct err *err)
{
    struct record_needs needs = needs_of_moves(fixing, base);

    return fit_journal(fixing, fixing->place, &needs) ||
           refuse_small(fixing, fixing->place, fixing_redo_bytes(fixing, base), err);
}

/* That of a fix that moves no data is not larger than its log needs. */
bool fixing_fit_log(struct fixing *fixing, const struct journal_place *place,
                    struct err *err)
{
    struct record_needs needs = { 0 };
    size_t bytes;

    free(log_encode(&fixing->redo->log, &bytes));
    needs.log_bytes = bytes;
    bool fits = fixing_has_data(fixing)
                    ? bytes <= fixing->redo->head.areas[AREA_LOG_A].bytes
                    : fit_journal(fixing, place, &needs);
    return fits || refuse_small(fixing, place, 0, err);
}
