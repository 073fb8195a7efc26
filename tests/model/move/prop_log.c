/* SPDX-License-Identifier: GPL-3.0-or-later */
/* prop_log.c - a redo log says what the write plans say, and is read as it was written */
#include "model/move/log/log_wire.h"

#include <stdio.h>
#include <string.h>

#include "model/base/crc32.h"
#include "model/base/mem.h"
#include "model/base/num.h"
#include "model/move/log/table_state.h"
#include "model/table/tables.h"
#include "support/log_scene.h"
#include "support/test.h"

enum { ROUNDS = 1600, KINDS = LABEL_COUNT };

/* --- replay --- */

/* Each sector of IMAGE is as on DISK. */
static void expect_image(const struct rng *rng, const struct table_image *image,
                         struct sectors *disk)
{
    struct reader reader = sectors_reader(disk);
    uint8_t sector[4096];

    for (size_t i = 0; i < image->count; i++) {
        LAW(rng, reader_read(&reader, image->at[i].lba * disk->logical, sector,
                             disk->logical));
        LAW(rng, !memcmp(image->at[i].bytes, sector, disk->logical));
    }
}

/* All steps of plan INDEX, an epoch at a time. */
static unsigned replay_plan(struct log_scene *scene, size_t index,
                            struct table_image *image, struct sectors *disk)
{
    const struct write_plan *plan = &scene->plans[index];
    unsigned epochs = 0;
    size_t done = 0;

    for (size_t i = scene->rests[index]; i < scene->rests[index + 1]; i++)
        for (unsigned epoch = 1; epoch <= scene->log.steps.at[i].epochs; epoch++) {
            size_t count = log_scene_epoch(plan, done);
            LAW(&scene->rng,
                log_apply(&scene->log, &scene->log.steps.at[i], epoch, image));
            sectors_put_plan(disk, plan, done, done + count);
            expect_image(&scene->rng, image, disk);
            done += count;
            epochs++;
        }
    LAW(&scene->rng, done == plan->count);
    return epochs;
}

TEST(after_each_epoch_the_table_is_that_of_the_write_plan)
{
    unsigned plans[KINDS] = { 0 }, epochs = 0;

    for (unsigned round = 0; round < rng_rounds(ROUNDS); round++) {
        struct log_scene scene;
        if (!log_scene_make(round, &scene))
            continue;
        struct table_image image = table_image_copy(&scene.log.before);
        struct sectors disk = sectors_copy(&scene.disks[0]);
        for (size_t i = 0; i < scene.plan_count; i++) {
            epochs += replay_plan(&scene, i, &image, &disk);
            plans[layout_label(scene.layouts[i])->kind]++;
        }
        table_image_finish(&image);
        sectors_finish(&disk);
        log_scene_finish(&scene);
    }
    printf("# %u plans of GPTs, %u of msdos tables, %u epochs\n", plans[LABEL_GPT],
           plans[LABEL_MSDOS], epochs);
    if (getenv("ALIDADE_SEED") || rng_stride() > 1)
        return;
    ck_assert_uint_gt(plans[LABEL_GPT], 1000);
    ck_assert_uint_gt(plans[LABEL_MSDOS], 1000);
}

/* --- exits --- */

static void check_exit(struct log_scene *scene, size_t index)
{
    CLEANUP(table_states_freep)
    struct table_states *states = table_states_of_exits(&scene->log, scene->rests[index]);
    struct sectors disk = sectors_copy(&scene->disks[index]);
    struct layout *wanted =
        scene->exit_layouts[index] ? scene->exit_layouts[index] : scene->layouts[index];
    CLEANUP(layout_unrefp) struct layout *found = NULL;
    struct table_image image;
    struct err err = { 0 };
    size_t last = table_states_epochs(states);

    sectors_put_plan(&disk, &scene->exits[index], 0, scene->exits[index].count);
    struct reader below = sectors_reader(&scene->disks[index]);
    struct reader reader = table_states_reader(states, last, &below, &image);
    expect_image(&scene->rng, &image, &disk);
    LAW(&scene->rng, tables_read(&reader, layout_limits(wanted), &found, &err));
    LAW(&scene->rng,
        found ? layout_equal(found, wanted) : layout_label(wanted)->kind == LABEL_NONE);
    table_image_finish(&image);
    sectors_finish(&disk);
}

