/* SPDX-License-Identifier: GPL-3.0-or-later */
/* table_actions.c - actions of the main screen that do not change the disk */
#include "ui/screen/list/table_view.h"

#include <string.h>

#include "model/align/judge.h"
#include "model/align/verify.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/size.h"
#include "model/disk/extent.h"
#include "ui/app/disk.h"
#include "ui/app/given.h"
#include "ui/app/keymap.h"
#include "ui/screen/frame/frame.h"
#include "ui/screen/frame/screen.h"

static void select_extent(struct app *app, uint32_t id)
{
    app->selected = id;
    app->is_edge_set = false;
}

static void move_selection(struct app *app, enum action action)
{
    CLEANUP(freep) const struct extent **rows = NULL;
    size_t count = table_rows(app, &rows);
    struct table_view view = table_view_of(app, count);
    int page = view.table_rows > 0 ? view.table_rows : 1;
    int at = (int)table_index(rows, count, app->selected);

    if (count && frame_move(action, (int)count, page, &at))
        select_extent(app, rows[at]->id);
}

/* Switches the list.  The selected extent, or the nearest one before it, stays selected.
 * */
struct effect table_pane(struct app *app)
{
    CLEANUP(freep) const struct extent **rows = NULL;
    const struct extent *was = app_selected(app);
    size_t best = 0;

    table_of(app)->pane = table_of(app)->pane == PANE_TABLE ? PANE_MAP : PANE_TABLE;
    size_t count = table_rows(app, &rows);
    for (size_t i = 0; was && i < count; i++) {
        if (rows[i]->id == was->id || rows[i]->start <= was->start)
            best = i;
        if (rows[i]->id == was->id)
            break;
    }
    if (count)
        select_extent(app, rows[best]->id);
    return effect_none;
}

static void say_too_small(struct app *app, int cols, int rows)
{
    app_say(app, false, _("There is no room to show that here: %1$dx%2$d has it."), cols,
            rows);
}

/* True if map and columns are visible; else a message gives the size they need. */
static bool has_map(struct app *app)
{
    bool is_small = table_view_of(app, 0).is_small;

    if (is_small)
        say_too_small(app, TABLE_MIN_COLS, TABLE_MIN_ROWS);
    return !is_small;
}

static struct effect zoom_to(struct app *app, int zoom)
{
    int count = ruler_scale_count(layout_limits(app->layout));

    if (has_map(app) && zoom >= 0 && zoom < count)
        app->zoom = zoom;
    return effect_none;
}

struct effect table_zoom_in(struct app *app)
{
    return zoom_to(app, app->zoom + 1);
}

struct effect table_zoom_out(struct app *app)
{
    return zoom_to(app, app->zoom - 1);
}

struct effect table_zoom_all(struct app *app)
{
    if (has_map(app)) {
        app->zoom = 0;
        app->is_edge_set = false;
    }
    return effect_none;
}

/* Selects the next misaligned partition, around the end. */
struct effect table_next_off(struct app *app)
{
    size_t count = layout_count(app->layout), at = 0;

    while (at < count && layout_at(app->layout, at)->id != app->selected)
        at++;
    for (size_t i = 1; i <= count; i++) {
        const struct extent *extent = layout_at(app->layout, (at + i) % count);

        if (judge_extent(app->layout, extent).grade != GRADE_OFF)
            continue;
        select_extent(app, extent->id);
        app->shows_end = false;
        return effect_none;
    }
    CLEANUP(freep) char *alignment = verify_alignment(app->layout);
    app_say(app, false, "%s", alignment);
    return effect_none;
}

struct effect table_other_end(struct app *app)
{
    app->shows_end = !app->shows_end;
    app->is_edge_set = false;
    return effect_none;
}

struct effect table_next_columns(struct app *app)
{
    if (has_map(app))
        app_say(app, false, "%s", table_columns_next(app));
    return effect_none;
}

static bool extent_matches(const struct extent *extent, const char *wanted)
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

static void table_find_next(struct app *app)
{
    CLEANUP(freep) const struct extent **rows = NULL;
    size_t count = table_rows(app, &rows);
    size_t at = table_index(rows, count, app->selected);

    for (size_t i = 1; i <= count; i++) {
        const struct extent *extent = rows[(at + i) % count];

        if (!extent_matches(extent, app->find))
            continue;
        select_extent(app, extent->id);
        return;
    }
    app_say(app, true, _("Nothing here is called %s."), app->find);
}

struct effect table_go(struct app *app)
{
    app_ask(app, ASK_SECTOR, _("Go to sector, size or percent:"), "");
    return effect_none;
}

static void turn_menu(struct app *app, bool has_menu, int step)
{
    int count = table_button_count();

    if (has_menu)
        table_of(app)->menu = (table_of(app)->menu + step + count) % count;
    else
        say_too_small(app, app->cols, TABLE_MENU_ROWS);
}

static bool has_buttons(const struct app *app)
{
    CLEANUP(freep) const struct extent **rows = NULL;
    size_t count = app->layout ? table_rows(app, &rows) : 0;

    return table_view_of(app, count).buttons >= 0;
}

struct effect table_handle(struct app *app, enum action action)
{
    bool has_menu = has_buttons(app);

    app->is_state_told = true;
    if (action == ACTION_PRESS)
        return (struct effect){ .kind = EFFECT_ACTION,
                                .action = table_button(app, has_menu ? table_of(app)->menu
                                                                     : 0) };
    if (!app->layout)
        return effect_none;
    if (action == ACTION_RESCAN)
        return app_reread(app);
    if (action == ACTION_MENU_LEFT || action == ACTION_MENU_RIGHT)
        turn_menu(app, has_menu, action == ACTION_MENU_LEFT ? -1 : 1);
    else if (action == ACTION_FIND_NEXT && *app->find)
        table_find_next(app);
    else if (action == ACTION_FIND || action == ACTION_FIND_NEXT)
        app_ask(app, ASK_FIND, _("Find:"), app->find);
    else
        move_selection(app, action);
    return effect_none;
}

static bool is_in_list(const struct app *app, uint32_t id)
{
    CLEANUP(freep) const struct extent **rows = NULL;
    size_t count = table_rows(app, &rows);

    return count && rows[table_index(rows, count, id)]->id == id;
}

/* A click on a row or on the map selects, one on a button presses it. */
struct effect table_click(struct app *app, struct spot spot)
{
    char keys[KEY_LIST];

    app->is_state_told = true;
    if (spot.kind == SPOT_EXTENT && is_in_list(app, spot.value))
        select_extent(app, spot.value);
    else if (spot.kind == SPOT_EXTENT)
        app_say(app, false, _("That is no partition and no free space: %s lists it too."),
                keymap_keys(app, SCREEN_TABLE, ACTION_PANE, 1, keys));
    if (spot.kind != SPOT_BUTTON)
        return effect_none;
    table_of(app)->menu = (int)spot.value;
    return (struct effect){ .kind = EFFECT_ACTION,
                            .action = table_button(app, (int)spot.value) };
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
        return effect_none;
    if (asked == ASK_GRAIN)
        return given_answer(app, asked, text);
    if (!*text)
        return effect_none;
    if (asked == ASK_SECTOR) {
        go_to(app, text);
    } else {
        copy_text(app->find, sizeof(app->find), text);
        table_find_next(app);
        app->shown = app->selected;
    }
    return effect_none;
}
