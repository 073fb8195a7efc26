/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_commit_block.c - a table written to a disk that the kernel has partitions of: who
 * is kept away meanwhile, what the kernel is told, and which disk it is */
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "device/commit/stages.h"
#include "model/base/mem.h"
#include "support/block_scene.h"
#include "support/refused.h"
#include "support/test.h"

static void delete_first(struct play *play)
{
    commit_scene_delete(&play->scene);
}

static void grow_second(struct play *play)
{
    play_resize(play, 2, 2 * BLOCK_SIZE);
}

static void grow_third(struct play *play)
{
    play_resize(play, 3, 2 * BLOCK_SIZE);
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
    { play_create_fourth, 3, false, "sda", "add 4" },
    { delete_first, 0, false, "sda", "add 2, add 3" },
    { delete_first, 3, true, "sda sda1", "delete 1" },
    { grow_third, 3, true, "sda sda3", "resize 3" },
    { play_create_fourth, 3, true, "sda", "add 4" },
    { grow_second, 3, true, "sda", "resize 2" },
    { delete_first_and_grow_second, 3, true, "sda sda1", "delete 1, resize 2" },
    { grow_second_and_third, 3, true, "sda sda3", "resize 2, resize 3" },
};

TEST_EACH(what_changes_is_held_and_the_kernel_is_told, changes)
{
    CLEANUP(play_finish) struct play play;

    play_init(&play, changes[_i].known);
    if (changes[_i].is_mounted)
        fake_block_mount(2, "/mnt");
    changes[_i].change(&play);
    play_write(&play);
    ck_assert_str_eq(play.disk->held, changes[_i].held);
    ck_assert_str_eq(play.disk->told, changes[_i].told);
    ck_assert(lines_have(&play.scene.report.done, "The kernel was told."));
    ck_assert(!play.scene.report.is_kernel_old);
    ck_assert(!lines_have(&play.scene.report.warnings, "partprobe"));
}

/* The same where /sys is not mounted. */
TEST_EACH(without_sys_the_kernel_is_told_and_asked, changes)
{
    CLEANUP(play_finish) struct play play;

    play_init(&play, changes[_i].known);
    if (changes[_i].is_mounted)
        return; /* without /sys such a disk is refused */
    play.scene.tree.sys.sys = "/no/such/folder";
    changes[_i].change(&play);
    play_write(&play);
    ck_assert_str_eq(play.disk->told, changes[_i].told);
    ck_assert(lines_have(&play.scene.report.done, "The kernel was told."));
    ck_assert(!play.scene.report.is_kernel_old);
}

/* A kernel that says yes and changes nothing, and one whose answer is not known. */
TEST(without_sys_what_the_kernel_keeps_is_found)
{
    CLEANUP(play_finish) struct play play;

    play_init(&play, 3);
    play.scene.tree.sys.sys = "/no/such/folder";
    play.disk->is_blkpg_empty = true;
    delete_first(&play);
    play_write(&play);
    ck_assert(play.scene.report.is_kernel_old);
    ck_assert(lines_have(&play.scene.report.warnings, "partprobe"));
}

TEST(without_sys_and_proc_what_cannot_be_asked_is_not_taken_for_right)
{
    CLEANUP(play_finish) struct play play;

    play_init(&play, 3);
    play.scene.tree.sys.sys = "/no/such/folder";
    play.scene.tree.sys.proc = "/no/such/folder";
    delete_first(&play);
    play_write(&play);
    ck_assert_str_eq(play.disk->told, "delete 1");
    ck_assert(play.scene.report.is_kernel_old);
    ck_assert(
        lines_have(&play.scene.report.kernel, "2: without /sys it cannot be checked"));
}

/* Only what is in use is reported as in use. */
TEST(growing_in_use_is_told_before)
{
    CLEANUP(play_finish) struct play play;

    play_init(&play, 3);
    fake_block_mount(2, "/mnt");
    grow_second_and_third(&play);
    commit_scene_rehearse(&play.scene);
    ck_assert(lines_have(&play.scene.rehearsal.checked,
                         "Partition 2 is in use and only grows"));
    ck_assert(lines_have(&play.scene.rehearsal.checked,
                         "Nothing else that changes is in use."));
    ck_assert(!lines_have(&play.scene.rehearsal.checked, "Partition 3 is in use"));
}

