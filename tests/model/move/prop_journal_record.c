/* SPDX-License-Identifier: GPL-3.0-or-later */
/* prop_journal_record.c - random records are read as they were written; changed ones not
 */
#include "model/move/journal/journal_record.h"

#include <stdlib.h>
#include <string.h>

#include "model/base/mem.h"
#include "support/journal_scene.h"
#include "support/moves_scene.h"
#include "support/test.h"

enum { ROUNDS = 1000 };

TEST(a_record_is_read_as_it_was_written)
{
    uint8_t bytes[JOURNAL_PLAN_BYTES], again[JOURNAL_PLAN_BYTES];

    for (unsigned round = 0; round < rng_rounds(ROUNDS); round++) {
        CLEANUP(freep) struct journal_scene *scene = journal_scene_new(round);
        for (enum journal_record kind = JOURNAL_PLAN; kind <= JOURNAL_SAVED; kind++) {
            struct err err = { 0 };
            size_t count = journal_scene_encode(scene, kind, bytes);
            enum journal_state state =
                journal_scene_decode(scene, kind, bytes, count, again, &err);
            ck_assert_msg(state == RECORD_VALID, "ALIDADE_SEED=%llu: kind %d: %s",
                          (unsigned long long)scene->rng.seed, (int)kind, err.text);
            LAW(&scene->rng, !memcmp(bytes, again, count));
            LAW(&scene->rng, journal_record_kind(bytes, count) == kind);
        }
    }
}

/* The checksum covers all bytes of a record, so no field can change unnoticed; what
 * changes the magic or the kind makes it no record of that kind. */
static void check_flipped(const struct journal_scene *scene, enum journal_record kind,
                          uint8_t *bytes, size_t count, size_t bit)
{
    uint8_t again[JOURNAL_PLAN_BYTES];
    struct err err = { 0 };
    size_t at = bit / 8;

    bytes[at] ^= (uint8_t)(1U << bit % 8);
    enum journal_state state =
        journal_scene_decode(scene, kind, bytes, count, again, &err);
    bytes[at] ^= (uint8_t)(1U << bit % 8);
    bool is_head = at < 8 || at == 16 || at == 17;
    LAW(&scene->rng, state == (is_head ? RECORD_NONE : RECORD_DAMAGED));
}

/* All bits of the fields, and some of the many behind them. */
TEST(each_flipped_bit_is_noticed)
{
    enum { FIELD_BITS = 8 * 1400 };
    uint8_t bytes[JOURNAL_PLAN_BYTES];
    CLEANUP(freep) struct journal_scene *scene = journal_scene_new(0);

    for (enum journal_record kind = JOURNAL_PLAN; kind <= JOURNAL_SAVED; kind++) {
        size_t count = journal_scene_encode(scene, kind, bytes);
        for (size_t bit = 0; bit < 8 * count; bit += bit < FIELD_BITS ? 1 : 61)
            check_flipped(scene, kind, bytes, count, bit);
    }
}

/* Each copy has its exact size, so that a sanitizer sees one byte too far. */
TEST(each_truncated_record_is_refused)
{
    uint8_t bytes[JOURNAL_PLAN_BYTES], again[JOURNAL_PLAN_BYTES];
    CLEANUP(freep) struct journal_scene *scene = journal_scene_new(0);

    for (enum journal_record kind = JOURNAL_PLAN; kind <= JOURNAL_SAVED; kind++) {
        size_t count = journal_scene_encode(scene, kind, bytes);
        for (size_t length = 0; length < count; length += length < 2000 ? 1 : 61) {
            CLEANUP(freep) uint8_t *copy = xmalloc(length ? length : 1);
            struct err err = { 0 };
            memcpy(copy, bytes, length);
            enum journal_state state =
                journal_scene_decode(scene, kind, copy, length, again, &err);
            LAW(&scene->rng, state == (length < 64 ? RECORD_NONE : RECORD_DAMAGED));
        }
    }
}

/* A record of one plan is not one of another. */
TEST(records_of_another_plan_are_refused)
{
    uint8_t bytes[JOURNAL_PLAN_BYTES], again[JOURNAL_PLAN_BYTES];
    CLEANUP(freep) struct journal_scene *scene = journal_scene_new(0);

    scene->plan.head.transaction.bytes[3] ^= 1;
    for (enum journal_record kind = JOURNAL_PROGRESS; kind <= JOURNAL_SAVED; kind++) {
        struct err err = { 0 };
        size_t count = journal_scene_encode(scene, kind, bytes);
        enum journal_state state =
            journal_scene_decode(scene, kind, bytes, count, again, &err);
        /* A guard names its plan, which is found by it. */
        ck_assert_int_eq(state, kind == JOURNAL_GUARD ? RECORD_VALID : RECORD_OTHER);
    }
}

/* --- plans for disks --- */

/* A journal in a file, for the plan of LAYOUT. */
static void fill_plan(struct journal_plan *plan, const struct layout *layout)
{
    const struct limits *limits = layout_limits(layout);
    const struct label *label = layout_label(layout);

    *plan = (struct journal_plan){
        .head = { .transaction = { { 1 } },
                  .disk_bytes = limits->size * limits->logical },
        .logical = (uint32_t)limits->logical,
        .label = label->kind,
        .disk_id = journal_disk_id(label),
        .first_usable = label->first_usable ? label->first_usable : 1,
        .end_usable = label->kind == LABEL_GPT ? label->last_usable + 1 : limits->size,
        .grid = { .grain = 1 },
        .spot = { .kind = JOURNAL_FILE, .bytes = 1 << 20, .block = 4096, .path = "/j" },
        .saved = { { 0x12000, 0x4000 }, { 0x16000, 0x4000 } },
    };
}

static bool try_moves(const struct moves_scene *scene, const struct moves *moves)
{
    CLEANUP(freep) struct journal_plan *plan = xcalloc(2, sizeof(*plan));
    CLEANUP(freep) uint8_t *bytes = xmalloc(JOURNAL_PLAN_BYTES);
    const struct limits *limits = layout_limits(scene->layout);
    struct journal_disk disk = { limits->size, limits->logical };
    struct err err = { 0 };

    fill_plan(plan, scene->layout);
    if (!moves->step_count || !journal_plan_add(plan, scene->layout, moves))
        return false;
    LAW(&scene->rng, plan->step_count == moves->step_count);
    journal_plan_encode(plan, bytes);
    enum journal_state state =
        journal_plan_decode(bytes, JOURNAL_PLAN_BYTES, &disk, plan + 1, &err);
    ck_assert_msg(state == RECORD_VALID, "ALIDADE_SEED=%llu: %s",
                  (unsigned long long)scene->rng.seed, err.text);
    for (size_t i = 0; i < moves->step_count; i++)
        LAW(&scene->rng, plan[1].steps[i].from == moves->steps[i].from &&
                             plan[1].steps[i].to == moves->steps[i].to);
    return true;
}

/* What is refused in a plan is in no plan that can be carried out. */
TEST(each_plan_for_a_disk_is_a_valid_record)
{
    unsigned rounds = rng_rounds(4000), done = 0;

    for (unsigned round = 0; round < rounds; round++) {
        struct moves_scene scene = moves_scene_make(round);
        struct moves moves;
        struct err err = { 0 };
        if (moves_make(scene.layout, &scene.want, &moves, &err)) {
            done += moves.is_possible && try_moves(&scene, &moves);
            moves_finish(&moves);
        }
        layout_unref(scene.layout);
    }
    if (!getenv("ALIDADE_SEED"))
        ck_assert_uint_gt(done, rounds / 4);
}
