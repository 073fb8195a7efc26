/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_commit_loss.c - no data loses its partition without consent, whatever made the
 * preview */
#include <string.h>

#include "device/commit/stages.h"
#include "device/system/scan.h"
#include "model/base/mem.h"
#include "support/commit_scene.h"
#include "support/lazy.h"
#include "support/refused.h"
#include "support/superblocks.h"
#include "support/table_image.h"
#include "support/test.h"

/* An ext2 in partition 3 of a GPT. */
static void init(struct commit_scene *scene, bool is_looked_at)
{
    commit_scene_init(scene, SCENE_GPT_512);
    uint64_t start = layout_find_number(scene->base, 3)->start;
    image_put_ext2(&scene->image, start * 512, "label of ext2");
    if (is_looked_at)
        commit_scene_scan(scene);
    else
        commit_scene_set_base(scene, commit_scene_read(scene));
}

static void set_preview(struct commit_scene *scene, struct layout *preview)
{
    layout_unref(scene->preview);
    scene->preview = preview;
    scene->request.preview = preview;
}

/* Partition 3 with another range, as no edit would have it. */
static void shift(struct commit_scene *scene, uint64_t by)
{
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = layout_builder_from(scene->base);
    uint32_t id = layout_find_number(scene->base, 3)->id;

    layout_builder_find(builder, id)->start += by;
    set_preview(scene, layout_builder_refinish(builder));
}

static void edit(struct commit_scene *scene, struct edit wish)
{
    wish.id = layout_find_number(scene->base, 3)->id;
    commit_scene_edit(scene, &wish);
}

static void drop(struct commit_scene *scene)
{
    edit(scene, (struct edit){ .kind = EDIT_DELETE });
}

static void put_table(struct commit_scene *scene)
{
    edit(scene, (struct edit){ .kind = EDIT_NEW_TABLE, .label = LABEL_MSDOS });
}

static void drop_and_shift(struct commit_scene *scene)
{
    drop(scene);
    commit_scene_create(scene, 0, layout_find_number(scene->base, 3)->start + 8, 80);
}

static void drop_and_cut(struct commit_scene *scene)
{
    drop(scene);
    commit_scene_create(scene, 0, layout_find_number(scene->base, 3)->start, 50);
}

static void shift_by_8(struct commit_scene *scene)
{
    shift(scene, 8);
}

static const struct {
    void (*change)(struct commit_scene *scene);
    const char *words;
} changes[] = {
    { drop, "no partition begins at its sector 6144 any more" },
    { put_table, "no partition begins at its sector 6144 any more" },
    { drop_and_shift, "partition 3 would begin at sector 6152: the data of 3 has to be "
                      "moved for that first" },
    { drop_and_cut, "partition 3 would end at sector 6193, inside that content" },
    { shift_by_8, "partition 3 would begin at sector 6152: the data of 3 has to be moved "
                  "for that first" },
};

/* With the contents known beforehand, and with contents not read yet. */
TEST_TIMES(data_without_a_partition_is_refused_before_anything_is_written,
           2 * (int)ARRAY_SIZE(changes))
{
    CLEANUP(commit_scene_finish) struct commit_scene scene;

    init(&scene, _i % 2);
    changes[_i / 2].change(&scene);
    /* What was recognized cannot be called empty. */
    scene.request.accepted.can_call_empty = true;
    commit_scene_refuse(&scene, changes[_i / 2].words);
    ck_assert_msg(strstr(scene.err.text, "ext2 'label of ext2'"), "%s", scene.err.text);
    ck_assert_refused(&scene.err, REFUSAL_LOSS_NOT_ACCEPTED);
    ck_assert_msg(strstr(scene.err.text, "--lose=3 gives up all that is lost."), "%s",
                  scene.err.text);
    ck_assert(lines_have(&scene.rehearsal.losses, changes[_i / 2].words));
    ck_assert(commit_scene_is_untouched(&scene));
}

/* The sentence names what was shown, although it was wiped since. */
TEST(what_was_shown_is_not_read_again)
{
    static const uint8_t zeros[1024] = { 0 };
    CLEANUP(commit_scene_finish) struct commit_scene scene;

    init(&scene, true);
    image_put(&scene.image, layout_find_number(scene.base, 3)->start * 512 + 1024, zeros,
              sizeof(zeros));
    drop(&scene);
    commit_scene_refuse(&scene, "ext2 'label of ext2'");
}

/* Their numbers in one option accept the loss. */
TEST(every_loss_is_in_the_option)
{
    CLEANUP(commit_scene_finish) struct commit_scene scene;

    init(&scene, false);
    image_put_ext2(&scene.image, UINT64_C(2048) * 512, "first");
    put_table(&scene);
    commit_scene_refuse(&scene, "holds ext2 'first'");
    ck_assert_msg(strstr(scene.err.text, "--lose=1,3 gives up"), "%s", scene.err.text);
    ck_assert_uint_eq(scene.rehearsal.losses.count, 2);
}

