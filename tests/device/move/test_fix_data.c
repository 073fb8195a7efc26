/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_fix_data.c - what a fix does with errors, with what others have changed, and with
 * a journal of another time */
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "model/base/mem.h"
#include "model/base/num.h"
#include "support/data_scene.h"
#include "support/test.h"

enum {
    SCENES = 8,
    LARGE_SCENES = 6,
    TIMES = 24,
    NEAR = 12,
    RUNS_MAX = 8,
    LAST = 1 << 20
};

static struct data_scene scene;

static bool is_at_kind(struct cutting *disk, enum log_kind kind)
{
    struct record_head head = data_scene_head(&scene, disk);

    return head.sequence && head.run.direction == RUN_FORWARD &&
           scene.log.steps.at[head.run.step].kind == kind;
}

/* The first call after which the head names a step of KIND. */
static unsigned run_until_kind(struct cutting *disk, enum log_kind kind)
{
    for (unsigned calls = 1; data_scene_run_until(&scene, disk, calls); calls++)
        if (is_at_kind(disk, kind))
            return calls;
    ck_abort_msg("no step of kind %d", (int)kind);
    return 0;
}

static size_t journal_byte(enum record_area area)
{
    return (size_t)(scene.journal_at * scene.logical + scene.head.areas[area].offset);
}

static void damage(struct cutting *disk, size_t byte)
{
    disk->bytes[byte] ^= 0xff;
    disk->durable[byte] ^= 0xff;
}

static bool same_but_journal(const struct cutting *a, const struct cutting *b)
{
    size_t at = (size_t)scene.journal_at,
           end = at + scene.head.place.bytes / scene.logical;
    size_t size = scene.limits.size, logical = scene.logical;

    if (memcmp(a->bytes, b->bytes, (at < size ? at : size) * logical) != 0)
        return false;
    return at >= size || !memcmp(a->bytes + end * logical, b->bytes + end * logical,
                                 (size - end) * logical);
}

/* Runs a copy of DISK, which has to be refused without a write outside of the journal. */
static void expect_refused(struct cutting *disk, bool is_back, enum redo_state wanted)
{
    struct cutting copy;

    cutting_init(&copy, disk->sectors, disk->logical, disk->grid);
    copy.split = disk->split;
    cutting_copy(&copy, disk);
    enum redo_state state = data_scene_go_on(&scene, &copy, is_back);
    if (state != wanted || !same_but_journal(&copy, disk))
        ck_abort_msg("ALIDADE_SEED=%llu: state %d, not %d, or something was written",
                     (unsigned long long)scene.rng.seed, (int)state, (int)wanted);
    cutting_finish(&copy);
}

/* --- errors --- */

static const size_t faults[] = { offsetof(struct cutting_faults, fail_read),
                                 offsetof(struct cutting_faults, fail_write),
                                 offsetof(struct cutting_faults, fail_flush) };

TEST_EACH(each_error_is_recovered_from, faults)
{
    struct cutting disk;

    for (unsigned round = 0; round < rng_rounds(SCENES); round++) {
        data_scene_begin(&scene, &disk, round);
        enum redo_state state = REDO_FAILED;
        unsigned failed = 0;
        for (unsigned number = 1; number < LAST; number++) {
            cutting_copy(&disk, &scene.disk);
            *(unsigned *)((char *)&disk.faults + faults[_i]) = number;
            state = data_scene_go_on(&scene, &disk, false);
            unsigned calls = _i == 0 ? disk.reads : _i == 1 ? disk.writes : disk.flushes;
            if (calls < number)
                break;
            failed += state == REDO_FAILED;
            cutting_power_on(&disk);
            if (state == REDO_FAILED)
                data_scene_expect_end(&scene, &disk, number % 2);
            else if (state != REDO_ENDED || data_scene_check(&scene, &disk, true))
                ck_abort_msg("ALIDADE_SEED=%llu: call %u",
                             (unsigned long long)scene.rng.seed, number);
        }
        ck_assert(_i == 0 || failed > 10);
        data_scene_end(&scene, &disk);
    }
}

/* --- a journal of another time --- */

/* Journals that are elsewhere are of the scenes with a seed after this one. */
static bool begin_elsewhere(struct cutting *disk, unsigned round)
{
    data_scene_begin(&scene, disk, round);
    if (scene.is_elsewhere && scene.has_hashes && !scene.swap.length)
        return true;
    data_scene_end(&scene, disk);
    return false;
}

