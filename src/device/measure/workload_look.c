/* SPDX-License-Identifier: GPL-3.0-or-later */
/* workload_look.c - whether durable writes reach the platter, before they are timed */
#include "device/measure/workload_run.h"

#include "device/measure/moving_head.h"
#include "model/base/stats.h"

#define LOOKS      16
#define LOOK_BYTES 4096U

bool workload_look_flush_lies(const struct arm_scene *scene)
{
    struct test_area area = area_copy_area(scene->copy);
    uint32_t logical = scene->drive->logical;
    uint64_t bytes = logical > LOOK_BYTES ? logical : LOOK_BYTES;
    double us[LOOKS];
    unsigned errors = 0;

    for (size_t i = 0; i < LOOKS; i++) {
        uint64_t ns, place = dice_below(scene->dice, area.bytes / bytes);
        if (area_copy_write(scene->copy, DRIVE_DURABLE, area.start + place * bytes,
                            (size_t)bytes, &ns))
            return false; /* the first turn fails too, and ends the run */
        us[i] = drive_us(ns);
    }
    stats_sort(us, LOOKS);
    return stats_median(us, LOOKS) < MOVING_HEAD_WRITE_US &&
           moving_head_is_detected(scene->drive, scene->copy, scene->dice, &errors, NULL);
}
