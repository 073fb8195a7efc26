/* SPDX-License-Identifier: GPL-3.0-or-later */
/* new_table.c - the screen for a new table, from a template or from a typed list */
#include <stdlib.h>
#include <string.h>

#include "model/align/advice.h"
#include "model/base/columns.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/size.h"
#include "model/disk/types.h"
#include "model/edit/gpt_fit.h"
#include "model/edit/planner.h"
#include "ui/app/apply.h"
#include "ui/app/trial.h"
#include "ui/screen/forms/new_table_losses.h"
#include "ui/screen/frame/frame.h"
#include "ui/screen/frame/screen.h"

#define ROW_COUNT  (TEMPLATE_COUNT + 2) /* templates, and a typed list per label */
#define AFTER_MIN  14 /* min. rows inside the box for a map with labels */
#define PARTS_MIN  8  /* min. rows beside the map ... */
#define PARTS_ROWS 4  /* ... to reserve these for the partitions */

/* Lists to type. */
#define EXAMPLE_GPT   "512MiB efi, 8GiB swap, rest linux name=home"
#define EXAMPLE_MSDOS "8GiB swap, 200GiB ext4, rest ntfs"

struct new_table {
    struct field list; /* the typed list of partitions */
    int row;           /* the selected template or list */
};

static struct new_table *new_table_of(const struct app *app)
{
    return app->own[SCREEN_NEW_TABLE];
}

static void new_table_opened(struct app *app)
{
    *new_table_of(app) = (struct new_table){ .row = TEMPLATE_GPT_EMPTY };
}

/* The table that the selected row leads to. */
struct attempt {
    enum label_kind label;
    struct planner plan;
    struct edit *edits;
    size_t count;
    struct layout *after; /* NULL if it is not possible; then err is set */
    struct err err;
};

struct view {
    struct attempt attempt;
    struct pager rows; /* all choices, wrapped */
    int first[ROW_COUNT + 1];
    int below; /* line below the words of the selected choice */
    int list_rows;
    int after_row, after_rows;
    int parts_row, parts_rows; /* 0 rows if they do not fit */
    int loss_rows;             /* for the losses if the partitions do not fit: 1 or 0 */
};

static bool is_typed_row(int row)
{
    return row >= TEMPLATE_COUNT;
}

static enum label_kind row_label(int row)
{
    if (is_typed_row(row))
        return row == TEMPLATE_COUNT ? LABEL_GPT : LABEL_MSDOS;
    return template_label((enum template)row);
}

static void attempt_finish(struct attempt *attempt)
{
    free(attempt->edits);
    layout_unref(attempt->after);
}

static struct attempt try_row(const struct app *app)
{
    const struct new_table *own = new_table_of(app);
    const struct limits *limits = layout_limits(app->layout);
    struct attempt attempt = { .label = row_label(own->row) };

    if (!is_typed_row(own->row))
        template_plan(limits, (enum template)own->row, &attempt.plan);
    else if (!planner_parse(own->list.text, limits, attempt.label, &attempt.plan,
                            &attempt.err))
        return attempt;
    attempt.count = planner_edits(&attempt.plan, attempt.label, limits, &attempt.edits);
    gpt_fit_edits(app->layout, attempt.edits, attempt.count, &app->info.front);
    if (is_typed_row(own->row) ||
        template_has_table((enum template)own->row, &attempt.err))
        attempt.after = trial_layout(app, attempt.edits, attempt.count, &attempt.err);
    return attempt;
}

static char *row_words(const struct app *app, int row)
{
    if (!is_typed_row(row))
        return template_words(layout_limits(app->layout), (enum template)row);
    return xasprintf(row_label(row) == LABEL_GPT ? _("gpt, partitions from a list: %s")
                                                 : _("msdos, partitions from a list: %s"),
                     row == new_table_of(app)->row ? "" : new_table_of(app)->list.text);
}

/* Adds all choices; below the selected one stands its reason, or an empty line for the
 * field of a list. */
static void add_rows(const struct app *app, struct view *view)
{
    for (int i = 0; i < ROW_COUNT; i++) {
        CLEANUP(freep) char *words = row_words(app, i);

        view->first[i] = view->rows.count;
        pager_add_wrapped(&view->rows, STYLE_NORMAL, 0, app->cols - 6, words);
        if (i != new_table_of(app)->row)
            continue;
        view->below = view->rows.count;
        pager_add_wrapped(&view->rows, STYLE_NOTE, 2, app->cols - 6,
                          is_typed_row(i) ? "" : template_reason((enum template)i));
    }
    view->first[ROW_COUNT] = view->rows.count;
}

/* Returns the lines of the selected choice that have to be visible; a reason may be cut.
 */
static int needed_lines(const struct app *app, const struct view *view)
{
    int row = new_table_of(app)->row;

    return (is_typed_row(row) ? view->first[row + 1] : view->below) - view->first[row];
}

