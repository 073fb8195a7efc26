/* SPDX-License-Identifier: GPL-3.0-or-later */
/* resume.c - the screen of a move that has not ended: what was found, and what to do */
#include "ui/screen/frame/screen.h"

#include "model/base/intl.h"
#include "model/base/mem.h"
#include "ui/app/disk.h"
#include "ui/app/fix_run.h"
#include "ui/draw/bar.h"
#include "ui/screen/frame/frame.h"
#include "ui/screen/list/details_more.h"

enum {
    NARROW = 60, /* columns */
    MAP_ROWS = 3,
    MAP_MIN_ROWS = 18, /* of the terminal: with fewer there is no map */
    TOLD_MIN_ROWS = 16,
    TOLD_ROWS = 3, /* what the selected choice means */
};

enum choice {
    CHOICE_FINISH,
    CHOICE_TAKE_BACK,
    CHOICE_LEAVE,
    CHOICE_COUNT,
};

static const struct {
    const char *name; /* N_(): TRANSLATORS: 32 columns each */
    enum action action;
} choices[CHOICE_COUNT] = {
    [CHOICE_FINISH] = { N_("Finish: move what is left"), ACTION_FINISH },
    [CHOICE_TAKE_BACK] = { N_("Take back: to its old start"), ACTION_TAKE_BACK },
    [CHOICE_LEAVE] = { N_("Leave it alone for now"), ACTION_LATER },
};

/* The rows of the screen. */
struct view {
    struct pager text;
    int text_row, text_rows;
    int choice_row;
    int told_rows;
    int bottom;
};

/* Over what another program has changed nothing is written by a first Enter. */
static const enum choice usual_order[] = { CHOICE_FINISH, CHOICE_TAKE_BACK,
                                           CHOICE_LEAVE };
static const enum choice foreign_order[] = { CHOICE_LEAVE, CHOICE_FINISH,
                                             CHOICE_TAKE_BACK };

static bool is_changed(const struct app *app)
{
    return app->fix.differences.count;
}

/* Where the move cannot go on there is nothing to choose. What is on its way back can
 * only go on so. */
static int choice_count(const struct app *app)
{
    if (!app->fix.has_status)
        return 0;
    return app->fix.status.is_back ? CHOICE_COUNT - 1 : CHOICE_COUNT;
}

static enum choice choice_at(const struct app *app, int row)
{
    const enum choice *order = is_changed(app) ? foreign_order : usual_order;

    while ((app->fix.status.is_back && *order == CHOICE_FINISH) || row--)
        order++;
    return *order;
}

static enum choice chosen(const struct app *app)
{
    return choice_at(app, app->fix.row);
}

/* --- what is told --- */

static struct pager unfinished_text(const struct app *app)
{
    const struct note *note = layout_note_find(app->layout, NOTE_MOVE_IN_PROGRESS);
    const struct fix_state *fix = &app->fix;
    struct pager pager = { 0 };

    pager_add_lines(&pager, STYLE_OFF, 0, frame_width(app), NULL, &fix->differences);
    for (size_t i = 0; i < fix->found.count && fix->has_status; i++)
        pager_add_wrapped(&pager, i ? STYLE_NORMAL : STYLE_KEY, 0, frame_width(app),
                          fix->found.at[i]);
    if (fix->refusal[0])
        pager_add_wrapped(&pager, STYLE_ERROR, 0, frame_width(app), fix->refusal);
    if (!fix->has_status && note)
        pager_add_wrapped(&pager, STYLE_NORMAL, 0, frame_width(app), note->text);
    return pager;
}

/* TRANSLATORS: 32 columns; where no partition is in the middle of its move */
static const char drop_name[] = N_("Take back: drop what is left");
/* TRANSLATORS: 32 columns; where no step of the plan has begun */
static const char forget_name[] = N_("Take back: forget the plan");

/* Where another program has changed the table. */
static const struct {
    const char *name; /* N_(): TRANSLATORS: 32 columns each */
    const char *words;
} foreign_choices[CHOICE_COUNT] = {
    [CHOICE_FINISH] = { N_("Write the table, then finish"),
                        N_("Saves what is there now in a backup file, writes the table "
                           "as the journal has it, and goes on. What another program has "
                           "changed in it is lost.") },
    [CHOICE_TAKE_BACK] = { N_("Write the table, then take back"),
                           N_("Saves what is there now in a backup file, writes the "
                              "table "
                              "as the journal has it, and goes back. What another "
                              "program has changed in it is lost.") },
    [CHOICE_LEAVE] = { N_("Stop: change nothing"),
                       N_("Writes nothing. Undo the change with any program: then the "
                          "move can be completed, or taken back, as before.") },
};

