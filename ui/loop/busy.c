/* SPDX-License-Identifier: GPL-3.0-or-later */
/* busy.c - the effects that access a disk, which a job that uses it alone refuses */
#include "ui/loop/busy.h"

#include "model/base/mem.h"

static const struct {
    enum effect_kind effect;
    enum event_kind answer;
} touching[] = {
    { EFFECT_DISKS, EVENT_ERROR },
    { EFFECT_OPEN, EVENT_ERROR },
    { EFFECT_REREAD, EVENT_ERROR },
    { EFFECT_MEASURE_USE, EVENT_ERROR },
    { EFFECT_BACKUP, EVENT_ERROR },
    { EFFECT_REHEARSE, EVENT_REHEARSED },
    { EFFECT_REHEARSE_RESTORE, EVENT_REHEARSED },
    { EFFECT_COMMIT, EVENT_COMMITTED },
    { EFFECT_EMPTY_READ, EVENT_EMPTY },
    { EFFECT_UNFINISHED, EVENT_UNFINISHED },
    { EFFECT_RESUME, EVENT_REHEARSED },
    { EFFECT_CHECK, EVENT_CHECKED },
    { EFFECT_FIX_LOOK, EVENT_FIX_LOOKED },
    { EFFECT_FIX_REHEARSE, EVENT_REHEARSED },
};

bool busy_touches(enum effect_kind effect, enum event_kind *ret)
{
    for (size_t i = 0; i < ARRAY_SIZE(touching); i++) {
        if (touching[i].effect != effect)
            continue;
        *ret = touching[i].answer;
        return true;
    }
    return false;
}
