/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_utf8.c - decoding, width and sanitizing of text */
#include "model/base/utf8.h"

#include <stdlib.h>
#include <string.h>

#include "model/base/mem.h"
#include "support/test.h"

static const struct {
    const char *text;
    uint32_t character;
    size_t bytes;
} decoded[] = {
    { "", 0, 0 },
    { "a", 'a', 1 },
    { "\xc3\xa4x", 0xe4, 2 },
    { "\xe5\x88\x86", 0x5206, 3 },
    { "\xf0\x9f\x92\xbe", 0x1f4be, 4 },
    { "\xef\xbf\xbd", UTF8_BAD, 3 }, /* the sign itself is a character */
    { "\xc3", UTF8_BAD, 1 },         /* truncated */
    { "\xe5\x88", UTF8_BAD, 1 },
    { "\x80", UTF8_BAD, 1 },             /* only a continuation byte */
    { "\xc0\xaf", UTF8_BAD, 1 },         /* overlong */
    { "\xed\xa0\x80", UTF8_BAD, 1 },     /* surrogate */
    { "\xf4\x90\x80\x80", UTF8_BAD, 1 }, /* beyond U+10FFFF */
    { "\xff", UTF8_BAD, 1 },
};

TEST_EACH(characters_are_decoded_or_bad, decoded)
{
    size_t bytes = 99;

    ck_assert_uint_eq(utf8_decode(decoded[_i].text, &bytes), decoded[_i].character);
    ck_assert_uint_eq(bytes, decoded[_i].bytes);
}

static const struct {
    const char *text;
    size_t columns;
} widths[] = {
    { "", 0 },
    { "WINXP", 5 },
    { "\xc3\xa4", 1 },
    { "a\xcc\x88", 1 }, /* combining mark */
    { "\xe5\x88\x86\xe5\x8c\xba", 4 },
    { "\xff\x1b", 2 },
};

TEST_EACH(columns_are_those_of_the_terminal, widths)
{
    ck_assert_uint_eq(utf8_columns(widths[_i].text), widths[_i].columns);
}

static const struct {
    const char *text;
    const char *clean;
} cleaned[] = {
    /* clang-format off */
    { "plain", "plain" },
    { "\x1b[31mred\x07", "?[31mred?" },
    { "bad\xff\xc3", "bad??" },
    { "\xe5\x88\x86 \xef\xbf\xbd", "\xe5\x88\x86 \xef\xbf\xbd" },
    { "c1\xc2\x9b", "c1?" },
    { "gpj\xe2\x80\xae.exe", "gpj?.exe" }, /* would turn the line around */
    { "a\xe2\x80\x8b" "b", "a?b" },
    /* clang-format on */
};

TEST_EACH(clean_text_cannot_speak_to_the_terminal, cleaned)
{
    char *clean = utf8_clean(cleaned[_i].text);

    ck_assert_str_eq(clean, cleaned[_i].clean);
    free(clean);
}

static const struct {
    uint32_t character;
    const char *text;
} encoded[] = {
    { 'a', "a" },
    { 0x7f, "\x7f" },
    { 0x80, "\xc2\x80" },
    { 0xe4, "\xc3\xa4" },
    { 0x7ff, "\xdf\xbf" },
    { 0x800, "\xe0\xa0\x80" },
    { 0x2502, "\xe2\x94\x82" },
    { 0xffff, "\xef\xbf\xbf" },
    { 0x10000, "\xf0\x90\x80\x80" },
    { 0x1f4be, "\xf0\x9f\x92\xbe" },
    { 0x10ffff, "\xf4\x8f\xbf\xbf" },
    { 0, "" },
    { 0xd800, "" },
    { 0x110000, "" },
};

TEST_EACH(characters_encode_as_they_decode, encoded)
{
    char bytes[5];
    size_t length;

    ck_assert_uint_eq(utf8_encode(encoded[_i].character, bytes),
                      strlen(encoded[_i].text));
    ck_assert_str_eq(bytes, encoded[_i].text);
    if (bytes[0])
        ck_assert_uint_eq(utf8_decode(bytes, &length), encoded[_i].character);
}

static const struct {
    const char *text, *shown;
} shown[] = {
    { "", "" },
    { "root", "root" },
    { "e\xcc\x81 \xf0\x9f\x98\x80", "e\xcc\x81 \xf0\x9f\x98\x80" },
    { "\033[31m", "\xef\xbf\xbd[31m" },
    { "a\xe2\x80\xae", "a\xef\xbf\xbd" },
    { "\xed\xa0\x80x", "\xef\xbf\xbdx" },
    { "\xed\xa0", "\xef\xbf\xbd\xef\xbf\xbd" },
    { "\xff", "\xef\xbf\xbd" },
};

TEST_EACH(what_disturbs_a_terminal_is_shown_as_a_sign, shown)
{
    CLEANUP(freep) char *text = utf8_shown(shown[_i].text);

    ck_assert_str_eq(text, shown[_i].shown);
    ck_assert(utf8_is_harmless(shown[_i].text) == !strcmp(text, shown[_i].text));
    ck_assert(utf8_is_harmless(text));
}
