/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_write.c - nothing is written before yes, and what was written is told */
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

static void give(struct app *app, struct layout *layout)
{
    struct event event = { .kind = EVENT_LAYOUT, .layout = layout };

    strcpy(event.info.path, "/dev/sda");
    (void)app_update(app, &event); /* the main screen asks for nothing */
}

static struct effect press(struct app *app, uint32_t key)
{
    struct event event = { .kind = EVENT_KEY, .key = key, .ms = CONSENT_DELAY_MS };

    return app_update(app, &event);
}

static struct effect type(struct app *app, const char *keys)
{
    struct effect effect = { .kind = EFFECT_NONE };

    for (; *keys; keys++)
        effect = press(app, *keys == '\n' ? (uint32_t)KEY_CODE_ENTER : (uint32_t)*keys);
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

/* The legacy disk, without partition 2 where something is to be pending. */
static void start(struct app *app, bool is_pending)
{
    app_init(app, &screen_ui, LEVEL_UTF8, 24, 80);
    app->guids.state[0] = 1;
    app_skip_picker(app);
    give(app, disks_legacy());
    struct edit edit = { .kind = EDIT_DELETE,
                         .id = layout_find_number(app->layout, 2)->id };
    if (is_pending)
        ck_assert(app_edit_all(app, &edit, 1));
}

static struct event rehearsal(void)
{
    struct event event = { .kind = EVENT_REHEARSED };

