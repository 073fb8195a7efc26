/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_changes.c - pending edits: listed, undone, dropped, saved, never lost unasked */
#include "ui/app/app.h"

#include <stdlib.h>
#include <string.h>

#include "model/base/mem.h"
#include "support/canvas_dump.h"
#include "support/disks.h"
#include "support/rng.h"
#include "support/test.h"
#include "ui/app/disk.h"
#include "ui/screen/frame/screen.h"

static void give(struct app *app, const char *path, struct layout *layout)
{
    struct event event = { .kind = EVENT_LAYOUT, .layout = layout };

    copy_text(event.info.path, sizeof(event.info.path), path);
    (void)app_update(app, &event); /* the first screen asks for nothing */
}

/* A program that was started with a disk. */
static void start(struct app *app)
{
    app_init(app, &screen_ui, LEVEL_UTF8, 24, 80);
    app->guids.state[0] = 1;
    app_skip_picker(app);
    give(app, "/dev/sda", disks_legacy());
}

static struct effect press(struct app *app, uint32_t key)
{
    struct event event = { .kind = EVENT_KEY, .key = key };

    return app_update(app, &event);
}

static struct effect type(struct app *app, const char *keys)
{
    struct effect effect = { .kind = EFFECT_NONE };

    for (; *keys; keys++)
        effect = press(app, *keys == '\n'   ? (uint32_t)KEY_CODE_ENTER
                            : *keys == '\t' ? (uint32_t)KEY_CODE_TAB
                                            : (uint32_t)*keys);
    return effect;
}

static void expect(const struct app *app, const char *text, bool is_there)
{
    CLEANUP(canvas_freep)
    struct canvas *canvas = canvas_new(app->rows, app->cols, app->level);

    app_draw(app, canvas);
    CLEANUP(freep) char *dump = canvas_dump(canvas);
    ck_assert_msg((strstr(dump, text) != NULL) == is_there, "'%s' is %son:\n%s", text,
                  is_there ? "not " : "", dump);
}

static void edit(struct app *app, enum edit_kind kind, unsigned number)
{
    const struct extent *extent = layout_find_number(app->layout, number);
    struct edit wish = { .kind = kind, .id = extent->id };

    ck_assert_msg(app_edit_all(app, &wish, 1), "%s", app->message);
}

/* Deletes 2, takes the active flag from 1, deletes the swap inside the container. */
static void make_three(struct app *app)
{
    start(app);
    edit(app, EDIT_DELETE, 2);
    edit(app, EDIT_BOOT, 1);
    edit(app, EDIT_DELETE, 5);
}

TEST(nothing_to_undo_or_write_is_said)
{
    struct app app;

    start(&app);
    (void)type(&app, "u");
    ck_assert_str_eq(app.message, "There is nothing to undo.");
    (void)type(&app, "U");
    ck_assert_str_eq(app.message, "There is nothing to redo.");
    ck_assert_int_eq(type(&app, "W").kind, EFFECT_NONE);
    ck_assert_str_eq(app.message, "Nothing is pending: there is nothing to write.");
    ck_assert_int_eq(type(&app, "w").kind, EFFECT_NONE);
    ck_assert_str_eq(app.message, "Upper-case W writes.");
    app_finish(&app);
}

TEST(keys_mean_nothing_before_there_is_a_disk)
{
    struct app app;

    app_init(&app, &screen_ui, LEVEL_UTF8, 24, 80);
    app_skip_picker(&app);
    ck_assert_int_eq(type(&app, "uUlWwO").kind, EFFECT_NONE);
    app_finish(&app);
}

TEST(undo_and_redo_say_what_they_did)
{
    struct app app;

    make_three(&app);
    ck_assert_ptr_null(layout_find_number(app.layout, 5));
    (void)type(&app, "u");
    ck_assert_ptr_nonnull(layout_find_number(app.layout, 5));
    ck_assert_ptr_nonnull(strstr(app.message, "Undone: "));
    (void)type(&app, "U");
    ck_assert_ptr_null(layout_find_number(app.layout, 5));
    ck_assert_ptr_nonnull(strstr(app.message, "Done again: "));
    (void)type(&app, "uuu");
    ck_assert_uint_eq(app_pending(&app), 0);
    ck_assert(layout_equal(app.layout, queue_base(app.queue)));
    app_finish(&app);
}

