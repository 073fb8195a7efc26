/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mover_scene.c - random moves of the real mover, with its journal and a real table */
#include "support/mover_scene.h"

#include <stdlib.h>
#include <string.h>

#include "device/move/prescan.h"
#include "model/base/mem.h"
#include "model/base/num.h"
#include "model/disk/types.h"
#include "model/table/gpt.h"
#include "support/test.h"

enum { FRONT = 40, BACK = 33, HIDDEN_AT = 28 };

static uint64_t between(struct rng *rng, uint64_t low, uint64_t high)
{
    return low + rng_below(rng, high - low + 1);
}

/* --- content --- */

void mover_scene_put_data(const struct mover_scene *scene, unsigned move, uint64_t index,
                          uint64_t start, uint8_t ret[MOVER_LOGICAL])
{
    for (size_t i = 0; i < MOVER_LOGICAL; i++)
        ret[i] = (uint8_t)(i * 7 + index * 13 + move * 101 + 1);
    put_le32(ret, 0, (uint32_t)index);
    if (!index && scene->fields[move].count)
        put_le32(ret, HIDDEN_AT, (uint32_t)start);
}

void mover_scene_put_foreign(uint64_t lba, uint8_t ret[MOVER_LOGICAL])
{
    memset(ret, 0xf0, MOVER_LOGICAL);
    put_le32(ret, 0, (uint32_t)lba);
}

/* --- the moves --- */

static void set_zones(struct rng *rng, struct shift *shift)
{
    struct zones *zones = &shift->zones;
    uint64_t head = between(rng, 1, 8), tail = between(rng, 1, 4);

    if (head + tail + 8 > shift->length) {
        zones->at[zones->count++] = (struct zone){ 0, shift->length };
    } else {
        zones->at[zones->count++] = (struct zone){ 0, head };
        if (rng_below(rng, 2))
            zones->at[zones->count++] = (struct zone){ head + 3, 2 };
        zones->at[zones->count++] = (struct zone){ shift->length - tail, tail };
    }
    const struct zone *magic = &zones->at[rng_below(rng, zones->count)];
    zones->magic = magic->start + rng_below(rng, magic->length);
}

/* Returns the end of the envelope. */
static uint64_t set_shift(struct mover_scene *scene, unsigned move, uint64_t lba)
{
    struct rng *rng = &scene->rng;
    struct shift *shift = &scene->shifts[move];
    struct alignment grid = scene->disk.grid;
    uint64_t distance = rng_below(rng, 3) ? between(rng, 1, 9) : between(rng, 8, 70);
    bool is_right = rng_below(rng, 2);

    lba += rng_below(rng, 16);
    *shift = (struct shift){ .grid = grid, .length = between(rng, 1, 60) };
    shift->from = is_right ? lba : lba + distance;
    shift->to = is_right ? lba + distance : lba;
    shift->mode = distance >= grid.grain && rng_below(rng, 2) ? MOVE_HOLE : MOVE_JOURNAL;
    shift->piece = shift_piece_max(shift, shift->mode, grid.grain * between(rng, 1, 3));
    shift->slots = 2;
    shift->hashes = (unsigned)between(rng, 1, 3);
    set_zones(rng, shift);
    if (rng_below(rng, 2)) {
        scene->fields[move].count = 1;
        scene->fields[move].at[0] = (struct move_field){ .kind = FIELD_HIDDEN_SECTORS,
                                                         .offset = HIDDEN_AT,
                                                         .width = 4,
                                                         .repeat = 1,
                                                         .before = shift->from,
                                                         .after = shift->to };
    }
    return lba + distance + shift->length;
}

static void set_step(struct mover_scene *scene, unsigned move)
{
    const struct shift *shift = &scene->shifts[move];
    enum label_kind label = scene->plan.label;
    struct journal_step *step = &scene->plan.steps[move];

    *step = (struct journal_step){ .action = MOVES_DATA,
                                   .object = JOURNAL_PARTITION,
                                   .number = (uint16_t)(move + 1),
                                   .from = shift->from,
                                   .to = shift->to,
                                   .length = shift->length };
    step->type = journal_type(label, label == LABEL_GPT ? TYPE_GPT_LINUX : "83");
    if (label == LABEL_GPT)
        step->unique.bytes[0] = (uint8_t)(move + 1);
    scene->plan.step_count++;
}

/* --- the journal --- */

