/* SPDX-License-Identifier: GPL-3.0-or-later */
/* journal_plan.c - the record with the plan: the disk, the journal, and all steps */
#include "model/base/num.h"
#include "model/move/journal/journal_private.h"

/* The numbers of these are those of the format. */
_Static_assert(LABEL_MSDOS == 2 && LABEL_GPT == 3, "label");
_Static_assert(JOURNAL_GAP == 0 && JOURNAL_FRONT == 6, "place");
_Static_assert(MOVES_DATA == 0 && MOVES_TABLE == 2, "action");

#define STEP_AT(kind, at, width, member)                                                 \
    WIRE_AT(kind, struct journal_step, at, width, member)
#define PLAN_AT(kind, at, width, member)                                                 \
    WIRE_AT(kind, struct journal_plan, at, width, member)
#define AREA_AT(at, member)                                                              \
    PLAN_AT(WIRE_NUMBER, at, 8, member.offset),                                          \
        PLAN_AT(WIRE_NUMBER, (at) + 8, 8, member.bytes)

static const struct wire step_fields[] = {
    STEP_AT(WIRE_NUMBER, 0, 1, action),     STEP_AT(WIRE_NUMBER, 1, 1, object),
    STEP_AT(WIRE_NUMBER, 2, 2, number),     STEP_AT(WIRE_NUMBER, 8, 8, from),
    STEP_AT(WIRE_NUMBER, 16, 8, to),        STEP_AT(WIRE_NUMBER, 24, 8, length),
    STEP_AT(WIRE_NUMBER, 32, 8, ebr_from),  STEP_AT(WIRE_NUMBER, 40, 8, ebr_to),
    STEP_AT(WIRE_BYTES, 48, 16, type),      STEP_AT(WIRE_BYTES, 64, 16, unique),
    STEP_AT(WIRE_BYTES, 80, 16, swap_uuid), STEP_AT(WIRE_BYTES, 96, 16, swap_name),
};

static const struct wire_list step_list = {
    .fields = step_fields,
    .field_count = ARRAY_SIZE(step_fields),
    .max = JOURNAL_STEPS_MAX,
    .width = 128,
    .size = sizeof(struct journal_step),
    .count_member = offsetof(struct journal_plan, step_count),
    .count_size = sizeof(((struct journal_plan *)0)->step_count),
};

static const struct wire plan_fields[] = {
    PLAN_AT(WIRE_NUMBER, 64, 4, logical),
    PLAN_AT(WIRE_NUMBER, 68, 1, label),
    PLAN_AT(WIRE_NUMBER, 69, 1, spot.kind),
    PLAN_AT(WIRE_NUMBER, 70, 2, number),
    PLAN_AT(WIRE_BYTES, 72, 16, disk_id),
    PLAN_AT(WIRE_NUMBER, 88, 8, first_usable),
    PLAN_AT(WIRE_NUMBER, 96, 8, end_usable),
    PLAN_AT(WIRE_NUMBER, 104, 8, grid.grain),
    PLAN_AT(WIRE_NUMBER, 112, 8, grid.offset),
    PLAN_AT(WIRE_NUMBER, 120, 8, time),
    PLAN_AT(WIRE_BYTES, 128, 16, spot_type),
    PLAN_AT(WIRE_TEXT, 144, 64, serial),
    PLAN_AT(WIRE_TEXT, 208, 64, model),
    PLAN_AT(WIRE_NUMBER, 272, 8, spot.start),
    PLAN_AT(WIRE_NUMBER, 280, 8, spot.bytes),
    PLAN_AT(WIRE_NUMBER, 288, 4, spot.block),
    PLAN_AT(WIRE_NUMBER, 292, 4, slots),
    AREA_AT(296, saved[0]),
    AREA_AT(312, saved[1]),
    AREA_AT(328, border),
    AREA_AT(344, hashes),
    AREA_AT(360, ring),
    AREA_AT(376, map),
    PLAN_AT(WIRE_TEXT, 392, 40, spot.uuid),
    PLAN_AT(WIRE_TEXT, 432, 216, spot.path),
    PLAN_AT(WIRE_BYTES, 648, 16, swap_uuid),
    PLAN_AT(WIRE_BYTES, 664, 16, swap_name),
    PLAN_AT(WIRE_NUMBER, 680, 4, step_count),
    WIRE_LIST_AT(struct journal_plan, 1024, steps, step_list),
};

/* --- the journal --- */

uint64_t journal_plan_at(uint32_t block, unsigned copy)
{
    return num_round_up(JOURNAL_PLAN_BYTES, block) * copy;
}

uint64_t journal_progress_at(uint32_t block, unsigned slot)
{
    return journal_plan_at(block, 2) + (uint64_t)block * slot;
}

uint64_t journal_areas_at(uint32_t block)
{
    return journal_progress_at(block, 2);
}

static bool block_is_sound(uint32_t block)
{
    return block && block % JOURNAL_BYTES == 0 && block <= JOURNAL_BLOCK_MAX;
}

bool journal_spot_on_disk(const struct journal_spot *spot, uint64_t logical,
                          uint64_t *ret_end)
{
    if (spot->kind == JOURNAL_DEVICE || spot->kind == JOURNAL_FILE)
        return false;
    *ret_end = spot->start + spot->bytes / logical;
    return true;
}

