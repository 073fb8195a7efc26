/* SPDX-License-Identifier: GPL-3.0-or-later */
/* table_about.c - below the list of a tall window: all about the shown extent, and why */
#include "ui/screen/list/table_about.h"

#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/text.h"
#include "model/disk/partition_name.h"
#include "model/report/details.h"
#include "ui/app/keymap.h"
#include "ui/app/measure_result.h"
#include "ui/screen/frame/frame.h"

enum { GAP = 2 };

static void add_details(const struct app *app, const struct extent *extent, int width,
                        struct pager *ret)
{
    CLEANUP(details_finish) struct details details = { 0 };
    int names = 0;

    details_add_partition(&details, app->layout, extent, app->context, &app->info);
    for (size_t i = 0; i < details.count; i++) {
        int own = text_width(details.rows[i].name) + GAP;
        names = own > names ? own : names;
    }
    for (size_t i = 0; i < details.count; i++)
        pager_add_pair(ret, names, width, details.rows[i].name, details.rows[i].value);
}

/* Adds that the probe can measure the physical sector size, if that is only assumed. */
static void offer_probe(const struct app *app, int width, struct pager *ret)
{
    char keys[KEY_LIST];

    if (layout_limits(app->layout)->physical_source != SOURCE_ASSUMED)
        return;
    (void)keymap_keys(app, SCREEN_WHY, ACTION_PROBE, 1, keys);
    CLEANUP(freep) char *text = xasprintf(_("%s finds it out by the clock."), keys);
    pager_add_wrapped(ret, STYLE_NORMAL, 0, width, text);
}

void table_about_add_lines(const struct app *app, const struct explain *explain,
                           enum explain_gap gaps, int width, struct pager *ret)
{
    for (size_t i = 0; i < explain->count; i++) {
        const struct explain_line *line = &explain->lines[i];
        if (line->gap && line->gap <= gaps)
            pager_add(ret, STYLE_NORMAL, "");
        if (line->part == EXPLAIN_PICTURE)
            pager_add(ret, STYLE_NORMAL, line->text);
        else
            pager_add_wrapped(ret, STYLE_NORMAL, 0, width, line->text);
        if (line->part == EXPLAIN_DOUBT)
            offer_probe(app, width, ret);
    }
}

void table_about_add_why(const struct app *app, const struct extent *extent, int width,
                         struct pager *ret)
{
    CLEANUP(freep) char *measured = measure_result_cost(app, extent);
    struct explain explain =
        explain_extent(app->layout, extent, app->context, width, measured);

    table_about_add_lines(app, &explain, EXPLAIN_GAP_PICTURE, width, ret);
    explain_finish(&explain);
}

void table_about_draw(const struct app *app, struct canvas *canvas, int row, int rows)
{
    const struct extent *extent = layout_find(app->layout, app->shown);
    bool is_beside = app->cols >= TABLE_BESIDE_COLUMNS;
    int width = frame_width(app), left = is_beside ? (width - GAP) / 2 : width;
    struct pager details = { 0 }, why = { 0 };
    CLEANUP(str_finish) struct str name = { 0 };

    if (!extent)
        return;
    partition_full_name(app->layout, extent, &name);
    if (extent_is_partition(extent))
        add_details(app, extent, left, &details);
    if (is_beside || !details.count)
        table_about_add_why(app, extent, details.count ? width - left - GAP : width,
                            &why);
    CLEANUP(freep)
    char *title =
        details.count ? xasprintf(_("Partition %s"), str_text(&name)) : xstrdup(_("Why"));
    char keys[KEY_LIST];
    /* TRANSLATORS: a key */
    CLEANUP(freep)
    char *more = xasprintf(_("%s shows all"),
                           keymap_keys(app, SCREEN_TABLE, ACTION_PARTITION, 1, keys));
    canvas_divider(canvas, row, title, details.count >= rows ? more : NULL);
    pager_draw(&details, canvas, row + 1, 2, left, rows - 1, 0);
    pager_draw(&why, canvas, row + 1, details.count ? 2 + left + GAP : 2,
               details.count ? width - left - GAP : width, rows - 1, 0);
    pager_finish(&details);
    pager_finish(&why);
}