static const char *choice_name(const struct app *app, enum choice choice)
{
    bool is_drop = choice == CHOICE_TAKE_BACK && report_fix_is_between(&app->fix.status);

    if (is_changed(app))
        return _(foreign_choices[choice].name);
    if (is_drop && app->fix.status.is_untouched)
        return _(forget_name);
    return is_drop ? _(drop_name) : _(choices[choice].name);
}

/* What a choice does where no partition is in the middle of its move. */
static const char *const between_words[CHOICE_COUNT] = {
    [CHOICE_FINISH] = N_("Does the steps that are left."),
    [CHOICE_TAKE_BACK] =
        N_("Drops the steps that are left. Those before them stay done."),
    [CHOICE_LEAVE] = N_("Writes nothing. All partitions can be used meanwhile; the steps "
                        "that are left can be done later."),
};

/* Returns what the selected choice does; free(). */
static char *choice_words(const struct app *app)
{
    const struct journal_step *step = &app->fix.step;

    if (is_changed(app))
        return xstrdup(_(foreign_choices[chosen(app)].words));
    if (report_fix_is_between(&app->fix.status) && chosen(app) == CHOICE_LEAVE &&
        app->fix.swap)
        return xasprintf(
            _("Writes nothing. All partitions but %u, swap with the journal, can be used "
              "meanwhile; the steps that are left can be done later."),
            app->fix.swap);
    if (app->fix.status.is_untouched && chosen(app) == CHOICE_TAKE_BACK)
        return xstrdup(_("Forgets the plan, and removes its journal. All partitions stay "
                         "as they are."));
    if (report_fix_is_between(&app->fix.status))
        return xstrdup(_(between_words[chosen(app)]));
    switch (chosen(app)) {
    case CHOICE_FINISH:
        return xasprintf(_("Moves the rest of partition %1$u to sector %2$llu, compares "
                           "all of it, and does the steps that follow."),
                         (unsigned)step->number, (ull)step->to);
    case CHOICE_TAKE_BACK:
        return xasprintf(_("Moves partition %1$u back to sector %2$llu. Steps before "
                           "this one stay done, and those after it are dropped."),
                         (unsigned)step->number, (ull)step->from);
    case CHOICE_LEAVE:
    case CHOICE_COUNT:
        break;
    }
    return xasprintf(_("Writes nothing. Partition %u cannot be used until its move is "
                       "completed or taken back, and nothing else on this disk can be "
                       "changed."),
                     (unsigned)step->number);
}

/* --- drawing --- */

static struct view resume_view(const struct app *app)
{
    struct view view = { .text = unfinished_text(app), .bottom = app->rows - 2 };
    int count = choice_count(app);

    view.told_rows = count && app->rows >= TOLD_MIN_ROWS ? TOLD_ROWS : 0;
    view.choice_row = view.bottom - view.told_rows - count;
    view.text_row = app->rows >= MAP_MIN_ROWS ? 2 + MAP_ROWS + 1 : 2;
    view.text_rows = view.choice_row - (count ? 1 : 0) - view.text_row;
    return view;
}

static const struct extent *moved_extent(const struct app *app)
{
    return app->fix.has_status ? layout_find_number(app->layout, app->fix.step.number)
                               : NULL;
}

static void draw_map(const struct app *app, struct canvas *canvas,
                     const struct view *view)
{
    const struct extent *extent = moved_extent(app);

    if (view->text_row == 2)
        return;
    bar_draw(canvas, 2, 2, frame_width(app), app->layout, extent ? extent->id : 0);
    canvas_divider(canvas, view->text_row - 1, _("What was found"),
                   pager_more(view->text.count, view->text_rows, app->scroll));
}

