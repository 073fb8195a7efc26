/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fix_checks.c - the wizard's last step: what was checked, and where the journal is */
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/size.h"
#include "model/base/utf8.h"
#include "ui/app/content_check.h"
#include "ui/app/give_up.h"
#include "ui/app/keymap.h"
#include "ui/screen/frame/frame.h"
#include "ui/screen/list/compare.h"
#include "ui/screen/wizard/content_rows.h"
#include "ui/screen/wizard/fix_pages.h"
#include "ui/screen/wizard/fix_words.h"
#include "ui/screen/wizard/plan_state.h"

enum { SIGN_COLUMNS = 6, SIZE_COLUMNS = 10, TIME_COLUMNS = 14, PLACES_MAX = 5 };

/* The contents and the rows of the screen, computed from the app. */
struct view {
    struct plan_rows rows;
    struct pager text;
    int text_rows;
    int places_row; /* of the divider */
    int list_rows;
};

/* --- the checks --- */

static void add_signed(const struct app *app, struct pager *text, int style,
                       const char *sign, const struct lines *lines)
{
    for (size_t i = 0; i < lines->count; i++) {
        int first = text->count;
        pager_add_pair(text, SIGN_COLUMNS, frame_width(app), sign, lines->at[i]);
        for (int j = first; j < text->count; j++)
            text->lines[j].style = style;
    }
}

static void add_compared(const struct app *app, struct lines *ret)
{
    char keys[KEY_LIST];

    (void)keymap_keys(app, SCREEN_FIX_CHECKS, ACTION_COMPARE_DATA, 1, keys);
    lines_add(ret,
              app->wizard.skips_check
                  ? _("Moved data is not compared with what it was (%s: it is).")
                  : _("All data is read before it is moved, and compared afterwards (%s: "
                      "it is not compared)."),
              keys);
}

static void checks_add_content(const struct app *app, struct view *view)
{
    struct content_rows rows;

    content_rows_make(app, false, &rows);
    add_signed(app, &view->text, STYLE_OFF, "!", &rows.found);
    add_signed(app, &view->text, STYLE_NORMAL, _("ok"), &rows.clean);
    add_signed(app, &view->text, STYLE_NOTE, "", &rows.notes);
    content_rows_finish(&rows);
}

/* Names the key for partitions that stay only because they may hold data. */
static void add_empty_key(const struct app *app, struct view *view)
{
    const struct moves *moves = &view->rows.moves;
    char keys[KEY_LIST];
    size_t i = 0;

    while (i < moves->left_count && !pin_asks_empty(moves->left[i].why))
        i++;
    if (i == moves->left_count)
        return;
    (void)keymap_keys(app, SCREEN_TABLE, ACTION_EMPTY, 1, keys);
    CLEANUP(freep)
    char *words = xasprintf(_("%s on the main screen reads all of such a partition, or "
                              "calls it empty."),
                            keys);
    CLEANUP(lines_finish) struct lines line = { 0 };
    lines_add(&line, "%s", words);
    add_signed(app, &view->text, STYLE_NOTE, "", &line);
}

/* What stands against it comes first. */
static void add_checks(const struct app *app, struct view *view)
{
    const struct fix_look *look = &app->wizard.look;
    CLEANUP(lines_finish) struct lines data = { 0 };

    if (!look->is_made) {
        pager_add_wrapped(&view->text, STYLE_NOTE, 0, frame_width(app),
                          _("The disk is being looked at .."));
        return;
    }
    if (view->rows.moves.sectors)
        add_compared(app, &data);
    /* TRANSLATORS: before what was checked: 5 columns at most */
    add_signed(app, &view->text, STYLE_OFF, _("no"), &look->refusals);
    add_signed(app, &view->text, STYLE_OFF, "!", &look->doubts);
    add_empty_key(app, view);
    /* TRANSLATORS: before sentences on boot loaders: 5 columns at most */
    add_signed(app, &view->text, STYLE_NORMAL, _("boot"), &look->boot);
    /* TRANSLATORS: before what was checked: 5 columns at most */
    add_signed(app, &view->text, STYLE_NORMAL, _("ok"), &look->passed);
    add_signed(app, &view->text, STYLE_NORMAL, app->wizard.skips_check ? "!" : _("ok"),
               &data);
    checks_add_content(app, view);
}

