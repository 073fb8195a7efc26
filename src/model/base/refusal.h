/* SPDX-License-Identifier: GPL-3.0-or-later */
/* refusal.h - why the program refuses: a stable id for each reason, and when it happens.
 * Findings about a disk have ids of their own: model/disk/note.h, and those of fix:
 * device/move/findings/fix_check.h.  ui/cli/reasons.h lists all. */
#ifndef ALIDADE_MODEL_BASE_REFUSAL_H
#define ALIDADE_MODEL_BASE_REFUSAL_H

#include "model/base/err.h"

/* In the order of their ids. */
enum refusal {
    REFUSAL_NEW_START_MISALIGNED,
    REFUSAL_NO_TERMINAL,
    REFUSAL_COUNT,
};

/* Returns the stable id for JSON, such as "no-terminal". */
const char *refusal_id(enum refusal refusal);
/* Returns when it is refused, translated; no sentence: "a write has to be agreed to, and
 * there is no terminal to ask on". */
const char *refusal_when(enum refusal refusal);

/* As err_set() with ERR_REFUSED, and with the id of REFUSAL. */
bool err_refuse(struct err *err, enum refusal refusal, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
