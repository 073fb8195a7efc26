/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fix_starts_view.c - what the wizard's form of starts by hand shows, and in which rows
 */
#include "ui/screen/wizard/fix_starts_view.h"

#include <stdlib.h>
#include <string.h>

#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/size.h"
#include "ui/draw/bar.h"
#include "ui/screen/frame/frame.h"
#include "ui/screen/wizard/fix_words.h"

enum {
    HEADS_MIN = 14, /* rows of a screen with column heads */
    TALL = 20,      /* of one with a map */
    TEXT_MIN = 3,
    TEXT_USUAL = 8, /* rows left below a map with labels and axis */
};

struct fix_starts *fix_starts_of(const struct app *app)
{
    return app->own[SCREEN_FIX_STARTS];
}

/* --- the plan with what is typed --- */

static bool has_start(const struct field *field)
{
    return field->text[strspn(field->text, " ")];
}

/* Adds the start that row INDEX has; false if that is none. */
static bool take_row(const struct app *app, int index, struct plan *plan, struct err *err)
{
    const struct fix_starts *own = fix_starts_of(app);
    const struct limits *limits = layout_limits(app->layout);
    const struct extent *extent = layout_find(app->layout, own->rows[index].id);
    uint64_t start;

    if (!extent || !has_start(&own->rows[index].field))
        return true;
    if (!size_parse_lba(own->rows[index].field.text, limits->size, limits->logical,
                        &start, err))
        return false;
    plan->chosen[plan->chosen_count++] =
        (struct plan_start){ .chosen = { extent->id, start }, .from = extent->start };
    return true;
}

/* Takes all rows; the current one's mistake is told first. */
static void take_rows(const struct app *app, struct fix_starts_view *view)
{
    const struct fix_starts *own = fix_starts_of(app);

    view->plan = *plan_of(app);
    view->plan.chosen_count = 0;
    for (int i = 0; i < own->count; i++) {
        struct err err = { 0 };
        if (take_row(app, i, &view->plan, &err) || (view->problem && i != own->at))
            continue;
        free(view->problem);
        view->problem = xstrdup(err.text);
        view->problem_at = i;
    }
    if (view->plan.chosen_count)
        plan_choose_aim(&view->plan, PLAN_AIM_CHOSEN);
    else if (view->plan.aim == PLAN_AIM_CHOSEN)
        view->plan.has_aim = false;
}

static void find_lack(const struct app *app, struct fix_starts_view *view)
{
    if (view->problem)
        return;
    if (view->rows.err.text[0])
        view->problem = xstrdup(view->rows.err.text);
    else if (!view->rows.moves.is_possible)
        view->problem = moves_lack_words(app->layout, &view->rows.moves);
}

/* --- the text below the rows --- */

static void starts_add_sentence(const struct app *app, struct fix_starts_view *view,
                                int style, const char *sentence)
{
    if (sentence)
        pager_add_wrapped(&view->text, style, 0, frame_width(app), sentence);
}

struct verdict fix_starts_verdict(const struct layout *layout,
                                  const struct extent *extent)
{
    struct verdict verdict = judge_extent(layout, extent);

    verdict.end_past_bytes = 0;
    return verdict;
}

/* Adds how the partition of the current row begins then. */
static void add_current(const struct app *app, struct fix_starts_view *view)
{
    const struct fix_starts *own = fix_starts_of(app);
    const struct layout *result = view->rows.moves.result;
    const struct extent *extent =
        own->count && result ? layout_find(result, own->rows[own->at].id) : NULL;

    if (!extent)
        return;
    struct verdict verdict = fix_starts_verdict(result, extent);
    CLEANUP(freep) char *reason = judge_reason(result, extent, &verdict);
    CLEANUP(freep)
    char *words = xasprintf(_("Partition %1$u: %2$s"), extent->number, reason);
    starts_add_sentence(app, view, STYLE_NORMAL, words);
}

static void starts_add_text(const struct app *app, struct fix_starts_view *view)
{
    if (view->problem) {
        starts_add_sentence(app, view, STYLE_OFF, view->problem);
        return;
    }
    CLEANUP(freep) char *cost = plan_rows_cost(&view->rows);
    CLEANUP(freep) char *price = fix_words_price(app, &view->rows);
    CLEANUP(freep) char *usual = fix_words_usual(app, &view->rows);
    add_current(app, view);
    starts_add_sentence(app, view, STYLE_NORMAL, price ? price : cost);
    starts_add_sentence(app, view, STYLE_NOTE, price ? usual : NULL);
    starts_add_sentence(
        app, view, STYLE_NOTE,
        _("A start is a sector (2048), a size (1MiB) or a product (63*512). Where "
          "none is typed, the plan chooses it."));
}

/* --- the rows of the screen --- */

static void divide_rows(const struct app *app, struct fix_starts_view *view)
{
    int left = frame_rows(app) - 1, count = fix_starts_of(app)->count;
    bool has_map = app->rows >= TALL;

    view->has_heads = app->rows >= HEADS_MIN;
    left -= view->has_heads + has_map;
    bool is_spacious = left >= count + BAR_ROWS + TEXT_USUAL;
    view->map_rows = !has_map ? 0 : is_spacious ? BAR_ROWS : 1;
    left -= view->map_rows;
    int text = view->text.count > TEXT_MIN ? TEXT_MIN : view->text.count;
    int max = left - text > 1 ? left - text : 1;
    view->list_rows = count < max ? count : max;
    view->list_row = 2 + view->has_heads;
    int row = view->list_row + view->list_rows;
    view->map_row = has_map ? row : 0;
    view->text_row = row + has_map + view->map_rows + 1;
    view->text_rows = frame_rows(app) + 2 - view->text_row;
}

void fix_starts_view_make(const struct app *app, struct fix_starts_view *ret)
{
    *ret = (struct fix_starts_view){ .problem_at = -1 };
    take_rows(app, ret);
    plan_make_aim(app, &ret->plan, plan_shown_aim(app, &ret->plan), &ret->rows);
    find_lack(app, ret);
    starts_add_text(app, ret);
    divide_rows(app, ret);
}

void fix_starts_view_finish(struct fix_starts_view *view)
{
    plan_rows_finish(&view->rows);
    pager_finish(&view->text);
    free(view->problem);
}
