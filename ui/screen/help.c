/* SPDX-License-Identifier: GPL-3.0-or-later */
/* help.c - help for the screen below: what each key does, and the words of the program;
 * finds text in it, and runs a chosen action */
#include <string.h>

#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/text.h"
#include "ui/app/foot.h"
#include "ui/app/keymap.h"
#include "ui/screen/frame/frame.h"
#include "ui/screen/frame/screen.h"
#include "ui/screen/help_page.h"

#define MARGIN      2   /* columns of the mark before a row */
#define TWO_COLUMNS 160 /* width of the terminal from which on there are two columns */

struct help {
    char find[40]; /* what was searched for; empty: nothing */
    int at;        /* value of the row that was found or chosen; 0: none */
};

/* What is visible: all lines in one column, or the keys and the words side by side. */
struct view {
    struct help_page page;
    int columns, stride; /* number, and the distance from one to the next */
    int rows;
    int count;  /* lines of the longest column */
    int scroll; /* the first visible line */
};

static struct help *help_of(const struct app *app)
{
    return app->own[SCREEN_HELP];
}

/* Returns the screen that the help was opened on. */
static enum screen_id screen_below(const struct app *app)
{
    return app->depth > 1 ? app->stack[app->depth - 2] : SCREEN_HELP;
}

/* Returns the first line of COLUMN, and behind the last one that of the end. */
static int column_first(const struct view *view, int column)
{
    return column == 0              ? 0
           : column < view->columns ? view->page.words
                                    : view->page.lines.count;
}

/* Returns the first line to show so that LINE (-1: any) is visible. */
static int scroll_to(const struct view *view, int scroll, int line)
{
    int last = view->count - view->rows;

    if (view->columns > 1 && line >= view->page.words)
        line -= view->page.words;
    if (line >= 0 && (line < scroll || line >= scroll + view->rows))
        scroll = line - view->rows / 3;
    scroll = scroll < last ? scroll : last;
    return scroll > 0 ? scroll : 0;
}

static struct view view_of(const struct app *app)
{
    struct view view = { .columns = app->cols < TWO_COLUMNS ? 1 : 2,
                         .rows = frame_rows(app) };
    int at = help_of(app)->at;

    view.stride = frame_width(app) / view.columns;
    view.page = help_page_of(app, screen_below(app), view.stride - MARGIN * view.columns);
    for (int i = 0; i < view.columns; i++) {
        int own = column_first(&view, i + 1) - column_first(&view, i);
        view.count = own > view.count ? own : view.count;
    }
    view.scroll = scroll_to(&view, app->scroll,
                            help_is_action(at) ? help_page_line(&view.page, at) : -1);
    return view;
}

/* --- drawing --- */

/* "1 keys"; free() */
static char *part_name(const struct app *app, enum action action)
{
    char keys[KEY_LIST];

    return xasprintf("%s %s", keymap_keys(app, SCREEN_HELP, action, 1, keys),
                     _(keymap_row(app, action)->name));
}

static void help_draw_header(const struct app *app, struct canvas *canvas)
{
    CLEANUP(freep) char *keys = part_name(app, ACTION_HELP_KEYS);
    CLEANUP(freep) char *words = part_name(app, ACTION_HELP_WORDS);
    CLEANUP(freep) char *right = xasprintf("%s  %s", keys, words);

    frame_draw_header(app, canvas, right, _("alidade help ─ %s"),
                      _(app->ui->screens[screen_below(app)]->title));
}

static void help_draw_foot(const struct app *app, struct canvas *canvas, bool has_more)
{
    bool is_chosen = help_is_action(help_of(app)->at);
    struct foot_item items[] = {
        { ACTION_PAGE_DOWN, N_("read on") },
        { ACTION_HELP_RUN, is_chosen ? NULL : N_("choose") },
        { ACTION_FIND_NEXT, NULL },
        { ACTION_HELP_KEYS, NULL },
        { ACTION_HELP_WORDS, NULL },
        { ACTION_FIND, NULL },
        { ACTION_BACK, N_("close") },
    };
    size_t count = ARRAY_SIZE(items);

    if (!has_more || is_chosen)
        count = foot_drop(items, count, ACTION_PAGE_DOWN);
    if (!*help_of(app)->find)
        count = foot_drop(items, count, ACTION_FIND_NEXT);
    frame_draw_foot(app, canvas, 1, items, count);
}

/* Draws a column with the mark of line MARKED; a click on a row of an action chooses it.
 */
static void draw_column(struct canvas *canvas, const struct view *view, int column,
                        int marked)
{
    int first = column_first(view, column), end = column_first(view, column + 1);
    int left = 2 + column * view->stride;
    struct pager lines = { view->page.lines.lines + first, end - first };

    pager_draw(&lines, canvas, 2, left + MARGIN, view->page.width, view->rows,
               view->scroll);
    for (int i = 0; i < view->rows && first + view->scroll + i < end; i++) {
        int line = first + view->scroll + i, value = view->page.lines.lines[line].value;
        if (help_is_action(value))
            canvas_put_spot(canvas, 2 + i, left, view->stride, SPOT_ROW, (uint32_t)value);
        if (line != marked)
            continue;
        canvas_put(canvas, 2 + i, left, 1, STYLE_NORMAL, ">");
        canvas_select_row(canvas, 2 + i, left - 1, view->page.width + MARGIN + 2);
        canvas_set_cursor(canvas, 2 + i, left);
    }
}