static struct view new_table_view(const struct app *app)
{
    struct view view = { .attempt = try_row(app) };
    int inner = frame_rows(app);

    add_rows(app, &view);
    view.after_rows = inner >= AFTER_MIN ? 3 : 2;
    int left = inner - 1 - view.after_rows;
    int max = left >= PARTS_MIN ? left - PARTS_ROWS : left;
    view.list_rows = max < view.rows.count ? max : view.rows.count;
    left -= view.list_rows;
    view.parts_rows = left >= 3 ? left - 1 : 0;
    view.list_rows += view.parts_rows ? 0 : left;
    view.loss_rows = !view.parts_rows && new_table_has_losses(app) &&
                     view.list_rows > needed_lines(app, &view);
    view.list_rows -= view.loss_rows;
    view.after_row = 2 + view.list_rows;
    view.parts_row = view.after_row + 1 + view.after_rows;
    return view;
}

static void new_table_finish(struct view *view)
{
    pager_finish(&view->rows);
    attempt_finish(&view->attempt);
}

/* Returns the first line to show so that the selected choice is visible. */
static int list_scroll(const struct app *app, const struct view *view)
{
    const int *first = &view->first[new_table_of(app)->row];

    return frame_scroll_to(first[0], first[1], view->list_rows);
}

/* Makes a click on LINE of the choices, which is drawn in ROW, select its choice. */
static void offer_line(const struct app *app, struct canvas *canvas,
                       const struct view *view, int line, int row)
{
    for (int i = 0; i < ROW_COUNT; i++)
        if (line >= view->first[i] && line < view->first[i + 1])
            frame_offer_row(app, canvas, row, i);
}

static void draw_choices(const struct app *app, struct canvas *canvas,
                         const struct view *view)
{
    const struct new_table *own = new_table_of(app);
    int here = view->first[own->row];
    int scroll = list_scroll(app, view);

    pager_draw(&view->rows, canvas, 2, 4, app->cols - 6, view->list_rows, scroll);
    for (int i = scroll; i < scroll + view->list_rows; i++)
        offer_line(app, canvas, view, i, 2 + i - scroll);
    int row = 2 + here - scroll;
    canvas_put(canvas, row, 2, 1, STYLE_NORMAL, ">");
    if (!is_typed_row(own->row)) {
        for (int i = here; i < view->below && i - scroll < view->list_rows; i++)
            canvas_select_row(canvas, 2 + i - scroll, 1, app->cols - 2);
        canvas_set_cursor(canvas, row, 2);
        return;
    }
    row = 2 + view->below - scroll;
    if (*own->list.text) {
        canvas_fill(canvas, row, 4, app->cols - 6, STYLE_NORMAL, " ");
        field_draw(&own->list, canvas, row, 4, app->cols - 6);
    } else {
        canvas_put(canvas, row, 4, app->cols - 6, STYLE_NOTE,
                   row_label(own->row) == LABEL_GPT ? EXAMPLE_GPT : EXAMPLE_MSDOS);
        canvas_set_cursor(canvas, row, 4);
    }
}

/* Returns the planned partitions below their heads, a line for each; free(). */
static char *partition_lines(const struct app *app, const struct attempt *attempt)
{
    static const char *const heads[] = { "",         N_("Start"), N_("End"),
                                         N_("Size"), N_("Type"),  N_("Name") };
    CLEANUP(columns_freep) struct columns *columns = columns_new(ARRAY_SIZE(heads));
    uint64_t logical = layout_limits(app->layout)->logical;
    struct str lines = { 0 };
    char size[SIZE_TEXT];

    for (size_t i = 0; i < ARRAY_SIZE(heads); i++)
        columns_head(columns, i, i < 4, *heads[i] ? _(heads[i]) : "");
    for (size_t i = 0; i < attempt->plan.count; i++) {
        const struct planner_part *part = &attempt->plan.parts[i];
        const char *type = type_name(attempt->label, part->type);
        columns_row(columns);
        columns_set(columns, 0, "%3zu", i + 1);
        columns_set(columns, 1, "%llu", (ull)part->start);
        columns_set(columns, 2, "%llu", (ull)(part->start + part->length - 1));
        columns_set(columns, 3, "%s",
                    size_format(part->length * logical, SIZE_IEC, 0, size));
        columns_set(columns, 4, "%s", type ? type : part->type);
        columns_set(columns, 5, "%s", part->name);
    }
    columns_write(columns, 0, &lines);
    return str_take(&lines);
}

