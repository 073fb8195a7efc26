/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_fix_stories.c - a person aligns a disk with its data in the wizard
 *
 * ALIDADE names the program, AT_WRITES the libraries at_writes.c and at_parted.c,
 * MAKE_CONTENT the script make_content.py. */
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/file.h>
#include <unistd.h>

#include "e2e/story.h"
#include "model/base/mem.h"
#include "support/fix_keys.h"
#include "support/test.h"

/* A file system and its end, both as old tools place them. */
static const char make_image[] =
    "PATH=$PATH:/usr/sbin:/sbin; truncate -s 64M disk.img && "
    "printf 'label: dos\\nstart=63,size=40960,type=83\\n' | sfdisk -q disk.img && "
    "truncate -s 20M fs.img && mke2fs -q -F -t ext4 -U "
    "3f1d8f0e-0f5a-4c2e-9f35-1c1f6a2b7d11 fs.img && "
    "dd if=fs.img of=disk.img bs=32256 seek=1 conv=notrunc status=none && "
    "cksum <fs.img >before.sfdisk && rm fs.img";

static const char is_moved[] =
    "tail -c +$((2048 * 512 + 1)) disk.img | head -c 20M | cksum | "
    "cmp -s - before.sfdisk";
static const char is_untouched[] =
    "tail -c +$((63 * 512 + 1)) disk.img | head -c 20M | cksum | "
    "cmp -s - before.sfdisk";

static void setup(void)
{
    story_begin("fix");
    ck_assert_int_eq(story_run(make_image), 0);
}

TEST_FIXTURE(setup, story_end);

static const struct {
    const char *term;
    int rows, cols;
} windows[] = {
    { "xterm-256color", 24, 80 },
    { "linux", 24, 80 },
    { "vt100", 12, 40 },
};

static void type_next(int at)
{
    story_types(fix_keys[at].keys, fix_keys[at].shows);
}

/* One key, then one Enter a step; keys that come too early are ignored. */
static void go_to_the_checks(void)
{
    story_sees("elp"); /* the menu, or the foot line of a small window */
    type_next(FIX_KEY_FOUND);
    type_next(FIX_KEY_PLAN);
    type_next(FIX_KEY_CHECKS);
    story_sees("ok ");
}

static void go_to_the_question(void)
{
    go_to_the_checks();
    type_next(FIX_KEY_QUESTION);
    story_listens("Type yes to move");
}

static void say_yes_and_leave(void)
{
    type_next(FIX_KEY_YES);
    type_next(FIX_KEY_GO);
    terminal_type(story.terminal, "qqQ");
    story_ends(0);
}

TEST_EACH(one_key_one_enter_a_step_and_yes_align_the_disk, windows)
{
    story_open(windows[_i].rows, windows[_i].cols, windows[_i].term);
    go_to_the_question();
    say_yes_and_leave();
    ck_assert_int_eq(story_run(is_moved), 0);
}

TEST(the_journal_can_be_in_a_file)
{
    CLEANUP(freep) char *path = xasprintf("f\025%s/old.img\r", story.folder);

    story_open(24, 80, "xterm-256color");
    go_to_the_checks();
    story_types(path, "--journal=");
    story_types("\r", "Type yes to move");
    story_sees("old.img");
    story_listens("Type yes to move");
    story_types("yes", "yes");
    story_types("\r", "is complete");
    story_sees("The file of the journal is removed:");
    terminal_type(story.terminal, "qqQ");
    story_ends(0);
    ck_assert_int_eq(story_run("[ ! -e old.img ]"), 0);
    ck_assert_int_eq(story_run(is_moved), 0);
}

TEST(a_rehearsal_that_takes_long_shows_how_far_it_is)
{
    story_open_with("READS_SLOW", "50000");
    go_to_the_checks();
    story_types(fix_keys[FIX_KEY_QUESTION].keys, "is rehearsed. q or Ctrl-C ends");
    story_listens("Type yes to move");
    say_yes_and_leave();
    ck_assert_int_eq(story_run(is_moved), 0);
}

