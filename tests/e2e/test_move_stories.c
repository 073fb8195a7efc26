/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_move_stories.c - a person opens a disk on which a move has not ended
 *
 * ALIDADE names the program. */
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

/* Waits until the consent screen listens: keys that come too early are ignored. */
static void agree(void)
{
    story_sees("Type yes to move");
    ck_assert(terminal_types_until(story.terminal, "\025~", "~"));
    terminal_type(story.terminal, "\025");
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
    terminal_type(story.terminal, "q");
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
    terminal_type(story.terminal, "qq");
    story_ends(0);
}

TEST(nothing_happens_without_yes)
{
    story_open(24, 80, "xterm-256color");
    story_sees("A move has not ended");
    terminal_type(story.terminal, "f");
    story_sees("Type yes to move");
    ck_assert(terminal_types_until(story.terminal, "\025~", "~"));
    story_types("\r", "Nothing has been written.");
    story_types("q", "is being moved");
    ck_assert(is_interrupted());
    story_types("A", "A move has not ended");
    terminal_type(story.terminal, "qq");
    story_ends(0);
    ck_assert(is_interrupted());
}

int main(void)
{
    return terminal_run_tests();
}
