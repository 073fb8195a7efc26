/* SPDX-License-Identifier: GPL-3.0-or-later */
/* prop_write_failing.c - a plan that is made while a read fails is a valid one */
#include <string.h>

#include "model/base/mem.h"
#include "model/table/tables.h"
#include "model/write/plan.h"
#include "support/random_table.h"
#include "support/test.h"

enum { ROUNDS = 200, TRIES = 10 };

/* A disk of which one read fails, once. */
struct failing {
    struct reader disk;
    uint64_t reads; /* so far */
    uint64_t fails; /* the number of the read that does, from 0 */
};

static bool read_failing(void *context, uint64_t offset, void *buf, size_t count)
{
    struct failing *failing = context;

    return failing->reads++ != failing->fails &&
           reader_read(&failing->disk, offset, buf, count);
}

/* What is planned: a change, or the way back from RUNS. */
struct goal {
    const struct layout *base;
    const struct layout *preview;
    const struct sector_run *runs; /* NULL: a change */
    size_t count;
};

static bool make_plan(const struct reader *disk, const struct goal *goal,
                      struct write_plan *ret, struct err *err)
{
    if (goal->runs)
        return write_plan_of_runs(disk, goal->preview, goal->runs, goal->count, ret, err);
    return write_plan_make(disk, goal->base, goal->preview, ret, err);
}

/* PLAN leaves on DISK what the plan leaves there that no failure disturbed. */
static void check_result(const struct rng *rng, const struct sectors *disk,
                         const struct goal *goal, const struct write_plan *plan)
{
    struct sectors after = sectors_copy(disk);
    struct reader reader = sectors_reader(&after);
    const struct layout *want = goal->runs ? goal->base : goal->preview;
    CLEANUP(layout_unrefp) struct layout *found = NULL;
    struct err err = { 0 };

    sectors_put_plan(&after, plan, 0, plan->count);
    LAW(rng, tables_read(&reader, layout_limits(want), &found, &err));
    LAW(rng, found
                 ? layout_equal(found, want)
                 : !goal->runs || !plan->count || layout_label(want)->kind == LABEL_NONE);
    sectors_finish(&after);
}

static unsigned fail_once(struct rng *rng, struct sectors *disk, const struct goal *goal,
                          uint64_t read)
{
    struct failing failing = { sectors_reader(disk), 0, read };
    struct reader reader = { read_failing, &failing, disk->size * disk->logical };
    struct write_plan plan = { 0 };
    struct err err = { 0 };

    if (!make_plan(&reader, goal, &plan, &err)) {
        LAW(rng, err.text[0]);
        return 1;
    }
    LAW(rng, !err.text[0]);
    check_result(rng, disk, goal, &plan);
    write_plan_finish(&plan);
    return 0;
}

/* Returns how many of the failures ended in a sentence. */
static unsigned fail_some(struct rng *rng, struct sectors *disk, const struct goal *goal)
{
    struct failing counting = { sectors_reader(disk), 0, UINT64_MAX };
    struct reader reader = { read_failing, &counting, disk->size * disk->logical };
    struct write_plan plan = { 0 };
    struct err err = { 0 };
    unsigned refused = 0;

    if (!make_plan(&reader, goal, &plan, &err))
        return 0;
    write_plan_finish(&plan);
    for (unsigned i = 0; i < TRIES; i++)
        refused += fail_once(rng, disk, goal, rng_below(rng, counting.reads));
    return refused;
}

/* The sectors of the table and those that a change writes, as they are now. */
static struct sector_run *save(const struct rng *rng, struct sectors *disk,
                               const struct goal *goal, const struct write_plan *plan,
                               size_t *ret_count)
{
    struct reader reader = sectors_reader(disk);
    struct sector_run *runs;
    struct err err = { 0 };

    LAW(rng, table_runs(&reader, goal->base, &runs, ret_count, &err));
    for (size_t i = 0; i < plan->count; i++) {
        const struct write *write = &plan->writes[i];
        size_t bytes = write->count * disk->logical;
        struct sector_run run = { write->lba, write->count, xmalloc(bytes) };
        LAW(rng, reader_read(&reader, run.lba * disk->logical, run.bytes, bytes));
        runs = xrealloc(runs, *ret_count + 1, sizeof(*runs));
        runs[(*ret_count)++] = run;
    }
    return runs;
}

static unsigned try_round(struct rng *rng)
{
    struct sectors disk = random_table(rng);
    CLEANUP(layout_unrefp) struct layout *base = random_base(rng, &disk);
    struct reader reader = sectors_reader(&disk);
    struct write_plan plan = { 0 };
    struct err err = { 0 };
    unsigned refused = 0;

    if (base) {
        CLEANUP(layout_unrefp)
        struct layout *preview =
            random_preview(rng, base, 1 + (unsigned)rng_below(rng, 6));
        struct goal goal = { base, preview, NULL, 0 };
        refused = fail_some(rng, &disk, &goal);
        if (write_plan_make(&reader, base, preview, &plan, &err)) {
            struct sector_run *runs = save(rng, &disk, &goal, &plan, &goal.count);
            goal.runs = runs;
            sectors_put_plan(&disk, &plan, 0, plan.count);
            refused += fail_some(rng, &disk, &goal);
            runs_free(runs, goal.count);
        }
    }
    write_plan_finish(&plan);
    sectors_finish(&disk);
    return refused;
}

TEST(a_plan_is_made_as_if_no_read_had_failed_or_not_at_all)
{
    unsigned refused = 0;

    for (unsigned round = 0; round < rng_rounds(ROUNDS); round++) {
        struct rng rng = rng_start(round);
        refused += try_round(&rng);
    }
    if (!getenv("ALIDADE_SEED"))
        ck_assert_uint_gt(refused, rng_rounds(ROUNDS));
}
