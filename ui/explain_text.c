/* SPDX-License-Identifier: GPL-3.0-or-later */
/* explain_text.c - the story of explain.h as lines for pipes and terminals */
#include "ui/explain_text.h"

#include <string.h>

#include "model/explain.h"
#include "model/intl.h"
#include "model/mem.h"
#include "model/str.h"
#include "ui/text.h"

enum { START, ALIGNED, SHIFT, ROOM, BOOT, COLUMNS };

static const char *const heads[COLUMNS] = {
    [START] = N_("Start"), [ALIGNED] = N_("Aligned to"), [SHIFT] = N_("Shift"),
    [ROOM] = N_("Room"),   [BOOT] = N_("Boot"),
};

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

static const char *cell(const struct cure *cure, int column)
{
    const char *const cells[COLUMNS] = {
        [START] = cure->start, [ALIGNED] = cure->aligned_to, [SHIFT] = cure->shift,
        [ROOM] = cure->room,   [BOOT] = cure->boot,
    };

    return cells[column];
}

static bool is_number(int column)
{
    return column == START || column == SHIFT;
}

static void add_cell(struct str *text, int column, int width, const char *words)
{
    CLEANUP(freep) char *padded =
        is_number(column) ? text_pad_left(words, width) : text_pad(words, width);

    str_printf(text, "  %s", padded);
}

/* The blanks that the last column is padded with say nothing. */
static void end_line(struct str *text)
{
    while (text->length && text->text[text->length - 1] == ' ')
        text->text[--text->length] = '\0';
    str_add(text, "\n");
}

static void add_table(struct str *text, const struct cures *cures)
{
    int widths[COLUMNS];

    for (int c = 0; c < COLUMNS; c++) {
        widths[c] = text_width(_(heads[c]));
        for (size_t i = 0; i < cures->count; i++) {
            int own = text_width(cell(&cures->rows[i], c));
            widths[c] = own > widths[c] ? own : widths[c];
        }
    }
    for (int c = 0; c < COLUMNS; c++)
        add_cell(text, c, widths[c], _(heads[c]));
    end_line(text);
    for (size_t i = 0; i < cures->count; i++) {
        for (int c = 0; c < COLUMNS; c++)
            add_cell(text, c, widths[c], cell(&cures->rows[i], c));
        end_line(text);
    }
}

static void add_cures(struct str *text, const struct layout *layout,
                      const struct extent *extent, const struct cures *cures, int width)
{
    /* TRANSLATORS: %s is "data to move: 97.7 GiB". */
    str_printf(text, _("\nCures (%s)\n"), cures->data);
    add_table(text, cures);
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
    struct explain explain = explain_extent(layout, extent, width - 2);
    struct cures cures = explain_cures(layout, extent, grub_sectors);
    struct str text = { 0 };

    add_story(&text, &explain, width);
    if (cures.count)
        add_cures(&text, layout, extent, &cures, width);
    explain_finish(&explain);
    cures_finish(&cures);
    return str_take(&text);
}
