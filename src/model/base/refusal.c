/* SPDX-License-Identifier: GPL-3.0-or-later */
/* refusal.c - the table of refusals */
#include "model/base/refusal.h"

#include "model/base/intl.h"

static const struct {
    const char *id;
    const char *when;
} refusals[REFUSAL_COUNT] = {
#define REFUSAL_ROW(name, id, when) [REFUSAL_##name] = { id, when },
    REFUSAL_LIST(REFUSAL_ROW)
#undef REFUSAL_ROW
};

const char *refusal_id(enum refusal refusal)
{
    return refusals[refusal].id;
}

const char *refusal_when(enum refusal refusal)
{
    return _(refusals[refusal].when);
}

bool err_refuse(struct err *err, enum refusal refusal, const char *format, ...)
{
    va_list args;

    if (err->code == ERR_NONE)
        err->reason = refusal_id(refusal);
    va_start(args, format);
    (void)err_vset(err, ERR_REFUSED, format, args);
    va_end(args);
    return false;
}

bool err_refuse_for(struct err *err, enum refusal refusal, const struct err *why)
{
    const char *reason = why->reason ? why->reason : refusal_id(refusal);

    return err_refuse_as(err, reason, "%s", why->text);
}
