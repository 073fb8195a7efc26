/* SPDX-License-Identifier: GPL-3.0-or-later */
/* prop_moves.c - plans for random disks against exhaustive search */
#include "model/move/plan/moves.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/align/judge.h"
#include "model/base/mem.h"
#include "support/moves_scene.h"
#include "support/test.h"

enum { ROUNDS = 20000 };

/* ALIDADE_MOVES_ROUNDS makes the test as long as one likes. */
static unsigned moves_rounds(void)
{
    const char *given = getenv("ALIDADE_MOVES_ROUNDS");

    return given ? (unsigned)strtoul(given, NULL, 0) : rng_rounds(ROUNDS);
}

/* --- exhaustive search, which shares only the verdicts with the plan --- */

struct oracle_item {
    const struct extent *extent;
    bool is_pinned, is_free, has_ebr, is_first;
    uint64_t ebr;
};

struct answer {
    bool is_found;
    uint64_t sectors, ebrs, shift;
    uint64_t starts[MOVES_SCENE_ITEMS];
};

struct oracle {
    const struct moves_scene *scene;
    struct oracle_item items[MOVES_SCENE_ITEMS];
    size_t count;
    uint64_t low, high; /* usable */
    uint64_t boot;      /* what moves to the front stays behind this */
    struct answer best;
};

static bool is_aimed_at(const struct oracle *oracle, const struct extent *extent,
                        uint64_t start)
{
    struct extent moved = *extent;

    moved.start = start;
    enum grade grade = judge_extent(oracle->scene->layout, &moved).grade;
    return grade == GRADE_GRAIN ||
           (grade == GRADE_PHYSICAL && oracle->scene->want.aim == MOVES_NUDGE);
}

/* True for data of unknown kind, and for what is in use. */
static bool is_kept(const struct extent *extent)
{
    return extent->use.kind != USE_NONE ||
           (extent->content.state == CONTENT_NONE && extent->content.zeros != ZEROS_ALL);
}

static void add_oracle_item(struct oracle *oracle, const struct extent *extent)
{
    const struct layout *layout = oracle->scene->layout;
    struct oracle_item *item = &oracle->items[oracle->count];

    *item = (struct oracle_item){ .extent = extent,
                                  .is_pinned = is_kept(extent),
                                  .is_first = !oracle->count,
                                  .has_ebr = extent->kind == EXTENT_LOGICAL };
    item->is_free = extent->content.state == CONTENT_NONE ||
                    extent->content.inside.kind == INSIDE_SWAP;
    if (item->has_ebr)
        item->ebr = layout_find(layout, extent->ebr)->start;
    oracle->count++;
}

static struct oracle oracle_of(const struct moves_scene *scene)
{
    const struct label *label = layout_label(scene->layout);
    struct oracle oracle = { .scene = scene,
                             .low = label->first_usable,
                             .high = label->last_usable + 1 };
    uint64_t grub = 1 + scene->want.grub_sectors;

    if (label->kind == LABEL_MSDOS)
        oracle.boot = grub > MOVES_SCENE_LOW ? grub : MOVES_SCENE_LOW;
    LAYOUT_EACH (extent, scene->layout)
        if (extent_holds_data(extent))
            add_oracle_item(&oracle, extent);
    return oracle;
}

static bool may_begin(const struct oracle *oracle, const struct oracle_item *item,
                      uint64_t start)
{
    const struct extent *extent = item->extent;

    if (oracle->scene->want.start_count && oracle->scene->chosen.id == extent->id)
        return start == oracle->scene->chosen.start;
    if (item->is_pinned)
        return start == extent->start;
    if (!is_aimed_at(oracle, extent, start))
        return false;
    if (!item->is_first || start == extent->start)
        return true;
    return item->has_ebr ? item->ebr < start || start > oracle->boot
                         : start >= oracle->boot;
}

static int compare_u64(uint64_t a, uint64_t b)
{
    return (a > b) - (a < b);
}

static bool is_better(const struct answer *a, const struct answer *b, size_t count)
{
    int order = compare_u64(a->sectors, b->sectors);

    order = order ? order : compare_u64(a->ebrs, b->ebrs);
    order = order ? order : compare_u64(a->shift, b->shift);
    for (size_t i = 0; i < count && !order; i++)
        order = compare_u64(a->starts[i], b->starts[i]);
    return order < 0;
}

static bool does_ebr_move(const struct oracle_item *item, uint64_t start, uint64_t lba)
{
    return item->has_ebr && (lba > item->ebr || item->ebr >= start);
}

/* LBA is the first sector that no item before item AT takes. */
static void search(struct oracle *oracle, size_t at, uint64_t lba,
                   const struct answer *so_far)
{
    const struct oracle_item *item = &oracle->items[at];

    if (at == oracle->count) {
        if (!oracle->best.is_found || is_better(so_far, &oracle->best, at))
            oracle->best = *so_far;
        oracle->best.is_found = true;
        return;
    }
    uint64_t length = item->extent->length, old = item->extent->start;
    for (uint64_t t = lba + item->has_ebr; t + length <= oracle->high; t++) {
        struct answer next = *so_far;
        if (!may_begin(oracle, item, t))
            continue;
        next.starts[at] = t;
        next.shift += t > old ? t - old : old - t;
        next.sectors += t != old && !item->is_free ? length : 0;
        next.ebrs += does_ebr_move(item, t, lba);
        search(oracle, at + 1, t + length, &next);
    }
}

