/* SPDX-License-Identifier: GPL-3.0-or-later */
/* move_cost.c - how a partition is moved, and how long that takes */
#include "model/move/plan/move_cost.h"

#include "model/base/num.h"

/* What one piece or batch of BATCH bytes needs; how often it writes them to this drive.
 */
struct way {
    enum move_mode mode;
    uint64_t batch;
    unsigned writes;
    unsigned near, far; /* movements of the head */
    const struct move_speed *other;
};

/* --- one way of moving --- */

static bool has_bandwidth(const struct move_speed *speed)
{
    return speed->read > 0 && speed->write > 0;
}

static bool is_complete(const struct way *way, const struct move_speed *speed)
{
    return has_bandwidth(speed) && speed->flush > 0 && speed->near > 0 &&
           (!way->far || speed->far > 0) &&
           (!way->other || (way->other->write > 0 && way->other->flush > 0));
}

/* What is unknown counts as nothing. The other drive works at the same time. */
static double way_seconds(const struct way *way, uint64_t bytes, uint64_t flushes,
                          const struct move_speed *speed)
{
    double each = speed->flush + way->near * speed->near + way->far * speed->far;
    double here = (double)bytes / speed->read +
                  (double)bytes * way->writes / speed->write + (double)flushes * each;
    double there = 0;

    if (way->other && way->other->write > 0)
        there = (double)bytes / way->other->write + (double)flushes * way->other->flush;
    return here > there ? here : there;
}

static struct move_cost cost_of_way(const struct way *way, uint64_t bytes,
                                    const struct move_speed *speed)
{
    struct move_cost cost = { .mode = way->mode, .batch = way->batch };

    cost.flushes = bytes / way->batch + (bytes % way->batch != 0);
    cost.written = bytes * way->writes;
    if (!has_bandwidth(speed))
        return cost;
    cost.time = is_complete(way, speed) ? MOVE_TIME_KNOWN : MOVE_TIME_MINIMUM;
    cost.seconds = way_seconds(way, bytes, cost.flushes, speed);
    return cost;
}

/* --- the better one of two --- */

static struct way hole_way(uint64_t distance, uint64_t grid)
{
    return (struct way){ .mode = MOVE_HOLE,
                         .batch = num_round_down(num_min(distance, MOVE_PIECE_MAX), grid),
                         .writes = 1,
                         .near = 2 };
}

static struct way journal_way(const struct move_journal *journal, uint64_t grid)
{
    uint64_t free = journal->bytes - MOVE_RECORD_BYTES;
    struct way way = { .mode = MOVE_JOURNAL,
                       .batch = num_round_down(num_min(free / 2, MOVE_BATCH_MAX), grid) };

    way.writes = journal->other ? 1 : 2;
    way.near = journal->other ? 2 : 1;
    way.far = journal->other ? 0 : 2;
    way.other = journal->other;
    return way;
}

/* A time is not less than its minimum; and without any, the hole is known to be better
 * where its pieces are not smaller. */
static struct move_cost better_cost(struct move_cost hole, struct move_cost journal)
{
    bool is_less = hole.seconds <= journal.seconds;
    struct move_cost cost = { .mode = MOVE_UNDECIDED, .time = hole.time };

    if (hole.batch >= journal.batch || (hole.time == MOVE_TIME_KNOWN && is_less))
        return hole;
    if (journal.time == MOVE_TIME_KNOWN && !is_less)
        return journal;
    if (cost.time)
        cost.time = MOVE_TIME_MINIMUM;
    cost.seconds = is_less ? hole.seconds : journal.seconds;
    return cost;
}

struct move_cost move_cost(const struct move_shift *shift,
                           const struct move_journal *journal,
                           const struct move_speed *speed, uint64_t grid)
{
    if (!shift->bytes || !shift->distance)
        return (struct move_cost){ .mode = MOVE_NONE, .time = MOVE_TIME_KNOWN };
    if (journal->bytes < MOVE_RECORD_BYTES)
        return (struct move_cost){ .mode = MOVE_IMPOSSIBLE };
    struct way hole = hole_way(shift->distance, grid);
    struct way batches = journal_way(journal, grid);
    if (!hole.batch && !batches.batch)
        return (struct move_cost){ .mode = MOVE_IMPOSSIBLE };
    if (!batches.batch)
        return cost_of_way(&hole, shift->bytes, speed);
    if (!hole.batch)
        return cost_of_way(&batches, shift->bytes, speed);
    return better_cost(cost_of_way(&hole, shift->bytes, speed),
                       cost_of_way(&batches, shift->bytes, speed));
}

static void add_cost(struct move_cost *sum, const struct move_cost *cost)
{
    bool is_first = sum->mode == MOVE_NONE;
    bool is_known = cost->written && (is_first || sum->written);

    sum->mode = is_first || sum->mode == cost->mode ? cost->mode : MOVE_MIXED;
    sum->batch = is_first ? cost->batch : num_min(sum->batch, cost->batch);
    sum->flushes = is_known ? sum->flushes + cost->flushes : 0;
    sum->written = is_known ? sum->written + cost->written : 0;
    sum->time = sum->time < cost->time ? sum->time : cost->time;
    sum->seconds += cost->seconds;
}

struct move_cost move_cost_sum(const struct move_shift *shifts, size_t count,
                               const struct move_journal *journal,
                               const struct move_speed *speed, uint64_t grid)
{
    struct move_cost sum = { .mode = MOVE_NONE, .time = MOVE_TIME_KNOWN };

    for (size_t i = 0; i < count; i++) {
        struct move_cost cost = move_cost(&shifts[i], journal, speed, grid);
        if (cost.mode == MOVE_IMPOSSIBLE)
            return cost;
        if (cost.mode != MOVE_NONE)
            add_cost(&sum, &cost);
    }
    if (sum.time == MOVE_TIME_UNKNOWN)
        sum.seconds = 0;
    return sum;
}

double move_check_seconds(const struct move_shift *shifts, size_t count,
                          const struct move_speed *speed)
{
    double bytes = 0;

    for (size_t i = 0; i < count; i++)
        bytes += shifts[i].distance ? (double)shifts[i].bytes : 0;
    return speed->read > 0 ? bytes / speed->read : 0;
}

const char *move_mode_id(enum move_mode mode)
{
    static const char *const ids[MOVE_MODE_COUNT] = {
        [MOVE_NONE] = "none",       [MOVE_HOLE] = "hole",
        [MOVE_JOURNAL] = "journal", [MOVE_UNDECIDED] = "undecided",
        [MOVE_MIXED] = "mixed",     [MOVE_IMPOSSIBLE] = "impossible",
    };

    return ids[mode];
}

const char *move_time_id(enum move_time time)
{
    static const char *const ids[] = {
        [MOVE_TIME_UNKNOWN] = "unknown",
        [MOVE_TIME_MINIMUM] = "minimum",
        [MOVE_TIME_KNOWN] = "known",
    };

    return ids[time];
}
