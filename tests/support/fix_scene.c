/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fix_scene.c - an image file whose partitions are off the grid, and a fix of it */
#include "support/fix_scene.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "model/base/mem.h"
#include "model/base/num.h"
#include "model/disk/types.h"
#include "support/lazy.h"
#include "support/superblocks.h"
#include "support/table_image.h"
#include "support/test.h"

enum { LOGICAL = 512, PART = 1501, MEMORY = 512 * 1024, SWAP_LAST_PAGE_AT = 1028 };

static const char swap_type[] = "0657FD6D-A4AB-43C4-84E5-0933C84B4F4F";

static const struct fix_part msdos_parts[] = {
    { 1, 63, PART, false },
    { 2, 63 + PART, PART, false },
    { 5, 3200, PART, false },
    { 6, 4803, 8193, true },
    /* Its EBR is in the way to the grid before it, and partition 8 to the one after. */
    { 7, 13002, PART, false },
    { 8, 14504, PART, false },
};
static const struct fix_part gpt_parts[] = {
    { 1, 34, PART, false },
    { 2, 34 + PART, PART, false },
    { 3, 4803, 8193, true },
};

/* --- the disk --- */

static void put_fix_msdos(struct sparse *disk)
{
    CLEANUP(freep) struct mbr_table *table = xcalloc(1, sizeof(*table));

    table->signature = 0x5a3c9d21;
    table->primary[0] = (struct mbr_entry){ .type = 0x83, .start = 63, .length = PART };
    table->primary[1] =
        (struct mbr_entry){ .type = 0x83, .start = 63 + PART, .length = PART };
    table->primary[2] =
        (struct mbr_entry){ .type = 0x05, .start = 3137, .length = 14504 + PART - 3137 };
    struct mbr_entry logical = { .type = 0x83, .start = 3200, .length = PART };
    mbr_add_logical(table, 2, 3137, &logical);
    logical = (struct mbr_entry){ .type = 0x82, .start = 4803, .length = 8193 };
    mbr_add_logical(table, 2, 4740, &logical);
    logical = (struct mbr_entry){ .type = 0x83, .start = 13002, .length = PART };
    mbr_add_logical(table, 2, 13001, &logical);
    logical = (struct mbr_entry){ .type = 0x83, .start = 14504, .length = PART };
    mbr_add_logical(table, 2, 14503, &logical);
    image_put_mbr(disk, table, LOGICAL);
}

static void put_fix_gpt(struct sparse *disk)
{
    struct gpt_table table;
    const struct guid id = { { 0xd1, 0x5c } };

    ck_assert(gpt_init(&table, LOGICAL, disk->size_bytes / LOGICAL, &id, 128));
    for (unsigned i = 0; i < ARRAY_SIZE(gpt_parts); i++) {
        const struct fix_part *part = &gpt_parts[i];
        struct gpt_entry entry = { .slot = i, .first_lba = part->start };
        entry.last_lba = part->start + part->length - 1;
        entry.unique.bytes[0] = (uint8_t)(i + 1);
        ck_assert(guid_parse(part->is_swap ? swap_type : TYPE_GPT_LINUX, &entry.type));
        gpt_add(&table, &entry);
    }
    image_put_gpt(disk, &table);
    gpt_finish(&table);
}

/* Of the size that its partition has. */
static void put_fix_swap(const struct image *image, const struct fix_part *part)
{
    uint8_t last[4];

    image_put_swap(image, part->start * LOGICAL, "swap");
    put_le32(last, 0, (uint32_t)(part->length * LOGICAL / 4096 - 1));
    image_put(image, part->start * LOGICAL + SWAP_LAST_PAGE_AT, last, sizeof(last));
}

/* Each sector has bytes of its own. */
static void put_fix_data(const struct image *image, const struct fix_part *part,
                         unsigned turn)
{
    size_t count = part->length * LOGICAL;
    CLEANUP(lazy_freep) uint8_t *bytes = lazy_new(count);

    for (uint64_t k = 0; k < part->length; k++) {
        uint8_t *sector = bytes + k * LOGICAL;
        memset(sector, (int)(k * 7 + turn * 31 + 1), LOGICAL);
        put_le32(sector, 0, (uint32_t)(k + turn * 100000));
    }
    image_put(image, part->start * LOGICAL, bytes, count);
}

