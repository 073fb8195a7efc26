/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fix_found.c - the wizard's first step: what was found, and which tool made it */
#include "model/align/explain.h"
#include "model/align/pattern.h"
#include "model/align/verify.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/size.h"
#include "model/base/text.h"
#include "model/disk/extent.h"
#include "model/move/plan/moves_edit.h"
#include "model/report/report.h"
#include "ui/app/disk.h"
#include "ui/app/give_up.h"
#include "ui/app/given.h"
#include "ui/app/keymap.h"
#include "ui/app/measure_result.h"
#include "ui/draw/bar.h"
#include "ui/screen/frame/frame.h"
#include "ui/screen/list/details_more.h"
#include "ui/screen/list/table_about.h"
#include "ui/screen/wizard/fix_pages.h"
#include "ui/screen/wizard/plan_state.h"

enum { NAME_COLUMNS = 5, MAP_MIN_ROWS = 20 };

/* --- opening --- */

/* Pending moves become the plan by hand: they are undone, and can be redone. */
static void take_moves(struct app *app)
{
    plan_take_queue(app->queue, plan_of(app));
    while (queue_undo(app->queue))
        ;
    app_show_preview(app);
}

struct effect screen_fix_open(struct app *app)
{
    if (app_pending(app))
        take_moves(app);
    app->wizard.place = JOURNAL_ANYWHERE;
    give_up_forget_ranges(app);
    app_push(app, SCREEN_FIX_FOUND);
    return fix_pages_look(app);
}

/* --- what is shown --- */

/* Returns "ntfs 97.7 GiB"; free(). */
static char *found_words(const struct app *app, const struct extent *extent)
{
    uint64_t bytes = extent->length * layout_limits(app->layout)->logical;
    char size[SIZE_TEXT], content[CONTENT_NAME];

    return xasprintf("%s %s", extent_word(extent, content),
                     size_format(bytes, SIZE_IEC, 0, size));
}

static void found_add_partition(const struct app *app, const struct extent *extent,
                                int columns, struct pager *text)
{
    struct verdict verdict = judge_extent(app->layout, extent);
    verdict.end_past_bytes = 0; /* which costs no speed */
    CLEANUP(freep) char *word = report_verdict(app->layout, extent);
    CLEANUP(freep) char *reason = judge_reason(app->layout, extent, &verdict);
    CLEANUP(freep) char *words = found_words(app, extent);
    CLEANUP(freep) char *padded = text_pad(words, columns);
    CLEANUP(freep) char *line = xasprintf("%s  %s  %s", padded, word, reason);
    char name[16];

    pager_add_pair(text, NAME_COLUMNS, frame_width(app), report_row(extent, name), line);
}

static void found_add_partitions(const struct app *app, struct pager *text)
{
    int columns = 0;

    LAYOUT_EACH (extent, app->layout) {
        CLEANUP(freep) char *words = found_words(app, extent);
        int own = extent_holds_data(extent) ? text_width(words) : 0;
        columns = own > columns ? own : columns;
    }
    LAYOUT_EACH (extent, app->layout)
        if (extent_holds_data(extent))
            found_add_partition(app, extent, columns, text);
}

static void found_add_pattern(const struct app *app, struct pager *text)
{
    struct pattern pattern;

    if (!pattern_find(app->layout, &pattern))
        return;
    CLEANUP(freep) char *words = pattern_words(&pattern);
    pager_add_wrapped(text, STYLE_NORMAL, 0, frame_width(app), words);
    pager_add(text, STYLE_NORMAL, "");
}

/* Adds the measured cost of the first partition that has one. */
static void found_add_measured(const struct app *app, struct pager *text)
{
    LAYOUT_EACH (extent, app->layout) {
        CLEANUP(freep)
        char *cost = extent_holds_data(extent) ? measure_result_cost(app, extent) : NULL;
        if (!cost)
            continue;
        pager_add(text, STYLE_NORMAL, "");
        pager_add_wrapped(text, STYLE_NORMAL, 0, frame_width(app), cost);
        return;
    }
}

/* Returns that the physical sectors are only ASSUMED, and which key changes that;
 * free(). */
static char *found_assumed_words(const struct app *app, const char *assumed)
{
    const struct saved_result *saved = measure_result_saved(app);
    bool is_lacking = saved && saved_result_lacks_physical(saved);
    char keys[KEY_LIST];

    (void)keymap_keys(app, SCREEN_FIX_FOUND,
                      is_lacking ? ACTION_SET_PHYSICAL : ACTION_PROBE, 1, keys);
    if (is_lacking)
        return xasprintf(_("%1$s A probe did not find them out: %2$s gives the size by "
                           "hand, else the plan is for what is assumed."),
                         assumed, keys);
    return layout_limits(app->layout)->logical_source == SOURCE_REPORTED
               ? xasprintf(_("%1$s %2$s measures it: do that first."), assumed, keys)
               : xstrdup(assumed);
}

/* Returns the physical sectors that the plan is for, if that is not what is reported;
 * free().  The user who gives their size knows where they begin. */
