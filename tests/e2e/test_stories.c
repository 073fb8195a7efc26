/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_stories.c - a person looks at the legacy disk with the real program
 *
 * ALIDADE names the program. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "e2e/terminal.h"
#include "model/base/mem.h"
#include "support/test.h"

static char image[512]; /* the demo disk, made once for all stories */

static const char *program(void)
{
    const char *path = getenv("ALIDADE");

    ck_assert_msg(path, "ALIDADE must name the program");
    return path;
}

static void make_image(void)
{
    char *command = xasprintf("%s demo legacy --no-open 2>/dev/null", program());
    FILE *pipe = popen(command, "r");

    ck_assert_ptr_nonnull(pipe);
    ck_assert_ptr_nonnull(fgets(image, sizeof(image), pipe));
    image[strcspn(image, "\n")] = '\0';
    ck_assert_int_eq(pclose(pipe), 0);
    ck_assert_int_eq(access(image, R_OK), 0);
    free(command);
}

static void remove_image(void)
{
    ck_assert_int_eq(unlink(image), 0);
}

static struct terminal *open_image(int rows, int cols, const char *term)
{
    const char *const argv[] = { program(), image, NULL };
    const char *const env[] = { "LC_ALL=C.UTF-8", NULL };

    return terminal_start(rows, cols, term, argv, env);
}

static void ends_well(struct terminal *terminal, int code)
{
    ck_assert(terminal_reaches(terminal, TERMINAL_ENDED));
    ck_assert_int_eq(terminal_exit_code(terminal), code);
    ck_assert(terminal_is_cooked(terminal));
    ck_assert(!terminal_is_alternate(terminal));
    ck_assert(terminal_is_cursor_visible(terminal));
    terminal_free(terminal);
}

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

TEST_FIXTURE(make_image, remove_image);

TEST_EACH(the_first_screen_answers_and_every_key_works, terms)
{
    struct terminal *terminal = open_image(24, 80, terms[_i].name);

    /* No key: what is off, by how much, where it should start. */
    ck_assert(terminal_sees(terminal, "3 of 3 misaligned"));
    ck_assert(terminal_sees(terminal, "ntfs"));
    ck_assert(terminal_sees(terminal, "! +7 s"));
    ck_assert(terminal_sees(terminal, "204796616"));
    ck_assert(terminal_sees(terminal, "1912586504"));
    ck_assert(terminal_sees(terminal, "63 = 56 + 7"));
    ck_assert(terminal_points_at(terminal, " > "));

    terminal_type(terminal, "j");
    ck_assert(terminal_sees(terminal, "> 2"));
    ck_assert(terminal_points_at(terminal, " > "));
    terminal_type(terminal, terms[_i].up);
    ck_assert(terminal_sees(terminal, "> 1"));
    terminal_type(terminal, "j");
    ck_assert(terminal_sees(terminal, "> 2"));
    terminal_type(terminal, terms[_i].other_up);
    ck_assert(terminal_sees(terminal, "> 1"));

    terminal_type(terminal, "+");
    ck_assert(terminal_misses(terminal, "whole disk, 1 cell"));
    terminal_type(terminal, "0");
    ck_assert(terminal_sees(terminal, "whole disk, 1 cell"));

    terminal_type(terminal, "\r");
    ck_assert(terminal_sees(terminal, "7 x 4096 + 3584"));
    ck_assert(terminal_sees(terminal, "2048"));
    terminal_type(terminal, "q");
    ck_assert(terminal_sees(terminal, "3 of 3 misaligned"));

    terminal_type(terminal, "?");
    ck_assert(terminal_sees(terminal, "Ctrl-L"));
    terminal_type(terminal, "2");
    ck_assert(terminal_sees(terminal, "512"));
    terminal_type(terminal, "q");
    ck_assert(terminal_sees(terminal, "3 of 3 misaligned"));
    terminal_type(terminal, "i");
    ck_assert(terminal_sees(terminal, "1953525168"));
    terminal_type(terminal, "q");
    ck_assert(terminal_sees(terminal, "3 of 3 misaligned"));
    terminal_type(terminal, "q");
    ends_well(terminal, 0);
}

/* Every kind of dialog, and back: what is pending is asked about before it is forgotten,
 * and the image stays as it was. */
