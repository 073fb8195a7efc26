/* SPDX-License-Identifier: GPL-3.0-or-later */
/* explain_price.c - what each suggested start costs, as table cells and as sentences */
#include "model/align/explain_private.h"

#include <stdio.h>
#include <stdlib.h>

#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/str.h"

static const char *aligned_to(const struct layout *layout, enum grade grade,
                              char buf[SIZE_TEXT])
{
    const struct limits *limits = layout_limits(layout);

    return size_format_exact(grade == GRADE_GRAIN ? limits->grain : limits->physical,
                             buf);
}

/* The neighbours in the way as they are called; empty: a container. */
struct blockers {
    char first[16];
    char last[16];
    bool is_one; /* first and last are the same partition */
};

/* Slices of a BSD label have letters where the others have numbers. */
static void name_blocker(const struct extent *extent, unsigned moved, char ret[16])
{
    ret[0] = '\0';
    if (moved && extent->kind == EXTENT_SLICE)
        (void)snprintf(ret, 16, "%c", (int)moved); /* both fit */
    else if (moved)
        (void)snprintf(ret, 16, "%u", moved);
}

static struct blockers blockers_of(const struct extent *extent,
                                   const struct suggestion *s)
{
    struct blockers names = { .is_one =
                                  s->first_moved && s->first_moved == s->last_moved };

    name_blocker(extent, s->first_moved, names.first);
    name_blocker(extent, s->last_moved, names.last);
    return names;
}

static char *say_blockers(const struct blockers *names)
{
    if (names->is_one)
        return xasprintf(_("partition %s is in the way"), names->first);
    if (names->first[0] && names->last[0])
        return xasprintf(_("partitions %1$s to %2$s are in the way"), names->first,
                         names->last);
    if (names->first[0] || names->last[0])
        return xasprintf(_("partition %s and its container are in the way"),
                         names->first[0] ? names->first : names->last);
    return xstrdup(_("its container is in the way"));
}

/* TRANSLATORS: cells of the column "Room", 31 columns wide. */
static char *fit_cell(const struct suggestion *s, const struct blockers *names)
{
    if (s->fit == FIT_MOVES)
        return say_blockers(names);
    if (s->fit == FIT_SHRINK)
        return xasprintf(ngettext("it must shrink by %llu sector",
                                  "it must shrink by %llu sectors",
                                  (unsigned long)s->shrink),
                         (ull)s->shrink);
    if (s->boot.gap_before)
        return xasprintf(_("gap before it %1$llu -> %2$llu sectors"),
                         (ull)s->boot.gap_before, (ull)s->boot.gap_after);
    return xstrdup(_("free"));
}

/* TRANSLATORS: cells of the column "Boot", 14 columns wide. */
static char *boot_cell(const struct suggestion *s, const struct blockers *names)
{
    if (s->boot.grub_sectors && !s->boot.does_grub_fit)
        return xasprintf(_("GRUB needs %llu: reinstall"), (ull)s->boot.grub_sectors);
    if (s->fit == FIT_MOVES && names->is_one)
        return xasprintf(_("needs %s moved"), names->first);
    if (s->fit == FIT_MOVES && names->first[0] && names->last[0])
        return xasprintf(_("needs %1$s-%2$s moved"), names->first, names->last);
    if (s->boot.grub_sectors)
        return xasprintf(_("GRUB fits (%llu)"), (ull)s->boot.grub_sectors);
    return xstrdup("");
}

static struct suggestion_row suggestion_row_of(const struct layout *layout,
                                               const struct extent *extent,
                                               const struct suggestion *s)
{
    struct blockers names = blockers_of(extent, s);
    char grid[SIZE_TEXT];

    return (struct suggestion_row){
        .suggestion = *s,
        .cells = {
            [SUGGESTION_START] = xasprintf("%llu", (ull)s->start),
            [SUGGESTION_ALIGNED] = xstrdup(aligned_to(layout, s->grade, grid)),
            /* TRANSLATORS: a number of sectors with its sign. */
            [SUGGESTION_SHIFT] = xasprintf(_("%+lld s"), (long long)s->shift),
            [SUGGESTION_FIT] = fit_cell(s, &names),
            [SUGGESTION_BOOT] = boot_cell(s, &names),
        },
    };
}

static char *say_field(const struct boot_effect *boot)
{
    if (boot->is_ntfs_fixed)
        return xstrdup(_("The NTFS boot sector's \"hidden sectors\" field is set to "
                         "match."));
    if (boot->is_fat_fixed)
        return xstrdup(_("The FAT boot sector's \"hidden sectors\" field is set to "
                         "match."));
    return NULL;
}

static char *say_data(const struct suggestion *s)
{
    char size[SIZE_TEXT];

    if (!s->data_bytes)
        return xstrdup(_("no data to move"));
    return xasprintf(_("data to move: %s"),
                     size_format(s->data_bytes, SIZE_IEC, 0, size));
}

