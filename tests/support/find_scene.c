/* SPDX-License-Identifier: GPL-3.0-or-later */
/* find_scene.c - a disk with a fix of version 2, and its journal */
#include "support/find_scene.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "model/base/mem.h"
#include "model/base/num.h"
#include "model/edit/edit.h"
#include "model/move/log/log_build.h"
#include "model/move/log/log_wire.h"
#include "model/table/mbr_layout.h"
#include "support/table_image.h"

enum { START = 12288, PAGE_BLOCKS = 2 };

static void put_table(struct find_scene *scene, uint64_t entry)
{
    CLEANUP(freep) struct mbr_table *table = xcalloc(1, sizeof(*table));

    table->signature = 7;
    table->primary[0] =
        (struct mbr_entry){ .type = 0x83, .start = FIND_PART, .length = 8192 };
    table->primary[1] =
        (struct mbr_entry){ .type = 0x83, .start = 20480, .length = 20480 };
    if (entry)
        table->primary[2] =
            (struct mbr_entry){ .type = 0x83, .start = entry, .length = 4096 };
    image_put_mbr(&scene->disk, table, scene->logical);
}

/* Changes the type of partition 2. */
static void plan_edit(struct find_scene *scene, struct reader *reader,
                      struct write_plan *ret)
{
    struct err err = { 0 };
    CLEANUP(layout_unrefp)
    struct layout *base = image_read(&scene->disk, scene->logical, &err);
    ck_assert_msg(base != NULL, "%s", err.text);
    struct edit edit = { .kind = EDIT_TYPE,
                         .id = layout_find_number(base, 2)->id,
                         .type = "b" };
    CLEANUP(layout_unrefp) struct layout *preview = edit_apply(base, &edit, &err);
    ck_assert_msg(preview && write_plan_make(reader, base, preview, ret, &err), "%s",
                  err.text);
}

static void build_log(struct find_scene *scene, const char *serial)
{
    static const enum log_kind kinds[] = { LOG_GUARD, LOG_SHIFT, LOG_UNGUARD };
    struct reader reader = sparse_reader(&scene->disk);
    struct redo_log like = { .transaction = { { 7 } },
                             .disk_bytes = reader.size,
                             .logical = (uint32_t)scene->logical,
                             .label = LABEL_MSDOS,
                             .grid = { .grain = 8 } };
    struct write_plan plan = { 0 };
    struct log_step step = { .group = 1, .number = 2 };
    struct log_build build;
    struct err err = { 0 };

    copy_text(like.serial, sizeof(like.serial), serial);
    plan_edit(scene, &reader, &plan);
    ck_assert_uint_eq(plan.count, 1);
    struct write_plan_view view;
    struct reader done = write_plan_reader(&view, &reader, &plan, plan.count);
    ck_assert(reader_read(&done, 0, scene->after, sizeof(scene->after)));
    ck_assert_msg(log_build_init(&build, &reader, &like, &err) &&
                      log_build_plan(&build, &step, &plan, &err),
                  "%s", err.text);
    for (size_t i = 0; i < ARRAY_SIZE(kinds); i++) {
        step = (struct log_step){ .kind = kinds[i],
                                  .group = 2,
                                  .number = 1,
                                  .from = FIND_PART,
                                  .to = FIND_PART + 8,
                                  .length = 8192 };
        log_build_step(&build, &step, "", 0);
    }
    log_build_take(&build, &scene->log);
    write_plan_finish(&plan);
}

/* The areas in their order: log, page, second copy of the log. */
static void lay_out(struct find_scene *scene)
{
    size_t count;

    free(log_encode(&scene->log, &count));
    uint64_t log = num_round_up(count, FIND_BLOCK), page = (1 + PAGE_BLOCKS) * FIND_BLOCK;

    scene->head = (struct record_head){
        .owner = { scene->log.transaction, scene->log.disk_bytes },
        .sequence = 3,
        .run = { RUN_FORWARD, 0 },
        .page_blocks = PAGE_BLOCKS,
        .areas = { [AREA_LOG_A] = { 2 * FIND_BLOCK, log },
                   [AREA_PAGE] = { 2 * FIND_BLOCK + log, page },
                   [AREA_LOG_B] = { 2 * FIND_BLOCK + log + page, log } },
        .place = { .kind = JOURNAL_GAP,
                   .logical = (uint32_t)scene->logical,
                   .block = FIND_BLOCK,
                   .start = START,
                   .bytes = 2 * FIND_BLOCK + 2 * log + page },
    };
}

void find_scene_init(struct find_scene *ret, uint64_t logical, uint64_t entry,
                     const char *serial)
{
    *ret = (struct find_scene){ .logical = logical };
    ret->disk.size_bytes = FIND_SECTORS * UINT64_C(512);
    put_table(ret, entry);
    build_log(ret, serial);
    lay_out(ret);
}

void find_scene_finish(struct find_scene *scene)
{
    sparse_finish(&scene->disk);
    redo_log_finish(&scene->log);
}

void find_scene_rename(struct find_scene *scene, uint8_t first)
{
    scene->log.transaction.bytes[0] = first;
    scene->head.owner.transaction.bytes[0] = first;
}

void find_scene_set(struct find_scene *scene, enum run_direction direction, uint16_t step,
                    uint64_t start)
{
    scene->head.run = (struct run_head){ direction, step };
    scene->head.place.start = start;
}

void find_scene_move_out(struct find_scene *scene, const char *path)
{
    scene->head.place.kind = JOURNAL_FILE;
    scene->head.place.start = 0;
    copy_text(scene->head.place.path, sizeof(scene->head.place.path), path);
    copy_text(scene->head.place.uuid, sizeof(scene->head.place.uuid), "1234-ABCD");
}

void find_scene_put(struct find_scene *scene, struct sparse *disk, uint64_t offset)
{
    struct record_head *head = &scene->head;
    size_t size = (size_t)head->areas[AREA_LOG_A].bytes, count;
    CLEANUP(freep) uint8_t *encoded = log_encode(&scene->log, &count);
    CLEANUP(freep) uint8_t *log = xcalloc(1, size);
    uint8_t bytes[FIND_BLOCK] = { 0 };

    memcpy(log, encoded, count);
    head->log = hash_of(log, size);
    record_head_encode(head, bytes);
    sparse_put(disk, offset + head->sequence % 2 * FIND_BLOCK, bytes, sizeof(bytes));
    for (enum record_area copy = AREA_LOG_A; copy <= AREA_LOG_B; copy++)
        sparse_put(disk, offset + head->areas[copy].offset, log, size);
}

void find_scene_put_here(struct find_scene *scene)
{
    find_scene_put(scene, &scene->disk, scene->head.place.start * scene->logical);
}

void find_scene_guard(struct find_scene *scene, uint16_t step, uint64_t index)
{
    uint8_t bytes[4096];
    struct record_guard guard = { .owner = scene->head.owner,
                                  .step = step,
                                  .index = index,
                                  .place = scene->head.place };

    record_guard_encode(&guard, bytes);
    sparse_put(&scene->disk, (FIND_PART + index) * scene->logical, bytes,
               (size_t)scene->logical);
}

void find_scene_do_table(struct find_scene *scene)
{
    sparse_put(&scene->disk, 0, scene->after, sizeof(scene->after));
}

void find_scene_change_table(struct find_scene *scene)
{
    static const uint8_t none[MBR_ENTRY_BYTES];

    sparse_put(&scene->disk, MBR_AT_ENTRIES + MBR_ENTRY_BYTES, none, sizeof(none));
}
