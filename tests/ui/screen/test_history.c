/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_history.c - saved tables are listed, compared and restored */
#include <string.h>

#include "model/base/mem.h"
#include "support/disks.h"
#include "support/test.h"
#include "ui/person.h"
#include "ui/saved_tables.h"
#include "ui/screen/frame/screen.h"

static struct app app;

static void setup(void)
{
    person_opens(&app, disks_legacy(), 24, 80);
    saved_tables_show(&app);
}

static void teardown(void)
{
    app_finish(&app);
}

TEST_FIXTURE(setup, teardown);

static struct effect press(uint32_t key)
{
    struct event event = { .kind = EVENT_KEY, .key = key, .ms = CONSENT_DELAY_MS };

    return app_update(&app, &event);
}

TEST(the_key_asks_for_the_tables)
{
    person_types(&app, "q");
    struct effect effect = press('H');
    ck_assert_int_eq((int)effect.kind, EFFECT_HISTORY);
    ck_assert_int_eq((int)app_screen(&app), SCREEN_HISTORY);
}

TEST(each_has_what_changed_after_it)
{
    person_expects(&app, "> ");
    person_expects(&app, "1  2026-11-20 16:30  msdos, 2 partitions");
    person_expects(&app, "Changed up to now");
    person_expects(&app, "partition 2: new, sectors 204796620 to");
    person_types(&app, "\003");
    person_expects(&app, "The backup is damaged.");
    person_lacks(&app, "Changed up to");
    person_types(&app, "\003");
    person_expects(&app, "Changed up to the next one");
    person_expects(&app, "partition 2: deleted");
    person_expects(&app, "/root/.local/state/alidade/sda-20260801-120000.alidade");
    person_types(&app, "\003\003");
    person_expects(&app, "no table");
    person_expects(&app, "table: none -> msdos");
}

/* What is pending is not on the disk. */
TEST(pending_changes_are_not_the_disk_now)
{
    struct edit edit = { .kind = EDIT_DELETE,
                         .id = layout_find_number(app.layout, 5)->id };

    person_types(&app, "q");
    ck_assert(app_edit_all(&app, &edit, 1));
    saved_tables_show(&app);
    person_expects(&app, "partition 2: new");
    person_lacks(&app, "partition 5: deleted");
}

TEST(the_selected_table_is_compared_with_the_disk)
{
    person_types(&app, "\n");
    person_expects(&app, "Saved 1 and now");
    person_expects(&app, "Before ─ msdos, 2 partitions");
    person_expects(&app, "After ─ msdos, 3 partitions");
    person_types(&app, "\003"); /* scrolls, selects nothing */
    person_types(&app, "\n");
    person_expects(&app, "> ");
    person_expects(&app, "up to now");
}

TEST(a_narrow_list_counts_partitions)
{
    (void)app_update(&app, &(struct event){ EVENT_RESIZE, .rows = 12, .cols = 40 });
    person_expects(&app, "1 2026-11-20 16:30 2 partitions");
    person_expects(&app, "4 2026-08-01 11:59 no table");
}

TEST(with_a_marked_table_the_older_one_is_before)
{
    person_types(&app, " \003\003\n");
    person_expects(&app, "Saved 3 and 1");
    person_expects(&app, "Before ─ msdos, 3 partitions");
    person_expects(&app, "After ─ msdos, 2 partitions");
    person_types(&app, "\n");
    person_expects(&app, "* 1  2026-11-20");
    person_types(&app, " "); /* another mark instead; against itself it is the disk */
    person_lacks(&app, "* 1  2026-11-20");
    person_types(&app, "\n");
    person_expects(&app, "Saved 3 and now");
    person_types(&app, "\n ");
    person_lacks(&app, "* 3");
}

TEST(back_leads_from_the_comparison_to_the_list)
{
    person_types(&app, "\n");
    ck_assert(app.is_comparing);
    person_types(&app, "q");
    ck_assert(!app.is_comparing);
    ck_assert_int_eq((int)app_screen(&app), SCREEN_HISTORY);
    person_types(&app, "q");
    ck_assert_int_eq((int)app_screen(&app), SCREEN_TABLE);
}

TEST(a_damaged_file_is_neither_compared_nor_restored)
{
    static const struct {
        uint32_t key;
        const char *sentence;
    } keys[] = {
        { KEY_CODE_ENTER, "There is no table here to be compared." },
        { ' ', "There is no table here to be compared." },
        { 'L', "There is no table here to be restored." },
    };

    person_types(&app, "\003");
    for (size_t i = 0; i < ARRAY_SIZE(keys); i++) {
        ck_assert_int_eq((int)press(keys[i].key).kind, EFFECT_NONE);
        person_expects(&app, keys[i].sentence);
        ck_assert(!app.is_comparing);
    }
}

TEST(the_selected_table_is_restored)
{
    person_types(&app, "\003\003");
    struct effect effect = press('L');
    ck_assert_int_eq((int)effect.kind, EFFECT_REHEARSE_RESTORE);
    ck_assert_str_eq(effect.path, app.history.at[SAVED_MOVED].file);
    person_types(&app, "\n"); /* from the comparison, too */
    ck_assert_int_eq((int)press('L').kind, EFFECT_REHEARSE_RESTORE);
}

TEST(a_refused_restore_stays_on_the_list)
{
    struct event event = { .kind = EVENT_REHEARSED, .text = "The backup is of another." };

    (void)press('L');
    (void)app_update(&app, &event);
    ck_assert_int_eq((int)app_screen(&app), SCREEN_HISTORY);
    person_expects(&app, "The backup is of another.");
}

TEST(nothing_is_restored_over_pending_changes_or_read_only)
{
    struct edit edit = { .kind = EDIT_DELETE,
                         .id = layout_find_number(app.layout, 5)->id };

    app.is_read_only = true;
    ck_assert_int_eq((int)press('L').kind, EFFECT_NONE);
    ck_assert(*app.message);
    app.is_read_only = false;
    ck_assert(app_edit_all(&app, &edit, 1));
    ck_assert_int_eq((int)press('L').kind, EFFECT_NONE);
    person_expects(&app, "Changes are pending");
}

TEST(a_disk_without_saved_tables_has_nothing_to_choose)
{
    struct event event = { .kind = EVENT_HISTORY };

    event.history.folder = xstrdup("/root/state");
    (void)app_update(&app, &event);
    person_expects(&app, "No table was saved yet.");
    person_expects(&app, "Every write saves");
    person_expects(&app, "The files are kept in /root/state.");
    person_expects(&app, "? help");
    person_lacks(&app, "Enter compare"); /* nor any other key that has no table */
    person_lacks(&app, "L restore");
    ck_assert_int_eq((int)press(KEY_CODE_ENTER).kind, EFFECT_NONE);
    ck_assert_int_eq((int)press('L').kind, EFFECT_NONE);
    ck_assert_int_eq((int)press(' ').kind, EFFECT_NONE);
    person_types(&app, "\003\002");
    person_expects(&app, "0 saved");
}

/* A shorter list than the one in which a row was selected. */
TEST(a_selection_past_the_end_does_no_harm)
{
    struct event event = { .kind = EVENT_HISTORY };

    person_types(&app, "\003\003 \n");
    (void)app_update(&app, &event);
    person_expects(&app, "No table was saved yet.");
    person_types(&app, "\003\n");
}
