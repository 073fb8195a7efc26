/* SPDX-License-Identifier: GPL-3.0-or-later */
/* screen_table.c - the main screen: map, ruler, table of one disk */
#include "ui/screen.h"

#include <stdlib.h>
#include <string.h>

#include "model/intl.h"
#include "model/judge.h"
#include "model/mem.h"
#include "model/num.h"
#include "model/size.h"
#include "ui/bar.h"
#include "ui/table_view.h"
#include "ui/text.h"

static const struct effect nothing = { .kind = EFFECT_NONE };

/* --- drawing --- */

static void draw_header(const struct app *app, struct canvas *canvas)
{
    const struct disk_info *info = &app->info;
    bool is_read_only = app->is_read_only || layout_read_only(app->layout);
    const char *version = "alidade " ALIDADE_VERSION;
    const char *parts[] = { info->path, info->model, info->transport,
                            label_name(layout_label(app->layout)),
                            is_read_only ? _("read-only") : "" };
    int right = app->cols - 3 - text_width(version);
    CLEANUP(str_finish) struct str left = { 0 };

    for (size_t i = 0; i < ARRAY_SIZE(parts); i++)
        str_printf(&left, "%s%s", *parts[i] && left.length ? "  " : "", parts[i]);
    canvas_fill(canvas, 0, 0, app->cols, STYLE_HEADER, " ");
    canvas_put(canvas, 0, 1, app->cols - 1 - 2, STYLE_HEADER, str_text(&left));
    if (text_width(str_text(&left)) + 3 <= right)
        canvas_put(canvas, 0, right, -1, STYLE_HEADER, version);
}

static void draw_numbers(const struct app *app, struct canvas *canvas)
{
    const struct limits *limits = layout_limits(app->layout);
    unsigned long long sectors = limits->size, bytes = limits->size * limits->logical;
    struct alignment grid = limits_physical_grid(limits);
    char size[SIZE_TEXT];
    CLEANUP(freep) char *pair = table_sectors_text(limits);
    CLEANUP(freep) char *summary = table_summary(app);
    CLEANUP(str_finish) struct str line = { 0 }, brief = { 0 }, shift = { 0 };

    size_format(bytes, SIZE_IEC, 0, size);
    if (grid.offset)
        str_printf(&shift, _("  boundaries at %1$llun+%2$llu"),
                   (unsigned long long)grid.grain, (unsigned long long)grid.offset);
    str_printf(&line, _("%1$llu sectors = %2$llu B = %3$s   %4$s  %5$s"), sectors, bytes,
               size, pair, summary);
    str_printf(&brief, _("%1$llu sectors   %2$s  %3$s"), sectors, pair, summary);
    str_add(&line, str_text(&shift));
    str_add(&brief, str_text(&shift));
    bool does_fit = text_width(str_text(&line)) <= app->cols - 1;
    canvas_put(canvas, 1, 1, app->cols - 1, STYLE_NORMAL,
               str_text(does_fit ? &line : &brief));
}

static void draw_map(const struct app *app, struct canvas *canvas,
                     const struct table_view *view)
{
    int width = app->cols - 4;
    CLEANUP(freep) char *scale =
        ruler_scale_text(layout_limits(app->layout), app->zoom, width);
    /* TRANSLATORS: title of the map, then its scale */
    CLEANUP(freep) char *left = xasprintf(_("Map ─ %s"), scale);

    canvas_box(canvas, view->map, view->bottom, left, _("+/- zoom  z next boundary"));
    if (app->zoom == 0)
        bar_draw(canvas, view->map + 1, 2, width, app->layout, app->shown);
    else
        ruler_draw_zoom(canvas, view->map + 1, 2, width, app->layout, app->zoom,
                        table_edge(app));
}

