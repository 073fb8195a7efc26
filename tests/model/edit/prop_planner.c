/* SPDX-License-Identifier: GPL-3.0-or-later */
/* prop_planner.c - laws of planned tables on random disks and of random lists */
#include "model/edit/planner.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/base/mem.h"
#include "support/rng.h"
#include "support/test.h"

#define ROUNDS 3000

static struct limits random_limits(struct rng *rng)
{
    uint64_t logical = rng_below(rng, 3) ? 512 : 4096;
    uint64_t physical = rng_below(rng, 4) ? 4096 : logical;
    struct limits_reported said = {
        .size_bytes =
            (100 + rng_next(rng) % (rng_below(rng, 2) ? 100000000 : 100000)) * 4096,
        .logical = logical,
        .physical = physical,
        .optimal_io = rng_below(rng, 3) ? 0 : 4096 * (1 + rng_below(rng, 1000)),
        .alignment_offset = rng_below(rng, 4)
                                ? 0
                                : (int64_t)(rng_below(rng, physical / logical) * logical),
        .has_alignment_offset = true,
    };
    struct limits_given given = { 0 };
    struct limits limits;
    struct err err = { 0 };

    ck_assert_msg(limits_settle(&said, &given, &limits, &err), "%s", err.text);
    return limits;
}

static const struct {
    const char *name;
    uint64_t bytes; /* 0: sectors */
} units[] = {
    { "B", 1 },         { "kB", 1000 }, { "KiB", 1024 }, { "MB", 1000000 },
    { "MiB", 1048576 }, { "s", 0 },     { "", 0 },
};

/* Sizes that usually fit. */
static void random_line(struct rng *rng, const struct limits *limits, char *ret,
                        size_t room)
{
    size_t parts = 1 + rng_below(rng, 9), used = 0;
    uint64_t max = limits->size * limits->logical / parts;

    for (size_t i = 0; i < parts; i++) {
        size_t unit = rng_below(rng, ARRAY_SIZE(units));
        uint64_t bytes = units[unit].bytes ? units[unit].bytes : limits->logical;
        uint64_t number = 1 + rng_next(rng) % (max / bytes + 1);
        const char *comma = i ? "," : "";
        int length = i + 1 == parts && rng_below(rng, 2)
                         ? snprintf(ret + used, room - used, "%srest swap", comma)
                         : snprintf(ret + used, room - used, "%s%llu%s swap", comma,
                                    (unsigned long long)number, units[unit].name);
        ck_assert_int_gt(length, 0);
        used += (size_t)length;
        ck_assert_uint_lt(used, room);
    }
}

static void check_plan(struct rng *rng, const struct limits *limits,
                       enum label_kind label, const struct planner *plan)
{
    struct alignment grain = limits_grain_grid(limits);
    struct planner_range range;
    uint64_t step = limits->grain / limits->logical;

    LAW(rng, planner_range(limits, label, &range));
    for (size_t i = 0; i < plan->count; i++) {
        const struct planner_part *part = &plan->parts[i];
        uint64_t end = part->start + part->length;
        bool is_logical = label == LABEL_MSDOS && plan->count > 4 && i >= 3;
        uint64_t before =
            i ? plan->parts[i - 1].start + plan->parts[i - 1].length : range.first_grain;
        LAW(rng, part->length >= step);
        LAW(rng, align_contains(grain, part->start));
        LAW(rng, align_contains(grain, end));
        LAW(rng, part->start == before + (is_logical ? step : 0));
        LAW(rng, part->start >= range.low && end <= range.high);
        LAW(rng, label != LABEL_MSDOS || end <= UINT64_C(1) << 32);
    }
}

TEST(parts_follow_each_other_on_the_grain)
{
    CLEANUP(freep) struct planner *plan = xcalloc(1, sizeof(*plan));
    unsigned planned = 0;

    for (unsigned round = 0; round < rng_rounds(ROUNDS); round++) {
        struct rng rng = rng_start(round);
        struct limits limits = random_limits(&rng);
        enum label_kind label = rng_below(&rng, 2) ? LABEL_GPT : LABEL_MSDOS;
        char line[400];
        struct err err = { 0 };
        random_line(&rng, &limits, line, sizeof(line));
        if (!planner_parse(line, &limits, label, plan, &err)) {
            LAW(&rng, err.code == ERR_USAGE && err.text[0]);
            continue;
        }
        planned++;
        check_plan(&rng, &limits, label, plan);
    }
    ck_assert_uint_gt(planned, getenv("ALIDADE_SEED") ? 0 : rng_rounds(ROUNDS) / 3);
}

TEST(edits_of_a_plan_are_possible)
{
    CLEANUP(freep) struct planner *plan = xcalloc(1, sizeof(*plan));

    for (unsigned round = 0; round < rng_rounds(ROUNDS) / 10; round++) {
        struct rng rng = rng_start(round);
        struct limits limits = random_limits(&rng);
        enum label_kind label = rng_below(&rng, 2) ? LABEL_GPT : LABEL_MSDOS;
        char line[400];
        struct err unread = { 0 };
        struct label none = { .kind = LABEL_NONE, .last_usable = limits.size - 1 };
        random_line(&rng, &limits, line, sizeof(line));
        if (!planner_parse(line, &limits, label, plan, &unread))
            continue;
        struct layout_builder *builder = layout_builder_new(&limits, &none);
        struct layout *layout = layout_builder_finish(builder, NULL);
        struct edit *edits;
        size_t count = planner_edits(plan, label, &limits, &edits);
        layout_builder_free(builder);
        for (size_t i = 0; i < count; i++) {
            struct err err = { 0 };
            edits[i].seed = (struct guid_source){ { 1, 2, 3, i } };
            struct layout *after = edit_apply(layout, &edits[i], &err);
            ck_assert_msg(after, "ALIDADE_SEED=%llu: '%s': %s",
                          (unsigned long long)rng.seed, line, err.text);
            layout_unref(layout);
            layout = after;
        }
        layout_unref(layout);
        free(edits);
    }
}
