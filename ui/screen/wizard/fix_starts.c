/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fix_starts.c - the wizard's form of starts by hand, with what they mean as they are
 * typed */
#include "model/align/judge.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/size.h"
#include "model/disk/extent.h"
#include "model/report/report.h"
#include "ui/draw/bar.h"
#include "ui/screen/frame/frame.h"
#include "ui/screen/wizard/fix_pages.h"
#include "ui/screen/wizard/fix_starts_view.h"

enum {
    NAME_COLUMNS = 5,
    LBA_COLUMNS_MIN = 10,
    FIELD_COLUMNS = 11,
    VERDICT_COLUMNS = 8,
    DATA_COLUMNS = 10,
};

/* --- the columns --- */

/* Columns from the left border of the box; -1: left out. */
struct columns_at {
    int now, field, then, verdict, data;
    int lba_columns, verdict_columns;
};

static int lba_columns(const struct app *app)
{
    uint64_t size = layout_limits(app->layout)->size;
    int digits = 1;

    while (size /= 10)
        digits++;
    return digits > LBA_COLUMNS_MIN ? digits : LBA_COLUMNS_MIN;
}

/* The old start and the data are left out where they do not fit. */
static struct columns_at starts_columns(const struct app *app)
{
    int lba = lba_columns(app), right = 4 + frame_width(app) - 2;
    int field = 4 + NAME_COLUMNS;
    int end = field + FIELD_COLUMNS + 1 + lba + 1 + VERDICT_COLUMNS;
    bool has_now = end + lba + 1 <= right;
    int cut = end > right ? end - right : 0;

    field += has_now ? lba + 1 : 0;
    end += has_now ? lba + 1 : 0;
    return (struct columns_at){ .now = has_now ? 4 + NAME_COLUMNS : -1,
                                .field = field,
                                .then = field + FIELD_COLUMNS + 1,
                                .verdict = field + FIELD_COLUMNS + 1 + lba + 1,
                                .data = end + 1 + DATA_COLUMNS <= right ? end + 1 : -1,
                                .lba_columns = lba,
                                .verdict_columns = VERDICT_COLUMNS - cut };
}

static void draw_heads(struct canvas *canvas, int row, struct columns_at at)
{
    canvas_put(canvas, row, 4, NAME_COLUMNS, STYLE_HEAD, "#");
    if (at.now >= 0)
        canvas_put_right(canvas, row, at.now, at.lba_columns, STYLE_HEAD, _("Start now"));
    /* TRANSLATORS: the column of starts that are typed; 11 columns at most */
    canvas_put(canvas, row, at.field, FIELD_COLUMNS, STYLE_HEAD, _("by hand"));
    canvas_put_right(canvas, row, at.then, at.lba_columns, STYLE_HEAD, _("Then"));
    canvas_put(canvas, row, at.verdict, at.verdict_columns, STYLE_HEAD, _("Verdict"));
    if (at.data >= 0)
        canvas_put_right(canvas, row, at.data, DATA_COLUMNS, STYLE_HEAD, _("Data"));
}

/* --- a row --- */

static void draw_field(const struct app *app, struct canvas *canvas, int row, int col,
                       int index)
{
    const struct fix_starts *own = fix_starts_of(app);
    const struct field *field = &own->rows[index].field;

    if (!field->text[0])
        /* TRANSLATORS: in place of a start that is typed; 11 columns at most */
        canvas_put(canvas, row, col, FIELD_COLUMNS, STYLE_NOTE, _("as planned"));
    else if (index != own->at)
        canvas_put(canvas, row, col, FIELD_COLUMNS, STYLE_NORMAL, field->text);
    else
        field_draw(field, canvas, row, col, FIELD_COLUMNS);
    if (index == own->at && !field->text[0])
        canvas_set_cursor(canvas, row, col);
}

/* Returns the sectors of data that the plan moves for partition ID. */
static uint64_t starts_moved(const struct moves *moves, uint32_t id)
{
    uint64_t sectors = 0;

    for (size_t i = 0; i < moves->step_count; i++)
        sectors += moves->steps[i].id == id ? moves->steps[i].sectors : 0;
    return sectors;
}

