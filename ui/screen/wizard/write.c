/* SPDX-License-Identifier: GPL-3.0-or-later */
/* write.c - the screen that lists what will be written and asks for consent */
#include "ui/screen/frame/screen.h"

#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/text.h"
#include "model/edit/delta.h"
#include "ui/app/disk.h"
#include "ui/app/give_up.h"
#include "ui/screen/frame/frame.h"
#include "ui/screen/list/compare.h"
#include "ui/screen/list/details_more.h"

#define FIELD_MIN   6  /* min. columns of the field after the prompt */
#define STEPS_FIRST 12 /* with fewer rows of text the steps of a move come first */

/* The rows of the screen.  The field follows the last line of the prompt, or has a row of
 * its own if there is too little space. */
struct view {
    int text_rows;
    int prompt_row, prompt_rows;
    int field_row, field_col;
    int bottom, foot_rows;
};

/* A move is checked again from its own screen. */
static const char *consent_prompt(const struct app *app)
{
    bool is_move = app->fix.is_rehearsed;

    if (!app->change.rehearsal.refusal)
        return is_move ? _("Type yes to move, anything else to go back:")
                       : _("Type yes to write, anything else to go back:");
    if (give_up_next(app))
        return _("This would overwrite what no table names, see Warning. o gives it up, "
                 "q goes back.");
    return is_move ? _("This cannot be done now, see Warning. q goes back.")
                   : _("This cannot be written yet, see Warning. W checks again, q goes "
                       "back.");
}

/* Returns the width of the last line of the prompt. */
static int last_line_width(const struct app *app)
{
    const char *line = consent_prompt(app), *next;
    size_t length;

    while ((next = text_wrap(line, frame_width(app), &length)) != NULL)
        line = next;
    return text_width(line);
}

static struct view write_view(const struct app *app)
{
    struct view view = { .foot_rows = app->rows >= 14 ? 2 : 1 };
    int used = last_line_width(app) + 1;
    bool has_own_row = frame_width(app) - used < FIELD_MIN;

    view.bottom = app->rows - 1 - view.foot_rows;
    view.field_row = view.bottom - 1;
    view.field_col = 2 + (has_own_row ? 0 : used);
    view.prompt_rows = text_wrap_count(consent_prompt(app), frame_width(app));
    view.prompt_row = view.bottom - view.prompt_rows - has_own_row;
    view.text_rows = view.prompt_row - 1 - 2;
    return view;
}

static const struct layout *layout_before(const struct app *app)
{
    return queue_base(app->queue);
}

static const struct layout *layout_after(const struct app *app)
{
    return app->change.restored ? app->change.restored : app->layout;
}

/* True if the description of the disk leaves rows for the warnings, which must be visible
 * when the user consents; else it follows them. */
static bool is_disk_first(const struct app *app)
{
    struct pager disk = { 0 };

    pager_add_lines(&disk, STYLE_NORMAL, 0, frame_width(app), NULL,
                    &app->change.rehearsal.disk);
    bool leaves_rows =
        disk.count + 3 <= write_view(app).text_rows; /* an empty line and two more */
    pager_finish(&disk);
    return leaves_rows;
}

/* Returns the text of the screen: what the user has to act on comes first. */
static struct pager write_summary(const struct app *app)
{
    const struct rehearsal_report *report = &app->change.rehearsal;
    CLEANUP(lines_finish) struct lines changes = { 0 };
    CLEANUP(lines_finish) struct lines backup = { 0 };
    CLEANUP(lines_finish) struct lines warnings = { 0 };
    const struct lines none = { 0 };
    bool is_move = app->fix.is_rehearsed, is_wizard = is_move && !app->fix.has_status;
    bool has_few_rows = write_view(app).text_rows < STEPS_FIRST;
    /* The wizard has told disk and warnings before. */
    bool has_steps_first = is_wizard && !report->refusal && has_few_rows;
    bool has_writes_early = is_move && !is_wizard && has_few_rows;
    bool is_first = is_disk_first(app) && !has_steps_first;
    const struct lines *steps = is_wizard ? &app->wizard.steps : &none;
    const struct frame_part parts[] = {
        { NULL, STYLE_NORMAL, is_first ? &report->disk : &none },
        { N_("Steps"), STYLE_NORMAL, has_steps_first ? steps : &none },
        { N_("First"), STYLE_OFF, &report->before },
        { N_("Warning"), STYLE_OFF, &warnings },
        { N_("Steps"), STYLE_NORMAL, has_steps_first ? &none : steps },
        { N_("Boot"), STYLE_NORMAL, is_wizard ? &app->wizard.look.boot : &none },
        { N_("Writes"), STYLE_NORMAL, has_writes_early ? &report->writes : &none },
        { N_("Stop"), STYLE_NORMAL, is_move ? &app->fix.stop : &none },
        { NULL, STYLE_NORMAL, is_first ? &none : &report->disk },
        { N_("Changes"), STYLE_NORMAL, &changes },
        { N_("Writes"), STYLE_NORMAL, has_writes_early ? &none : &report->writes },
        { N_("Checked"), STYLE_NORMAL, &report->checked },
        { N_("Backup"), STYLE_NORMAL, &backup },
    };
    struct pager pager = { 0 };

