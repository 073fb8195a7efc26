/* SPDX-License-Identifier: GPL-3.0-or-later */
/* suggestion_table.c - suggested starts as rows of a table, with what each costs */
#include "model/align/suggestion_table.h"

#include <stdio.h>
#include <stdlib.h>

#include "model/align/suggest_unit.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/size.h"
#include "model/base/str.h"
#include "model/base/utf8.h"

#define FIT_MIN    12 /* a cell cut further is useless */
#define FIT_WANTED 24 /* the column Boot goes before the cells are cut further */

/* The partitions in the way as the user knows them; an empty name is a container. */
struct blockers {
    char first[16];
    char last[16];
    bool is_one;  /* first and last are the same partition */
    bool is_unit; /* it is the slice that the partition of a BSD label moves with */
};

/* Writes a number, or a letter for a partition of a BSD label. */
static void name_blocker(bool is_letter, unsigned moved, char ret[16])
{
    ret[0] = '\0';
    if (moved && is_letter)
        (void)snprintf(ret, 16, "%c", (int)moved);
    else if (moved)
        (void)snprintf(ret, 16, "%u", moved);
}

static struct blockers blockers_of(const struct layout *layout,
                                   const struct extent *extent,
                                   const struct suggestion *s)
{
    const struct extent *unit = suggest_unit(layout, extent);
    struct blockers names = { .is_one = s->first_moved && s->first_moved == s->last_moved,
                              .is_unit = unit && unit != extent };
    bool is_letter = extent->letter && !names.is_unit;

    name_blocker(is_letter, s->first_moved, names.first);
    name_blocker(is_letter, s->last_moved, names.last);
    return names;
}

/* What a start requires, as the cell of a column and as a sentence. */
struct need {
    char *cell;
    char *sentence; /* may be NULL */
};

/* TRANSLATORS: cells of the column "Room", 31 columns wide. */
static struct need need_of_moves(const struct blockers *names)
{
    const char *one = names->first[0] ? names->first : names->last;

    if (names->is_unit)
        return (struct need){
            xasprintf(_("with all of partition %s"), one),
            xasprintf(_("It moves with all of partition %s."), one),
        };
    if (names->is_one)
        return (struct need){
            xasprintf(_("partition %s is in the way"), one),
            xasprintf(_("Partition %s must make room first."), one),
        };
    if (names->first[0] && names->last[0])
        return (struct need){
            xasprintf(_("partitions %1$s to %2$s are in the way"), names->first,
                      names->last),
            xasprintf(_("Partitions %1$s to %2$s must make room first."), names->first,
                      names->last),
        };
    return (struct need){
        *one ? xasprintf(_("partition %s and its container are in the way"), one)
             : xstrdup(_("its container is in the way")),
        xstrdup(_("Its container must change first.")),
    };
}

static struct need need_of_shrinking(const struct limits *limits, uint64_t sectors)
{
    unsigned long plural = (unsigned long)sectors;
    char size[SIZE_TEXT];

    (void)size_format(sectors * limits->logical, SIZE_IEC, 0, size);
    return (struct need){
        xasprintf(ngettext("it must shrink by %llu sector",
                           "it must shrink by %llu sectors", plural),
                  (ull)sectors),
        xasprintf(ngettext("It must become %1$llu sector (%2$s) smaller first.",
                           "It must become %1$llu sectors (%2$s) smaller first.", plural),
                  (ull)sectors, size),
    };
}

static struct need need_of_space(const struct limits *limits, const struct suggestion *s,
                                 const struct blockers *names)
{
    ull before = s->boot.gap_before, after = s->boot.gap_after;

    if (s->fit == FIT_MOVES)
        return need_of_moves(names);
    if (s->fit == FIT_SHRINK)
        return need_of_shrinking(limits, s->shrink);
    if (before)
        return (struct need){
            xasprintf(ngettext("gap before it %1$llu -> %2$llu sector",
                               "gap before it %1$llu -> %2$llu sectors", after),
                      before, after),
            xasprintf(ngettext("The gap before it goes from %1$llu to %2$llu sector.",
                               "The gap before it goes from %1$llu to %2$llu sectors.",
                               after),
                      before, after),
        };
    return (struct need){
        xstrdup(_("free")),
        xstrdup(_("It fits in its own space and the free space beside it.")),
    };
}

/* TRANSLATORS: cells of the column "Boot", 14 columns wide. */
static struct need need_of_boot(const struct suggestion *s, const struct blockers *names)
{
    ull grub = s->boot.grub_sectors;
    struct need need = { 0 };

