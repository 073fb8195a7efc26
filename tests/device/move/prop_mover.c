/* SPDX-License-Identifier: GPL-3.0-or-later */
/* prop_mover.c - no power cut during a real move, its recovery or its way back loses a
 * sector */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "device/move/journal.h"
#include "model/base/mem.h"
#include "support/mover_sweep.h"
#include "support/test.h"

/* SHARES of ROUNDS scenes each; the others: see struct mover_sweep. A long run can be
 * done in parts: ALIDADE_MOVER_FIRST=N begins with scene N. */
enum { SHARES = 4, ROUNDS = 73, CUTS = 4, CUTS_AGAIN = 4, RECOVER_APART = 64 };
enum { KILLS_APART = 3, IMAGES_MIN = 1000000, ROUNDS_UNTIL_BAD = 60, PLANS = 8 };

static unsigned number_from(const char *name, unsigned otherwise)
{
    const char *given = getenv(name);

    return given ? (unsigned)strtoul(given, NULL, 0) : otherwise;
}

static unsigned rounds(void)
{
    return number_from("ALIDADE_MOVER_ROUNDS", rng_rounds(ROUNDS));
}

static void try_round(unsigned round, bool has_no_flushes, struct mover_totals *totals)
{
    struct mover_sweep sweep = {
        .cuts = number_from("ALIDADE_MOVER_CUTS", CUTS),
        .cuts_again = number_from("ALIDADE_MOVER_CUTS_AGAIN", CUTS_AGAIN),
        .recover_apart = RECOVER_APART,
        .kills_apart = KILLS_APART,
        .stops = has_no_flushes || getenv("ALIDADE_STOPS"),
        .totals = totals,
        .turn = round,
    };

    mover_scene_make(&sweep.scene, round);
    sweep.scene.has_no_flushes = has_no_flushes;
    mover_sweep_run(&sweep);
    mover_scene_finish(&sweep.scene);
}

