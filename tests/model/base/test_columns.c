/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_columns.c - columns of text by its width on the terminal */
#include "model/base/columns.h"

#include "model/base/mem.h"
#include "support/test.h"

#define HARD_DISK "\xe7\xa1\xac\xe7\x9b\x98" /* two characters, four columns */

static const char *written(const struct columns *columns, size_t indent, struct str *str)
{
    columns_write(columns, indent, str);
    return str_text(str);
}

TEST(wide_characters_keep_the_columns_straight)
{
    CLEANUP(columns_freep) struct columns *columns = columns_new(3);
    CLEANUP(str_finish) struct str str = { 0 };

    columns_head(columns, 0, false, "Label");
    columns_head(columns, 1, true, "Size");
    columns_head(columns, 2, false, "FS");
    columns_row(columns);
    columns_set(columns, 0, HARD_DISK);
    columns_set(columns, 1, "%d", 7);
    columns_set(columns, 2, "ext4");
    columns_row(columns);
    columns_set(columns, 0, "longer");
    columns_set(columns, 1, "123456");
    ck_assert_str_eq(written(columns, 2, &str), "  Label     Size  FS\n"
                                                "  " HARD_DISK "         7  ext4\n"
                                                "  longer  123456\n");
}

TEST(numbers_end_in_one_column)
{
    CLEANUP(columns_freep) struct columns *columns = columns_new(2);
    CLEANUP(str_finish) struct str str = { 0 };

    columns_head(columns, 0, false, "a");
    columns_head(columns, 1, true, "9");
    columns_row(columns);
    columns_set(columns, 0, "b");
    columns_set(columns, 1, "10");
    ck_assert_str_eq(written(columns, 0, &str), "a   9\nb  10\n");
}

TEST(an_empty_column_is_left_out)
{
    CLEANUP(columns_freep) struct columns *columns = columns_new(3);
    CLEANUP(str_finish) struct str str = { 0 };

    columns_head(columns, 0, false, "#");
    columns_head(columns, 1, false, "Label");
    columns_head(columns, 2, false, "FS");
    columns_row(columns);
    columns_set(columns, 0, "1");
    columns_set(columns, 2, "xfs");
    ck_assert_str_eq(written(columns, 0, &str), "#  FS\n1  xfs\n");
}

TEST(paint_takes_no_room_and_text_from_outside_is_cleaned)
{
    CLEANUP(columns_freep) struct columns *columns = columns_new(2);
    CLEANUP(str_finish) struct str str = { 0 };

    columns_head(columns, 0, false, "A");
    columns_head(columns, 1, false, "B");
    columns_row(columns);
    columns_set(columns, 0, "%s", "\x1b[2J");
    columns_paint(columns, 0, "<", ">");
    columns_set(columns, 1, "b");
    ck_assert_str_eq(written(columns, 0, &str), "A     B\n<?[2J>  b\n");
}

TEST(without_heads_there_is_no_line_of_heads)
{
    CLEANUP(columns_freep) struct columns *columns = columns_new(2);
    CLEANUP(str_finish) struct str str = { 0 };

    columns_row(columns);
    columns_set(columns, 0, "list");
    columns_set(columns, 1, "disks");
    ck_assert_str_eq(written(columns, 1, &str), " list  disks\n");
}
