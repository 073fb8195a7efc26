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

/* Not in the test area, which is in the drive's cache by now. */
bool moving_head_is_detected(const struct drive *drive, struct area_copy *copy,
                             struct dice *dice, unsigned *errors)
{
    uint64_t sectors = drive->size_bytes / drive->logical;
    double us[READS];
    size_t count = 0;

    for (unsigned i = 0; i < READS; i++) {
        uint64_t ns, place = drive->logical * dice_below(dice, sectors);
        if (area_copy_time_read(copy, place, drive->logical, &ns))
            ++*errors;
        else
            us[count++] = (double)ns * 1e-3;
    }
    stats_sort(us, count);
    return count && stats_median(us, count) > SEEK_US;
}
