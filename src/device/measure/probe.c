/* SPDX-License-Identifier: GPL-3.0-or-later */
/* probe.c - the phases of a probe, its limits and its verdict */
#include "device/measure/probe.h"

#include <stdlib.h>

#include "device/measure/moving_head.h"
#include "device/measure/probe_private.h"
#include "model/base/mem.h"

/* Minimum area: six of the largest blocks and one that is cut. */
#define MIN_AREA (7 * PROBE_PHYSICAL_MAX)

static bool write_once(struct probe *probe, uint64_t offset, uint32_t bytes,
                       double *ret_us)
{
    uint64_t ns = 0;
    int error = area_copy_write(probe->copy, DRIVE_DURABLE, offset, bytes, &ns);

    probe->result.writes++;
    probe->result.bytes_written = area_copy_written_bytes(probe->copy);
    probe->errors += error != 0;
    *ret_us = drive_us(ns);
    return !error;
}

bool probe_write(struct probe *probe, uint64_t offset, uint32_t bytes, double *ret_us)
{
    return (!probe->is_repeating || write_once(probe, offset, bytes, ret_us)) &&
           write_once(probe, offset, bytes, ret_us);
}

/* Ends the timing; the area is compared if anything was written. */
static void probe_end(struct probe *probe, enum measure_verdict verdict,
                      enum measure_reason reason)
{
    probe->result.verdict = verdict;
    probe->result.reason = reason;
    probe->phase = probe->result.writes ? MEASURE_COMPARING : MEASURE_ENDED;
}

/* A confirmed result stays. At a limit the search may still end with "none", but not if
 * the user stopped it. */
static void probe_give_up(struct probe *probe, enum measure_reason reason)
{
    if (probe->result.verdict == MEASURE_DIFFERENT)
        probe_end(probe, MEASURE_DIFFERENT, REASON_NONE);
    else if (reason != REASON_STOPPED && probe->phase == MEASURE_SEARCHING &&
             probe_search_shows_nothing(probe))
        probe_end(probe, MEASURE_SAME, REASON_NONE);
    else
        probe_end(probe, MEASURE_INCONCLUSIVE, reason);
}

/* Reads cannot prove that there is nothing, only that nothing was seen. */
static void probe_give_up_reads(struct probe *probe, enum measure_reason reason)
{
    if (probe_reads_show_nothing(probe))
        probe_end(probe, MEASURE_SAME, REASON_READS_ONLY);
    else
        probe_end(probe, MEASURE_INCONCLUSIVE, reason);
}

static void probe_choose_phase(struct probe *probe)
{
    probe->result.is_unchanged = true;
    if (!probe->drive->is_direct)
        probe_end(probe, MEASURE_INCONCLUSIVE, REASON_CACHED);
    else if (probe->result.is_read)
        probe_reads_begin(probe);
    else if (probe->drive->logical >= PROBE_PHYSICAL_MAX)
        probe_end(probe, MEASURE_INCONCLUSIVE, REASON_NO_SPACE);
    else
        probe->phase = MEASURE_READING;
}

struct probe *probe_new(const struct drive *drive, const struct test_request *request)
{
    struct probe *probe = xcalloc(1, sizeof(*probe));
    const struct limits *limits = request->limits;
    struct measure_bounds bounds = measure_probe_bounds(request->max_seconds);

    probe->drive = drive;
    probe->dice = dice_of(request->seed);
    probe->max_ns = (uint64_t)(bounds.seconds * 1e9);
    probe->result = (struct probe_result){
        .max = bounds,
        .is_drive = drive->is_drive || request->is_as_drive,
        .is_read = request->is_read_only || !drive->can_write,
        .reported_physical = limits->physical_reported,
        .reported_offset = limits->alignment_reported,
        .seed = request->seed,
    };
    probe->copy = area_copy_new(drive, request->areas,
                                probe->result.is_read ? 0 : request->area_count);
    probe_choose_phase(probe);
    return probe;
}

void probe_free(struct probe *probe)
{
    if (!probe)
        return;
    area_copy_free(probe->copy);
    free(probe);
}

static enum probe_turn probe_step_reading(struct probe *probe)
{
    enum measure_reason reason;

