/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_guid_source.c - random GUIDs and disk signatures from a seed */
#include "model/base/guid.h"

#include "support/test.h"

TEST(guid_is_of_version_4_and_variant_1)
{
    struct guid_source source = { { 1, 2, 3, 4 } };
    char text[GUID_TEXT];

    for (int i = 0; i < 1000; i++) {
        struct guid guid = guid_source_draw(&source);
        (void)guid_format(&guid, text); /* returns TEXT */
        ck_assert_int_eq(text[14], '4');
        ck_assert_msg(text[19] == '8' || text[19] == '9' || text[19] == 'A' ||
                          text[19] == 'B',
                      "%s", text);
    }
}

TEST(same_seed_gives_the_same_and_another_gives_others)
{
    struct guid_source a = { { 1, 2, 3, 4 } }, b = a, c = { { 1, 2, 3, 5 } };
    struct guid from_a = guid_source_draw(&a), from_b = guid_source_draw(&b);

    ck_assert(guid_equal(&from_a, &from_b));
    (void)guid_source_draw(&c); /* states that are near each other part within one draw */
    struct guid from_c = guid_source_draw(&c);
    from_a = guid_source_draw(&a);
    ck_assert(!guid_equal(&from_a, &from_c));
}

TEST(no_guid_comes_twice)
{
    struct guid_source source = { { 0, 0, 0, 1 } };
    struct guid seen[200];

    for (int i = 0; i < 200; i++) {
        seen[i] = guid_source_draw(&source);
        for (int j = 0; j < i; j++)
            ck_assert(!guid_equal(&seen[i], &seen[j]));
    }
}

TEST(split_source_goes_its_own_way)
{
    struct guid_source source = { { 7, 7, 7, 7 } };
    struct guid_source other = guid_source_split(&source);
    struct guid one = guid_source_draw(&source), two = guid_source_draw(&other);

    ck_assert(!guid_equal(&one, &two));
}

TEST(signature_is_never_zero)
{
    struct guid_source source = { { 1, 0, 0, 0 } };

    for (int i = 0; i < 10000; i++)
        ck_assert_uint_ne(guid_source_signature(&source), 0);
}

/* Computed by hand, since the authors published no test vectors: with s = 1, 2, 3, 4 the
 * first output is rotl(2 * 5, 7) * 9 = 11520. */
TEST(first_draw_is_what_the_algorithm_says)
{
    struct guid_source source = { { 1, 2, 3, 4 } };
    struct guid guid = guid_source_draw(&source);
    char text[GUID_TEXT];

    ck_assert_str_eq(guid_format(&guid, text), "00002D00-0000-4000-8000-000000000000");
}
