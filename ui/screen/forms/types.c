/* SPDX-License-Identifier: GPL-3.0-or-later */
/* types.c - the screen to choose a partition type from a list with a search field */
#include <stdlib.h>
#include <string.h>

#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/str.h"
#include "model/base/text.h"
#include "model/disk/partition_name.h"
#include "model/disk/types.h"
#include "ui/app/apply.h"
#include "ui/app/disk.h"
#include "ui/app/marks.h"
#include "ui/app/type_pick.h"
#include "ui/screen/forms/form_row.h"
#include "ui/screen/forms/type_list.h"
#include "ui/screen/frame/frame.h"
#include "ui/screen/frame/screen.h"

#define NAME_MIN 30 /* min. columns of a name if the id is shown beside it */
#define HINT_MIN 24 /* min. columns of the search field if the hint is shown */

struct types {
    struct field filter; /* the text searched for in names and ids */
    bool is_filtering;   /* keys are typed into it */
    int row;             /* index of the selected type */
};

static struct types *types_of(const struct app *app)
{
    return app->own[SCREEN_TYPES];
}

static const struct effect nothing = { .kind = EFFECT_NONE };

struct view {
    struct type_list list;
    int selected; /* line of the selected type; -1 if there is none */
    int rows;     /* visible lines */
};

static enum label_kind types_label(const struct app *app)
{
    return layout_label(app->layout)->kind;
}

static struct view types_view(const struct app *app)
{
    enum label_kind kind = types_label(app);
    const struct lines *used =
        &app->recent.used[kind == LABEL_GPT ? RECENT_GPT_TYPE : RECENT_MSDOS_TYPE];
    struct view view = { .list = type_list_make(kind, types_of(app)->filter.text, used),
                         .rows = frame_rows(app) };

    view.selected = type_list_line(&view.list, types_of(app)->row);
    return view;
}

static bool is_for_form(const struct app *app)
{
    return app->depth > 1 && app->stack[app->depth - 2] == SCREEN_FORM;
}

static void types_draw_header(const struct app *app, struct canvas *canvas)
{
    const struct extent *extent = app_selected(app);
    CLEANUP(str_finish) struct str name = { 0 };

    if (extent)
        partition_full_name(app->layout, extent, &name);
    if (is_for_form(app))
        frame_draw_header(app, canvas, NULL, _("%s  Type of the new partition"),
                          app->info.path);
    else if (marks_are_set(app))
        frame_draw_header(app, canvas, NULL, _("%s  Type of what is marked"),
                          app->info.path);
    else
        frame_draw_header(app, canvas, NULL, _("%1$s  Type of partition %2$s"),
                          app->info.path, str_text(&name));
}

/* True if ids fit beside the names; else the frame shows the id of the selected type. */
static bool has_ids(const struct app *app)
{
    int id = types_label(app) == LABEL_GPT ? 36 : 2;

    return app->cols - 6 - id - 2 >= NAME_MIN;
}

static void draw_line(const struct app *app, struct canvas *canvas, int row,
                      const struct type_list *list, int index, bool is_selected)
{
    const struct type_line *line = &list->lines[index];
    int width = app->cols - 6, id = has_ids(app) ? text_width(line->type) : 0;

    if (line->heading) {
        canvas_put(canvas, row, 2, app->cols - 4, STYLE_HEAD, line->heading);
        return;
    }
    canvas_put(canvas, row, 4, width - (id ? id + 2 : 0), STYLE_NORMAL, line->name);
    if (id)
        canvas_put(canvas, row, app->cols - 2 - id, id, STYLE_NOTE, line->type);
    frame_offer_row(app, canvas, row, type_list_row_at(list, index));
    if (!is_selected)
        return;
    canvas_put(canvas, row, 2, 1, STYLE_NORMAL, ">");
    canvas_select_row(canvas, row, 1, app->cols - 2);
    if (!types_of(app)->is_filtering)
        canvas_set_cursor(canvas, row, 2);
}

/* Draws the id of the selected type into the frame. */
static void draw_id(const struct app *app, struct canvas *canvas, int row,
                    const char *type)
{
    CLEANUP(freep) char *text = xasprintf(" %s ", type);
    int width = text_width(text);

    canvas_put(canvas, row, app->cols - 1 - width, width, STYLE_TITLE, text);
}

/* Returns the first line to show; the list scrolls by whole pages. */
static int types_first_line(const struct view *view)
{
    int top = view->selected > 0 ? view->selected / view->rows * view->rows : 0;

    if (view->list.count <= view->rows)
        return 0;
    return top + view->rows > view->list.count ? view->list.count - view->rows : top;
}

/* Only a gpt has names. */
static void types_draw_keys(const struct app *app, struct canvas *canvas)
{
    struct foot_item items[] = {
        { ACTION_RUN, N_("choose") }, { ACTION_FIND, N_("find") },
        { ACTION_NAME, N_("name") },  { ACTION_HELP, N_("help") },
        { ACTION_BACK, N_("back") },
    };
    size_t count = ARRAY_SIZE(items);

    if (types_label(app) != LABEL_GPT)
        count = foot_drop(items, count, ACTION_NAME);
    frame_draw_foot(app, canvas, 1, items, count);
}

