/* SPDX-License-Identifier: GPL-3.0-or-later */
/* written.c - the screen with the result of a write and what is left to do */
#include "ui/screen/frame.h"
#include "ui/screen/screen.h"

#include "model/base/intl.h"
#include "model/base/mem.h"
#include "ui/app/disk.h"

enum part { PART_DONE, PART_KERNEL, PART_WARNINGS, PART_AFTER, PART_COUNT };

static const char *const part_names[PART_COUNT] = {
    [PART_DONE] = N_("Done"),
    [PART_KERNEL] = N_("Kernel"),
    [PART_WARNINGS] = N_("To do"),
    [PART_AFTER] = N_("Then run"),
};

static void written_add_part(struct pager *pager, int width, enum part part,
                             const struct lines *lines)
{
    if (lines->count)
        pager_add(pager, STYLE_NORMAL, "");
    pager_add_lines(pager, part == PART_WARNINGS ? STYLE_OFF : STYLE_NORMAL,
                    pager_indent(part_names, PART_COUNT), width, _(part_names[part]),
                    lines);
}

/* Adds the error, if any, and which table is on the disk now. */
static void add_outcome(const struct app *app, struct pager *pager, int width)
{
    const struct commit_report *report = &app->change.report;

    if (*app->change.failure)
        pager_add_wrapped(pager, STYLE_ERROR, 0, width, app->change.failure);
    if (report->is_written)
        pager_add_wrapped(pager, STYLE_NORMAL, 0, width,
                          _("The table on the disk is the new one."));
    else if (!report->done.count)
        pager_add_wrapped(pager, STYLE_NORMAL, 0, width,
                          app_pending(app)
                              ? _("Nothing has been written. The changes are still "
                                  "pending.")
                              : _("Nothing has been written."));
}

static struct pager written_text(const struct app *app)
{
    const struct commit_report *report = &app->change.report;
    struct pager pager = { 0 };
    int width = app->cols - 4;

    add_outcome(app, &pager, width);
    written_add_part(&pager, width, PART_DONE, &report->done);
    written_add_part(&pager, width, PART_WARNINGS, &report->warnings);
    written_add_part(&pager, width, PART_KERNEL, &report->kernel);
    written_add_part(&pager, width, PART_AFTER, &report->after);
    return pager;
}

static int written_rows(const struct app *app)
{
    return app->rows - 4;
}

static const struct foot_item items[] = {
    { ACTION_DOWN, N_("scroll") },
    { ACTION_HELP, N_("help") },
    { ACTION_BACK, N_("back to the table") },
};

static void written_draw(const struct app *app, struct canvas *canvas)
{
    struct pager text = written_text(app);
    size_t fits =
        text.count <= written_rows(app); /* nothing to scroll, so no key for it */

    frame_draw_header(app, canvas, NULL,
                      app->change.report.is_written ? _("%s  Written")
                                                    : _("%s  Not written"),
                      app->info.path);
    frame_draw_text(app, canvas, app->rows - 2, _("What was done"), &text,
                    written_rows(app));
    canvas_set_cursor(canvas, 2, 2);
    frame_draw_foot(app, canvas, 1, items + fits, ARRAY_SIZE(items) - fits);
    pager_finish(&text);
}

static struct effect written_handle(struct app *app, enum action action)
{
    struct pager text = written_text(app);

    (void)action_scroll(action, text.count, written_rows(app), &app->scroll);
    pager_finish(&text);
    return (struct effect){ .kind = EFFECT_NONE };
}

const struct screen screen_written = { .title = N_("what was written"),
                                       .draw = written_draw,
                                       .handle = written_handle };
