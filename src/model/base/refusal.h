/* SPDX-License-Identifier: GPL-3.0-or-later */
/* refusal.h - why the program refuses: a stable id for each reason, and when it happens.
 * Findings about a disk have ids of their own, see model/disk/note.h, and those of fix,
 * see device/move/findings/fix_check.h; ui/cli/reasons.h lists all of them. */
#ifndef ALIDADE_MODEL_BASE_REFUSAL_H
#define ALIDADE_MODEL_BASE_REFUSAL_H

#include "model/base/err.h"
#include "model/base/refusal_list.h"

enum refusal {
#define REFUSAL_NAME(name, id, when) REFUSAL_##name,
    REFUSAL_LIST(REFUSAL_NAME)
#undef REFUSAL_NAME
        REFUSAL_COUNT,
};

/* Returns the stable id for JSON, such as "no-terminal". */
const char *refusal_id(enum refusal refusal);
/* Returns when it is refused, translated, as part of a sentence: "the disk has no
 * partition table". */
const char *refusal_when(enum refusal refusal);

/* As err_set() with ERR_REFUSED, and with the id of REFUSAL.  Each refusal belongs to one
 * function: what is refused in two places has a function for it. */
bool err_refuse(struct err *err, enum refusal refusal, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* The same with the sentence of WHY, an error of any code, and with its id if it has one;
 * else with that of REFUSAL. */
bool err_refuse_for(struct err *err, enum refusal refusal, const struct err *why);

#endif
