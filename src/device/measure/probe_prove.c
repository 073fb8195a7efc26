/* SPDX-License-Identifier: GPL-3.0-or-later */
/* probe_prove.c - confirms a candidate with fresh pairs, since a search over hundreds of
 * grids sometimes finds one in noise
 *
 * Whole blocks are compared with blocks across a boundary. If the true blocks were
 * smaller, both would be whole; if twice as large, only every second boundary would be
 * real; if they began elsewhere, the supposedly whole blocks would be cut too. So both
 * the even and the odd boundaries have to cost time. */
#include "device/measure/probe_private.h"

#include <math.h>

enum arm {
    WHOLE_FOR_EVEN,
    ACROSS_EVEN,
    WHOLE_FOR_ODD,
    ACROSS_ODD,
    ARMS,
};

/* Levels: LIKELY for each kind, SURE for both together. */
#define LOOK_FIRST 8U
#define LIKELY     0.01
#define SURE       0.0005
#define PATIENCE   24U
/* Minimum ratio; a smaller difference does not matter in practice. */
#define MIN_RATIO 1.05
/* Both kinds cross one boundary, so their costs must be similar: below ALIKE they are, up
 * to UNLIKE unless a test finds a difference. */
#define ALIKE      1.25
#define UNLIKE     2
#define UNLIKELY   0.05
#define CONFIDENCE 0.99

/* The first boundary of GRID in the area, and the number of whole blocks that follow. */
static uint64_t first_block(const struct probe *probe, struct probe_grid grid,
                            uint64_t *ret_blocks)
{
    struct test_area area = area_copy_area(probe->copy);
    uint64_t past = (area.start + grid.physical - grid.offset) % grid.physical;
    uint64_t first = area.start + (past ? grid.physical - past : 0);

    *ret_blocks = first < area.start + area.bytes
                      ? (area.start + area.bytes - first) / grid.physical
                      : 0;
    return first;
}

void probe_proof_begin(struct probe *probe, struct probe_grid grid)
{
    uint32_t rejected = probe->result.candidates_rejected;

    probe->proof = (struct probe_proof){
        .grid = grid,
        /* Each attempt is another chance of error: later ones need more pairs. */
        .next_look = LOOK_FIRST << (rejected < 2 ? rejected : 2),
    };
    turns_init(&probe->proof.turns, ARMS, 0);
}

static uint64_t proof_place(struct probe *probe, unsigned arm)
{
    struct probe_grid grid = probe->proof.grid;
    uint64_t blocks, first = first_block(probe, grid, &blocks);

    if (arm == WHOLE_FOR_EVEN || arm == WHOLE_FOR_ODD)
        return first + grid.physical * dice_below(&probe->dice, blocks);
    /* Boundaries 1 .. BLOCKS - 1 have a whole block on both sides. */
    uint64_t odd = arm == ACROSS_ODD ? 1 : 0;
    uint64_t min = 1 + ((first / grid.physical + 1) % 2 != odd);
    uint64_t boundary = min + 2 * dice_below(&probe->dice, (blocks - 1 - min) / 2 + 1);
    return first + boundary * grid.physical - grid.physical / 2;
}

/* The median difference of one kind (0, 1) or of both (2), and its significance. */
static double proof_median(struct probe_proof *proof, unsigned kind, double *ret_p)
{
    size_t count = 0;

    for (unsigned i = 0; i < 2 * proof->pairs; i++)
        if (kind == 2 || i % 2 == kind)
            proof->work[count++] = proof->differences[i];
    *ret_p = stats_wilcoxon_p(proof->work, count, proof->ranks);
    stats_sort(proof->work, count);
    return stats_median(proof->work, count);
}

static bool proof_kinds_agree(struct probe_proof *proof, double even, double odd)
{
    double min = even < odd ? even : odd, max = even < odd ? odd : even;

    for (unsigned i = 0; i < proof->pairs; i++)
        proof->work[i] = proof->differences[2 * i] - proof->differences[2 * i + 1];
    return min > max / ALIKE ||
           (min > max / UNLIKE &&
            stats_wilcoxon_p(proof->work, proof->pairs, proof->ranks) > UNLIKELY);
}

static enum probe_turn proof_judge(struct probe *probe)
{
    struct probe_proof *proof = &probe->proof;
    double p_even, p_odd, p;
    double even = proof_median(proof, 0, &p_even), odd = proof_median(proof, 1, &p_odd);
    double min = even < odd ? even : odd;
    bool is_one_grid = proof_kinds_agree(proof, even, odd);

    /* Last, so that the work array holds the sorted differences of both. */
    (void)proof_median(proof, 2, &p); /* the ratio has it too */
    struct stats_ratio ratio =
        stats_ratio_of_logs(proof->work, 2 * proof->pairs, CONFIDENCE);
    probe->result.ratio = ratio.ratio;
    probe->result.interval = ratio.interval;
    if (min > log(MIN_RATIO) && is_one_grid && p < SURE && p_even < LIKELY &&
        p_odd < LIKELY)
        return TURN_FOUND;
    /* Hopeless: both kinds, or after more pairs one of them, show next to nothing. */
    if ((proof->pairs > LOOK_FIRST && even + odd <= 0) ||
        (proof->pairs >= PATIENCE && min <= 0) || proof->pairs >= PROBE_PAIRS_MAX)
        return TURN_NOTHING;
    proof->next_look = proof->pairs + proof->pairs / 3;
    if (proof->next_look > PROBE_PAIRS_MAX)
        proof->next_look = PROBE_PAIRS_MAX;
    return TURN_MORE;
}

enum probe_turn probe_proof_step(struct probe *probe)
{
    struct probe_proof *proof = &probe->proof;

    unsigned arm = (unsigned)turns_arm(&proof->turns, &probe->dice);
    if (!probe_write(probe, proof_place(probe, arm), proof->grid.physical,
                     &proof->us[arm]))
        return TURN_FAILED;
    if (!turns_end(&proof->turns))
        return TURN_MORE;
    double *differences = proof->differences + 2 * proof->pairs++;
    differences[0] = log(proof->us[ACROSS_EVEN] / proof->us[WHOLE_FOR_EVEN]);
    differences[1] = log(proof->us[ACROSS_ODD] / proof->us[WHOLE_FOR_ODD]);
    return proof->pairs >= proof->next_look ? proof_judge(probe) : TURN_MORE;
}
