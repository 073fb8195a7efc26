/* SPDX-License-Identifier: GPL-3.0-or-later */
/* read_speed.c - how fast a drive reads the data of a disk, from a few seconds of reads
 */
#include "device/measure/read_speed.h"

#include <stdlib.h>

#include "model/base/mem.h"
#include "model/base/num.h"
#include "model/disk/extent.h"

#define ALIGNED     4096
#define BLOCK_BYTES (UINT64_C(1) << 20)
#define PLACE_BYTES (UINT64_C(64) << 20) /* at most; a fast drive needs no more */
#define STEP_NS     UINT64_C(20000000)
#define SECOND_NS   1e9

/* --- the places --- */

static uint64_t all_data_bytes(const struct layout *layout)
{
    uint64_t sectors = 0;

    LAYOUT_EACH (extent, layout)
        if (extent_holds_data(extent))
            sectors += extent->length;
    return sectors * layout_limits(layout)->logical;
}

/* Returns the bytes from byte AT of all data on, at most LENGTH, and none beyond the end
 * of its partition. */
static struct read_speed_place place_at(const struct layout *layout, uint64_t at,
                                        uint64_t length)
{
    uint64_t logical = layout_limits(layout)->logical;

    LAYOUT_EACH (extent, layout) {
        uint64_t bytes = extent->length * logical;
        if (!extent_holds_data(extent))
            continue;
        if (at >= bytes) {
            at -= bytes;
            continue;
        }
        uint64_t start = num_round_up(extent->start * logical + at, ALIGNED);
        uint64_t end = extent_end(extent) * logical;
        if (end < start)
            end = start;
        return (struct read_speed_place){ start,
                                          end - start > length ? start + length : end };
    }
    return (struct read_speed_place){ 0, 0 };
}

void read_speed_init(const struct drive *drive, const struct layout *layout,
                     struct read_speed *ret)
{
    uint64_t share = all_data_bytes(layout) / READ_SPEED_PLACES, length = share / 2;

    *ret = (struct read_speed){ .drive = drive };
    if (length > PLACE_BYTES)
        length = PLACE_BYTES;
    for (uint64_t i = 0; i < READ_SPEED_PLACES && length >= BLOCK_BYTES; i++)
        ret->places[ret->count++] = place_at(layout, share * i + share / 2, length);
    ret->offset = ret->places[0].start;
    ret->block = xaligned(ALIGNED, BLOCK_BYTES);
}

void read_speed_finish(struct read_speed *speed)
{
    free(speed->block);
    speed->block = NULL;
}

/* --- reading --- */

static void end_place(struct read_speed *speed)
{
    if (speed->bytes) {
        speed->seconds_a_byte += (double)speed->ns / SECOND_NS / (double)speed->bytes;
        speed->seek += (double)speed->seek_ns / SECOND_NS;
        speed->counted++;
    }
    speed->at++;
    speed->spent_ns = speed->seek_ns = speed->bytes = speed->ns = 0;
    if (speed->at < speed->count)
        speed->offset = speed->places[speed->at].start;
}

/* Sets *RET to its nanoseconds. */
static bool read_speed_timed(struct read_speed *speed, uint64_t count, uint64_t *ret)
{
    const struct drive *drive = speed->drive;
    uint64_t begun = drive->now_ns(drive->context);
    int error = drive->read(drive->context, speed->offset, speed->block, (size_t)count);

    *ret = drive->now_ns(drive->context) - begun;
    return !error;
}

/* The first read of a place is short: it takes what the way there takes. */
static bool read_at_place(struct read_speed *speed)
{
    bool is_first = speed->offset == speed->places[speed->at].start;
    uint64_t count = is_first ? ALIGNED : BLOCK_BYTES, ns;

    if (speed->offset + count > speed->places[speed->at].end ||
        speed->spent_ns > READ_SPEED_NS / READ_SPEED_PLACES ||
        !read_speed_timed(speed, count, &ns))
        return false;
    speed->offset += count;
    speed->spent_ns += ns;
    if (is_first) {
        speed->seek_ns = ns;
    } else if (!mem_is_zero(speed->block, (size_t)count)) {
        speed->bytes += count;
        speed->ns += ns ? ns : 1;
    }
    return true;
}

bool read_speed_step(struct read_speed *speed)
{
    const struct drive *drive = speed->drive;
    uint64_t begun = drive->now_ns(drive->context);

    while (speed->at < speed->count && !speed->is_stopping) {
        if (!read_at_place(speed))
            end_place(speed);
        if (drive->now_ns(drive->context) - begun >= STEP_NS)
            return true;
    }
    return false;
}

struct move_speed read_speed_result(const struct read_speed *speed)
{
    struct move_speed result = { 0 };

    if (!speed->counted)
        return result;
    result.read = (double)speed->counted / speed->seconds_a_byte;
    result.far = speed->seek / (double)speed->counted;
    return result;
}
