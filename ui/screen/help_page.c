/* SPDX-License-Identifier: GPL-3.0-or-later */
/* help_page.c - the lines of the help pages: keys by group, what can be typed, words */
#include "ui/screen/help_page.h"

#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/str.h"
#include "model/base/text.h"
#include "ui/app/keymap.h"
#include "ui/screen/words.h"

#define KEY_COLUMNS 14

static const char *const group_names[ACTION_GROUPS] = {
    [ACTIONS_MOVE] = N_("Move"),
    [ACTIONS_LOOK] = N_("Look"),
    /* TRANSLATORS: the head of a list of keys, 37 columns */
    [ACTIONS_CHANGE] = N_("Change (nothing is written before W)"),
    [ACTIONS_LEAVE] = N_("Leave"),
};

/* "↑ k ↓ j": the keys of COUNT actions from FIRST on, fewer of each if they are too wide.
 * */
static void keys_of(const struct app *app, enum screen_id screen, enum action first,
                    int count, struct str *out)
{
    char keys[KEY_LIST];

    for (int max = 3; max > 0; max--) {
        str_clear(out);
        for (int i = 0; i < count; i++) {
            keymap_keys(app, screen, first + (unsigned)i, max, keys);
            str_printf(out, "%s%s", out->length && *keys ? " " : "", keys);
        }
        if (text_width(str_text(out)) < KEY_COLUMNS)
            return;
    }
}

/* True if each of COUNT actions from FIRST on has a key on SCREEN. */
static bool have_keys(const struct app *app, enum screen_id screen, enum action first,
                      int count)
{
    char keys[KEY_LIST];

    for (int i = 0; i < count; i++) {
        if (!*keymap_keys(app, screen, first + (unsigned)i, 1, keys))
            return false;
    }
    return true;
}

static void add_line(struct pager *page, const struct app *app, enum screen_id screen,
                     int width, enum action first, int count, const char *help)
{
    CLEANUP(str_finish) struct str keys = { 0 };

    keys_of(app, screen, first, count, &keys);
    pager_add_pair(page, KEY_COLUMNS, width, str_text(&keys), _(help));
}

/* Adds the line of ACTION, or the one that it shares with the next actions if the screen
 * has all of them.  Returns the number of actions on that line. */
static int add_action(struct pager *page, const struct app *app, enum screen_id screen,
                      int width, enum action action)
{
    const struct action_row *row = keymap_row(app, action);
    bool is_shared =
        row->shared.help && have_keys(app, screen, action, row->shared.count);
    int count = is_shared ? row->shared.count : 1;

    if (is_shared || have_keys(app, screen, action, 1))
        add_line(page, app, screen, width, action, count,
                 is_shared ? row->shared.help : row->help);
    return count;
}

static void add_mouse(struct pager *page, int width)
{
    /* TRANSLATORS: instead of a key, at most 13 columns */
    pager_add_pair(page, KEY_COLUMNS, width, _("mouse"),
                   _("rows, buttons, the map, keys below; wheel"));
    /* TRANSLATORS: the Shift key and the mouse, at most 13 columns */
    pager_add_pair(page, KEY_COLUMNS, width, _("Shift+mouse"), _("selects text"));
}

void help_page_add_group(struct pager *page, const struct app *app, enum screen_id screen,
                         enum action_group group, int width)
{
    struct pager lines = { 0 };

    for (int i = ACTION_NONE + 1; i < ACTION_COUNT;) {
        bool is_in = keymap_row(app, (enum action)i)->group == group;
        i += is_in ? add_action(&lines, app, screen, width, (enum action)i) : 1;
    }
    if (group == ACTIONS_MOVE && app->has_mouse)
        add_mouse(&lines, width);
    if (lines.count && page->count)
        pager_add(page, STYLE_NORMAL, "");
    if (lines.count)
        pager_add(page, STYLE_HEAD, _(group_names[group]));
    pager_append(page, &lines);
}

/* What the fields of a form accept. */
static const struct {
    const char *example;
    const char *meaning; /* N_(): TRANSLATORS: 24 columns each */
} typed[] = {
    { "20GiB, 8GB", N_("powers of two, of ten") },
    { "2048s, 2048", N_("sectors") },
    { "50%", N_("of the room there is") },
    { "63*512", N_("bytes, as a product") },
    { "..40959", N_("an end, that sector too") },
    { "+20G, -20G", N_("so much larger, smaller") },
    { "end-1GiB", N_("counted from the end") },
    { "Ctrl-U", N_("empties the field") },
};

void help_page_add_typed(struct pager *page, int width)
{
    if (page->count)
        pager_add(page, STYLE_NORMAL, "");
    pager_add(page, STYLE_HEAD, _("What can be typed"));
    for (size_t i = 0; i < ARRAY_SIZE(typed); i++)
        pager_add_pair(page, KEY_COLUMNS, width, typed[i].example, _(typed[i].meaning));
}

struct pager help_page_words(int width)
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
