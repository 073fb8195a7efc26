/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mover_memory.c - the memory of a move: all of it is there before the first write */
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "device/move/mover/mover_private.h"
#include "model/base/mem.h"
#include "model/base/num.h"

/* Of the memory, for a write that is verified; twice. */
#define SCRATCH_SHARE  32
#define SCRATCH_BLOCKS 16 /* or more */
/* Without space for whole units: bytes that are hashed at once. */
#define AHEAD_MIN (UINT64_C(1) << 20)
/* Bytes of a large page of most processors. */
#define LARGE_PAGE ((size_t)2 << 20)

/* The kernel takes far less time for much memory in large pages, where it has them. */
static uint8_t *allocate(const struct mover *m, uint64_t sectors)
{
    uint64_t block = m->request.journal->plan->spot.block;
    size_t bytes = (size_t)num_round_up(sectors * m->logical, block);
    size_t page = bytes < LARGE_PAGE ? MOVER_ALIGNED : LARGE_PAGE;
    size_t whole = (size_t)num_round_up(bytes, page);
    uint8_t *memory = xaligned(page, whole);

    if (page == LARGE_PAGE)
        (void)madvise(memory, whole, MADV_HUGEPAGE);
    memset(memory, 0, bytes);
    (void)mlock(memory, bytes); /* where it may: so that no swap is needed meanwhile */
    return memory;
}

static void allocate_scratch(struct mover *m)
{
    struct alignment grid = m->shift->grid;
    uint64_t share = m->request.memory / m->logical / SCRATCH_SHARE;

    m->scratch_sectors = share - share % grid.grain;
    if (m->scratch_sectors < SCRATCH_BLOCKS * grid.grain)
        m->scratch_sectors = SCRATCH_BLOCKS * grid.grain;
    m->scratch = allocate(m, m->scratch_sectors);
    m->found = allocate(m, m->scratch_sectors);
}

static unsigned pieces_at_once(const struct mover *m)
{
    return m->shift->mode == MOVE_HOLE ? m->shift->hashes : 1;
}

/* Returns the sectors behind what is read ahead: a slot is written from there in whole
 * blocks of the journal. */
static uint64_t slot_rest(const struct mover *m)
{
    uint64_t block = m->request.journal->plan->spot.block / m->logical;
    uint64_t grain = m->shift->grid.grain;

    return block > grain ? block : grain;
}

/* Halves what is read ahead, if NEED sectors fit each half. */
static void share_ahead(struct mover *m, uint64_t need)
{
    uint64_t half = num_round_down(m->ahead.sectors / 2, m->shift->grid.grain);
    uint64_t rest = num_round_up(slot_rest(m), m->shift->grid.grain);

    if (half >= need + rest)
        m->ahead.sectors = m->next.sectors = half - rest;
}

/* Of LEFT sectors, those that hold the whole partition with a unit at each end, or NEED
 * twice: more would stay unused. */
static uint64_t needed_ahead(const struct mover *m, uint64_t need, uint64_t left)
{
    uint64_t grain = m->shift->grid.grain;
    uint64_t whole = m->shift->length + 2 * m->request.units->bytes / m->logical;
    uint64_t twice = 2 * (need + num_round_up(slot_rest(m), grain) + grain);

    return num_min(left, num_round_up(num_max(whole, twice), grain));
}

/* What is read ahead holds the units of all pieces that are read at once, if it can: a
 * unit at each end is needed in part. */
static void allocate_buffers(struct mover *m)
{
    uint64_t all = m->request.memory / m->logical, scratch = 2 * m->scratch_sectors;
    uint64_t left = all > scratch ? all - scratch : 0;
    uint64_t minimum = num_min(all, AHEAD_MIN / m->logical);
    uint64_t unit = m->request.units->bytes / m->logical;
    uint64_t pieces = pieces_at_once(m) * m->shift->piece;

    m->buffers = xcalloc(pieces_at_once(m), sizeof(*m->buffers));
    m->hashes = xcalloc(pieces_at_once(m), sizeof(*m->hashes));
    m->ahead.hashes = xcalloc(pieces_at_once(m), sizeof(*m->hashes));
    m->next.hashes = xcalloc(pieces_at_once(m), sizeof(*m->hashes));
    m->holds_units = m->request.units->count && pieces + 2 * unit <= left;
    m->ahead.sectors = m->holds_units ? needed_ahead(m, pieces + 2 * unit, left)
                       : left > pieces + minimum ? left - pieces
                                                 : minimum;
    if (m->holds_units && m->request.reads_ahead)
        share_ahead(m, pieces + 2 * unit);
    if (m->holds_units)
        pieces = 0;
    m->memory =
        allocate(m, pieces + m->ahead.sectors + m->next.sectors + 2 * slot_rest(m));
    m->ahead.bytes = m->memory + pieces * m->logical;
    if (m->next.sectors)
        m->next.bytes = m->ahead.bytes + (m->ahead.sectors + slot_rest(m)) * m->logical;
    mover_reset_buffers(m);
}

void mover_reset_buffers(struct mover *m)
{
    mover_forget_next(m);
    for (unsigned i = 0; i < pieces_at_once(m); i++)
        m->buffers[i] = m->memory + i * m->shift->piece * m->logical;
    m->ahead.first = m->ahead.end = m->ahead.hashed = 0;
}

void mover_allocate(struct mover *m)
{
    allocate_scratch(m);
    allocate_buffers(m);
    m->saved = allocate(m, m->request.journal->plan->saved[0].bytes / m->logical);
    m->border = allocate(m, 2 * m->shift->grid.grain);
    m->stream = hash_stream_new();
}

void mover_release(struct mover *m)
{
    mover_forget_next(m);
    free(m->memory);
    free(m->buffers);
    free(m->hashes);
    free(m->ahead.hashes);
    free(m->next.hashes);
    free(m->scratch);
    free(m->found);
    free(m->saved);
    free(m->border);
    hash_stream_free(m->stream);
}
