/* SPDX-License-Identifier: GPL-3.0-or-later */
/* align.c - the screen with the two ways to align a partition whose suggested start needs
 * others moved: the plan for the whole disk, or the nearest free start */
#include "model/align/suggestion_table.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/text.h"
#include "model/disk/partition_name.h"
#include "model/report/moves_time.h"
#include "ui/app/apply.h"
#include "ui/app/disk.h"
#include "ui/app/measure_result.h"
#include "ui/screen/frame/frame.h"
#include "ui/screen/frame/screen.h"
#include "ui/screen/list/details_more.h"
#include "ui/screen/wizard/fix_words.h"
#include "ui/screen/wizard/plan_state.h"

enum { WAY_PLAN, WAY_ALONE, WAYS };

struct align {
    int way; /* the selected one */
};

/* What the screen shows, computed from the app. */
struct align_view {
    const struct extent *extent; /* NULL: it has no two ways any more */
    struct suggestion starts[WAYS];
    struct plan_rows rows; /* of the default plan; made if EXTENT is set */
    struct moves_price alone;
    struct pager text;
    int list_rows, text_row, text_rows;
};

static struct align *align_of(const struct app *app)
{
    return app->own[SCREEN_ALIGN];
}

static void align_opened(struct app *app)
{
    *align_of(app) = (struct align){ .way = WAY_PLAN };
}

/* --- the view --- */

/* Returns "2048 plan: 5 steps, 912 GiB of data ..."; free(). */
static char *way_words(const struct align_view *view, int way)
{
    bool is_plan = way == WAY_PLAN;
    CLEANUP(freep)
    char *price =
        is_plan ? plan_rows_cost(&view->rows) : plan_price_words(&view->alone, 1);

    /* TRANSLATORS: a start, of the plan for the whole disk or of a partition alone, and
     * its price: 74 columns with "1912590336" and "5 steps, 912 GiB of data, 1009.6 GiB
     * written, about 13 h" */
    return xasprintf(is_plan ? _("%1$llu plan: %2$s") : _("%1$llu alone: %2$s"),
                     (ull)view->starts[way].start, price);
}

/* Returns what the free start costs, in sentences; free(). */
static char *alone_words(const struct app *app, const struct align_view *view)
{
    CLEANUP(suggestion_table_finish)
    struct suggestion_table table =
        suggestion_table_build(app->layout, view->extent, app->context);

    for (size_t i = 0; i < table.count; i++)
        if (table.rows[i].suggestion.start == view->starts[WAY_ALONE].start)
            return xstrdup(table.rows[i].price);
    return xstrdup("");
}

static void align_add_text(const struct app *app, struct align_view *view)
{
    bool is_plan = align_of(app)->way == WAY_PLAN;
    CLEANUP(freep)
    char *need =
        suggestion_need(app->layout, view->extent, &view->starts[WAY_PLAN], false);
    CLEANUP(freep)
    char *words = is_plan
                      ? xasprintf(_("%s The plan for the whole disk moves all that is "
                                    "off its boundary, and what is in the way."),
                                  need ? need : "")
                      : alone_words(app, view);
    CLEANUP(freep) char *usual = fix_words_usual(app, &view->rows);
    CLEANUP(freep) char *way = way_words(view, align_of(app)->way);

    if (text_width(way) > frame_width(app) - 2)
        pager_add_wrapped(&view->text, STYLE_NORMAL, 0, frame_width(app), way);
    pager_add_wrapped(&view->text, STYLE_NORMAL, 0, frame_width(app), words);
    if (usual)
        pager_add_wrapped(&view->text, STYLE_NOTE, 0, frame_width(app), usual);
}

