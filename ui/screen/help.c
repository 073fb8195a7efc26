/* SPDX-License-Identifier: GPL-3.0-or-later */
/* help.c - help pages: the keys of the screen below, the glossary, and a list that runs
 * what is selected */
#include <string.h>

#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/text.h"
#include "ui/app/foot.h"
#include "ui/app/keymap.h"
#include "ui/draw/pager.h"
#include "ui/screen/frame.h"
#include "ui/screen/help_list.h"
#include "ui/screen/help_page.h"
#include "ui/screen/screen.h"

#define TWO_COLUMNS 76 /* width inside the box from which on keys have two columns */
#define SIGN_ROWS   3

enum help_page {
    HELP_KEYS,
    HELP_WORDS,
    HELP_LIST,
};

struct help {
    enum help_page page;
    struct help_list list;
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

/* The visible page: one column, or two on wide screens. */
struct pages {
    struct pager left, right;
    int width, height;
    bool has_signs;
};

static int inner_width(const struct app *app)
{
    return app->cols - 4;
}

/* Fills the columns with the keys; actions share lines if IS_BRIEF. */
static void fill_columns(const struct app *app, struct pages *pages, bool is_brief)
{
    const struct help_source source = { app, screen_below(app), is_brief };
    bool is_wide = inner_width(app) >= TWO_COLUMNS;
    struct pager *second = is_wide ? &pages->right : &pages->left;
    int width = is_wide ? inner_width(app) / 2 : inner_width(app);

    pages->width = width - is_wide;
    help_page_add_group(&pages->left, &source, ACTIONS_MOVE, pages->width);
    help_page_add_group(&pages->left, &source, ACTIONS_LOOK, pages->width);
    if (screen_below(app) == SCREEN_FORM)
        help_page_add_typed(&pages->left, pages->width);
    help_page_add_group(second, &source, ACTIONS_CHANGE, width);
    help_page_add_group(second, &source, ACTIONS_LEAVE, width);
}

static int line_count(const struct pages *pages)
{
    int left = pages->left.count, right = pages->right.count;

    return left > right ? left : right;
}

static void pages_finish(struct pages *pages)
{
    pager_finish(&pages->left);
    pager_finish(&pages->right);
}

/* The words, after the signs of the selected row. */
static struct pager help_words_of(const struct app *app)
{
    const struct screen *below = app->ui->screens[screen_below(app)];
    struct pager words = help_page_words(inner_width(app)), all = { 0 };

    if (below->add_signs)
        below->add_signs(app, inner_width(app), &all);
    pager_append(&all, &words);
    return all;
}

/* Each action has a line of its own where all of them fit. */
static struct pages pages_of(const struct app *app)
{
    struct pages pages = { .width = inner_width(app) };

    pages.has_signs = help_of(app)->page == HELP_KEYS && app->rows >= 20;
    pages.height = app->rows - 4 - (pages.has_signs ? SIGN_ROWS : 0);
    if (help_of(app)->page == HELP_WORDS) {
        pages.left = help_words_of(app);
        return pages;
    }
    fill_columns(app, &pages, false);
    if (line_count(&pages) > pages.height) {
        pages_finish(&pages);
        fill_columns(app, &pages, true);
    }
    return pages;
}

static void draw_signs(const struct app *app, struct canvas *canvas, int row)
{
    canvas_divider(canvas, row, _("Signs"), NULL);
    /* TRANSLATORS: the signs of the map, in one line of 76 columns. */
    canvas_put(canvas, row + 1, 2, inner_width(app), STYLE_NORMAL,
               _("!  off the boundary   │  on it   ▒ misaligned   █ aligned   · free"));
    canvas_put(canvas, row + 2, 2, inner_width(app), STYLE_NORMAL,
               _("digits in the ruler: the partition that owns the sector, M the table"));
}

/* "1 keys"; free() */
static char *page_name(const struct app *app, enum action action)
{
    char keys[KEY_LIST];

    return xasprintf("%s %s", keymap_keys(app, SCREEN_HELP, action, 1, keys),
                     _(keymap_row(app, action)->name));
}

static void help_draw_header(const struct app *app, struct canvas *canvas)
{
    CLEANUP(freep)
    char *left =
        xasprintf(_("alidade help ─ %s"), _(app->ui->screens[screen_below(app)]->title));
    CLEANUP(freep) char *keys = page_name(app, ACTION_HELP_KEYS);
    CLEANUP(freep) char *words = page_name(app, ACTION_HELP_WORDS);
    CLEANUP(freep) char *right = xasprintf("%s  %s", keys, words);
    int width = text_width(right);

    canvas_fill(canvas, 0, 0, app->cols, STYLE_HEADER, " ");
    canvas_put(canvas, 0, 1, app->cols - width - 4, STYLE_HEADER, left);
    canvas_put(canvas, 0, app->cols - width - 1, width, STYLE_HEADER, right);
}

static void draw_page_foot(const struct app *app, struct canvas *canvas,
                           const struct pages *pages)
{
    struct foot_item items[] = {
        { ACTION_DOWN, N_("scroll") }, { ACTION_HELP_RUN, N_("a list to run") },
        { ACTION_FIND, NULL },         { ACTION_HELP_KEYS, NULL },
        { ACTION_HELP_WORDS, NULL },   { ACTION_BACK, N_("close") },
    };
    size_t count = ARRAY_SIZE(items);

    if (line_count(pages) <= pages->height)
        count = foot_drop(items, count, ACTION_DOWN);
    foot_draw(app, canvas, app->rows - 1, app->rows - 1, items, count);
}

static const struct foot_item list_items[] = {
    { ACTION_HELP_RUN, NULL },
    { ACTION_FIND, NULL },
    { ACTION_HELP_KEYS, NULL },
    { ACTION_BACK, N_("close") },
};

static void help_draw(const struct app *app, struct canvas *canvas)
{
    struct pages pages = { 0 };
    int bottom = app->rows - 2;

    help_draw_header(app, canvas);
    if (help_of(app)->page == HELP_LIST) {
        help_list_draw(app, canvas, &help_of(app)->list, screen_below(app));
        frame_draw_foot(app, canvas, 1, list_items, ARRAY_SIZE(list_items));
        return;
    }
    pages = pages_of(app);
    /* The frame tells whether there is more above or below. */
    canvas_box(canvas, 1, bottom, NULL,
               pager_more(line_count(&pages), pages.height, app->scroll));
    pager_draw(&pages.left, canvas, 2, 2, pages.width, pages.height, app->scroll);
    pager_draw(&pages.right, canvas, 2, 2 + inner_width(app) / 2, pages.width + 1,
               pages.height, app->scroll);
    if (pages.has_signs)
        draw_signs(app, canvas, bottom - SIGN_ROWS);
    draw_page_foot(app, canvas, &pages);
    canvas_set_cursor(canvas, 2, 2);
    pages_finish(&pages);
}

static struct effect help_handle(struct app *app, enum action action)
{
    struct help *help = help_of(app);
    enum action found[ACTION_COUNT];

