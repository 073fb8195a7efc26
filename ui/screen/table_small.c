/* SPDX-License-Identifier: GPL-3.0-or-later */
/* table_small.c - the main screen where there is room for the list alone */
#include "ui/screen/table_view.h"

#include <string.h>

#include "model/align/judge.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/num.h"
#include "model/base/size.h"
#include "model/disk/extent_word.h"
#include "model/disk/note_weight.h"
#include "model/report/report.h"
#include "ui/app/disk.h"
#include "ui/app/foot.h"
#include "ui/draw/bar.h"
#include "ui/draw/text.h"

#define NUMBER_COL    3
#define START_LEAST   10
#define SIZE_COLUMNS  7
#define VERDICT_LEAST 7

/* Where the columns of the list stand: numbers are never cut, contents may be. */
struct columns {
    int number_width;
    int start, start_width;
    int size;
    int verdict, verdict_width;
    int content;
};

/* TRANSLATORS: how the partitions are, at most 10 columns each */
static char *head_summary(const struct layout *layout, struct judge_summary sum)
{
    if (note_is_damaged(layout))
        return xstrdup(_("! damaged"));
    if (sum.off)
        return xasprintf(_("! %1$u of %2$u"), sum.off, sum.judged);
    return sum.judged ? xasprintf(_("%u ok"), sum.judged) : xstrdup("-");
}

static void draw_head(const struct app *app, struct canvas *canvas)
{
    const struct limits *limits = layout_limits(app->layout);
    struct judge_summary sum = judge_all(app->layout);
    char size[SIZE_TEXT];
    CLEANUP(freep) char *right = head_summary(app->layout, sum);
    CLEANUP(freep)
    char *left = xasprintf("%s %s %s", app->info.path,
                           size_format(limits->size * limits->logical, SIZE_IEC, 0, size),
                           label_name(layout_label(app->layout)));
    int room = app->cols - 3 - text_width(right) - 2;

    canvas_fill(canvas, 0, 0, app->cols, STYLE_HEADER, " ");
    canvas_put(canvas, 0, 1, room, STYLE_HEADER, left);
    canvas_put(canvas, 0, app->cols - 2 - text_width(right), -1, STYLE_HEADER, right);
}

static void add_number(const struct extent *extent, struct str *out)
{
    if (extent->number)
        str_printf(out, "%u", extent->number);
    else
        table_number(extent, out);
}

/* Blank for what is not judged by its start. */
static char *verdict_word(const struct app *app, const struct extent *extent)
{
    if (!extent_is_damaged(extent) &&
        (!extent_is_partition(extent) || extent->kind == EXTENT_EXTENDED))
        return xstrdup("");
    return report_verdict(app->layout, extent);
}

/* What the table says, also where that cannot be. */
static uint64_t entry_bytes(const struct limits *limits, const struct extent *extent)
{
    uint64_t length = extent->fault ? extent->claimed : extent->length, bytes;

    return num_mul(length, limits->logical, &bytes) ? bytes : UINT64_MAX;
}

static int larger(int a, int b)
{
    return a > b ? a : b;
}

static struct columns columns_of(const struct app *app, const struct extent *const *rows,
                                 size_t count)
{
    struct columns columns = { .number_width = 1,
                               .start_width = START_LEAST,
                               .verdict_width = VERDICT_LEAST };
    CLEANUP(str_finish) struct str text = { 0 };

    for (size_t i = 0; i < count; i++) {
        CLEANUP(freep) char *word = verdict_word(app, rows[i]);

        columns.verdict_width = larger(columns.verdict_width, text_width(word) + 1);
        str_clear(&text);
        add_number(rows[i], &text);
        columns.number_width = larger(columns.number_width, text_width(str_text(&text)));
        str_clear(&text);
        str_printf(&text, "%llu", (unsigned long long)rows[i]->start);
        columns.start_width = larger(columns.start_width, text_width(str_text(&text)));
    }
    columns.start = NUMBER_COL + columns.number_width + 1;
    columns.size = columns.start + columns.start_width + 1;
    columns.verdict = columns.size + SIZE_COLUMNS + 1;
    columns.content = columns.verdict + columns.verdict_width;
    return columns;
}

static void draw_row(const struct app *app, struct canvas *canvas, int row,
                     const struct columns *columns, const struct extent *extent)
{
    const struct limits *limits = layout_limits(app->layout);
    struct verdict verdict = judge_extent(app->layout, extent);
    bool is_selected = extent->id == app->selected;
    int style = extent->kind == EXTENT_FREE ? STYLE_FREE : STYLE_NORMAL;
    char size[SIZE_TEXT], content[CONTENT_NAME];
    CLEANUP(freep) char *word = verdict_word(app, extent);
    CLEANUP(str_finish) struct str text = { 0 };

    canvas_put(canvas, row, 1, 1, STYLE_NORMAL, is_selected ? ">" : " ");
    if (app_changed(app, extent))
        canvas_put(canvas, row, 2, 1, STYLE_CHANGED, "*");
    add_number(extent, &text);
    canvas_put(canvas, row, NUMBER_COL, columns->number_width, style, str_text(&text));
    str_clear(&text);
    str_printf(&text, "%llu", (unsigned long long)extent->start);
    canvas_put_right(canvas, row, columns->start, columns->start_width, style,
                     str_text(&text));
    canvas_put_right(canvas, row, columns->size, SIZE_COLUMNS, style,
                     size_format_short(entry_bytes(limits, extent), size));
    canvas_put(canvas, row, columns->verdict, columns->verdict_width,
               verdict.grade == GRADE_OFF || extent->fault ? STYLE_OFF
               : *word                                     ? STYLE_OK
                                                           : style,
               word);
    canvas_put(canvas, row, columns->content, app->cols - columns->content - 1, style,
               extent_word(extent, content));
    if (!is_selected)
        return;
    canvas_set_cursor(canvas, row, 1);
    if (!app->is_slow_line)
        canvas_select(canvas, row, 1, columns->start - 2);
}

