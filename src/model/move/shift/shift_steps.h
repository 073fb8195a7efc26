/* SPDX-License-Identifier: GPL-3.0-or-later */
/* shift_steps.h - the order of reads, writes and flushes of one crash-safe move
 *
 * The mover asks for the next step, carries it out, and reports how it went:
 *
 *     struct shifting shifting = shift_recover(&shift, &found, is_rollback);
 *     while ((step = shift_next(&shifting)).op != SHIFT_END)
 *         shift_report(&shifting, carry_out(&step), slot_number);
 *
 * A move begins as a recovery with nothing found. To resume one, to continue after an
 * error, and to roll one back while it is running, the mover forgets the old steps, reads
 * the newest valid record again and calls shift_recover(): nothing in memory is needed.
 * An error of a step that is not a question (SHIFT_LOOK to SHIFT_LOOK_ZEROS) is not
 * reported: what was written since the last flush is then unknown, and only recovery can
 * continue. To stop, it asks for no more steps.
 *
 * What the steps rely on:
 *  - No other program writes to the disk, and the drive does not lie about flushes.
 *  - Records are numbered on from one move to the next, and written in turn to two
 * places; the valid one with the higher number counts. "Found" is only a record of this
 * move.
 *  - Each record, slot header, slot, saved copy and saved border is in blocks of its own,
 *    and written as whole blocks: then they can be overwritten while unreadable.
 *  - Each piece is compared with its hash from before the move when it is read, before it
 *    is written. A record or slot that is damaged later, when it is the newest one, looks
 *    like one that was never written: only these hashes show that a piece is read again
 *    which has been moved already. Zones are guards by then: they are hashed as such.
 *  - A table in the outermost blocks is saved as it was, and restored if its block is
 *    unreadable: SHIFT_LABEL makes the change from what it finds, old or new. Before it
 *    all outermost blocks with sectors of others are: one can be the EBR of a neighbour,
 *    without which the table cannot be read. */
#ifndef ALIDADE_MODEL_MOVE_SHIFT_SHIFT_STEPS_H
#define ALIDADE_MODEL_MOVE_SHIFT_SHIFT_STEPS_H

#include "model/move/shift/shift.h"

enum shift_phase {
    SHIFT_SAVED,    /* sectors are saved; guards and envelope may be written */
    SHIFT_MOVING,   /* pieces of RUN are written */
    SHIFT_FINAL,    /* all pieces of RUN are durable; table and zones may be written */
    SHIFT_COMPLETE, /* nothing left to do for RUN */
};

/* The table's entry of the partition. */
enum shift_label { SHIFT_LABEL_OLD, SHIFT_LABEL_ENVELOPE, SHIFT_LABEL_NEW };

enum shift_op {
    /* Nothing more to do: step.end has the result. */
    SHIFT_END,
    SHIFT_FLUSH,

    /* Questions; the answers are in shift_answer. */
    SHIFT_LOOK,      /* can .at be read? */
    SHIFT_LOOK_HEAD, /* is .at, one sector, a guard of this move? */
    SHIFT_LOOK_SLOT, /* what is in slot .number of the ring? */
    SHIFT_COMPARE,   /* has .at the hash .number of the newest record? */
    SHIFT_CHECK,     /* do all sectors .at have their hashes of before the move? */
    /* how many pieces of .run from .piece on are all zeros, where they are and where they
     * go? "No" if that is not known without reading: of a file, holes tell it */
    SHIFT_LOOK_ZEROS,

    /* The journal. */
    SHIFT_SAVE,        /* all of shift_saved(), twice, read back and compared */
    SHIFT_SAVE_BORDER, /* .at */
    SHIFT_CLEAR_SLOT,  /* overwrites the header of slot .number with zeros */
    SHIFT_RECORD,      /* a record with the next sequence number: see shift_step */
    SHIFT_SLOT,        /* buffer 0 and its hash to slot .number, for piece .piece */

    /* Buffers. */
    SHIFT_READ,      /* .at to buffer .number; its hash for records and slots */
    SHIFT_READ_SLOT, /* slot .number to buffer 0 */

    /* The disk. */
    SHIFT_WRITE, /* .at, each sector as shift_content() describes */
    SHIFT_LABEL, /* the table gets .label, if it has not; durable when reported */
};

enum shift_end {
    SHIFT_AT_NEW,   /* complete, and so recorded */
    SHIFT_AT_OLD,   /* as before the move, and so recorded where there is a record */
    SHIFT_FOREIGN,  /* at .at is neither old nor new content: another program wrote it */
    SHIFT_UNREAD,   /* .at, the only copy of a piece, cannot be read */
    SHIFT_LOST,     /* the journal's slots contradict each other: .at is undefined */
    SHIFT_MISMATCH, /* SHIFT_CHECK: .at differs from what was there before the move */
};

