/* SPDX-License-Identifier: GPL-3.0-or-later */
/* prop_mover.c - no power cut during a real move, its recovery or its way back loses a
 * sector
 *
 * Each run is recorded once; all images are made from the recording. An image that came
 * before is neither counted nor tried again: what the program does depends on nothing
 * else. */
#include <stdio.h>
#include <stdlib.h>

#include "model/base/mem.h"
#include "support/images.h"
#include "support/mover_scene.h"
#include "support/test.h"

/* SHARES of ROUNDS scenes each. CUTS: images at each call of the moves; each of them is
 * completed and rolled back. CUTS_AGAIN: images at each call of that; one in
 * RECOVER_APART of these is completed or rolled back. The same in long runs. */
enum { SHARES = 4, ROUNDS = 96, CUTS = 4, CUTS_AGAIN = 4, RECOVER_APART = 64 };
enum { KILLS_APART = 3, IMAGES_MIN = 1000000, ROUNDS_UNTIL_BAD = 60 };

static unsigned number_from(const char *name, unsigned otherwise)
{
    const char *given = getenv(name);

    return given ? (unsigned)strtoul(given, NULL, 0) : otherwise;
}

static unsigned rounds(void)
{
    return number_from("ALIDADE_MOVER_ROUNDS", rng_rounds(ROUNDS));
}

struct totals {
    unsigned scenes, modes[2], chains, tables[TABLE_KINDS];
    unsigned long images, again; /* distinct ones: in the moves, in their recovery */
    unsigned long finished, rolled_back;
    unsigned long bad, lost; /* lost: of them with a wrong disk, not just stopped */
    char first[800];
};

struct sweep {
    struct mover_scene scene;
    struct cutting at, image;   /* of the moves */
    struct cutting at_two, two; /* of a recovery */
    struct tape tape, tape_two;
    struct images_seen seen, tried; /* looked at; completed and rolled back */
    struct totals *totals;
    unsigned turn;
    bool stops;
};

static void note(struct sweep *sweep, const char *wrong, const struct err *err)
{
    const struct shift *shift = &sweep->scene.shifts[0];

    if (wrong && !sweep->totals->bad++)
        (void)snprintf(sweep->totals->first, sizeof(sweep->totals->first),
                       "%s (%s): %llu to %llu, length %llu, grid %llu+%llu, mode %d, "
                       "table %d, %u moves, ALIDADE_SEED=%llu",
                       wrong, err ? err->text : "", (unsigned long long)shift->from,
                       (unsigned long long)shift->to, (unsigned long long)shift->length,
                       (unsigned long long)shift->grid.grain,
                       (unsigned long long)shift->grid.offset, (int)shift->mode,
                       (int)sweep->scene.table, sweep->scene.count,
                       (unsigned long long)sweep->scene.rng.seed);
}

static void check(struct sweep *sweep, struct cutting *disk, bool is_end)
{
    const char *wrong = mover_scene_check(&sweep->scene, disk, is_end);

    sweep->totals->lost += wrong != NULL;
    note(sweep, wrong, NULL);
}

/* Completes the moves, or rolls back the last one. */
static void recover(struct sweep *sweep, struct cutting *disk, bool is_rollback)
{
    struct err err;
    enum mover_scene_end end = mover_scene_run(&sweep->scene, disk, is_rollback, &err);

    sweep->totals->finished += end == SCENE_ALL_NEW;
    sweep->totals->rolled_back += end == SCENE_ROLLED_BACK;
    if (end == SCENE_FAILED)
        note(sweep, "no recovery", &err);
    else
        check(sweep, disk, true);
}

/* Cuts the recovery that is on the second tape, from FIRST_CALL. */
static void sweep_recovery(struct sweep *sweep, uint64_t hash, size_t first_call)
{
    struct images images;

    images_begin(&images, &sweep->tape_two, &sweep->at_two, &sweep->two, hash,
                 number_from("ALIDADE_MOVER_CUTS_AGAIN", CUTS_AGAIN), sweep->turn);
    images.first_call = first_call;
    while (images_next(&images)) {
        if (!images_seen_add(&sweep->seen, images.image_hash))
            continue;
        unsigned long number = sweep->totals->again++;
        check(sweep, &sweep->two, false);
        if (number % RECOVER_APART == 0)
            recover(sweep, &sweep->two, number / RECOVER_APART % 2);
    }
    images_end(&images);
}

