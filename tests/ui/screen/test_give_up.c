/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_give_up.c - what no table names is given up range by range, for one write */
#include <stdlib.h>

#include "model/base/mem.h"
#include "support/disks.h"
#include "support/test.h"
#include "ui/person.h"

static struct app app;

static void setup(void)
{
    person_opens(&app, disks_legacy(), 24, 80);
    struct edit edit = { .kind = EDIT_DELETE,
                         .id = layout_find_number(app.layout, 2)->id };
    ck_assert(app_edit_all(&app, &edit, 1));
}

static void teardown(void)
{
    app_finish(&app);
}

TEST_FIXTURE(setup, teardown);

/* Returns the effect of the last key; '\n' is Enter. */
static struct effect type(const char *keys)
{
    struct effect effect = { .kind = EFFECT_NONE };

    for (; *keys; keys++) {
        uint32_t key = *keys == '\n' ? (uint32_t)KEY_CODE_ENTER : (uint32_t)*keys;
        struct event event = { .kind = EVENT_KEY, .key = key, .ms = CONSENT_DELAY_MS };
        effect = app_update(&app, &event);
    }
    return effect;
}

static const struct owner_run loader = { 16, 18, 16, 47, OWNER_KNOWN, "egon", "eGON" };
static const struct owner_run ebr = { 90, 1, 90, 1, OWNER_KNOWN, "ebr", "an EBR" };
static const struct owner_run stale = { 100, 9, 100, 9, OWNER_UNKNOWN, NULL, "" };

/* A rehearsal in which these are overwritten; each may be NULL. */
static struct event rehearsal(bool is_refused, const struct owner_run *first,
                              const struct owner_run *second)
{
    struct event event = { .kind = EVENT_REHEARSED };

    if (first)
        owner_runs_add(&event.rehearsal.owned, first);
    if (second)
        owner_runs_add(&event.rehearsal.owned, second);
    owner_runs_add(&event.rehearsal.owned, &stale);
    owner_runs_lines(&event.rehearsal.owned, 512, &event.rehearsal.losses);
    event.rehearsal.backup_path = xstrdup("/run/alidade/sda.alidade");
    if (is_refused)
        event.rehearsal.refusal = xstrdup("It is in the way.");
    return event;
}

static struct effect rehearse(bool is_refused, const struct owner_run *first,
                              const struct owner_run *second)
{
    struct event event = rehearsal(is_refused, first, second);
    struct effect effect = app_update(&app, &event);

    (void)app_update(&app, &(struct event){ .kind = EVENT_SHOWN });
    return effect;
}

static void expect_starts(struct effect effect, size_t count, uint64_t last)
{
    ck_assert_int_eq(effect.kind, EFFECT_REHEARSE);
    ck_assert_uint_eq(effect.start_count, count);
    if (count)
        ck_assert_uint_eq(effect.starts[count - 1], last);
}

static const char *const noes[] = { "\n", "n\n", "yes\n", "\007", " y\n" };

TEST_EACH(anything_but_y_keeps_it, noes)
{
    expect_starts(type("W"), 0, 0);
    ck_assert_int_eq(rehearse(true, &loader, NULL).kind, EFFECT_NONE);
    person_expects(&app, "o gives it up");
    person_expects(&app, "Sectors 16 to 62 hold eGON");
    person_expects(&app, "4.5 KiB of unknown data");
    (void)type("o");
    person_expects(&app, "Sectors 16 to 62 hold eGON: give them up (y/N)?");
    ck_assert_int_eq(type(noes[_i]).kind, EFFECT_NONE);
    ck_assert_int_eq(app_screen(&app), SCREEN_WRITE);
    person_expects(&app, "o gives it up");
    person_lacks(&app, "Type yes");
    ck_assert_int_eq(type("yes\n").kind, EFFECT_NONE);
    expect_starts(type("W"), 0, 0);
}

