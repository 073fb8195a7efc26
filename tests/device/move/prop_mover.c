/* SPDX-License-Identifier: GPL-3.0-or-later */
/* prop_mover.c - no power cut during a real move, its recovery or its way back loses a
 * sector */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "device/move/journal/journal.h"
#include "model/base/mem.h"
#include "support/mover_power.h"
#include "support/test.h"

/* SHARES of ROUNDS scenes each. A long run can be done in parts: ALIDADE_MOVER_FIRST=N
 * begins with scene N. */
enum { SHARES = 4, ROUNDS = 73, CUTS = 4, CUTS_AGAIN = 4, RESUME_APART = 128 };
enum {
    KILLS_APART = 3,
    STALE_APART = 15,
    IMAGES_MIN = 1000000,
    ROUNDS_UNTIL_BAD = 60,
    PLANS = 8
};

static unsigned number_from(const char *name, unsigned otherwise)
{
    const char *given = getenv(name);

    return given ? (unsigned)strtoul(given, NULL, 0) : otherwise;
}

static unsigned rounds(void)
{
    return number_from("ALIDADE_MOVER_ROUNDS", rng_rounds(ROUNDS));
}

static bool stops(void)
{
    return getenv("ALIDADE_STOPS");
}

static const struct power_loss_wish wishes[] = {
    { POWER_EXHAUSTIVE, POWER_BOTH, .cuts = 2, .resume_apart = RESUME_APART },
    { POWER_EXHAUSTIVE, POWER_KILL, .cuts = 2, .resume_apart = RESUME_APART,
      .apart = KILLS_APART },
    { POWER_EXHAUSTIVE, POWER_STALE_READ, .cuts = 1, .apart = STALE_APART },
    { .mode = POWER_LINEAR, .behaviour = POWER_BOTH },
    { .mode = POWER_LOG, .behaviour = POWER_KILL },
};
enum { WISHES = ARRAY_SIZE(wishes) };

static void try_round(unsigned round, struct power_loss_totals totals[WISHES])
{
    struct mover_power power = { 0 };

    mover_power_make(&power, round, NULL);
    for (size_t i = 0; i < WISHES; i++) {
        struct power_loss_wish wish = wishes[i];
        wish.limits[0] = number_from("ALIDADE_MOVER_CUTS", CUTS);
        wish.limits[1] = number_from("ALIDADE_MOVER_CUTS_AGAIN", CUTS_AGAIN);
        wish.limits[2] = 1;
        wish.cuts = wish.cuts == 2 ? number_from("ALIDADE_MOVER_DEPTH", 2) : wish.cuts;
        wish.turn = round;
        wish.stops = stops();
        power_loss_run(&power.loss, &wish, &totals[i]);
    }
    mover_scene_finish(&power.scene);
}

TEST_TIMES(no_cut_of_a_real_move_loses_a_sector, SHARES)
{
    struct power_loss_totals totals[WISHES] = { { 0 } };
    unsigned first = number_from("ALIDADE_MOVER_FIRST", 0) + (unsigned)_i * rounds();
    unsigned long images = 0, bad = 0;

    for (unsigned round = 0; round < rounds() && !(stops() && totals[0].lost); round++)
        try_round(first + round, totals);
    for (size_t i = 0; i < WISHES; i++) {
        power_loss_print(&wishes[i], &totals[i]);
        images += power_loss_images(&totals[i]);
        bad += totals[i].bad;
    }
    ck_assert_uint_eq(bad, 0);
    ck_assert_uint_gt(totals[0].ends[POWER_DONE], 20 * rounds());
    ck_assert_uint_gt(totals[0].ends[POWER_BACK], 20 * rounds());
    if (!getenv("ALIDADE_SEED") && !getenv("ALIDADE_MOVER_ROUNDS") && rng_stride() == 1)
        ck_assert_uint_ge(images, IMAGES_MIN / SHARES);
}

/* The scenes of all shares together. */
TEST(the_scenes_are_of_all_kinds)
{
    unsigned distances[2][10] = { { 0 } }, far = 0, grids[129] = { 0 }, off_grid = 0;
    unsigned tables[TABLE_KINDS] = { 0 }, modes[2] = { 0 }, slots[4] = { 0 };
    unsigned following = 0, stored = 0, older = 0, elsewhere = 0;

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
        elsewhere += scene.is_elsewhere;
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
    ck_assert(following > 10 && stored > 50 && older > 50 && elsewhere > 50);
}

