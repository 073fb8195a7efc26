/* SPDX-License-Identifier: GPL-3.0-or-later */
/* patience.h - says what is waited for before the first write: a drive, a lock, or the
 * rehearsal */
#ifndef ALIDADE_UI_CLI_PATIENCE_H
#define ALIDADE_UI_CLI_PATIENCE_H

#include <stdatomic.h>
#include <stdbool.h>

#include "device/commit/commit.h"
#include "device/io/answer.h"
#include "ui/cli/options.h"

/* So long one answer of a drive is waited for, in seconds. The kernel's drivers give up
 * earlier: those of SCSI and ATA after 6 times 30 s. */
#define PATIENCE_SECONDS 300

/* Zero-initialised: it has ended. */
struct patience {
    struct background *thread; /* owned; NULL: it has ended */
    int ends[2];               /* of a pipe: a byte ends the thread */
    const char *path;          /* borrowed; of the disk that is read; NULL: several are */
    const struct cli_options *options; /* borrowed; NULL: all is told on standard error */
    int second_ms;
    atomic_bool is_over;         /* nothing is waited for any longer */
    struct answer_reader reader; /* the thread that waits for drives */
};

/* From now on the drive that the calling thread waits for is told on standard error, or
 * with --json of OPTIONS in a note: after 2 s without an answer, and again each minute.
 * Nothing is written meanwhile; after PATIENCE_SECONDS the program ends with
 * ERR_UNREADABLE. The disk at PATH, which may be NULL, is named where the kernel does not
 * tell which one it is. The thread must not wait for a person or for a reader of its
 * output. */
void patience_begin(struct patience *ret, const char *path,
                    const struct cli_options *options);
/* The same, with seconds of SECOND_MS ms; for tests. */
void patience_begin_at(struct patience *ret, const char *path,
                       const struct cli_options *options, int second_ms);
/* From now on nothing is told. Does not wait for the thread, as patience_end() does. */
void patience_cease(struct patience *patience);
void patience_end(struct patience *patience); /* also if it has ended */

struct commit_told {
    bool is_json;        /* of what is told of the lock */
    bool is_random_told; /* seed_tell_wait() */
    unsigned tries;      /* for the lock; 0 at first */
    uint64_t next_ms;    /* the next line about the rehearsal is not told before that */
    int width;           /* of the line about it that stands on the terminal */
};

/* Returns what tells once, in the same way, that another program holds the lock, if that
 * takes longer than half a second; and on standard error how far the rehearsal is, or
 * the comparison of data: on a terminal from one second after this call on, twice a
 * second, erased at the end; elsewhere, where lines stay, from one second after the first
 * table on, once a minute; and once that the kernel's random numbers are waited for.  It
 * borrows TOLD. */
struct commit_watch commit_told_watch(struct commit_told *told);

#endif
