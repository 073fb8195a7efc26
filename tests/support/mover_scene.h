/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mover_scene.h - random moves of the real mover, with its journal and a real table */
#ifndef ALIDADE_TESTS_MOVER_SCENE_H
#define ALIDADE_TESTS_MOVER_SCENE_H

#include "device/move/mover.h"
#include "support/cutting.h"

enum { MOVER_LOGICAL = 512, MOVER_MOVES_MAX = 2 };

struct mover_scene {
    struct rng rng;
    struct cutting disk; /* before the moves */
    struct limits limits;
    struct journal_plan plan;
    struct shift shifts[MOVER_MOVES_MAX];
    struct fields fields[MOVER_MOVES_MAX];
    struct journal_units units[MOVER_MOVES_MAX];
    unsigned count;      /* of moves, partition 1 first or last */
    bool has_no_flushes; /* flushes report success and do nothing */
};

/* One or two moves on a disk with an msdos table or a GPT. mover_scene_finish(). */
void mover_scene_make(struct mover_scene *scene, unsigned round);
void mover_scene_finish(struct mover_scene *scene);

/* Writes the content of sector INDEX of the partition of move MOVE, when it is at START:
 * the first sector may have a field with that. */
void mover_scene_put_data(const struct mover_scene *scene, unsigned move, uint64_t index,
                          uint64_t start, uint8_t ret[MOVER_LOGICAL]);
/* Writes the content of a sector that is not in these partitions. */
void mover_scene_put_foreign(uint64_t lba, uint8_t ret[MOVER_LOGICAL]);

enum mover_scene_end {
    SCENE_ALL_NEW,
    SCENE_ROLLED_BACK, /* the last move that had begun */
    SCENE_FAILED,
};

/* Begins, resumes or rolls back the moves on DISK. Of SCENE_FAILED, ERR has the reason.
 */
enum mover_scene_end mover_scene_run(struct mover_scene *scene, struct cutting *disk,
                                     bool is_rollback, struct err *err);

/* Returns NULL, or what is wrong on DISK: a partition that can be mounted is not complete
 * (always), or one cannot be mounted, or another sector is changed (with IS_END). */
const char *mover_scene_check(struct mover_scene *scene, struct cutting *disk,
                              bool is_end);

#endif
