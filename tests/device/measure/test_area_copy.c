/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_area_copy.c - only bytes that were read are written back, inside the area */
#include "device/measure/area_copy.h"

#include <errno.h>
#include <signal.h>
#include <string.h>

#include "model/base/mem.h"
#include "support/sim_drive.h"
#include "support/tap.h"

#define MIB (1U << 20)

static const struct test_area two[] = {
    { 4 * MIB, 3 * MIB + 65536, 0 },
    { 16 * MIB, MIB, 2 },
};
static const struct test_area late = { 8 * MIB, 2 * MIB, 0 };

struct scene {
    struct sim_drive sim;
    struct area_copy *copy;
};

static void begin(struct scene *scene, const struct test_area *areas, size_t count)
{
    static const struct sim_physics physics = { .size_bytes = 20 * MIB,
                                                .read_us = 100,
                                                .write_us = 200 };

    sim_drive_init(&scene->sim, &physics, 7);
    scene->copy = area_copy_new(&scene->sim.drive, areas, count);
}

static void end(struct scene *scene)
{
    area_copy_free(scene->copy);
    sim_drive_finish(&scene->sim);
}

static enum measure_reason run(struct scene *scene,
                               enum measure_step (*step)(struct area_copy *,
                                                         enum measure_reason *))
{
    enum measure_reason reason = REASON_COUNT;

    for (unsigned i = 0; i < 1000; i++) {
        if (step(scene->copy, &reason) == STEP_DONE)
            return reason;
        ck_assert_double_ge(area_copy_share(scene->copy), 0);
        ck_assert_double_le(area_copy_share(scene->copy), 1);
    }
    ck_abort_msg("it does not end");
}

START_TEST(reads_twice_and_takes_the_first_area)
{
    struct scene scene;

    begin(&scene, two, 2);
    ck_assert_uint_eq(run(&scene, area_copy_read), REASON_NONE);
    ck_assert_uint_eq(area_copy_area(scene.copy).start, two[0].start);
    /* Three whole pieces and a short one, twice. */
    ck_assert_uint_eq(scene.sim.reads, 8);
    ck_assert_int_eq(
        memcmp(area_copy_bytes(scene.copy), scene.sim.bytes + two[0].start, two[0].bytes),
        0);
    ck_assert_double_eq_tol(area_copy_share(scene.copy), 1, 1e-12);
    end(&scene);
}
END_TEST

START_TEST(an_area_with_a_bad_sector_is_skipped)
{
    struct scene scene;

    begin(&scene, two, 2);
    scene.sim.is_bad = true;
    scene.sim.bad_byte = two[0].start + 2 * MIB;
    ck_assert_uint_eq(run(&scene, area_copy_read), REASON_NONE);
    ck_assert_uint_eq(area_copy_area(scene.copy).start, two[1].start);
    ck_assert_uint_eq(area_copy_area(scene.copy).partition, 2);
    ck_assert_int_eq(
        memcmp(area_copy_bytes(scene.copy), scene.sim.bytes + two[1].start, MIB), 0);
    end(&scene);
}
END_TEST

START_TEST(no_area_left_is_a_read_error)
{
    struct scene scene;

    begin(&scene, two, 1);
    scene.sim.is_bad = true;
    scene.sim.bad_byte = two[0].start;
    ck_assert_uint_eq(run(&scene, area_copy_read), REASON_READ_ERROR);
    ck_assert_uint_eq(area_copy_area(scene.copy).bytes, 0);
    ck_assert_double_eq_tol(area_copy_share(scene.copy), 1, 1e-12);
    end(&scene);
    begin(&scene, two, 0);
    ck_assert_uint_eq(run(&scene, area_copy_read), REASON_NO_SPACE);
    end(&scene);
}
END_TEST

/* After the first reading of that byte, and before the second. */
START_TEST(an_area_that_changes_is_not_written)
{
    struct scene scene;

    begin(&scene, two, 2);
    scene.sim.meddle_after = 2;
    scene.sim.meddle_byte = two[0].start + 5;
    ck_assert_uint_eq(run(&scene, area_copy_read), REASON_CHANGING);
    end(&scene);
}
END_TEST

