/* SPDX-License-Identifier: GPL-3.0-or-later */
/* plan_view.c - what the page that plans the whole disk shows, and in which rows */
#include "ui/screen/wizard/plan_view.h"

#include <stdlib.h>

#include "model/align/explain.h"
#include "model/align/judge.h"
#include "model/align/pattern.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/size.h"
#include "ui/app/disk.h"
#include "ui/app/give_up.h"
#include "ui/app/keymap.h"
#include "ui/app/measure_result.h"
#include "ui/draw/bar.h"
#include "ui/screen/frame/frame.h"
#include "ui/screen/wizard/fix_words.h"

enum {
    PATTERN_LINES = 2,      /* the whole text is below, where it can be scrolled */
    PATTERN_LINES_HIGH = 4, /* on a screen with HIGH rows */
    TALL = 20,              /* rows of a screen with the pattern and the maps above */
    HIGH = 30,
    STEPS_HIGH = 7, /* all steps are shown below higher maps on such a screen */
};

static void plan_add_text(const struct app *app, struct plan_view *view,
                          const char *sentence)
{
    pager_add_wrapped(&view->text, STYLE_NORMAL, 0, frame_width(app), sentence);
}

/* Adds the measured cost of the first start whose partition would be moved. */
static void plan_add_measured(const struct app *app, struct plan_view *view)
{
    const struct moves *moves = &view->rows->moves;

    for (size_t i = 0; i < moves->step_count; i++) {
        const struct moves_step *step = &moves->steps[i];
        CLEANUP(freep)
        char *cost = step->action == MOVES_DATA
                         ? measure_result_cost(app, layout_find(app->layout, step->id))
                         : NULL;
        if (!cost)
            continue;
        plan_add_text(app, view, cost);
        return;
    }
}

/* An image file is not measured as a drive is. */
static void plan_add_assumed(const struct app *app, struct plan_view *view)
{
    const struct limits *limits = layout_limits(app->layout);
    CLEANUP(freep) char *assumed = explain_assumed(limits);
    char keys[KEY_LIST];

    if (!assumed)
        return;
    if (limits->logical_source != SOURCE_REPORTED) {
        plan_add_text(app, view, assumed);
        return;
    }
    (void)keymap_keys(app, SCREEN_PLAN, ACTION_PROBE, 1, keys);
    CLEANUP(freep)
    char *words = xasprintf(_("%1$s %2$s measures it: do that first."), assumed, keys);
    plan_add_text(app, view, words);
}

/* Adds what all of the plan costs, with the journal where the person has chosen it. */
static void plan_add_price(const struct app *app, struct plan_view *view)
{
    const struct plan_rows *rows = view->rows;
    CLEANUP(freep) char *price = fix_words_price(app, rows);
    CLEANUP(freep) char *usual = fix_words_usual(app, rows);

    if (price)
        plan_add_text(app, view, price);
    if (price && usual)
        plan_add_text(app, view, usual);
}

static void plan_add_boot(const struct app *app, struct plan_view *view)
{
    const struct lines *boot = &app->wizard.look.boot;

    for (size_t i = 0; i < boot->count; i++)
        plan_add_text(app, view, boot->at[i]);
}

/* Adds the best place for the journal, and which drive the time is that of. */
static void plan_add_journal(const struct app *app, struct plan_view *view)
{
    const struct moves_time *time = &view->rows->time;
    char size[SIZE_TEXT];

    if (!view->rows->moves.sectors)
        return;
    if (!time->places.count) {
        plan_add_text(
            app, view,
            _("There is no place on this disk for the journal of the moves: it would "
              "be in a file on another one."));
        return;
    }
    CLEANUP(freep) char *where = journal_place_words(&time->places.at[0]);
    CLEANUP(freep)
    char *words = xasprintf(_("The journal of the moves: %1$s, %2$s."), where,
                            size_format(time->places.at[0].bytes, SIZE_IEC, 0, size));
    plan_add_text(app, view, words);
    CLEANUP(freep) char *usual = fix_words_usual(app, view->rows);
    if (usual)
        plan_add_text(app, view, usual);
}

static void plan_add_optimal(const struct app *app, struct plan_view *view)
{
    CLEANUP(freep) char *words = moves_optimal_words(&view->rows->moves);

    if (words)
        plan_add_text(app, view, words);
}

/* Returns SENTENCE, and which key calls a partition empty; free(). */
static char *plan_empty_words(const struct app *app, const char *sentence)
{
    char keys[KEY_LIST];

    (void)keymap_keys(app, SCREEN_TABLE, ACTION_EMPTY, 1, keys);
    return xasprintf(_("%1$s %2$s on the main screen says so."), sentence, keys);
}

