/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mover_sweep.c - cuts the power of moves, of their recovery, and after the program was
 * killed, and looks at what is left */
#include "support/mover_sweep.h"

#include <stdio.h>
#include <stdlib.h>

#include "support/test.h"

static void note(struct mover_sweep *sweep, const char *wrong, const struct err *err)
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

static void check(struct mover_sweep *sweep, struct cutting *disk, bool is_end)
{
    const char *wrong = mover_scene_check(&sweep->scene, disk, is_end);

    if (!wrong && !is_end && sweep->look)
        wrong = sweep->look(sweep, disk);
    sweep->totals->lost += wrong != NULL;
    note(sweep, wrong, NULL);
}

/* Completes the moves, or rolls back the last one. */
static void recover(struct mover_sweep *sweep, struct cutting *disk, bool is_rollback)
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
static void sweep_recovery(struct mover_sweep *sweep, uint64_t hash, size_t first_call)
{
    struct images images;

    images_begin(&images, &sweep->tape_two, &sweep->at_two, &sweep->two, hash,
                 sweep->cuts_again, sweep->turn);
    images.first_call = first_call;
    while (images_next(&images)) {
        if (!images_seen_add(&sweep->seen, images.image_hash))
            continue;
        unsigned long number = sweep->totals->again++;
        check(sweep, &sweep->two, false);
        if (sweep->recover_apart && number % sweep->recover_apart == 0)
            recover(sweep, &sweep->two, number / sweep->recover_apart % 2);
    }
    images_end(&images);
}

static void try_image(struct mover_sweep *sweep, struct images *images)
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

static void sweep_moves(struct mover_sweep *sweep)
{
    struct images images;

    images_begin(&images, &sweep->tape, &sweep->at, &sweep->image,
                 images_hash(&sweep->at), sweep->cuts, sweep->turn);
    while (images_next(&images) && !(sweep->stops && sweep->totals->lost)) {
        sweep->totals->images += images_seen_add(&sweep->seen, images.image_hash);
        if (images_seen_add(&sweep->tried, images.image_hash))
            try_image(sweep, &images);
    }
    images_end(&images);
}

/* The program is killed at CALL; the drive keeps what was not flushed, until the power
 * fails during a recovery. False: the moves end before that call. */
static bool try_kill(struct mover_sweep *sweep, unsigned call, uint64_t hash)
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

static void sweep_kills(struct mover_sweep *sweep)
{
    uint64_t hash = images_hash(&sweep->scene.disk);

    for (unsigned call = 1 + sweep->turn % sweep->kills_apart;
         try_kill(sweep, call, hash); call += sweep->kills_apart)
        if (sweep->stops && sweep->totals->lost)
            break;
}

static void count_scene(const struct mover_scene *scene, struct mover_totals *totals)
{
    totals->scenes++;
    totals->modes[scene->shifts[0].mode == MOVE_JOURNAL]++;
    totals->chains += scene->count > 1;
    totals->tables[scene->table]++;
}

void mover_sweep_run(struct mover_sweep *sweep)
{
    const struct cutting *disk = &sweep->scene.disk;
    struct cutting *copies[] = { &sweep->at, &sweep->image, &sweep->at_two, &sweep->two };
    struct err err;

    count_scene(&sweep->scene, sweep->totals);
    for (size_t i = 0; i < 4; i++) {
        cutting_init(copies[i], disk->sectors, disk->logical, disk->grid);
        copies[i]->split = disk->split;
        cutting_copy(copies[i], disk);
    }
    sweep->image.tape = &sweep->tape;
    sweep->image.faults.skip_flush = sweep->skip_flush;
    ck_assert_int_eq(mover_scene_run(&sweep->scene, &sweep->image, false, &err),
                     SCENE_ALL_NEW);
    sweep->image.tape = NULL;
    sweep->image.faults.skip_flush = 0;
    check(sweep, &sweep->image, true);
    sweep_moves(sweep);
    if (sweep->kills_apart)
        sweep_kills(sweep);
    for (size_t i = 0; i < 4; i++)
        cutting_finish(copies[i]);
    tape_finish(&sweep->tape);
    tape_finish(&sweep->tape_two);
    images_seen_finish(&sweep->seen);
    images_seen_finish(&sweep->tried);
}

void mover_totals_print(const struct mover_totals *totals)
{
    printf("# %u scenes (%u hole, %u journal; %u gpt, %u primary, %u logical; %u "
           "chains), %lu images in moves and %lu in recoveries, %lu finished, %lu "
           "rolled back, %lu bad, %lu lost%s%s\n",
           totals->scenes, totals->modes[0], totals->modes[1], totals->tables[TABLE_GPT],
           totals->tables[TABLE_PRIMARY], totals->tables[TABLE_LOGICAL], totals->chains,
           totals->images, totals->again, totals->finished, totals->rolled_back,
           totals->bad, totals->lost, totals->bad ? ": " : "", totals->first);
}
