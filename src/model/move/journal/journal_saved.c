/* SPDX-License-Identifier: GPL-3.0-or-later */
/* journal_saved.c - the record in front of the sectors that are saved before a move */
#include "model/move/journal/journal_private.h"

/* The numbers of these are those of the format. */
_Static_assert(MOVE_HOLE == 1 && MOVE_JOURNAL == 2, "mode");
_Static_assert(FIELD_HIDDEN_SECTORS == 0 && FIELD_BSD_CHECKSUM == 5, "field");
_Static_assert(ZONES_MAX == 24 && FIELDS_MAX == 32, "space");

#define SAVED_AT(kind, at, width, member)                                                \
    WIRE_AT(kind, struct journal_saved, at, width, member)
#define FIELD_AT(kind, at, width, member)                                                \
    WIRE_AT(kind, struct move_field, at, width, member)
#define SAVED_LIST(items, item, limit, bytes, counter)                                   \
    {                                                                                    \
        .fields = (items), .field_count = ARRAY_SIZE(items), .max = (limit),             \
        .width = (bytes), .size = sizeof(item),                                          \
        .count_member = offsetof(struct journal_saved, counter),                         \
        .count_size = sizeof(((struct journal_saved *)0)->counter),                      \
    }

static const struct wire zone_fields[] = {
    WIRE_AT(WIRE_NUMBER, struct zone, 0, 8, start),
    WIRE_AT(WIRE_NUMBER, struct zone, 8, 8, length),
};
static const struct wire range_fields[] = {
    WIRE_AT(WIRE_NUMBER, struct journal_range, 0, 8, start),
    WIRE_AT(WIRE_NUMBER, struct journal_range, 8, 8, length),
};
static const struct wire move_field_fields[] = {
    FIELD_AT(WIRE_NUMBER, 0, 8, offset), FIELD_AT(WIRE_NUMBER, 8, 8, before),
    FIELD_AT(WIRE_NUMBER, 16, 8, after), FIELD_AT(WIRE_NUMBER, 24, 1, width),
    FIELD_AT(WIRE_NUMBER, 25, 1, kind),  FIELD_AT(WIRE_NUMBER, 26, 2, repeat),
    FIELD_AT(WIRE_BOOL, 28, 1, is_left),
};

static const struct wire_list zone_list =
    SAVED_LIST(zone_fields, struct zone, ZONES_MAX, 16, zones.count);
static const struct wire_list table_list =
    SAVED_LIST(range_fields, struct journal_range, JOURNAL_TABLES_MAX, 16, table_count);
static const struct wire_list range_list =
    SAVED_LIST(range_fields, struct journal_range, JOURNAL_SAVED_MAX, 16, saved_count);
static const struct wire_list field_list =
    SAVED_LIST(move_field_fields, struct move_field, FIELDS_MAX, 32, fields.count);

static const struct wire saved_fields[] = {
    SAVED_AT(WIRE_NUMBER, 64, 1, mode),
    SAVED_AT(WIRE_NUMBER, 65, 1, zones.count),
    SAVED_AT(WIRE_NUMBER, 66, 1, table_count),
    SAVED_AT(WIRE_NUMBER, 67, 1, saved_count),
    SAVED_AT(WIRE_NUMBER, 68, 1, fields.count),
    SAVED_AT(WIRE_BOOL, 69, 1, keeps_free),
    SAVED_AT(WIRE_NUMBER, 72, 8, piece),
    SAVED_AT(WIRE_NUMBER, 80, 4, pieces),
    SAVED_AT(WIRE_NUMBER, 88, 8, zones.magic),
    SAVED_AT(WIRE_BYTES, 96, 16, hash),
    WIRE_LIST_AT(struct journal_saved, 128, zones.at, zone_list),
    WIRE_LIST_AT(struct journal_saved, 512, tables, table_list),
    WIRE_LIST_AT(struct journal_saved, 640, saved, range_list),
    WIRE_LIST_AT(struct journal_saved, 1280, fields.at, field_list),
};

/* --- what the sectors are of --- */

static bool zones_are_sound(const struct zones *zones, uint64_t length)
{
    uint64_t low = 0;
    bool has_magic = false;

    for (size_t i = 0; i < zones->count; i++) {
        const struct zone *zone = &zones->at[i];
        if (!zone->length || zone->start < low ||
            !journal_is_within(zone->start, zone->length, length))
            return false;
        low = zone->start + zone->length;
        has_magic |= zones->magic >= zone->start && zones->magic < low;
    }
    return has_magic;
}

