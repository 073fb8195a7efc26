/* SPDX-License-Identifier: GPL-3.0-or-later */
/* interrupted.h - a disk on which the move of a partition has not ended */
#ifndef ALIDADE_TESTS_INTERRUPTED_H
#define ALIDADE_TESTS_INTERRUPTED_H

#include "model/move/log/records.h"
#include "support/sparse.h"

/* 128 MiB with 512-byte sectors. */
enum {
    INTERRUPTED_SECTORS = 1 << 18,
    INTERRUPTED_LENGTH = 100000,  /* of partition 1, which is moved */
    INTERRUPTED_JOURNAL = 196608, /* LBA, where not said otherwise */
};

/* Zero-initialised but for label, from and to: all is there, in the middle of a move. */
struct interrupted {
    const char *name;
    enum label_kind label;
    uint64_t from, to; /* of partition 1 */
    bool has_entry;    /* partition 3 is the journal's own */
    bool is_labelled;  /* the table has the entry in progress */
    bool lacks_guard;  /* zeros instead */
    bool lacks_head;
    bool is_second;      /* the head is in the second slot */
    bool is_elsewhere;   /* the journal is a file on another disk */
    uint16_t version;    /* of guard and journal; 0: 2 */
    const char *program; /* that reads them; NULL: "0.2.0" */
};

/* Those of the tests, in the order of their names. */
const struct interrupted *interrupted_find(const char *name);
size_t interrupted_count(void);
const struct interrupted *interrupted_at(size_t index);

/* Writes WHAT to a disk of zeros. */
void interrupted_put(struct sparse *disk, const struct interrupted *what);
/* sparse_finish(). */
struct sparse interrupted_make(const struct interrupted *what);

#endif
