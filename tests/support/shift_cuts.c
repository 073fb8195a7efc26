/* SPDX-License-Identifier: GPL-3.0-or-later */
/* shift_cuts.c - cuts the power of random moves at each call, and what is to hold then */
#include "support/shift_cuts.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "model/move/shift/shift_private.h"

enum { MIXTURES = 12, MIXTURES_AGAIN = 2 };

/* What users changed in the partitions, before or after the move. */
struct shift_used {
    uint64_t value[MOVES_MAX][SHIFT_LENGTH_MAX];
};

/* --- what is to hold --- */

/* Partitions beside it may be in use while it moves back. */
bool shift_has_unreadable_others(const struct shift *shift, const struct cutting *disk)
{
    struct shift_sectors all = shift_envelope(shift), blocks = shift_blocks(shift, all);

    for (uint64_t lba = blocks.lba; lba < blocks.lba + blocks.length; lba++)
        if (lba - all.lba >= all.length && !cutting_is_readable(disk, lba))
            return true;
    return false;
}

static void note_bad(struct shift_scene *scene, const char *what, unsigned move,
                     uint64_t at)
{
    struct shift_totals *totals = scene->totals;
    const struct shift *shift = &scene->plan.moves[move];

    if (!totals->bad++)
        (void)snprintf(
            totals->first, sizeof(totals->first),
            "%s %" PRIu64 ": grid %" PRIu64 "+%" PRIu64 ", %" PRIu64 " to %" PRIu64
            ", length %" PRIu64 ", %s of %" PRIu64 ", ALIDADE_SEED=%" PRIu64,
            what, at, shift->grid.grain, shift->grid.offset, shift->from, shift->to,
            shift->length, shift->mode == MOVE_HOLE ? "hole" : "journal", shift->piece,
            scene->rng.seed);
}

static bool is_content(const struct mover_plan *plan, struct cutting *disk, uint64_t lba,
                       unsigned move, uint64_t at, uint64_t value, bool may_be_patched)
{
    struct cell cell;

    if (plan->zeros[move][at])
        return mover_read(disk, lba, &cell) && cell.kind == CELL_FREE && !cell.owner &&
               !cell.at && cell.value[0] == value;
    return mover_read(disk, lba, &cell) &&
           (cell.kind == CELL_DATA || (may_be_patched && cell.kind == CELL_PATCHED)) &&
           cell.owner == move && cell.at == at && cell.value[0] == value;
}

/* True if the copy, in the middle zone or else in the last one, is in a block with
 * another zone. */
static bool shares_block(const struct shift_scene *scene, const struct shift *shift,
                         uint64_t place)
{
    struct alignment grid = scene->disk.grid;
    const struct zone *head = &shift->zones.at[0], *copy = head + 1, *tail = head + 2;
    uint64_t first = place + copy->start, end = first + copy->length;

    return align_next(grid, place + head->length) > first ||
           (shift->zones.count > 2 && align_next(grid, end) > place + tail->start);
}

/* True if a zone with a copy of the header is whole at PLACE: tools repair the header
 * from it. */
static bool has_copy(struct shift_scene *scene, struct cutting *disk, unsigned move,
                     uint64_t place)
{
    const struct shift *shift = &scene->plan.moves[move];
    const struct zone *copy = &shift->zones.at[1];
    struct cell cell;

    if (shift->zones.count < 2 || shift->zones.magic - copy->start < copy->length ||
        shares_block(scene, shift, place))
        return false;
    for (uint64_t at = copy->start; at < copy->start + copy->length; at++)
        if (!mover_read(disk, place + at, &cell) || cell.kind != CELL_DATA ||
            cell.owner != move || cell.at != at)
            return false;
    return true;
}

/* True if the label leads to a head that a system would mount. *RET is its place, and 0
 * if there is no label. */
static bool is_mountable(struct shift_scene *scene, struct cutting *disk, unsigned move,
                         enum shift_label *ret, uint64_t *ret_place)
{
    const struct shift *shift = &scene->plan.moves[move];
    struct cell label, head;

