/* SPDX-License-Identifier: GPL-3.0-or-later */
/* table_signs.c - what the signs of the selected row mean, for the help */
#include "model/align/judge.h"
#include "model/align/suggestion_table.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/report/list_cell.h"
#include "ui/app/disk.h"
#include "ui/app/keymap.h"
#include "ui/app/marks.h"
#include "ui/screen/list/table_view.h"

#define SIGN_COLUMNS 14 /* "(1912586504)" and two blanks */

/* The sign before a row, and the letters behind its number. */
static void add_row_number(const struct app *app, const struct extent *extent, int width,
                           const struct list_source *source, struct pager *ret)
{
    CLEANUP(str_finish) struct str number = { 0 };
    const char *kind = extent->kind == EXTENT_EXTENDED
                           ? _("the extended partition: logical ones lie in it")
                       : extent->kind == EXTENT_LOGICAL
                           ? _("a logical partition, inside the extended one")
                       : extent->kind == EXTENT_FREE     ? _("free space")
                       : extent->kind == EXTENT_METADATA ? _("sectors of the table")
                       : extent->kind == EXTENT_KEPT
                           ? _("kept for others: no entry of this table names it")
                           : _("the partition's number");

    list_column_at(0)->add(source, &number);
    pager_add_pair(ret, SIGN_COLUMNS, width, str_text(&number), kind);
    if (extent->is_bootable)
        pager_add_pair(ret, SIGN_COLUMNS, width, "b", _("it has the boot flag"));
    if (app_changed(app, extent))
        pager_add_pair(ret, SIGN_COLUMNS, width, "*", _("changed, not written"));
    if (marks_has(app, extent->id))
        pager_add_pair(ret, SIGN_COLUMNS, width, "+",
                       _("marked: delete, type and check work on all that are"));
}

static void add_suggested_start(const struct app *app, const struct extent *extent,
                                int width, struct pager *ret)
{
    struct suggestion best;

    if (!suggest_best(app->layout, extent, app->context, &best))
        return;
    CLEANUP(freep) char *need = suggestion_need(app->layout, extent, &best, false);
    CLEANUP(freep)
    char *start = xasprintf(best.fit == FIT_FREE ? "%llu" : "(%llu)", (ull)best.start);
    pager_add_pair(ret, SIGN_COLUMNS, width, start,
                   need ? need : _("a better start, and nothing is in its way"));
}

void table_add_signs(const struct app *app, int width, struct pager *ret)
{
    const struct extent *extent = app_selected(app);
    const struct list_source source = { .layout = app->layout,
                                        .extent = extent,
                                        .context = app->context };
    CLEANUP(str_finish) struct str sign = { 0 };

    if (!extent)
        return;
    struct verdict verdict = judge_extent(app->layout, extent);
    CLEANUP(freep) char *reason = judge_reason(app->layout, extent, &verdict);
    add_row_number(app, extent, width, &source, ret);
    list_cell_verdict(&source, &sign);
    if (sign.length)
        pager_add_pair(ret, SIGN_COLUMNS, width, str_text(&sign), reason);
    add_suggested_start(app, extent, width, ret);
}
