/* SPDX-License-Identifier: GPL-3.0-or-later */
/* terminfo.c - what terminfo tells of a terminal */
#include "ui/term/terminfo.h"

#include <curses.h>
#include <term.h>
#include <unistd.h>

bool terminfo_has(const char *name)
{
    const char *text = tigetstr(name);

    return text && text != (const char *)-1;
}

bool terminfo_knows(const char *terminal, const char *name)
{
    int found;

    if (setupterm(terminal, STDOUT_FILENO, &found) != OK)
        return false;
    bool is_known = terminfo_has(name);
    (void)del_curterm(cur_term); /* it is the one above */
    return is_known;
}