    *ret_place = 0;
    if (!mover_read(disk, scene->plan.table + move, &label) || label.kind != CELL_LABEL)
        return false;
    *ret = (enum shift_label)label.value[0];
    *ret_place = *ret == SHIFT_LABEL_OLD        ? shift->from
                 : *ret == SHIFT_LABEL_ENVELOPE ? shift_envelope(shift).lba
                                                : shift->to;
    return mover_read(disk, *ret_place + shift->zones.magic, &head) &&
           (head.kind == CELL_DATA || head.kind == CELL_PATCHED) &&
           head.at == shift->zones.magic;
}

/* A tool that repairs the header writes the magic sector, and what is unreadable in a
 * block with it. */
static bool is_in_repair(const struct shift *shift, struct cutting *disk, uint64_t place,
                         uint64_t at)
{
    struct shift_sectors magic = shift_magic_at(shift, place);
    struct cell cell;

    return at == shift->zones.magic || (place + at - magic.lba < magic.length &&
                                        !mover_read(disk, place + at, &cell));
}

/* IS_REPAIRED: all but that. */
static void check_partition(struct shift_scene *scene, struct cutting *disk,
                            unsigned move, uint64_t place, const struct shift_used *used,
                            bool is_repaired)
{
    const struct shift *shift = &scene->plan.moves[move];

    for (uint64_t at = 0; at < shift->length; at++) {
        bool is_magic = at == shift->zones.magic;
        if (is_repaired && is_in_repair(shift, disk, place, at))
            continue;
        if (!is_content(&scene->plan, disk, place + at, move, at, used->value[move][at],
                        is_magic && place == shift->to)) {
            note_bad(scene, is_repaired ? "lost if repaired" : "lost sector", move, at);
            return;
        }
    }
}

/* Before any recovery: complete, or not mountable. */
static void check_image(struct shift_scene *scene, struct cutting *disk,
                        const struct shift_used *used)
{
    enum shift_label label;
    uint64_t place = 0;

    for (unsigned move = 0; move < scene->plan.count; move++) {
        bool is_repaired = !is_mountable(scene, disk, move, &label, &place);
        if (!place || (is_repaired && !has_copy(scene, disk, move, place)))
            continue;
        if (label == SHIFT_LABEL_ENVELOPE)
            note_bad(scene, "mountable envelope", move, place);
        else
            check_partition(scene, disk, move, place, used, is_repaired);
    }
}

static bool is_changeable(const struct shift_scene *scene, uint64_t lba)
{
    for (unsigned i = 0; i < scene->plan.count; i++) {
        struct shift_sectors all = shift_envelope(&scene->plan.moves[i]);
        if (lba == scene->plan.table + i ||
            (lba >= all.lba && lba < all.lba + all.length))
            return true;
    }
    return false;
}

static void check_foreign(struct shift_scene *scene, struct cutting *disk)
{
    struct cell cell;

    for (size_t lba = 0; lba < scene->partitions_end; lba++) {
        if (is_changeable(scene, lba) ||
            (mover_read(disk, lba, &cell) && cell.kind == CELL_FOREIGN && cell.at == lba))
            continue;
        note_bad(scene, "foreign sector", 0, lba);
        return;
    }
}

/* A partition at its old place: free space is as it was, or at least has no guards. */
static void check_free(struct shift_scene *scene, struct cutting *disk, unsigned move)
{
    const struct shift *shift = &scene->plan.moves[move];
    struct shift_sectors all = shift_envelope(shift);
    struct cell cell, before;

    for (uint64_t lba = all.lba; lba < all.lba + all.length; lba++) {
        bool is_read = mover_read(disk, lba, &cell);
        if (lba - shift->from < shift->length)
            continue;
        if (shift->keeps_free && (!is_read || !mover_read(&scene->disk, lba, &before) ||
                                  memcmp(&cell, &before, sizeof(cell)) != 0))
            note_bad(scene, "free space differs", move, lba);
        else if (!is_read || cell.kind == CELL_GUARD)
            note_bad(scene, "guard in free space", move, lba);
        scene->totals->kept += shift->keeps_free;
    }
}

