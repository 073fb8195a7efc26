/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_consent_stories.c - what no number names is given up by a question of its own, in
 * the real program: what no table names, and a disk that belongs to something as a whole
 *
 * ALIDADE names the program. */
#include "e2e/story.h"
#include "support/test.h"

static void setup(void)
{
    story_begin("consent");
    ck_assert_int_eq(story_run("truncate -s 64M disk.img"), 0);
}

static const struct {
    const char *term;
    int rows, cols;
} windows[] = {
    { "xterm-256color", 24, 80 },
    { "linux", 24, 80 },
    { "vt100", 24, 80 },
    { "xterm-256color", 12, 40 },
};

TEST_FIXTURE(setup, story_end);

/* --- a write --- */

/* Code lies where a GPT has its header, which has no other place. */
static const char make_board[] =
    "PATH=$PATH:/usr/sbin:/sbin; printf 'label: dos\\nstart=8192, size=40960\\n' | "
    "sfdisk -q disk.img && printf 'Code of a loader' | "
    "dd of=disk.img bs=512 seek=1 conv=notrunc status=none";

static void question_is_refused_and_asked(void)
{
    terminal_type(story.terminal, "W");
    story_sees("o gives it");
    story_types("o", "(y/N)?");
}

TEST_EACH(a_loader_is_given_up_by_itself_and_for_one_write, windows)
{
    ck_assert_int_eq(story_run(make_board), 0);
    uint64_t before = story_sum();
    story_open(windows[_i].rows, windows[_i].cols, windows[_i].term);

    story_sees("elp");
    story_types("C", "Pending: convert");
    question_is_refused_and_asked();
    terminal_type(story.terminal, "\r");
    ck_assert(terminal_misses(story.terminal, "(y/N)?"));
    story_sees("o gives it");
    story_types("o", "(y/N)?");
    terminal_type(story.terminal, "y\r");
    story_listens("Type yes to write");
    story_types("no\r", "Nothing has been written.");
    question_is_refused_and_asked(); /* what was given up then counts no more */
    terminal_type(story.terminal, "\007q");
    story_types("u", "Undone: ");
    story_types("U", "Done again: ");
    question_is_refused_and_asked();
    terminal_type(story.terminal, "y\r");
    story_listens("Type yes to write");
    ck_assert_uint_eq(story_sum(), before);
    story_types("yes\r", "The table on the disk is the new");
    ck_assert_int_eq(story_run("! grep -q 'Code of a loader' disk.img"), 0);
    terminal_type(story.terminal, "qqQ");
    story_ends(0);
    ck_assert(story_passes("sfdisk --verify"));
    ck_assert(story_passes("sgdisk -v"));
}

/* --- a disk that belongs to something as a whole --- */

static const char make_member[] =
    "PATH=$PATH:/usr/sbin:/sbin; "
    "printf 'label: dos\nstart=2048,size=4096,type=83\nstart=8192,size=4096,type=83\n' | "
    "sfdisk -q disk.img && printf 'Intel Raid ISM Cfg Sig. 1.3.00' | "
    "dd of=disk.img bs=512 seek=131070 conv=notrunc status=none";

TEST_EACH(a_member_of_a_raid_is_changed_after_a_consent_of_its_own, windows)
{
    ck_assert_int_eq(story_run(make_member), 0);
    uint64_t before = story_sum();
    story_open(windows[_i].rows, windows[_i].cols, windows[_i].term);

    story_sees("elp");
    terminal_type(story.terminal, "d");
    story_types("o", "(y/N)?");
    terminal_type(story.terminal, "\r");
    ck_assert(terminal_misses(story.terminal, "(y/N)?"));
    terminal_type(story.terminal, "d");
    story_types("o", "(y/N)?");
    ck_assert(terminal_misses(story.terminal, "Pending: "));
    story_types("y\r", "can be changed now");
    story_types("d", "Pending: delete");
    terminal_type(story.terminal, "W");
    story_listens("Type yes to write");
    story_sees("is a member of"); /* an empty partition is no loss: it comes first */
    ck_assert_uint_eq(story_sum(), before);
    story_types("yes\r", "The table on the disk is the new");
    ck_assert_int_eq(story_run("grep -q 'Intel Raid' disk.img"), 0);
    terminal_type(story.terminal, "qqQ");
    story_ends(0);
    ck_assert(story_passes("sfdisk --verify"));
}

