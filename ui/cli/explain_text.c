/* SPDX-License-Identifier: GPL-3.0-or-later */
/* explain_text.c - the explanation of explain.h as lines of text */
#include "ui/cli/explain_text.h"

#include "model/align/explain.h"
#include "model/base/columns.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/str.h"
#include "model/base/text.h"

/* True for what is the same for each partition of a disk. */
static bool is_shared(enum explain_part part)
{
    static const bool parts[EXPLAIN_PART_COUNT] = {
        [EXPLAIN_WORKLOAD] = true, [EXPLAIN_DOUBT] = true,    [EXPLAIN_PATTERN] = true,
        [EXPLAIN_JUMPER] = true,   [EXPLAIN_MEASURED] = true,
    };

    return parts[part];
}

static void add_story(struct str *text, const struct explain *explain, int width,
                      enum explain_scope scope)
{
    for (size_t i = 0; i < explain->count; i++) {
        const struct explain_line *line = &explain->lines[i];
        if (scope != SCOPE_WHOLE && is_shared(line->part) != (scope == SCOPE_SHARED))
            continue;
        if (line->gap && text->length)
            str_add(text, "\n");
        if (line->part == EXPLAIN_PICTURE)
            str_printf(text, "  %s\n", line->text);
        else
            text_add_wrapped(text, line->text, 0, 0, width);
    }
}

static void add_suggestion_table(struct str *text, const struct suggestion_table *table,
                                 int width)
{
    struct suggestion_widths widths =
        suggestion_table_widths(table, width - SUGGESTION_GAP);
    CLEANUP(columns_freep) struct columns *columns = columns_new(SUGGESTION_COLUMNS);

    for (enum suggestion_column c = 0; c < SUGGESTION_COLUMNS; c++)
        columns_head(columns, c, suggestion_table_is_number(c),
                     suggestion_table_cell(NULL, c));
    for (size_t i = 0; i < table->count; i++) {
        columns_row(columns);
        for (enum suggestion_column c = 0; c < SUGGESTION_COLUMNS; c++) {
            const char *cell = suggestion_table_cell(&table->rows[i], c);
            CLEANUP(freep) char *cut = text_cut(cell, widths.columns[c]);
            if (widths.columns[c])
                columns_set(columns, c, "%s", cut);
        }
    }
    columns_write(columns, SUGGESTION_GAP, text);
}

static void add_suggestions(struct str *text, const struct suggestion_table *table,
                            int width)
{
    if (!table->count)
        return;
    /* TRANSLATORS: %s is "data to move: 97.7 GiB". */
    str_printf(text, _("\nCures (%s)\n"), table->data);
    add_suggestion_table(text, table, width);
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
                   struct suggest_context context, int width, const char *measured,
                   enum explain_scope scope)
{
    struct explain explain = explain_extent(layout, extent, context, width - 2, measured);
    struct str text = { 0 };

    add_story(&text, &explain, width, scope);
    if (scope != SCOPE_SHARED)
        add_suggestions(&text, &explain.starts, width);
    explain_finish(&explain);
    return str_take(&text);
}