char *plan_view_row_words(const struct app *app, const struct plan_rows *rows,
                          size_t index)
{
    CLEANUP(freep) char *words = plan_rows_words(rows, index);
    char keys[KEY_LIST];

    if (plan_rows_asks_empty(rows, index))
        return plan_empty_words(app, words);
    if (!plan_rows_owned(rows, index))
        return TAKE(words);
    (void)keymap_keys(app, SCREEN_FIX_PLAN, ACTION_GIVE_UP, 1, keys);
    /* TRANSLATORS: what is in the way, a key */
    return xasprintf(_("%1$s %2$s gives it up."), words, keys);
}

static void plan_add_row(const struct app *app, struct plan_view *view, size_t index)
{
    CLEANUP(freep) char *words = plan_view_row_words(app, view->rows, index);

    if (words)
        plan_add_text(app, view, words);
}

/* Adds what is told of the selected row, in the wizard of all rows. */
static void plan_add_rows(const struct app *app, struct plan_view *view)
{
    const struct plan_rows *rows = view->rows;

    if (!plan_is_in_wizard(app) && rows->count)
        plan_add_row(app, view, view->selected);
    for (size_t i = 0; plan_is_in_wizard(app) && i < rows->count; i++)
        if (plan_rows_has_words(rows, i))
            plan_add_row(app, view, i);
}

static void plan_add_shrink(const struct app *app, struct plan_view *view)
{
    char keys[KEY_LIST];

    (void)keymap_keys(app, SCREEN_TABLE, ACTION_RESIZE, 1, keys);
    CLEANUP(freep)
    char *words = xasprintf(_("%s on the main screen names the commands that make a file "
                              "system smaller."),
                            keys);
    plan_add_text(app, view, words);
}

static void plan_add_reliefs(const struct app *app, struct plan_view *view)
{
    const struct moves *moves = &view->rows->moves;

    CLEANUP(freep)
    struct group *groups = xcalloc(moves->relief_count + 1, sizeof(*groups));
    size_t count = moves_relief_groups(app->layout, moves, groups);

    for (size_t i = 0; i < count; i++) {
        enum moves_relief_kind kind = moves->reliefs[groups[i].first].kind;
        CLEANUP(freep)
        char *words = moves_relief_group_words(app->layout, moves, &groups[i]);
        CLEANUP(freep)
        char *empty = kind == RELIEF_CALL_EMPTY ? plan_empty_words(app, words) : NULL;
        plan_add_text(app, view, empty ? empty : words);
    }
    groups_finish(groups, count);
    if (moves_has_relief(moves, RELIEF_SHRINK))
        plan_add_shrink(app, view);
}

/* Adds which of the starts by hand are off the grid. */
static void plan_add_chosen(const struct app *app, struct plan_view *view)
{
    bool is_chosen = view->rows == &view->aims[PLAN_AIM_CHOSEN];
    struct moves_start starts[PLAN_CHOSEN_MAX];
    size_t count = is_chosen ? plan_starts(app, &view->plan, starts) : 0;

    for (size_t i = 0; i < count; i++) {
        bool is_typed = view->typed && starts[i].id == app->selected;
        CLEANUP(freep)
        char *words =
            is_typed ? NULL : moves_off_words(view->rows->moves.result, starts[i].id);
        if (words)
            plan_add_text(app, view, words);
    }
}

/* Adds why there is nothing to do. */
static void plan_add_aligned(const struct app *app, struct plan_view *view)
{
    const struct plan_rows *rows = view->rows;
    bool is_mib = rows == &view->aims[PLAN_AIM_MIB];

    if (!rows->count || !rows->moves.is_possible || rows->moves.step_count ||
        rows->moves.left_count || app_pending(app) ||
        rows == &view->aims[PLAN_AIM_CHOSEN])
        return;
    plan_add_text(app, view,
                  is_mib ? _("Each partition begins at a multiple of 1 MiB: there is "
                             "nothing to do.")
                         : _("Each partition begins with a physical sector: there is "
                             "nothing to do."));
}

static int pattern_lines(const struct app *app, const char *pattern)
{
    CLEANUP(pager_finish) struct pager pager = { 0 };

    if (pattern)
        pager_add_wrapped(&pager, STYLE_NORMAL, 0, frame_width(app), pattern);
    return pager.count;
}

static void plan_add_all(const struct app *app, struct plan_view *view)
{
    const struct plan_rows *rows = view->rows;
    bool is_wizard = plan_is_in_wizard(app);

    if (view->typed)
        plan_add_text(app, view, view->typed);
    if (is_wizard)
        plan_add_price(app, view);
    plan_add_aligned(app, view);
    if (is_wizard)
        plan_add_boot(app, view);
    plan_add_rows(app, view);
    if (!rows->moves.is_possible) {
        CLEANUP(freep) char *disk = give_up_disk_words(app);
        CLEANUP(freep)
        char *lack = rows->err.text[0] ? xstrdup(rows->err.text)
                                       : moves_lack_words(app->layout, &rows->moves);
        plan_add_text(app, view, disk ? disk : lack);
    }
    if (rows->moves.result)
        plan_add_chosen(app, view);
    plan_add_reliefs(app, view);
    plan_add_measured(app, view);
    plan_add_assumed(app, view);
    if (!is_wizard)
        plan_add_journal(app, view);
    plan_add_optimal(app, view);
    if (pattern_lines(app, view->pattern) > view->pattern_rows)
        plan_add_text(app, view, view->pattern);
}

