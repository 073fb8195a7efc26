/* SPDX-License-Identifier: GPL-3.0-or-later */
/* screen_help.c - the keys of the screen below and the words, from the tables */
#include <stdio.h>

#include "model/intl.h"
#include "model/mem.h"
#include "ui/foot.h"
#include "ui/keymap.h"
#include "ui/pager.h"
#include "ui/screen.h"
#include "ui/text.h"
#include "ui/words.h"

#define KEY_COLUMNS 13
#define TWO_COLUMNS 76 /* room inside the box from which on keys stand side by side */
#define SIGN_ROWS   3

enum group { MOVE, LOOK, LEAVE, GROUP_COUNT };

static const char *const group_names[GROUP_COUNT] = {
    [MOVE] = N_("Move"),
    [LOOK] = N_("Look"),
    [LEAVE] = N_("Leave"),
};

/* Each command once; a second one shares the line of the first. */
static const struct entry {
    enum group group;
    enum command command, other;
    const char *help; /* N_(); NULL: the command's own line */
} entries[] = {
    { MOVE, COMMAND_UP, COMMAND_DOWN, N_("one row up, down") },
    { MOVE, COMMAND_PAGE_UP, COMMAND_PAGE_DOWN, N_("one page up, down") },
    { MOVE, COMMAND_FIRST, COMMAND_LAST, N_("first row, last row") },
    { MOVE, COMMAND_MENU_LEFT, COMMAND_MENU_RIGHT, N_("the buttons below") },
    { MOVE, COMMAND_SHIFT_LEFT, COMMAND_SHIFT_RIGHT, N_("beginning, rest of the lines") },
    { MOVE, COMMAND_RUN, COMMAND_NONE, NULL },
    { MOVE, COMMAND_PANE, COMMAND_NONE, NULL },
    { MOVE, COMMAND_FIND, COMMAND_NONE, NULL },
    { MOVE, COMMAND_FIND_NEXT, COMMAND_NONE, NULL },
    { LOOK, COMMAND_EXPLAIN, COMMAND_NONE, NULL },
    { LOOK, COMMAND_DETAILS, COMMAND_NONE, NULL },
    { LOOK, COMMAND_GO, COMMAND_NONE, NULL },
    { LOOK, COMMAND_ZOOM_IN, COMMAND_ZOOM_OUT, N_("zoom in, out") },
    { LOOK, COMMAND_ZOOM_ALL, COMMAND_NONE, NULL },
    { LOOK, COMMAND_NEXT_OFF, COMMAND_NONE, NULL },
    { LOOK, COMMAND_EDGE, COMMAND_NONE, NULL },
    { LOOK, COMMAND_COLUMNS, COMMAND_NONE, NULL },
    { LOOK, COMMAND_PLAIN, COMMAND_NONE, NULL },
    { LOOK, COMMAND_VERIFY, COMMAND_NONE, NULL },
    { LOOK, COMMAND_OPEN_READ_ONLY, COMMAND_NONE, NULL },
    { LOOK, COMMAND_OPEN_IMAGE, COMMAND_NONE, NULL },
    { LOOK, COMMAND_SET_PHYSICAL, COMMAND_NONE, NULL },
    { LOOK, COMMAND_SET_OFFSET, COMMAND_NONE, NULL },
    { LOOK, COMMAND_SET_GRAIN, COMMAND_NONE, NULL },
    { LOOK, COMMAND_RESCAN, COMMAND_NONE, NULL },
    { LOOK, COMMAND_HELP_KEYS, COMMAND_HELP_WORDS, N_("the pages of this help") },
    { LOOK, COMMAND_REDRAW, COMMAND_NONE, NULL },
    { LEAVE, COMMAND_HELP, COMMAND_NONE, NULL },
    { LEAVE, COMMAND_BACK, COMMAND_NONE, NULL },
    { LEAVE, COMMAND_CANCEL, COMMAND_NONE, NULL },
    { LEAVE, COMMAND_QUIT, COMMAND_NONE, NULL },
    { LEAVE, COMMAND_SUSPEND, COMMAND_NONE, N_("to the shell (fg: back)") },
};

static const char *const titles[SCREEN_COUNT] = {
    [SCREEN_DISKS] = N_("choosing a disk"),
    [SCREEN_TABLE] = N_("main screen"),
    [SCREEN_WHY] = N_("why, and cures"),
    [SCREEN_DETAILS] = N_("details of the disk"),
    [SCREEN_HELP] = N_("help"),
    [SCREEN_PLAIN] = N_("plain list"),
};

/* The screen that the person came from. */
static enum screen_id below(const struct app *app)
{
    return app->depth > 1 ? app->stack[app->depth - 2] : SCREEN_HELP;
}

/* "↑ k  ↓ j": the keys of both commands, fewer of each where they are wide. */
static void keys_of(enum screen_id screen, const struct entry *entry, char *buf,
                    size_t size)
{
    char first[KEY_LIST], second[KEY_LIST] = "";

    for (int most = entry->other ? 2 : 3; most > 0; most--) {
        keymap_keys(screen, entry->command, most, first);
        if (entry->other)
            keymap_keys(screen, entry->other, most, second);
        (void)snprintf(buf, size, "%s%s%s", first, *first && *second ? "  " : "",
                       second); /* two lists fit */
        if (text_width(buf) < KEY_COLUMNS)
            return;
    }
}

