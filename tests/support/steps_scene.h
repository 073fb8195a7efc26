/* SPDX-License-Identifier: GPL-3.0-or-later */
/* steps_scene.h - an msdos disk whose container, EBR and swap move in steps */
#ifndef ALIDADE_TESTS_STEPS_SCENE_H
#define ALIDADE_TESTS_STEPS_SCENE_H

#include "model/edit/queue.h"
#include "support/commit_scene.h"

enum { STEPS_COUNT = 4 };

/* A commit_scene with a primary 1 and a container 2 with 5, swap 6 and ext2 7. */
struct steps_scene {
    struct commit_scene scene;
    struct queue *queue;
    struct disk_step *steps;
};

/* With an empty queue. */
void steps_scene_init(struct steps_scene *play);
/* Adds EDIT of partition NUMBER (0: of none) to the queue, which the request then has. */
void steps_scene_push(struct steps_scene *play, unsigned number, struct edit edit);
/* Adds STEPS_COUNT steps: another type and name of 1, the start of the container, the EBR
 * of 6, and 6 itself, whose header is written again. */
void steps_scene_fill(struct steps_scene *play);
void steps_scene_finish(struct steps_scene *play);

#endif
