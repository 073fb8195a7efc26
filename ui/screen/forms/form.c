/* SPDX-License-Identifier: GPL-3.0-or-later */
/* form.c - the screen of a form: its items, its notes and the result of its edits */
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/str.h"
#include "model/base/text.h"
#include "model/edit/delta.h"
#include "ui/app/apply.h"
#include "ui/app/disk.h"
#include "ui/app/give_up.h"
#include "ui/app/trial.h"
#include "ui/draw/bar.h"
#include "ui/screen/forms/form_row.h"
#include "ui/screen/frame/frame.h"
#include "ui/screen/frame/screen.h"
#include "ui/screen/list/details_more.h"
#include "ui/screen/list/table_view.h"

#define LABEL_COL  4
#define LABEL_MAX  14
#define BEFORE_MIN 16 /* min. rows inside the box for a map before and a map after */
#define AFTER_MIN  11 /* min. rows inside the box for a map with labels */

/* The contents and the rows of the screen, computed from the app. */
struct view {
    struct form_attempt attempt;
    struct pager items;        /* an empty line for each item, and its notes */
    int first[FORM_ITEMS + 1]; /* line of each item */
    int value_col, value_width;
    int item_rows;
    int before_row; /* row of the divider; 0 if the map before is not shown */
    int after_row, after_rows;
    int ruler_row, rulers; /* none, one, or start and end */
    struct pager more;
    int more_row, more_rows;
};

static void add_items(const struct app *app, struct view *view)
{
    const struct form_row *row = form_row_of(app);
    const struct form *form = form_of(app);

    for (int i = 0; i < form->count; i++) {
        CLEANUP(freep) char *note = row->item_note(app, form, &form->items[i]);
        CLEANUP(lines_finish) struct lines lines = { 0 };

        view->first[i] = view->items.count;
        pager_add(&view->items, STYLE_NORMAL, "");
        pager_add_wrapped(&view->items, STYLE_NOTE, 0, view->value_width, note);
        if (row->add_item_lines)
            row->add_item_lines(app, &form->items[i], &lines);
        pager_add_lines(&view->items, STYLE_NORMAL, 0, view->value_width, NULL, &lines);
    }
    view->first[form->count] = view->items.count;
}

/* The label of others is their value. */
static bool has_label(const struct form_item *item)
{
    return item->kind == ITEM_TEXT || item->kind == ITEM_CHOICE;
}

/* Returns the width of the labels left of the values. */
static int form_label_width(const struct form *form)
{
    int widest = 0;

    for (int i = 0; i < form->count; i++) {
        int own = text_width(_(form->items[i].label));
        if (has_label(&form->items[i]) && own > widest)
            widest = own;
    }
    return widest < LABEL_MAX ? widest : LABEL_MAX;
}

/* Gives rows to the items first, then to the result, then to the notes, then to rulers.
 * Rows left over go to the items if there is a map, else to the list of changes. */
static void form_divide_rows(const struct app *app, struct view *view)
{
    bool has_map = form_row_of(app)->has_map;
    int inner = frame_rows(app), lines = view->items.count;

    view->after_rows = inner >= AFTER_MIN ? 3 : 2;
    int left = inner - 1 - view->after_rows;
    bool has_before = has_map && inner >= BEFORE_MIN && left - 2 >= lines;
    left -= has_before ? 2 : 0;
    view->item_rows = left < lines ? left : lines;
    left -= view->item_rows;
    view->more_rows = view->more.count < left - 1 ? view->more.count : left - 1;
    if (view->more_rows < 0)
        view->more_rows = 0;
    left -= view->more_rows ? view->more_rows + 1 : 0;
    view->rulers = !has_map || app->is_slow_line ? 0
                   : left < 2 * FORM_RULER_ROWS  ? left / FORM_RULER_ROWS
                                                 : 2;
    left -= view->rulers * FORM_RULER_ROWS;
    view->item_rows += has_map ? left : left > 0;
    view->after_rows += has_map ? 0 : left - (left > 0);
    int row = 2 + view->item_rows;
    view->before_row = has_before ? row : 0;
    view->after_row = has_before ? row + 2 : row;
    view->ruler_row = view->after_row + 1 + view->after_rows;
    view->more_row =
        view->more_rows ? view->ruler_row + view->rulers * FORM_RULER_ROWS : 0;
}

static bool form_carries_data(const struct form_edits *edits)
{
    for (size_t i = 0; i < edits->count; i++)
        if (edits->at[i].carries_data)
            return true;
    return false;
}

