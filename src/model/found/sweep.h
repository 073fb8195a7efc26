/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sweep.h - searches all sectors of a disk for contents
 *
 * The disk is read once, in blocks; signatures are compared in memory, and where there is
 * one the decoders look again.  Blocks that cannot be read are read in pieces. */
#ifndef ALIDADE_MODEL_FOUND_SWEEP_H
#define ALIDADE_MODEL_FOUND_SWEEP_H

#include "model/found/found.h"

enum {
    SWEEP_BYTES = 4 << 20,  /* read at once */
    SWEEP_PIECE = 64 << 10, /* of a block that cannot be read at once */
    SWEEP_MAX = 2000,       /* contents that are kept; further ones are counted */
};

struct found_sweep;

/* Returns the first byte of [AT, END) that may differ from zero; END: none does. */
typedef uint64_t sweep_next(void *context, uint64_t at, uint64_t end);

/* DISK must outlive the sweep.  NEXT skips holes; NULL: there are none. */
struct found_sweep *found_sweep_new(const struct reader *disk,
                                    const struct layout *layout, sweep_next *next,
                                    void *context);
void found_sweep_free(struct found_sweep *sweep);
void found_sweep_freep(struct found_sweep **sweep);
/* Searches the next block; false if there is none. */
bool found_sweep_step(struct found_sweep *sweep);
/* Returns the bytes that were searched or skipped. */
uint64_t found_sweep_done(const struct found_sweep *sweep);

/* What a search leads to. Zero-initialised: nothing. */
struct found_places {
    struct found_content *at; /* owned */
    size_t count;
    size_t more;         /* that were counted only: signatures beyond the maximum */
    uint64_t unreadable; /* bytes */
};
void found_places_finish(struct found_places *places);
/* Adds COUNT contents except those whose start is there already; a RAID member replaces
 * what begins in it. */
void found_places_add(struct found_places *places, const struct found_content *at,
                      size_t count);
/* Returns a copy in the order of the disk, in which a content of unknown length extends
 * to the next one; found_places_finish(). */
struct found_places found_places_settled(const struct found_places *places,
                                         const struct layout *layout);
/* Adds what the sweep has found so far. */
void found_sweep_take(const struct found_sweep *sweep, struct found_places *ret);

#endif