TEST(what_is_typed_while_a_rehearsal_takes_long_is_told)
{
    story_open_with("READS_SLOW", "50000");
    go_to_the_checks();
    story_types(fix_keys[FIX_KEY_QUESTION].keys, "is rehearsed. q or Ctrl-C ends");
    terminal_type(story.terminal, "yes\r");
    story_sees("What was typed before this screen was shown is ignored.");
    story_listens("Type yes to move");
    story_types("\r", "step 3 of 3");
    terminal_type(story.terminal, "qqqqQ");
    story_ends(0);
    ck_assert_int_eq(story_run(is_untouched), 0);
}

TEST(anything_but_yes_goes_back_and_moves_nothing)
{
    story_open(24, 80, "xterm-256color");
    go_to_the_question();
    story_types("ye", "ye");
    story_types("\r", "step 3 of 3");
    terminal_type(story.terminal, "qqqqQ");
    story_ends(0);
    ck_assert_int_eq(story_run(is_untouched), 0);
}

TEST(a_yes_that_is_pasted_moves_nothing)
{
    story_open(24, 80, "xterm-256color");
    go_to_the_question();
    terminal_type(story.terminal, "\033[200~yes\r\033[201~");
    story_sees("What was pasted is ignored: yes has to be typed.");
    story_types("\r", "step 3 of 3");
    terminal_type(story.terminal, "qqqqQ");
    story_ends(0);
    ck_assert_int_eq(story_run(is_untouched), 0);
}

/* The real checker, before and after. */
TEST(the_file_system_is_checked_before_and_after)
{
    story_open(24, 80, "xterm-256color");
    go_to_the_checks();
    story_sees("Not marked dirty: 1 (ext4)");
    story_types("v", "e2fsck finds no errors");
    terminal_type(story.terminal, "\r");
    story_listens("Type yes to move");
    story_types("yes", "yes");
    story_types("\r", "is complete");
    story_types("v", "found no errors before the move");
    terminal_type(story.terminal, "qqQ");
    story_ends(0);
    ck_assert_int_eq(story_run(is_moved), 0);
}

/* The state of its superblock, as while it is mounted. */
static const char mark_dirty[] = "printf '\\000' | dd of=disk.img bs=1 seek=33338 "
                                 "conv=notrunc status=none";

/* GRUB's image is in the gap before the partition, which is not moved. */
static const char add_grub_before[] =
    "put() { printf \"$2\" | dd of=disk.img bs=1 seek=$1 conv=notrunc status=none; } && "
    "put 90 '\\000\\200\\001' && put 384 'GRUB Geom' && put 880 loading && "
    "put 1012 '\\002\\000\\000\\000\\000\\000\\000\\000\\012'";

TEST(a_dirty_file_system_is_named_and_not_refused)
{
    ck_assert_int_eq(story_run(add_grub_before), 0);
    ck_assert_int_eq(story_run(mark_dirty), 0);
    story_open(24, 80, "xterm-256color");
    go_to_the_checks();
    story_sees("!     Partition 1 (ext4) is marked dirty");
    terminal_type(story.terminal, "\r");
    story_listens("Type yes to move");
    story_types("yes", "yes");
    story_types("\r", "is complete");
    story_sees("Partition 1 (ext4) is still marked dirty");
    story_sees("GRUB's core image is not in what is moved: it starts as before.");
    terminal_type(story.terminal, "qqQ");
    story_ends(0);
}

static const char make_hanging[] =
    "printf '#!/bin/sh\nexec sleep 86399.5\n' >e2fsck && chmod +x e2fsck";
static const char is_asleep[] = "grep -qsz '^86399[.]5$' /proc/[0-9]*/cmdline";
/* The script becomes it a moment after it was started. */
static const char falls_asleep[] =
    "for i in $(seq 100); do grep -qsz '^86399[.]5$' /proc/[0-9]*/cmdline && exit 0; "
    "sleep 0.1; done; exit 1";