TEST(each_range_is_asked_for_on_its_own)
{
    (void)type("W");
    (void)rehearse(true, &loader, &ebr);
    expect_starts(type("oy\n"), 1, 16);
    (void)rehearse(true, &loader, &ebr);
    (void)type("o");
    person_expects(&app, "Sector 90 holds an EBR: give it up (y/N)?");
    expect_starts(type("Y\n"), 2, 90);
    ck_assert_int_eq(rehearse(false, &loader, &ebr).kind, EFFECT_NONE);
    person_lacks(&app, "o gives it up");
    person_expects(&app, "Sectors 16 to 62 hold eGON"); /* beside the consent */
    ck_assert_int_eq(type("yes\n").kind, EFFECT_COMMIT);
}

TEST(it_is_checked_again_with_what_was_given_up)
{
    (void)type("W");
    (void)rehearse(true, &loader, &ebr);
    (void)type("oy\n");
    (void)rehearse(true, &loader, &ebr);
    expect_starts(type("W"), 1, 16);
}

/* Back at the table nothing is given up any more. */
static const char *const ways_back[] = { "q", "\007" };

TEST_EACH(it_counts_while_the_screen_is_shown, ways_back)
{
    (void)type("W");
    (void)rehearse(true, &loader, &ebr);
    (void)type("oy\n");
    (void)rehearse(true, &loader, &ebr);
    (void)type(ways_back[_i]);
    ck_assert_int_eq(app_screen(&app), SCREEN_TABLE);
    expect_starts(type("W"), 0, 0);
    (void)rehearse(true, &loader, &ebr);
    (void)type("o");
    person_expects(&app, "Sectors 16 to 62 hold eGON: give");
    expect_starts(type("y\n"), 1, 16);
}

TEST(a_no_to_the_write_takes_it_back)
{
    (void)type("W");
    (void)rehearse(true, &loader, NULL);
    (void)type("oy\n");
    (void)rehearse(false, &loader, NULL);
    ck_assert_int_eq(type("no\n").kind, EFFECT_FORGET);
    expect_starts(type("W"), 0, 0);
    (void)rehearse(true, &loader, NULL);
    person_expects(&app, "o gives it up");
}

/* The same sectors, and something else in them. */
static const struct owner_run others[] = {
    { 16, 18, 16, 47, OWNER_KNOWN, "luks", "LUKS" },
    { 16, 18, 16, 48, OWNER_KNOWN, "egon", "eGON" },
    { 17, 18, 17, 46, OWNER_KNOWN, "egon", "eGON" },
};

TEST_EACH(it_is_not_given_up_for_something_else, others)
{
    (void)type("W");
    (void)rehearse(true, &loader, NULL);
    (void)type("oy\n");
    expect_starts(rehearse(false, &others[_i], NULL), 0, 0);
    ck_assert_int_eq(rehearse(true, &others[_i], NULL).kind, EFFECT_NONE);
    person_expects(&app, "o gives it up");
}

/* Right in front of it, and right behind it; the range itself is overwritten no more. */
static const struct owner_run neighbours[] = {
    { 15, 1, 15, 1, OWNER_KNOWN, "ebr", "an EBR" },
    { 63, 1, 63, 1, OWNER_KNOWN, "ebr", "an EBR" },
};

TEST_EACH(it_stays_given_up_beside_others, neighbours)
{
    (void)type("W");
    (void)rehearse(true, &loader, NULL);
    (void)type("oy\n");
    (void)rehearse(true, &neighbours[_i], NULL);
    expect_starts(type("W"), 1, 16);
}

TEST(another_refusal_is_not_given_up)
{
    (void)type("W");
    (void)rehearse(true, NULL, NULL);
    person_expects(&app, "W checks again");
    person_lacks(&app, "give up");
    (void)type("o");
    person_expects(&app, "There is nothing here to be given up.");
    ck_assert_int_eq(app.asking, ASK_NOTHING);
}

TEST(a_restore_is_rehearsed_with_the_same_backup)
{
    struct event event = rehearsal(true, &loader, NULL);

    (void)type("uL");
    event.layout = disks_aligned();
    (void)app_update(&app, &event);
    struct effect effect = type("oy\n");
    ck_assert_int_eq(effect.kind, EFFECT_REHEARSE_RESTORE);
    ck_assert_ptr_null(effect.path);
    ck_assert_uint_eq(effect.start_count, 1);
}

/* --- a disk that belongs to something as a whole --- */

#define RAID "sda is a member of a RAID (isw): changing it alone breaks the mirror."