/* After a recovery to its end. */
static void check_end(struct shift_scene *scene, struct cutting *disk,
                      const struct shift_used *used, enum mover_result result)
{
    enum shift_label label;
    uint64_t place;

    for (unsigned move = 0; move < scene->plan.count; move++) {
        if (!is_mountable(scene, disk, move, &label, &place))
            note_bad(scene, "not mountable, result", move, result);
        else if (result == MOVER_NEW && label != SHIFT_LABEL_NEW && !move)
            note_bad(scene, "not at the new place", move, place);
        else if (label == SHIFT_LABEL_OLD)
            check_free(scene, disk, move);
    }
    check_image(scene, disk, used);
    check_foreign(scene, disk);
}

/* --- cuts --- */

/* A user may mount what can be mounted, and changes a sector. */
static void use_partitions(struct shift_scene *scene, struct cutting *disk,
                           struct shift_used *used)
{
    enum shift_label label;
    uint64_t place;

    for (unsigned move = 0; move < scene->plan.count; move++) {
        struct cell cell;
        uint64_t at = rng_below(&scene->rng, scene->plan.moves[move].length);
        if (rng_below(&scene->rng, 4) ||
            !is_mountable(scene, disk, move, &label, &place) ||
            !mover_read(disk, place + at, &cell))
            continue;
        cell.value[0] = ++used->value[move][at];
        cutting_set(disk, place + at, &cell);
    }
}

static void recover(struct shift_scene *scene, struct cutting *disk,
                    const struct shift_used *used, bool is_rollback)
{
    enum mover_result result = mover_run(disk, &scene->plan, is_rollback);
    struct shift_totals *totals = scene->totals;

    totals->recoveries++;
    totals->rolled_back += result == MOVER_OLD;
    if (result == MOVER_ERROR || result == MOVER_STOPPED)
        note_bad(scene, result == MOVER_ERROR ? "error" : "stopped", 0, disk->refused);
    else
        check_end(scene, disk, used, result);
}

/* Cuts the recovery of CUT at a random call. */
static void cut_again(struct shift_scene *scene, const struct shift_used *before,
                      bool is_rollback)
{
    size_t block;

    for (unsigned count = 0; count < MIXTURES_AGAIN; count++) {
        struct shift_used used = *before;
        struct cutting *disk = &scene->again;
        cutting_copy(disk, &scene->cut);
        disk->faults.cut_call = 1 + (unsigned)rng_below(&scene->rng, 40);
        if (mover_run(disk, &scene->plan, is_rollback) != MOVER_ERROR)
            return;
        unsigned mixture = (unsigned)rng_below(&scene->rng, 8);
        if (!cutting_choose(disk, &scene->rng, 4, mixture, scene->kept, &block))
            continue;
        cutting_restart(disk, scene->kept, block);
        scene->totals->images++;
        check_image(scene, disk, &used);
        use_partitions(scene, disk, &used);
        recover(scene, disk, &used, rng_below(&scene->rng, 2));
    }
}

static void try_image(struct shift_scene *scene)
{
    struct shift_used used = { 0 };

    scene->totals->images++;
    check_image(scene, &scene->cut, &used);
    use_partitions(scene, &scene->cut, &used);
    for (unsigned is_rollback = 0; is_rollback < 2; is_rollback++) {
        cut_again(scene, &used, is_rollback);
        cutting_copy(&scene->again, &scene->cut);
        recover(scene, &scene->again, &used, is_rollback);
    }
}

/* The program is killed at CALL, but the drive keeps its cache: a recovery begins, and at
 * some call of that the power is cut. Returns false if nothing is cut. */
static bool kill_at(struct shift_scene *scene, unsigned call)
{
    struct cutting *disk = &scene->cut;
    struct shift_used used = { 0 };

    disk->faults.cut_call = call;
    if (mover_run(disk, &scene->plan, false) != MOVER_ERROR)
        return false;
    disk->faults.cut_call =
        disk->writes + disk->flushes + 1 + (unsigned)rng_below(&scene->rng, 30);
    enum mover_result result = mover_run(disk, &scene->plan, rng_below(&scene->rng, 2));
    if (result == MOVER_NEW || result == MOVER_OLD)
        check_end(scene, disk, &used, result);
    return result == MOVER_ERROR;
}