static const struct {
    uint64_t offset;
    size_t count;
    uint64_t wait_ns;
} writes[] = {
    { 8 * MIB, 512, 200000 },         { 8 * MIB + 512, 4096, 200000 },
    { 9 * MIB - 3584, 8192, 200000 }, { 9 * MIB, MIB, 200000 },
    { 10 * MIB - 512, 512, 200000 },
};

static int another_came(void *context, uint64_t offset, const void *bytes, size_t count)
{
    /* whatever the drive, wherever it writes */
    (void)context;
    (void)offset;
    (void)bytes;
    (void)count;
    return EBUSY;
}

START_TEST(nothing_is_written_once_another_program_came)
{
    struct scene scene;
    uint64_t ns;

    begin(&scene, &late, 1);
    ck_assert_int_eq(run(&scene, area_copy_read), REASON_NONE);
    ck_assert_int_eq(area_copy_failure(scene.copy), REASON_WRITE_ERROR);
    scene.sim.drive.watch = another_came;
    ck_assert_int_eq(area_copy_write(scene.copy, DRIVE_DURABLE, late.start, 4096, &ns),
                     EBUSY);
    scene.sim.drive.watch = NULL;
    ck_assert_int_eq(area_copy_write(scene.copy, DRIVE_DURABLE, late.start, 4096, &ns),
                     EBUSY);
    ck_assert_int_eq(area_copy_failure(scene.copy), REASON_TAKEN);
    ck_assert_uint_eq(scene.sim.writes, 0);
    ck_assert_uint_eq(area_copy_written_bytes(scene.copy), 0);
    end(&scene);
}
END_TEST

START_TEST(its_own_bytes_go_back)
{
    struct scene scene;
    uint64_t ns = 0;

    begin(&scene, &late, 1);
    uint64_t before = sim_drive_hash(&scene.sim);
    ck_assert_uint_eq(run(&scene, area_copy_read), REASON_NONE);
    ck_assert_int_eq(area_copy_write(scene.copy, DRIVE_DURABLE, writes[_i].offset,
                                     writes[_i].count, &ns),
                     0);
    ck_assert_uint_eq(ns, writes[_i].wait_ns);
    ck_assert_uint_eq(area_copy_written_bytes(scene.copy), writes[_i].count);
    ck_assert_uint_eq(scene.sim.writes, 1);
    ck_assert_uint_eq(scene.sim.writes_changing, 0);
    ck_assert(sim_drive_hash(&scene.sim) == before);
    ck_assert_uint_eq(run(&scene, area_copy_compare), REASON_NONE);
    ck_assert_double_eq_tol(area_copy_share(scene.copy), 1, 1e-12);
    end(&scene);
}
END_TEST

static const struct {
    uint64_t offset;
    size_t count;
} outside[] = {
    { 8 * MIB - 512, 512 }, { 10 * MIB, 512 },         { 10 * MIB - 512, 1024 },
    { 8 * MIB, 0 },         { 8 * MIB, MIB + 512 },    { 8 * MIB + 1, 512 },
    { 8 * MIB, 100 },       { UINT64_MAX - 511, 512 },
};

/* Aborts the program, so each row is a process of its own. */
START_TEST(a_write_outside_ends_the_program)
{
    struct scene scene;
    uint64_t ns;

    begin(&scene, &late, 1);
    ck_assert_uint_eq(run(&scene, area_copy_read), REASON_NONE);
    (void)area_copy_write(scene.copy, DRIVE_DURABLE, outside[_i].offset,
                          outside[_i].count, &ns);
}
END_TEST

START_TEST(a_write_before_it_is_read_twice_ends_the_program)
{
    struct scene scene;
    enum measure_reason reason;
    uint64_t ns;

    begin(&scene, &late, 1);
    for (unsigned i = 0; i < 3; i++)
        ck_assert_uint_eq(area_copy_read(scene.copy, &reason), STEP_MORE);
    (void)area_copy_write(scene.copy, DRIVE_DURABLE, late.start, 512, &ns);
}
END_TEST