    lines_add(&event.rehearsal.disk, "Disk: /dev/sda");
    lines_add(&event.rehearsal.writes, "MBR: sector 0");
    lines_add(&event.rehearsal.checked, "Nothing that changes is in use.");
    lines_add(&event.rehearsal.losses, "Partition 2 holds ext4 and would be lost.");
    lines_add(&event.rehearsal.warnings, "The backup will lie in memory.");
    event.rehearsal.backup_path = xstrdup("/run/alidade/sda.alidade");
    return event;
}

static void consent_screen(struct app *app)
{
    struct event event = rehearsal();

    start(app, true);
    ck_assert_int_eq(type(app, "W").kind, EFFECT_REHEARSE);
    (void)app_update(app, &event);
    ck_assert_int_eq(app_screen(app), SCREEN_WRITE);
    (void)app_update(app, &(struct event){ .kind = EVENT_SHOWN });
}

TEST(what_is_refused_is_said_and_nothing_moves)
{
    struct event event = { .kind = EVENT_REHEARSED,
                           .text = "/dev/sda1 is mounted on /." };
    struct app app;

    start(&app, true);
    lines_add(&event.rehearsal.disk, "Disk: /dev/sda");
    (void)type(&app, "W");
    ck_assert_int_eq(app_update(&app, &event).kind, EFFECT_NONE);
    ck_assert_int_eq(app_screen(&app), SCREEN_TABLE);
    expect(&app, "/dev/sda1 is mounted on /.", true);
    ck_assert(app.is_message_error);
    ck_assert_uint_eq(app_pending(&app), 1);
    app_finish(&app);
}

TEST(what_is_there_already_is_not_written)
{
    struct event event = { .kind = EVENT_REHEARSED };
    struct app app;

    start(&app, true);
    (void)type(&app, "W");
    (void)app_update(&app, &event);
    ck_assert_int_eq(app_screen(&app), SCREEN_TABLE);
    expect(&app, "The disk has all of this already.", true);
    app_finish(&app);
}

/* The file system has to be made smaller first, say. */
TEST(what_would_be_refused_is_shown_and_not_asked_for)
{
    struct event event = rehearsal();
    struct app app;

    start(&app, true);
    event.rehearsal.refusal = xstrdup("The ext4 in partition 2 is too large.");
    lines_add(&event.rehearsal.warnings, "%s", event.rehearsal.refusal);
    (void)type(&app, "W");
    (void)app_update(&app, &event);
    ck_assert_int_eq(app_screen(&app), SCREEN_WRITE);
    ck_assert_int_eq(app.asking, ASK_NOTHING);
    expect(&app, "The ext4 in partition 2 is too large.", true);
    expect(&app, "This cannot be written yet", true);
    expect(&app, "Type yes", false);
    (void)type(&app, "?"); /* no field takes it */
    expect(&app, "alidade help ─ what will be written", true);
    (void)type(&app, "q"); /* back to the refusal */
    ck_assert_int_eq(type(&app, "yes\n").kind, EFFECT_NONE);
    ck_assert_int_eq(type(&app, "W").kind, EFFECT_REHEARSE);
    event = rehearsal();
    (void)app_update(&app, &event);
    expect(&app, "Type yes to write", true);
    ck_assert_int_eq(app.asking, ASK_CONSENT);
    event = (struct event){ .kind = EVENT_REHEARSED, .text = "It is mounted." };
    (void)app_update(&app, &event);
    ck_assert_int_eq(app_screen(&app), SCREEN_TABLE);
    app_finish(&app);
}

TEST(a_disk_opened_read_only_is_not_rehearsed)
{
    struct app app;

    start(&app, true);
    app.is_read_only = true;
    ck_assert_int_eq(type(&app, "W").kind, EFFECT_NONE);
    expect(&app, "/dev/sda was opened read-only.", true);
    app_finish(&app);
}

TEST(a_disk_that_may_not_be_written_says_how)
{
    struct app app;

    start(&app, true);
    app.is_read_only = true;
    app.info.is_forbidden = true;
    ck_assert_int_eq(type(&app, "W").kind, EFFECT_NONE);
    expect(&app, "/dev/sda: you may not write to it. Try: sudo alidade /dev/sda", true);
    app_finish(&app);
}

TEST(all_that_matters_is_on_the_screen)
{
    struct app app;

    consent_screen(&app);
    expect(&app, "Disk: /dev/sda", true);
    expect(&app, "partition 2", true);
    expect(&app, "MBR: sector 0", true);
    expect(&app, "Nothing that changes is in use.", true);
    expect(&app, "The backup will lie in memory.", true);
    expect(&app, "Partition 2 holds ext4 and would be lost.", true);
    expect(&app, "/run/alidade/sda.alidade", true);
    expect(&app, "Type yes to write, anything else to go back:", true);
    expect(&app, "nothing has been written yet", true);
    app_finish(&app);
}

static const char *const refusals[] = {
    "\n", "ye\n", "y\n", "yes!\n", "no\n", "yess\n", "y es\n", "\x07", "q\n", "W\n",
};

TEST_EACH(anything_but_yes_goes_back, refusals)
{
    struct app app;

    consent_screen(&app);
    ck_assert_int_eq(type(&app, refusals[_i]).kind, EFFECT_FORGET);
    ck_assert_int_eq(app_screen(&app), SCREEN_TABLE);
    ck_assert_int_eq(app.asking, ASK_NOTHING);
    expect(&app, "Nothing has been written.", true);
    ck_assert_uint_eq(app_pending(&app), 1);
    app_finish(&app);
}

TEST(escape_and_interrupt_go_back_too)
{
    struct event interrupt = { .kind = EVENT_INTERRUPT };
    struct app app;

    consent_screen(&app);
    (void)type(&app, "yes");
    ck_assert_int_eq(press(&app, KEY_CODE_ESCAPE).kind, EFFECT_FORGET);
    ck_assert_int_eq(app_screen(&app), SCREEN_TABLE);
    app_finish(&app);
    consent_screen(&app);
    (void)type(&app, "yes");
    ck_assert_int_eq(app_update(&app, &interrupt).kind, EFFECT_FORGET);
    ck_assert_int_eq(app_screen(&app), SCREEN_TABLE);
    ck_assert_int_eq(app.leaving, LEAVE_NOT);
    app_finish(&app);
}

static const char *const consents[] = { "yes\n", "YES\n", "Yes\n", "yex\177s\n" };

TEST_EACH(yes_commits, consents)
{
    struct app app;

    consent_screen(&app);
    for (const char *key = consents[_i]; *key; key++) {
        ck_assert_int_eq(app_screen(&app), SCREEN_WRITE);
        uint32_t code = *key == '\n'     ? (uint32_t)KEY_CODE_ENTER
                        : *key == '\x7f' ? (uint32_t)KEY_CODE_BACKSPACE
                                         : (uint32_t)*key;
        struct effect effect = press(&app, code);
        ck_assert_int_eq(effect.kind, *key == '\n' ? EFFECT_COMMIT : EFFECT_NONE);
    }
    app_finish(&app);
}

/* A person who cannot see what is to be written has not read it. */
TEST(yes_on_a_screen_that_is_too_small_goes_back)
{
    struct event event = { .kind = EVENT_RESIZE, .rows = 5, .cols = 30 };
    struct app app;

    consent_screen(&app);
    (void)app_update(&app, &event);
    ck_assert_int_eq(type(&app, "yes\n").kind, EFFECT_FORGET);
    app_finish(&app);
}

TEST(a_resize_keeps_what_was_typed)
{
    struct event event = { .kind = EVENT_RESIZE, .rows = 12, .cols = 40 };
    struct app app;

    consent_screen(&app);
    (void)type(&app, "ye");
    (void)app_update(&app, &event);
    expect(&app, "ye", true);
    expect(&app, "Type yes to write, anything else to", true);
    ck_assert_int_eq(type(&app, "s\n").kind, EFFECT_COMMIT);
    app_finish(&app);
}

TEST(a_long_report_scrolls_beside_the_field)
{
    struct event event = rehearsal();
    struct app app;

    start(&app, true);
    for (int i = 1; i <= 60; i++)
        lines_add(&event.rehearsal.checked, "check number %d", i);
    (void)type(&app, "W");
    (void)app_update(&app, &event);
    (void)app_update(&app, &(struct event){ .kind = EVENT_SHOWN });
    expect(&app, "check number 60", false);
    for (int i = 0; i < 10; i++)
        (void)press(&app, KEY_CODE_PAGE_DOWN);
    expect(&app, "check number 60", true);
    expect(&app, "Type yes to write", true);
    (void)press(&app, KEY_CODE_UP);
    ck_assert_int_eq(type(&app, "yes\n").kind, EFFECT_COMMIT);
    app_finish(&app);
}

TEST(tab_shows_both_tables_beside_the_field)
{
    struct app app;

    consent_screen(&app);
    (void)press(&app, KEY_CODE_TAB);
    expect(&app, "After ─ msdos, 2 partitions", true);
    expect(&app, "Type yes to write", true);
    (void)press(&app, KEY_CODE_TAB);
    expect(&app, "MBR: sector 0", true);
    app_finish(&app);
}

/* --- after it --- */

static struct event report(bool is_written, const char *failure)
{
    struct event event = { .kind = EVENT_COMMITTED, .text = failure };

