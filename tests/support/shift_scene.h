/* SPDX-License-Identifier: GPL-3.0-or-later */
/* shift_scene.h - random moves on a simulated disk */
#ifndef ALIDADE_TESTS_SHIFT_SCENE_H
#define ALIDADE_TESTS_SHIFT_SCENE_H

#include "support/shift_mover.h"

enum { SHIFT_LENGTH_MAX = MOVER_LENGTH_MAX };

struct shift_totals {
    unsigned plans, off_grid; /* off_grid: the new start is */
    unsigned modes[2];        /* hole, journal */
    unsigned cuts;
    unsigned long images;                  /* states after a cut */
    unsigned long recoveries, rolled_back; /* of them back at the old place */
    unsigned long kept; /* sectors of free space that a way back has to restore */
    unsigned long bad;
    char first[160]; /* what is wrong in the first bad one */
};

/* How a scene differs from a random one. */
struct shift_scene_wish {
    unsigned rules_off; /* see mover_plan */
    unsigned flush_stage, flush_number;
    bool is_grid_unknown; /* the mover takes single sectors for blocks */
    bool is_chain;        /* two moves */
    bool is_journal;      /* of mode MOVE_JOURNAL */
    bool has_zeros;       /* one move, with many of them */
    bool stops_when_bad;
};

/* The moves of a round. */
struct shift_scene {
    struct rng rng;
    const struct shift_scene_wish *wish;
    struct shift_totals *totals;
    struct mover_plan plan;
    struct cutting disk, cut, again; /* before; after a cut; after a second one */
    size_t partitions_end;           /* behind it there is only the journal */
    bool *kept;
};

/* One or two moves of partitions that are filled with their numbers, all else with
 * CELL_FOREIGN. WISH and TOTALS are borrowed. shift_scene_finish(). */
void shift_scene_make(struct shift_scene *scene, unsigned round,
                      const struct shift_scene_wish *wish, struct shift_totals *totals);
void shift_scene_finish(struct shift_scene *scene);

#endif
