/* SPDX-License-Identifier: GPL-3.0-or-later */
/* shift_stage.h - what the files of the order of a move's steps share */
#ifndef ALIDADE_MODEL_MOVE_SHIFT_SHIFT_STAGE_H
#define ALIDADE_MODEL_MOVE_SHIFT_SHIFT_STAGE_H

#include "model/move/shift/shift_steps.h"

enum shifting_stage {
    /* A move without a crash, in this order. */
    SHIFTING_BEGIN,
    SHIFTING_SAVE,
    SHIFTING_GUARD,
    SHIFTING_ENVELOPE,
    SHIFTING_MOVE,
    SHIFTING_SKIP,
    SHIFTING_MOVED,
    SHIFTING_LEAVE,
    SHIFTING_ZONES,
    SHIFTING_COMPLETE,
    SHIFTING_END,
    /* Looks at what was found, before one of the above. */
    SHIFTING_FOUND_SAVED,
    SHIFTING_FOUND_HOLE,
    SHIFTING_FOUND_JOURNAL,
    SHIFTING_REPLAY,
    SHIFTING_FOUND_FINAL,
    /* The way back. */
    SHIFTING_RESTORE,
    SHIFTING_GUARD_NEW,
    SHIFTING_REDO,
    SHIFTING_TURN,
    /* Returns to AFTER_LABEL. */
    SHIFTING_LABEL,
    SHIFTING_COUNT,
};

/* Each gives one step or goes to another stage. */
typedef void (*shift_stage_fn)(struct shifting *m);
extern const shift_stage_fn shift_recover_stages[SHIFTING_COUNT];

/* Of shift_left.c. */
void shift_stage_restore(struct shifting *m);
void shift_stage_leave(struct shifting *m);
/* Writes the guards again that shift_stage_leave() removes in zone NUMBER: the entry in
 * progress is to begin with one on the way back too. */
void shift_guard_left(struct shifting *m, unsigned number);

void shift_go(struct shifting *m, enum shifting_stage stage);
/* To the pieces of RUN, from PIECE. */
void shift_go_move(struct shifting *m, struct shift_run run, uint64_t piece);
/* Writes LABEL, then goes to AFTER. PLACE: where the zones are, the magic sector guarded,
 * and for an envelope all of them. */
void shift_go_label(struct shifting *m, enum shift_label label, uint64_t place,
                    enum shifting_stage after);
/* To the table of the end of RUN, and what comes after it. */
void shift_go_final(struct shifting *m);
void shift_stop(struct shifting *m, enum shift_end end, struct shift_sectors at);

/* These give a step and count it in .at. */
void shift_give_step(struct shifting *m, struct shift_step step);
void shift_give(struct shifting *m, enum shift_op op, struct shift_sectors at,
                unsigned number);
void shift_give_flush(struct shifting *m);
/* Of RUN and PIECE. */
void shift_give_record(struct shifting *m, enum shift_phase phase, unsigned hashes);
/* The piece after NUMBER others from PIECE, or its source. */
void shift_give_piece(struct shifting *m, uint64_t piece, unsigned buffer);
struct shift_sectors shift_piece_target(const struct shifting *m, uint64_t piece);
struct shift_sectors shift_piece_source(const struct shifting *m, uint64_t piece);
/* A write of zones; a block that is not complete is looked at before. */
void shift_give_zones(struct shifting *m, enum shift_write write, uint64_t place,
                      struct shift_sectors at);
/* True if NUMBER is that of a zone with a copy of the header; their number. */
bool shift_is_copy(const struct shift *shift, unsigned number);
/* True if a zone that is no copy of the header is in the blocks AT. */
bool shift_has_other_zone(const struct shift *shift, uint64_t place,
                          struct shift_sectors at);
unsigned shift_copy_count(const struct shift *shift);
/* Gives the next step of a write. */
void shift_continue_write(struct shifting *m);

#endif