static void try_image(struct sweep *sweep, struct images *images)
{
    check(sweep, &sweep->image, false);
    for (unsigned is_rollback = 0; is_rollback < 2; is_rollback++) {
        if (is_rollback)
            images_again(images);
        cutting_copy(&sweep->at_two, &sweep->image);
        cutting_copy(&sweep->two, &sweep->image);
        tape_clear(&sweep->tape_two);
        sweep->image.tape = &sweep->tape_two;
        recover(sweep, &sweep->image, is_rollback);
        sweep->image.tape = NULL;
        sweep->turn++;
        sweep_recovery(sweep, images->image_hash, 0);
    }
}

static void sweep_moves(struct sweep *sweep)
{
    struct images images;

    images_begin(&images, &sweep->tape, &sweep->at, &sweep->image,
                 images_hash(&sweep->at), number_from("ALIDADE_MOVER_CUTS", CUTS),
                 sweep->turn);
    while (images_next(&images) && !(sweep->stops && sweep->totals->lost)) {
        sweep->totals->images += images_seen_add(&sweep->seen, images.image_hash);
        if (images_seen_add(&sweep->tried, images.image_hash))
            try_image(sweep, &images);
    }
    images_end(&images);
}

/* The program is killed at CALL; the drive keeps what was not flushed, until the power
 * fails during a recovery. False: the moves end before that call. */
static bool try_kill(struct sweep *sweep, unsigned call, uint64_t hash)
{
    struct cutting *disk = &sweep->image;
    struct err err;

    cutting_copy(disk, &sweep->scene.disk);
    tape_clear(&sweep->tape_two);
    disk->tape = &sweep->tape_two;
    disk->faults.cut_call = call;
    bool is_killed = mover_scene_run(&sweep->scene, disk, false, &err) == SCENE_FAILED;
    size_t first_call = sweep->tape_two.count;
    disk->faults.cut_call = 0;
    if (is_killed)
        recover(sweep, disk, call % 2);
    disk->tape = NULL;
    if (!is_killed)
        return false;
    cutting_copy(&sweep->at_two, &sweep->scene.disk);
    cutting_copy(&sweep->two, &sweep->scene.disk);
    sweep->turn++;
    sweep_recovery(sweep, hash, first_call);
    return true;
}

static void sweep_kills(struct sweep *sweep)
{
    uint64_t hash = images_hash(&sweep->scene.disk);

    for (unsigned call = 1 + sweep->turn % KILLS_APART; try_kill(sweep, call, hash);
         call += KILLS_APART)
        if (sweep->stops && sweep->totals->lost)
            break;
}

static void count_scene(const struct mover_scene *scene, struct totals *totals)
{
    totals->scenes++;
    totals->modes[scene->shifts[0].mode == MOVE_JOURNAL]++;
    totals->chains += scene->count > 1;
    totals->tables[scene->table]++;
}

static void try_round(unsigned round, bool has_no_flushes, struct totals *totals)
{
    struct sweep sweep = { .totals = totals, .turn = round, .stops = has_no_flushes };
    const struct cutting *disk = &sweep.scene.disk;
    struct cutting *copies[] = { &sweep.at, &sweep.image, &sweep.at_two, &sweep.two };
    struct err err;

    mover_scene_make(&sweep.scene, round);
    sweep.scene.has_no_flushes = has_no_flushes;
    count_scene(&sweep.scene, totals);
    for (size_t i = 0; i < 4; i++) {
        cutting_init(copies[i], disk->sectors, disk->logical, disk->grid);
        cutting_copy(copies[i], disk);
    }
    sweep.image.tape = &sweep.tape;
    ck_assert_int_eq(mover_scene_run(&sweep.scene, &sweep.image, false, &err),
                     SCENE_ALL_NEW);
    sweep.image.tape = NULL;
    check(&sweep, &sweep.image, true);
    sweep_moves(&sweep);
    sweep_kills(&sweep);
    for (size_t i = 0; i < 4; i++)
        cutting_finish(copies[i]);
    tape_finish(&sweep.tape);
    tape_finish(&sweep.tape_two);
    images_seen_finish(&sweep.seen);
    images_seen_finish(&sweep.tried);
    mover_scene_finish(&sweep.scene);
}