/* Which content a write has, apart from pieces: see shift_content(). */
enum shift_write {
    SHIFT_WRITE_PIECE,
    SHIFT_WRITE_MAGIC_GUARD, /* only the magic sector is a guard */
    SHIFT_WRITE_GUARDS,      /* all sectors of zones are guards */
    SHIFT_WRITE_TRUE,        /* no sector is a guard */
};

struct shift_step {
    enum shift_op op;
    struct shift_sectors at;
    unsigned number; /* of a slot, hash or buffer */

    /* SHIFT_RECORD: all of it, and the hashes of buffers 0 to HASHES - 1.
     * SHIFT_SLOT: the header has RUN and PIECE.  SHIFT_WRITE: of the piece. */
    enum shift_phase phase;
    struct shift_run run;
    uint64_t piece;  /* the next one, which the first hash is of: all before are durable;
                      * in journal mode those in slots may be further */
    unsigned hashes; /* 0 in journal mode */

    enum shift_write write;
    uint64_t place; /* SHIFT_WRITE: where the partition of the zones begins */
    /* SHIFT_WRITE: free space gets what it had before the move, and what is left of the
     * old place no guards */
    bool has_free;
    unsigned buffer; /* SHIFT_WRITE_PIECE: that of the piece */

    enum shift_label label;
    enum shift_end end;
};

enum shift_answer {
    SHIFT_YES, /* also of each step that is no question; of a slot: valid, of this run */
    SHIFT_NO,  /* of a slot: cleared, or valid and of another run, move or transaction */
    SHIFT_UNREADABLE, /* of a slot: also a wrong CRC or hash */
};

/* Where the content of a written sector comes from. */
enum shift_from {
    SHIFT_FROM_ZERO,   /* free space, or content that is also elsewhere: zeros */
    SHIFT_FROM_GUARD,  /* a guard sector */
    SHIFT_FROM_BUFFER, /* sector .sector of the step's buffer */
    SHIFT_FROM_BORDER, /* the saved border: its sector from LBA .sector */
    SHIFT_FROM_SAVED,  /* the saved sectors: that from LBA .sector */
    /* The same, with the fields that contain the partition's start patched if the step's
     * PLACE is the new start. */
    SHIFT_FROM_PATCHED,
};

struct shift_content {
    enum shift_from from;
    uint64_t sector;
};

/* Returns the content of sector LBA of a SHIFT_WRITE. Between the first and last sector
 * of a piece it is always the buffer's next sector. */
struct shift_content shift_content(const struct shift *shift,
                                   const struct shift_step *step, uint64_t lba);

/* The newest valid record of this move, as written by SHIFT_RECORD. */
struct shift_found {
    bool is_found; /* false: there is none, the move has not begun */
    enum shift_phase phase;
    struct shift_run run;
    uint64_t piece;
    unsigned hashes;
};

/* False if FOUND is not a record of SHIFT: the journal is invalid. */
bool shift_found_is_valid(const struct shift *shift,
                          const struct shift_found *found) MUST_USE;

/* The state between two steps; opaque. */
struct shifting {
    const struct shift *shift; /* borrowed */
    struct shift_found found;
    bool is_rollback;

    unsigned stage, at; /* at: the next step of the stage */
    bool has_step;
    struct shift_step step; /* the one given last */
    enum shift_answer answer;
    uint64_t answer_piece;

    struct shift_run run;
    uint64_t piece, count; /* the next piece of RUN, and their number */
    uint64_t skipped;      /* pieces that are zeros */
    bool has_looked;       /* the next piece is not all zeros, or that is not known */
    unsigned read;         /* pieces in buffers, or hashes compared */

    struct shift_step write; /* its first or last block is not complete: */
    bool is_writing, is_looking;
    unsigned write_ends; /* those that are still to be looked at */

    enum shift_label label;
    bool is_table_mended; /* a block of the table was written as it was saved */
    uint64_t label_place;
    unsigned after_label; /* a stage */

    struct {
        uint64_t piece;
        unsigned slot;
    } slots[SHIFT_SLOTS_MAX]; /* valid ones, ascending by piece */
    unsigned slot_count;
    unsigned bad_slots; /* a bit for each */
};

/* Begins, resumes or rolls back SHIFT, which is valid. A move that is going back already
 * goes on doing that, and one whose new head is written is at the new place. FOUND is
 * valid. */
struct shifting shift_recover(const struct shift *shift, const struct shift_found *found,
                              bool is_rollback);

/* Returns the next step; the same one again until it is reported. */
struct shift_step shift_next(struct shifting *shifting);
/* PIECE: of a slot that is valid; the number of pieces that are zeros. */
void shift_report(struct shifting *shifting, enum shift_answer answer, uint64_t piece);

#endif