static void types_draw_foot(const struct app *app, struct canvas *canvas)
{
    int row = app->rows - 1, col;

    if (!types_of(app)->is_filtering) {
        types_draw_keys(app, canvas);
        return;
    }
    if (foot_message(app, canvas, row, row))
        return;
    const char *hint = _("Enter chooses, F1 help, Ctrl-G ends it");
    int width = text_width(hint);
    col = 1 + canvas_put(canvas, row, 1, -1, STYLE_KEY, _("Search:")) + 1;
    bool has_room = app->cols - col - width >= HINT_MIN;
    if (has_room)
        canvas_put(canvas, row, app->cols - 1 - width, width, STYLE_NOTE, hint);
    field_draw(&types_of(app)->filter, canvas, row, col,
               app->cols - col - 1 - (has_room ? width + 1 : 0));
}

static void types_draw(const struct app *app, struct canvas *canvas)
{
    struct view view = types_view(app);
    int top = types_first_line(&view), bottom = app->rows - 2;
    size_t all = type_count(types_label(app));
    CLEANUP(freep)
    char *left = *types_of(app)->filter.text
                     ? xasprintf(_("Types with '%s'"), types_of(app)->filter.text)
                     : xstrdup(_("Types"));
    CLEANUP(freep)
    char *right = xasprintf(_("%1$d of %2$zu"), view.list.types - view.list.used, all);

    types_draw_header(app, canvas);
    canvas_box(canvas, 1, bottom, left, right);
    for (int i = 0; i < view.rows && top + i < view.list.count; i++)
        draw_line(app, canvas, 2 + i, &view.list, top + i, top + i == view.selected);
    if (view.list.types == 0)
        canvas_put(canvas, 2, 2, app->cols - 4, STYLE_NORMAL,
                   _("No type has this in its name or id."));
    else if (!has_ids(app) && view.selected >= 0)
        draw_id(app, canvas, bottom, view.list.lines[view.selected].type);
    types_draw_foot(app, canvas);
    type_list_finish(&view.list);
}

/* Takes keys for the search field, but not Enter and arrows. */
static bool types_take_key(struct app *app, uint32_t key)
{
    if (!app->layout || !types_of(app)->is_filtering)
        return false;
    if (key == KEY_CODE_ESCAPE || key == ('g' & 0x1f)) {
        types_of(app)->is_filtering = false;
        field_set(&types_of(app)->filter, "");
        types_of(app)->row = 0;
        return true;
    }
    if (!field_key(&types_of(app)->filter, key))
        return false;
    types_of(app)->row = 0;
    return true;
}

static void choose_type(struct app *app, const char *type)
{
    const struct extent *extent = app_selected(app);
    struct edit edit = { .kind = EDIT_TYPE };

    copy_text(edit.type, sizeof(edit.type), type);
    types_of(app)->is_filtering = false;
    if (is_for_form(app))
        form_set_text(form_of(app), FORM_TYPE, type);
    else if (!app->marks.count && extent && !strcmp(extent->type, type))
        app_say(app, false, "%s", _("Nothing was changed."));
    else if (!marks_apply(app, &edit))
        return;
    app_back(app);
}

static struct effect types_handle(struct app *app, enum action action)
{
    struct view view = types_view(app);

    if (action == ACTION_RUN && view.selected >= 0)
        choose_type(app, view.list.lines[view.selected].type);
    else if (action == ACTION_RUN)
        app_say(app, true, "%s", _("No type has this in its name or id."));
    else if (action == ACTION_FIND)
        types_of(app)->is_filtering = true;
    else
        (void)frame_move(action, view.list.types, view.rows > 1 ? view.rows - 1 : 1,
                         &types_of(app)->row);
    type_list_finish(&view.list);
    return nothing;
}

static void types_select(struct app *app, uint32_t row)
{
    types_of(app)->row = (int)row;
}

/* Selects TYPE in the list, which is not searched. */
static void select_type(struct app *app, const char *type)
{
    struct view view = types_view(app);

    types_of(app)->row = type_list_row(&view.list, type);
    type_list_finish(&view.list);
}

struct effect screen_types_open(struct app *app)
{
    struct err err = { 0 };
    char text[256] = "", type[TYPE_TEXT] = "";

    if (type_count(types_label(app)) == 0) {
        app_say(app, true, "%s", _("Only gpt and msdos tables have types to choose."));
        return nothing;
    }
    if (app_screen(app) != SCREEN_FORM)
        copy_text(type, sizeof(type), app_selected(app)->type);
    else if (!type_pick_parse(types_label(app), form_text(form_of(app), FORM_TYPE, text),
                              type, &err))
        type[0] = '\0'; /* ambiguous or unknown: search for it */
    types_of(app)->is_filtering = !*type && *text;
    field_set(&types_of(app)->filter, types_of(app)->is_filtering ? text : "");
    types_of(app)->row = 0;
    if (*type)
        select_type(app, type);
    app_push(app, SCREEN_TYPES);
    return nothing;
}

struct effect screen_types_name(struct app *app)
{
    if (app_screen(app) != SCREEN_TYPES || !is_for_form(app))
        form_open(app, FORM_NAME);
    return nothing;
}

const struct screen screen_types = { .title = N_("choosing a type"),
                                     .own_size = sizeof(struct types),
                                     .draw = types_draw,
                                     .handle = types_handle,
                                     .take = types_take_key,
                                     .select = types_select };
