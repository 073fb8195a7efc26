/* SPDX-License-Identifier: GPL-3.0-or-later */
/* data_scene.c - random fixes that move data: where everything is */
#include "support/data_scene.h"

#include <stdlib.h>
#include <string.h>

#include "model/base/mem.h"
#include "model/base/num.h"
#include "model/move/log/log_wire.h"
#include "support/test.h"

enum {
    FRONT = 28,
    NOTE_BEFORE = 14,
    HIDDEN_AT = 28,
    LENGTH_MAX = 24,
    SWAP_BYTES = 61440,
    PAGE_MAX = 3,
    MEMORY = 3 << 20,
    LARGE = 1200,           /* sectors of 4096 bytes */
    LARGE_MEMORY = 6 << 20, /* two halves, each with space for two units and pieces */
    LARGE_PIECE = 16
};

static uint64_t between(struct rng *rng, uint64_t low, uint64_t high)
{
    return low + rng_below(rng, high - low + 1);
}

unsigned data_scene_number(const struct data_scene *scene, unsigned move)
{
    return scene->table == DATA_LOGICAL ? 5 + move : 1 + move;
}

/* --- one move --- */

static void set_zones(struct rng *rng, const struct data_content *content,
                      struct shift *shift)
{
    struct zones *zones = &shift->zones;
    uint64_t head = between(rng, 1, 4), tail = between(rng, 1, 2);

    if (content) {
        *zones = content->zones;
        return;
    }
    if (head + tail + 6 > shift->length) {
        zones->at[zones->count++] = (struct zone){ 0, shift->length };
    } else {
        zones->at[zones->count++] = (struct zone){ 0, head };
        if (rng_below(rng, 2))
            zones->at[zones->count++] =
                (struct zone){ head + between(rng, 1, 2), between(rng, 1, 2) };
        zones->at[zones->count++] = (struct zone){ shift->length - tail, tail };
    }
    zones->magic = rng_below(rng, zones->at[0].length);
}

static void set_fields(struct data_scene *scene, unsigned move)
{
    const struct shift *shift = &scene->shifts[move];

    scene->fields[move].count = 1;
    scene->fields[move].at[0] = (struct move_field){ .kind = FIELD_HIDDEN_SECTORS,
                                                     .offset = HIDDEN_AT,
                                                     .width = 4,
                                                     .repeat = 1,
                                                     .before = shift->from,
                                                     .after = shift->to };
}

static void set_shift(struct data_scene *scene, unsigned move)
{
    struct rng *rng = &scene->rng;
    struct shift *shift = &scene->shifts[move];
    uint64_t grain = scene->disk.grid.grain;
    uint64_t distance =
        shift->to > shift->from ? shift->to - shift->from : shift->from - shift->to;

    shift->grid = scene->disk.grid;
    shift->disk = UINT64_MAX / 2; /* not known yet */
    shift->mode = distance >= grain && rng_below(rng, 3) ? MOVE_HOLE : MOVE_JOURNAL;
    shift->piece =
        shift_piece_max(shift, shift->mode,
                        grain * between(rng, 1, 3) * (scene->is_large ? LARGE_PIECE : 1));
    if (shift->mode == MOVE_JOURNAL)
        shift->slots = (unsigned)between(rng, 2, 3);
    else
        shift->hashes = (unsigned)between(rng, 1, 3);
    set_zones(rng, scene->content, shift);
    if (!scene->content && rng_below(rng, 2))
        set_fields(scene, move);
}

/* --- where the partitions are --- */

static uint64_t random_length(struct data_scene *scene)
{
    struct rng *rng = &scene->rng;

    if (scene->content)
        return scene->content->length;
    if (scene->is_large)
        return between(rng, LARGE, LARGE + LARGE / 4);
    uint64_t most = scene->logical == 512 ? LENGTH_MAX : LENGTH_MAX / 2;

    return rng_below(rng, 3) ? between(rng, 1, most) : between(rng, 1, 9);
}

static uint64_t random_distance(struct data_scene *scene, unsigned round)
{
    static const uint64_t distances[] = { 1, 7, 8, 9, 1, 16, 7, 8 };
    struct rng *rng = &scene->rng;

    return rng_below(rng, 4) ? distances[round % ARRAY_SIZE(distances)]
                             : between(rng, 2, 40);
}