TEST(the_list_shows_what_is_pending_and_what_was_undone)
{
    struct app app;

    make_three(&app);
    (void)type(&app, "l");
    ck_assert_int_eq(app_screen(&app), SCREEN_CHANGES);
    expect(&app, "3 pending", true);
    expect(&app, "Step 3 in detail", true);
    expect(&app, "Undone", false);
    expect(&app, "U redo", false);
    (void)type(&app, "u");
    expect(&app, "2 pending", true);
    expect(&app, "U brings back", true);
    (void)type(&app, "k"); /* ends the message on the keys' row */
    expect(&app, "U redo", true);
    (void)type(&app, "U");
    expect(&app, "3 pending", true);
    (void)type(&app, "q");
    ck_assert_int_eq(app_screen(&app), SCREEN_TABLE);
    app_finish(&app);
}

/* Which sectors the step under the cursor writes: the table alone. */
static const struct {
    const char *keys;
    const char *writes;
} steps[] = {
    { "lkk", "sector 0 (MBR)" },
    { "lk", "sector 0 (MBR)" },
    { "l", "(EBR)" },
};

TEST_EACH(a_step_says_which_sectors_it_writes, steps)
{
    struct app app;

    make_three(&app);
    (void)type(&app, steps[_i].keys);
    expect(&app, "writes", true);
    expect(&app, steps[_i].writes, true);
    app_finish(&app);
}

TEST(one_of_many_can_be_dropped)
{
    struct app app;

    make_three(&app);
    (void)type(&app, "lkkd");
    ck_assert_uint_eq(app_pending(&app), 2);
    ck_assert_ptr_nonnull(layout_find_number(app.layout, 2));
    ck_assert_ptr_null(layout_find_number(app.layout, 5));
    ck_assert_ptr_nonnull(strstr(app.message, "Dropped: "));
    app_finish(&app);
}

/* A partition that another step needs. */
TEST(a_step_that_others_stand_on_is_kept)
{
    struct edit create = { .kind = EDIT_CREATE, .extent = EXTENT_PARTITION };
    struct app app;

    start(&app);
    const struct extent *old = layout_find_number(app.layout, 2);
    create.start = old->start + 4;
    create.length = 2048;
    edit(&app, EDIT_DELETE, 2);
    ck_assert_msg(app_edit_all(&app, &create, 1), "%s", app.message);
    (void)type(&app, "lkd");
    ck_assert_uint_eq(app_pending(&app), 2);
    ck_assert(app.is_message_error);
    ck_assert_ptr_nonnull(strstr(app.message, "It cannot be dropped alone. "));
    app_finish(&app);
}

TEST(what_was_undone_cannot_be_dropped)
{
    struct app app;

    make_three(&app);
    (void)type(&app, "lud");
    ck_assert_uint_eq(app_pending(&app), 2);
    ck_assert_str_eq(app.message, "Nothing that is pending is selected.");
    app_finish(&app);
}

TEST(tab_shows_both_tables)
{
    struct app app;

    make_three(&app);
    (void)type(&app, "l\t");
    expect(&app, "Before ─ msdos, 3 partitions", true);
    expect(&app, "After ─ msdos, 1 partition", true);
    expect(&app, "* 2 ", true);
    (void)type(&app, "\t");
    expect(&app, "In this order", true);
    app_finish(&app);
}

/* --- leaving --- */

static struct effect interrupt(struct app *app)
{
    struct event event = { .kind = EVENT_INTERRUPT };

    return app_update(app, &event);
}

static const struct {
    uint32_t key; /* 0: Ctrl-C */
} ways_out[] = { { 'Q' }, { KEY_CODE_F10 }, { 0 }, { 'q' } };

