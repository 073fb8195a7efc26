/* SPDX-License-Identifier: GPL-3.0-or-later */
/* prop_power.c - the power fails at every write, and what is then on the disk is a table
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/base/mem.h"
#include "model/base/str.h"
#include "model/edit/edit.h"
#include "model/edit/queue.h"
#include "model/script/script.h"
#include "model/write/plan.h"
#include "support/power.h"
#include "support/random_script.h"
#include "support/random_table.h"
#include "support/test.h"

enum { ROUNDS = 800, SCRIPTS_EACH = 2, STEPS_MAX = 3 };

/* ALIDADE_POWER_ROUNDS makes the test as long as one likes. */
static unsigned rounds(void)
{
    const char *given = getenv("ALIDADE_POWER_ROUNDS");

    return given ? (unsigned)strtoul(given, NULL, 0) : rng_rounds(ROUNDS);
}

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
    struct reader reader = sectors_reader(disk);
    struct sector_run *runs;
    struct err err = { 0 };

    LAW(rng, table_runs(&reader, base, &runs, ret_count, &err));
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

/* PLAN there, and from its backup back. */
static void try_there_and_back(struct rng *rng, struct sectors *disk,
                               const struct layout *base, const struct layout *preview,
                               const struct write_plan *plan, struct power_totals *totals)
{
    struct write_plan back = { 0 };
    struct sectors after = sectors_copy(disk);
    struct reader reader = sectors_reader(&after);
    struct err err = { 0 };
    size_t count;

    power_cut(rng, disk, base, preview, plan, true, false, totals);
    struct sector_run *runs = take_backup(rng, disk, base, plan, &count);
    sectors_put_plan(&after, plan, 0, plan->count);
    if (write_plan_of_runs(&reader, preview, runs, count, &back, &err))
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
    struct reader reader = sectors_reader(&disk);
    struct write_plan plan = { 0 };
    struct err err = { 0 };

    if (base) {
        unsigned edits = 1 + (unsigned)rng_below(&rng, 12);
        CLEANUP(layout_unrefp) struct layout *preview = random_preview(&rng, base, edits);
        bool is_made = write_plan_make(&reader, base, preview, &plan, &err);
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

TEST(a_power_cut_leaves_the_old_table_or_the_new_one)
{
    struct power_totals totals = { 0 };

    for (unsigned round = 0; round < rounds(); round++)
        try_round(round, true, &totals);
    report(&totals);
    ck_assert_uint_eq(totals.bad, 0);
    if (!getenv("ALIDADE_SEED"))
        ck_assert_uint_gt(totals.cuts, rounds() * 2);
}

/* Whole or not at all; the old chain is there as long as LBA 0 leads to it. */
static void try_chain(unsigned round, struct power_totals *totals)
{
    struct rng rng = rng_start(round);
    struct sectors disk = random_chain(&rng);
    CLEANUP(layout_unrefp) struct layout *base = random_base(&rng, &disk);
    struct reader reader = sectors_reader(&disk);
    struct edit edit = { .kind = EDIT_REPAIR, .repair = REPAIR_SECTOR_SIZE };
    struct write_plan plan = { 0 };
    struct err err = { 0 };
    CLEANUP(layout_unrefp)
    struct layout *preview = base ? edit_apply(base, &edit, &err) : NULL;

    /* The preview knows of every hindrance: what it shows can be written. */
    if (preview && layout_find_number(preview, 5)) {
        LAW(&rng, write_plan_make(&reader, base, preview, &plan, &err));
        power_cut(&rng, &disk, base, preview, &plan, true, false, totals);
    }
    write_plan_finish(&plan);
    sectors_finish(&disk);
}

TEST(a_power_cut_leaves_a_chain_for_these_or_for_those_sectors)
{
    struct power_totals totals = { 0 };

    for (unsigned round = 0; round < rounds() / 2; round++)
        try_chain(round, &totals);
    report(&totals);
    ck_assert_uint_eq(totals.bad, 0);
    if (!getenv("ALIDADE_SEED"))
        ck_assert_uint_gt(totals.plans, rounds() / 20);
}

/* What became of scripts. */
struct script_totals {
    unsigned chains;
    unsigned scripts;
    unsigned impossible; /* no layout: overlaps, no room, wrong numbers */
    unsigned unordered;  /* refused: no safe order of writing */
    struct power_totals power;
};

/* BASE after TEXT; NULL where the script is not possible there. */
static struct layout *preview_of(struct layout *base, const char *text)
{
    CLEANUP(queue_freep)
    struct queue *queue = queue_new(base, (struct guid_source){ { 1, 2, 3, 4 } });
    CLEANUP(freep) struct edit *edits = NULL;
    struct err err = { 0 };
    size_t count;

    if (!script_edits(text, base, &edits, &count, &err))
        return NULL;
    for (size_t i = 0; i < count; i++)
        if (!queue_push(queue, &edits[i], &err))
            return NULL;
    return layout_ref(queue_preview(queue));
}

/* The plan from BASE to PREVIEW with the power cut everywhere, then carried out; false
 * where none was found. */
static bool try_change(struct rng *rng, struct sectors *disk, const struct layout *base,
                       const struct layout *preview, struct power_totals *totals,
                       struct err *err)
{
    struct reader reader = sectors_reader(disk);
    struct write_plan plan = { 0 };

    if (!write_plan_make(&reader, base, preview, &plan, err))
        return false;
    if (plan.count)
        power_cut(rng, disk, base, preview, &plan, true, true, totals);
    sectors_put_plan(disk, &plan, 0, plan.count);
    write_plan_finish(&plan);
    return true;
}

/* BASE without the partitions whose numbers SENTENCE names, ascending. */
static struct layout *without_named(struct rng *rng, struct layout *base,
                                    const char *sentence)
{
    struct layout *now = layout_ref(base);
    unsigned numbers[64];
    size_t count = 0;
    struct err err = { 0 };

    for (const char *at = sentence + strcspn(sentence, "0123456789"); *at;
         at += strcspn(at, "0123456789")) {
        char *end;
        numbers[count++] = (unsigned)strtoul(at, &end, 10);
        at = end;
    }
    LAW(rng, count > 0);
    while (count--) {
        const struct extent *extent = layout_find_number(base, numbers[count]);
        LAW(rng, extent != NULL);
        struct edit edit = { .kind = EDIT_DELETE, .id = extent->id };
        struct layout *next = edit_apply(now, &edit, &err);
        LAW(rng, next != NULL);
        layout_unref(now);
        now = next;
    }
    return now;
}

/* The steps that a refusal proposes are possible. The second step may be refused too,
 * but each time fewer partitions are left that both tables have. */
static void try_steps(struct rng *rng, struct sectors *disk, struct layout *base,
                      const char *text, struct err *err, struct power_totals *totals)
{
    struct layout *now = layout_ref(base);
    bool is_done = false;

    for (unsigned steps = 0; steps < STEPS_MAX && !is_done; steps++) {
        CLEANUP(layout_unrefp) struct layout *less = without_named(rng, now, err->text);
        *err = (struct err){ 0 };
        LAW(rng, try_change(rng, disk, now, less, totals, err));
        layout_unref(now);
        now = random_base(rng, disk);
        LAW(rng, now != NULL);
        CLEANUP(layout_unrefp) struct layout *wanted = preview_of(now, text);
        LAW(rng, wanted != NULL);
        is_done = try_change(rng, disk, now, wanted, totals, err);
    }
    layout_unref(now);
    LAW(rng, is_done);
}

static void try_script(struct rng *rng, struct sectors *disk, struct layout *base,
                       struct script_totals *totals)
{
    CLEANUP(freep) char *text = random_script(rng, base);
    CLEANUP(layout_unrefp) struct layout *preview = preview_of(base, text);
    struct sectors copy = sectors_copy(disk);
    struct err err = { 0 };

    totals->scripts++;
    totals->impossible += !preview;
    if (preview && !try_change(rng, &copy, base, preview, &totals->power, &err)) {
        totals->unordered++;
        try_steps(rng, &copy, base, text, &err, &totals->power);
    }
    sectors_finish(&copy);
}

TEST(a_power_cut_in_a_script_loses_no_partition_of_a_chain)
{
    struct script_totals totals = { 0 };

    for (unsigned round = 0; round < rounds(); round++) {
        struct rng rng = rng_start(round);
        struct sectors disk = random_logicals(&rng);
        CLEANUP(layout_unrefp) struct layout *base = random_base(&rng, &disk);
        for (unsigned i = 0; base && i < SCRIPTS_EACH; i++)
            try_script(&rng, &disk, base, &totals);
        totals.chains += base != NULL;
        sectors_finish(&disk);
    }
    printf("# %u chains, %u scripts: %u not possible, %u refused for want of an order\n",
           totals.chains, totals.scripts, totals.impossible, totals.unordered);
    report(&totals.power);
    ck_assert_uint_eq(totals.power.bad, 0);
    if (!getenv("ALIDADE_SEED"))
        ck_assert_uint_gt(totals.power.plans, totals.scripts / 4);
}

/* A GPT with one to four partitions, somewhere. */
static char *gpt_script(struct rng *rng, uint64_t size)
{
    uint64_t at = 34 + rng_below(rng, 2048);
    struct str text = { 0 };

    str_add(&text, "label: gpt\n");
    for (uint64_t left = 1 + rng_below(rng, 4); left; left--) {
        uint64_t length = 1 + rng_below(rng, (size - 40 - at) / left);
        str_printf(&text, "start=%" PRIu64 ", size=%" PRIu64 "\n", at, length);
        at += length + (rng_below(rng, 2) ? 0 : rng_below(rng, 100));
        if (at + 100 > size)
            break;
    }
    return str_take(&text);
}

/* What became of restores. */
struct restore_totals {
    unsigned restores;
    unsigned refused;
    struct power_totals power;
};

/* Who uses the partitions of NOW writes over what the chain of BASE has left there. */
static void use_partitions(struct rng *rng, struct sectors *disk,
                           const struct layout *base, const struct layout *now)
{
    uint8_t junk[512] = { 0x77 };

    for (size_t i = 0; i < layout_count(base); i++) {
        const struct extent *ebr = layout_at(base, i);
        if (ebr->role == ROLE_EBR && rng_below(rng, 2) &&
            extent_holds_data(layout_find_lba(now, ebr->start)))
            sectors_put(disk, ebr->start, junk);
    }
}

/* An msdos table, a GPT over it, and the msdos table back from its backup. */
static void try_restore(struct rng *rng, struct sectors *disk, struct layout *base,
                        struct restore_totals *totals)
{
    CLEANUP(freep) char *text = gpt_script(rng, disk->size);
    CLEANUP(layout_unrefp) struct layout *gpt = preview_of(base, text);
    struct reader reader = sectors_reader(disk);
    struct sector_run *runs;
    struct write_plan plan = { 0 };
    struct err err = { 0 };
    size_t count;

    LAW(rng, table_runs(&reader, base, &runs, &count, &err));
    if (gpt && try_change(rng, disk, base, gpt, &totals->power, &err)) {
        CLEANUP(layout_unrefp) struct layout *now = random_base(rng, disk);
        LAW(rng, now != NULL);
        use_partitions(rng, disk, base, now);
        totals->restores++;
        if (write_plan_of_runs(&reader, now, runs, count, &plan, &err))
            power_cut(rng, disk, now, base, &plan, true, true, &totals->power);
        else
            totals->refused++;
        LAW(rng, plan.count || strstr(err.text, "two steps"));
        write_plan_finish(&plan);
    }
    runs_free(runs, count);
}

TEST(a_power_cut_in_a_restore_over_a_gpt_leaves_a_table)
{
    struct restore_totals totals = { 0 };

    for (unsigned round = 0; round < rounds() / 2; round++) {
        struct rng rng = rng_start(round);
        struct sectors disk = random_logicals(&rng);
        CLEANUP(layout_unrefp) struct layout *base = random_base(&rng, &disk);
        if (base)
            try_restore(&rng, &disk, base, &totals);
        sectors_finish(&disk);
    }
    printf("# %u restores over a GPT: %u refused\n", totals.restores, totals.refused);
    report(&totals.power);
    ck_assert_uint_eq(totals.power.bad, 0);
    if (!getenv("ALIDADE_SEED"))
        ck_assert_uint_gt(totals.restores, 2 * totals.refused);
}

/* The same trials must be able to fail. */
TEST(without_its_flushes_a_plan_is_not_safe)
{
    struct power_totals totals = { 0 };

    for (unsigned round = 0; round < rounds() / 10; round++)
        try_round(round, false, &totals);
    report(&totals);
    ck_assert_uint_gt(totals.bad, rounds() / 30);
}
