/* SPDX-License-Identifier: GPL-3.0-or-later */
/* verify.c - what is known about a partition table, as sentences */
#include "model/align/verify.h"

#include "model/align/judge.h"
#include "model/align/pattern.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/size.h"
#include "model/base/str.h"
#include "model/disk/note_weight.h"
#include "model/disk/partition_name.h"
#include "model/disk/sector_fit.h"

#define NAMES_MAX 12 /* partitions that one sentence names */

/* Adds the misaligned partitions as "1, 2, 5"; ".." if there are more. */
static void add_names(const struct layout *layout, struct str *out)
{
    unsigned count = 0;
    char name[16];

    LAYOUT_EACH (extent, layout) {
        struct verdict verdict = judge_extent(layout, extent);
        if (!judge_is_off(&verdict))
            continue;
        if (count++ == NAMES_MAX) {
            str_add(out, " ..");
            return;
        }
        str_add_item(out, partition_name(extent, name));
    }
}

static char *misaligned_words(const struct layout *layout, struct judge_summary sum)
{
    const struct limits *limits = layout_limits(layout);
    CLEANUP(str_finish) struct str names = { 0 };
    char size[SIZE_TEXT];

    add_names(layout, &names);
    return xasprintf(
        ngettext("%1$u of %2$u partition is misaligned to %3$s (%4$s): %5$s.",
                 "%1$u of %2$u partitions are misaligned to %3$s (%4$s): %5$s.",
                 sum.judged),
        sum.off, sum.judged, size_format_iec(limits->physical, size),
        limits_source_name(limits->physical_source), str_text(&names));
}

static char *alignment_words(const struct layout *layout)
{
    const struct limits *limits = layout_limits(layout);
    struct judge_summary sum = judge_all(layout);
    char size[SIZE_TEXT];

    if (layout_label(layout)->written_for)
        return xstrdup(_("The alignment of its partitions is not judged."));
    if (!sum.judged)
        return xstrdup(_("There is no partition to judge."));
    if (sum.off)
        return misaligned_words(layout, sum);
    return xasprintf(ngettext("%1$u partition is aligned to %2$s (%3$s).",
                              "All %1$u partitions are aligned to %2$s (%3$s).",
                              sum.judged),
                     sum.judged, size_format_iec(limits->physical, size),
                     limits_source_name(limits->physical_source));
}

static bool is_unread(const struct layout *layout, const struct extent *extent)
{
    enum content_state state = extent->content.state;

    return (state == CONTENT_UNKNOWN || state == CONTENT_UNREADABLE) &&
           judge_extent(layout, extent).grade != GRADE_HARMLESS;
}

unsigned verify_unread(const struct layout *layout)
{
    unsigned count = 0;

    for (size_t i = 0; i < layout_count(layout); i++)
        count += is_unread(layout, layout_at(layout, i));
    return count;
}

/* A content that was not read might change the verdict. */
static char *unread_words(unsigned count)
{
    return xasprintf(
        ngettext("The content of %u partition has not been read: it is judged by its "
                 "start alone.",
                 "The contents of %u partitions have not been read: they are judged by "
                 "their starts alone.",
                 count),
        count);
}

char *verify_alignment(const struct layout *layout)
{
    unsigned count = verify_unread(layout);
    CLEANUP(freep) char *words = alignment_words(layout);
    CLEANUP(freep) char *unread = unread_words(count);
    struct str line = { 0 };

    str_add(&line, words);
    if (count) {
        str_add_gap(&line);
        str_add(&line, unread);
    }
    return str_take(&line);
}

static void verify_add_notes(const struct layout *layout, enum note_weight first,
                             enum note_weight last, struct lines *ret)
{
    CLEANUP(freep) const struct note **notes = NULL;
    size_t count = note_sorted(layout, &notes);

    for (size_t i = 0; i < count; i++)
        if (note_weight(notes[i]->id) <= first && note_weight(notes[i]->id) >= last)
            lines_add(ret, "%s", notes[i]->text);
}

/* Returns the sentence for a table without damage or findings. */
static const char *table_words(const struct layout *layout)
{
    enum label_kind kind = layout_label(layout)->kind;

    if (kind == LABEL_NONE)
        return _("There is no partition table.");
    if (kind == LABEL_LOOP)
        return _("There is no partition table: its content begins at sector 0.");
    return _("No errors found in the partition table.");
}

static void add_alignment(const struct layout *layout, struct lines *ret)
{
    CLEANUP(freep) char *alignment = verify_alignment(layout);
    struct str line = { 0 };

    if (!note_worst(layout, NOTE_WEIGHT_FINDING)) {
        str_add(&line, table_words(layout));
        str_add_gap(&line);
    }
    str_add(&line, alignment);
    lines_take(ret, str_take(&line));
}

void verify_findings(const struct layout *layout, struct lines *ret)
{
    unsigned unread = verify_unread(layout);

    verify_add_notes(layout, NOTE_WEIGHT_DAMAGE, NOTE_WEIGHT_FINDING, ret);
    sector_fit_lines(layout, ret);
    if (unread)
        lines_take(ret, unread_words(unread));
}

void verify_list(const struct layout *layout, struct lines *ret)
{
    unsigned limit_notes = layout_limits(layout)->notes;
    struct pattern pattern;

    verify_add_notes(layout, NOTE_WEIGHT_DAMAGE, NOTE_WEIGHT_FINDING, ret);
    sector_fit_lines(layout, ret);
    add_alignment(layout, ret);
    if (pattern_find(layout, &pattern))
        lines_take(ret, pattern_words(&pattern));
    for (unsigned i = 0; i < LIMIT_NOTE_COUNT; i++)
        if (limit_notes & 1U << i)
            lines_add(ret, "%s", limits_note_text(i));
    verify_add_notes(layout, NOTE_WEIGHT_FACT, NOTE_WEIGHT_FACT, ret);
}