/* One envelope behind the other.  Returns the end of the last one. */
static uint64_t place_moves(struct data_scene *scene, unsigned round, uint64_t lba)
{
    struct rng *rng = &scene->rng;

    for (unsigned i = 0; i < scene->count; i++) {
        struct shift *shift = &scene->shifts[i];
        uint64_t distance = random_distance(scene, round + i);
        if (scene->table == DATA_LOGICAL) {
            lba += rng_below(rng, 9);
            scene->ebrs[i] = lba++;
        }
        lba += rng_below(rng, 2) ? rng_below(rng, 12) : 0;
        bool is_right = (round / 8 + i) % 2;
        shift->length = random_length(scene);
        shift->from = is_right ? lba : lba + distance;
        shift->to = is_right ? lba + distance : lba;
        lba += distance + shift->length;
    }
    return lba;
}

/* The EBR of the second logical is in the free space that the first one moves to. */
static void put_ebr_in_the_way(struct data_scene *scene)
{
    const struct shift *one = &scene->shifts[0];

    scene->new_ebr = scene->ebrs[1];
    if (scene->count < 2 || scene->table != DATA_LOGICAL || one->to < one->from ||
        rng_below(&scene->rng, 2))
        return;
    scene->ebrs[1] =
        one->from + one->length + rng_below(&scene->rng, one->to - one->from);
}

/* --- the journal --- */

static uint64_t zone_sectors(const struct shift *shift)
{
    uint64_t sectors = 0;

    for (size_t i = 0; i < shift->zones.count; i++)
        sectors += shift->zones.at[i].length;
    return sectors;
}

/* The areas in their order. */
static void lay_out(struct data_scene *scene)
{
    uint64_t block = scene->block, log = num_round_up(scene->log_bytes, block);
    uint64_t at = 2 * block, saved = block, ring = 0;
    unsigned page = (unsigned)between(&scene->rng, 1, PAGE_MAX);

    for (unsigned i = 0; i < scene->count; i++) {
        const struct shift *shift = &scene->shifts[i];
        uint64_t zones =
            block + num_round_up(zone_sectors(shift) * scene->logical, block);
        uint64_t piece = num_round_up(shift->piece * scene->logical, block);
        saved = num_max(saved, zones);
        ring = num_max(ring, shift->slots * (block + piece));
    }
    const struct {
        enum record_area area;
        uint64_t bytes;
    } order[] = { { AREA_LOG_A, log },
                  { AREA_PAGE, (1 + page) * block },
                  { AREA_SAVED_A, saved },
                  { AREA_MARKS, 2 * block },
                  { AREA_HASHES, scene->has_hashes ? block : 0 },
                  { AREA_RING, ring },
                  { AREA_SAVED_B, saved },
                  { AREA_LOG_B, log } };
    scene->head = (struct record_head){
        .owner = { scene->log.transaction, scene->log.disk_bytes },
        .run = { .direction = RUN_FORWARD },
        .page_blocks = page,
        .place = { .kind = scene->is_elsewhere ? JOURNAL_FILE : JOURNAL_GAP,
                   .logical = (uint32_t)scene->logical,
                   .block = scene->block,
                   .start = scene->is_elsewhere ? 0 : scene->journal_at },
    };
    for (size_t i = 0; i < ARRAY_SIZE(order); i++) {
        if (order[i].bytes)
            scene->head.areas[order[i].area] =
                (struct record_bytes){ at, order[i].bytes };
        at += order[i].bytes;
    }
    scene->head.place.bytes = at;
    if (scene->is_elsewhere)
        strcpy(scene->head.place.path, "/journal");
}

/* --- the scene --- */

static void set_kind(struct data_scene *scene, unsigned round)
{
    struct rng *rng = &scene->rng;

    bool is_4kn = round % 8 == 5 && !scene->content;

    scene->logical = scene->is_large || is_4kn ? 4096 : 512;
    scene->block = round % 8 == 3 || round % 16 == 5 ? 8192 : 4096;
    uint64_t grain = scene->block / scene->logical;
    scene->disk.grid =
        (struct alignment){ rng_below(rng, 2) ? 0 : rng_below(rng, grain), grain };
    scene->table = (enum data_table)(round % DATA_TABLES);
    scene->entries = rng_below(rng, 4) ? 16 : 128;
    scene->count = rng_below(rng, 3) ? 1 : 2;
    scene->has_edit = !rng_below(rng, 3);
    scene->has_exit = rng_below(rng, 2);
    scene->has_zeros = !rng_below(rng, 4) && !scene->content;
    scene->has_hashes = rng_below(rng, 4);
    /* For whole units, of which there is one, or not. */
    scene->memory = rng_below(rng, 2) ? 0 : MEMORY;
    if (scene->is_large) {
        scene->count = 1;
        scene->has_hashes = true;
        scene->memory = LARGE_MEMORY;
    }
    scene->is_elsewhere = !rng_below(rng, 3);
    scene->swap.length =
        scene->content || rng_below(rng, 6) ? 0 : SWAP_BYTES / scene->logical;
}

