/* SPDX-License-Identifier: GPL-3.0-or-later */
/* table_columns.c - the columns of the table, and which of them fit */
#include "ui/table_view.h"

#include <string.h>

#include "model/intl.h"
#include "model/judge.h"
#include "model/mem.h"
#include "model/size.h"
#include "model/suggest.h"
#include "model/types.h"
#include "ui/text.h"

enum column {
    COLUMN_START,
    COLUMN_LAST,
    COLUMN_BYTES,
    COLUMN_SIZE,
    COLUMN_CONTENT,
    COLUMN_VERDICT,
    COLUMN_SUGGEST,
    COLUMN_TYPE,
    COLUMN_TYPE_NAME,
    COLUMN_LABEL,
    COLUMN_FLAGS,
    COLUMN_USED,
    COLUMN_INSIDE,
    COLUMN_UNIT,
    COLUMN_PAST,
    COLUMN_COUNT,
};

static void add_start(const struct app *app, const struct extent *extent, struct str *out)
{
    (void)app; /* the extent knows */
    str_printf(out, "%llu", (unsigned long long)extent->start);
}

static void add_last(const struct app *app, const struct extent *extent, struct str *out)
{
    (void)app; /* the extent knows */
    str_printf(out, "%llu", (unsigned long long)(extent_end(extent) - 1));
}

static void add_bytes(const struct app *app, const struct extent *extent, struct str *out)
{
    uint64_t logical = layout_limits(app->layout)->logical;

    str_printf(out, "%llu", (unsigned long long)(extent->length * logical));
}

static void add_size(const struct app *app, const struct extent *extent, struct str *out)
{
    const struct limits *limits = layout_limits(app->layout);
    char size[SIZE_TEXT];

    str_add(out, size_format(extent->length * limits->logical, app->unit,
                             limits->size * limits->logical, size));
}

static void add_content(const struct app *app, const struct extent *extent,
                        struct str *out)
{
    (void)app; /* the extent knows */
    str_add(out, table_content(extent));
}

/* Blank where a verdict would be noise: free space, tables, containers. */
static void add_verdict(const struct app *app, const struct extent *extent,
                        struct str *out)
{
    struct verdict verdict = judge_extent(app->layout, extent);

