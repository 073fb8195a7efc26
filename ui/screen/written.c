/* SPDX-License-Identifier: GPL-3.0-or-later */
/* written.c - the screen with the result of a write and what is left to do */
#include "ui/screen/frame.h"
#include "ui/screen/screen.h"

#include "model/base/intl.h"
#include "model/base/mem.h"
#include "ui/app/disk.h"

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
    const struct frame_part parts[] = {
        { N_("Done"), STYLE_NORMAL, &report->done },
        { N_("To do"), STYLE_OFF, &report->warnings },
        { N_("Kernel"), STYLE_NORMAL, &report->kernel },
        { N_("Then run"), STYLE_NORMAL, &report->after },
    };
    struct pager pager = { 0 };

    add_outcome(app, &pager, frame_width(app));
    frame_add_parts(app, parts, ARRAY_SIZE(parts), &pager);
    return pager;
}

static const struct foot_item items[] = {
    { ACTION_DOWN, N_("scroll") },
    { ACTION_HELP, N_("help") },
    { ACTION_BACK, N_("back to the table") },
};

/* With a %s for the path. */
static const char *written_title(const struct commit_report *report)
{
    if (report->is_begun)
        return _("%s  Written in part");
    return report->is_written ? _("%s  Written") : _("%s  Not written");
}

static void written_draw(const struct app *app, struct canvas *canvas)
{
    struct pager text = written_text(app);
    size_t fits = text.count <= frame_rows(app); /* nothing to scroll, so no key for it */

    frame_draw_header(app, canvas, NULL, written_title(&app->change.report),
                      app->info.path);
    frame_draw_text(app, canvas, app->rows - 2, _("What was done"), &text,
                    frame_rows(app));
    canvas_set_cursor(canvas, 2, 2);
    frame_draw_foot(app, canvas, 1, items + fits, ARRAY_SIZE(items) - fits);
    pager_finish(&text);
}

static struct effect written_handle(struct app *app, enum action action)
{
    struct pager text = written_text(app);

    (void)action_scroll(action, text.count, frame_rows(app), &app->scroll);
    pager_finish(&text);
    return (struct effect){ .kind = EFFECT_NONE };
}

const struct screen screen_written = { .title = N_("what was written"),
                                       .draw = written_draw,
                                       .handle = written_handle };
