/* SPDX-License-Identifier: GPL-3.0-or-later */
/* text_table.c - partitions and free space as columns of text */
#include "model/report/text_table.h"

#include "model/align/judge.h"
#include "model/align/suggest.h"
#include "model/base/columns.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/num.h"
#include "model/base/size.h"
#include "model/base/utf8.h"
#include "model/report/report.h"

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

/* Free space is worth a row from one grain on, and where nothing can reach it. */
static bool is_listed(const struct layout *layout, const struct extent *extent)
{
    const struct limits *limits = layout_limits(layout);

    if (extent->kind == EXTENT_METADATA || extent->role == ROLE_CLAIMED)
        return false;
    if (extent->kind == EXTENT_DAMAGED)
        return extent_is_damaged(extent);
    return extent->kind != EXTENT_FREE || extent->role == ROLE_UNADDRESSABLE ||
           extent->length >= limits->grain / limits->logical;
}

static const char *content_word(const struct extent *extent, char ret[CONTENT_NAME])
{
    if (extent->role == ROLE_UNADDRESSABLE)
        return _("not addressable");
    if (extent->kind == EXTENT_FREE)
        return _("free");
    if (extent->kind == EXTENT_EXTENDED)
        return _("extended");
    if (extent->content.state == CONTENT_UNREADABLE)
        return _("unreadable");
    return content_name(&extent->content, ret);
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
                    (ull)inside->data_offset, grid);
    else if (inside->data_offset)
        columns_set(columns, COLUMN_INSIDE, _("+%llu B"), (ull)inside->data_offset);
    else if (unit)
        columns_set(columns, COLUMN_INSIDE, _("unit %s"), grid);
}

static void set_verdict(const struct layout *layout, const struct extent *extent,
                        bool has_color, struct columns *columns)
{
    struct verdict verdict = judge_extent(layout, extent);
    bool is_damaged = extent_is_damaged(extent);
    uint64_t start;

    if (!extent_is_partition(extent) && !is_damaged)
        return;
    CLEANUP(freep) char *word = report_verdict(layout, extent);
    columns_set(columns, COLUMN_VERDICT, "%s", word);
    if (has_color && (is_damaged || verdict.grade == GRADE_OFF || verdict.is_end_harmful))
        columns_paint(columns, COLUMN_VERDICT, COLOR_OFF, COLOR_END);
    if (suggest_best(layout, extent, &start))
        columns_set(columns, COLUMN_SUGGEST, "%llu", (ull)start);
}

static void add_row(const struct layout *layout, const struct extent *extent,
                    bool has_color, struct columns *columns)
{
    uint64_t length = extent->fault ? extent->claimed : extent->length, bytes;
    bool is_absurd = !num_mul(length, layout_limits(layout)->logical, &bytes);
    char row[16], name[CONTENT_NAME];
    char size[SIZE_TEXT];

    columns_row(columns);
    /* A slice stands below the partition that it lies in. */
    columns_set(columns, COLUMN_ROW, "%s%s", extent->kind == EXTENT_SLICE ? "  " : "",
                report_row(extent, row));
    columns_set(columns, COLUMN_START, "%llu", (ull)extent->start);
    columns_set(columns, COLUMN_END, "%llu", (ull)(extent->start + length - 1));
    columns_set(columns, COLUMN_SECTORS, "%llu", (ull)length);
    if (!is_absurd) {
        columns_set(columns, COLUMN_BYTES, "%llu", (ull)bytes);
        columns_set(columns, COLUMN_SIZE, "%s", size_format(bytes, SIZE_IEC, 0, size));
    }
    columns_set(columns, COLUMN_FS, "%s", content_word(extent, name));
    columns_set(columns, COLUMN_LABEL, "%s", extent->content.label);
    CLEANUP(freep) char *partition_name = utf8_shown(extent->name);
    columns_set(columns, COLUMN_NAME, "%s", partition_name);
    set_verdict(layout, extent, has_color, columns);
    set_inside(extent, columns);
    columns_set(columns, COLUMN_USE, "%s",
                extent->use.where[0]             ? extent->use.where
                : use_words[extent->use.kind][0] ? _(use_words[extent->use.kind])
                                                 : "");
}

void report_text_table(const struct layout *layout, bool has_color, struct str *ret)
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
