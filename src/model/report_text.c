/* SPDX-License-Identifier: GPL-3.0-or-later */
/* report_text.c - one disk as text for people and pipes */
#include "model/report_text.h"

#include <stdlib.h>

#include "model/columns.h"
#include "model/intl.h"
#include "model/judge.h"
#include "model/mem.h"
#include "model/pattern.h"
#include "model/size.h"
#include "model/suggest.h"
#include "model/utf8.h"

#define COLOR_OFF "\x1b[1;31m"
#define COLOR_END "\x1b[0m"

enum column {
    COLUMN_ROW,
    COLUMN_START,
    COLUMN_END,
    COLUMN_SECTORS,
    COLUMN_BYTES,
    COLUMN_SIZE,
    COLUMN_FS,
    COLUMN_LABEL,
    COLUMN_NAME,
    COLUMN_VERDICT,
    COLUMN_SUGGEST,
    COLUMN_INSIDE,
    COLUMN_USE,
    COLUMN_COUNT,
};

/* TRANSLATORS: heads of columns in `alidade list`; short, but not cut. */
static const struct {
    bool is_right;
    const char *head;
} heads[COLUMN_COUNT] = {
    [COLUMN_ROW] = { false, N_("#") },
    [COLUMN_START] = { true, N_("Start") },
    [COLUMN_END] = { true, N_("End") },
    [COLUMN_SECTORS] = { true, N_("Sectors") },
    [COLUMN_BYTES] = { true, N_("Bytes") },
    [COLUMN_SIZE] = { true, N_("Size") },
    [COLUMN_FS] = { false, N_("FS") },
    [COLUMN_LABEL] = { false, N_("Label") },
    [COLUMN_NAME] = { false, N_("Name") },
    [COLUMN_VERDICT] = { false, N_("Verdict") },
    [COLUMN_SUGGEST] = { true, N_("Suggest") },
    [COLUMN_INSIDE] = { false, N_("Inside") },
    [COLUMN_USE] = { false, N_("In use") },
};

/* What stands in the column where the use has no place of its own. */
static const char *const use_words[USE_COUNT] = {
    [USE_NONE] = "",
    [USE_MOUNT] = N_("mounted"),
    [USE_SWAP] = N_("swap"),
    [USE_SWAP_FILE] = N_("swap file"),
    [USE_HOLDER] = N_("held"),
    [USE_LOOP] = N_("loop device"),
    [USE_LVM_IDLE] = N_("LVM, idle"),
    [USE_EXCLUSIVE] = N_("opened by a program"),
};

static unsigned long long as_ull(uint64_t value)
{
    return value;
}

/* A line of words that are there, two spaces apart. */
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
        str_printf(ret, _("%1$llu sectors = %2$llu bytes = %3$s, %4$s\n"),
                   as_ull(limits->size), as_ull(bytes), size, limits_kind(limits));
    else
        str_printf(ret, _("%1$llu sectors = %2$llu bytes = %3$s, %4$u/%5$u\n"),
                   as_ull(bytes / logical), as_ull(bytes), size, info->logical,
                   info->physical);
}

static void write_limits(const struct limits *limits, struct str *ret)
{
    char grain[SIZE_TEXT];

    str_printf(ret,
               _("1 s = %1$llu B (logical, %2$s); physical sector %3$llu B (%4$s)\n"),
               as_ull(limits->logical), limits_source_name(limits->logical_source),
               as_ull(limits->physical), limits_source_name(limits->physical_source));
    str_printf(ret, _("Alignment offset %1$llu B (%2$s); grain %3$s (%4$s)\n"),
               as_ull(limits->alignment_offset),
               limits_source_name(limits->alignment_source),
               size_format(limits->grain, SIZE_IEC, 0, grain),
               limits_source_name(limits->grain_source));
    if (limits->minimum_io || limits->optimal_io)
        str_printf(ret, _("Minimum I/O %1$llu B, optimal I/O %2$llu B\n"),
                   as_ull(limits->minimum_io), as_ull(limits->optimal_io));
}

static void write_label(const struct label *label, struct str *ret)
{
    if (label->kind == LABEL_NONE)
        str_add(ret, _("No partition table\n"));
    else if (label->kind == LABEL_LOOP)
        str_add(ret, _("No partition table: a file system straight on the disk\n"));
    else if (label->id[0])
        str_printf(ret, _("Table %1$s, id %2$s, usable sectors %3$llu to %4$llu\n"),
                   label_name(label), label->id, as_ull(label->first_usable),
                   as_ull(label->last_usable));
    else
        str_printf(ret, _("Table %1$s, usable sectors %2$llu to %3$llu\n"),
                   label_name(label), as_ull(label->first_usable),
                   as_ull(label->last_usable));
}

