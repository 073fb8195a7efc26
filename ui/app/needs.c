/* SPDX-License-Identifier: GPL-3.0-or-later */
/* needs.c - what has to be there for an action */
#include "ui/app/needs.h"

#include "model/base/intl.h"
#include "ui/app/apply.h"
#include "ui/app/disk.h"

static bool has_all(const struct action_row *row, unsigned needs)
{
    return (row->needs & needs) == needs;
}

const char *needs_missing(const struct app *app, const struct action_row *row)
{
    const struct extent *extent = app_selected(app);

    if (has_all(row, NEEDS_PARTITION) && !(extent && extent_is_partition(extent)))
        return _(row->without);
    return has_all(row, NEEDS_PENDING) && !app_pending(app) ? _(row->without) : NULL;
}

bool needs_are_met(struct app *app, const struct action_row *row)
{
    if (row->needs & (NEEDS_DISK | NEEDS_LIST) && !app->layout)
        return false;
    if (has_all(row, NEEDS_WRITABLE) &&
        !apply_is_allowed(app, !has_all(row, NEEDS_TABLE)))
        return false;
    if (has_all(row, NEEDS_PARTITION))
        return apply_partition(app, _(row->without)) != NULL;
    const char *missing = needs_missing(app, row);
    if (missing)
        app_say(app, false, "%s", missing);
    return !missing;
}