/* A swap area that moves too, to higher LBAs. */
static uint64_t place_swap(struct data_scene *scene, uint64_t end)
{
    uint64_t distance = between(&scene->rng, 1, 20);

    if (!scene->swap.length)
        return end;
    scene->swap.lba = end + between(&scene->rng, 2, 9);
    scene->new_swap = scene->swap.lba + distance;
    return scene->new_swap + scene->swap.length;
}

/* Sets the size of the disk; the journal is behind the partitions, and BYTES large. */
static void set_disk(struct data_scene *scene, uint64_t end, uint64_t bytes)
{
    struct alignment grid = scene->disk.grid;
    uint64_t back =
        scene->table == DATA_GPT ? 2 + scene->entries * 128 / scene->logical : 2;
    uint64_t journal = bytes / scene->logical, behind = end + 1 + grid.grain;
    uint64_t size = align_next(grid, behind + back);

    scene->journal_at = align_next(grid, behind);
    if (scene->is_elsewhere)
        scene->journal_at = size;
    else
        size = align_next(grid, scene->journal_at + journal + grid.grain + back);
    cutting_finish(&scene->disk);
    cutting_init(&scene->disk, (size_t)(scene->is_elsewhere ? size + journal : size),
                 scene->logical, grid);
    scene->disk.split = scene->is_elsewhere ? (size_t)size : 0;
    for (unsigned i = 0; i < scene->count; i++)
        scene->shifts[i].disk = size;
    struct limits_reported said = { .size_bytes = size * scene->logical,
                                    .logical = scene->logical };
    struct limits_given given = { 0 };
    struct err err = { 0 };
    ck_assert_msg(limits_settle(&said, &given, &scene->limits, &err), "%s", err.text);
}

/* What the scene has to be is set. */
static void scene_make(struct data_scene *scene)
{
    unsigned round = (unsigned)scene->rng.seed;

    set_kind(scene, round);
    uint64_t front =
        FRONT + (scene->table == DATA_GPT ? scene->entries * 128 / scene->logical : 0);
    scene->note_at = front - NOTE_BEFORE;
    uint64_t end = place_moves(scene, round, front);
    put_ebr_in_the_way(scene);
    scene->container_end = end;
    end = place_swap(scene, end);
    for (unsigned i = 0; i < scene->count; i++)
        set_shift(scene, i);
    /* The log is made for a disk with space for the journal, which depends on its size.
     */
    uint64_t bytes = 64 * scene->block;
    do {
        redo_log_finish(&scene->log);
        set_disk(scene, end, bytes);
        data_scene_fill(scene);
        data_scene_plan(scene);
        free(log_encode(&scene->log, &scene->log_bytes));
        lay_out(scene);
    } while (scene->head.place.bytes > bytes && (bytes = scene->head.place.bytes));
    data_scene_note(scene);
}

void data_scene_make(struct data_scene *scene, unsigned round)
{
    *scene = (struct data_scene){ .rng = rng_start(round) };
    scene_make(scene);
}

void data_scene_make_with(struct data_scene *scene, unsigned round,
                          const struct data_content *content)
{
    *scene = (struct data_scene){ .content = content, .rng = rng_start(round) };
    scene_make(scene);
}

void data_scene_make_large(struct data_scene *scene, unsigned round)
{
    *scene = (struct data_scene){ .rng = rng_start(round), .is_large = true };
    scene_make(scene);
}

void data_scene_finish(struct data_scene *scene)
{
    cutting_finish(&scene->disk);
    redo_log_finish(&scene->log);
    for (unsigned i = 0; i < DATA_MOVES_MAX; i++)
        free(scene->data[i]);
    free(scene->is_theirs);
    free(scene->table_lbas);
    *scene = (struct data_scene){ 0 };
}