static void write_notes(const struct layout *layout, struct str *ret)
{
    unsigned limit_notes = layout_limits(layout)->notes;

    for (unsigned i = 0; i < LIMIT_NOTE_COUNT; i++)
        if (limit_notes & 1U << i)
            str_printf(ret, "- %s\n", limits_note_text(i));
    for (size_t i = 0; i < layout_note_count(layout); i++) {
        const struct note *note = layout_note_at(layout, i);
        CLEANUP(freep) char *clean = utf8_clean(note->text);
        str_printf(ret, "%s %s\n", note->level == NOTE_INFO ? "-" : "!", clean);
    }
}

/* Who made such a table, and the sectors that show it. */
static void write_pattern(const struct layout *layout, struct str *ret)
{
    CLEANUP(str_finish) struct str proof = { 0 };
    struct pattern pattern;

    if (!pattern_find(layout, &pattern))
        return;
    for (size_t i = 0; i < pattern.proof_count; i++)
        str_printf(&proof, "%s%llu", i ? ", " : "", as_ull(pattern.proof[i]));
    /* TRANSLATORS: a whole sentence, then the sectors that it was seen from. */
    str_printf(ret, _("- %1$s (sectors %2$s)\n"), pattern.text, str_text(&proof));
}

/* Free space is worth a row from one grain on, and where nothing can reach it. */
static bool is_listed(const struct layout *layout, const struct extent *extent)
{
    const struct limits *limits = layout_limits(layout);

    if (extent->kind == EXTENT_METADATA)
        return false;
    return extent->kind != EXTENT_FREE || extent->role == ROLE_UNADDRESSABLE ||
           extent->length >= limits->grain / limits->logical;
}

static const char *content_word(const struct extent *extent)
{
    if (extent->role == ROLE_UNADDRESSABLE)
        return _("not addressable");
    if (extent->kind == EXTENT_FREE)
        return _("free");
    if (extent->kind == EXTENT_EXTENDED)
        return _("extended");
    if (extent->content.state == CONTENT_UNREADABLE)
        return _("unreadable");
    return extent->content.type;
}

static void set_inside(const struct extent *extent, struct columns *columns)
{
    const struct inside *inside = &extent->content.inside;
    uint64_t unit = inside->unit ? inside->unit : inside->block;
    char grid[SIZE_TEXT];

    if (inside->kind == INSIDE_NONE)
        return;
    (void)size_format_grid(unit, grid);
    if (inside->data_offset && unit)
        /* TRANSLATORS: column Inside: where the first data lies, and its unit ("4K"). */
        columns_set(columns, COLUMN_INSIDE, _("+%1$llu B, unit %2$s"),
                    as_ull(inside->data_offset), grid);
    else if (inside->data_offset)
        columns_set(columns, COLUMN_INSIDE, _("+%llu B"), as_ull(inside->data_offset));
    else if (unit)
        columns_set(columns, COLUMN_INSIDE, _("unit %s"), grid);
}

static void set_verdict(const struct layout *layout, const struct extent *extent,
                        bool has_color, struct columns *columns)
{
    struct verdict verdict = judge_extent(layout, extent);
    uint64_t start;

    if (!extent_is_partition(extent))
        return;
    CLEANUP(freep) char *word = judge_word(layout, &verdict);
    columns_set(columns, COLUMN_VERDICT, "%s", word);
    if (has_color && (verdict.grade == GRADE_OFF || verdict.is_end_harmful))
        columns_paint(columns, COLUMN_VERDICT, COLOR_OFF, COLOR_END);
    if (suggest_best(layout, extent, &start))
        columns_set(columns, COLUMN_SUGGEST, "%llu", as_ull(start));
}

static void add_row(const struct layout *layout, const struct extent *extent,
                    bool has_color, struct columns *columns)
{
    uint64_t bytes = extent->length * layout_limits(layout)->logical;
    char row[16];
    char size[SIZE_TEXT];

    columns_row(columns);
    /* A slice stands below the partition that it lies in. */
    columns_set(columns, COLUMN_ROW, "%s%s", extent->kind == EXTENT_SLICE ? "  " : "",
                report_row(extent, row));
    columns_set(columns, COLUMN_START, "%llu", as_ull(extent->start));
    columns_set(columns, COLUMN_END, "%llu", as_ull(extent_end(extent) - 1));
    columns_set(columns, COLUMN_SECTORS, "%llu", as_ull(extent->length));
    columns_set(columns, COLUMN_BYTES, "%llu", as_ull(bytes));
    columns_set(columns, COLUMN_SIZE, "%s", size_format(bytes, SIZE_IEC, 0, size));
    columns_set(columns, COLUMN_FS, "%s", content_word(extent));
    columns_set(columns, COLUMN_LABEL, "%s", extent->content.label);
    columns_set(columns, COLUMN_NAME, "%s", extent->name);
    set_verdict(layout, extent, has_color, columns);
    set_inside(extent, columns);
    columns_set(columns, COLUMN_USE, "%s",
                extent->use.where[0]             ? extent->use.where
                : use_words[extent->use.kind][0] ? _(use_words[extent->use.kind])
                                                 : "");
}

