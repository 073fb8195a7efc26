/* SPDX-License-Identifier: GPL-3.0-or-later */
/* help.c - the keys of the screen below and the words, from the tables */
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/str.h"
#include "ui/app/foot.h"
#include "ui/app/keymap.h"
#include "ui/draw/pager.h"
#include "ui/draw/text.h"
#include "ui/screen/screen.h"
#include "ui/screen/words.h"

#define KEY_COLUMNS  14
#define TWO_COLUMNS  76 /* room inside the box from which on keys stand side by side */
#define SIGN_ROWS    3
#define ACTIONS_MOST 4 /* that share a line */

enum group { MOVE, LOOK, CHANGE, LEAVE, GROUP_COUNT };

static const char *const group_names[GROUP_COUNT] = {
    [MOVE] = N_("Move"),
    [LOOK] = N_("Look"),
    /* TRANSLATORS: the head of a list of keys, 37 columns */
    [CHANGE] = N_("Change (nothing is written before W)"),
    [LEAVE] = N_("Leave"),
};

/* Each action once; those without a key on the screen are left out, and the words with
 * them where they are for several. */
static const struct entry {
    enum group group;
    enum action actions[ACTIONS_MOST];
    /* N_(): where the screen has all of them; NULL, or else: each by its own line.
     * TRANSLATORS: what the keys before it do, 24 columns each. */
    const char *help;
} entries[] = {
    { MOVE, { ACTION_UP, ACTION_DOWN }, N_("one row up, down") },
    { MOVE, { ACTION_PAGE_UP, ACTION_PAGE_DOWN }, N_("one page up, down") },
    { MOVE, { ACTION_FIRST, ACTION_LAST }, N_("first row, last row") },
    { MOVE, { ACTION_MENU_LEFT, ACTION_MENU_RIGHT }, N_("the buttons below") },
    { MOVE,
      { ACTION_SHIFT_LEFT, ACTION_SHIFT_RIGHT },
      N_("beginning, rest of the lines") },
    { MOVE, { ACTION_RUN }, NULL },
    { MOVE, { ACTION_PANE }, N_("the other list") },
    { MOVE,
      { ACTION_FIELD_NEXT, ACTION_FIELD_BEFORE },
      N_("next field, the one before") },
    { MOVE, { ACTION_FIND, ACTION_FIND_NEXT, ACTION_GO }, N_("find, again; go to") },
    { LOOK, { ACTION_EXPLAIN, ACTION_DETAILS }, N_("explain; disk details") },
    { LOOK,
      { ACTION_ZOOM_IN, ACTION_ZOOM_OUT, ACTION_ZOOM_ALL },
      N_("zoom in, out, to all") },
    { LOOK, { ACTION_NEXT_OFF }, N_("the next that is off") },
    { LOOK, { ACTION_EDGE, ACTION_COLUMNS }, N_("start, end; columns") },
    { LOOK, { ACTION_PLAIN, ACTION_VERIFY }, N_("plain list; verify") },
    { LOOK, { ACTION_BENCH, ACTION_PROBE }, N_("measure: start, sectors") },
    { LOOK, { ACTION_USE }, NULL },
    { LOOK, { ACTION_PAUSE }, NULL },
    { LOOK, { ACTION_KEEP }, NULL },
    { LOOK, { ACTION_AGAIN }, NULL },
    { LOOK, { ACTION_OPEN_READ_ONLY }, NULL },
    { LOOK, { ACTION_OPEN_IMAGE }, NULL },
    { LOOK, { ACTION_SET_PHYSICAL }, NULL },
    { LOOK, { ACTION_SET_OFFSET }, NULL },
    { LOOK, { ACTION_SET_GRAIN, ACTION_RESCAN }, N_("grain; read again") },
    { LOOK, { ACTION_HELP_KEYS, ACTION_HELP_WORDS }, N_("the pages of this help") },
    { CHANGE, { ACTION_NEW, ACTION_DELETE, ACTION_RESIZE }, N_("new, delete, resize") },
    { CHANGE, { ACTION_MOVE, ACTION_ALIGN, ACTION_EMPTY }, N_("move, align, empty?") },
    { CHANGE, { ACTION_TYPE, ACTION_BOOT, ACTION_NAME }, N_("type, boot, name, GUID") },
    { CHANGE, { ACTION_SORT, ACTION_DISK_ID }, N_("sort numbers; disk id") },
    { CHANGE, { ACTION_NEW_TABLE, ACTION_CONVERT }, N_("new table; convert it") },
    { CHANGE, { ACTION_REPAIR }, N_("repair the table") },
    { CHANGE, { ACTION_UNDO, ACTION_REDO, ACTION_CHANGES }, N_("undo, redo; the list") },
    { CHANGE, { ACTION_DROP }, NULL },
    { CHANGE, { ACTION_COMPARE }, NULL },
    { CHANGE, { ACTION_SAVE_SCRIPT, ACTION_LOAD_SCRIPT }, N_("save, load a script") },
    { CHANGE, { ACTION_BACKUP, ACTION_RESTORE }, N_("back up, restore") },
    { CHANGE, { ACTION_WRITE, ACTION_WRITE_HINT }, N_("write: type yes") },
    { CHANGE, { ACTION_VALUE_BEFORE, ACTION_VALUE_NEXT }, N_("another value") },
    { CHANGE, { ACTION_TYPE_LIST }, NULL },
    { LEAVE, { ACTION_HELP }, NULL },
    { LEAVE, { ACTION_BACK, ACTION_QUIT }, N_("back, quit") },
    { LEAVE, { ACTION_CANCEL }, NULL },
    { LEAVE, { ACTION_REDRAW, ACTION_SUSPEND }, N_("draw again; to the shell") },
};

