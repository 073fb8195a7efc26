/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_commit_block.c - a table written to a disk that the kernel has partitions of: who
 * is kept away meanwhile, what the kernel is told, and which disk it is */
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "device/commit_private.h"
#include "model/mem.h"
#include "support/commit_scene.h"
#include "support/fake_block.h"
#include "support/tap.h"

#define STEP 2048 /* partition N begins at sector N * STEP .. */
#define SIZE 100  /* .. and has so many */

struct play {
    struct commit_scene scene;
    struct fake_block *disk;
    struct commit *commit;
    struct rehearsal_report rehearsal;
    struct commit_report report;
    struct err err;
};

static bool have(const struct lines *lines, const char *words)
{
    for (size_t i = 0; i < lines->count; i++)
        if (strstr(lines->at[i], words))
            return true;
    return false;
}

/* The base as it is on the disk now. */
static void read_anew(struct play *play)
{
    layout_unref(play->scene.base);
    layout_unref(play->scene.preview);
    play->scene.base = commit_scene_read(&play->scene);
    play->scene.preview = layout_ref(play->scene.base);
    play->scene.request.base = play->scene.request.preview = play->scene.base;
}

/* A GPT with partitions 1 to 3, of which the kernel knows the first KNOWN. */
static void set_play(struct play *play, unsigned known)
{
    *play = (struct play){ 0 };
    commit_scene_init(&play->scene, SCENE_GPT_512);
    play->disk =
        fake_block_start(&play->scene.tree, play->scene.image.path, play->scene.size);
    for (unsigned number = 1; number <= known; number++)
        fake_block_partition(number, (uint64_t)number * STEP, SIZE);
    read_anew(play);
}

static void end_play(struct play *play)
{
    commit_free(play->commit);
    rehearsal_report_finish(&play->rehearsal);
    commit_report_finish(&play->report);
    fake_block_stop();
    commit_scene_finish(&play->scene);
}

static bool try_rehearsal(struct play *play)
{
    play->commit = commit_rehearse(&play->scene.request, &play->rehearsal, &play->err);
    return play->commit != NULL;
}

static void rehearse(struct play *play)
{
    ck_assert_msg(try_rehearsal(play), "%s", play->err.text);
}

static void expect_no_rehearsal(struct play *play, const char *words)
{
    ck_assert(!try_rehearsal(play));
    ck_assert_int_eq(play->err.code, ERR_REFUSED);
    ck_assert_msg(strstr(play->err.text, words) != NULL, "%s", play->err.text);
    ck_assert(commit_scene_is_untouched(&play->scene));
}

static void expect_no_write(struct play *play, const char *words)
{
    ck_assert(!commit_write(play->commit, &play->report, &play->err));
    ck_assert_int_eq(play->err.code, ERR_REFUSED);
    ck_assert_msg(strstr(play->err.text, words) != NULL, "%s", play->err.text);
    ck_assert(commit_scene_is_untouched(&play->scene));
}

static void write_change(struct play *play)
{
    rehearse(play);
    ck_assert_msg(commit_write(play->commit, &play->report, &play->err), "%s",
                  play->err.text);
    ck_assert(play->report.is_written);
    CLEANUP(layout_unrefp) struct layout *now = commit_scene_read(&play->scene);
    ck_assert(layout_equal(now, play->scene.preview));
}

static void resize(struct play *play, unsigned number, uint64_t length)
{
    const struct extent *extent = layout_find_number(play->scene.preview, number);

    commit_scene_edit(&play->scene, &(struct edit){ .kind = EDIT_RESIZE,
                                                    .id = extent->id,
                                                    .start = extent->start,
                                                    .length = length });
}

static void delete_first(struct play *play)
{
    commit_scene_delete(&play->scene);
}

static void grow_second(struct play *play)
{
    resize(play, 2, 2 * SIZE);
}

static void grow_third(struct play *play)
{
    resize(play, 3, 2 * SIZE);
}

static void delete_first_and_grow_second(struct play *play)
{
    delete_first(play);
    grow_second(play);
}

static void grow_second_and_third(struct play *play)
{
    grow_second(play);
    grow_third(play);
}

static void create_fourth(struct play *play)
{
    commit_scene_edit(&play->scene, &(struct edit){ .kind = EDIT_CREATE,
                                                    .id = EDIT_ID_FIRST,
                                                    .extent = EXTENT_PARTITION,
                                                    .number = 4,
                                                    .start = 4 * STEP,
                                                    .length = SIZE,
                                                    .seed = { { 1, 2, 3, 4 } } });
}

