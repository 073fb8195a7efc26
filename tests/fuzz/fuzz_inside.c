/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fuzz_inside.c - any bytes as any content, and as one that is moved
 *
 * The input's first 16 bytes say which type is asked for, how large the extent is, where
 * in it the rest of the input lies, and which type its entry has. */
#include "fuzz/fuzz.h"

#include <stdlib.h>
#include <string.h>

#include "model/base/num.h"
#include "model/content/inside.h"
#include "model/move/plan/fields.h"
#include "model/move/plan/zones.h"
#include "support/inside_fixture.h"

enum { HEAD = 16, SECTOR = 512 };

static const char *type_of(unsigned selector)
{
    const struct fixture *fixture = fixture_at(selector - 1U);

    return selector && fixture ? fixture->type : NULL;
}

static void check_promises(const struct reader *part, const struct inside *inside)
{
    if (inside->kind <= INSIDE_NONE || inside->kind >= INSIDE_COUNT ||
        inside->data_offset >= part->size || inside->used > part->size ||
        !memchr(inside->proof, 0, sizeof(inside->proof)) || !inside->proof[0])
        abort();
}

/* Zones are ascending and in the partition; one of them has the signature. */
static void check_zones(const struct zones *zones, uint64_t sectors)
{
    uint64_t end = 0;
    bool has_magic = false;

    for (size_t i = 0; i < zones->count; i++) {
        const struct zone *zone = &zones->at[i];
        if (!zone->length || zone->start > sectors ||
            zone->length > sectors - zone->start || (i && zone->start <= end))
            abort();
        end = zone->start + zone->length;
        has_magic |= zones->magic >= zone->start && zones->magic < end;
    }
    if (!has_magic || zones->count > ZONES_MAX)
        abort();
}

static void check_fields(const struct fields *fields, uint64_t size)
{
    if (fields->count > FIELDS_MAX)
        abort();
    for (size_t i = 0; i < fields->count; i++) {
        const struct move_field *field = &fields->at[i];
        uint64_t bytes = (uint64_t)field->width * field->repeat;
        if (field->offset > size || bytes > size - field->offset ||
            (field->is_left && field->before != field->after))
            abort();
    }
}

static void check_move(const struct reader *whole, const struct inside *inside,
                       unsigned selector)
{
    static const char *const types[] = { "07", "a5", "a6", "a9" };
    struct reader part = *whole;
    struct extent extent = { .start = 63,
                             .content = { .state = CONTENT_FOUND, .inside = *inside } };
    struct fields_move move = { &extent, 0, 2048, 0, SECTOR };
    struct zones zones;
    struct fields fields;
    struct err err = { 0 };

    part.size = num_round_down(part.size, SECTOR);
    extent.length = part.size / SECTOR;
    memcpy(extent.type, types[selector % 4], 3);
    if (!extent.length || inside->proof_offset >= part.size)
        return;
    if (zones_find(&extent.content, &part, SECTOR, &zones))
        check_zones(&zones, extent.length);
    if (fields_find(&move, &part, &fields, &err))
        check_fields(&fields, part.size);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count)
{
    struct inside inside;

    if (count < HEAD)
        return 0;
    const char *type = type_of(bytes[0]);
    uint64_t size = le64_at(bytes, 1), base = le32_at(bytes, 9);
    struct fixture_reader memory = { bytes + HEAD, count - HEAD, base };
    struct reader part = fixture_reader(&memory, size);
    if (inside_decode(&part, type, &inside)) {
        check_promises(&part, &inside);
        check_move(&part, &inside, bytes[13]);
    }
    return 0;
}

size_t fuzz_seed(unsigned index, uint8_t *buf)
{
    const struct fixture *fixture = fixture_at(index);

    if (!fixture)
        return 0;
    buf[0] = (uint8_t)(index + 1);
    put_le64(buf, 1, fixture->size);
    put_le32(buf, 9, (uint32_t)fixture->base);
    fixture->make(buf + HEAD);
    return HEAD + fixture->count;
}
