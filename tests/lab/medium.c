/* SPDX-License-Identifier: GPL-3.0-or-later */
/* medium.c - how long a drive takes, request by request */
#include "lab/medium.h"

#include <math.h>
#include <stdlib.h>

#define TRACK (1U << 20) /* bytes that pass in one turn */

static double noisy(struct medium *medium, double us)
{
    const struct medium_physics *p = &medium->physics;

    us *= 1 + (2 * erand48(medium->dice) - 1) * p->jitter / 100;
    return erand48(medium->dice) * 1000 < p->spike ? us * 20 : us;
}

/* Until the head is there, and until the place comes by under it. */
static double place_us(const struct medium *medium, double now_us, uint64_t offset)
{
    const struct medium_physics *p = &medium->physics;
    double us = offset == medium->next_byte ? 0 : p->seek_us;

    if (p->rpm <= 0)
        return us;
    double turn = 60e6 / p->rpm;
    double at = fmod((now_us + us) / turn, 1);
    double wait = (double)(offset % TRACK) / TRACK - at;
    /* Just passed: a whole turn, less what is left of it. */
    return us + (wait < 0 ? wait + 1 : wait) * turn;
}

static double transfer_us(const struct medium *medium, size_t count)
{
    double rpm = medium->physics.rpm;

    return rpm > 0 ? (double)count / TRACK * 60e6 / rpm : 0;
}

/* Blocks of [start, end) that are not wholly in it: those of its two ends. */
static unsigned partial_blocks(const struct medium *medium, uint64_t start, uint64_t end)
{
    uint64_t block = (uint64_t)medium->physics.physical;

    if (block <= 1)
        return 0;
    uint64_t before = block - (uint64_t)medium->physics.shift % block;
    start += before;
    end += before;
    if (start / block == (end - 1) / block)
        return end - start < block ? 1 : 0;
    return (start % block ? 1U : 0U) + (end % block ? 1U : 0U);
}

/* What the blocks at the ends cost now, and what was left to pay by the write before. */
static double price_us(struct medium *medium, uint64_t start, uint64_t end)
{
    const struct medium_physics *p = &medium->physics;
    double price = p->rmw_us * partial_blocks(medium, start, end), owed = medium->owed_us;

    if ((double)medium->written < p->fill)
        price = 0;
    medium->written += end - start;
    medium->owed_us = price * p->carry;
    return price - medium->owed_us + owed;
}

/* Until there is space in the buffer for a write that the medium needs US for. */
static double buffered_us(struct medium *medium, double now_us, double us)
{
    double room = medium->physics.buffer * medium->physics.write_us;
    double begin = medium->busy_us > now_us ? medium->busy_us : now_us;

    medium->busy_us = begin + us;
    double wait = medium->busy_us - now_us - room;
    return noisy(medium, medium->physics.cache_us) + (wait > 0 ? wait : 0);
}

static double medium_us(struct medium *medium, double now_us, uint64_t start,
                        uint64_t end)
{
    const struct medium_physics *p = &medium->physics;
    double us = place_us(medium, now_us, start) +
                transfer_us(medium, (size_t)(end - start)) +
                noisy(medium, p->write_us + price_us(medium, start, end));

    medium->next_byte = end;
    medium->was_read = false;
    return p->buffer > 0 ? buffered_us(medium, now_us, us) : us;
}

static int by_start(const void *one, const void *other)
{
    const struct medium_range *a = one, *b = other;

    return (a->start > b->start) - (a->start < b->start);
}

void medium_init(struct medium *medium, const struct medium_physics *physics)
{
    *medium = (struct medium){ .physics = *physics, .dice = { 2010, 1, 11 } };
}

double medium_read(struct medium *medium, double now_us, uint64_t offset, size_t count)
{
    const struct medium_physics *p = &medium->physics;
    double us = p->read_us;

    if (p->physical > 1 && count) {
        uint64_t block = (uint64_t)p->physical, start = offset + block;
        start -= (uint64_t)p->shift % block;
        if (start / block != (start + count - 1) / block)
            us += p->split_us;
    }
    us = noisy(medium, us) + transfer_us(medium, count);
    /* What follows the last read is in the drive's read-ahead. */
    if (!medium->was_read || offset != medium->next_byte)
        us += place_us(medium, now_us, offset);
    medium->next_byte = offset + count;
    medium->was_read = true;
    return us;
}

double medium_write(struct medium *medium, double now_us, uint64_t offset, size_t count,
                    bool is_durable)
{
    const struct medium_physics *p = &medium->physics;
    double us = 0;

    if (p->lying > 0)
        return noisy(medium, p->cache_us);
    if (is_durable || p->cache <= 0)
        return medium_us(medium, now_us, offset, offset + count);
    if (medium->waiting_count == MEDIUM_CACHE)
        us = medium_flush(medium, now_us);
    medium->waiting[medium->waiting_count++] =
        (struct medium_range){ offset, offset + count };
    return us + noisy(medium, p->cache_us);
}

double medium_flush(struct medium *medium, double now_us)
{
    struct medium_range *waiting = medium->waiting;
    double us = 0;

    qsort(waiting, medium->waiting_count, sizeof(*waiting), by_start);
    for (size_t i = 0, next; i < medium->waiting_count; i = next) {
        struct medium_range run = waiting[i];
        /* A cache joins what touches: neighbours are written as one. */
        for (next = i + 1; next < medium->waiting_count && waiting[next].start <= run.end;
             next++)
            if (waiting[next].end > run.end)
                run.end = waiting[next].end;
        us += medium_us(medium, now_us + us, run.start, run.end);
    }
    medium->waiting_count = 0;
    return us;
}
