/* SPDX-License-Identifier: GPL-3.0-or-later */
/* delta.c - the differences between two layouts of a disk */
#include "model/edit/delta.h"

#include <stdlib.h>
#include <string.h>

#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/size.h"
#include "model/base/str.h"
#include "model/base/utf8.h"
#include "model/disk/former.h"
#include "model/disk/loss.h"
#include "model/disk/types.h"

#define SMALL_CHANGE 2048 /* sectors, from which on a change is told in units of size */

/* The fields in the list of changes; the role is always ROLE_NONE. */
static const unsigned delta_fields = DIFF_START | DIFF_LENGTH | DIFF_NUMBER | DIFF_TYPE |
                                     DIFF_NAME | DIFF_UUID | DIFF_ATTRIBUTES | DIFF_BOOT |
                                     DIFF_KIND;

/* True for the entries of the table, damaged ones too. */
static bool is_compared(const struct extent *extent)
{
    return extent_is_entry(extent) ||
           (extent_is_damaged(extent) && extent->fault < FAULT_NO_GPT);
}

static const struct extent *find_compared(const struct layout *layout, uint32_t id)
{
    const struct extent *extent = layout_find(layout, id);

    return extent && is_compared(extent) ? extent : NULL;
}

/* A damaged entry is not new: it was not seen before. */
static bool is_told(const struct layout *before, const struct extent *after)
{
    return extent_is_entry(after) ||
           (is_compared(after) && find_compared(before, after->id));
}

/* Returns EXTENT as its entry in the table describes it, valid or not. */
static struct extent delta_entry(const struct extent *extent)
{
    struct extent entry = *extent;

    entry.kind = extent_entry_kind(extent);
    entry.length = extent_entry_length(extent);
    return entry;
}

/* Returns all fields for a partition that is added or removed. */
static unsigned fields_of_row(const struct extent *before, const struct extent *after)
{
    if (before && after) {
        const struct extent was = delta_entry(before), is = delta_entry(after);
        return extent_diff(&was, &is) & delta_fields;
    }
    return before || after ? delta_fields : 0;
}

static const struct extent *row_extent(const struct delta_row *row)
{
    return row->after ? row->after : row->before;
}

/* Orders by start: containers before their children, removed before added ones. */
static int by_place(const void *a, const void *b)
{
    const struct delta_row *x = a, *y = b;
    const struct extent *one = row_extent(x), *other = row_extent(y);

    if (one->start != other->start)
        return one->start < other->start ? -1 : 1;
    if (!x->after != !y->after)
        return x->after ? 1 : -1;
    if (one->kind != other->kind)
        return one->kind == EXTENT_EXTENDED ? -1 : other->kind == EXTENT_EXTENDED;
    return one->id < other->id ? -1 : 1; /* no two have the same */
}

size_t delta_rows(const struct layout *before, const struct layout *after,
                  struct delta_row **ret)
{
    struct delta_row *rows =
        xcalloc(layout_count(before) + layout_count(after), sizeof(*rows));
    size_t count = 0;

    for (size_t i = 0; i < layout_count(after); i++)
        if (is_told(before, layout_at(after, i)))
            rows[count++].after = layout_at(after, i);
    for (size_t i = 0; i < count; i++)
        rows[i].before = find_compared(before, rows[i].after->id);
    LAYOUT_EACH (extent, before)
        if (is_compared(extent) && !find_compared(after, extent->id))
            rows[count++].before = extent;
    for (size_t i = 0; i < count; i++)
        rows[i].fields = fields_of_row(rows[i].before, rows[i].after);
    qsort(rows, count, sizeof(*rows), by_place);
    *ret = rows;
    return count;
}

unsigned delta_of(const struct layout *before, const struct layout *after, uint32_t id)
{
    return fields_of_row(find_compared(before, id), find_compared(after, id));
}

/* True if A has all metadata of B, such as GPT copies and EBRs, in the same places. */
static bool has_same_metadata(const struct layout *a, const struct layout *b)
{
    LAYOUT_EACH (wanted, b) {
        const struct extent *found = layout_find_lba(a, wanted->start);
        if (wanted->kind == EXTENT_METADATA &&
            extent_diff(found, wanted) & (DIFF_ROLE | DIFF_START | DIFF_LENGTH))
            return false;
    }
    return true;
}

/* False for notes about the kernel, libparted or the way to the disk. */
static bool is_table_note(const struct note *note)
{
    static const enum note_id others[] = { NOTE_KERNEL_DIFFERS,   NOTE_PARTED_FAILED,
                                           NOTE_PARTED_MISSING,   NOTE_PLACE_UNKNOWN,
                                           NOTE_DISK_HAS_CONTENT, NOTE_DISK_IN_RAID,
                                           NOTE_DISK_AGREED,      NOTE_PARTED_NOT_ASKED,
                                           NOTE_KERNEL_LIMIT };

    for (size_t i = 0; i < ARRAY_SIZE(others); i++)
        if (note->id == others[i])
            return false;
    return true;
}

