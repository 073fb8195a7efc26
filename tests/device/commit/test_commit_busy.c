/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_commit_busy.c - what is in use on a disk stops a change of it, or does not */
#include <unistd.h>

#include "device/commit/commit_steps.h"
#include "model/base/mem.h"
#include "support/block_scene.h"
#include "support/lazy.h"
#include "support/refused.h"
#include "support/table_image.h"
#include "support/test.h"

static void grow_second(struct play *play)
{
    play_resize(play, 2, 2 * BLOCK_SIZE);
}

static void mount_with_another_size(struct play *play)
{
    tree_say(&play->scene.tree, "sda2", "size", "50\n");
    fake_block_mount(2, "/mnt");
}

static void hold_second(struct play *play)
{
    (void)play;
    fake_block_hold(2, true);
}

/* A program that can be seen in /proc. */
static void hold_second_by_name(struct play *play)
{
    struct tree *tree = &play->scene.tree;
    CLEANUP(freep) char *node = xasprintf("%s/sda2", tree->dev_path);
    CLEANUP(freep) char *link = xasprintf("%s/4711/fd/3", tree->proc_path);

    tree_write(tree, "dd\n", "proc/4711/comm");
    tree_write(tree, "", "proc/4711/fd/.none");
    ck_assert_int_eq(symlink(node, link), 0);
    fake_block_hold(2, true);
}

static void use_as_swap(struct play *play)
{
    CLEANUP(freep)
    char *line = xasprintf("Filename Type Size Used Priority\n"
                           "%s/sda2 partition 50 0 -2\n",
                           play->scene.tree.dev_path);

    tree_write(&play->scene.tree, line, "proc/swaps");
    fake_block_hold(2, true);
}

static const struct {
    void (*use)(struct play *play);
    enum refusal refusal;
    const char *words;
} unsafe[] = {
    { mount_with_another_size, REFUSAL_KERNEL_HAS_OTHER_PLACE,
      "the kernel has it with another start or size" },
    { hold_second, REFUSAL_PARTITION_OPENED_ELSEWHERE,
      "Partition 2 is in use by another program: close that first." },
    { hold_second_by_name, REFUSAL_PARTITION_OPENED_ELSEWHERE,
      "Partition 2 is in use by dd (4711): close that first." },
    { use_as_swap, REFUSAL_EDIT_IN_USE, "swap" },
};

TEST_EACH(growing_in_use_is_refused_where_it_is_not_safe, unsafe)
{
    CLEANUP(play_finish) struct play play;

    play_init(&play, 3);
    grow_second(&play);
    unsafe[_i].use(&play);
    commit_scene_refuse(&play.scene, unsafe[_i].words);
    ck_assert_refused(&play.scene.err, unsafe[_i].refusal);
}

/* As no edit would have it: the partition is longer, and begins elsewhere. */
TEST(moving_in_use_is_refused)
{
    CLEANUP(play_finish) struct play play;

    play_init(&play, 3);
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = layout_builder_from(play.scene.base);
    uint32_t id = layout_find_number(play.scene.base, 2)->id;
    layout_builder_find(builder, id)->start += 8;
    layout_builder_find(builder, id)->length += 8;
    CLEANUP(layout_unrefp) struct layout *moved = layout_builder_refinish(builder);
    play.scene.request.preview = moved;
    fake_block_mount(2, "/mnt");
    commit_scene_refuse(&play.scene, "Partition 2 is mounted on /mnt: unmount it first.");
    ck_assert_refused(&play.scene.err, REFUSAL_PARTITION_IN_USE);
}

TEST(disk_that_is_mounted_as_a_whole_is_refused)
{
    CLEANUP(play_finish) struct play play;

    play_init(&play, 0);
    play_create_fourth(&play);
    fake_block_mount(0, "/mnt");
    commit_scene_refuse(&play.scene, "is in use as a whole (");
    ck_assert_refused(&play.scene.err, REFUSAL_DISK_IN_USE);
}

static void put_image(struct play *play, const struct sparse *disk)
{
    commit_scene_copy(&play->scene, disk);
    commit_scene_set_base(&play->scene, commit_scene_read(&play->scene));
}

/* The disk gets a GPT with partitions 1 to COUNT; the last of them ends LONGER sectors
 * later. */
