/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_keymap.c - every action has keys, and no key asks for two actions of a screen */
#include "ui/app/keymap.h"

#include <locale.h>
#include <string.h>

#include "model/base/mem.h"
#include "support/tap.h"
#include "ui/screen/frame/screen.h"

static const struct app app = { .ui = &screen_ui };

START_TEST(every_action_says_what_it_does_and_has_needs_it_can_name)
{
    const struct action_row *row = keymap_row(&app, (enum action)_i);

    ck_assert_ptr_nonnull(row->help);
    ck_assert_uint_gt(strlen(row->help), 0);
    ck_assert_int_eq(row->keys[ACTION_KEYS - 1], 0); /* the end */
    if (row->needs & (NEEDS_PARTITION | NEEDS_PENDING))
        ck_assert_ptr_nonnull(row->without);
}
END_TEST

START_TEST(every_action_is_reachable)
{
    int found = 0;

    for (enum screen_id screen = 0; screen < SCREEN_COUNT; screen++)
        found += keymap_key(&app, screen, (enum action)_i, 0) != KEY_CODE_NONE;
    ck_assert_int_gt(found, 0);
}
END_TEST

/* Returns how many actions KEY asks for on SCREEN. */
static int meanings(enum screen_id screen, uint32_t key)
{
    int count = 0;

    for (int action = ACTION_NONE + 1; action < ACTION_COUNT; action++) {
        uint32_t own;
        for (int i = 0;
             (own = keymap_key(&app, screen, (enum action)action, i)) != KEY_CODE_NONE;
             i++)
            count += own == key;
    }
    return count;
}

START_TEST(no_key_means_two_things)
{
    for (uint32_t key = 1; key < 0x80; key++)
        ck_assert_msg(meanings((enum screen_id)_i, key) <= 1, "key %u", key);
    for (uint32_t key = KEY_CODE_BASE; key < KEY_CODE_NONE; key++)
        ck_assert_msg(meanings((enum screen_id)_i, key) <= 1, "key %u", key);
}
END_TEST

/* Some consoles take function keys and Escape: they are never the only way. */
START_TEST(every_action_has_a_key_that_every_terminal_sends)
{
    for (int action = ACTION_NONE + 1; action < ACTION_COUNT; action++) {
        uint32_t first = keymap_key(&app, (enum screen_id)_i, (enum action)action, 0);

        ck_assert_uint_ne(first, KEY_CODE_ESCAPE);
        ck_assert_uint_ne(first, KEY_CODE_F5);
        ck_assert_uint_ne(first, KEY_CODE_F1);
    }
}
END_TEST

static const struct {
    enum screen_id screen;
    uint32_t key;
    enum action want;
} lookups[] = {
    { SCREEN_TABLE, 'j', ACTION_DOWN },     { SCREEN_TABLE, 'n' & 0x1f, ACTION_DOWN },
    { SCREEN_TABLE, 'q', ACTION_BACK },     { SCREEN_DISKS, 'o', ACTION_OPEN_IMAGE },
    { SCREEN_TABLE, 'o', ACTION_GIVE_UP },  { SCREEN_HELP, '2', ACTION_HELP_WORDS },
    { SCREEN_HELP, ' ', ACTION_PAGE_DOWN }, { SCREEN_HELP, 'f', ACTION_FIND_NEXT },
    { SCREEN_TABLE, ' ', ACTION_MARK },     { SCREEN_TABLE, KEY_CODE_NONE, ACTION_NONE },
    { SCREEN_TABLE, 'W', ACTION_WRITE },    { SCREEN_TABLE, 'w', ACTION_WRITE_HINT },
    { SCREEN_WHY, 'W', ACTION_NONE },       { SCREEN_DISKS, 'r' & 0x1f, ACTION_RESCAN },
    { SCREEN_DETAILS, 'R', ACTION_RESCAN }, { SCREEN_DETAILS, 'r' & 0x1f, ACTION_NONE },
    { SCREEN_TABLE, 0, ACTION_NONE },
};

START_TEST(a_key_means_what_its_screen_says)
{
    ck_assert_int_eq(keymap_lookup(&app, lookups[_i].screen, lookups[_i].key),
                     lookups[_i].want);
}
END_TEST

START_TEST(keys_have_names)
{
    char keys[KEY_LIST], name[KEY_NAME];

    ck_assert_str_eq(keymap_keys(&app, SCREEN_TABLE, ACTION_UP, 9, keys), "↑ k Ctrl-P");
    ck_assert_str_eq(keymap_keys(&app, SCREEN_TABLE, ACTION_UP, 2, keys), "↑ k");
    ck_assert_str_eq(keymap_keys(&app, SCREEN_HELP, ACTION_ZOOM_IN, 9, keys), "");
    ck_assert_str_eq(keymap_key_name(LEVEL_UTF8, KEY_CODE_ENTER, name), "Enter");
    ck_assert_str_eq(keymap_key_name(LEVEL_UTF8, 'l' & 0x1f, name), "Ctrl-L");
    ck_assert_str_eq(keymap_key_name(LEVEL_UTF8, '+', name), "+");
}
END_TEST

/* Where an arrow is drawn as another sign, that may be another key: "v". */
START_TEST(arrow_keys_have_words_where_there_are_no_arrows)
{
    static const enum level levels[] = { LEVEL_ACS, LEVEL_ASCII };
    char keys[KEY_LIST];

    for (size_t i = 0; i < ARRAY_SIZE(levels); i++) {
        struct app plain = { .ui = &screen_ui, .level = levels[i] };
        CLEANUP(freep) char *sentence = keymap_spell(&plain, "↑ ↓ scroll, ← leaves");

        ck_assert_str_eq(keymap_keys(&plain, SCREEN_TABLE, ACTION_DOWN, 1, keys), "Down");
        ck_assert_str_eq(keymap_keys(&plain, SCREEN_PLAIN, ACTION_SHIFT_RIGHT, 9, keys),
                         "Right");
        ck_assert_str_eq(sentence, "Up Down scroll, Left leaves");
    }
    CLEANUP(freep) char *same = keymap_spell(&app, "↑ ↓ scroll");
    ck_assert_str_eq(same, "↑ ↓ scroll");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("keymap");
    TCase *tcase = tcase_create("keymap");

    setlocale(LC_ALL, "C.UTF-8");
    tcase_add_loop_test(tcase, every_action_says_what_it_does_and_has_needs_it_can_name,
                        ACTION_NONE + 1, ACTION_COUNT);
    tcase_add_loop_test(tcase, every_action_is_reachable, ACTION_NONE + 1, ACTION_COUNT);
    tcase_add_loop_test(tcase, no_key_means_two_things, 0, SCREEN_COUNT);
    tcase_add_loop_test(tcase, every_action_has_a_key_that_every_terminal_sends, 0,
                        SCREEN_COUNT);
    tcase_add_loop_test(tcase, a_key_means_what_its_screen_says, 0,
                        sizeof(lookups) / sizeof(lookups[0]));
    tcase_add_test(tcase, keys_have_names);
    tcase_add_test(tcase, arrow_keys_have_words_where_there_are_no_arrows);
    suite_add_tcase(suite, tcase);
    return run_tap(suite);
}
