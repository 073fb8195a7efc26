/* SPDX-License-Identifier: GPL-3.0-or-later */
/* table_cells.c - what stands in each column of the table */
#include "ui/screen/table_cells.h"

#include <string.h>

#include "model/align/judge.h"
#include "model/align/suggest.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/num.h"
#include "model/base/size.h"
#include "model/base/utf8.h"
#include "model/disk/extent_word.h"
#include "model/disk/types.h"
#include "model/report/report.h"
#include "ui/screen/table_view.h"

/* What the table says, also where that cannot be. */
static uint64_t entry_length(const struct extent *extent)
{
    return extent->fault ? extent->claimed : extent->length;
}

static void add_start(const struct app *app, const struct extent *extent, struct str *out)
{
    (void)app; /* the extent knows */
    str_printf(out, "%llu", (unsigned long long)extent->start);
}

static void add_last(const struct app *app, const struct extent *extent, struct str *out)
{
    (void)app; /* the extent knows */
    uint64_t length = entry_length(extent);

    str_printf(out, "%llu", (unsigned long long)(extent->start + length - (length > 0)));
}

static void add_bytes(const struct app *app, const struct extent *extent, struct str *out)
{
    uint64_t logical = layout_limits(app->layout)->logical, bytes;

    if (num_mul(entry_length(extent), logical, &bytes))
        str_printf(out, "%llu", (unsigned long long)bytes);
}

static void add_size(const struct app *app, const struct extent *extent, struct str *out)
{
    const struct limits *limits = layout_limits(app->layout);
    char size[SIZE_TEXT];
    uint64_t bytes;

    if (num_mul(entry_length(extent), limits->logical, &bytes))
        str_add(out, size_format(bytes, app->unit, limits->size * limits->logical, size));
}

static void add_content(const struct app *app, const struct extent *extent,
                        struct str *out)
{
    char content[CONTENT_NAME];

    (void)app; /* the extent knows */
    str_add(out, extent_word(extent, content));
}

/* Blank where a verdict would be noise: free space, tables, containers. */
static void add_verdict(const struct app *app, const struct extent *extent,
                        struct str *out)
{
    if (!extent_is_damaged(extent) &&
        (extent->kind == EXTENT_FREE || extent->kind == EXTENT_METADATA ||
         extent->kind == EXTENT_EXTENDED))
        return;
    CLEANUP(freep) char *word = report_verdict(app->layout, extent);
    str_add(out, word);
}

static void add_suggest(const struct app *app, const struct extent *extent,
                        struct str *out)
{
    uint64_t start;

    if (suggest_best(app->layout, extent, &start))
        str_printf(out, "%llu", (unsigned long long)start);
}

/* Of a GUID the first part: enough to know it by. */
static void add_type(const struct app *app, const struct extent *extent, struct str *out)
{
    (void)app; /* the extent knows */
    if (strlen(extent->type) == 36)
        str_add_bytes(out, extent->type, 8);
    else
        str_add(out, extent->type);
}

static void add_type_name(const struct app *app, const struct extent *extent,
                          struct str *out)
{
    const char *name = type_name(layout_label(app->layout)->kind, extent->type);

    if (name)
        str_add(out, name);
}

static void add_label(const struct app *app, const struct extent *extent, struct str *out)
{
    (void)app; /* the extent knows */
    CLEANUP(freep) char *name = utf8_shown(extent->name);
    str_add(out, *extent->content.label ? extent->content.label : name);
}

static void add_flags(const struct app *app, const struct extent *extent, struct str *out)
{
    /* UEFI 2.10, table 5.8 for bit 0; the others are Microsoft's for its own types. */
    static const struct {
        uint64_t bit;
        const char *word;
    } bits[] = {
        { UINT64_C(1), "req" },
        { UINT64_C(1) << 60, "ro" },
        { UINT64_C(1) << 62, "hid" },
        { UINT64_C(1) << 63, "noauto" },
    };

    (void)app; /* the extent knows */
    str_add(out, extent->is_bootable ? "boot" : "");
    for (size_t i = 0; i < ARRAY_SIZE(bits); i++) {
        if (extent->attributes & bits[i].bit)
            str_printf(out, "%s%s", out->length ? " " : "", bits[i].word);
    }
    if (extent->use.kind != USE_NONE)
        str_printf(out, "%s%s", out->length ? " " : "", _("in use"));
}

static void add_used(const struct app *app, const struct extent *extent, struct str *out)
{
    uint64_t bytes = extent->length * layout_limits(app->layout)->logical;
    double share = (double)extent->content.inside.used / (double)bytes;

    if (extent->content.inside.used)
        str_printf(out, "%.0f%%", share * 100);
}

static void add_inside(const struct app *app, const struct extent *extent,
                       struct str *out)
{
    if (judge_extent(app->layout, extent).has_inside)
        str_printf(out, "%llu", (unsigned long long)extent->content.inside.data_offset);
}

static void add_unit(const struct app *app, const struct extent *extent, struct str *out)
{
    const struct inside *inside = &extent->content.inside;
    uint64_t unit = inside->unit ? inside->unit : inside->block;

    (void)app; /* the extent knows */
    if (inside->kind != INSIDE_NONE && unit)
        str_printf(out, "%llu", (unsigned long long)unit);
}

static void add_past(const struct app *app, const struct extent *extent, struct str *out)
{
    struct verdict verdict = judge_extent(app->layout, extent);

    if (verdict.has_inside)
        str_printf(out, "%llu", (unsigned long long)verdict.inside_past_bytes);
}

const struct table_column table_columns[COLUMN_COUNT] = {
    /* TRANSLATORS: column heads; first sector, 10 columns */
    [COLUMN_START] = { N_("Start"), true, 0, 10, 0, add_start },
    /* TRANSLATORS: last sector, 10 columns */
    [COLUMN_LAST] = { N_("End"), true, 1, 10, 0, add_last },
    [COLUMN_BYTES] = { N_("Bytes"), true, 1, 12, 0, add_bytes },
    /* TRANSLATORS: 9 columns */
    [COLUMN_SIZE] = { N_("Size"), true, 1, 9, 0, add_size },
    /* TRANSLATORS: file system, 4 columns */
    [COLUMN_CONTENT] = { N_("FS"), false, 2, 4, 10, add_content },
    /* TRANSLATORS: 7 columns */
    [COLUMN_VERDICT] = { N_("Verdict"), false, 1, 7, 0, add_verdict },
    /* TRANSLATORS: suggested first sector, 10 columns */
    [COLUMN_SUGGEST] = { N_("Suggest"), true, 0, 10, 0, add_suggest },
    [COLUMN_TYPE] = { N_("Type"), false, 1, 4, 10, add_type },
    /* TRANSLATORS: what a partition type is called */
    [COLUMN_TYPE_NAME] = { N_("Type name"), false, 1, 9, 26, add_type_name },
    [COLUMN_LABEL] = { N_("Label"), false, 1, 6, 16, add_label },
    [COLUMN_FLAGS] = { N_("Flags"), false, 1, 5, 12, add_flags },
    [COLUMN_USED] = { N_("Used"), true, 1, 4, 0, add_used },
    /* TRANSLATORS: bytes before the first data inside, 10 columns */
    [COLUMN_INSIDE] = { N_("Data at"), true, 2, 9, 0, add_inside },
    /* TRANSLATORS: bytes of one block, cluster or extent inside */
    [COLUMN_UNIT] = { N_("Unit"), true, 2, 7, 0, add_unit },
    /* TRANSLATORS: bytes by which the first data lies past the boundary */
    [COLUMN_PAST] = { N_("Past"), true, 2, 5, 0, add_past },
};