/* Whose edge this is; empty for what has no number. */
static char *where_name(const struct app *app, struct edge edge)
{
    CLEANUP(str_finish) struct str name = { 0 };

    if (edge.extent)
        table_name(app, edge.extent, &name);
    if (name.length == 0)
        return xstrdup(_("Sector by sector"));
    return xasprintf(edge.is_end ? _("Where %s ends") : _("Where %s starts"),
                     str_text(&name));
}

static void draw_where(const struct app *app, struct canvas *canvas, int row, int rows,
                       struct edge edge)
{
    const struct limits *limits = layout_limits(app->layout);
    int width = app->cols - 4;
    uint64_t first = ruler_first_sector(limits, width, edge);
    CLEANUP(freep) char *name = where_name(app, edge);
    CLEANUP(freep) char *boundary = ruler_boundary_text(limits);
    /* TRANSLATORS: whose edge is shown, "1 cell = 1 sector", "4 KiB boundary" */
    CLEANUP(freep) char *left = xasprintf(_("%1$s ─ %2$s, │ = %3$s"), name,
                                          _("1 cell = 1 sector"), boundary);
    CLEANUP(freep) char *brief_left = xasprintf("%s ─ │ = %s", name, boundary);
    CLEANUP(freep) char *right =
        xasprintf(_("from sector %llu"), (unsigned long long)first);
    CLEANUP(freep) char *text = table_pointer_text(app, edge);
    CLEANUP(freep) char *brief = table_pointer_brief(app, edge);
    bool does_fit = text_width(left) + text_width(right) + 9 <= app->cols;

    canvas_divider(canvas, row, does_fit ? left : brief_left, right);
    ruler_draw_sectors(canvas, row + 1, 2, width, rows, app->layout, edge, text, brief);
}

static void draw_table(const struct app *app, struct canvas *canvas,
                       const struct table_view *view, const struct extent *const *rows,
                       size_t count)
{
    bool is_all = count == layout_count(app->layout) || app->pane == PANE_MAP;
    const char *name = is_all ? _("Every extent") : _("Partitions");
    size_t page = view->table_rows > 0 ? (size_t)view->table_rows : 1;
    CLEANUP(freep) char *left =
        count <= page ? xstrdup(name)
                      : xasprintf(_("%1$s ─ %2$zu of %3$zu"), name,
                                  table_index(rows, count, app->shown) + 1, count);

    canvas_divider(canvas, view->table, left, _("x columns"));
    table_draw(app, canvas, view->table + 1, view->table_rows, rows, count);
}

/* The message, or the screen's own sentence: wrapped, later lines set in. */
static void draw_text(const struct app *app, struct canvas *canvas,
                      const struct table_view *view)
{
    CLEANUP(freep) char *sentence = table_sentence(app);
    const char *text = *app->message ? app->message : sentence;
    int style = *app->message && app->is_message_error ? STYLE_ERROR :
                !strncmp(text, "! ", 2)                 ? STYLE_OFF :
                                                          STYLE_NORMAL;
    int rows = view->text_rows + (view->buttons >= 0); /* the blank one may help out */

    for (int row = 0; text && row < rows; row++) {
        int indent = row == 0 ? 1 : 3;
        size_t length;
        const char *next = text_wrap(text, app->cols - indent, &length);
        bool is_last = row + 1 == rows;
        CLEANUP(freep) char *line =
            is_last ? xstrdup(text) : xasprintf("%.*s", (int)length, text);

        canvas_put(canvas, view->text + row, indent, app->cols - indent, style, line);
        text = next;
    }
}

static void draw_foot(const struct app *app, struct canvas *canvas,
                      const struct table_view *view)
{
    int last = app->rows - 1;

    if (view->buttons < 0) {
        canvas_put(canvas, last, 1, app->cols - 1, STYLE_KEY,
                   _("Enter why  i details  + - zoom  x columns  ? help  q quit"));
        return;
    }
    table_draw_buttons(app, canvas, view->buttons);
    canvas_put(canvas, last, 1, app->cols - 1, STYLE_NOTE,
               _(command_row(table_button(app->menu))->help));
}

