/* SPDX-License-Identifier: GPL-3.0-or-later */
/* probe_score.c - regression of the ranks of times on partly written blocks
 *
 * Ranks limit the weight of single slow writes. They are centred per size, since large
 * writes take longer anyway. */
#include "model/measure/probe_score.h"

#include <assert.h>
#include <math.h>

#include "model/base/num.h"

/* With fewer samples no bound on hidden costs is reliable. */
#define MIN_SAMPLES 24U
/* Number of consecutive writes that share a common level of times. */
#define NEIGHBOURS 32U
/* Standard errors: exceeded once in two thousand cases. */
#define SURE 3.3
/* Divides the interquartile range of a normal distribution to give its standard
 * deviation. */
#define MIDDLE_HALF 1.349

/* Sums over all samples; Y are the centred ranks. */
struct centred {
    size_t counts[PROBE_SIZES];
    double squares; /* of Y */
};

unsigned probe_grid_cuts(struct probe_grid grid, uint64_t offset, uint32_t bytes)
{
    uint32_t mask = grid.physical - 1;
    uint32_t head = (uint32_t)(offset + grid.physical - grid.offset) & mask;

    if (head + bytes <= grid.physical)
        return bytes < grid.physical;
    return (head ? 1U : 0U) + ((head + bytes) & mask ? 1U : 0U);
}

void probe_samples_init(struct probe_samples *samples, uint32_t logical)
{
    assert(num_is_power_of_two(logical) && logical >= 512);
    assert(logical < PROBE_PHYSICAL_MAX);
    samples->logical = logical;
    samples->count = 0;
}

void probe_samples_add(struct probe_samples *samples, uint64_t offset, uint32_t bytes,
                       double us)
{
    assert(num_is_power_of_two(bytes) && bytes >= samples->logical);
    assert(bytes <= PROBE_PHYSICAL_MAX);
    if (samples->count < PROBE_SAMPLES_MAX)
        samples->rows[samples->count++] = (struct probe_sample){ offset, bytes, us };
}

/* Sorts indices by their values: Shell sort with Ciura's gaps, which is short and needs
 * no memory. */
static void sort_indices(uint16_t *order, size_t count, const double *values)
{
    static const size_t gaps[] = { 701, 301, 132, 57, 23, 10, 4, 1 };

    for (size_t g = 0; g < sizeof(gaps) / sizeof(gaps[0]); g++) {
        size_t gap = gaps[g];
        for (size_t i = gap; i < count; i++) {
            uint16_t moved = order[i];
            size_t j = i;
            for (; j >= gap && values[order[j - gap]] > values[moved]; j -= gap)
                order[j] = order[j - gap];
            order[j] = moved;
        }
    }
}

static void sort_by(struct probe_samples *samples)
{
    for (size_t i = 0; i < samples->count; i++)
        samples->order[i] = (uint16_t)i;
    sort_indices(samples->order, samples->count, samples->values);
}

/* Finds the median time of each size; ORDER is sorted by time. */
static void size_medians(const struct probe_samples *samples, const size_t *counts,
                         double *medians)
{
    size_t seen[PROBE_SIZES] = { 0 };

    for (size_t i = 0; i < samples->count; i++) {
        size_t size = samples->sizes[samples->order[i]];
        if (seen[size]++ == counts[size] / 2)
            medians[size] = samples->values[samples->order[i]];
    }
}

/* Spread of the times around the median of their size, as a standard deviation. */
static double spread_us(struct probe_samples *samples, const size_t *counts)
{
    double medians[PROBE_SIZES] = { 0 };
    size_t n = samples->count;

    size_medians(samples, counts, medians);
    for (size_t i = 0; i < n; i++)
        samples->values[i] = samples->rows[i].us - medians[samples->sizes[i]];
    sort_by(samples);
    double middle = samples->values[samples->order[n - 1 - n / 4]] -
                    samples->values[samples->order[n / 4]];
    return middle / MIDDLE_HALF;
}

/* Turns times into ranks; equal times share the mean of their ranks. */
static void rank(struct probe_samples *samples)
{
    size_t n = samples->count;

    for (size_t from = 0, to; from < n; from = to) {
        double us = samples->rows[samples->order[from]].us;
        for (to = from + 1; to < n && samples->rows[samples->order[to]].us <= us; to++)
            ;
        for (size_t i = from; i < to; i++)
            samples->values[samples->order[i]] = (double)(from + to - 1) / 2;
    }
}

static void centre_sizes(struct probe_samples *samples, const size_t *counts)
{
    double sums[PROBE_SIZES] = { 0 };

    for (size_t i = 0; i < samples->count; i++)
        sums[samples->sizes[i]] += samples->values[i];
    for (size_t i = 0; i < samples->count; i++) {
        size_t size = samples->sizes[i];
        samples->values[i] -= sums[size] / (double)counts[size];
    }
}

/* Removes the mean of neighbouring writes: slow phases of the drive or the machine. */
static void centre_neighbours(struct probe_samples *samples)
{
    for (size_t from = 0, to; from < samples->count; from = to) {
        double sum = 0;
        to = samples->count - from < 2 * NEIGHBOURS ? samples->count : from + NEIGHBOURS;
        for (size_t i = from; i < to; i++)
            sum += samples->values[i];
        for (size_t i = from; i < to; i++)
            samples->values[i] -= sum / (double)(to - from);
    }
}