    if (extent->kind == EXTENT_FREE || extent->kind == EXTENT_METADATA ||
        extent->kind == EXTENT_EXTENDED)
        return;
    CLEANUP(freep) char *word = judge_word(app->layout, &verdict);
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
    str_add(out, *extent->content.label ? extent->content.label : extent->name);
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

struct column_row {
    const char *head;
    bool is_right;
    int gap;         /* columns before it */
    int least, most; /* columns of its own; most 0: as wide as its widest text */
    void (*add)(const struct app *app, const struct extent *extent, struct str *out);
};

static const struct column_row columns[COLUMN_COUNT] = {
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

#define SET_MOST     12
#define CONTENT_KEPT 6 /* columns that a content's name is not cut below */

/* What `x` goes through: units of the first set, then the others. */
static const struct {
    const char *name;
    enum size_unit unit;
    int set;
} steps[] = {
    { N_("Sizes in powers of two: GiB, MiB."), SIZE_IEC, 0 },
    { N_("Sizes in powers of ten: GB, MB."), SIZE_SI, 0 },
    { N_("Sizes in percent of the disk."), SIZE_PERCENT, 0 },
    { N_("Types, labels, flags, and how full they are."), SIZE_IEC, 1 },
    { N_("What lies inside: bytes before the first data, unit, bytes past a boundary."),
      SIZE_IEC, 2 },
};

static const enum column sets[][SET_MOST] = {
    { COLUMN_START, COLUMN_LAST, COLUMN_BYTES, COLUMN_SIZE, COLUMN_CONTENT,
      COLUMN_VERDICT, COLUMN_SUGGEST, COLUMN_TYPE, COLUMN_LABEL, COLUMN_FLAGS,
      COLUMN_USED, COLUMN_COUNT },
    { COLUMN_START, COLUMN_SIZE, COLUMN_CONTENT, COLUMN_TYPE, COLUMN_TYPE_NAME,
      COLUMN_LABEL, COLUMN_FLAGS, COLUMN_USED, COLUMN_COUNT },
    { COLUMN_START, COLUMN_SIZE, COLUMN_CONTENT, COLUMN_VERDICT, COLUMN_INSIDE,
      COLUMN_UNIT, COLUMN_PAST, COLUMN_COUNT },
};

/* Who leaves first where the screen is too narrow. */
static const enum column leaving[] = {
    COLUMN_USED,  COLUMN_FLAGS, COLUMN_LABEL, COLUMN_TYPE_NAME, COLUMN_TYPE,
    COLUMN_BYTES, COLUMN_LAST,  COLUMN_UNIT,  COLUMN_SUGGEST,
};

struct fitted {
    bool is_shown[COLUMN_COUNT];
    int width[COLUMN_COUNT];
    int number_width;
    int step;
};

static int text_of(const struct app *app, enum column column, const struct extent *extent,
                   struct str *out)
{
    str_clear(out);
    columns[column].add(app, extent, out);
    return text_width(str_text(out));
}

/* As wide as the widest text, so that columns do not jump while rows scroll. */
static int natural_width(const struct app *app, enum column column,
                         const struct extent *const *rows, size_t count)
{
    const struct column_row *row = &columns[column];
    int widest = text_width(_(row->head));
    CLEANUP(str_finish) struct str text = { 0 };

    widest = widest < row->least ? row->least : widest;
    for (size_t i = 0; i < count; i++) {
        int own = text_of(app, column, rows[i], &text);

        /* A verdict keeps a blank to the number after it. */
        own += column == COLUMN_VERDICT && own > 0;
        widest = own > widest ? own : widest;
    }
    return row->most && widest > row->most ? row->most : widest;
}

static int total_width(const struct fitted *fitted)
{
    int sum = 3 + fitted->number_width;

    for (int c = 0; c < COLUMN_COUNT; c++)
        sum += fitted->is_shown[c] ? columns[c].gap + fitted->width[c] : 0;
    return sum;
}

static struct fitted fit_columns(const struct app *app, const struct extent *const *rows,
                                 size_t count)
{
    struct fitted fitted = { .number_width = 3,
                             .step = app->columns % (int)ARRAY_SIZE(steps) };
    const enum column *set = sets[steps[fitted.step].set];
    bool is_wide = app->cols >= 100;
    int room = app->cols - 3; /* a blank stays before the frame */
    CLEANUP(str_finish) struct str text = { 0 };

    for (size_t i = 0; i < count; i++) {
        str_clear(&text);
        table_number(rows[i], &text);
        int own = text_width(str_text(&text)) + 1;
        fitted.number_width = own > fitted.number_width ? own : fitted.number_width;
    }
    for (int i = 0; set[i] != COLUMN_COUNT; i++) {
        bool is_extra = steps[fitted.step].set == 0 && set[i] >= COLUMN_TYPE;

        fitted.width[set[i]] = natural_width(app, set[i], rows, count);
        fitted.is_shown[set[i]] = is_wide || !is_extra;
    }
    for (size_t i = 0; i < ARRAY_SIZE(leaving); i++) {
        int over = total_width(&fitted) - room;
        int spare = fitted.width[COLUMN_CONTENT] - CONTENT_KEPT;

        if (over <= 0)
            break;
        if (fitted.is_shown[COLUMN_CONTENT] && spare >= over)
            fitted.width[COLUMN_CONTENT] -= over;
        else
            fitted.is_shown[leaving[i]] = false;
    }
    return fitted;
}

static int row_style(const struct extent *extent)
{
    if (extent->kind == EXTENT_FREE)
        return STYLE_FREE;
    return extent->kind == EXTENT_METADATA ? STYLE_TABLE : STYLE_NORMAL;
}

static int cell_style(const struct app *app, enum column column,
                      const struct extent *extent)
{
    if (column != COLUMN_VERDICT || row_style(extent) != STYLE_NORMAL)
        return row_style(extent);
    struct verdict verdict = judge_extent(app->layout, extent);
    if (verdict.grade == GRADE_OFF || verdict.is_end_harmful)
        return STYLE_OFF;
    return verdict.grade == GRADE_HARMLESS || verdict.end_past_bytes ? STYLE_NOTE
                                                                     : STYLE_OK;
}

static void draw_row(const struct app *app, struct canvas *canvas, int row,
                     const struct fitted *fitted, const struct extent *extent)
{
    const enum column *set = sets[steps[fitted->step].set];
    bool is_selected = extent->id == app->selected;
    CLEANUP(str_finish) struct str text = { 0 };
    int col = 4;

    canvas_put(canvas, row, 2, 1, STYLE_NORMAL, is_selected ? ">" : " ");
    int own = row_style(extent);
    canvas_fill(canvas, row, col, canvas_cols(canvas) - 1 - col, own, " ");
    table_number(extent, &text);
    canvas_put(canvas, row, col, fitted->number_width, own, str_text(&text));
    col += fitted->number_width;
    for (int i = 0; set[i] != COLUMN_COUNT; i++) {
        const struct column_row *column = &columns[set[i]];
        int width = fitted->width[set[i]], style = cell_style(app, set[i], extent);

        if (!fitted->is_shown[set[i]])
            continue;
        col += column->gap;
        if (text_of(app, set[i], extent, &text) == 0)
            style = own;
        if (column->is_right)
            canvas_put_right(canvas, row, col, width, style, str_text(&text));
        else
            canvas_put(canvas, row, col, width, style, str_text(&text));
        col += width;
    }
    if (!is_selected)
        return;
    canvas_set_cursor(canvas, row, 2);
    /* The number alone: a cursor key must not cost two whole rows of a line. */
    if (!app->is_slow_line)
        canvas_select(canvas, row, 2, 1 + fitted->number_width);
}

static void draw_heads(struct canvas *canvas, int row, const struct fitted *fitted)
{
    const enum column *set = sets[steps[fitted->step].set];
    int col = 4 + fitted->number_width;

    /* One style from end to end: each change of style costs bytes on the line. */
    canvas_fill(canvas, row, 4, canvas_cols(canvas) - 5, STYLE_HEAD, " ");
    canvas_put(canvas, row, 4, 1, STYLE_HEAD, "#");
    for (int i = 0; set[i] != COLUMN_COUNT; i++) {
        const struct column_row *column = &columns[set[i]];
        int width = fitted->width[set[i]];

        if (!fitted->is_shown[set[i]])
            continue;
        col += column->gap;
        if (column->is_right)
            canvas_put_right(canvas, row, col, width, STYLE_HEAD, _(column->head));
        else
            canvas_put(canvas, row, col, width, STYLE_HEAD, _(column->head));
        col += width;
    }
}

void table_draw(const struct app *app, struct canvas *canvas, int row, int room,
                const struct extent *const *rows, size_t count)
{
    struct fitted fitted = fit_columns(app, rows, count);
    size_t page = room > 0 ? (size_t)room : 1;
    size_t top = table_index(rows, count, app->selected) / page * page;

    /* By whole pages: a cursor key then redraws the table once a page. */
    if (count <= page)
        top = 0;
    else if (top + page > count)
        top = count - page;
    draw_heads(canvas, row, &fitted);
    for (size_t i = 0; i < page && top + i < count && room > 0; i++)
        draw_row(app, canvas, row + 1 + (int)i, &fitted, rows[top + i]);
}

int table_column_steps(void)
{
    return ARRAY_SIZE(steps);
}

enum size_unit table_columns_unit(int step)
{
    return steps[step % (int)ARRAY_SIZE(steps)].unit;
}

const char *table_columns_name(int step)
{
    return _(steps[step % (int)ARRAY_SIZE(steps)].name);
}