static void resume_draw_choices(const struct app *app, struct canvas *canvas,
                                const struct view *view)
{
    int count = choice_count(app);

    if (!count)
        return;
    /* TRANSLATORS: in a frame line, 20 and 40 columns */
    canvas_divider(canvas, view->choice_row - 1, _("What to do"),
                   app->cols >= 70 ? _("nothing is written before you type yes") : NULL);
    for (int i = 0; i < count; i++) {
        canvas_put(canvas, view->choice_row + i, 4, frame_width(app) - 2, STYLE_NORMAL,
                   choice_name(app, choice_at(app, i)));
        frame_offer_row(app, canvas, view->choice_row + i, i);
        if (i == app->fix.row)
            frame_select_row(app, canvas, view->choice_row + i);
    }
    CLEANUP(freep) char *words = choice_words(app);
    if (view->told_rows)
        canvas_put_wrapped(canvas, view->choice_row + count, 4, frame_width(app) - 2,
                           view->told_rows, 0, STYLE_NOTE, words);
}

static const struct foot_item resume_items[] = {
    { ACTION_RUN, N_("do it") },
    { ACTION_FINISH, NULL },
    { ACTION_TAKE_BACK, NULL },
    { ACTION_PAGE_DOWN, N_("read on") },
    { ACTION_RESCAN, N_("look again") },
    { ACTION_HELP, N_("help") },
    { ACTION_LATER, NULL },
};

static bool is_useful_here(const struct app *app, const struct view *view,
                           enum action action)
{
    switch ((int)action) {
    case ACTION_RUN:
    case ACTION_TAKE_BACK:
        return choice_count(app) > 0;
    case ACTION_FINISH:
        return choice_count(app) == CHOICE_COUNT;
    case ACTION_PAGE_DOWN:
        return view->text.count > view->text_rows;
    case ACTION_RESCAN:
        return !choice_count(app);
    default:
        return true;
    }
}

static void draw_resume_foot(const struct app *app, struct canvas *canvas,
                             const struct view *view)
{
    struct foot_item items[ARRAY_SIZE(resume_items)];
    size_t count = 0;

    for (size_t i = 0; i < ARRAY_SIZE(resume_items); i++)
        if (is_useful_here(app, view, resume_items[i].action))
            items[count++] = resume_items[i];
    frame_draw_foot(app, canvas, 1, items, count);
}

/* A long path would leave no space for it in the header. */
static const char *box_title(const struct app *app, const struct view *view)
{
    if (view->text_row > 2)
        return _("Map");
    return app->cols < NARROW ? _("A move has not ended") : _("What was found");
}

static void resume_draw(const struct app *app, struct canvas *canvas)
{
    struct view view = resume_view(app);
    const char *more = pager_more(view.text.count, view.text_rows, app->scroll);

    frame_draw_header(app, canvas, NULL, _("%s  A move has not ended"), app->info.path);
    canvas_box(canvas, 1, view.bottom, box_title(app, &view),
               view.text_row > 2 ? NULL : more);
    draw_map(app, canvas, &view);
    canvas_set_cursor(canvas, view.text_row, 2);
    pager_draw(&view.text, canvas, view.text_row, 2, frame_width(app), view.text_rows,
               app->scroll);
    if (frame_is_tall(app))
        details_near_draw(app, canvas, view.text_row + view.text_rows,
                          view.text_rows - view.text.count,
                          app->fix.has_status ? moved_extent(app) : app_selected(app));
    resume_draw_choices(app, canvas, &view);
    draw_resume_foot(app, canvas, &view);
    pager_finish(&view.text);
}

static struct effect resume_handle(struct app *app, enum action action)
{
    struct view view = resume_view(app);
    int count = choice_count(app);
    struct effect effect = effect_none;

    if (action == ACTION_RESCAN)
        effect = (struct effect){ .kind = EFFECT_UNFINISHED };
    else if (action == ACTION_RUN && count)
        effect = (struct effect){ .kind = EFFECT_ACTION,
                                  .action = choices[chosen(app)].action };
    else if (action == ACTION_PAGE_UP || action == ACTION_PAGE_DOWN || !count)
        (void)frame_scroll(action, view.text.count, view.text_rows, &app->scroll);
    else
        (void)frame_move(action, count, count, &app->fix.row);
    pager_finish(&view.text);
    return effect;
}

static void resume_select(struct app *app, uint32_t row)
{
    app->fix.row = (int)row;
}

struct effect screen_resume_or_plan(struct app *app)
{
    app_push(app, fix_run_is_unfinished(app) ? SCREEN_RESUME : SCREEN_PLAN);
    return fix_run_is_unfinished(app) ? (struct effect){ .kind = EFFECT_UNFINISHED }
                                      : effect_none;
}

const struct screen screen_resume = { .title = N_("a move that has not ended"),
                                      .draw = resume_draw,
                                      .handle = resume_handle,
                                      .select = resume_select };
