/* SPDX-License-Identifier: GPL-3.0-or-later */
/* why.c - why an extent is judged as it is, and what each cure costs */
#include <stdlib.h>
#include <string.h>

#include "model/align/advice.h"
#include "model/align/cure_table.h"
#include "model/align/explain.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/size.h"
#include "model/disk/partition_name.h"
#include "model/report/report.h"
#include "ui/app/disk.h"
#include "ui/app/edit_say.h"
#include "ui/app/foot.h"
#include "ui/app/keymap.h"
#include "ui/app/measured.h"
#include "ui/app/new_start.h"
#include "ui/draw/text.h"
#include "ui/screen/frame.h"
#include "ui/screen/screen.h"

#define PICTURE_LINES 5
#define STORY_MIN     12 /* rows for the sum, the drawing and what it costs */
#define PRICE_MAX     5

struct why {
    int cure; /* the selected one */
};

static struct why *why_of(const struct app *app)
{
    return app->own[SCREEN_WHY];
}

static void why_opened(struct app *app)
{
    *why_of(app) = (struct why){ .cure = 0 };
}

/* What is shown and where; all of it follows from the app. */
struct view {
    const struct extent *extent;
    struct verdict verdict;
    struct cures cures;
    struct advice_cure ends[2]; /* they follow the cures of the start */
    int cure_count;             /* of both kinds */
    struct pager story, price;
    int story_row, story_rows;
    int cures_row; /* the divider; 0 = there are none */
    bool has_heads;
    int list_row, list_rows;
    int price_row, price_rows;
    int bottom;
    int foot_rows;
};

/* What is only assumed can be found out. */
static void offer_probe(const struct app *app, struct pager *story)
{
    bool is_assumed = layout_limits(app->layout)->physical_source == SOURCE_ASSUMED;
    char keys[KEY_LIST];

    if (!is_assumed)
        return;
    (void)keymap_keys(app, SCREEN_WHY, ACTION_PROBE, 1, keys); /* hands KEYS back */
    CLEANUP(freep) char *text = xasprintf(_("%s finds it out by the clock."), keys);
    pager_add_wrapped(story, STYLE_NORMAL, 0, frame_width(app), text);
}

/* GAPS: 0 = none, 1 = around the drawing, 2 = between all parts. */
static void why_add_story(const struct app *app, struct view *view, int gaps)
{
    CLEANUP(freep) char *measured = measured_cost(app, view->extent);
    struct explain story =
        explain_extent(app->layout, view->extent, frame_width(app), measured);
    enum explain_part before = EXPLAIN_PLACE;

    pager_finish(&view->story);
    for (size_t i = 0; i < story.count; i++) {
        const struct explain_line *line = &story.lines[i];
        bool is_picture = line->part == EXPLAIN_PICTURE || before == EXPLAIN_PICTURE;
        if (line->part != before && gaps > !is_picture)
            pager_add(&view->story, STYLE_NORMAL, "");
        if (line->part == EXPLAIN_PICTURE)
            pager_add(&view->story, STYLE_NORMAL, line->text);
        else
            pager_add_wrapped(&view->story, STYLE_NORMAL, 0, frame_width(app),
                              line->text);
        if (line->part == EXPLAIN_DOUBT)
            offer_probe(app, &view->story);
        before = line->part;
    }
    explain_finish(&story);
}

/* The price stands below the list where the story leaves it room. */
static void why_divide_rows(struct view *view, int rows)
{
    int inner = view->bottom - 2, count = view->cure_count;
    int min_story = inner > STORY_MIN + 2 + count ? STORY_MIN : PICTURE_LINES + 1;

    view->story_row = 2;
    view->story_rows = inner;
    if (!count)
        return;
    view->has_heads = rows >= 14 && view->cures.count;
    int fixed = 1 + view->has_heads, left = inner - fixed - min_story;
    view->list_rows = left < 1 ? 1 : left < count ? left : count;
    left -= view->list_rows;
    view->price_rows = left < 0 ? 0 : left < PRICE_MAX ? left : PRICE_MAX;
    if (view->price_rows > view->price.count)
        view->price_rows = view->price.count;
    view->story_rows = inner - fixed - view->list_rows - view->price_rows;
    view->cures_row = view->story_row + view->story_rows;
    view->list_row = view->cures_row + fixed;
    view->price_row = view->list_row + view->list_rows;
}

static bool story_fits(const struct view *view)
{
    return view->story.count <= view->story_rows;
}

/* What is cut says so. */
static void cut_price_lines(struct view *view)
{
    if (!view->price_rows || view->price_rows >= view->price.count)
        return;
    struct pager_line *last = &view->price.lines[view->price_rows - 1];
    char *text = xasprintf("%s ..", last->text);
    free(last->text);
    last->text = text;
}

static int selected_cure(const struct app *app, const struct view *view)
{
    int last = view->cure_count - 1, cure = why_of(app)->cure;

    return cure < 0 || last < 0 ? 0 : cure > last ? last : cure;
}

