/* SPDX-License-Identifier: GPL-3.0-or-later */
/* prop_table_state.c - a table is found in exactly the state that a power cut has left */
#include "model/move/log/table_state.h"

#include <stdio.h>
#include <string.h>

#include "model/base/mem.h"
#include "model/base/num.h"
#include "model/table/mbr_layout.h"
#include "support/log_trial.h"
#include "support/test.h"

enum { ROUNDS = 800, EXHAUSTIVE = 6, SUBSETS = 24, OTHERS = 36, OTHERS_MIN = 100000 };

static struct totals {
    unsigned epochs;
    unsigned long mixtures, later, foreign, unwatched, missing;
} totals;

/* --- mixtures --- */

/* Sectors that an epoch writes. */
struct changed {
    uint64_t lba[512];
    const uint8_t *after[512];
    size_t count;
};

static struct changed changed_by(const struct write_plan *plan, size_t first,
                                 size_t count)
{
    struct changed changed = { .count = 0 };

    for (size_t i = first; i < first + count; i++)
        for (uint64_t k = 0; k < plan->writes[i].count; k++) {
            ck_assert_uint_lt(changed.count, 512);
            changed.lba[changed.count] = plan->writes[i].lba + k;
            changed.after[changed.count++] = plan->writes[i].after + k * plan->logical;
        }
    return changed;
}

/* DISK is state J with some sectors of the next epoch: all of them, or not.  A later
 * state counts only where it is the same table. */
static void check_position(const struct trial *trial, size_t j, bool is_all,
                           struct sectors *disk)
{
    size_t wanted = j + is_all, found = trial_position(trial, disk);

    LAW(trial_rng(trial), found != TABLE_FOREIGN && found >= wanted);
    if (found > wanted) {
        totals.later++;
        LAW(trial_rng(trial), trial_is_exactly(trial, found, disk));
    }
    totals.mixtures++;
}

static void try_subset(const struct trial *trial, size_t j, const struct changed *changed,
                       const bool *is_in)
{
    struct sectors disk = sectors_copy(&trial->disk);
    bool is_all = true;

    for (size_t i = 0; i < changed->count; i++) {
        if (is_in[i])
            sectors_put(&disk, changed->lba[i], changed->after[i]);
        is_all &= is_in[i];
    }
    check_position(trial, j, is_all, &disk);
    sectors_finish(&disk);
}

static void try_subsets(const struct trial *trial, size_t j,
                        const struct changed *changed)
{
    bool is_in[512];
    size_t count = changed->count;

    for (size_t set = 0; count <= EXHAUSTIVE && set < (size_t)1 << count; set++) {
        for (size_t i = 0; i < count; i++)
            is_in[i] = set >> i & 1;
        try_subset(trial, j, changed, is_in);
    }
    for (size_t set = 0; count > EXHAUSTIVE && set < SUBSETS; set++) {
        size_t one = rng_below(trial_rng(trial), count);
        for (size_t i = 0; i < count; i++)
            is_in[i] = set < 2   ? set == 1
                       : set < 8 ? (i == one) == (set & 1)
                                 : rng_below(trial_rng(trial), 2);
        try_subset(trial, j, changed, is_in);
    }
}

/* --- other tables --- */

/* A watched byte that no patch of the step has to do with: what is found is a table of
 * another program, in this sector. */
static void try_foreign(const struct trial *trial, size_t j)
{
    size_t sector = rng_below(trial_rng(trial), table_states_sectors(trial->states));
    bool is_mbr = table_states_part(trial->states, sector) < TABLE_HEADER;
    size_t at = is_mbr ? MBR_AT_ENTRIES + rng_below(trial_rng(trial), 32) : 24;
    struct sectors disk = sectors_copy(&trial->disk);
    CLEANUP(freep) struct table_difference *differ = NULL;
    struct reader reader = sectors_reader(&disk);
    uint64_t lba = table_states_lba(trial->states, sector);
    uint8_t bytes[4096];
    bool counts = true;

    LAW(trial_rng(trial), reader_read(&reader, lba * disk.logical, bytes, disk.logical));
    bytes[at] ^= (uint8_t)(1 + rng_below(trial_rng(trial), 255));
    bytes[at + 3] ^= 0x55;
    sectors_put(&disk, lba, bytes);
    for (size_t i = 0; i <= j; i++)
        counts &= table_states_counts(trial->states, i, sector);
    if (counts) {
        size_t count = table_differences(trial->states, &reader, false, &differ);
        LAW(trial_rng(trial), trial_position(trial, &disk) == TABLE_FOREIGN);
        LAW(trial_rng(trial), count == 1 && differ[0].sector == sector);
        totals.foreign++;
    }
    sectors_finish(&disk);
}

