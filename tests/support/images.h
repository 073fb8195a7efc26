/* SPDX-License-Identifier: GPL-3.0-or-later */
/* images.h - what a power cut at each call of a recorded run can leave of a disk */
#ifndef ALIDADE_TESTS_IMAGES_H
#define ALIDADE_TESTS_IMAGES_H

#include "support/cutting.h"
#include "support/tape.h"

/* The images that a cut at one call can leave: one for each subset of the sectors that
 * were not flushed, with all blocks readable or one of those being written not. A subset
 * has the same number in each run. In order: the first ones. Out of order: all up to
 * IMAGES_ALL_OF sectors; of more none, all, one, all but one, the first, the last, and
 * IMAGES_RANDOM random ones. */
enum { IMAGES_ALL_OF = 6, IMAGES_RANDOM = 10 };

struct mixtures {
    bool reorders, tears;
    unsigned call;  /* that was the last one before the cut: seeds the random subsets */
    size_t *varied; /* owned; the entries of the log that make a difference */
    size_t varied_count;
    size_t *blocks; /* owned; the first sectors of those being written */
    size_t block_count;
    size_t subsets, all; /* all: with each block; both are not 0 */
};

/* For disks with the log of DISK. mixtures_finish(). */
void mixtures_init(struct mixtures *mixtures, const struct cutting *disk, bool reorders,
                   bool tears);
void mixtures_finish(struct mixtures *mixtures);
/* Sets the fields for a cut of DISK after CALL. KEPT of all other entries becomes true.
 */
void mixtures_find(struct mixtures *mixtures, const struct cutting *disk, unsigned call,
                   bool *kept);
/* Sets KEPT, see cutting_cut(), for SUBSET < .subsets. */
void mixtures_keep(const struct mixtures *mixtures, size_t subset, bool *kept);

struct images_wish {
    unsigned limit; /* so many at each call, spread over all; 0: all */
    unsigned turn;  /* selects which */
    bool reorders, tears;
    size_t first_call; /* no images before so many calls; subsets count from there */
};

/* Use: images_begin(); while (images_next()) look at IMAGE, and change it. */
struct images {
    struct images_wish wish;
    const struct tape *tape;
    struct cutting *at;    /* as the calls before the cut leave it */
    struct cutting *image; /* as the cut leaves it */
    uint64_t image_hash;   /* of all that is in IMAGE, before it was changed */
    size_t call;           /* calls that were made, see also .first_call */
    size_t subset, block;  /* of IMAGE; block: its first sector, or CUTTING_NO_BLOCK */

    struct mixtures mixtures;
    uint64_t hash; /* of what is durable in AT */
    bool *kept;
    size_t done, count; /* of the images at this call */
};

/* AT and IMAGE are copies of the disk before the run of TAPE, which has HASH; all are
 * borrowed. */
void images_begin(struct images *images, const struct images_wish *wish,
                  const struct tape *tape, struct cutting *at, struct cutting *image,
                  uint64_t hash);
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
