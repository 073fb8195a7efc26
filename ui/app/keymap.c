/* SPDX-License-Identifier: GPL-3.0-or-later */
/* keymap.c - which key asks for which action on which screen */
#include "ui/app/keymap.h"

#include <stdio.h>
#include <string.h>

#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/utf8.h"

#define CONTROL(letter) ((letter)&0x1fu)

/* The first key of an action is the one that help and foot lines name first.  Every
 * action has a printable key or an arrow; F-keys and Escape are second ways. */
static const struct binding bindings[] = {
    { SCREEN_ANY, KEY_CODE_UP, ACTION_UP },
    { SCREEN_ANY, 'k', ACTION_UP },
    { SCREEN_ANY, CONTROL('p'), ACTION_UP },
    { SCREEN_ANY, KEY_CODE_DOWN, ACTION_DOWN },
    { SCREEN_ANY, 'j', ACTION_DOWN },
    { SCREEN_ANY, CONTROL('n'), ACTION_DOWN },
    { SCREEN_ANY, KEY_CODE_PAGE_UP, ACTION_PAGE_UP },
    { SCREEN_ANY, KEY_CODE_PAGE_DOWN, ACTION_PAGE_DOWN },
    { SCREEN_ANY, KEY_CODE_HOME, ACTION_FIRST },
    { SCREEN_ANY, KEY_CODE_END, ACTION_LAST },
    { SCREEN_ANY, '?', ACTION_HELP },
    { SCREEN_ANY, 'h', ACTION_HELP },
    { SCREEN_ANY, KEY_CODE_F1, ACTION_HELP },
    { SCREEN_ANY, CONTROL('l'), ACTION_REDRAW },
    { SCREEN_ANY, CONTROL('z'), ACTION_SUSPEND },
    { SCREEN_ANY, 'q', ACTION_BACK },
    { SCREEN_ANY, CONTROL('g'), ACTION_CANCEL },
    { SCREEN_ANY, KEY_CODE_ESCAPE, ACTION_CANCEL },
    { SCREEN_ANY, KEY_CODE_F10, ACTION_QUIT },

    { SCREEN_DISKS, KEY_CODE_ENTER, ACTION_RUN },
    { SCREEN_DISKS, 'r', ACTION_OPEN_READ_ONLY },
    { SCREEN_DISKS, 'o', ACTION_OPEN_IMAGE },
    { SCREEN_DISKS, '/', ACTION_FIND },
    { SCREEN_DISKS, 'f', ACTION_FIND_NEXT },
    { SCREEN_DISKS, 'R', ACTION_RESCAN },
    { SCREEN_DISKS, KEY_CODE_F5, ACTION_RESCAN },
    { SCREEN_DISKS, CONTROL('r'), ACTION_RESCAN },

    { SCREEN_TABLE, KEY_CODE_ENTER, ACTION_RUN },
    { SCREEN_TABLE, KEY_CODE_LEFT, ACTION_MENU_LEFT },
    { SCREEN_TABLE, KEY_CODE_RIGHT, ACTION_MENU_RIGHT },
    { SCREEN_TABLE, KEY_CODE_TAB, ACTION_PANE },
    { SCREEN_TABLE, KEY_CODE_BACK_TAB, ACTION_PANE },
    { SCREEN_TABLE, 'y', ACTION_EXPLAIN },
    { SCREEN_TABLE, 'i', ACTION_DETAILS },
    { SCREEN_TABLE, '+', ACTION_ZOOM_IN },
    { SCREEN_TABLE, '=', ACTION_ZOOM_IN },
    { SCREEN_TABLE, '-', ACTION_ZOOM_OUT },
    { SCREEN_TABLE, '_', ACTION_ZOOM_OUT },
    { SCREEN_TABLE, '0', ACTION_ZOOM_ALL },
    { SCREEN_TABLE, 'z', ACTION_NEXT_OFF },
    { SCREEN_TABLE, 'e', ACTION_EDGE },
    { SCREEN_TABLE, 'x', ACTION_COLUMNS },
    { SCREEN_TABLE, '/', ACTION_FIND },
    { SCREEN_TABLE, 'f', ACTION_FIND_NEXT },
    { SCREEN_TABLE, 'g', ACTION_GO },
    { SCREEN_TABLE, 'p', ACTION_PLAIN },
    { SCREEN_TABLE, 'v', ACTION_VERIFY },
    { SCREEN_TABLE, 'G', ACTION_SET_GRAIN },
    { SCREEN_TABLE, 'n', ACTION_NEW },
    { SCREEN_TABLE, 'd', ACTION_DELETE },
    { SCREEN_TABLE, KEY_CODE_DELETE, ACTION_DELETE },
    { SCREEN_TABLE, 'r', ACTION_RESIZE },
    { SCREEN_TABLE, 'm', ACTION_MOVE },
    { SCREEN_TABLE, 'a', ACTION_ALIGN },
    { SCREEN_TABLE, 'E', ACTION_EMPTY },
    { SCREEN_TABLE, 't', ACTION_TYPE },
    { SCREEN_TABLE, 'c', ACTION_NAME },
    { SCREEN_TABLE, 'b', ACTION_BOOT },
    { SCREEN_TABLE, 's', ACTION_SORT },
    { SCREEN_TABLE, 'N', ACTION_NEW_TABLE },
    { SCREEN_TABLE, 'C', ACTION_CONVERT },
    { SCREEN_TABLE, 'D', ACTION_DISK_ID },
    { SCREEN_TABLE, 'V', ACTION_REPAIR },
    { SCREEN_TABLE, 'R', ACTION_RESCAN },
    { SCREEN_TABLE, KEY_CODE_F5, ACTION_RESCAN },
    { SCREEN_TABLE, CONTROL('r'), ACTION_RESCAN },

    { SCREEN_TABLE, 'u', ACTION_UNDO },
    { SCREEN_TABLE, 'U', ACTION_REDO },
    { SCREEN_TABLE, 'l', ACTION_CHANGES },
    { SCREEN_TABLE, 'W', ACTION_WRITE },
    { SCREEN_TABLE, 'w', ACTION_WRITE_HINT },
    { SCREEN_TABLE, 'O', ACTION_SAVE_SCRIPT },
    { SCREEN_TABLE, 'I', ACTION_LOAD_SCRIPT },
    { SCREEN_TABLE, 'K', ACTION_BACKUP },
    { SCREEN_TABLE, 'L', ACTION_RESTORE },

    { SCREEN_TABLE, 'B', ACTION_BENCH },
    { SCREEN_TABLE, 'P', ACTION_PROBE },

    { SCREEN_BENCH, KEY_CODE_ENTER, ACTION_USE },
    { SCREEN_BENCH, ' ', ACTION_PAUSE },
    { SCREEN_BENCH, 's', ACTION_KEEP },
    { SCREEN_BENCH, 'r', ACTION_AGAIN },

    { SCREEN_PROBE, KEY_CODE_ENTER, ACTION_USE },
    { SCREEN_PROBE, ' ', ACTION_PAUSE },
    { SCREEN_PROBE, 's', ACTION_KEEP },
    { SCREEN_PROBE, 'r', ACTION_AGAIN },

    { SCREEN_CHANGES, 'u', ACTION_UNDO },
    { SCREEN_CHANGES, 'U', ACTION_REDO },
    { SCREEN_CHANGES, 'd', ACTION_DROP },
    { SCREEN_CHANGES, KEY_CODE_DELETE, ACTION_DROP },
    { SCREEN_CHANGES, KEY_CODE_TAB, ACTION_COMPARE },
    { SCREEN_CHANGES, KEY_CODE_BACK_TAB, ACTION_COMPARE },
    { SCREEN_CHANGES, 'W', ACTION_WRITE },
    { SCREEN_CHANGES, 'w', ACTION_WRITE_HINT },
    { SCREEN_CHANGES, 'O', ACTION_SAVE_SCRIPT },

    { SCREEN_WRITE, 'W', ACTION_WRITE }, /* where it could not be asked for yet */
    { SCREEN_WRITE, KEY_CODE_TAB, ACTION_COMPARE },
    { SCREEN_WRITE, KEY_CODE_BACK_TAB, ACTION_COMPARE },

    { SCREEN_DETAILS, 'p', ACTION_SET_PHYSICAL },
    { SCREEN_DETAILS, 'a', ACTION_SET_OFFSET },
    { SCREEN_DETAILS, 'G', ACTION_SET_GRAIN },
    { SCREEN_DETAILS, 'P', ACTION_PROBE },
    { SCREEN_DETAILS, 'R', ACTION_RESCAN },
    { SCREEN_DETAILS, KEY_CODE_F5, ACTION_RESCAN },

    { SCREEN_WHY, KEY_CODE_ENTER, ACTION_RUN },
    { SCREEN_WHY, 'B', ACTION_BENCH },
    { SCREEN_WHY, 'P', ACTION_PROBE },

    { SCREEN_FORM, KEY_CODE_ENTER, ACTION_RUN },
    { SCREEN_FORM, KEY_CODE_TAB, ACTION_FIELD_NEXT },
    { SCREEN_FORM, KEY_CODE_BACK_TAB, ACTION_FIELD_BEFORE },
    { SCREEN_FORM, ' ', ACTION_VALUE_NEXT },
    { SCREEN_FORM, KEY_CODE_RIGHT, ACTION_VALUE_NEXT },
    { SCREEN_FORM, KEY_CODE_LEFT, ACTION_VALUE_BEFORE },
    { SCREEN_FORM, CONTROL('t'), ACTION_TYPE_LIST },

    { SCREEN_TYPES, KEY_CODE_ENTER, ACTION_RUN },
    { SCREEN_TYPES, '/', ACTION_FIND },
    { SCREEN_TYPES, 'c', ACTION_NAME },

    { SCREEN_NEW_TABLE, KEY_CODE_ENTER, ACTION_RUN },
    { SCREEN_NEW_TABLE, KEY_CODE_TAB, ACTION_FIELD_NEXT },
    { SCREEN_NEW_TABLE, KEY_CODE_BACK_TAB, ACTION_FIELD_BEFORE },

    { SCREEN_EMPTY, KEY_CODE_ENTER, ACTION_RUN },
    { SCREEN_EMPTY, 'E', ACTION_EMPTY },

    { SCREEN_PLAIN, KEY_CODE_LEFT, ACTION_SHIFT_LEFT },
    { SCREEN_PLAIN, KEY_CODE_RIGHT, ACTION_SHIFT_RIGHT },

    { SCREEN_HELP, '1', ACTION_HELP_KEYS },
    { SCREEN_HELP, '2', ACTION_HELP_WORDS },
};