static struct journal_area take(const struct mover_scene *scene, uint64_t *at,
                                uint64_t bytes)
{
    uint32_t block = scene->plan.spot.block;
    struct journal_area area = { *at, (bytes + block - 1) / block * block };

    *at += area.bytes;
    return area;
}

static void set_journal(struct mover_scene *scene, uint64_t lba)
{
    struct journal_plan *plan = &scene->plan;
    uint64_t saved = 0, piece = 0;

    for (unsigned i = 0; i < scene->count; i++) {
        struct shift_sectors runs[SHIFT_SAVED_MAX];
        uint64_t all = 0;
        for (size_t run = shift_saved(&scene->shifts[i], runs); run--;)
            all += runs[run].length;
        saved = all > saved ? all : saved;
        piece = scene->shifts[i].piece > piece ? scene->shifts[i].piece : piece;
    }
    uint32_t block = (uint32_t)(scene->disk.grid.grain * MOVER_LOGICAL);
    plan->spot =
        (struct journal_spot){ .kind = JOURNAL_GAP, .start = lba, .block = block };
    uint64_t at = journal_areas_at(block);
    plan->saved[0] = take(scene, &at, block + saved * MOVER_LOGICAL);
    plan->border = take(scene, &at, block);
    plan->slots = 2;
    plan->ring = take(scene, &at, 2 * (2 * block + piece * MOVER_LOGICAL));
    plan->ring.bytes -= plan->ring.bytes % (2 * block);
    plan->saved[1] = take(scene, &at, block + saved * MOVER_LOGICAL);
    plan->spot.bytes = at;
}

/* --- the disk --- */

static void put_bytes(struct cutting *disk, uint64_t offset, const uint8_t *bytes,
                      size_t count)
{
    for (size_t i = 0; i < count; i += MOVER_LOGICAL)
        cutting_set(disk, (size_t)(offset + i) / MOVER_LOGICAL, bytes + i);
}

static void put_gpt(struct mover_scene *scene)
{
    struct gpt_table table;
    struct gpt_image image;
    const struct guid id = { { 0xd1, 0x5c } };

    ck_assert(gpt_init(&table, MOVER_LOGICAL, scene->disk.sectors, &id, 128));
    for (unsigned i = 0; i < scene->count; i++) {
        struct gpt_entry entry = { .slot = i, .first_lba = scene->shifts[i].from };
        entry.last_lba = entry.first_lba + scene->shifts[i].length - 1;
        entry.unique.bytes[0] = (uint8_t)(i + 1);
        ck_assert(guid_parse(TYPE_GPT_LINUX, &entry.type));
        gpt_add(&table, &entry);
    }
    gpt_encode(&table, &image);
    put_bytes(&scene->disk, 0, image.front, image.front_bytes);
    put_bytes(&scene->disk, image.back_offset, image.back, image.back_bytes);
    gpt_image_finish(&image);
    gpt_finish(&table);
}

static void put_msdos(struct mover_scene *scene)
{
    uint8_t mbr[MOVER_LOGICAL] = { 0 };

    put_le32(mbr, 440, 0x12345678);
    for (unsigned i = 0; i < scene->count; i++) {
        uint8_t *entry = mbr + 446 + 16 * i;
        entry[4] = 0x83;
        put_le32(entry, 8, (uint32_t)scene->shifts[i].from);
        put_le32(entry, 12, (uint32_t)scene->shifts[i].length);
    }
    mbr[510] = 0x55;
    mbr[511] = 0xaa;
    cutting_set(&scene->disk, 0, mbr);
}

static void fill_disk(struct mover_scene *scene)
{
    uint8_t bytes[MOVER_LOGICAL];

    for (size_t lba = 0; lba < scene->disk.sectors; lba++) {
        mover_scene_put_foreign(lba, bytes);
        cutting_set(&scene->disk, lba, bytes);
    }
    for (unsigned i = 0; i < scene->count; i++)
        for (uint64_t at = 0; at < scene->shifts[i].length; at++) {
            mover_scene_put_data(scene, i, at, scene->shifts[i].from, bytes);
            cutting_set(&scene->disk, (size_t)(scene->shifts[i].from + at), bytes);
        }
    if (scene->plan.label == LABEL_GPT)
        put_gpt(scene);
    else
        put_msdos(scene);
}

