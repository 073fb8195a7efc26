/* SPDX-License-Identifier: GPL-3.0-or-later */
/* log_trial.h - a step of a log_scene at work: what is on the disk, and in which state */
#ifndef ALIDADE_TESTS_LOG_TRIAL_H
#define ALIDADE_TESTS_LOG_TRIAL_H

#include "model/move/log/table_state.h"
#include "support/log_scene.h"

struct trial {
    struct log_scene *scene;
    const struct write_plan *plan; /* with the writes of the step */
    struct sectors disk;           /* between two epochs */
    struct table_states *states;
    bool is_back;
};

struct rng *trial_rng(const struct trial *trial);
/* The position of the table on DISK. */
size_t trial_position(const struct trial *trial, struct sectors *disk);
/* True if all that counts in state J is on DISK, byte by byte. */
bool trial_is_exactly(const struct trial *trial, size_t j, struct sectors *disk);
/* What leads from state FROM to TO, with a flush at the end of each stage;
 * write_plan_finish() it. */
struct write_plan trial_order(const struct trial *trial, size_t from, size_t to);
/* Fails the test if any sector differs. */
void trial_expect_equal(const struct rng *rng, struct sectors *a, struct sectors *b);
/* Calls VISIT with ROUNDS scenes, or as many as there are. */
void trial_each_scene(unsigned rounds, void (*visit)(struct log_scene *scene));

#endif