/* Where the partition begins with the plan, how that lies, and what is moved for it. */
static void draw_result(const struct fix_starts_view *view, struct canvas *canvas,
                        int row, uint32_t id, struct columns_at at)
{
    const struct layout *result = view->rows.moves.result;
    const struct extent *extent = result ? layout_find(result, id) : NULL;
    char size[SIZE_TEXT];

    if (!extent)
        return;
    uint64_t sectors = starts_moved(&view->rows.moves, id);
    struct verdict verdict = fix_starts_verdict(result, extent);
    CLEANUP(freep) char *then = xasprintf("%llu", (ull)extent->start);
    CLEANUP(freep) char *word = judge_word(result, &verdict);
    canvas_put_right(canvas, row, at.then, at.lba_columns, STYLE_NORMAL, then);
    canvas_put(canvas, row, at.verdict, at.verdict_columns,
               judge_is_off(&verdict) ? STYLE_OFF : STYLE_NORMAL, word);
    if (at.data >= 0 && sectors)
        canvas_put_right(canvas, row, at.data, DATA_COLUMNS, STYLE_NORMAL,
                         moves_size(view->rows.layout, sectors, size));
}

static void starts_draw_row(const struct app *app, struct canvas *canvas, int row,
                            const struct fix_starts_view *view, int index)
{
    const struct fix_starts *own = fix_starts_of(app);
    const struct extent *extent = layout_find(app->layout, own->rows[index].id);
    struct columns_at at = starts_columns(app);
    char name[16];

    if (!extent)
        return;
    CLEANUP(freep) char *now = xasprintf("%llu", (ull)extent->start);
    canvas_put(canvas, row, 2, 1, STYLE_NORMAL, index == own->at ? ">" : " ");
    canvas_put(canvas, row, 4, NAME_COLUMNS, STYLE_NORMAL, report_row(extent, name));
    if (at.now >= 0)
        canvas_put_right(canvas, row, at.now, at.lba_columns, STYLE_NORMAL, now);
    draw_result(view, canvas, row, extent->id, at);
    draw_field(app, canvas, row, at.field, index);
    frame_offer_row(app, canvas, row, index);
}

static void starts_draw_rows(const struct app *app, struct canvas *canvas,
                             const struct fix_starts_view *view)
{
    const struct fix_starts *own = fix_starts_of(app);
    int first = frame_scroll_to(own->at, own->at + 1, view->list_rows);

    if (view->has_heads)
        draw_heads(canvas, view->list_row - 1, starts_columns(app));
    for (int i = 0; i < view->list_rows; i++)
        starts_draw_row(app, canvas, view->list_row + i, view, first + i);
    frame_mark_more(canvas, view->list_row, view->list_rows, first, own->count);
}

static void starts_draw_map(const struct app *app, struct canvas *canvas,
                            const struct fix_starts_view *view)
{
    const struct fix_starts *own = fix_starts_of(app);
    const struct layout *result = view->rows.moves.result;
    const struct layout *shown = result ? result : app->layout;
    uint32_t id = own->count ? own->rows[own->at].id : 0;

    if (!view->map_row)
        return;
    canvas_divider(canvas, view->map_row, result ? _("After") : _("Before"), NULL);
    if (view->map_rows == BAR_ROWS)
        bar_draw(canvas, view->map_row + 1, 2, frame_width(app), shown, id);
    else
        bar_draw_line(canvas, view->map_row + 1, 2, frame_width(app), shown, id);
}

static void fix_starts_draw(const struct app *app, struct canvas *canvas)
{
    struct foot_item items[] = {
        { ACTION_RUN, N_("use these") },     { ACTION_FIELD_NEXT, NULL },
        { ACTION_PAGE_DOWN, N_("read on") }, { ACTION_HELP, N_("help") },
        { ACTION_CANCEL, N_("cancel") },
    };
    struct fix_starts_view view;

    fix_starts_view_make(app, &view);
    fix_pages_draw_header(app, canvas, 2);
    canvas_box(canvas, 1, app->rows - 2, _("Starts by hand"), NULL);
    starts_draw_map(app, canvas, &view);
    canvas_divider(canvas, view.text_row - 1,
                   view.problem ? _("Not possible") : _("What that takes"),
                   pager_more(view.text.count, view.text_rows, app->scroll));
    pager_draw(&view.text, canvas, view.text_row, 2, frame_width(app), view.text_rows,
               app->scroll);
    starts_draw_rows(app, canvas, &view);
    size_t count = ARRAY_SIZE(items);
    if (view.text.count <= view.text_rows)
        count = foot_drop(items, count, ACTION_PAGE_DOWN);
    frame_draw_foot(app, canvas, 1, items, count);
    fix_starts_view_finish(&view);
}

