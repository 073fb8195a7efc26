/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_keymap.c - the tables of actions and keys agree with each other */
#include "ui/app/keymap.h"

#include <locale.h>
#include <string.h>

#include "support/tap.h"

START_TEST(every_command_is_itself_and_says_what_it_does)
{
    const struct action_row *row = action_row((enum action)_i);

    ck_assert_int_eq(row->action, _i);
    ck_assert_ptr_nonnull(row->id);
    for (int other = 0; other < _i; other++)
        ck_assert_str_ne(action_row((enum action)other)->id, row->id);
    if (_i == ACTION_NONE)
        return;
    ck_assert_ptr_nonnull(row->help);
    ck_assert_uint_gt(strlen(row->help), 0);
}
END_TEST

START_TEST(every_command_is_reachable)
{
    int found = 0;

    for (size_t i = 0; keymap_at(i); i++)
        found += keymap_at(i)->action == (enum action)_i;
    ck_assert_int_gt(found, 0);
}
END_TEST

/* A binding for every screen would hide, or be hidden by, one of a single screen. */
START_TEST(no_key_means_two_things)
{
    for (size_t i = 0; keymap_at(i); i++) {
        for (size_t k = i + 1; keymap_at(k); k++) {
            const struct binding *a = keymap_at(i), *b = keymap_at(k);
            bool do_meet = a->screen == b->screen || a->screen == SCREEN_ANY ||
                           b->screen == SCREEN_ANY;

            ck_assert_msg(a->key != b->key || !do_meet, "rows %zu and %zu", i, k);
        }
    }
}
END_TEST

/* F-keys and Escape are eaten by some consoles: never the only way. */
START_TEST(every_command_has_a_key_that_every_terminal_sends)
{
    for (size_t i = 0; keymap_at(i); i++) {
        const struct binding *binding = keymap_at(i);
        char first[KEY_LIST];

        keymap_keys(binding->screen, binding->action, 1, first);
        ck_assert_str_ne(first, "");
        ck_assert_str_ne(first, "Esc");
        ck_assert_str_ne(first, "F5");
        ck_assert_str_ne(first, "F1");
    }
}
END_TEST

static const struct {
    enum screen_id screen;
    uint32_t key;
    enum action want;
} lookups[] = {
    { SCREEN_TABLE, 'j', ACTION_DOWN },
    { SCREEN_TABLE, 'n' & 0x1f, ACTION_DOWN },
    { SCREEN_TABLE, 'q', ACTION_BACK },
    { SCREEN_DISKS, 'o', ACTION_OPEN_IMAGE },
    { SCREEN_TABLE, 'o', ACTION_NONE },
    { SCREEN_HELP, '2', ACTION_HELP_WORDS },
    { SCREEN_TABLE, KEY_CODE_NONE, ACTION_NONE },
    { SCREEN_TABLE, 'W', ACTION_WRITE },
    { SCREEN_TABLE, 'w', ACTION_WRITE_HINT },
    { SCREEN_WHY, 'W', ACTION_NONE },
};

START_TEST(a_key_means_what_its_screen_says)
{
    ck_assert_int_eq(keymap_lookup(lookups[_i].screen, lookups[_i].key),
                     lookups[_i].want);
}
END_TEST

START_TEST(keys_have_names)
{
    char keys[KEY_LIST], name[KEY_NAME];

    ck_assert_str_eq(keymap_keys(SCREEN_TABLE, ACTION_UP, 9, keys), "↑ k Ctrl-P");
    ck_assert_str_eq(keymap_keys(SCREEN_TABLE, ACTION_UP, 2, keys), "↑ k");
    ck_assert_str_eq(keymap_keys(SCREEN_HELP, ACTION_ZOOM_IN, 9, keys), "");
    ck_assert_str_eq(keymap_key_name(KEY_CODE_ENTER, name), "Enter");
    ck_assert_str_eq(keymap_key_name('l' & 0x1f, name), "Ctrl-L");
    ck_assert_str_eq(keymap_key_name('+', name), "+");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("keymap");
    TCase *tcase = tcase_create("keymap");

    setlocale(LC_ALL, "C.UTF-8");
    tcase_add_loop_test(tcase, every_command_is_itself_and_says_what_it_does, 0,
                        ACTION_COUNT);
    tcase_add_loop_test(tcase, every_command_is_reachable, ACTION_NONE + 1, ACTION_COUNT);
    tcase_add_test(tcase, no_key_means_two_things);
    tcase_add_test(tcase, every_command_has_a_key_that_every_terminal_sends);
    tcase_add_loop_test(tcase, a_key_means_what_its_screen_says, 0,
                        sizeof(lookups) / sizeof(lookups[0]));
    tcase_add_test(tcase, keys_have_names);
    suite_add_tcase(suite, tcase);
    return run_tap(suite);
}
