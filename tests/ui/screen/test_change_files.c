/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_change_files.c - backups and scripts: where they go, and what they become */
#include "ui/app/app.h"

#include <stdlib.h>
#include <string.h>

#include "model/base/mem.h"
#include "support/canvas_dump.h"
#include "support/disks.h"
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
    lines_add(&event.rehearsal.warnings, "The backup will lie in memory.");
    event.rehearsal.backup_path = xstrdup("/run/alidade/sda.alidade");
    return event;
}

TEST(a_backup_goes_where_it_is_proposed)
{
    struct event named = { .kind = EVENT_NAMED, .text = "/root/sda-1.alidade" };
    struct app app;

    start(&app, true);
    ck_assert_int_eq(type(&app, "K").kind, EFFECT_NAME_BACKUP);
    (void)app_update(&app, &named);
    ck_assert_int_eq(app.asking, ASK_BACKUP);
    (void)press(&app, KEY_CODE_END); /* else it gives way to what is typed */
    struct effect effect = type(&app, "x\n");
    ck_assert_int_eq(effect.kind, EFFECT_BACKUP);
    ck_assert_str_eq(effect.path, "/root/sda-1.alidadex");
    app_finish(&app);
}

TEST(a_restore_waits_for_pending_changes)
{
    struct app app;

    start(&app, true);
    ck_assert_int_eq(type(&app, "L").kind, EFFECT_NONE);
    ck_assert(app.is_message_error);
    app_finish(&app);
}

TEST(a_restore_is_shown_and_consented_to_as_any_change)
{
    struct event named = { .kind = EVENT_NAMED, .text = "/root/" };
    struct event event = rehearsal(), done = { .kind = EVENT_COMMITTED };
    struct app app;

    start(&app, false);
    ck_assert_int_eq(type(&app, "L").kind, EFFECT_FIND_BACKUP);
    (void)app_update(&app, &named);
    struct effect effect = type(&app, "sda\n");
    ck_assert_int_eq(effect.kind, EFFECT_REHEARSE_RESTORE);
    ck_assert_str_eq(effect.path, "/root/sda");
    app.asking = ASK_NOTHING;
    (void)type(&app, "L");
    (void)app_update(&app, &named);
    ck_assert_str_eq(type(&app, "/tmp/sda\n").path, "/tmp/sda");
    event.layout = disks_touching();
    (void)app_update(&app, &event);
    (void)app_update(&app, &(struct event){ .kind = EVENT_SHOWN });
    expect(&app, "/dev/sda  Restore", true);
    (void)press(&app, KEY_CODE_TAB);
    expect(&app, "After ─ msdos, 5 partitions", true);
    ck_assert_int_eq(type(&app, "yes\n").kind, EFFECT_COMMIT);
    done.commit.is_written = true;
    (void)app_update(&app, &done);
    ck_assert_int_eq(app_screen(&app), SCREEN_WRITTEN);
    (void)press(&app, KEY_CODE_ENTER); /* as q does */
    ck_assert_int_eq(app_screen(&app), SCREEN_TABLE);
    app_finish(&app);
}

TEST(a_script_becomes_pending_changes)
{
    struct event event = { .kind = EVENT_SCRIPT,
                           .text = "label: gpt\n\nstart=2048, size=4096\n" };
    struct app app;

    start(&app, false);
    struct effect effect = type(&app, "Ia.sfdisk\n");
    ck_assert_int_eq(effect.kind, EFFECT_LOAD_SCRIPT);
    ck_assert_str_eq(effect.path, "a.sfdisk");
    (void)app_update(&app, &event);
    ck_assert_msg(!app.is_message_error, "%s", app.message);
    ck_assert_uint_eq(app_pending(&app), 2);
    ck_assert_uint_eq(layout_find_number(app.layout, 1)->start, 2048);
    ck_assert_ptr_nonnull(strstr(app.message, "nothing is written yet"));
    app_finish(&app);
}

TEST(a_script_that_cannot_be_is_refused_by_its_line)
{
    struct event event = { .kind = EVENT_SCRIPT, .text = "label: gpt\n\nwhatever\n" };
    struct app app;

    start(&app, false);
    (void)type(&app, "Ia\n");
    (void)app_update(&app, &event);
    ck_assert(app.is_message_error);
    ck_assert_ptr_nonnull(strstr(app.message, "3"));
    ck_assert_uint_eq(app_pending(&app), 0);
    app_finish(&app);
}

static struct event files(const char *text)
{
    struct event event = { .kind = EVENT_NAMED, .text = text };