static void try_gpt(unsigned round, unsigned again, unsigned resume_apart)
{
    struct power_loss_totals totals = { 0 };
    struct mover_power power = { 0 };
    struct power_loss_wish wish = { POWER_EXHAUSTIVE,
                                    POWER_BOTH,
                                    .cuts = 2,
                                    .limits = { 16, again },
                                    .resume_apart = resume_apart,
                                    .turn = round };

    mover_power_make(&power, round, NULL);
    ck_assert_int_eq(power.scene.table, TABLE_GPT);
    power_loss_run(&power.loss, &wish, &totals);
    mover_scene_finish(&power.scene);
    power_loss_print(NULL, &totals);
    ck_assert_uint_eq(totals.bad, 0);
}

/* Two cuts: the first one leaves a block of one copy of a GPT unreadable, the second one
 * comes while it is restored. It takes many images to hit that. */
static const unsigned gpt_rounds[] = { 10, 22, 34 };

TEST_EACH(a_restored_copy_of_a_gpt_is_durable_before_the_other_changes, gpt_rounds)
{
    try_gpt(gpt_rounds[_i], 24, RESUME_APART);
}

/* The first cut leaves a record with a sector that cannot be read, the second one the end
 * of another record in its place: both have the same end. */
static const unsigned record_rounds[] = { 34 };

TEST_EACH(a_torn_record_is_not_completed_by_another_one, record_rounds)
{
    try_gpt(record_rounds[_i], 40, 6);
}

/* The EBR of the second logical is in the last block that the first move writes, and not
 * written by it. Moved back from its end, it writes there while the table is still to be
 * changed: a cut then leaves that EBR unreadable. */
enum { EBR_ROUNDS = 1 };

static bool has_ebr_beside(const struct mover_scene *scene)
{
    const struct shift *shift = &scene->shifts[0];
    uint64_t start = shift->from > shift->to ? shift->from : shift->to,
             ebr = scene->ebrs[1];
    struct shift_sectors block =
        shift_blocks(shift, (struct shift_sectors){ start + shift->length - 1, 1 });

    return scene->table == TABLE_LOGICAL && scene->count == 2 && ebr >= block.lba &&
           ebr - block.lba < block.length && scene->ebrs[0] < block.lba;
}

/* All is durable that the move wrote until CALL, and then its way back until it is cut,
 * but for the EBR. Returns how often that can be. */
static unsigned spoil_ebr(const struct power_loss_scene *scene, uint64_t ebr,
                          unsigned call, struct power_loss_totals *totals)
{
    enum power_loss_case tried = POWER_NO_IMAGE;
    unsigned spoiled = 0;
    char id[160];

    for (unsigned back = 1; tried != POWER_NO_CALL; back++) {
        int last = snprintf(id, sizeof(id), "%s:torn:%u.a.-/%u.a.%llu:bf", scene->name,
                            call, back, (unsigned long long)ebr);
        tried = power_loss_try(scene, id, NULL, totals);
        if (tried != POWER_TRIED)
            continue;
        spoiled++;
        id[last - 1] = 'b';
        ck_assert(power_loss_try(scene, id, NULL, totals) == POWER_TRIED);
    }
    return spoiled;
}

static bool cuts_after(const struct power_loss_scene *scene, unsigned call,
                       struct power_loss_totals *totals)
{
    char id[160];

    (void)snprintf(id, sizeof(id), "%s:torn:%u.a.-:f", scene->name, call);
    return power_loss_try(scene, id, NULL, totals) == POWER_TRIED;
}

TEST(an_ebr_that_a_move_does_not_write_is_restored_before_the_table_changes)
{
    struct power_loss_totals totals = { 0 };
    unsigned found = 0, spoiled = 0;

    for (unsigned round = 0; found < EBR_ROUNDS; round++) {
        struct mover_power power = { 0 };
        mover_power_make(&power, round, NULL);
        if (has_ebr_beside(&power.scene)) {
            size_t ebr, end;
            cutting_block(&power.scene.disk, power.scene.ebrs[1], &ebr, &end);
            for (unsigned call = 1; cuts_after(&power.loss, call, &totals); call++)
                spoiled += spoil_ebr(&power.loss, ebr, call, &totals);
            found++;
        }
        mover_scene_finish(&power.scene);
    }
    printf("# %u images\n", spoiled);
    ck_assert_uint_eq(totals.bad, 0);
    ck_assert_uint_gt(spoiled, 0);
}

/* What is written over the header of a swap area needs the plan. False: a plan cannot be
 * read any more if all that is not flushed is lost. */
static bool keeps_plan(struct mover_scene *scene, struct cutting *disk)
{
    struct sink sink =
        scene->is_elsewhere ? cutting_other_sink(disk) : cutting_sink(disk);
    CLEANUP(freep) bool *kept = xcalloc(disk->log_max, sizeof(*kept));
    struct journal journal;

    journal_begin(&journal, &sink, scene->journal_at * MOVER_LOGICAL, &scene->plan);
    int error = journal_write_plan(&journal);
    journal_end(&journal);
    cutting_restart(disk, kept, CUTTING_NO_BLOCK);
    return !error && mover_scene_finds_plan(scene, disk);
}