static void draw_list(const struct app *app, struct canvas *canvas, int row, int room)
{
    CLEANUP(freep) const struct extent **rows = NULL;
    size_t count = table_rows(app, &rows), page = room > 0 ? (size_t)room : 1;
    size_t top = table_index(rows, count, app->selected) / page * page;
    struct columns columns = columns_of(app, rows, count);

    if (count > page && top + page > count)
        top = count - page;
    canvas_put(canvas, row, NUMBER_COL, 1, STYLE_HEAD, "#");
    canvas_put_right(canvas, row, columns.start, columns.start_width, STYLE_HEAD,
                     _("Start"));
    canvas_put_right(canvas, row, columns.size, SIZE_COLUMNS, STYLE_HEAD, _("Size"));
    canvas_put(canvas, row, columns.verdict, columns.verdict_width, STYLE_HEAD,
               _("Verdict"));
    for (size_t i = 0; i < page && top + i < count; i++)
        draw_row(app, canvas, row + 1 + (int)i, &columns, rows[top + i]);
}

/* The whole arithmetic where it fits, else how far the start is past. */
static char *proof_text(const struct app *app)
{
    struct edge edge = table_edge(app);
    const struct limits *limits = layout_limits(app->layout);
    uint64_t past = align_past(limits_physical_grid(limits), edge.lba);
    CLEANUP(freep) char *brief = table_pointer_brief(app, edge);
    char size[SIZE_TEXT];

    if (text_width(brief) <= app->cols - 2)
        return TAKE(brief);
    return xasprintf(_("%1$llu: %2$llu s past a %3$s boundary"),
                     (unsigned long long)edge.lba, (unsigned long long)past,
                     size_format_exact(limits->physical, size));
}

/* What is off shows its sum and its cures, and so does an edge that was asked for; the
 * rest is a sentence. */
static void draw_text(const struct app *app, struct canvas *canvas, int row)
{
    const struct extent *extent = layout_find(app->layout, app->shown);
    struct verdict verdict = { .grade = GRADE_HARMLESS };
    int width = app->cols - 2;

    CLEANUP(freep) char *state = table_state_text(app, width, 2);
    if (state) {
        canvas_put_wrapped(canvas, row, 1, width, 2, 0, STYLE_OFF, state);
        return;
    }
    if (extent)
        verdict = judge_extent(app->layout, extent);
    if (table_is_start_off(&verdict) || app->is_edge_set || app->shows_end) {
        CLEANUP(freep) char *proof = proof_text(app);
        CLEANUP(freep) char *cures = table_cures(app, width);

        canvas_put(canvas, row, 1, width, STYLE_NORMAL, proof);
        canvas_put(canvas, row + 1, 1, width, STYLE_NORMAL, cures);
        return;
    }
    CLEANUP(freep)
    char *sentence = extent && !extent_is_partition(extent) && !extent_is_damaged(extent)
                         ? table_first_starts(app, extent)
                         : table_sentence(app);
    canvas_put_wrapped(canvas, row, 1, width, 2, 0, STYLE_NORMAL, sentence);
}

static const struct foot_item keys[] = {
    { ACTION_RUN, N_("why") },   { ACTION_NEW, N_("new") },
    { ACTION_UNDO, N_("undo") }, { ACTION_WRITE, N_("write") },
    { ACTION_HELP, N_("help") }, { ACTION_BACK, N_("quit") },
};

static bool has_room(const struct app *app, const struct canvas *canvas, int row,
                     const char *text)
{
    int col = app->cols - 2 - text_width(text);

    return !strcmp(canvas_at(canvas, row, col - 1)->text, " ") &&
           !strcmp(canvas_at(canvas, row, col)->text, " ");
}

/* Behind the keys, where they leave room; if need be the sign and the number alone. */
static void draw_pending(const struct app *app, struct canvas *canvas, int row)
{
    /* TRANSLATORS: changes, at the end of a row of 40 columns */
    CLEANUP(freep)
    char *text = xasprintf(ngettext("%zu pending", "%zu pending", app_pending(app)),
                           app_pending(app));
    CLEANUP(freep) char *brief = xasprintf("*%zu", app_pending(app));
    const char *shown = has_room(app, canvas, row, text) ? text : brief;

    if (!has_room(app, canvas, row, shown) || (shown == brief && !app_pending(app)))
        return;
    canvas_put(canvas, row, app->cols - 2 - text_width(shown), -1,
               app_pending(app) ? STYLE_CHANGED : STYLE_NOTE, shown);
}

void table_draw_small(const struct app *app, struct canvas *canvas, int list_rows)
{
    int rows = app->rows;

    draw_head(app, canvas);
    bar_draw_line(canvas, 1, 1, app->cols - 3, app->layout, app->shown);
    draw_list(app, canvas, 2, list_rows);
    foot_draw(app, canvas, rows - 2, rows - 1, keys, ARRAY_SIZE(keys));
    draw_pending(app, canvas, rows - 1);
    if (!*app->message)
        draw_text(app, canvas, rows - 4);
    else
        (void)foot_message(app, canvas, rows - 4, rows - 3); /* there is one */
}