    lines_append(&warnings, &report->losses);
    lines_append(&warnings, &report->warnings);
    lines_append(&warnings, &report->differences);
    if (!is_move)
        delta_lines(layout_before(app), layout_after(app), &changes);
    if (report->backup_path)
        lines_add(&backup, "%s", report->backup_path);
    frame_add_parts(app, parts, ARRAY_SIZE(parts), &pager);
    pager_add(&pager, STYLE_NORMAL, "");
    pager_add_wrapped(&pager, STYLE_NORMAL, 0, frame_width(app),
                      is_move ? _("A backup of your files is still wise.")
                              : _("There is no undo after this, but the backup can be "
                                  "restored. A backup of your files is still wise."));
    return pager;
}

static void write_draw_header(const struct app *app, struct canvas *canvas)
{
    size_t count = app_pending(app);
    CLEANUP(freep)
    char *right = xasprintf(ngettext("%zu pending", "%zu pending", count), count);

    if (app->fix.is_rehearsed)
        frame_draw_header(app, canvas, NULL,
                          !app->fix.has_status   ? _("%s  Align all partitions")
                          : app->fix.is_rollback ? _("%s  Take the move back")
                                                 : _("%s  Finish the move"),
                          app->info.path);
    else if (app->change.restored)
        frame_draw_header(app, canvas, NULL, _("%s  Restore"), app->info.path);
    else
        frame_draw_header(app, canvas, right, _("%s  Write"), app->info.path);
}

static void write_draw_field(const struct app *app, struct canvas *canvas,
                             const struct view *view)
{
    canvas_divider(canvas, view->prompt_row - 1, NULL, NULL);
    canvas_put_wrapped(canvas, view->prompt_row, 2, frame_width(app), view->prompt_rows,
                       0, STYLE_KEY, consent_prompt(app));
    if (app->asking == ASK_CONSENT)
        field_draw(&app->field, canvas, view->field_row, view->field_col,
                   app->cols - 2 - view->field_col);
}

static void write_draw_foot(const struct app *app, struct canvas *canvas,
                            const struct view *view, bool is_long)
{
    struct foot_item items[] = {
        { ACTION_GIVE_UP, NULL },
        { ACTION_COMPARE, NULL },
        { ACTION_DOWN, N_("scroll") },
        { ACTION_HELP, N_("help") },
    };
    size_t count = ARRAY_SIZE(items);
    int row = app->rows - view->foot_rows;

    if (foot_message(app, canvas, row, app->rows - 1))
        return;
    if (view->foot_rows > 1)
        canvas_put(canvas, row, 1, app->cols - 2, STYLE_NOTE,
                   app->change.rehearsal.refusal
                       ? _("Nothing has been written yet.")
                       : _("Anything but yes goes back; nothing has been written yet."));
    if (app->fix.is_rehearsed) /* its tables are not compared */
        count = foot_drop(items, count, ACTION_COMPARE);
    if (!give_up_next(app))
        count = foot_drop(items, count, ACTION_GIVE_UP);
    if (!is_long)
        count = foot_drop(items, count, ACTION_DOWN);
    foot_draw(app, canvas, app->rows - 1, app->rows - 1, items, count);
}

static struct compare write_compare(const struct app *app, const struct view *view)
{
    return (struct compare){ .before = layout_before(app),
                             .after = layout_after(app),
                             .rows = view->text_rows,
                             .shows_all = ACTION_COMPARE };
}

/* Returns whether it scrolls. */
static bool write_draw_text(const struct app *app, struct canvas *canvas,
                            const struct view *view)
{
    struct compare compare = write_compare(app, view);
    struct pager text = write_summary(app);
    bool is_long = text.count > view->text_rows;

    frame_draw_text(app, canvas, view->bottom, _("This will change the disk"), &text,
                    view->text_rows);
    if (!app->fix.is_rehearsed)
        compare_draw_around(app, canvas, &compare, view->prompt_row - 1,
                            view->text_rows - text.count);
    else if (frame_is_tall(app))
        details_around_draw(app, canvas, view->prompt_row - 1,
                            view->text_rows - text.count, app_selected(app));
    pager_finish(&text);
    return is_long;
}

static void write_draw(const struct app *app, struct canvas *canvas)
{
    struct view view = write_view(app);
    struct compare compare = write_compare(app, &view);

    bool is_long;

    write_draw_header(app, canvas);
    if (app->is_comparing && !app->fix.is_rehearsed)
        is_long = compare_draw(app, canvas, &compare, view.bottom);
    else
        is_long = write_draw_text(app, canvas, &view);
    write_draw_field(app, canvas, &view);
    write_draw_foot(app, canvas, &view, is_long);
}

static struct effect write_handle(struct app *app, enum action action)
{
    struct view view = write_view(app);
    struct compare compare = write_compare(app, &view);
    struct pager text = write_summary(app);

    if (app->is_comparing && !app->fix.is_rehearsed)
        compare_scroll(app, &compare, action);
    else
        (void)frame_scroll(action, text.count, view.text_rows, &app->scroll);
    pager_finish(&text);
    return (struct effect){ .kind = EFFECT_NONE };
}

const struct screen screen_write = { .title = N_("what will be written"),
                                     .draw = write_draw,
                                     .handle = write_handle };
