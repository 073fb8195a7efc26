/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pager.c - lines of text that scroll */
#include "ui/draw/pager.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/str.h"
#include "model/base/text.h"

static struct pager_line *pager_add_line(struct pager *pager, int style, int indent,
                                         char *text)
{
    size_t count = (size_t)pager->count + 1;

    pager->lines = xrealloc(pager->lines, count, sizeof(*pager->lines));
    pager->lines[pager->count] =
        (struct pager_line){ .text = text, .indent = indent, .style = style };
    return &pager->lines[pager->count++];
}

void pager_add(struct pager *pager, int style, const char *text)
{
    (void)pager_add_line(pager, style, 0,
                         xstrdup(text)); /* nothing to be changed in the line */
}

void pager_add_wrapped(struct pager *pager, int style, int indent, int width,
                       const char *text)
{
    int room = width - indent > 8 ? width - indent : 8;

    while (text) {
        size_t length;
        const char *next = text_wrap(text, room, &length);
        char *line = xasprintf("%.*s", (int)length, text);
        (void)pager_add_line(pager, style, indent, line); /* as above */
        text = next;
    }
}

void pager_add_pair(struct pager *pager, int indent, int width, const char *key,
                    const char *text)
{
    int first = pager->count;

    if (text_width(key) >= indent) {
        pager_add_wrapped(pager, STYLE_KEY, 0, width, key);
        pager_add_wrapped(pager, STYLE_NORMAL, indent, width, text);
        return;
    }
    pager_add_wrapped(pager, STYLE_NORMAL, indent, width, text);
    pager->lines[first].key = xstrdup(key);
}

void pager_add_lines(struct pager *pager, int style, int indent, int width,
                     const char *key, const struct lines *lines)
{
    for (size_t i = 0; i < lines->count; i++) {
        int first = pager->count;

        if (key)
            pager_add_pair(pager, indent, width, i ? "" : key, lines->at[i]);
        else
            pager_add_wrapped(pager, style, indent, width, lines->at[i]);
        for (int line = first; line < pager->count; line++)
            pager->lines[line].style = style;
    }
}

int pager_indent(const char *const *keys, size_t count)
{
    int columns = 0;

    for (size_t i = 0; i < count; i++) {
        int own = text_width(_(keys[i]));
        columns = own > columns ? own : columns;
    }
    return columns + 2;
}

void pager_append(struct pager *pager, struct pager *other)
{
    size_t count = (size_t)(pager->count + other->count);

    if (other->count == 0)
        return;
    pager->lines = xrealloc(pager->lines, count, sizeof(*pager->lines));
    memcpy(pager->lines + pager->count, other->lines,
           (size_t)other->count * sizeof(*other->lines));
    pager->count += other->count;
    free(other->lines);
    *other = (struct pager){ 0 };
}

/* True if TEXT begins with FIND, ignoring case; between two lines is a blank or nothing.
 */
static bool begins_with(const char *text, const char *find)
{
    for (; *find; text++) {
        if (*text == '\n')
            find += *find == ' ';
        else if (tolower((unsigned char)*text) != tolower((unsigned char)*find++))
            return false;
    }
    return true;
}

int pager_find(const struct pager *pager, int first, int end, const char *text)
{
    CLEANUP(str_finish) struct str all = { 0 };
    int line = first;

    for (int i = first; i < end; i++) {
        const char *key = pager->lines[i].key;
        str_printf(&all, "%s%s%s\n", key ? key : "", key ? " " : "",
                   pager->lines[i].text);
    }
    for (const char *at = str_text(&all); *at; at++) {
        if (*at == '\n')
            line++;
        else if (begins_with(at, text))
            return line;
    }
    return -1;
}

void pager_draw(const struct pager *pager, struct canvas *canvas, int row, int col,
                int width, int height, int scroll)
{
    for (int i = 0; i < height && scroll + i < pager->count; i++) {
        const struct pager_line *line = &pager->lines[scroll + i];
        if (line->key)
            canvas_put(canvas, row + i, col, line->indent, STYLE_KEY, line->key);
        canvas_put(canvas, row + i, col + line->indent, width - line->indent, line->style,
                   line->text);
    }
}

void pager_finish(struct pager *pager)
{
    for (int i = 0; i < pager->count; i++) {
        free(pager->lines[i].key);
        free(pager->lines[i].text);
    }
    free(pager->lines);
    *pager = (struct pager){ 0 };
}

const char *pager_more(int count, int height, int scroll)
{
    bool is_above = scroll > 0, is_below = scroll + height < count;

    return is_above && is_below ? "↑ ↓" : is_above ? "↑" : is_below ? "↓" : NULL;
}