#define SURE_WAYS 3 /* the first of these, which lead out where nothing is pending */

static struct effect try_to_leave(struct app *app, int way)
{
    return ways_out[way].key ? press(app, ways_out[way].key) : interrupt(app);
}

TEST_EACH(without_changes_every_way_out_leads_out, ways_out)
{
    struct app app;

    start(&app);
    ck_assert_int_eq(try_to_leave(&app, _i).kind,
                     _i < SURE_WAYS ? EFFECT_QUIT : EFFECT_NONE);
    app_finish(&app);
}

/* A key held down to go back from screen to screen does not end the program. */
TEST(q_tells_which_key_quits)
{
    struct app app;

    start(&app);
    for (int i = 0; i < 5; i++) {
        ck_assert_int_eq(press(&app, 'q').kind, EFFECT_NONE);
        ck_assert_str_eq(app.message, "Q quits, any other key stays.");
    }
    ck_assert_int_eq(press(&app, 'Q').kind, EFFECT_QUIT);
    (void)press(&app, 'j');
    ck_assert_str_eq(app.message, "");
    (void)type(&app, "y"); /* another screen */
    ck_assert_int_eq(press(&app, 'Q').kind, EFFECT_NONE);
    ck_assert_int_eq(app_screen(&app), SCREEN_WHY);
    (void)press(&app, 'q');
    ck_assert_int_eq(app_screen(&app), SCREEN_TABLE);
    ck_assert_str_eq(app.message, "");
    app_finish(&app);
}

TEST_EACH(changes_are_named_before_they_are_forgotten, ways_out)
{
    struct app app;

    make_three(&app);
    ck_assert_int_eq(try_to_leave(&app, _i).kind, EFFECT_NONE);
    expect(&app, "3 changes are not written", true);
    expect(&app, "Q quit and forget them, O save them as a script, any other key stays",
           true);
    CLEANUP(freep) char *words = queue_words(app.queue, 0);
    expect(&app, words, true);
    ck_assert_int_eq(press(&app, 'Q').kind, EFFECT_QUIT);
    app_finish(&app);
}

static const uint32_t stays[] = { 'n', KEY_CODE_ENTER, ' ', KEY_CODE_ESCAPE, 'q', 'y' };

TEST_EACH(any_other_key_stays, stays)
{
    struct app app;

    make_three(&app);
    (void)press(&app, 'q');
    ck_assert_int_eq(press(&app, stays[_i]).kind, EFFECT_NONE);
    ck_assert_int_eq(app.leaving, LEAVE_NOT);
    ck_assert_uint_eq(app_pending(&app), 3);
    ck_assert_int_eq(app_screen(&app), SCREEN_TABLE);
    expect(&app, "are not written", false);
    app_finish(&app);
}

TEST(a_second_interrupt_does_not_forget)
{
    struct app app;

    make_three(&app);
    (void)interrupt(&app);
    ck_assert_int_eq(interrupt(&app).kind, EFFECT_NONE);
    ck_assert_uint_eq(app_pending(&app), 3);
    app_finish(&app);
}

TEST(an_interrupt_closes_a_field)
{
    struct app app;

    make_three(&app);
    (void)type(&app, "/abc");
    (void)interrupt(&app);
    ck_assert_int_eq(app.asking, ASK_NOTHING);
    expect(&app, "3 changes are not written", true);
    app_finish(&app);
}

TEST(a_small_window_names_as_many_as_fit)
{
    struct app app;
    struct event event = { .kind = EVENT_RESIZE, .rows = 10, .cols = 40 };

    make_three(&app);
    for (int i = 0; i < 20; i++)
        edit(&app, EDIT_BOOT, 1), (void)type(&app, "u"), edit(&app, EDIT_BOOT, 1);
    (void)app_update(&app, &event);
    (void)press(&app, 'q');
    expect(&app, "23 changes are not written", true);
    expect(&app, " more", true);
    expect(&app, "any other key stays", true);
    event = (struct event){ .kind = EVENT_RESIZE, .rows = 5, .cols = 30 };
    (void)app_update(&app, &event);
    expect(&app, "23 changes are not written", true);
    app_finish(&app);
}

