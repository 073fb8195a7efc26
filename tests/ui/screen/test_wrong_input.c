/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_wrong_input.c - wrong input in forms and lists is named and kept */
#include <string.h>

#include "model/base/mem.h"
#include "support/disks.h"
#include "support/test.h"
#include "ui/person.h"

/* Wrong input: each a sentence, and all that was typed is still there. */
static const struct {
    struct layout *(*disk)(void);
    const char *keys;
    const char *says, *kept;
} wrongs[] = {
    { disks_half_free, "jn2GiB\tnothing like it\n", "No type is called",
      "nothing like it" },
    { disks_half_free, "jn2GiB\tlinux\ta name that is too long for a partition\n", "36",
      "a name that is too long for a partition" },
    { disks_aligned, "ca name that is too long for a partition\n", "36",
      "a name that is too long for a partition" },
    { disks_aligned, "c\tnonsense\n", "is no GUID", "nonsense" },
    { disks_half_free, "jn999TiB\n", "there is room for", "999TiB" },
    { disks_legacy, "Dxyz\n", "xyz", "xyz" },
    { disks_legacy, "jt/nothing like it\n", "No type has this", "nothing like it" },
    { disks_half_free, "N\003\003\003\003\003\003\0038GB linxu name=a\n",
      "No type is called", "8GB linxu name=a" },
};

TEST_EACH(wrong_input_is_said_and_kept, wrongs)
{
    struct app app;

    person_opens(&app, wrongs[_i].disk(), 24, 80);
    person_types(&app, wrongs[_i].keys);
    ck_assert_int_ne(app_screen(&app), SCREEN_TABLE);
    ck_assert(app.is_message_error);
    ck_assert_msg(strstr(app.message, wrongs[_i].says), "%s", app.message);
    person_expects(&app, wrongs[_i].kept);
    ck_assert_uint_eq(app_pending(&app), 0);
    app_finish(&app);
}

/* Each wrong field has its mark; the sentence is about the current one if that is wrong,
 * else about the first. */
static const struct {
    const char *keys;
    const char *marks[4]; /* on screen; NULL: no more */
    const char *says;
} several[] = {
    { "jnzz\tlin5\003zz\t", { "!Size   zz", "!Type   lin5" }, "zz" },
    { "jnzz\tlin5", { "!Size   zz", ">!Type   lin5" }, "No type is called" },
    { "jnzz\t\t", { "!Size   zz", "  Type   linux", "> Name" }, "zz" },
    { "c\tnonsense\003\003", { "  Name", "!GUID  nonsense" }, "is no GUID" },
};

TEST_EACH(each_wrong_field_is_marked, several)
{
    struct app app;

    person_opens(&app, disks_half_free(), 24, 80);
    person_types(&app, several[_i].keys);
    for (int i = 0; i < 4 && several[_i].marks[i]; i++)
        person_expects(&app, several[_i].marks[i]);
    person_expects(&app, several[_i].says);
    app_finish(&app);
}

TEST(enter_goes_to_the_first_wrong_field)
{
    struct app app;

    person_opens(&app, disks_half_free(), 24, 80);
    person_types(&app, "jnzz\tlin5\t\n");
    person_expects(&app, ">!Size   zz");
    ck_assert_msg(strstr(app.message, "zz"), "%s", app.message);
    person_types(&app, "1GiB\n");
    person_expects(&app, ">!Type   lin5");
    ck_assert_msg(strstr(app.message, "lin5"), "%s", app.message);
    person_types(&app, "swap\n");
    ck_assert_int_eq(app_screen(&app), SCREEN_TABLE);
    ck_assert_uint_eq(app_pending(&app), 1);
    app_finish(&app);
}

/* Neither is wrong by itself. */
TEST(a_size_that_the_start_leaves_no_room_for_is_marked)
{
    struct app app;

    person_opens(&app, disks_half_free(), 24, 80);
    person_types(&app, "jn8GiB\003\003\003");
    person_expects(&app, "> Start");
    person_types(&app, "30000000\t");
    person_expects(&app, "  Start  30000000");
    person_expects(&app, ">!Size   8GiB");
    app_finish(&app);
}

/* An amount in a field below the screen: the same. */
static const struct {
    const char *keys;
    const char *says, *kept;
} amounts[] = {
    { "g9999999999999\n", "9999999999999", "percent: 9999999999999" },
    { "gtwelve\n", "twelve", "percent: twelve" },
    { "Gtwo\n", "two", "found): two" },
    { "G1000\n", "multiple of 512", "found): 1000" },
    { "ip3000\n", "power of two", "found): 3000" },
    { "ia4096\n", "below the physical", "found): 4096" },
};

TEST_EACH(a_wrong_amount_stays_in_its_field, amounts)
{
    struct app app;

    person_opens(&app, disks_legacy(), 24, 80);
    person_types(&app, amounts[_i].keys);
    ck_assert_int_ne(app.asking, ASK_NOTHING);
    ck_assert(app.is_message_error);
    person_expects(&app, amounts[_i].says);
    person_expects(&app, amounts[_i].kept);
    person_types(&app, "\b");
    ck_assert_str_eq(app.message, "");
    person_types(&app, "\033");
    ck_assert_int_eq(app.asking, ASK_NOTHING);
    app_finish(&app);
}

static const struct {
    enum ask asked;
    const char *says;
} helps[] = {
    { ASK_PATH, "Tab completes" },
    { ASK_FIND, "Part of a name" },
    { ASK_RUN, "y and Enter run it" },
    { ASK_SECTOR, "63*512" },
    { ASK_START, "63*512" },
    { ASK_PHYSICAL, "Bytes or a size" },
    { ASK_OFFSET, "Bytes or a size" },
    { ASK_GRAIN, "Bytes or a size" },
    { ASK_SAVE_SCRIPT, "Tab completes" },
    { ASK_LOAD_SCRIPT, "Tab completes" },
    { ASK_BACKUP, "Tab completes" },
    { ASK_RESTORE, "Tab completes" },
};

static const struct {
    int rows, cols;
} windows[] = { { 24, 80 }, { 12, 40 }, { 10, 60 } };

TEST_EACH(every_field_has_its_help_and_names_the_key, helps)
{
    for (size_t i = 0; i < ARRAY_SIZE(windows); i++) {
        struct app app;

        person_opens(&app, disks_legacy(), windows[i].rows, windows[i].cols);
        app_ask(&app, helps[_i].asked, "Here:", "typed");
        person_expects(&app, windows[i].cols > 50 ? "F1 help" : "Here: typed");
        struct event event = { .kind = EVENT_KEY, .key = KEY_CODE_F1 };
        (void)app_update(&app, &event);
        person_expects(&app, helps[_i].says);
        person_expects(&app, "Ctrl-G");
        person_expects(&app, "Here: typed");
        app_finish(&app);
    }
}

/* F1 at the question for consent neither answers it nor is typed. */
TEST(the_consent_has_its_help)
{
    struct event event = { .kind = EVENT_KEY, .key = KEY_CODE_F1 };
    struct app app;

    person_opens(&app, disks_legacy(), 24, 80);
    app_push(&app, SCREEN_WRITE);
    app_ask(&app, ASK_CONSENT, "", "ye");
    person_expects(&app, "F1 help");
    app.change.consent = (struct consent_gate){ .is_shown = true };
    event.ms = CONSENT_DELAY_MS;
    (void)app_update(&app, &event);
    person_expects(&app, "yes and Enter write it");
    ck_assert_str_eq(app.field.text, "ye");
    ck_assert_int_eq(app.asking, ASK_CONSENT);
    app_finish(&app);
}
