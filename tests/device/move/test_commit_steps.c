/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_commit_steps.c - a change in steps: rehearsed as a whole, written one by one */
#include "device/commit/commit_steps.h"

#include <string.h>

#include "device/commit/backup.h"
#include "device/commit/stages.h"
#include "model/base/mem.h"
#include "model/table/mbr.h"
#include "support/power.h"
#include "support/refused.h"
#include "support/rng.h"
#include "support/steps_scene.h"
#include "support/superblocks.h"
#include "support/table_image.h"
#include "support/test.h"

static unsigned count_words(const char *text, const char *words)
{
    unsigned count = 0;

    for (; (text = strstr(text, words)); text++)
        count++;
    return count;
}

/* What the backup holds, put back by hand, is the old image. */
static void check_way_back(struct commit_scene *scene)
{
    CLEANUP(backup_file_finish) struct backup_file backup;
    struct err err = { 0 };

    ck_assert_msg(backup_load(scene->report.backup_path, &backup, &err), "%s", err.text);
    for (size_t i = 0; i < backup.count; i++)
        image_put(&scene->image, backup.runs[i].lba * backup.logical,
                  backup.runs[i].bytes, (size_t)(backup.runs[i].count * backup.logical));
    ck_assert(commit_scene_is_untouched(scene));
}

TEST(all_steps_are_written_with_one_backup_and_an_entry_each)
{
    CLEANUP(steps_scene_finish) struct steps_scene play;
    struct commit_scene *scene = &play.scene;

    steps_scene_init(&play);
    steps_scene_fill(&play);
    commit_scene_rehearse(scene);
    ck_assert(commit_scene_is_untouched(scene));
    ck_assert(lines_have(&scene->rehearsal.writes, "Step 4 of 4:"));
    ck_assert(lines_have(&scene->rehearsal.checked, "libparted comes to the same table"));
    ck_assert_uint_eq(scene->rehearsal.losses.count, 0);
    commit_scene_write(scene);
    ck_assert(scene->report.is_written);
    ck_assert(lines_have(&scene->report.done, "in 4 steps."));
    CLEANUP(layout_unrefp) struct layout *now = commit_scene_read(scene);
    ck_assert(layout_equal(now, scene->request.preview));
    CLEANUP(freep) char *log = commit_scene_log(scene);
    ck_assert_uint_eq(count_words(log, ": writing, step "), STEPS_COUNT);
    ck_assert_uint_eq(count_words(log, ": written, step "), STEPS_COUNT);
    ck_assert_ptr_nonnull(strstr(log, ": written, step 4 of 4\n"));
    check_way_back(scene);
}

/* The signature of the swap area lies at its new start, and the ext2 where it was. */
TEST(the_swap_area_is_found_at_its_new_start)
{
    CLEANUP(steps_scene_finish) struct steps_scene play;

    steps_scene_init(&play);
    steps_scene_fill(&play);
    commit_scene_rehearse(&play.scene);
    commit_scene_write(&play.scene);
    CLEANUP(freep)
    char *was = xstrdup(layout_find_number(play.scene.base, 6)->content.uuid);
    commit_scene_scan(&play.scene);
    const struct extent *swap = layout_find_number(play.scene.base, 6);
    ck_assert_uint_eq(swap->start, 8000);
    ck_assert_str_eq(swap->content.type, "swap");
    ck_assert_str_eq(swap->content.uuid, was);
    ck_assert_str_eq(layout_find_number(play.scene.base, 7)->content.type, "ext2");
}

TEST(the_plan_of_a_step_begins_where_the_one_before_ends)
{
    CLEANUP(steps_scene_finish) struct steps_scene play;
    size_t next = 0;

    steps_scene_init(&play);
    steps_scene_fill(&play);
    commit_scene_rehearse(&play.scene);
    const struct commit *commit = play.scene.commit;
    ck_assert_uint_eq(commit->step_count, STEPS_COUNT);
    for (size_t i = 0; i < commit->step_count; i++) {
        ck_assert_uint_eq(commit->steps[i].first, next);
        ck_assert_uint_gt(commit->steps[i].count, 0);
        next += commit->steps[i].count;
        ck_assert(commit->plan.writes[next - 1].is_flushed);
    }
    ck_assert_uint_eq(next, commit_plan(commit)->count);
}