/* How many partitions the kernel knows, whether 2 is mounted, what is held while the disk
 * is written to, and what the kernel is told. */
static const struct {
    void (*change)(struct play *play);
    unsigned known;
    bool is_mounted;
    const char *held, *told;
} changes[] = {
    { delete_first, 3, false, "sda", "delete 1" },
    { grow_third, 3, false, "sda", "resize 3" },
    { create_fourth, 3, false, "sda", "add 4" },
    { delete_first, 0, false, "sda", "add 2, add 3" },
    { delete_first, 3, true, "sda sda1", "delete 1" },
    { grow_third, 3, true, "sda sda3", "resize 3" },
    { create_fourth, 3, true, "sda", "add 4" },
    { grow_second, 3, true, "sda", "resize 2" },
    { delete_first_and_grow_second, 3, true, "sda sda1", "delete 1, resize 2" },
    { grow_second_and_third, 3, true, "sda sda3", "resize 2, resize 3" },
};

START_TEST(what_changes_is_held_and_the_kernel_is_told)
{
    struct play play;

    set_play(&play, changes[_i].known);
    if (changes[_i].is_mounted)
        fake_block_mount(2, "/mnt");
    changes[_i].change(&play);
    write_change(&play);
    ck_assert_str_eq(play.disk->held, changes[_i].held);
    ck_assert_str_eq(play.disk->told, changes[_i].told);
    ck_assert(have(&play.report.done, "The kernel was told."));
    ck_assert(!play.report.is_kernel_old);
    ck_assert(!have(&play.report.warnings, "partprobe"));
    end_play(&play);
}
END_TEST

/* Only what is in use is said to be. */
START_TEST(growing_in_use_is_told_before)
{
    struct play play;

    set_play(&play, 3);
    fake_block_mount(2, "/mnt");
    grow_second_and_third(&play);
    rehearse(&play);
    ck_assert(have(&play.rehearsal.checked, "Partition 2 is in use and only grows"));
    ck_assert(have(&play.rehearsal.checked, "Nobody uses what changes otherwise."));
    ck_assert(!have(&play.rehearsal.checked, "Partition 3 is in use"));
    end_play(&play);
}
END_TEST

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
    const char *words;
} unsafe[] = {
    { mount_with_another_size, "the kernel has it with another start or size" },
    { hold_second, "Partition 2 is in use by another program" },
    { use_as_swap, "swap" },
};

START_TEST(growing_in_use_is_refused_where_it_is_not_safe)
{
    struct play play;

    set_play(&play, 3);
    grow_second(&play);
    unsafe[_i].use(&play);
    expect_no_rehearsal(&play, unsafe[_i].words);
    end_play(&play);
}
END_TEST

/* Before the question, and between it and the write. */
START_TEST(disk_that_is_claimed_as_a_whole_is_refused)
{
    struct play play;

    set_play(&play, 3);
    create_fourth(&play);
    if (_i == 0) {
        fake_block_hold(0, true);
        expect_no_rehearsal(&play, "is claimed as a whole by another program");
    } else {
        rehearse(&play);
        fake_block_hold(0, true);
        expect_no_write(&play, "is claimed as a whole by another program");
    }
    end_play(&play);
}
END_TEST

/* After the last look at who uses what: the claim itself fails. */
START_TEST(partition_that_was_taken_at_the_last_moment_is_refused)
{
    struct play play;
    struct claim claim;

    set_play(&play, 3);
    fake_block_mount(2, "/mnt");
    delete_first(&play);
    rehearse(&play);
    fake_block_hold(1, true);
    ck_assert(!claim_take(play.commit, &claim, &play.err));
    ck_assert_int_eq(play.err.code, ERR_REFUSED);
    ck_assert_str_eq(play.err.text, "Partition 1 is in use by another program: it cannot "
                                    "be changed now.");
    fake_block_hold(1, false);
    CLEANUP(freep) char *node = xasprintf("%s/sda1", play.scene.tree.dev_path);
    ck_assert_int_eq(unlink(node), 0);
    play.err = (struct err){ 0 };
    ck_assert(!claim_take(play.commit, &claim, &play.err));
    ck_assert_str_eq(play.err.text,
                     "Partition 1 cannot be opened: No such file or directory.");
    end_play(&play);
}
END_TEST

