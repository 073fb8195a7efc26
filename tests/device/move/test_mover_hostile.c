/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_mover_hostile.c - records with right checksums and wrong numbers: the mover stops,
 * or goes on, but writes nothing outside the move
 *
 * The scene ends the program if a write is not inside the fences. */
#include <stdio.h>
#include <string.h>

#include "model/base/crc32.h"
#include "model/base/mem.h"
#include "model/base/num.h"
#include "support/mover_power.h"
#include "support/test.h"

enum { ROUNDS = 32, APART = 23, AT_CRC = 8, RECORDS_MAX = 16 };

struct hostile {
    struct cutting disk;
    struct rng rng;
    unsigned long turn, tried, stopped, without_words;
};

/* --- records --- */

static uint8_t *record_at(const struct mover_scene *scene, struct cutting *disk,
                          uint64_t offset)
{
    return disk->bytes + scene->journal_at * MOVER_LOGICAL + offset;
}

/* Those that can be changed: progress, saved, headers of the ring. */
static size_t find_records(const struct mover_scene *scene, struct cutting *disk,
                           uint8_t *ret[RECORDS_MAX])
{
    const struct journal_plan *plan = &scene->plan;
    uint32_t block = plan->spot.block;
    uint64_t slot = plan->ring.bytes / plan->slots;
    size_t count = 0;

    for (unsigned i = 0; i < 2; i++) {
        ret[count++] = record_at(scene, disk, journal_progress_at(block, i));
        ret[count++] = record_at(scene, disk, plan->saved[i].offset);
    }
    for (unsigned i = 0; i < plan->slots; i++)
        ret[count++] = record_at(scene, disk, plan->ring.offset + i * slot);
    size_t kept = 0;
    for (size_t i = 0; i < count; i++)
        if (journal_record_kind(ret[i], JOURNAL_BYTES) != JOURNAL_NOTHING)
            ret[kept++] = ret[i];
    return kept;
}

static void set_crc(uint8_t *record)
{
    put_le32(record, AT_CRC, 0);
    put_le32(record, AT_CRC, crc32_of(record, JOURNAL_BYTES));
}

static uint64_t wrong_number(struct rng *rng, uint64_t right)
{
    switch (rng_below(rng, 6)) {
    case 0:
        return right + 1;
    case 1:
        return right - 1;
    case 2:
        return rng_below(rng, 64);
    case 3:
        return UINT64_MAX - rng_below(rng, 600);
    case 4:
        return right + 8;
    default:
        return 0;
    }
}

/* The border that a record names, with a hash that is right for it. */
static void change_border(struct hostile *hostile, const struct mover_scene *scene,
                          uint8_t *record)
{
    const struct shift *shift = &scene->shifts[0];
    struct rng *rng = &hostile->rng;
    uint64_t room = scene->plan.border.bytes / MOVER_LOGICAL;
    uint64_t length = 1 + rng_below(rng, room < shift->length ? room : shift->length);
    struct hash hash =
        hash_of(record_at(scene, &hostile->disk, scene->plan.border.offset),
                (size_t)length * MOVER_LOGICAL);

    record[73] = 1; /* it goes back */
    put_le64(record, 120, shift->from + rng_below(rng, shift->length - length + 1));
    put_le64(record, 128, length);
    memcpy(record + 136, hash.bytes, sizeof(hash.bytes));
}

static void change_record(struct hostile *hostile, const struct mover_scene *scene,
                          uint8_t *record)
{
    struct rng *rng = &hostile->rng;
    bool is_progress = journal_record_kind(record, JOURNAL_BYTES) == JOURNAL_PROGRESS;

    if (is_progress && !rng_below(rng, 3))
        change_border(hostile, scene, record);
    for (unsigned i = rng_below(rng, 3) == 0; i < 2; i++) {
        size_t at = 56 + rng_below(rng, 200);
        if (rng_below(rng, 2))
            record[at] = (uint8_t)wrong_number(rng, record[at]);
        else
            put_le64(record, at & ~(size_t)7,
                     wrong_number(rng, le64_at(record, at & ~(size_t)7)));
    }
    set_crc(record);
}

/* --- moves --- */

static uint64_t any_sector(struct hostile *hostile, const struct mover_scene *scene)
{
    const struct shift *shift = &scene->shifts[0];
    uint64_t low = shift->from < shift->to ? shift->from : shift->to;
    uint64_t high = shift->from < shift->to ? shift->to : shift->from;

    return low + rng_below(&hostile->rng, high - low + shift->length);
}

/* The block of a sector cannot be read. */
static void spoil_block(struct hostile *hostile, uint64_t lba)
{
    size_t first, end;

    cutting_block(&hostile->disk, (size_t)lba, &first, &end);
    for (; first < end; first++)
        hostile->disk.is_bad[first] = hostile->disk.is_durably_bad[first] = true;
}

static const char *check_others(const struct mover_scene *scene,
                                const struct cutting *disk)
{
    for (size_t lba = 0; lba < disk->sectors; lba++)
        if (!scene->is_theirs[lba] && !disk->is_bad[lba] &&
            memcmp(disk->bytes + lba * MOVER_LOGICAL,
                   scene->disk.bytes + lba * MOVER_LOGICAL, MOVER_LOGICAL) != 0)
            return "a sector outside the move was written";
    return NULL;
}

