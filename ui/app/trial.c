/* SPDX-License-Identifier: GPL-3.0-or-later */
/* trial.c - preview of edits that are still being typed */
#include "ui/app/trial.h"

#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/text.h"
#include "model/edit/delta.h"
#include "ui/draw/bar.h"
#include "ui/draw/pager.h"

#define LABELLED 3 /* rows of a map with labels and axis */

/* Counts down from the top, where no queue assigns ids. */
uint32_t trial_id(size_t index)
{
    return UINT32_MAX - (uint32_t)index;
}

struct layout *trial_layout(const struct app *app, const struct edit *edits, size_t count,
                            struct err *err)
{
    struct guid_source seed = { { 1, 2, 3, 4 } }; /* these ids are never written */
    CLEANUP(layout_unrefp) struct layout *layout = layout_ref(app->layout);

    for (size_t i = 0; i < count; i++) {
        struct edit edit = edits[i];

        edit.seed = guid_source_split(&seed);
        if (edit.kind == EDIT_CREATE)
            edit.id = trial_id(i);
        struct layout *next = edit_apply(layout, &edit, err);
        if (!next)
            return NULL;
        layout_unref(layout);
        layout = next;
    }
    return TAKE(layout);
}

void trial_draw_hint(const struct app *app, struct canvas *canvas, int row, int rows,
                     const char *hint)
{
    canvas_divider(canvas, row, _("After"), NULL);
    canvas_put_wrapped(canvas, row + 1, 2, app->cols - 4, rows, 0, STYLE_NOTE, hint);
}

/* The first line of draw_why(), in its place: nothing jumps when the rest follows. */
void trial_draw_typed(const struct app *app, struct canvas *canvas, int row, int rows,
                      const char *told)
{
    CLEANUP(freep) char *text = xasprintf("! %s", told);

    if (!*told) {
        trial_draw_hint(app, canvas, row, rows, "");
        return;
    }
    canvas_divider(canvas, row, _("Not possible"), NULL);
    canvas_put_wrapped(canvas, row + 1, 2, app->cols - 4, rows < 1 ? rows : 1, 2,
                       STYLE_OFF, text);
}

/* What is being typed is not called wrong before it can be complete. */
static void draw_why(const struct app *app, struct canvas *canvas, int row, int rows,
                     const char *why)
{
    CLEANUP(freep) char *text = xasprintf("! %s", why);

    if (app->is_typing) {
        trial_draw_hint(app, canvas, row, rows, "");
        return;
    }
    canvas_divider(canvas, row, _("Not possible"), NULL);
    canvas_put_wrapped(canvas, row + 1, 2, app->cols - 4, rows, 2, STYLE_OFF, text);
}

int trial_draw_words(const struct app *app, struct canvas *canvas, int row, int rows,
                     const struct layout *after, const char *why)
{
    CLEANUP(lines_finish) struct lines lines = { 0 };
    struct pager pager = { 0 };

    if (!after) {
        draw_why(app, canvas, row, rows, why);
        return rows - text_wrap_count(why, app->cols - 6);
    }
    canvas_divider(canvas, row, _("What changes"), NULL);
    delta_loss_lines(app->layout, after, false, &lines);
    pager_add_lines(&pager, STYLE_NORMAL, 0, app->cols - 4, NULL, &lines);
    if (lines.count == 0)
        pager_add(&pager, STYLE_NOTE, _("Nothing: all is as it was."));
    pager_draw(&pager, canvas, row + 1, 2, app->cols - 4, rows, 0);
    int left = rows - pager.count;
    pager_finish(&pager);
    return left;
}

void trial_draw(const struct app *app, struct canvas *canvas, int row, int rows,
                const struct layout *after, uint32_t selected, const char *why)
{
    int width = app->cols - 4;

    if (!after) {
        draw_why(app, canvas, row, rows, why);
        return;
    }
    canvas_divider(canvas, row, _("After"), NULL);
    if (rows >= LABELLED) {
        bar_draw(canvas, row + 1, 2, width, after, selected);
    } else {
        const struct limits *limits = layout_limits(after);
        bar_draw_line(canvas, row + 1, 2, width, after, selected);
        bar_axis(canvas, row + 2, 2, width, limits, 0, limits->size, UINT64_MAX, 0);
    }
}
