/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_glyph.c - ASCII replacements of drawing characters */
#include "model/base/glyph.h"

#include <string.h>

#include "model/base/mem.h"
#include "support/test.h"

static const struct {
    const char *text, *ascii;
} texts[] = {
    { "", "" },
    { "abc", "abc" },
    { "┌──┐", "+--+" },
    { "│ä│", "|ä|" },
    { "── 1 µs ──", "-- 1 us --" },
};

TEST_EACH(a_drawing_becomes_ascii_and_words_stay, texts)
{
    CLEANUP(freep) char *ascii = glyph_ascii_text(texts[_i].text);

    ck_assert_str_eq(ascii, texts[_i].ascii);
}

TEST(each_glyph_of_the_table_has_a_twin)
{
    size_t count = 0;

    for (const char *glyph; (glyph = glyph_at(count)); count++)
        ck_assert_int_ne(glyph_ascii(glyph, strlen(glyph)), 0);
    ck_assert_uint_gt(count, 10);
    ck_assert_ptr_null(glyph_at(count + 1));
    ck_assert_int_eq(glyph_ascii("a", 1), 0);
}