static const char *const titles[SCREEN_COUNT] = {
    [SCREEN_DISKS] = N_("choosing a disk"),
    [SCREEN_TABLE] = N_("main screen"),
    [SCREEN_WHY] = N_("why, and cures"),
    [SCREEN_DETAILS] = N_("details of the disk"),
    [SCREEN_HELP] = N_("help"),
    [SCREEN_PLAIN] = N_("plain list"),
    [SCREEN_CHANGES] = N_("pending changes"),
    [SCREEN_WRITTEN] = N_("what was written"),
    [SCREEN_EMPTY] = N_("is it empty?"),
    [SCREEN_BENCH] = N_("benchmark"),
    [SCREEN_PROBE] = N_("probe"),
    [SCREEN_FORM] = N_("a form"),
    [SCREEN_TYPES] = N_("choosing a type"),
    [SCREEN_NEW_TABLE] = N_("a new table"),
};

/* The screen that the person came from. */
static enum screen_id below(const struct app *app)
{
    return app->depth > 1 ? app->stack[app->depth - 2] : SCREEN_HELP;
}

/* "↑ k ↓ j": the keys of COUNT actions, fewer of each where they are wide. */
static void keys_of(enum screen_id screen, const enum action *actions, int count,
                    struct str *out)
{
    char keys[KEY_LIST];

    for (int most = 3; most > 0; most--) {
        str_clear(out);
        for (int i = 0; i < count; i++) {
            keymap_keys(screen, actions[i], most, keys);
            str_printf(out, "%s%s", out->length && *keys ? " " : "", keys);
        }
        if (text_width(str_text(out)) < KEY_COLUMNS)
            return;
    }
}

static bool has_key(enum screen_id screen, enum action action)
{
    char keys[KEY_LIST];

    return *keymap_keys(screen, action, 1, keys);
}

static void add_line(struct pager *page, enum screen_id screen, int width,
                     const enum action *actions, int count, const char *help)
{
    CLEANUP(str_finish) struct str keys = { 0 };

    keys_of(screen, actions, count, &keys);
    pager_add_pair(page, KEY_COLUMNS, width, str_text(&keys), _(help));
}

/* Where not all of them have a key, each stands for itself. */
static void add_entry(struct pager *page, enum screen_id screen, int width,
                      const struct entry *entry)
{
    int count = 0, here = 0;

    while (count < ACTIONS_MOST && entry->actions[count])
        here += has_key(screen, entry->actions[count++]);
    if (here == count && entry->help) {
        add_line(page, screen, width, entry->actions, count, entry->help);
        return;
    }
    for (int i = 0; i < count; i++) {
        if (has_key(screen, entry->actions[i]))
            add_line(page, screen, width, &entry->actions[i], 1,
                     action_row(entry->actions[i])->help);
    }
}