static void take_journal(struct cutting *disk, const struct cutting *from)
{
    size_t at = disk->split * disk->logical;

    memcpy(disk->bytes + at, from->bytes + at, disk->sectors * disk->logical - at);
    memcpy(disk->durable + at, disk->bytes + at, disk->sectors * disk->logical - at);
}

/* Of all guards that are seen, the time is told. */
static void try_times(struct cutting *disk, unsigned calls, unsigned *counts)
{
    struct cutting other;

    cutting_init(&other, disk->sectors, disk->logical, disk->grid);
    other.split = disk->split;
    for (unsigned i = 0; i < 2 * TIMES; i++) {
        unsigned one = 1 + (unsigned)rng_below(&scene.rng, calls - 1);
        unsigned two = 1 + (unsigned)rng_below(&scene.rng, calls - 1);
        /* A journal that is newer by a flush is of a drive that lies. */
        if (one > two && one - two < NEAR)
            continue;
        ck_assert(data_scene_run_until(&scene, &other, one) &&
                  data_scene_run_until(&scene, disk, two));
        take_journal(disk, &other);
        cutting_copy(&other, disk);
        struct record_head head = data_scene_head(&scene, disk);
        enum redo_state state = data_scene_go_on(&scene, disk, i % 2);
        counts[state]++;
        /* A head of the end only has to go. */
        const char *wrong =
            state == REDO_ENDED && head.sequence
                ? data_scene_check(&scene, disk, head.run.direction != RUN_DONE)
                : NULL;
        if (wrong)
            ck_abort_msg("ALIDADE_SEED=%llu: journal of %u, %d %d, disk of %u: %s",
                         (unsigned long long)scene.rng.seed, one, (int)head.run.direction,
                         (int)head.run.step, two, wrong);
        if (state == REDO_OTHER && !same_but_journal(disk, &other))
            ck_abort_msg("something was written");
    }
    cutting_finish(&other);
}

/* Where the new start is in front of the old one, a guard is there from the beginning. */
TEST(a_journal_from_before_the_data_was_moved_is_refused)
{
    unsigned done = 0;

    for (unsigned round = 0; round < 2000 && !done; round++) {
        struct cutting disk, journal;
        if (!begin_elsewhere(&disk, round))
            continue;
        const struct shift *shift = &scene.shifts[0];
        if (shift->to + shift->zones.magic < shift->from) {
            unsigned calls = run_until_kind(&disk, LOG_SHIFT);
            while (is_at_kind(&disk, LOG_SHIFT))
                ck_assert(data_scene_run_until(&scene, &disk, ++calls));
            ck_assert(data_scene_run_until(&scene, &disk, calls - 1));
            cutting_init(&journal, disk.sectors, disk.logical, disk.grid);
            journal.split = disk.split;
            ck_assert(run_until_kind(&journal, LOG_SHIFT));
            take_journal(&disk, &journal);
            ck_assert_int_eq(data_scene_go_on(&scene, &disk, true), REDO_OTHER);
            cutting_finish(&journal);
            done++;
        }
        data_scene_end(&scene, &disk);
    }
    ck_assert_uint_eq(done, 1);
}

TEST(a_journal_of_another_time_is_refused_or_its_data_is_whole)
{
    unsigned counts[REDO_NEXT + 1] = { 0 }, done = 0;

    for (unsigned round = 0; done < rng_rounds(SCENES); round++) {
        struct cutting disk;
        unsigned calls = 1;
        if (!begin_elsewhere(&disk, round))
            continue;
        while (data_scene_run_until(&scene, &disk, calls))
            calls++;
        try_times(&disk, calls, counts);
        data_scene_end(&scene, &disk);
        done++;
    }
    printf(
        "# %u ended, %u foreign, %u mismatch, %u lost, %u of another time, %u failed\n",
        counts[REDO_ENDED], counts[REDO_FOREIGN], counts[REDO_MISMATCH],
        counts[REDO_LOST], counts[REDO_OTHER], counts[REDO_FAILED]);
    ck_assert_uint_gt(counts[REDO_OTHER], done);
}

/* --- read ahead --- */

