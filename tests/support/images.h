/* SPDX-License-Identifier: GPL-3.0-or-later */
/* images.h - what a power cut at each call of a recorded run can leave of a disk */
#ifndef ALIDADE_TESTS_IMAGES_H
#define ALIDADE_TESTS_IMAGES_H

#include "support/cutting.h"
#include "support/tape.h"

/* Use: images_begin(); while (images_next()) look at IMAGE, and change it. */
struct images {
    const struct tape *tape;
    struct cutting *at;    /* as the calls before the cut leave it */
    struct cutting *image; /* as the cut leaves it */
    uint64_t image_hash;   /* of all that is in IMAGE, before it was changed */

    uint64_t hash; /* of what is durable in AT */
    size_t call;   /* calls that were made */
    unsigned limit, turn;
    size_t first_call; /* set after images_begin(): there are no images before it */
    bool *kept;
    size_t *varied; /* entries of the log that make a difference */
    size_t varied_count;
    size_t blocks[8];
    unsigned block_count;
    size_t done, count, all; /* of the images at this call */
    struct rng rng;
};

/* AT and IMAGE are copies of the disk before the run of TAPE, which has HASH; all are
 * borrowed. At each
 * call come all images if they are at most LIMIT, else LIMIT of them: those with none,
 * one, all but one, and the first ones of the sectors that were not flushed, and random
 * ones, with all blocks readable and with one that is not; TURN selects which. */
void images_begin(struct images *images, const struct tape *tape, struct cutting *at,
                  struct cutting *image, uint64_t hash, unsigned limit, unsigned turn);
/* False: there are no more. */
bool images_next(struct images *images);
/* IMAGE becomes again what images_next() made. */
void images_again(struct images *images);
void images_end(struct images *images);

/* Returns a hash of the durable state of DISK. */
uint64_t images_hash(const struct cutting *disk);

/* A set of such hashes. Zero-initialised: empty. */
struct images_seen {
    uint64_t *at; /* owned */
    size_t count, room;
};

/* False: HASH is in it already. */
bool images_seen_add(struct images_seen *seen, uint64_t hash);
void images_seen_finish(struct images_seen *seen);

#endif