/* The picker is where another disk is opened. */
TEST(going_back_to_the_disks_asks_too)
{
    struct event disks = { .kind = EVENT_DISKS, .disk_count = 1 };
    struct app app;

    app_init(&app, &screen_ui, LEVEL_UTF8, 24, 80);
    disks.disks = xcalloc(1, sizeof(*disks.disks));
    copy_text(disks.disks->path, sizeof(disks.disks->path), "/dev/sda");
    (void)app_update(&app, &disks);
    give(&app, "/dev/sda", disks_legacy());
    edit(&app, EDIT_DELETE, 2);
    (void)press(&app, 'q');
    expect(&app, "1 change is not written", true);
    expect(&app, "Q go back and forget them", true);
    (void)press(&app, 'n');
    ck_assert_int_eq(app_screen(&app), SCREEN_TABLE);
    (void)press(&app, 'q');
    ck_assert_int_eq(press(&app, 'Q').kind, EFFECT_NONE);
    ck_assert_int_eq(app_screen(&app), SCREEN_DISKS);
    ck_assert_uint_eq(app_pending(&app), 0);
    ck_assert_int_eq(press(&app, 'q').kind, EFFECT_NONE);
    ck_assert_int_eq(press(&app, 'Q').kind, EFFECT_QUIT);
    app_finish(&app);
}

/* --- scripts, and the disk read again --- */

TEST(a_script_is_offered_before_leaving)
{
    struct app app;

    make_three(&app);
    (void)type(&app, "qO");
    ck_assert_int_eq(app.asking, ASK_SAVE_SCRIPT);
    ck_assert_str_eq(app.field.text, "sda.sfdisk");
    ck_assert_int_eq(press(&app, KEY_CODE_TAB).kind, EFFECT_COMPLETE);
    struct effect effect = press(&app, KEY_CODE_ENTER);
    ck_assert_int_eq(effect.kind, EFFECT_SAVE_SCRIPT);
    ck_assert_str_eq(effect.path, "sda.sfdisk");
    ck_assert_ptr_nonnull(strstr(effect.text, "label: dos"));
    ck_assert_ptr_null(strstr(effect.text, "204796620")); /* it was deleted */
    ck_assert_uint_eq(app_pending(&app), 3);
    app_finish(&app);
}

TEST(changes_stay_when_the_disk_is_read_again)
{
    struct app app;

    make_three(&app);
    ck_assert_int_eq(type(&app, "R").kind, EFFECT_REREAD);
    give(&app, "/dev/sda", disks_legacy());
    ck_assert_uint_eq(app_pending(&app), 3);
    ck_assert_ptr_null(layout_find_number(app.layout, 2));
    app_finish(&app);
}

/* They name extents of the old one: on another table they would hit what stands there. */
TEST(changes_to_a_table_that_is_gone_are_forgotten_aloud)
{
    struct app app;

    make_three(&app);
    (void)type(&app, "u");
    give(&app, "/dev/sda", disks_touching());
    ck_assert_uint_eq(app_pending(&app), 0);
    ck_assert_uint_eq(queue_undone_count(app.queue), 0);
    ck_assert(app.is_message_error);
    ck_assert_ptr_nonnull(strstr(app.message, "the 2 changes that were pending"));
    ck_assert(layout_equal(app.layout, queue_base(app.queue)));
    app_finish(&app);
}

/* No size may break the drawing. */
TEST(every_size_is_drawn)
{
    struct app app;

    make_three(&app);
    (void)type(&app, "ul");
    for (int rows = 1; rows <= 50; rows += rng_step(3)) {
        for (int cols = 1; cols <= 140; cols += rng_step(7)) {
            struct event event = { .kind = EVENT_RESIZE, .rows = rows, .cols = cols };
            (void)app_update(&app, &event);
            (void)type(&app, "j\tjk\tk");
            expect(&app, "\n", true);
        }
    }
    app_finish(&app);
}
