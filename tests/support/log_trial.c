/* SPDX-License-Identifier: GPL-3.0-or-later */
/* log_trial.c - a step of a log_scene at work: what is on the disk, and in which state */
#include "support/log_trial.h"

#include <string.h>

#include "model/base/mem.h"

struct rng *trial_rng(const struct trial *trial)
{
    return &trial->scene->rng;
}

size_t trial_position(const struct trial *trial, struct sectors *disk)
{
    struct reader reader = sectors_reader(disk);

    return table_position(trial->states, &reader, trial->is_back);
}

bool trial_is_exactly(const struct trial *trial, size_t j, struct sectors *disk)
{
    struct reader reader = sectors_reader(disk);
    uint8_t found[4096];

    for (size_t i = 0; i < table_states_sectors(trial->states); i++) {
        if (!table_states_counts(trial->states, j, i))
            continue;
        LAW(trial_rng(trial),
            reader_read(&reader, table_states_lba(trial->states, i) * disk->logical,
                        found, disk->logical));
        if (memcmp(found, table_states_bytes(trial->states, j, i), disk->logical) != 0)
            return false;
    }
    return true;
}

struct write_plan trial_order(const struct trial *trial, size_t from, size_t to)
{
    CLEANUP(freep) struct table_write *writes = NULL;
    size_t count = table_order(trial->states, from, to, &writes);
    struct sectors disk = sectors_copy(&trial->disk);
    struct reader reader = sectors_reader(&disk);
    struct write_plan plan = { .logical = disk.logical };

    plan.writes = xcalloc(count + 1, sizeof(*plan.writes));
    for (size_t i = 0; i < count; i++) {
        struct write *write = &plan.writes[plan.count];
        *write = (struct write){ table_states_lba(trial->states, writes[i].sector),
                                 1,
                                 WRITE_MBR,
                                 i + 1 == count || writes[i + 1].stage != writes[i].stage,
                                 xmalloc(disk.logical),
                                 xmalloc(disk.logical) };
        LAW(trial_rng(trial),
            reader_read(&reader, write->lba * disk.logical, write->before, disk.logical));
        table_merge(trial->states, to, writes[i].sector,
                    writes[i].is_whole ? NULL : write->before, write->after);
        plan.count++;
        sectors_put(&disk, write->lba, write->after);
    }
    sectors_finish(&disk);
    return plan;
}

void trial_expect_equal(const struct rng *rng, struct sectors *a, struct sectors *b)
{
    struct reader first = sectors_reader(a), second = sectors_reader(b);
    uint8_t x[4096], y[4096];

    for (size_t i = 0; i < a->count + b->count; i++) {
        uint64_t lba = i < a->count ? a->at[i].lba : b->at[i - a->count].lba;
        LAW(rng, reader_read(&first, lba * a->logical, x, a->logical));
        LAW(rng, reader_read(&second, lba * a->logical, y, a->logical));
        LAW(rng, !memcmp(x, y, a->logical));
    }
}

void trial_each_scene(unsigned rounds, void (*visit)(struct log_scene *scene))
{
    for (unsigned round = 0; round < rng_rounds(rounds); round++) {
        struct log_scene scene;
        if (!log_scene_make(round, &scene))
            continue;
        visit(&scene);
        log_scene_finish(&scene);
    }
}