static void draw(const struct app *app, struct canvas *canvas)
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
        table_draw_small(app, canvas);
        return;
    }
    draw_header(app, canvas);
    draw_numbers(app, canvas);
    draw_map(app, canvas, &view);
    if (view.where >= 0)
        draw_where(app, canvas, view.where, view.where_rows, table_edge(app));
    if (view.other >= 0)
        draw_where(app, canvas, view.other, 1, table_other_edge(app));
    draw_table(app, canvas, &view, rows, count);
    draw_text(app, canvas, &view);
    draw_foot(app, canvas, &view);
}

/* --- commands --- */

static void select_extent(struct app *app, uint32_t id)
{
    app->selected = id;
    app->is_edge_set = false;
}

/* Which row of COUNT a movement leads to. */
static size_t moved(enum command command, size_t at, size_t count, size_t page)
{
    size_t last = count - 1;

    switch ((int)command) {
    case COMMAND_UP:
        return at > 0 ? at - 1 : 0;
    case COMMAND_DOWN:
        return at < last ? at + 1 : last;
    case COMMAND_PAGE_UP:
        return at > page ? at - page : 0;
    case COMMAND_PAGE_DOWN:
        return at + page < last ? at + page : last;
    case COMMAND_FIRST:
        return 0;
    default:
        return last;
    }
}

static struct effect do_move(struct app *app, enum command command)
{
    CLEANUP(freep) const struct extent **rows = NULL;
    size_t count = table_rows(app, &rows);
    struct table_view view = table_view_of(app, count);
    int room = view.is_small ? app->rows - 7 : view.table_rows;

    if (count == 0)
        return nothing;
    size_t at = table_index(rows, count, app->selected);
    select_extent(app, rows[moved(command, at, count, room > 0 ? (size_t)room : 1)]->id);
    return nothing;
}

/* The other list; a row that is not in it gives way to the nearest that is. */
static struct effect do_pane(struct app *app, enum command command)
{
    CLEANUP(freep) const struct extent **rows = NULL;
    const struct extent *was = app_selected(app);
    size_t best = 0;

    (void)command; /* there are two panes: forwards is backwards */
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

static struct effect do_menu(struct app *app, enum command command)
{
    int count = table_button_count(), step = command == COMMAND_MENU_LEFT ? count - 1 : 1;

    app->menu = (app->menu + step) % count;
    return nothing;
}

static struct effect do_zoom(struct app *app, enum command command)
{
    int count = ruler_scale_count(layout_limits(app->layout));

    if (command == COMMAND_ZOOM_ALL)
        app->zoom = 0;
    else if (command == COMMAND_ZOOM_IN && app->zoom + 1 < count)
        app->zoom++;
    else if (command == COMMAND_ZOOM_OUT && app->zoom > 0)
        app->zoom--;
    if (command == COMMAND_ZOOM_ALL)
        app->is_edge_set = false;
    return nothing;
}

/* The next partition after the selected one that is off, around the end. */
static struct effect do_next_off(struct app *app, enum command command)
{
    size_t count = layout_count(app->layout), at = 0;