static void help_draw(const struct app *app, struct canvas *canvas)
{
    const struct help *help = help_of(app);
    struct view view = view_of(app);
    int at = help_page_line(&view.page, help->at);
    int marked = at < 0 || help_is_action(help->at)
                     ? at
                     : help_page_find(app, &view.page, at, help->find);

    help_draw_header(app, canvas);
    canvas_box(canvas, 1, app->rows - 2, *help->find ? help->find : NULL,
               pager_more(view.count, view.rows, view.scroll));
    canvas_set_cursor(canvas, 2, 2);
    for (int i = 0; i < view.columns; i++)
        draw_column(canvas, &view, i, marked);
    help_draw_foot(app, canvas, view.scroll + view.rows < view.count);
    pager_finish(&view.page.lines);
}

/* --- actions --- */

/* Marks the next row, after line FROM and then from the top, that has what is searched
 * for. */
static void find_next(struct app *app, const struct view *view, int from)
{
    struct help *help = help_of(app);

    for (int i = 1, count = view->page.lines.count; i <= count; i++) {
        int first = (from + i) % count;
        int value = view->page.lines.lines[first].value;
        int line = value ? help_page_find(app, &view->page, first, help->find) : -1;

        if (line < 0)
            continue;
        help->at = value;
        app->scroll = scroll_to(view, view->scroll, line);
        return;
    }
    app_say(app, true, _("This help does not have '%s'."), help->find);
}

/* Chooses another action, relative to the chosen one; false where there is none. */
static bool move_choice(struct help *help, const struct help_page *page,
                        enum action action, int rows)
{
    int values[ACTION_COUNT], count = 0, at = 0;

    for (int i = 0; i < page->lines.count; i++) {
        int value = page->lines.lines[i].value;
        if (!help_is_action(value))
            continue;
        at = value == help->at ? count : at;
        values[count++] = value;
    }
    int from = at;
    (void)frame_move(action, count, rows, &at);
    help->at = values[at];
    return at != from;
}

/* Chooses another action, or scrolls; then nothing is chosen any more. */
static void move_on(struct app *app, const struct view *view, enum action action)
{
    struct help *help = help_of(app);

    if (help_is_action(help->at) && move_choice(help, &view->page, action, view->rows))
        return;
    help->at = help_is_action(help->at) ? 0 : help->at;
    (void)frame_scroll(action, view->count, view->rows, &app->scroll);
}

static struct effect help_handle(struct app *app, enum action action)
{
    struct help *help = help_of(app);
    struct view view = view_of(app);
    int at = help_page_line(&view.page, help->at);

    app->scroll = view.scroll;
    if (action == ACTION_FIND || (action == ACTION_FIND_NEXT && !*help->find))
        app_ask(app, ASK_FIND, _("Find:"), help->find);
    else if (action == ACTION_FIND_NEXT)
        find_next(app, &view, at >= 0 ? at : view.scroll - 1);
    else
        move_on(app, &view, action);
    pager_finish(&view.page.lines);
    return effect_none;
}

static void help_select(struct app *app, uint32_t row)
{
    help_of(app)->at = (int)row;
}

/* Shows the help from LINE on; nothing is chosen. */
static struct effect turn_to(struct app *app, int line)
{
    help_of(app)->at = 0;
    app->scroll = line;
    return effect_none;
}

struct effect screen_help_keys(struct app *app)
{
    return turn_to(app, 0);
}

struct effect screen_help_words(struct app *app)
{
    struct view view = view_of(app);
    int words = view.columns > 1 ? 0 : view.page.words;

    pager_finish(&view.page.lines);
    return turn_to(app, words);
}

static struct effect run_chosen(struct app *app)
{
    app_back(app);
    return (struct effect){ .kind = EFFECT_ACTION,
                            .action = (enum action)help_of(app)->at };
}

/* Chooses the first action from what was found on, or that is visible; else the first. */
static void choose_visible(struct app *app)
{
    struct view view = view_of(app);
    int found = help_page_line(&view.page, help_of(app)->at);
    int first = found >= 0 ? found : view.scroll;

    app->scroll = view.scroll;
    while (first < view.page.lines.count &&
           !help_is_action(view.page.lines.lines[first].value))
        first++;
    if (first < view.page.lines.count)
        help_of(app)->at = view.page.lines.lines[first].value;
    else
        (void)move_choice(help_of(app), &view.page, ACTION_FIRST, view.rows);
    pager_finish(&view.page.lines);
}

/* The first press chooses an action, the next one runs it; what loses something is asked
 * for. */
struct effect screen_help_run(struct app *app)
{
    int at = help_of(app)->at;
    const char *loses =
        help_is_action(at) ? keymap_row(app, (enum action)at)->loses : NULL;

    if (!help_is_action(at))
        choose_visible(app);
    else if (!loses)
        return run_chosen(app);
    else
        app_ask(app, ASK_RUN, _(loses), "");
    return effect_none;
}

static struct effect help_answer(struct app *app, enum ask asked, const char *text)
{
    struct help *help = help_of(app);

    if (asked == ASK_RUN)
        return app_is_y(text) ? run_chosen(app) : effect_none;
    help->at = 0;
    copy_text(help->find, sizeof(help->find), text);
    struct view view = view_of(app);
    if (*help->find)
        find_next(app, &view, -1);
    pager_finish(&view.page.lines);
    return effect_none;
}

struct effect screen_help_open(struct app *app)
{
    app_push(app, SCREEN_HELP);
    help_of(app)->find[0] = '\0';
    return turn_to(app, 0); /* also from another part of the help */
}

const struct screen screen_help = { .title = N_("help"),
                                    .own_size = sizeof(struct help),
                                    .draw = help_draw,
                                    .handle = help_handle,
                                    .answer = help_answer,
                                    .select = help_select };
