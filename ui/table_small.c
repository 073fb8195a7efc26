/* SPDX-License-Identifier: GPL-3.0-or-later */
/* table_small.c - the main screen where there is room for the list alone */
#include "ui/table_view.h"

#include "model/intl.h"
#include "model/judge.h"
#include "model/mem.h"
#include "model/size.h"
#include "model/suggest.h"
#include "ui/bar.h"
#include "ui/text.h"

/* Columns of the list, for 40 of them. */
#define NUMBER_COL 3
#define START_COL 5
#define START_WIDTH 10
#define SIZE_COL 15
#define BYTES_WIDTH 7
#define VERDICT_COL 24
#define VERDICT_WIDTH 7

static void draw_head(const struct app *app, struct canvas *canvas)
{
    const struct limits *limits = layout_limits(app->layout);
    struct judge_summary sum = judge_all(app->layout);
    char size[SIZE_TEXT];
    CLEANUP(freep) char *right =
        sum.off ? xasprintf(_("! %1$u of %2$u"), sum.off, sum.judged)
                : xasprintf(_("%u ok"), sum.judged);
    CLEANUP(freep) char *left =
        xasprintf("%s %s %s", app->info.path,
                  size_format(limits->size * limits->logical, SIZE_IEC, 0, size),
                  label_name(layout_label(app->layout)));
    int room = app->cols - 3 - text_width(right) - 2;

    canvas_fill(canvas, 0, 0, app->cols, STYLE_HEADER, " ");
    canvas_put(canvas, 0, 1, room, STYLE_HEADER, left);
    canvas_put(canvas, 0, app->cols - 2 - text_width(right), -1, STYLE_HEADER, right);
}

static void draw_row(const struct app *app, struct canvas *canvas, int row,
                     const struct extent *extent)
{
    const struct limits *limits = layout_limits(app->layout);
    struct verdict verdict = judge_extent(app->layout, extent);
    bool is_selected = extent->id == app->selected;
    int style = extent->kind == EXTENT_FREE ? STYLE_FREE : STYLE_NORMAL;
    int content_col = VERDICT_COL + VERDICT_WIDTH;
    char size[SIZE_TEXT];
    CLEANUP(str_finish) struct str text = { 0 };

    /* A ten-digit start leaves two columns to the number; three digits are rare. */
    canvas_put(canvas, row, 1, 1, STYLE_NORMAL, is_selected ? ">" : " ");
    if (extent->number)
        str_printf(&text, "%u", extent->number);
    else
        table_number(extent, &text);
    canvas_put(canvas, row, NUMBER_COL, 3, style, str_text(&text));
    str_clear(&text);
    str_printf(&text, "%llu", (unsigned long long)extent->start);
    canvas_put_right(canvas, row, START_COL, START_WIDTH, style, str_text(&text));
    canvas_put_right(canvas, row, SIZE_COL, BYTES_WIDTH, style,
                     size_format_short(extent->length * limits->logical, size));
    if (extent_is_partition(extent) && extent->kind != EXTENT_EXTENDED) {
        CLEANUP(freep) char *word = judge_word(app->layout, &verdict);
        canvas_put(canvas, row, VERDICT_COL, VERDICT_WIDTH,
                   verdict.grade == GRADE_OFF ? STYLE_OFF : STYLE_OK, word);
    }
    canvas_put(canvas, row, content_col, app->cols - content_col - 1, style,
               table_content(extent));
    if (!is_selected)
        return;
    canvas_set_cursor(canvas, row, 1);
    if (!app->is_slow_line)
        canvas_select(canvas, row, 1, START_COL - 1);
}

static void draw_list(const struct app *app, struct canvas *canvas, int row, int room)
{
    CLEANUP(freep) const struct extent **rows = NULL;
    size_t count = table_rows(app, &rows), page = room > 0 ? (size_t)room : 1;
    size_t top = table_index(rows, count, app->selected) / page * page;

    if (count > page && top + page > count)
        top = count - page;
    canvas_put(canvas, row, NUMBER_COL, 1, STYLE_HEAD, "#");
    canvas_put_right(canvas, row, START_COL, START_WIDTH, STYLE_HEAD, _("Start"));
    canvas_put_right(canvas, row, SIZE_COL, BYTES_WIDTH, STYLE_HEAD, _("Size"));
    canvas_put(canvas, row, VERDICT_COL, VERDICT_WIDTH, STYLE_HEAD, _("Verdict"));
    for (size_t i = 0; i < page && top + i < count; i++)
        draw_row(app, canvas, row + 1 + (int)i, rows[top + i]);
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
                     size_format(limits->physical, SIZE_IEC, 0, size));
}

/* All cures where they fit, else the best. */
static char *cures_text(const struct app *app)
{
    const struct extent *extent = layout_find(app->layout, app->shown);
    CLEANUP(freep) char *cures = table_cures(app);
    uint64_t best;

    if (text_width(cures) <= app->cols - 2 || !extent ||
        !suggest_best(app->layout, extent, &best))
        return TAKE(cures);
    return xasprintf(_("Start %llu would cure it."), (unsigned long long)best);
}

/* The arithmetic, then the cures. */
static void draw_text(const struct app *app, struct canvas *canvas, int row)
{
    CLEANUP(freep) char *brief = proof_text(app);
    CLEANUP(freep) char *cures = cures_text(app);
    CLEANUP(freep) char *starts = table_first_starts(app);
    const struct extent *extent = layout_find(app->layout, app->shown);
    bool is_free = extent && !extent_is_partition(extent);
    size_t length;
    const char *next = NULL;

    if (*app->message)
        next = text_wrap(app->message, app->cols - 2, &length);
    const char *first = *app->message ? app->message : is_free ? starts : brief;
    next = is_free && !*app->message ? text_wrap(starts, app->cols - 2, &length) : next;
    int style = app->is_message_error ? STYLE_ERROR : STYLE_NORMAL;
    if (next) {
        CLEANUP(freep) char *line = xasprintf("%.*s", (int)length, first);
        canvas_put(canvas, row, 1, app->cols - 2, style, line);
        canvas_put(canvas, row + 1, 1, app->cols - 2, style, next);
        return;
    }
    canvas_put(canvas, row, 1, app->cols - 2, style, first);
    if (!*app->message)
        canvas_put(canvas, row + 1, 1, app->cols - 2, style, cures);
}

void table_draw_small(const struct app *app, struct canvas *canvas)
{
    int rows = app->rows;

    draw_head(app, canvas);
    bar_draw_line(canvas, 1, 1, app->cols - 3, app->layout, app->shown);
    draw_list(app, canvas, 2, rows - 7);
    draw_text(app, canvas, rows - 4);
    /* TRANSLATORS: keys and what they do; 38 columns each */
    canvas_put(canvas, rows - 2, 1, app->cols - 2, STYLE_KEY,
               _("Enter why  i details  x columns"));
    canvas_put(canvas, rows - 1, 1, app->cols - 2, STYLE_KEY, _("? help  q quit"));
}