TEST(a_plan_that_was_written_is_durable)
{
    for (unsigned round = 0; round < PLANS; round++) {
        struct mover_scene scene;
        struct cutting disk;
        mover_scene_make(&scene, round);
        cutting_init(&disk, scene.disk.sectors, MOVER_LOGICAL, scene.disk.grid);
        disk.split = scene.disk.split;
        cutting_copy(&disk, &scene.disk);
        ck_assert(!mover_scene_finds_plan(&scene, &disk));
        ck_assert(keeps_plan(&scene, &disk));
        cutting_finish(&disk);
        mover_scene_finish(&scene);
    }
}

/* A volume with a second header, as LUKS has it: with a page between any two zones. */
enum { VOLUME = 40, VOLUME_ROUNDS = 6, ROUND_OF_FLUSHES = 9, FLUSHES_MAX = 40 };

static void put_volume(uint8_t bytes[VOLUME * MOVER_LOGICAL], struct mover_content *ret)
{
    for (size_t i = 0; i < VOLUME * MOVER_LOGICAL; i++)
        bytes[i] = (uint8_t)(1 + i / MOVER_LOGICAL * 5 + i % 3);
    *ret = (struct mover_content){
        "volume", bytes, VOLUME, { { { 0, 8 }, { 16, 8 }, { 32, 8 } }, .count = 3 }
    };
}

/* LEFT_OUT: this flush of the moves does nothing. */
static void try_volume(const struct mover_content *volume, unsigned round,
                       unsigned left_out, struct power_loss_totals *totals)
{
    struct mover_power power = { 0 };
    struct power_loss_wish wish = { POWER_EXHAUSTIVE, POWER_BOTH,
                                    .cuts = 2,        .limits = { 6, 1 },
                                    .turn = round,    .skip_flush = left_out,
                                    .stops = left_out };

    mover_power_make(&power, round, volume);
    power_loss_run(&power.loss, &wish, totals);
    mover_scene_finish(&power.scene);
}

TEST(no_copy_of_a_header_is_whole_where_the_rest_is_not)
{
    uint8_t bytes[VOLUME * MOVER_LOGICAL];
    struct mover_content volume;
    struct power_loss_totals totals = { 0 };

    put_volume(bytes, &volume);
    for (unsigned round = 0; round < rng_rounds(VOLUME_ROUNDS); round++)
        try_volume(&volume, round, 0, &totals);
    power_loss_print(NULL, &totals);
    ck_assert_uint_eq(totals.bad, 0);
}

/* That after the guards of the copies, and that before they are whole again. */
TEST(without_two_of_the_flushes_one_is)
{
    uint8_t bytes[VOLUME * MOVER_LOGICAL];
    struct mover_content volume;
    unsigned found = 0;

    put_volume(bytes, &volume);
    for (unsigned flush = 1; flush <= FLUSHES_MAX && found < 2; flush++) {
        struct power_loss_totals totals = { 0 };
        try_volume(&volume, ROUND_OF_FLUSHES, flush, &totals);
        found += strstr(totals.first, "a copy of the header") != NULL;
    }
    ck_assert_uint_eq(found, 2);
}

TEST(without_flushes_sectors_are_lost)
{
    struct power_loss_totals totals = { 0 };

    for (unsigned round = 0; round < ROUNDS_UNTIL_BAD && !totals.lost; round++) {
        struct mover_power power = { 0 };
        mover_power_make(&power, round, NULL);
        power.scene.has_no_flushes = true;
        power_loss_run(&power.loss,
                       &(struct power_loss_wish){ POWER_EXHAUSTIVE, POWER_BOTH, .cuts = 2,
                                                  .limits = { CUTS, CUTS_AGAIN },
                                                  .stops = true },
                       &totals);
        mover_scene_finish(&power.scene);
    }
    power_loss_print(NULL, &totals);
    ck_assert_uint_gt(totals.lost, 0);
}

static const struct power_loss_scene *make_named(const char *name)
{
    static struct mover_power power;
    static uint8_t bytes[VOLUME * MOVER_LOGICAL];
    static struct mover_content volume;

    put_volume(bytes, &volume);
    return mover_power_make_named(&power, name, NULL) ||
                   mover_power_make_named(&power, name, &volume)
               ? &power.loss
               : NULL;
}

int main(int argc, char **argv)
{
    return power_loss_main(argc, argv, make_named);
}
