/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_commit_saved.c - what a backup holds, and that nothing stays open */
#include "device/commit/commit_steps.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "device/commit/backup.h"
#include "model/base/mem.h"
#include "support/commit_scene.h"
#include "support/refused.h"
#include "support/test.h"

static void write_change(struct commit_scene *scene)
{
    commit_scene_rehearse(scene);
    commit_scene_write(scene);
}

static bool holds(const struct backup_file *backup, uint64_t lba, const uint8_t *bytes)
{
    for (size_t i = 0; i < backup->count; i++) {
        const struct sector_run *run = &backup->runs[i];
        if (run->lba <= lba && lba < run->lba + run->count)
            return !memcmp(run->bytes + (lba - run->lba) * backup->logical, bytes,
                           backup->logical);
    }
    return false;
}

/* The MBR too, which the change does not write. */
TEST(backup_holds_every_sector_of_the_table)
{
    CLEANUP(commit_scene_finish) struct commit_scene scene;
    CLEANUP(backup_file_finish) struct backup_file backup;

    commit_scene_init(&scene, SCENE_GPT_512);
    commit_scene_delete(&scene);
    write_change(&scene);
    ck_assert_msg(backup_load(scene.report.backup_path, &backup, &scene.err), "%s",
                  scene.err.text);
    for (uint64_t lba = 0; lba < 34; lba++)
        ck_assert(holds(&backup, lba, scene.old + lba * 512));
    for (uint64_t lba = 16384 - 33; lba < 16384; lba++)
        ck_assert(holds(&backup, lba, scene.old + lba * 512));
    ck_assert(!holds(&backup, 2048, scene.old + UINT64_C(2048) * 512));
}

/* What lies where the new table will be is in no old one. */
TEST(backup_holds_what_a_new_table_is_written_over)
{
    CLEANUP(commit_scene_finish) struct commit_scene scene;
    CLEANUP(backup_file_finish) struct backup_file backup;
    uint8_t last[512] = "the last sector";

    commit_scene_init(&scene, SCENE_MSDOS);
    uint64_t end = scene.size / 512 - 1;
    image_put(&scene.image, end * 512, last, sizeof(last));
    commit_scene_new_table(&scene, LABEL_GPT);
    scene.request.accepted.is_all = true;
    write_change(&scene);
    ck_assert_msg(backup_load(scene.report.backup_path, &backup, &scene.err), "%s",
                  scene.err.text);
    ck_assert(holds(&backup, 0, scene.old));
    ck_assert(holds(&backup, end, last));
}

/* A dangling link at the path of the folder of backups. */
TEST(without_a_folder_for_the_backup_nothing_is_written)
{
    CLEANUP(commit_scene_finish) struct commit_scene scene;

    commit_scene_init(&scene, SCENE_GPT_512);
    commit_scene_delete(&scene);
    commit_scene_rehearse(&scene);
    CLEANUP(freep) char *state = xasprintf("%s/state", scene.tree.root);
    ck_assert_int_eq(symlink("/no/such/folder", state), 0);
    commit_scene_refuse_write(&scene, "for the backup cannot be made");
    ck_assert_refused(&scene.err, REFUSAL_BACKUP_FOLDER_NOT_MADE);
}

static int count_open(void)
{
    int count = 0;

    for (int fd = 0; fd < 1024; fd++)
        count += fcntl(fd, F_GETFD) >= 0;
    return count;
}

TEST(nothing_stays_open)
{
    CLEANUP(commit_scene_finish) struct commit_scene scene;

    commit_scene_init(&scene, SCENE_GPT_512);
    commit_scene_delete(&scene);
    int before = count_open();
    write_change(&scene);
    ck_assert_int_eq(count_open(), before);
}
