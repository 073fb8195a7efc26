/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_str.c - growing strings and truncated texts */
#include "model/base/str.h"

#include <stdlib.h>
#include <string.h>

#include "model/base/mem.h"
#include "support/test.h"

TEST(an_empty_string_is_a_text)
{
    struct str str = { 0 };
    char *taken;

    ck_assert_str_eq(str_text(&str), "");
    str_clear(&str);
    taken = str_take(&str);
    ck_assert_str_eq(taken, "");
    free(taken);
    str_finish(&str);
}

TEST(a_string_grows_over_every_bound)
{
    CLEANUP(str_finish) struct str str = { 0 };

    for (unsigned i = 0; i < 1000; i++) {
        str_add(&str, "a");
        str_add_bytes(&str, "bcd", 2);
        str_printf(&str, "%u", i % 10);
        ck_assert_uint_eq(str.length, 4 * (i + 1));
        ck_assert_uint_eq(strlen(str_text(&str)), str.length);
    }
    ck_assert_int_eq(memcmp(str_text(&str) + 3996, "abc9", 5), 0);
    str_clear(&str);
    ck_assert_str_eq(str_text(&str), "");
}

TEST(an_empty_member_leaves_no_comma_in_a_list)
{
    static const char *const items[] = { "", "96 MiB", "", "Linux", "" };
    CLEANUP(str_finish) struct str str = { 0 };

    for (size_t i = 0; i < ARRAY_SIZE(items); i++)
        str_add_item(&str, items[i]);
    ck_assert_str_eq(str_text(&str), "96 MiB, Linux");
}

TEST(what_was_taken_is_gone)
{
    struct str str = { 0 };

    str_add(&str, "alidade");
    char *taken = str_take(&str);
    ck_assert_str_eq(taken, "alidade");
    ck_assert_str_eq(str_text(&str), "");
    ck_assert_uint_eq(str.length, 0);
    free(taken);
}

static const struct {
    const char *before, *after;
} gaps[] = {
    { "", "" },     { "One.", "One. " }, { "一。", "一。" },
    { "。", "。" }, { "\x82", "\x82 " }, /* shorter than the stop that it ends like */
};

TEST_EACH(a_gap_stands_between_sentences_alone, gaps)
{
    CLEANUP(str_finish) struct str str = { 0 };

    str_add(&str, gaps[_i].before);
    str_add_gap(&str);
    ck_assert_str_eq(str_text(&str), gaps[_i].after);
}

static const struct {
    const char *text;
    size_t size;
    const char *want;
} cuts[] = {
    { "alidade", 8, "alidade" }, { "alidade", 7, "alidad" }, { "alidade", 1, "" },
    { "aé", 4, "aé" },           { "aé", 3, "a" },           { "aé", 2, "a" },
    { "一二", 6, "一" },         { "一二", 4, "一" },        { "一二", 3, "" },
};

TEST_EACH(a_text_is_cut_at_a_whole_character, cuts)
{
    char to[16];

    memset(to, 'x', sizeof(to));
    copy_text(to, cuts[_i].size, cuts[_i].text);
    ck_assert_str_eq(to, cuts[_i].want);
    ck_assert_int_eq(to[cuts[_i].size], 'x');
}
