/* SPDX-License-Identifier: GPL-3.0-or-later */
/* journal_progress.c - the records of how far a move has come, and of a batch in the ring
 */
#include "model/move/journal/journal_private.h"

#define HASH_ITEMS(type, items, limit, count)                                            \
    {                                                                                    \
        .fields = hash_fields, .field_count = ARRAY_SIZE(hash_fields), .max = (limit),   \
        .width = HASH_BYTES, .size = sizeof(struct hash),                                \
        .count_member = offsetof(type, count), .count_size = sizeof(((type *)0)->count), \
    }
#define PROGRESS_AT(kind, at, width, member)                                             \
    WIRE_AT(kind, struct journal_progress, at, width, member)
#define SLOT_AT(kind, at, width, member)                                                 \
    WIRE_AT(kind, struct journal_slot, at, width, member)
#define PAGE_AT(kind, at, width, member)                                                 \
    WIRE_AT(kind, struct journal_page, at, width, member)

static const struct wire hash_fields[] = {
    WIRE_AT(WIRE_BYTES, struct hash, 0, HASH_BYTES, bytes),
};

static const struct wire_list progress_hashes =
    HASH_ITEMS(struct journal_progress, hashes, JOURNAL_PIECES_MAX, hash_count);

static const struct wire progress_fields[] = {
    PROGRESS_AT(WIRE_NUMBER, 64, 8, sequence),
    PROGRESS_AT(WIRE_NUMBER, 72, 1, phase),
    PROGRESS_AT(WIRE_BOOL, 73, 1, run.is_back),
    PROGRESS_AT(WIRE_NUMBER, 74, 2, hash_count),
    PROGRESS_AT(WIRE_NUMBER, 80, 8, run.first),
    PROGRESS_AT(WIRE_NUMBER, 88, 8, run.end),
    PROGRESS_AT(WIRE_NUMBER, 96, 8, piece),
    PROGRESS_AT(WIRE_BYTES, 104, 16, previous),
    PROGRESS_AT(WIRE_NUMBER, 120, 8, border.start),
    PROGRESS_AT(WIRE_NUMBER, 128, 8, border.length),
    PROGRESS_AT(WIRE_BYTES, 136, 16, border_hash),
    WIRE_LIST_AT(struct journal_progress, 256, hashes, progress_hashes),
};

static const struct wire slot_fields[] = {
    SLOT_AT(WIRE_BOOL, 64, 1, run.is_back),  SLOT_AT(WIRE_NUMBER, 65, 1, coding),
    SLOT_AT(WIRE_NUMBER, 72, 8, run.first),  SLOT_AT(WIRE_NUMBER, 80, 8, run.end),
    SLOT_AT(WIRE_NUMBER, 88, 8, piece),      SLOT_AT(WIRE_NUMBER, 96, 8, to.start),
    SLOT_AT(WIRE_NUMBER, 104, 8, to.length), SLOT_AT(WIRE_BYTES, 112, 16, hash),
};

static const struct wire_list page_hashes =
    HASH_ITEMS(struct journal_page, hashes, JOURNAL_PAGE_MAX, count);

static const struct wire page_fields[] = {
    PAGE_AT(WIRE_NUMBER, 64, 8, unit),
    PAGE_AT(WIRE_NUMBER, 72, 8, units),
    PAGE_AT(WIRE_NUMBER, 80, 8, first),
    PAGE_AT(WIRE_NUMBER, 88, 4, count),
    WIRE_LIST_AT(struct journal_page, 128, hashes, page_hashes),
};

static bool is_zero_hash(const struct hash *hash)
{
    return hash_equal(hash, &(struct hash){ { 0 } });
}

/* --- progress --- */

/* All of the partition is moved to its new place, or a part of it back. */
static bool run_is_sound(const struct journal_run *run, const struct journal_step *step)
{
    return run->first <= run->end && run->end <= step->length &&
           (run->is_back || (!run->first && run->end == step->length));
}

/* No piece is shorter than a sector. */
static bool pieces_are_sound(const struct journal_progress *progress)
{
    uint64_t limit = progress->run.end - progress->run.first;

    return progress->piece <= limit && progress->hash_count <= limit - progress->piece;
}

static bool border_is_sound(const struct journal_progress *progress,
                            const struct journal_plan *plan,
                            const struct journal_step *step)
{
    const struct journal_range *border = &progress->border;

    if (!border->length)
        return !border->start && is_zero_hash(&progress->border_hash);
    return progress->run.is_back && border->start >= step->from &&
           journal_is_within(border->start, border->length, step->from + step->length) &&
           border->length <= plan->border.bytes / plan->logical;
}

static bool progress_is_sound(const void *value, const void *base)
{
    const struct journal_progress *progress = value;
    const struct journal_step *step = journal_step_of(base, &progress->head);

    return step && progress->sequence && progress->phase <= JOURNAL_PHASE_COMPLETE &&
           (progress->sequence == 1) == is_zero_hash(&progress->previous) &&
           run_is_sound(&progress->run, step) && pieces_are_sound(progress) &&
           border_is_sound(progress, base, step);
}