/* Sometimes the user chooses a start of a partition that can be moved. */
static void choose_start(struct moves_scene *scene, const struct oracle *oracle)
{
    const struct oracle_item *item =
        &oracle->items[rng_below(&scene->rng, oracle->count)];
    uint64_t low = oracle->low + scene->want.grub_sectors + item->has_ebr;
    uint64_t length = item->extent->length;

    if (item->is_pinned || low + length > oracle->high || rng_below(&scene->rng, 4))
        return;
    uint64_t start = low + rng_below(&scene->rng, oracle->high - length - low + 1);
    scene->chosen = (struct moves_start){ item->extent->id, start };
    scene->want.starts = &scene->chosen;
    scene->want.start_count = 1;
}

/* --- what each plan must be --- */

static void check_result(struct moves_scene *scene, const struct moves *moves,
                         const struct oracle *oracle)
{
    uint64_t sectors = 0;

    for (size_t i = 0; i < oracle->count; i++) {
        const struct extent *old = oracle->items[i].extent;
        const struct extent *now = layout_find(moves->result, old->id);
        LAW(&scene->rng, now->start == oracle->best.starts[i]);
        LAW(&scene->rng, now->length == old->length && now->parent == old->parent);
        if (old->kind == EXTENT_LOGICAL)
            LAW(&scene->rng, layout_find(moves->result, old->ebr)->start < now->start);
        if (now->start != old->start && !oracle->items[i].is_free)
            sectors += old->length;
    }
    LAW(&scene->rng, moves->sectors == sectors);
}

/* Old and new place of what moves, and all between them, are its own or free. */
static void check_envelope(struct moves_scene *scene, const struct layout *before,
                           const struct moves_step *step)
{
    const struct extent *moved = layout_find(before, step->id);
    uint64_t from = step->from < step->to ? step->from : step->to;
    uint64_t end = step->from < step->to ? step->to : step->from;

    if (moved->kind == EXTENT_EXTENDED)
        return;
    for (uint64_t lba = from; lba < end + moved->length; lba++) {
        const struct extent *there = layout_find_lba(before, lba);
        LAW(&scene->rng, there->id == moved->id || there->kind == EXTENT_FREE);
    }
}

/* The edit of a step that needs no data makes the same of BEFORE. */
static void check_edit(struct moves_scene *scene, const struct layout *before,
                       const struct moves_step *step, const struct layout *after)
{
    struct edit edit;
    struct err err = { 0 };

    LAW(&scene->rng,
        moves_step_edit(before, step, &edit) == (step->action != MOVES_DATA));
    if (step->action == MOVES_DATA)
        return;
    CLEANUP(layout_unrefp) struct layout *edited = edit_apply(before, &edit, &err);
    ck_assert_msg(edited != NULL, "ALIDADE_SEED=%llu: %s",
                  (unsigned long long)scene->rng.seed, err.text);
    LAW(&scene->rng, layout_equal(edited, after));
}

static void check_steps(struct moves_scene *scene, const struct moves *moves)
{
    struct layout *before = layout_ref(scene->layout);

    for (size_t i = 0; i < moves->step_count; i++) {
        check_envelope(scene, before, &moves->steps[i]);
        struct layout *after = moves_step_apply(before, &moves->steps[i]);
        check_edit(scene, before, &moves->steps[i], after);
        layout_unref(before);
        before = after;
    }
    LAW(&scene->rng, layout_equal(before, moves->result));
    layout_unref(before);
}

/* With so many sectors more there is a plan, and with one less there is none. */
static void check_lack(struct moves_scene *scene, const struct moves *moves)
{
    LAW(&scene->rng, moves->lack.sectors > 0);
    if (!moves->lack.is_at_end || scene->want.start_count)
        return;
    for (uint64_t less = 0; less < 2; less++) {
        CLEANUP(layout_builder_freep)
        struct layout_builder *builder = layout_builder_from(scene->layout);
        struct err err = { 0 };
        struct moves again;
        layout_builder_label(builder)->last_usable += moves->lack.sectors - less;
        CLEANUP(layout_unrefp) struct layout *larger = layout_builder_refinish(builder);
        LAW(&scene->rng, moves_make(larger, &scene->want, &again, &err));
        LAW(&scene->rng, again.is_possible == !less);
        moves_finish(&again);
    }
}

/* Returns whether there is a plan. */
static bool try_scene(struct moves_scene *scene)
{
    struct oracle oracle = oracle_of(scene);
    struct answer none = { 0 };
    struct moves moves;
    struct err err = { 0 };

    choose_start(scene, &oracle);
    search(&oracle, 0, oracle.low, &none);
    LAW(&scene->rng, moves_make(scene->layout, &scene->want, &moves, &err));
    LAW(&scene->rng, moves.is_possible == oracle.best.is_found);
    bool is_possible = moves.is_possible;
    if (is_possible) {
        check_result(scene, &moves, &oracle);
        check_steps(scene, &moves);
    } else {
        check_lack(scene, &moves);
    }
    moves_finish(&moves);
    return is_possible;
}

TEST(plans_are_the_best_that_there_are)
{
    unsigned found = 0, chains = 0, long_chains = 0;

    for (unsigned round = 0; round < moves_rounds(); round++) {
        struct moves_scene scene = moves_scene_make(round);
        found += try_scene(&scene);
        chains += layout_find_number(scene.layout, 5) != NULL;
        long_chains += layout_find_number(scene.layout, 10) != NULL;
        layout_unref(scene.layout);
    }
    printf("# %u disks, %u with a plan; %u with a logical partition, %u with six\n",
           moves_rounds(), found, chains, long_chains);
    if (moves_rounds() >= ROUNDS)
        ck_assert_uint_gt(long_chains, 0);
    /* Both kinds are there. */
    ck_assert_uint_gt(found, moves_rounds() / 4);
    ck_assert_uint_lt(found, moves_rounds() - moves_rounds() / 4);
}
