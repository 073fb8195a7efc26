/* SPDX-License-Identifier: GPL-3.0-or-later */
/* verify.c - the screen with all that is known of the table, or of marked partitions */
#include "model/align/verify.h"

#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/text.h"
#include "ui/app/disk.h"
#include "ui/app/marks.h"
#include "ui/screen/frame/frame.h"
#include "ui/screen/frame/screen.h"
#include "ui/screen/list/details_more.h"
#include "ui/screen/list/table_view.h"

/* Returns a paragraph for each sentence. */
static struct pager verify_text(const struct app *app)
{
    CLEANUP(lines_finish) struct lines lines = { 0 };
    struct pager pager = { 0 };

    marks_verify(app, &lines);
    if (lines.count == 0)
        verify_list(app->layout, &lines);
    for (size_t i = 0; i < lines.count; i++) {
        if (i)
            pager_add(&pager, STYLE_NORMAL, "");
        pager_add_wrapped(&pager, STYLE_NORMAL, 0, frame_width(app), lines.at[i]);
    }
    return pager;
}

/* The summary is left out where it does not fit: the text below has it. */
static void verify_draw_header(const struct app *app, struct canvas *canvas)
{
    CLEANUP(freep) char *left = xasprintf(_("%s  Verified"), app->info.path);
    CLEANUP(freep) char *right = app->layout ? table_summary(app) : xstrdup("");
    bool fits = text_width(left) + text_width(right) + 4 <= app->cols;

    frame_draw_header(app, canvas, fits ? right : NULL, "%s", left);
}

static void verify_draw_foot(const struct app *app, struct canvas *canvas, bool has_more)
{
    enum action cure = table_state_cure(app);
    struct foot_item items[] = {
        { ACTION_REPAIR, N_("repair") }, { ACTION_GIVE_UP, NULL },
        { ACTION_DOWN, N_("read on") },  { ACTION_HELP, N_("help") },
        { ACTION_BACK, N_("back") },
    };
    size_t count = ARRAY_SIZE(items);

    if (cure != ACTION_REPAIR)
        count = foot_drop(items, count, ACTION_REPAIR);
    if (cure != ACTION_GIVE_UP)
        count = foot_drop(items, count, ACTION_GIVE_UP);
    if (!has_more)
        count = foot_drop(items, count, ACTION_DOWN);
    frame_draw_foot(app, canvas, 1, items, count);
}

static void verify_draw(const struct app *app, struct canvas *canvas)
{
    struct pager text = { 0 };
    int rows = frame_rows(app);

    if (app->layout)
        text = verify_text(app);
    verify_draw_header(app, canvas);
    frame_draw_text(app, canvas, app->rows - 2,
                    app->marks.count ? _("Marked partitions") : _("The table"), &text,
                    rows);
    details_around_draw(app, canvas, 2 + rows, rows - text.count, app_selected(app));
    canvas_set_cursor(canvas, 2, 2);
    verify_draw_foot(app, canvas, text.count > rows);
    pager_finish(&text);
}

static struct effect verify_handle(struct app *app, enum action action)
{
    if (!app->layout)
        return effect_none;
    struct pager text = verify_text(app);
    (void)frame_scroll(action, text.count, frame_rows(app), &app->scroll);
    pager_finish(&text);
    return effect_none;
}

const struct screen screen_verify = { .title = N_("what was found of the table"),
                                      .draw = verify_draw,
                                      .handle = verify_handle };
