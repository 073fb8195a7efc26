/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mover_scene.h - random moves of the real mover, with its journal and a real table */
#ifndef ALIDADE_TESTS_MOVER_SCENE_H
#define ALIDADE_TESTS_MOVER_SCENE_H

#include "device/move/mover/mover.h"
#include "support/cutting.h"

enum { MOVER_LOGICAL = 512, MOVER_MOVES_MAX = 2, MOVER_CACHE = 256 };

enum mover_table { TABLE_GPT, TABLE_PRIMARY, TABLE_LOGICAL, TABLE_KINDS };

/* What is in a table about a partition. */
struct mover_entry {
    bool is_there, is_in_progress;
    uint64_t start, length;
};

/* What was read from a table with some bytes. */
struct mover_read {
    uint64_t hash; /* 0: nothing */
    bool is_table;
    struct mover_entry entries[MOVER_MOVES_MAX];
};

/* What is in a partition, in place of bytes without a meaning. */
struct mover_content {
    const char *name;
    const uint8_t *bytes;
    uint64_t length; /* sectors */
    struct zones zones;
};

struct mover_scene {
    struct rng rng;
    const struct mover_content *content; /* of all partitions, or NULL */
    enum mover_table table;
    struct cutting disk; /* before the moves */
    struct limits limits;
    struct journal_plan plan;
    uint8_t plan_bytes[JOURNAL_PLAN_BYTES];
    bool is_plan_sound; /* these were read and are valid: need not be read again */
    struct shift shifts[MOVER_MOVES_MAX];
    struct fields fields[MOVER_MOVES_MAX];
    struct journal_units units[MOVER_MOVES_MAX];
    uint64_t ebrs[MOVER_MOVES_MAX]; /* of TABLE_LOGICAL */
    uint64_t container_end;
    uint64_t journal_at;    /* the LBA where it is, also on the other disk */
    bool is_elsewhere;      /* the journal is on another disk */
    unsigned count;         /* of moves */
    bool is_following;      /* the second one to where the first one was */
    bool has_stored_hashes; /* in the journal, else in UNITS */
    bool has_zeros;         /* much of the data, and the free space beside it */
    bool is_over_older;     /* the journal of a completed move was there */
    size_t memory;          /* of the mover */
    bool reads_ahead;       /* the mover, before pieces are written */
    void (*stepped)(struct mover *mover); /* after each step; or NULL */
    bool has_no_flushes;                  /* flushes report success and do nothing */

    uint8_t *data[MOVER_MOVES_MAX]; /* owned; of the partitions, before the moves */
    bool *is_theirs;                /* owned; the sectors that the moves may change */
    uint8_t *tables[MOVER_MOVES_MAX + 1]; /* owned; after so many moves */
    size_t table_bytes;
    struct mover_read cache[MOVER_CACHE];
    unsigned long runs;
};

/* One or two moves on a disk with an msdos table or a GPT. mover_scene_finish(). */
void mover_scene_make(struct mover_scene *scene, unsigned round);
/* The same with CONTENT in them, which is borrowed. */
void mover_scene_make_with(struct mover_scene *scene, unsigned round,
                           const struct mover_content *content);
void mover_scene_finish(struct mover_scene *scene);

/* Fills the disk with its table, the partitions, and other content. */
void mover_scene_fill(struct mover_scene *scene);
/* Sets the ranges that moving_table_set() may write. */
void mover_scene_set_tables(struct mover_scene *scene);
/* Sets the areas of the journal, which begins at LBA. */
void mover_scene_set_journal(struct mover_scene *scene, uint64_t lba);
/* Hashes the partitions, in units of a few sectors, which the mover's memory may have no
 * space for. */
void mover_scene_hash(struct mover_scene *scene);
/* Puts the journal of another transaction there, which came to its end. */
void mover_scene_put_older(struct mover_scene *scene);
/* Returns the number of the partition of MOVE. */
unsigned mover_scene_number(const struct mover_scene *scene, unsigned move);

enum mover_scene_end {
    SCENE_ALL_NEW,
    SCENE_ROLLED_BACK, /* the last move that had begun */
    SCENE_FAILED,
};

/* Begins, resumes or rolls back the moves on DISK. Of SCENE_FAILED, ERR has the reason.
 */
enum mover_scene_end mover_scene_run(struct mover_scene *scene, struct cutting *disk,
                                     bool is_rollback, struct err *err);

/* True if the plan of SCENE is in the journal. */
bool mover_scene_finds_plan(struct mover_scene *scene, struct cutting *disk);

/* Remembers what is to hold: the scene is complete, its disk not yet used. */
void mover_scene_note(struct mover_scene *scene);
/* True if all sectors of the partition of MOVE can be read from PLACE, or cannot be read
 * at this time because another one's are written. */
bool mover_scene_has_all(const struct mover_scene *scene, struct cutting *disk,
                         unsigned move, uint64_t place);
/* True if sector INDEX of the partition of MOVE, or what it is to be there, is as it
 * should be at PLACE. */
bool mover_scene_has(const struct mover_scene *scene, const struct cutting *disk,
                     unsigned move, uint64_t place, uint64_t index);
/* A cut can make sectors unreadable that share a block with what was written: recovery
 * restores them. */
bool mover_scene_is_beside_other(const struct mover_scene *scene,
                                 const struct cutting *disk, unsigned move, uint64_t lba);
/* True if a copy of the header is whole at PLACE from which a tool would make the
 * partition of MOVE one that can be mounted, and the rest of it is not complete. */
bool mover_scene_misleads(const struct mover_scene *scene, struct cutting *disk,
                          unsigned move, uint64_t place);
/* These return NULL, or what is wrong about MOVE, whose partition has ENTRY.
 *
 * Of a move that is not done: free space is as it was, or at least has no guards. */
const char *mover_scene_check_free(const struct mover_scene *scene, struct cutting *disk,
                                   const struct mover_entry *entry, unsigned move);
/* Of a move that is done: what is left at the old place has no guard, which could be
 * taken for one of a move that has not ended, and no signature. */
const char *mover_scene_check_left(const struct mover_scene *scene, struct cutting *disk,
                                   const struct mover_entry *entry, unsigned move);
/* Returns NULL, or what is wrong on DISK: a partition that can be mounted, or be made so
 * from a copy of its header, is not complete (always), or one cannot be mounted, or
 * another sector is changed (with IS_END). */
const char *mover_scene_check(struct mover_scene *scene, struct cutting *disk,
                              bool is_end);

#endif
