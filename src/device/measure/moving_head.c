/* SPDX-License-Identifier: GPL-3.0-or-later */
/* moving_head.c - detects seeks of a disk whose writes are too fast for a platter */
#include "device/measure/moving_head.h"

#include "device/measure/area_copy.h"
#include "model/base/dice.h"
#include "model/base/stats.h"

/* A head that never seeks still waits 0 to 8.3 ms for the platter: of so few reads more
 * than half are faster than SEEK_US once in 50,000 times. */
#define READS 31
/* Reads that take longer have moved a head. */
#define SEEK_US 1500.0

static bool is_seen(double *random_us, double *onward_us, size_t count)
{
    stats_sort(random_us, count);
    stats_sort(onward_us, count);
    double random = stats_median(random_us, count);
    return random > SEEK_US && stats_median(onward_us, count) < random / 2;
}

/* Not in the test area, which is in the drive's cache by now.  Where no head moves, as in
 * a volume on a network, the next sectors take as long as any others. */
bool moving_head_is_detected(const struct drive *drive, struct area_copy *copy,
                             struct dice *dice, unsigned *errors, double *ret_read_us)
{
    uint64_t sectors = drive->size_bytes / drive->logical;
    double random_us[READS], onward_us[READS];
    size_t count = 0;

    for (unsigned i = 0; i < READS && sectors > 1; i++) {
        uint64_t ns, onward_ns, place = drive->logical * dice_below(dice, sectors - 1);
        if (area_copy_time_read(copy, place, drive->logical, &ns) ||
            area_copy_time_read(copy, place + drive->logical, drive->logical,
                                &onward_ns)) {
            ++*errors;
            continue;
        }
        random_us[count] = (double)ns * 1e-3;
        onward_us[count++] = (double)onward_ns * 1e-3;
    }
    bool is_moving = count && is_seen(random_us, onward_us, count);
    if (ret_read_us)
        *ret_read_us = count ? stats_median(random_us, count) : 0;
    return is_moving;
}
