/* SPDX-License-Identifier: GPL-3.0-or-later */
/* key.c - converts what curses reads to keys of the editor */
#include "ui/term/private.h"

#include "model/base/mem.h"
#include "ui/draw/key.h"

/* Codes above all of curses' own. */
#define CODE_PASTE     (KEY_MAX + 1)
#define CODE_PASTE_END (KEY_MAX + 2)

static const struct {
    unsigned code;
    uint32_t key;
} codes[] = {
    { KEY_UP, KEY_CODE_UP },
    { KEY_DOWN, KEY_CODE_DOWN },
    { KEY_LEFT, KEY_CODE_LEFT },
    { KEY_RIGHT, KEY_CODE_RIGHT },
    { KEY_PPAGE, KEY_CODE_PAGE_UP },
    { KEY_NPAGE, KEY_CODE_PAGE_DOWN },
    { KEY_HOME, KEY_CODE_HOME },
    { KEY_FIND, KEY_CODE_HOME }, /* vt220 and screen send these for Home and End */
    { KEY_END, KEY_CODE_END },
    { KEY_SELECT, KEY_CODE_END },
    { KEY_A1, KEY_CODE_HOME },
    { KEY_C1, KEY_CODE_END },
    { KEY_A3, KEY_CODE_PAGE_UP },
    { KEY_C3, KEY_CODE_PAGE_DOWN },
    { KEY_ENTER, KEY_CODE_ENTER },
    { KEY_BACKSPACE, KEY_CODE_BACKSPACE },
    { KEY_DC, KEY_CODE_DELETE },
    { KEY_BTAB, KEY_CODE_BACK_TAB },
    { KEY_F(1), KEY_CODE_F1 },
    { KEY_F(5), KEY_CODE_F5 },
    { KEY_F(10), KEY_CODE_F10 },
    { KEY_MOUSE, KEY_CODE_MOUSE },
    { CODE_PASTE, KEY_CODE_PASTE },
    { CODE_PASTE_END, KEY_CODE_PASTE_END },
};

/* Cursor keys have two modes, and the terminal at the other end of a serial line need not
 * be the one that TERM names. */
static const struct {
    const char *bytes;
    int code;
} sequences[] = {
    { "\033[A", KEY_UP },        { "\033OA", KEY_UP },
    { "\033[B", KEY_DOWN },      { "\033OB", KEY_DOWN },
    { "\033[C", KEY_RIGHT },     { "\033OC", KEY_RIGHT },
    { "\033[D", KEY_LEFT },      { "\033OD", KEY_LEFT },
    { "\033[H", KEY_HOME },      { "\033OH", KEY_HOME },
    { "\033[1~", KEY_HOME },     { "\033[7~", KEY_HOME },
    { "\033[F", KEY_END },       { "\033OF", KEY_END },
    { "\033[4~", KEY_END },      { "\033[8~", KEY_END },
    { "\033[3~", KEY_DC },       { "\033[5~", KEY_PPAGE },
    { "\033[6~", KEY_NPAGE },    { "\033[Z", KEY_BTAB },
    { "\033OP", KEY_F(1) },      { "\033[11~", KEY_F(1) },
    { "\033[[A", KEY_F(1) },     { "\033[15~", KEY_F(5) },
    { "\033[[E", KEY_F(5) },     { "\033[21~", KEY_F(10) },
    { "\033[200~", CODE_PASTE }, { "\033[201~", CODE_PASTE_END },
};

/* Both bytes that terminals send for Backspace, both for Enter. */
static const struct {
    unsigned character;
    uint32_t key;
} characters[] = {
    { '\r', KEY_CODE_ENTER },     { '\n', KEY_CODE_ENTER },     { '\t', KEY_CODE_TAB },
    { 0x08, KEY_CODE_BACKSPACE }, { 0x7f, KEY_CODE_BACKSPACE }, { 0x1b, KEY_CODE_ESCAPE },
};

uint32_t term_key_of(unsigned code, bool is_code)
{
    for (size_t i = 0; is_code && i < ARRAY_SIZE(codes); i++) {
        if (codes[i].code == code)
            return codes[i].key;
    }
    for (size_t i = 0; !is_code && i < ARRAY_SIZE(characters); i++) {
        if (characters[i].character == code)
            return characters[i].key;
    }
    return is_code || code > 0x10ffff ? (uint32_t)KEY_CODE_NONE : code;
}

void term_define_keys(void)
{
    for (size_t i = 0; i < ARRAY_SIZE(sequences); i++) {
        /* Sequences in the terminal's terminfo entry take precedence. */
        if (key_defined(sequences[i].bytes) == 0)
            (void)define_key(sequences[i].bytes, sequences[i].code); /* else unknown */
    }
}

/* Called after an Escape: skips the rest of the sequence of an unknown key, so that it is
 * not taken for typed letters.  ECMA-48, 5.4: parameters, then one byte from @ to ~. */
static bool skip_sequence(void)
{
    wint_t code;

    if (get_wch(&code) != OK)
        return false;
    if (code != '[' && code != 'O') {
        (void)unget_wch((wchar_t)code); /* it was just read: there is space for it */
        return false;
    }
    bool is_control = code == '[';
    while (get_wch(&code) == OK && is_control && code < 0x40)
        continue;
    return true;
}

bool term_read(uint32_t *ret_key)
{
    wint_t code;
    int kind = get_wch(&code);

    if (kind == ERR)
        return false;
    *ret_key = term_key_of(code, kind == KEY_CODE_YES);
    if (*ret_key == KEY_CODE_ESCAPE && skip_sequence())
        *ret_key = KEY_CODE_NONE;
    return true;
}
