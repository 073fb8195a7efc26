/* SPDX-License-Identifier: GPL-3.0-or-later */
/* table.c - the main screen: map, ruler and list of one disk */
#include "ui/screen/frame/screen.h"

#include <string.h>

#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/size.h"
#include "model/base/text.h"
#include "model/disk/partition_name.h"
#include "ui/app/disk.h"
#include "ui/app/foot.h"
#include "ui/app/keymap.h"
#include "ui/draw/bar.h"
#include "ui/screen/frame/frame.h"
#include "ui/screen/list/table_about.h"
#include "ui/screen/list/table_view.h"

#define HANG 2 /* indent of a sentence's second and later lines */

/* The first row.  Where it does not fit, the transport is left out, then the model; kind
 * of table and "read-only" are never left out. */
static char *header_text(const struct app *app, int room)
{
    const struct disk_info *info = &app->info;
    struct str text = { 0 };

    for (int step = 0; step < 3; step++) {
        const char *parts[] = { info->path, step < 2 ? info->model : "",
                                step < 1 ? info->transport : "",
                                label_name(layout_label(app->layout)),
                                app_is_read_only(app) ? _("read-only") : "" };

        str_clear(&text);
        for (size_t i = 0; i < ARRAY_SIZE(parts); i++)
            str_printf(&text, "%s%s", *parts[i] && text.length ? "  " : "", parts[i]);
        if (text_width(str_text(&text)) <= room)
            break;
    }
    return str_take(&text);
}

static void table_draw_header(const struct app *app, struct canvas *canvas)
{
    const char *version = "alidade " ALIDADE_VERSION;
    int right = app->cols - 3 - text_width(version);
    CLEANUP(freep) char *text = header_text(app, app->cols - 3);
    CLEANUP(freep) char *left = frame_title(app, text, app->cols - 3);

    canvas_fill(canvas, 0, 0, app->cols, STYLE_HEADER, " ");
    canvas_put(canvas, 0, 1, app->cols - 3, STYLE_HEADER, left);
    if (text_width(left) + 3 <= right)
        canvas_put(canvas, 0, right, -1, STYLE_HEADER, version);
}

/* The disk's size, shorter with each STEP; free() */
static char *size_text(const struct limits *limits, int step)
{
    ull sectors = limits->size, bytes = limits->size * limits->logical;
    char size[SIZE_TEXT];

    (void)size_format(bytes, SIZE_IEC, 0, size);
    if (sectors == 1)
        return xasprintf(_("1 sector = %llu B"), bytes);
    if (step == 0)
        return xasprintf(_("%1$llu sectors = %2$llu B = %3$s"), sectors, bytes, size);
    if (step == 1)
        return xasprintf(_("%1$llu sectors = %2$s"), sectors, size);
    return xasprintf(_("%llu sectors"), sectors);
}

#define NUMBERS_STEPS 4 /* the last one has only sectors, their sizes, state and grid */

/* Size and sectors, then STATE (of the table) at column *RET_COL, then summary and grid;
 * shorter with each STEP.  free() */
static char *numbers_text(const struct app *app, int step, const char *state,
                          int *ret_col)
{
    const struct limits *limits = layout_limits(app->layout);
    struct alignment grid = limits_physical_grid(limits);
    CLEANUP(freep) char *size = size_text(limits, step);
    CLEANUP(freep) char *pair = table_sectors_text(limits);
    CLEANUP(freep) char *summary = table_summary(app);
    struct str line = { 0 };

    str_printf(&line, "%s   %s", size, pair);
    *ret_col = text_width(str_text(&line)) + 2;
    if (*state)
        str_printf(&line, "  %s", state);
    if (*summary && (step + 1 < NUMBERS_STEPS || !*state))
        str_printf(&line, "  %s", summary);
    if (grid.offset)
        str_printf(&line, _("  boundaries at %1$llun+%2$llu"), (ull)grid.grain,
                   (ull)grid.offset);
    return str_take(&line);
}

/* Draws the longest line that fits, or the shortest one. */
static void draw_numbers(const struct app *app, struct canvas *canvas)
{
    CLEANUP(freep) char *state = table_state_brief(app);

    for (int step = 0; step < NUMBERS_STEPS; step++) {
        int col;
        CLEANUP(freep) char *line = numbers_text(app, step, state, &col);

        if (step + 1 < NUMBERS_STEPS && text_width(line) > app->cols - 2)
            continue;
        canvas_put(canvas, 1, 1, app->cols - 1, STYLE_NORMAL, line);
        if (*state)
            canvas_put(canvas, 1, 1 + col, text_width(state), STYLE_OFF, state);
        return;
    }
}

