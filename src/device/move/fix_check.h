/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fix_check.h - what speaks against moving data on a disk, before anything is written */
#ifndef ALIDADE_DEVICE_MOVE_FIX_CHECK_H
#define ALIDADE_DEVICE_MOVE_FIX_CHECK_H

#include "device/io/sys.h"
#include "model/disk/layout.h"
#include "model/measure/saved_result.h"
#include "model/move/journal_format.h"

enum fix_refusal {
    FIX_ALLOWED,
    FIX_IN_PROGRESS, /* another move has to be completed first */
    FIX_SUSPENDED,   /* a suspended system expects the partitions where they are */
    FIX_ZONED,       /* sectors can only be written in order */
    FIX_TWO_PATHS,   /* the kernel has the same drive twice */
    FIX_ASSUMED,     /* physical sector or offset of a device are only assumed */
    FIX_FLUSH_LIES,  /* bench or probe found that flushes return too early */
    FIX_SPARSE,      /* a sparse image would need more space than there is */
    FIX_TOO_LONG,    /* more than 24 hours */
    FIX_BATTERY,     /* it may not last */
    FIX_REFUSAL_COUNT,
};

/* A plan that takes more seconds asks for --slow. */
#define FIX_SECONDS_MAX 86400.0

/* Sectors that are written to. */
struct fix_write {
    uint64_t start, length;
    uint64_t from; /* where the data is that is moved there; == START: none is */
};

/* Everything is borrowed. */
struct fix_check {
    const struct sys *sys;
    const char *path;                 /* of the disk or image file */
    const struct layout *base;        /* with its contents read */
    const struct saved_result *saved; /* of the drive; NULL: none */
    bool is_flush_lying;              /* as a look has shown, see test_request */
    /* What is written to: new places, and the journal if it is on this disk. */
    const struct fix_write *writes;
    size_t write_count;
    double seconds; /* the estimate; 0: not known */

    /* --yes: no question can be asked. Without it, FIX_ASSUMED and FIX_TOO_LONG are
     * left to a question. */
    bool is_agreed;
    bool is_slow;          /* --slow: more than 24 hours are no matter */
    bool knows_flush_lies; /* --flush-lies */
    const char *probe_key; /* of the editor, which measures them; NULL: a command does */
    const char *given_key; /* with it: of the editor, where the user gives them */
};

/* Returns the first reason in the order above, with one sentence that says what to do in
 * ERR (ERR_REFUSED; ERR_UNREADABLE with FIX_SUSPENDED if the disk cannot be opened).
 * Reads the root folders of NTFS volumes, and writes nothing. */
enum fix_refusal fix_check_find(const struct fix_check *check, struct err *err);

/* False, with that sentence, if REASON alone speaks against it. */
bool fix_check_passes(const struct fix_check *check, enum fix_refusal reason,
                      struct err *err) MUST_USE;

#endif