START_TEST(kernel_that_keeps_the_old_table_is_told_of)
{
    struct play play;

    set_play(&play, 3);
    delete_first(&play);
    play.disk->blkpg_error = _i ? 0 : EINVAL;
    play.disk->is_blkpg_empty = _i;
    write_change(&play);
    ck_assert(play.report.is_kernel_old);
    ck_assert_int_eq(have(&play.report.done, "The kernel was told."), _i);
    ck_assert_int_eq(have(&play.report.warnings, "cannot let go of the old partition 1"),
                     !_i);
    ck_assert(have(&play.report.warnings, "the kernel still goes by another one"));
    ck_assert(have(&play.report.warnings, "partprobe"));
    ck_assert_ptr_nonnull(strstr(play.report.kernel.at[0], "1: the kernel still has it"));
    end_play(&play);
}
END_TEST

static void change_sequence(struct play *play)
{
    play->disk->sequence++;
}

static void change_model(struct play *play)
{
    tree_say(&play->scene.tree, "sda", "device/model", "Another Disk\n");
}

static void change_serial(struct play *play)
{
    tree_say(&play->scene.tree, "sda", "device/serial", "S-2\n");
}

static void change_size(struct play *play)
{
    play->disk->size_bytes += 4096;
}

static void change_sector_size(struct play *play)
{
    play->disk->logical = 4096;
}

static const struct {
    void (*happen)(struct play *play);
    const char *words;
} swaps[] = {
    { change_sequence, "is another disk now" },
    { change_model, "is another disk now" },
    { change_serial, "is another disk now" },
    { change_size, "bytes now, and had 8388608 before" },
    { change_sector_size, "bytes now, and had 8388608 before" },
};

START_TEST(another_disk_in_its_place_is_not_written_to)
{
    struct play play;

    set_play(&play, 3);
    delete_first(&play);
    tree_say(&play.scene.tree, "sda", "device/model", "Some Disk\n");
    tree_say(&play.scene.tree, "sda", "device/serial", "S-1\n");
    rehearse(&play);
    swaps[_i].happen(&play);
    expect_no_write(&play, swaps[_i].words);
    end_play(&play);
}
END_TEST

START_TEST(write_protected_disk_is_refused)
{
    struct play play;

    set_play(&play, 3);
    delete_first(&play);
    play.disk->is_read_only = true;
    expect_no_rehearsal(&play, "is write protected.");
    end_play(&play);
}
END_TEST

START_TEST(disk_is_described_before_the_question)
{
    struct play play;

    set_play(&play, 3);
    delete_first(&play);
    tree_say(&play.scene.tree, "sda", "device/model", "Some Disk\n");
    tree_say(&play.scene.tree, "sda", "device/serial", "S-1\n");
    rehearse(&play);
    const struct lines *lines = &play.rehearsal.disk;
    CLEANUP(freep) char *first = xasprintf("disk: %s", play.scene.image.path);
    ck_assert_uint_eq(lines->count, 5);
    ck_assert_str_eq(lines->at[0], first);
    ck_assert_str_eq(lines->at[1], "model: Some Disk");
    ck_assert_str_eq(lines->at[2], "serial number: S-1");
    ck_assert_str_eq(lines->at[3], "size: 8 MiB (16384 sectors of 512 B)");
    ck_assert_str_eq(lines->at[4], "table now: gpt, 3 partitions");
    end_play(&play);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("commit_block");
    TCase *tcase = tcase_create("commit_block");

    tcase_add_loop_test(tcase, what_changes_is_held_and_the_kernel_is_told, 0,
                        ARRAY_SIZE(changes));
    tcase_add_test(tcase, growing_in_use_is_told_before);
    tcase_add_loop_test(tcase, growing_in_use_is_refused_where_it_is_not_safe, 0,
                        ARRAY_SIZE(unsafe));
    tcase_add_loop_test(tcase, disk_that_is_claimed_as_a_whole_is_refused, 0, 2);
    tcase_add_test(tcase, partition_that_was_taken_at_the_last_moment_is_refused);
    tcase_add_loop_test(tcase, kernel_that_keeps_the_old_table_is_told_of, 0, 2);
    tcase_add_loop_test(tcase, another_disk_in_its_place_is_not_written_to, 0,
                        ARRAY_SIZE(swaps));
    tcase_add_test(tcase, write_protected_disk_is_refused);
    tcase_add_test(tcase, disk_is_described_before_the_question);
    suite_add_tcase(suite, tcase);
    return run_tap(suite);
}
