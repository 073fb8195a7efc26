/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_read_speed.c - how fast a drive reads, from a few seconds of reads */
#include "device/measure/read_speed.h"

#include <string.h>

#include "model/base/mem.h"
#include "support/disks.h"
#include "support/sim_drive.h"
#include "support/test.h"

#define MIB (UINT64_C(1) << 20)

static struct sim_drive sim;
static struct layout *layout;
static struct read_speed speed;

static void teardown(void)
{
    read_speed_finish(&speed);
    layout_unref(layout);
    sim_drive_finish(&sim);
}

TEST_FIXTURE(NULL, teardown);

/* Two partitions, of 24 and 28 MiB, which begin off the grid. */
static void init(const struct sim_physics *physics, uint64_t second)
{
    const struct disks_part parts[] = {
        { .kind = EXTENT_PARTITION, .number = 1, .start = 63, .length = 49152 },
        { .kind = EXTENT_PARTITION, .number = 2, .start = 60001, .length = second },
    };
    const struct disks_spec spec = {
        .size = 131072, .label = LABEL_MSDOS, .parts = parts, .count = 2
    };

    sim_drive_init(&sim, physics, 1);
    layout = disks_build(&spec);
    read_speed_init(&sim.drive, layout, &speed);
}

static struct move_speed run(void)
{
    while (read_speed_step(&speed))
        ;
    return read_speed_result(&speed);
}

TEST(tells_the_rate_and_what_the_way_to_a_place_takes)
{
    static const struct sim_physics physics = { .read_us = 10000, .seek_us = 8000 };

    init(&physics, 57344);
    struct move_speed result = run();
    ck_assert_uint_eq(speed.count, READ_SPEED_PLACES);
    ck_assert_double_eq_tol(result.read, 1048576 / 0.01, 1);
    ck_assert_double_eq_tol(result.far, 0.018, 1e-6);
    ck_assert(result.write <= 0 && result.flush <= 0);
    ck_assert_uint_eq(sim.writes, 0);
}

TEST(places_are_spread_over_all_data)
{
    static const struct sim_physics physics = { .read_us = 1000 };

    init(&physics, 57344);
    ck_assert_uint_lt(speed.places[0].start, 4 * MIB);
    ck_assert_uint_gt(speed.places[READ_SPEED_PLACES - 1].start, 52 * MIB);
    for (size_t i = 1; i < speed.count; i++)
        ck_assert_uint_gt(speed.places[i].start, speed.places[i - 1].end);
    for (size_t i = 0; i < speed.count; i++) {
        const struct extent *extent =
            layout_find_lba(layout, speed.places[i].start / 512);
        ck_assert_uint_ne(extent->number, 0);
        ck_assert_uint_le(speed.places[i].end,
                          (extent->start + extent->length) * UINT64_C(512));
    }
}

TEST(blocks_of_zeros_do_not_count)
{
    static const struct sim_physics physics = { .read_us = 10000 };

    init(&physics, 57344);
    memset(sim.bytes, 0, sim.physics.size_bytes);
    struct move_speed result = run();
    ck_assert(result.read <= 0 && result.far <= 0);
    ck_assert_uint_gt(sim.reads, READ_SPEED_PLACES);
}

TEST(a_place_that_cannot_be_read_is_left_out)
{
    static const struct sim_physics physics = { .read_us = 10000 };

    init(&physics, 57344);
    sim.bad_byte = speed.places[3].start + MIB / 2;
    sim.is_bad = true;
    struct move_speed result = run();
    ck_assert_double_eq_tol(result.read, 1048576 / 0.01, 1);
    ck_assert_uint_eq(speed.counted, READ_SPEED_PLACES - 1);
}

TEST(a_slow_drive_is_read_for_no_more_than_its_time)
{
    static const struct sim_physics physics = { .read_us = 200000 };

    init(&physics, 57344);
    struct move_speed result = run();
    ck_assert_double_eq_tol(result.read, 1048576 / 0.2, 1);
    /* The read that is under way at each place is not cut. */
    ck_assert_uint_le(sim.now_ns, READ_SPEED_NS + READ_SPEED_PLACES * 200000000UL);
}

TEST(a_stop_keeps_the_places_so_far)
{
    static const struct sim_physics physics = { .read_us = 10000 };

    init(&physics, 57344);
    while (!speed.counted)
        ck_assert(read_speed_step(&speed));
    speed.is_stopping = true;
    ck_assert(!read_speed_step(&speed));
    ck_assert_double_gt(read_speed_result(&speed).read, 0);
    ck_assert_uint_lt(speed.counted, READ_SPEED_PLACES);
}

TEST(too_little_data_is_not_read)
{
    static const struct disks_part part = {
        .kind = EXTENT_PARTITION, .number = 1, .start = 63, .length = 20480
    };
    static const struct disks_spec spec = {
        .size = 131072, .label = LABEL_MSDOS, .parts = &part, .count = 1
    };
    static const struct sim_physics physics = { .read_us = 10000 };

    sim_drive_init(&sim, &physics, 1);
    layout = disks_build(&spec);
    read_speed_init(&sim.drive, layout, &speed);
    ck_assert(!read_speed_step(&speed));
    ck_assert_uint_eq(sim.reads, 0);
    ck_assert(read_speed_result(&speed).read <= 0);
}