    lines_add(&event.choices.paths, "%s", "/root/new.file");
    lines_add(&event.choices.notes, "%s", "2026-11-20 16:30  gpt, 3 partitions");
    lines_add(&event.choices.paths, "%s", "/root/old.file");
    lines_add(&event.choices.notes, "%s", "2026-11-19 08:00  msdos, 1 partition");
    return event;
}

static const struct {
    const char *key;
    enum effect_kind finds, takes;
} lists[] = {
    { "L", EFFECT_FIND_BACKUP, EFFECT_REHEARSE_RESTORE },
    { "I", EFFECT_FIND_SCRIPT, EFFECT_LOAD_SCRIPT },
};

TEST_EACH(the_newest_file_stands_ready_and_others_can_be_chosen, lists)
{
    struct event named = files("/root/new.file");
    struct app app;

    start(&app, false);
    ck_assert_int_eq(type(&app, lists[_i].key).kind, lists[_i].finds);
    (void)app_update(&app, &named);
    ck_assert_str_eq(app.field.text, "/root/new.file");
    expect(&app, "> 2026-11-20 16:30  gpt, 3 partitions  /root/new.file", true);
    expect(&app, "  2026-11-19 08:00  msdos, 1 partition  /root/old.file", true);
    (void)press(&app, KEY_CODE_DOWN);
    expect(&app, "> 2026-11-19 08:00", true);
    (void)press(&app, KEY_CODE_DOWN);
    (void)press(&app, KEY_CODE_UP);
    struct effect effect = press(&app, KEY_CODE_ENTER);
    ck_assert_int_eq(effect.kind, lists[_i].takes);
    ck_assert_str_eq(effect.path, "/root/old.file");
    expect(&app, "2026-11-19", false);
    app_finish(&app);
}

TEST_EACH(a_typed_path_replaces_the_one_that_stands_ready, lists)
{
    struct event named = files("/root/new.file");
    struct app app;

    start(&app, false);
    (void)type(&app, lists[_i].key);
    (void)app_update(&app, &named);
    struct effect effect = type(&app, "/tmp/a\n");
    ck_assert_str_eq(effect.path, "/tmp/a");
    app_finish(&app);
}

TEST(the_script_used_last_stands_ready)
{
    struct event named = files("/root/new.file"), again = files("/root/new.file");
    struct app app;

    start(&app, false);
    (void)type(&app, "I");
    (void)app_update(&app, &named);
    (void)type(&app, "a.sfdisk\n");
    app.asking = ASK_NOTHING;
    (void)type(&app, "I");
    (void)app_update(&app, &again);
    ck_assert_str_eq(app.field.text, "a.sfdisk");
    app_finish(&app);
}

/* A path that was no good is not offered. */
TEST(paths_that_were_used_before_are_offered)
{
    struct event fails = { EVENT_ERROR, .text = "cannot open no.img: it is missing." };
    struct app app;

    app_init(&app, &screen_ui, LEVEL_UTF8, 24, 80);
    (void)type(&app, "oa.img\n");
    (void)type(&app, "ob.img\n");
    (void)type(&app, "ono.img\n");
    (void)app_update(&app, &fails);
    (void)press(&app, KEY_CODE_ESCAPE);
    (void)type(&app, "o");
    expect(&app, "> used before  b.img", true);
    expect(&app, "no.img", false);
    (void)press(&app, KEY_CODE_DOWN);
    ck_assert_str_eq(press(&app, KEY_CODE_ENTER).path, "a.img");
    app_finish(&app);
}

/* Also one that was saved, or used in an earlier session. */
TEST(scripts_that_were_used_before_follow_those_of_the_folder)
{
    struct event named = files("/root/new.file");
    struct app app;

    start(&app, false);
    recent_parse(&app.recent, "script /root/old.file\nscript /root/earlier.sfdisk\n", "");
    (void)type(&app, "Omine.sfdisk\n");
    (void)type(&app, "I");
    (void)app_update(&app, &named);
    ck_assert_str_eq(app.field.text, "mine.sfdisk");
    expect(&app, "> used before  mine.sfdisk", true);
    expect(&app, "  used before  /root/earlier.sfdisk", true);
    expect(&app, "used before  /root/old.file", false); /* is one of the folder */
    app_finish(&app);
}

TEST(long_paths_are_told_apart_by_their_ends)
{
    struct event named = files("/root/new.file");
    struct app app;

    start(&app, false);
    recent_parse(
        &app.recent,
        "script /root/a/folder/with/a/rather/long/name/of/its/own/table-1.sfdisk\n"
        "script /root/a/folder/with/a/rather/long/name/of/its/own/table-2.sfdisk\n",
        "");
    (void)type(&app, "I");
    (void)app_update(&app, &named);
    expect(&app, "table-1.sfdisk", true);
    expect(&app, "table-2.sfdisk", true);
    app_finish(&app);
}