static void table_draw_map(const struct app *app, struct canvas *canvas,
                           const struct table_view *view)
{
    int width = app->cols - 4;
    CLEANUP(freep)
    char *scale = ruler_scale_text(layout_limits(app->layout), app->zoom, width);
    /* TRANSLATORS: title of the map, then its scale */
    CLEANUP(freep) char *left = xasprintf(_("Map ─ %s"), scale);

    canvas_box(canvas, view->map, view->bottom, left, _("+/- zoom  z next boundary"));
    if (app->zoom == 0)
        bar_draw(canvas, view->map + 1, 2, width, app->layout, app->shown);
    else
        ruler_draw_zoom(canvas, view->map + 1, 2, width, app->layout, app->zoom,
                        table_edge(app));
}

/* The title of the ruler, shorter if it IS_BRIEF.  What stays while the cursor moves
 * comes first: then only the end of the line is sent again.  free() */
static char *ruler_title(const struct app *app, struct edge edge, const char *when,
                         bool is_brief)
{
    CLEANUP(freep) char *boundary = ruler_boundary_text(layout_limits(app->layout));
    CLEANUP(str_finish) struct str name = { 0 }, title = { 0 };

    if (when)
        str_printf(&title, "%s ─ ", when);
    if (!is_brief)
        str_printf(&title, "%s, ", _("1 cell = 1 sector"));
    str_printf(&title, "│ = %s", boundary);
    if (edge.extent)
        partition_full_name(app->layout, edge.extent, &name);
    if (name.length) {
        str_add(&title, " ─ ");
        str_printf(&title, edge.is_end ? _("where %s ends") : _("where %s starts"),
                   str_text(&name));
    }
    return str_take(&title);
}

/* A ruler without sectors: the line between map and list names the edge. */
static void draw_ruler_line(const struct app *app, struct canvas *canvas, int row)
{
    CLEANUP(freep) char *text = table_pointer_text(app, table_edge(app));
    CLEANUP(freep) char *brief = table_pointer_brief(app, table_edge(app));
    CLEANUP(freep) char *boundary = ruler_boundary_text(layout_limits(app->layout));
    CLEANUP(freep) char *right = xasprintf("│ = %s", boundary);
    int room = app->cols - 6;
    bool has_right = text_width(text) + text_width(right) + 3 <= room;
    bool does_fit = text_width(text) <= room;

    canvas_divider(canvas, row, does_fit ? text : brief,
                   has_right || !does_fit ? right : NULL);
}

void table_draw_ruler(const struct app *app, struct canvas *canvas, int row, int rows,
                      struct edge edge, const char *when)
{
    if (!rows) {
        draw_ruler_line(app, canvas, row);
        return;
    }
    const struct limits *limits = layout_limits(app->layout);
    int width = app->cols - 4;
    uint64_t first = ruler_first_sector(limits, width, edge);
    CLEANUP(freep) char *left = ruler_title(app, edge, when, false);
    CLEANUP(freep) char *brief_left = ruler_title(app, edge, when, true);
    CLEANUP(freep)
    char *right = xasprintf(_("from sector %llu"), (ull)first);
    CLEANUP(freep) char *text = table_pointer_text(app, edge);
    CLEANUP(freep) char *brief = table_pointer_brief(app, edge);
    bool does_fit = text_width(left) + text_width(right) + 9 <= app->cols;

    canvas_divider(canvas, row, does_fit ? left : brief_left, right);
    ruler_draw_sectors(canvas, row + 1, 2, width, rows, app->layout, edge, text, brief);
}

static void table_draw_list(const struct app *app, struct canvas *canvas,
                            const struct table_view *view,
                            const struct extent *const *rows, size_t count)
{
    bool is_all = count == layout_count(app->layout) || table_of(app)->pane == PANE_MAP;
    const char *name = is_all ? _("Every extent") : _("Partitions");
    size_t page = view->table_rows > 0 ? (size_t)view->table_rows : 1;
    CLEANUP(freep)
    char *left = count <= page
                     ? xstrdup(name)
                     : xasprintf(_("%1$s ─ %2$zu of %3$zu"), name,
                                 table_index(rows, count, app->shown) + 1, count);

    /* Where the buttons leave no room the pending changes are counted here. */
    bool is_said = view->buttons < 0 || !table_has_pending_beside(app);
    CLEANUP(freep) char *pending = table_pending(app);
    canvas_divider(canvas, view->table, left, is_said ? pending : _("x columns"));
    table_draw(app, canvas, view->table + 1, view->table_rows, rows, count);
}

/* Draws the message, else the worst note about the table, else the sentence about the
 * shown extent (the brief one if space is short). */
