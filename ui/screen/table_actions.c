/* SPDX-License-Identifier: GPL-3.0-or-later */
/* table_actions.c - what the keys of the main screen do */
#include "ui/screen/table_view.h"

#include <string.h>

#include "model/align/judge.h"
#include "model/align/verify.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/size.h"
#include "model/disk/extent_word.h"
#include "ui/app/disk.h"
#include "ui/app/given.h"
#include "ui/app/keymap.h"
#include "ui/screen/table_edit.h"

static const struct effect nothing = { .kind = EFFECT_NONE };

static void select_extent(struct app *app, uint32_t id)
{
    app->selected = id;
    app->is_edge_set = false;
}

/* Which row of COUNT a movement leads to. */
static size_t moved(enum action action, size_t at, size_t count, size_t page)
{
    size_t last = count - 1;

    switch ((int)action) {
    case ACTION_UP:
        return at > 0 ? at - 1 : 0;
    case ACTION_DOWN:
        return at < last ? at + 1 : last;
    case ACTION_PAGE_UP:
        return at > page ? at - page : 0;
    case ACTION_PAGE_DOWN:
        return at + page < last ? at + page : last;
    case ACTION_FIRST:
        return 0;
    default:
        return last;
    }
}

static struct effect do_move(struct app *app, enum action action)
{
    CLEANUP(freep) const struct extent **rows = NULL;
    size_t count = table_rows(app, &rows);
    struct table_view view = table_view_of(app, count);
    size_t page = view.table_rows > 0 ? (size_t)view.table_rows : 1;

    if (count == 0)
        return nothing;
    size_t at = table_index(rows, count, app->selected);
    select_extent(app, rows[moved(action, at, count, page)]->id);
    return nothing;
}

/* The other list; a row that is not in it gives way to the nearest that is. */
static struct effect do_pane(struct app *app, enum action action)
{
    CLEANUP(freep) const struct extent **rows = NULL;
    const struct extent *was = app_selected(app);
    size_t best = 0;

    (void)action; /* there are two panes: forwards is backwards */
    app->pane = app->pane == PANE_TABLE ? PANE_MAP : PANE_TABLE;
    size_t count = table_rows(app, &rows);
    for (size_t i = 0; was && i < count; i++) {
        if (rows[i]->id == was->id || rows[i]->start <= was->start)
            best = i;
        if (rows[i]->id == was->id)
            break;
    }
    if (count)
        select_extent(app, rows[best]->id);
    return nothing;
}

static struct effect do_menu(struct app *app, enum action action)
{
    int count = table_button_count(), step = action == ACTION_MENU_LEFT ? count - 1 : 1;

    app->menu = (app->menu + step) % count;
    return nothing;
}

static struct effect do_zoom(struct app *app, enum action action)
{
    int count = ruler_scale_count(layout_limits(app->layout));

    if (action == ACTION_ZOOM_ALL)
        app->zoom = 0;
    else if (action == ACTION_ZOOM_IN && app->zoom + 1 < count)
        app->zoom++;
    else if (action == ACTION_ZOOM_OUT && app->zoom > 0)
        app->zoom--;
    if (action == ACTION_ZOOM_ALL)
        app->is_edge_set = false;
    return nothing;
}

/* The next partition after the selected one that is off, around the end. */
static struct effect do_next_off(struct app *app, enum action action)
{
    size_t count = layout_count(app->layout), at = 0;

    (void)action; /* there is one direction */
    while (at < count && layout_at(app->layout, at)->id != app->selected)
        at++;
    for (size_t i = 1; i <= count; i++) {
        const struct extent *extent = layout_at(app->layout, (at + i) % count);

        if (judge_extent(app->layout, extent).grade != GRADE_OFF)
            continue;
        select_extent(app, extent->id);
        app->shows_end = false;
        return nothing;
    }
    CLEANUP(freep) char *alignment = verify_alignment(app->layout);
    app_say(app, false, "%s", alignment);
    return nothing;
}

static struct effect do_edge(struct app *app, enum action action)
{
    (void)action; /* it goes back and forth */
    app->shows_end = !app->shows_end;
    app->is_edge_set = false;
    return nothing;
}

static struct effect do_columns(struct app *app, enum action action)
{
    (void)action; /* it goes around */
    app->columns = (app->columns + 1) % table_column_steps();
    app->unit = table_columns_unit(app->columns);
    app_say(app, false, "%s", table_columns_name(app->columns));
    return nothing;
}

static bool does_match(const struct extent *extent, const char *wanted)
{
    const struct content *content = &extent->content;
    char word[CONTENT_NAME];
    const char *texts[] = { extent->name,
                            extent->type,
                            extent->uuid,
                            content->type,
                            content->label,
                            content->uuid,
                            extent_word(extent, word) };
    CLEANUP(str_finish) struct str number = { 0 };

    str_printf(&number, "%u", extent->number);
    if (wanted[strspn(wanted, "0123456789")] == '\0')
        return extent->number && !strcmp(str_text(&number), wanted);
    for (size_t i = 0; i < ARRAY_SIZE(texts); i++) {
        if (strcasestr(texts[i], wanted))
            return true;
    }
    return false;
}

