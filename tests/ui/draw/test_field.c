/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_field.c - keys change text and cursor */
#include "ui/draw/field.h"

#include <string.h>

#include "support/test.h"
#include "ui/app/app.h"

#define UP_TO 8

static const struct {
    const char *before;
    uint32_t keys[UP_TO]; /* 0 ends */
    const char *after;
    size_t cursor;
} rows[] = {
    { "", { 'a', 'b' }, "ab", 2 },
    { "ab", { KEY_CODE_LEFT, 'x' }, "axb", 2 },
    { "ab", { KEY_CODE_HOME, 'x' }, "xab", 1 },
    { "ab", { KEY_CODE_HOME, KEY_CODE_DELETE }, "b", 0 },
    { "ab", { KEY_CODE_DELETE }, "ab", 2 },
    { "aä", { KEY_CODE_BACKSPACE }, "a", 1 },
    { "aä", { KEY_CODE_LEFT, KEY_CODE_LEFT, KEY_CODE_RIGHT }, "aä", 1 },
    { "", { KEY_CODE_BACKSPACE, KEY_CODE_LEFT }, "", 0 },
    { "", { 0xe4, 0x78c1 }, "ä磁", 5 },
    { "/dev/sda", { 'w' & 0x1f }, "/dev/", 5 },
    { "/dev/", { 'w' & 0x1f }, "/dev", 4 },
    { "one two", { 'w' & 0x1f, 'x' }, "one x", 5 },
    { "abc", { KEY_CODE_LEFT, 'u' & 0x1f }, "c", 0 },
    { "abc", { 'a' & 0x1f, 'e' & 0x1f, 'd' }, "abcd", 4 },
    { "abc", { 'q' }, "abcq", 4 },
};

TEST_EACH(keys_edit_the_text, rows)
{
    struct field field;

    field_set(&field, rows[_i].before);
    for (int i = 0; i < UP_TO && rows[_i].keys[i]; i++)
        ck_assert(field_key(&field, rows[_i].keys[i]));
    ck_assert_str_eq(field.text, rows[_i].after);
    ck_assert_uint_eq(field.cursor, rows[_i].cursor);
}

TEST(a_full_field_stays_whole)
{
    struct field field;

    field_set(&field, "");
    for (int i = 0; i < 300; i++)
        ck_assert(field_key(&field, 0xe4));
    ck_assert_uint_eq(strlen(field.text), 254);
    ck_assert_uint_eq(field.cursor, 254);
}

static const struct {
    uint32_t keys[3];
    const char *after;
} offers[] = {
    { { 'x', 'y' }, "xy" },
    { { KEY_CODE_BACKSPACE, 'x' }, "x" },
    { { KEY_CODE_END, 'x' }, "abcx" },
    { { KEY_CODE_LEFT, 'x' }, "abxc" },
    { { 'u' & 0x1f, 'x' }, "x" },
};

TEST_EACH(what_is_offered_gives_way_to_what_is_typed, offers)
{
    struct field field;

    field_offer(&field, "abc");
    for (int i = 0; i < 3 && offers[_i].keys[i]; i++)
        ck_assert(field_key(&field, offers[_i].keys[i]));
    ck_assert_str_eq(field.text, offers[_i].after);
}

static const uint32_t strangers[] = {
    KEY_CODE_ENTER, KEY_CODE_ESCAPE, KEY_CODE_TAB, KEY_CODE_UP, KEY_CODE_F1,
    KEY_CODE_NONE,  'l' & 0x1f,      0x7f,         0x85,        0,
};

TEST_EACH(a_key_without_meaning_is_not_taken, strangers)
{
    struct field field;

    field_set(&field, "abc");
    ck_assert(!field_key(&field, strangers[_i]));
    ck_assert_str_eq(field.text, "abc");
}