/* Adds the changes, as the map is too coarse to show them all, and the notes. */
static void add_more(const struct app *app, struct view *view)
{
    const struct form_row *row = form_row_of(app);
    const struct layout *after = view->attempt.after;
    CLEANUP(lines_finish) struct lines notes = { 0 };

    if (row->has_map && after)
        delta_loss_lines(app->layout, after, form_carries_data(&view->attempt.edits),
                         &notes);
    if (row->add_notes)
        row->add_notes(app, form_of(app), after, &notes);
    pager_add_lines(&view->more, STYLE_NORMAL, 0, frame_width(app), NULL, &notes);
    if (row->hint)
        pager_add_wrapped(&view->more, STYLE_NOTE, 0, frame_width(app), row->hint(app));
}

static struct view form_view(const struct app *app)
{
    struct view view = { .attempt = form_try(app) };
    int width = form_label_width(form_of(app));

    view.value_col = LABEL_COL + (width ? width + 2 : 0);
    view.value_width = app->cols - 2 - view.value_col;
    add_items(app, &view);
    add_more(app, &view);
    form_divide_rows(app, &view);
    return view;
}

static void form_view_finish(struct view *view)
{
    pager_finish(&view->items);
    pager_finish(&view->more);
    layout_unref(view->attempt.after);
}

static void form_draw_header(const struct app *app, struct canvas *canvas)
{
    CLEANUP(freep)
    char *left = xasprintf("%s  %s", app->info.path, _(form_row_of(app)->title));
    CLEANUP(freep) char *right = table_pending(app);
    bool fits = text_width(left) + text_width(right) + 4 <= app->cols;

    frame_draw_header(app, canvas, app_pending(app) && fits ? right : NULL, "%s", left);
}

/* Returns all words of a choice with the chosen one in brackets, or the chosen one alone
 * between arrows if they do not fit; free(). */
static char *choice_text(const struct form_item *item, int width)
{
    CLEANUP(str_finish) struct str text = { 0 };

    for (int i = 0; item->words[i]; i++)
        str_printf(&text, i == item->chosen ? "[%s] " : " %s  ", _(item->words[i]));
    if (text_width(str_text(&text)) <= width)
        return str_take(&text);
    return xasprintf("← %s →", _(item->words[item->chosen]));
}

static void draw_value(const struct app *app, struct canvas *canvas, int row,
                       const struct view *view, int index)
{
    const struct form_item *item = &form_of(app)->items[index];
    bool is_here = index == form_of(app)->at;
    int col = view->value_col, width = view->value_width;

    if (item->kind == ITEM_TEXT && is_here) {
        field_draw(&item->field, canvas, row, col, width);
        return;
    }
    CLEANUP(freep)
    char *text = item->kind == ITEM_TEXT    ? xstrdup(item->field.text)
                 : item->kind == ITEM_STATE ? xstrdup(_(item->label))
                 : item->kind == ITEM_CHOICE
                     ? choice_text(item, width)
                     : xasprintf("[%c] %s", item->chosen ? 'x' : ' ', _(item->label));
    canvas_put(canvas, row, col, width, STYLE_NORMAL, text);
    if (!is_here)
        return;
    canvas_set_cursor(canvas, row, 2);
    canvas_select(canvas, row, col, text_width(text) < width ? text_width(text) : width);
}

static void draw_item(const struct app *app, struct canvas *canvas, int row,
                      const struct view *view, int index)
{
    const struct form_item *item = &form_of(app)->items[index];

    if (index == form_of(app)->at)
        canvas_put(canvas, row, 2, 1, STYLE_NORMAL, ">");
    if (view->attempt.is_wrong[index] && (!app->is_typing || *form_of(app)->told))
        canvas_put(canvas, row, 3, 1, STYLE_OFF, "!");
    if (has_label(item))
        canvas_put(canvas, row, LABEL_COL, view->value_col - LABEL_COL - 1, STYLE_HEAD,
                   _(item->label));
    draw_value(app, canvas, row, view, index);
}

/* Scrolls so that the current item and its notes are visible. */
static void draw_items(const struct app *app, struct canvas *canvas,
                       const struct view *view)
{
    const int *first = &view->first[form_of(app)->at];
    int scroll = frame_scroll_to(first[0], first[1], view->item_rows);

    pager_draw(&view->items, canvas, 2, view->value_col, view->value_width,
               view->item_rows, scroll);
    for (int i = 0; i < form_of(app)->count; i++) {
        int row = 2 + view->first[i] - scroll;
        if (row >= 2 && row < 2 + view->item_rows)
            draw_item(app, canvas, row, view, i);
    }
}

static void draw_after(const struct app *app, struct canvas *canvas,
                       const struct view *view)
{
    const struct form_attempt *attempt = &view->attempt;
    int row = view->after_row, rows = view->after_rows;

    if (!attempt->after && app->is_typing) {
        trial_draw_typed(app, canvas, row, rows, form_of(app)->told);
        return;
    }
    if (form_row_of(app)->has_map) {
        trial_draw(app, canvas, row, rows, attempt->after, form_changed(app, attempt),
                   attempt->err.text);
        return;
    }
    int left =
        trial_draw_words(app, canvas, row, rows, attempt->after, attempt->err.text);
    details_around_draw(app, canvas, row + 1 + rows, left,
                        layout_find(app->layout, form_of(app)->id));
}