/* After the last look at who uses what: the claim itself fails. */
TEST(partition_that_was_taken_at_the_last_moment_is_refused)
{
    CLEANUP(play_finish) struct play play;
    struct claim claim;

    play_init(&play, 3);
    fake_block_mount(2, "/mnt");
    delete_first(&play);
    commit_scene_rehearse(&play.scene);
    fake_block_hold(1, true);
    ck_assert(!claim_take(play.scene.commit, &claim, &play.scene.err));
    ck_assert_refused(&play.scene.err, REFUSAL_PARTITION_OPENED_ELSEWHERE);
    ck_assert_str_eq(play.scene.err.text,
                     "Partition 1 is in use by another program: close that first.");
    fake_block_hold(1, false);
    CLEANUP(freep) char *node = xasprintf("%s/sda1", play.scene.tree.dev_path);
    ck_assert_int_eq(unlink(node), 0);
    play.scene.err = (struct err){ 0 };
    ck_assert(!claim_take(play.scene.commit, &claim, &play.scene.err));
    ck_assert_str_eq(play.scene.err.text,
                     "Partition 1 cannot be opened: No such file or directory.");
    ck_assert_refused(&play.scene.err, REFUSAL_PARTITION_NOT_OPENED);
}

TEST_TIMES(kernel_that_keeps_the_old_table_is_told_of, 2)
{
    CLEANUP(play_finish) struct play play;

    play_init(&play, 3);
    delete_first(&play);
    play.disk->blkpg_error = _i ? 0 : EINVAL;
    play.disk->is_blkpg_empty = _i;
    play_write(&play);
    ck_assert(play.scene.report.is_kernel_old);
    ck_assert_int_eq(lines_have(&play.scene.report.done, "The kernel was told."), _i);
    ck_assert_int_eq(
        lines_have(&play.scene.report.warnings, "cannot let go of the old partition 1"),
        !_i);
    ck_assert(
        lines_have(&play.scene.report.warnings, "the kernel still uses another one"));
    ck_assert(lines_have(&play.scene.report.warnings, "partprobe"));
    ck_assert_ptr_nonnull(
        strstr(play.scene.report.kernel.at[0], "1: the kernel still has it"));
}

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
    { change_sector_size, "has sectors of 4096 bytes now, and had 512" },
};

TEST_EACH(another_disk_in_its_place_is_not_written_to, swaps)
{
    CLEANUP(play_finish) struct play play;

    play_init(&play, 3);
    delete_first(&play);
    tree_say(&play.scene.tree, "sda", "device/model", "Some Disk\n");
    tree_say(&play.scene.tree, "sda", "device/serial", "S-1\n");
    commit_scene_rehearse(&play.scene);
    swaps[_i].happen(&play);
    commit_scene_refuse_write(&play.scene, swaps[_i].words);
    ck_assert_refused(&play.scene.err, REFUSAL_DISK_REPLACED);
}

TEST(write_protected_disk_is_refused)
{
    CLEANUP(play_finish) struct play play;

    play_init(&play, 3);
    delete_first(&play);
    play.disk->is_read_only = true;
    commit_scene_refuse(&play.scene, "is write protected. If");
    ck_assert_refused(&play.scene.err, REFUSAL_WRITE_PROTECTED);
}

TEST(disk_without_a_size_is_refused)
{
    CLEANUP(play_finish) struct play play;
    struct disk_mark mark;

    play_init(&play, 3);
    play.disk->size_bytes = 0;
    CLEANUP(freep) char *path = xasprintf("%s/sda", play.scene.tree.dev_path);
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    ck_assert_int_ge(fd, 0);
    ck_assert(!mark_take(&play.scene.tree.sys, path, fd, &mark, &play.scene.err));
    ck_assert_refused(&play.scene.err, REFUSAL_SIZE_UNKNOWN);
    ck_assert_int_eq(close(fd), 0);
}

TEST(disk_is_described_before_the_question)
{
    CLEANUP(play_finish) struct play play;

    play_init(&play, 3);
    delete_first(&play);
    tree_say(&play.scene.tree, "sda", "device/model", "Some Disk\n");
    tree_say(&play.scene.tree, "sda", "device/serial", "S-1\n");
    commit_scene_rehearse(&play.scene);
    const struct lines *lines = &play.scene.rehearsal.disk;
    CLEANUP(freep) char *first = xasprintf("Disk: %s", play.scene.image.path);
    ck_assert_uint_eq(lines->count, 5);
    ck_assert_str_eq(lines->at[0], first);
    ck_assert_str_eq(lines->at[1], "Model: Some Disk");
    ck_assert_str_eq(lines->at[2], "Serial number: S-1");
    ck_assert_str_eq(lines->at[3], "Size: 8 MiB (16384 sectors of 512 B)");
    ck_assert_str_eq(lines->at[4], "Table now: gpt, 3 partitions");
}