static const struct journal_kind_of progress_kind = {
    .kind = JOURNAL_PROGRESS,
    .size = sizeof(struct journal_progress),
    .fields = progress_fields,
    .field_count = ARRAY_SIZE(progress_fields),
    .belongs = journal_belongs_to_plan,
    .is_sound = progress_is_sound,
};

void journal_progress_encode(const struct journal_progress *progress,
                             uint8_t ret[JOURNAL_BYTES])
{
    journal_encode(&progress_kind, progress, ret, JOURNAL_BYTES);
}

enum journal_state journal_progress_decode(const uint8_t *bytes, size_t count,
                                           const struct journal_plan *plan,
                                           struct journal_progress *ret, struct err *err)
{
    return journal_decode(&progress_kind, plan, bytes, count, JOURNAL_BYTES, ret, err);
}

/* --- slots of the ring --- */

uint64_t journal_slot_bytes(const struct journal_plan *plan)
{
    return plan->slots ? plan->ring.bytes / plan->slots - plan->spot.block : 0;
}

static bool slot_is_sound(const void *value, const void *base)
{
    const struct journal_slot *slot = value;
    const struct journal_plan *plan = base;
    const struct journal_step *step = journal_step_of(plan, &slot->head);

    if (!step || slot->coding != JOURNAL_AS_IS || !run_is_sound(&slot->run, step))
        return false;
    uint64_t to = slot->run.is_back ? step->from : step->to;
    return slot->piece < slot->run.end - slot->run.first && slot->to.length &&
           slot->to.start >= to + slot->run.first &&
           journal_is_within(slot->to.start, slot->to.length, to + slot->run.end) &&
           slot->to.length <= journal_slot_bytes(plan) / plan->logical;
}

static const struct journal_kind_of slot_kind = {
    .kind = JOURNAL_SLOT,
    .size = sizeof(struct journal_slot),
    .fields = slot_fields,
    .field_count = ARRAY_SIZE(slot_fields),
    .belongs = journal_belongs_to_plan,
    .is_sound = slot_is_sound,
};

void journal_slot_encode(const struct journal_slot *slot, uint8_t ret[JOURNAL_BYTES])
{
    journal_encode(&slot_kind, slot, ret, JOURNAL_BYTES);
}

enum journal_state journal_slot_decode(const uint8_t *bytes, size_t count,
                                       const struct journal_plan *plan,
                                       struct journal_slot *ret, struct err *err)
{
    return journal_decode(&slot_kind, plan, bytes, count, JOURNAL_BYTES, ret, err);
}

/* --- hashes --- */

uint64_t journal_unit_bytes(uint64_t bytes, uint64_t space)
{
    uint64_t pages = space / JOURNAL_BYTES, limit = JOURNAL_UNITS_MAX;
    uint64_t unit = JOURNAL_UNIT_MIN;

    if (pages < JOURNAL_UNITS_MAX / JOURNAL_PAGE_MAX)
        limit = pages * JOURNAL_PAGE_MAX;
    if (!bytes || !limit)
        return 0;
    while ((bytes - 1) / unit >= limit)
        unit *= 2;
    return unit;
}

static bool unit_is_sound(uint64_t unit)
{
    return unit >= JOURNAL_UNIT_MIN && (unit & (unit - 1)) == 0;
}

static bool page_is_sound(const void *value, const void *base)
{
    const struct journal_page *page = value;
    const struct journal_plan *plan = base;
    const struct journal_step *step = journal_step_of(plan, &page->head);

    if (!step || !unit_is_sound(page->unit) ||
        page->units != (step->length * plan->logical - 1) / page->unit + 1 ||
        page->units > JOURNAL_UNITS_MAX)
        return false;
    uint64_t left = page->first < page->units ? page->units - page->first : 0;
    return page->first % JOURNAL_PAGE_MAX == 0 && page->count &&
           page->count == (left < JOURNAL_PAGE_MAX ? left : JOURNAL_PAGE_MAX) &&
           page->first / JOURNAL_PAGE_MAX < plan->hashes.bytes / JOURNAL_BYTES;
}

static const struct journal_kind_of page_kind = {
    .kind = JOURNAL_HASHES,
    .size = sizeof(struct journal_page),
    .fields = page_fields,
    .field_count = ARRAY_SIZE(page_fields),
    .belongs = journal_belongs_to_plan,
    .is_sound = page_is_sound,
};

void journal_page_encode(const struct journal_page *page, uint8_t ret[JOURNAL_BYTES])
{
    journal_encode(&page_kind, page, ret, JOURNAL_BYTES);
}

enum journal_state journal_page_decode(const uint8_t *bytes, size_t count,
                                       const struct journal_plan *plan,
                                       struct journal_page *ret, struct err *err)
{
    return journal_decode(&page_kind, plan, bytes, count, JOURNAL_BYTES, ret, err);
}
