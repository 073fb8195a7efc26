/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_stories.c - a person looks at the legacy disk with the real program
 *
 * ALIDADE names the program. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "e2e/story.h"
#include "model/base/mem.h"
#include "support/test.h"

/* The arrow key as each of them sends it once the program has set its keypad, and as
 * others send it. */
static const struct {
    const char *name;
    const char *up, *other_up;
} terms[] = {
    { "xterm-256color", "\033OA", "\033[A" },
    { "linux", "\033[A", "\033OA" },
    { "vt100", "\033OA", "\033[A" },
};

static void setup(void)
{
    story_begin_demo("legacy");
}

TEST_FIXTURE(setup, story_end);

TEST_EACH(the_first_screen_answers_and_every_key_works, terms)
{
    story_open(24, 80, terms[_i].name);
    /* No key: what is off, by how much, where it should start. */
    story_sees("3 of 3 misaligned");
    story_sees("ntfs");
    story_sees("! +7 s");
    story_sees("204800000");
    story_sees("1912590336");
    story_sees("63 = 56 + 7");
    ck_assert(terminal_points_at(story.terminal, " > "));

    story_types("j", "> 2");
    ck_assert(terminal_points_at(story.terminal, " > "));
    story_types(terms[_i].up, "> 1");
    story_types("j", "> 2");
    story_types(terms[_i].other_up, "> 1");

    terminal_type(story.terminal, "+");
    ck_assert(terminal_misses(story.terminal, "whole disk, 1 cell"));
    story_types("0", "whole disk, 1 cell");

    story_types("\r", "7 x 4096 + 3584");
    story_sees("2048");
    story_types("q", "3 of 3 misaligned");

    story_types("?", "align all partitions with");
    story_types("2", "The selected row");
    story_types("/", "Find:");
    story_types("on the PLATTER\r", "512/577");
    story_types("/", "Find:");
    story_types("\025the disk id\r", "change the disk id");
    story_types("q", "3 of 3 misaligned");
    story_types("i", "1953525168");
    story_types("q", "3 of 3 misaligned");
    terminal_type(story.terminal, "qQ");
    story_ends(0);
}

/* Every kind of dialog, and back: what is pending is asked about before it is forgotten,
 * and the image stays as it was. */
TEST_EACH(a_table_is_edited_on_screen_and_forgotten, terms)
{
    story_open(24, 80, terms[_i].name);
    story_sees("swap  swap       ! +4 s"); /* contents come second */
    story_types("jjjm", "Another start");
    story_types("1912586504", "ok 4K");
    story_types("\r", "1 change pending");
    story_sees(">*5l 1912586504");
    story_types("jn", "New partition");
    story_types("1MiB\t\tswap", "Linux swap");
    story_types("\r", "2 changes pending");
    story_types("t/fat32", "Types with 'fat32'");
    story_types("\r", "3 changes pending");
    story_types("NjjjjjjjX", "Not possible");
    story_types("\0258GB swap, rest /\r", "6 changes pending");
    story_sees("all 2 aligned");
    story_types("u", "Undone: 3 changes");
    story_types("q", "not written");
    terminal_type(story.terminal, "Q");
    story_ends(0);
    story_open(24, 80, terms[_i].name);
    story_sees("3 of 3 misaligned");
    terminal_type(story.terminal, "qQ");
    story_ends(0);
}

/* Ctrl-Right, F12 and the end of a paste, as xterm sends them. */
TEST(a_key_without_a_meaning_types_no_letters)
{
    story_open(24, 80, "xterm-256color");
    story_sees("3 of 3 misaligned");
    story_types("\r", "7 x 4096 + 3584");
    story_types("\033[1;5q\033[24;9~\033[201~j", ">  2048");
    terminal_type(story.terminal, "qqQ");
    story_ends(0);
}