static bool field_is_sound(const struct move_field *field, uint64_t bytes)
{
    bool is_wide = field->width == 8;

    return field->kind <= FIELD_BSD_CHECKSUM && field->repeat &&
           (field->width == 2 || field->width == 4 || field->width == 6 || is_wide) &&
           journal_is_within(field->offset, (uint64_t)field->width * field->repeat,
                             bytes) &&
           (is_wide || ((field->before | field->after) >> (8 * field->width)) == 0);
}

static bool fields_are_sound(const struct fields *fields, uint64_t bytes)
{
    for (size_t i = 0; i < fields->count; i++)
        if (!field_is_sound(&fields->at[i], bytes))
            return false;
    return true;
}

/* --- ranges of the disk --- */

static bool meets_journal(const struct journal_plan *plan,
                          const struct journal_range *range)
{
    uint64_t end;

    return journal_spot_on_disk(&plan->spot, plan->logical, &end) &&
           journal_meets(range->start, range->start + range->length, plan->spot.start,
                         end);
}

static bool range_is_sound(const struct journal_plan *plan,
                           const struct journal_range *range)
{
    return range->length &&
           journal_is_within(range->start, range->length,
                             plan->head.disk_bytes / plan->logical) &&
           !meets_journal(plan, range);
}

/* The table is outside the old place, the new one, and all between. */
static bool tables_are_sound(const struct journal_saved *saved,
                             const struct journal_plan *plan,
                             const struct journal_step *step)
{
    uint64_t low = step->from < step->to ? step->from : step->to;
    uint64_t high = (step->from > step->to ? step->from : step->to) + step->length;

    for (size_t i = 0; i < saved->table_count; i++) {
        const struct journal_range *range = &saved->tables[i];
        if (!range_is_sound(plan, range) ||
            journal_meets(range->start, range->start + range->length, low, high))
            return false;
    }
    return true;
}

static bool saved_ranges_are_sound(const struct journal_saved *saved,
                                   const struct journal_plan *plan)
{
    uint64_t low = 0;
    uint64_t left = (plan->saved[0].bytes - plan->spot.block) / plan->logical;

    for (size_t i = 0; i < saved->saved_count; i++) {
        const struct journal_range *range = &saved->saved[i];
        if (!range_is_sound(plan, range) || range->start < low || range->length > left)
            return false;
        low = range->start + range->length;
        left -= range->length;
    }
    return saved->saved_count > 0;
}

/* --- the record --- */

static bool mode_is_sound(const struct journal_saved *saved,
                          const struct journal_plan *plan,
                          const struct journal_step *step)
{
    uint64_t distance =
        step->from < step->to ? step->to - step->from : step->from - step->to;

    if (!saved->piece || saved->piece > MOVE_PIECE_MAX / plan->logical)
        return false;
    if (saved->mode == MOVE_JOURNAL)
        return !saved->pieces && saved->piece <= journal_slot_bytes(plan) / plan->logical;
    return saved->mode == MOVE_HOLE && saved->piece <= distance && saved->pieces &&
           saved->pieces <= JOURNAL_PIECES_MAX;
}

/* Blocks of a table, before it is written between two moves. */
static bool blocks_are_sound(const struct journal_saved *saved,
                             const struct journal_plan *plan)
{
    return !saved->mode && !saved->piece && !saved->pieces && !saved->keeps_free &&
           !saved->zones.count && !saved->zones.magic && !saved->fields.count &&
           !saved->table_count && saved_ranges_are_sound(saved, plan);
}

static bool saved_is_sound(const void *value, const void *base)
{
    const struct journal_saved *saved = value;
    const struct journal_plan *plan = base;
    const struct journal_step *step = journal_step_of(plan, &saved->head);

    if (saved->head.step == JOURNAL_NO_STEP)
        return blocks_are_sound(saved, plan);
    return step && mode_is_sound(saved, plan, step) &&
           zones_are_sound(&saved->zones, step->length) &&
           fields_are_sound(&saved->fields, step->length * plan->logical) &&
           tables_are_sound(saved, plan, step) && saved_ranges_are_sound(saved, plan);
}

static const struct journal_kind_of saved_kind = {
    .kind = JOURNAL_SAVED,
    .size = sizeof(struct journal_saved),
    .fields = saved_fields,
    .field_count = ARRAY_SIZE(saved_fields),
    .belongs = journal_belongs_to_plan,
    .is_sound = saved_is_sound,
};

void journal_saved_encode(const struct journal_saved *saved, uint8_t ret[JOURNAL_BYTES])
{
    journal_encode(&saved_kind, saved, ret, JOURNAL_BYTES);
}

enum journal_state journal_saved_decode(const uint8_t *bytes, size_t count,
                                        const struct journal_plan *plan,
                                        struct journal_saved *ret, struct err *err)
{
    return journal_decode(&saved_kind, plan, bytes, count, JOURNAL_BYTES, ret, err);
}
