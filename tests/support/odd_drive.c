/* SPDX-License-Identifier: GPL-3.0-or-later */
/* odd_drive.c - a simulated drive whose writes are paid for at another time */
#include "support/odd_drive.h"

#include <math.h>

#include "model/measure/probe_score.h"

#define TRACK (1U << 20) /* bytes that pass in one turn */

static void odd_pass(struct odd_drive *odd, double us)
{
    odd->sim->now_ns += (uint64_t)(us * 1e3);
}

static unsigned odd_cuts(const struct odd_physics *p, uint64_t offset, size_t count)
{
    struct probe_grid grid = { p->physical, p->shift };

    return p->physical ? probe_grid_cuts(grid, offset, (uint32_t)count) : 0;
}

static bool is_logged(const struct odd_drive *odd, uint64_t offset, size_t count)
{
    const struct odd_physics *p = &odd->physics;

    return odd->bytes < p->cache_bytes &&
           (p->is_log || (p->is_partial_log && odd_cuts(p, offset, count)));
}

static double partial_us(const struct odd_drive *odd, uint64_t offset, size_t count)
{
    const struct odd_physics *p = &odd->physics;

    if (!p->physical || odd->writes < p->idle_writes)
        return 0;
    /* A drive that gets slower does so as a whole. */
    double drift = 1 + odd->sim->physics.drift * (double)odd->sim->now_ns * 1e-9;
    double share = odd->bytes < p->cache_bytes ? p->cached_share : 1;
    return share * p->rmw_us * drift * odd_cuts(p, offset, count);
}

/* What of US this write pays, and what the next one does. */
static double carried_us(struct odd_drive *odd, double us)
{
    double owed = odd->owed_us;

    odd->owed_us = us * odd->physics.carry;
    return owed + us - odd->owed_us;
}

/* A full buffer lets a write wait until there is space; it drains all the time. */
static double buffered_us(struct odd_drive *odd, double us)
{
    const struct odd_physics *p = &odd->physics;
    double passed = (double)(odd->sim->now_ns - odd->drained_ns) * 1e-3;
    double space = p->buffer * p->drain_us;

    if (!p->buffer)
        return us;
    odd->backlog_us = odd->backlog_us > passed ? odd->backlog_us - passed : 0;
    odd->drained_ns = odd->sim->now_ns;
    odd->backlog_us += p->drain_us + us;
    return odd->backlog_us > space ? odd->backlog_us - space : 0;
}

static double later_us(double one, double two)
{
    return one > two ? one : two;
}

/* A write finds a place in the queue once the write that many before it is done. */
static double queued_us(struct odd_drive *odd, double us)
{
    const struct odd_physics *p = &odd->physics;
    double now = (double)odd->sim->now_ns * 1e-3;
    double *place = &odd->done_us[odd->writes % p->buffer];
    double before = odd->done_us[(odd->writes + p->buffer - 1) % p->buffer];
    double start = later_us(now, *place);

    *place = later_us(start, before) + p->drain_us + us;
    return start - now;
}

static double full_us(const struct odd_drive *odd)
{
    return odd->bytes < odd->physics.cache_bytes ? 0 : odd->physics.full_us;
}

static double stripe_us(const struct odd_drive *odd, uint64_t offset, size_t count)
{
    uint64_t stripe = odd->physics.stripe_bytes;

    return stripe && offset / stripe != (offset + count - 1) / stripe
               ? odd->physics.stripe_us
               : 0;
}

static double stall_us(const struct odd_drive *odd)
{
    const struct odd_physics *p = &odd->physics;

    return p->stall_every > 0 && odd->writes % (uint64_t)p->stall_every == 0 ? p->stall_us
                                                                             : 0;
}

/* Waits for the end of the log, wherever the bytes belong: no head moves. */
static int log_write(struct odd_drive *odd, enum drive_write how, uint64_t offset,
                     const void *bytes, size_t count)
{
    struct sim_physics *p = &odd->sim->physics;
    const struct sim_physics kept = *p;

    p->rpm = p->seek_us = 0;
    int error = odd->plain.write(odd->sim, how, offset, bytes, count);
    *p = kept;
    double turn = 60e6 / p->rpm, at = (double)odd->sim->now_ns * 1e-3 / turn;
    double wait = (double)(odd->log_bytes % TRACK) / TRACK - (at - floor(at));
    odd_pass(odd, ((wait < 0 ? wait + 1 : wait) + (double)count / TRACK) * turn);
    odd->log_bytes += count;
    return error;
}

static int odd_write(void *context, enum drive_write how, uint64_t offset,
                     const void *bytes, size_t count)
{
    struct odd_drive *odd = context;
    const struct odd_physics *p = &odd->physics;
    uint64_t start = odd->sim->now_ns;
    int error = is_logged(odd, offset, count)
                    ? log_write(odd, how, offset, bytes, count)
                    : odd->plain.write(odd->sim, how, offset, bytes, count);

    double us = carried_us(odd, partial_us(odd, offset, count)) + full_us(odd);
    odd_pass(odd, p->is_queue ? queued_us(odd, us) : buffered_us(odd, us));
    odd->writes++;
    odd->bytes += count;
    odd_pass(odd, p->bridge_us + stripe_us(odd, offset, count) + stall_us(odd));
    if (p->throttle_after_us > 0 && (double)start * 1e-3 > p->throttle_after_us)
        odd->sim->now_ns += odd->sim->now_ns - start;
    return error;
}

static int odd_read(void *context, uint64_t offset, void *bytes, size_t count)
{
    struct odd_drive *odd = context;

    odd_pass(odd, odd->physics.bridge_us);
    return odd->plain.read(odd->sim, offset, bytes, count);
}

static int odd_flush(void *context)
{
    struct odd_drive *odd = context;

    odd_pass(odd, odd->backlog_us);
    odd->backlog_us = 0;
    return odd->plain.flush(odd->sim);
}

static uint64_t odd_now(void *context)
{
    const struct odd_drive *odd = context;

    return odd->sim->now_ns;
}

void odd_drive_init(struct odd_drive *odd, struct sim_drive *sim,
                    const struct odd_physics *physics)
{
    *odd = (struct odd_drive){ .physics = *physics, .sim = sim, .plain = sim->drive };
    sim->drive.context = odd;
    sim->drive.write = odd_write;
    sim->drive.read = odd_read;
    sim->drive.flush = odd_flush;
    sim->drive.now_ns = odd_now;
    sim->drive.watch = NULL;
    sim->drive.settle = NULL;
    sim->drive.count_reads = NULL;
}
