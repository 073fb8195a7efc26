/* SPDX-License-Identifier: GPL-3.0-or-later */
/* probe_search.c - writes at places where the likeliest grids disagree */
#include "device/measure/probe_private.h"

/* What a candidate needs before it is worth a proof: log-likelihoods against no grid and
 * against the second best. */
#define MIN_SAMPLES 36U
#define LIKELIHOOD  12.0
#define GAP         6.0
/* With fewer samples places are purely random. */
#define SAMPLES_BLIND 24U
/* Of so many random places the most informative is used. */
#define TRIES 24U
/* Below this likelihood grids are to be refuted rather than ranked. */
#define CONTEST 8.0
/* Conditions for "nothing there": no grid explains more than noise, and the possible
 * unseen cost of a cut block is below a share of a write and far below the deviation of
 * the times. Weaker ones hold at the end, when no more writes are possible. */
struct nothing {
    double likelihood, share;
};
static const struct nothing early = { 6, 0.10 }, last[] = { { 8, 0.11 }, { 5, 0.16 } };
#define NOTHING_DEVIATION 0.5
/* A smaller share is negligible whatever explains it. */
#define NOTHING_TRIFLE 0.05
/* For drives as slow as a disk: the unseen cost is less than half a turn, the least that
 * a platter loses. */
#define SLOW_US         2000.0
#define SLOW_LIKELIHOOD 8.0
#define SLOW_DEVIATION  0.7
#define SLOW_HIDDEN_US  3000.0

/* Weights of the sizes from 512 bytes to 64 KiB where no grids compete: these suit all
 * block sizes. A write of one logical sector is always partial and tells nothing, and the
 * largest are few, or they would use up the bytes of the run. */
static const uint8_t blind_weights[PROBE_SIZES] = { 0, 0, 0, 2, 4, 4, 3, 1 };
static const uint8_t contest_weights[PROBE_SIZES] = { 0, 3, 3, 3, 3, 3, 2, 1 };

static uint32_t choose_bytes(struct probe *probe, const uint8_t *weights)
{
    uint32_t logical = probe->drive->logical, bytes = 2 * logical, sum = 0;

    for (size_t i = 0; i < PROBE_SIZES; i++)
        sum += 512U << i > logical ? weights[i] : 0;
    uint64_t chosen = dice_below(&probe->dice, sum);
    for (size_t i = 0; i < PROBE_SIZES; i++) {
        uint32_t weight = 512U << i > logical ? weights[i] : 0;
        bytes = 512U << i;
        if (chosen < weight)
            break;
        chosen -= weight;
    }
    return bytes;
}

/* A place that begins or ends at a boundary of GRID; false if it lies outside the
 * area. */
static bool snap(struct probe *probe, struct probe_grid grid, uint32_t bytes,
                 uint64_t *ret_offset)
{
    struct test_area area = area_copy_area(probe->copy);
    uint64_t block = dice_below(&probe->dice, area.bytes / grid.physical + 1);
    uint64_t first = area.start - area.start % grid.physical + grid.offset;
    uint64_t at = first + block * grid.physical;

    if (dice_below(&probe->dice, 2))
        at -= bytes < at ? bytes : at;
    if (at < area.start || at + bytes > area.start + area.bytes)
        return false;
    *ret_offset = at;
    return true;
}

/* Two grids to tell apart; PHYSICAL 0: random places instead. */
struct contest {
    struct probe_grid one, other;
};

static struct contest contest_of(struct probe *probe)
{
    const struct probe_score *score = &probe->search.score;

    if (!score->best.physical)
        return (struct contest){ .one = { 0, 0 } };
    /* Random places give information about all grids. */
    uint64_t turn = score->likelihood > CONTEST ? 0 : dice_below(&probe->dice, 3);
    if (!turn)
        return (struct contest){ score->best, score->second };
    return (struct contest){ .one = turn == 1 ? score->hiding
                                              : (struct probe_grid){ 0, 0 } };
}