/* Each of the two steps disturbs the other a little; three rounds are enough. Sizes come
 * last, since the number of cut blocks depends on them. */
static void centre(struct probe_samples *samples, struct centred *ret)
{
    for (unsigned i = 0; i < 3; i++) {
        centre_neighbours(samples);
        centre_sizes(samples, ret->counts);
    }
    ret->squares = 0;
    for (size_t i = 0; i < samples->count; i++)
        ret->squares += samples->values[i] * samples->values[i];
}

/* What one grid explains. */
struct fit {
    double explained; /* share of the squares; 0 where cut blocks do not take longer */
    double hidden;    /* upper bound of the slope, in standard deviations of a rank */
};

static struct fit fit_of(const struct probe_samples *samples, const struct centred *c,
                         struct probe_grid grid)
{
    uint32_t sums[PROBE_SIZES] = { 0 }, squares = 0;
    double both = 0;

    for (size_t i = 0; i < samples->count; i++) {
        unsigned cuts = probe_grid_cuts(grid, samples->offsets[i], samples->bytes[i]);
        sums[samples->sizes[i]] += cuts;
        squares += cuts * cuts;
        both += cuts * samples->values[i];
    }
    double own = squares;
    for (size_t s = 0; s < PROBE_SIZES; s++)
        own -= c->counts[s] ? (double)sums[s] * sums[s] / (double)c->counts[s] : 0;
    if (own < 1)
        return (struct fit){ .hidden = INFINITY };
    if (c->squares <= 0)
        return (struct fit){ .hidden = SURE / sqrt(own) };
    double sd = sqrt(c->squares / (double)samples->count);
    return (struct fit){
        .explained = both > 0 ? both * both / own / c->squares : 0,
        .hidden = both / own / sd + SURE / sqrt(own),
    };
}

static double fit_likelihood(double explained, size_t count)
{
    /* Without noise everything is explained: the logarithm must stay finite. */
    return -(double)count / 2 * log(1 - fmin(explained, 1 - 1e-9));
}

static void use_times(struct probe_samples *samples)
{
    for (size_t i = 0; i < samples->count; i++)
        samples->values[i] = samples->rows[i].us;
    sort_by(samples);
}

/* Fills the work arrays and leaves centred ranks in values.  A time belongs to the place
 * of the write LAG before it; the first ones, which have none, to their own. */
static void prepare(struct probe_samples *samples, size_t lag, struct centred *ret,
                    struct probe_score *ret_score)
{
    size_t n = samples->count;

    *ret = (struct centred){ .squares = 0 };
    for (size_t i = 0; i < n; i++) {
        const struct probe_sample *row = &samples->rows[i];
        const struct probe_sample *placed = i < lag ? row : row - lag;
        samples->offsets[i] = (uint32_t)(placed->offset % PROBE_PHYSICAL_MAX);
        samples->bytes[i] = placed->bytes;
        samples->sizes[i] = (uint8_t)__builtin_ctz(row->bytes / samples->logical);
        ret->counts[samples->sizes[i]]++;
    }
    use_times(samples);
    ret_score->median_us = samples->values[samples->order[n / 2]];
    ret_score->spread_us = spread_us(samples, ret->counts);
    use_times(samples);
    rank(samples);
    centre(samples, ret);
}

/* The two best grids so far, by the share they explain. */
struct leaders {
    double best, second;
};

static void compare(struct leaders *leaders, struct probe_grid grid, struct fit fit,
                    struct probe_score *ret)
{
    if (fit.hidden > ret->hidden) {
        ret->hidden = fit.hidden;
        ret->hiding = grid;
    }
    if (fit.explained > leaders->best) {
        leaders->second = leaders->best;
        ret->second = ret->best;
        leaders->best = fit.explained;
        ret->best = grid;
    } else if (fit.explained > leaders->second) {
        leaders->second = fit.explained;
        ret->second = grid;
    }
}

static void score_with_lag(struct probe_samples *samples, size_t lag,
                           struct probe_score *ret)
{
    struct centred c;
    struct leaders leaders = { -1, -1 };

    assert(samples->count);
    *ret = (struct probe_score){ .hidden = 0 };
    prepare(samples, lag, &c, ret);
    for (uint32_t p = 2 * samples->logical; p <= PROBE_PHYSICAL_MAX; p *= 2)
        for (uint32_t offset = 0; offset < p; offset += samples->logical) {
            struct probe_grid grid = { p, offset };
            compare(&leaders, grid, fit_of(samples, &c, grid), ret);
        }
    ret->likelihood = fit_likelihood(leaders.best, samples->count);
    ret->gap = ret->likelihood - fit_likelihood(leaders.second, samples->count);
    if (samples->count < MIN_SAMPLES)
        ret->hidden = INFINITY;
}

void probe_samples_score(struct probe_samples *samples, struct probe_score *ret)
{
    score_with_lag(samples, 0, ret);
}

void probe_samples_score_late(struct probe_samples *samples, struct probe_score *ret)
{
    score_with_lag(samples, 1, ret);
}
