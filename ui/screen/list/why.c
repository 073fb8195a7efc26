/* SPDX-License-Identifier: GPL-3.0-or-later */
/* why.c - the screen that explains the verdict on an extent and lists its cures */
#include <stdlib.h>
#include <string.h>

#include "model/align/explain.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/num.h"
#include "model/base/size.h"
#include "model/disk/partition_name.h"
#include "model/report/report.h"
#include "ui/app/apply.h"
#include "ui/app/disk.h"
#include "ui/app/foot.h"
#include "ui/app/keymap.h"
#include "ui/app/measure_result.h"
#include "ui/screen/frame/frame.h"
#include "ui/screen/frame/screen.h"
#include "ui/screen/list/details_more.h"
#include "ui/screen/list/table_about.h"
#include "ui/screen/list/why_cures.h"

#define PICTURE_LINES 5
#define STORY_MIN     12 /* rows for calculation, drawing and cost */
#define STORY_FLOOR   3
#define LIST_FLOOR    2

struct why {
    int cure; /* index of the selected one */
};

static struct why *why_of(const struct app *app)
{
    return app->own[SCREEN_WHY];
}

static void why_opened(struct app *app)
{
    *why_of(app) = (struct why){ .cure = 0 };
    app->shown = app->selected;
}

/* The contents and the rows of the screen, computed from the app. */
struct view {
    const struct extent *extent;
    struct verdict verdict;
    struct explain explain;
    struct why_cures cures;
    int cure;       /* index of the selected one */
    char *obstacle; /* why it is not possible; NULL: it is */
    struct pager story, price;
    int story_rows;
    int cures_row; /* row of the divider; 0 if there are no cures */
    bool has_heads;
    int list_row, list_rows;
    int price_row, price_rows;
};

/* Adds why the selected cure is not possible, and what it costs. */
static void add_cure_price(const struct app *app, const struct view *view,
                           struct pager *pager)
{
    if (view->obstacle)
        pager_add_wrapped(pager, STYLE_OFF, 0, frame_width(app), view->obstacle);
    pager_add_wrapped(pager, STYLE_NOTE, 0, frame_width(app),
                      why_cures_price(&view->cures, view->cure));
}

static bool is_price_cut(const struct view *view)
{
    return view->price_rows < view->price.count;
}

/* Lays out the explanation with the empty lines up to GAPS.  What the selected cure costs
 * follows where it is cut below. */
static void why_add_story(const struct app *app, struct view *view, enum explain_gap gaps)
{
    pager_finish(&view->story);
    table_about_add_lines(app, &view->explain, gaps, frame_width(app), &view->story);
    if (!is_price_cut(view))
        return;
    pager_add(&view->story, STYLE_NORMAL, "");
    add_cure_price(app, view, &view->story);
}

/* Divides the rows.  What the selected cure costs is never cut while the story, which
 * scrolls, has more than STORY_FLOOR rows; the list, which scrolls too, keeps LIST_FLOOR.
 */
static void why_divide_rows(const struct app *app, struct view *view)
{
    int inner = frame_rows(app), count = view->cures.count;
    int story = inner > STORY_MIN + 2 + count ? STORY_MIN : PICTURE_LINES + 1;

    view->story_rows = inner;
    if (!count)
        return;
    view->has_heads = app->rows >= 14 && view->cures.starts.count;
    int fixed = 1 + view->has_heads, list = num_min_int(count, LIST_FLOOR);
    int free_rows = inner - fixed - list - view->price.count;
    story = free_rows < story ? free_rows : story;
    story = story > STORY_FLOOR ? story : STORY_FLOOR;
    int left = inner - fixed - story;
    int spare = left > list ? left - list : 0;
    view->price_rows = num_min_int(view->price.count, spare);
    left -= view->price_rows;
    view->list_rows = left < 1 ? 1 : num_min_int(count, left);
    view->story_rows = inner - fixed - view->list_rows - view->price_rows;
    view->cures_row = 2 + view->story_rows;
    view->list_row = view->cures_row + fixed;
    view->price_row = view->list_row + view->list_rows;
}

static bool story_fits(const struct view *view)
{
    return view->story.count <= view->story_rows;
}