static const struct {
    struct loss_accepted accepted;
    bool is_enough;
} given[] = {
    { { .is_all = true }, true },
    { { .numbers = (const unsigned[]){ 3 }, .count = 1 }, true },
    { { .numbers = (const unsigned[]){ 1 }, .count = 1 }, false },
    { { .numbers = (const unsigned[]){ 0 }, .count = 1 }, false },
};

TEST_EACH(what_was_given_up_is_listed_and_may_go, given)
{
    CLEANUP(commit_scene_finish) struct commit_scene scene;

    init(&scene, true);
    drop(&scene);
    scene.request.accepted = given[_i].accepted;
    ck_assert_int_eq(commit_scene_try(&scene), given[_i].is_enough);
    ck_assert_uint_eq(scene.rehearsal.losses.count, 1);
}

/* Another partition, also with data, now begins where 3 began: one is lost either way. */
static void shift_and_replace(struct commit_scene *scene)
{
    uint64_t start = layout_find_number(scene->base, 3)->start;

    shift(scene, 80);
    commit_scene_create(scene, 0, start, 80);
}

static void (*const moves[])(struct commit_scene *scene) = { shift_by_8,
                                                             shift_and_replace };

/* All losses are shown before the question, but no edit moves data: the preview is
 * wrong. */
TEST_TIMES(data_that_begins_elsewhere_is_refused_although_losses_are_shown,
           2 * (int)ARRAY_SIZE(moves))
{
    CLEANUP(commit_scene_finish) struct commit_scene scene;

    init(&scene, _i % 2);
    moves[_i / 2](&scene);
    scene.request.accepted.is_all = true;
    commit_scene_refuse(&scene, "the data of 3 has to be moved for that");
    ck_assert_msg(!strstr(scene.err.text, "--lose"), "%s", scene.err.text);
    ck_assert_msg(strstr(scene.err.text, "Nothing was written."), "%s", scene.err.text);
    ck_assert(commit_scene_is_untouched(&scene));
}

TEST_EACH(data_that_begins_elsewhere_is_given_up_by_its_number, moves)
{
    static const unsigned number = 3;
    CLEANUP(commit_scene_finish) struct commit_scene scene;

    init(&scene, true);
    moves[_i](&scene);
    scene.request.accepted.numbers = &number;
    ck_assert(!commit_scene_try(&scene));
    scene.request.accepted.count = 1;
    ck_assert_msg(commit_scene_try(&scene), "%s", scene.err.text);
}

/* Of content that the user called empty, nothing is lost. */
TEST(what_was_called_empty_may_begin_elsewhere)
{
    CLEANUP(commit_scene_finish) struct commit_scene scene;

    init(&scene, true);
    shift(&scene, 8);
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = layout_builder_from(scene.preview);
    uint32_t id = layout_find_number(scene.base, 3)->id;
    layout_builder_find(builder, id)->content =
        (struct content){ .state = CONTENT_NONE, .zeros = ZEROS_CALLED };
    set_preview(&scene, layout_builder_refinish(builder));
    ck_assert_msg(commit_scene_try(&scene), "%s", scene.err.text);
    ck_assert_uint_eq(scene.rehearsal.losses.count, 0);
}

TEST_TIMES(what_is_empty_needs_no_consent, 2)
{
    CLEANUP(commit_scene_finish) struct commit_scene scene;

    init(&scene, _i % 2);
    commit_scene_delete(&scene);
    commit_scene_rehearse(&scene);
    ck_assert_uint_eq(scene.rehearsal.losses.count, 0);
}

/* The same sectors that are there, with a preview in which 3 is too short: an older
 * backup of a table whose last partition has grown since. */
TEST(a_restore_that_cuts_a_content_is_refused)
{
    CLEANUP(commit_scene_finish) struct commit_scene scene;

    init(&scene, true);
    CLEANUP(lazy_freep) uint8_t *sector = commit_scene_bytes(&scene);
    struct sector_run run = { 1, 1, sector + 512 };
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = layout_builder_from(scene.base);
    uint32_t id = layout_find_number(scene.base, 3)->id;
    layout_builder_find(builder, id)->length = 8;
    set_preview(&scene, layout_builder_refinish(builder));
    scene.request.runs = &run;
    scene.request.run_count = 1;
    commit_scene_refuse(&scene,
                        "partition 3 would end at sector 6151, inside that content");
}