static void write_rows(const struct layout *layout, bool has_color, struct str *ret)
{
    CLEANUP(columns_freep) struct columns *columns = columns_new(COLUMN_COUNT);
    size_t count = 0;

    for (size_t i = 0; i < COLUMN_COUNT; i++)
        columns_head(columns, i, heads[i].is_right, _(heads[i].head));
    for (size_t i = 0; i < layout_count(layout); i++) {
        const struct extent *extent = layout_at(layout, i);
        if (!is_listed(layout, extent))
            continue;
        add_row(layout, extent, has_color, columns);
        count++;
    }
    if (!count)
        return;
    str_add(ret, "\n");
    columns_write(columns, 2, ret);
}

/* The last line of list and check. */
static void write_sum(const struct report_disk *disk, enum report_need need,
                      struct str *ret)
{
    const struct layout *layout = disk->info->layout;
    struct judge_summary all = judge_all(layout);
    unsigned count = report_short_of(layout, need);
    const struct limits *limits = layout_limits(layout);
    uint64_t grid = need == NEED_GRAIN ? limits->grain : limits->physical;
    CLEANUP(freep) char *path = utf8_clean(disk->info->path);

    if (!all.judged) {
        str_printf(ret, _("%s: no partition to judge\n"), path);
        return;
    }
    str_printf(
        ret,
        ngettext("%1$s: %2$u of %3$u partition is off its %4$llu-byte grid (%5$s)\n",
                 "%1$s: %2$u of %3$u partitions are off their %4$llu-byte grid "
                 "(%5$s)\n",
                 all.judged),
        path, count, all.judged, as_ull(grid),
        limits_source_name(need == NEED_GRAIN ? limits->grain_source
                                              : limits->physical_source));
}

void report_text_list(const struct report_disk *disk, bool has_color, struct str *ret)
{
    const struct disk_info *info = disk->info;

    write_name(info, ret);
    write_size(info, ret);
    if (!info->layout) {
        CLEANUP(freep) char *note = utf8_clean(info->note);
        str_printf(ret, "- %s\n", note);
        return;
    }
    write_limits(layout_limits(info->layout), ret);
    write_label(layout_label(info->layout), ret);
    write_notes(info->layout, ret);
    write_pattern(info->layout, ret);
    write_rows(info->layout, has_color, ret);
    str_add(ret, "\n");
    write_sum(disk, NEED_PHYSICAL, ret);
}

static bool falls_short(const struct verdict *verdict, enum report_need need)
{
    return verdict->grade == GRADE_OFF ||
           (need == NEED_GRAIN && verdict->grade == GRADE_PHYSICAL);
}

/* The reason speaks of a cut end too, so that is no line of its own. */
static void write_check_line(const struct report_disk *disk, const struct extent *extent,
                             enum report_need need, struct str *ret)
{
    const struct layout *layout = disk->info->layout;
    struct verdict verdict = judge_extent(layout, extent);
    uint64_t start;
    char name[16];

    if (verdict.grade == GRADE_HARMLESS ||
        (!falls_short(&verdict, need) && !verdict.end_past_bytes))
        return;
    CLEANUP(freep) char *path = utf8_clean(disk->info->path);
    CLEANUP(freep) char *reason = judge_reason(layout, extent, &verdict);
    (void)report_name(extent, name);
    if (suggest_best(layout, extent, &start))
        str_printf(ret, _("%1$s %2$s: %3$s Suggested start: %4$llu.\n"), path, name,
                   reason, as_ull(start));
    else
        str_printf(ret, "%s %s: %s\n", path, name, reason);
}

void report_text_check(const struct report_disk *disk, enum report_need need,
                       struct str *ret)
{
    const struct layout *layout = disk->info->layout;

    for (size_t i = 0; i < layout_count(layout); i++)
        write_check_line(disk, layout_at(layout, i), need, ret);
    write_sum(disk, need, ret);
}
