/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tape.c - the writes and flushes of one run on a disk in memory */
#include "support/tape.h"

#include <stdlib.h>
#include <string.h>

#include "model/base/mem.h"

static void add_call(struct tape *tape, struct tape_call call)
{
    if (tape->count == tape->room) {
        tape->room = 2 * tape->room + 64;
        tape->calls = xrealloc(tape->calls, tape->room, sizeof(*tape->calls));
    }
    tape->calls[tape->count++] = call;
}

void tape_add_write(struct tape *tape, size_t first, const uint8_t *bytes, size_t count,
                    size_t logical)
{
    if (tape->used + count * logical > tape->bytes_room) {
        tape->bytes_room = 2 * (tape->used + count * logical);
        tape->bytes = xrealloc(tape->bytes, tape->bytes_room, 1);
    }
    memcpy(tape->bytes + tape->used, bytes, count * logical);
    add_call(tape, (struct tape_call){ first, count, tape->used });
    tape->used += count * logical;
}

void tape_add_flush(struct tape *tape, bool is_other)
{
    add_call(tape, (struct tape_call){ is_other, 0, 0 });
}

void tape_clear(struct tape *tape)
{
    tape->count = tape->used = 0;
}

void tape_finish(struct tape *tape)
{
    free(tape->calls);
    free(tape->bytes);
    *tape = (struct tape){ 0 };
}
