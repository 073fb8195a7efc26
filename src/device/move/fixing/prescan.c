/* SPDX-License-Identifier: GPL-3.0-or-later */
/* prescan.c - reads all of a partition before it is moved */
#include "device/move/fixing/prescan.h"

#include <stdlib.h>

#include "device/io/buffer.h"
#include "model/base/mem.h"
#include "model/base/num.h"

struct prescan {
    struct prescan_request request;
    uint64_t logical;
    uint64_t done; /* sectors */
    uint8_t *bytes;
    struct hash_stream *stream;
    struct redo_units units;
    struct hash_zeros zero_unit;
    struct prescan_bad bad;
};

struct prescan *prescan_new(const struct prescan_request *request)
{
    struct prescan *prescan = xcalloc(1, sizeof(*prescan));
    struct redo_units *units = &prescan->units;

    prescan->request = *request;
    prescan->logical = request->logical;
    prescan->bytes = buffer_new((size_t)request->memory);
    prescan->stream = hash_stream_new();
    units->bytes = request->unit;
    units->count =
        (size_t)((request->shift->length * prescan->logical - 1) / request->unit) + 1;
    units->at = xcalloc(units->count, sizeof(*units->at));
    return prescan;
}

void prescan_free(struct prescan *prescan)
{
    if (!prescan)
        return;
    free(prescan->bytes);
    free(prescan->units.at);
    hash_stream_free(prescan->stream);
    free(prescan);
}

uint64_t prescan_done(const struct prescan *prescan)
{
    return prescan->done * prescan->logical;
}

const struct prescan_bad *prescan_bad(const struct prescan *prescan)
{
    return &prescan->bad;
}

const struct redo_units *prescan_units(const struct prescan *prescan)
{
    return &prescan->units;
}

/* --- reading --- */

/* To memory, OFFSET sectors behind its start. */
static bool read_sectors_of(struct prescan *prescan, uint64_t index, uint64_t length,
                            uint64_t offset)
{
    const struct sink *disk = prescan->request.disk;
    uint64_t lba = prescan->request.shift->from + index;

    return !disk->read_back(disk->context, lba * prescan->logical,
                            prescan->bytes + offset * prescan->logical,
                            (size_t)(length * prescan->logical));
}

static void add_bad(struct prescan_bad *bad, uint64_t lba, uint64_t length)
{
    struct shift_sectors *last = bad->count ? &bad->at[bad->count - 1] : NULL;

    bad->sectors += length;
    if (last && last->lba + last->length == lba)
        last->length += length;
    else if (bad->count < PRESCAN_BAD_MAX)
        bad->at[bad->count++] = (struct shift_sectors){ lba, length };
}

/* Reads a part that cannot be read as a whole block by block. True: now it could be. */
static bool read_blocks_of(struct prescan *prescan, uint64_t first, uint64_t length)
{
    const struct shift *shift = prescan->request.shift;
    uint64_t index = first, end = first + length;
    bool is_read = true;

    while (index < end) {
        uint64_t next = align_next(shift->grid, shift->from + index + 1) - shift->from;
        uint64_t count = next < end ? next - index : end - index;
        if (!read_sectors_of(prescan, index, count, index - first)) {
            add_bad(&prescan->bad, shift->from + index, count);
            is_read = false;
        }
        index += count;
    }
    return is_read;
}

/* Replaces the sectors of zones among the COUNT that were read from INDEX. */
static void put_guards(struct prescan *prescan, uint64_t index, uint64_t count)
{
    const struct prescan_request *request = &prescan->request;
    const struct zones *zones = &request->shift->zones;

    for (size_t i = 0; i < zones->count; i++) {
        const struct zone *zone = &zones->at[i];
        for (uint64_t at = zone->start; at < zone->start + zone->length; at++) {
            if (at < index || at - index >= count)
                continue;
            request->put_guard(request->context, request->step, at,
                               prescan->bytes + (at - index) * prescan->logical);
        }
    }
}

static void hash_part(struct prescan *prescan, uint64_t count)
{
    uint64_t each = prescan->units.bytes / prescan->logical;
    uint64_t end = prescan->done + count;

    put_guards(prescan, prescan->done, count);
    if (prescan->done % each == 0)
        hash_stream_restart(prescan->stream);
    hash_stream_add(prescan->stream, prescan->bytes, (size_t)(count * prescan->logical));
    if (end % each == 0 || end == prescan->request.shift->length)
        prescan->units.at[prescan->done / each] = hash_stream_value(prescan->stream);
}

/* A whole unit of zeros, without a zone, which will be guarded. */
static bool is_zero_unit(const struct prescan *prescan, uint64_t count)
{
    const struct shift *shift = prescan->request.shift;
    uint64_t first = prescan->done, logical = prescan->logical;

    return first % (prescan->units.bytes / logical) == 0 &&
           !zones_overlap(&shift->zones, first, first + count) &&
           zeros_at(&prescan->request.zeros, (shift->from + first) * logical,
                    count * logical);
}

static bool skip_zero_unit(struct prescan *prescan)
{
    uint64_t each = prescan->units.bytes / prescan->logical;
    uint64_t left = prescan->request.shift->length - prescan->done;
    uint64_t count = each < left ? each : left;

    if (!count || !is_zero_unit(prescan, count))
        return false;
    prescan->units.at[prescan->done / each] =
        hash_of_zeros(&prescan->zero_unit, count * prescan->logical);
    prescan->done += count;
    return true;
}

bool prescan_step(struct prescan *prescan)
{
    if (skip_zero_unit(prescan))
        return prescan->done < prescan->request.shift->length;
    uint64_t each = prescan->units.bytes / prescan->logical;
    uint64_t left = prescan->request.shift->length - prescan->done;
    uint64_t in_unit = each - prescan->done % each;
    uint64_t count = prescan->request.memory / prescan->logical;

    count = count < in_unit ? count : in_unit;
    count = count < left ? count : left;
    if (!count)
        return false;
    if (read_sectors_of(prescan, prescan->done, count, 0) ||
        read_blocks_of(prescan, prescan->done, count))
        hash_part(prescan, count);
    prescan->done += count;
    return prescan->done < prescan->request.shift->length;
}
