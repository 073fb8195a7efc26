/* SPDX-License-Identifier: GPL-3.0-or-later */
/* text.c - the width of UTF-8 on a screen: cut, pad, wrap */
#include "model/base/text.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

#include "model/base/mem.h"
#include "model/base/str.h"
#include "model/base/utf8.h"

int text_width(const char *text)
{
    return (int)utf8_columns(text);
}

/* Bytes of the longest beginning of TEXT that takes at most WIDTH columns. */
static size_t prefix(const char *text, int width)
{
    size_t bytes = 0, n;

    for (uint32_t c; (c = utf8_decode(text + bytes, &n)) != 0; bytes += n) {
        width -= utf8_char_columns(c);
        if (width < 0)
            break;
    }
    return bytes;
}

/* Appends TEXT in at most WIDTH columns; returns the columns it took. */
static int add_cut(struct str *out, const char *text, int width)
{
    int own = text_width(text);

    if (own <= width) {
        str_add(out, text);
        return own;
    }
    /* The dots need three columns. */
    int dots = width >= 3 ? 2 : 0;
    struct str part = { 0 };

    str_add_bytes(&part, text, prefix(text, width - dots));
    int taken = text_width(str_text(&part)) + dots;
    str_add(out, str_text(&part));
    str_add(out, dots ? ".." : "");
    str_finish(&part);
    return taken;
}

char *text_cut(const char *text, int width)
{
    struct str out = { 0 };

    (void)add_cut(&out, text, width); /* the width is the caller's limit already */
    return str_take(&out);
}

/* The start and the end of TEXT, which is wider than WIDTH, with ".." between them. */
static char *cut_middle(const char *text, int width)
{
    size_t bytes = prefix(text, (width - 2) / 2);
    const char *end = text + bytes;
    size_t n;
    CLEANUP(freep) char *start = xasprintf("%.*s", (int)bytes, text);

    while (text_width(start) + 2 + text_width(end) > width && utf8_decode(end, &n))
        end += n;
    return xasprintf("%s..%s", start, end);
}

const char *text_file_name(const char *path)
{
    const char *slash = strrchr(path, '/');

    return slash ? slash + 1 : path;
}

char *text_cut_path(const char *path, int width)
{
    const char *name = text_file_name(path);

    if (text_width(path) <= width)
        return xstrdup(path);
    for (const char *at = strchr(path + 1, '/'); at; at = strchr(at + 1, '/')) {
        if (text_width(at) + 3 <= width)
            return xasprintf("...%s", at);
    }
    if (text_width(name) <= width || width < 5)
        return text_cut(name, width);
    return cut_middle(name, width);
}

char *text_pad(const char *text, int width)
{
    struct str out = { 0 };

    for (int taken = add_cut(&out, text, width); taken < width; taken++)
        str_add(&out, " ");
    return str_take(&out);
}

char *text_pad_left(const char *text, int width)
{
    CLEANUP(freep) char *cut = text_cut(text, width);
    struct str out = { 0 };

    for (int missing = width - text_width(cut); missing > 0; missing--)
        str_add(&out, " ");
    str_add(&out, cut);
    return str_take(&out);
}

static bool contains(const char *marks, uint32_t c)
{
    size_t n;

    for (uint32_t mark; (mark = utf8_decode(marks, &n)) != 0; marks += n) {
        if (mark == c)
            return true;
    }
    return false;
}

/* True if a line may end between two characters without a space.  Wide scripts break
 * anywhere, but no line begins with a closing mark or ends with an opening one. */
static bool can_part(uint32_t before, uint32_t c)
{
    bool is_word = c < 0x80 && (isalnum((int)c) || c == '(');

    if (before == 0 || contains("、。，：；？！）」》\"", c) ||
        contains("（「《\"(", before))
        return false;
    return utf8_char_columns(c) == 2 || (utf8_char_columns(before) == 2 && is_word);
}

const char *text_wrap(const char *text, int width, size_t *ret_length)
{
    size_t at = 0, fits = 0; /* fits: end of the line at the last possible break */
    const char *next = NULL; /* start of the line after that break */
    uint32_t before = 0;
    int columns = 0;
    size_t n;

    for (uint32_t c; (c = utf8_decode(text + at, &n)) != 0; at += n) {
        int own = utf8_char_columns(c);

        if (c == '\n') {
            *ret_length = at;
            return text + at + 1;
        }
        if (c == ' ' || can_part(before, c)) {
            fits = at > 0 && text[at - 1] == ' ' ? fits : at;
            next = text + at + (c == ' ');
        }
        if (columns + own > width && at > 0) {
            *ret_length = next ? fits : at;
            next = next ? next : text + at;
            return next + strspn(next, " ");
        }
        columns += own;
        before = c;
    }
    *ret_length = at;
    return NULL;
}

void text_add_wrapped(struct str *ret, const char *text, int indent, int hang, int width)
{
    size_t length;

    for (int spaces = indent; text; spaces = indent + hang) {
        const char *next = text_wrap(text, width - indent - hang, &length);
        str_printf(ret, "%*s%.*s\n", spaces, "", (int)length, text);
        text = next;
    }
}

int text_wrap_count(const char *text, int width)
{
    int lines = 0;
    size_t length;

    for (; text; lines++)
        text = text_wrap(text, width, &length);
    return lines;
}
