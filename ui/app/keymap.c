/* SPDX-License-Identifier: GPL-3.0-or-later */
/* keymap.c - which key asks for which command on which screen */
#include "ui/app/keymap.h"

#include <stdio.h>
#include <string.h>

#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/utf8.h"

#define CONTROL(letter) ((letter)&0x1fu)

/* The first key of a command is the one that help and foot lines name first.  Every
 * command has a printable key or an arrow; F-keys and Escape are second ways. */
static const struct binding bindings[] = {
    { SCREEN_ANY, KEY_CODE_UP, COMMAND_UP },
    { SCREEN_ANY, 'k', COMMAND_UP },
    { SCREEN_ANY, CONTROL('p'), COMMAND_UP },
    { SCREEN_ANY, KEY_CODE_DOWN, COMMAND_DOWN },
    { SCREEN_ANY, 'j', COMMAND_DOWN },
    { SCREEN_ANY, CONTROL('n'), COMMAND_DOWN },
    { SCREEN_ANY, KEY_CODE_PAGE_UP, COMMAND_PAGE_UP },
    { SCREEN_ANY, KEY_CODE_PAGE_DOWN, COMMAND_PAGE_DOWN },
    { SCREEN_ANY, KEY_CODE_HOME, COMMAND_FIRST },
    { SCREEN_ANY, KEY_CODE_END, COMMAND_LAST },
    { SCREEN_ANY, '?', COMMAND_HELP },
    { SCREEN_ANY, 'h', COMMAND_HELP },
    { SCREEN_ANY, KEY_CODE_F1, COMMAND_HELP },
    { SCREEN_ANY, CONTROL('l'), COMMAND_REDRAW },
    { SCREEN_ANY, CONTROL('z'), COMMAND_SUSPEND },
    { SCREEN_ANY, 'q', COMMAND_BACK },
    { SCREEN_ANY, CONTROL('g'), COMMAND_CANCEL },
    { SCREEN_ANY, KEY_CODE_ESCAPE, COMMAND_CANCEL },
    { SCREEN_ANY, KEY_CODE_F10, COMMAND_QUIT },

    { SCREEN_DISKS, KEY_CODE_ENTER, COMMAND_RUN },
    { SCREEN_DISKS, 'r', COMMAND_OPEN_READ_ONLY },
    { SCREEN_DISKS, 'o', COMMAND_OPEN_IMAGE },
    { SCREEN_DISKS, '/', COMMAND_FIND },
    { SCREEN_DISKS, 'f', COMMAND_FIND_NEXT },
    { SCREEN_DISKS, 'R', COMMAND_RESCAN },
    { SCREEN_DISKS, KEY_CODE_F5, COMMAND_RESCAN },
    { SCREEN_DISKS, CONTROL('r'), COMMAND_RESCAN },

    { SCREEN_TABLE, KEY_CODE_ENTER, COMMAND_RUN },
    { SCREEN_TABLE, KEY_CODE_LEFT, COMMAND_MENU_LEFT },
    { SCREEN_TABLE, KEY_CODE_RIGHT, COMMAND_MENU_RIGHT },
    { SCREEN_TABLE, KEY_CODE_TAB, COMMAND_PANE },
    { SCREEN_TABLE, KEY_CODE_BACK_TAB, COMMAND_PANE },
    { SCREEN_TABLE, 'y', COMMAND_EXPLAIN },
    { SCREEN_TABLE, 'i', COMMAND_DETAILS },
    { SCREEN_TABLE, '+', COMMAND_ZOOM_IN },
    { SCREEN_TABLE, '=', COMMAND_ZOOM_IN },
    { SCREEN_TABLE, '-', COMMAND_ZOOM_OUT },
    { SCREEN_TABLE, '_', COMMAND_ZOOM_OUT },
    { SCREEN_TABLE, '0', COMMAND_ZOOM_ALL },
    { SCREEN_TABLE, 'z', COMMAND_NEXT_OFF },
    { SCREEN_TABLE, 'e', COMMAND_EDGE },
    { SCREEN_TABLE, 'x', COMMAND_COLUMNS },
    { SCREEN_TABLE, '/', COMMAND_FIND },
    { SCREEN_TABLE, 'f', COMMAND_FIND_NEXT },
    { SCREEN_TABLE, 'g', COMMAND_GO },
    { SCREEN_TABLE, 'p', COMMAND_PLAIN },
    { SCREEN_TABLE, 'v', COMMAND_VERIFY },
    { SCREEN_TABLE, 'G', COMMAND_SET_GRAIN },
    { SCREEN_TABLE, 'n', COMMAND_NEW },
    { SCREEN_TABLE, 'd', COMMAND_DELETE },
    { SCREEN_TABLE, KEY_CODE_DELETE, COMMAND_DELETE },
    { SCREEN_TABLE, 'r', COMMAND_RESIZE },
    { SCREEN_TABLE, 'm', COMMAND_MOVE },
    { SCREEN_TABLE, 'a', COMMAND_ALIGN },
    { SCREEN_TABLE, 'E', COMMAND_EMPTY },
    { SCREEN_TABLE, 't', COMMAND_TYPE },
    { SCREEN_TABLE, 'c', COMMAND_NAME },
    { SCREEN_TABLE, 'b', COMMAND_BOOT },
    { SCREEN_TABLE, 's', COMMAND_SORT },
    { SCREEN_TABLE, 'N', COMMAND_NEW_TABLE },
    { SCREEN_TABLE, 'C', COMMAND_CONVERT },
    { SCREEN_TABLE, 'D', COMMAND_DISK_ID },
    { SCREEN_TABLE, 'V', COMMAND_REPAIR },
    { SCREEN_TABLE, 'R', COMMAND_RESCAN },
    { SCREEN_TABLE, KEY_CODE_F5, COMMAND_RESCAN },
    { SCREEN_TABLE, CONTROL('r'), COMMAND_RESCAN },

    { SCREEN_TABLE, 'u', COMMAND_UNDO },
    { SCREEN_TABLE, 'U', COMMAND_REDO },
    { SCREEN_TABLE, 'l', COMMAND_CHANGES },
    { SCREEN_TABLE, 'W', COMMAND_WRITE },
    { SCREEN_TABLE, 'w', COMMAND_WRITE_HINT },
    { SCREEN_TABLE, 'O', COMMAND_SAVE_SCRIPT },
    { SCREEN_TABLE, 'I', COMMAND_LOAD_SCRIPT },
    { SCREEN_TABLE, 'K', COMMAND_BACKUP },
    { SCREEN_TABLE, 'L', COMMAND_RESTORE },

    { SCREEN_TABLE, 'B', COMMAND_BENCH },
    { SCREEN_TABLE, 'P', COMMAND_PROBE },

    { SCREEN_BENCH, KEY_CODE_ENTER, COMMAND_USE },
    { SCREEN_BENCH, ' ', COMMAND_PAUSE },
    { SCREEN_BENCH, 's', COMMAND_KEEP },
    { SCREEN_BENCH, 'r', COMMAND_AGAIN },

    { SCREEN_PROBE, KEY_CODE_ENTER, COMMAND_USE },
    { SCREEN_PROBE, ' ', COMMAND_PAUSE },
    { SCREEN_PROBE, 's', COMMAND_KEEP },
    { SCREEN_PROBE, 'r', COMMAND_AGAIN },

    { SCREEN_CHANGES, 'u', COMMAND_UNDO },
    { SCREEN_CHANGES, 'U', COMMAND_REDO },
    { SCREEN_CHANGES, 'd', COMMAND_DROP },
    { SCREEN_CHANGES, KEY_CODE_DELETE, COMMAND_DROP },
    { SCREEN_CHANGES, KEY_CODE_TAB, COMMAND_COMPARE },
    { SCREEN_CHANGES, KEY_CODE_BACK_TAB, COMMAND_COMPARE },
    { SCREEN_CHANGES, 'W', COMMAND_WRITE },
    { SCREEN_CHANGES, 'w', COMMAND_WRITE_HINT },
    { SCREEN_CHANGES, 'O', COMMAND_SAVE_SCRIPT },

    { SCREEN_WRITE, 'W', COMMAND_WRITE }, /* where it could not be asked for yet */
    { SCREEN_WRITE, KEY_CODE_TAB, COMMAND_COMPARE },
    { SCREEN_WRITE, KEY_CODE_BACK_TAB, COMMAND_COMPARE },

    { SCREEN_DETAILS, 'p', COMMAND_SET_PHYSICAL },
    { SCREEN_DETAILS, 'a', COMMAND_SET_OFFSET },
    { SCREEN_DETAILS, 'G', COMMAND_SET_GRAIN },
    { SCREEN_DETAILS, 'P', COMMAND_PROBE },
    { SCREEN_DETAILS, 'R', COMMAND_RESCAN },
    { SCREEN_DETAILS, KEY_CODE_F5, COMMAND_RESCAN },

    { SCREEN_WHY, KEY_CODE_ENTER, COMMAND_RUN },
    { SCREEN_WHY, 'B', COMMAND_BENCH },
    { SCREEN_WHY, 'P', COMMAND_PROBE },

    { SCREEN_FORM, KEY_CODE_ENTER, COMMAND_RUN },
    { SCREEN_FORM, KEY_CODE_TAB, COMMAND_FIELD_NEXT },
    { SCREEN_FORM, KEY_CODE_BACK_TAB, COMMAND_FIELD_BEFORE },
    { SCREEN_FORM, ' ', COMMAND_VALUE_NEXT },
    { SCREEN_FORM, KEY_CODE_RIGHT, COMMAND_VALUE_NEXT },
    { SCREEN_FORM, KEY_CODE_LEFT, COMMAND_VALUE_BEFORE },
    { SCREEN_FORM, CONTROL('t'), COMMAND_TYPE_LIST },

    { SCREEN_TYPES, KEY_CODE_ENTER, COMMAND_RUN },
    { SCREEN_TYPES, '/', COMMAND_FIND },
    { SCREEN_TYPES, 'c', COMMAND_NAME },

    { SCREEN_NEW_TABLE, KEY_CODE_ENTER, COMMAND_RUN },
    { SCREEN_NEW_TABLE, KEY_CODE_TAB, COMMAND_FIELD_NEXT },
    { SCREEN_NEW_TABLE, KEY_CODE_BACK_TAB, COMMAND_FIELD_BEFORE },

    { SCREEN_EMPTY, KEY_CODE_ENTER, COMMAND_RUN },
    { SCREEN_EMPTY, 'E', COMMAND_EMPTY },

    { SCREEN_PLAIN, KEY_CODE_LEFT, COMMAND_SHIFT_LEFT },
    { SCREEN_PLAIN, KEY_CODE_RIGHT, COMMAND_SHIFT_RIGHT },

    { SCREEN_HELP, '1', COMMAND_HELP_KEYS },
    { SCREEN_HELP, '2', COMMAND_HELP_WORDS },
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

enum command keymap_lookup(enum screen_id screen, uint32_t key)
{
    for (size_t i = 0; i < ARRAY_SIZE(bindings); i++) {
        const struct binding *binding = &bindings[i];

        if (binding->key == key &&
            (binding->screen == screen || binding->screen == SCREEN_ANY))
            return binding->command;
    }
    return COMMAND_NONE;
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

const char *keymap_keys(enum screen_id screen, enum command command, int most,
                        char buf[KEY_LIST])
{
    char name[KEY_NAME];
    size_t used = 0;

    buf[0] = '\0';
    for (size_t i = 0; i < ARRAY_SIZE(bindings) && most > 0; i++) {
        const struct binding *binding = &bindings[i];

        if (binding->command != command || is_typed(screen, binding->key) ||
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
