/* SPDX-License-Identifier: GPL-3.0-or-later */
/* terminfo.h - what terminfo tells of a terminal; term.h of curses has a struct term of
 * its own
 */
#ifndef ALIDADE_UI_TERM_TERMINFO_H
#define ALIDADE_UI_TERM_TERMINFO_H

#include <stdbool.h>

/* True if the present terminal has the string NAME. */
bool terminfo_has(const char *name);
/* True if the one called TERMINAL has the string NAME; before there is a screen. */
bool terminfo_knows(const char *terminal, const char *name);

#endif
