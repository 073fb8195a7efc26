/* SPDX-License-Identifier: GPL-3.0-or-later */
/* terminal.h - a terminal with a person at it: runs a program, types, reads the screen */
#ifndef ALIDADE_TESTS_TERMINAL_H
#define ALIDADE_TESTS_TERMINAL_H

#include <stdbool.h>
#include <stddef.h>

struct terminal;

enum terminal_state {
    TERMINAL_RUNNING,
    TERMINAL_STOPPED, /* suspended: a shell would have the terminal now */
    TERMINAL_ENDED,
};

/* Runs the tests of the program, or skips them where the system has no pseudo-terminals.
 * Returns main's exit status. */
int terminal_run_tests(void);

/* Starts ARGV (NULL-terminated) on a new pty of that size under TERM=term.  ENV holds
 * further "NAME=value" settings, NULL-terminated, or is NULL.  Fails the test where that
 * cannot be done. */
struct terminal *terminal_start(int rows, int cols, const char *term,
                                const char *const *argv, const char *const *env);
/* Kills what still runs and frees. */
void terminal_free(struct terminal *terminal);

void terminal_type(struct terminal *terminal, const char *keys);
void terminal_resize(struct terminal *terminal, int rows, int cols);
void terminal_signal(struct terminal *terminal, int signal);
/* What a shell does on fg; returns when the program has the keyboard again, false after
 * 20 s without. */
bool terminal_resume(struct terminal *terminal);

/* Reads what the program sends until TEXT is on the screen; false after 20 s without. */
bool terminal_sees(struct terminal *terminal, const char *text);
/* The same, and types KEYS repeatedly meanwhile: for a program that ignores keys at
 * first. */
bool terminal_types_until(struct terminal *terminal, const char *keys, const char *text);
/* The same until TEXT is gone. */
bool terminal_misses(struct terminal *terminal, const char *text);
/* Until the program is in STATE. */
bool terminal_reaches(struct terminal *terminal, enum terminal_state state);

/* One row of the screen as UTF-8, right-trimmed; valid until the next call. */
const char *terminal_row(struct terminal *terminal, int row);
/* The whole screen, for messages; free(). */
char *terminal_dump(struct terminal *terminal);
/* Reads until TEXT is in the row of the hardware cursor; false after 20 s without. */
bool terminal_points_at(struct terminal *terminal, const char *text);
bool terminal_is_cursor_visible(const struct terminal *terminal);
bool terminal_is_alternate(const struct terminal *terminal);
/* True where line editing and echo are on, as a shell expects to find them. */
bool terminal_is_cooked(const struct terminal *terminal);
/* Bytes the program has sent so far. */
size_t terminal_bytes(const struct terminal *terminal);
/* Exit code after TERMINAL_ENDED; 128 + signal where one ended it. */
int terminal_exit_code(const struct terminal *terminal);

#endif
