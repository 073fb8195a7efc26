/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_log_look.c - how far a move has come, as its journal tells it without a write */
#include "device/move/unfinished/log_look.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "device/move/unfinished/log_plan.h"
#include "model/base/mem.h"
#include "model/base/num.h"
#include "support/data_scene.h"
#include "support/image.h"
#include "support/test.h"

enum { SCENES = 24, APART = 7, BACK_APART = 3 };

static struct data_scene scene;
static struct cutting disk;
static struct image image;
static struct fix_move *moves;
static size_t move_count;
static struct fix_place_found found;
static struct unfinished_look look;

static struct totals {
    unsigned looks, moving, back, untouched, moved;
} totals;

static void begin(unsigned round)
{
    data_scene_make(&scene, round);
    cutting_init(&disk, scene.disk.sectors, scene.logical, scene.disk.grid);
    disk.split = scene.disk.split;
    ck_assert(fix_moves_find(&scene.log, &moves, &move_count));
    image_make(&image, scene.disk.sectors * scene.logical);
}

static void end(void)
{
    image_remove(&image);
    free(moves);
    cutting_finish(&disk);
    data_scene_finish(&scene);
}

/* All that CALLS of a run write is durable.  False: it has fewer. */
static bool run_until(unsigned calls, bool is_back)
{
    CLEANUP(freep) bool *kept = NULL;
    struct err err = { 0 };
    bool goes_back;

    disk.faults.cut_call = calls + 1;
    (void)data_scene_run(&scene, &disk, is_back, &goes_back, &err);
    bool is_cut = disk.is_off;
    kept = xcalloc(disk.log_max + 1, sizeof(*kept));
    memset(kept, true, disk.log_max);
    cutting_restart(&disk, kept, CUTTING_NO_BLOCK);
    return is_cut;
}

/* Looks at the disk as it is.  False: there is no fix. */
static bool look_now(void)
{
    struct sink own = cutting_sink(&disk);
    uint64_t offset = scene.journal_at * scene.logical;

    found = (struct fix_place_found){ .state = FIX_JOURNAL_FOUND,
                                      .logical = (uint32_t)scene.logical,
                                      .offset = offset,
                                      .has_head = true };
    copy_text(found.disk, sizeof(found.disk), image.path);
    if (scene.is_elsewhere)
        copy_text(found.journal, sizeof(found.journal), image.path);
    if (fix_store_find_head(&own, offset, scene.log.disk_bytes, scene.block,
                            &found.head) != RECORD_IS_VALID)
        return false;
    image_put(&image, 0, disk.bytes, scene.disk.sectors * scene.logical);
    look = (struct unfinished_look){ .step = log_plan_step(&scene.log, &found.head.run) };
    log_look_at_move(&found, &scene.log, &look);
    totals.looks++;
    return true;
}

/* --- what is to hold --- */

static unsigned scene_move(const struct fix_move *move)
{
    unsigned i = 0;

    while (scene.shifts[i].from != move->shift.from)
        i++;
    return i;
}

/* What counts as moved is at its place: the pieces that come first in the run, but for
 * zones. */
static void check_moved(const struct fix_move *move, uint64_t sectors)
{
    const struct shift *shift = &move->shift;
    struct shift_run run = shift_run_forward(shift);
    uint64_t pieces = 0, length = 0;

    run.is_back = found.head.run.direction == RUN_BACK;
    if (run.is_back) {
        run.first = found.head.back_first;
        run.end = found.head.back_end;
    }
    while (length < sectors)
        length = shift_pieces_from(shift, &run, 0, ++pieces).length;
    ck_assert_uint_eq(length, sectors);
    if (!pieces)
        return;
    struct shift_piece done = shift_pieces_from(shift, &run, 0, pieces);
    for (uint64_t at = done.first; at < done.first + done.length; at++)
        if (!zones_overlap(&shift->zones, at, at + 1) &&
            !data_scene_has(&scene, &disk, scene_move(move),
                            run.is_back ? shift->from : shift->to, at))
            ck_abort_msg("ALIDADE_SEED=%llu: sector %llu of %llu is not moved",
                         (unsigned long long)scene.rng.seed, (unsigned long long)at,
                         (unsigned long long)sectors);
    totals.moved++;
}

static enum journal_phase phase_wanted(const struct fix_move *move, bool is_back)
{
    uint16_t step = found.head.run.step;

    if (step == move->carry)
        return JOURNAL_PHASE_MOVING;
    if (is_back)
        return step > move->carry ? JOURNAL_PHASE_MOVING : JOURNAL_PHASE_FINAL;
    return step < move->carry ? JOURNAL_PHASE_SAVED : JOURNAL_PHASE_FINAL;
}

