/* SPDX-License-Identifier: GPL-3.0-or-later */
/* prop_power.c - the power fails at every write, and what is then on the disk is a table
 */
#include <stdlib.h>

#include "model/edit.h"
#include "model/mem.h"
#include "model/write_plan.h"
#include "support/power.h"
#include "support/random_table.h"
#include "support/tap.h"

enum { ROUNDS = 800 };

/* A table for another sector size that is not kept either: no system here knows it. */
static bool is_nobodys(const struct layout *base, const struct layout *preview)
{
    return layout_label(base)->written_for &&
           strcmp(layout_label(base)->id, layout_label(preview)->id) != 0;
}

/* What was there, to be brought back: the table's sectors and what PLAN overwrites. */
static struct sector_run *take_backup(struct rng *rng, struct sectors *disk,
                                      const struct layout *base,
                                      const struct write_plan *plan, size_t *ret_count)
{
    struct window window = sectors_window(disk);
    struct sector_run *runs;
    struct err err = { 0 };

    LAW(rng, table_runs(&window, base, &runs, ret_count, &err));
    for (size_t i = 0; i < plan->count; i++) {
        const struct write *write = &plan->writes[i];
        size_t bytes = write->count * disk->logical;
        struct sector_run run = { write->lba, write->count, xmalloc(bytes) };
        LAW(rng, window_read(&window, run.lba * disk->logical, run.bytes, bytes));
        runs = xrealloc(runs, *ret_count + 1, sizeof(*runs));
        runs[(*ret_count)++] = run;
    }
    return runs;
}

/* PLAN there, and from its backup back. */
static void try_there_and_back(struct rng *rng, struct sectors *disk,
                               const struct layout *base, const struct layout *preview,
                               const struct write_plan *plan, struct power_totals *totals)
{
    struct write_plan back = { 0 };
    struct sectors after = sectors_copy(disk);
    struct window window = sectors_window(&after);
    struct err err = { 0 };
    size_t count;

    power_cut(rng, disk, base, preview, plan, true, false, totals);
    struct sector_run *runs = take_backup(rng, disk, base, plan, &count);
    sectors_put_plan(&after, plan, 0, plan->count);
    if (write_plan_of_runs(&window, preview, runs, count, &back, &err))
        power_cut(rng, &after, preview, base, &back, true, true, totals);
    write_plan_finish(&back);
    runs_free(runs, count);
    sectors_finish(&after);
}

static void try_round(unsigned round, bool has_flushes, struct power_totals *totals)
{
    struct rng rng = rng_start(round);
    struct sectors disk = random_table(&rng);
    CLEANUP(layout_unrefp) struct layout *base = random_base(&rng, &disk);
    struct window window = sectors_window(&disk);
    struct write_plan plan = { 0 };
    struct err err = { 0 };

    if (base) {
        unsigned edits = 1 + (unsigned)rng_below(&rng, 12);
        CLEANUP(layout_unrefp) struct layout *preview = random_preview(&rng, base, edits);
        bool is_made = write_plan_make(&window, base, preview, &plan, &err);
        is_made &= !is_nobodys(base, preview);
        if (is_made && plan.count && has_flushes)
            try_there_and_back(&rng, &disk, base, preview, &plan, totals);
        else if (is_made && plan.count)
            power_cut(&rng, &disk, base, preview, &plan, false, false, totals);
    }
    write_plan_finish(&plan);
    sectors_finish(&disk);
}

static void report(const struct power_totals *totals)
{
    printf("# %u plans, %u cut points, %lu states tried: %lu bad\n", totals->plans,
           totals->cuts, totals->states, totals->bad);
}

START_TEST(a_power_cut_leaves_the_old_table_or_the_new_one)
{
    struct power_totals totals = { 0 };

    for (unsigned round = 0; round < ROUNDS; round++)
        try_round(round, true, &totals);
    report(&totals);
    ck_assert_uint_eq(totals.bad, 0);
    if (!getenv("ALIDADE_SEED"))
        ck_assert_uint_gt(totals.cuts, ROUNDS * 2);
}
END_TEST

/* Whole or not at all; the old chain is there as long as LBA 0 leads to it. */
static void try_chain(unsigned round, struct power_totals *totals)
{
    struct rng rng = rng_start(round);
    struct sectors disk = random_chain(&rng);
    CLEANUP(layout_unrefp) struct layout *base = random_base(&rng, &disk);
    struct window window = sectors_window(&disk);
    struct edit edit = { .kind = EDIT_REPAIR, .repair = REPAIR_SECTOR_SIZE };
    struct write_plan plan = { 0 };
    struct err err = { 0 };
    CLEANUP(layout_unrefp)
    struct layout *preview = base ? edit_apply(base, &edit, &err) : NULL;

    /* The preview knows of every hindrance: what it shows can be written. */
    if (preview && layout_find_number(preview, 5)) {
        LAW(&rng, write_plan_make(&window, base, preview, &plan, &err));
        power_cut(&rng, &disk, base, preview, &plan, true, false, totals);
    }
    write_plan_finish(&plan);
    sectors_finish(&disk);
}

START_TEST(a_power_cut_leaves_a_chain_for_these_or_for_those_sectors)
{
    struct power_totals totals = { 0 };

    for (unsigned round = 0; round < ROUNDS / 2; round++)
        try_chain(round, &totals);
    report(&totals);
    ck_assert_uint_eq(totals.bad, 0);
    if (!getenv("ALIDADE_SEED"))
        ck_assert_uint_gt(totals.plans, ROUNDS / 20);
}
END_TEST

/* The same trials must be able to fail. */
START_TEST(without_its_flushes_a_plan_is_not_safe)
{
    struct power_totals totals = { 0 };

    for (unsigned round = 0; round < ROUNDS / 10; round++)
        try_round(round, false, &totals);
    report(&totals);
    ck_assert_uint_gt(totals.bad, ROUNDS / 10);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("prop_power");
    TCase *tcase = tcase_create("prop_power");

    tcase_add_test(tcase, a_power_cut_leaves_the_old_table_or_the_new_one);
    tcase_add_test(tcase, a_power_cut_leaves_a_chain_for_these_or_for_those_sectors);
    tcase_add_test(tcase, without_its_flushes_a_plan_is_not_safe);
    suite_add_tcase(suite, tcase);
    return run_tap(suite);
}