static void table_draw_text(const struct app *app, struct canvas *canvas,
                            const struct table_view *view)
{
    int rows = view->text_rows + view->has_blank; /* the blank row too, if needed */
    int width = app->cols - 2;

    if (foot_message(app, canvas, view->text, view->text + rows - 1))
        return;
    CLEANUP(freep) char *state = table_state_text(app, width - HANG, rows);
    if (state) {
        canvas_put_wrapped(canvas, view->text, 1, width, rows, HANG, STYLE_OFF, state);
        return;
    }
    CLEANUP(freep) char *sentence = table_sentence(app);
    CLEANUP(freep) char *brief = table_brief(app, width);
    bool does_fit = text_wrap_count(sentence, width - HANG) <= rows;
    const char *text = does_fit ? sentence : brief;
    int style = !strncmp(text, "! ", 2) ? STYLE_OFF : STYLE_NORMAL;

    canvas_put_wrapped(canvas, view->text, 1, width, rows, HANG, style, text);
}

/* Offers the probe where the physical sector is only assumed and the row has space. */
static void draw_offer(const struct app *app, struct canvas *canvas, int row, int col)
{
    bool is_assumed = layout_limits(app->layout)->physical_source == SOURCE_ASSUMED;
    char found[KEY_LIST];
    CLEANUP(freep)
    char *text = xasprintf(_("? = assumed; %s measures it"),
                           keymap_keys(app, SCREEN_TABLE, ACTION_PROBE, 1, found));
    int width = text_width(text);

    if (is_assumed && col + 2 + width < app->cols)
        canvas_put(canvas, row, app->cols - width - 2, width, STYLE_NOTE, text);
}

static const struct foot_item keys[] = {
    { ACTION_PRESS, NULL },        { ACTION_NEW, N_("new") },
    { ACTION_DELETE, N_("del") },  { ACTION_RESIZE, N_("resize") },
    { ACTION_TYPE, N_("type") },   { ACTION_UNDO, N_("undo") },
    { ACTION_WRITE, N_("write") }, { ACTION_HELP, N_("help") },
    { ACTION_QUIT, N_("quit") },
};

/* With pending changes, the keys for them come first. */
static const struct foot_item keys_pending[] = {
    { ACTION_PRESS, NULL },        { ACTION_UNDO, N_("undo") },
    { ACTION_WRITE, N_("write") }, { ACTION_NEW, N_("new") },
    { ACTION_DELETE, N_("del") },  { ACTION_RESIZE, N_("resize") },
    { ACTION_TYPE, N_("type") },   { ACTION_HELP, N_("help") },
    { ACTION_QUIT, N_("quit") },
};
_Static_assert(sizeof(keys) == sizeof(keys_pending), "the same keys in another order");

/* Draws what can be done with the shown extent: like the other panes the foot lags behind
 * the cursor. */
static void draw_foot(const struct app *now, struct canvas *canvas,
                      const struct table_view *view)
{
    struct app lagging = *now;
    const struct app *app = &lagging;
    int last = app->rows - 1;

    lagging.selected = now->shown;
    if (view->buttons < 0) {
        table_draw_keys(app, canvas, last, last, app_pending(app) ? keys_pending : keys,
                        ARRAY_SIZE(keys));
        return;
    }
    table_draw_buttons(app, canvas, view->buttons);
    CLEANUP(freep) char *help = table_button_help(app);
    canvas_put(canvas, last, 1, app->cols - 1, STYLE_NOTE, help);
    draw_offer(app, canvas, last, 1 + text_width(help));
}

static void table_draw_screen(const struct app *app, struct canvas *canvas)
{
    CLEANUP(freep) const struct extent **rows = NULL;

    if (!app->layout) {
        canvas_put(canvas, 0, 0, app->cols, STYLE_HEADER, app->info.path);
        canvas_put(canvas, 2, 1, app->cols - 2, STYLE_NORMAL, app->message);
        return;
    }
    size_t count = table_rows(app, &rows);
    struct table_view view = table_view_of(app, count);
    if (view.is_small) {
        table_draw_small(app, canvas, view.table_rows, rows, count);
        return;
    }
    table_draw_header(app, canvas);
    draw_numbers(app, canvas);
    table_draw_map(app, canvas, &view);
    if (view.where >= 0)
        table_draw_ruler(app, canvas, view.where, view.where_rows, table_edge(app), NULL);
    if (view.other >= 0)
        table_draw_ruler(app, canvas, view.other, 1, table_other_edge(app), NULL);
    table_draw_list(app, canvas, &view, rows, count);
    if (view.about_rows)
        table_about_draw(app, canvas, view.about, view.about_rows);
    table_draw_text(app, canvas, &view);
    draw_foot(app, canvas, &view);
}

static void table_reset(struct app *app)
{
    table_of(app)->pane = PANE_TABLE;
}

const struct screen screen_table = { .title = N_("main screen"),
                                     .own_size = sizeof(struct table_own),
                                     .reset = table_reset,
                                     .draw = table_draw_screen,
                                     .handle = table_handle,
                                     .answer = table_answer,
                                     .click = table_click,
                                     .add_signs = table_add_signs };