    (void)command; /* there is one direction */
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
    app_say(app, false, "%s", _("Nothing is off its boundary on this disk."));
    return nothing;
}

static struct effect do_edge(struct app *app, enum command command)
{
    (void)command; /* it goes back and forth */
    app->shows_end = !app->shows_end;
    app->is_edge_set = false;
    return nothing;
}

static struct effect do_columns(struct app *app, enum command command)
{
    (void)command; /* it goes around */
    app->columns = (app->columns + 1) % table_column_steps();
    app->unit = table_columns_unit(app->columns);
    app_say(app, false, "%s", table_columns_name(app->columns));
    return nothing;
}

static bool does_match(const struct extent *extent, const char *wanted)
{
    const struct content *content = &extent->content;
    const char *texts[] = { extent->name, extent->type,  extent->uuid,  content->type,
                            content->label, content->uuid, table_content(extent) };
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

static struct effect do_find(struct app *app, enum command command)
{
    if (command == COMMAND_FIND_NEXT && *app->find)
        find_next(app);
    else
        app_ask(app, ASK_FIND, _("Find:"), app->find);
    return nothing;
}

static struct effect do_go(struct app *app, enum command command)
{
    (void)command; /* the field asks where to */
    app_ask(app, ASK_SECTOR, _("Go to sector, size or percent:"), "");
    return nothing;
}

/* Every sentence about the table, one at each press. */
static struct effect do_verify(struct app *app, enum command command)
{
    const struct limits *limits = layout_limits(app->layout);
    size_t notes = layout_note_count(app->layout);
    const char *texts[LIMIT_NOTE_COUNT];
    size_t own = 0;

    (void)command; /* the notes are all there is */
    for (unsigned i = 0; i < LIMIT_NOTE_COUNT; i++) {
        if (limits->notes & 1u << i)
            texts[own++] = limits_note_text(i);
    }
    if (notes + own == 0) {
        app_say(app, false, "%s", _("The table is sound: nothing to be said of it."));
        return nothing;
    }
    size_t at = app->note % (notes + own);
    app_say(app, false, _("%1$zu of %2$zu: %3$s"), at + 1, notes + own,
            at < notes ? layout_note_at(app->layout, at)->text : texts[at - notes]);
    app->note = at + 1;
    return nothing;
}

static struct effect do_open(struct app *app, enum command command)
{
    if (command == COMMAND_EXPLAIN) {
        app->cure = 0;
        app->shown = app->selected;
        app_push(app, SCREEN_WHY);
        return nothing;
    }
    app_push(app, SCREEN_DETAILS);
    return (struct effect){ .kind = EFFECT_DETAILS };
}

static struct effect do_rescan(struct app *app, enum command command)
{
    (void)command; /* the disk is read as it was */
    return (struct effect){ .kind = EFFECT_REREAD, .given = app->given };
}

typedef struct effect handler(struct app *app, enum command command);

static handler *const handlers[COMMAND_COUNT] = {
    [COMMAND_UP] = do_move,
    [COMMAND_DOWN] = do_move,
    [COMMAND_PAGE_UP] = do_move,
    [COMMAND_PAGE_DOWN] = do_move,
    [COMMAND_FIRST] = do_move,
    [COMMAND_LAST] = do_move,
    [COMMAND_MENU_LEFT] = do_menu,
    [COMMAND_MENU_RIGHT] = do_menu,
    [COMMAND_PANE] = do_pane,
    [COMMAND_EXPLAIN] = do_open,
    [COMMAND_DETAILS] = do_open,
    [COMMAND_ZOOM_IN] = do_zoom,
    [COMMAND_ZOOM_OUT] = do_zoom,
    [COMMAND_ZOOM_ALL] = do_zoom,
    [COMMAND_NEXT_OFF] = do_next_off,
    [COMMAND_EDGE] = do_edge,
    [COMMAND_COLUMNS] = do_columns,
    [COMMAND_FIND] = do_find,
    [COMMAND_FIND_NEXT] = do_find,
    [COMMAND_GO] = do_go,
    [COMMAND_VERIFY] = do_verify,
    [COMMAND_RESCAN] = do_rescan,
};

static struct effect handle(struct app *app, enum command command)
{
    enum command chosen =
        command == COMMAND_RUN ? table_button(app->menu) : command;

    if (chosen == COMMAND_HELP || chosen == COMMAND_BACK)
        return app_run(app, chosen);
    if (!app->layout || !handlers[chosen])
        return nothing;
    return handlers[chosen](app, chosen);
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

static struct effect answer(struct app *app, enum ask asked, const char *text)
{
    if (!*text || !app->layout)
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

const struct screen screen_table = { draw, handle, answer };