    event.commit.is_written = is_written;
    if (is_written) {
        lines_add(&event.commit.done, "Backup written.");
        lines_add(&event.commit.done, "/root/sda.alidade");
        lines_add(&event.commit.kernel, "1: sectors 63 to 204796619");
        lines_add(&event.commit.after, "mkfs.ext4 /dev/sda2");
    }
    return event;
}

TEST(what_was_done_is_told_and_the_disk_read_again)
{
    struct event event = report(true, NULL);
    struct app app;

    consent_screen(&app);
    (void)type(&app, "yes\n");
    ck_assert_int_eq(app_update(&app, &event).kind, EFFECT_REREAD);
    ck_assert_int_eq(app_screen(&app), SCREEN_WRITTEN);
    ck_assert_uint_eq(app_pending(&app), 0);
    give(&app, disks_touching()); /* as it is now */
    expect(&app, "The table on the disk is the new one.", true);
    expect(&app, "Backup written.", true);
    expect(&app, "1: sectors 63 to 204796619", true);
    expect(&app, "mkfs.ext4 /dev/sda2", true);
    expect(&app, "/root/sda.alidade", true);
    expect(&app, "is another one by now", false);
    ck_assert_int_eq(type(&app, "q").kind, EFFECT_NONE);
    ck_assert_int_eq(app_screen(&app), SCREEN_TABLE);
    ck_assert_int_eq(type(&app, "Q").kind, EFFECT_QUIT);
    app_finish(&app);
}

TEST(a_write_from_the_list_comes_back_to_the_table)
{
    struct event rehearsed = rehearsal(), event = report(true, NULL);
    struct app app;

    start(&app, true);
    ck_assert_int_eq(type(&app, "lW").kind, EFFECT_REHEARSE);
    (void)app_update(&app, &rehearsed);
    (void)app_update(&app, &(struct event){ .kind = EVENT_SHOWN });
    (void)type(&app, "yes\n");
    (void)app_update(&app, &event);
    (void)type(&app, "q");
    ck_assert_int_eq(app_screen(&app), SCREEN_TABLE);
    app_finish(&app);
}

TEST(a_refused_write_keeps_the_changes)
{
    struct event event = report(false, "/dev/sda has changed meanwhile.");
    struct app app;

    consent_screen(&app);
    (void)type(&app, "yes\n");
    ck_assert_int_eq(app_update(&app, &event).kind, EFFECT_REREAD);
    give(&app, disks_legacy());
    expect(&app, "/dev/sda has changed meanwhile.", true);
    expect(&app, "Nothing has been written. The changes are still pending.", true);
    (void)type(&app, "q");
    ck_assert_uint_eq(app_pending(&app), 1);
    app_finish(&app);
}

/* Another program has written: the pending changes were for the table before. */
TEST(changes_to_another_table_are_not_said_to_be_pending)
{
    struct event event = report(false, "/dev/sda has changed meanwhile.");
    struct app app;

    consent_screen(&app);
    (void)type(&app, "yes\n");
    (void)app_update(&app, &event);
    give(&app, disks_touching());
    expect(&app, "Nothing has been written.", true);
    expect(&app, "still pending", false);
    expect(&app, "is another one by now", true);
    app_finish(&app);
}

TEST(a_failed_write_tells_the_state_of_the_disk)
{
    struct event event =
        report(false, "Sector 0 cannot be written: the old table counts.");
    struct app app;

    consent_screen(&app);
    (void)type(&app, "yes\n");
    lines_add(&event.commit.done, "Backup written.");
    (void)app_update(&app, &event);
    expect(&app, "Not written", true);
    expect(&app, "Sector 0 cannot be written: the old table counts.", true);
    expect(&app, "Nothing has been written.", false);
    expect(&app, "Backup written.", true);
    app_finish(&app);
}

TEST(a_write_that_ended_between_its_steps_is_told_so)
{
    struct event event = report(false, "Step 2 of 3 was not begun.");
    struct app app;

    consent_screen(&app);
    (void)type(&app, "yes\n");
    lines_add(&event.commit.done, "Backup written.");
    event.commit.is_begun = true;
    (void)app_update(&app, &event);
    expect(&app, "Written in part", true);
    expect(&app, "Step 2 of 3 was not begun.", true);
    expect(&app, "Nothing has been written.", false);
    app_finish(&app);
}

TEST(every_size_is_drawn)
{
    struct event event = report(true, "Something went wrong.");
    struct app app;

    consent_screen(&app);
    for (int written = 0; written < 2; written++) {
        for (int rows = 1; rows <= 50; rows += rng_step(3)) {
            for (int cols = 1; cols <= 140; cols += rng_step(7)) {
                struct event size = { .kind = EVENT_RESIZE, .rows = rows, .cols = cols };
                (void)app_update(&app, &size);
                (void)press(&app, KEY_CODE_DOWN);
                (void)press(&app, KEY_CODE_TAB);
                expect(&app, "\n", true);
            }
        }
        if (!written)
            (void)app_update(&app, &event);
    }
    app_finish(&app);
}
