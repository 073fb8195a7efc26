/* SPDX-License-Identifier: GPL-3.0-or-later */
/* field.c - a line of text that a person edits */
#include "ui/draw/field.h"

#include <string.h>

#include "model/base/mem.h"
#include "model/base/text.h"
#include "model/base/utf8.h"
#include "ui/draw/key.h"

#define CONTROL(letter) ((letter)&0x1fu)

void field_set(struct field *field, const char *text)
{
    copy_text(field->text, sizeof(field->text), text);
    field->cursor = strlen(field->text);
    field->is_fresh = false;
}

void field_offer(struct field *field, const char *text)
{
    field_set(field, text);
    field->is_fresh = *text != '\0';
}

/* The start of the character before the cursor. */
static size_t step_left(const struct field *field)
{
    size_t at = field->cursor;

    if (at > 0)
        at--;
    while (at > 0 && ((unsigned char)field->text[at] & 0xc0) == 0x80)
        at--;
    return at;
}

static size_t step_right(const struct field *field)
{
    size_t n;

    (void)utf8_decode(field->text + field->cursor, &n); /* only its length counts */
    return field->cursor + n;
}

/* The start of the word before the cursor, for ^W. */
static size_t word_left(const struct field *field)
{
    size_t at = field->cursor;

    while (at > 0 && field->text[at - 1] == ' ')
        at--;
    while (at > 0 && field->text[at - 1] != ' ' && field->text[at - 1] != '/')
        at--;
    /* The parts of a path are words; a slash alone is deleted as a character. */
    return at == field->cursor ? step_left(field) : at;
}

/* Removes the bytes [FROM, TO) and moves the cursor to FROM. */
static void remove_bytes(struct field *field, size_t from, size_t to)
{
    memmove(field->text + from, field->text + to, strlen(field->text + to) + 1);
    field->cursor = from;
}

static bool insert(struct field *field, uint32_t key)
{
    char bytes[5];
    size_t n = key >= 0x20 && (key < 0x7f || key >= 0xa0) ? utf8_encode(key, bytes) : 0;
    size_t length = strlen(field->text);

    if (n == 0)
        return false;
    if (length + n >= sizeof(field->text))
        return true; /* full: the key is ignored */
    memmove(field->text + field->cursor + n, field->text + field->cursor,
            length - field->cursor + 1);
    memcpy(field->text + field->cursor, bytes, n);
    field->cursor += n;
    return true;
}

static bool edit(struct field *field, uint32_t key)
{
    switch (key) {
    case KEY_CODE_LEFT:
        field->cursor = step_left(field);
        return true;
    case KEY_CODE_RIGHT:
        field->cursor = step_right(field);
        return true;
    case KEY_CODE_HOME:
    case CONTROL('a'):
        field->cursor = 0;
        return true;
    case KEY_CODE_END:
    case CONTROL('e'):
        field->cursor = strlen(field->text);
        return true;
    case KEY_CODE_BACKSPACE:
        remove_bytes(field, step_left(field), field->cursor);
        return true;
    case KEY_CODE_DELETE:
        remove_bytes(field, field->cursor, step_right(field));
        return true;
    case CONTROL('u'):
        remove_bytes(field, 0, field->cursor);
        return true;
    case CONTROL('w'):
        remove_bytes(field, word_left(field), field->cursor);
        return true;
    default:
        return insert(field, key);
    }
}

bool field_key(struct field *field, uint32_t key)
{
    bool is_character = key >= ' ' && key < KEY_CODE_BASE;
    bool is_cut = key == KEY_CODE_BACKSPACE || key == KEY_CODE_DELETE;

    if (field->is_fresh && (is_character || is_cut))
        field_set(field, "");
    if (!edit(field, key))
        return false;
    field->is_fresh = false;
    return true;
}

void field_draw(const struct field *field, struct canvas *canvas, int row, int col,
                int width)
{
    CLEANUP(freep) char *before = xstrdup(field->text);
    const char *part = before;

    before[field->cursor] = '\0';
    while (text_width(part) >= width) { /* the cursor stays visible */
        size_t n;

        (void)utf8_decode(part, &n); /* only its length counts */
        part += n;
    }
    const char *shown = field->text + (part - before);
    int used = canvas_put(canvas, row, col, width, STYLE_NORMAL, shown);
    if (field->is_fresh)
        canvas_select(canvas, row, col, used);
    canvas_set_cursor(canvas, row, col + text_width(part));
}