static void add_price(const struct app *app, struct view *view)
{
    CLEANUP(freep) char *price = fix_words_price(app, &view->rows);
    CLEANUP(freep) char *usual = fix_words_usual(app, &view->rows);

    pager_add(&view->text, STYLE_NORMAL, "");
    pager_add_wrapped(&view->text, STYLE_NORMAL, 0, frame_width(app), price);
    pager_add_wrapped(&view->text, STYLE_NOTE, 0, frame_width(app), usual);
    CLEANUP(freep) char *command = fix_words_command(app, &view->rows);
    if (!command)
        return;
    CLEANUP(freep) char *same = xasprintf(_("The same as a command: %s"), command);
    pager_add_wrapped(&view->text, STYLE_NOTE, 0, frame_width(app), same);
}

static struct view checks_view(const struct app *app)
{
    struct view view = { .text_rows = frame_rows(app) };

    plan_make_shown(app, &view.rows);
    add_checks(app, &view);
    add_price(app, &view);
    int count = (int)view.rows.time.places.count;
    int max = frame_rows(app) / 3;
    view.list_rows = count > PLACES_MAX ? PLACES_MAX : count ? count : 1;
    view.list_rows = view.list_rows > max ? max : view.list_rows;
    view.text_rows -= view.list_rows + 1;
    view.places_row = 2 + view.text_rows;
    return view;
}

static void checks_finish(struct view *view)
{
    plan_rows_finish(&view->rows);
    pager_finish(&view->text);
}

/* --- drawing --- */

static void draw_place(const struct app *app, struct canvas *canvas, int row,
                       const struct view *view, size_t index)
{
    const struct journal_place *place = &view->rows.time.places.at[index];
    CLEANUP(freep) char *where = journal_place_words(place);
    int width = frame_width(app) - 2, used = SIZE_COLUMNS + TIME_COLUMNS + 2;
    int words = width - used > 12 ? width - used : width - TIME_COLUMNS - 1;
    char size[SIZE_TEXT];
    double seconds;
    enum move_time known = moves_time_at(&view->rows.time, place, &seconds);
    CLEANUP(freep) char *time = moves_time_words(known, seconds);

    canvas_put(canvas, row, 4, words, STYLE_NORMAL, where);
    if (width - used > 12)
        canvas_put_right(canvas, row, 4 + words + 1, SIZE_COLUMNS, STYLE_NORMAL,
                         size_format(place->bytes, SIZE_IEC, 0, size));
    canvas_put_right(canvas, row, 4 + width - TIME_COLUMNS, TIME_COLUMNS, STYLE_NORMAL,
                     time);
}

/* Draws that the journal has no place on this disk, and which key names one elsewhere. */
static void draw_no_place(const struct app *app, struct canvas *canvas, int row)
{
    char keys[KEY_LIST];

    (void)keymap_keys(app, SCREEN_FIX_CHECKS, ACTION_JOURNAL, 1, keys);
    canvas_printf(canvas, row, 4, frame_width(app) - 2, STYLE_OFF,
                  /* TRANSLATORS: a key */
                  _("nowhere on this disk: %s names a file on another one"), keys);
}

static void draw_places(const struct app *app, struct canvas *canvas,
                        const struct view *view)
{
    const struct journal_places *places = &view->rows.time.places;
    const struct journal_place *chosen = fix_words_place(app, &view->rows);
    int at = chosen ? (int)(chosen - places->at) : 0;
    int first = at >= view->list_rows ? at - view->list_rows + 1 : 0;

    canvas_divider(canvas, view->places_row, _("Where the journal of the moves is"),
                   chosen ? _("time of the whole plan") : NULL);
    if (!chosen)
        draw_no_place(app, canvas, view->places_row + 1);
    for (int i = 0; chosen && i < view->list_rows; i++) {
        int row = view->places_row + 1 + i;
        draw_place(app, canvas, row, view, (size_t)(first + i));
        frame_offer_row(app, canvas, row, first + i);
        if (first + i == at)
            frame_select_row(app, canvas, row);
    }
    frame_mark_more(canvas, view->places_row + 1, view->list_rows, first,
                    (int)places->count);
}

/* Draws what the plan changes below the checks. */
static void draw_plan(const struct app *app, struct canvas *canvas,
                      const struct view *view)
{
    const struct compare compare = { .before = app->layout,
                                     .after = view->rows.moves.result,
                                     .shows_all = ACTION_BACK };

    if (compare.after)
        compare_draw_around(app, canvas, &compare, view->places_row,
                            view->text_rows - view->text.count);
}

