/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fix_scene.h - an image file whose partitions are off the grid, and a fix of it */
#ifndef ALIDADE_TESTS_FIX_SCENE_H
#define ALIDADE_TESTS_FIX_SCENE_H

#include "device/move/fixing/fixing.h"
#include "model/report/moves_time.h"
#include "support/commit_scene.h"

enum { FIX_PARTS_MAX = 6 };

/* What is put into one partition of the table. */
struct fix_part {
    unsigned number;
    uint64_t start, length;
    bool is_swap;
};

struct fix_scene {
    struct commit_scene scene; /* its base, and its old bytes */
    struct fix_part parts[FIX_PARTS_MAX];
    size_t part_count;
    struct moves moves;
    struct moves_time time;
    char journal[128];  /* path of a journal file */
    double max_seconds; /* of a request */
    bool writes_table;  /* of a resume, and what is given up for it */
    struct loss_accepted accepted;
    struct journal_offer offer;
    struct rehearsal_report report;
    struct err err;
};

/* LABEL is msdos (two primaries, a container with swap and three logicals) or GPT (two
 * partitions and swap), each one with free space at the end. fix_scene_finish(). */
void fix_scene_init(struct fix_scene *play, enum label_kind label, enum moves_aim aim);
/* The same with a plan that gives partition NUMBER a chosen START. */
void fix_scene_init_at(struct fix_scene *play, enum label_kind label, unsigned number,
                       uint64_t start);
/* Partition NUMBER is all zeros, and the plan is made again. */
void fix_scene_clear(struct fix_scene *play, unsigned number);
void fix_scene_finish(struct fix_scene *play);
/* The image is as at the beginning again. */
void fix_scene_restore(struct fix_scene *play);

/* Rehearses the fix with its journal in a place of KIND; NULL: see play->err. */
struct fixing *fix_scene_begin(struct fix_scene *play, enum journal_kind kind);
/* The same for what is found on the image. */
struct fixing *fix_scene_resume(struct fix_scene *play, bool is_rollback);
/* Begins, leaves a partition in the middle of its move, and rehearses to go on. */
struct fixing *fix_scene_interrupted(struct fix_scene *play);
/* Does up to CALLS steps (0: all), and ends; as the power would, without further writes
 * if it has not ended by itself. */
enum fixing_state fix_scene_run(struct fix_scene *play, struct fixing *fixing,
                                unsigned calls);

/* Fails the test unless each partition is complete where the table has it, and the table
 * is that of the plan; IS_NEW false: each may be at its old place too. */
void fix_scene_check(struct fix_scene *play, bool is_new);

#endif