static bool run_to_cut(struct shift_scene *scene, unsigned call, unsigned count)
{
    struct cutting *disk = &scene->cut;
    bool is_killed = count % 8 == 7;

    cutting_copy(disk, &scene->disk);
    if (is_killed && kill_at(scene, call))
        return true;
    cutting_copy(disk, &scene->disk);
    disk->faults.cut_call = call;
    return mover_run(disk, &scene->plan, false) == MOVER_ERROR;
}

/* False if the moves end before that call. */
static bool cut_at(struct shift_scene *scene, unsigned call)
{
    struct cutting *disk = &scene->cut;
    size_t block;

    for (unsigned count = 0;; count++) {
        if (!run_to_cut(scene, call, count))
            return false;
        if (!cutting_choose(disk, &scene->rng, MIXTURES, count, scene->kept, &block))
            break;
        cutting_restart(disk, scene->kept, block);
        try_image(scene);
        if (scene->totals->bad && scene->wish->stops_when_bad)
            return false;
    }
    scene->totals->cuts++;
    return true;
}

void shift_try(unsigned round, const struct shift_scene_wish *wish,
               struct shift_totals *totals)
{
    struct shift_scene scene;

    shift_scene_make(&scene, round, wish, totals);
    for (unsigned i = 0; i < scene.plan.count; i++) {
        const struct shift *shift = &scene.plan.moves[i];
        ck_assert(shift_is_valid(shift));
        totals->modes[shift->mode == MOVE_JOURNAL]++;
        totals->off_grid += !align_contains(scene.disk.grid, shift->to);
    }
    totals->plans++;
    for (unsigned call = 1; cut_at(&scene, call); call++)
        ;
    if (!totals->bad || !wish->stops_when_bad) {
        struct shift_used used = { 0 };
        cutting_copy(&scene.again, &scene.disk);
        recover(&scene, &scene.again, &used, false);
    }
    shift_scene_finish(&scene);
}

/* False if there is no such call. */
static bool fail_at(struct shift_scene *scene, const struct cutting_faults *faults)
{
    struct shift_used used = { 0 };
    struct cutting *disk = &scene->cut;

    cutting_copy(disk, &scene->disk);
    disk->faults = *faults;
    enum mover_result result = mover_run(disk, &scene->plan, false);
    bool is_there = disk->reads >= faults->fail_read &&
                    disk->writes >= faults->fail_write &&
                    disk->flushes >= faults->fail_flush;
    check_image(scene, disk, &used);
    if (result == MOVER_ERROR)
        recover(scene, disk, &used, rng_below(&scene->rng, 2));
    else
        check_end(scene, disk, &used, result);
    return is_there;
}

void shift_try_errors(unsigned round, const struct shift_scene_wish *wish,
                      struct shift_totals *totals)
{
    struct shift_scene scene;
    struct cutting_faults none = { 0 }, faults = none;

    shift_scene_make(&scene, round, wish, totals);
    while (faults.fail_read++, fail_at(&scene, &faults))
        ;
    for (faults = none; faults.fail_write++, fail_at(&scene, &faults);)
        ;
    for (faults = none; faults.fail_flush++, fail_at(&scene, &faults);)
        ;
    totals->plans++;
    shift_scene_finish(&scene);
}

void shift_print(const struct shift_totals *totals)
{
    printf("# %u plans (%u moves in hole mode, %u with a journal, %u to a start off the "
           "grid), %u cuts, %lu images, %lu recoveries of which %lu at the old place: "
           "%lu bad%s%s\n",
           totals->plans, totals->modes[0], totals->modes[1], totals->off_grid,
           totals->cuts, totals->images, totals->recoveries, totals->rolled_back,
           totals->bad, totals->bad ? ", first: " : "", totals->first);
}
