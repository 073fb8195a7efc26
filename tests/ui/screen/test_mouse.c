/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_mouse.c - clicks select and press what they hit, and change nothing elsewhere */
#include <string.h>

#include "model/base/mem.h"
#include "support/canvas_dump.h"
#include "support/disks.h"
#include "support/test.h"
#include "ui/person.h"
#include "ui/saved_tables.h"
#include "ui/screen/frame/screen.h"

static struct effect use(struct app *app, enum mouse_kind kind, int row, int col)
{
    struct event event = { .kind = EVENT_MOUSE, .mouse = { kind, row, col } };

    return app_update(app, &event);
}

/* A click on the first character of TEXT, as the screen is in ASCII. */
static struct effect click_on(struct app *app, const char *text)
{
    CLEANUP(canvas_freep)
    struct canvas *canvas = canvas_new(app->rows, app->cols, LEVEL_ASCII);
    int row = 0;

    app_draw(app, canvas);
    CLEANUP(freep) char *dump = canvas_dump(canvas);
    const char *line = dump, *at = strstr(dump, text);
    ck_assert_msg(at != NULL, "'%s' is not on:\n%s", text, dump);
    for (const char *end; (end = strchr(line, '\n')) != NULL && end < at; line = end + 1)
        row++;
    return use(app, MOUSE_CLICK, row, (int)(at - line));
}

static unsigned selected_number(const struct app *app)
{
    const struct extent *extent = app_selected(app);

    return extent ? extent->number : 0;
}

static const struct {
    const char *keys, *on; /* what is typed first, what is clicked */
    int rows, cols;
    unsigned want; /* number of the selected partition */
} selections[] = {
    { "", "204796620 ", 24, 80, 2 },        /* a row */
    { "", "2 ext4", 24, 80, 2 },            /* a name above the map */
    { "j", "!n%", 24, 80, 1 },              /* a part of the map */
    { "", "!s", 24, 80, 5 },                /* the last part */
    { "j", "11112222", 24, 80, 1 },         /* the ruler: sectors of another one */
    { "", "M.......|", 24, 80, 1 },         /* sectors of the table are in no row */
    { "", "204796620 ", 12, 40, 2 },        /* without a box */
    { "j++++++++", "11112222", 24, 80, 1 }, /* the zoomed map */
};

TEST_EACH(a_click_selects, selections)
{
    struct app app;

    person_opens(&app, disks_legacy(), selections[_i].rows, selections[_i].cols);
    person_types(&app, selections[_i].keys);
    ck_assert_int_eq(click_on(&app, selections[_i].on).kind, EFFECT_NONE);
    ck_assert_uint_eq(selected_number(&app), selections[_i].want);
    ck_assert_uint_eq(app_pending(&app), 0);
    app_finish(&app);
}

/* Where it is shown below something else, and would change what that tells. */
TEST(a_click_on_a_list_that_is_only_shown_selects_nothing)
{
    struct app app;

    person_opens(&app, disks_legacy(), 60, 200);
    person_types(&app, "X");
    (void)click_on(&app, "  5l ");
    ck_assert_uint_eq(selected_number(&app), 1);
    (void)click_on(&app, "2 ext4");
    ck_assert_uint_eq(selected_number(&app), 1);
    app_finish(&app);
}

static const struct {
    const char *on, *sees;
} presses[] = {
    { "[Explain]", "Cures" },
    { "Delete ", "1 change pending" },
    { "( Undo", "nothing to undo" },
    { "[ Help", "alidade help" },
};

TEST_EACH(a_click_presses_a_button, presses)
{
    struct app app;

    person_opens(&app, disks_legacy(), 24, 80);
    ck_assert_int_ne(click_on(&app, presses[_i].on).kind, EFFECT_ACTION);
    person_expects(&app, presses[_i].sees);
    app_finish(&app);
}

TEST(a_click_on_quit_quits)
{
    struct app app;

    person_opens(&app, disks_legacy(), 24, 80);
    ck_assert_int_eq(click_on(&app, "Quit").kind, EFFECT_QUIT);
    app_finish(&app);
}

