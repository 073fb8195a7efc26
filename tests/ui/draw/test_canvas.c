/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_canvas.c - drawing clips at the edge, and is the same at every level */
#include "ui/draw/canvas.h"

#include <stdlib.h>
#include <string.h>

#include "model/base/glyph.h"
#include "model/base/mem.h"
#include "support/canvas_dump.h"
#include "support/test.h"

static void expect(struct canvas *canvas, const char *want)
{
    char *dump = canvas_dump(canvas);

    ck_assert_str_eq(dump, want);
    free(dump);
    canvas_free(canvas);
}

TEST(text_takes_exactly_its_width)
{
    struct canvas *canvas = canvas_new(3, 12, LEVEL_UTF8);

    canvas_fill(canvas, 0, 0, 12, STYLE_NORMAL, "·");
    ck_assert_int_eq(canvas_put(canvas, 0, 1, 5, STYLE_NORMAL, "ab"), 2);
    ck_assert_int_eq(canvas_put_right(canvas, 1, 1, 5, STYLE_NORMAL, "ab"), 2);
    ck_assert_int_eq(canvas_put(canvas, 2, 0, 6, STYLE_NORMAL, "too long"), 6);
    expect(canvas, "·ab   ······\n    ab\ntoo ..\n");
}

TEST(nothing_is_drawn_outside)
{
    struct canvas *canvas = canvas_new(2, 4, LEVEL_UTF8);

    canvas_put(canvas, 5, 0, 4, STYLE_NORMAL, "row");
    canvas_put(canvas, -1, 0, 4, STYLE_NORMAL, "row");
    canvas_put(canvas, 0, 2, 9, STYLE_NORMAL, "abcdef");
    canvas_put(canvas, 1, -1, -1, STYLE_NORMAL, "xyz");
    canvas_fill(canvas, 1, 3, 100, STYLE_NORMAL, "-");
    expect(canvas, "  ab\nyz -\n");
}

TEST(a_wide_character_is_never_left_in_half)
{
    struct canvas *canvas = canvas_new(3, 6, LEVEL_UTF8);

    canvas_put(canvas, 0, 0, -1, STYLE_NORMAL, "磁盘");
    canvas_put(canvas, 0, 1, 1, STYLE_NORMAL, "x");
    canvas_put(canvas, 1, 0, -1, STYLE_NORMAL, "磁盘");
    canvas_put(canvas, 1, 2, 1, STYLE_NORMAL, "y");
    canvas_put(canvas, 2, 5, -1, STYLE_NORMAL, "磁");
    expect(canvas, " x盘\n磁y\n\n");
}

TEST(control_characters_never_reach_the_terminal)
{
    struct canvas *canvas = canvas_new(1, 20, LEVEL_UTF8);

    canvas_put(canvas, 0, 0, 20, STYLE_NORMAL, "a\033[31mb\x9b\xff\tc");
    expect(canvas, "a?[31mb???c\n");
}

TEST(the_frame_holds_its_titles)
{
    struct canvas *canvas = canvas_new(4, 30, LEVEL_UTF8);

    canvas_box(canvas, 0, 3, "Map", "x columns");
    canvas_divider(canvas, 1, "a title that is far too long for this", "gone");
    expect(canvas, "┌─ Map ────────── x columns ─┐\n"
                   "├─ a title that is far to.. ─┤\n"
                   "│                            │\n"
                   "└────────────────────────────┘\n");
}

TEST(ascii_is_the_same_cell_for_cell)
{
    struct canvas *utf8 = canvas_new(3, 40, LEVEL_UTF8);
    struct canvas *ascii = canvas_new(3, 40, LEVEL_ASCII);
    int col = 0;

    for (size_t i = 0; glyph_at(i); i++, col++) {
        canvas_put(utf8, 0, col, 1, STYLE_NORMAL, glyph_at(i));
        canvas_put(ascii, 0, col, 1, STYLE_NORMAL, glyph_at(i));
        ck_assert_str_eq(canvas_at(utf8, 0, col)->text, glyph_at(i));
        ck_assert_uint_eq(strlen(canvas_at(ascii, 0, col)->text), 1);
        ck_assert_int_lt(canvas_at(ascii, 0, col)->text[0], 0x7f);
    }
    ck_assert_int_gt(col, 20);
    canvas_free(utf8);
    canvas_free(ascii);
}

TEST(selecting_keeps_the_style)
{
    struct canvas *canvas = canvas_new(1, 4, LEVEL_UTF8);

    canvas_put(canvas, 0, 0, 4, STYLE_OFF, "ab");
    canvas_select(canvas, 0, 1, 9);
    ck_assert_int_eq(canvas_at(canvas, 0, 0)->style, STYLE_OFF);
    ck_assert_int_eq(canvas_at(canvas, 0, 1)->style, STYLE_OFF | STYLE_SELECTED);
    canvas_free(canvas);
}

TEST(a_spot_is_where_it_was_put)
{
    CLEANUP(canvas_freep) struct canvas *canvas = canvas_new(3, 12, LEVEL_UTF8);

    canvas_put_spot(canvas, 1, 10, 5, SPOT_ROW, 7);
    ck_assert_int_eq(canvas_spot(canvas, 1, 9).kind, SPOT_NONE);
    ck_assert_int_eq(canvas_spot(canvas, 1, 11).kind, SPOT_ROW);
    ck_assert_uint_eq(canvas_spot(canvas, 1, 11).value, 7);
    ck_assert_int_eq(canvas_spot(canvas, 1, 12).kind, SPOT_NONE);
    ck_assert_int_eq(canvas_spot(canvas, 2, 0).kind, SPOT_NONE);
    ck_assert_int_eq(canvas_spot(canvas, -1, 3).kind, SPOT_NONE);
}

TEST(what_is_drawn_outside_is_counted)
{
    CLEANUP(canvas_freep) struct canvas *canvas = canvas_new(3, 12, LEVEL_UTF8);

    canvas_put(canvas, 0, 8, -1, STYLE_NORMAL, "abcd");
    canvas_fill(canvas, 0, 0, 20, STYLE_NORMAL, " ");
    ck_assert_int_eq(canvas_lost(canvas), 0);
    canvas_put(canvas, 1, 8, -1, STYLE_NORMAL, "abcdef");
    ck_assert_int_eq(canvas_lost(canvas), 2);
    canvas_put(canvas, 3, 0, -1, STYLE_NORMAL, "a b");
    ck_assert_int_eq(canvas_lost(canvas), 4);
}
