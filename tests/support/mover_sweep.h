/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mover_sweep.h - cuts the power of moves, of their recovery, and after the program was
 * killed, and looks at what is left
 *
 * Each run is recorded once; all images are made from the recording. An image that came
 * before is neither counted nor tried again: what the program does depends on nothing
 * else. */
#ifndef ALIDADE_TESTS_MOVER_SWEEP_H
#define ALIDADE_TESTS_MOVER_SWEEP_H

#include "support/images.h"
#include "support/mover_scene.h"

struct mover_totals {
    unsigned scenes, modes[2], chains, tables[TABLE_KINDS];
    unsigned long images, again; /* distinct ones: in the moves, in their recovery */
    unsigned long finished, rolled_back;
    unsigned long bad, lost; /* lost: of them with a wrong disk, not just stopped */
    char first[800];
};

struct mover_sweep {
    /* Images at each call of the moves; each of them is completed and rolled back. */
    unsigned cuts;
    /* Images at each call of that. */
    unsigned cuts_again;
    /* One in so many of these is completed or rolled back; 0: none. */
    unsigned recover_apart;
    /* The program is killed at one in so many calls, and the power cut then; 0: never. */
    unsigned kills_apart;
    unsigned skip_flush; /* of the moves: this flush does nothing; 0: none */
    bool stops;          /* at the first disk that is wrong */
    /* Looks at each image, which is before recovery; NULL, or what is wrong. Optional. */
    const char *(*look)(struct mover_sweep *sweep, struct cutting *image);
    void *context;
    struct mover_totals *totals;

    struct mover_scene scene;
    struct cutting at, image;   /* of the moves */
    struct cutting at_two, two; /* of a recovery */
    struct tape tape, tape_two;
    struct images_seen seen, tried; /* looked at; completed and rolled back */
    unsigned turn;
};

/* Sweeps SCENE, which was made; the caller finishes it. The fields up to TOTALS are set.
 */
void mover_sweep_run(struct mover_sweep *sweep);
void mover_totals_print(const struct mover_totals *totals);

#endif