TEST(a_key_of_the_last_line_can_be_clicked)
{
    struct app app;

    person_opens(&app, disks_legacy(), 24, 80);
    person_types(&app, "\n");
    person_expects(&app, "7 x 4096 + 3584");
    ck_assert_int_eq(click_on(&app, "q back").kind, EFFECT_NONE);
    person_expects(&app, "3 of 3 misaligned");
    app_finish(&app);
}

static const char *const keys_before[] = { "", "\n", "X", "d", "?", "n", "p" };

/* The header has nothing to click. */
TEST_EACH(a_click_outside_says_one_sentence, keys_before)
{
    struct app app;

    person_opens(&app, disks_legacy(), 24, 80);
    person_types(&app, keys_before[_i]);
    unsigned selected = selected_number(&app);
    size_t pending = app_pending(&app);
    enum screen_id screen = app_screen(&app);
    ck_assert_int_eq(use(&app, MOUSE_CLICK, 0, 40).kind, EFFECT_NONE);
    ck_assert_msg(strstr(app.message, "nothing to click"), "%s", app.message);
    ck_assert_uint_eq(selected_number(&app), selected);
    ck_assert_uint_eq(app_pending(&app), pending);
    ck_assert_int_eq(app_screen(&app), screen);
    app_finish(&app);
}

/* Consent is typed, and so is all else that is asked for. */
static const char *const questions[] = { "/", "g", "dq", "dW" };

TEST_EACH(questions_are_not_answered_by_clicks, questions)
{
    struct app app;

    person_opens(&app, disks_legacy(), 24, 80);
    person_types(&app, questions[_i]);
    CLEANUP(freep) char *before = person_sees(&app);
    bool is_asked = app.leaving || app.asking;
    for (int row = 0; is_asked && row < app.rows; row++) {
        for (int col = 0; col < app.cols; col += 5) {
            ck_assert_int_eq(use(&app, MOUSE_CLICK, row, col).kind, EFFECT_NONE);
            (void)use(&app, MOUSE_WHEEL_DOWN, row, col);
        }
    }
    CLEANUP(freep) char *after = person_sees(&app);
    ck_assert_str_eq(after, before);
    app_finish(&app);
}

TEST(a_running_move_is_not_asked_to_stop_or_to_go_on_by_the_mouse)
{
    struct app app;

    person_opens(&app, disks_legacy(), 24, 80);
    app_push(&app, SCREEN_MOVING);
    app.fix.is_at_work = app.fix.is_asked = true;
    ck_assert_int_eq(use(&app, MOUSE_WHEEL_DOWN, 5, 5).kind, EFFECT_NONE);
    ck_assert_int_eq(use(&app, MOUSE_CLICK, 23, 3).kind, EFFECT_NONE);
    ck_assert(app.fix.is_asked);
    ck_assert(!app.fix.is_stopping);
    app_finish(&app);
}

TEST(the_wheel_moves_as_the_cursor_keys)
{
    struct app app;

    person_opens(&app, disks_legacy(), 24, 80);
    (void)use(&app, MOUSE_WHEEL_DOWN, 5, 5);
    ck_assert_uint_eq(selected_number(&app), 2);
    (void)use(&app, MOUSE_WHEEL_UP, 5, 5);
    ck_assert_uint_eq(selected_number(&app), 1);
    (void)use(&app, MOUSE_NOTHING, 5, 5);
    ck_assert_uint_eq(selected_number(&app), 1);
    app_finish(&app);
}

TEST(the_help_names_the_mouse_where_there_is_one)
{
    struct app app;

    person_opens(&app, disks_legacy(), 60, 80);
    person_types(&app, "?");
    person_lacks(&app, "Shift+mouse");
    app.has_mouse = true;
    person_expects(&app, "Shift+mouse");
    app_finish(&app);
}