/* --- actions --- */

/* Offers the starts that the plan has by hand. */
static void offer_starts(const struct app *app, struct fix_starts *own)
{
    struct moves_start starts[PLAN_CHOSEN_MAX];
    size_t count = plan_starts(app, plan_of(app), starts);

    for (int i = 0; i < own->count; i++) {
        field_set(&own->rows[i].field, "");
        for (size_t j = 0; j < count; j++) {
            if (starts[j].id != own->rows[i].id)
                continue;
            CLEANUP(freep) char *text = xasprintf("%llu", (ull)starts[j].start);
            field_offer(&own->rows[i].field, text);
        }
    }
}

/* Returns the id of the partition that is selected in the plan; 0: none. */
static uint32_t planned_id(const struct app *app)
{
    struct plan_rows rows;
    size_t row = plan_of(app)->row;

    plan_make_shown(app, &rows);
    uint32_t id = row < rows.count ? plan_rows_id(&rows, row) : 0;
    plan_rows_finish(&rows);
    return id;
}

static void fix_starts_opened(struct app *app)
{
    struct fix_starts *own = fix_starts_of(app);
    uint32_t id = planned_id(app);

    own->count = own->at = 0;
    LAYOUT_EACH (extent, app->layout) {
        if (!extent_holds_data(extent) || own->count == PLAN_CHOSEN_MAX)
            continue;
        if (extent->id == id)
            own->at = own->count;
        own->rows[own->count++].id = extent->id;
    }
    offer_starts(app, own);
}

static void go_to_row(struct app *app, int at)
{
    struct fix_starts *own = fix_starts_of(app);

    own->at = at;
    own->rows[at].field.is_fresh = true;
    app->scroll = 0;
}

static void fix_starts_select(struct app *app, uint32_t row)
{
    go_to_row(app, (int)row);
}

/* Returns the row of the plan that is about the current partition. */
static size_t planned_row(const struct app *app, const struct plan_rows *rows)
{
    const struct fix_starts *own = fix_starts_of(app);

    for (size_t i = 0; i < rows->count; i++)
        if (own->count && plan_rows_id(rows, i) == own->rows[own->at].id)
            return i;
    return 0;
}

static struct effect take_into_plan(struct app *app, const struct fix_starts_view *view)
{
    if (view->problem) {
        if (view->problem_at >= 0)
            go_to_row(app, view->problem_at);
        app_say(app, true, "%s", view->problem);
        return effect_none;
    }
    *plan_of(app) = view->plan;
    screen_plan_select(app, (uint32_t)planned_row(app, &view->rows));
    app_back(app);
    return fix_pages_look(app);
}

static struct effect fix_starts_handle(struct app *app, enum action action)
{
    struct fix_starts *own = fix_starts_of(app);
    struct effect effect = effect_none;
    struct fix_starts_view view;
    int at = own->at;

    fix_starts_view_make(app, &view);
    if (action == ACTION_RUN)
        effect = take_into_plan(app, &view);
    else if (action == ACTION_FIELD_NEXT || action == ACTION_FIELD_BEFORE)
        at += action == ACTION_FIELD_NEXT ? 1 : own->count - 1;
    else if (action == ACTION_PAGE_UP || action == ACTION_PAGE_DOWN)
        (void)frame_scroll(action, view.text.count, view.text_rows, &app->scroll);
    else
        (void)frame_move(action, own->count, 0, &at);
    if (own->count && at != own->at)
        go_to_row(app, at % own->count);
    fix_starts_view_finish(&view);
    return effect;
}

static bool fix_starts_take_key(struct app *app, uint32_t key)
{
    struct fix_starts *own = fix_starts_of(app);

    return app->layout && own->count && field_key(&own->rows[own->at].field, key);
}

const struct screen screen_fix_starts = { .title = N_("starts by hand"),
                                          .own_size = sizeof(struct fix_starts),
                                          .opened = fix_starts_opened,
                                          .draw = fix_starts_draw,
                                          .handle = fix_starts_handle,
                                          .take = fix_starts_take_key,
                                          .select = fix_starts_select };