static void draw_checks_foot(const struct app *app, struct canvas *canvas,
                             const struct view *view)
{
    struct foot_item items[] = {
        { ACTION_RUN, N_("last check") }, { ACTION_DOWN, N_("journal") },
        { ACTION_JOURNAL, NULL },         { ACTION_PAGE_DOWN, N_("read on") },
        { ACTION_HELP, N_("help") },      { ACTION_BACK, N_("back") },
    };
    size_t count = ARRAY_SIZE(items);

    if (view->rows.time.places.count < 2)
        count = foot_drop(items, count, ACTION_DOWN);
    if (view->text.count <= view->text_rows)
        count = foot_drop(items, count, ACTION_PAGE_DOWN);
    if (app->wizard.look.refusals.count || !fix_words_place(app, &view->rows))
        count = foot_drop(items, count, ACTION_RUN);
    frame_draw_foot(app, canvas, 1, items, count);
}

static void checks_draw(const struct app *app, struct canvas *canvas)
{
    struct view view = checks_view(app);

    fix_pages_draw_header(app, canvas, 3);
    frame_draw_text(app, canvas, app->rows - 2, _("What was checked"), &view.text,
                    view.text_rows);
    if (frame_is_tall(app))
        draw_plan(app, canvas, &view);
    draw_places(app, canvas, &view);
    draw_checks_foot(app, canvas, &view);
    checks_finish(&view);
}

/* --- actions --- */

static void say_no_place(struct app *app)
{
    char keys[KEY_LIST];

    (void)keymap_keys(app, SCREEN_FIX_CHECKS, ACTION_JOURNAL, 1, keys);
    /* TRANSLATORS: a key */
    app_say(app, true,
            _("There is no place on this disk for the journal of the moves: %s names a "
              "file on another one."),
            keys);
}

static struct effect begin(struct app *app, const struct view *view)
{
    const struct lines *refusals = &app->wizard.look.refusals;

    if (!app->wizard.look.is_made)
        return effect_none;
    if (refusals->count) {
        app_say(app, true, "%s", refusals->at[0]);
        return effect_none;
    }
    if (app->content.live.is_at_work) {
        app_say(app, false, "%s", _("The file systems are still being checked."));
        return effect_none;
    }
    if (!fix_words_place(app, &view->rows)) {
        say_no_place(app);
        return effect_none;
    }
    lines_finish(&app->wizard.steps);
    fix_words_steps(&view->rows, &app->wizard.steps);
    lines_take(&app->wizard.steps, fix_words_price(app, &view->rows));
    app_say(app, false, "%s", _("Checking what is to be written .."));
    return give_up_effect(app, EFFECT_FIX_REHEARSE);
}

static struct effect checks_handle(struct app *app, enum action action)
{
    struct view view = checks_view(app);
    const struct journal_place *chosen = fix_words_place(app, &view.rows);
    struct effect effect = effect_none;
    int at = chosen ? (int)(chosen - view.rows.time.places.at) : 0;

    if (action == ACTION_RUN)
        effect = begin(app, &view);
    else if (action == ACTION_PAGE_UP || action == ACTION_PAGE_DOWN)
        (void)frame_scroll(action, view.text.count, view.text_rows, &app->scroll);
    else if (chosen && frame_move(action, (int)view.rows.time.places.count, 0, &at))
        app->wizard.place = view.rows.time.places.at[at].start;
    checks_finish(&view);
    return effect;
}

static void checks_select(struct app *app, uint32_t row)
{
    struct view view = checks_view(app);

    if (row < view.rows.time.places.count)
        app->wizard.place = view.rows.time.places.at[row].start;
    checks_finish(&view);
}

struct effect screen_fix_compare(struct app *app)
{
    app->wizard.skips_check = !app->wizard.skips_check;
    return effect_none;
}

struct effect screen_fix_journal(struct app *app)
{
    app_ask(app, ASK_JOURNAL, _("File on another disk for the journal:"),
            app->wizard.journal);
    return effect_none;
}

static struct effect checks_answer(struct app *app, enum ask asked, const char *text)
{
    if (asked != ASK_JOURNAL)
        return effect_none;
    copy_text(app->wizard.journal, sizeof(app->wizard.journal), text);
    app->wizard.place = JOURNAL_ANYWHERE;
    return fix_pages_look(app);
}

const struct screen screen_fix_checks = { .title = N_("what was checked"),
                                          .reset = content_check_reset,
                                          .draw = checks_draw,
                                          .handle = checks_handle,
                                          .answer = checks_answer,
                                          .select = checks_select };