/* Some cuts of a move of several units, that is resumed or taken back. */
static void try_large(struct cutting *disk, unsigned cuts)
{
    unsigned calls = 1;

    cutting_copy(disk, &scene.disk);
    data_scene_expect_end(&scene, disk, false);
    calls = disk->done;
    for (unsigned i = 0; i < cuts; i++) {
        ck_assert(data_scene_run_until(&scene, disk,
                                       1 + (unsigned)rng_below(&scene.rng, calls - 1)));
        data_scene_expect_end(&scene, disk, i % 2);
    }
}

TEST(what_is_read_ahead_is_what_is_moved)
{
    for (unsigned round = 0; round < LARGE_SCENES; round++) {
        struct cutting disk;
        data_scene_make_large(&scene, round);
        scene.reads_ahead = true;
        if (round % 2)
            scene.background = background_new();
        cutting_init(&disk, scene.disk.sectors, scene.logical, scene.disk.grid);
        disk.split = scene.disk.split;
        try_large(&disk, 4);
        background_free(scene.background);
        data_scene_end(&scene, &disk);
    }
}

/* --- what others have changed --- */

/* What a scene has to be for a test. */
typedef bool (*scene_fits)(void);

/* Begins the next scene from *ROUND on that FITS, with the head at a step of KIND. */
static void begin_at(struct cutting *disk, unsigned *round, scene_fits fits,
                     enum log_kind kind)
{
    for (;; ++*round) {
        data_scene_begin(&scene, disk, *round);
        if (scene.count == 1 && fits())
            break;
        data_scene_end(&scene, disk);
    }
    ++*round;
    (void)run_until_kind(disk, kind);
}

/* Returns an index outside of all zones; 0: there is none. */
static uint64_t index_between(void)
{
    const struct shift *shift = &scene.shifts[0];

    for (uint64_t at = 1; at < shift->length; at++)
        if (!zones_overlap(&shift->zones, at, at + 1))
            return at;
    return 0;
}

static size_t byte_of(uint64_t place, uint64_t index)
{
    return (size_t)((place + index) * scene.logical);
}

static bool has_data(void)
{
    return index_between() && scene.has_hashes && scene.memory && !scene.has_zeros;
}

TEST(data_that_changes_while_it_is_moved_is_not_moved_on)
{
    unsigned round = 0;

    for (unsigned i = 0; i < SCENES; i++) {
        struct cutting disk;
        begin_at(&disk, &round, has_data, LOG_SHIFT);
        damage(&disk, byte_of(scene.shifts[0].from, index_between()) + 200);
        expect_refused(&disk, false, REDO_MISMATCH);
        data_scene_end(&scene, &disk);
    }
}

/* The journal that it is moved by may have no hashes of it. */
static bool has_data_in_parts(void)
{
    return index_between() && scene.has_hashes && !scene.memory && !scene.has_zeros;
}

TEST(data_that_changes_while_it_is_moved_is_noticed_before_the_table_leads_there)
{
    unsigned round = 0;

    for (unsigned i = 0; i < SCENES; i++) {
        struct cutting disk;
        begin_at(&disk, &round, has_data_in_parts, LOG_SHIFT);
        size_t byte = byte_of(scene.shifts[0].from, index_between()) + 200;
        damage(&disk, byte);
        ck_assert_int_eq(data_scene_go_on(&scene, &disk, false), REDO_MISMATCH);
        ck_assert_int_eq(data_scene_head(&scene, &disk).run.direction, RUN_FORWARD);
        ck_assert_int_eq(data_scene_go_on(&scene, &disk, true), REDO_MISMATCH);
        ck_assert_int_eq(data_scene_head(&scene, &disk).run.direction, RUN_BACK);
        scene.skips_check = true;
        ck_assert_int_eq(data_scene_go_on(&scene, &disk, true), REDO_ENDED);
        damage(&disk, byte);
        const char *wrong = data_scene_check(&scene, &disk, true);
        ck_assert_msg(!wrong, "ALIDADE_SEED=%llu: %s", (unsigned long long)scene.rng.seed,
                      wrong);
        data_scene_end(&scene, &disk);
    }
}

