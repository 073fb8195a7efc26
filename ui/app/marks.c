/* SPDX-License-Identifier: GPL-3.0-or-later */
/* marks.c - partitions that are marked, so that one key edits them all */
#include "ui/app/marks.h"

#include "model/align/judge.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/str.h"
#include "model/disk/partition_name.h"
#include "ui/app/apply.h"

static size_t marks_index(const struct app *app, uint32_t id)
{
    size_t i = 0;

    while (i < app->marks.count && app->marks.ids[i] != id)
        i++;
    return i;
}

bool marks_has(const struct app *app, uint32_t id)
{
    return marks_index(app, id) < app->marks.count;
}

bool marks_are_set(const struct app *app)
{
    for (size_t i = 0; app->layout && i < app->marks.count; i++)
        if (layout_find(app->layout, app->marks.ids[i]))
            return true;
    return false;
}

struct effect marks_toggle(struct app *app)
{
    size_t at = marks_index(app, app->selected);

    if (at < app->marks.count)
        app->marks.ids[at] = app->marks.ids[--app->marks.count];
    else if (app->marks.count < ARRAY_SIZE(app->marks.ids))
        app->marks.ids[app->marks.count++] = app->selected;
    app_say(app, false,
            ngettext("%lu partition is marked: delete, type and verify work on it.",
                     "%lu partitions are marked: delete, type and verify work on all of "
                     "them.",
                     app->marks.count),
            (unsigned long)app->marks.count);
    return effect_none;
}

/* An undo can take a marked partition away. */
static void drop_stale(struct app *app)
{
    size_t kept = 0;

    for (size_t i = 0; i < app->marks.count; i++)
        if (layout_find(app->layout, app->marks.ids[i]))
            app->marks.ids[kept++] = app->marks.ids[i];
    app->marks.count = kept;
}

void marks_verify(const struct app *app, struct lines *ret)
{
    LAYOUT_EACH (extent, app->layout) {
        CLEANUP(str_finish) struct str name = { 0 };

        if (!marks_has(app, extent->id))
            continue;
        partition_full_name(app->layout, extent, &name);
        struct verdict verdict = judge_extent(app->layout, extent);
        CLEANUP(freep) char *reason = judge_reason(app->layout, extent, &verdict);
        lines_add(ret, _("Partition %1$s: %2$s"), str_text(&name), reason);
    }
}

bool marks_apply(struct app *app, const struct edit *edit)
{
    drop_stale(app);
    size_t count = app->marks.count ? app->marks.count : 1;
    CLEANUP(freep) struct edit *edits = xcalloc(count, sizeof(*edits));

    for (size_t i = 0; i < count; i++) {
        edits[i] = *edit;
        edits[i].id = app->marks.count ? app->marks.ids[i] : app->selected;
    }
    bool is_done = apply_edits(app, edits, count);
    if (is_done)
        app->marks.count = 0;
    return is_done;
}
