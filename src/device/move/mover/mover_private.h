/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mover_private.h - the state of a move, for the files that carry out its steps */
#ifndef ALIDADE_DEVICE_MOVE_MOVER_MOVER_PRIVATE_H
#define ALIDADE_DEVICE_MOVE_MOVER_MOVER_PRIVATE_H

#include <stdatomic.h>

#include "device/move/mover/mover.h"

#define MOVER_ALIGNED 4096

/* Indexes [first, end) of the partition that were read and are as before the move. */
struct read_ahead {
    uint8_t *bytes;   /* borrowed from the mover's memory */
    uint64_t sectors; /* that there is space for */
    uint64_t base;    /* the index that is first in BYTES */
    uint64_t first, end;
    /* Of pieces that are read at once, the first of which is number PIECE. */
    struct hash *hashes; /* owned */
    uint64_t piece;
    unsigned hashed; /* 0: none */
};

struct mover {
    struct mover_request request;
    const struct shift *shift;
    uint64_t logical;
    enum mover_state state;
    struct err err;
    bool is_stopping, has_begun;
    bool has_written;  /* something; or it was tried */
    unsigned failures; /* with the same piece, one after the other */
    uint64_t failed_piece;
    atomic_uint retries; /* of all; reads in the background count too */
    bool is_moving;      /* pieces were read since the last recovery */

    struct shifting shifting;
    struct journal_progress record; /* the newest one, or the one being written */

    uint8_t *memory; /* owned: of the pieces, and of what is read ahead */
    /* Pieces are written from what is read ahead, in whole units. Else they have a place
     * of their own in front of it. */
    bool holds_units;
    uint8_t **buffers; /* of the pieces that are read at once, in MEMORY */
    struct hash *hashes;
    uint8_t *scratch; /* for what is written and is not just a buffer */
    uint8_t *found;   /* that, read back */
    uint64_t scratch_sectors;

    uint8_t *saved; /* of shift_saved(), one after the other */
    bool has_saved, has_saved_hash;
    struct hash saved_hash; /* of all that SAVED points to */
    uint8_t *border;        /* of record.border */
    bool has_border;
    uint64_t slot_piece; /* the answer to SHIFT_LOOK_SLOT, and to SHIFT_LOOK_ZEROS */
    struct hash_zeros zero_unit;

    struct read_ahead ahead;
    /* What comes behind it, without BYTES if there is no space: it is read in the
     * background while pieces of AHEAD are written. */
    struct read_ahead next;
    struct shift_piece next_units; /* those that are to be in NEXT */
    unsigned next_count;           /* of its pieces, which are hashed too */
    bool is_reading;  /* nothing of NEXT may be touched, nor anything that reading uses */
    size_t checked;   /* units that mover_check() has compared */
    bool is_checking; /* not all of them are */
    /* Zones were being written when an error or a power cut came: what was written then
     * may be at a wrong place. */
    bool needs_check;
    size_t unit_checked; /* the unit that was hashed last, plus 1, if none fits */
    struct hash_stream *stream;
};

/* Allocates all that the move needs; frees it. */
void mover_allocate(struct mover *m);
void mover_release(struct mover *m);

/* These return 0 or an errno. ECANCELED: mover->err is set, and trying again is of no
 * use. */

int mover_read(struct mover *m, uint64_t lba, uint64_t length, uint8_t *ret) MUST_USE;
/* Returns the place of sector INDEX at this time, and in *RET_END the next index that is
 * elsewhere. */
uint64_t mover_place_now(const struct mover *m, uint64_t index, uint64_t *ret_end);
/* Reads the indexes [FIRST, END) from where they are. */
int mover_read_indexes(struct mover *m, uint64_t first, uint64_t end,
                       uint8_t *ret) MUST_USE;

/* Units of the hashes from before the move: their sectors, and where one ends. */
uint64_t mover_unit_sectors(const struct mover *m);
uint64_t mover_unit_end(const struct mover *m, size_t unit);
bool mover_unit_is_as_before(const struct mover *m, size_t unit, const uint8_t *bytes);
/* Reads UNIT to RET again, because its hash is another one. */
int mover_read_unit_again(struct mover *m, size_t unit, uint8_t *ret) MUST_USE;

/* Reads what the pieces that are read at once need, for the first of them; that from
 * index FIRST is buffer NUMBER. */
int mover_read_by_units(struct mover *m, uint64_t first, unsigned number) MUST_USE;
/* Waits for what is read in the background, and forgets it. */
void mover_forget_next(struct mover *m);
/* Gives each piece a place in memory, and forgets what is there. */
void mover_reset_buffers(struct mover *m);
/* Reads the piece at SECTORS to buffer NUMBER, after its units were compared. */
int mover_read_piece(struct mover *m, struct shift_sectors at, unsigned number) MUST_USE;
/* Compares one more unit of the partition at PLACE, whether its zones are guarded or not.
 * *RET_MORE: ask again; else *RET_ANSWER tells whether all of them are as before. */
int mover_check(struct mover *m, uint64_t place, bool *ret_more,
                enum shift_answer *ret_answer) MUST_USE;
/* True if the indexes [FIRST, END) of the partition at PLACE are known to be zeros. */
bool mover_are_zeros(const struct mover *m, uint64_t place, uint64_t first, uint64_t end);
/* Counts pieces that are known to be zeros where they are and where they go. */
enum shift_answer mover_look_for_zeros(struct mover *m, const struct shift_step *step);
/* Writes the guard of the sector with INDEX. */
void mover_put_guard(const struct mover *m, uint64_t index, uint8_t *ret);

/* Reads all that a move saves, and writes it to the journal. */
int mover_save(struct mover *m) MUST_USE;
int mover_save_border(struct mover *m, struct shift_sectors at) MUST_USE;
/* Reads the border that is saved for the way back, if that was not done. */
int mover_load_border(struct mover *m) MUST_USE;
/* Returns as much of AT, from its start, as fits into scratch; it ends with a block. */
struct shift_sectors mover_part(const struct mover *m, struct shift_sectors at);
/* Carries out STEP, a SHIFT_WRITE. */
int mover_write(struct mover *m, const struct shift_step *step) MUST_USE;

/* True if a zone at the old place contains a guard of this move: it has begun. */
bool mover_has_guards(struct mover *m) MUST_USE;

/* Carries out a step that is neither SHIFT_CHECK nor SHIFT_END. */
int mover_carry_out(struct mover *m, const struct shift_step *step,
                    enum shift_answer *ret_answer) MUST_USE;

#endif