/* The keys stay alive; the checker is killed by its key, and by leaving the screen. */
TEST(a_checker_that_hangs_is_stopped)
{
    CLEANUP(freep) char *path = xasprintf("%s:%s", story.folder, getenv("PATH"));

    ck_assert_int_eq(story_run(make_hanging), 0);
    ck_assert_int_eq(setenv("PATH", path, 1), 0);
    story_open(24, 80, "xterm-256color");
    go_to_the_checks();
    story_types("v", "so far");
    story_types("j", "free space");
    story_types("v", "e2fsck was stopped");
    story_types("v", "so far");
    ck_assert_int_eq(story_run(falls_asleep), 0);
    story_types("q", "step 2 of 3");
    terminal_type(story.terminal, "qqqQ");
    story_ends(0);
    ck_assert_int_ne(story_run(is_asleep), 0);
    ck_assert_int_eq(story_run("rm e2fsck"), 0);
}

/* GRUB's image is in the partition, in the second sector of its boot block: after the
 * move it is not where the boot record says any more. */
static const char add_grub[] =
    "put() { printf \"$2\" | dd of=disk.img bs=1 seek=$1 conv=notrunc status=none; } && "
    "put 90 '\\000\\200\\100' && put 384 'GRUB Geom' && put 33136 loading && "
    "put 33268 '\\101\\000\\000\\000\\000\\000\\000\\000\\012'";

TEST(what_grub_needs_is_told_before_and_again_at_the_end)
{
    ck_assert_int_eq(story_run(add_grub), 0);
    story_open(24, 80, "xterm-256color");
    story_sees("elp");
    story_types("F", "step 1 of 3");
    story_types("\r", "step 2 of 3");
    story_types("\r", "step 3 of 3");
    story_sees("grub-install");
    story_types("\r", "Type yes to move");
    ck_assert(terminal_types_until(story.terminal, "\025@", "@"));
    terminal_type(story.terminal, "\025");
    story_types("yes", "yes");
    story_types("\r", "is complete");
    story_sees("grub-install");
    terminal_type(story.terminal, "qqQ");
    story_ends(0);
}

/* --- an editor that is killed, a disk that goes away or hangs --- */

static void say_yes(void)
{
    go_to_the_question();
    story_types("yes", "yes");
    terminal_type(story.terminal, "\r");
}

static void finish_what_was_begun(void)
{
    ck_assert_int_ne(story_run(is_moved), 0);
    story_sees("A move has not ended");
    story_types("f", "Type yes to move");
    story_listens("Type yes to move");
    story_types("yes", "yes");
    story_types("\r", "The move is complete");
    story_types("v", "e2fsck finds no errors");
    terminal_type(story.terminal, "qqQ");
    story_ends(0);
    ck_assert_int_eq(story_run(is_moved), 0);
}

static void finish_at_the_next_start(void)
{
    story_open(24, 80, "xterm-256color");
    finish_what_was_begun();
}

TEST(what_a_killed_editor_has_begun_is_finished_at_the_next_start)
{
    story_open_with("WRITES_KILL", "24");
    say_yes();
    ck_assert(terminal_reaches(story.terminal, TERMINAL_ENDED));
    ck_assert_int_eq(terminal_exit_code(story.terminal), 128 + SIGKILL);
    terminal_free(story.terminal);
    finish_at_the_next_start();
}

/* The first Enter leaves all as it is. */
TEST(a_table_that_was_changed_meanwhile_is_written_again_by_yes)
{
    story_open_with("WRITES_KILL", "24");
    say_yes();
    ck_assert(terminal_reaches(story.terminal, TERMINAL_ENDED));
    terminal_free(story.terminal);
    ck_assert_int_eq(story_run("printf '\\203' | dd of=disk.img bs=1 seek=498 "
                               "conv=notrunc status=none"),
                     0);
    story_open(12, 40, "vt100");
    story_sees("Changed by another program");
    story_types("\r", "moving");
    story_types("A", "Changed by another program");
    story_types("f", "Type yes to move");
    story_listens("Type yes to move");
    story_types("yes", "yes");
    story_types("\r", "is complete");
    terminal_type(story.terminal, "qqQ");
    story_ends(0);
    ck_assert_int_eq(story_run(is_moved), 0);
}

