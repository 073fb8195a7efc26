/* SPDX-License-Identifier: GPL-3.0-or-later */
/* odd_drive.h - a simulated drive whose writes are paid for at another time */
#ifndef ALIDADE_SUPPORT_ODD_DRIVE_H
#define ALIDADE_SUPPORT_ODD_DRIVE_H

#include "support/sim_drive.h"

/* Times in microseconds.  Zero: none of it. */
struct odd_physics {
    uint32_t physical, shift; /* bytes: the blocks, of which a partial write costs ... */
    double rmw_us;            /* ... so much more */
    double carry;             /* share of that cost which the next write pays */
    uint64_t cache_bytes;     /* a cache takes so many bytes without it ... */
    double cached_share;      /* ... but for this share of it */
    bool is_log; /* ... writing them one after the other elsewhere on the platter, */
    bool is_partial_log;  /* or only those that it would have to read for */
    double full_us;       /* ... and without this, which every later write costs */
    unsigned idle_writes; /* ... or so many writes come before it begins */
    unsigned buffer;      /* writes that are answered before they are done ... */
    double drain_us;      /* ... each of which takes so long */
    bool is_queue;        /* they are done in their order; at most ODD_QUEUE */
    double bridge_us;     /* added to each request */
    double stall_every, stall_us;
    double throttle_after_us; /* from then on all takes twice as long */
    double stripe_us;         /* added to a write across a multiple of stripe_bytes */
    uint64_t stripe_bytes;
};

#define ODD_QUEUE 64U

struct odd_drive {
    struct odd_physics physics;
    struct sim_drive *sim;
    struct drive plain; /* of the simulated drive */
    double owed_us, backlog_us;
    uint64_t drained_ns, writes, bytes;
    uint64_t log_bytes;        /* end of what is_log has written */
    double done_us[ODD_QUEUE]; /* when each of the last writes is done */
};

/* Takes the place of SIM's drive, which keeps its own noise and has no blocks. */
void odd_drive_init(struct odd_drive *odd, struct sim_drive *sim,
                    const struct odd_physics *physics);

#endif