/* Boot code belongs to other programs, where no patch has it: it is kept. */
static void try_boot_code(const struct trial *trial, size_t j)
{
    enum { AT = 100 };
    size_t epochs = table_states_epochs(trial->states);
    size_t next = j < epochs ? j + 1 : j;
    struct sectors disk = sectors_copy(&trial->disk);
    struct reader reader = sectors_reader(&disk);
    uint8_t bytes[4096], merged[4096];
    bool is_patched = false;

    for (size_t i = 1; i <= epochs; i++)
        is_patched |= memcmp(table_states_bytes(trial->states, i - 1, 0),
                             table_states_bytes(trial->states, i, 0), 446) != 0;
    LAW(trial_rng(trial), reader_read(&reader, 0, bytes, disk.logical));
    bytes[AT] ^= 0xff;
    sectors_put(&disk, 0, bytes);
    if (!is_patched && le16_at(bytes, MBR_AT_MAGIC) == MBR_MAGIC) {
        LAW(trial_rng(trial), trial_position(trial, &disk) != TABLE_FOREIGN);
        table_merge(trial->states, next, 0, bytes, merged);
        LAW(trial_rng(trial), merged[AT] == bytes[AT]);
        LAW(trial_rng(trial),
            !memcmp(merged + 446, table_states_bytes(trial->states, next, 0) + 446, 66));
        totals.unwatched++;
    }
    table_merge(trial->states, next, 0, NULL, merged);
    LAW(trial_rng(trial),
        !memcmp(merged, table_states_bytes(trial->states, next, 0), disk.logical));
    sectors_finish(&disk);
}

/* --- a step --- */

/* Forward from the state before epoch J + 1: what is written is what the plan writes. */
static void check_redo(const struct trial *trial, size_t j, size_t first, size_t count)
{
    struct write_plan redo = trial_order(trial, j, j + 1);
    struct sectors wanted = sectors_copy(&trial->disk);
    struct sectors got = sectors_copy(&trial->disk);

    sectors_put_plan(&wanted, trial->plan, first, first + count);
    sectors_put_plan(&got, &redo, 0, redo.count);
    trial_expect_equal(trial_rng(trial), &wanted, &got);
    write_plan_finish(&redo);
    sectors_finish(&wanted);
    sectors_finish(&got);
}

/* True if the table on DISK uses LBA. */
static bool is_used(struct sectors *disk, uint64_t lba)
{
    struct reader reader = sectors_reader(disk);
    CLEANUP(freep) struct table_used *used = NULL;
    size_t count = table_used_find(&reader, disk->logical, &used);

    for (size_t i = 0; i < count; i++)
        if (used[i].lba == lba)
            return true;
    return false;
}

/* Write INDEX of epoch J has not happened, whatever came behind it.  The step ends with
 * the table on END: where it uses the sector, no later state is found. */
static void try_missing(const struct trial *trial, size_t index, size_t j, size_t done,
                        struct sectors *end)
{
    const struct write *write = &trial->plan->writes[index];
    struct sectors disk = sectors_copy(&trial->disk);
    bool is_last = is_used(end, write->lba);

    for (size_t i = index + 1; i < done; i++)
        is_last &=
            trial->plan->writes[i].lba > write->lba ||
            trial->plan->writes[i].lba + trial->plan->writes[i].count <= write->lba;
    sectors_put(&disk, write->lba, write->before);
    if (is_last) {
        size_t found = trial_position(trial, &disk);
        LAW(trial_rng(trial), found == TABLE_FOREIGN || found < j);
        totals.missing++;
    }
    sectors_finish(&disk);
}

/* The epochs of the step at work, from write FIRST on.  Returns the write behind them. */
static size_t try_epochs(struct trial *trial, size_t first, size_t epochs)
{
    struct sectors end = sectors_copy(&trial->disk);
    size_t done = first, behind = first;

    for (size_t j = 0; j < epochs; j++)
        behind += log_scene_epoch(trial->plan, behind);
    sectors_put_plan(&end, trial->plan, first, behind);
    for (size_t j = 0; j < epochs; j++) {
        size_t count = log_scene_epoch(trial->plan, done), at = first;
        struct changed changed = changed_by(trial->plan, done, count);
        try_subsets(trial, j, &changed);
        check_redo(trial, j, done, count);
        for (unsigned i = 0; i < OTHERS; i++)
            try_foreign(trial, j);
        try_boot_code(trial, j);
        sectors_put_plan(&trial->disk, trial->plan, done, done + count);
        done += count;
        for (size_t k = 1; k <= j + 1; k++) {
            size_t writes = log_scene_epoch(trial->plan, at);
            try_missing(trial, at + rng_below(trial_rng(trial), writes), k, done, &end);
            at += writes;
        }
        totals.epochs++;
    }
    sectors_finish(&end);
    return done;
}