TEST(a_disk_that_goes_away_is_told_and_finished_at_the_next_start)
{
    story_open_with("WRITES_GONE", "12");
    say_yes();
    story_sees("The move has failed");
    story_sees("Moving data failed: Input/output error. 'alidade resume");
    story_types("?", "alidade help");
    story_types("q", "The move has failed");
    story_types("q", "a move is not complete");
    terminal_type(story.terminal, "qQ");
    story_ends(6);
    finish_at_the_next_start();
}

/* Keys are answered meanwhile. */
TEST(a_drive_that_hangs_is_told_and_the_move_stops_and_goes_on)
{
    CLEANUP(freep) char *gate = xasprintf("%s/gate.sfdisk", story.folder);

    ck_assert_int_eq(story_run("touch gate.sfdisk"), 0);
    ck_assert_int_eq(setenv("WRITES_GATE", gate, 1), 0);
    story_open_with("WRITES_HANG", "12");
    say_yes();
    story_sees("The drive has not answered for");
    ck_assert(terminal_points_at(story.terminal, "has not answered"));
    story_types("?", "go to the shell"); /* in the last row, which is drawn last */
    story_types("q", "Safe to unplug");
    story_types("\003", "y stops, any other key");
    story_types("y", "Stopping at the next safe point.");
    ck_assert_int_eq(story_run("rm gate.sfdisk"), 0);
    story_sees("The move has stopped");
    story_types("q", "a move is not complete");
    story_types("A", "A move has not ended");
    finish_what_was_begun();
}

/* A rehearsal waits for what is read in the background. */
static void wait_for_all_reads(void)
{
    story_sees("The drive was read at");
    terminal_type(story.terminal, "\r");
    story_listens("Type yes to move");
    story_types("\r", "step 3 of 3");
}

/* The rehearsal reads the disk. */
TEST(a_drive_that_hangs_before_the_question_is_told)
{
    CLEANUP(freep) char *gate = xasprintf("%s/gate.sfdisk", story.folder);

    ck_assert_int_eq(setenv("WRITES_GATE", gate, 1), 0);
    story_open_with("WRITES_STUCK", "1");
    go_to_the_checks();
    wait_for_all_reads();
    ck_assert_int_eq(story_run("touch gate.sfdisk"), 0);
    story_types("\r", "The drive has not answered for");
    ck_assert_int_eq(story_run("rm gate.sfdisk"), 0);
    story_sees("Type yes to move");
    story_listens("Type yes to move");
    story_types("\r", "step 3 of 3");
    terminal_type(story.terminal, "qqqqQ");
    story_ends(0);
    ck_assert_int_eq(story_run(is_untouched), 0);
}

/* Not the backup, which is a file elsewhere. */
TEST(a_drive_that_hangs_before_a_restore_is_named)
{
    CLEANUP(freep) char *gate = xasprintf("%s/gate.sfdisk", story.folder);
    CLEANUP(freep) char *path = xasprintf("\025%s/old.img\r", story.folder);

    ck_assert_int_eq(story_run("\"$ALIDADE\" backup disk.img old.img >/dev/null 2>&1"),
                     0);
    ck_assert_int_eq(setenv("WRITES_GATE", gate, 1), 0);
    story_open_with("WRITES_STUCK", "1");
    go_to_the_checks();
    wait_for_all_reads();
    story_types("qqq", "[Explain]");
    story_types("L", "Backup to restore:");
    ck_assert_int_eq(story_run("touch gate.sfdisk"), 0);
    story_types(path, "The drive has not answered for");
    story_types("q", "/disk.img has not answered yet: waiting");
    ck_assert_int_eq(story_run("rm gate.sfdisk"), 0);
    story_ends(0);
    ck_assert_int_eq(story_run(is_untouched), 0);
}

/* Ctrl-C ends the wait for it, and not the program. */
TEST(a_lock_of_another_program_is_told_before_the_question)
{
    int other = open(story.image, O_RDONLY | O_CLOEXEC);

    story_open(24, 80, "xterm-256color");
    go_to_the_checks();
    ck_assert_int_eq(flock(other, LOCK_EX), 0);
    story_types("\r", "which is tried again for 5 s");
    story_types("\003", "Another program holds the lock on");
    ck_assert_int_eq(flock(other, LOCK_UN), 0);
    story_types("\r", "Type yes to move");
    (void)close(other); /* it was only read */
    story_listens("Type yes to move");
    story_types("\r", "step 3 of 3");
    terminal_type(story.terminal, "qqqqQ");
    story_ends(0);
    ck_assert_int_eq(story_run(is_untouched), 0);
}

