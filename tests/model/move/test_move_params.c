/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_move_params.c - the parameters of a move in the log of its fix, and what it guards
 */
#include "model/move/data/move_params.h"

#include <string.h>

#include "model/base/mem.h"
#include "model/base/num.h"
#include "model/move/data/guard_places.h"
#include "support/test.h"

enum { LOGICAL = 512 };

static struct shift a_shift(void)
{
    return (struct shift){
        .disk = 8192,
        .grid = { .grain = 8 },
        .from = 63,
        .to = 1000,
        .length = 2000,
        .mode = MOVE_JOURNAL,
        .piece = 64,
        .slots = 2,
        .zones = { { { 0, 8 }, { 32, 8 }, { 1992, 8 } }, .count = 3, .magic = 2 }
    };
}

static struct fields a_field(void)
{
    return (struct fields){ .at = { { .kind = FIELD_HIDDEN_SECTORS,
                                      .offset = 28,
                                      .width = 4,
                                      .repeat = 1,
                                      .before = 63,
                                      .after = 1000 } },
                            .count = 1 };
}

static bool decodes(const struct shift *shift, const struct fields *fields)
{
    uint8_t bytes[MOVE_PARAMS_MAX];
    size_t count = move_params_encode(shift, fields, bytes);
    struct shift found = *shift;
    struct fields found_fields;

    found.mode = MOVE_NONE;
    found.piece = 0;
    found.zones = (struct zones){ .count = 0 };
    return move_params_decode(bytes, count, LOGICAL, &found, &found_fields) &&
           found.mode == shift->mode && found.piece == shift->piece &&
           found.zones.count == shift->zones.count && found_fields.count == fields->count;
}

TEST(parameters_are_read_as_they_were_written)
{
    struct shift shift = a_shift();
    struct fields fields = a_field(), none = { .count = 0 };

    ck_assert(decodes(&shift, &fields));
    ck_assert(decodes(&shift, &none));
    shift.mode = MOVE_HOLE;
    shift.slots = 0;
    shift.hashes = 3;
    ck_assert(decodes(&shift, &fields));
}

/* Changes one thing that makes them impossible. */
static void spoil(unsigned number, struct shift *shift, struct fields *fields)
{
    switch (number) {
    case 0:
        shift->slots = 1;
        break;
    case 1:
        shift->piece = 63;
        break;
    case 2:
        shift->hashes = 1;
        break;
    case 3:
        shift->zones.at[2].length = 7;
        break;
    case 4:
        shift->zones.magic = 100;
        break;
    case 5:
        fields->at[0].width = 3;
        break;
    case 6:
        fields->at[0].offset = 8 * LOGICAL - 2;
        break;
    case 7:
        fields->at[0].before = UINT64_C(1) << 32;
        break;
    case 8:
        fields->at[0].repeat = 0;
        break;
    default:
        shift->to = shift->from;
    }
}

TEST_TIMES(parameters_that_cannot_be_are_refused, 10)
{
    struct shift shift = a_shift();
    struct fields fields = a_field();

    spoil((unsigned)_i, &shift, &fields);
    ck_assert(!decodes(&shift, &fields));
}

TEST(other_bytes_are_refused)
{
    struct shift shift = a_shift(), found = a_shift();
    struct fields fields = a_field(), found_fields;
    uint8_t bytes[MOVE_PARAMS_MAX + 1] = { 0 };
    size_t count = move_params_encode(&shift, &fields, bytes);

    for (size_t short_by = 1; short_by <= count; short_by++)
        ck_assert(
            !move_params_decode(bytes, count - short_by, LOGICAL, &found, &found_fields));
    ck_assert(!move_params_decode(bytes, count + 1, LOGICAL, &found, &found_fields));
    bytes[24] = 1; /* without a meaning */
    ck_assert(!move_params_decode(bytes, count, LOGICAL, &found, &found_fields));
}

static size_t count_part(const struct shift *shift, uint64_t place, enum guard_part part)
{
    CLEANUP(freep) struct guard_sector *places = NULL;
    size_t count = guard_places_find(shift, place, &places), found = 0;

    for (size_t i = 0; i < count; i++)
        found += places[i].part == part;
    return found;
}

TEST(zones_are_guarded_where_the_partition_is_and_in_front_of_it)
{
    struct shift shift = a_shift();

    ck_assert_uint_eq(count_part(&shift, 63, GUARD_MAGIC), 1);
    ck_assert_uint_eq(count_part(&shift, 63, GUARD_COPY), 8);
    ck_assert_uint_eq(count_part(&shift, 63, GUARD_ZONE), 15);
    ck_assert_uint_eq(count_part(&shift, 63, GUARD_LOWER), 0);
    ck_assert_uint_eq(count_part(&shift, 63, GUARD_UPPER), 8);
    ck_assert_uint_eq(count_part(&shift, 1000, GUARD_LOWER), 16);
    ck_assert_uint_eq(count_part(&shift, 1000, GUARD_UPPER), 0);
}
