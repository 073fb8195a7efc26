/* SPDX-License-Identifier: GPL-3.0-or-later */
/* records.c - encodes and decodes the records of a fix's journal */
#include "model/move/log/records.h"

#include <string.h>

#include "model/base/mem.h"
#include "model/base/num.h"
#include "model/base/wire.h"

enum { RECORD_VERSION = 2, AT_DISK_BYTES = 48, GUARD_AT_LOGICAL = 200 };

#define RECORD_PROGRAM "0.2.0" /* the first with this version of the format */

/* One kind of record.  Its struct begins with a record_owner. */
struct record_kind {
    uint16_t kind;
    size_t size; /* of the struct */
    const struct wire *fields;
    size_t field_count;
    /* True if all numbers are possible.  HEAD is NULL for a head and a guard. */
    bool (*is_sound)(const void *value, const struct record_head *head);
};

#define KIND(number, type, name)                                                         \
    static const struct record_kind name##_kind = { number, sizeof(type), name##_fields, \
                                                    ARRAY_SIZE(name##_fields),           \
                                                    record_##name##_is_sound }
#define LIST(type, item, item_fields, limit, bytes, counter)                             \
    {                                                                                    \
        .fields = (item_fields), .field_count = ARRAY_SIZE(item_fields), .max = (limit), \
        .width = (bytes), .size = sizeof(item), .count_member = offsetof(type, counter), \
        .count_size = sizeof(((type *)0)->counter),                                      \
    }

static const struct wire owner_fields[] = {
    WIRE_AT(WIRE_BYTES, struct record_owner, 32, 16, transaction),
    WIRE_AT(WIRE_NUMBER, struct record_owner, AT_DISK_BYTES, 8, disk_bytes),
};

static const struct wire hash_fields[] = {
    WIRE_AT(WIRE_BYTES, struct hash, 0, HASH_BYTES, bytes),
};

/* --- whole records --- */

static void record_encode(const struct record_kind *kind, const void *value,
                          uint8_t *bytes, size_t count)
{
    const struct frame frame = { kind->kind, RECORD_VERSION, RECORD_PROGRAM };

    memset(bytes, 0, count);
    wire_encode(owner_fields, ARRAY_SIZE(owner_fields), value, bytes);
    wire_encode(kind->fields, kind->field_count, value, bytes);
    frame_put(&frame, bytes, count);
}

/* True if encoding VALUE gives the same bytes: nothing is where zeros should be. */
static bool record_encodes_to(const struct record_kind *kind, const void *value,
                              const uint8_t *bytes, size_t count)
{
    CLEANUP(freep) uint8_t *again = xmalloc(count);

    record_encode(kind, value, again, count);
    return !memcmp(bytes, again, count);
}

static bool record_is_of(const struct record_owner *owner,
                         const struct record_owner *other)
{
    return guid_equal(&owner->transaction, &other->transaction) &&
           owner->disk_bytes == other->disk_bytes;
}

/* DISK is the size of the disk in bytes, or 0 for a record of HEAD's fix. */
static enum record_state record_decode(const struct record_kind *kind,
                                       const struct record_head *head, uint64_t disk,
                                       const uint8_t *bytes, size_t count, size_t size,
                                       void *ret)
{
    struct frame frame = frame_get(bytes, count);

    if (frame.kind != kind->kind || frame.version != RECORD_VERSION)
        return RECORD_IS_NONE;
    if (count < size || !frame_is_whole(bytes, size))
        return RECORD_IS_DAMAGED;
    CLEANUP(freep) void *value = xcalloc(1, kind->size);
    const struct record_owner *owner = value;
    if (!wire_decode(owner_fields, ARRAY_SIZE(owner_fields), bytes, value) ||
        !wire_decode(kind->fields, kind->field_count, bytes, value) ||
        !record_encodes_to(kind, value, bytes, size))
        return RECORD_IS_DAMAGED;
    if (head ? !record_is_of(owner, &head->owner) : owner->disk_bytes != disk)
        return RECORD_IS_OTHER;
    if (guid_is_zero(&owner->transaction) || !kind->is_sound(value, head))
        return RECORD_IS_DAMAGED;
    memcpy(ret, value, kind->size);
    return RECORD_IS_VALID;
}

uint64_t record_disk_bytes(const uint8_t *bytes, size_t count)
{
    return count < AT_DISK_BYTES + sizeof(uint64_t) ? 0 : le64_at(bytes, AT_DISK_BYTES);
}

/* --- numbers that are possible --- */

static bool record_is_within(uint64_t start, uint64_t length, uint64_t end)
{
    return length <= end && start <= end - length;
}

static bool record_is_on_disk(const struct record_head *head, uint64_t start,
                              uint64_t bytes)
{
    uint64_t offset = 0;

    return num_mul(start, head->place.logical, &offset) &&
           record_is_within(offset, bytes, head->owner.disk_bytes);
}

static bool record_place_is_sound(const struct record_place *place, uint64_t disk_bytes)
{
    bool is_elsewhere = place->kind == JOURNAL_DEVICE || place->kind == JOURNAL_FILE;
    uint64_t offset = 0;

    if (place->kind > JOURNAL_FRONT || place->logical < 512 || place->logical > 4096 ||
        !num_is_power_of_two(place->logical) || disk_bytes % place->logical ||
        !place->block || place->block > RECORD_BLOCK_MAX || place->block % RECORD_BYTES ||
        place->bytes % place->block)
        return false;
    if (is_elsewhere)
        return !place->start && place->path[0];
    return !place->path[0] && num_mul(place->start, place->logical, &offset) && offset &&
           record_is_within(offset, place->bytes, disk_bytes);
}

/* --- head --- */

#define HEAD_AT(kind, at, width, member)                                                 \
    WIRE_AT(kind, struct record_head, at, width, member)
#define AREA_AT(area)                                                                    \
    HEAD_AT(WIRE_NUMBER, 96 + 16 * (area), 8, areas[area].offset),                       \
        HEAD_AT(WIRE_NUMBER, 104 + 16 * (area), 8, areas[area].bytes)

static const struct wire head_fields[] = {
    HEAD_AT(WIRE_NUMBER, 56, 8, sequence),
    HEAD_AT(WIRE_NUMBER, 64, 1, run.direction),
    HEAD_AT(WIRE_NUMBER, 65, 1, place.kind),
    HEAD_AT(WIRE_NUMBER, 66, 2, run.step),
    HEAD_AT(WIRE_NUMBER, 68, 4, page_blocks),
    HEAD_AT(WIRE_NUMBER, 72, 8, back_first),
    HEAD_AT(WIRE_NUMBER, 80, 8, back_end),
    HEAD_AT(WIRE_NUMBER, 88, 4, place.logical),
    HEAD_AT(WIRE_NUMBER, 92, 4, place.block),
    AREA_AT(AREA_LOG_A),
    AREA_AT(AREA_LOG_B),
    AREA_AT(AREA_PAGE),
    AREA_AT(AREA_SAVED_A),
    AREA_AT(AREA_SAVED_B),
    AREA_AT(AREA_MARKS),
    AREA_AT(AREA_HASHES),
    AREA_AT(AREA_RING),
    HEAD_AT(WIRE_BYTES, 224, 16, log),
    HEAD_AT(WIRE_NUMBER, 240, 8, place.start),
    HEAD_AT(WIRE_NUMBER, 248, 8, place.bytes),
    HEAD_AT(WIRE_TEXT, 256, 40, place.uuid),
    HEAD_AT(WIRE_TEXT, 296, 216, place.path),
};

/* Ascending by their offsets, whole blocks, behind the two heads. */
static bool record_areas_are_sound(const struct record_head *head)
{
    static const enum record_area order[] = { AREA_LOG_A,   AREA_PAGE,   AREA_SAVED_A,
                                              AREA_MARKS,   AREA_HASHES, AREA_RING,
                                              AREA_SAVED_B, AREA_LOG_B };
    uint64_t at = 2 * (uint64_t)head->place.block;

    for (size_t i = 0; i < ARRAY_SIZE(order); i++) {
        const struct record_bytes *area = &head->areas[order[i]];
        if (!area->bytes && !area->offset)
            continue;
        if (!area->bytes || area->offset < at || area->offset % head->place.block ||
            area->bytes % head->place.block ||
            !record_is_within(area->offset, area->bytes, head->place.bytes))
            return false;
        at = area->offset + area->bytes;
    }
    return true;
}

static bool record_head_is_sound(const void *value, const struct record_head *none)
{
    const struct record_head *head = value;
    uint64_t page = (1 + (uint64_t)head->page_blocks) * head->place.block;

    (void)none;
    return head->sequence && head->run.direction >= RUN_FORWARD &&
           head->run.direction <= RUN_DONE && head->back_first <= head->back_end &&
           (head->run.direction == RUN_BACK || !head->back_end) &&
           record_place_is_sound(&head->place, head->owner.disk_bytes) &&
           record_areas_are_sound(head) && head->page_blocks &&
           head->areas[AREA_PAGE].bytes >= page && head->areas[AREA_LOG_A].bytes &&
           head->areas[AREA_LOG_A].bytes == head->areas[AREA_LOG_B].bytes &&
           head->areas[AREA_SAVED_A].bytes == head->areas[AREA_SAVED_B].bytes;
}

KIND(7, struct record_head, head);

void record_head_encode(const struct record_head *head, uint8_t ret[RECORD_HEAD_BYTES])
{
    record_encode(&head_kind, head, ret, RECORD_HEAD_BYTES);
}

enum record_state record_head_decode(const uint8_t *bytes, size_t count,
                                     uint64_t disk_bytes, struct record_head *ret)
{
    return record_decode(&head_kind, NULL, disk_bytes, bytes, count, RECORD_HEAD_BYTES,
                         ret);
}

/* --- guard --- */

#define GUARD_AT(kind, at, width, member)                                                \
    WIRE_AT(kind, struct record_guard, at, width, member)

static const struct wire guard_fields[] = {
    GUARD_AT(WIRE_NUMBER, 56, 2, step),
    GUARD_AT(WIRE_BOOL, 58, 1, is_back),
    GUARD_AT(WIRE_BOOL, 59, 1, is_in_front),
    GUARD_AT(WIRE_TEXT, 64, 128, words),
    GUARD_AT(WIRE_NUMBER, 192, 8, index),
    GUARD_AT(WIRE_NUMBER, 200, 4, place.logical),
    GUARD_AT(WIRE_NUMBER, 204, 4, place.block),
    GUARD_AT(WIRE_NUMBER, 208, 8, place.start),
    GUARD_AT(WIRE_NUMBER, 216, 8, place.bytes),
    GUARD_AT(WIRE_NUMBER, 224, 1, place.kind),
    GUARD_AT(WIRE_TEXT, 232, 40, place.uuid),
    GUARD_AT(WIRE_TEXT, 272, 216, place.path),
};

static bool record_guard_is_sound(const void *value, const struct record_head *none)
{
    const struct record_guard *guard = value;

    (void)none;
    return record_place_is_sound(&guard->place, guard->owner.disk_bytes) &&
           guard->index < guard->owner.disk_bytes / guard->place.logical &&
           !strcmp(guard->words, RECORD_GUARD_WORDS);
}

KIND(4, struct record_guard, guard);

void record_guard_encode(const struct record_guard *guard, uint8_t *ret)
{
    struct record_guard copy = *guard;

    copy_text(copy.words, sizeof(copy.words), RECORD_GUARD_WORDS);
    record_encode(&guard_kind, &copy, ret, guard->place.logical);
}

/* Returns the size of the sectors of the disk when it was written; what cannot be one is
 * damaged. */
static size_t record_guard_size(const uint8_t *bytes, size_t count)
{
    size_t size = count < RECORD_HEAD_BYTES ? 0 : le32_at(bytes, GUARD_AT_LOGICAL);

    return size >= RECORD_HEAD_BYTES && size <= RECORD_BYTES ? size : SIZE_MAX;
}

enum record_state record_guard_decode(const uint8_t *bytes, size_t count,
                                      uint64_t disk_bytes, struct record_guard *ret)
{
    return record_decode(&guard_kind, NULL, disk_bytes, bytes, count,
                         record_guard_size(bytes, count), ret);
}

/* --- page --- */

#define PAGE_AT(kind, at, width, member)                                                 \
    WIRE_AT(kind, struct record_page, at, width, member)

static const struct wire run_fields[] = {
    WIRE_AT(WIRE_NUMBER, struct record_run, 0, 8, start),
    WIRE_AT(WIRE_NUMBER, struct record_run, 8, 4, length),
};
static const struct wire_list page_runs = LIST(
    struct record_page, struct record_run, run_fields, RECORD_RUNS_MAX, 12, run_count);
static const struct wire page_fields[] = {
    PAGE_AT(WIRE_NUMBER, 56, 8, sequence),
    PAGE_AT(WIRE_NUMBER, 64, 1, run_count),
    PAGE_AT(WIRE_BYTES, 80, 16, hash),
    WIRE_LIST_AT(struct record_page, 96, runs, page_runs),
};

static bool record_page_is_sound(const void *value, const struct record_head *head)
{
    const struct record_page *page = value;
    uint64_t bytes = 0;

    for (size_t i = 0; i < page->run_count; i++) {
        uint64_t count = (uint64_t)page->runs[i].length * head->place.logical;
        if (!count || !record_is_on_disk(head, page->runs[i].start, count))
            return false;
        bytes += count;
    }
    return page->run_count && bytes <= (uint64_t)head->page_blocks * head->place.block;
}

KIND(9, struct record_page, page);

/* --- saved sectors --- */

#define SAVED_AT(kind, at, width, member)                                                \
    WIRE_AT(kind, struct record_saved, at, width, member)

static const struct wire zone_fields[] = {
    WIRE_AT(WIRE_NUMBER, struct zone, 0, 8, start),
    WIRE_AT(WIRE_NUMBER, struct zone, 8, 8, length),
};
static const struct wire_list saved_zones =
    LIST(struct record_saved, struct zone, zone_fields, ZONES_MAX, 16, zones.count);
static const struct wire saved_fields[] = {
    SAVED_AT(WIRE_NUMBER, 56, 2, step),
    SAVED_AT(WIRE_NUMBER, 64, 1, zones.count),
    SAVED_AT(WIRE_NUMBER, 72, 8, zones.magic),
    SAVED_AT(WIRE_BYTES, 80, 16, hash),
    WIRE_LIST_AT(struct record_saved, 128, zones.at, saved_zones),
};

static bool record_saved_is_sound(const void *value, const struct record_head *head)
{
    const struct zones *zones = &((const struct record_saved *)value)->zones;
    uint64_t disk = head->owner.disk_bytes / head->place.logical, sectors = 0, end = 0;

    for (size_t i = 0; i < zones->count; i++) {
        const struct zone *zone = &zones->at[i];
        if (!zone->length || zone->start < end ||
            !record_is_within(zone->start, zone->length, disk))
            return false;
        sectors += zone->length;
        end = zone->start + zone->length;
    }
    return zones->magic < disk && zones_contain(zones, zones->magic, zones->magic + 1) &&
           record_is_within(head->place.block, sectors * head->place.logical,
                            head->areas[AREA_SAVED_A].bytes);
}

KIND(6, struct record_saved, saved);

/* --- marks --- */

#define MARK_AT(kind, at, width, member)                                                 \
    WIRE_AT(kind, struct record_mark, at, width, member)

static const struct wire_list mark_hashes =
    LIST(struct record_mark, struct hash, hash_fields, RECORD_PIECES_MAX, HASH_BYTES,
         hash_count);
static const struct wire mark_fields[] = {
    MARK_AT(WIRE_NUMBER, 56, 2, step),
    MARK_AT(WIRE_BOOL, 58, 1, is_back),
    MARK_AT(WIRE_NUMBER, 60, 2, hash_count),
    MARK_AT(WIRE_NUMBER, 64, 8, piece),
    WIRE_LIST_AT(struct record_mark, 256, hashes, mark_hashes),
};

/* No piece is shorter than a sector. */
static bool record_mark_is_sound(const void *value, const struct record_head *head)
{
    const struct record_mark *mark = value;

    return record_is_within(mark->piece, mark->hash_count,
                            head->owner.disk_bytes / head->place.logical);
}

KIND(10, struct record_mark, mark);

/* --- slots --- */

#define SLOT_AT(kind, at, width, member)                                                 \
    WIRE_AT(kind, struct record_slot, at, width, member)

static const struct wire slot_fields[] = {
    SLOT_AT(WIRE_NUMBER, 56, 2, step),   SLOT_AT(WIRE_BOOL, 58, 1, is_back),
    SLOT_AT(WIRE_NUMBER, 64, 8, piece),  SLOT_AT(WIRE_NUMBER, 72, 8, start),
    SLOT_AT(WIRE_NUMBER, 80, 8, length), SLOT_AT(WIRE_BYTES, 88, 16, hash),
};

static bool record_slot_is_sound(const void *value, const struct record_head *head)
{
    const struct record_slot *slot = value;
    uint64_t bytes = 0;

    return slot->length && num_mul(slot->length, head->place.logical, &bytes) &&
           record_is_on_disk(head, slot->start, bytes) &&
           record_is_within(head->place.block, bytes, head->areas[AREA_RING].bytes);
}

KIND(3, struct record_slot, slot);

/* --- hashes --- */

#define HASHES_AT(kind, at, width, member)                                               \
    WIRE_AT(kind, struct record_hashes, at, width, member)

static const struct wire_list hashes_hashes = LIST(
    struct record_hashes, struct hash, hash_fields, RECORD_HASHES_MAX, HASH_BYTES, count);
static const struct wire hashes_fields[] = {
    HASHES_AT(WIRE_NUMBER, 56, 2, step),
    HASHES_AT(WIRE_NUMBER, 64, 8, unit),
    HASHES_AT(WIRE_NUMBER, 72, 8, units),
    HASHES_AT(WIRE_NUMBER, 80, 8, first),
    HASHES_AT(WIRE_NUMBER, 88, 4, count),
    WIRE_LIST_AT(struct record_hashes, 128, hashes, hashes_hashes),
};

static bool record_hashes_is_sound(const void *value, const struct record_head *head)
{
    const struct record_hashes *hashes = value;
    uint64_t left = hashes->units - hashes->first, bytes = 0;

    return hashes->unit >= RECORD_UNIT_MIN && num_is_power_of_two(hashes->unit) &&
           hashes->units <= RECORD_UNITS_MAX && hashes->units &&
           num_mul(hashes->unit, hashes->units - 1, &bytes) &&
           bytes < head->owner.disk_bytes && hashes->first < hashes->units &&
           hashes->first % RECORD_HASHES_MAX == 0 &&
           hashes->count == num_min(left, RECORD_HASHES_MAX);
}

KIND(5, struct record_hashes, hashes);

/* --- those of a fix --- */

#define RECORD_OF_FIX(name)                                                              \
    void record_##name##_encode(const struct record_##name *value,                       \
                                uint8_t ret[RECORD_BYTES])                               \
    {                                                                                    \
        record_encode(&name##_kind, value, ret, RECORD_BYTES);                           \
    }                                                                                    \
    enum record_state record_##name##_decode(const uint8_t *bytes, size_t count,         \
                                             const struct record_head *head,             \
                                             struct record_##name *ret)                  \
    {                                                                                    \
        return record_decode(&name##_kind, head, 0, bytes, count, RECORD_BYTES, ret);    \
    }

RECORD_OF_FIX(page)
RECORD_OF_FIX(saved)
RECORD_OF_FIX(mark)
RECORD_OF_FIX(slot)
RECORD_OF_FIX(hashes)
