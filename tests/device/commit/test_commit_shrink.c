/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_commit_shrink.c - no partition is cut from under a file system that still covers
 * it, and the commands that belong to a change are told */
#include "device/commit/commit_steps.h"

#include <string.h>

#include "device/system/scan.h"
#include "device/system/signature.h"
#include "model/base/mem.h"
#include "support/commit_scene.h"
#include "support/refused.h"
#include "support/superblocks.h"
#include "support/test.h"

#define START  2048
#define LENGTH 100

/* An ext2 of BLOCKS blocks of 1 KiB, 5 of them in use, at partition 1; 0: none. */
static void put_ext(const struct commit_scene *scene, uint32_t blocks)
{
    image_put_small_ext2(&scene->image, START * 512, blocks, 1);
}

/* The base with partition 1's content as it is now, and the preview with another length
 * of it. */
static void init(struct commit_scene *scene, uint64_t length)
{
    commit_scene_init(scene, SCENE_GPT_512);
    put_ext(scene, LENGTH / 2);
    struct layout_builder *builder = layout_builder_from(scene->base);
    const struct extent *extent = layout_find_number(scene->base, 1);
    uint32_t id = extent->id;
    struct edit edit = {
        .kind = EDIT_RESIZE, .id = id, .start = START, .length = length
    };

    layout_builder_find(builder, id)->content =
        signature_probe(scene->image.fd, 512, extent);
    commit_scene_set_base(scene, layout_builder_refinish(builder));
    layout_builder_free(builder);
    ck_assert_str_eq(layout_find(scene->base, id)->content.type, "ext2");
    ck_assert_uint_eq(layout_find(scene->base, id)->content.inside.volume, LENGTH * 512);
    commit_scene_edit(scene, &edit);
}

TEST(file_system_that_covers_the_old_size_stops_the_write)
{
    CLEANUP(commit_scene_finish) struct commit_scene scene;

    init(&scene, LENGTH / 2);
    commit_scene_rehearse(&scene);
    ck_assert(lines_have(&scene.rehearsal.warnings, "still covers 51200 bytes"));
    ck_assert_ptr_nonnull(scene.rehearsal.refusal);
    ck_assert_ptr_nonnull(strstr(scene.rehearsal.refusal, "still covers 51200 bytes"));
    ck_assert(lines_have(&scene.rehearsal.before, "  resize2fs "));
    commit_scene_refuse_write(&scene, "");
    ck_assert_str_eq(scene.err.text,
                     "The ext2 in partition 1 still covers 51200 bytes, and the "
                     "partition will have 25600: make the ext2 smaller first, then "
                     "write.");
    ck_assert_str_eq(scene.rehearsal.refusal_id, "shrink-not-done");
    ck_assert_refused(&scene.err, REFUSAL_SHRINK_NOT_DONE);
}

TEST(file_system_can_be_made_smaller_between_rehearsal_and_write)
{
    CLEANUP(commit_scene_finish) struct commit_scene scene;

    init(&scene, LENGTH / 2);
    commit_scene_rehearse(&scene);
    put_ext(&scene, LENGTH / 4);
    commit_scene_write(&scene);
    ck_assert(scene.report.is_written);
    CLEANUP(layout_unrefp) struct layout *now = commit_scene_read(&scene);
    ck_assert_uint_eq(layout_find_number(now, 1)->length, LENGTH / 2);
}

TEST(another_content_than_was_read_stops_the_write)
{
    CLEANUP(commit_scene_finish) struct commit_scene scene;

    init(&scene, LENGTH / 2);
    commit_scene_rehearse(&scene);
    put_ext(&scene, 0);
    commit_scene_refuse_write(&scene, "");
    ck_assert_str_eq(scene.err.text,
                     "Partition 1 does not hold the ext2 any more that it held "
                     "when it was read: read the disk again.");
}

TEST(growing_is_written_and_its_commands_follow)
{
    CLEANUP(commit_scene_finish) struct commit_scene scene;

    init(&scene, LENGTH * 2);
    commit_scene_rehearse(&scene);
    ck_assert_uint_eq(scene.rehearsal.before.count, 0);
    commit_scene_write(&scene);
    ck_assert(lines_have(&scene.report.after, "  resize2fs "));
}

/* Where the partition was made too short once, less of it is no cure. */
TEST(file_system_past_its_partition_stops_the_write)
{
    static const char words[] = "The ext2 in partition 1 is larger than the partition: a "
                                "smaller partition would cut off more of it. Repair it "
                                "first.";
    CLEANUP(commit_scene_finish) struct commit_scene scene;

    init(&scene, LENGTH / 2);
    put_ext(&scene, 2 * LENGTH);
    commit_scene_rehearse(&scene);
    ck_assert_ptr_nonnull(scene.rehearsal.refusal);
    ck_assert_str_eq(scene.rehearsal.refusal, words);
    commit_scene_refuse_write(&scene, "");
    ck_assert_str_eq(scene.err.text, words);
}

/* Damaged, or meant for a longer partition: a change elsewhere does not make it worse. */
TEST(file_system_past_its_partition_stops_no_other_change)
{
    CLEANUP(commit_scene_finish) struct commit_scene scene;

    init(&scene, LENGTH);
    put_ext(&scene, 2 * LENGTH);
    const struct extent *second = layout_find_number(scene.base, 2);
    commit_scene_remove(&scene, second->id);
    commit_scene_rehearse(&scene);
    ck_assert_ptr_null(scene.rehearsal.refusal);
    commit_scene_write(&scene);
}

/* mkswap writes a new header: there is nothing to shrink. */
TEST(swap_area_may_get_smaller)
{
    CLEANUP(commit_scene_finish) struct commit_scene scene;

    commit_scene_init(&scene, SCENE_GPT_512);
    image_put_swap(&scene.image, START * 512, "swap");
    commit_scene_scan(&scene);
    commit_scene_resize(&scene, layout_find_number(scene.base, 1)->id, START, LENGTH - 8);
    commit_scene_rehearse(&scene);
    ck_assert_ptr_null(scene.rehearsal.refusal);
    commit_scene_write(&scene);
}
