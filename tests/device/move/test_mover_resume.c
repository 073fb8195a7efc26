/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_mover_resume.c - a read that fails once while a move is resumed loses nothing */
#include <stdio.h>
#include <string.h>

#include "model/base/mem.h"
#include "support/mover_scene.h"
#include "support/test.h"

/* READS: of a resumed move, from its beginning. */
enum { SCENES = 4, READS = 12 };

struct resumed {
    struct mover_scene scene;
    struct cutting stopped, disk;
    bool *kept;
};

/* The program is killed at CALL; all that it wrote is durable. False: it came to its end
 * before. */
static bool stop_at(struct resumed *resumed, unsigned call)
{
    struct cutting *disk = &resumed->stopped;
    struct err err;

    cutting_copy(disk, &resumed->scene.disk);
    disk->faults.cut_call = call;
    if (mover_scene_run(&resumed->scene, disk, false, &err) != SCENE_FAILED)
        return false;
    memset(resumed->kept, true, disk->log_max * sizeof(*resumed->kept));
    cutting_restart(disk, resumed->kept, CUTTING_NO_BLOCK);
    return true;
}

static const char *resume(struct resumed *resumed, unsigned read, bool is_rollback)
{
    struct err err;

    cutting_copy(&resumed->disk, &resumed->stopped);
    resumed->disk.faults.fail_read = read;
    enum mover_scene_end end =
        mover_scene_run(&resumed->scene, &resumed->disk, is_rollback, &err);
    resumed->disk.faults = (struct cutting_faults){ 0 };
    if (end == SCENE_FAILED)
        end = mover_scene_run(&resumed->scene, &resumed->disk, is_rollback, &err);
    if (end == SCENE_FAILED) {
        static char text[600];
        (void)snprintf(text, sizeof(text), "it cannot be completed: %s", err.text);
        return text;
    }
    return mover_scene_check(&resumed->scene, &resumed->disk, true);
}

TEST(a_read_that_fails_once_at_a_resume_loses_nothing)
{
    unsigned bad = 0, tried = 0;

    for (unsigned round = 0; round < rng_rounds(SCENES); round++) {
        struct resumed resumed;
        mover_scene_make(&resumed.scene, round);
        struct cutting *disk = &resumed.scene.disk;
        cutting_init(&resumed.stopped, disk->sectors, disk->logical, disk->grid);
        resumed.stopped.split = disk->split;
        cutting_init(&resumed.disk, disk->sectors, disk->logical, disk->grid);
        resumed.disk.split = disk->split;
        resumed.kept = xcalloc(disk->log_max, sizeof(*resumed.kept));
        for (unsigned call = 1; stop_at(&resumed, call); call++)
            for (unsigned i = 0; i < 2 * READS; i++) {
                const char *wrong = resume(&resumed, i / 2, i % 2);
                tried++;
                if (wrong && bad++ < 12)
                    printf("# round %u, stopped at call %u, read %u of the way %s fails: "
                           "%s\n",
                           round, call, i / 2, i % 2 ? "back" : "on", wrong);
            }
        free(resumed.kept);
        cutting_finish(&resumed.stopped);
        cutting_finish(&resumed.disk);
        mover_scene_finish(&resumed.scene);
    }
    printf("# %u bad of %u\n", bad, tried);
    ck_assert_uint_eq(bad, 0);
}
