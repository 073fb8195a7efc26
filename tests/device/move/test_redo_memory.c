/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_redo_memory.c - an allocation that fails, which ends the program, loses nothing of
 * a fix */
#include <setjmp.h>
#include <stdio.h>

#include "model/base/mem.h"
#include "support/data_scene.h"
#include "support/test.h"

enum { SCENES = 6, STRIDE = 7 };

static struct data_scene scene;

/* --- the allocator --- */

static unsigned long allocations;
static unsigned long failing; /* the number of the one that fails; 0: none */
static jmp_buf program_ends;

void *__real_xmalloc(size_t size);
void *__real_xcalloc(size_t count, size_t size);
void *__real_xrealloc(void *old, size_t count, size_t size);
void *__real_xaligned(size_t alignment, size_t size);
void *__real_buffer_new(size_t size);
void *__wrap_xmalloc(size_t size);
void *__wrap_xcalloc(size_t count, size_t size);
void *__wrap_xrealloc(void *old, size_t count, size_t size);
void *__wrap_xaligned(size_t alignment, size_t size);
void *__wrap_buffer_new(size_t size);

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

void *__wrap_buffer_new(size_t size)
{
    count_allocation();
    return __real_buffer_new(size);
}

/* --- the fix --- */

/* True: allocation NUMBER failed, and the program ended; the drive keeps its cache. */
static bool run_until(struct cutting *disk, unsigned long number)
{
    struct err err = { 0 };
    bool goes_back;

    allocations = 0;
    failing = number;
    if (setjmp(program_ends)) {
        failing = 0;
        return true;
    }
    ck_assert_int_eq(data_scene_run(&scene, disk, false, &goes_back, &err), REDO_ENDED);
    failing = 0;
    return false;
}

static void check_resumed(struct cutting *disk, unsigned long number)
{
    struct err err = { 0 };
    bool goes_back;
    enum redo_state state = data_scene_run(&scene, disk, number % 2, &goes_back, &err);

    /* What is complete does not go back any more. */
    if (state == REDO_COMMITTED)
        state = data_scene_run(&scene, disk, false, &goes_back, &err);
    const char *wrong = data_scene_check(&scene, disk, true);
    ck_assert_msg(state == REDO_ENDED && !wrong, "allocation %lu: state %d, %s", number,
                  (int)state, wrong ? wrong : "right");
}

TEST(an_allocation_that_fails_loses_nothing)
{
    unsigned long tried = 0;

    for (unsigned round = 0; round < rng_rounds(SCENES); round++) {
        struct cutting disk;
        data_scene_make(&scene, round);
        cutting_init(&disk, scene.disk.sectors, scene.logical, scene.disk.grid);
        disk.split = scene.disk.split;
        for (unsigned long number = 1 + round;; number += STRIDE) {
            cutting_copy(&disk, &scene.disk);
            if (!run_until(&disk, number))
                break;
            tried++;
            check_resumed(&disk, number);
        }
        cutting_finish(&disk);
        data_scene_finish(&scene);
    }
    printf("# %lu allocations failed\n", tried);
    ck_assert_uint_gt(tried, 0);
}