static void fix_scene_put_parts(struct fix_scene *play)
{
    const struct image *image = &play->scene.image;

    for (size_t i = 0; i < play->part_count; i++) {
        const struct fix_part *part = &play->parts[i];
        if (part->is_swap) {
            put_fix_swap(image, part);
            continue;
        }
        put_fix_data(image, part, (unsigned)i);
        image_put_small_ext2(image, part->start * LOGICAL, PART / 2, (uint8_t)(i + 1));
    }
}

static void keep_image(struct fix_scene *play)
{
    lazy_free(play->scene.old);
    play->scene.old = commit_scene_bytes(&play->scene);
}

void fix_scene_restore(struct fix_scene *play)
{
    image_put(&play->scene.image, 0, play->scene.old, play->scene.size);
    (void)unlink(play->journal); /* there may be none */
}

static void make_disk(struct fix_scene *play, enum label_kind label)
{
    bool is_msdos = label == LABEL_MSDOS;
    struct commit_scene *scene = &play->scene;

    *play = (struct fix_scene){ 0 };
    commit_scene_init(scene, is_msdos ? SCENE_MSDOS : SCENE_GPT_512);
    scene->size = (size_t)32768 * LOGICAL;
    ck_assert_int_eq(ftruncate(scene->image.fd, 0), 0);
    ck_assert_int_eq(ftruncate(scene->image.fd, (off_t)scene->size), 0);
    play->part_count = is_msdos ? ARRAY_SIZE(msdos_parts) : ARRAY_SIZE(gpt_parts);
    memcpy(play->parts, is_msdos ? msdos_parts : gpt_parts,
           play->part_count * sizeof(*play->parts));
    struct sparse disk = image_new(32768, LOGICAL);
    if (is_msdos)
        put_fix_msdos(&disk);
    else
        put_fix_gpt(&disk);
    commit_scene_copy(scene, &disk);
    sparse_finish(&disk);
    fix_scene_put_parts(play);
    commit_scene_scan(scene);
    keep_image(play);
}

static void make_moves(struct fix_scene *play, const struct moves_want *want)
{
    struct commit_scene *scene = &play->scene;

    ck_assert_msg(moves_make(scene->base, want, &play->moves, &play->err), "%s",
                  play->err.text);
    ck_assert(play->moves.is_possible);
    (void)snprintf(play->journal, sizeof(play->journal), "%s/journal",
                   scene->image.folder);
    play->offer = (struct journal_offer){ .path = play->journal, .bytes = 1 << 20 };
    moves_time_make(scene->base, &play->moves, NULL, &play->offer, 1, &play->time);
}

void fix_scene_init(struct fix_scene *play, enum label_kind label, enum moves_aim aim)
{
    struct moves_want want = { .aim = aim };

    make_disk(play, label);
    make_moves(play, &want);
}

void fix_scene_init_at(struct fix_scene *play, enum label_kind label, unsigned number,
                       uint64_t start)
{
    struct moves_start chosen = { .start = start };
    struct moves_want want = { .aim = MOVES_NUDGE, .starts = &chosen, .start_count = 1 };

    make_disk(play, label);
    chosen.id = layout_find_number(play->scene.base, number)->id;
    make_moves(play, &want);
}

static void forget_moves(struct fix_scene *play)
{
    moves_time_finish(&play->time);
    moves_finish(&play->moves);
}

void fix_scene_clear(struct fix_scene *play, unsigned number)
{
    const struct moves_want want = { .aim = MOVES_NUDGE };
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = layout_builder_from(play->scene.base);
    const struct extent *extent = layout_find_number(play->scene.base, number);
    CLEANUP(freep) uint8_t *zeros = xcalloc(extent->length, LOGICAL);

    image_put(&play->scene.image, extent->start * LOGICAL, zeros,
              (size_t)extent->length * LOGICAL);
    layout_builder_find(builder, extent->id)->content =
        (struct content){ .state = CONTENT_NONE, .zeros = ZEROS_ALL };
    commit_scene_set_base(&play->scene, layout_builder_refinish(builder));
    keep_image(play);
    forget_moves(play);
    make_moves(play, &want);
}

void fix_scene_finish(struct fix_scene *play)
{
    (void)unlink(play->journal); /* there may be none */
    rehearsal_report_finish(&play->report);
    forget_moves(play);
    commit_scene_finish(&play->scene);
}

/* --- the fix --- */

