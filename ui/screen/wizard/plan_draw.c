/* SPDX-License-Identifier: GPL-3.0-or-later */
/* plan_draw.c - draws a plan for the whole disk: aims, maps, steps, text */
#include "ui/screen/wizard/plan_draw.h"

#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/num.h"
#include "model/base/size.h"
#include "ui/app/keymap.h"
#include "ui/draw/bar.h"
#include "ui/screen/frame/frame.h"
#include "ui/screen/list/compare_ends.h"
#include "ui/screen/list/details_more.h"

enum { AIM_COLUMNS = 12, AIM_COLUMNS_NARROW = 8, NARROW = 60 };

/* Returns what a start is aligned to with AIM: "4 KiB"; in RET. */
static const char *aim_name(const struct app *app, enum plan_aim aim, char ret[SIZE_TEXT])
{
    const struct limits *limits = layout_limits(app->layout);

    if (aim == PLAN_AIM_CHOSEN)
        /* TRANSLATORS: starts that the user has typed; 7 columns, 11 at most */
        return _("by hand");
    return size_format_iec(aim == PLAN_AIM_MIB ? limits->grain : limits->physical, ret);
}

static int aim_columns(const struct app *app)
{
    return app->cols < NARROW ? AIM_COLUMNS_NARROW : AIM_COLUMNS;
}

/* Returns the sign before aim INDEX: the cursor, or whose steps are shown below. */
static const char *aim_sign(const struct plan_view *view, int index)
{
    bool is_shown = view->rows == &view->aims[index];

    if (view->cursor >= 0)
        return view->cursor == index ? ">" : is_shown ? "*" : " ";
    return is_shown ? ">" : " ";
}

static void draw_aims(const struct app *app, struct canvas *canvas,
                      const struct plan_view *view)
{
    int columns = aim_columns(app);
    char name[SIZE_TEXT];

    for (int i = 0; i < view->aim_count; i++) {
        bool is_selected = view->rows == &view->aims[i];
        CLEANUP(freep) char *cost = plan_rows_cost(&view->aims[i]);
        int row = view->aims_row + i;
        canvas_put(canvas, row, 2, 1, STYLE_NORMAL, aim_sign(view, i));
        canvas_put(canvas, row, 4, columns - 1, is_selected ? STYLE_KEY : STYLE_NORMAL,
                   aim_name(app, (enum plan_aim)i, name));
        canvas_put(canvas, row, 4 + columns, frame_width(app) - columns - 2, STYLE_NORMAL,
                   cost);
        canvas_put_spot(canvas, row, 1, app->cols - 2, SPOT_BUTTON, (uint32_t)i);
        if (i == view->cursor)
            frame_select_row(app, canvas, row);
    }
}

/* The wizard names all aims, also the one that has no starts yet. */
static void draw_starts_offer(const struct app *app, struct canvas *canvas,
                              const struct plan_view *view)
{
    char keys[KEY_LIST], name[SIZE_TEXT];
    int row = view->aims_row + view->aim_count, columns = aim_columns(app);

    if (!view->offers_starts)
        return;
    (void)keymap_keys(app, SCREEN_FIX_PLAN, ACTION_START, 1, keys);
    CLEANUP(freep) char *offer = xasprintf(_("%s: each start as you type it"), keys);
    canvas_put(canvas, row, 4, columns - 1, STYLE_NORMAL,
               aim_name(app, PLAN_AIM_CHOSEN, name));
    canvas_put(canvas, row, 4 + columns, frame_width(app) - columns - 2, STYLE_NOTE,
               offer);
    canvas_put_spot(canvas, row, 1, app->cols - 2, SPOT_ACTION, ACTION_START);
    if (view->cursor == view->aim_count)
        frame_select_row(app, canvas, row);
}