    if (grub)
        need.sentence =
            xasprintf(ngettext("GRUB's core image of %llu sector, found there, "
                               "still fits.",
                               "GRUB's core image of %llu sectors, found "
                               "there, still fits.",
                               grub),
                      grub);
    if (s->fit == FIT_MOVES && names->is_one)
        need.cell = xasprintf(_("needs %s moved"), names->first);
    else if (s->fit == FIT_MOVES && names->first[0] && names->last[0])
        need.cell = xasprintf(_("needs %1$s-%2$s moved"), names->first, names->last);
    else
        need.cell = grub ? xasprintf(_("GRUB fits (%llu)"), grub) : xstrdup("");
    return need;
}

static char *data_sentence(const struct layout *layout, const struct extent *extent,
                           const struct suggestion *s)
{
    uint64_t by = s->shift < 0 ? (uint64_t)-s->shift : (uint64_t)s->shift;
    uint64_t bytes = by * layout_limits(layout)->logical;
    char size[SIZE_TEXT];

    if (!s->data_bytes && extent->content.inside.kind == INSIDE_SWAP)
        return xstrdup(_("No data is moved: swap is made again, with the same UUID and "
                         "label."));
    if (!s->data_bytes)
        return xstrdup(_("No data is moved: it is empty."));
    (void)size_format(s->data_bytes, SIZE_IEC, 0, size);
    return xasprintf(s->shift < 0 ? _("%1$s move %2$llu bytes to the left.")
                                  : _("%1$s move %2$llu bytes to the right."),
                     size, (ull)bytes);
}

/* The sentence on the field that holds the partition's start; NULL if there is none. */
static const char *boot_sector_sentence(enum inside_kind kind)
{
    if (kind == INSIDE_NTFS)
        return _("Where the NTFS boot sector's 'hidden sectors' field has the start, it "
                 "is set to match.");
    if (kind == INSIDE_FAT || kind == INSIDE_EXFAT)
        return _("Where the FAT boot sector's 'hidden sectors' field has the start, it "
                 "is set to match.");
    return NULL;
}

/* Warns that parted will still complain, which would look like a failure. */
static char *parted_sentence(const struct limits *limits, const struct suggestion *s)
{
    char physical[SIZE_TEXT], grain[SIZE_TEXT];

    if (s->grade != GRADE_PHYSICAL)
        return NULL;
    (void)size_format_iec(limits->physical, physical);
    (void)size_format_iec(limits->grain, grain);
    return xasprintf(_("%1$s is full speed; parted's 'optimal' asks for %2$s and will "
                       "still say 'not aligned'."),
                     physical, grain);
}

/* What has to follow a slice that is moved with its BSD label. */
static const char *label_sentence(const struct layout *layout,
                                  const struct extent *extent)
{
    if (!suggest_unit(layout, extent))
        return NULL;
    return extent->letter ? _("The absolute offsets in the BSD label must follow.")
                          : _("The partitions in its BSD label move with it and are "
                              "aligned too; the "
                              "absolute offsets in the label must follow.");
}

static void add_sentence(struct str *price, const char *sentence)
{
    if (!sentence)
        return;
    str_add_gap(price);
    str_add(price, sentence);
}

static struct suggestion_row build_row(const struct layout *layout,
                                       const struct extent *extent,
                                       const struct suggestion *s)
{
    const struct limits *limits = layout_limits(layout);
    struct blockers names = blockers_of(layout, extent, s);
    struct need space = need_of_space(limits, s, &names), boot = need_of_boot(s, &names);
    CLEANUP(freep) char *data = data_sentence(layout, extent, s);
    CLEANUP(freep) char *parted = parted_sentence(limits, s);
    /* The last two repeat cells: a small screen cuts the price there. */
    const char *const sentences[] = {
        data,           boot_sector_sentence(extent->content.inside.kind),
        parted,         label_sentence(layout, extent),
        space.sentence, boot.sentence
    };
    struct str price = { 0 };
    char grid[SIZE_TEXT];

    for (size_t i = 0; i < ARRAY_SIZE(sentences); i++)
        add_sentence(&price, sentences[i]);
    free(space.sentence);
    free(boot.sentence);
    (void)size_format_iec(s->grade == GRADE_GRAIN ? limits->grain : limits->physical,
                          grid);
    return (struct suggestion_row){
        .suggestion = *s,
        .cells = {
            [SUGGESTION_START] = xasprintf("%llu", (ull)s->start),
            [SUGGESTION_ALIGNED] = xstrdup(grid),
            /* TRANSLATORS: a number of sectors with its sign. */
            [SUGGESTION_SHIFT] = xasprintf(_("%+lld s"), (long long)s->shift),
            [SUGGESTION_FIT] = space.cell,
            [SUGGESTION_BOOT] = boot.cell,
        },
        .price = str_take(&price),
    };
}

