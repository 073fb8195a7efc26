/* SPDX-License-Identifier: GPL-3.0-or-later */
/* journal_guard.c - the record in place of each sector with a signature */
#include "model/base/num.h"
#include "model/move/journal/journal_private.h"

#include <string.h>

enum {
    GUARD_MIN = 512,
    AT_SIZE_OF_GUARD = 12,
    AT_LOGICAL_OF_GUARD = 200,
};

#define GUARD_AT(kind, at, width, member)                                                \
    WIRE_AT(kind, struct journal_guard, at, width, member)

static const struct wire guard_fields[] = {
    GUARD_AT(WIRE_TEXT, 64, 128, words),
    GUARD_AT(WIRE_NUMBER, JOURNAL_GUARD_INDEX_AT, 8, index),
    GUARD_AT(WIRE_NUMBER, 200, 4, logical),
    GUARD_AT(WIRE_NUMBER, 204, 4, spot.block),
    GUARD_AT(WIRE_NUMBER, 208, 8, spot.start),
    GUARD_AT(WIRE_NUMBER, 216, 8, spot.bytes),
    GUARD_AT(WIRE_NUMBER, 224, 1, spot.kind),
    GUARD_AT(WIRE_TEXT, 232, 40, spot.uuid),
    GUARD_AT(WIRE_TEXT, 272, 216, spot.path),
};

static bool guard_belongs(const void *value, const void *base, struct err *err)
{
    const struct journal_guard *guard = value;

    return journal_belongs_to_disk(&guard->head, guard->logical, base, err);
}

static bool guard_is_sound(const void *value, const void *base)
{
    const struct journal_guard *guard = value;
    const struct journal_disk *disk = base;

    return !guid_is_zero(&guard->head.transaction) &&
           guard->head.step < JOURNAL_STEPS_MAX && guard->index < disk->sectors &&
           !strcmp(guard->words, JOURNAL_GUARD_WORDS) &&
           journal_spot_is_sound(&guard->spot, disk->sectors, guard->logical);
}

static const struct journal_kind_of guard_kind = {
    .kind = JOURNAL_GUARD,
    .size = sizeof(struct journal_guard),
    .fields = guard_fields,
    .field_count = ARRAY_SIZE(guard_fields),
    .belongs = guard_belongs,
    .is_sound = guard_is_sound,
};

struct journal_guard journal_guard_of(const struct journal_plan *plan, uint16_t step,
                                      uint64_t index)
{
    struct journal_guard guard = {
        .head = plan->head, .index = index, .logical = plan->logical, .spot = plan->spot
    };

    guard.head.step = step;
    return guard;
}

void journal_guard_encode(const struct journal_guard *guard, uint8_t *ret)
{
    struct journal_guard copy = *guard;

    copy_text(copy.words, sizeof(copy.words), JOURNAL_GUARD_WORDS);
    journal_encode(&guard_kind, &copy, ret, guard->logical);
}

/* Returns the size of the sectors of the disk when it was written. */
static size_t guard_size(const uint8_t *bytes, size_t count)
{
    if (count < GUARD_MIN || journal_record_kind(bytes, count) != JOURNAL_GUARD)
        return GUARD_MIN;
    size_t size = le32_at(bytes, AT_SIZE_OF_GUARD);
    bool is_possible = size >= GUARD_MIN && size <= JOURNAL_BYTES &&
                       num_is_power_of_two(size) &&
                       le32_at(bytes, AT_LOGICAL_OF_GUARD) == size;
    return is_possible ? size : SIZE_MAX;
}

enum journal_state journal_guard_decode(const uint8_t *bytes, size_t count,
                                        const struct journal_disk *disk,
                                        struct journal_guard *ret, struct err *err)
{
    size_t size = guard_size(bytes, count);

    return journal_decode(&guard_kind, disk, bytes, count, size, ret, err);
}