/* Draws the map at ROW, with TITLE above it. */
static void plan_draw_map(const struct app *app, struct canvas *canvas,
                          const struct plan_view *view, int row, const char *title,
                          const struct layout *layout)
{
    bool has_row = view->cursor < 0 && view->rows->count;
    uint32_t id = has_row ? plan_rows_id(view->rows, view->selected) : 0;

    canvas_divider(canvas, row - 1, title, NULL);
    if (view->map_rows == BAR_ROWS)
        bar_draw(canvas, row, 2, frame_width(app), layout, id);
    else
        bar_draw_line(canvas, row, 2, frame_width(app), layout, id);
}

static void draw_maps(const struct app *app, struct canvas *canvas,
                      const struct plan_view *view)
{
    const struct layout *after = view->rows->moves.result;

    if (!view->map_row)
        return;
    plan_draw_map(app, canvas, view, view->map_row, _("Before"), app->layout);
    if (after)
        plan_draw_map(app, canvas, view, view->map_row + view->map_rows + 1, _("After"),
                      after);
}

static void draw_steps(const struct app *app, struct canvas *canvas,
                       const struct plan_view *view)
{
    int shown = view->list_rows, count = (int)view->rows->count;
    int at = (int)view->selected, first = at >= shown ? at - shown + 1 : 0;
    bool has_cursor = view->cursor < 0;

    if (!count)
        return;
    if (!has_cursor)
        first = num_min_int(app->scroll, count - shown);
    canvas_divider(canvas, view->heads_row - 1,
                   view->rows->moves.step_count ? _("Steps, in this order")
                                                : _("Partitions"),
                   pager_more(count, shown, first));
    if (view->has_heads)
        plan_rows_draw_heads(view->rows, canvas, view->heads_row, 4,
                             frame_width(app) - 2);
    for (int i = 0; i < shown; i++) {
        plan_rows_draw(view->rows, canvas, view->list_row + i, 4, frame_width(app) - 2,
                       (size_t)(first + i));
        if (!has_cursor)
            continue;
        frame_offer_row(app, canvas, view->list_row + i, first + i);
        if (first + i == at)
            frame_select_row(app, canvas, view->list_row + i);
    }
}

static void draw_text(const struct app *app, struct canvas *canvas,
                      const struct plan_view *view)
{
    int last = view->text.count - view->text_rows;
    int scroll = num_min_int(app->scroll, last > 0 ? last : 0);

    canvas_divider(canvas, view->text_row - 1, NULL,
                   pager_more(view->text.count, view->text_rows, scroll));
    pager_draw(&view->text, canvas, view->text_row, 2, frame_width(app), view->text_rows,
               scroll);
}

/* Draws below the text where the selected partition starts and ends, before and after; or
 * what is around it where there is no plan. */
static void draw_ends(const struct app *app, struct canvas *canvas,
                      const struct plan_view *view)
{
    uint32_t id = view->rows->count ? plan_rows_id(view->rows, view->selected) : 0;
    const struct compare compare = { .before = app->layout,
                                     .after = view->rows->moves.result,
                                     .id = id };
    int left = view->text_rows - view->text.count;

    if (!frame_is_tall(app) || app->is_slow_line)
        return;
    if (compare.after)
        (void)compare_ends_draw(app, canvas, view->text_row + view->text.count, left,
                                &compare);
    else
        details_near_draw(app, canvas, view->text_row + view->text_rows, left,
                          layout_find(app->layout, id));
}

void plan_draw_box(const struct app *app, struct canvas *canvas,
                   const struct plan_view *view, const char *title)
{
    canvas_box(canvas, 1, app->rows - 2, title, NULL);
    if (view->pattern_rows)
        canvas_put_wrapped(canvas, 2, 2, frame_width(app), view->pattern_rows, 0,
                           STYLE_NORMAL, view->pattern);
    draw_aims(app, canvas, view);
    draw_starts_offer(app, canvas, view);
    draw_maps(app, canvas, view);
    draw_steps(app, canvas, view);
    draw_text(app, canvas, view);
    draw_ends(app, canvas, view);
}