static void form_draw_foot(const struct app *app, struct canvas *canvas)
{
    const struct form_item *item = &form_of(app)->items[form_of(app)->at];
    struct foot_item items[6] = { { ACTION_RUN, N_("add") } };
    size_t count = 1;

    if (item->kind == ITEM_CHOICE || item->kind == ITEM_TICK)
        items[count++] = (struct foot_item){ ACTION_VALUE_NEXT, NULL };
    if (item->what == FORM_TYPE)
        items[count++] = (struct foot_item){ ACTION_TYPE_LIST, NULL };
    if (form_of(app)->count > 1)
        items[count++] = (struct foot_item){ ACTION_FIELD_NEXT, NULL };
    items[count++] = (struct foot_item){ ACTION_HELP, N_("help") };
    items[count++] = (struct foot_item){ ACTION_CANCEL, N_("cancel") };
    frame_draw_foot(app, canvas, 1, items, count);
}

static void form_draw(const struct app *app, struct canvas *canvas)
{
    struct view view = form_view(app);
    CLEANUP(freep) char *title = form_subject(app);
    int width = app->cols - 4;

    form_draw_header(app, canvas);
    canvas_box(canvas, 1, app->rows - 2, *title ? title : NULL, NULL);
    draw_items(app, canvas, &view);
    if (view.before_row) {
        canvas_divider(canvas, view.before_row, _("Before"), NULL);
        bar_draw_line(canvas, view.before_row + 1, 2, width, app->layout,
                      form_of(app)->id);
    }
    draw_after(app, canvas, &view);
    form_draw_rulers(app, canvas, view.ruler_row, view.rulers, &view.attempt);
    if (view.more_row) {
        canvas_divider(canvas, view.more_row, _("To know"),
                       view.more_rows < view.more.count ? _("PgDn") : NULL);
        pager_draw(&view.more, canvas, view.more_row + 1, 2, width, view.more_rows,
                   app->scroll);
    }
    form_draw_foot(app, canvas);
    form_view_finish(&view);
}

static void form_follow(struct app *app, const struct form *was)
{
    if (form_row_of(app)->follow)
        form_row_of(app)->follow(app, was, form_of(app));
}

static void form_learned(struct app *app)
{
    if (form_row_of(app)->learned)
        form_row_of(app)->learned(app, form_of(app));
}

static bool form_take_key(struct app *app, uint32_t key)
{
    struct form was = *form_of(app);
    enum form_item_kind kind = was.items[was.at].kind;

    if (!app->layout || (app->paste.is_on && kind != ITEM_TEXT) ||
        !form_key(form_of(app), key))
        return false;
    if (kind == ITEM_CHOICE)
        form_follow(app, &was);
    form_tell_typed(app);
    return true;
}

static void form_turn_item(struct app *app, int step)
{
    struct form was = *form_of(app);

    form_turn(form_of(app), step);
    form_follow(app, &was);
}

/* Adds the edits and goes back to the main screen; the form stays open if they fail. */
static void form_run(struct app *app)
{
    struct form_attempt attempt = form_try(app);
    bool is_empty = attempt.edits.count == 0;

    if (!attempt.after && give_up_allows_disk(app))
        form_refuse(app, attempt.first_wrong);
    else if (is_empty)
        app_say(app, false, "%s", _("Nothing was changed."));
    if (attempt.after &&
        (is_empty || apply_edits(app, attempt.edits.at, attempt.edits.count)))
        app_back(app);
    layout_unref(attempt.after);
}

static struct effect form_handle(struct app *app, enum action action)
{
    struct effect effect = { .kind = EFFECT_NONE };
    struct view view = form_view(app);

    if (action == ACTION_RUN)
        form_run(app);
    else if (action == ACTION_FIELD_NEXT || action == ACTION_DOWN)
        form_step(form_of(app), 1);
    else if (action == ACTION_FIELD_BEFORE || action == ACTION_UP)
        form_step(form_of(app), -1);
    else if (action == ACTION_VALUE_NEXT || action == ACTION_VALUE_BEFORE)
        form_turn_item(app, action == ACTION_VALUE_NEXT ? 1 : -1);
    else if (action == ACTION_TYPE_LIST && form_find(form_of(app), FORM_TYPE))
        effect = screen_types_open(app);
    else
        (void)frame_scroll(action, view.more.count, view.more_rows, &app->scroll);
    form_view_finish(&view);
    return effect;
}

const struct screen screen_form = { .title = N_("a form"),
                                    .own_size = sizeof(struct form),
                                    .draw = form_draw,
                                    .learned = form_learned,
                                    .handle = form_handle,
                                    .take = form_take_key };
