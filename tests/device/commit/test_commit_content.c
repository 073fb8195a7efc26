/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_commit_content.c - what was made in a partition after it was read is not lost by
 * a change that was made before */
#include "device/commit/commit_steps.h"

#include <string.h>

#include "device/system/signature.h"
#include "model/base/mem.h"
#include "model/base/num.h"
#include "support/commit_scene.h"
#include "support/lazy.h"
#include "support/refused.h"
#include "support/superblocks.h"
#include "support/test.h"

#define START  2048
#define LENGTH 100

/* An ext2 over all of partition 1, with an UUID that begins with ID; 0: none. */
static void put_ext(const struct commit_scene *scene, uint8_t id)
{
    image_put_small_ext2(&scene->image, START * 512, id ? LENGTH / 2 : 0, id);
}

enum { NOTHING, FIRST = 1, SECOND = 2 };

/* What partition 1 held when it was read, what it holds later, and what is done. */
static const struct {
    uint8_t shown;
    uint8_t later;
    struct edit edit;
    bool is_refused;
} cases[] = {
    { NOTHING, FIRST, { .kind = EDIT_RESIZE, .start = START + 8, .length = 50 }, true },
    { NOTHING, FIRST, { .kind = EDIT_RESIZE, .start = START, .length = 50 }, true },
    { NOTHING, FIRST, { .kind = EDIT_DELETE }, true },
    { NOTHING, FIRST, { .kind = EDIT_NEW_TABLE, .label = LABEL_MSDOS }, true },
    { FIRST, SECOND, { .kind = EDIT_DELETE }, true },
    { FIRST, FIRST, { .kind = EDIT_DELETE }, false },
    { FIRST, NOTHING, { .kind = EDIT_DELETE }, false },
    { NOTHING, FIRST, { .kind = EDIT_RESIZE, .start = START, .length = 200 }, false },
    { NOTHING, FIRST, { .kind = EDIT_NAME, .name = "new" }, false },
};

/* The base shows what partition 1 holds as it is read. */
static void init(struct commit_scene *scene, uint8_t shown, struct edit edit)
{
    commit_scene_init(scene, SCENE_GPT_512);
    put_ext(scene, shown);
    const struct extent *extent = layout_find_number(scene->base, 1);
    edit.id = extent->id;
    struct layout_builder *builder = layout_builder_from(scene->base);
    layout_builder_find(builder, edit.id)->content =
        signature_probe(scene->image.fd, 512, extent);
    /* What shows nothing was read whole: there is nothing else on the disk. */
    layout_builder_find(builder, edit.id)->content.zeros = ZEROS_ALL;
    commit_scene_set_base(scene, layout_builder_refinish(builder));
    scene->request.accepted.is_all = true;
    layout_builder_free(builder);
    commit_scene_edit(scene, &edit);
}

TEST_EACH(what_was_made_after_the_reading_stops_the_rehearsal, cases)
{
    CLEANUP(commit_scene_finish) struct commit_scene scene;

    init(&scene, cases[_i].shown, cases[_i].edit);
    put_ext(&scene, cases[_i].later);
    if (cases[_i].is_refused) {
        commit_scene_refuse(&scene, "");
        ck_assert_str_eq(scene.err.text,
                         "Partition 1 holds ext2 now, which was not there "
                         "when the disk was read: read it again.");
    } else {
        commit_scene_rehearse(&scene);
    }
}

TEST_EACH(what_was_made_after_the_rehearsal_stops_the_write, cases)
{
    CLEANUP(commit_scene_finish) struct commit_scene scene;

    init(&scene, cases[_i].shown, cases[_i].edit);
    commit_scene_rehearse(&scene);
    put_ext(&scene, cases[_i].later);
    CLEANUP(lazy_freep) uint8_t *before = commit_scene_bytes(&scene);
    if (cases[_i].is_refused) {
        commit_scene_refuse_write(&scene, "");
    } else {
        commit_scene_write(&scene);
        CLEANUP(lazy_freep) uint8_t *after = commit_scene_bytes(&scene);
        ck_assert_int_ne(memcmp(before, after, scene.size), 0);
    }
}

TEST(data_without_a_signature_stops_the_write_too)
{
    struct edit edit = { .kind = EDIT_RESIZE, .start = START + 8, .length = 50 };
    CLEANUP(commit_scene_finish) struct commit_scene scene;

    init(&scene, NOTHING, edit);
    commit_scene_rehearse(&scene);
    image_put(&scene.image, START * 512 + 7, "x", 1);
    commit_scene_refuse_write(&scene, "Partition 1 holds data now");
    ck_assert_refused(&scene.err, REFUSAL_DATA_APPEARED);
}

/* The boot sector of a FAT12 over partition 1; an ext2's superblock lies behind it. */
static void put_fat(const struct commit_scene *scene)
{
    uint8_t boot[512] = { 0xEB, 0x3C, 0x90 };

    put_le16(boot, 11, 512);
    boot[13] = 1; /* sectors of a cluster, then those that are reserved */
    put_le16(boot, 14, 1);
    boot[16] = 2; /* copies of the FAT, then entries of the root */
    put_le16(boot, 17, 16);
    put_le16(boot, 19, LENGTH);
    boot[21] = 0xF8;
    put_le16(boot, 22, 1);
    memcpy(boot + 54, "FAT12   ", 8);
    put_le16(boot, 510, 0xAA55);
    image_put(&scene->image, START * 512, boot, sizeof(boot));
}

TEST(two_signatures_stop_the_write_too)
{
    struct edit edit = { .kind = EDIT_DELETE };
    CLEANUP(commit_scene_finish) struct commit_scene scene;

    init(&scene, NOTHING, edit);
    commit_scene_rehearse(&scene);
    put_ext(&scene, FIRST);
    put_fat(&scene);
    struct content now =
        signature_probe(scene.image.fd, 512, layout_find_number(scene.base, 1));
    ck_assert_int_eq(now.state, CONTENT_AMBIVALENT);
    commit_scene_refuse_write(&scene, "Partition 1 holds ");
    ck_assert_msg(strstr(scene.err.text, "which was not there"), "%s", scene.err.text);
}