static const struct {
    uint32_t key;
    const char *name;
} key_names[] = {
    { KEY_CODE_UP, "↑" },
    { KEY_CODE_DOWN, "↓" },
    { KEY_CODE_LEFT, "←" },
    { KEY_CODE_RIGHT, "→" },
    { KEY_CODE_PAGE_UP, N_("PgUp") },
    { KEY_CODE_PAGE_DOWN, N_("PgDn") },
    { KEY_CODE_HOME, N_("Home") },
    { KEY_CODE_END, NC_("key", "End") }, /* the table has a column "End" */
    { KEY_CODE_ENTER, N_("Enter") },
    { KEY_CODE_BACKSPACE, N_("Backspace") },
    { KEY_CODE_DELETE, N_("Del") },
    { KEY_CODE_TAB, N_("Tab") },
    { KEY_CODE_BACK_TAB, N_("Shift-Tab") },
    { KEY_CODE_ESCAPE, N_("Esc") },
    { KEY_CODE_F1, "F1" },
    { KEY_CODE_F5, "F5" },
    { KEY_CODE_F10, "F10" },
    { ' ', N_("Space") },
};

enum action keymap_lookup(enum screen_id screen, uint32_t key)
{
    for (size_t i = 0; i < ARRAY_SIZE(bindings); i++) {
        const struct binding *binding = &bindings[i];

        if (binding->key == key &&
            (binding->screen == screen || binding->screen == SCREEN_ANY))
            return binding->action;
    }
    return ACTION_NONE;
}

