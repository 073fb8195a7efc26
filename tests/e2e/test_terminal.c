/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_terminal.c - the terminal of the stories shows, stops, continues and reports */
#include "e2e/terminal.h"

#include <stdio.h>
#include <stdlib.h>

#include "support/test.h"

TEST(a_shell_script_is_seen_stopped_continued_and_ended)
{
    const char *const argv[] = {
        "/bin/sh",
        "-c",
        "printf '\\033[2Jone\\033[5b\\n'; read line; echo \"got $line\";"
        " kill -TSTP $$; stty -icanon; echo back; read line; stty icanon; exit 7",
        NULL,
    };
    struct terminal *terminal = terminal_start(5, 20, "xterm", argv, NULL);

    ck_assert(terminal_sees(terminal, "oneeeeee"));
    ck_assert(terminal_is_cooked(terminal));
    terminal_type(terminal, "word\n");
    ck_assert(terminal_sees(terminal, "got word"));
    ck_assert(terminal_reaches(terminal, TERMINAL_STOPPED));
    ck_assert(terminal_resume(terminal));
    ck_assert(terminal_sees(terminal, "back"));
    terminal_type(terminal, "\n");
    ck_assert(terminal_reaches(terminal, TERMINAL_ENDED));
    ck_assert_int_eq(terminal_exit_code(terminal), 7);
    terminal_free(terminal);
}

TEST(line_drawing_and_the_other_screen_are_understood)
{
    const char *const argv[] = {
        "/bin/sh",
        "-c",
        "printf '\\033[?1049h\\033)0\\016lqk\\017 \\033[?25l'; read line;"
        " printf '\\033[?1049l\\033[?25h'",
        NULL,
    };
    struct terminal *terminal = terminal_start(5, 20, "vt100", argv, NULL);

    ck_assert(terminal_sees(terminal, "┌─┐"));
    ck_assert(terminal_is_alternate(terminal));
    ck_assert(!terminal_is_cursor_visible(terminal));
    terminal_resize(terminal, 10, 40);
    terminal_type(terminal, "\n");
    ck_assert(terminal_reaches(terminal, TERMINAL_ENDED));
    ck_assert(!terminal_is_alternate(terminal));
    ck_assert(terminal_is_cursor_visible(terminal));
    terminal_free(terminal);
}

/* A program that has set a scrolling region scrolls it before it has heard of the new
 * size. */
TEST(what_is_drawn_for_the_former_size_does_no_harm)
{
    const char *const argv[] = {
        "/bin/sh",
        "-c",
        "printf '\\033[15;20rset'; read line; printf '\\033[Sscrolled'",
        NULL,
    };
    struct terminal *terminal = terminal_start(24, 80, "xterm", argv, NULL);

    ck_assert(terminal_sees(terminal, "set"));
    terminal_resize(terminal, 6, 28);
    terminal_type(terminal, "\n");
    ck_assert(terminal_sees(terminal, "scrolled"));
    ck_assert(terminal_reaches(terminal, TERMINAL_ENDED));
    terminal_free(terminal);
}

int main(void)
{
    return terminal_run_tests();
}
