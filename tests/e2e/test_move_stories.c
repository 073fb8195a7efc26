/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_move_stories.c - a person opens a disk on which a move has not ended
 *
 * ALIDADE names the program, AT_WRITES the library at_writes.c. */
#include <stdlib.h>

#include "e2e/story.h"
#include "model/base/mem.h"
#include "support/test.h"

static void setup(void)
{
    story_begin("move");
    ck_assert_int_eq(story_run("mv \"$(XDG_RUNTIME_DIR= TMPDIR=\"$PWD\" \"$ALIDADE\" "
                               "demo interrupted --no-open)\" disk.img"),
                     0);
}

TEST_FIXTURE(setup, story_end);

static void agree(void)
{
    story_listens("Type yes to move");
    story_types("yes", "yes");
    terminal_type(story.terminal, "\r");
}

/* True if the move is as far as at the beginning. */
static bool is_interrupted(void)
{
    return story_run("\"$ALIDADE\" resume --status disk.img | grep -q '5[0-9] %'") == 0;
}

static const struct {
    const char *term;
    int rows, cols;
    bool compares; /* all data, which takes its time */
} windows[] = {
    { "xterm-256color", 24, 80, true },
    { "linux", 24, 80, false },
    { "vt100", 24, 80, false },
    { "xterm-256color", 12, 40, false },
};

/* What the command makes of the same image is what the screen has made. */
static const char same_data[] =
    "XDG_STATE_HOME=\"$PWD/state\" \"$ALIDADE\" resume --yes old.img >/dev/null && "
    "cmp -i 28672 -n 106896384 disk.img old.img && "
    "cmp -i 106926080 -n 542868480 disk.img old.img";

TEST_EACH(what_was_interrupted_is_finished, windows)
{
    if (windows[_i].compares)
        ck_assert_int_eq(story_run("cp --sparse=always disk.img old.img"), 0);
    story_open(windows[_i].rows, windows[_i].cols, windows[_i].term);
    story_sees("A move has not ended");
    story_sees("Finish: move what is left");
    terminal_type(story.terminal, "\r");
    agree();
    story_sees("The move is complete");
    story_types("q", "208840");
    terminal_type(story.terminal, "qQ");
    story_ends(0);
    ck_assert_int_ne(story_run("\"$ALIDADE\" check disk.img | grep -q 'being moved'"), 0);
    ck_assert_int_eq(story_run("grep -q 'all steps are done' state/alidade/alidade.log"),
                     0);
    if (windows[_i].compares)
        ck_assert_int_eq(story_run(same_data), 0);
}

TEST(it_is_taken_back)
{
    story_open(24, 80, "xterm-256color");
    story_sees("Take back: to its old start");
    story_types("t", "Take the move back");
    agree();
    story_sees("The move is taken back");
    story_sees("208845 = 208840 + 5"); /* on the ruler */
    terminal_type(story.terminal, "qqQ");
    story_ends(0);
}

TEST(nothing_happens_without_yes)
{
    story_open(24, 80, "xterm-256color");
    story_sees("A move has not ended");
    terminal_type(story.terminal, "f");
    story_sees("Type yes to move");
    ck_assert(terminal_types_until(story.terminal, "\025@", "@"));
    story_types("\r", "Nothing has been written.");
    story_types("q", "A goes on with it, or takes it back");
    story_types("F", "can be changed meanwhile. A goes on with it");
    ck_assert(is_interrupted());
    story_types("A", "A move has not ended");
    terminal_type(story.terminal, "qqQ");
    story_ends(0);
    ck_assert(is_interrupted());
}

/* --- a drive that does not answer --- */

/* KEY has the disk read, when nothing else reads it. */
static void hang_at(const char *key)
{
    CLEANUP(freep) char *gate = xasprintf("%s/gate.sfdisk", story.folder);

    ck_assert_int_eq(setenv("WRITES_GATE", gate, 1), 0);
    story_open_with("WRITES_STUCK", "1");
    story_sees("Finish: move what is left");
    story_types("q", "A goes on with it, or takes it back");
    ck_assert_int_eq(story_run("touch gate.sfdisk"), 0);
    story_types(key, "The drive has not answered for");
}

TEST(a_drive_that_does_not_answer_a_look_is_told_until_it_does)
{
    hang_at("A");
    ck_assert_int_eq(story_run("rm gate.sfdisk"), 0);
    ck_assert(terminal_misses(story.terminal, "not answered"));
    story_sees("Finish: move what is left");
    terminal_type(story.terminal, "qqQ");
    story_ends(0);
    ck_assert(is_interrupted());
}

static const char *const leaving[] = { "q", "\003" };

TEST_EACH(a_drive_that_does_not_answer_a_look_can_be_left, leaving)
{
    hang_at("A");
    story_types(leaving[_i], "has not answered yet: waiting");
    ck_assert(!terminal_is_alternate(story.terminal));
    story_sees("It still hangs");
    story_ends(0);
    ck_assert_int_eq(story_run("rm gate.sfdisk"), 0);
    ck_assert(is_interrupted());
}

