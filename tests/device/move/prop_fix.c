/* SPDX-License-Identifier: GPL-3.0-or-later */
/* prop_fix.c - whole fixes that move data, by their log, on a disk whose power fails: no
 * cut, of the first run or of one that resumes it or takes it back, loses a sector */
#include <stdio.h>
#include <string.h>

#include "model/base/mem.h"
#include "support/data_scene.h"
#include "support/power_loss.h"
#include "support/test.h"

/* SHARES of ROUNDS scenes each.  A long run can be done in parts: ALIDADE_FIX_FIRST=N
 * begins with scene N. */
enum {
    SHARES = 4,
    ROUNDS = 29,
    CUTS = 4,
    CUTS_AGAIN = 4,
    RESUME_APART = 128,
    KILLED_APART = 8
};
enum { IMAGES_MIN = 1000000 };

struct loss_scene {
    struct data_scene data;
    struct power_loss_scene loss;
};

static bool has_restored(const struct data_scene *scene, const struct cutting *disk)
{
    for (unsigned i = 0; i < scene->count; i++)
        if (data_scene_use_of(scene, disk, i) == DATA_RESTORED)
            return true;
    return false;
}

static enum power_loss_end run_scene(void *context, struct cutting *disk, bool is_back,
                                     struct err *err)
{
    struct loss_scene *scene = context;
    bool goes_back = false;

    enum redo_state state = data_scene_run(&scene->data, disk, is_back, &goes_back, err);
    /* With its header restored by a person a partition is not moved, but goes back. */
    if (state == REDO_FOREIGN && !is_back && has_restored(&scene->data, disk))
        state = data_scene_run(&scene->data, disk, true, &goes_back, err);
    if (state == REDO_ENDED)
        return goes_back ? POWER_BACK : POWER_DONE;
    return state == REDO_FOREIGN || state == REDO_MISMATCH || state == REDO_LOST ||
                   state == REDO_OTHER
               ? POWER_ASKS
               : POWER_STOPPED;
}

static const char *check_scene(void *context, struct cutting *disk, bool is_end)
{
    struct loss_scene *scene = context;

    return data_scene_check(&scene->data, disk, is_end);
}

static void use_scene(void *context, struct cutting *disk, uint64_t seed)
{
    struct loss_scene *scene = context;

    data_scene_use(&scene->data, disk, seed);
}

static void make_scene(struct loss_scene *scene, unsigned round)
{
    data_scene_make(&scene->data, round);
    scene->loss = (struct power_loss_scene){ .disk = &scene->data.disk,
                                             .run = run_scene,
                                             .check = check_scene,
                                             .use = use_scene,
                                             .context = scene };
    (void)snprintf(scene->loss.name, sizeof(scene->loss.name), "fix-%llu",
                   (unsigned long long)scene->data.rng.seed);
}

static unsigned number_from(const char *name, unsigned otherwise)
{
    const char *given = getenv(name);

    return given ? (unsigned)strtoul(given, NULL, 0) : otherwise;
}

static bool stops(void)
{
    return getenv("ALIDADE_STOPS");
}

static const struct power_loss_wish wishes[] = {
    { POWER_EXHAUSTIVE, POWER_BOTH, .cuts = 2, .resume_apart = RESUME_APART },
    { POWER_EXHAUSTIVE, POWER_KILL, .cuts = 2, .resume_apart = KILLED_APART, .apart = 3 },
    { POWER_EXHAUSTIVE, POWER_STALE_READ, .cuts = 1, .apart = 11 },
    { .mode = POWER_LINEAR, .behaviour = POWER_BOTH },
    { .mode = POWER_LOG, .behaviour = POWER_KILL },
};
enum { WISHES = ARRAY_SIZE(wishes) };

static void try_round(unsigned round, struct power_loss_totals totals[WISHES])
{
    struct loss_scene scene;

    make_scene(&scene, round);
    for (size_t i = 0; i < WISHES; i++) {
        struct power_loss_wish wish = wishes[i];
        wish.limits[0] = number_from("ALIDADE_FIX_CUTS", CUTS);
        wish.limits[1] = number_from("ALIDADE_FIX_CUTS_AGAIN", CUTS_AGAIN);
        wish.limits[2] = 1;
        wish.cuts = wish.cuts == 2 ? number_from("ALIDADE_FIX_DEPTH", 2) : wish.cuts;
        wish.turn = round;
        wish.stops = stops();
        power_loss_run(&scene.loss, &wish, &totals[i]);
    }
    data_scene_finish(&scene.data);
}

TEST_TIMES(no_cut_of_a_fix_loses_a_sector, SHARES)
{
    struct power_loss_totals totals[WISHES] = { { 0 } };
    unsigned rounds = number_from("ALIDADE_FIX_ROUNDS", rng_rounds(ROUNDS));
    unsigned first = number_from("ALIDADE_FIX_FIRST", 0) + (unsigned)_i * rounds;
    unsigned long images = 0, bad = 0;

    for (unsigned round = 0; round < rounds && !(stops() && totals[0].lost); round++)
        try_round(first + round, totals);
    for (size_t i = 0; i < WISHES; i++) {
        power_loss_print(&wishes[i], &totals[i]);
        images += power_loss_images(&totals[i]);
        bad += totals[i].bad;
    }
    ck_assert_uint_eq(bad, 0);
    ck_assert_uint_gt(totals[0].ends[POWER_DONE], 20 * rounds);
    ck_assert_uint_gt(totals[0].ends[POWER_BACK], 20 * rounds);
    if (!getenv("ALIDADE_SEED") && !getenv("ALIDADE_FIX_ROUNDS") && rng_stride() == 1)
        ck_assert_uint_ge(images, IMAGES_MIN / SHARES);
}

static const struct power_loss_scene *make_named(const char *name)
{
    static struct loss_scene scene;

    if (strncmp(name, "fix-", 4) != 0 || setenv("ALIDADE_SEED", name + 4, true))
        return NULL;
    make_scene(&scene, 0);
    return &scene.loss;
}

int main(int argc, char **argv)
{
    return power_loss_main(argc, argv, make_named);
}