static void check_move(const struct fix_move *move)
{
    const struct run_head *run = &found.head.run;
    bool is_back = run->direction == RUN_BACK;
    uint64_t magic = move->shift.from + move->shift.zones.magic;
    bool is_guarded = run->step != move->guard ||
                      !memcmp(disk.bytes + magic * scene.logical, "ALIDADE", 8);

    ck_assert_int_eq(look.phase, phase_wanted(move, is_back));
    ck_assert_int_eq(look.has_progress, is_guarded);
    ck_assert_int_eq(look.has_guard, is_guarded);
    ck_assert_int_eq(look.is_untouched, !is_guarded && !look.step && !is_back);
    ck_assert_uint_le(look.bytes_done, look.bytes_total);
    uint64_t all = run->step == move->carry && is_back
                       ? found.head.back_end - found.head.back_first
                       : move->shift.length;
    ck_assert_uint_eq(look.bytes_total, all * scene.logical);
    if (look.phase == JOURNAL_PHASE_FINAL)
        ck_assert_uint_eq(look.bytes_done, look.bytes_total);
    else if (run->step != move->carry)
        ck_assert_uint_eq(look.bytes_done, 0);
    else
        check_moved(move, look.bytes_done / scene.logical);
    totals.moving += run->step == move->carry && !is_back;
    totals.back += is_back;
    totals.untouched += look.is_untouched;
}

static void check_look(void)
{
    const struct run_head *run = &found.head.run;
    const struct fix_move *move =
        run->direction < RUN_EXIT ? fix_move_of(moves, move_count, run->step) : NULL;

    if (move) {
        check_move(move);
        return;
    }
    ck_assert_uint_eq(look.bytes_total, 0);
    ck_assert(!look.has_progress && !look.has_guard);
    ck_assert_int_eq(look.is_untouched, run->direction == RUN_FORWARD && !look.step &&
                                            run->step < moves[0].guard);
}

/* --- cuts --- */

/* Pieces of SHIFT that are not told of at its end. */
static uint64_t untold(const struct shift *shift)
{
    return (num_max(shift->slots, shift->hashes) + 1) * shift->piece;
}

/* Within one step less is never told than before, and at its end nearly all. */
TEST(what_is_told_of_a_move_is_so_and_grows)
{
    totals = (struct totals){ 0 };
    for (unsigned round = 0; round < rng_rounds(SCENES); round++) {
        const struct fix_move *last = NULL;
        uint64_t told = 0;
        begin(round);
        for (unsigned calls = 1;; calls++) {
            cutting_copy(&disk, &scene.disk);
            if (!run_until(calls, false))
                break;
            if (!look_now())
                continue;
            check_look();
            const struct fix_move *move =
                fix_move_of(moves, move_count, found.head.run.step);
            bool is_carry = move && found.head.run.direction == RUN_FORWARD &&
                            found.head.run.step == move->carry;
            if (last && !is_carry)
                ck_assert_uint_ge(told + untold(&last->shift), last->shift.length);
            if (is_carry)
                ck_assert_uint_ge(look.bytes_done / scene.logical, told);
            told = is_carry ? look.bytes_done / scene.logical : 0;
            last = is_carry ? move : NULL;
        }
        end();
    }
    printf("# %u looks, %u while data was moved, %u before that\n", totals.looks,
           totals.moving, totals.untouched);
    ck_assert_uint_gt(totals.moved, 100 / rng_stride());
    ck_assert_uint_gt(totals.untouched, 10 / rng_stride());
}

/* From the disk as it is, which stays so. */
static void look_at_way_back(void)
{
    struct cutting base;

    cutting_init(&base, disk.sectors, disk.logical, disk.grid);
    base.split = disk.split;
    cutting_copy(&base, &disk);
    for (unsigned calls = 1; run_until(calls, true); calls += BACK_APART) {
        if (look_now())
            check_look();
        cutting_copy(&disk, &base);
    }
    cutting_finish(&base);
}

TEST(what_is_told_of_a_way_back_is_so)
{
    totals = (struct totals){ 0 };
    for (unsigned round = 0; round < rng_rounds(SCENES); round++) {
        begin(round);
        for (unsigned calls = 1 + round % APART;; calls += APART) {
            cutting_copy(&disk, &scene.disk);
            if (!run_until(calls, false))
                break;
            look_at_way_back();
        }
        end();
    }
    printf("# %u looks, %u on the way back\n", totals.looks, totals.back);
    ck_assert_uint_gt(totals.back, 1000 / rng_stride());
}
