/* SPDX-License-Identifier: GPL-3.0-or-later */
/* prop_journal_record.c - random records are read as they were written; changed ones not
 */
#include "model/move/journal_record.h"

#include <string.h>

#include "model/base/mem.h"
#include "support/journal_scene.h"
#include "support/test.h"

enum { ROUNDS = 2000 };

TEST(a_record_is_read_as_it_was_written)
{
    uint8_t bytes[JOURNAL_PLAN_BYTES], again[JOURNAL_PLAN_BYTES];

    for (unsigned round = 0; round < rng_rounds(ROUNDS); round++) {
        CLEANUP(freep) struct journal_scene *scene = journal_scene_new(round);
        for (enum journal_record kind = JOURNAL_PLAN; kind <= JOURNAL_SAVED; kind++) {
            struct err err = { 0 };
            size_t count = journal_scene_encode(scene, kind, bytes);
            enum journal_state state =
                journal_scene_decode(scene, kind, bytes, count, again, &err);
            ck_assert_msg(state == RECORD_VALID, "ALIDADE_SEED=%llu: kind %d: %s",
                          (unsigned long long)scene->rng.seed, (int)kind, err.text);
            LAW(&scene->rng, !memcmp(bytes, again, count));
            LAW(&scene->rng, journal_record_kind(bytes, count) == kind);
        }
    }
}