static const char *try_hostile(struct mover_power *power, struct cutting *image)
{
    struct hostile *hostile = power->context;
    struct mover_scene *scene = &power->scene;
    struct cutting *disk = &hostile->disk;
    uint8_t *records[RECORDS_MAX];
    struct err err;

    if (hostile->turn++ % APART)
        return NULL;
    cutting_copy(disk, image);
    size_t count = find_records(scene, disk, records);
    if (!count)
        return NULL;
    for (unsigned i = 0; i < 1 + rng_below(&hostile->rng, 2); i++)
        change_record(hostile, scene, records[rng_below(&hostile->rng, count)]);
    memcpy(disk->durable, disk->bytes, disk->sectors * MOVER_LOGICAL);
    if (rng_below(&hostile->rng, 2))
        spoil_block(hostile, any_sector(hostile, scene));
    enum mover_scene_end end =
        mover_scene_run(scene, disk, rng_below(&hostile->rng, 2), &err);
    hostile->tried++;
    hostile->stopped += end == SCENE_FAILED;
    hostile->without_words += end == SCENE_FAILED && !err.text[0];
    return check_others(scene, disk);
}

/* Returns the newest progress record if it is of the way back and has a border. */
static uint8_t *find_way_back(const struct mover_scene *scene, struct cutting *disk)
{
    struct journal_progress progress;
    struct err err = { 0 };
    uint64_t newest = 0;
    uint8_t *found = NULL;

    for (unsigned slot = 0; slot < 2; slot++) {
        uint8_t *record =
            record_at(scene, disk, journal_progress_at(scene->plan.spot.block, slot));
        if (journal_progress_decode(record, JOURNAL_BYTES, &scene->plan, &progress,
                                    &err) != RECORD_VALID ||
            progress.sequence < newest)
            continue;
        newest = progress.sequence;
        bool is_right = !progress.head.step && progress.border.length &&
                        progress.phase == JOURNAL_PHASE_MOVING;
        found = is_right ? record : NULL;
    }
    return found;
}

/* Another border in it, and the block of the right one is unreadable. */
static const char *try_border(struct mover_power *power, struct cutting *image)
{
    struct hostile *hostile = power->context;
    struct mover_scene *scene = &power->scene;
    struct cutting *disk = &hostile->disk;
    struct err err;

    cutting_copy(disk, image);
    uint8_t *record = find_way_back(scene, disk);
    if (!record)
        return NULL;
    uint64_t right = le64_at(record, 120), length = le64_at(record, 128);
    change_border(hostile, scene, record);
    set_crc(record);
    if (le64_at(record, 120) == right && le64_at(record, 128) == length)
        return NULL;
    spoil_block(hostile, right);
    hostile->tried++;
    memcpy(disk->durable, disk->bytes, disk->sectors * MOVER_LOGICAL);
    if (mover_scene_run(scene, disk, true, &err) != SCENE_FAILED)
        return "another border is taken for the right one";
    hostile->without_words += !err.text[0];
    return check_others(scene, disk);
}

static void sweep_hostile(struct hostile *hostile, unsigned rounds,
                          const char *(*look)(struct mover_power *, struct cutting *),
                          struct power_loss_totals *totals)
{
    for (unsigned round = 0; round < rounds; round++) {
        struct mover_power power = { .look = look, .context = hostile };
        struct power_loss_wish wish = { POWER_EXHAUSTIVE, POWER_BOTH, .cuts = 2,
                                        .limits = { 3, 2 }, .turn = round };
        mover_power_make(&power, round, NULL);
        const struct cutting *disk = &power.scene.disk;
        cutting_init(&hostile->disk, disk->sectors, disk->logical, disk->grid);
        hostile->disk.split = disk->split;
        power_loss_run(&power.loss, &wish, totals);
        cutting_finish(&hostile->disk);
        mover_scene_finish(&power.scene);
    }
}

TEST(another_border_of_the_way_back_is_refused)
{
    struct hostile hostile = { .rng = rng_start(0) };
    struct power_loss_totals totals = { 0 };

    sweep_hostile(&hostile, rng_rounds(ROUNDS), try_border, &totals);
    printf("# %lu borders\n", hostile.tried);
    ck_assert_msg(!totals.bad, "%s", totals.first);
    ck_assert_uint_gt(hostile.tried, 20);
    ck_assert_uint_eq(hostile.without_words, 0);
}

TEST(a_hostile_record_moves_nothing_outside)
{
    struct hostile hostile = { .rng = rng_start(0) };
    struct power_loss_totals totals = { 0 };

    sweep_hostile(&hostile, rng_rounds(ROUNDS), try_hostile, &totals);
    printf("# %lu hostile journals, %lu stopped with one sentence\n", hostile.tried,
           hostile.stopped);
    ck_assert_msg(!totals.bad, "%s", totals.first);
    ck_assert_uint_gt(hostile.tried, rng_rounds(ROUNDS) * 10);
    ck_assert_uint_gt(hostile.stopped, hostile.tried / 10);
    ck_assert_uint_eq(hostile.without_words, 0);
}