    if (area_copy_read(probe->copy, &reason) == STEP_MORE)
        return TURN_MORE;
    struct test_area area = area_copy_area(probe->copy);
    probe->result.area = area;
    if (reason == REASON_NONE && area.bytes < MIN_AREA)
        reason = REASON_NO_SPACE;
    if (reason != REASON_NONE) {
        probe_end(probe, MEASURE_INCONCLUSIVE, reason);
        return TURN_MORE;
    }
    probe_samples_init(&probe->samples, probe->drive->logical);
    uint32_t bytes = PROBE_BARS * probe->drive->logical;
    probe_bars_begin(probe, bytes < PROBE_PHYSICAL_MAX ? bytes : PROBE_PHYSICAL_MAX, 0);
    probe->phase = MEASURE_TIMING;
    return TURN_MORE;
}

static enum probe_turn probe_step_comparing(struct probe *probe)
{
    enum measure_reason reason;

    if (area_copy_compare(probe->copy, &reason) == STEP_MORE)
        return TURN_MORE;
    probe->phase = MEASURE_ENDED;
    probe->result.is_unchanged = reason == REASON_NONE || reason == REASON_REWRITTEN;
    probe->result.overlap = area_copy_overlap(probe->copy);
    probe->result.bytes_written = area_copy_written_bytes(probe->copy);
    if (reason == REASON_NONE)
        return TURN_MORE;
    /* Times taken while another program wrote are no ground for a verdict. */
    probe->result.verdict = MEASURE_INCONCLUSIVE;
    probe->result.reason = reason;
    probe->result.is_contradiction = false;
    probe->result.physical = probe->result.offset = 0;
    return TURN_MORE;
}

/* The bars have shown how long a durable write takes. */
static enum probe_turn probe_step_classifying(struct probe *probe)
{
    double sum = 0;

    for (size_t i = 0; i < PROBE_BARS; i++)
        sum += probe->result.bars[i].median_us;
    if (sum >= PROBE_BARS * MOVING_HEAD_WRITE_US)
        return TURN_NOTHING;
    return moving_head_is_detected(probe->drive, probe->copy, &probe->dice,
                                   &probe->errors, NULL)
               ? TURN_FOUND
               : TURN_NOTHING;
}

typedef enum probe_turn step_function(struct probe *probe);

static step_function *const write_steps[MEASURE_ENDED] = {
    [MEASURE_READING] = probe_step_reading,
    [MEASURE_TIMING] = probe_bars_step,
    [MEASURE_CLASSIFYING] = probe_step_classifying,
    [MEASURE_SEARCHING] = probe_search_step,
    [MEASURE_PROVING] = probe_proof_step,
    [MEASURE_COMPARING] = probe_step_comparing,
};

/* True if the drive reports a grid of its own that differs from the one found. */
static bool contradicts(const struct probe_result *result, uint32_t logical)
{
    bool is_claimed = result->reported_physical > logical || result->reported_offset;

    return is_claimed && (result->reported_physical != result->physical ||
                          result->reported_offset != result->offset);
}

static void probe_accept(struct probe *probe)
{
    struct probe_result *result = &probe->result;
    struct probe_grid grid = probe->proof.grid;

    result->verdict = MEASURE_DIFFERENT;
    result->physical = grid.physical;
    result->offset = grid.offset;
    result->is_contradiction = contradicts(result, probe->drive->logical);
    /* Bars of larger blocks are timed again at their own scale, from their own boundary;
     * and so are bars of which each paid for another. */
    if (grid.physical > probe->bars.bytes)
        probe_bars_begin(probe, grid.physical,
                         grid.offset % (grid.physical / PROBE_BARS));
    else if (probe->is_repeating)
        probe_bars_begin(probe, probe->bars.bytes, 0);
    else
        probe_end(probe, MEASURE_DIFFERENT, REASON_NONE);
    if (probe->phase == MEASURE_PROVING)
        probe->phase = MEASURE_TIMING;
}

static void probe_reject(struct probe *probe)
{
    probe->result.candidates_rejected++;
    probe->result.ratio = 0;
    probe->result.interval = (struct stats_interval){ 0, 0 };
    probe_search_begin(probe, true);
    probe->is_repeating = false;
    probe->phase = MEASURE_SEARCHING;
}

