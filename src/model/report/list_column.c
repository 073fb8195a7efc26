/* SPDX-License-Identifier: GPL-3.0-or-later */
/* list_column.c - the table of all columns, and the cells that are numbers */
#include "model/report/list_column.h"

#include <stdio.h>

#include "model/align/judge.h"
#include "model/align/suggest.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/num.h"
#include "model/disk/extent.h"
#include "model/disk/types.h"
#include "model/measure/cost.h"
#include "model/report/list_cell.h"
#include "model/report/report.h"

/* False if the number of bytes does not fit. */
static bool list_entry_bytes(const struct list_source *source, uint64_t *ret)
{
    return num_mul(extent_entry_length(source->extent),
                   layout_limits(source->layout)->logical, ret);
}

/* An entry that ends before it starts may claim no sector at all. */
static ull list_entry_last(const struct extent *extent)
{
    uint64_t length = extent_entry_length(extent);

    return extent->start + length - (length > 0 || extent->fault == FAULT_BACKWARDS);
}

/* "1b", "5l", "a", "-", "M". */
static void list_add_number(const struct list_source *source, struct str *out)
{
    const struct extent *extent = source->extent;
    if (extent->kind == EXTENT_FREE) {
        str_add(out, "-");
    } else if (extent->kind == EXTENT_METADATA) {
        str_add(out, "M");
    } else if (extent->kind == EXTENT_KEPT) {
        str_add(out, "=");
    } else if (extent->letter) {
        str_printf(out, "%s%c", extent->kind == EXTENT_SLICE ? " " : "", extent->letter);
    } else if (extent->kind == EXTENT_DAMAGED && !extent->number) {
        str_add(out, "!");
    } else {
        enum extent_kind kind = extent_entry_kind(extent);
        str_printf(out, "%u", extent->number);
        str_add(out, kind == EXTENT_EXTENDED ? "e" : "");
        str_add(out, kind == EXTENT_LOGICAL ? "l" : "");
        str_add(out, extent->is_bootable ? "b" : "");
    }
}

/* Without the letters behind the number, for which small terminals have no space. */
static void list_add_number_alone(const struct list_source *source, struct str *out)
{
    if (source->extent->number && !source->extent->letter)
        str_printf(out, "%u", source->extent->number);
    else
        list_add_number(source, out);
}

/* A slice is indented below its partition. */
static void list_add_row_name(const struct list_source *source, struct str *out)
{
    char row[16];

    str_printf(out, "%s%s", source->extent->kind == EXTENT_SLICE ? "  " : "",
               report_row(source->extent, row));
}

static void list_add_start(const struct list_source *source, struct str *out)
{
    str_printf(out, "%llu", (ull)source->extent->start);
}

static int list_sector_columns(const struct list_source *source)
{
    return snprintf(NULL, 0, "%llu", (ull)layout_limits(source->layout)->size);
}

/* As wide as the disk's number of sectors, so that both sides and all rows agree. */
static void list_add_start_wide(const struct list_source *source, struct str *out)
{
    str_printf(out, "%*llu", list_sector_columns(source), (ull)source->extent->start);
}

static void list_add_last_wide(const struct list_source *source, struct str *out)
{
    str_printf(out, "%*llu", list_sector_columns(source),
               (ull)(extent_end(source->extent) - 1));
}

static void list_add_last(const struct list_source *source, struct str *out)
{
    str_printf(out, "%llu", list_entry_last(source->extent));
}

static void list_add_sectors(const struct list_source *source, struct str *out)
{
    str_printf(out, "%llu", (ull)extent_entry_length(source->extent));
}

static void list_add_bytes(const struct list_source *source, struct str *out)
{
    uint64_t bytes;

    if (list_entry_bytes(source, &bytes))
        str_printf(out, "%llu", (ull)bytes);
}

static void list_add_size(const struct list_source *source, struct str *out)
{
    const struct limits *limits = layout_limits(source->layout);
    char size[SIZE_TEXT];
    uint64_t bytes;

    if (list_entry_bytes(source, &bytes))
        str_add(out,
                size_format(bytes, source->unit, limits->size * limits->logical, size));
}

static void list_add_size_short(const struct list_source *source, struct str *out)
{
    char size[SIZE_TEXT];
    uint64_t bytes;

    if (!list_entry_bytes(source, &bytes))
        bytes = UINT64_MAX;
    str_add(out, size_format_short(bytes, size));
}

bool list_is_better_left(const struct list_source *source)
{
    const struct bench_result *bench =
        cost_of_partition(source->saved, source->layout, source->extent, source->context);

    return bench && cost_is_better_left(bench);
}

/* What the measurement advises against is not suggested. */
static void list_add_suggest(const struct list_source *source, struct str *out)
{
    struct suggestion best;

    if (!suggest_best(source->layout, source->extent, source->context, &best))
        return;
    if (list_is_better_left(source))
        str_add(out, "-");
    else
        str_printf(out, best.fit == FIT_FREE ? "%llu" : "(%llu)", (ull)best.start);
}

