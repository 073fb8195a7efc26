/* SPDX-License-Identifier: GPL-3.0-or-later */
/* journal_scene.c - a random plan for a random disk, and the other records of its journal
 */
#include "support/journal_scene.h"

#include <string.h>

#include "model/base/mem.h"

static void random_bytes(struct rng *rng, uint8_t *bytes, size_t count)
{
    for (size_t i = 0; i < count; i++)
        bytes[i] = (uint8_t)rng_next(rng);
}

static struct guid random_guid(struct rng *rng)
{
    struct guid guid;

    random_bytes(rng, guid.bytes, sizeof(guid.bytes));
    guid.bytes[0] |= 1; /* not 0 */
    return guid;
}

static struct hash random_hash(struct rng *rng)
{
    struct hash hash;

    random_bytes(rng, hash.bytes, sizeof(hash.bytes));
    hash.bytes[0] |= 1;
    return hash;
}

/* Up to SIZE - 1 bytes, some of them of characters of two. */
static void random_text(struct rng *rng, char *text, size_t size)
{
    size_t length = (size_t)rng_below(rng, size);

    memset(text, 0, size);
    for (size_t i = 0; i < length; i++)
        text[i] = (char)('!' + rng_below(rng, 94));
    if (length >= 2 && rng_below(rng, 2))
        memcpy(text + length - 2, "\xc3\xbc", 2);
}

/* 1..MAX, and often small. */
static uint64_t random_length(struct rng *rng, uint64_t max)
{
    uint64_t bits = rng_below(rng, 60);
    uint64_t value = 1 + rng_below(rng, UINT64_C(1) << bits);

    return value < max ? value : 1 + value % max;
}

/* --- the plan --- */

/* A step in the sectors [start, end), of which there are 16 or more. */
static struct journal_step random_step(struct journal_scene *scene, uint64_t start,
                                       uint64_t end)
{
    struct rng *rng = &scene->rng;
    bool is_gpt = scene->plan.label == LABEL_GPT;
    uint64_t distance = random_length(rng, (end - start - 2) / 2);
    struct journal_step step = { .length = random_length(rng, (end - start - 2) / 2) };
    bool is_left = rng_below(rng, 2);

    step.action = (enum moves_action)rng_below(rng, MOVES_ACTION_COUNT);
    step.object = (enum journal_object)(is_gpt ? 0 : rng_below(rng, JOURNAL_EBR + 1));
    if (step.object > JOURNAL_LOGICAL) {
        step.action = MOVES_TABLE;
        step.length = 0;
    } else {
        step.type = random_guid(rng);
    }
    step.from = start + 1 + (is_left ? distance : 0);
    step.to = start + 1 + (is_left ? 0 : distance);
    if (step.object == JOURNAL_LOGICAL)
        step.ebr_from = step.ebr_to = start;
    if (is_gpt)
        step.unique = random_guid(rng);
    if (step.action == MOVES_REMAKE)
        step.swap_uuid = random_guid(rng);
    return step;
}

/* The first step moves data, and is that of the other records. */
static void add_steps(struct journal_scene *scene, uint64_t start, uint64_t end)
{
    struct rng *rng = &scene->rng;
    struct journal_plan *plan = &scene->plan;
    uint32_t count = 1 + (uint32_t)rng_below(rng, rng_below(rng, 8) ? 6 : 128);
    uint64_t each = (end - start) / count;

    for (uint32_t i = 0; i < count; i++) {
        struct journal_step *step = &plan->steps[plan->step_count++];
        do {
            *step = random_step(scene, start + i * each, start + (i + 1) * each);
        } while (i == 0 && step->action != MOVES_DATA);
        step->number = (uint16_t)(i + 1);
    }
}

static void place_area(struct journal_plan *plan, struct journal_area *area,
                       uint64_t blocks, uint64_t *at)
{
    area->bytes = blocks * plan->spot.block;
    area->offset = blocks ? *at : 0;
    *at += area->bytes;
}

