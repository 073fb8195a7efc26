/* SPDX-License-Identifier: GPL-3.0-or-later */
/* journal_scene.h - a random plan for a random disk, and the other records of its journal
 */
#ifndef ALIDADE_TESTS_JOURNAL_SCENE_H
#define ALIDADE_TESTS_JOURNAL_SCENE_H

#include "model/move/journal/journal_record.h"
#include "support/rng.h"

struct journal_scene {
    struct rng rng;
    struct journal_disk disk;
    struct journal_plan plan;
    /* All of the same step. */
    struct journal_progress progress;
    struct journal_slot slot;
    struct journal_guard guard;
    struct journal_page page;
    struct journal_saved saved;
};

/* free(). */
struct journal_scene *journal_scene_new(unsigned round);

/* Writes the record of KIND; returns its size. */
size_t journal_scene_encode(const struct journal_scene *scene, enum journal_record kind,
                            uint8_t ret[JOURNAL_PLAN_BYTES]);
/* Decodes a record of KIND, which belongs to the scene, and encodes it again if it is
 * valid. */
enum journal_state journal_scene_decode(const struct journal_scene *scene,
                                        enum journal_record kind, const uint8_t *bytes,
                                        size_t count, uint8_t ret[JOURNAL_PLAN_BYTES],
                                        struct err *err);

#endif