/* Small windows show a part of the list, with the chosen file. */
TEST(the_list_of_files_is_drawn_at_every_size)
{
    for (int rows = 10; rows <= 40; rows++) {
        struct event named = files("/root/new.file");
        struct app app;

        start(&app, false);
        (void)app_update(&app, &(struct event){ EVENT_RESIZE, .rows = rows, .cols = 60 });
        (void)type(&app, "L");
        for (int i = 0; i < 20; i++) {
            lines_add(&named.choices.paths, "/root/%d", i);
            lines_add(&named.choices.notes, "%s", "a note");
        }
        (void)app_update(&app, &named);
        (void)press(&app, KEY_CODE_UP);
        expect(&app, "> a note  /root/19", true);
        expect(&app, "Backup to restore: /root/19", true);
        app_finish(&app);
    }
}

TEST(what_a_backup_holds_is_whole_in_the_smallest_window)
{
    struct event named = files("/root/new.file");
    struct app app;

    start(&app, false);
    (void)app_update(&app, &(struct event){ EVENT_RESIZE, .rows = 12, .cols = 40 });
    (void)type(&app, "L");
    (void)app_update(&app, &named);
    expect(&app, "> 2026-11-20 16:30  gpt, 3 partitions\n", true);
    expect(&app, "  2026-11-19 08:00  msdos, 1 partition\n", true);
    app_finish(&app);
}

/* What the loop answers to a path that is no good. */
static const struct {
    const char *keys;
    struct event event;
    const char *says;
} failures[] = {
    { "Ia.sfdisk\n",
      { EVENT_ERROR, .text = "cannot open a.sfdisk: No such file or directory." },
      "No such file" },
    { "Ia.sfdisk\n",
      { EVENT_SCRIPT, .text = "label: gpt\n\nwhatever \007\nsize=1\n" },
      "line 3: 'whatever' is no start" },
    { "Ia.sfdisk\n",
      { EVENT_SCRIPT, .text = "label: gpt\n\nwhatever \007\nsize=1\n" },
      "The line is: whatever ?" },
    { "La.sfdisk\n",
      { EVENT_REHEARSED, .text = "This is a backup of another disk." },
      "another disk" },
    { "Ka.sfdisk\n", { EVENT_ERROR, .text = "a.sfdisk exists." }, "a.sfdisk exists." },
    { "Oa.sfdisk\n", { EVENT_ERROR, .text = "a.sfdisk exists." }, "a.sfdisk exists." },
};

TEST_EACH(a_path_that_is_no_good_stays_in_its_field, failures)
{
    struct event named = { .kind = EVENT_NAMED, .text = "/root/x" };
    struct event event = failures[_i].event;
    struct app app;

    start(&app, false);
    (void)press(&app, (uint32_t)failures[_i].keys[0]);
    if (app.asking == ASK_NOTHING)
        (void)app_update(&app, &named);
    enum ask asked = app.asking;
    ck_assert_int_ne(asked, ASK_NOTHING);
    (void)type(&app, failures[_i].keys + 1);
    (void)app_update(&app, &event);
    ck_assert_int_eq(app.asking, asked);
    expect(&app, ": a.sfdisk", true);
    ck_assert(app.is_message_error);
    ck_assert_msg(strstr(app.message, failures[_i].says), "%s", app.message);
    ck_assert_uint_eq(app_pending(&app), 0);
    (void)press(&app, KEY_CODE_ESCAPE);
    ck_assert_int_eq(app.asking, ASK_NOTHING);
    app_finish(&app);
}

TEST(a_disk_that_is_not_there_stays_in_its_field)
{
    struct event event = { EVENT_ERROR, .text = "cannot open no.img: it is missing." };
    struct app app;

    app_init(&app, &screen_ui, LEVEL_UTF8, 24, 80);
    ck_assert_int_eq(type(&app, "ono.img\n").kind, EFFECT_OPEN);
    (void)app_update(&app, &event);
    expect(&app, "cannot open no.img: it is missing.", true);
    expect(&app, "Image file: no.img", true);
    expect(&app, "o open an image file", true); /* the message stands there once */
    app_finish(&app);
}

/* An error that comes of itself opens no field. */
TEST(only_the_last_answer_is_asked_again)
{
    struct event event = { EVENT_ERROR, .text = "The drive is gone." };
    struct app app;

    start(&app, false);
    (void)type(&app, "Ia.sfdisk\nj");
    (void)app_update(&app, &event);
    ck_assert_int_eq(app.asking, ASK_NOTHING);
    app_finish(&app);
}
