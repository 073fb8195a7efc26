/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mover_scene.c - random moves of the real mover, with its journal and a real table */
#include "support/mover_scene.h"

#include <stdlib.h>
#include <string.h>

#include "model/base/mem.h"
#include "model/base/num.h"
#include "model/disk/types.h"
#include "support/test.h"

enum { FRONT = 40, BACK = 40, HIDDEN_AT = 28, LENGTH_MAX = 24, FAR = 1985 };

static uint64_t between(struct rng *rng, uint64_t low, uint64_t high)
{
    return low + rng_below(rng, high - low + 1);
}

unsigned mover_scene_number(const struct mover_scene *scene, unsigned move)
{
    return scene->table == TABLE_LOGICAL ? 5 + move : 1 + move;
}

/* --- one move --- */

static void set_zones(struct rng *rng, struct shift *shift)
{
    struct zones *zones = &shift->zones;
    uint64_t head = between(rng, 1, 4), tail = between(rng, 1, 2);

    if (head + tail + 6 > shift->length) {
        zones->at[zones->count++] = (struct zone){ 0, shift->length };
    } else {
        zones->at[zones->count++] = (struct zone){ 0, head };
        if (rng_below(rng, 2))
            zones->at[zones->count++] =
                (struct zone){ head + between(rng, 1, 2), between(rng, 1, 2) };
        zones->at[zones->count++] = (struct zone){ shift->length - tail, tail };
    }
    const struct zone *magic = &zones->at[rng_below(rng, zones->count)];
    zones->magic = magic->start + rng_below(rng, magic->length);
}

static void set_fields(struct mover_scene *scene, unsigned move)
{
    const struct shift *shift = &scene->shifts[move];

    scene->fields[move].count = 1;
    scene->fields[move].at[0] = (struct move_field){ .kind = FIELD_HIDDEN_SECTORS,
                                                     .offset = HIDDEN_AT,
                                                     .width = 4,
                                                     .repeat = 1,
                                                     .before = shift->from,
                                                     .after = shift->to };
}

/* FROM and TO are set. */
static void set_shift(struct mover_scene *scene, unsigned move)
{
    struct rng *rng = &scene->rng;
    struct shift *shift = &scene->shifts[move];
    uint64_t grain = scene->disk.grid.grain;
    uint64_t distance =
        shift->to > shift->from ? shift->to - shift->from : shift->from - shift->to;

    shift->grid = scene->disk.grid;
    shift->mode = distance >= grain && rng_below(rng, 3) ? MOVE_HOLE : MOVE_JOURNAL;
    shift->piece = shift_piece_max(shift, shift->mode, grain * between(rng, 1, 3));
    shift->slots = scene->plan.slots;
    shift->hashes = (unsigned)between(rng, 1, 3);
    shift->keeps_free = (shift->from + shift->length) % 4;
    if (scene->content)
        shift->zones = scene->content->zones;
    else
        set_zones(rng, shift);
    if (!scene->content && rng_below(rng, 2))
        set_fields(scene, move);
}

/* --- where the partitions are --- */

static uint64_t random_length(struct mover_scene *scene)
{
    struct rng *rng = &scene->rng;

    if (scene->content)
        return scene->content->length;
    return rng_below(rng, 3) ? between(rng, 1, LENGTH_MAX) : between(rng, 1, 9);
}

/* 1 to 9 sectors by the round, or more, or from sector 63 to 2048. */
static uint64_t random_distance(struct mover_scene *scene, unsigned round)
{
    struct rng *rng = &scene->rng;

    if (round % 32 == 31)
        return FAR;
    return rng_below(rng, 3) ? 1 + round % 9 : between(rng, 8, 40);
}

/* One envelope behind the other. Returns the end of the last one. */
static uint64_t place_apart(struct mover_scene *scene, unsigned round, uint64_t lba)
{
    struct rng *rng = &scene->rng;

    for (unsigned i = 0; i < scene->count; i++) {
        struct shift *shift = &scene->shifts[i];
        uint64_t distance = random_distance(scene, round + i);
        if (scene->table == TABLE_LOGICAL) {
            lba += rng_below(rng, 9);
            scene->ebrs[i] = lba++;
        }
        lba += rng_below(rng, 2) ? rng_below(rng, 12) : 0;
        bool is_right = (round / 9 + i) % 2;
        shift->length = random_length(scene);
        shift->from = is_right ? lba : lba + distance;
        shift->to = is_right ? lba + distance : lba;
        lba += distance + shift->length;
    }
    return lba;
}

/* The second one to sectors that the first one has left. */
static uint64_t place_following(struct mover_scene *scene, unsigned round, uint64_t lba)
{
    struct rng *rng = &scene->rng;
    struct shift *one = &scene->shifts[0], *two = &scene->shifts[1];
    uint64_t distance = random_distance(scene, round), gap = rng_below(rng, 3);
    uint64_t next = between(rng, gap + 1, gap + distance);

    lba += rng_below(rng, 12);
    one->length = random_length(scene);
    two->length = random_length(scene);
    if (round % 2) {
        one->to = lba;
        one->from = lba + distance;
        two->from = one->from + one->length + gap;
        two->to = two->from - next;
        return two->from + two->length;
    }
    two->from = lba;
    one->from = lba + two->length + gap;
    one->to = one->from + distance;
    two->to = two->from + next;
    return one->to + one->length;
}

