/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_redo_hostile.c - records of a fix with right checksums and wrong numbers: it
 * stops, or goes on, but writes nothing outside of what the log has */
#include <stdio.h>
#include <string.h>

#include "model/base/frame.h"
#include "model/base/mem.h"
#include "model/base/num.h"
#include "support/data_scene.h"
#include "support/test.h"

enum { SCENES = 12, TRIES = 40, RECORDS_MAX = 8 };

static struct data_scene scene;

/* Of the areas that tell how far a fix is, and what it has saved. */
static size_t find_records(struct cutting *disk, uint8_t *ret[RECORDS_MAX])
{
    static const enum record_area areas[] = { AREA_PAGE,  AREA_SAVED_A, AREA_SAVED_B,
                                              AREA_MARKS, AREA_MARKS,   AREA_HASHES,
                                              AREA_RING,  AREA_RING };
    uint8_t *journal = disk->bytes + scene.journal_at * scene.logical;
    size_t count = 0;

    for (size_t i = 0; i < ARRAY_SIZE(areas); i++) {
        const struct record_bytes *area = &scene.head.areas[areas[i]];
        bool is_second = i && areas[i] == areas[i - 1];
        uint64_t second = areas[i] == AREA_RING ? area->bytes / 2 : scene.block;
        uint8_t *record = journal + area->offset + (is_second ? second : 0);
        if (area->bytes && frame_is_whole(record, RECORD_BYTES))
            ret[count++] = record;
    }
    return count;
}

static uint64_t wrong_number(struct rng *rng, uint64_t right)
{
    const uint64_t wrong[] = { right + 1,          right - 1,
                               rng_below(rng, 64), UINT64_MAX - rng_below(rng, 600),
                               right + 8,          0 };

    return wrong[rng_below(rng, ARRAY_SIZE(wrong))];
}

static void change_record(struct rng *rng, uint8_t *record)
{
    struct frame frame = frame_get(record, RECORD_BYTES);

    for (unsigned i = rng_below(rng, 3) == 0; i < 2; i++) {
        size_t at = 56 + rng_below(rng, 200);
        if (rng_below(rng, 2))
            record[at] = (uint8_t)wrong_number(rng, record[at]);
        else
            put_le64(record, at & ~(size_t)7,
                     wrong_number(rng, le64_at(record, at & ~(size_t)7)));
    }
    frame_put(&frame, record, RECORD_BYTES);
}

/* Runs the fix until CALL.  False: it has ended before. */
static bool run_until(struct cutting *disk, unsigned call, bool is_back)
{
    struct err err = { 0 };
    bool goes_back;

    disk->faults.cut_call = call;
    (void)data_scene_run(&scene, disk, is_back, &goes_back, &err);
    bool is_cut = disk->is_off;
    CLEANUP(freep) bool *kept = xcalloc(disk->log_max, sizeof(*kept));
    memset(kept, true, disk->log_max);
    cutting_restart(disk, kept, CUTTING_NO_BLOCK);
    return is_cut;
}

static void check_others(const struct cutting *disk, const struct rng *rng)
{
    for (size_t lba = 0; lba < disk->sectors; lba++)
        LAW(rng, scene.is_theirs[lba] || disk->is_bad[lba] ||
                     !memcmp(disk->bytes + lba * scene.logical,
                             scene.disk.bytes + lba * scene.logical, scene.logical));
}

TEST(a_hostile_record_writes_nothing_outside)
{
    unsigned long tried = 0;

    for (unsigned round = 0; round < rng_rounds(SCENES); round++) {
        struct rng rng = rng_start(round);
        struct cutting disk;
        uint8_t *records[RECORDS_MAX];
        data_scene_make(&scene, round);
        cutting_init(&disk, scene.disk.sectors, scene.logical, scene.disk.grid);
        disk.split = scene.disk.split;
        for (unsigned i = 0; i < TRIES; i++) {
            cutting_copy(&disk, &scene.disk);
            if (!run_until(&disk, 1 + (unsigned)rng_below(&rng, 400), false))
                continue;
            size_t count = find_records(&disk, records);
            if (!count)
                continue;
            change_record(&rng, records[rng_below(&rng, count)]);
            memcpy(disk.durable, disk.bytes, disk.sectors * scene.logical);
            (void)run_until(&disk, 0, rng_below(&rng, 2));
            check_others(&disk, &rng);
            LAW(&rng, !scene.refused);
            tried++;
        }
        cutting_finish(&disk);
        data_scene_finish(&scene);
    }
    printf("# %lu hostile records\n", tried);
    ck_assert_uint_gt(tried, SCENES);
}
