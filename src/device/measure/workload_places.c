/* SPDX-License-Identifier: GPL-3.0-or-later */
/* workload_places.c - the places of the requests of one workload */
#include "device/measure/workload_places.h"

#include <assert.h>

#include "model/base/num.h"
#include "model/measure/test_area.h"

/* Usable bytes behind PAST, so that a request at the last sector still fits. */
static uint64_t span_from(const struct workload_space *space, uint64_t past)
{
    uint64_t need = past + space->request_bytes - space->logical;

    if (space->bytes < need)
        return 0;
    return num_round_down(space->bytes - need, TEST_AREA_STEP);
}

struct workload_places workload_places_in(const struct workload_space *space)
{
    bool is_whole = space->start % TEST_AREA_GRAIN == 0;
    uint64_t grain = is_whole ? TEST_AREA_GRAIN : TEST_AREA_STEP;
    uint64_t past = num_mul_mod(space->start_lba, space->logical, grain);

    assert(space->start % TEST_AREA_STEP == 0 && space->step);
    assert(space->request_bytes % space->logical == 0);
    /* Strides come from users: one that is no multiple of a sector has no places. */
    if (space->step % space->logical)
        return (struct workload_places){ 0 };
    /* A start late in its MiB would leave little of a small space: the position modulo 64
     * KiB is equivalent. */
    if (span_from(space, past) < space->bytes / 2)
        past %= TEST_AREA_STEP;
    return (struct workload_places){
        .start = space->start + past,
        .span = span_from(space, past),
        .step = space->step,
        .is_random = space->is_random,
    };
}

uint64_t workload_places_next(struct workload_places *places, struct dice *dice)
{
    uint64_t offset = places->offset;

    assert(places->span);
    if (places->is_random) {
        uint64_t count = (places->span + places->step - 1) / places->step;
        return places->start + places->step * dice_below(dice, count);
    }
    places->offset = (offset + places->step % places->span) % places->span;
    return places->start + offset;
}
