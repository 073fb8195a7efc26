/* SPDX-License-Identifier: GPL-3.0-or-later */
/* arm.c - what is compared: requests of one kind at the places of one start, in runs */
#include "device/measure/arm.h"

#include <assert.h>

#include "model/base/num.h"

/* Usable bytes of AREA behind PAST, so that a request at the last sector still fits. */
static uint64_t span_from(const struct arm *arm, uint64_t bytes, uint64_t past,
                          uint32_t logical)
{
    uint64_t need = past + arm->bytes + arm->prime_bytes - logical;

    return bytes < need ? 0 : num_round_down(bytes - need, TEST_AREA_STEP);
}

void arm_place(struct arm *arm, const struct drive *drive, struct test_area area,
               uint64_t start_lba)
{
    bool is_whole = area.start % TEST_AREA_GRAIN == 0;
    uint64_t grain = is_whole ? TEST_AREA_GRAIN : TEST_AREA_STEP;
    uint64_t past = num_mul_mod(start_lba, drive->logical, grain);

    assert(area.start % TEST_AREA_STEP == 0 && arm->step);
    assert((arm->bytes + arm->prime_bytes) % drive->logical == 0);
    /* A start late in its MiB would leave little of a small area: the position modulo 64
     * KiB is equivalent. */
    if (span_from(arm, area.bytes, past, drive->logical) < area.bytes / 2)
        past %= TEST_AREA_STEP;
    arm->start = area.start + past;
    /* Strides come from users: one that is no multiple of a sector has no places. */
    arm->span =
        arm->step % drive->logical ? 0 : span_from(arm, area.bytes, past, drive->logical);
}

void arm_jump(struct arm *arm, struct dice *dice, unsigned count)
{
    uint64_t places = arm->span / arm->step;

    assert(count && places >= count);
    arm->next = arm->step * dice_below(dice, places - count + 1);
    arm->is_random = false;
}

/* Byte of the disk of the next request, which ends inside the area. */
static uint64_t next_place(struct arm *arm, struct dice *dice)
{
    uint64_t next = arm->next;

    assert(arm->span);
    if (arm->is_random) {
        uint64_t places = (arm->span + arm->step - 1) / arm->step;
        return arm->start + arm->step * dice_below(dice, places);
    }
    arm->next = (next + arm->step % arm->span) % arm->span;
    return arm->start + next;
}

int arm_request(struct arm *arm, const struct arm_scene *scene, uint64_t *ret_ns)
{
    uint64_t offset = next_place(arm, scene->dice);
    int error = 0;

    arm->moved_bytes += arm->bytes;
    if (arm->prime_bytes)
        error =
            area_copy_time_read(scene->copy, offset, (size_t)arm->prime_bytes, ret_ns);
    if (error)
        return error;
    offset += arm->prime_bytes;
    if (arm->is_read)
        return area_copy_time_read(scene->copy, offset, (size_t)arm->bytes, ret_ns);
    if (arm->how == DRIVE_PLAIN)
        arm->dirty_bytes += arm->bytes;
    return area_copy_write(scene->copy, arm->how, offset, (size_t)arm->bytes, ret_ns);
}

int arm_run(struct arm *arm, const struct arm_scene *scene, unsigned skip, arm_take *take,
            void *context)
{
    const struct drive *drive = scene->drive;
    uint64_t end = drive->now_ns(drive->context);

    for (unsigned i = 0;; i++) {
        struct arm_time time;
        int error = arm_request(arm, scene, &time.ns);
        if (error)
            return error;
        uint64_t now = drive->now_ns(drive->context);
        time.since_ns = now - end;
        end = now;
        if (i >= skip && !take(context, &time))
            return 0;
    }
}