TEST(a_drive_that_does_not_answer_while_it_is_opened_is_told)
{
    hang_at("R");
    ck_assert_int_eq(story_run("rm gate.sfdisk"), 0);
    story_sees("Everything was read again.");
    terminal_type(story.terminal, "qQ");
    story_ends(0);
    ck_assert(is_interrupted());
}

TEST(a_drive_that_does_not_answer_while_it_is_opened_can_be_left)
{
    hang_at("R");
    story_types("q", "has not answered yet: waiting");
    ck_assert_int_eq(story_run("rm gate.sfdisk"), 0);
    story_ends(0);
    ck_assert(is_interrupted());
}

/* --- before the table has an entry --- */

/* The journal in free space is complete, and the fix is killed before the next write. */
static const char begin_only[] =
    "PATH=$PATH:/usr/sbin:/sbin; rm disk.img && truncate -s 24M disk.img && printf "
    "'label: dos\\nstart=63,size=16384\\n' | sfdisk -q disk.img && truncate -s 8M "
    "old.img "
    "&& mke2fs -q -F -t ext4 old.img && dd if=old.img of=disk.img bs=512 seek=63 "
    "conv=notrunc status=none && rm old.img && head -c 8420864 disk.img | cksum "
    ">before.sfdisk && "
    "WRITES_TO=$PWD/disk.img WRITES_KILL=5 XDG_STATE_HOME=$PWD/state "
    "ASAN_OPTIONS=$ASAN_OPTIONS:verify_asan_link_order=0 LD_PRELOAD=$AT_WRITES "
    "\"$ALIDADE\" fix --yes disk.img >/dev/null 2>&1; test $? = 137";

TEST(a_plan_that_nothing_on_the_disk_leads_to_is_shown_first)
{
    ck_assert_int_eq(story_run(begin_only), 0);
    story_open(24, 80, "xterm-256color");
    story_sees("A move has not ended");
    story_sees("Take back: forget the plan");
    terminal_type(story.terminal, "t");
    agree();
    story_sees("The move is taken back");
    story_types("q", "1 of 1 misaligned");
    terminal_type(story.terminal, "qQ");
    story_ends(0);
    ck_assert_int_eq(story_run("head -c 8420864 disk.img | cksum | cmp - before.sfdisk"),
                     0);
    ck_assert_int_ne(story_run("\"$ALIDADE\" check disk.img | grep 'being moved'"), 0);
}

/* --- between two moves, with the journal in a file --- */

static const char make_two[] =
    "PATH=$PATH:/usr/sbin:/sbin; rm disk.img && truncate -s 24M disk.img && printf "
    "'label: dos\\n"
    "start=63,size=16384\\nstart=16447,size=16384\\n' | sfdisk -q disk.img && "
    "truncate -s 8M old.img && mke2fs -q -F -t ext4 old.img && for at in 63 16447; do "
    "dd if=old.img of=disk.img bs=512 seek=$at conv=notrunc status=none || exit 1; done "
    "&& "
    "cksum <old.img >before.sfdisk && rm old.img";

/* The second partition is moved first.  It is killed instead of its first write to the
 * other one: no guard is on the disk. */
static const char move_one[] =
    "WRITES_TO=$PWD/disk.img WRITES_KILL_AT=$((65 * 512)) XDG_STATE_HOME=$PWD/state "
    "ASAN_OPTIONS=$ASAN_OPTIONS:verify_asan_link_order=0 LD_PRELOAD=$AT_WRITES "
    "\"$ALIDADE\" "
    "fix --yes --to=nudge --journal=old.img disk.img >/dev/null 2>&1; test $? = 137";

static const char are_moved[] =
    "for at in 64 16448; do tail -c +$((at * 512 + 1)) disk.img | head -c 8M | "
    "cksum | cmp -s - before.sfdisk || exit 1; done && test ! -e old.img";

static void begin_two(void)
{
    ck_assert_int_eq(story_run(make_two), 0);
    ck_assert_int_eq(story_run(move_one), 0);
    ck_assert_int_ne(story_run("\"$ALIDADE\" list disk.img | grep -q 'being moved'"), 0);
}

TEST(a_journal_in_a_file_is_remembered_between_two_moves)
{
    begin_two();
    story_open(24, 80, "xterm-256color");
    story_sees("A move has not ended");
    story_sees("old.img");
    story_sees("Does the steps that are left.");
    terminal_type(story.terminal, "f");
    agree();
    story_sees("The move is complete");
    terminal_type(story.terminal, "qqQ");
    story_ends(0);
    ck_assert_int_eq(story_run(are_moved), 0);
}

TEST(what_is_left_is_dropped_between_two_moves)
{
    begin_two();
    story_open(24, 80, "xterm-256color");
    story_sees("A move has not ended");
    story_types("j", "Drops the steps that are left.");
    terminal_type(story.terminal, "\r");
    agree();
    story_sees("The move is taken back");
    terminal_type(story.terminal, "qqQ");
    story_ends(0);
    ck_assert_int_ne(story_run(are_moved), 0);
    ck_assert_int_eq(story_run("test ! -e old.img"), 0);
}

int main(void)
{
    return terminal_run_tests();
}
