/* SPDX-License-Identifier: GPL-3.0-or-later */
/* data_scene.h - random fixes that move data, with a real table, on a disk in memory */
#ifndef ALIDADE_TESTS_DATA_SCENE_H
#define ALIDADE_TESTS_DATA_SCENE_H

#include "device/move/store/redo.h"
#include "model/disk/limits.h"
#include "support/cutting.h"
#include "support/rng.h"
#include "support/sectors.h"

enum {
    DATA_MOVES_MAX = 2,
    DATA_GROUPS_MAX = 6,
    DATA_CACHE = 256,
};

enum data_table { DATA_PRIMARY, DATA_LOGICAL, DATA_GPT, DATA_TABLES };

/* What is read from a table with some bytes. */
struct data_read {
    uint64_t hash; /* 0: nothing */
    bool is_table;
    struct data_entry {
        bool is_there, is_moving;
        uint64_t start, length;
    } entries[DATA_MOVES_MAX];
    uint64_t rests; /* a bit for each group: the table is that of the end there */
};

/* What partitions contain, for 512-byte sectors; borrowed. */
struct data_content {
    const char *name;
    const uint8_t *bytes;
    uint64_t length; /* sectors */
    struct zones zones;
};

struct data_scene {
    const struct data_content *content; /* borrowed; NULL: random bytes and zones */
    struct rng rng;
    size_t logical;
    uint32_t block;
    enum data_table table;
    unsigned entries; /* of a GPT */
    unsigned count;   /* of moves */
    struct shift shifts[DATA_MOVES_MAX];
    struct fields fields[DATA_MOVES_MAX];
    uint64_t ebrs[DATA_MOVES_MAX], new_ebr; /* of logicals; the second one moves */
    struct shift_sectors swap;              /* of no length: there is none */
    uint64_t new_swap;
    uint64_t container_end;
    bool has_edit, has_exit, has_zeros, has_hashes, is_elsewhere;
    bool is_large; /* of some units of hashes */
    bool skips_check, reads_ahead;
    bool reopens;                  /* after the first error of a run, it goes on */
    struct background *background; /* borrowed; or NULL */
    size_t memory;                 /* bytes */
    uint64_t journal_at, note_at;  /* note_at: LBA with what a person did */
    struct limits limits;

    struct cutting disk; /* before the fix */
    struct redo_log log;
    struct record_head head;
    size_t log_bytes, rests[DATA_GROUPS_MAX + 1], group_count; /* rests: as steps */
    size_t groups[DATA_MOVES_MAX];                             /* of the moves */
    uint8_t *data[DATA_MOVES_MAX]; /* owned; at the old place, then at the new one */
    bool *is_theirs;               /* owned; what the fix may change, and the journal */
    uint64_t *table_lbas;          /* owned */
    size_t table_count;
    struct data_read cache[DATA_CACHE];
    unsigned long refused; /* writes outside of what the fix may write */
};

/* data_scene_finish(). */
void data_scene_make(struct data_scene *scene, unsigned round);
/* The same with CONTENT in each partition. */
void data_scene_make_with(struct data_scene *scene, unsigned round,
                          const struct data_content *content);
/* The same with one move of some MiB. */
void data_scene_make_large(struct data_scene *scene, unsigned round);
void data_scene_finish(struct data_scene *scene);

/* Fills the disk with its table, the partitions, and other content. */
void data_scene_fill(struct data_scene *scene);
/* Makes the log. */
void data_scene_plan(struct data_scene *scene);
/* Remembers what is to hold: disk, log and journal are there. */
void data_scene_note(struct data_scene *scene);
unsigned data_scene_number(const struct data_scene *scene, unsigned move);

/* Begins, resumes or takes back the fix.  *RET_GOES_BACK: it does. */
enum redo_state data_scene_run(struct data_scene *scene, struct cutting *disk,
                               bool is_back, bool *ret_goes_back, struct err *err);
/* Returns NULL, or what is wrong on DISK. */
const char *data_scene_check(struct data_scene *scene, struct cutting *disk, bool is_end);
/* Returns what a system reads from the table on DISK, with IS_END also .rests; until the
 * next call. */
const struct data_read *data_scene_read(struct data_scene *scene, struct cutting *disk,
                                        bool is_end);
/* True if each sector that the table can be in can be read.  Others are in the page: the
 * next run writes them back. */
bool data_scene_can_read(const struct data_scene *scene, const struct cutting *disk);
void data_scene_note_table(struct data_scene *scene);
/* What a person has done with a partition of the scene: its note is on the disk. */
enum data_use {
    DATA_UNUSED = 0xf0,
    DATA_USED = 'U',     /* mounted and changed */
    DATA_RESTORED = 'R', /* its header was restored while it was guarded */
    DATA_UNKNOWN = 0,    /* the note cannot be read at this time */
};
enum data_use data_scene_use_of(const struct data_scene *scene,
                                const struct cutting *disk, unsigned move);
/* One time in some uses a partition that can be mounted, or restores the header of one
 * whose entry is in place. */
void data_scene_use(struct data_scene *scene, struct cutting *disk, uint64_t seed);

/* Makes the scene, and DISK a copy of its disk; the other one frees both. */
void data_scene_begin(struct data_scene *scene, struct cutting *disk, unsigned round);
void data_scene_end(struct data_scene *scene, struct cutting *disk);
/* As data_scene_run(). */
enum redo_state data_scene_go_on(struct data_scene *scene, struct cutting *disk,
                                 bool is_back);
/* Makes all durable that CALLS of a run from the start write.  False: it has fewer. */
bool data_scene_run_until(struct data_scene *scene, struct cutting *disk, unsigned calls);
/* The head in force; sequence 0: none is. */
struct record_head data_scene_head(const struct data_scene *scene, struct cutting *disk);
/* Completes the fix, or takes it back: all is right then. */
void data_scene_expect_end(struct data_scene *scene, struct cutting *disk, bool is_back);

/* True if a sector of MOVE is at PLACE as it has to be there. */
bool data_scene_has(const struct data_scene *scene, const struct cutting *disk,
                    unsigned move, uint64_t place, uint64_t index);
/* True if all sectors are, but for those that cannot be read and are in the page. */
bool data_scene_has_all(const struct data_scene *scene, const struct cutting *disk,
                        unsigned move, uint64_t place);

#endif
