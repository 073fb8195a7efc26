/* SPDX-License-Identifier: GPL-3.0-or-later */
/* medium.h - how long a drive takes, request by request: times and places, no bytes */
#ifndef ALIDADE_TESTS_MEDIUM_H
#define ALIDADE_TESTS_MEDIUM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Times in microseconds.  Zero: none of it. */
struct medium_physics {
    double physical; /* bytes of a block that is only written whole */
    double shift;    /* byte of the first such block's start: 3584 is the XP jumper */
    double write_us; /* a write */
    double rmw_us;   /* added for each block that is written in part */
    double read_us;
    double split_us; /* added to a read from more than one block */
    double rpm;      /* what is written waits until its place comes by */
    double seek_us;  /* a request that does not follow the one before */
    double cache_us; /* a write that only reaches the cache */
    double jitter;   /* per cent, up and down, of every time but the platter's */
    double spike;    /* per mille of the requests that take 20 times as long */
    double cache;    /* 1: writes wait in the cache for a flush */
    double carry;    /* share of a block's price that the next write pays */
    double buffer;   /* writes that are acknowledged at once while the medium works */
    double fill;     /* bytes that are written before a part of a block costs anything */
    double lying;    /* 1: nothing ever waits for the medium, whatever is asked for */
};

struct medium_range {
    uint64_t start, end; /* bytes */
};

/* More waiting writes than this empty the cache at once. */
#define MEDIUM_CACHE 1024

struct medium {
    struct medium_physics physics;
    unsigned short dice[3];
    uint64_t next_byte; /* where the last request ended */
    bool was_read;
    struct medium_range waiting[MEDIUM_CACHE];
    size_t waiting_count;
    double owed_us;   /* of carry */
    double busy_us;   /* moment until which the medium works off its buffer */
    uint64_t written; /* bytes */
};

void medium_init(struct medium *medium, const struct medium_physics *physics);

/* How long the request takes that comes at the moment NOW_US of any steady clock. */
double medium_read(struct medium *medium, double now_us, uint64_t offset, size_t count);
double medium_write(struct medium *medium, double now_us, uint64_t offset, size_t count,
                    bool is_durable);
double medium_flush(struct medium *medium, double now_us);

#endif
