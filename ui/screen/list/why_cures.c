/* SPDX-License-Identifier: GPL-3.0-or-later */
/* why_cures.c - the cures listed on the screen "why": other starts, then other ends */
#include "ui/screen/list/why_cures.h"

#include "model/align/suggest_unit.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/move/plan/pin.h"
#include "ui/app/apply.h"

/* Returns the end that cure INDEX gives; NULL if it gives a start. */
static const struct advice_end_fix *cure_end(const struct why_cures *cures, int index)
{
    int at = index - (int)cures->starts.count;

    return at >= 0 && index < cures->count ? &cures->ends[at] : NULL;
}

/* Draws the column heads if CURE is NULL. */
static void draw_start(struct canvas *canvas, int row,
                       const struct suggestion_widths *widths,
                       const struct suggestion_row *cure)
{
    int col = 4, style = cure ? STYLE_NORMAL : STYLE_HEAD;

    for (enum suggestion_column c = 0; c < SUGGESTION_COLUMNS; c++) {
        int width = widths->columns[c];
        if (!width)
            continue;
        (suggestion_table_is_number(c) ? canvas_put_right : canvas_put)(
            canvas, row, col, width, style, suggestion_table_cell(cure, c));
        col += width + SUGGESTION_GAP;
    }
}

/* Draws "end 1000204799, 3 sectors less". */
static void draw_end(struct canvas *canvas, int row, int width,
                     const struct extent *extent, const struct advice_end_fix *end)
{
    ull last = extent->start + end->length - 1;
    unsigned long by =
        end->is_trim ? extent->length - end->length : end->length - extent->length;
    const char *format = end->is_trim ? ngettext("end %1$llu, %2$lu sector less",
                                                 "end %1$llu, %2$lu sectors less", by)
                                      : ngettext("end %1$llu, %2$lu sector more",
                                                 "end %1$llu, %2$lu sectors more", by);
    CLEANUP(freep) char *text = xasprintf(format, last, by);

    canvas_put(canvas, row, 4, width, STYLE_NORMAL, text);
}

struct why_cures why_cures_of(const struct app *app, const struct extent *extent,
                              const struct suggestion_table *starts)
{
    struct why_cures cures = { .extent = extent,
                               .starts = *starts,
                               .is_nested = extent->kind == EXTENT_SLICE ||
                                            suggest_holds_table(app->layout, extent) };
    size_t ends = judge_extent(app->layout, extent).is_end_harmful
                      ? advice_end_fixes(app->layout, extent, cures.ends)
                      : 0;

    cures.widths = suggestion_table_widths(&cures.starts, app->cols - 6);
    cures.count = (int)(cures.starts.count + ends);
    return cures;
}

void why_cures_draw_heads(const struct why_cures *cures, struct canvas *canvas, int row)
{
    draw_start(canvas, row, &cures->widths, NULL);
}

void why_cures_draw_row(const struct why_cures *cures, struct canvas *canvas, int row,
                        int width, int index)
{
    const struct advice_end_fix *end = cure_end(cures, index);

    if (end)
        draw_end(canvas, row, width, cures->extent, end);
    else
        draw_start(canvas, row, &cures->widths, &cures->starts.rows[index]);
}

const char *why_cures_price(const struct why_cures *cures, int index)
{
    const struct advice_end_fix *end = cure_end(cures, index);

    if (!end)
        return cures->starts.rows[index].price;
    return end->is_trim ? _("What lies behind the new end is of no use to the content.")
                        : _("It takes free space behind it; the content stays as it is.");
}

bool why_cures_needs_plan(const struct app *app, const struct why_cures *cures, int index)
{
    return index < (int)cures->starts.count && !cures->is_nested &&
           apply_needs_plan(app, cures->extent, &cures->starts.rows[index].suggestion);
}

char *why_cures_obstacle(const struct app *app, const struct why_cures *cures, int index)
{
    if (app->is_read_only)
        return xstrdup(_("Not possible: the disk is open read-only."));
    if (cure_end(cures, index))
        return NULL;
    const struct suggestion *start = &cures->starts.rows[index].suggestion;
    if (cures->is_nested)
        return xstrdup(_("Not possible: a table in it or around it would have to move, "
                         "too."));
    if (why_cures_needs_plan(app, cures, index))
        return NULL;
    if (start->fit == FIT_MOVES && cures->extent->letter)
        return xasprintf(_("Not possible alone: partition %c has to move first."),
                         (int)start->first_moved);
    if (start->fit == FIT_MOVES && !start->first_moved)
        return xstrdup(_("Not possible alone: its container has to change first."));
    if (start->fit == FIT_MOVES)
        return xasprintf(_("Not possible alone: partition %u has to move first."),
                         start->first_moved);
    if (!apply_moves_data(cures->extent))
        return NULL;
    enum pin pin = pin_of(app->layout, cures->extent);
    if (pin != PIN_NO)
        return pin_words(app->layout, cures->extent, pin);
    if (start->shrink)
        return xstrdup(_("Not possible before it is smaller: there is not enough room."));
    return NULL;
}

bool why_cures_apply(struct app *app, const struct why_cures *cures, int index)
{
    const struct advice_end_fix *end = cure_end(cures, index);
    struct edit edit = { .kind = EDIT_RESIZE, .id = cures->extent->id };

    if (!apply_is_allowed(app, false))
        return false;
    if (!end)
        return apply_suggestion(app, cures->extent,
                                &cures->starts.rows[index].suggestion);
    edit.start = cures->extent->start;
    edit.length = end->length;
    return apply_edits(app, &edit, 1);
}