TEST_EACH(a_table_is_edited_on_screen_and_forgotten, terms)
{
    struct terminal *terminal = open_image(24, 80, terms[_i].name);

    ck_assert(terminal_sees(terminal, "swap ! +4 s")); /* contents come second */
    terminal_type(terminal, "jjjm");
    ck_assert(terminal_sees(terminal, "Another start"));
    terminal_type(terminal, "1912586504");
    ck_assert(terminal_sees(terminal, "ok 4K"));
    terminal_type(terminal, "\r");
    ck_assert(terminal_sees(terminal, "1 change pending"));
    ck_assert(terminal_sees(terminal, ">*5l 1912586504"));
    terminal_type(terminal, "jn");
    ck_assert(terminal_sees(terminal, "New partition"));
    terminal_type(terminal, "1MiB\t\tswap");
    ck_assert(terminal_sees(terminal, "Linux swap"));
    terminal_type(terminal, "\r");
    ck_assert(terminal_sees(terminal, "2 changes pending"));
    terminal_type(terminal, "t/fat32");
    ck_assert(terminal_sees(terminal, "Types with \"fat32\""));
    terminal_type(terminal, "\r");
    ck_assert(terminal_sees(terminal, "3 changes pending"));
    terminal_type(terminal, "NjjjjjX");
    ck_assert(terminal_sees(terminal, "Not possible"));
    terminal_type(terminal, "\0258GB swap, rest /\r");
    ck_assert(terminal_sees(terminal, "6 changes pending"));
    ck_assert(terminal_sees(terminal, "all 2 aligned"));
    terminal_type(terminal, "uuu");
    ck_assert(terminal_sees(terminal, "3 changes pending"));
    terminal_type(terminal, "q");
    ck_assert(terminal_sees(terminal, "not written"));
    terminal_type(terminal, "Q");
    ends_well(terminal, 0);
    terminal = open_image(24, 80, terms[_i].name);
    ck_assert(terminal_sees(terminal, "3 of 3 misaligned"));
    terminal_type(terminal, "q");
    ends_well(terminal, 0);
}

/* Ctrl-Right, F12 and the end of a paste, as xterm sends them. */
TEST(a_key_without_a_meaning_types_no_letters)
{
    struct terminal *terminal = open_image(24, 80, "xterm-256color");

    ck_assert(terminal_sees(terminal, "3 of 3 misaligned"));
    terminal_type(terminal, "\r");
    ck_assert(terminal_sees(terminal, "7 x 4096 + 3584"));
    terminal_type(terminal, "\033[1;5q\033[24;9~\033[201~j");
    ck_assert(terminal_sees(terminal, ">  2048"));
    terminal_type(terminal, "qq");
    ends_well(terminal, 0);
}

TEST(a_window_may_change_its_size_at_any_moment)
{
    struct terminal *terminal = open_image(24, 80, "xterm-256color");

    ck_assert(terminal_sees(terminal, "3 of 3 misaligned"));
    terminal_resize(terminal, 12, 40);
    ck_assert(terminal_sees(terminal, "! 3 of 3"));
    terminal_resize(terminal, 6, 28);
    ck_assert(terminal_sees(terminal, "28x6 is too small"));
    terminal_resize(terminal, 40, 100);
    ck_assert(terminal_sees(terminal, "3 of 3 misaligned"));
    terminal_type(terminal, "\r");
    ck_assert(terminal_sees(terminal, "7 x 4096 + 3584"));
    terminal_resize(terminal, 24, 80);
    ck_assert(terminal_sees(terminal, "7 x 4096 + 3584"));
    terminal_type(terminal, "qq");
    ends_well(terminal, 0);
}

TEST_EACH(ctrl_z_gives_the_terminal_back_and_fg_comes_back, terms)
{
    struct terminal *terminal = open_image(24, 80, terms[_i].name);

    ck_assert(terminal_sees(terminal, "3 of 3 misaligned"));
    terminal_type(terminal, "\032");
    ck_assert(terminal_reaches(terminal, TERMINAL_STOPPED));
    ck_assert(terminal_is_cooked(terminal));
    ck_assert(!terminal_is_alternate(terminal));
    ck_assert(terminal_resume(terminal));
    terminal_type(terminal, "j");
    ck_assert(terminal_sees(terminal, "> 2"));
    terminal_type(terminal, "\f");
    ck_assert(terminal_sees(terminal, "3 of 3 misaligned"));
    terminal_type(terminal, "q");
    ends_well(terminal, 0);
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
    struct terminal *terminal = open_image(24, 80, "xterm-256color");

    ck_assert(terminal_sees(terminal, "3 of 3 misaligned"));
    terminal_signal(terminal, deaths[_i].signal);
    ends_well(terminal, deaths[_i].code);
}

TEST(an_unknown_terminal_is_taken_for_an_xterm)
{
    struct terminal *terminal = open_image(24, 80, "never-heard-of");

    ck_assert(terminal_sees(terminal, "3 of 3 misaligned"));
    terminal_type(terminal, "q");
    ends_well(terminal, 0);
}

TEST(a_dumb_terminal_is_refused_with_a_sentence)
{
    struct terminal *terminal = open_image(24, 80, "dumb");

    ck_assert(terminal_sees(terminal, "alidade list"));
    ends_well(terminal, 4);
}

TEST(a_disk_that_is_not_there_leaves_a_sentence)
{
    const char *const argv[] = { program(), "/nowhere/disk.img", NULL };
    struct terminal *terminal = terminal_start(24, 80, "xterm-256color", argv, NULL);

    ck_assert(terminal_sees(terminal, "/nowhere/disk.img"));
    ends_well(terminal, 3);
}

int main(void)
{
    return terminal_run_tests();
}
