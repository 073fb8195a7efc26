/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_consent.c - the word that a user types before anything is written */
#include "ui/app/consent.h"

#include "model/base/mem.h"
#include "support/disks.h"
#include "support/test.h"
#include "ui/app/change.h"
#include "ui/person.h"

static const struct {
    const char *text;
    bool is_yes;
} texts[] = {
    { "yes", true },      { "YES", true },  { " yes\r\n", true }, { "\tYes ", true },
    { "", false },        { "\n", false },  { "y", false },       { "yess", false },
    { "yes yes", false }, { "no", false },  { "ye s", false },    { "yes.", false },
    { "not yes", false }, { "ja?", false },
};

TEST_EACH(nothing_but_the_word_itself_is_yes, texts)
{
    ck_assert_msg(consent_is_yes(texts[_i].text) == texts[_i].is_yes, "'%s'",
                  texts[_i].text);
}

static const struct {
    const char *bytes;
    size_t length;
    bool is_yes;
} byte_strings[] = {
    { "yes\n", 4, true },    { "yes", 3, true },      { "yes\0x\n", 6, false },
    { "yes\0\n", 5, false }, { "\0yes\n", 5, false }, { "", 0, false },
};

TEST_EACH(nothing_hides_behind_a_nul, byte_strings)
{
    ck_assert(consent_is_yes_bytes(byte_strings[_i].bytes, byte_strings[_i].length) ==
              byte_strings[_i].is_yes);
}

static const struct {
    struct consent_gate gate;
    uint64_t ms;
    bool counts;
} moments[] = {
    { { false, 0 }, 1000, false },
    { { true, 1000 }, 0, false },
    { { true, 1000 }, 999, false },
    { { true, 1000 }, 1000, false },
    { { true, 1000 }, 1299, false },
    { { true, 1000 }, 1300, true },
    { { true, 1000 }, UINT64_MAX, true },
    { { true, UINT64_MAX - 100 }, UINT64_MAX, false },
};

TEST_EACH(a_key_counts_from_300_ms_after_the_question_was_shown, moments)
{
    ck_assert(consent_counts(&moments[_i].gate, moments[_i].ms) == moments[_i].counts);
}

TEST(the_wait_ends_when_keys_count)
{
    struct consent_gate gate = { .is_shown = true, .shown_ms = 1000 };

    ck_assert_int_eq(consent_left_ms(&gate, 900), 300);
    ck_assert_int_eq(consent_left_ms(&gate, 1000), 300);
    ck_assert_int_eq(consent_left_ms(&gate, 1299), 1);
    ck_assert_int_eq(consent_left_ms(&gate, 1300), 0);
}

/* --- keys on the consent screen --- */

/* A change is pending and rehearsed; the screen is not visible yet. */
static void rehearsed(struct app *app)
{
    struct event event = { .kind = EVENT_REHEARSED };

    person_opens(app, disks_legacy(), 24, 80);
    person_types(app, "dW");
    event.rehearsal.backup_path = xstrdup("/root/sda.alidade");
    (void)app_update(app, &event);
    ck_assert_int_eq(app_screen(app), SCREEN_WRITE);
}

static struct effect type_text_at(struct app *app, const char *keys, uint64_t ms)
{
    struct effect effect = { .kind = EFFECT_NONE };

    for (; *keys; keys++) {
        uint32_t key = *keys == '\n' ? (uint32_t)KEY_CODE_ENTER : (uint32_t)*keys;
        struct event event = { .kind = EVENT_KEY, .key = key, .ms = ms };
        effect = app_update(app, &event);
        ck_assert_int_eq(app_screen(app), SCREEN_WRITE);
    }
    return effect;
}

/* The screen is visible since 1000 ms. */
TEST(what_was_typed_before_the_screen_stands_is_thrown_away)
{
    struct app app;

    rehearsed(&app);
    ck_assert_int_eq(type_text_at(&app, "yes\n", 999).kind, EFFECT_NONE);
    (void)app_update(&app, &(struct event){ .kind = EVENT_SHOWN, .ms = 1000 });
    ck_assert_int_eq(type_text_at(&app, "yes\n", 999).kind, EFFECT_NONE);
    ck_assert_int_eq(type_text_at(&app, "yes\n", 1000).kind, EFFECT_NONE);
    ck_assert_int_eq(type_text_at(&app, "yes\n", 1299).kind, EFFECT_NONE);
    ck_assert_str_eq(app.field.text, "");
    person_expects(&app, "What was typed before this screen was shown is ignored.");
    (void)type_text_at(&app, "yes", 1300);
    ck_assert_str_eq(app.message, "");
    ck_assert_int_eq(type_text_at(&app, "\n", 1300).kind, EFFECT_COMMIT);
    app_finish(&app);
}

