/* SPDX-License-Identifier: GPL-3.0-or-later */
/* prop_table_undo.c - steps of a log are undone from wherever a power cut has left them
 */
#include "model/move/log/table_state.h"

#include <stdio.h>
#include <string.h>

#include "model/base/mem.h"
#include "model/base/num.h"
#include "support/log_trial.h"
#include "support/power.h"
#include "support/test.h"

enum { ROUNDS = 400 };

static unsigned undone;

/* The power has failed while epoch J + 1 was undone on DISK: what is found there leads to
 * the beginning. */
static void undo_again(const struct trial *cut, size_t j, struct sectors *disk)
{
    struct trial again = *cut;
    size_t found = trial_position(cut, disk);

    LAW(trial_rng(cut), found != TABLE_FOREIGN && found >= j);
    again.disk = sectors_copy(disk);
    found = num_min(found + 1, table_states_epochs(cut->states));
    for (; found > 0; found--) {
        struct write_plan plan = trial_order(&again, found, found - 1);
        sectors_put_plan(&again.disk, &plan, 0, plan.count);
        write_plan_finish(&plan);
    }
    LAW(trial_rng(cut), trial_is_exactly(cut, 0, &again.disk));
    sectors_finish(&again.disk);
}

/* Undoes epoch J + 1, with a cut after each of its writes and one of their subsets. */
static void undo_epoch(struct trial *trial, size_t j)
{
    struct write_plan plan = trial_order(trial, j + 1, j);

    for (size_t first = 0; first < plan.count;) {
        size_t count = 1;
        while (!plan.writes[first + count - 1].is_flushed)
            count++;
        for (unsigned i = 0; i < 3; i++) {
            struct sectors disk = sectors_copy(&trial->disk);
            for (size_t k = first; k < first + count; k++)
                if (rng_below(trial_rng(trial), 2))
                    sectors_put_plan(&disk, &plan, k, k + 1);
            undo_again(trial, j, &disk);
            sectors_finish(&disk);
        }
        sectors_put_plan(&trial->disk, &plan, first, first + count);
        first += count;
    }
    LAW(trial_rng(trial), trial_is_exactly(trial, j, &trial->disk));
    write_plan_finish(&plan);
    undone++;
}

/* True if LBA is one of a swap area. */
static bool is_data(const struct redo_log *log, uint64_t lba)
{
    for (size_t i = 0; i < log->steps.count; i++)
        for (size_t k = 0; k < log->steps.at[i].patch_count; k++)
            if (log->steps.at[i].kind == LOG_BYTES &&
                log->patches[log->steps.at[i].first_patch + k].lba == lba)
                return true;
    return false;
}

/* Other data in the sectors that the table has given up: they are the table's again
 * where the one before needs them. */
static void overwrite_free(struct trial *trial, size_t last)
{
    uint8_t junk[4096];

    memset(junk, 0x77, sizeof(junk));
    for (size_t i = 0; i < table_states_sectors(trial->states); i++)
        if (!table_states_counts(trial->states, last, i) &&
            !is_data(&trial->scene->log, table_states_lba(trial->states, i)))
            sectors_put(&trial->disk, table_states_lba(trial->states, i), junk);
}

/* All sectors that the table on A uses are the same on B. */
static void expect_used(const struct rng *rng, struct sectors *a, struct sectors *b)
{
    struct reader first = sectors_reader(a), second = sectors_reader(b);
    CLEANUP(freep) struct table_used *used = NULL;
    size_t count = table_used_find(&first, a->logical, &used);
    uint8_t x[4096], y[4096];

    for (size_t i = 0; i < count; i++) {
        LAW(rng, reader_read(&first, used[i].lba * a->logical, x, a->logical));
        LAW(rng, reader_read(&second, used[i].lba * a->logical, y, a->logical));
        LAW(rng, !memcmp(x, y, a->logical));
    }
}

static void undo_all(struct log_scene *scene, bool is_overwritten)
{
    struct trial trial = { scene, NULL, sectors_copy(&scene->disks[scene->plan_count]),
                           NULL, true };

    for (size_t k = scene->log.steps.count; k > 0; k--) {
        trial.states = table_states_of_step(&scene->log, k - 1);
        size_t epochs = table_states_epochs(trial.states);
        if (is_overwritten)
            overwrite_free(&trial, epochs);
        for (size_t j = epochs; j > 0; j--)
            undo_epoch(&trial, j - 1);
        LAW(&scene->rng, trial_position(&trial, &trial.disk) != TABLE_FOREIGN);
        table_states_free(trial.states);
    }
    if (is_overwritten)
        expect_used(&scene->rng, &scene->disks[0], &trial.disk);
    else
        trial_expect_equal(&scene->rng, &trial.disk, &scene->disks[0]);
    sectors_finish(&trial.disk);
}

static void try_undo(struct log_scene *scene)
{
    undo_all(scene, false);
    undo_all(scene, true);
}

TEST(undone_steps_lead_to_the_table_before)
{
    undone = 0;
    trial_each_scene(ROUNDS, try_undo);
    printf("# %u epochs undone\n", undone);
}

/* --- what other systems read on the way back --- */

static struct power_totals power;

/* The orders of all epochs of the last plan, back, as one plan. */
static void cut_back(struct log_scene *scene)
{
    size_t last = scene->plan_count, step = scene->rests[last - 1];
    struct trial trial = { scene, NULL, sectors_copy(&scene->disks[last]), NULL, false };
    struct write_plan all = { .logical = trial.disk.logical };

    if (scene->rests[last] == step + 1 &&
        !layout_label(scene->layouts[last - 1])->written_for) {
        trial.states = table_states_of_step(&scene->log, step);
        for (size_t j = table_states_epochs(trial.states); j > 0; j--) {
            struct write_plan plan = trial_order(&trial, j, j - 1);
            sectors_put_plan(&trial.disk, &plan, 0, plan.count);
            all.writes =
                xrealloc(all.writes, all.count + plan.count + 1, sizeof(*all.writes));
            memcpy(all.writes + all.count, plan.writes, plan.count * sizeof(*all.writes));
            all.count += plan.count;
            free(plan.writes);
        }
        power_cut(&scene->rng, &scene->disks[last], scene->layouts[last],
                  scene->layouts[last - 1], &all, true, true, &power);
        table_states_free(trial.states);
    }
    write_plan_finish(&all);
    sectors_finish(&trial.disk);
}

TEST(a_power_cut_on_the_way_back_leaves_a_table)
{
    power = (struct power_totals){ 0 };
    trial_each_scene(ROUNDS / 2, cut_back);
    printf("# %u plans, %u cut points, %lu states tried: %lu bad\n", power.plans,
           power.cuts, power.states, power.bad);
    ck_assert_uint_eq(power.bad, 0);
}
