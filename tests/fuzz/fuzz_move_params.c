/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fuzz_move_params.c - any bytes as the parameters of a move: the first ones are its
 * place
 */
#include "fuzz/fuzz.h"

#include <stdlib.h>
#include <string.h>

#include "model/base/mem.h"
#include "model/base/num.h"
#include "model/move/data/guard_places.h"
#include "model/move/data/move_params.h"

enum { LOGICAL = 512, SECTORS = 8192, PLACE = 24 };

static void expect(bool is_kept)
{
    if (!is_kept)
        abort();
}

/* What is guarded is between the outermost sectors of both places, and the sector with
 * the signature once. */
static void check_places(const struct shift *shift, uint64_t place)
{
    CLEANUP(freep) struct guard_sector *places = NULL;
    uint64_t low = num_min(shift->from, shift->to);
    uint64_t end = num_max(shift->from, shift->to) + shift->length;
    size_t count = guard_places_find(shift, place, &places), magic = 0;

    for (size_t i = 0; i < count; i++) {
        bool is_inside = places[i].lba - place < shift->length;
        expect(places[i].lba >= low && places[i].lba < end);
        expect(places[i].index < shift->length);
        expect(is_inside == (places[i].part < GUARD_LOWER));
        magic += places[i].part == GUARD_MAGIC;
    }
    expect(magic == 1);
}

static void check_pieces(const struct shift *shift)
{
    struct shift_run run = shift_run_forward(shift);
    uint64_t count = shift_piece_count(shift, &run), sectors = 0;

    for (uint64_t i = 0; i < count; i++)
        sectors += shift_piece_at(shift, &run, i).length;
    expect(sectors == shift->length);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count)
{
    struct shift shift = { .disk = SECTORS, .grid = { .grain = 8 } };
    struct fields fields;
    uint8_t again[MOVE_PARAMS_MAX];

    if (count < PLACE)
        return 0;
    shift.from = le64_at(bytes, 0);
    shift.to = le64_at(bytes, 8);
    shift.length = le64_at(bytes, 16);
    if (!move_params_decode(bytes + PLACE, count - PLACE, LOGICAL, &shift, &fields))
        return 0;
    expect(move_params_encode(&shift, &fields, again) == count - PLACE);
    expect(!memcmp(again, bytes + PLACE, count - PLACE));
    expect(fields_are_in_zones(&fields, &shift.zones, LOGICAL));
    check_places(&shift, shift.from);
    check_places(&shift, shift.to);
    check_pieces(&shift);
    return 0;
}

/* --- seeds --- */

static struct shift seed_shift(unsigned index)
{
    struct shift shift = { .disk = SECTORS,
                           .grid = { .grain = 8 },
                           .from = index & 1 ? 1000 : 63,
                           .to = index & 1 ? 63 : 1000,
                           .length = 2000,
                           .mode = index & 2 ? MOVE_HOLE : MOVE_JOURNAL,
                           .piece = 64 };

    shift.slots = index & 2 ? 0 : 2;
    shift.hashes = index & 2 ? 4 : 0;
    shift.zones =
        (struct zones){ { { 0, 8 }, { 32, 8 }, { 1992, 8 } }, .count = 3, .magic = 2 };
    return shift;
}

size_t fuzz_seed(unsigned index, uint8_t *buf)
{
    struct shift shift = seed_shift(index);
    struct fields fields = { .count = 1 };

    if (index > 3)
        return 0;
    fields.at[0] = (struct move_field){ .kind = FIELD_HIDDEN_SECTORS,
                                        .offset = 28,
                                        .width = 4,
                                        .repeat = 1,
                                        .before = shift.from,
                                        .after = shift.to };
    put_le64(buf, 0, shift.from);
    put_le64(buf, 8, shift.to);
    put_le64(buf, 16, shift.length);
    size_t count = move_params_encode(&shift, &fields, buf + PLACE);
    expect(move_params_decode(buf + PLACE, count, LOGICAL, &shift, &fields));
    return PLACE + count;
}