/* Of what a person calls empty nothing is written, so that is no step. */
TEST(what_writes_nothing_is_no_step)
{
    CLEANUP(steps_scene_finish) struct steps_scene play;

    steps_scene_init(&play);
    steps_scene_push(&play, 5, (struct edit){ .kind = EDIT_CALL_EMPTY });
    steps_scene_push(&play, 5, (struct edit){ .kind = EDIT_MOVE, .start = 2112 });
    ck_assert_uint_eq(play.scene.request.step_count, 2);
    commit_scene_rehearse(&play.scene);
    ck_assert_uint_eq(play.scene.commit->step_count, 1);
    ck_assert(!lines_have(&play.scene.rehearsal.writes, "Step"));
    ck_assert_uint_eq(play.scene.rehearsal.losses.count, 0);
    commit_scene_write(&play.scene);
    CLEANUP(layout_unrefp) struct layout *now = commit_scene_read(&play.scene);
    ck_assert_uint_eq(layout_find_number(now, 5)->start, 2112);
}

/* --- what one of the steps must not do --- */

/* 6 moves, and back: the last step has it where it is in the base.  Its EBR is out of
 * the way of its header. */
TEST(what_is_in_use_in_between_is_refused)
{
    CLEANUP(steps_scene_finish) struct steps_scene play;
    struct commit_scene *scene = &play.scene;

    steps_scene_init(&play);
    uint32_t ebr = layout_find_number(scene->base, 6)->ebr;
    steps_scene_push(&play, 6,
                     (struct edit){ .kind = EDIT_MOVE, .id = ebr, .start = 7990 });
    steps_scene_push(&play, 6, (struct edit){ .kind = EDIT_MOVE, .start = 8010 });
    steps_scene_push(&play, 6, (struct edit){ .kind = EDIT_MOVE, .start = 8001 });
    commit_scene_rehearse(scene);
    CLEANUP(freep) char *path = xasprintf("%s\n", scene->image.path);
    tree_disk(&scene->tree, "loop7", "virtual", "7:7", 4096);
    tree_say(&scene->tree, "loop7", "loop/backing_file", path);
    tree_say(&scene->tree, "loop7", "loop/offset", "4096512\n");
    tree_say(&scene->tree, "loop7", "loop/sizelimit", "2097152\n");
    commit_scene_refuse_write(scene, "loop7");
    commit_scene_refuse(scene, "loop7");
}

/* The ext2 in 7 would begin elsewhere temporarily. */
TEST(data_that_moves_in_between_is_refused)
{
    CLEANUP(steps_scene_finish) struct steps_scene play;
    struct commit_scene *scene = &play.scene;

    steps_scene_init(&play);
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = layout_builder_from(scene->base);
    layout_builder_find(builder, layout_find_number(scene->base, 7)->id)->start += 8;
    CLEANUP(layout_unrefp) struct layout *shifted = layout_builder_refinish(builder);
    struct disk_step steps[] = { { MOVES_DATA, shifted }, { MOVES_DATA, scene->base } };
    scene->request.steps = steps;
    scene->request.step_count = ARRAY_SIZE(steps);
    scene->request.accepted.is_all = true;
    commit_scene_refuse(scene, "the data of 7 has to be moved for that");
    scene->request.steps = NULL;
    scene->request.step_count = 0;
}

/* A container without a free sector, and three logicals: the links of the second and the
 * third count from its start, and there is no other place for their EBRs. */
static void fill_container(struct commit_scene *scene)
{
    CLEANUP(freep) struct mbr_table *table = xcalloc(1, sizeof(*table));
    struct sparse disk = image_new(scene->size / 512, 512);

    table->signature = 7;
    table->primary[0] = (struct mbr_entry){ .type = 0x07, .start = 63, .length = 1000 };
    table->primary[1] = (struct mbr_entry){ .type = 0x05, .start = 2048, .length = 303 };
    for (uint64_t at = 2048; at < 2048 + 303; at += 101) {
        struct mbr_entry logical = { .type = 0x83, .start = at + 1, .length = 100 };
        mbr_add_logical(table, 1, at, &logical);
    }
    image_put_mbr(&disk, table, 512);
    commit_scene_copy(scene, &disk);
    sparse_finish(&disk);
    commit_scene_scan(scene);
}

