/* SPDX-License-Identifier: GPL-3.0-or-later */
/* explain_text.c - the story of explain.h as lines for pipes and terminals */
#include "ui/cli/explain_text.h"

#include "model/align/cure_table.h"
#include "model/align/explain.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/str.h"
#include "ui/draw/text.h"

static void add_wrapped(struct str *text, const char *words, int indent, int width)
{
    size_t length;

    while (words) {
        const char *next = text_wrap(words, width - indent, &length);
        str_printf(text, "%*s%.*s\n", indent, "", (int)length, words);
        words = next;
    }
}

static void add_story(struct str *text, const struct explain *explain, int width)
{
    enum explain_part before = EXPLAIN_PLACE;

    for (size_t i = 0; i < explain->count; i++) {
        const struct explain_line *line = &explain->lines[i];
        if (line->part != before)
            str_add(text, "\n");
        if (line->part == EXPLAIN_PICTURE)
            str_printf(text, "  %s\n", line->text);
        else
            add_wrapped(text, line->text, 0, width);
        before = line->part;
    }
}

/* The blanks that the last column is padded with say nothing. */
static void end_line(struct str *text)
{
    while (text->length && text->text[text->length - 1] == ' ')
        text->text[--text->length] = '\0';
    str_add(text, "\n");
}

/* The heads where CURE is NULL. */
static void add_cure_row(struct str *text, const struct cure_widths *widths,
                         const struct cure *cure)
{
    for (enum cure_column c = 0; c < CURE_COLUMNS; c++) {
        int width = widths->columns[c];
        if (!width)
            continue;
        CLEANUP(freep)
        char *padded = (cure_table_is_number(c) ? text_pad_left : text_pad)(
            cure_table_cell(cure, c), width);
        str_printf(text, "%*s%s", CURE_GAP, "", padded);
    }
    end_line(text);
}

static void add_table(struct str *text, const struct cures *cures, int width)
{
    struct cure_widths widths = cure_table_widths(cures, width - CURE_GAP);

    add_cure_row(text, &widths, NULL);
    for (size_t i = 0; i < cures->count; i++)
        add_cure_row(text, &widths, &cures->rows[i]);
}

static void add_cures(struct str *text, const struct layout *layout,
                      const struct extent *extent, const struct cures *cures, int width)
{
    /* TRANSLATORS: %s is "data to move: 97.7 GiB". */
    str_printf(text, _("\nCures (%s)\n"), cures->data);
    add_table(text, cures, width);
    for (size_t i = 0; i < cures->count; i++) {
        const struct cure *cure = &cures->rows[i];
        CLEANUP(freep) char *price = explain_price(layout, extent, &cure->suggestion);
        /* TRANSLATORS: a start and what it costs. */
        CLEANUP(freep)
        char *line = xasprintf(_("%1$s: %2$s"), cure->cells[CURE_START], price);
        str_add(text, "\n");
        add_wrapped(text, line, 2, width);
    }
}

char *explain_text(const struct layout *layout, const struct extent *extent,
                   uint64_t grub_sectors, int width)
{
    struct explain explain = explain_extent(layout, extent, width - 2, NULL);
    struct cures cures = explain_cures(layout, extent, grub_sectors);
    struct str text = { 0 };

    add_story(&text, &explain, width);
    if (cures.count)
        add_cures(&text, layout, extent, &cures, width);
    explain_finish(&explain);
    cures_finish(&cures);
    return str_take(&text);
}