TEST(a_window_may_change_its_size_at_any_moment)
{
    story_open(24, 80, "xterm-256color");
    story_sees("3 of 3 misaligned");
    terminal_resize(story.terminal, 12, 40);
    story_sees("! 3 of 3");
    terminal_resize(story.terminal, 6, 28);
    story_sees("28x6 is too small");
    terminal_resize(story.terminal, 40, 100);
    story_sees("3 of 3 misaligned");
    story_types("\r", "7 x 4096 + 3584");
    terminal_resize(story.terminal, 24, 80);
    story_sees("7 x 4096 + 3584");
    terminal_type(story.terminal, "qqQ");
    story_ends(0);
}

/* As xterm reports it (ctlseqs: SGR mouse mode), with columns and rows from 1. */
TEST(a_mouse_selects_rows_and_presses_buttons)
{
    story_open(24, 80, "xterm-256color");
    story_sees("! +4 s");
    story_types("\033[<0;10;14M\033[<0;10;14m", "> 2");
    story_types("\033[<0;6;5M\033[<0;6;5m", "> 1");
    story_types("\033[<65;6;5M", "> 2");
    story_types("\033[<64;6;5M", "> 1");
    story_types("\033[<0;40;1M\033[<0;40;1m", "There is nothing to click");
    story_types("\033[<2;10;14M\033[<2;10;14m\033[<0;6;22M", "7 x 4096 + 3584");
    terminal_type(story.terminal, "qqQ");
    story_ends(0);
}

TEST_EACH(ctrl_z_gives_the_terminal_back_and_fg_comes_back, terms)
{
    story_open(24, 80, terms[_i].name);
    story_sees("3 of 3 misaligned");
    terminal_type(story.terminal, "\032");
    ck_assert(terminal_reaches(story.terminal, TERMINAL_STOPPED));
    ck_assert(terminal_is_cooked(story.terminal));
    ck_assert(!terminal_is_alternate(story.terminal));
    ck_assert(terminal_resume(story.terminal));
    story_types("j", "> 2");
    story_types("\f", "3 of 3 misaligned");
    terminal_type(story.terminal, "qQ");
    story_ends(0);
}

/* Ctrl-C leaves as q does. */
static const struct {
    int signal;
    int code;
} deaths[] = {
    { SIGTERM, 128 + SIGTERM },
    { SIGHUP, 128 + SIGHUP },
    { SIGINT, 0 },
};

TEST_EACH(a_signal_leaves_the_terminal_as_it_was, deaths)
{
    story_open(24, 80, "xterm-256color");
    story_sees("3 of 3 misaligned");
    terminal_signal(story.terminal, deaths[_i].signal);
    story_ends(deaths[_i].code);
}

TEST(an_unknown_terminal_is_taken_for_an_xterm)
{
    story_open(24, 80, "never-heard-of");
    story_sees("3 of 3 misaligned");
    terminal_type(story.terminal, "qQ");
    story_ends(0);
}

TEST(a_dumb_terminal_is_refused_with_a_sentence)
{
    story_open(24, 80, "dumb");
    story_sees("alidade list");
    story_ends(4);
}

TEST(a_disk_that_is_not_there_leaves_a_sentence)
{
    const char *const argv[] = { story_program(), "/nowhere/disk.img", NULL };
    story.terminal = terminal_start(24, 80, "xterm-256color", argv, NULL);

    story_sees("/nowhere/disk.img");
    story_ends(3);
}

/* Its line glyphs would be bytes of code page 437. */
TEST(ansi_draws_in_ascii)
{
    story_open(24, 80, "ansi");
    story_sees("+- Map - whole disk");
    terminal_type(story.terminal, "Q");
    story_ends(0);
}

/* A character there would move the cursor to the next line. */
TEST(ansi_leaves_the_last_column_alone)
{
    story_open(24, 80, "ansi");
    story_sees("+- Map - whole disk");
    for (int row = 0; row < 24; row++)
        ck_assert_uint_lt(strlen(terminal_row(story.terminal, row)), 80);
    ck_assert_uint_eq(strlen(terminal_row(story.terminal, 2)), 79);
    terminal_type(story.terminal, "Q");
    story_ends(0);
}

int main(void)
{
    return terminal_run_tests();
}