TEST(what_was_typed_while_the_screen_was_worked_out_is_told)
{
    struct event shown = { .kind = EVENT_SHOWN, .ms = 1000, .is_early = true };
    struct app app;

    rehearsed(&app);
    (void)app_update(&app, &shown);
    person_expects(&app, "What was typed before this screen was shown is ignored.");
    app_finish(&app);
}

/* Typed as fast as in cfdisk: the first letters come too early, the rest is no yes. */
TEST(a_yes_that_began_too_early_is_explained)
{
    struct event enter = { .kind = EVENT_KEY, .key = KEY_CODE_ENTER, .ms = 1400 };
    struct app app;

    rehearsed(&app);
    (void)app_update(&app, &(struct event){ .kind = EVENT_SHOWN, .ms = 1000 });
    (void)type_text_at(&app, "ye", 1200);
    (void)type_text_at(&app, "s", 1400);
    ck_assert_int_eq(app_update(&app, &enter).kind, EFFECT_FORGET);
    ck_assert_str_eq(app.message, "Nothing has been written: what was typed before the "
                                  "question was shown did not count.");
    app_finish(&app);
    rehearsed(&app);
    (void)app_update(&app, &(struct event){ .kind = EVENT_SHOWN, .ms = 1000 });
    (void)type_text_at(&app, "no", 1400);
    (void)app_update(&app, &enter);
    ck_assert_str_eq(app.message, "Nothing has been written.");
    app_finish(&app);
}

TEST(escape_goes_back_at_any_time)
{
    struct app app;

    rehearsed(&app);
    struct event event = { .kind = EVENT_KEY, .key = KEY_CODE_ESCAPE };
    ck_assert_int_eq(app_update(&app, &event).kind, EFFECT_FORGET);
    ck_assert_int_eq(app_screen(&app), SCREEN_TABLE);
    app_finish(&app);
}

/* A paste that begins before the screen is visible does not count afterwards either. */
TEST(the_rest_of_an_early_paste_does_not_answer)
{
    struct event mark = { .kind = EVENT_KEY, .key = KEY_CODE_PASTE };
    struct app app;

    rehearsed(&app);
    (void)app_update(&app, &(struct event){ .kind = EVENT_SHOWN });
    (void)app_update(&app, &mark);
    (void)type_text_at(&app, "n\n", 0);
    ck_assert_int_eq(type_text_at(&app, "yes\n", CONSENT_DELAY_MS).kind, EFFECT_NONE);
    app_finish(&app);
}

/* Text typed in the shell in between is not an answer, nor is the old text of the field.
 * */
TEST(a_terminal_that_comes_back_shows_the_question_anew)
{
    struct app app;

    rehearsed(&app);
    (void)app_update(&app, &(struct event){ .kind = EVENT_SHOWN });
    (void)type_text_at(&app, "ye", CONSENT_DELAY_MS);
    change_hidden(&app);
    ck_assert(change_awaits_shown(&app));
    ck_assert_int_eq(type_text_at(&app, "s\n", 2000).kind, EFFECT_NONE);
    (void)app_update(&app, &(struct event){ .kind = EVENT_SHOWN, .ms = 2000 });
    ck_assert(!change_awaits_shown(&app));
    ck_assert_str_eq(app.field.text, "");
    app_finish(&app);
}

/* A terminal that is too small does not show what the user would agree to. */
TEST(a_screen_that_is_too_small_is_not_shown)
{
    struct event small = { .kind = EVENT_RESIZE, .rows = 5, .cols = 30 };
    struct event large = { .kind = EVENT_RESIZE, .rows = 24, .cols = 80 };
    struct app app;

    rehearsed(&app);
    (void)app_update(&app, &small);
    ck_assert(!change_awaits_shown(&app));
    (void)type_text_at(&app, "yes", 2000);
    (void)app_update(&app, &large);
    ck_assert(change_awaits_shown(&app));
    (void)app_update(&app, &(struct event){ .kind = EVENT_SHOWN, .ms = 2000 });
    ck_assert_str_eq(app.field.text, "");
    app_finish(&app);
}
