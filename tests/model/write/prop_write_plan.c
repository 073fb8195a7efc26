/* SPDX-License-Identifier: GPL-3.0-or-later */
/* prop_write_plan.c - what a plan writes is what was shown, on random tables */
#include "model/write/plan.h"

#include <stdio.h>
#include <string.h>

#include "model/base/mem.h"
#include "model/table/tables.h"
#include "model/write/whitelist.h"
#include "support/random_table.h"
#include "support/test.h"

enum { ROUNDS = 800 };

/* What a reader finds once all is written. */
static void check_result(const struct rng *rng, struct sectors *disk,
                         const struct layout *preview, const struct write_plan *plan)
{
    CLEANUP(layout_unrefp) struct layout *found = NULL;
    struct reader reader = sectors_reader(disk);
    struct err err = { 0 };

    sectors_put_plan(disk, plan, 0, plan->count);
    LAW(rng, tables_read(&reader, layout_limits(preview), &found, &err));
    LAW(rng, found || layout_label(preview)->kind == LABEL_NONE);
    LAW(rng, !found || layout_equal(found, preview));
    LAW(rng, !plan->count || plan->writes[plan->count - 1].is_flushed);
}

/* The sectors that PLAN is about to change, and the table's: what a backup holds. */
static struct sector_run *take_backup(const struct rng *rng, struct sectors *disk,
                                      const struct layout *base,
                                      const struct write_plan *plan, size_t *ret_count)
{
    struct reader reader = sectors_reader(disk);
    struct sector_run *runs;
    struct err err = { 0 };

    LAW(rng, table_runs(&reader, base, &runs, ret_count, &err));
    for (size_t i = 1; i < *ret_count; i++)
        LAW(rng, runs[i].lba >= runs[i - 1].lba + runs[i - 1].count);
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

/* DISK has NOW; RUNS restore what it had. Returns whether that is possible. */
static bool try_restore(const struct rng *rng, struct sectors *disk,
                        const struct layout *now, const struct sector_run *runs,
                        size_t count)
{
    struct reader reader = sectors_reader(disk);
    struct write_plan plan;
    struct err err = { 0 };

    if (!write_plan_of_runs(&reader, now, runs, count, &plan, &err)) {
        LAW(rng, err.code == ERR_REFUSED);
        return false;
    }
    sectors_put_plan(disk, &plan, 0, plan.count);
    for (size_t i = 0; i < count; i++) {
        size_t bytes = runs[i].count * disk->logical;
        CLEANUP(freep) uint8_t *found = xmalloc(bytes);
        LAW(rng, reader_read(&reader, runs[i].lba * disk->logical, found, bytes));
        LAW(rng, !memcmp(found, runs[i].bytes, bytes));
    }
    write_plan_finish(&plan);
    return true;
}

struct counts {
    unsigned made;
    unsigned restored;
};

static void try_round(struct rng *rng, struct counts *counts)
{
    struct sectors disk = random_table(rng);
    CLEANUP(layout_unrefp) struct layout *base = random_base(rng, &disk);
    struct reader reader = sectors_reader(&disk);
    struct write_plan plan = { 0 };
    struct err err = { 0 };
    bool is_made = false;

    if (base) {
        unsigned edits = 1 + (unsigned)rng_below(rng, 8);
        CLEANUP(layout_unrefp) struct layout *preview = random_preview(rng, base, edits);
        is_made = write_plan_make(&reader, base, preview, &plan, &err);
        LAW(rng, is_made || (err.code == ERR_REFUSED && err.text[0]));
        ck_assert_msg(!is_made || whitelist_check(&reader, base, preview, &plan, &err),
                      "broken with ALIDADE_SEED=%llu: %s", (unsigned long long)rng->seed,
                      err.text);
        if (is_made) {
            size_t count;
            struct sector_run *runs = take_backup(rng, &disk, base, &plan, &count);
            check_result(rng, &disk, preview, &plan);
            counts->restored += try_restore(rng, &disk, preview, runs, count);
            runs_free(runs, count);
        }
    }
    counts->made += is_made;
    write_plan_finish(&plan);
    sectors_finish(&disk);
}

TEST(what_was_shown_is_what_is_read_afterwards)
{
    struct counts counts = { 0 };

    for (unsigned round = 0; round < rng_rounds(ROUNDS); round++) {
        struct rng rng = rng_start(round);
        try_round(&rng, &counts);
    }
    /* Refusals would prove little. */
    printf("# %u plans, %u of them undone from a backup\n", counts.made, counts.restored);
    if (getenv("ALIDADE_SEED"))
        return;
    ck_assert_uint_gt(counts.made, rng_rounds(ROUNDS) * 95 / 100);
    ck_assert_uint_gt(counts.restored, counts.made * 95 / 100);
}