/* What was agreed to before is for the disk of the setup. */
static struct layout *with_note(const struct layout *from, enum note_id id,
                                const char *text)
{
    struct layout_builder *builder = layout_builder_from(from);

    layout_builder_note(builder, id, "%s", text);
    struct layout *layout = layout_builder_refinish(builder);
    layout_builder_free(builder);
    return layout;
}

static void open_layout(struct layout *layout)
{
    struct event event = { .kind = EVENT_LAYOUT, .layout = layout, .info = app.info };

    ck_assert_int_eq(app_update(&app, &event).kind, EFFECT_NONE);
}

static void open_member(void)
{
    CLEANUP(layout_unrefp) struct layout *plain = disks_legacy();

    (void)type("u");
    open_layout(with_note(plain, NOTE_DISK_IN_RAID, RAID));
}

/* Each is refused with the key that asks; the last ones on a screen above. */
static const char *const refused[] = {
    "d", "n", "r", "t", "F", "N", "L", "a", "C", "A\n",
};

TEST_EACH(a_member_of_a_raid_is_not_changed_without_its_consent, refused)
{
    open_member();
    ck_assert_int_eq(type(refused[_i]).kind, EFFECT_NONE);
    ck_assert_str_eq(app.message, RAID " o asks whether to change it all the same.");
    ck_assert_uint_eq(app_pending(&app), 0);
    (void)type("o");
    ck_assert_str_eq(app.prompt, RAID " Change it all the same (y/N)?");
    ck_assert_int_eq(type("\n").kind, EFFECT_NONE);
    (void)type("\007\007d");
    person_expects(&app, "o asks");
}

TEST(nothing_to_repair_is_told_first)
{
    open_member();
    (void)type("V");
    person_expects(&app, "Nothing in this table is to be repaired, and");
}

TEST(it_can_be_changed_once_that_is_agreed_to)
{
    open_member();
    ck_assert_int_eq(type("oy\n").kind, EFFECT_REREAD);
    open_member();
    person_expects(&app, "! you agreed to change it");
    (void)type("d");
    ck_assert_uint_eq(app_pending(&app), 1);
    (void)type("o");
    person_expects(&app, "There is nothing here to be given up.");
}

TEST(each_thing_that_it_belongs_to_is_asked_for)
{
    open_member();
    (void)type("oy\n");
    CLEANUP(layout_unrefp) struct layout *plain = disks_legacy();
    CLEANUP(layout_unrefp)
    struct layout *member = with_note(plain, NOTE_DISK_IN_RAID, RAID);
    open_layout(with_note(member, NOTE_DISK_HAS_CONTENT, "sda as a whole holds ZFS."));
    (void)type("d");
    person_expects(&app, "sda as a whole holds ZFS. o asks");
    ck_assert_int_eq(type("oy\n").kind, EFFECT_REREAD);
    open_layout(with_note(member, NOTE_DISK_HAS_CONTENT, "sda as a whole holds ZFS."));
    (void)type("d");
    ck_assert_uint_eq(app_pending(&app), 1);
}

TEST(it_is_agreed_to_for_this_disk_only)
{
    open_member();
    (void)type("oy\n");
    copy_text(app.info.path, sizeof(app.info.path), "/dev/sdb");
    struct event event = { .kind = EVENT_LAYOUT,
                           .layout = with_note(app.layout, NOTE_DISK_IN_RAID, RAID) };
    copy_text(event.info.path, sizeof(event.info.path), "/dev/sda");
    (void)app_update(&app, &event);
    (void)type("d");
    person_expects(&app, "o asks");
}

/* --- moves --- */

TEST(so_is_a_move)
{
    struct event event = rehearsal(true, &loader, NULL);

    event.is_fix = true;
    (void)app_update(&app, &event);
    person_expects(&app, "o gives it up");
    struct effect effect = type("oy\n");
    ck_assert_int_eq(effect.kind, EFFECT_FIX_REHEARSE);
    ck_assert_uint_eq(effect.start_count, 1);
    event = rehearsal(false, &loader, NULL);
    event.is_fix = true;
    (void)app_update(&app, &event);
    (void)app_update(&app, &(struct event){ .kind = EVENT_SHOWN });
    ck_assert_int_eq(type("yes\n").kind, EFFECT_FIX);
}
