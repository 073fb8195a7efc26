/* SPDX-License-Identifier: GPL-3.0-or-later */
/* text.c - one disk as text */
#include "model/report/text.h"

#include "model/align/judge.h"
#include "model/align/pattern.h"
#include "model/align/suggestion_table.h"
#include "model/align/verify.h"
#include "model/base/intl.h"
#include "model/base/lines.h"
#include "model/base/mem.h"
#include "model/base/size.h"
#include "model/base/utf8.h"
#include "model/disk/note_weight.h"
#include "model/disk/partition_name.h"
#include "model/measure/cost.h"

void report_text_line(const char *before, const char *text, struct str *ret)
{
    CLEANUP(freep) char *clean = utf8_clean(text);

    str_printf(ret, "%s%s\n", before, clean);
}

/* Adds a line of the words that are not empty, two spaces apart. */
static void add_words(const char *const *words, size_t count, struct str *ret)
{
    const char *gap = "";

    for (size_t i = 0; i < count; i++) {
        if (!words[i] || !*words[i])
            continue;
        CLEANUP(freep) char *clean = utf8_clean(words[i]);
        str_printf(ret, "%s%s", gap, clean);
        gap = "  ";
    }
    str_add(ret, "\n");
}

static void write_name(const struct disk_info *info, struct str *ret)
{
    const struct label *label = info->layout ? layout_label(info->layout) : NULL;
    CLEANUP(freep) char *in_use = xasprintf(_("in use: %s"), info->in_use);
    const char *const words[] = {
        info->path,
        info->model,
        info->serial,
        info->transport,
        label && label->kind != LABEL_NONE ? label_name(label) : NULL,
        info->is_read_only ? _("read-only") : NULL,
        info->in_use[0] ? in_use : NULL,
    };

    add_words(words, ARRAY_SIZE(words), ret);
}

static void write_size(const struct disk_info *info, struct str *ret)
{
    const struct limits *limits = info->layout ? layout_limits(info->layout) : NULL;
    uint64_t logical = limits ? limits->logical : info->logical;
    uint64_t bytes = limits ? limits->size * limits->logical : info->size_bytes;
    char size[SIZE_TEXT];

    if (!logical)
        return;
    (void)size_format(bytes, SIZE_IEC, 0, size);
    if (limits)
        str_printf(ret,
                   ngettext("%1$llu sector = %2$llu bytes = %3$s, %4$s\n",
                            "%1$llu sectors = %2$llu bytes = %3$s, %4$s\n", limits->size),
                   (ull)limits->size, (ull)bytes, size, limits_kind(limits));
    else
        str_printf(ret,
                   ngettext("%1$llu sector = %2$llu bytes = %3$s, %4$u/%5$u\n",
                            "%1$llu sectors = %2$llu bytes = %3$s, %4$u/%5$u\n",
                            bytes / logical),
                   (ull)(bytes / logical), (ull)bytes, size, info->logical,
                   info->physical);
}

static void write_limits(const struct limits *limits, struct str *ret)
{
    char grain[SIZE_TEXT];

    str_printf(ret,
               _("1 s = %1$llu B (logical, %2$s); physical sector %3$llu B (%4$s)\n"),
               (ull)limits->logical, limits_source_name(limits->logical_source),
               (ull)limits->physical, limits_source_name(limits->physical_source));
    str_printf(ret, _("Alignment offset %1$llu B (%2$s); grain %3$s (%4$s)\n"),
               (ull)limits->alignment_offset,
               limits_source_name(limits->alignment_source),
               size_format(limits->grain, SIZE_IEC, 0, grain),
               limits_source_name(limits->grain_source));
    if (limits->notes & LIMIT_NVME_MINIMUM)
        str_printf(ret,
                   _("Minimum I/O %1$llu B (preferred write granularity), optimal I/O "
                     "%2$llu B\n"),
                   (ull)limits->minimum_io, (ull)limits->optimal_io);
    else if (limits->minimum_io || limits->optimal_io)
        str_printf(ret, _("Minimum I/O %1$llu B, optimal I/O %2$llu B\n"),
                   (ull)limits->minimum_io, (ull)limits->optimal_io);
}

