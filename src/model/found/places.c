/* SPDX-License-Identifier: GPL-3.0-or-later */
/* places.c - the places where contents may begin, the most likely ones first */
#include "model/base/mem.h"
#include "model/found/private.h"

#define KIB              UINT64_C(1024)
#define MIB              (UINT64_C(1) << 20)
#define GIB              (UINT64_C(1) << 30)
#define CYLINDER_SECTORS UINT64_C(16065)
#define TRACK_SECTORS    UINT64_C(63)
#define BIOS_SECTOR      UINT64_C(512) /* unit of cylinders and tracks */
#define CYLINDER         (CYLINDER_SECTORS * BIOS_SECTOR)
#define TRACK            (TRACK_SECTORS * BIOS_SECTOR)

enum {
    RUN_TRACKS = 32,    /* first tracks of a free run */
    RUN_CYLINDERS = 24, /* first cylinders, each also with a track behind it */
    RUN_MIBS = 64,      /* first multiples of 1 MiB */
    RUN_LAST = 4,       /* and last ones, of cylinders and MiB */
};

/* Each returns the byte offset of place INDEX, or false past the last one. */

/* Usual first sectors: after a GPT, after one track, 1 MiB, 4 MiB and values between. */
static bool usual_place(const struct found_search *search, uint64_t index, uint64_t *ret)
{
    static const uint64_t sectors[] = { 34, 40, 63, 64, 128, 256, 2048, 8192 };

    (void)search;
    if (index >= ARRAY_SIZE(sectors))
        return false;
    *ret = sectors[index] * BIOS_SECTOR;
    return true;
}

/* Users often give sizes in GiB; tools may leave 1 MiB before the first partition. */
static bool gib_place(const struct found_search *search, uint64_t index, uint64_t *ret)
{
    uint64_t step = GIB;

    while (search->disk->size / step > FOUND_GIB_MAX)
        step *= 2;
    *ret = index / 2 * step + (index % 2 ? 0 : MIB);
    return index < UINT64_C(2) * FOUND_GIB_MAX;
}

static bool mib_place(const struct found_search *search, uint64_t index, uint64_t *ret)
{
    *ret = (index + 1) * MIB;
    return index < FOUND_MIB_MAX * search->reach && *ret < search->disk->size;
}

/* Old tools start primary partitions at a cylinder and logical ones a track behind it. */
static bool cylinder_place(const struct found_search *search, uint64_t index,
                           uint64_t *ret)
{
    *ret = (index / 2 + 1) * CYLINDER + (index % 2 ? TRACK : 0);
    return index < 2 * FOUND_CYLINDERS_MAX * search->reach && *ret < search->disk->size;
}

/* --- a free run --- */

static uint64_t round_up(uint64_t value, uint64_t step)
{
    return value / step * step + (value % step ? step : 0);
}

static uint64_t run_first_byte(const struct found_search *search)
{
    return search->from * search->logical;
}

static uint64_t run_end_byte(const struct found_search *search)
{
    return search->end * search->logical;
}

/* The beginning of the run, and usual distances behind it. */
static bool run_edge(const struct found_search *search, uint64_t index, uint64_t *ret)
{
    const uint64_t behind[] = { 0,        search->logical, 63 * BIOS_SECTOR,
                                32 * KIB, 64 * KIB,        34 * BIOS_SECTOR,
                                MIB,      4 * MIB,         63 * search->logical };

    if (index >= ARRAY_SIZE(behind))
        return false;
    *ret = run_first_byte(search) + behind[index];
    return true;
}

/* The first COUNT multiples of STEP in the run and its last ones, each with and, if
 * HAS_TRACKS, without a track behind it. */
static bool run_multiple(const struct found_search *search, uint64_t index, uint64_t step,
                         uint64_t count, bool has_tracks, uint64_t *ret)
{
    uint64_t track = has_tracks && index % 2 ? TRACK : 0;
    uint64_t first = round_up(run_first_byte(search), step);
    uint64_t multiples = run_end_byte(search) / step - first / step;

    index /= has_tracks ? 2 : 1;
    if (run_end_byte(search) <= first || index >= count + RUN_LAST || index > multiples)
        return false;
    if (index >= count && multiples > count + RUN_LAST)
        index = multiples - (count + RUN_LAST - index - 1);
    *ret = first + index * step + track;
    return true;
}

static bool run_track(const struct found_search *search, uint64_t index, uint64_t *ret)
{
    return run_multiple(search, index, TRACK, RUN_TRACKS, false, ret);
}

static bool run_cylinder(const struct found_search *search, uint64_t index, uint64_t *ret)
{
    return run_multiple(search, index, CYLINDER, RUN_CYLINDERS * search->reach, true,
                        ret);
}

static bool run_mib(const struct found_search *search, uint64_t index, uint64_t *ret)
{
    return run_multiple(search, index, MIB, RUN_MIBS * search->reach, false, ret);
}

/* Copies of superblocks of contents that begin where contents usually begin: that of
 * NTFS lies before the end, those of ext in the block groups 1 and 3 of 8192 blocks of
 * 1 KiB, or of 32768 of 4 KiB. */
static bool run_backup(const struct found_search *search, uint64_t index, uint64_t *ret)
{
    static const uint64_t groups[] = { 8 * MIB, 24 * MIB, 128 * MIB, 384 * MIB };
    uint64_t from = run_first_byte(search), end = run_end_byte(search);
    const uint64_t ends[] = { end, end / MIB * MIB, end / CYLINDER * CYLINDER };
    const uint64_t starts[] = { from,
                                from + TRACK,
                                round_up(from, MIB),
                                round_up(from, MIB) + MIB,
                                round_up(from, CYLINDER),
                                round_up(from, CYLINDER) + TRACK };

    if (index < ARRAY_SIZE(ends)) {
        *ret = ends[index];
        return true;
    }
    index -= ARRAY_SIZE(ends);
    if (index >= ARRAY_SIZE(starts) * ARRAY_SIZE(groups))
        return false;
    *ret = starts[index / ARRAY_SIZE(groups)] + groups[index % ARRAY_SIZE(groups)];
    return true;
}

bool found_place_at(const struct found_search *search, uint64_t index, uint64_t *ret)
{
    static bool (*const stages[STAGE_RUN_END])(const struct found_search *search,
                                               uint64_t index, uint64_t *ret) = {
        [STAGE_USUAL] = usual_place,
        [STAGE_GIB] = gib_place,
        [STAGE_MIB] = mib_place,
        [STAGE_CYLINDERS] = cylinder_place,
        [STAGE_RUN_EDGES] = run_edge,
        [STAGE_RUN_TRACKS] = run_track,
        [STAGE_RUN_CYLINDERS] = run_cylinder,
        [STAGE_RUN_MIB] = run_mib,
        [STAGE_RUN_BACKUPS] = run_backup,
    };

    return stages[search->stage](search, index, ret);
}

bool found_place_behind(uint64_t end, unsigned index, uint64_t *ret)
{
    /* The next content starts at the end of the previous one or at the next boundary, or
     * a track or 1 MiB behind that if an EBR is there. */
    const uint64_t places[] = {
        end,
        round_up(end, MIB),
        round_up(end, MIB) + MIB,
        end + TRACK,
        round_up(end, CYLINDER),
        round_up(end, CYLINDER) + TRACK,
        round_up(end, TRACK),
    };

    if (index >= ARRAY_SIZE(places))
        return false;
    *ret = places[index];
    return true;
}
