/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_text.c - widths are columns, not bytes */
#include "model/base/text.h"

#include <stdlib.h>
#include <string.h>

#include "support/test.h"

static const struct {
    const char *text;
    int width;
    const char *cut, *padded, *padded_left;
} cuts[] = {
    { "abc", 5, "abc", "abc  ", "  abc" },
    { "abcdef", 5, "abc..", "abc..", "abc.." },
    { "abcdef", 6, "abcdef", "abcdef", "abcdef" },
    { "abcdef", 2, "ab", "ab", "ab" },
    { "abcdef", 0, "", "", "" },
    { "größe", 5, "größe", "größe", "größe" },
    { "größer", 5, "grö..", "grö..", "grö.." },
    { "磁盘分区", 8, "磁盘分区", "磁盘分区", "磁盘分区" },
    { "磁盘分区", 7, "磁盘..", "磁盘.. ", " 磁盘.." },
    { "e\xcc\x81t", 4, "e\xcc\x81t", "e\xcc\x81t  ", "  e\xcc\x81t" },
};

TEST_EACH(text_is_cut_and_padded_by_columns, cuts)
{
    char *cut = text_cut(cuts[_i].text, cuts[_i].width);
    char *padded = text_pad(cuts[_i].text, cuts[_i].width);
    char *left = text_pad_left(cuts[_i].text, cuts[_i].width);

    ck_assert_str_eq(cut, cuts[_i].cut);
    ck_assert_str_eq(padded, cuts[_i].padded);
    ck_assert_str_eq(left, cuts[_i].padded_left);
    free(cut);
    free(padded);
    free(left);
}

static const struct {
    const char *path;
    int width;
    const char *want;
} paths[] = {
    { "/dev/sda", 8, "/dev/sda" },
    { "/dev/sda", 7, ".../sda" },
    { "/dev/sda", 6, "sda" },
    { "/home/me/images/disk.img", 20, ".../images/disk.img" },
    { "/home/me/images/disk.img", 19, ".../images/disk.img" },
    { "/home/me/images/disk.img", 18, ".../disk.img" },
    { "/home/me/images/disk.img", 11, "disk.img" },
    { "/home/me/alidade-legacy-x7.img", 17, "alidade..y-x7.img" },
    { "/home/me/größe-größe.img", 12, "größe..e.img" },
    { "/home/磁盘分区/磁盘分区.img", 9, "磁...img" },
    { "disk.img", 6, "di..mg" },
    { "/", 0, "" },
    { "/home/disk.img", 3, "d.." },
};

TEST_EACH(a_path_is_cut_so_that_its_name_stays, paths)
{
    char *cut = text_cut_path(paths[_i].path, paths[_i].width);

    ck_assert_str_eq(cut, paths[_i].want);
    free(cut);
}

static const struct {
    const char *text;
    int width;
    const char *lines; /* joined by | */
} wraps[] = {
    { "one two three", 7, "one two|three" },
    { "one two three", 3, "one|two|thr|ee" },
    { "one\ntwo", 20, "one|two" },
    { "one  two", 4, "one|two" },
    { "", 10, "" },
    { "磁盘分区表", 5, "磁盘|分区|表" },
    { "磁盘。分区表", 4, "磁|盘。|分区|表" },
    { "磁盘（分区）", 6, "磁盘|（分|区）" },
    { "磁盘 a\"分区\"b", 8, "磁盘|a\"分区\"b" },
    { "磁盘sda分区", 5, "磁盘|sda分|区" },
    { "exactly ten", 11, "exactly ten" },
};

TEST_EACH(lines_break_where_a_reader_would, wraps)
{
    const char *text = wraps[_i].text;
    char joined[128] = "";
    int count = 0;

    while (text) {
        size_t length;
        const char *next = text_wrap(text, wraps[_i].width, &length);

        if (count++ > 0)
            strcat(joined, "|");
        strncat(joined, text, length);
        text = next;
    }
    ck_assert_str_eq(joined, wraps[_i].lines);
    ck_assert_int_eq(text_wrap_count(wraps[_i].text, wraps[_i].width), count);
}