static void write_label(const struct label *label, struct str *ret)
{
    if (label->kind == LABEL_NONE)
        str_add(ret, _("No partition table\n"));
    else if (label->kind == LABEL_LOOP)
        str_add(ret, _("No partition table: its content begins at sector 0\n"));
    else if (label->id[0])
        str_printf(ret, _("Table %1$s, id %2$s, usable sectors %3$llu to %4$llu\n"),
                   label_name(label), label->id, (ull)label->first_usable,
                   (ull)label->last_usable);
    else
        str_printf(ret, _("Table %1$s, usable sectors %2$llu to %3$llu\n"),
                   label_name(label), (ull)label->first_usable, (ull)label->last_usable);
}

static void write_notes(const struct layout *layout, struct str *ret)
{
    CLEANUP(freep) const struct note **notes = NULL;
    size_t count = note_sorted(layout, &notes);
    unsigned limit_notes = layout_limits(layout)->notes;

    for (unsigned i = 0; i < LIMIT_NOTE_COUNT; i++)
        if (limit_notes & 1U << i)
            str_printf(ret, "- %s\n", limits_note_text(i));
    for (size_t i = 0; i < count; i++)
        report_text_line(note_level(notes[i]->id) == NOTE_INFO ? "- " : "! ",
                         notes[i]->text, ret);
}

static void write_pattern(const struct layout *layout, struct str *ret)
{
    struct pattern pattern;

    if (!pattern_find(layout, &pattern))
        return;
    CLEANUP(freep) char *words = pattern_words(&pattern);
    str_printf(ret, "- %s\n", words);
}

/* Returns the bench of the start of EXTENT; NULL: none. */
static const struct bench_result *bench_of(const struct report_disk *disk,
                                           const struct extent *extent)
{
    return cost_of_partition(disk->saved, disk->info->layout, extent, disk->context);
}

/* Writes a line for each partition whose cost was measured. */
static void write_costs(const struct report_disk *disk, struct str *ret)
{
    LAYOUT_EACH (extent, disk->info->layout) {
        const struct bench_result *bench = bench_of(disk, extent);
        char name[16];
        if (!bench)
            continue;
        CLEANUP(freep) char *path = utf8_clean(disk->info->path);
        CLEANUP(freep) char *cost = cost_sentence(bench);
        str_printf(ret, "%s %s: %s\n", path, partition_name(extent, name), cost);
    }
}

/* Writes the last lines of list and check: what was measured, and the sum. */
static void write_sum(const struct report_disk *disk, enum report_need need,
                      struct str *ret)
{
    const struct layout *layout = disk->info->layout;
    struct judge_summary all = judge_all(layout);
    unsigned count = report_short_of(layout, need);
    const struct limits *limits = layout_limits(layout);
    uint64_t grid = need == NEED_GRAIN ? limits->grain : limits->physical;
    CLEANUP(freep) char *path = utf8_clean(disk->info->path);

    write_costs(disk, ret);
    if (!all.judged) {
        str_printf(ret,
                   layout_label(layout)->written_for || limits->is_base_unknown
                       ? _("%s: no partition is judged\n")
                       : _("%s: no partition to judge\n"),
                   path);
        return;
    }
    str_printf(
        ret,
        ngettext("%1$s: %2$u of %3$u partition is off its %4$llu-byte grid (%5$s)\n",
                 "%1$s: %2$u of %3$u partitions are off their %4$llu-byte grid "
                 "(%5$s)\n",
                 all.judged),
        path, count, all.judged, (ull)grid,
        limits_source_name(need == NEED_GRAIN ? limits->grain_source
                                              : limits->physical_source));
}

void report_text_list(const struct report_disk *disk, const char *off_color,
                      struct str *ret)
{
    const struct disk_info *info = disk->info;