char *suggestion_need(const struct layout *layout, const struct extent *extent,
                      const struct suggestion *s, bool is_brief)
{
    if (s->fit == FIT_FREE)
        return NULL;
    struct blockers names = blockers_of(layout, extent, s);
    struct need need = need_of_space(layout_limits(layout), s, &names);
    free(is_brief ? need.sentence : need.cell);
    return is_brief ? need.cell : need.sentence;
}

static char *data_heading(const struct suggestion *s)
{
    char size[SIZE_TEXT];

    if (!s->data_bytes)
        return xstrdup(_("no data to move"));
    return xasprintf(_("data to move: %s"),
                     size_format(s->data_bytes, SIZE_IEC, 0, size));
}

struct suggestion_table suggestion_table_build(const struct layout *layout,
                                               const struct extent *extent,
                                               struct suggest_context context)
{
    struct suggestion list[SUGGEST_MAX];
    struct suggestion_table table = { .count =
                                          suggest_starts(layout, extent, context, list) };

    for (size_t i = 0; i < table.count; i++)
        table.rows[i] = build_row(layout, extent, &list[i]);
    table.data = table.count ? data_heading(&list[0]) : NULL;
    return table;
}

void suggestion_table_finish(struct suggestion_table *table)
{
    for (size_t i = 0; i < table->count; i++) {
        for (enum suggestion_column c = 0; c < SUGGESTION_COLUMNS; c++)
            free(table->rows[i].cells[c]);
        free(table->rows[i].price);
    }
    free(table->data);
    *table = (struct suggestion_table){ .count = 0 };
}

/* TRANSLATORS: column heads of the table of suggested starts. */
static const char *const heads[SUGGESTION_COLUMNS] = {
    [SUGGESTION_START] = N_("Start"), [SUGGESTION_ALIGNED] = N_("Aligned"),
    [SUGGESTION_SHIFT] = N_("Shift"), [SUGGESTION_FIT] = N_("Room"),
    [SUGGESTION_BOOT] = N_("Boot"),
};

const char *suggestion_table_cell(const struct suggestion_row *row,
                                  enum suggestion_column column)
{
    return row ? row->cells[column] : _(heads[column]);
}

bool suggestion_table_is_number(enum suggestion_column column)
{
    return column == SUGGESTION_START || column == SUGGESTION_SHIFT;
}

static int total_width(const struct suggestion_widths *widths)
{
    int sum = 0;

    for (enum suggestion_column c = 0; c < SUGGESTION_COLUMNS; c++)
        sum += widths->columns[c] ? widths->columns[c] + SUGGESTION_GAP : 0;
    return sum - SUGGESTION_GAP;
}

struct suggestion_widths suggestion_table_widths(const struct suggestion_table *table,
                                                 int width)
{
    struct suggestion_widths widths = { { 0 } };
    bool has_boot = false;

    for (enum suggestion_column c = 0; c < SUGGESTION_COLUMNS; c++) {
        widths.columns[c] = (int)utf8_columns(suggestion_table_cell(NULL, c));
        for (size_t i = 0; i < table->count; i++) {
            int own = (int)utf8_columns(suggestion_table_cell(&table->rows[i], c));
            widths.columns[c] = own > widths.columns[c] ? own : widths.columns[c];
        }
    }
    for (size_t i = 0; i < table->count; i++)
        has_boot = has_boot || table->rows[i].cells[SUGGESTION_BOOT][0];
    if (!has_boot)
        widths.columns[SUGGESTION_BOOT] = 0;
    int over = total_width(&widths) - width;
    if (over > 0 && widths.columns[SUGGESTION_FIT] - over < FIT_WANTED) {
        widths.columns[SUGGESTION_BOOT] = 0;
        over = total_width(&widths) - width;
    }
    if (over > 0)
        widths.columns[SUGGESTION_FIT] -= over;
    if (widths.columns[SUGGESTION_FIT] < FIT_MIN && over > 0)
        widths.columns[SUGGESTION_FIT] = 0;
    return widths;
}