/* A repair may have no other effect than to remove a note. */
static bool is_note_gone(const struct layout *before, const struct layout *after)
{
    for (size_t i = 0; i < layout_note_count(before); i++)
        if (is_table_note(layout_note_at(before, i)) &&
            !layout_note_find(after, layout_note_at(before, i)->id))
            return true;
    return false;
}

bool delta_is_empty(const struct layout *before, const struct layout *after)
{
    const struct label *a = layout_label(before), *b = layout_label(after);
    CLEANUP(freep) struct delta_row *rows = NULL;
    size_t count = delta_rows(before, after, &rows);

    for (size_t i = 0; i < count; i++)
        if (rows[i].fields)
            return false;
    return label_equal(a, b) && a->entries == b->entries &&
           a->written_for == b->written_for && has_same_metadata(before, after) &&
           has_same_metadata(after, before) && !is_note_gone(before, after);
}

static const char *type_text(const struct layout *layout, const struct extent *extent)
{
    const char *name = type_name(layout_label(layout)->kind, extent->type);

    return name ? name : extent->type;
}

/* A line with one clause for each field. */
struct line {
    const struct layout *before_layout;
    const struct layout *after_layout;
    const struct extent *before;
    const struct extent *after;
    struct str text;
};

static void add_clause(struct line *line, char *clause)
{
    str_add_item(&line->text, clause);
    free(clause);
}

static const char *format_length(const struct layout *layout, uint64_t length,
                                 char ret[SIZE_TEXT])
{
    return size_format_iec(length * layout_limits(layout)->logical, ret);
}

/* Returns "size 9 MiB -> 12 MiB", in sectors if little or nothing of it shows; free() */
static char *size_change(const struct line *line)
{
    uint64_t from = line->before->length, to = line->after->length;
    char before[SIZE_TEXT], after[SIZE_TEXT];

    (void)format_length(line->before_layout, from, before);
    (void)format_length(line->after_layout, to, after);
    if ((from < to ? to - from : from - to) >= SMALL_CHANGE && strcmp(before, after) != 0)
        return xasprintf(_("size %1$s -> %2$s"), before, after);
    return xasprintf(
        ngettext("size %1$llu -> %2$llu sector", "size %1$llu -> %2$llu sectors", to),
        (ull)from, (ull)to);
}

static void add_range(struct line *line, unsigned fields)
{
    const struct extent *before = line->before, *after = line->after;
    char size[SIZE_TEXT];

    if (fields & DIFF_NUMBER)
        add_clause(line,
                   xasprintf(_("number %1$u -> %2$u"), before->number, after->number));
    if (fields & DIFF_START)
        add_clause(line, xasprintf(_("start %1$llu -> %2$llu"), (ull)before->start,
                                   (ull)after->start));
    if (fields & DIFF_LENGTH)
        add_clause(line, size_change(line));
    else if (fields & DIFF_START)
        add_clause(line,
                   xasprintf(_("size %s unchanged"),
                             format_length(line->after_layout, after->length, size)));
}

static char *name_change(const struct extent *before, const struct extent *after)
{
    CLEANUP(freep) char *from = utf8_shown(before->name);
    CLEANUP(freep) char *to = utf8_shown(after->name);

    return xasprintf(_("name '%1$s' -> '%2$s'"), from, to);
}

static void add_fields(struct line *line, unsigned fields)
{
    const struct extent *before = line->before, *after = line->after;

    if (fields & DIFF_TYPE)
        add_clause(line, xasprintf(_("type %1$s -> %2$s"),
                                   type_text(line->before_layout, before),
                                   type_text(line->after_layout, after)));
    if (fields & DIFF_NAME)
        add_clause(line, name_change(before, after));
    if (fields & DIFF_UUID)
        add_clause(line, after->uuid[0] ? xasprintf(_("UUID %s"), after->uuid)
                                        : xstrdup(_("no UUID")));
    if (fields & DIFF_ATTRIBUTES)
        add_clause(line, xasprintf(_("attributes %1$llx -> %2$llx"),
                                   (ull)before->attributes, (ull)after->attributes));
    if (fields & DIFF_BOOT)
        add_clause(line,
                   xstrdup(after->is_bootable ? _("bootable") : _("bootable no longer")));
    if (fields & DIFF_KIND)
        add_clause(line, xstrdup(after->kind == EXTENT_LOGICAL
                                     ? _("logical now")
                                     : _("in the disk's own table now")));
}

