/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fixing_ahead.c - how much there is to do after all data was read for the first time
 *
 * How fast the drive reads is known while that is done. How long it takes from one place
 * to another is measured before, by reading from the journal and the partition in turn:
 * between these places it goes to and fro during the move. How fast it writes, and what a
 * flush costs, is measured where the journal will be, before anything leads to it. */
#include <string.h>

#include "device/io/clock.h"
#include "device/move/fixing/fixing_private.h"
#include "device/move/fixing/journal_speed.h"
#include "model/base/intl.h"
#include "model/base/num.h"
#include "model/move/shift/shift_effort.h"
#include "model/move/shift/shift_plan.h"

enum {
    READS = 16,
    READ_BYTES = 4096,
};

/* Less than any head takes, and more than most other drives. */
static const double seek_fast = 0.001;
/* With less, two pieces and their units are not better than a larger one. */
static const uint64_t ahead_memory_min = UINT64_C(24) << 20;

/* Returns byte number INDEX of READS that are spread over COUNT bytes from START. */
static uint64_t place_of_read(uint64_t start, uint64_t count, unsigned index)
{
    return start + num_round_down(count / READS * index, READ_BYTES);
}

/* Each as far from the one before as the partition is moved. */
static uint64_t place_near(const struct journal_step *step, uint64_t logical,
                           unsigned index)
{
    uint64_t by = step->from < step->to ? step->to - step->from : step->from - step->to;

    return (step->from + by * index % step->length) * logical;
}

/* Returns the mean seconds, with the partition that step INDEX moves; 0: something could
 * not be read. */
static double seek_seconds(struct fixing *fixing, size_t index, bool is_near)
{
    const struct journal_step *step = &fixing->plan.steps[index];
    const struct journal_spot *spot = &fixing->plan.spot;
    _Alignas(READ_BYTES) uint8_t bytes[READ_BYTES];
    uint64_t logical = fixing->limits.logical, begun_ns = clock_ns();

    for (unsigned i = 0; i < READS; i++) {
        uint64_t at = place_of_read(step->from * logical, step->length * logical, i);
        if (is_near)
            at = place_near(step, logical, i);
        else if (i % 2 && !fixing->journal_path)
            at = place_of_read(spot->start * logical, spot->bytes, i);
        if (fixing->disk.pages.read_back(fixing->disk.pages.context, at, bytes,
                                         sizeof(bytes)))
            return 0;
    }
    return (double)(clock_ns() - begun_ns) / 1e9 / READS;
}

static void measure_seeks(struct fixing *fixing, size_t index)
{
    if (fixing->scan.seek_seconds <= 0)
        fixing->scan.seek_seconds = seek_seconds(fixing, index, false);
}

static uint64_t memory_of_drive(const struct fixing *fixing)
{
    return shift_plan_memory(fixing->memory, fixing->scan.scanned, fixing->scan.scan_ns);
}

/* Until it is measured, what is known of such drives tells whether it has a head. */
static bool reads_ahead(const struct fixing *fixing)
{
    double measured = fixing->scan.seek_seconds;
    double seconds = measured > 0 ? measured : fixing->speed.far;

    return seconds < seek_fast && memory_of_drive(fixing) >= ahead_memory_min;
}

void fixing_begin_background(struct fixing *fixing)
{
    measure_seeks(fixing, fixing->step);
    if (!fixing->background && fixing->scan.seek_seconds > 0 && reads_ahead(fixing))
        fixing->background = background_new();
}

/* What is moved at once and two units beside it fit half of the memory of a move. */
uint64_t fixing_piece_memory(const struct fixing *fixing)
{
    uint64_t memory = memory_of_drive(fixing);

    return reads_ahead(fixing) ? memory / 32 * 19 : memory;
}

void fixing_take_scan_speed(struct fixing *fixing)
{
    struct move_speed *speed = &fixing->speed;

    if (fixing->scan.scan_ns && fixing->scan.scanned)
        speed->read = (double)fixing->scan.scanned * (double)CLOCK_SECOND_NS /
                      (double)fixing->scan.scan_ns;
}

/* The places of a move are known to be readable. */
static void measure_speed_of_seeks(struct fixing *fixing)
{
    struct move_speed *speed = &fixing->speed;
    size_t index = fixing->step;

    while (!fixing_moves_data(fixing, index) && index < fixing->plan.step_count)
        index++;
    if (index == fixing->plan.step_count)
        return;
    double near = seek_seconds(fixing, index, true);

    speed->near = near > 0 ? near : speed->near;
    speed->far = fixing->scan.seek_seconds > 0 ? fixing->scan.seek_seconds : speed->far;
}

bool fixing_measure_journal(struct fixing *fixing, struct err *err)
{
    bool is_elsewhere = fixing->journal_path;
    struct move_speed *speed = is_elsewhere ? &fixing->other : &fixing->speed;

    if (!is_elsewhere && !fixing->commit->mark.is_block)
        return true;
    int error =
        journal_measure(&fixing->disk.journal_sink, &fixing->redo->head.place, speed);
    if (!error && !is_elsewhere)
        measure_speed_of_seeks(fixing);
    return !error ||
           err_set(err, ERR_IO, _("The journal cannot be written: %s."), strerror(error));
}

struct fixing_bytes fixing_bytes(const struct fixing *fixing)
{
    struct fixing_bytes bytes = { 0 };

    for (size_t i = fixing->first; i < fixing->plan.step_count; i++) {
        const struct shift *shift = &fixing->moves[i].shift;
        uint64_t count = shift->length * fixing->limits.logical;
        if (!fixing_moves_data(fixing, i))
            continue;
        bytes.read += (fixing->skips_check ? 2 : 3) * count;
        bytes.written += count;
        if (shift->mode == MOVE_JOURNAL && !fixing->journal_path)
            bytes.written += count;
    }
    return bytes;
}

void fixing_measure_ahead(struct fixing *fixing)
{
    struct fixing_ahead *ahead = &fixing->scan.ahead;
    uint64_t sectors = 0, seeks = 0;
    size_t first = fixing->plan.step_count;

    for (size_t i = first; i > fixing->step; i--) {
        const struct shift *shift = &fixing->moves[i - 1].shift;
        if (!fixing_moves_data(fixing, i - 1) || fixing->moves[i - 1].is_scanned)
            continue;
        struct shift_effort effort = shift_effort_of(shift, fixing->journal_path);
        sectors += effort.sectors + (fixing->skips_check ? 0 : shift->length);
        seeks += effort.seeks;
        first = i - 1;
    }
    ahead->bytes = sectors * fixing->limits.logical;
    if (seeks)
        measure_seeks(fixing, first);
    ahead->seconds = (double)seeks * fixing->scan.seek_seconds;
}