static void set_step(struct mover_scene *scene, unsigned move)
{
    const struct shift *shift = &scene->shifts[move];
    enum label_kind label = scene->plan.label;
    struct journal_step *step = &scene->plan.steps[move];

    *step = (struct journal_step){ .action = MOVES_DATA,
                                   .number = (uint16_t)mover_scene_number(scene, move),
                                   .from = shift->from,
                                   .to = shift->to,
                                   .length = shift->length,
                                   .ebr_from = scene->ebrs[move],
                                   .ebr_to = scene->ebrs[move] };
    step->object = scene->table == TABLE_LOGICAL ? JOURNAL_LOGICAL : JOURNAL_PARTITION;
    step->type = journal_type(label, label == LABEL_GPT ? TYPE_GPT_LINUX : "83");
    if (label == LABEL_GPT)
        step->unique.bytes[0] = (uint8_t)(move + 1);
    scene->plan.step_count++;
}

/* --- the scene --- */

static struct alignment random_grid(struct rng *rng, unsigned round)
{
    static const uint64_t grains[] = { 8, 1, 8, 4, 8, 8, 16, 4 };
    uint64_t grain = round % 64 == 40 ? 128 : grains[round % 8];

    return (struct alignment){ rng_below(rng, 2) ? 0 : rng_below(rng, grain), grain };
}

static void set_plan(struct mover_scene *scene)
{
    struct journal_plan *plan = &scene->plan;

    plan->logical = MOVER_LOGICAL;
    plan->head.disk_bytes = scene->shifts[0].disk * MOVER_LOGICAL;
    plan->head.transaction.bytes[3] = 1;
    plan->first_usable = plan->label == LABEL_GPT ? 34 : 1;
    plan->end_usable = scene->shifts[0].disk - (plan->label == LABEL_GPT ? 33 : 0);
    plan->grid = scene->disk.grid;
    for (unsigned i = 0; i < scene->count; i++)
        set_step(scene, i);
    plan->disk_id.bytes[0] = plan->label == LABEL_GPT ? 0xd1 : 0x78;
    plan->disk_id.bytes[1] = plan->label == LABEL_GPT ? 0x5c : 0x56;
    if (plan->label == LABEL_MSDOS)
        memcpy(plan->disk_id.bytes + 2, "\x34\x12", 2);
}

static void set_limits(struct mover_scene *scene)
{
    struct limits_reported said = { .size_bytes = scene->plan.head.disk_bytes,
                                    .logical = MOVER_LOGICAL };
    struct limits_given given = { 0 };
    struct err err = { 0 };

    ck_assert_msg(limits_settle(&said, &given, &scene->limits, &err), "%s", err.text);
}

static void set_kind(struct mover_scene *scene, unsigned round)
{
    struct rng *rng = &scene->rng;

    scene->table = (enum mover_table)(round / 2 % TABLE_KINDS);
    scene->plan.label = scene->table == TABLE_GPT ? LABEL_GPT : LABEL_MSDOS;
    scene->disk.grid = random_grid(rng, round);
    scene->plan.slots = rng_below(rng, 3) ? 2 : 3;
    scene->count = rng_below(rng, 3) ? 1 : 2;
    scene->is_following =
        scene->count == 2 && scene->table != TABLE_LOGICAL && rng_below(rng, 2);
    scene->has_stored_hashes = !rng_below(rng, 3);
    scene->has_zeros = !rng_below(rng, 3);
    scene->is_over_older = !rng_below(rng, 4);
    scene->is_elsewhere = !rng_below(rng, 5);
    scene->memory = (size_t)4096 << rng_below(rng, 3);
    scene->reads_ahead = round / 3 % 2;
}

/* The journal is behind the partitions, on the grid; that on another disk too, behind
 * the end of this one. */
static void set_disk(struct mover_scene *scene, uint64_t end)
{
    struct alignment grid = scene->disk.grid;
    uint64_t lba = align_next(grid, end + 1 + grid.grain);
    size_t split = 0;

    if (scene->is_elsewhere)
        lba = split = (size_t)align_next(grid, lba + BACK);
    scene->container_end = end;
    for (unsigned i = 0; i < scene->count; i++)
        scene->shifts[i].disk = split ? split : UINT64_MAX / 2;
    mover_scene_set_tables(scene);
    mover_scene_set_journal(scene, lba);
    uint64_t journal_end = lba + scene->plan.spot.bytes / MOVER_LOGICAL;
    cutting_init(&scene->disk,
                 (size_t)(align_next(grid, journal_end + grid.grain) + BACK),
                 MOVER_LOGICAL, grid);
    scene->disk.split = split;
    for (unsigned i = 0; i < scene->count && !split; i++)
        scene->shifts[i].disk = scene->disk.sectors;
    mover_scene_set_tables(scene);
}

void mover_scene_make_with(struct mover_scene *scene, unsigned round,
                           const struct mover_content *content)
{
    *scene = (struct mover_scene){ .rng = rng_start(round), .content = content };
    round = (unsigned)scene->rng.seed;
    set_kind(scene, round);
    uint64_t end = scene->is_following ? place_following(scene, round, FRONT)
                                       : place_apart(scene, round, FRONT);
    for (unsigned i = 0; i < scene->count; i++)
        set_shift(scene, i);
    set_disk(scene, end);
    set_plan(scene);
    mover_scene_fill(scene);
    set_limits(scene);
    if (scene->is_over_older)
        mover_scene_put_older(scene);
    mover_scene_hash(scene);
    journal_plan_encode(&scene->plan, scene->plan_bytes);
    mover_scene_note(scene);
}

void mover_scene_make(struct mover_scene *scene, unsigned round)
{
    mover_scene_make_with(scene, round, NULL);
}

void mover_scene_finish(struct mover_scene *scene)
{
    cutting_finish(&scene->disk);
    for (unsigned i = 0; i < scene->count; i++) {
        free(scene->units[i].at);
        free(scene->data[i]);
    }
    for (unsigned i = 0; i <= scene->count; i++)
        free(scene->tables[i]);
    free(scene->is_theirs);
}