static void put_table(struct play *play, unsigned count, uint64_t longer)
{
    CLEANUP(gpt_finish)
    struct gpt_table gpt = image_gpt(play->scene.size / 512, 512, 128, count);
    CLEANUP(sparse_finish) struct sparse disk = image_new(play->scene.size / 512, 512);

    gpt.entries[count - 1].last_lba += longer;
    image_put_gpt(&disk, &gpt);
    put_image(play, &disk);
}

/* An msdos table: 1 is OpenBSD with a slice at its beginning, and 2. */
static void put_slices(struct play *play)
{
    CLEANUP(sparse_finish) struct sparse disk = image_new(play->scene.size / 512, 512);
    CLEANUP(freep) struct mbr_table *table = xcalloc(1, sizeof(*table));
    struct bsd_label label = { .flavour = BSD_OPENBSD, .sector_bytes = 512, .count = 8 };

    label.size = (uint32_t)(play->scene.size / 512);
    label.entries[0] = (struct bsd_entry){ BLOCK_STEP, BLOCK_SIZE, 7 };
    table->primary[0] = (struct mbr_entry){ 0x80, 0xa6, BLOCK_STEP, BLOCK_STEP };
    table->primary[1] = (struct mbr_entry){ 0, 0x83, 2 * BLOCK_STEP, BLOCK_SIZE };
    image_put_zeros(&disk, 1, 1, 512);
    image_put_zeros(&disk, play->scene.size / 512 - 1, 1, 512);
    image_put_mbr(&disk, table, 512);
    image_put_bsd(&disk, &label, BLOCK_STEP, 512);
    put_image(play, &disk);
}

static void make_new_table(struct play *play)
{
    commit_scene_new_table(&play->scene, LABEL_GPT);
}

static void drop_damaged(struct play *play)
{
    struct edit edit = { .kind = EDIT_REPAIR, .repair = REPAIR_DROP };

    for (size_t i = 0; i < layout_count(play->scene.base); i++)
        if (extent_is_damaged(layout_at(play->scene.base, i)))
            edit.id = layout_at(play->scene.base, i)->id;
    commit_scene_edit(&play->scene, &edit);
}

/* Partitions in the table, sectors by which the last one is too long, the change (NULL:
 * the table with three that was there comes back), and what is mounted. */
static const struct {
    unsigned count;
    uint64_t longer;
    void (*change)(struct play *play);
    unsigned mounted;
    bool is_refused;
} hidden[] = {
    /* No entry names 7, which the kernel has. */
    { 3, 16384, make_new_table, 7, true },
    { 3, 16384, NULL, 7, true },
    /* 2 stays where it is. */
    { 3, 16384, drop_damaged, 2, false },
    { 2, 0, NULL, 2, false },
};

TEST_EACH(user_that_a_damaged_table_hides_is_seen, hidden)
{
    CLEANUP(play_finish) struct play play;

    play_init(&play, 3);
    CLEANUP(layout_unrefp) struct layout *three = layout_ref(play.scene.base);
    CLEANUP(lazy_freep) uint8_t *bytes = commit_scene_bytes(&play.scene);
    struct sector_run runs[] = { { 0, 34, bytes }, { 16351, 33, bytes + 16351 * 512 } };
    put_table(&play, hidden[_i].count, hidden[_i].longer);
    fake_block_partition(7, 5 * BLOCK_STEP, BLOCK_SIZE);
    fake_block_mount(hidden[_i].mounted, "/mnt");
    play.scene.request.accepted.is_all = true;
    if (hidden[_i].change) {
        hidden[_i].change(&play);
    } else {
        play.scene.request.preview = three;
        play.scene.request.runs = runs;
        play.scene.request.run_count = ARRAY_SIZE(runs);
    }
    if (hidden[_i].is_refused)
        commit_scene_refuse(&play.scene, "does not tell which partitions are");
    else
        commit_scene_rehearse(&play.scene);
}

static void create_over_third(struct play *play)
{
    commit_scene_create(&play->scene, 3, 3 * BLOCK_STEP + BLOCK_SIZE - 1, BLOCK_SIZE);
}

static void create_behind_third(struct play *play)
{
    commit_scene_create(&play->scene, 3, 3 * BLOCK_STEP + BLOCK_SIZE, BLOCK_SIZE);
}

static void grow_to_third(struct play *play)
{
    play_resize(play, 2, BLOCK_STEP);
}