static void list_add_used(const struct list_source *source, struct str *out)
{
    const struct extent *extent = source->extent;
    uint64_t bytes = extent->length * layout_limits(source->layout)->logical;
    double share = (double)extent->content.inside.used / (double)bytes;

    if (extent->content.inside.used)
        str_printf(out, "%.0f%%", share * 100);
}

static void list_add_inside(const struct list_source *source, struct str *out)
{
    if (judge_extent(source->layout, source->extent).has_inside)
        str_printf(out, "%llu", (ull)source->extent->content.inside.data_offset);
}

static void list_add_unit(const struct list_source *source, struct str *out)
{
    const struct inside *inside = &source->extent->content.inside;
    uint64_t unit = inside->unit ? inside->unit : inside->block;

    if (inside->kind != INSIDE_NONE && unit)
        str_printf(out, "%llu", (ull)unit);
}

static void list_add_past(const struct list_source *source, struct str *out)
{
    struct verdict verdict = judge_extent(source->layout, source->extent);

    if (verdict.has_inside)
        str_printf(out, "%llu", (ull)verdict.inside_past_bytes);
}

#define MAIN_VIEWS [LIST_SIZES] = 1, [LIST_BYTES] = 1, [LIST_TYPES] = 1, [LIST_INSIDE] = 1
#define TEXT_VIEWS [LIST_TEXT] = 1, [LIST_PLAN] = 1
#define WITH_FLAGS 100 /* columns from which flags and use stand beside sizes */
#define WITH_UUID  110
#define WITH_FULL  140 /* also with partition UUIDs and the names of types */
#define BESIDE_END 46  /* columns of one side from which it has the last sector */
#define UUID_SHORT 10  /* what identifies a UUID, and two dots */
#define UUID_MSDOS                                                                       \
    11 /* 5a3c9d21-01: its end alone differs from partition to partition                 \
        */

