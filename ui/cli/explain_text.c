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

static void add_cell(struct str *text, enum cure_column column, int width,
                     const char *words)
{
    if (!width)
        return;
    CLEANUP(freep)
    char *padded = cure_table_is_number(column) ? text_pad_left(words, width)
                                                : text_pad(words, width);
    str_printf(text, "%*s%s", CURE_GAP, "", padded);
}

/* The blanks that the last column is padded with say nothing. */
static void end_line(struct str *text)
{
    while (text->length && text->text[text->length - 1] == ' ')
        text->text[--text->length] = '\0';
    str_add(text, "\n");
}

static void add_table(struct str *text, const struct cures *cures, int width)
{
    struct cure_widths widths = cure_table_widths(cures, width - CURE_GAP);

    for (enum cure_column c = 0; c < CURE_COLUMNS; c++)
        add_cell(text, c, widths.columns[c], cure_table_head(c));
    end_line(text);
    for (size_t i = 0; i < cures->count; i++) {
        for (enum cure_column c = 0; c < CURE_COLUMNS; c++)
            add_cell(text, c, widths.columns[c], cure_table_cell(&cures->rows[i], c));
        end_line(text);
    }
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
        CLEANUP(freep) char *line = xasprintf(_("%1$s: %2$s"), cure->start, price);
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
