/* SPDX-License-Identifier: GPL-3.0-or-later */
/* new_table_losses.c - the contents that a new table would make inaccessible */
#include "ui/screen/forms/new_table_losses.h"

#include "model/base/intl.h"
#include "model/base/lines.h"
#include "model/base/mem.h"
#include "model/found/found.h"

/* True if a new table loses EXTENT; also true for a damaged entry. */
static bool is_lost(const struct extent *extent)
{
    enum extent_kind kind = extent_entry_kind(extent);

    return kind == EXTENT_PARTITION || kind == EXTENT_LOGICAL;
}

/* True for partitions and damaged entries; false for slices and for contents without an
 * entry. */
static bool is_partition(const struct extent *extent)
{
    return extent->fault != FAULT_NO_ENTRY &&
           (is_lost(extent) || extent_entry_kind(extent) == EXTENT_EXTENDED);
}

/* Adds a sentence for each content that is lost in the table, and the content. */
static void add_of_table(const struct app *app, struct lines *ret, struct lines *contents)
{
    bool is_whole = layout_label(app->layout)->kind == LABEL_LOOP;

    LAYOUT_EACH (extent, app->layout) {
        if (!is_lost(extent))
            continue;
        char *content = extent_content_words(app->layout, extent);
        lines_take(contents, content);
        if (is_whole)
            lines_add(ret, _("The disk as a whole holds %s"), content);
        else if (!extent->number)
            lines_add(ret, _("goes: at sector %1$llu, %2$s"),
                      (unsigned long long)extent->start, content);
        else
            lines_add(ret, _("goes: partition %1$u, %2$s"), extent->number, content);
    }
}

/* Adds the same of what was found in free space; without a table it has extents. */
static void add_of_found(const struct app *app, struct lines *ret, struct lines *contents)
{
    for (size_t i = 0; i < app->found.count && !found_is_wanted(app->layout); i++) {
        const struct found_item *item = &app->found.at[i];
        if (item->partition || item->outer)
            continue;
        char *content = found_item_words(app->layout, item);
        lines_take(contents, content);
        lines_add(ret, _("goes: at sector %1$llu, %2$s"),
                  (unsigned long long)item->found.start, content);
    }
}

bool new_table_has_losses(const struct app *app)
{
    CLEANUP(lines_finish) struct lines lines = { 0 };
    CLEANUP(lines_finish) struct lines contents = { 0 };

    add_of_table(app, &lines, &contents);
    add_of_found(app, &lines, &contents);
    return lines.count;
}

char *new_table_losses_title(const struct app *app)
{
    unsigned long count = 0;

    for (size_t i = 0; i < layout_count(app->layout); i++)
        count += is_partition(layout_at(app->layout, i));
    if (count == 0)
        return xstrdup("");
    return xasprintf(
        ngettext("in place of %lu partition", "in place of %lu partitions", count),
        count);
}

void new_table_draw_more(const struct app *app, struct canvas *canvas, int row,
                         unsigned long rest)
{
    CLEANUP(freep)
    char *more = xasprintf(ngettext("and %lu more", "and %lu more", rest), rest);

    canvas_put(canvas, row, 4, app->cols - 6, STYLE_NOTE, more);
}

/* Draws the number of lost contents and the first of them in one row. */
static void draw_contents_brief(const struct app *app, struct canvas *canvas, int row,
                                const struct lines *contents)
{
    unsigned long count = contents->count;
    CLEANUP(freep)
    /* TRANSLATORS: 36 columns; what comes last may be cut */
    char *text =
        xasprintf(ngettext("%1$lu content goes: %2$s", "%1$lu contents go: %2$s", count),
                  count, contents->at[0]);
    canvas_put(canvas, row, 2, app->cols - 4, STYLE_OFF, text);
}

void new_table_draw_losses(const struct app *app, struct canvas *canvas, int row,
                           int rows)
{
    CLEANUP(lines_finish) struct lines lines = { 0 };
    CLEANUP(lines_finish) struct lines contents = { 0 };
    size_t available = rows > 0 ? (size_t)rows : 0, shown;

    add_of_table(app, &lines, &contents);
    add_of_found(app, &lines, &contents);
    if (!available || !lines.count)
        return;
    if (available == 1 && lines.count > 1) {
        draw_contents_brief(app, canvas, row, &contents);
        return;
    }
    shown = lines.count <= available ? lines.count : available - 1;
    for (size_t i = 0; i < shown; i++)
        canvas_put(canvas, row + (int)i, 4, app->cols - 6, STYLE_OFF, lines.at[i]);
    if (shown < lines.count)
        new_table_draw_more(app, canvas, row + (int)shown, lines.count - shown);
}