static const struct list_column table[] = {
    { N_("#"), .min = 3, .pad = 1, .add = list_add_number, .from = { MAIN_VIEWS } },
    { N_("#"), .min = 2, .pad = 1, .add = list_add_number_alone,
      .from = { [LIST_SMALL] = 1 } },
    { "", .min = 5, .pad = 1, .add = list_add_number, .from = { [LIST_BESIDE] = 1 } },
    { N_("#"), .add = list_add_row_name, .from = { TEXT_VIEWS } },
    /* TRANSLATORS: column heads; first sector, 8 columns */
    { N_("Start"), true, .min = 8, .add = list_add_start,
      .from = { MAIN_VIEWS, TEXT_VIEWS } },
    { N_("Start"), true, .min = 10, .add = list_add_start, .from = { [LIST_SMALL] = 1 } },
    { "", true, .add = list_add_start_wide, .from = { [LIST_BESIDE] = 1 } },
    /* TRANSLATORS: last sector, 8 columns */
    { N_("End"), true, .gap = 1, .min = 8, .rank = 3, .add = list_add_last,
      .from = { [LIST_SIZES] = 1, [LIST_BYTES] = 1, TEXT_VIEWS } },
    { "", true, .gap = 1, .add = list_add_last_wide,
      .from = { [LIST_BESIDE] = BESIDE_END } },
    { N_("Sectors"), true, .gap = 1, .min = 8, .rank = 5, .add = list_add_sectors,
      .from = { [LIST_BYTES] = 1 } },
    { N_("Sectors"), true, .add = list_add_sectors, .from = { TEXT_VIEWS } },
    { N_("Bytes"), true, .gap = 1, .min = 12, .rank = 4, .add = list_add_bytes,
      .from = { [LIST_BYTES] = 1, TEXT_VIEWS } },
    /* TRANSLATORS: 9 columns */
    { N_("Size"), true, .gap = 1, .min = 9, .add = list_add_size,
      .from = { [LIST_SIZES] = 1, [LIST_TYPES] = 1, [LIST_INSIDE] = 1, TEXT_VIEWS } },
    { N_("Size"), true, .gap = 1, .min = 7, .add = list_add_size_short,
      .from = { [LIST_SMALL] = 1 } },
    { "", true, .gap = 1, .min = 6, .add = list_add_size_short,
      .from = { [LIST_BESIDE] = 1 } },
    /* TRANSLATORS: partition type in at most 6 letters */
    { N_("Type"), .gap = 1, .min = 4, .max = TYPE_BRIEF, .rank = 7,
      .add = list_cell_type_brief, .from = { [LIST_SIZES] = 1, [LIST_PLAN] = 1 } },
    /* TRANSLATORS: file system, 4 columns */
    { N_("FS"), .gap = 1, .min = 4, .max = 10, .kept = 6, .kept_both = 10,
      .add = list_cell_content, .from = { MAIN_VIEWS } },
    { N_("FS"), .add = list_cell_content_long, .from = { TEXT_VIEWS } },
    { "", .gap = 1, .add = list_cell_content_or_type, .from = { [LIST_BESIDE] = 1 } },
    /* TRANSLATORS: label or partition name, 5 columns */
    { N_("Label"), .gap = 1, .min = 5, .max = 20, .kept = 5, .kept_both = 5, .rank = 2,
      .can_lack = true, .add = list_cell_label, .from = { [LIST_SIZES] = 1 } },
    { N_("Label"), .add = list_cell_content_label, .from = { TEXT_VIEWS } },
    { N_("Name"), .add = list_cell_name, .from = { TEXT_VIEWS } },
    /* TRANSLATORS: 7 columns */
    { N_("Verdict"), .is_verdict = true, .gap = 1, .min = 7, .pad = 1,
      .add = list_cell_verdict,
      .from = { [LIST_SIZES] = 1, [LIST_BYTES] = 1, [LIST_INSIDE] = 1 } },
    { N_("Verdict"), .is_verdict = true, .gap = 1, .min = 7, .pad = 1,
      .add = list_cell_verdict_small, .from = { [LIST_SMALL] = 1 } },
    { N_("Verdict"), .is_verdict = true, .add = list_cell_verdict_text,
      .from = { TEXT_VIEWS } },
    /* TRANSLATORS: suggested first sector, 8 columns */
    { N_("Suggest"), true, .min = 8, .rank = 1, .add = list_add_suggest,
      .from = { [LIST_SIZES] = 1, [LIST_BYTES] = 1, TEXT_VIEWS } },
    /* TRANSLATORS: the number of a partition type */
    { N_("Id"), .gap = 1, .min = 4, .max = 10, .rank = 5, .add = list_cell_type,
      .from = { [LIST_TYPES] = 1 } },
    /* TRANSLATORS: what a partition type is called */
    { N_("Type name"), .gap = 1, .min = 9, .max = 26, .rank = 6,
      .add = list_cell_type_name, .from = { [LIST_TYPES] = 1 } },
    { N_("Label"), .gap = 1, .min = 6, .max = 16, .rank = 7, .add = list_cell_label,
      .from = { [LIST_TYPES] = 1 } },
    { N_("Flags"), .gap = 1, .min = 5, .max = 12, .rank = 8, .add = list_cell_flags,
      .from = { [LIST_TYPES] = 1 } },
    { N_("Flags"), .gap = 1, .min = 5, .max = 12, .rank = 9, .can_lack = true,
      .add = list_cell_flags, .from = { [LIST_SIZES] = WITH_FLAGS } },
    { N_("Used"), true, .gap = 1, .min = 4, .rank = 9, .add = list_add_used,
      .from = { [LIST_TYPES] = 1 } },
    { N_("Used"), true, .gap = 1, .min = 4, .rank = 10, .can_lack = true,
      .add = list_add_used, .from = { [LIST_SIZES] = WITH_FLAGS } },
    { "UUID", .gap = 1, .max = 36, .kept = UUID_SHORT, .kept_both = UUID_SHORT,
      .rank = 11, .can_lack = true, .add = list_cell_uuid,
      .from = { [LIST_SIZES] = WITH_UUID } },
    { "PARTUUID", .gap = 1, .max = 36, .kept = UUID_MSDOS, .kept_both = UUID_MSDOS,
      .rank = 13, .can_lack = true, .add = list_cell_partition_uuid,
      .from = { [LIST_SIZES] = WITH_FULL } },
    { N_("Type name"), .gap = 1, .min = 9, .max = 26, .rank = 12, .can_lack = true,
      .add = list_cell_type_name, .from = { [LIST_SIZES] = WITH_FULL } },
    /* TRANSLATORS: bytes before the first data inside, 10 columns */
    { N_("Data at"), true, .gap = 2, .min = 9, .add = list_add_inside,
      .from = { [LIST_INSIDE] = 1 } },
    /* TRANSLATORS: bytes of one block, cluster or extent inside */
    { N_("Unit"), true, .gap = 2, .min = 7, .rank = 2, .add = list_add_unit,
      .from = { [LIST_INSIDE] = 1 } },
    /* TRANSLATORS: bytes by which the first data lies past the boundary */
    { N_("Past"), true, .gap = 2, .min = 5, .add = list_add_past,
      .from = { [LIST_INSIDE] = 1 } },
    { N_("Inside"), .add = list_cell_inside, .from = { TEXT_VIEWS } },
    { N_("In use"), .add = list_cell_use, .from = { TEXT_VIEWS } },
    { "", .kept = 1, .kept_both = 1, .add = list_cell_content,
      .from = { [LIST_SMALL] = 1 } },
};
_Static_assert(ARRAY_SIZE(table) <= LIST_COLUMN_MAX, "struct list_fit holds all columns");

const struct list_column *list_column_at(size_t index)
{
    return index < ARRAY_SIZE(table) ? &table[index] : NULL;
}

const char *list_column_head(const struct list_column *column)
{
    return *column->head ? _(column->head) : "";
}