struct fixing *fix_scene_begin(struct fix_scene *play, enum journal_kind kind)
{
    struct fix_request request = {
        .sys = &play->scene.tree.sys,
        .path = play->scene.image.path,
        .base = play->scene.base,
        .moves = &play->moves,
        .seed = { { 1, 2, 3, 4 } },
        .memory = MEMORY,
        .max_seconds = play->max_seconds,
    };

    for (size_t i = 0; i < play->time.places.count; i++)
        if (play->time.places.at[i].kind == kind)
            request.place = &play->time.places.at[i];
    ck_assert_ptr_nonnull(request.place);
    play->err = (struct err){ 0 };
    rehearsal_report_finish(&play->report);
    return fixing_begin(&request, &play->report, &play->err);
}

static struct fixing *resume_with(struct fix_scene *play, const char *journal,
                                  bool is_rollback)
{
    CLEANUP(fix_found_list_finish) struct fix_found_list list = { 0 };
    const struct sys *sys = &play->scene.tree.sys;

    if (!unfinished_search(sys, play->scene.image.path, journal, 0, NULL, &list,
                           &play->err))
        return NULL;
    struct resume_request request = { .sys = sys,
                                      .move = fix_found_choose(&list, &play->err),
                                      .memory = MEMORY,
                                      .is_rollback = is_rollback,
                                      .writes_table = play->writes_table,
                                      .accepted = play->accepted };
    if (!request.move)
        return NULL;
    return fixing_reopen(&request, &play->report, &play->err);
}

struct fixing *fix_scene_resume(struct fix_scene *play, bool is_rollback)
{
    const char *named = access(play->journal, F_OK) ? NULL : play->journal;

    play->err = (struct err){ 0 };
    rehearsal_report_finish(&play->report);
    /* The journal's file is found by the guards: else it has to be named. */
    struct fixing *fixing = resume_with(play, NULL, is_rollback);
    return fixing || play->err.code || !named ? fixing
                                              : resume_with(play, named, is_rollback);
}

struct fixing *fix_scene_interrupted(struct fix_scene *play)
{
    struct fixing_live live = { .is_safe = true };
    struct fixing *fixing = fix_scene_begin(play, JOURNAL_TAIL);

    while (live.is_safe) {
        ck_assert_int_eq(fixing_step(fixing), FIXING_RUNNING);
        fixing_look(fixing, &live);
    }
    fixing_free(fixing);
    fixing = fix_scene_resume(play, false);
    ck_assert_msg(fixing, "%s", play->err.text);
    return fixing;
}

enum fixing_state fix_scene_run(struct fix_scene *play, struct fixing *fixing,
                                unsigned calls)
{
    enum fixing_state state = FIXING_RUNNING;

    for (unsigned i = 0; state == FIXING_RUNNING && (!calls || i < calls); i++)
        state = fixing_step(fixing);
    play->err = *fixing_err(fixing);
    fixing_free(fixing);
    return state;
}

/* --- what is to hold --- */

static const struct fix_part *part_of(const struct fix_scene *play, unsigned number)
{
    for (size_t i = 0; i < play->part_count; i++)
        if (play->parts[i].number == number)
            return &play->parts[i];
    return NULL;
}

static bool has_old_bytes(const struct fix_scene *play, const uint8_t *now,
                          const struct extent *extent, const struct fix_part *part)
{
    uint64_t count = part->is_swap ? 4096 : part->length * LOGICAL;

    return extent->length == part->length &&
           !memcmp(now + extent->start * LOGICAL, play->scene.old + part->start * LOGICAL,
                   (size_t)count);
}

void fix_scene_check(struct fix_scene *play, bool is_new)
{
    CLEANUP(layout_unrefp) struct layout *now = commit_scene_read(&play->scene);
    CLEANUP(lazy_freep) uint8_t *bytes = commit_scene_bytes(&play->scene);
    size_t found = 0;

    LAYOUT_EACH (extent, now) {
        if (!extent_holds_data(extent))
            continue;
        const struct fix_part *part = part_of(play, extent->number);
        ck_assert_msg(part, "a new partition %u", extent->number);
        const struct extent *wanted =
            layout_find_number(play->moves.result, extent->number);
        ck_assert(extent->start == wanted->start ||
                  (!is_new && extent->start == part->start));
        ck_assert_str_eq(extent->type, wanted->type);
        ck_assert_msg(has_old_bytes(play, bytes, extent, part), "partition %u",
                      extent->number);
        found++;
    }
    ck_assert_uint_eq(found, play->part_count);
}
