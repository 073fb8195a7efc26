/* SPDX-License-Identifier: GPL-3.0-or-later */
/* block_scene.c - a change of a disk whose partitions the kernel has (fake_block.h) */
#include "support/block_scene.h"

#include <check.h>

#include "model/base/mem.h"

void play_init(struct play *play, unsigned known)
{
    *play = (struct play){ 0 };
    commit_scene_init(&play->scene, SCENE_GPT_512);
    play->disk =
        fake_block_start(&play->scene.tree, play->scene.image.path, play->scene.size);
    for (unsigned number = 1; number <= known; number++)
        fake_block_partition(number, (uint64_t)number * BLOCK_STEP, BLOCK_SIZE);
    commit_scene_set_base(&play->scene, commit_scene_read(&play->scene));
}

void play_finish(struct play *play)
{
    fake_block_stop();
    commit_scene_finish(&play->scene);
}

void play_resize(struct play *play, unsigned number, uint64_t length)
{
    const struct extent *extent = layout_find_number(play->scene.preview, number);

    commit_scene_resize(&play->scene, extent->id, extent->start, length);
}

void play_create_fourth(struct play *play)
{
    commit_scene_create(&play->scene, 4, 4 * BLOCK_STEP, BLOCK_SIZE);
}

void play_write(struct play *play)
{
    commit_scene_rehearse(&play->scene);
    commit_scene_write(&play->scene);
    ck_assert(play->scene.report.is_written);
    CLEANUP(layout_unrefp) struct layout *now = commit_scene_read(&play->scene);
    ck_assert(layout_equal(now, play->scene.preview));
}