static void draw_partitions(const struct app *app, struct canvas *canvas,
                            const struct view *view)
{
    size_t count = view->attempt.plan.count;
    CLEANUP(freep) char *loss = new_table_losses_title(app);
    CLEANUP(freep) char *lines = partition_lines(app, &view->attempt);
    CLEANUP(freep)
    char *title = xasprintf(ngettext("%lu partition", "%lu partitions", count),
                            (unsigned long)count);

    canvas_divider(canvas, view->parts_row, title, *loss ? loss : NULL);
    /* At least one row is for the losses; the heads need a spare one. */
    size_t available = (size_t)view->parts_rows - new_table_has_losses(app);
    size_t shown = count <= available ? count : available - 1;
    bool has_heads = count && count < available;
    int row = view->parts_row + 1;
    const char *line = lines;
    for (size_t i = 0; count && i <= shown; i++) {
        size_t length = strcspn(line, "\n");
        CLEANUP(freep) char *text = xasprintf("%.*s", (int)length, line);
        if (i || has_heads)
            canvas_put(canvas, row++, 2, app->cols - 4, i ? STYLE_NORMAL : STYLE_HEAD,
                       text);
        line += length + 1;
    }
    if (shown < count)
        new_table_draw_more(app, canvas, row++, count - shown);
    new_table_draw_losses(app, canvas, row, view->parts_row + 1 + view->parts_rows - row);
}

/* Draws the commands that make a file system on the whole disk. */
static void draw_commands(const struct app *app, struct canvas *canvas,
                          const struct view *view)
{
    CLEANUP(lines_finish) struct lines lines = { 0 };
    struct pager pager = { 0 };

    canvas_divider(canvas, view->parts_row, _("Without a table"), NULL);
    advice_no_table(layout_limits(app->layout), app->info.path, &lines);
    pager_add_lines(&pager, STYLE_NORMAL, 0, app->cols - 4, NULL, &lines);
    pager_draw(&pager, canvas, view->parts_row + 1, 2, app->cols - 4, view->parts_rows,
               0);
    pager_finish(&pager);
}

static const struct foot_item items[] = {
    { ACTION_RUN, N_("add") },
    { ACTION_FIELD_NEXT, NULL },
    { ACTION_HELP, N_("help") },
    { ACTION_CANCEL, N_("cancel") },
};

static void new_table_draw(const struct app *app, struct canvas *canvas)
{
    struct view view = new_table_view(app);

    frame_draw_header(app, canvas, NULL, _("%s  New partition table"), app->info.path);
    canvas_box(canvas, 1, app->rows - 2, _("Begin with"),
               pager_more(view.rows.count, view.list_rows, list_scroll(app, &view)));
    draw_choices(app, canvas, &view);
    if (is_typed_row(new_table_of(app)->row) && !*new_table_of(app)->list.text)
        trial_draw_hint(app, canvas, view.after_row, view.after_rows,
                        view.attempt.err.text);
    else
        trial_draw(app, canvas, view.after_row, view.after_rows, view.attempt.after, 0,
                   view.attempt.err.text);
    if (view.parts_rows && view.attempt.label == LABEL_NONE)
        draw_commands(app, canvas, &view);
    else if (view.parts_rows && view.attempt.after)
        draw_partitions(app, canvas, &view);
    else if (view.attempt.after)
        new_table_draw_losses(app, canvas, view.parts_row, view.loss_rows);
    frame_draw_foot(app, canvas, 1, items, ARRAY_SIZE(items));
    new_table_finish(&view);
}

/* Every list begins with a size, and nothing else on this screen with a digit: it goes to
 * the list of the selected row's label. */
static bool new_table_take_key(struct app *app, uint32_t key)
{
    struct new_table *own = new_table_of(app);

    if (app->layout && key >= '1' && key <= '9' && !is_typed_row(own->row))
        own->row = row_label(own->row) == LABEL_MSDOS ? ROW_COUNT - 1 : TEMPLATE_COUNT;
    return app->layout && is_typed_row(own->row) && field_key(&own->list, key);
}

static void new_table_run(struct app *app)
{
    struct attempt attempt = try_row(app);

    if (!attempt.after)
        app_say(app, true, "%s", attempt.err.text);
    else if (apply_edits(app, attempt.edits, attempt.count))
        app_back(app);
    attempt_finish(&attempt);
}

static void new_table_select(struct app *app, uint32_t row)
{
    new_table_of(app)->row = (int)row;
}

static struct effect new_table_handle(struct app *app, enum action action)
{
    enum action moving = action == ACTION_FIELD_NEXT     ? ACTION_DOWN
                         : action == ACTION_FIELD_BEFORE ? ACTION_UP
                                                         : action;

    if (action == ACTION_RUN)
        new_table_run(app);
    (void)frame_move(moving, ROW_COUNT, ROW_COUNT, &new_table_of(app)->row);
    return (struct effect){ .kind = EFFECT_NONE };
}

const struct screen screen_new_table = { .title = N_("a new table"),
                                         .own_size = sizeof(struct new_table),
                                         .opened = new_table_opened,
                                         .draw = new_table_draw,
                                         .handle = new_table_handle,
                                         .take = new_table_take_key,
                                         .select = new_table_select };