bool journal_spot_is_sound(const struct journal_spot *spot, uint64_t sectors,
                           uint64_t logical)
{
    bool is_other = spot->kind == JOURNAL_DEVICE || spot->kind == JOURNAL_FILE;

    if (spot->kind > JOURNAL_FRONT || !block_is_sound(spot->block) ||
        spot->bytes < journal_areas_at(spot->block))
        return false;
    if (is_other)
        return spot->start == 0 && spot->path[0];
    return spot->start && !spot->path[0] && !spot->uuid[0] &&
           spot->bytes % logical == 0 &&
           journal_is_within(spot->start, spot->bytes / logical, sectors);
}

/* Whole blocks behind the progress. */
static bool area_is_sound(const struct journal_plan *plan,
                          const struct journal_area *area)
{
    uint32_t block = plan->spot.block;

    if (!area->bytes)
        return !area->offset;
    return area->offset % block == 0 && area->bytes % block == 0 &&
           area->offset >= journal_areas_at(block) &&
           journal_is_within(area->offset, area->bytes, plan->spot.bytes);
}

static bool areas_are_apart(const struct journal_area *a, const struct journal_area *b)
{
    return !journal_meets(a->offset, a->offset + a->bytes, b->offset,
                          b->offset + b->bytes);
}

static bool areas_are_sound(const struct journal_plan *plan)
{
    const struct journal_area areas[] = { plan->saved[0], plan->saved[1], plan->border,
                                          plan->hashes,   plan->ring,     plan->map };

    for (size_t i = 0; i < ARRAY_SIZE(areas); i++) {
        if (!area_is_sound(plan, &areas[i]))
            return false;
        for (size_t j = 0; j < i; j++)
            if (!areas_are_apart(&areas[i], &areas[j]))
                return false;
    }
    return plan->saved[0].bytes > plan->spot.block &&
           plan->saved[0].bytes == plan->saved[1].bytes && !plan->map.bytes;
}

/* Each slot has a block for its header and at least one for its data. */
static bool ring_is_sound(const struct journal_plan *plan)
{
    uint64_t blocks = plan->ring.bytes / plan->spot.block;

    if (!plan->slots)
        return !plan->ring.bytes;
    return plan->slots >= 2 && plan->slots <= JOURNAL_SLOTS_MAX &&
           blocks % plan->slots == 0 && blocks / plan->slots >= 2;
}

/* --- the disk --- */

static bool logical_is_sound(uint64_t logical)
{
    return logical >= 512 && logical <= JOURNAL_BYTES && num_is_power_of_two(logical);
}

/* Before the first usable sector are at least the MBR, or also a header and an entry of
 * a GPT; behind the last one, the other header. */
static bool usable_is_sound(const struct journal_plan *plan, uint64_t sectors)
{
    bool is_gpt = plan->label == LABEL_GPT;

    return (is_gpt || plan->label == LABEL_MSDOS) &&
           plan->first_usable >= (is_gpt ? 3 : 1) &&
           plan->first_usable < plan->end_usable &&
           plan->end_usable <= (is_gpt ? sectors - 1 : sectors);
}

/* The journal is whole blocks on the grid of the disk, where partitions can be. */
static bool spot_is_usable(const struct journal_plan *plan)
{
    uint64_t end;

    if (!journal_spot_on_disk(&plan->spot, plan->logical, &end))
        return !plan->number && guid_is_zero(&plan->spot_type);
    return plan->spot.start >= plan->first_usable && end <= plan->end_usable &&
           align_contains(plan->grid, plan->spot.start);
}

static bool grid_is_sound(const struct journal_plan *plan)
{
    return plan->grid.offset < plan->grid.grain &&
           plan->grid.grain <= JOURNAL_BLOCK_MAX / plan->logical &&
           plan->spot.block % (plan->grid.grain * plan->logical) == 0;
}

/* --- encode and decode --- */

static bool plan_belongs(const void *value, const void *base, struct err *err)
{
    const struct journal_plan *plan = value;

    return journal_belongs_to_disk(&plan->head, plan->logical, base, err);
}

static bool plan_is_sound(const void *value, const void *base)
{
    const struct journal_plan *plan = value;
    const struct journal_disk *disk = base;

    return !plan->head.step && !guid_is_zero(&plan->head.transaction) &&
           logical_is_sound(plan->logical) && usable_is_sound(plan, disk->sectors) &&
           journal_spot_is_sound(&plan->spot, disk->sectors, plan->logical) &&
           grid_is_sound(plan) && spot_is_usable(plan) && areas_are_sound(plan) &&
           ring_is_sound(plan) && journal_steps_are_sound(plan);
}

static const struct journal_kind_of plan_kind = {
    .kind = JOURNAL_PLAN,
    .size = sizeof(struct journal_plan),
    .fields = plan_fields,
    .field_count = ARRAY_SIZE(plan_fields),
    .belongs = plan_belongs,
    .is_sound = plan_is_sound,
};

void journal_plan_encode(const struct journal_plan *plan, uint8_t ret[JOURNAL_PLAN_BYTES])
{
    journal_encode(&plan_kind, plan, ret, JOURNAL_PLAN_BYTES);
}

enum journal_state journal_plan_decode(const uint8_t *bytes, size_t count,
                                       const struct journal_disk *disk,
                                       struct journal_plan *ret, struct err *err)
{
    return journal_decode(&plan_kind, disk, bytes, count, JOURNAL_PLAN_BYTES, ret, err);
}
