/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_term.c - without a terminal that can show screens there are none */
#include "ui/term/term.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "support/refused.h"
#include "support/test.h"

/* In place of the C library's and of curses's: it knows no terminal at all. */
static bool is_terminal;
void *newterm(const char *type, FILE *out, FILE *in);

int isatty(int fd)
{
    (void)fd;
    return is_terminal;
}

void *newterm(const char *type, FILE *out, FILE *in)
{
    (void)type;
    (void)out;
    (void)in;
    return NULL;
}

static const struct {
    bool is_terminal;
    const char *name; /* TERM */
    enum refusal refusal;
    const char *words;
} rows[] = {
    { false, "xterm", REFUSAL_TERMINAL_TOO_SIMPLE, "(xterm) cannot show screens" },
    { true, "dumb", REFUSAL_TERMINAL_TOO_SIMPLE, "Try: alidade list" },
    { true, "xterm", REFUSAL_NO_TERMINFO, "set TERMINFO to its directory" },
};

TEST_EACH(what_shows_no_screens_is_refused, rows)
{
    const struct term_options options = { .rows = 24, .cols = 80 };
    struct err err = { 0 };

    is_terminal = rows[_i].is_terminal;
    ck_assert_int_eq(setenv("TERM", rows[_i].name, 1), 0);
    ck_assert_ptr_null(term_start(&options, &err));
    ck_assert_refused(&err, rows[_i].refusal);
    ck_assert_msg(strstr(err.text, rows[_i].words) != NULL, "%s", err.text);
}