static void add_group(struct pager *page, enum screen_id screen, enum group group,
                      int width)
{
    char keys[2 * KEY_LIST + 2];
    bool is_first = true;

    for (size_t i = 0; i < ARRAY_SIZE(entries); i++) {
        const struct entry *entry = &entries[i];
        if (entry->group != group)
            continue;
        keys_of(screen, entry, keys, sizeof(keys));
        if (!keys[0])
            continue;
        if (is_first && page->count)
            pager_add(page, STYLE_NORMAL, "");
        if (is_first)
            pager_add(page, STYLE_HEAD, _(group_names[group]));
        is_first = false;
        pager_add_pair(page, KEY_COLUMNS, width, keys,
                       _(entry->help ? entry->help : command_row(entry->command)->help));
    }
}

static struct pager words_page(int width)
{
    struct pager page = { 0 };

    for (size_t i = 0; words_name(i); i++) {
        CLEANUP(freep) char *text = words_text(i);
        if (i)
            pager_add(&page, STYLE_NORMAL, "");
        pager_add(&page, STYLE_HEAD, words_name(i));
        pager_add_wrapped(&page, STYLE_NORMAL, 2, width, text);
    }
    return page;
}

/* What is shown: the left column, and for wide screens the right one. */
struct pages {
    struct pager left, right;
    int width, height;
    bool has_signs;
};

static int room(const struct app *app)
{
    return app->cols - 4;
}

static struct pages pages_of(const struct app *app)
{
    struct pages pages = { .width = room(app) };
    enum screen_id screen = below(app);

    pages.has_signs = app->help_page == 0 && app->rows >= 20;
    pages.height = app->rows - 4 - (pages.has_signs ? SIGN_ROWS : 0);
    if (app->help_page) {
        pages.left = words_page(room(app));
        return pages;
    }
    bool is_wide = room(app) >= TWO_COLUMNS;
    if (is_wide)
        pages.width = room(app) / 2 - 1;
    add_group(&pages.left, screen, MOVE, pages.width);
    add_group(is_wide ? &pages.right : &pages.left, screen, LOOK,
              is_wide ? pages.width + 1 : pages.width);
    add_group(&pages.left, screen, LEAVE, pages.width);
    return pages;
}

static int line_count(const struct pages *pages)
{
    int left = pages->left.count, right = pages->right.count;

    return left > right ? left : right;
}

static void finish(struct pages *pages)
{
    pager_finish(&pages->left);
    pager_finish(&pages->right);
}

static void draw_signs(const struct app *app, struct canvas *canvas, int row)
{
    canvas_divider(canvas, row, _("Signs"), NULL);
    /* TRANSLATORS: the signs of the map, in one line of 76 columns. */
    canvas_put(canvas, row + 1, 2, room(app), STYLE_NORMAL,
               _("!  off the boundary   │  on it   ▒ misaligned   █ aligned   · free"));
    canvas_put(canvas, row + 2, 2, room(app), STYLE_NORMAL,
               _("digits in the ruler: the partition that owns the sector, M the table"));
}

/* "1 keys". */
static char *page_name(enum command command)
{
    char keys[KEY_LIST];

    return xasprintf("%s %s", keymap_keys(SCREEN_HELP, command, 1, keys),
                     _(command_row(command)->name));
}

static void draw_header(const struct app *app, struct canvas *canvas)
{
    CLEANUP(freep) char *left = xasprintf(_("alidade help ─ %s"), _(titles[below(app)]));
    CLEANUP(freep) char *keys = page_name(COMMAND_HELP_KEYS);
    CLEANUP(freep) char *words = page_name(COMMAND_HELP_WORDS);
    CLEANUP(freep) char *right = xasprintf("%s  %s", keys, words);
    int width = text_width(right);

    canvas_fill(canvas, 0, 0, app->cols, STYLE_HEADER, " ");
    canvas_put(canvas, 0, 1, app->cols - width - 4, STYLE_HEADER, left);
    canvas_put(canvas, 0, app->cols - width - 1, width, STYLE_HEADER, right);
}

/* More above or below is said in the frame, where the eye looks for it. */
static const char *more(const struct pages *pages, int scroll)
{
    bool is_above = scroll > 0, is_below = scroll + pages->height < line_count(pages);

    return is_above && is_below ? "↑ ↓" : is_above ? "↑" : is_below ? "↓" : NULL;
}

static const struct foot_item items[] = {
    { COMMAND_DOWN, N_("scroll") },
    { COMMAND_HELP_KEYS, NULL },
    { COMMAND_HELP_WORDS, NULL },
    { COMMAND_BACK, N_("close") },
};

static void draw(const struct app *app, struct canvas *canvas)
{
    struct pages pages = pages_of(app);
    int bottom = app->rows - 2;

    draw_header(app, canvas);
    canvas_box(canvas, 1, bottom, NULL, more(&pages, app->scroll));
    pager_draw(&pages.left, canvas, 2, 2, pages.width, pages.height, app->scroll);
    pager_draw(&pages.right, canvas, 2, 2 + room(app) / 2, pages.width + 1, pages.height,
               app->scroll);
    if (pages.has_signs)
        draw_signs(app, canvas, bottom - SIGN_ROWS);
    foot_draw(app, canvas, app->rows - 1, app->rows - 1, items, ARRAY_SIZE(items));
    canvas_set_cursor(canvas, 2, 2);
    finish(&pages);
}

static struct effect handle(struct app *app, enum command command)
{
    struct pages pages = pages_of(app);

    if (command == COMMAND_HELP_KEYS || command == COMMAND_HELP_WORDS) {
        app->help_page = command == COMMAND_HELP_WORDS;
        app->scroll = 0;
    } else {
        (void)pager_scroll(command, line_count(&pages), pages.height, &app->scroll);
    }
    finish(&pages);
    return (struct effect){ .kind = EFFECT_NONE };
}

const struct screen screen_help = { draw, handle, NULL };
