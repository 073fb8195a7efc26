/* SPDX-License-Identifier: GPL-3.0-or-later */
/* keymap.c - the keys of each action on each screen, and the names of keys */
#include "ui/app/keymap.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/str.h"
#include "model/base/utf8.h"

static const struct {
    uint32_t key;
    const char *name;
    const char *arrow; /* the name where there are arrows: in ASCII, "v" is another key */
} key_names[] = {
    /* TRANSLATORS: the arrow keys, where the terminal has no arrows */
    { KEY_CODE_UP, NC_("key", "Up"), "↑" },
    { KEY_CODE_DOWN, NC_("key", "Down"), "↓" },
    { KEY_CODE_LEFT, NC_("key", "Left"), "←" },
    { KEY_CODE_RIGHT, NC_("key", "Right"), "→" },
    { KEY_CODE_PAGE_UP, N_("PgUp"), NULL },
    { KEY_CODE_PAGE_DOWN, N_("PgDn"), NULL },
    { KEY_CODE_HOME, N_("Home"), NULL },
    { KEY_CODE_END, NC_("key", "End"), NULL }, /* the table has a column "End" */
    { KEY_CODE_ENTER, N_("Enter"), NULL },
    { KEY_CODE_BACKSPACE, N_("Backspace"), NULL },
    { KEY_CODE_DELETE, N_("Del"), NULL },
    { KEY_CODE_TAB, N_("Tab"), NULL },
    { KEY_CODE_BACK_TAB, N_("Shift-Tab"), NULL },
    { KEY_CODE_ESCAPE, N_("Esc"), NULL },
    { KEY_CODE_F1, "F1", NULL },
    { KEY_CODE_F5, "F5", NULL },
    { KEY_CODE_F10, "F10", NULL },
    { ' ', N_("Space"), NULL },
};

const struct action_row *keymap_row(const struct app *app, enum action action)
{
    assert(action >= 0 && action < ACTION_COUNT);
    return &app->ui->actions[action];
}

/* A form types letters, whatever they mean elsewhere; so do the list of a new table and
 * the field for consent, which is not there where the write is refused. */
static bool is_typed(const struct app *app, enum screen_id screen, uint32_t key)
{
    return (screen == SCREEN_FORM || screen == SCREEN_NEW_TABLE ||
            screen == SCREEN_FIX_STARTS ||
            (screen == SCREEN_WRITE && !app->change.rehearsal.refusal)) &&
           key > ' ' && key < 0x7f;
}

static bool has_key(const struct action_row *row, enum screen_id screen, uint32_t key)
{
    return key && !(row->lacks.key == key && row->lacks.screens >> screen & 1);
}

uint32_t keymap_key(const struct app *app, enum screen_id screen, enum action action,
                    int index)
{
    const struct action_row *row = keymap_row(app, action);

    for (int i = 0; row->screens >> screen & 1 && i < ACTION_KEYS; i++) {
        if (has_key(row, screen, row->keys[i]) && index-- == 0)
            return row->keys[i];
    }
    return KEY_CODE_NONE;
}

enum action keymap_lookup(const struct app *app, enum screen_id screen, uint32_t key)
{
    for (enum action action = ACTION_NONE + 1; action < ACTION_COUNT; action++) {
        uint32_t own;

        for (int i = 0; (own = keymap_key(app, screen, action, i)) != KEY_CODE_NONE; i++)
            if (own == key)
                return action;
    }
    return ACTION_NONE;
}

static const char *key_word(const char *name)
{
    const char *word = _(name), *context_end = strchr(word, '\004');

    return context_end ? context_end + 1 : word;
}

const char *keymap_key_name(enum level level, uint32_t key, char buf[KEY_NAME])
{
    for (size_t i = 0; i < ARRAY_SIZE(key_names); i++) {
        if (key_names[i].key != key)
            continue;
        bool is_drawn = key_names[i].arrow && level == LEVEL_UTF8;
        copy_text(buf, KEY_NAME,
                  is_drawn ? key_names[i].arrow : key_word(key_names[i].name));
        return buf;
    }
    if (key < 0x20) {
        /* TRANSLATORS: a key pressed together with the control key, such as Ctrl-L */
        (void)snprintf(buf, KEY_NAME, _("Ctrl-%c"), (char)(key + '@')); /* it fits */
        return buf;
    }
    buf[utf8_encode(key, buf)] = '\0';
    return buf;
}

const char *keymap_keys(const struct app *app, enum screen_id screen, enum action action,
                        int max, char buf[KEY_LIST])
{
    char name[KEY_NAME];
    size_t used = 0;
    uint32_t key;

    buf[0] = '\0';
    for (int i = 0; (key = keymap_key(app, screen, action, i)) != KEY_CODE_NONE; i++) {
        if (is_typed(app, screen, key) || max-- <= 0)
            continue;
        copy_text(buf + used, KEY_LIST - used, used ? " " : "");
        used = strlen(buf);
        copy_text(buf + used, KEY_LIST - used, keymap_key_name(app->level, key, name));
        used = strlen(buf);
    }
    return buf;
}

/* Returns the arrow that TEXT begins with and its key, or NULL. */
static const char *arrow_at(const char *text, uint32_t *ret_key)
{
    for (size_t i = 0; i < ARRAY_SIZE(key_names); i++) {
        const char *arrow = key_names[i].arrow;
        if (!arrow || strncmp(text, arrow, strlen(arrow)) != 0)
            continue;
        *ret_key = key_names[i].key;
        return arrow;
    }
    return NULL;
}

char *keymap_spell(const struct app *app, const char *text)
{
    struct str out = { 0 };
    char name[KEY_NAME];

    while (*text) {
        uint32_t key;
        const char *arrow = arrow_at(text, &key);

        if (arrow)
            str_add(&out, keymap_key_name(app->level, key, name));
        else
            str_add_bytes(&out, text, 1);
        text += arrow ? strlen(arrow) : 1;
    }
    return str_take(&out);
}