/* What moving_table_set() writes. */
static void set_tables(struct mover_scene *scene)
{
    for (unsigned i = 0; i < scene->count; i++) {
        struct shift *shift = &scene->shifts[i];
        shift->disk = scene->disk.sectors;
        shift->table_count = 1;
        shift->tables[0] = (struct shift_sectors){ 0, 1 };
        if (scene->plan.label == LABEL_MSDOS)
            continue;
        shift->table_count = 2;
        shift->tables[0].length = 34;
        shift->tables[1] = (struct shift_sectors){ scene->disk.sectors - BACK, BACK };
    }
}

/* Of units of a few sectors, which the mover's memory may have no space for. */
static void hash_units(struct mover_scene *scene, unsigned move)
{
    struct sink sink = cutting_sink(&scene->disk);
    struct prescan_request request = {
        .disk = &sink,
        .plan = &scene->plan,
        .step = (uint16_t)move,
        .shift = &scene->shifts[move],
        .unit = UINT64_C(512) << rng_below(&scene->rng, 6),
        .memory = 4096,
    };
    CLEANUP(prescan_freep) struct prescan *prescan = prescan_new(&request);

    while (prescan_step(prescan))
        ;
    ck_assert_uint_eq(prescan_bad(prescan)->count, 0);
    const struct journal_units *units = prescan_units(prescan);
    scene->units[move] = *units;
    scene->units[move].at = xcalloc(units->count, sizeof(*units->at));
    memcpy(scene->units[move].at, units->at, units->count * sizeof(*units->at));
}

static void set_limits(struct mover_scene *scene)
{
    struct limits_reported said = { .size_bytes = scene->plan.head.disk_bytes,
                                    .logical = MOVER_LOGICAL };
    struct limits_given given = { 0 };
    struct err err = { 0 };

    ck_assert_msg(limits_settle(&said, &given, &scene->limits, &err), "%s", err.text);
}

void mover_scene_make(struct mover_scene *scene, unsigned round)
{
    struct rng rng = rng_start(round);
    uint64_t grain = UINT64_C(8) << (rng_below(&rng, 8) ? 0 : 1), lba = FRONT;
    struct journal_plan *plan = &scene->plan;

    *scene = (struct mover_scene){ .rng = rng };
    struct alignment grid = { rng_below(&rng, 2) ? 0 : rng_below(&rng, grain), grain };
    scene->disk.grid = grid;
    scene->count = rng_below(&rng, 4) ? 1 : 2;
    plan->label = rng_below(&rng, 3) ? LABEL_MSDOS : LABEL_GPT;
    scene->rng = rng;
    for (unsigned i = 0; i < scene->count; i++)
        lba = set_shift(scene, i, lba) + 1;
    lba = align_next(grid, lba + grain);
    set_journal(scene, lba);
    /* The sectors of the table will be saved too. */
    uint64_t space = plan->spot.bytes / MOVER_LOGICAL + 3 * (FRONT + BACK + 4 * grain);
    uint64_t end = align_next(grid, lba + space);
    cutting_init(&scene->disk, (size_t)(end + FRONT), MOVER_LOGICAL, grid);
    plan->logical = MOVER_LOGICAL;
    plan->head.disk_bytes = scene->disk.sectors * MOVER_LOGICAL;
    plan->head.transaction.bytes[3] = 1;
    plan->first_usable = plan->label == LABEL_GPT ? 34 : 1;
    plan->end_usable = scene->disk.sectors - (plan->label == LABEL_GPT ? BACK : 0);
    plan->grid = grid;
    for (unsigned i = 0; i < scene->count; i++)
        set_step(scene, i);
    set_tables(scene);
    set_journal(scene, lba);
    ck_assert_uint_le(plan->spot.bytes / MOVER_LOGICAL, space);
    fill_disk(scene);
    set_limits(scene);
    plan->disk_id.bytes[0] = plan->label == LABEL_GPT ? 0xd1 : 0x78;
    plan->disk_id.bytes[1] = plan->label == LABEL_GPT ? 0x5c : 0x56;
    if (plan->label == LABEL_MSDOS)
        memcpy(plan->disk_id.bytes + 2, "\x34\x12", 2);
    for (unsigned i = 0; i < scene->count; i++)
        hash_units(scene, i);
}

void mover_scene_finish(struct mover_scene *scene)
{
    cutting_finish(&scene->disk);
    for (unsigned i = 0; i < scene->count; i++)
        free(scene->units[i].at);
}
