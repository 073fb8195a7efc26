/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_mover_memory.c - pieces are moved without an allocation, and one that fails, which
 * ends the program, loses nothing */
#include <setjmp.h>
#include <stdio.h>
#include <string.h>

#include "device/move/mover/mover_private.h"
#include "model/base/mem.h"
#include "model/move/shift/shift_stage.h"
#include "support/mover_scene.h"
#include "support/test.h"

enum { SCENES = 120, FAILING_SCENES = 8 };

/* --- the allocator --- */

static unsigned long allocations;
static unsigned long failing; /* the number of the one that fails; 0: none */
static jmp_buf program_ends;

void *__real_xmalloc(size_t size);
void *__real_xcalloc(size_t count, size_t size);
void *__real_xrealloc(void *old, size_t count, size_t size);
void *__real_xaligned(size_t alignment, size_t size);
void *__wrap_xmalloc(size_t size);
void *__wrap_xcalloc(size_t count, size_t size);
void *__wrap_xrealloc(void *old, size_t count, size_t size);
void *__wrap_xaligned(size_t alignment, size_t size);

static void count_allocation(void)
{
    if (++allocations == failing)
        longjmp(program_ends, 1);
}

void *__wrap_xmalloc(size_t size)
{
    count_allocation();
    return __real_xmalloc(size);
}

void *__wrap_xcalloc(size_t count, size_t size)
{
    count_allocation();
    return __real_xcalloc(count, size);
}

void *__wrap_xrealloc(void *old, size_t count, size_t size)
{
    count_allocation();
    return __real_xrealloc(old, count, size);
}

void *__wrap_xaligned(size_t alignment, size_t size)
{
    count_allocation();
    return __real_xaligned(alignment, size);
}

/* --- pieces --- */

static unsigned long before_step, steps, in_steps, steps_ahead;
static bool is_moving;

static void count_step(struct mover *mover)
{
    bool was_moving = is_moving;

    is_moving = mover->shifting.stage == SHIFTING_MOVE;
    if (was_moving && is_moving) {
        steps++;
        in_steps += allocations - before_step;
        steps_ahead += mover->is_reading;
    }
    before_step = allocations;
}

TEST(pieces_are_moved_without_allocations)
{
    for (unsigned round = 0; round < rng_rounds(SCENES); round++) {
        struct mover_scene scene;
        struct cutting disk;
        struct err err;
        mover_scene_make(&scene, round);
        cutting_init(&disk, scene.disk.sectors, MOVER_LOGICAL, scene.disk.grid);
        disk.split = scene.disk.split;
        cutting_copy(&disk, &scene.disk);
        scene.stepped = count_step;
        ck_assert_int_eq(mover_scene_run(&scene, &disk, false, &err), SCENE_ALL_NEW);
        cutting_finish(&disk);
        mover_scene_finish(&scene);
    }
    printf("# %lu steps, the next pieces were read in %lu, %lu allocations in them\n",
           steps, steps_ahead, in_steps);
    ck_assert_uint_gt(steps, rng_rounds(SCENES));
    ck_assert_uint_gt(steps_ahead, rng_rounds(SCENES) / 48);
    ck_assert_uint_eq(in_steps, 0);
}

/* --- failures --- */

/* True: allocation NUMBER failed, and the program ended; the drive keeps its cache. */
static bool run_until(struct mover_scene *scene, struct cutting *disk,
                      unsigned long number)
{
    struct err err;

    allocations = 0;
    failing = number;
    if (setjmp(program_ends)) {
        failing = 0;
        return true;
    }
    ck_assert_int_eq(mover_scene_run(scene, disk, false, &err), SCENE_ALL_NEW);
    failing = 0;
    return false;
}

TEST(an_allocation_that_fails_loses_nothing)
{
    unsigned long tried = 0;

    for (unsigned round = 0; round < rng_rounds(FAILING_SCENES); round++) {
        struct mover_scene scene;
        struct cutting disk;
        struct err err;
        mover_scene_make(&scene, round);
        cutting_init(&disk, scene.disk.sectors, MOVER_LOGICAL, scene.disk.grid);
        disk.split = scene.disk.split;
        for (unsigned long number = 1;; number++) {
            cutting_copy(&disk, &scene.disk);
            if (!run_until(&scene, &disk, number))
                break;
            tried++;
            enum mover_scene_end end = mover_scene_run(&scene, &disk, number % 2, &err);
            ck_assert_msg(end != SCENE_FAILED, "allocation %lu: %s", number, err.text);
            const char *wrong = mover_scene_check(&scene, &disk, true);
            ck_assert_msg(!wrong, "allocation %lu: %s", number, wrong);
        }
        cutting_finish(&disk);
        mover_scene_finish(&scene);
    }
    printf("# %lu allocations failed\n", tried);
}
