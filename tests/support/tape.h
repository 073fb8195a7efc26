/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tape.h - the writes and flushes of one run on a disk in memory */
#ifndef ALIDADE_TESTS_TAPE_H
#define ALIDADE_TESTS_TAPE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A write of COUNT sectors from FIRST, whose bytes are those of the tape from AT; with
 * COUNT 0 a flush, of the other disk if FIRST is not 0. */
struct tape_call {
    size_t first, count, at;
};

/* Zero-initialised: empty. */
struct tape {
    struct tape_call *calls; /* owned */
    size_t count, room;
    uint8_t *bytes; /* owned */
    size_t used, bytes_room;
};

void tape_add_write(struct tape *tape, size_t first, const uint8_t *bytes, size_t count,
                    size_t logical);
void tape_add_flush(struct tape *tape, bool is_other);
void tape_clear(struct tape *tape);
void tape_finish(struct tape *tape);

#endif