TEST_TIMES(no_cut_of_a_real_move_loses_a_sector, SHARES)
{
    struct mover_totals totals = { 0 };
    unsigned first = number_from("ALIDADE_MOVER_FIRST", 0) + (unsigned)_i * rounds();

    for (unsigned round = 0; round < rounds(); round++) {
        try_round(first + round, false, &totals);
        if (totals.lost && getenv("ALIDADE_STOPS"))
            break;
    }
    mover_totals_print(&totals);
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

static void try_gpt(unsigned round, unsigned cuts_again, unsigned recover_apart)
{
    struct mover_totals totals = { 0 };
    struct mover_sweep sweep = { .cuts = 16,
                                 .cuts_again = cuts_again,
                                 .recover_apart = recover_apart,
                                 .totals = &totals,
                                 .turn = round };

    mover_scene_make(&sweep.scene, round);
    ck_assert_int_eq(sweep.scene.table, TABLE_GPT);
    mover_sweep_run(&sweep);
    mover_scene_finish(&sweep.scene);
    mover_totals_print(&totals);
    ck_assert_uint_eq(totals.bad, 0);
}

/* Two cuts: the first one leaves a block of one copy of a GPT unreadable, the second one
 * comes while it is restored. It takes many images to hit that. */
static const unsigned gpt_rounds[] = { 10, 22, 34 };

TEST_EACH(a_restored_copy_of_a_gpt_is_durable_before_the_other_changes, gpt_rounds)
{
    try_gpt(gpt_rounds[_i], 24, RECOVER_APART);
}

/* The first cut leaves a record with a sector that cannot be read, the second one the end
 * of another record in its place: both have the same end. */
static const unsigned record_rounds[] = { 34 };

TEST_EACH(a_torn_record_is_not_completed_by_another_one, record_rounds)
{
    try_gpt(record_rounds[_i], 120, 1);
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

static bool is_unflushed(const struct cutting *disk, size_t block)
{
    for (size_t i = 0; i < disk->log_count; i++) {
        size_t first, end;
        cutting_block(disk, disk->log[i], &first, &end);
        if (block >= first && block < end)
            return true;
    }
    return false;
}

/* The program goes on from BEFORE and is killed at CALL. False: it comes to its end. */
static bool stop_at(struct mover_scene *scene, const struct cutting *before,
                    struct cutting *ret, unsigned call, bool is_rollback)
{
    struct err err;

    cutting_copy(ret, before);
    ret->faults.cut_call = call;
    return mover_scene_run(scene, ret, is_rollback, &err) == SCENE_FAILED;
}

/* The power fails: all is durable that was written, but for BLOCK. */
static void keep_all(struct cutting *disk, size_t block)
{
    CLEANUP(freep) bool *kept = xcalloc(disk->log_max, sizeof(*kept));

    memset(kept, true, disk->log_max * sizeof(*kept));
    cutting_restart(disk, kept, block);
}

static void check_recovery(struct mover_scene *scene, const struct cutting *stopped,
                           struct cutting *disk, bool is_rollback)
{
    struct err err;

    cutting_copy(disk, stopped);
    ck_assert_msg(mover_scene_run(scene, disk, is_rollback, &err) != SCENE_FAILED,
                  "%s, ALIDADE_SEED=%llu", err.text, (unsigned long long)scene->rng.seed);
    ck_assert_ptr_null(mover_scene_check(scene, disk, true));
}

/* Returns how often a cut of the way back can leave the EBR unreadable. */
static unsigned spoil_ebr(struct mover_scene *scene)
{
    struct cutting disks[3];
    unsigned spoiled = 0;

    for (size_t i = 0; i < 3; i++) {
        cutting_init(&disks[i], scene->disk.sectors, MOVER_LOGICAL, scene->disk.grid);
        disks[i].split = scene->disk.split;
    }
    for (unsigned call = 1; stop_at(scene, &scene->disk, &disks[0], call, false);
         call++) {
        keep_all(&disks[0], CUTTING_NO_BLOCK);
        for (unsigned back = 1; stop_at(scene, &disks[0], &disks[1], back, true);
             back++) {
            if (!is_unflushed(&disks[1], scene->ebrs[1]))
                continue;
            keep_all(&disks[1], scene->ebrs[1]);
            check_recovery(scene, &disks[1], &disks[2], false);
            check_recovery(scene, &disks[1], &disks[2], true);
            spoiled++;
        }
    }
    for (size_t i = 0; i < 3; i++)
        cutting_finish(&disks[i]);
    return spoiled;
}

TEST(an_ebr_that_a_move_does_not_write_is_restored_before_the_table_changes)
{
    unsigned found = 0, spoiled = 0;

    for (unsigned round = 0; found < EBR_ROUNDS; round++) {
        struct mover_scene scene;
        mover_scene_make(&scene, round);
        if (has_ebr_beside(&scene)) {
            spoiled += spoil_ebr(&scene);
            found++;
        }
        mover_scene_finish(&scene);
    }
    printf("# %u images\n", spoiled);
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
                       unsigned left_out, struct mover_totals *totals)
{
    struct mover_sweep sweep = { .cuts = 6,
                                 .cuts_again = 1,
                                 .skip_flush = left_out,
                                 .stops = left_out,
                                 .totals = totals,
                                 .turn = round };

    mover_scene_make_with(&sweep.scene, round, volume);
    mover_sweep_run(&sweep);
    mover_scene_finish(&sweep.scene);
}

TEST(no_copy_of_a_header_is_whole_where_the_rest_is_not)
{
    uint8_t bytes[VOLUME * MOVER_LOGICAL];
    struct mover_content volume;
    struct mover_totals totals = { 0 };

    put_volume(bytes, &volume);
    for (unsigned round = 0; round < rng_rounds(VOLUME_ROUNDS); round++)
        try_volume(&volume, round, 0, &totals);
    mover_totals_print(&totals);
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
        struct mover_totals totals = { 0 };
        try_volume(&volume, ROUND_OF_FLUSHES, flush, &totals);
        found += strstr(totals.first, "a copy of the header") != NULL;
    }
    ck_assert_uint_eq(found, 2);
}

TEST(without_flushes_sectors_are_lost)
{
    struct mover_totals totals = { 0 };

    for (unsigned round = 0; round < ROUNDS_UNTIL_BAD && !totals.lost; round++)
        try_round(round, true, &totals);
    mover_totals_print(&totals);
    ck_assert_uint_gt(totals.lost, 0);
}
