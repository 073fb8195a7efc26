/* SPDX-License-Identifier: GPL-3.0-or-later */
/* shift_mover.h - a small mover that carries out the steps of moves on a simulated disk
 */
#ifndef ALIDADE_TESTS_SHIFT_MOVER_H
#define ALIDADE_TESTS_SHIFT_MOVER_H

#include "model/move/shift/shift_steps.h"
#include "support/cutting.h"

enum {
    MOVES_MAX = 2,
    MOVER_PIECE_MAX = 512,
    MOVER_HASHES_MAX = 2,
    MOVER_LENGTH_MAX = 24,
};

enum cell_kind {
    CELL_FREE,
    CELL_DATA,    /* .owner: the move; .at: the index; .value: changed so many times */
    CELL_PATCHED, /* the same, of the magic sector at the new place */
    CELL_GUARD,   /* .owner: the move */
    CELL_FOREIGN, /* .at: its LBA */
    CELL_LABEL,   /* .owner: the move; .value: an enum shift_label */
    CELL_RECORD,
    CELL_SLOT,
};

/* The content of a sector. */
struct cell {
    uint16_t kind;
    uint16_t owner;
    uint32_t at;
    uint64_t value[3];
};

/* Rules whose absence the tests have to notice; bits. */
enum mover_rule {
    RULE_FLUSHES = 1,     /* flushes are sent */
    RULE_ONE_FLUSH = 2,   /* so is that of .flush_stage and .flush_number */
    RULE_MATES = 4,       /* what shares a block with a zone is saved */
    RULE_EDGES = 8,       /* so are other partitions' sectors */
    RULE_BORDER = 16,     /* and the border when the move turns back */
    RULE_LOOK = 32,       /* unreadable blocks are found */
    RULE_CLEAR = 64,      /* slots are cleared */
    RULE_OWN_SLOTS = 128, /* slots of other moves and runs do not count */
    RULE_HEAD = 256,      /* a partition that is not guarded is not written to */
    RULE_REDO = 512, /* unreadable blocks of the next piece are found before turning */
};

/* Some moves with one journal. All LBAs are on the same disk. */
struct mover_plan {
    struct shift moves[MOVES_MAX];
    unsigned count;
    size_t table; /* the entry of move 0; that of move 1 is in the next sector */
    size_t records[2], headers[SHIFT_SLOTS_MAX], slots[SHIFT_SLOTS_MAX], saved, border;

    bool zeros[MOVES_MAX][MOVER_LENGTH_MAX]; /* indexes whose content is zeros */

    unsigned rules_off;
    unsigned flush_stage, flush_number; /* counts from 1; 0: all of the stage */
};

enum mover_result {
    MOVER_NEW,     /* all moves are complete */
    MOVER_OLD,     /* the last one that had begun is undone */
    MOVER_ERROR,   /* a call failed */
    MOVER_STOPPED, /* see enum shift_end */
};

/* Begins or resumes the moves that are recorded on DISK, or rolls the current one back.
 */
enum mover_result mover_run(struct cutting *disk, const struct mover_plan *plan,
                            bool is_rollback);

/* True if a sector in a block with the move of SHIFT, but outside it, is unreadable. */
bool shift_has_unreadable_others(const struct shift *shift, const struct cutting *disk);

bool mover_read(struct cutting *disk, uint64_t lba, struct cell *ret) MUST_USE;

#endif