TEST(the_exits_of_each_rest_point_lead_to_its_table)
{
    unsigned exits = 0, joined = 0;

    for (unsigned round = 0; round < rng_rounds(ROUNDS); round++) {
        struct log_scene scene;
        if (!log_scene_make(round, &scene))
            continue;
        for (size_t i = 0; i <= scene.plan_count; i++, exits++)
            check_exit(&scene, i);
        for (size_t i = 0; i < scene.log.exits.count; i++)
            joined += scene.log.exits.at[i].last_rest > scene.log.exits.at[i].first_rest;
        log_scene_finish(&scene);
    }
    printf("# %u rest points, %u exits recorded once for more than one\n", exits, joined);
    if (!getenv("ALIDADE_SEED"))
        ck_assert_uint_gt(joined * rng_stride(), 100);
}

/* --- encode, decode --- */

static void expect_steps(const struct rng *rng, const struct log_steps *a,
                         const struct log_steps *b)
{
    LAW(rng, a->count == b->count);
    for (size_t i = 0; i < a->count; i++) {
        const struct log_step *x = &a->at[i], *y = &b->at[i];
        LAW(rng, x->kind == y->kind && x->flags == y->flags && x->number == y->number &&
                     x->group == y->group && x->words == y->words &&
                     x->epochs == y->epochs && x->from == y->from && x->to == y->to &&
                     x->length == y->length && x->first_patch == y->first_patch &&
                     x->patch_count == y->patch_count && x->param_at == y->param_at &&
                     x->param_bytes == y->param_bytes && x->first_rest == y->first_rest &&
                     x->last_rest == y->last_rest);
    }
}

static void expect_patches(const struct rng *rng, const struct redo_log *a,
                           const struct redo_log *b)
{
    LAW(rng, a->patch_count == b->patch_count);
    for (size_t i = 0; i < a->patch_count; i++) {
        const struct log_patch *x = &a->patches[i], *y = &b->patches[i];
        LAW(rng, x->lba == y->lba && x->byte == y->byte && x->length == y->length &&
                     x->epoch == y->epoch && x->is_fresh == y->is_fresh &&
                     !memcmp(x->bytes, y->bytes, 2 * (size_t)x->length));
    }
}

static void expect_equal_image(const struct rng *rng, const struct table_image *a,
                               const struct table_image *b)
{
    LAW(rng, a->count == b->count && a->sectors == b->sectors);
    for (size_t i = 0; i < a->count; i++)
        LAW(rng, a->at[i].lba == b->at[i].lba &&
                     !memcmp(a->at[i].bytes, b->at[i].bytes, a->logical));
}

static void expect_log(const struct rng *rng, const struct redo_log *a,
                       const struct redo_log *b)
{
    LAW(rng, guid_equal(&a->transaction, &b->transaction) &&
                 a->disk_bytes == b->disk_bytes && a->logical == b->logical &&
                 a->label == b->label && guid_equal(&a->disk_id, &b->disk_id) &&
                 a->time == b->time && a->grid.grain == b->grid.grain &&
                 a->grid.offset == b->grid.offset && !strcmp(a->serial, b->serial) &&
                 !strcmp(a->model, b->model));
    expect_equal_image(rng, &a->before, &b->before);
    expect_equal_image(rng, &a->kept, &b->kept);
    LAW(rng, a->seal_count == b->seal_count);
    for (size_t i = 0; i < a->seal_count; i++)
        LAW(rng, a->seals[i].header_lba == b->seals[i].header_lba &&
                     a->seals[i].array_lba == b->seals[i].array_lba &&
                     a->seals[i].array_bytes == b->seals[i].array_bytes &&
                     a->seals[i].header_bytes == b->seals[i].header_bytes);
    expect_steps(rng, &a->steps, &b->steps);
    expect_steps(rng, &a->exits, &b->exits);
    expect_patches(rng, a, b);
    LAW(rng, a->param_bytes == b->param_bytes &&
                 !memcmp(a->params, b->params, a->param_bytes));
}

