/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sim_drive.h - a drive in virtual time: its physics are rows of numbers */
#ifndef ALIDADE_SUPPORT_SIM_DRIVE_H
#define ALIDADE_SUPPORT_SIM_DRIVE_H

#include "device/measure/drive.h"
#include "support/rng.h"

/* Times in microseconds.  Zero: none of it. */
struct sim_physics {
    uint64_t size_bytes; /* 0: 64 MiB */
    uint32_t logical;    /* 0: 512 */
    uint32_t physical;   /* bytes; 0: logical */
    uint32_t shift;      /* byte of the first physical boundary: 3584 is the XP jumper */
    double write_us;     /* a write */
    double rmw_us;       /* added for each physical block that is written in part */
    double read_us;
    double split_us; /* added to a read across a multiple of split_bytes */
    uint64_t split_bytes;
    double rpm;          /* a durable write waits until its place comes by */
    double seek_us;      /* a request that does not follow the one before */
    double sigma;        /* of the logarithm of every time: 0.1 is 10 per cent */
    double spike_share;  /* of the requests take ... */
    double spike_factor; /* ... so many times as long */
    double drift;        /* the times grow by this share each second */
    double burst_every;  /* so many writes ... */
    double burst_us;     /* ... then one waits so long */
    double load_share;   /* of the time others are at work, for load_ms at a time, ... */
    double load_ms;
    double load_factor;  /* ... and all takes so many times as long */
    double pause_us;     /* before each write, outside of any timing */
    bool is_flush_lying; /* durable writes only reach the cache */
    double cache_us;     /* a write that only reaches the cache */
    double carry_share;  /* of the price of a partial block, paid by the next write */
    double buffer_slots; /* writes acknowledged at once while the medium drains them */
    double buffer_us;    /* an acknowledged write */
    uint64_t fill_bytes; /* written before partial blocks cost anything */
    bool is_no_drive;
    bool is_not_direct;
    bool is_read_only;
};

struct sim_drive {
    struct sim_physics physics;
    struct drive drive; /* what is measured */
    struct rng rng;
    double owed_us; /* of carry_share */
    double debt_us; /* of the buffer: what the medium had still to do at seen_ns */
    uint64_t seen_ns;
    uint8_t *bytes;
    uint64_t now_ns;
    uint64_t next_byte; /* where the last request ended */
    uint64_t reads, writes, flushes, bytes_written;
    uint64_t kernel_reads;   /* counted as the device does, the page cache's among them */
    uint64_t writes_outside; /* of [allowed_start, allowed_end): a test looks */
    uint64_t allowed_start, allowed_end;
    uint64_t writes_changing; /* that did not bring the bytes that lay there */
    /* Faults; 0: none. */
    uint64_t fail_write; /* the so-manieth write is an I/O error, ... */
    int fail_error;      /* ... or this errno */
    uint64_t bad_byte;   /* a read that touches it is an I/O error, once is_bad */
    bool is_bad;
    bool is_mendable; /* a write over all of the physical block makes it good again */
    /* The so-manieth write is an I/O error, and bad_byte its first byte from there on. */
    uint64_t tear_write;
    uint64_t meddle_after; /* so many reads, then another program writes at meddle_byte */
    uint64_t meddle_byte;
};

/* Filled with random bytes.  The drive stays where it is: sim.drive points into it. */
void sim_drive_init(struct sim_drive *sim, const struct sim_physics *physics,
                    uint64_t seed);
void sim_drive_finish(struct sim_drive *sim);
/* A number of all the bytes. */
uint64_t sim_drive_hash(const struct sim_drive *sim);

#endif
