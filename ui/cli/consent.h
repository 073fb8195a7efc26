/* SPDX-License-Identifier: GPL-3.0-or-later */
/* consent.h - a typed yes before anything is written */
#ifndef ALIDADE_UI_CLI_CONSENT_H
#define ALIDADE_UI_CLI_CONSENT_H

#include <stdbool.h>

#include "model/base/err.h"
#include "model/write/commit_report.h"

enum consent {
    CONSENT_GIVEN,
    CONSENT_DENIED,
    CONSENT_CHECK,      /* the file systems are to be checked first */
    CONSENT_IMPOSSIBLE, /* there is no terminal to ask on */
};

/* Asks on the terminal, even if standard input is a script.  The person must have seen
 * the change: there is no question if the output is no terminal, and keys typed before
 * the question, or less than CONSENT_DELAY_MS after it, are discarded.  OFFERS_CHECK: the
 * answer may be "check". */
enum consent consent_ask(bool offers_check);

/* ERR_REFUSED, without --yes: there is no terminal to ask on. */
bool consent_refuse(struct err *err);
/* The stable id of what the rehearsal, which was no error, refuses. */
const char *consent_refusal_id(const struct rehearsal_report *report);
/* ERR_REFUSED for that. */
bool consent_refuse_loss(const struct rehearsal_report *report, struct err *err);

#endif