TEST(a_journal_that_cannot_be_removed_is_told_at_the_end)
{
    CLEANUP(freep) char *gate = xasprintf("%s/gate.sfdisk", story.folder);
    CLEANUP(freep) char *path = xasprintf("f\025%s/old.img\r", story.folder);

    ck_assert_int_eq(story_run("touch gate.sfdisk"), 0);
    ck_assert_int_eq(setenv("WRITES_GATE", gate, 1), 0);
    story_open_with("WRITES_HANG", "4");
    go_to_the_checks();
    story_types(path, "--journal=");
    terminal_type(story.terminal, "\r");
    story_listens("Type yes to move");
    story_types("yes", "yes");
    story_types("\r", "The drive has not answered for");
    ck_assert_int_eq(story_run("rm old.img && mkdir old.img && rm gate.sfdisk"), 0);
    story_sees("is complete");
    story_sees("The file of the journal could not be removed");
    story_sees("/old.img");
    terminal_type(story.terminal, "qqQ");
    story_ends(0);
    ck_assert_int_eq(story_run("rmdir old.img"), 0);
    ck_assert_int_eq(story_run(is_moved), 0);
}

/* --- what is no file system --- */

static const char make_containers[] =
    "put() { python3 \"$MAKE_CONTENT\" make $1 \"$PWD/$1.img\" $2 $3 && "
    "dd if=$1.img of=disk.img bs=512 seek=$3 conv=notrunc status=none && "
    "cksum <$1.img >$1.sfdisk && rm $1.img; } && PATH=$PATH:/usr/sbin:/sbin && "
    "rm disk.img && truncate -s 24M disk.img && printf 'label: "
    "dos\\nstart=63,size=26624\\n"
    "start=26687,size=4096,type=8e\\n' | sfdisk -q disk.img && "
    "put luks1 26624 63 && put lvm 4096 26687";
static const char are_containers_moved[] =
    "is() { dd if=disk.img of=$1.img bs=512 skip=$3 count=$2 status=none && "
    "cksum <$1.img | cmp - $1.sfdisk && "
    "python3 \"$MAKE_CONTENT\" check $1 \"$PWD/$1.img\" $2 $3 && rm $1.img; } && "
    "is luks1 26624 2048 && is lvm 4096 28672";

TEST(encrypted_volumes_and_members_of_lvm_are_moved)
{
    int code = story_run(make_containers);

    if (code == 77) /* it has said why */
        return;
    ck_assert_int_eq(code, 0);
    story_open(24, 80, "xterm-256color");
    go_to_the_question();
    say_yes_and_leave();
    ck_assert_int_eq(story_run(are_containers_moved), 0);
}

/* --- no plan --- */

static const char fill_disk[] =
    "tail -c +$((63 * 512 + 1)) disk.img | head -c 20M >old.img && "
    "dd if=old.img of=disk.img bs=512 seek=1 conv=notrunc status=none && "
    "printf 'label: dos\\nstart=1,size=131071\\n' | "
    "PATH=$PATH:/usr/sbin:/sbin sfdisk -q disk.img && cksum <disk.img >disk.sfdisk";

TEST(a_disk_without_space_for_a_plan_is_told_what_is_missing)
{
    ck_assert_int_eq(story_run(fill_disk), 0);
    story_open(24, 80, "xterm-256color");
    story_sees("elp");
    story_types("F", "step 1 of 3");
    story_types("\r", "does not fit before the end of the disk");
    story_types("\r", "2047 sectors are missing");
    story_types("q", "step 1 of 3");
    terminal_type(story.terminal, "qqQ");
    story_ends(0);
    ck_assert_int_eq(story_run("cksum <disk.img | cmp - disk.sfdisk"), 0);
}

int main(void)
{
    return terminal_run_tests();
}
