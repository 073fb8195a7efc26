/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_fix_again.c - what goes on after an error, or after another program has
 * overwritten the first sector, is cut as well */
#include <stdio.h>
#include <string.h>

#include "model/base/mem.h"
#include "support/data_scene.h"
#include "support/rng.h"
#include "support/test.h"

enum { SCENES = 8 };

static struct data_scene scene;

/* --- cuts of a run that something has gone wrong before --- */

/* Cuts the power of what resumes DISK, or begins it, after each of its calls from FIRST
 * to LAST_CALL; each of some images is completed, or taken back. */
static unsigned cut_each(struct cutting *disk, struct cutting_faults fails,
                         unsigned first, unsigned last_call)
{
    struct cutting run, image;
    size_t block;
    unsigned tried = 0;

    cutting_init(&run, disk->sectors, disk->logical, disk->grid);
    cutting_init(&image, disk->sectors, disk->logical, disk->grid);
    run.split = image.split = disk->split;
    for (unsigned call = first; call <= last_call; call++) {
        cutting_copy(&run, disk);
        run.faults = fails;
        run.faults.cut_call = call + 1;
        (void)data_scene_go_on(&scene, &run, call % 4 == 0);
        CLEANUP(freep) bool *kept = xcalloc(run.log_max + 1, sizeof(*kept));
        for (unsigned i = 0;
             run.is_off && cutting_choose(&run, &scene.rng, 2, i, kept, &block); i++) {
            cutting_copy(&image, &run);
            cutting_cut(&image, &run, kept, block);
            data_scene_expect_end(&scene, &image, (call + i) % 2);
            tried++;
        }
    }
    cutting_finish(&run);
    cutting_finish(&image);
    return tried;
}

/* Returns the calls that succeed before the one that FAILS: it ends a run. */
static unsigned calls_before(struct cutting *disk, struct cutting_faults fails)
{
    cutting_copy(disk, &scene.disk);
    disk->faults = fails;
    scene.reopens = false;
    enum redo_state state = data_scene_go_on(&scene, disk, false);
    scene.reopens = true;
    ck_assert(state == REDO_ENDED || state == REDO_FAILED);
    return state == REDO_FAILED ? disk->done : 0;
}

/* What has failed is opened again in the same run, which is then cut. */
TEST_TIMES(a_cut_after_an_error_that_was_recovered_from_loses_nothing, 2)
{
    enum { APART = 3, CALLS_AFTER = 12 };
    struct cutting disk;
    unsigned tried = 0;

    for (unsigned round = 0; round < rng_rounds(SCENES); round++) {
        data_scene_begin(&scene, &disk, round);
        data_scene_expect_end(&scene, &disk, false);
        unsigned count = _i ? disk.flushes : disk.writes;
        for (unsigned number = 1 + round % APART; number <= count; number += APART) {
            struct cutting_faults fails = { 0 };
            *(_i ? &fails.fail_flush : &fails.fail_write) = number;
            unsigned before = calls_before(&disk, fails);
            if (before)
                tried += cut_each(&scene.disk, fails, before + 1, before + CALLS_AFTER);
        }
        data_scene_end(&scene, &disk);
    }
    printf("# %u images\n", tried);
    ck_assert_uint_gt(tried, 1000 / rng_stride());
}

/* Another program overwrites LBA 0 between two runs, and the one that writes it again is
 * cut, too. */
TEST_TIMES(a_first_sector_without_signature_is_written_again_whenever_it_is_cut, 2)
{
    enum { APART = 7, CALLS = 8 };
    struct cutting disk;
    unsigned tried = 0;

    for (unsigned round = 0; round < rng_rounds(SCENES); round++) {
        data_scene_begin(&scene, &disk, round);
        for (unsigned calls = 1 + round % APART;
             data_scene_run_until(&scene, &disk, calls); calls += APART) {
            struct record_head head = data_scene_head(&scene, &disk);
            if (!head.sequence || head.run.direction == RUN_DONE)
                continue;
            memset(disk.bytes, 0, scene.logical);
            memset(disk.durable, 0, scene.logical);
            cutting_touch(&disk, 0);
            tried += cut_each(&disk, (struct cutting_faults){ 0 }, 1, CALLS);
            data_scene_expect_end(&scene, &disk, _i);
        }
        data_scene_end(&scene, &disk);
    }
    printf("# %u images\n", tried);
    ck_assert_uint_gt(tried, 1000 / rng_stride());
}

/* --- a drive that lies --- */

/* It tells that a write was done, which was not. What it has to have written is looked at
 * before the journal goes. */
TEST(a_fix_does_not_end_while_a_guard_is_left)
{
    struct cutting disk;
    unsigned noticed = 0, count;

    for (unsigned round = 0; round < rng_rounds(SCENES); round++) {
        data_scene_begin(&scene, &disk, round);
        data_scene_expect_end(&scene, &disk, false);
        count = disk.writes;
        for (unsigned number = 1; number <= count; number++) {
            cutting_copy(&disk, &scene.disk);
            disk.faults.phantom_write = number;
            enum redo_state state = data_scene_go_on(&scene, &disk, false);
            const char *wrong =
                state == REDO_ENDED ? data_scene_check(&scene, &disk, true) : NULL;
            if (wrong && !strcmp(wrong, "a guard is left"))
                ck_abort_msg("ALIDADE_SEED=%llu: write %u",
                             (unsigned long long)scene.rng.seed, number);
            noticed += state != REDO_ENDED;
        }
        data_scene_end(&scene, &disk);
    }
    ck_assert_uint_gt(noticed, 10);
}