/* Returns the bytes of the journal. */
static uint64_t place_areas(struct journal_scene *scene)
{
    struct rng *rng = &scene->rng;
    struct journal_plan *plan = &scene->plan;
    uint64_t at = journal_areas_at(plan->spot.block);
    uint64_t saved = 2 + rng_below(rng, 60);

    place_area(plan, &plan->saved[0], saved, &at);
    place_area(plan, &plan->border, rng_below(rng, 3), &at);
    plan->slots = 2 + (uint32_t)rng_below(rng, JOURNAL_SLOTS_MAX - 1);
    place_area(plan, &plan->ring, plan->slots * (2 + rng_below(rng, 40)), &at);
    place_area(plan, &plan->hashes, 1 + rng_below(rng, 40), &at);
    place_area(plan, &plan->saved[1], saved, &at);
    return at;
}

static void make_spot(struct journal_scene *scene, uint64_t start)
{
    static const enum journal_kind kinds[] = { JOURNAL_GAP,   JOURNAL_TAIL, JOURNAL_EMPTY,
                                               JOURNAL_SWAP,  JOURNAL_FILE, JOURNAL_FRONT,
                                               JOURNAL_DEVICE };
    struct rng *rng = &scene->rng;
    struct journal_spot *spot = &scene->plan.spot;

    spot->kind = kinds[rng_below(rng, ARRAY_SIZE(kinds))];
    spot->block = UINT32_C(4096) << rng_below(rng, 5);
    spot->bytes = place_areas(scene);
    if (spot->kind == JOURNAL_DEVICE || spot->kind == JOURNAL_FILE) {
        random_text(rng, spot->uuid, sizeof(spot->uuid));
        random_text(rng, spot->path + 1, sizeof(spot->path) - 1);
        spot->path[0] = '/';
        return;
    }
    spot->start = start;
    scene->plan.number = (uint16_t)(1000 + rng_below(rng, 1000)); /* of no step */
    scene->plan.spot_type = random_guid(rng);
    scene->plan.swap_uuid = random_guid(rng);
    random_bytes(rng, scene->plan.swap_name, 16);
}

static void make_plan(struct journal_scene *scene)
{
    struct rng *rng = &scene->rng;
    struct journal_plan *plan = &scene->plan;
    uint64_t low = UINT64_C(1) << 20, high = scene->disk.sectors - 64;

    plan->head.transaction = random_guid(rng);
    plan->head.disk_bytes = scene->disk.sectors * scene->disk.logical;
    plan->logical = (uint32_t)scene->disk.logical;
    plan->label = rng_below(rng, 2) ? LABEL_GPT : LABEL_MSDOS;
    plan->disk_id = random_guid(rng);
    plan->first_usable = plan->label == LABEL_GPT ? 34 : 1;
    plan->end_usable = high;
    plan->time = rng_next(rng);
    random_text(rng, plan->serial, sizeof(plan->serial));
    random_text(rng, plan->model, sizeof(plan->model));
    make_spot(scene, 4096);
    plan->grid.grain = plan->spot.block / plan->logical;
    plan->grid.offset = 4096 % plan->grid.grain;
    add_steps(scene, low, high);
}

/* --- records of its first step --- */

static struct journal_run random_run(struct journal_scene *scene)
{
    uint64_t length = scene->plan.steps[0].length;
    struct journal_run run = { rng_below(&scene->rng, 2), 0, length };

    if (run.is_back) {
        run.first = rng_below(&scene->rng, length);
        run.end = run.first + 1 + rng_below(&scene->rng, length - run.first);
    }
    return run;
}