TEST(a_step_without_a_safe_order_is_refused_before_the_question)
{
    CLEANUP(steps_scene_finish) struct steps_scene play;

    steps_scene_init(&play);
    fill_container(&play.scene);
    queue_free(play.queue);
    play.queue = queue_new(play.scene.base, (struct guid_source){ { 1, 2, 3, 4 } });
    steps_scene_push(&play, 1, (struct edit){ .kind = EDIT_TYPE, .type = "83" });
    steps_scene_push(&play, 2, (struct edit){ .kind = EDIT_MOVE, .start = 2047 });
    commit_scene_refuse(&play.scene, "Step 2 of 2 cannot be done: There is no order");
    ck_assert_refused(&play.scene.err, REFUSAL_WRITE_NO_ORDER);
}

/* The first step makes a table on a blank disk; the second writes over what that wrote.
 */
TEST(a_blank_disk_gets_its_table_and_more_in_steps)
{
    CLEANUP(steps_scene_finish) struct steps_scene play;
    static const uint8_t zeros[64 * 512];

    steps_scene_init(&play);
    for (uint64_t at = 0; at < play.scene.size; at += sizeof(zeros))
        image_put(&play.scene.image, at, zeros, sizeof(zeros));
    commit_scene_scan(&play.scene);
    queue_free(play.queue);
    play.queue = queue_new(play.scene.base, (struct guid_source){ { 1, 2, 3, 4 } });
    steps_scene_push(&play, 0,
                     (struct edit){ .kind = EDIT_NEW_TABLE, .label = LABEL_MSDOS });
    steps_scene_push(&play, 0,
                     (struct edit){ .kind = EDIT_CREATE,
                                    .extent = EXTENT_PARTITION,
                                    .start = 2048,
                                    .length = 4096 });
    steps_scene_push(&play, 1, (struct edit){ .kind = EDIT_MOVE, .start = 2049 });
    commit_scene_rehearse(&play.scene);
    ck_assert_uint_eq(play.scene.rehearsal.losses.count, 0);
    ck_assert_uint_eq(play.scene.commit->step_count, 2);
    commit_scene_write(&play.scene);
    CLEANUP(layout_unrefp) struct layout *now = commit_scene_read(&play.scene);
    ck_assert_uint_eq(layout_find_number(now, 1)->start, 2049);
    check_way_back(&play.scene);
}

/* --- power cuts --- */

static struct sectors sectors_of(const struct commit_scene *scene)
{
    struct sectors disk = { .size = scene->size / 512, .logical = 512 };
    static const uint8_t zeros[512];

    for (uint64_t lba = 0; lba < disk.size; lba++)
        if (memcmp(scene->old + lba * 512, zeros, 512) != 0)
            sectors_put(&disk, lba, scene->old + lba * 512);
    return disk;
}

/* Wherever the power fails, the table is that before the step or that after it. */
TEST(a_power_cut_leaves_the_table_before_or_after_a_step)
{
    CLEANUP(steps_scene_finish) struct steps_scene play;
    struct power_totals totals = { 0 };
    struct rng rng = rng_start(0);

    steps_scene_init(&play);
    steps_scene_fill(&play);
    commit_scene_rehearse(&play.scene);
    const struct commit *commit = play.scene.commit;
    struct sectors disk = sectors_of(&play.scene);
    for (size_t i = 0; i < commit->step_count; i++) {
        struct write_plan plan = commit_step_plan(commit, i);
        power_cut(&rng, &disk, commit_before(commit, i), commit->steps[i].after, &plan,
                  true, false, &totals);
        sectors_put_plan(&disk, &plan, 0, plan.count);
    }
    sectors_finish(&disk);
    ck_assert_uint_eq(totals.plans, STEPS_COUNT);
    ck_assert_uint_gt(totals.states, 2 * STEPS_COUNT);
    ck_assert_uint_eq(totals.bad, 0);
}
