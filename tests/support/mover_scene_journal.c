/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mover_scene_journal.c - the journal of a scene: its areas, hashes, and what was there
 */
#include <stdlib.h>
#include <string.h>

#include "device/move/mover/prescan.h"
#include "model/base/mem.h"
#include "support/mover_scene.h"
#include "support/test.h"

/* --- the journal --- */

static struct journal_area take(const struct mover_scene *scene, uint64_t *at,
                                uint64_t bytes)
{
    uint32_t block = scene->plan.spot.block;
    struct journal_area area = { *at, (bytes + block - 1) / block * block };

    *at += area.bytes;
    return area;
}

void mover_scene_set_journal(struct mover_scene *scene, uint64_t lba)
{
    struct journal_plan *plan = &scene->plan;
    uint64_t saved = 0, piece = 0, block = scene->disk.grid.grain * MOVER_LOGICAL;

    for (unsigned i = 0; i < scene->count; i++) {
        struct shift_sectors runs[SHIFT_SAVED_MAX];
        uint64_t all = 0;
        for (size_t run = shift_saved(&scene->shifts[i], runs); run--;)
            all += runs[run].length;
        saved = all > saved ? all : saved;
        piece = scene->shifts[i].piece > piece ? scene->shifts[i].piece : piece;
    }
    saved += 2 * scene->disk.grid.grain; /* the disk's end, which is not known yet */
    block = block > JOURNAL_BYTES ? block : JOURNAL_BYTES;
    scene->journal_at = lba;
    plan->spot = (struct journal_spot){ .kind = JOURNAL_GAP,
                                        .start = lba,
                                        .block = (uint32_t)block };
    if (scene->is_elsewhere)
        plan->spot = (struct journal_spot){ .kind = JOURNAL_FILE,
                                            .block = (uint32_t)block,
                                            .path = "/journal" };
    uint64_t at = journal_areas_at((uint32_t)block);
    plan->saved[0] = take(scene, &at, block + saved * MOVER_LOGICAL);
    plan->border = take(scene, &at, block * (1 + scene->rng.seed % 4));
    plan->ring = take(scene, &at, plan->slots * (2 * block + piece * MOVER_LOGICAL));
    plan->ring.bytes -= plan->ring.bytes % (plan->slots * block);
    if (scene->has_stored_hashes)
        plan->hashes = take(scene, &at, JOURNAL_BYTES);
    plan->saved[1] = take(scene, &at, block + saved * MOVER_LOGICAL);
    plan->spot.bytes = at;
}

/* --- hashes --- */

/* Of units of a few sectors, which the mover's memory may have no space for. */
static void hash_units(struct mover_scene *scene, unsigned move)
{
    struct sink sink = cutting_sink(&scene->disk);
    struct prescan_request request = {
        .disk = &sink,
        .plan = &scene->plan,
        .step = (uint16_t)move,
        .shift = &scene->shifts[move],
        .unit = UINT64_C(512) << rng_below(&scene->rng, 5),
        .memory = 4096,
    };
    CLEANUP(prescan_freep) struct prescan *prescan = prescan_new(&request);

    while (prescan_step(prescan))
        ;
    ck_assert_uint_eq(prescan_bad(prescan)->count, 0);
    const struct journal_units *units = prescan_units(prescan);
    free(scene->units[move].at);
    scene->units[move] = *units;
    scene->units[move].at = xcalloc(units->count, sizeof(*units->at));
    memcpy(scene->units[move].at, units->at, units->count * sizeof(*units->at));
}

void mover_scene_hash(struct mover_scene *scene)
{
    for (unsigned i = 0; i < scene->count; i++) {
        ck_assert(shift_is_valid(&scene->shifts[i]));
        hash_units(scene, i);
    }
}

/* The journal of another transaction that came to its end, with valid slots. */
void mover_scene_put_older(struct mover_scene *scene)
{
    struct guid *transaction = &scene->plan.head.transaction;
    struct cutting ended;
    struct err err;
    uint64_t first = scene->journal_at;

    cutting_init(&ended, scene->disk.sectors, MOVER_LOGICAL, scene->disk.grid);
    ended.split = scene->disk.split;
    cutting_copy(&ended, &scene->disk);
    transaction->bytes[3] = 2;
    mover_scene_hash(scene);
    ck_assert_msg(mover_scene_run(scene, &ended, false, &err) == SCENE_ALL_NEW,
                  "%s, ALIDADE_SEED=%llu", err.text, (unsigned long long)scene->rng.seed);
    transaction->bytes[3] = 1;
    for (uint64_t i = 0; i < scene->plan.spot.bytes / MOVER_LOGICAL; i++)
        cutting_set(&scene->disk, (size_t)(first + i),
                    ended.bytes + (first + i) * MOVER_LOGICAL);
    cutting_finish(&ended);
}
