/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mover_memory.c - the memory of a move: all of it is there before the first write */
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "device/move/mover_private.h"
#include "model/base/mem.h"
#include "model/base/num.h"

static uint8_t *allocate(const struct mover *m, uint64_t sectors)
{
    uint64_t block = m->request.journal->plan->spot.block;
    size_t bytes = (size_t)num_round_up(sectors * m->logical, block);
    uint8_t *memory = xaligned(MOVER_ALIGNED, bytes);

    memset(memory, 0, bytes);
    (void)mlock(memory, bytes); /* where it may: so that no swap is needed meanwhile */
    return memory;
}

/* Returns sectors: of a piece, or of zones, edges and tables that are saved together,
 * with a block around it. Free space is written in pieces. */
static uint64_t largest_write(const struct shift *shift)
{
    struct shift_sectors runs[SHIFT_SAVED_MAX];
    struct shift others = *shift;
    uint64_t largest = shift->piece;

    others.keeps_free = false;
    for (size_t count = shift_saved(&others, runs); count > 0; count--)
        if (runs[count - 1].length > largest)
            largest = runs[count - 1].length;
    return largest + 2 * shift->grid.grain;
}

static void allocate_buffers(struct mover *m)
{
    const struct shift *shift = m->shift;

    m->buffer_count = shift->mode == MOVE_HOLE ? shift->hashes : 1;
    m->buffers = xcalloc(m->buffer_count, sizeof(*m->buffers));
    m->hashes = xcalloc(m->buffer_count, sizeof(*m->hashes));
    for (unsigned i = 0; i < m->buffer_count; i++)
        m->buffers[i] = allocate(m, shift->piece);
    m->scratch = allocate(m, largest_write(shift));
    m->found = allocate(m, largest_write(shift));
    m->scratch_bytes = (size_t)(largest_write(shift) * m->logical);
}

void mover_allocate(struct mover *m)
{
    allocate_buffers(m);
    m->saved = allocate(m, m->request.journal->plan->saved[0].bytes / m->logical);
    m->border = allocate(m, 2 * m->shift->grid.grain);
    m->ahead.bytes = allocate(m, m->request.memory / m->logical);
    m->stream = hash_stream_new();
}

void mover_release(struct mover *m)
{
    for (unsigned i = 0; i < m->buffer_count; i++)
        free(m->buffers[i]);
    free(m->buffers);
    free(m->hashes);
    free(m->scratch);
    free(m->found);
    free(m->saved);
    free(m->border);
    free(m->ahead.bytes);
    hash_stream_free(m->stream);
}