static uint64_t min_u64(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

static void make_progress(struct journal_scene *scene)
{
    struct rng *rng = &scene->rng;
    struct journal_progress *progress = &scene->progress;
    const struct journal_step *step = &scene->plan.steps[0];
    uint64_t space = scene->plan.border.bytes / scene->plan.logical;

    progress->sequence = random_length(rng, UINT64_MAX);
    progress->phase = (enum journal_phase)rng_below(rng, JOURNAL_PHASE_COMPLETE + 1);
    progress->run = random_run(scene);
    uint64_t most = progress->run.end - progress->run.first;
    progress->piece = rng_below(rng, most + 1);
    progress->hash_count =
        (uint16_t)rng_below(rng, min_u64(most - progress->piece, JOURNAL_PIECES_MAX) + 1);
    for (size_t i = 0; i < progress->hash_count; i++)
        progress->hashes[i] = random_hash(rng);
    if (progress->sequence > 1)
        progress->previous = random_hash(rng);
    if (!progress->run.is_back || !space)
        return;
    progress->border.start = step->from;
    progress->border.length = 1 + rng_below(rng, min_u64(space, step->length));
    progress->border_hash = random_hash(rng);
}

static void make_slot(struct journal_scene *scene)
{
    struct rng *rng = &scene->rng;
    struct journal_slot *slot = &scene->slot;
    const struct journal_step *step = &scene->plan.steps[0];
    uint64_t space = journal_slot_bytes(&scene->plan) / scene->plan.logical;

    slot->run = random_run(scene);
    uint64_t most = slot->run.end - slot->run.first;
    slot->piece = rng_below(rng, most);
    slot->to.length = 1 + rng_below(rng, min_u64(most, space));
    slot->to.start = (slot->run.is_back ? step->from : step->to) + slot->run.first +
                     rng_below(rng, most - slot->to.length + 1);
    slot->hash = random_hash(rng);
}

/* One of its pages; the disk may be so large that the unit is more than 1 MiB. */
static void make_page(struct journal_scene *scene)
{
    struct journal_page *page = &scene->page;
    uint64_t bytes = scene->plan.steps[0].length * scene->plan.logical;

    page->unit = journal_unit_bytes(bytes, scene->plan.hashes.bytes);
    page->units = (bytes - 1) / page->unit + 1;
    page->first = rng_below(&scene->rng, page->units);
    page->first -= page->first % JOURNAL_PAGE_MAX;
    page->count = (uint32_t)min_u64(page->units - page->first, JOURNAL_PAGE_MAX);
    for (size_t i = 0; i < page->count; i++)
        page->hashes[i] = random_hash(&scene->rng);
}

static void add_zones(struct journal_scene *scene)
{
    struct rng *rng = &scene->rng;
    struct zones *zones = &scene->saved.zones;
    uint64_t left = scene->plan.steps[0].length, at = 0;

    do {
        struct zone zone = { at, 1 + rng_below(rng, min_u64(left, 16)) };
        zones->at[zones->count++] = zone;
        left -= zone.length;
        at += zone.length;
    } while (left && zones->count < ZONES_MAX && rng_below(rng, 8));
    zones->magic = rng_below(rng, at);
}

static void add_fields(struct journal_scene *scene)
{
    struct rng *rng = &scene->rng;
    struct fields *fields = &scene->saved.fields;
    uint64_t bytes = scene->plan.steps[0].length * scene->plan.logical;
    unsigned count = (unsigned)rng_below(rng, FIELDS_MAX + 1);

    for (unsigned i = 0; i < count; i++) {
        unsigned width = 2 * (1 + (unsigned)rng_below(rng, 4));
        uint64_t mask = UINT64_MAX >> (64 - 8 * width);
        struct move_field field = { .kind = (enum field_kind)rng_below(rng, 6),
                                    .width = width,
                                    .repeat = 1 + (unsigned)rng_below(rng, 64),
                                    .before = rng_next(rng) & mask,
                                    .after = rng_next(rng) & mask,
                                    .is_left = rng_below(rng, 2) };
        field.offset = rng_below(rng, bytes - (uint64_t)width * field.repeat + 1);
        fields->at[fields->count++] = field;
    }
}

/* In front of the journal, where nothing else is. */
static void add_ranges(struct journal_scene *scene)
{
    struct rng *rng = &scene->rng;
    struct journal_saved *saved = &scene->saved;
    uint64_t left =
        (scene->plan.saved[0].bytes - scene->plan.spot.block) / scene->plan.logical;
    uint64_t at = 0;

    saved->table_count = (size_t)rng_below(rng, JOURNAL_TABLES_MAX + 1);
    for (size_t i = 0; i < saved->table_count; i++)
        saved->tables[i] =
            (struct journal_range){ rng_below(rng, 1000), 1 + rng_below(rng, 1000) };
    while (left && saved->saved_count < JOURNAL_SAVED_MAX) {
        struct journal_range range = { at + rng_below(rng, 8),
                                       1 + rng_below(rng, min_u64(left, 64)) };
        saved->saved[saved->saved_count++] = range;
        at = range.start + range.length;
        left -= range.length;
    }
}

static void make_saved(struct journal_scene *scene)
{
    struct rng *rng = &scene->rng;
    struct journal_saved *saved = &scene->saved;
    const struct journal_step *step = &scene->plan.steps[0];
    uint64_t distance =
        step->from < step->to ? step->to - step->from : step->from - step->to;
    uint64_t most = journal_slot_bytes(&scene->plan);

    saved->mode = rng_below(rng, 2) ? MOVE_HOLE : MOVE_JOURNAL;
    if (saved->mode == MOVE_HOLE) {
        most = MOVE_PIECE_MAX;
        saved->pieces = 1 + (uint32_t)rng_below(rng, JOURNAL_PIECES_MAX);
    }
    most /= scene->plan.logical;
    saved->piece =
        1 + rng_below(rng, saved->mode == MOVE_HOLE ? min_u64(most, distance) : most);
    saved->hash = random_hash(rng);
    add_zones(scene);
    add_fields(scene);
    add_ranges(scene);
}

static void make_guard(struct journal_scene *scene)
{
    scene->guard.index = rng_below(&scene->rng, scene->plan.steps[0].length);
    scene->guard.logical = scene->plan.logical;
    scene->guard.spot = scene->plan.spot;
}

struct journal_scene *journal_scene_new(unsigned round)
{
    struct journal_scene *scene = xcalloc(1, sizeof(*scene));

    scene->rng = rng_start(round);
    scene->disk.logical = UINT64_C(512) << rng_below(&scene->rng, 4);
    scene->disk.sectors =
        (UINT64_C(1) << 21) + rng_below(&scene->rng, UINT64_C(1) << (20 + round % 20));
    make_plan(scene);
    make_progress(scene);
    make_slot(scene);
    make_guard(scene);
    make_page(scene);
    make_saved(scene);
    scene->progress.head = scene->slot.head = scene->guard.head = scene->page.head =
        scene->saved.head = scene->plan.head;
    return scene;
}

/* --- as bytes --- */

size_t journal_scene_encode(const struct journal_scene *scene, enum journal_record kind,
                            uint8_t ret[JOURNAL_PLAN_BYTES])
{
    switch (kind) {
    case JOURNAL_PLAN:
        journal_plan_encode(&scene->plan, ret);
        return JOURNAL_PLAN_BYTES;
    case JOURNAL_PROGRESS:
        journal_progress_encode(&scene->progress, ret);
        return JOURNAL_BYTES;
    case JOURNAL_SLOT:
        journal_slot_encode(&scene->slot, ret);
        return JOURNAL_BYTES;
    case JOURNAL_GUARD:
        journal_guard_encode(&scene->guard, ret);
        return scene->plan.logical;
    case JOURNAL_HASHES:
        journal_page_encode(&scene->page, ret);
        return JOURNAL_BYTES;
    case JOURNAL_SAVED:
        journal_saved_encode(&scene->saved, ret);
        return JOURNAL_BYTES;
    case JOURNAL_NOTHING:
        break;
    }
    return 0;
}

static enum journal_state decode_into(struct journal_scene *scene,
                                      enum journal_record kind, const uint8_t *bytes,
                                      size_t count, struct err *err)
{
    const struct journal_plan plan = scene->plan;

    switch (kind) {
    case JOURNAL_PLAN:
        return journal_plan_decode(bytes, count, &scene->disk, &scene->plan, err);
    case JOURNAL_PROGRESS:
        return journal_progress_decode(bytes, count, &plan, &scene->progress, err);
    case JOURNAL_SLOT:
        return journal_slot_decode(bytes, count, &plan, &scene->slot, err);
    case JOURNAL_GUARD:
        return journal_guard_decode(bytes, count, &scene->disk, &scene->guard, err);
    case JOURNAL_HASHES:
        return journal_page_decode(bytes, count, &plan, &scene->page, err);
    case JOURNAL_SAVED:
        return journal_saved_decode(bytes, count, &plan, &scene->saved, err);
    case JOURNAL_NOTHING:
        break;
    }
    return RECORD_NONE;
}

enum journal_state journal_scene_decode(const struct journal_scene *scene,
                                        enum journal_record kind, const uint8_t *bytes,
                                        size_t count, uint8_t ret[JOURNAL_PLAN_BYTES],
                                        struct err *err)
{
    CLEANUP(freep) struct journal_scene *copy = xmalloc(sizeof(*copy));

    *copy = *scene;
    enum journal_state state = decode_into(copy, kind, bytes, count, err);
    if (state == RECORD_VALID)
        (void)journal_scene_encode(copy, kind, ret);
    return state;
}