/* Sectors of the first block that the table does not use. */
static void add_kept(struct log_scene *scene)
{
    struct redo_log *log = &scene->log;
    CLEANUP(freep) uint8_t *sector = xmalloc(log->logical);

    for (uint64_t lba = 1; lba < 8; lba++) {
        if (table_image_find(&log->before, lba) || !rng_below(&scene->rng, 3))
            continue;
        memset(sector, (int)(lba % 3), log->logical);
        table_image_put(&log->kept, lba, sector);
    }
}

/* Steps without patches, in a group of their own in front of the first plan's. */
static void add_params(struct log_scene *scene)
{
    struct redo_log *log = &scene->log;
    uint8_t params[32];

    log->param_bytes = 1 + rng_below(&scene->rng, sizeof(params));
    log->params = xrealloc(log->params, log->param_bytes, 1);
    for (size_t i = 0; i < log->param_bytes; i++)
        log->params[i] = (uint8_t)rng_next(&scene->rng);
    for (size_t i = 0; i < log->steps.count; i++) {
        struct log_step *step = &log->steps.at[i];
        step->param_at = (uint32_t)rng_below(&scene->rng, log->param_bytes);
        step->param_bytes =
            (uint32_t)rng_below(&scene->rng, log->param_bytes - step->param_at + 1);
        step->from = rng_next(&scene->rng);
        step->to = rng_next(&scene->rng);
        step->length = rng_next(&scene->rng);
        step->words = (uint16_t)rng_next(&scene->rng);
        step->flags |= rng_below(&scene->rng, 2) ? LOG_ASK : 0;
    }
}

TEST(a_log_is_read_as_it_was_written)
{
    unsigned long bytes_all = 0, patches = 0;

    for (unsigned round = 0; round < rng_rounds(ROUNDS); round++) {
        struct log_scene scene;
        struct redo_log again;
        struct err err = { 0 };
        size_t count;
        if (!log_scene_make(round, &scene))
            continue;
        add_params(&scene);
        add_kept(&scene);
        CLEANUP(freep) uint8_t *bytes = log_encode(&scene.log, &count);
        ck_assert_msg(log_decode(bytes, count, scene.log.disk_bytes, scene.log.logical,
                                 &again, &err),
                      "ALIDADE_SEED=%llu: %s", (unsigned long long)scene.rng.seed,
                      err.text);
        expect_log(&scene.rng, &scene.log, &again);
        bytes_all += count;
        patches += again.patch_count;
        redo_log_finish(&again);
        log_scene_finish(&scene);
    }
    printf("# %lu bytes of logs, %lu patches\n", bytes_all, patches);
}

/* --- damaged and hostile logs --- */

static bool decodes(const struct log_scene *scene, const uint8_t *bytes, size_t count)
{
    struct redo_log log;
    struct err err = { 0 };
    bool is_good =
        log_decode(bytes, count, scene->log.disk_bytes, scene->log.logical, &log, &err);

    LAW(&scene->rng, is_good || (err.code == ERR_UNREADABLE && err.text[0]));
    if (!is_good)
        return false;
    /* What decodes can be carried out. */
    struct reader reader = table_image_reader(&log.before);
    for (size_t i = 0; i <= log.steps.count; i++) {
        CLEANUP(table_states_freep)
        struct table_states *states = i < log.steps.count
                                          ? table_states_of_step(&log, i)
                                          : table_states_of_exits(&log, i);
        (void)table_position(states, &reader, i % 2);
    }
    redo_log_finish(&log);
    return true;
}