START_TEST(a_failed_write_is_told)
{
    struct scene scene;
    uint64_t ns = 0;

    begin(&scene, &late, 1);
    ck_assert_uint_eq(run(&scene, area_copy_read), REASON_NONE);
    scene.sim.fail_write = 1;
    ck_assert_int_eq(area_copy_write(scene.copy, DRIVE_DURABLE, late.start, 4096, &ns),
                     EIO);
    end(&scene);
}
END_TEST

START_TEST(a_change_afterwards_is_seen_and_the_bytes_are_kept)
{
    struct scene scene;

    begin(&scene, &late, 1);
    ck_assert_uint_eq(run(&scene, area_copy_read), REASON_NONE);
    uint8_t was = scene.sim.bytes[late.start + late.bytes - 1];
    scene.sim.bytes[late.start + late.bytes - 1] ^= 1;
    ck_assert_uint_eq(run(&scene, area_copy_compare), REASON_CHANGED);
    const uint8_t *kept = area_copy_bytes(scene.copy);
    ck_assert_uint_eq(kept[late.bytes - 1], was);
    end(&scene);
}
END_TEST

/* Where a write is cut short, and whether a complete one repairs it. */
static const struct {
    uint32_t physical, shift;
    uint64_t offset;
    bool is_mendable;
    enum measure_reason reason;
} torn[] = {
    { 4096, 0, 9 * MIB + 512, true, REASON_REWRITTEN },
    { 4096, 3584, 9 * MIB + 512, true, REASON_REWRITTEN },
    { 4096, 3584, 9 * MIB - 512, true, REASON_REWRITTEN },
    { 65536, 32768, 9 * MIB, true, REASON_REWRITTEN },
    { 4096, 0, 8 * MIB, true, REASON_REWRITTEN },
    { 4096, 0, 10 * MIB - 4096, true, REASON_REWRITTEN },
    /* The first part of this block is not in the area. */
    { 4096, 3584, 8 * MIB, true, REASON_UNREADABLE },
    { 4096, 0, 9 * MIB, false, REASON_UNREADABLE },
};

START_TEST(what_a_write_left_unreadable_gets_its_bytes_back)
{
    struct scene scene;
    uint64_t ns;

    begin(&scene, &late, 1);
    scene.sim.physics.physical = torn[_i].physical;
    scene.sim.physics.shift = torn[_i].shift;
    scene.sim.is_mendable = torn[_i].is_mendable;
    uint64_t before = sim_drive_hash(&scene.sim);
    ck_assert_uint_eq(run(&scene, area_copy_read), REASON_NONE);
    scene.sim.tear_write = 1;
    ck_assert_int_eq(
        area_copy_write(scene.copy, DRIVE_DURABLE, torn[_i].offset, 4096, &ns), EIO);
    ck_assert_int_eq(run(&scene, area_copy_compare), torn[_i].reason);
    ck_assert_int_eq(scene.sim.is_bad, torn[_i].reason != REASON_REWRITTEN);
    ck_assert_uint_eq(scene.sim.writes_changing, 0);
    ck_assert_uint_eq(scene.sim.writes, torn[_i].offset != 8 * MIB || !torn[_i].shift);
    ck_assert(sim_drive_hash(&scene.sim) == before);
    end(&scene);
}
END_TEST

/* Other differences come from another writer and are not overwritten. */
START_TEST(nothing_is_mended_beside_what_has_changed)
{
    struct scene scene;
    uint64_t ns;

    begin(&scene, &late, 1);
    scene.sim.is_mendable = true;
    ck_assert_uint_eq(run(&scene, area_copy_read), REASON_NONE);
    scene.sim.tear_write = 1;
    (void)area_copy_write(scene.copy, DRIVE_DURABLE, 9 * MIB, 4096, &ns);
    scene.sim.bytes[10 * MIB - 1] ^= 1;
    ck_assert_int_eq(run(&scene, area_copy_compare), REASON_CHANGED);
    ck_assert_uint_eq(scene.sim.writes, 0);
    end(&scene);
}
END_TEST

static int another_wrote(void *context)
{
    (void)context; /* whatever the drive */
    return DRIVE_OVERLAPPED;
}