TEST(a_click_selects_a_disk_of_the_machine)
{
    struct event event = { .kind = EVENT_DISKS, .disk_count = 3 };
    struct app app;

    event.disks = xcalloc(event.disk_count, sizeof(*event.disks));
    for (size_t i = 0; i < event.disk_count; i++)
        copy_text(event.disks[i].path, sizeof(event.disks[i].path),
                  (const char *[]){ "/dev/sda", "/dev/sdb", "/dev/sdc" }[i]);
    app_init(&app, &screen_ui, LEVEL_UTF8, 24, 80);
    (void)app_update(&app, &event);
    (void)click_on(&app, "/dev/sdc");
    ck_assert_uint_eq(app.picker.selected, 2);
    ck_assert(app.picker.is_chosen);
    app_finish(&app);
}

static const struct {
    const char *keys, *on, *selects; /* what is typed first, clicked, and seen then */
} lists[] = {
    { "djdl", " 1  delete", "Step 1 in detail" },
    { "t", "Linux swap", "> Linux swap" },
    { "\n", "56  4", ">    56" },
    { "?", "change the disk id", "> D" },
    { "N", "msdos, partitions from", "> msdos, partitions from" },
    { "A", "4 KiB  ", "> 4 KiB" },
    { "A", "204796620 ", "> 2" },
    { "A", "!s.", "> 5l" },
    { "F\n", "4 KiB  ", "> 4 KiB" },
    { "F\n\n", "free space at", "> free space at" },
};

TEST_EACH(a_click_selects_in_lists, lists)
{
    struct app app;

    person_opens(&app, disks_legacy(), 24, 80);
    person_types(&app, lists[_i].keys);
    person_lacks(&app, lists[_i].selects);
    size_t pending = app_pending(&app);
    enum screen_id screen = app_screen(&app);
    enum effect_kind effect = click_on(&app, lists[_i].on).kind;
    ck_assert(effect == EFFECT_NONE || effect == EFFECT_FIX_LOOK);
    person_expects(&app, lists[_i].selects);
    ck_assert_uint_eq(app_pending(&app), pending);
    ck_assert_int_eq(app_screen(&app), screen);
    app_finish(&app);
}

TEST(a_click_selects_a_saved_table)
{
    struct app app;

    person_opens(&app, disks_legacy(), 24, 80);
    saved_tables_show(&app);
    (void)click_on(&app, "no table");
    person_expects(&app, "table: none -> msdos");
    app_finish(&app);
}

/* Neither a selected choice nor what it then asks for begins by a click. */
TEST(a_click_selects_what_to_do_with_a_move_and_begins_nothing)
{
    struct app app;

    person_opens(&app, disks_legacy(), 24, 80);
    app.fix.has_status = true;
    app.fix.step.number = 2;
    app_push(&app, SCREEN_RESUME);
    for (int i = 0; i < 2; i++)
        ck_assert_int_eq(click_on(&app, "Take back:").kind, EFFECT_NONE);
    person_expects(&app, "> Take back:");
    ck_assert_int_eq(app_screen(&app), SCREEN_RESUME);
    app_finish(&app);
}

/* Only the field changes: the question stays open. */
TEST(a_click_puts_a_listed_file_into_the_field)
{
    struct event named = { .kind = EVENT_NAMED, .text = "/root/new.file" };
    struct app app;

    person_opens(&app, disks_legacy(), 24, 80);
    person_types(&app, "L");
    lines_add(&named.choices.paths, "%s", "/root/new.file");
    lines_add(&named.choices.notes, "%s", "a note");
    lines_add(&named.choices.paths, "%s", "/root/old.file");
    lines_add(&named.choices.notes, "%s", "a note");
    (void)app_update(&app, &named);
    ck_assert_int_eq(click_on(&app, "/root/old.file").kind, EFFECT_NONE);
    ck_assert_str_eq(app.field.text, "/root/old.file");
    ck_assert_int_eq(click_on(&app, "Backup to restore").kind, EFFECT_NONE);
    ck_assert_int_eq(app.asking, ASK_RESTORE);
    app_finish(&app);
}