/* Enters the next phase after the result of the current one. */
static void probe_advance(struct probe *probe, bool is_found)
{
    switch (probe->phase) {
    case MEASURE_TIMING:
        probe->phase = MEASURE_CLASSIFYING;
        if (probe->result.verdict == MEASURE_DIFFERENT)
            probe_end(probe, MEASURE_DIFFERENT, REASON_NONE);
        break;
    case MEASURE_CLASSIFYING:
        probe->phase = MEASURE_SEARCHING;
        probe_search_begin(probe, false);
        if (is_found)
            probe_end(probe, MEASURE_INCONCLUSIVE, REASON_FLUSH_LIES);
        break;
    case MEASURE_SEARCHING:
        probe->phase = MEASURE_PROVING;
        probe->is_repeating = is_found && probe->search.is_late;
        if (is_found)
            probe_proof_begin(probe, probe->search.score.best);
        else
            probe_end(probe, MEASURE_SAME, REASON_NONE);
        break;
    case MEASURE_PROVING:
        if (is_found)
            probe_accept(probe);
        else
            probe_reject(probe);
        break;
    case MEASURE_READING:
    case MEASURE_KERNEL:
    case MEASURE_COMPARING:
    case MEASURE_ENDED:
        break;
    }
}

static void probe_step_writes(struct probe *probe)
{
    bool is_bounded =
        probe->phase != MEASURE_READING && probe->phase != MEASURE_COMPARING;
    unsigned times = probe->is_repeating ? 2 : 1;

    if (is_bounded && probe->timed_ns >= probe->max_ns) {
        probe_give_up(probe, REASON_TIME);
        return;
    }
    /* No step writes more than one block of the largest size. */
    if (is_bounded && (probe->result.writes + times > PROBE_WRITES_MAX ||
                       probe->result.bytes_written + times * PROBE_PHYSICAL_MAX >
                           probe->result.max.bytes)) {
        probe_give_up(probe, REASON_WRITES);
        return;
    }
    enum probe_turn turn = write_steps[probe->phase](probe);
    if (turn == TURN_FAILED)
        probe_end(probe, MEASURE_INCONCLUSIVE, area_copy_failure(probe->copy));
    else if (turn != TURN_MORE)
        probe_advance(probe, turn == TURN_FOUND);
}

static void probe_step_reads(struct probe *probe)
{
    if (probe->timed_ns >= probe->max_ns) {
        probe_give_up_reads(probe, REASON_TIME);
        return;
    }
    switch (probe_reads_step(probe)) {
    case TURN_FOUND:
        probe_end(probe, MEASURE_DIFFERENT, REASON_READS_ONLY);
        break;
    case TURN_NOTHING:
        probe_give_up_reads(probe, REASON_READS_ONLY);
        break;
    case TURN_FAILED:
        probe_end(probe, MEASURE_INCONCLUSIVE, REASON_READ_ERROR);
        break;
    case TURN_MORE:
        break;
    }
}

enum measure_step probe_step(struct probe *probe)
{
    const struct drive *drive = probe->drive;
    uint64_t start = drive->now_ns(drive->context);
    bool is_timed = probe->phase != MEASURE_READING && probe->phase != MEASURE_COMPARING;

    if (probe->phase == MEASURE_ENDED)
        return STEP_DONE;
    if (probe->is_stopping && probe->phase != MEASURE_COMPARING)
        probe_give_up(probe, REASON_STOPPED);
    else if (probe->result.is_read)
        probe_step_reads(probe);
    else
        probe_step_writes(probe);
    uint64_t ns = drive->now_ns(drive->context) - start;
    probe->total_ns += ns;
    probe->timed_ns += is_timed ? ns : 0;
    probe->result.seconds = (double)probe->timed_ns * 1e-9;
    return probe->phase == MEASURE_ENDED ? STEP_DONE : STEP_MORE;
}

void probe_stop(struct probe *probe)
{
    probe->is_stopping = true;
}

const struct probe_result *probe_result(const struct probe *probe)
{
    return &probe->result;
}

const struct area_copy *probe_copy(const struct probe *probe)
{
    return probe->copy;
}
