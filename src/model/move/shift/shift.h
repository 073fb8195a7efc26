/* SPDX-License-Identifier: GPL-3.0-or-later */
/* shift.h - geometry of one crash-safe move: pieces, and sectors to be saved before it
 *
 * A power failure leaves any mixture of the sectors written since the last flush, and one
 * block of the write grid among them unreadable, including sectors in it that were not
 * written. So all borders between pieces are on the grid of the place that is written;
 * hole mode needs a distance of a block; and blocks that are written in part are in the
 * page before. */
#ifndef ALIDADE_MODEL_MOVE_SHIFT_SHIFT_H
#define ALIDADE_MODEL_MOVE_SHIFT_SHIFT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/base/align.h"
#include "model/base/must_use.h"
#include "model/move/plan/move_cost.h"
#include "model/move/plan/zones.h"

#define SHIFT_SLOTS_MAX  8
#define SHIFT_HASHES_MAX 240
/* Zones with their neighbours, and both edges. */
#define SHIFT_SAVED_MAX (ZONES_MAX + 2)

/* Sectors [lba, lba + length) of the disk. */
struct shift_sectors {
    uint64_t lba;
    uint64_t length;
};

/* One move. All counts are in logical sectors; "index" counts from the first sector of
 * the partition. Filled in by the caller and accepted by shift_is_valid(); it must be the
 * same again in a recovery, so it is in the journal. */
struct shift {
    uint64_t disk; /* sectors of the disk */
    /* Blocks that a power failure can leave unreadable: the largest of the physical
     * sector, 4096 bytes and minimum I/O. */
    struct alignment grid;
    uint64_t from, to, length;
    enum move_mode mode; /* MOVE_HOLE or MOVE_JOURNAL */
    uint64_t piece;      /* sectors of a piece or batch: see shift_piece_max() */
    unsigned slots;      /* MOVE_JOURNAL: slots of the journal's ring, 2 or more */
    unsigned hashes;     /* MOVE_HOLE: at most so many pieces are read at once */
    /* Indexes. The first zone includes index 0, the last one the last sector, as those of
     * zones_find() do. */
    struct zones zones;
};

/* Returns the largest PIECE for a buffer of LIMIT sectors: a multiple of the grid, and in
 * hole mode not more than the distance. 0: impossible in this mode. */
uint64_t shift_piece_max(const struct shift *shift, enum move_mode mode, uint64_t limit);

/* False if numbers overflow, contradict each other or are outside the disk: the journal
 * that they come from is invalid. All functions below need a valid SHIFT. */
bool shift_is_valid(const struct shift *shift) MUST_USE;

/* The indexes [first, end) that are moved in one direction: all of them to the new place,
 * or what had been moved back to the old place. */
struct shift_run {
    bool is_back;
    uint64_t first, end;
};

struct shift_run shift_run_forward(const struct shift *shift);
/* Returns where the partition begins before and after RUN. */
uint64_t shift_source(const struct shift *shift, const struct shift_run *run);
uint64_t shift_target(const struct shift *shift, const struct shift_run *run);

/* Indexes [first, first + length). */
struct shift_piece {
    uint64_t first;
    uint64_t length;
};

/* Pieces are numbered in the order in which they are moved: from the end to the start if
 * the partition moves to higher LBAs. */
uint64_t shift_piece_count(const struct shift *shift, const struct shift_run *run);
struct shift_piece shift_piece_at(const struct shift *shift, const struct shift_run *run,
                                  uint64_t number);
/* Returns all of COUNT pieces, at least one, from NUMBER on as if they were one. */
struct shift_piece shift_pieces_from(const struct shift *shift,
                                     const struct shift_run *run, uint64_t number,
                                     uint64_t count);

/* Returns the run back after the first COUNT pieces of the run forward. */
struct shift_run shift_run_back(const struct shift *shift, uint64_t count);

/* Returns the whole blocks that SECTORS is in, within the disk. */
struct shift_sectors shift_blocks(const struct shift *shift,
                                  struct shift_sectors sectors);

/* Finds what a backup has of the move, by its place before that, ascending and disjoint:
 * the zones with all that is in a block with them at the old or new place, and the other
 * sectors in the outermost blocks. Returns their number. */
size_t shift_saved(const struct shift *shift, struct shift_sectors ret[SHIFT_SAVED_MAX]);

#endif