static bool has_two_slots(void)
{
    const struct shift *shift = &scene.shifts[0];
    struct shift_run run = shift_run_forward(shift);

    return shift->mode == MOVE_JOURNAL && shift->slots == 2 && !scene.has_zeros &&
           shift_piece_count(shift, &run) > 3;
}

/* The last call after which the head names a step of KIND. */
static void run_until_end_of(struct cutting *disk, enum log_kind kind)
{
    unsigned calls = run_until_kind(disk, kind);
    struct record_head head = data_scene_head(&scene, disk);

    do
        ck_assert(data_scene_run_until(&scene, disk, ++calls));
    while (data_scene_head(&scene, disk).sequence == head.sequence);
    ck_assert(data_scene_run_until(&scene, disk, calls - 1));
}

/* Only the slot of the next batch can be damaged by a cut. */
TEST(with_another_slot_damaged_nothing_is_written)
{
    unsigned round = 0;

    for (unsigned i = 0; i < SCENES; i++) {
        struct cutting disk;
        begin_at(&disk, &round, has_two_slots, LOG_SHIFT);
        run_until_end_of(&disk, LOG_SHIFT);
        const struct record_bytes *ring = &scene.head.areas[AREA_RING];
        size_t slot = (size_t)num_round_down(ring->bytes / 2, scene.block);
        damage(&disk, journal_byte(AREA_RING) + scene.block);
        damage(&disk, journal_byte(AREA_RING) + slot + scene.block);
        expect_refused(&disk, false, REDO_LOST);
        expect_refused(&disk, true, REDO_LOST);
        data_scene_end(&scene, &disk);
    }
}

static bool has_copy_of_table(void)
{
    return scene.shifts[0].zones.count > 1;
}

TEST(one_copy_of_what_is_saved_is_enough)
{
    unsigned round = 0;

    for (unsigned i = 0; i < SCENES; i++) {
        struct cutting disk;
        begin_at(&disk, &round, has_copy_of_table, LOG_UNGUARD);
        damage(&disk, journal_byte(i % 2 ? AREA_SAVED_A : AREA_SAVED_B) + scene.block);
        struct cutting both;
        cutting_init(&both, disk.sectors, disk.logical, disk.grid);
        both.split = disk.split;
        cutting_copy(&both, &disk);
        damage(&both, journal_byte(i % 2 ? AREA_SAVED_B : AREA_SAVED_A) + 5);
        expect_refused(&both, false, REDO_FAILED);
        expect_refused(&both, true, REDO_FAILED);
        cutting_finish(&both);
        data_scene_expect_end(&scene, &disk, i / 2 % 2);
        data_scene_end(&scene, &disk);
    }
}

TEST(a_zone_that_others_write_stays_as_it_is)
{
    unsigned round = 0;

    for (unsigned i = 0; i < SCENES; i++) {
        struct cutting disk;
        begin_at(&disk, &round, has_copy_of_table, LOG_UNGUARD);
        const struct shift *shift = &scene.shifts[0];
        damage(&disk, byte_of(shift->to, shift->length - 1) + 100);
        expect_refused(&disk, false, REDO_FOREIGN);
        expect_refused(&disk, true, REDO_FOREIGN);
        data_scene_end(&scene, &disk);
    }
}

static bool fits_any(void)
{
    return scene.table != DATA_GPT;
}

TEST_TIMES(a_table_that_others_change_is_foreign_in_each_step, LOG_UNGUARD + 1)
{
    unsigned round = 0;

    for (unsigned i = 0; i < SCENES && _i >= LOG_GUARD; i++) {
        struct cutting disk;
        begin_at(&disk, &round, fits_any, (enum log_kind)_i);
        damage(&disk, 446 + 3 * 16 + 4);
        expect_refused(&disk, false, REDO_FOREIGN);
        expect_refused(&disk, true, REDO_FOREIGN);
        data_scene_end(&scene, &disk);
    }
}

static bool has_fields(void)
{
    return scene.fields[0].count;
}

TEST(a_start_that_is_another_one_is_not_moved)
{
    unsigned round = 0;

    for (unsigned i = 0; i < SCENES; i++) {
        struct cutting disk;
        begin_at(&disk, &round, has_fields, LOG_GUARD);
        damage(&disk, byte_of(scene.shifts[0].from, 0) + 28);
        expect_refused(&disk, false, REDO_FOREIGN);
        data_scene_end(&scene, &disk);
    }
}