    if (action == ACTION_FIND) {
        app_ask(app, ASK_FIND, _("Find an action:"), help->list.find);
        return effect_none;
    }
    if (help->page == HELP_LIST) {
        int count = help_list_find(app, screen_below(app), help->list.find, found);
        (void)frame_move(action, count, app->rows - 4, &help->list.at);
        return effect_none;
    }
    struct pages pages = pages_of(app);

    (void)frame_scroll(action, line_count(&pages), pages.height, &app->scroll);
    pages_finish(&pages);
    return effect_none;
}

static void help_select(struct app *app, uint32_t row)
{
    help_of(app)->list.at = (int)row;
}

static struct effect turn_to(struct app *app, enum help_page page)
{
    help_of(app)->page = page;
    app->scroll = 0;
    return effect_none;
}

struct effect screen_help_keys(struct app *app)
{
    return turn_to(app, HELP_KEYS);
}

struct effect screen_help_words(struct app *app)
{
    return turn_to(app, HELP_WORDS);
}

static struct effect run_selected(struct app *app)
{
    const struct help_list *list = &help_of(app)->list;
    enum action found[ACTION_COUNT];
    int count = help_list_find(app, screen_below(app), list->find, found);

    if (list->at >= count)
        return effect_none;
    app_back(app);
    return (struct effect){ .kind = EFFECT_ACTION, .action = found[list->at] };
}

/* The first press opens the list, the next one runs what is selected; what loses
 * something is asked for. */
struct effect screen_help_run(struct app *app)
{
    const struct help_list *list = &help_of(app)->list;
    enum action found[ACTION_COUNT];

    if (help_of(app)->page != HELP_LIST) {
        help_of(app)->list = (struct help_list){ .at = 0 };
        return turn_to(app, HELP_LIST);
    }
    int count = help_list_find(app, screen_below(app), list->find, found);
    const char *loses = list->at < count ? keymap_row(app, found[list->at])->loses : NULL;
    if (!loses)
        return run_selected(app);
    app_ask(app, ASK_RUN, _(loses), "");
    return effect_none;
}

static struct effect help_answer(struct app *app, enum ask asked, const char *text)
{
    struct help_list *list = &help_of(app)->list;

    if (asked == ASK_RUN)
        return app_is_y(text) ? run_selected(app) : effect_none;
    *list = (struct help_list){ .at = 0 };
    copy_text(list->find, sizeof(list->find), text);
    return turn_to(app, HELP_LIST);
}

struct effect screen_help_open(struct app *app)
{
    app_push(app, SCREEN_HELP);
    return turn_to(app, HELP_KEYS); /* also from another page */
}

const struct screen screen_help = { .title = N_("help"),
                                    .own_size = sizeof(struct help),
                                    .draw = help_draw,
                                    .handle = help_handle,
                                    .answer = help_answer,
                                    .select = help_select };
