/* SPDX-License-Identifier: GPL-3.0-or-later */
/* move_cost.h - how a partition is moved, and how long that takes
 *
 * A sector may be overwritten only while another copy of it is durable. So either pieces
 * as long as the distance are moved, each of them into space whose old content was moved
 * before ("hole"), or batches that are first written to a journal. Both take one flush
 * for each piece or batch. */
#ifndef ALIDADE_MODEL_MOVE_PLAN_MOVE_COST_H
#define ALIDADE_MODEL_MOVE_PLAN_MOVE_COST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Bytes of a journal before its two batches: the plan and the saved sectors, twice each,
 * and the progress. */
#define MOVE_RECORD_BYTES (UINT64_C(304) << 10)
#define MOVE_BATCH_MAX    (UINT64_C(32) << 20)
#define MOVE_PIECE_MAX    (UINT64_C(64) << 20)
/* A larger journal makes no move faster. */
#define MOVE_JOURNAL_MAX (MOVE_RECORD_BYTES + 2 * MOVE_BATCH_MAX)

/* Of a drive; 0: unknown. */
struct move_speed {
    double read, write; /* sequential, in bytes per second */
    double flush;       /* seconds of a flush after a write */
    double near; /* seconds from one place to another that is at most a shift away */
    double far;  /* seconds from the data to the journal on the same drive */
};

/* Where the journal is. */
struct move_journal {
    uint64_t bytes;                 /* 0: there is none, and nothing can be moved */
    const struct move_speed *other; /* the drive that it is on; NULL: the same */
};

struct move_shift {
    uint64_t bytes;    /* 0: nothing to move, such as swap */
    uint64_t distance; /* bytes, to the left or right */
};

enum move_mode {
    MOVE_NONE, /* there is nothing to move */
    MOVE_HOLE,
    MOVE_JOURNAL,
    MOVE_UNDECIDED,  /* both are possible, and the speed is unknown */
    MOVE_MIXED,      /* of several moves: not all in the same way */
    MOVE_IMPOSSIBLE, /* the journal is too small */
    MOVE_MODE_COUNT,
};

enum move_time {
    MOVE_TIME_UNKNOWN,
    MOVE_TIME_MINIMUM, /* what is unknown of flushes and seeks is not included */
    MOVE_TIME_KNOWN,
};

struct move_cost {
    enum move_mode mode;
    uint64_t batch; /* bytes for each flush: of a piece or batch; 0: undecided or none */
    uint64_t flushes; /* 0: undecided, also of one of several moves, or none */
    uint64_t written; /* bytes, including the journal on the same drive; 0: the same */
    enum move_time time;
    double seconds;
};

/* GRID is the distance in bytes of places where writes may begin: the larger one of 4096
 * and the physical sector. */
struct move_cost move_cost(const struct move_shift *shift,
                           const struct move_journal *journal,
                           const struct move_speed *speed, uint64_t grid);

/* Several moves, one after the other: MOVE_IMPOSSIBLE if one of them is. BATCH is the
 * smallest one. */
struct move_cost move_cost_sum(const struct move_shift *shifts, size_t count,
                               const struct move_journal *journal,
                               const struct move_speed *speed, uint64_t grid);

/* Seconds for reading all of it once: the check before the move, and again the comparison
 * after it. 0: unknown, or nothing is moved. */
double move_check_seconds(const struct move_shift *shifts, size_t count,
                          const struct move_speed *speed);

/* Return stable ids for JSON: "hole", "journal" ...; "unknown", "minimum", "known". */
const char *move_mode_id(enum move_mode mode);
const char *move_time_id(enum move_time time);

#endif