/* --- the rows of the screen --- */

/* Returns the rows of the pattern above the aims. */
static int pattern_rows(const struct app *app, const struct plan_view *view)
{
    int max = app->rows >= HIGH ? PATTERN_LINES_HIGH : PATTERN_LINES;
    int lines = pattern_lines(app, view->pattern);

    return lines < max ? lines : max;
}

/* The list and the text share what the parts above leave. */
static void plan_divide_rows(const struct app *app, struct plan_view *view)
{
    bool is_tall = app->rows >= TALL;
    int row = 2, left = frame_rows(app), count = (int)view->rows->count;

    view->pattern_rows = is_tall ? pattern_rows(app, view) : 0;
    view->aims_row = row + view->pattern_rows;
    view->offers_starts =
        is_tall && plan_is_in_wizard(app) && view->aim_count < PLAN_AIM_COUNT;
    row = view->aims_row + view->aim_count + view->offers_starts;
    if (is_tall) {
        view->map_row = row + 1;
        bool fits = count <= STEPS_HIGH + (app->rows - HIGH) / 2;
        view->map_rows = app->rows >= HIGH && fits ? BAR_ROWS : 1;
        row += (view->rows->moves.result ? 2 : 1) * (view->map_rows + 1);
    }
    if (count) {
        view->has_heads = app->rows >= 14;
        view->heads_row = row + 1;
        view->list_row = row + 1 + view->has_heads;
        left -= view->list_row - 2 + 1;
        /* Without a plan the text says more than the list. */
        int share = view->rows->moves.is_possible ? left * 5 / 9 : left / 3;
        int list_max = share > 1 ? share : 1;
        view->list_rows = count < list_max ? count : list_max;
        row = view->list_row + view->list_rows;
    }
    view->text_row = row + 1;
    view->text_rows = frame_rows(app) - (view->text_row - 2);
}

/* Returns how the selected partition begins in PLAN; its end is as it was. */
static char *typed_verdict(const struct app *app, const struct plan *plan)
{
    struct extent moved = *layout_find(app->layout, app->selected);

    moved.start = plan_start_of(app, plan);
    struct verdict verdict = judge_extent(app->layout, &moved);
    verdict.end_past_bytes = 0;
    return judge_reason(app->layout, &moved, &verdict);
}

/* While a start is typed, PLAN becomes what it would be with that start; returns what
 * that means.  NULL: none is typed. */
static char *plan_try_typed(const struct app *app, struct plan *plan)
{
    struct err err = { 0 };

    if (app->asking != ASK_START)
        return NULL;
    if (!plan_enter_start(app, app->field.text, plan, &err))
        return xstrdup(err.text);
    return plan_start_of(app, plan) == ALIGN_NONE ? NULL : typed_verdict(app, plan);
}

static int cursor_of(const struct app *app, const struct plan_view *view)
{
    if (!plan_is_in_wizard(app))
        return -1;
    return view->plan.is_on_offer && view->offers_starts
               ? view->aim_count
               : (int)plan_shown_aim(app, &view->plan);
}

static int overflow_of(const struct plan_view *view)
{
    int text = view->text.count - view->text_rows;
    int steps = view->cursor < 0 ? 0 : (int)view->rows->count - view->list_rows;

    return text > steps ? text : steps;
}

void plan_view_make(const struct app *app, struct plan_view *ret)
{
    struct pattern pattern;

    *ret = (struct plan_view){ .plan = *plan_of(app) };
    const struct plan *plan = &ret->plan;
    ret->typed = plan_try_typed(app, &ret->plan);
    ret->aim_count = plan_aim_count(app, plan);
    if (!plan_is_in_wizard(app) && pattern_find(app->layout, &pattern))
        ret->pattern = pattern_words(&pattern);
    for (int i = 0; i < ret->aim_count; i++)
        plan_make_aim(app, plan, (enum plan_aim)i, &ret->aims[i]);
    ret->rows = &ret->aims[plan_shown_aim(app, plan)];
    if (ret->rows->count)
        ret->selected = plan->row < ret->rows->count ? plan->row : ret->rows->count - 1;
    plan_divide_rows(app, ret);
    ret->cursor = cursor_of(app, ret);
    plan_add_all(app, ret);
    ret->overflow = overflow_of(ret);
}

void plan_view_finish(struct plan_view *view)
{
    for (int i = 0; i < view->aim_count; i++)
        plan_rows_finish(&view->aims[i]);
    free(view->pattern);
    free(view->typed);
    pager_finish(&view->text);
}