static void add_changed_line(const struct layout *before, const struct layout *after,
                             const struct delta_row *row, struct lines *ret)
{
    const struct extent was = delta_entry(row->before), is = delta_entry(row->after);
    struct line line = { before, after, &was, &is, { 0 } };

    add_range(&line, row->fields);
    add_fields(&line, row->fields);
    lines_add(ret, _("partition %1$u: %2$s"), row->before->number, str_text(&line.text));
    str_finish(&line.text);
}

/* Describes a removed partition with its content; free(). */
static char *delta_size_words(const struct layout *layout, const struct extent *extent,
                              bool is_new)
{
    uint64_t logical = layout_limits(layout)->logical;
    char size[SIZE_TEXT];

    if (!is_new && former_is_data(extent))
        return extent_content_words(layout, extent);
    return xstrdup(size_format_iec(extent->length * logical, size));
}

/* Returns type, name and flags, none of which a partition has to have; free(). */
static char *property_words(const struct layout *layout, const struct extent *extent,
                            bool is_new)
{
    struct line line = { 0 };

    add_clause(&line, xstrdup(type_text(layout, extent)));
    /* The name of a removed partition is in its content's words, unless they have a
     * label. */
    CLEANUP(freep) char *name = utf8_shown(extent->name);
    if (*name && (is_new || *extent->content.label))
        add_clause(&line, xasprintf(_("'%s'"), name));
    if (is_new && extent->attributes)
        add_clause(&line, xasprintf(_("attributes %1$llx -> %2$llx"), 0ull,
                                    (ull)extent->attributes));
    else if (is_new && extent->is_bootable)
        add_clause(&line, xstrdup(_("bootable")));
    return str_take(&line.text);
}

static const char *row_sentence(bool is_new, bool has_properties)
{
    if (is_new)
        return _("partition %1$u: new, sectors %2$llu to %3$llu, %4$s, %5$s");
    return has_properties
               ? _("partition %1$u: deleted, sectors %2$llu to %3$llu, %4$s, %5$s")
               : _("partition %1$u: deleted, sectors %2$llu to %3$llu, %4$s");
}

static void delta_add_row(const struct layout *before, const struct layout *after,
                          const struct delta_row *row, struct lines *ret)
{
    const struct extent *extent = row_extent(row);
    const struct layout *layout = row->after ? after : before;

    if (row->before && row->after) {
        add_changed_line(before, after, row, ret);
        return;
    }
    CLEANUP(freep) char *size = delta_size_words(layout, extent, row->after != NULL);
    CLEANUP(freep) char *words = property_words(layout, extent, row->after != NULL);
    lines_add(ret, row_sentence(row->after != NULL, *words), extent->number,
              (ull)extent->start, (ull)extent_end(extent) - 1, size, words);
}

static void delta_add_label(const struct label *before, const struct label *after,
                            struct lines *ret)
{
    if (before->kind != after->kind && *after->id)
        lines_add(ret, _("table: %1$s -> %2$s, disk id %3$s"), label_name(before),
                  label_name(after), after->id);
    else if (before->kind != after->kind)
        lines_add(ret, _("table: %1$s -> %2$s"), label_name(before), label_name(after));
    else if (strcmp(before->id, after->id) != 0)
        lines_add(ret, _("disk id: %1$s -> %2$s"), before->id, after->id);
    if (before->kind == after->kind && (before->first_usable != after->first_usable ||
                                        before->last_usable != after->last_usable))
        lines_add(ret, _("usable sectors: %1$llu to %2$llu -> %3$llu to %4$llu"),
                  (ull)before->first_usable, (ull)before->last_usable,
                  (ull)after->first_usable, (ull)after->last_usable);
}

void delta_lines(const struct layout *before, const struct layout *after,
                 struct lines *ret)
{
    CLEANUP(freep) struct delta_row *rows = NULL;
    size_t count = delta_rows(before, after, &rows);

    delta_add_label(layout_label(before), layout_label(after), ret);
    for (size_t i = 0; i < count; i++)
        if (rows[i].fields)
            delta_add_row(before, after, &rows[i], ret);
    bool had_table = layout_label(before)->kind != LABEL_NONE;
    for (size_t i = 0; had_table && i < layout_note_count(before); i++) {
        const struct note *note = layout_note_at(before, i);
        if (!layout_note_find(after, note->id) && note_level(note->id) != NOTE_INFO &&
            is_table_note(note))
            lines_add(ret, _("cured: %s"), note->text);
    }
}

void delta_loss_lines(const struct layout *before, const struct layout *after,
                      bool are_moves, struct lines *ret)
{
    CLEANUP(freep) struct loss *losses = NULL;
    size_t count = loss_find(before, after, false, &losses);

    delta_lines(before, after, ret);
    for (size_t i = 0; i < count; i++)
        if (!are_moves || !loss_is_of_move(&losses[i]))
            lines_take(ret, loss_words(before, &losses[i]));
}