static void print(const struct totals *totals)
{
    printf("# %u scenes (%u hole, %u journal; %u gpt, %u primary, %u logical; %u "
           "chains), %lu images in moves and %lu in recoveries, %lu finished, %lu "
           "rolled back, %lu bad, %lu lost%s%s\n",
           totals->scenes, totals->modes[0], totals->modes[1], totals->tables[TABLE_GPT],
           totals->tables[TABLE_PRIMARY], totals->tables[TABLE_LOGICAL], totals->chains,
           totals->images, totals->again, totals->finished, totals->rolled_back,
           totals->bad, totals->lost, totals->bad ? ": " : "", totals->first);
}

TEST_TIMES(no_cut_of_a_real_move_loses_a_sector, SHARES)
{
    struct totals totals = { 0 };

    for (unsigned round = 0; round < rounds(); round++)
        try_round((unsigned)_i * rounds() + round, false, &totals);
    print(&totals);
    ck_assert_uint_eq(totals.bad, 0);
    ck_assert_uint_gt(totals.finished, 20 * totals.scenes);
    ck_assert_uint_gt(totals.rolled_back, 20 * totals.scenes);
    if (!getenv("ALIDADE_SEED") && !getenv("ALIDADE_MOVER_ROUNDS") && rng_stride() == 1)
        ck_assert_uint_ge(totals.images + totals.again, IMAGES_MIN / SHARES);
}

/* The scenes of all shares together. */
TEST(the_scenes_are_of_all_kinds)
{
    unsigned distances[2][10] = { { 0 } }, far = 0, grids[129] = { 0 }, off_grid = 0;
    unsigned tables[TABLE_KINDS] = { 0 }, modes[2] = { 0 }, slots[4] = { 0 };
    unsigned following = 0, stored = 0, older = 0;

    for (unsigned round = 0; round < SHARES * ROUNDS; round++) {
        struct mover_scene scene;
        mover_scene_make(&scene, round);
        const struct shift *shift = &scene.shifts[0];
        bool is_right = shift->to > shift->from;
        uint64_t by = is_right ? shift->to - shift->from : shift->from - shift->to;
        distances[is_right][by < 10 ? by : 0]++;
        far += by == 1985;
        grids[shift->grid.grain]++;
        off_grid += !align_contains(shift->grid, shift->to);
        tables[scene.table]++;
        modes[shift->mode == MOVE_JOURNAL]++;
        slots[scene.plan.slots]++;
        following += scene.is_following;
        stored += scene.has_stored_hashes;
        older += scene.is_over_older;
        ck_assert_uint_le(shift->length, 24);
        mover_scene_finish(&scene);
    }
    for (unsigned i = 0; i < 10; i++)
        ck_assert(distances[0][i] && distances[1][i]);
    for (unsigned i = 0; i < TABLE_KINDS; i++)
        ck_assert_uint_ge(tables[i], SHARES * ROUNDS / 6);
    ck_assert(grids[1] && grids[4] && grids[8] && grids[16] && grids[128]);
    ck_assert(far > 4 && off_grid > 20 && off_grid < SHARES * ROUNDS - 20);
    ck_assert(modes[0] > 50 && modes[1] > 50 && slots[2] > 50 && slots[3] > 50);
    ck_assert(following > 10 && stored > 50 && older > 50);
}

TEST(without_flushes_sectors_are_lost)
{
    struct totals totals = { 0 };

    for (unsigned round = 0; round < ROUNDS_UNTIL_BAD && !totals.lost; round++)
        try_round(round, true, &totals);
    print(&totals);
    ck_assert_uint_gt(totals.lost, 0);
}
