/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cutting.h - a disk in memory with a volatile cache, whose power can fail at each call
 */
#ifndef ALIDADE_TESTS_CUTTING_H
#define ALIDADE_TESTS_CUTTING_H

#include "device/io/sink.h"
#include "model/base/align.h"
#include "support/rng.h"

/* Counts of calls start at 1; 0: never. */
struct cutting_faults {
    unsigned cut_call;         /* from this one of those that succeed on, all give EIO */
    unsigned fail_read;        /* this read gives EIO */
    unsigned fail_write;       /* this write gives EIO, and may be done in part */
    unsigned fail_writes_from; /* this one and all after it fail; nothing is done */
    int error;                 /* of writes that fail; 0: EIO */
    unsigned fail_flush; /* this flush gives EIO; what it was to flush stays unflushed */
    unsigned skip_flush; /* this one reports success and does nothing */
    unsigned phantom_write; /* this write reports success and does nothing */
    unsigned stray_write;   /* this write is done STRAY_BYTES higher up */
    uint64_t stray_bytes;   /* whole sectors */
    unsigned stale_read;    /* this read gives what was durable, not what was written */
};

struct tape;

struct cutting {
    size_t sectors, logical;
    size_t split; /* the sectors from here on are another disk; 0: there is one disk */
    struct alignment grid; /* blocks that a cut can leave unreadable, in sectors */
    uint8_t *bytes;        /* as read: with all that is in the cache */
    uint8_t *durable;
    bool *is_bad;         /* unreadable, as read */
    bool *is_durably_bad; /* unless its whole block is flushed */
    /* The sectors written since the last flush, each time that they were. */
    size_t *log;
    uint8_t *log_bytes; /* their content */
    size_t log_count, log_max;
    /* The sectors that may differ from those at the last cutting_copy() to this disk. */
    size_t *touched;
    bool *is_touched;
    size_t touched_count;
    struct tape *tape; /* gets the writes and flushes that succeed; or NULL */
    struct cutting_faults faults;
    unsigned reads, writes, flushes;
    unsigned done;    /* of writes and flushes: those that succeeded, and did something */
    bool is_off;      /* the power is cut */
    unsigned refused; /* writes of a part of an unreadable block: EIO */
};

/* SECTORS of LOGICAL bytes, all zeros. cutting_finish(). */
void cutting_init(struct cutting *disk, size_t sectors, size_t logical,
                  struct alignment grid);
void cutting_finish(struct cutting *disk);
/* Copies the durable state; COPY is of the same size. Its cache is empty, its faults and
 * counts are 0. */
void cutting_copy(struct cutting *copy, const struct cutting *disk);
/* The same where only touched sectors differ. */
void cutting_return(struct cutting *copy, const struct cutting *disk);
void cutting_touch(struct cutting *disk, size_t sector);

/* Reads of unreadable blocks give EIO, writes to them also unless they are complete. */
struct sink cutting_sink(struct cutting *disk);
/* The same; its flush is that of the other disk. */
struct sink cutting_other_sink(struct cutting *disk);

/* Sets content as if it had always been there. */
void cutting_set(struct cutting *disk, size_t sector, const void *bytes);
/* The block that SECTOR is in, as far as it is on the disk. */
void cutting_block(const struct cutting *disk, size_t sector, size_t *ret_first,
                   size_t *ret_end);
/* True if the content can be read. */
bool cutting_is_readable(const struct cutting *disk, size_t sector);

bool cutting_is_other(const struct cutting *disk, size_t sector);

#define CUTTING_NO_BLOCK SIZE_MAX
/* Ends the power and returns it. KEPT: for each entry of the log whether it is durable;
 * of several of the same sector the last such one. BLOCK: a sector whose block becomes
 * unreadable, or CUTTING_NO_BLOCK. */
void cutting_restart(struct cutting *disk, const bool *kept, size_t block);

/* The program was killed and the power stays: the cache is as it was. The faults, and the
 * counts that they refer to, are 0 again; so they are after a restart. */
void cutting_power_on(struct cutting *disk);

/* The same for IMAGE, which is a copy of the durable state of DISK: DISK keeps its power.
 */
void cutting_cut(struct cutting *image, const struct cutting *disk, const bool *kept,
                 size_t block);

/* One more mixture of what may be durable, the number COUNT from 0: all if there are at
 * most LIMIT, else none, all, and random ones. Each comes once with all blocks readable
 * and, from random, with one that is not. KEPT has .log_max elements. False: no more. */
bool cutting_choose(const struct cutting *disk, struct rng *rng, unsigned limit,
                    unsigned count, bool *kept, size_t *ret_block);

#endif