static void grow_over_third(struct play *play)
{
    play_resize(play, 2, BLOCK_STEP + 1);
}

static void put_third_back(struct play *play)
{
    commit_scene_create(&play->scene, 3, 3 * BLOCK_STEP, BLOCK_SIZE);
}

static const struct {
    void (*change)(struct play *play);
    bool is_refused;
} unlisted[] = {
    { create_over_third, true },    { grow_over_third, true },
    { create_behind_third, false }, { grow_to_third, false },
    { put_third_back, false },
};

/* The kernel has three partitions; another program took the third out of the table while
 * it was mounted. */
TEST_EACH(sectors_of_a_mount_without_an_entry_stay_free, unlisted)
{
    CLEANUP(play_finish) struct play play;

    play_init(&play, 3);
    put_table(&play, 2, 0);
    fake_block_mount(3, "/mnt");
    unlisted[_i].change(&play);
    if (unlisted[_i].is_refused) {
        commit_scene_refuse(&play.scene,
                            "The kernel still has partition 3 (sectors 6144 to 6243), "
                            "which the table on the disk does not have, and it is in "
                            "use (/mnt)");
        ck_assert_refused(&play.scene.err, REFUSAL_KERNEL_HAS_UNLISTED);
    } else {
        commit_scene_rehearse(&play.scene);
    }
}

/* The kernel numbers slices like partitions; alidade does not. */
TEST(mounted_slice_stops_no_change_of_another_partition)
{
    CLEANUP(play_finish) struct play play;

    play_init(&play, 0);
    put_slices(&play);
    ck_assert_int_eq(layout_label(play.scene.base)->kind, LABEL_MSDOS);
    ck_assert_int_eq(layout_at(play.scene.base, 3)->kind, EXTENT_SLICE);
    fake_block_partition(5, BLOCK_STEP, BLOCK_SIZE);
    fake_block_mount(5, "/mnt");
    play_resize(&play, 2, 2 * BLOCK_SIZE);
    commit_scene_rehearse(&play.scene);
}

/* Before the question, and between it and the write. */
TEST_TIMES(disk_that_is_claimed_as_a_whole_is_refused, 2)
{
    CLEANUP(play_finish) struct play play;

    play_init(&play, 3);
    play_create_fourth(&play);
    if (_i == 0) {
        fake_block_hold(0, true);
        commit_scene_refuse(&play.scene, "is claimed as a whole by another program");
    } else {
        commit_scene_rehearse(&play.scene);
        fake_block_hold(0, true);
        commit_scene_refuse_write(&play.scene,
                                  "is claimed as a whole by another program");
    }
    ck_assert_refused(&play.scene.err, REFUSAL_DISK_CLAIMED);
}

TEST(partition_is_no_disk)
{
    CLEANUP(play_finish) struct play play;

    play_init(&play, 3);
    play_create_fourth(&play);
    tree_say(&play.scene.tree, "sda", "partition", "1\n");
    commit_scene_refuse(&play.scene, "tables are written on whole disks alone");
    ck_assert_refused(&play.scene.err, REFUSAL_DEVICE_IS_PARTITION);
}

/* A physical volume of LVM that no volume group uses at the moment. */
static void init_volume(struct play *play)
{
    play_init(play, 3);
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = layout_builder_from(play->scene.base);
    layout_builder_find(builder, layout_find_number(play->scene.base, 2)->id)->content =
        (struct content){ .state = CONTENT_FOUND, .type = "LVM2_member" };
    commit_scene_set_base(&play->scene, layout_builder_refinish(builder));
    play->scene.request.accepted.is_all = true;
}

static void delete_second(struct play *play)
{
    const struct extent *second = layout_find_number(play->scene.preview, 2);

    commit_scene_remove(&play->scene, second->id);
}

static const struct {
    void (*change)(struct play *play);
    bool is_told;
} volumes[] = { { delete_second, true }, { grow_second, false } };

TEST_EACH(volume_group_that_loses_a_volume_is_told_of, volumes)
{
    static const char words[] = "Partition 2 is a physical volume of LVM: its volume "
                                "group loses it";
    CLEANUP(play_finish) struct play play;

    init_volume(&play);
    volumes[_i].change(&play);
    commit_scene_rehearse(&play.scene);
    ck_assert_int_eq(lines_have(&play.scene.rehearsal.warnings, words),
                     volumes[_i].is_told);
}