struct suggestion_table suggestion_table_build(const struct layout *layout,
                                               const struct extent *extent,
                                               uint64_t grub_sectors)
{
    struct suggestion list[SUGGEST_MAX];
    struct suggestion_table table = { .count = suggest_starts(layout, extent,
                                                              grub_sectors, list) };

    for (size_t i = 0; i < table.count; i++)
        table.rows[i] = suggestion_row_of(layout, extent, &list[i]);
    if (table.count) {
        table.data = say_data(&list[0]);
        table.all = say_field(&list[0].boot);
    }
    return table;
}

void suggestion_table_finish(struct suggestion_table *table)
{
    for (size_t i = 0; i < table->count; i++)
        for (enum suggestion_column c = 0; c < SUGGESTION_COLUMNS; c++)
            free(table->rows[i].cells[c]);
    free(table->data);
    free(table->all);
    *table = (struct suggestion_table){ .count = 0 };
}

/* TEXT is taken; sentences are set one after the other. */
static void add_sentence(struct str *price, char *text)
{
    if (!text)
        return;
    str_add_gap(price);
    str_add(price, text);
    free(text);
}

static char *price_of_data(const struct layout *layout, const struct extent *extent,
                           const struct suggestion *s)
{
    uint64_t by = s->shift < 0 ? (uint64_t)-s->shift : (uint64_t)s->shift;
    uint64_t bytes = by * layout_limits(layout)->logical;
    char size[SIZE_TEXT];

    if (!s->data_bytes && extent->content.inside.kind == INSIDE_SWAP)
        return xstrdup(_("No data is moved: swap is made anew, with the same UUID and "
                         "label."));
    if (!s->data_bytes)
        return xstrdup(_("No data is moved: it is empty."));
    (void)size_format(s->data_bytes, SIZE_IEC, 0, size);
    return xasprintf(s->shift < 0 ? _("%1$s move %2$llu bytes to the left.")
                                  : _("%1$s move %2$llu bytes to the right."),
                     size, (ull)bytes);
}

static char *price_of_fit(const struct layout *layout, const struct extent *extent,
                          const struct suggestion *s)
{
    struct blockers names = blockers_of(extent, s);
    char size[SIZE_TEXT];

    if (s->fit == FIT_SHRINK) {
        (void)size_format(s->shrink * layout_limits(layout)->logical, SIZE_IEC, 0, size);
        return xasprintf(ngettext("It must become %1$llu sector (%2$s) smaller first.",
                                  "It must become %1$llu sectors (%2$s) smaller first.",
                                  (unsigned long)s->shrink),
                         (ull)s->shrink, size);
    }
    if (s->fit == FIT_MOVES && names.is_one)
        return xasprintf(_("Partition %s must make room first."), names.first);
    if (s->fit == FIT_MOVES && names.first[0] && names.last[0])
        return xasprintf(_("Partitions %1$s to %2$s must make room first."), names.first,
                         names.last);
    if (s->fit == FIT_MOVES)
        return xstrdup(_("Its container must change first."));
    if (s->boot.gap_before)
        return xasprintf(_("The gap before it goes from %1$llu to %2$llu sectors."),
                         (ull)s->boot.gap_before, (ull)s->boot.gap_after);
    return xstrdup(_("It fits in its own space and the free space beside it."));
}

static char *price_of_boot(const struct boot_effect *boot)
{
    if (!boot->grub_sectors)
        return NULL;
    if (boot->does_grub_fit)
        return xasprintf(_("GRUB's core image of %llu sectors, found there, still fits."),
                         (ull)boot->grub_sectors);
    return xasprintf(_("GRUB's core image of %1$llu sectors does not fit in %2$llu: GRUB "
                       "must be installed anew."),
                     (ull)boot->grub_sectors, (ull)boot->gap_after);
}

/* Said beforehand, or people will think that the suggestion failed. */
static char *price_of_grade(const struct layout *layout, const struct suggestion *s)
{
    char physical[SIZE_TEXT], grain[SIZE_TEXT];

    if (s->grade != GRADE_PHYSICAL)
        return NULL;
    (void)size_format_exact(layout_limits(layout)->physical, physical);
    (void)size_format_exact(layout_limits(layout)->grain, grain);
    return xasprintf(_("%1$s is full speed; parted's \"optimal\" asks for %2$s and will "
                       "still say \"not aligned\"."),
                     physical, grain);
}

char *explain_price(const struct layout *layout, const struct extent *extent,
                    const struct suggestion *suggestion)
{
    struct str price = { 0 };

    /* The cells of the table say room and boot too: they come last, where a small
     * screen cuts. */
    add_sentence(&price, price_of_data(layout, extent, suggestion));
    add_sentence(&price, say_field(&suggestion->boot));
    add_sentence(&price, price_of_grade(layout, suggestion));
    add_sentence(&price, price_of_fit(layout, extent, suggestion));
    add_sentence(&price, price_of_boot(&suggestion->boot));
    return str_take(&price);
}