/* An end that costs nothing needs no cure. */
static void find_all_cures(const struct app *app, struct view *view)
{
    size_t ends = view->verdict.is_end_harmful
                      ? advice_end_cures(app->layout, view->extent, view->ends)
                      : 0;

    view->cures = explain_cures(app->layout, view->extent, app->grub_sectors);
    view->cure_count = (int)(view->cures.count + ends);
}

/* The end that cure INDEX gives; NULL where it gives a start. */
static const struct advice_cure *cure_end(const struct view *view, int index)
{
    int at = index - (int)view->cures.count;

    return at >= 0 && index < view->cure_count ? &view->ends[at] : NULL;
}

static char *cure_price(const struct app *app, const struct view *view, int index)
{
    const struct advice_cure *end = cure_end(view, index);

    if (!end)
        return explain_price(app->layout, view->extent,
                             &view->cures.rows[index].suggestion);
    return xstrdup(end->is_trim
                       ? _("What lies behind the new end is of no use to the content.")
                       : _("It takes free space behind it; the content stays as it is."));
}

static struct view why_view(const struct app *app)
{
    struct view view = { .extent = app_selected(app) };

    view.foot_rows = 1;
    view.bottom = app->rows - 1 - view.foot_rows;
    if (!view.extent)
        return view;
    view.verdict = judge_extent(app->layout, view.extent);
    find_all_cures(app, &view);
    if (view.cure_count) {
        CLEANUP(freep) char *price = cure_price(app, &view, selected_cure(app, &view));
        pager_add_wrapped(&view.price, STYLE_NOTE, 0, frame_width(app), price);
    }
    why_divide_rows(&view, app->rows);
    cut_price_lines(&view);
    /* A small screen has no row to spare for gaps. */
    int least_gaps = view.story_rows < STORY_MIN - 1 ? 0 : 1;
    for (int gaps = 2; gaps == 2 || (gaps >= least_gaps && !story_fits(&view)); gaps--)
        why_add_story(app, &view, gaps);
    return view;
}

static void why_finish(struct view *view)
{
    cures_finish(&view->cures);
    pager_finish(&view->story);
    pager_finish(&view->price);
}

/* "/dev/sda1  ntfs  WINXP  97.7 GiB". */
static char *why_title(const struct app *app, const struct extent *extent)
{
    uint64_t bytes = extent->length * layout_limits(app->layout)->logical;
    const struct content *content = &extent->content;
    char size[SIZE_TEXT], row[16];
    CLEANUP(freep)
    char *node = extent->number
                     ? partition_node(app->info.path, extent->number)
                     : xasprintf("%s %s", app->info.path, report_row(extent, row));

    return xasprintf("%s%s%s%s%s  %s", node, content->type[0] ? "  " : "", content->type,
                     content->label[0] ? "  " : "", content->label,
                     size_format(bytes, SIZE_IEC, 0, size));
}

static void why_draw_header(const struct app *app, struct canvas *canvas,
                            const struct view *view)
{
    /* TRANSLATORS: at the right of the top row, 20 columns at most. */
    static const char *const words[GRADE_COUNT] = {
        [GRADE_GRAIN] = N_("aligned"),
        [GRADE_PHYSICAL] = N_("aligned"),
        [GRADE_OFF] = N_("misaligned !"),
        [GRADE_HARMLESS] = N_("not judged"),
    };
    const char *word = _(words[view->verdict.grade]);
    CLEANUP(freep) char *left = why_title(app, view->extent);

    frame_draw_header(app, canvas, left, word);
}

/* The heads where CURE is NULL. */
static void draw_cure(struct canvas *canvas, int row, const struct cure_widths *widths,
                      const struct cure *cure)
{
    int col = 4, style = cure ? STYLE_NORMAL : STYLE_HEAD;

    for (enum cure_column c = 0; c < CURE_COLUMNS; c++) {
        int width = widths->columns[c];
        if (!width)
            continue;
        (cure_table_is_number(c) ? canvas_put_right : canvas_put)(
            canvas, row, col, width, style, cure_table_cell(cure, c));
        col += width + CURE_GAP;
    }
}

/* "end 1000204799, 3 sectors less". */
static void draw_end(struct canvas *canvas, int row, int width,
                     const struct extent *extent, const struct advice_cure *end)
{
    ull last = extent->start + end->length - 1;
    unsigned long by =
        end->is_trim ? extent->length - end->length : end->length - extent->length;
    const char *format = end->is_trim ? ngettext("end %1$llu, %2$lu sector less",
                                                 "end %1$llu, %2$lu sectors less", by)
                                      : ngettext("end %1$llu, %2$lu sector more",
                                                 "end %1$llu, %2$lu sectors more", by);
    CLEANUP(freep) char *text = xasprintf(format, last, by);

    canvas_put(canvas, row, 4, width, STYLE_NORMAL, text);
}

