/* SPDX-License-Identifier: GPL-3.0-or-later */
/* term_key.c - what curses reads becomes a key of ours */
#include "ui/term_private.h"

#include "model/mem.h"
#include "ui/app.h"

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
};

/* Both bytes that terminals send for Backspace, both for Enter. */
static const struct {
    unsigned character;
    uint32_t key;
} characters[] = {
    { '\r', KEY_CODE_ENTER },     { '\n', KEY_CODE_ENTER },  { '\t', KEY_CODE_TAB },
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

bool term_read(struct term *term, uint32_t *ret_key)
{
    wint_t code;
    int kind = get_wch(&code);

    (void)term; /* curses keeps the one terminal itself */
    if (kind == ERR)
        return false;
    *ret_key = term_key_of(code, kind == KEY_CODE_YES);
    return true;
}