/* Ends the last visible line of the price with ".." if lines are cut. */
static void cut_price_lines(struct view *view)
{
    if (!view->price_rows || !is_price_cut(view))
        return;
    struct pager_line *last = &view->price.lines[view->price_rows - 1];
    char *text = xasprintf("%s ..", last->text);
    free(last->text);
    last->text = text;
}

static int selected_cure(const struct app *app, const struct why_cures *cures)
{
    int last = cures->count - 1, cure = why_of(app)->cure;

    return cure < 0 || last < 0 ? 0 : cure > last ? last : cure;
}

static struct view why_view(const struct app *app)
{
    struct view view = { .extent = app_selected(app) };

    if (!view.extent)
        return view;
    view.verdict = judge_extent(app->layout, view.extent);
    CLEANUP(freep) char *measured = measure_result_cost(app, view.extent);
    view.explain = explain_extent(app->layout, view.extent, app->context,
                                  frame_width(app), measured);
    view.cures = why_cures_of(app, view.extent, &view.explain.starts);
    view.cure = selected_cure(app, &view.cures);
    if (view.cures.count) {
        view.obstacle = why_cures_obstacle(app, &view.cures, view.cure);
        add_cure_price(app, &view, &view.price);
    }
    why_divide_rows(app, &view);
    cut_price_lines(&view);
    /* A small screen has no rows for gaps. */
    bool has_gaps = view.story_rows >= STORY_MIN;
    why_add_story(app, &view, EXPLAIN_GAP_PART);
    if (!story_fits(&view))
        why_add_story(app, &view, EXPLAIN_GAP_PICTURE);
    if (!story_fits(&view) && !has_gaps)
        why_add_story(app, &view, EXPLAIN_GAP_NONE);
    return view;
}

static void why_finish(struct view *view)
{
    explain_finish(&view->explain);
    free(view->obstacle);
    pager_finish(&view->story);
    pager_finish(&view->price);
}

/* Returns "/dev/sda1  ntfs  WINXP  97.7 GiB"; free(). */
static char *why_title(const struct app *app, const struct extent *extent)
{
    uint64_t bytes = extent->length * layout_limits(app->layout)->logical;
    const struct content *content = &extent->content;
    char size[SIZE_TEXT], row[16];
    CLEANUP(freep)
    char *node = extent->number
                     ? partition_node(app->info.path, extent->number)
                     : xasprintf("%s %s", app->info.path, report_row(extent, row));

    return xasprintf("%s%s%s%s%s  %s", node, content->type[0] ? "  " : "", content->type,
                     content->label[0] ? "  " : "", content->label,
                     size_format(bytes, SIZE_IEC, 0, size));
}

static void why_draw_header(const struct app *app, struct canvas *canvas,
                            const struct view *view)
{
    /* TRANSLATORS: at the right of the top row, 20 columns at most. */
    static const char *const words[GRADE_COUNT] = {
        [GRADE_GRAIN] = N_("aligned"),
        [GRADE_PHYSICAL] = N_("aligned"),
        [GRADE_OFF] = N_("misaligned !"),
        [GRADE_HARMLESS] = N_("not judged"),
    };
    const char *word = _(words[view->verdict.grade]);
    CLEANUP(freep) char *left = why_title(app, view->extent);

    frame_draw_header(app, canvas, word, "%s", left);
}

static void draw_cures(const struct app *app, struct canvas *canvas,
                       const struct view *view)
{
    int selected = view->cure;
    int first = selected >= view->list_rows ? selected - view->list_rows + 1 : 0;

    canvas_divider(canvas, view->cures_row, _("Cures"), view->cures.starts.data);
    if (view->has_heads)
        why_cures_draw_heads(&view->cures, canvas, view->cures_row + 1);
    for (int i = 0; i < view->list_rows; i++) {
        int row = view->list_row + i;
        why_cures_draw_row(&view->cures, canvas, row, app->cols - 6, first + i);
        frame_offer_row(app, canvas, row, first + i);
        if (first + i == selected)
            frame_select_row(app, canvas, row);
    }
    frame_mark_more(canvas, view->list_row, view->list_rows, first, view->cures.count);
    pager_draw(&view->price, canvas, view->price_row, 2, frame_width(app),
               view->price_rows, 0);
}