static void put_crc(uint8_t *bytes, size_t count)
{
    put_le32(bytes, 8, 0);
    put_le32(bytes, 8, crc32_of(bytes, count));
}

TEST(each_flipped_or_missing_byte_is_noticed)
{
    for (unsigned round = 0; round < rng_rounds(60); round++) {
        struct log_scene scene;
        size_t count;
        if (!log_scene_make(round, &scene))
            continue;
        CLEANUP(freep) uint8_t *bytes = log_encode(&scene.log, &count);
        for (unsigned i = 0; i < 100; i++) {
            size_t at = rng_below(&scene.rng, count);
            uint8_t bit = (uint8_t)(1U << rng_below(&scene.rng, 8));
            bytes[at] ^= bit;
            LAW(&scene.rng, !decodes(&scene, bytes, count));
            bytes[at] ^= bit;
            CLEANUP(freep) uint8_t *cut = xmalloc(at + 1);
            memcpy(cut, bytes, at);
            LAW(&scene.rng, !decodes(&scene, cut, at));
        }
        LAW(&scene.rng, decodes(&scene, bytes, count));
        log_scene_finish(&scene);
    }
}

/* A patch is only for the bytes that it was made for. */
TEST(a_log_with_other_old_bytes_is_refused)
{
    unsigned tried = 0;

    for (unsigned round = 0; round < rng_rounds(60); round++) {
        struct log_scene scene;
        size_t count;
        if (!log_scene_make(round, &scene))
            continue;
        for (size_t i = 0; i < scene.log.patch_count; i++) {
            struct log_patch *patch = &scene.log.patches[i];
            if (patch->is_fresh || !patch->length)
                continue;
            patch->bytes[rng_below(&scene.rng, patch->length)] ^= 1;
            CLEANUP(freep) uint8_t *bytes = log_encode(&scene.log, &count);
            LAW(&scene.rng, !decodes(&scene, bytes, count));
            tried++;
            break;
        }
        log_scene_finish(&scene);
    }
    if (!getenv("ALIDADE_SEED"))
        ck_assert_uint_gt(tried, 0);
}

/* Numbers in the head, and in rows anywhere, with the right checksum. */
TEST(a_hostile_log_is_refused_or_can_be_carried_out)
{
    static const uint8_t values[] = { 0, 1, 2, 3, 7, 0x7f, 0x80, 0xfe, 0xff };
    unsigned tried = 0, taken = 0;

    for (unsigned round = 0; round < rng_rounds(100); round++) {
        struct log_scene scene;
        size_t count;
        if (!log_scene_make(round, &scene))
            continue;
        CLEANUP(freep) uint8_t *bytes = log_encode(&scene.log, &count);
        CLEANUP(freep) uint8_t *copy = xmalloc(count);
        size_t seals = le32_at(bytes, 252), params = le32_at(bytes, 284);
        for (unsigned i = 0; i < 200; i++, tried++) {
            memcpy(copy, bytes, count);
            for (uint64_t left = 1 + rng_below(&scene.rng, 3); left; left--) {
                bool is_head = !rng_below(&scene.rng, 4);
                size_t at = is_head ? rng_below(&scene.rng, 300)
                                    : seals + rng_below(&scene.rng, params - seals);
                copy[at] = values[rng_below(&scene.rng, sizeof(values))];
            }
            put_crc(copy, count);
            taken += decodes(&scene, copy, count);
        }
        log_scene_finish(&scene);
    }
    printf("# %u hostile logs, %u of them possible\n", tried, taken);
    if (!getenv("ALIDADE_SEED"))
        ck_assert_uint_lt(taken, tried * 3 / 4);
}
