/* SPDX-License-Identifier: GPL-3.0-or-later */
/* block_scene.c - a change of a disk whose partitions the kernel has (fake_block.h) */
#include "support/block_scene.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "model/base/mem.h"

void play_read(struct play *play)
{
    struct commit_scene *scene = &play->scene;

    layout_unref(scene->base);
    layout_unref(scene->preview);
    scene->base = commit_scene_read(scene);
    scene->preview = layout_ref(scene->base);
    scene->request.base = scene->request.preview = scene->base;
    free(scene->old);
    scene->old = commit_scene_bytes(scene);
}

void play_init(struct play *play, unsigned known)
{
    *play = (struct play){ 0 };
    commit_scene_init(&play->scene, SCENE_GPT_512);
    play->disk =
        fake_block_start(&play->scene.tree, play->scene.image.path, play->scene.size);
    for (unsigned number = 1; number <= known; number++)
        fake_block_partition(number, (uint64_t)number * BLOCK_STEP, BLOCK_SIZE);
    play_read(play);
}

void play_finish(struct play *play)
{
    commit_free(play->commit);
    rehearsal_report_finish(&play->rehearsal);
    commit_report_finish(&play->report);
    fake_block_stop();
    commit_scene_finish(&play->scene);
}

void play_resize(struct play *play, unsigned number, uint64_t length)
{
    const struct extent *extent = layout_find_number(play->scene.preview, number);

    commit_scene_edit(&play->scene, &(struct edit){ .kind = EDIT_RESIZE,
                                                    .id = extent->id,
                                                    .start = extent->start,
                                                    .length = length });
}

void play_create_fourth(struct play *play)
{
    commit_scene_edit(&play->scene, &(struct edit){ .kind = EDIT_CREATE,
                                                    .id = EDIT_ID_FIRST,
                                                    .extent = EXTENT_PARTITION,
                                                    .number = 4,
                                                    .start = 4 * BLOCK_STEP,
                                                    .length = BLOCK_SIZE,
                                                    .seed = { { 1, 2, 3, 4 } } });
}

static bool try_rehearsal(struct play *play)
{
    play->commit = commit_rehearse(&play->scene.request, &play->rehearsal, &play->err);
    return play->commit != NULL;
}

void play_rehearse(struct play *play)
{
    ck_assert_msg(try_rehearsal(play), "%s", play->err.text);
}

static void check_refusal(const struct play *play, const char *words)
{
    ck_assert_int_eq(play->err.code, ERR_REFUSED);
    ck_assert_msg(strstr(play->err.text, words) != NULL, "%s", play->err.text);
    ck_assert(commit_scene_is_untouched(&play->scene));
}

void play_refuse_rehearsal(struct play *play, const char *words)
{
    ck_assert(!try_rehearsal(play));
    check_refusal(play, words);
}

void play_refuse_write(struct play *play, const char *words)
{
    ck_assert(!commit_write(play->commit, &play->report, &play->err));
    check_refusal(play, words);
}

void play_write(struct play *play)
{
    play_rehearse(play);
    ck_assert_msg(commit_write(play->commit, &play->report, &play->err), "%s",
                  play->err.text);
    ck_assert(play->report.is_written);
    CLEANUP(layout_unrefp) struct layout *now = commit_scene_read(&play->scene);
    ck_assert(layout_equal(now, play->scene.preview));
}
