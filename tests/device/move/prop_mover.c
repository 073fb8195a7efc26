/* SPDX-License-Identifier: GPL-3.0-or-later */
/* prop_mover.c - no power cut during a real move, its recovery or its way back loses a
 * sector */
#include <stdio.h>
#include <stdlib.h>

#include "model/base/mem.h"
#include "support/mover_scene.h"
#include "support/test.h"

/* SHARES of ROUNDS each. MIXTURES of what may be durable after each cut. */
enum { SHARES = 8, ROUNDS = 4, MIXTURES = 4, ROUNDS_UNTIL_BAD = 60 };

static unsigned rounds(void)
{
    const char *given = getenv("ALIDADE_MOVER_ROUNDS");

    return given ? (unsigned)strtoul(given, NULL, 0) : rng_rounds(ROUNDS);
}

struct totals {
    unsigned scenes, modes[2], chains, gpt;
    unsigned long images, finished, rolled_back;
    unsigned long bad, lost; /* lost: of them with a wrong disk, not just stopped */
    char first[800];
};

struct cuts {
    struct mover_scene scene;
    struct cutting cut, again;
    bool *kept;
    struct totals *totals;
};

static void note(struct cuts *cuts, const char *wrong, const struct err *err)
{
    const struct shift *shift = &cuts->scene.shifts[0];

    if (wrong && !cuts->totals->bad++)
        (void)snprintf(cuts->totals->first, sizeof(cuts->totals->first),
                       "%s (%s): %llu to %llu, length %llu, mode %d, ALIDADE_SEED=%llu",
                       wrong, err ? err->text : "", (unsigned long long)shift->from,
                       (unsigned long long)shift->to, (unsigned long long)shift->length,
                       (int)shift->mode, (unsigned long long)cuts->scene.rng.seed);
}

static void check(struct cuts *cuts, struct cutting *disk, bool is_end)
{
    const char *wrong = mover_scene_check(&cuts->scene, disk, is_end);

    cuts->totals->lost += wrong != NULL;
    note(cuts, wrong, NULL);
}

static void recover(struct cuts *cuts, struct cutting *disk, bool is_rollback)
{
    struct err err;
    enum mover_scene_end end = mover_scene_run(&cuts->scene, disk, is_rollback, &err);

    cuts->totals->finished += end == SCENE_ALL_NEW;
    cuts->totals->rolled_back += end == SCENE_ROLLED_BACK;
    if (end == SCENE_FAILED)
        note(cuts, "no recovery", &err);
    else
        check(cuts, disk, true);
}

/* Cuts the recovery too. */
static void cut_again(struct cuts *cuts, bool is_rollback)
{
    struct rng *rng = &cuts->scene.rng;
    struct err err;
    size_t block;

    cutting_copy(&cuts->again, &cuts->cut);
    cuts->again.faults.cut_call = 1 + (unsigned)rng_below(rng, 60);
    if (mover_scene_run(&cuts->scene, &cuts->again, is_rollback, &err) != SCENE_FAILED ||
        !cutting_choose(&cuts->again, rng, 4, (unsigned)rng_below(rng, 8), cuts->kept,
                        &block))
        return;
    cutting_restart(&cuts->again, cuts->kept, block);
    cuts->totals->images++;
    check(cuts, &cuts->again, false);
    recover(cuts, &cuts->again, rng_below(rng, 2));
}

/* Returns whether the cut at CALL came before the end. */
static bool try_cut(struct cuts *cuts, unsigned call)
{
    struct rng *rng = &cuts->scene.rng;
    bool is_cut = true;

    for (unsigned mixture = 0; mixture < MIXTURES && is_cut; mixture++) {
        struct err err;
        size_t block;
        cutting_copy(&cuts->cut, &cuts->scene.disk);
        cuts->cut.faults.cut_call = call;
        is_cut = mover_scene_run(&cuts->scene, &cuts->cut, false, &err) == SCENE_FAILED;
        if (!is_cut ||
            !cutting_choose(&cuts->cut, rng, 4,
                            mixture < 2 ? mixture : (unsigned)rng_below(rng, 30),
                            cuts->kept, &block))
            break;
        cutting_restart(&cuts->cut, cuts->kept, block);
        cuts->totals->images++;
        check(cuts, &cuts->cut, false);
        if (!rng_below(rng, 3))
            cut_again(cuts, rng_below(rng, 2));
        recover(cuts, &cuts->cut, rng_below(rng, 2));
    }
    return is_cut;
}

static void try_round(unsigned round, bool has_no_flushes, struct totals *totals)
{
    struct cuts cuts = { .totals = totals };
    struct cutting *disk = &cuts.scene.disk;

    mover_scene_make(&cuts.scene, round);
    cuts.scene.has_no_flushes = has_no_flushes;
    cutting_init(&cuts.cut, disk->sectors, disk->logical, disk->grid);
    cutting_init(&cuts.again, disk->sectors, disk->logical, disk->grid);
    cuts.kept = xcalloc(disk->log_max, sizeof(*cuts.kept));
    totals->scenes++;
    totals->modes[cuts.scene.shifts[0].mode == MOVE_JOURNAL]++;
    totals->chains += cuts.scene.count > 1;
    totals->gpt += cuts.scene.plan.label == LABEL_GPT;
    for (unsigned call = 1; try_cut(&cuts, call); call++)
        if (has_no_flushes && totals->lost)
            break;
    free(cuts.kept);
    cutting_finish(&cuts.cut);
    cutting_finish(&cuts.again);
    mover_scene_finish(&cuts.scene);
}

static void print(const struct totals *totals)
{
    printf("# %u scenes (%u hole, %u journal, %u chains, %u gpt), %lu images, %lu "
           "finished, %lu rolled back, %lu bad, %lu lost%s%s\n",
           totals->scenes, totals->modes[0], totals->modes[1], totals->chains,
           totals->gpt, totals->images, totals->finished, totals->rolled_back,
           totals->bad, totals->lost, totals->bad ? ": " : "", totals->first);
}

TEST_TIMES(no_cut_of_a_real_move_loses_a_sector, SHARES)
{
    struct totals totals = { 0 };

    for (unsigned round = 0; round < rounds(); round++)
        try_round((unsigned)_i * rounds() + round, false, &totals);
    print(&totals);
    ck_assert_uint_eq(totals.bad, 0);
    ck_assert_uint_gt(totals.finished, totals.images / 5);
    ck_assert_uint_gt(totals.rolled_back, totals.images / 5);
}

TEST(without_flushes_sectors_are_lost)
{
    struct totals totals = { 0 };

    for (unsigned round = 0; round < ROUNDS_UNTIL_BAD && !totals.lost; round++)
        try_round(round, true, &totals);
    print(&totals);
    ck_assert_uint_gt(totals.lost, 0);
}