static void try_steps(struct log_scene *scene)
{
    struct trial trial = { scene, NULL, sectors_copy(&scene->disks[0]), NULL, false };

    for (size_t i = 0; i < scene->plan_count; i++) {
        size_t done = 0;
        trial.plan = &scene->plans[i];
        for (size_t k = scene->rests[i]; k < scene->rests[i + 1]; k++) {
            trial.states = table_states_of_step(&scene->log, k);
            done = try_epochs(&trial, done, scene->log.steps.at[k].epochs);
            table_states_free(trial.states);
        }
        LAW(&scene->rng, done == trial.plan->count);
    }
    sectors_finish(&trial.disk);
}

TEST(each_mixture_of_two_neighbouring_states_is_recognised)
{
    totals = (struct totals){ 0 };
    trial_each_scene(ROUNDS, try_steps);
    printf("# %u epochs, %lu mixtures, %lu of them are a later state, too; "
           "%lu foreign sectors, %lu foreign bytes, %lu missing sectors\n",
           totals.epochs, totals.mixtures, totals.later, totals.foreign, totals.unwatched,
           totals.missing);
    if (getenv("ALIDADE_SEED"))
        return;
    ck_assert_uint_lt(totals.later, totals.mixtures / 50);
    ck_assert_uint_ge(totals.foreign, OTHERS_MIN / rng_stride());
}

static void try_exits(struct log_scene *scene)
{
    for (size_t i = 0; i <= scene->plan_count; i++) {
        struct trial trial = { scene, &scene->exits[i], sectors_copy(&scene->disks[i]),
                               table_states_of_exits(&scene->log, scene->rests[i]),
                               false };
        size_t done = try_epochs(&trial, 0, table_states_epochs(trial.states));
        LAW(&scene->rng, done == trial.plan->count);
        table_states_free(trial.states);
        sectors_finish(&trial.disk);
    }
}

TEST(each_mixture_in_the_exits_is_recognised)
{
    totals = (struct totals){ 0 };
    trial_each_scene(ROUNDS / 2, try_exits);
    printf("# %u epochs, %lu mixtures, %lu of them are a later state, too\n",
           totals.epochs, totals.mixtures, totals.later);
}

/* --- the table of another disk --- */

static struct sectors other_disk;

/* Tables without entries are all the same one. */
static bool has_same_mbr(struct log_scene *scene, struct sectors *disk)
{
    struct reader other = sectors_reader(disk);
    uint8_t bytes[512], own[512];
    bool is_same = false;

    LAW(&scene->rng, reader_read(&other, 0, bytes, sizeof(bytes)));
    for (size_t i = 0; i <= scene->plan_count; i++) {
        struct reader reader = sectors_reader(&scene->disks[i]);
        LAW(&scene->rng, reader_read(&reader, 0, own, sizeof(own)));
        is_same |= !memcmp(own + 446, bytes + 446, 66);
    }
    return is_same;
}

static void try_other(struct log_scene *scene)
{
    struct trial trial = { scene, NULL, { 0 }, NULL, false };

    for (size_t k = 0; k < scene->log.steps.count && other_disk.count; k++) {
        struct sectors disk = sectors_copy(&other_disk);
        disk.size = scene->disks[0].size;
        if (disk.logical == scene->disks[0].logical && !has_same_mbr(scene, &disk)) {
            trial.states = table_states_of_step(&scene->log, k);
            LAW(&scene->rng, trial_position(&trial, &disk) == TABLE_FOREIGN);
            table_states_free(trial.states);
            totals.foreign++;
        }
        sectors_finish(&disk);
    }
    sectors_finish(&other_disk);
    other_disk = sectors_copy(&scene->disks[0]);
}

TEST(tables_of_other_disks_are_foreign)
{
    other_disk = (struct sectors){ 0 };
    totals = (struct totals){ 0 };
    trial_each_scene(ROUNDS, try_other);
    sectors_finish(&other_disk);
    printf("# %lu tables of other disks\n", totals.foreign);
}
