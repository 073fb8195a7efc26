/* SPDX-License-Identifier: GPL-3.0-or-later */
/* probe_private.h - what the rooms of a probe share: its state, and one timed request */
#ifndef ALIDADE_DEVICE_MEASURE_PROBE_PRIVATE_H
#define ALIDADE_DEVICE_MEASURE_PROBE_PRIVATE_H

#include "device/measure/area_copy.h"
#include "device/measure/probe.h"
#include "model/base/dice.h"
#include "model/base/must_use.h"
#include "model/measure/probe_score.h"

/* Of one measurement, whatever they are written for. */
#define PROBE_WRITES_MAX PROBE_SAMPLES_MAX
/* Times of each bar that are kept. */
#define PROBE_ROUNDS_MAX 16U
/* Pairs of each of the two kinds that a proof compares. */
#define PROBE_PAIRS_MAX 96U
/* From two logical sectors to 16 MiB. */
#define PROBE_POWERS_MAX 15U
#define PROBE_READS_MAX  3000U

/* The same write at eight places beside each other. */
struct probe_bars {
    uint32_t bytes, step, first;
    unsigned rounds;   /* complete ones */
    unsigned done;     /* of this round */
    unsigned warm_ups; /* still to be done, and thrown away */
    uint64_t from_ns;  /* when they began */
    uint8_t order[PROBE_BARS];
    double us[PROBE_BARS][PROBE_ROUNDS_MAX];
};

struct probe_search {
    struct probe_score score;
    size_t next; /* so many samples are scored next */
};

/* Fresh pairs for one candidate: whole blocks against blocks across a boundary, apart for
 * even and odd boundaries. */
struct probe_proof {
    struct probe_grid grid;
    unsigned pairs; /* of each kind */
    unsigned next_look;
    unsigned done; /* writes of this round */
    uint8_t order[4];
    double us[4];
    double differences[2 * PROBE_PAIRS_MAX]; /* logarithms; even, odd, even .. */
    double work[2 * PROBE_PAIRS_MAX];
    struct stats_rank ranks[2 * PROBE_PAIRS_MAX];
};

/* Reads across powers of two, each with one beside. */
struct probe_reads {
    unsigned powers; /* how many there are: 2 logical sectors, 4, 8 .. */
    uint8_t order[PROBE_POWERS_MAX];
    unsigned done;                   /* of this round */
    unsigned rounds;                 /* complete ones */
    double longer[PROBE_POWERS_MAX]; /* of the reads across: those that took longer */
    unsigned candidate;              /* index of the power that is proved */
    unsigned pairs; /* of the proof: of the candidate, and as many of the one below */
    unsigned next_look;
    double logarithms[2][PROBE_PAIRS_MAX]; /* of across over beside */
    double longer_us[PROBE_PAIRS_MAX];
    double work[PROBE_PAIRS_MAX];
    struct stats_rank ranks[PROBE_PAIRS_MAX];
};

struct probe {
    const struct drive *drive;
    struct area_copy *copy;
    struct dice dice;
    enum measure_phase phase;
    struct probe_result result;
    uint64_t total_ns; /* spent in steps: pauses between them are left out */
    uint64_t timed_ns; /* ... since the first request that is timed */
    uint64_t max_ns;
    unsigned errors;
    bool is_stopping;
    struct probe_bars bars;
    struct probe_search search;
    struct probe_proof proof;
    struct probe_reads reads;
    struct probe_samples samples;
};

/* What a room says after one request. */
enum probe_turn {
    TURN_MORE,
    TURN_FOUND,   /* search: a candidate; proof: it is borne out; look: a head moves */
    TURN_NOTHING, /* the opposite; bars: they are complete */
    TURN_FAILED,  /* a request failed, and nothing more is to be tried */
};

/* Puts BYTES at OFFSET of the disk back where they are; *RET_US is above 0.  False: it
 * failed. */
bool probe_write(struct probe *probe, uint64_t offset, uint32_t bytes,
                 double *ret_us) MUST_USE;

/* The steps do one request each, those of reads a pair. */
void probe_bars_begin(struct probe *probe, uint32_t bytes, uint32_t first);
enum probe_turn probe_bars_step(struct probe *probe);

/* Forgets what was measured where IS_FRESH. */
void probe_search_begin(struct probe *probe, bool is_fresh);
enum probe_turn probe_search_step(struct probe *probe);
/* There will be no more samples: do these say that there is nothing? */
bool probe_search_shows_nothing(struct probe *probe);

/* The window holds six blocks of GRID or more. */
void probe_proof_begin(struct probe *probe, struct probe_grid grid);
enum probe_turn probe_proof_step(struct probe *probe);

void probe_reads_begin(struct probe *probe);
enum probe_turn probe_reads_step(struct probe *probe);
/* Enough was measured, and no step is in sight. */
bool probe_reads_show_nothing(const struct probe *probe);

#endif
