/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_workloads_safe.c - limits, stops and faults: the bytes stay unchanged */
#include "device/measure/workloads.h"

#include <errno.h>

#include "model/base/mem.h"
#include "support/test.h"
#include "support/workload_scene.h"

TEST_TIMES(no_byte_changes_and_no_more_is_written_than_was_said,
           PRESET_COUNT *SCENE_DRIVES)
{
    enum preset preset = (enum preset)(_i % PRESET_COUNT);
    const struct sim_physics *physics = &scene_drives[_i / PRESET_COUNT];
    struct workload_order orders[WORKLOAD_MAX];
    struct scene scene = { .bounds = { 0, 0 } };

    size_t count = workload_orders(preset, &plan_63, orders);
    scene.bounds = workload_bounds(orders, count, 10 * MIB, 0);
    scene_init(&scene, physics, orders, count, 77U + (uint64_t)_i);
    scene_run(&scene);
    ck_assert_uint_eq(scene.count, count);
    for (size_t i = 0; i < count; i++) {
        ck_assert_int_eq(scene.results[i].kind, orders[i].kind);
        ck_assert_uint_eq(scene.results[i].start_lba, orders[i].start_lba);
        ck_assert_int_eq(scene.results[i].is_aligned, orders[i].is_aligned);
        ck_assert_uint_gt(scene.results[i].requests, 0);
    }
    ck_assert_uint_gt(scene.sim.bytes_written, 0);
    ck_assert_uint_le(scene.sim.bytes_written, scene.bounds.bytes);
    scene_finish_well(&scene);
}

TEST(the_same_seed_is_the_same_run)
{
    struct workload_order orders[WORKLOAD_MAX];
    size_t count = workload_orders(PRESET_NONE, &plan_63, orders);
    uint64_t nows[2];

    for (size_t i = 0; i < 2; i++) {
        struct scene scene = { .bounds = { 0, 0 } };
        scene_init(&scene, &scene_drives[0], orders, count, 9);
        scene_run(&scene);
        nows[i] = scene.sim.now_ns;
        scene_finish_well(&scene);
    }
    ck_assert_uint_eq(nows[0], nows[1]);
}

TEST_TIMES(stopped_anywhere_it_compares_and_ends, 20)
{
    struct workload_order orders[WORKLOAD_MAX];
    size_t count = workload_orders(PRESET_NONE, &plan_63, orders);
    struct scene scene = { .bounds = { 0, 0 } };

    scene_init(&scene, &scene_drives[1], orders, count, 10);
    for (int i = 0; i < 3 * _i; i++)
        ck_assert_int_eq(workloads_step(scene.workloads), STEP_MORE);
    workloads_stop(scene.workloads);
    uint64_t written = scene.sim.bytes_written;
    scene_run(&scene);
    ck_assert_uint_eq(scene.sim.bytes_written, written);
    ck_assert_int_eq(workloads_reason(scene.workloads), REASON_STOPPED);
    ck_assert(workloads_is_unchanged(scene.workloads));
    ck_assert_uint_eq(sim_drive_hash(&scene.sim), scene.hash);
    scene_finish(&scene);
}

/* Data in the cache at a stop is not counted as written. */
TEST(a_stopped_write_is_flushed_too)
{
    struct workload_order order = { .kind = WORKLOAD_WRITE_4K, .bytes = 64 * MIB };
    struct scene scene = { .bounds = { 0, 0 } };

    scene_init(&scene, &ssd, &order, 1, 11);
    while (!scene.sim.writes)
        ck_assert_int_eq(workloads_step(scene.workloads), STEP_MORE);
    workloads_stop(scene.workloads);
    ck_assert_uint_eq(scene.sim.flushes, 1);
    scene_run(&scene);
    ck_assert_uint_gt(scene.results[0].requests, 0);
    scene_finish(&scene);
}

TEST(a_stride_between_sectors_has_no_result)
{
    struct workload_order order = { .kind = WORKLOAD_ALIGN_BENCH,
                                    .bytes = MIB,
                                    .stride = 1000 };
    struct scene scene = { .bounds = { 0, 0 } };

    scene_init(&scene, &ssd, &order, 1, 20);
    scene_run(&scene);
    ck_assert_uint_eq(scene.count, 0);
    ck_assert_uint_eq(scene.sim.writes, 0);
    scene_finish_well(&scene);
}

static const uint64_t failing[] = { 1, 2, 3, 50, 400 };

TEST_EACH(a_write_error_ends_all_writing, failing)
{
    struct workload_order orders[WORKLOAD_MAX];
    size_t count = workload_orders(PRESET_NONE, &plan_63, orders);
    struct scene scene = { .bounds = { 0, 0 } };

    scene_init(&scene, &ssd, orders, count, 12);
    scene.sim.fail_write = failing[_i];
    scene_run(&scene);
    ck_assert_int_eq(workloads_reason(scene.workloads), REASON_WRITE_ERROR);
    ck_assert_uint_eq(scene.sim.writes, failing[_i] - 1);
    ck_assert_uint_eq(sim_drive_hash(&scene.sim), scene.hash);
    ck_assert_uint_eq(scene.sim.writes_outside, 0);
    workloads_free(scene.workloads);
    sim_drive_finish(&scene.sim);
}

static const struct {
    int error;
    const char *id;
    enum measure_reason reason;
} errors[] = {
    { EIO, "EIO", REASON_WRITE_ERROR },
    { ENOSPC, "ENOSPC", REASON_FULL },
    { EBUSY, "EBUSY", REASON_BUSY },
};

