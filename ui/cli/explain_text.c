/* SPDX-License-Identifier: GPL-3.0-or-later */
/* explain_text.c - the explanation of explain.h as lines of text */
#include "ui/cli/explain_text.h"

#include "model/align/explain.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/str.h"
#include "ui/draw/text.h"

static void add_story(struct str *text, const struct explain *explain, int width)
{
    for (size_t i = 0; i < explain->count; i++) {
        const struct explain_line *line = &explain->lines[i];
        if (line->gap)
            str_add(text, "\n");
        if (line->part == EXPLAIN_PICTURE)
            str_printf(text, "  %s\n", line->text);
        else
            text_add_wrapped(text, line->text, 0, 0, width);
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
static void add_suggestion_row(struct str *text, const struct suggestion_widths *widths,
                               const struct suggestion_row *row)
{
    for (enum suggestion_column c = 0; c < SUGGESTION_COLUMNS; c++) {
        int width = widths->columns[c];
        if (!width)
            continue;
        CLEANUP(freep)
        char *padded = (suggestion_table_is_number(c) ? text_pad_left : text_pad)(
            suggestion_table_cell(row, c), width);
        str_printf(text, "%*s%s", SUGGESTION_GAP, "", padded);
    }
    end_line(text);
}

static void add_suggestions(struct str *text, const struct suggestion_table *table,
                            int width)
{
    struct suggestion_widths widths =
        suggestion_table_widths(table, width - SUGGESTION_GAP);

    if (!table->count)
        return;
    /* TRANSLATORS: %s is "data to move: 97.7 GiB". */
    str_printf(text, _("\nCures (%s)\n"), table->data);
    add_suggestion_row(text, &widths, NULL);
    for (size_t i = 0; i < table->count; i++)
        add_suggestion_row(text, &widths, &table->rows[i]);
    for (size_t i = 0; i < table->count; i++) {
        const struct suggestion_row *row = &table->rows[i];
        /* TRANSLATORS: a start and what it costs. */
        CLEANUP(freep)
        char *line = xasprintf(_("%1$s: %2$s"), row->cells[SUGGESTION_START], row->price);
        str_add(text, "\n");
        text_add_wrapped(text, line, 2, 0, width);
    }
}

char *explain_text(const struct layout *layout, const struct extent *extent,
                   uint64_t grub_sectors, int width)
{
    struct explain explain =
        explain_extent(layout, extent, grub_sectors, width - 2, NULL);
    struct str text = { 0 };

    add_story(&text, &explain, width);
    add_suggestions(&text, &explain.starts, width);
    explain_finish(&explain);
    return str_take(&text);
}
