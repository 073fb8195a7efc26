/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fix_time.c - how long a fix takes where the drive was not measured */
#include "device/move/session/fix_time.h"

#include "model/base/duration.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/move/plan/journal_time.h"

const struct typical_speed *fix_time_typical(const struct sys *sys, const char *path,
                                             const char *transport)
{
    char name[SYS_NAME];
    uint64_t rotational;

    if (!sys_name_of(sys, path, name) ||
        !sys_number(sys, &rotational, "class/block/%s/queue/rotational", name))
        return NULL;
    return typical_speed_of(transport, rotational);
}

char *fix_time_words(const struct typical_speed *typical, const struct journal_plan *plan,
                     bool is_checked)
{
    char duration[DURATION_TEXT];
    double seconds;

    /* All is read before it is moved. */
    if (!journal_time(plan, 0, &typical->speed, is_checked ? 2 : 1, &seconds))
        return NULL;
    return xasprintf(_("The speed of the drive was not measured: %1$s would need about "
                       "%2$s. Once all is read, a better estimate is shown."),
                     _(typical->words), duration_format(seconds, duration));
}