TEST_EACH(each_error_has_its_reason_and_its_name, errors)
{
    const struct workload_order order = { .kind = WORKLOAD_DURABLE_RANDOM };
    struct scene scene = { .bounds = { 0, 0 } };

    scene_init(&scene, &ssd, &order, 1, 12);
    scene.sim.fail_write = 30;
    scene.sim.fail_error = errors[_i].error;
    scene_run(&scene);
    ck_assert_int_eq(workloads_reason(scene.workloads), errors[_i].reason);
    const struct request_errors *found = workloads_errors(scene.workloads);
    ck_assert_uint_eq(found->count, 1);
    ck_assert_int_eq(found->at[0].kind, REQUEST_WRITE);
    ck_assert_str_eq(request_error_id(found->at[0].error), errors[_i].id);
    ck_assert_uint_eq(found->at[0].count, 1);
    ck_assert_uint_ge(found->at[0].first, area_8.start);
    workloads_free(scene.workloads);
    sim_drive_finish(&scene.sim);
}

TEST(a_place_that_cannot_be_read_ends_its_order_alone)
{
    const struct workload_order orders[] = {
        { .kind = WORKLOAD_READ_1M, .start_lba = 64 },
        { .kind = WORKLOAD_DURABLE_RANDOM, .start_lba = 64 },
    };
    struct scene scene = { .bounds = { 0, 0 } };

    scene_init(&scene, &ssd, orders, 2, 13);
    scene.sim.is_bad = true;
    scene.sim.bad_byte = 20 * MIB;
    scene_run(&scene);
    ck_assert_int_eq(workloads_reason(scene.workloads), REASON_READ_ERROR);
    ck_assert(workloads_is_unchanged(scene.workloads));
    ck_assert_uint_eq(scene.count, 2);
    assert_near(scene.results[1].mean_us, 1000);
    scene_finish(&scene);
}

TEST(a_drive_that_is_read_only_has_its_reads_measured)
{
    struct sim_physics physics = ssd;
    struct workload_order orders[WORKLOAD_MAX];
    size_t count = workload_orders(PRESET_NONE, &plan_63, orders);
    struct scene scene = { .bounds = { 0, 0 } };

    physics.is_read_only = true;
    scene_init(&scene, &physics, orders, count, 14);
    scene_run(&scene);
    ck_assert_int_eq(workloads_reason(scene.workloads), REASON_READS_ONLY);
    ck_assert_uint_eq(scene.count, 10); /* four sizes at two starts, and two averages */
    for (size_t i = 0; i < scene.count; i++)
        ck_assert(!workload_writes(scene.results[i].kind));
    ck_assert_uint_eq(workloads_area(scene.workloads).bytes, 0);
    scene_finish(&scene);
}

TEST(without_an_area_nothing_is_written)
{
    struct workload_order orders[WORKLOAD_MAX];
    size_t count = workload_orders(PRESET_OPENBSD, &plan_63, orders);
    struct measure_bounds bounds = workload_bounds(orders, count, 0, 0);
    struct sim_drive sim;
    struct workload_result results[WORKLOAD_MAX];

    sim_drive_init(&sim, &ssd, 15);
    struct workloads *workloads =
        workloads_new(&sim.drive, NULL, 0, orders, count, &bounds, 15);
    while (workloads_step(workloads) == STEP_MORE)
        continue;
    ck_assert_int_eq(workloads_reason(workloads), REASON_NO_SPACE);
    ck_assert_uint_eq(workloads_results(workloads, results, WORKLOAD_MAX), 6);
    ck_assert_uint_eq(sim.writes, 0);
    workloads_free(workloads);
    sim_drive_finish(&sim);
}

TEST(where_the_page_cache_cannot_be_passed_that_is_said)
{
    struct sim_physics physics = ssd;
    struct workload_order orders[WORKLOAD_MAX];
    size_t count = workload_orders(PRESET_APOLLO, &plan_63, orders);
    struct scene scene = { .bounds = { 0, 0 } };

    physics.is_not_direct = true;
    scene_init(&scene, &physics, orders, count, 16);
    scene_run(&scene);
    ck_assert_int_eq(workloads_reason(scene.workloads), REASON_CACHED);
    ck_assert_uint_eq(scene.count, 5);
    ck_assert_uint_eq(sim_drive_hash(&scene.sim), scene.hash);
    scene_finish(&scene);
}

/* Between the two readings, and behind the last write. */
TEST_TIMES(a_write_by_another_program_is_found, 2)
{
    struct workload_order order = { .kind = WORKLOAD_DURABLE_RANDOM, .start_lba = 64 };
    struct scene scene = { .bounds = { 0, 0 } };

    scene_init(&scene, &ssd, &order, 1, 17);
    scene.sim.meddle_after = _i ? 16 : 9;
    scene.sim.meddle_byte = area_8.start + 4 * MIB;
    scene_run(&scene);
    ck_assert_int_eq(workloads_reason(scene.workloads),
                     _i ? REASON_CHANGED : REASON_CHANGING);
    if (_i) {
        const uint8_t *bytes = workloads_area_bytes(scene.workloads);
        ck_assert(!workloads_is_unchanged(scene.workloads));
        ck_assert_ptr_nonnull(bytes);
    } else {
        ck_assert_uint_eq(scene.sim.writes, 0);
    }
    workloads_free(scene.workloads);
    sim_drive_finish(&scene.sim);
}