START_TEST(a_write_that_another_overlapped_is_the_last_and_is_named)
{
    struct scene scene;
    uint64_t ns;

    begin(&scene, &late, 1);
    ck_assert_int_eq(run(&scene, area_copy_read), REASON_NONE);
    ck_assert_int_eq(area_copy_write(scene.copy, DRIVE_PLAIN, late.start, 4096, &ns), 0);
    ck_assert_uint_eq(area_copy_overlap(scene.copy).bytes, 0);
    scene.sim.drive.settle = another_wrote;
    for (uint64_t i = 1; i < 3; i++)
        ck_assert_int_eq(area_copy_write(scene.copy, DRIVE_DURABLE, late.start + i * 8192,
                                         512 * i, &ns),
                         EBUSY);
    ck_assert_int_eq(area_copy_failure(scene.copy), REASON_OVERLAPPED);
    ck_assert_uint_eq(area_copy_overlap(scene.copy).start, late.start + 8192);
    ck_assert_uint_eq(area_copy_overlap(scene.copy).bytes, 512);
    ck_assert_uint_eq(scene.sim.writes, 2);
    end(&scene);
}
END_TEST

START_TEST(nothing_is_rewritten_for_another_user_or_without_writes)
{
    struct scene scene;
    uint64_t ns;

    for (unsigned is_taken = 0; is_taken < 2; is_taken++) {
        begin(&scene, &late, 1);
        scene.sim.is_mendable = true;
        ck_assert_uint_eq(run(&scene, area_copy_read), REASON_NONE);
        if (is_taken) {
            scene.sim.tear_write = 1;
            (void)area_copy_write(scene.copy, DRIVE_DURABLE, 9 * MIB, 4096, &ns);
            scene.sim.drive.watch = another_came;
        } else {
            scene.sim.is_bad = true;
            scene.sim.bad_byte = 9 * MIB;
        }
        ck_assert_int_eq(run(&scene, area_copy_compare), REASON_UNREADABLE);
        ck_assert_uint_eq(scene.sim.writes, 0);
        end(&scene);
    }
}
END_TEST

START_TEST(reads_are_timed_anywhere)
{
    struct scene scene;
    uint64_t ns = 0;

    begin(&scene, &late, 1);
    ck_assert_int_eq(area_copy_time_read(scene.copy, 512, 4096, &ns), 0);
    ck_assert_uint_eq(ns, 100000);
    ck_assert_uint_eq(area_copy_written_bytes(scene.copy), 0);
    end(&scene);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("area_copy");
    TCase *tcase = tcase_create("area_copy");

    tcase_add_test(tcase, reads_twice_and_takes_the_first_area);
    tcase_add_test(tcase, an_area_with_a_bad_sector_is_skipped);
    tcase_add_test(tcase, nothing_is_written_once_another_program_came);
    tcase_add_test(tcase, a_write_that_another_overlapped_is_the_last_and_is_named);
    tcase_add_test(tcase, no_area_left_is_a_read_error);
    tcase_add_test(tcase, an_area_that_changes_is_not_written);
    tcase_add_loop_test(tcase, its_own_bytes_go_back, 0, (int)ARRAY_SIZE(writes));
    tcase_add_loop_test_raise_signal(tcase, a_write_outside_ends_the_program, SIGABRT, 0,
                                     (int)ARRAY_SIZE(outside));
    tcase_add_test_raise_signal(tcase, a_write_before_it_is_read_twice_ends_the_program,
                                SIGABRT);
    tcase_add_test(tcase, a_failed_write_is_told);
    tcase_add_test(tcase, a_change_afterwards_is_seen_and_the_bytes_are_kept);
    tcase_add_loop_test(tcase, what_a_write_left_unreadable_gets_its_bytes_back, 0,
                        (int)ARRAY_SIZE(torn));
    tcase_add_test(tcase, nothing_is_mended_beside_what_has_changed);
    tcase_add_test(tcase, nothing_is_rewritten_for_another_user_or_without_writes);
    tcase_add_test(tcase, reads_are_timed_anywhere);
    suite_add_tcase(suite, tcase);
    return run_tap(suite);
}