static char *found_physical_words(const struct app *app)
{
    const struct limits *limits = layout_limits(app->layout);
    ull first = limits->alignment_offset / limits->logical;
    char size[SIZE_TEXT];

    (void)size_format_iec(limits->physical, size);
    if (limits->physical_source == SOURCE_GIVEN)
        return xasprintf(_("The plan is for physical sectors of %1$s from sector %2$llu "
                           "on, as given."),
                         size, first);
    CLEANUP(freep) char *assumed = explain_assumed(limits);
    if (assumed)
        return found_assumed_words(app, assumed);
    return limits->physical_source == SOURCE_MEASURED
               ? xasprintf(_("The plan is for physical sectors of %1$s from sector "
                             "%2$llu on, as measured."),
                           size, first)
               : NULL;
}

static void found_add_physical(const struct app *app, struct pager *text)
{
    CLEANUP(freep) char *words = found_physical_words(app);

    if (!words)
        return;
    pager_add(text, STYLE_NORMAL, "");
    pager_add_wrapped(text, STYLE_NORMAL, 0, frame_width(app), words);
}

static bool found_has_map(const struct app *app)
{
    return app->rows >= MAP_MIN_ROWS;
}

static int found_rows(const struct app *app)
{
    return frame_rows(app) - (found_has_map(app) ? 4 : 0);
}

/* Adds the drawing of the first that is off, and what that costs, where all of it fits.
 */
static void found_add_why(const struct app *app, const struct extent *extent,
                          struct pager *text)
{
    struct explain explain =
        explain_extent(app->layout, extent, app->context, frame_width(app), NULL);
    struct explain begin = explain;
    struct pager why = { 0 };
    char name[16];
    CLEANUP(freep) char *title = xasprintf(_("Partition %s"), report_row(extent, name));

    begin.count = 0;
    while (begin.count < explain.count &&
           explain.lines[begin.count].part <= EXPLAIN_WORKLOAD)
        begin.count++;
    pager_add(&why, STYLE_NORMAL, "");
    pager_add(&why, STYLE_HEAD, title);
    table_about_add_lines(app, &begin, EXPLAIN_GAP_PICTURE, frame_width(app), &why);
    if (text->count + why.count <= found_rows(app))
        pager_append(text, &why);
    pager_finish(&why);
    explain_finish(&explain);
}

static const struct extent *first_off(const struct layout *layout)
{
    LAYOUT_EACH (extent, layout) {
        struct verdict verdict = judge_extent(layout, extent);
        if (extent_holds_data(extent) && judge_is_off(&verdict))
            return extent;
    }
    return NULL;
}

static struct pager found_page(const struct app *app)
{
    CLEANUP(freep) char *summary = verify_alignment(app->layout);
    struct pager text = { 0 };

    pager_add_wrapped(&text, STYLE_NORMAL, 0, frame_width(app), summary);
    found_add_pattern(app, &text);
    found_add_partitions(app, &text);
    found_add_measured(app, &text);
    found_add_physical(app, &text);
    pager_add(&text, STYLE_NORMAL, "");
    pager_add_wrapped(&text, STYLE_NOTE, 0, frame_width(app),
                      _("Two more steps show where each partition goes, and what was "
                        "checked. Nothing is written before you type yes at the end."));
    if (first_off(app->layout))
        found_add_why(app, first_off(app->layout), &text);
    return text;
}

/* --- drawing --- */

static void found_draw(const struct app *app, struct canvas *canvas)
{
    struct foot_item items[] = {
        { ACTION_RUN, N_("next step") }, { ACTION_PROBE, NULL },
        { ACTION_BENCH, N_("measure") }, { ACTION_DOWN, N_("read on") },
        { ACTION_HELP, N_("help") },     { ACTION_BACK, N_("back") },
    };
    struct pager text = found_page(app);
    int rows = found_rows(app), bottom = app->rows - 2;

    fix_pages_draw_header(app, canvas, 1);
    frame_draw_text(app, canvas, bottom, _("What was found"), &text, rows);
    if (found_has_map(app)) {
        canvas_divider(canvas, 2 + rows, _("Now"), NULL);
        bar_draw(canvas, 3 + rows, 2, frame_width(app), app->layout, 0);
    }
    if (frame_is_tall(app))
        details_near_draw(app, canvas, 2 + rows, rows - text.count,
                          first_off(app->layout));
    canvas_set_cursor(canvas, 2, 2);
    size_t count = ARRAY_SIZE(items);
    if (text.count <= rows)
        count = foot_drop(items, count, ACTION_DOWN);
    frame_draw_foot(app, canvas, 1, items, count);
    pager_finish(&text);
}

static struct effect found_handle(struct app *app, enum action action)
{
    struct pager text = found_page(app);

    (void)frame_scroll(action, text.count, found_rows(app), &app->scroll);
    pager_finish(&text);
    if (action != ACTION_RUN)
        return effect_none;
    app_push(app, SCREEN_FIX_PLAN);
    return effect_none;
}

const struct screen screen_fix_found = { .title = N_("what was found"),
                                         .draw = found_draw,
                                         .handle = found_handle,
                                         .answer = given_answer };
