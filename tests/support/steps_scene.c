/* SPDX-License-Identifier: GPL-3.0-or-later */
/* steps_scene.c - an msdos disk whose container, EBR and swap move in steps */
#include "support/steps_scene.h"

#include <check.h>
#include <string.h>

#include "model/base/mem.h"
#include "model/table/mbr.h"
#include "support/superblocks.h"
#include "support/table_image.h"

static void put_chain(struct commit_scene *scene)
{
    static const uint64_t starts[] = { 2111, 8001, 14063 },
                          ebrs[] = { 2048, 8000, 14000 };
    CLEANUP(freep) struct mbr_table *table = xcalloc(1, sizeof(*table));
    struct sparse disk = image_new(scene->size / 512, 512);

    table->signature = 0x5a3c9d21;
    table->primary[0] = (struct mbr_entry){ .type = 0x07, .start = 63, .length = 1000 };
    table->primary[1] =
        (struct mbr_entry){ .type = 0x05, .start = 2048, .length = 60000 };
    for (size_t i = 0; i < ARRAY_SIZE(starts); i++) {
        struct mbr_entry logical = { .type = 0x83, .start = starts[i], .length = 4096 };
        mbr_add_logical(table, 1, ebrs[i], &logical);
    }
    image_put_mbr(&disk, table, 512);
    commit_scene_copy(scene, &disk);
    sparse_finish(&disk);
}

void steps_scene_init(struct steps_scene *play)
{
    *play = (struct steps_scene){ 0 };
    commit_scene_init(&play->scene, SCENE_MSDOS);
    put_chain(&play->scene);
    image_put_swap(&play->scene.image, UINT64_C(8001) * 512, "swap");
    image_put_ext2(&play->scene.image, UINT64_C(14063) * 512, "data");
    commit_scene_scan(&play->scene);
    play->queue = queue_new(play->scene.base, (struct guid_source){ { 1, 2, 3, 4 } });
}

void steps_scene_push(struct steps_scene *play, unsigned number, struct edit edit)
{
    struct layout *preview = queue_preview(play->queue);
    struct commit_request *request = &play->scene.request;
    struct err err = { 0 };

    if (number && !edit.id)
        edit.id = layout_find_number(preview, number)->id;
    ck_assert_msg(queue_push(play->queue, &edit, &err), "%s", err.text);
    disk_steps_free(play->steps, request->step_count);
    request->step_count = disk_steps_of_queue(play->queue, &play->steps);
    request->steps = play->steps;
    request->preview = queue_preview(play->queue);
}

void steps_scene_fill(struct steps_scene *play)
{
    uint32_t ebr = layout_find_number(play->scene.base, 6)->ebr;

    steps_scene_push(play, 1, (struct edit){ .kind = EDIT_TYPE, .type = "83" });
    steps_scene_push(play, 1, (struct edit){ .kind = EDIT_BOOT, .is_bootable = true });
    steps_scene_push(play, 2, (struct edit){ .kind = EDIT_MOVE, .start = 2040 });
    steps_scene_push(play, 6,
                     (struct edit){ .kind = EDIT_MOVE, .id = ebr, .start = 7990 });
    steps_scene_push(play, 6, (struct edit){ .kind = EDIT_MOVE, .start = 8000 });
    ck_assert_uint_eq(play->scene.request.step_count, STEPS_COUNT);
}

void steps_scene_finish(struct steps_scene *play)
{
    disk_steps_free(play->steps, play->scene.request.step_count);
    queue_free(play->queue);
    commit_scene_finish(&play->scene);
}
