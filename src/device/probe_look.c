/* SPDX-License-Identifier: GPL-3.0-or-later */
/* probe_look.c - is there a head that moves, where writes are too fast for a platter?
 *
 * Then they only reach a cache, whatever the drive says, and show nothing of its sectors.
 * What the kernel says of turning is no answer: bridges say it of everything. */
#include "device/probe_private.h"

/* A twentieth of a turn at 7200 a minute. */
#define DURABLE_LEAST_US 420.0
/* Reads at places all over the disk that take so long have moved a head. */
#define SEEK_LEAST_US 1000.0

static bool is_suspicious(const struct probe *probe)
{
    double sum = 0;

    for (size_t i = 0; i < PROBE_BARS; i++)
        sum += probe->result.bars[i].median_us;
    return sum < PROBE_BARS * DURABLE_LEAST_US;
}

enum probe_turn probe_look_step(struct probe *probe)
{
    const struct drive *drive = probe->drive;
    struct probe_look *look = &probe->look;
    uint64_t sectors = drive->size_bytes / drive->logical, ns;

    if (!is_suspicious(probe))
        return TURN_NOTHING;
    uint64_t place = drive->logical * dice_below(&probe->dice, sectors);
    if (window_copy_time_read(probe->copy, place, drive->logical, &ns))
        probe->errors++;
    else
        look->us[look->count++] = (double)ns * 1e-3;
    if (++look->tries < PROBE_LOOKS)
        return TURN_MORE;
    stats_sort(look->us, look->count);
    return look->count && stats_median(look->us, look->count) >= SEEK_LEAST_US
               ? TURN_FOUND
               : TURN_NOTHING;
}