static void draw_cures(const struct app *app, struct canvas *canvas,
                       const struct view *view)
{
    struct cure_widths widths = cure_table_widths(&view->cures, app->cols - 6);
    int selected = selected_cure(app, view);
    int first = selected >= view->list_rows ? selected - view->list_rows + 1 : 0;

    canvas_divider(canvas, view->cures_row, _("Cures"), view->cures.data);
    if (view->has_heads)
        draw_cure(canvas, view->cures_row + 1, &widths, NULL);
    for (int i = 0; i < view->list_rows; i++) {
        int row = view->list_row + i;
        const struct advice_cure *end = cure_end(view, first + i);
        if (end)
            draw_end(canvas, row, app->cols - 6, view->extent, end);
        else
            draw_cure(canvas, row, &widths, &view->cures.rows[first + i]);
        if (first + i != selected)
            continue;
        frame_select_row(app, canvas, row);
    }
    pager_draw(&view->price, canvas, view->price_row, 2, frame_width(app),
               view->price_rows, 0);
}

/* Not where data has to move: Enter says so. */
static bool is_cure_possible(const struct view *view, int index)
{
    return cure_end(view, index) ||
           (!new_start_leaves_data(view->extent) &&
            view->cures.rows[index].suggestion.room != ROOM_MOVES);
}

static const struct foot_item items_cures[] = {
    { ACTION_RUN, N_("do it") },         { ACTION_DOWN, N_("next cure") },
    { ACTION_PAGE_DOWN, N_("read on") }, { ACTION_BENCH, N_("measure") },
    { ACTION_HELP, N_("help") },         { ACTION_BACK, N_("back") },
};

static const struct foot_item items_story[] = {
    { ACTION_DOWN, N_("read on") },
    { ACTION_BENCH, N_("measure") },
    { ACTION_HELP, N_("help") },
    { ACTION_BACK, N_("back") },
};

#define CURE_ITEMS ARRAY_SIZE(items_cures)

static void why_draw_foot(const struct app *app, struct canvas *canvas,
                          const struct view *view)
{
    int row = app->rows - view->foot_rows, last = app->rows - 1;
    struct foot_item items[CURE_ITEMS];

    if (!view->cure_count) {
        size_t fits = story_fits(view); /* then there is nothing to read on */
        foot_draw(app, canvas, row, last, items_story + fits,
                  ARRAY_SIZE(items_story) - fits);
        return;
    }
    memcpy(items, items_cures, sizeof(items));
    if (!is_cure_possible(view, selected_cure(app, view)))
        items[0].word = N_("why not");
    foot_draw(app, canvas, row, last, items, CURE_ITEMS);
}

static void why_draw(const struct app *app, struct canvas *canvas)
{
    struct view view = why_view(app);
    bool has_cures = view.cure_count > 0;
    int foot = app->rows - view.foot_rows;

    canvas_box(canvas, 1, view.bottom, _("Why"),
               pager_more(view.story.count, view.story_rows, app->scroll));
    if (view.extent) {
        why_draw_header(app, canvas, &view);
        pager_draw(&view.story, canvas, view.story_row, 2, frame_width(app),
                   view.story_rows, app->scroll);
        canvas_set_cursor(canvas, view.story_row, 2);
    }
    if (has_cures)
        draw_cures(app, canvas, &view);
    if (!foot_message(app, canvas, foot, app->rows - 1))
        why_draw_foot(app, canvas, &view);
    why_finish(&view);
}

/* The selected cure becomes an edit, where no data has to move. */
static void apply_cure(struct app *app, const struct view *view, int index)
{
    const struct advice_cure *end = cure_end(view, index);
    bool is_done = false;

    if (!edit_say_may(app, false))
        return;
    if (end)
        is_done = edit_say_do(app,
                              &(struct edit){ .kind = EDIT_RESIZE,
                                              .id = view->extent->id,
                                              .start = view->extent->start,
                                              .length = end->length },
                              1);
    else
        is_done = new_start_take(app, view->extent, &view->cures.rows[index].suggestion);
    if (is_done)
        app_back(app);
}

static struct effect why_handle(struct app *app, enum action action)
{
    struct view view = why_view(app);
    int last = view.cure_count - 1, at = selected_cure(app, &view);

    if (last >= 0 && action == ACTION_UP)
        why_of(app)->cure = at > 0 ? at - 1 : 0;
    else if (last >= 0 && action == ACTION_DOWN)
        why_of(app)->cure = at < last ? at + 1 : last;
    else if (last >= 0 && action == ACTION_RUN)
        apply_cure(app, &view, at);
    else
        (void)action_scroll(action, view.story.count, view.story_rows, &app->scroll);
    why_finish(&view);
    return (struct effect){ .kind = EFFECT_NONE };
}

struct effect screen_why_open(struct app *app)
{
    app->shown = app->selected;
    app_push(app, SCREEN_WHY);
    return (struct effect){ .kind = EFFECT_NONE };
}

const struct screen screen_why = { .title = N_("why, and cures"),
                                   .own_size = sizeof(struct why),
                                   .opened = why_opened,
                                   .draw = why_draw,
                                   .handle = why_handle };
