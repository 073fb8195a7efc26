/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_utf16.c - converts UTF-16LE to UTF-8 and back */
#include "model/base/utf16.h"

#include <string.h>

#include "model/base/mem.h"
#include "model/base/num.h"
#include "support/test.h"

#define BAD   "\xef\xbf\xbd"
#define UNITS 8

static const struct {
    uint16_t units[UNITS];
    const char *want;
} rows[] = {
    { { 'r', 'o', 'o', 't' }, "root" },
    { { 'o', 'n', 'l', 'y', 0, 'n', 'o', 't' }, "only" },
    { { 'n', 'o', ' ', 'z', 'e', 'r', 'o', '!' }, "no zero!" },
    { { 0xe4, 0x20ac, 0x4e2d }, "\xc3\xa4\xe2\x82\xac\xe4\xb8\xad" },
    { { 0xd83d, 0xdcbe, 'x' }, "\xf0\x9f\x92\xbex" },
    { { 0xd83d, 'x' }, "\xed\xa0\xbdx" }, /* high surrogate alone */
    { { 0xdcbe, 'x' }, "\xed\xb2\xbex" }, /* low one alone */
    { { 'a', 'b', 'c', 'd', 'e', 'f', 'g', 0xd83d }, "abcdefg\xed\xa0\xbd" },
    { { 0x1b, '[', '2', 'J' }, "\033[2J" },
    { { '\n', 0x7f, 0x9b }, "\n\x7f\xc2\x9b" },
    { { 0x202e, 'a', 0x2066, 0x200b },
      "\xe2\x80\xae"
      "a\xe2\x81\xa6\xe2\x80\x8b" },
    { { 0xfffe, 0xffff }, "\xef\xbf\xbe\xef\xbf\xbf" },
};

static const struct {
    const char *text;
    bool want;
} texts[] = {
    { "", true },
    { "12345678", true },
    { "123456789", false },
    { "1234567\xc3\xa4", true },
    { "123456\xf0\x9f\x92\xbe", true },
    { "1234567\xf0\x9f\x92\xbe", false }, /* half a pair would fit */
    { "\xff", false },
    { "\xed\xa0\x80", true }, /* a lone surrogate */
    { "a\033\xed\xbf\xbf", true },
    { "\xed\xa0", false },
    { BAD, true }, /* the real character U+FFFD */
};

TEST_EACH(names_become_text_and_come_back, rows)
{
    uint8_t bytes[2 * UNITS], back[2 * UNITS];
    char text[64];

    for (size_t i = 0; i < UNITS; i++)
        put_le16(bytes, 2 * i, rows[_i].units[i]);
    utf16le_to_utf8(bytes, UNITS, text, sizeof(text));
    ck_assert_str_eq(text, rows[_i].want);
    ck_assert(utf16le_of_utf8(text, back, UNITS));
    size_t used = 0;
    while (used < UNITS && rows[_i].units[used])
        used++;
    ck_assert_int_eq(memcmp(bytes, back, 2 * used), 0);
}

TEST(short_room_cuts_at_a_whole_character)
{
    const uint8_t bytes[] = { 'a', 0, 0xac, 0x20, 'b', 0 };
    static const char *const want[] = { "",
                                        "a",
                                        "a",
                                        "a",
                                        "a\xe2\x82\xac",
                                        ("a\xe2\x82\xac"
                                         "b") };
    char text[8];

    for (size_t size = 1; size <= ARRAY_SIZE(want); size++) {
        utf16le_to_utf8(bytes, 3, text, size);
        ck_assert_str_eq(text, want[size - 1]);
    }
}

TEST_EACH(text_that_fits_comes_back_as_it_was, texts)
{
    uint8_t bytes[2 * UNITS];
    char text[64];

    ck_assert(utf16le_of_utf8(texts[_i].text, bytes, UNITS) == texts[_i].want);
    if (!texts[_i].want)
        return;
    utf16le_to_utf8(bytes, UNITS, text, sizeof(text));
    ck_assert_str_eq(text, texts[_i].text);
}