static void align_view_make(const struct app *app, struct align_view *ret)
{
    const struct extent *extent = app_selected(app);

    *ret = (struct align_view){ .list_rows = WAYS };
    ret->text_row = 2 + WAYS + 1;
    ret->text_rows = frame_rows(app) - WAYS - 1;
    if (!extent ||
        !apply_has_ways(app, extent, &ret->starts[WAY_PLAN], &ret->starts[WAY_ALONE]))
        return;
    ret->extent = extent;
    plan_make_aim(app, plan_of(app), plan_default_aim(app), &ret->rows);
    struct move_speed speed = plan_speed(app);
    ret->alone =
        moves_price_alone(app->layout, extent, ret->starts[WAY_ALONE].start, &speed);
    align_add_text(app, ret);
}

static void align_view_finish(struct align_view *view)
{
    if (view->extent)
        plan_rows_finish(&view->rows);
    pager_finish(&view->text);
}

/* --- drawing --- */

static void align_draw_ways(const struct app *app, struct canvas *canvas,
                            const struct align_view *view)
{
    for (int i = 0; i < WAYS; i++) {
        CLEANUP(freep) char *words = way_words(view, i);
        bool is_selected = align_of(app)->way == i;
        canvas_put(canvas, 2 + i, 2, 1, STYLE_NORMAL, is_selected ? ">" : " ");
        canvas_put(canvas, 2 + i, 4, frame_width(app) - 2, STYLE_NORMAL, words);
        frame_offer_row(app, canvas, 2 + i, i);
        if (is_selected)
            frame_select_row(app, canvas, 2 + i);
    }
}

static void align_draw(const struct app *app, struct canvas *canvas)
{
    static const struct foot_item items[] = {
        { ACTION_RUN, N_("choose") },
        { ACTION_DOWN, N_("the other one") },
        { ACTION_HELP, N_("help") },
        { ACTION_BACK, N_("back") },
    };
    CLEANUP(str_finish) struct str name = { 0 };
    struct align_view view;

    align_view_make(app, &view);
    canvas_box(canvas, 1, app->rows - 2, _("Two ways"), NULL);
    if (view.extent) {
        partition_full_name(app->layout, view.extent, &name);
        frame_draw_header(app, canvas, NULL, _("%1$s  Align partition %2$s"),
                          app->info.path, str_text(&name));
        align_draw_ways(app, canvas, &view);
        canvas_divider(canvas, view.text_row - 1, _("What that takes"),
                       pager_more(view.text.count, view.text_rows, app->scroll));
        pager_draw(&view.text, canvas, view.text_row, 2, frame_width(app), view.text_rows,
                   app->scroll);
        details_around_draw(app, canvas, view.text_row + view.text_rows,
                            view.text_rows - view.text.count, view.extent);
    } else {
        frame_draw_header(app, canvas, NULL, "%s", app->info.path);
    }
    frame_draw_foot(app, canvas, 1, items, ARRAY_SIZE(items));
    align_view_finish(&view);
}

/* --- actions --- */

static void align_select(struct app *app, uint32_t row)
{
    align_of(app)->way = (int)row;
    app->scroll = 0;
}

/* Goes back to the main screen, where the plan is opened, or the start is a change. */
static struct effect align_choose(struct app *app, const struct align_view *view)
{
    if (view->extent && align_of(app)->way == WAY_PLAN)
        return screen_plan_default(app);
    app_back_to(app, SCREEN_TABLE);
    if (view->extent)
        (void)apply_suggestion(app, view->extent, &view->starts[WAY_ALONE]);
    return effect_none;
}

static struct effect align_handle(struct app *app, enum action action)
{
    struct effect effect = effect_none;
    int at = align_of(app)->way;
    struct align_view view;

    align_view_make(app, &view);
    if (action == ACTION_RUN)
        effect = align_choose(app, &view);
    else if (action == ACTION_PAGE_UP || action == ACTION_PAGE_DOWN)
        (void)frame_scroll(action, view.text.count, view.text_rows, &app->scroll);
    else if (frame_move(action, WAYS, 0, &at))
        align_select(app, (uint32_t)at);
    align_view_finish(&view);
    return effect;
}

const struct screen screen_align = { .title = N_("two ways to align"),
                                     .own_size = sizeof(struct align),
                                     .opened = align_opened,
                                     .draw = align_draw,
                                     .handle = align_handle,
                                     .select = align_select };