/* --- the wizard --- */

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
/* One key, then one Enter a step; keys that come too early are ignored. */
static void go_to_the_checks(void)
{
    story_sees("elp"); /* the menu, or the foot line of a small window */
    story_types("F", "step 1 of 3");
    story_types("\r", "step 2 of 3");
    story_types("\r", "step 3 of 3");
    story_sees("ok ");
}

static void say_yes_and_leave(void)
{
    story_types("yes", "yes");
    story_types("\r", "is complete");
    terminal_type(story.terminal, "qqQ");
    story_ends(0);
}

/* A sector of something else, right behind the file system. */
static const char lose_sector[] =
    "printf 'VMDB of a dynamic disk' | "
    "dd of=disk.img bs=512 seek=41023 conv=notrunc status=none && "
    "tail -c +$((41023 * 512 + 1)) disk.img | head -c 512 >lost.sfdisk";
static const char is_sector_kept[] =
    "tail -c +$((41023 * 512 + 1)) disk.img | head -c 512 | cmp - lost.sfdisk && "
    "tail -c +$((56 * 512 + 1)) disk.img | head -c 20M | cksum | cmp -s - before.sfdisk";

TEST(the_plan_goes_around_what_no_table_names)
{
    ck_assert_int_eq(story_run(make_image), 0);
    ck_assert_int_eq(story_run(lose_sector), 0);
    story_open(24, 80, "xterm-256color");
    go_to_the_checks();
    terminal_type(story.terminal, "\r");
    story_listens("Type yes to move");
    story_sees("63 -> 56");
    say_yes_and_leave();
    ck_assert_int_eq(story_run(is_sector_kept), 0);
}

/* Neither side is free. */
static const char fill_gap[] = "printf 'A loader that nobody knows.' | "
                               "dd of=disk.img bs=512 seek=60 conv=notrunc status=none "
                               "&& cksum <disk.img >disk.sfdisk";

TEST(what_would_go_there_stays_with_the_reason)
{
    ck_assert_int_eq(story_run(make_image), 0);
    ck_assert_int_eq(story_run(lose_sector), 0);
    ck_assert_int_eq(story_run(fill_gap), 0);
    story_open(24, 80, "xterm-256color");
    story_sees("elp");
    story_types("F", "step 1 of 3");
    story_types("\r", "1 partition has to stay");
    story_sees("the database of a Windows dynamic disk");
    story_types("j", "o give up");
    story_types("o", "dynamic disk: give it up (y/N)?");
    terminal_type(story.terminal, "\r");
    ck_assert(terminal_misses(story.terminal, "(y/N)?"));
    story_sees("1 partition has to stay");
    terminal_type(story.terminal, "qqqQ");
    story_ends(0);
    ck_assert_int_eq(story_run("cksum <disk.img | cmp - disk.sfdisk"), 0);
}

/* The plan is made again with what was given up, and the question repeats it. */
TEST(what_would_go_there_is_given_up_by_a_key)
{
    ck_assert_int_eq(story_run(make_image), 0);
    ck_assert_int_eq(story_run(lose_sector), 0);
    ck_assert_int_eq(story_run(fill_gap), 0);
    story_open(24, 80, "xterm-256color");
    story_sees("elp");
    story_types("F", "step 1 of 3");
    story_types("\r", "o gives it up");
    story_types("o", "dynamic disk: give it up (y/N)?");
    story_types("y\r", "1 step, 20 MiB of data");
    story_types("\r", "step 3 of 3");
    story_sees("--lose=@41023");
    terminal_type(story.terminal, "\r");
    story_sees("Sector 41023 holds the database");
    story_listens("Type yes to move");
    say_yes_and_leave();
    ck_assert_int_eq(story_run(is_moved), 0);
}

int main(void)
{
    return terminal_run_tests();
}