static void add_group(struct pager *page, enum screen_id screen, enum group group,
                      int width)
{
    struct pager lines = { 0 };

    for (size_t i = 0; i < ARRAY_SIZE(entries); i++) {
        if (entries[i].group == group)
            add_entry(&lines, screen, width, &entries[i]);
    }
    if (lines.count && page->count)
        pager_add(page, STYLE_NORMAL, "");
    if (lines.count)
        pager_add(page, STYLE_HEAD, _(group_names[group]));
    pager_append(page, &lines);
}

/* What the fields of a form understand. */
static const struct {
    const char *example;
    const char *meaning; /* N_(): TRANSLATORS: 24 columns each */
} typed[] = {
    { "20GiB, 8GB", N_("powers of two, of ten") },
    { "2048s, 2048", N_("sectors") },
    { "50%", N_("of the room there is") },
    { "63*512", N_("bytes, as a product") },
    { "..40959", N_("an end, that sector too") },
    { "+20G", N_("resize: so much larger") },
    { "Ctrl-U", N_("empties the field") },
};

static void add_typed(struct pager *page, int width)
{
    if (page->count)
        pager_add(page, STYLE_NORMAL, "");
    pager_add(page, STYLE_HEAD, _("What can be typed"));
    for (size_t i = 0; i < ARRAY_SIZE(typed); i++)
        pager_add_pair(page, KEY_COLUMNS, width, typed[i].example, _(typed[i].meaning));
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
    add_group(&pages.left, screen, LOOK, pages.width);
    if (screen == SCREEN_FORM)
        add_typed(&pages.left, pages.width);
    struct pager *second = is_wide ? &pages.right : &pages.left;
    add_group(second, screen, CHANGE, is_wide ? pages.width + 1 : pages.width);
    add_group(second, screen, LEAVE, is_wide ? pages.width + 1 : pages.width);
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
static char *page_name(enum action action)
{
    char keys[KEY_LIST];

    return xasprintf("%s %s", keymap_keys(SCREEN_HELP, action, 1, keys),
                     _(action_row(action)->name));
}

static void draw_header(const struct app *app, struct canvas *canvas)
{
    CLEANUP(freep) char *left = xasprintf(_("alidade help ─ %s"), _(titles[below(app)]));
    CLEANUP(freep) char *keys = page_name(ACTION_HELP_KEYS);
    CLEANUP(freep) char *words = page_name(ACTION_HELP_WORDS);
    CLEANUP(freep) char *right = xasprintf("%s  %s", keys, words);
    int width = text_width(right);

    canvas_fill(canvas, 0, 0, app->cols, STYLE_HEADER, " ");
    canvas_put(canvas, 0, 1, app->cols - width - 4, STYLE_HEADER, left);
    canvas_put(canvas, 0, app->cols - width - 1, width, STYLE_HEADER, right);
}

static const struct foot_item items[] = {
    { ACTION_DOWN, N_("scroll") },
    { ACTION_HELP_KEYS, NULL },
    { ACTION_HELP_WORDS, NULL },
    { ACTION_BACK, N_("close") },
};

static void draw(const struct app *app, struct canvas *canvas)
{
    struct pages pages = pages_of(app);
    int bottom = app->rows - 2;

    draw_header(app, canvas);
    /* More above or below is said in the frame, where the eye looks for it. */
    canvas_box(canvas, 1, bottom, NULL,
               pager_more(line_count(&pages), pages.height, app->scroll));
    pager_draw(&pages.left, canvas, 2, 2, pages.width, pages.height, app->scroll);
    pager_draw(&pages.right, canvas, 2, 2 + room(app) / 2, pages.width + 1, pages.height,
               app->scroll);
    if (pages.has_signs)
        draw_signs(app, canvas, bottom - SIGN_ROWS);
    foot_draw(app, canvas, app->rows - 1, app->rows - 1, items, ARRAY_SIZE(items));
    canvas_set_cursor(canvas, 2, 2);
    finish(&pages);
}

static struct effect handle(struct app *app, enum action action)
{
    struct pages pages = pages_of(app);

    if (action == ACTION_HELP_KEYS || action == ACTION_HELP_WORDS) {
        app->help_page = action == ACTION_HELP_WORDS;
        app->scroll = 0;
    } else {
        (void)action_scroll(action, line_count(&pages), pages.height, &app->scroll);
    }
    finish(&pages);
    return (struct effect){ .kind = EFFECT_NONE };
}

const struct screen screen_help = { .draw = draw, .handle = handle };
