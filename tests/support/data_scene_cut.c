/* SPDX-License-Identifier: GPL-3.0-or-later */
/* data_scene_cut.c - runs of the fix of a scene that are cut, and completed */
#include <string.h>

#include "model/base/mem.h"
#include "support/data_scene.h"
#include "support/test.h"

void data_scene_begin(struct data_scene *scene, struct cutting *disk, unsigned round)
{
    data_scene_make(scene, round);
    cutting_init(disk, scene->disk.sectors, scene->logical, scene->disk.grid);
    disk->split = scene->disk.split;
    cutting_copy(disk, &scene->disk);
}

void data_scene_end(struct data_scene *scene, struct cutting *disk)
{
    cutting_finish(disk);
    data_scene_finish(scene);
}

enum redo_state data_scene_go_on(struct data_scene *scene, struct cutting *disk,
                                 bool is_back)
{
    struct err err = { 0 };
    bool goes_back;

    return data_scene_run(scene, disk, is_back, &goes_back, &err);
}

bool data_scene_run_until(struct data_scene *scene, struct cutting *disk, unsigned calls)
{
    CLEANUP(freep) bool *kept = xcalloc(disk->log_max, sizeof(*kept));

    cutting_copy(disk, &scene->disk);
    disk->faults.cut_call = calls + 1;
    (void)data_scene_go_on(scene, disk, false);
    bool is_cut = disk->is_off;
    memset(kept, true, disk->log_max);
    cutting_restart(disk, kept, CUTTING_NO_BLOCK);
    return is_cut;
}

struct record_head data_scene_head(const struct data_scene *scene, struct cutting *disk)
{
    struct sink own = cutting_sink(disk);
    struct record_head head = { 0 };

    if (fix_store_find_head(&own, scene->journal_at * scene->logical,
                            scene->log.disk_bytes, scene->block,
                            &head) != RECORD_IS_VALID)
        head.sequence = 0;
    return head;
}

void data_scene_expect_end(struct data_scene *scene, struct cutting *disk, bool is_back)
{
    enum redo_state state = data_scene_go_on(scene, disk, is_back);
    const char *wrong = data_scene_check(scene, disk, true);

    if (state != REDO_ENDED || wrong)
        ck_abort_msg("ALIDADE_SEED=%llu: state %d, %s",
                     (unsigned long long)scene->rng.seed, (int)state,
                     wrong ? wrong : "right");
}