static void propose_write(struct probe *probe, const struct contest *contest,
                          uint64_t *ret_offset, uint32_t *ret_bytes)
{
    struct test_area area = area_copy_area(probe->copy);
    uint32_t logical = probe->drive->logical;
    struct probe_grid grid = dice_below(&probe->dice, 2) ? contest->one : contest->other;

    *ret_bytes =
        choose_bytes(probe, contest->one.physical ? contest_weights : blind_weights);
    if (grid.physical && dice_below(&probe->dice, 2) &&
        snap(probe, grid, *ret_bytes, ret_offset))
        return;
    uint64_t places = (area.bytes - *ret_bytes) / logical + 1;
    *ret_offset = area.start + logical * dice_below(&probe->dice, places);
}

static int cuts(struct probe_grid grid, uint64_t offset, uint32_t bytes)
{
    return grid.physical ? (int)probe_grid_cuts(grid, offset, bytes) : 0;
}

/* A coin decides which of the two grids should be slower; otherwise a busy minute would
 * favour one of them. */
static void choose_place(struct probe *probe, uint64_t *ret_offset, uint32_t *ret_bytes)
{
    struct contest contest = contest_of(probe);
    int sign = dice_below(&probe->dice, 2) ? 1 : -1, max = -3;
    unsigned tries = contest.one.physical ? TRIES : 1;

    for (unsigned i = 0; i < tries; i++) {
        uint64_t offset;
        uint32_t bytes;
        propose_write(probe, &contest, &offset, &bytes);
        int differs = sign * (cuts(contest.one, offset, bytes) -
                              cuts(contest.other, offset, bytes));
        if (differs > max) {
            max = differs;
            *ret_offset = offset;
            *ret_bytes = bytes;
        }
    }
}

static bool is_nothing(const struct probe_score *score, struct nothing bound)
{
    double us = score->hidden * score->spread_us;
    bool is_slow = score->median_us >= SLOW_US && score->hidden < SLOW_DEVIATION &&
                   us < SLOW_HIDDEN_US && score->likelihood < SLOW_LIKELIHOOD;
    bool is_chance =
        score->likelihood < bound.likelihood || us < NOTHING_TRIFLE * score->median_us;

    return is_slow || (is_chance && score->hidden < NOTHING_DEVIATION &&
                       us <= bound.share * score->median_us);
}

static bool score_is_candidate(const struct probe_score *score)
{
    return score->likelihood > LIKELIHOOD && score->gap > GAP;
}

/* A drive may acknowledge a cut block and pay for it in the next write.  That explanation
 * counts where it is clearly the better one, or where the usual one shows nothing. */
static void search_score(struct probe *probe)
{
    struct probe_search *search = &probe->search;
    struct probe_score late;

    probe_samples_score(&probe->samples, &search->score);
    search->is_late = false;
    if (score_is_candidate(&search->score))
        return;
    probe_samples_score_late(&probe->samples, &late);
    search->is_late =
        is_nothing(&search->score, early) ||
        (score_is_candidate(&late) && late.likelihood > search->score.likelihood);
    if (search->is_late)
        search->score = late;
}

void probe_search_begin(struct probe *probe, bool is_fresh)
{
    probe->search = (struct probe_search){ .next = 0 };
    if (is_fresh)
        probe->samples.count = 0;
}

enum probe_turn probe_search_step(struct probe *probe)
{
    struct probe_search *search = &probe->search;
    size_t count = probe->samples.count;
    uint64_t offset = 0;
    uint32_t bytes = 0;
    double us;

    if (count >= SAMPLES_BLIND && count >= search->next) {
        search_score(probe);
        /* Scoring time grows with the samples, so its share of the total stays
         * constant. */
        search->next = count + 4 + count / 16;
        if (count >= MIN_SAMPLES && score_is_candidate(&search->score))
            return TURN_FOUND;
        if (is_nothing(&search->score, early))
            return TURN_NOTHING;
    }
    choose_place(probe, &offset, &bytes);
    if (!probe_write(probe, offset, bytes, &us))
        return TURN_FAILED;
    probe_samples_add(&probe->samples, offset, bytes, us);
    return TURN_MORE;
}

bool probe_search_shows_nothing(struct probe *probe)
{
    if (probe->samples.count < SAMPLES_BLIND)
        return false;
    search_score(probe);
    return is_nothing(&probe->search.score, last[0]) ||
           is_nothing(&probe->search.score, last[1]);
}