#define BENCH_ITEM 3 /* behind it what fixes all; before it where no cure is possible */

static const struct foot_item items_cures[] = {
    { ACTION_RUN, N_("add") },           { ACTION_DOWN, N_("next cure") },
    { ACTION_PAGE_DOWN, N_("read on") }, { ACTION_BENCH, N_("measure") },
    { ACTION_FIX, N_("fix all") },       { ACTION_HELP, N_("help") },
    { ACTION_BACK, N_("back") },
};

static const struct foot_item items_story[] = {
    { ACTION_DOWN, N_("read on") },
    { ACTION_BENCH, N_("measure") },
    { ACTION_HELP, N_("help") },
    { ACTION_BACK, N_("back") },
};

#define CURE_ITEMS ARRAY_SIZE(items_cures)

static void why_draw_foot(const struct app *app, struct canvas *canvas,
                          const struct view *view)
{
    struct foot_item items[CURE_ITEMS];
    size_t count = CURE_ITEMS;

    if (!view->cures.count) {
        size_t fits = story_fits(view); /* nothing to scroll, so no key for it */
        frame_draw_foot(app, canvas, 1, items_story + fits,
                        ARRAY_SIZE(items_story) - fits);
        return;
    }
    memcpy(items, items_cures, sizeof(items));
    if (view->obstacle) {
        items[0].word = N_("why not");
        items[BENCH_ITEM] = items_cures[BENCH_ITEM + 1];
        items[BENCH_ITEM + 1] = items_cures[BENCH_ITEM];
    } else if (why_cures_needs_plan(app, &view->cures, view->cure)) {
        items[0].word = N_("plan");
    }
    if (!apply_is_possible(app, keymap_row(app, ACTION_FIX)) ||
        (!view->obstacle && judge_all(app->layout).off < 2))
        count = foot_drop(items, count, ACTION_FIX);
    if (view->cures.count < 2)
        count = foot_drop(items, count, ACTION_DOWN);
    if (story_fits(view))
        count = foot_drop(items, count, ACTION_PAGE_DOWN);
    frame_draw_foot(app, canvas, 1, items, count);
}

static void why_draw(const struct app *app, struct canvas *canvas)
{
    struct view view = why_view(app);

    frame_draw_text(app, canvas, app->rows - 2, _("Why"), &view.story, view.story_rows);
    if (view.extent) {
        why_draw_header(app, canvas, &view);
        details_around_draw(app, canvas, 2 + view.story_rows,
                            view.story_rows - view.story.count, view.extent);
        canvas_set_cursor(canvas, 2, 2);
    }
    if (view.cures.count)
        draw_cures(app, canvas, &view);
    why_draw_foot(app, canvas, &view);
    why_finish(&view);
}

static void why_select(struct app *app, uint32_t row)
{
    why_of(app)->cure = (int)row;
}

static struct effect why_handle(struct app *app, enum action action)
{
    struct view view = why_view(app);
    int last = view.cures.count - 1, at = view.cure;
    bool is_done = false, is_planned = false;

    if (last >= 0 && action == ACTION_UP)
        why_of(app)->cure = at > 0 ? at - 1 : 0;
    else if (last >= 0 && action == ACTION_DOWN)
        why_of(app)->cure = at < last ? at + 1 : last;
    else if (last >= 0 && action == ACTION_RUN && !view.obstacle &&
             why_cures_needs_plan(app, &view.cures, at))
        is_planned = true;
    else if (last >= 0 && action == ACTION_RUN)
        is_done = why_cures_apply(app, &view.cures, at);
    else
        (void)frame_scroll(action, view.story.count, view.story_rows, &app->scroll);
    why_finish(&view);
    if (is_planned)
        app_push(app, SCREEN_PLAN);
    if (is_done)
        app_back(app);
    return (struct effect){ .kind = EFFECT_NONE };
}

const struct screen screen_why = { .title = N_("why, and cures"),
                                   .own_size = sizeof(struct why),
                                   .opened = why_opened,
                                   .draw = why_draw,
                                   .handle = why_handle,
                                   .select = why_select };