const struct binding *keymap_at(size_t index)
{
    return index < ARRAY_SIZE(bindings) ? &bindings[index] : NULL;
}

static const char *key_word(const char *name)
{
    const char *word = _(name), *context_end = strchr(word, '\004');

    return context_end ? context_end + 1 : word;
}

const char *keymap_key_name(uint32_t key, char buf[KEY_NAME])
{
    for (size_t i = 0; i < ARRAY_SIZE(key_names); i++) {
        if (key_names[i].key != key)
            continue;
        copy_text(buf, KEY_NAME, key_word(key_names[i].name));
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

/* In a form a letter is typed, whatever it means elsewhere. */
static bool is_typed(enum screen_id screen, uint32_t key)
{
    return screen == SCREEN_FORM && key > ' ' && key < 0x7f;
}

const char *keymap_keys(enum screen_id screen, enum action action, int most,
                        char buf[KEY_LIST])
{
    char name[KEY_NAME];
    size_t used = 0;

    buf[0] = '\0';
    for (size_t i = 0; i < ARRAY_SIZE(bindings) && most > 0; i++) {
        const struct binding *binding = &bindings[i];

        if (binding->action != action || is_typed(screen, binding->key) ||
            (binding->screen != screen && binding->screen != SCREEN_ANY))
            continue;
        copy_text(buf + used, KEY_LIST - used, used ? " " : "");
        used = strlen(buf);
        copy_text(buf + used, KEY_LIST - used, keymap_key_name(binding->key, name));
        used = strlen(buf);
        most--;
    }
    return buf;
}