/* In sector 9000, which is free in the restored table. */
TEST(a_restore_that_overwrites_a_lost_ebr_names_it)
{
    static const uint8_t zeros[512];
    uint8_t ebr[512] = { [450] = 0x83, [458] = 8, [510] = 0x55, [511] = 0xaa };
    struct sector_run run = { 9000, 1, (uint8_t *)zeros };
    CLEANUP(commit_scene_finish) struct commit_scene scene;

    commit_scene_init(&scene, SCENE_GPT_512);
    image_put(&scene.image, UINT64_C(9000) * 512, ebr, sizeof(ebr));
    commit_scene_set_base(&scene, commit_scene_read(&scene));
    scene.request.runs = &run;
    scene.request.run_count = 1;
    commit_scene_rehearse(&scene);
    ck_assert(lines_have(&scene.rehearsal.losses, "Sector 9000 holds an EBR"));
}

/* Both copies are valid, and only the backup names partition 3, which holds an ext2. */
static void init_differing(struct commit_scene *scene)
{
    struct gpt_table gpt = image_gpt(16384, 512, 128, 2);
    struct sparse disk = image_new(16384, 512);

    init(scene, false);
    image_put_gpt(&disk, &gpt);
    for (size_t i = 0; i < disk.count; i++)
        if (disk.pieces[i].offset < UINT64_C(34) * 512)
            image_put(&scene->image, disk.pieces[i].offset, disk.pieces[i].bytes,
                      disk.pieces[i].count);
    sparse_finish(&disk);
    gpt_finish(&gpt);
    commit_scene_set_base(scene, commit_scene_read(scene));
    ck_assert_ptr_nonnull(layout_other(scene->base));
    ck_assert_ptr_null(layout_find_number(scene->base, 3));
}

TEST_TIMES(what_only_the_backup_gpt_names_is_not_dropped, 2)
{
    static const struct {
        enum repair repair;
        bool is_refused;
    } rows[] = { { REPAIR_GPT_BACKUP, true }, { REPAIR_GPT_TAKE_BACKUP, false } };
    CLEANUP(commit_scene_finish) struct commit_scene scene;

    init_differing(&scene);
    struct edit wish = { .kind = EDIT_REPAIR, .repair = rows[_i].repair };
    commit_scene_edit(&scene, &wish);
    ck_assert_msg(commit_scene_try(&scene) != rows[_i].is_refused, "%s", scene.err.text);
    ck_assert_uint_eq(scene.rehearsal.losses.count, rows[_i].is_refused);
    if (!scene.commit) {
        ck_assert_msg(strstr(scene.err.text, "--lose=3 gives up"), "%s", scene.err.text);
        ck_assert_msg(strstr(scene.err.text, "ext2 'label of ext2'"), "%s",
                      scene.err.text);
    }
}

/* Large partitions that stay are not read: COMMIT's base says what was looked at. */
TEST_TIMES(only_what_is_lost_is_looked_at, 2)
{
    CLEANUP(commit_scene_finish) struct commit_scene scene;

    init(&scene, _i);
    drop(&scene);
    scene.request.accepted.is_all = true;
    commit_scene_rehearse(&scene);
    ck_assert_int_eq(layout_find_number(scene.commit->base, 3)->content.state,
                     CONTENT_FOUND);
    struct content first = layout_find_number(scene.commit->base, 1)->content;
    ck_assert_int_eq(first.state, _i ? CONTENT_NONE : CONTENT_UNKNOWN);
    ck_assert_int_eq(first.zeros, ZEROS_NOT_READ);
}

/* The new table takes 1, which both copies name, and 3. */
TEST(what_both_copies_name_is_lost_once)
{
    CLEANUP(commit_scene_finish) struct commit_scene scene;

    init_differing(&scene);
    image_put_ext2(&scene.image, UINT64_C(2048) * 512, "first");
    commit_scene_new_table(&scene, LABEL_MSDOS);
    scene.request.accepted.is_all = true;
    commit_scene_rehearse(&scene);
    ck_assert_uint_eq(scene.rehearsal.losses.count, 2);
    ck_assert(lines_have(&scene.rehearsal.losses, "ext2 'first'"));
    ck_assert(lines_have(&scene.rehearsal.losses, "ext2 'label of ext2'"));
}

/* A new table over both copies: the primary names 1 with an ext2, the backup 3. */
TEST(losses_of_both_copies_are_said_at_once)
{
    static const unsigned numbers[] = { 1, 3 };
    CLEANUP(commit_scene_finish) struct commit_scene scene;

    init_differing(&scene);
    image_put_ext2(&scene.image, layout_find_number(scene.base, 1)->start * 512, "first");
    commit_scene_new_table(&scene, LABEL_MSDOS);
    scene.request.accepted.numbers = numbers;
    for (size_t count = 0; count < 3; count++) {
        scene.request.accepted.count = count;
        ck_assert_int_eq(commit_scene_try(&scene), count == 2);
        ck_assert(lines_have(&scene.rehearsal.losses, "ext2 'first'"));
        ck_assert(lines_have(&scene.rehearsal.losses, "ext2 'label of ext2'"));
        ck_assert_msg(count == 2 ||
                          strstr(scene.err.text, count ? "--lose=3 " : "--lose=1,3 "),
                      "%s", scene.err.text);
    }
}