    write_name(info, ret);
    write_size(info, ret);
    if (!info->layout) {
        report_text_line("- ", info->note, ret);
        return;
    }
    write_limits(layout_limits(info->layout), ret);
    write_label(layout_label(info->layout), ret);
    write_notes(info->layout, ret);
    write_pattern(info->layout, ret);
    report_text_table(info->layout, LIST_TEXT, disk->context, disk->saved, off_color,
                      ret);
    str_add(ret, "\n");
    write_sum(disk, NEED_PHYSICAL, ret);
}

static bool falls_short(const struct verdict *verdict, enum report_need need)
{
    return verdict->grade == GRADE_OFF ||
           (need == NEED_GRAIN && verdict->grade == GRADE_PHYSICAL);
}

/* True if check reports a partition with this verdict. */
static bool is_checked(const struct verdict *verdict, const struct report_check *check)
{
    if (verdict->grade == GRADE_HARMLESS)
        return false;
    return check->is_verbose || falls_short(verdict, check->need) ||
           verdict->end_past_bytes;
}

/* The reason covers a cut end too, which therefore has no line of its own. */
static void write_check_line(const struct report_disk *disk, const struct extent *extent,
                             const struct report_check *check, struct str *ret)
{
    const struct layout *layout = disk->info->layout;
    struct verdict verdict = judge_extent(layout, extent);
    struct suggestion best;
    char name[16];

    if (!is_checked(&verdict, check))
        return;
    CLEANUP(freep) char *path = utf8_clean(disk->info->path);
    CLEANUP(freep) char *reason = judge_reason(layout, extent, &verdict);
    (void)partition_name(extent, name);
    const struct bench_result *bench = bench_of(disk, extent);
    bool is_better_left = bench && cost_is_better_left(bench);
    str_printf(ret, "%s %s: %s", path, name, reason);
    if (!is_better_left && suggest_best(layout, extent, disk->context, &best)) {
        CLEANUP(freep) char *need = suggestion_need(layout, extent, &best, false);
        str_add_gap(ret);
        str_printf(ret, _("Suggested start: %llu."), (ull)best.start);
        str_printf(ret, need ? " %s" : "%s", need ? need : "");
    }
    str_add(ret, "\n");
}

static void write_ambivalent(const struct report_disk *disk, const struct extent *extent,
                             struct str *ret)
{
    const struct content *content = &extent->content;
    char name[16], both[CONTENT_NAME];

    if (content->state != CONTENT_AMBIVALENT)
        return;
    CLEANUP(freep) char *path = utf8_clean(disk->info->path);
    str_printf(
        ret,
        _("%1$s %2$s: It has two signatures (%3$s), and it is not known which one is "
          "valid. Nothing inside it is judged.\n"),
        path, partition_name(extent, name), content_name(content, both));
}

/* Writes damage and findings, or all that is known about the table. */
static void write_table_state(const struct report_disk *disk, bool is_verbose,
                              struct str *ret)
{
    const struct layout *layout = disk->info->layout;
    CLEANUP(freep) char *path = utf8_clean(disk->info->path);
    CLEANUP(freep) char *before = xasprintf("%s: ", path);
    CLEANUP(lines_finish) struct lines lines = { 0 };

    if (is_verbose)
        verify_list(layout, &lines);
    else
        verify_findings(layout, &lines);
    for (size_t i = 0; i < lines.count; i++)
        report_text_line(before, lines.at[i], ret);
}

void report_text_check(const struct report_disk *disk, const struct report_check *check,
                       struct str *ret)
{
    const struct layout *layout = disk->info->layout;

    write_table_state(disk, check->is_verbose, ret);
    for (size_t i = 0; i < layout_count(layout); i++) {
        write_check_line(disk, layout_at(layout, i), check, ret);
        write_ambivalent(disk, layout_at(layout, i), ret);
    }
    write_sum(disk, check->need, ret);
}
