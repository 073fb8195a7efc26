/* SPDX-License-Identifier: GPL-3.0-or-later */
/* owner_run.h - who owns a range of sectors: the value that owner.h returns */
#ifndef ALIDADE_MODEL_DISK_OWNER_RUN_H
#define ALIDADE_MODEL_DISK_OWNER_RUN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/base/lines.h"
#include "model/disk/loss.h"

enum owner_kind {
    OWNER_TABLE,     /* a sector of the present partition table */
    OWNER_PARTITION, /* in a partition */
    OWNER_ZERO,      /* was read, and all of it is zero */
    OWNER_KNOWN,   /* a loader, a database, an EBR, a file system ...: see id and name */
    OWNER_UNKNOWN, /* not zero, and nothing was recognised */
    OWNER_OURS,    /* the log of a fix that is over, proven to be whole */
};

#define OWNER_NAME 96

/* The sectors [start, start + length), which are part of a known range [first, first +
 * whole); other kinds have the same in both. */
struct owner_run {
    uint64_t start, length;
    uint64_t first, whole;
    enum owner_kind kind;
    const char *id;        /* of OWNER_KNOWN, never translated: "egon"; else NULL */
    char name[OWNER_NAME]; /* the same in words, translated */
};

/* Zero-initialised: empty. */
struct owner_runs {
    struct owner_run *at; /* owned */
    size_t count;
    uint64_t read; /* number of sectors that were read for it */
};
void owner_runs_finish(struct owner_runs *runs);
/* Adds RUN; joins it with the last one of the same kind and range if it follows that. */
void owner_runs_add(struct owner_runs *runs, const struct owner_run *run);
/* Adds what the sector LBA of a table holds beside its fields, as a known range. */
void owner_runs_add_rest(struct owner_runs *runs, uint64_t lba);
/* Makes [START, START + LENGTH) OWNER_OURS, whatever RUNS had there. */
void owner_runs_set_ours(struct owner_runs *runs, uint64_t start, uint64_t length);
/* Adds copies of those of FROM that are not ours: OWNER_KNOWN, once for each whole range,
 * and OWNER_UNKNOWN; and of OWNER_OURS, for the user is told of it. */
void owner_runs_add_foreign(struct owner_runs *runs, const struct owner_runs *from);

/* Sorts RUNS, which are foreign; joins unknown ones with at most GAP sectors between
 * them, and leaves none that overlap. */
void owner_runs_settle(struct owner_runs *runs, uint64_t gap);

/* True if both name the same ranges, whatever part of them is meant. */
bool owner_runs_are_same(const struct owner_runs *a, const struct owner_runs *b);
/* True if RUN, which is OWNER_KNOWN, OWNER_UNKNOWN or OWNER_OURS, may be overwritten: a
 * known range only if the user named its first sector. */
bool owner_run_is_accepted(const struct owner_run *run,
                           const struct loss_accepted *accepted);
/* Adds what the user is told of RUNS, which are foreign, on a disk with sectors of
 * LOGICAL bytes: a line for each range that is known or ours, and one for all that is
 * unknown. */
void owner_runs_lines(const struct owner_runs *runs, uint64_t logical, struct lines *ret);
/* Returns the question whether RUN, a known range, is given up; free(). */
char *owner_run_question(const struct owner_run *run);
/* Returns the sentence that the check was made for RUNS; free(). */
char *owner_runs_checked_words(const struct owner_runs *runs);
/* Returns the sentence on the first one that was not accepted, with the option that
 * accepts all; NULL: all are; free(). */
char *owner_runs_refusal(const struct owner_runs *runs, uint64_t logical,
                         const struct loss_accepted *accepted);

#endif
