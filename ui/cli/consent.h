/* SPDX-License-Identifier: GPL-3.0-or-later */
/* consent.h - a typed yes before anything is written */
#ifndef ALIDADE_UI_CLI_CONSENT_H
#define ALIDADE_UI_CLI_CONSENT_H

enum consent {
    CONSENT_GIVEN,
    CONSENT_DENIED,
    CONSENT_NOBODY, /* there is no terminal to ask on */
};

/* Asks on the terminal, also where standard input is a script.  What a person agrees to
 * must have been visible: without a terminal for its output there is no question, and
 * keys typed before it, or sooner than CONSENT_DELAY_MS after it, are discarded. */
enum consent consent_ask(void);

#endif
