/* SPDX-License-Identifier: GPL-3.0-or-later */
/* probe_private.h - what the files of the probe share: its state, and one timed
 * request */
#ifndef ALIDADE_DEVICE_MEASURE_PROBE_PRIVATE_H
#define ALIDADE_DEVICE_MEASURE_PROBE_PRIVATE_H

#include "device/measure/area_copy.h"
#include "device/measure/probe.h"
#include "device/measure/turns.h"
#include "model/base/dice.h"
#include "model/base/must_use.h"
#include "model/measure/probe_score.h"

/* Maximum of one probe, for all purposes. */
#define PROBE_WRITES_MAX PROBE_SAMPLES_MAX
/* Number of times that are kept of each bar. */
#define PROBE_ROUNDS_MAX 16U
/* Maximum number of pairs of each of the two kinds of a proof. */
#define PROBE_PAIRS_MAX 96U
/* From two logical sectors to 16 MiB. */
#define PROBE_POWERS_MAX 15U
#define PROBE_READS_MAX  3000U

/* The same write at eight adjacent places. */
struct probe_bars {
    uint32_t bytes, step, first;
    struct turns turns;
    unsigned warm_ups; /* still to be done and ignored */
    uint64_t from_ns;  /* when they began */
    double us[PROBE_BARS][PROBE_ROUNDS_MAX];
};

struct probe_search {
    struct probe_score score;
    bool is_late; /* the next write pays for a cut block */
    size_t next;  /* number of samples at the next score */
};

/* Fresh pairs for one candidate: whole blocks against blocks across a boundary, for even
 * and odd boundaries separately. */
struct probe_proof {
    struct probe_grid grid;
    unsigned pairs; /* of each kind */
    unsigned next_look;
    struct turns turns;
    double us[4];
    double differences[2 * PROBE_PAIRS_MAX]; /* logarithms; even, odd, even ... */
    double work[2 * PROBE_PAIRS_MAX];
    struct stats_rank ranks[2 * PROBE_PAIRS_MAX];
};

/* Reads across powers of two, each paired with one beside. */
struct probe_reads {
    unsigned powers; /* number of powers: 2 logical sectors, 4, 8 ... */
    struct turns turns;
    double longer[PROBE_POWERS_MAX]; /* of the reads across: how many took longer */
    unsigned candidate;              /* index of the power to prove */
    unsigned pairs; /* of the proof: of the candidate, and of the next smaller power */
    bool is_half;   /* of the next pair, only the candidate's half was read */
    unsigned next_look;
    double logarithms[2][PROBE_PAIRS_MAX]; /* of across divided by beside */
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
    uint64_t total_ns; /* spent in steps, without pauses between them */
    uint64_t timed_ns; /* since the first timed request */
    uint64_t max_ns;
    unsigned errors;
    bool is_stopping;
    bool is_repeating; /* each write is made twice: the second one pays for the first */
    struct probe_bars bars;
    struct probe_search search;
    struct probe_proof proof;
    struct probe_reads reads;
    struct probe_samples samples;
};

/* Outcome of a step of a phase. */
enum probe_turn {
    TURN_MORE,
    TURN_FOUND,   /* search: a candidate; proof: confirmed; classifying: a head moves */
    TURN_NOTHING, /* the opposite; bars: complete */
    TURN_FAILED,  /* a request failed; nothing more is tried */
};

/* Writes BYTES at OFFSET of the disk back, twice if needed; *RET_US is above 0. False if
 * it failed. */
bool probe_write(struct probe *probe, uint64_t offset, uint32_t bytes,
                 double *ret_us) MUST_USE;

/* A step is one request, or a pair of reads. */
void probe_bars_begin(struct probe *probe, uint32_t bytes, uint32_t first);
enum probe_turn probe_bars_step(struct probe *probe);

/* IS_FRESH drops the samples so far. */
void probe_search_begin(struct probe *probe, bool is_fresh);
enum probe_turn probe_search_step(struct probe *probe);
/* True if the samples show that there is nothing; no more will come. */
bool probe_search_shows_nothing(struct probe *probe);

/* The area must hold at least six blocks of GRID. */
void probe_proof_begin(struct probe *probe, struct probe_grid grid);
enum probe_turn probe_proof_step(struct probe *probe);

void probe_reads_begin(struct probe *probe);
enum probe_turn probe_reads_step(struct probe *probe);
/* True if enough was timed without a sign of a step. */
bool probe_reads_show_nothing(const struct probe *probe);

#endif