static void find_next(struct app *app)
{
    CLEANUP(freep) const struct extent **rows = NULL;
    size_t count = table_rows(app, &rows);
    size_t at = table_index(rows, count, app->selected);

    for (size_t i = 1; i <= count; i++) {
        const struct extent *extent = rows[(at + i) % count];

        if (!does_match(extent, app->find))
            continue;
        select_extent(app, extent->id);
        return;
    }
    app_say(app, true, _("Nothing here is called %s."), app->find);
}

static struct effect do_find(struct app *app, enum action action)
{
    if (action == ACTION_FIND_NEXT && *app->find)
        find_next(app);
    else
        app_ask(app, ASK_FIND, _("Find:"), app->find);
    return nothing;
}

static struct effect do_go(struct app *app, enum action action)
{
    (void)action; /* the field asks where to */
    app_ask(app, ASK_SECTOR, _("Go to sector, size or percent:"), "");
    return nothing;
}

/* Every sentence about the table, one at each press. */
static struct effect do_verify(struct app *app, enum action action)
{
    (void)action; /* the sentences are all there is */
    table_state_say(app);
    return nothing;
}

static struct effect do_open(struct app *app, enum action action)
{
    if (action == ACTION_EXPLAIN) {
        app->cure = 0;
        app->shown = app->selected;
        app_push(app, SCREEN_WHY);
        return nothing;
    }
    app_push(app, SCREEN_DETAILS);
    return (struct effect){ .kind = EFFECT_DETAILS };
}

static struct effect do_plain(struct app *app, enum action action)
{
    (void)action; /* it is there to be read */
    app->shift = 0;
    app_push(app, SCREEN_PLAIN);
    return nothing;
}

static struct effect do_grain(struct app *app, enum action action)
{
    given_ask(app, action);
    return nothing;
}

static struct effect do_rescan(struct app *app, enum action action)
{
    (void)action; /* the disk is read as it was */
    return (struct effect){ .kind = EFFECT_REREAD, .given = app->given };
}

typedef struct effect handler(struct app *app, enum action action);

static handler *const handlers[ACTION_COUNT] = {
    [ACTION_UP] = do_move,           [ACTION_DOWN] = do_move,
    [ACTION_PAGE_UP] = do_move,      [ACTION_PAGE_DOWN] = do_move,
    [ACTION_FIRST] = do_move,        [ACTION_LAST] = do_move,
    [ACTION_MENU_LEFT] = do_menu,    [ACTION_MENU_RIGHT] = do_menu,
    [ACTION_PANE] = do_pane,         [ACTION_EXPLAIN] = do_open,
    [ACTION_DETAILS] = do_open,      [ACTION_ZOOM_IN] = do_zoom,
    [ACTION_ZOOM_OUT] = do_zoom,     [ACTION_ZOOM_ALL] = do_zoom,
    [ACTION_NEXT_OFF] = do_next_off, [ACTION_EDGE] = do_edge,
    [ACTION_COLUMNS] = do_columns,   [ACTION_FIND] = do_find,
    [ACTION_FIND_NEXT] = do_find,    [ACTION_GO] = do_go,
    [ACTION_PLAIN] = do_plain,       [ACTION_VERIFY] = do_verify,
    [ACTION_RESCAN] = do_rescan,     [ACTION_SET_GRAIN] = do_grain,
};

/* What changes the map or the columns alone. */
static bool needs_room(enum action action)
{
    return action == ACTION_ZOOM_IN || action == ACTION_ZOOM_OUT ||
           action == ACTION_ZOOM_ALL || action == ACTION_COLUMNS;
}

static bool is_menu(enum action action)
{
    return action == ACTION_MENU_LEFT || action == ACTION_MENU_RIGHT;
}

struct effect table_handle(struct app *app, enum action action)
{
    struct table_view view = table_view_of(app, 0);
    bool has_menu = view.buttons >= 0;

    app->is_state_told = true;
    if (action == ACTION_RUN)
        return (struct effect){ .kind = EFFECT_ACTION,
                                .action = table_button(has_menu ? app->menu : 0) };
    if (app->layout && table_edit_knows(action))
        table_edit(app, action);
    if (!app->layout || !handlers[action])
        return nothing;
    if ((view.is_small && needs_room(action)) || (!has_menu && is_menu(action))) {
        app_say(app, false, _("There is no room to show that here: %1$dx%2$d has it."),
                view.is_small ? TABLE_LEAST_COLS : app->cols,
                is_menu(action) ? TABLE_MENU_ROWS : TABLE_LEAST_ROWS);
        return nothing;
    }
    return handlers[action](app, action);
}

static void go_to(struct app *app, const char *text)
{
    const struct limits *limits = layout_limits(app->layout);
    struct err err = { 0 };
    uint64_t lba;

    if (!size_parse_lba(text, limits->size, limits->logical, &lba, &err)) {
        app_say(app, true, "%s", err.text);
        return;
    }
    const struct extent *extent = layout_find_lba(app->layout, lba);
    if (extent)
        app->selected = app->shown = extent->id;
    app->edge_lba = lba;
    app->is_edge_set = true;
}

struct effect table_answer(struct app *app, enum ask asked, const char *text)
{
    if (!app->layout)
        return nothing;
    if (asked == ASK_GRAIN)
        return given_answer(app, asked, text);
    if (!*text)
        return nothing;
    if (asked == ASK_SECTOR) {
        go_to(app, text);
    } else {
        copy_text(app->find, sizeof(app->find), text);
        find_next(app);
        app->shown = app->selected;
    }
    return nothing;
}
