/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_fix_moves.c - logs with moves that cannot be, and journals without space for them
 */
#include <string.h>

#include "model/base/mem.h"
#include "support/data_scene.h"
#include "support/test.h"

static struct data_scene scene;

static bool moves_are_found(const struct redo_log *log)
{
    CLEANUP(freep) struct fix_move *moves = NULL;
    size_t count;

    return fix_moves_find(log, &moves, &count);
}

static struct log_step *step_of(struct redo_log *log, enum log_kind kind)
{
    for (size_t i = 0; i < log->steps.count; i++)
        if (log->steps.at[i].kind == kind)
            return &log->steps.at[i];
    ck_abort_msg("no step of kind %d", (int)kind);
    return NULL;
}

TEST(only_whole_groups_are_moves)
{
    data_scene_make(&scene, 0);
    for (enum log_kind kind = LOG_GUARD; kind <= LOG_UNGUARD; kind++) {
        struct log_step *step = step_of(&scene.log, kind), was = *step;
        ck_assert(moves_are_found(&scene.log));
        step->kind = LOG_TABLE;
        ck_assert_msg(!moves_are_found(&scene.log), "kind %d", (int)kind);
        *step = was;
        step->length++;
        ck_assert(!moves_are_found(&scene.log));
        *step = was;
        step->param_bytes--;
        ck_assert(!moves_are_found(&scene.log));
        *step = was;
        step->flags = LOG_REST;
        ck_assert_int_eq(moves_are_found(&scene.log), kind == LOG_GUARD);
        *step = was;
    }
    struct log_patch *patch =
        &scene.log.patches[step_of(&scene.log, LOG_GUARD)[1].first_patch];
    patch->lba = scene.shifts[scene.count - 1].from;
    ck_assert(!moves_are_found(&scene.log));
    data_scene_finish(&scene);
}

TEST(a_journal_without_space_is_refused)
{
    static const enum record_area areas[] = { AREA_SAVED_A, AREA_MARKS };
    struct cutting disk;

    for (size_t i = 0; i < 2; i++) {
        struct err err = { 0 };
        bool goes_back;
        data_scene_make(&scene, 0);
        cutting_init(&disk, scene.disk.sectors, scene.logical, scene.disk.grid);
        disk.split = scene.disk.split;
        cutting_copy(&disk, &scene.disk);
        scene.head.areas[areas[i]].bytes = scene.block;
        ck_assert_int_eq(data_scene_run(&scene, &disk, false, &goes_back, &err),
                         REDO_FAILED);
        ck_assert(!memcmp(disk.bytes, scene.disk.bytes, disk.sectors * disk.logical));
        cutting_finish(&disk);
        data_scene_finish(&scene);
    }
}
