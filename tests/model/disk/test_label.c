/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_label.c - the table of label kinds is complete and unique */
#include "model/disk/label.h"

#include <string.h>

#include "model/base/mem.h"
#include "support/tap.h"

START_TEST(every_kind_has_a_name_of_its_own)
{
    for (int i = 0; i < LABEL_OTHER; i++) {
        struct label label = { .kind = (enum label_kind)i };
        ck_assert_str_ne(label_name(&label), "");
        for (int k = 0; k < i; k++) {
            struct label other = { .kind = (enum label_kind)k };
            ck_assert_str_ne(label_name(&label), label_name(&other));
        }
        if (i > LABEL_NONE)
            ck_assert_int_eq(label_kind_of_parted(label_name(&label)), i);
    }
}
END_TEST

START_TEST(what_only_libblkid_knows_keeps_its_word)
{
    struct label aix = { .kind = LABEL_OTHER, .name = "aix" };

    ck_assert_str_eq(label_name(&aix), "aix");
    ck_assert_str_eq(label_json_name(&aix), "aix");
    ck_assert_int_eq(label_kind_of_parted("aix"), LABEL_OTHER);
}
END_TEST

static const struct {
    enum label_kind kind;
    const char *json;
} words[] = {
    { LABEL_MSDOS, "dos" }, { LABEL_GPT, "gpt" }, { LABEL_BSD, "bsd" },
    { LABEL_SUN, "sun" },   { LABEL_DVH, "sgi" },
};

START_TEST(json_uses_the_words_of_sfdisk)
{
    struct label label = { .kind = words[_i].kind };

    ck_assert_str_eq(label_json_name(&label), words[_i].json);
}
END_TEST

START_TEST(msdos_ends_at_32_bits_of_sectors)
{
    ck_assert_uint_eq(label_addressable(LABEL_MSDOS) * 512, UINT64_C(2) << 40);
    ck_assert_uint_eq(label_addressable(LABEL_MSDOS) * 4096, UINT64_C(16) << 40);
    ck_assert_uint_eq(label_addressable(LABEL_GPT), 0);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("label");
    TCase *tcase = tcase_create("label");

    tcase_add_test(tcase, every_kind_has_a_name_of_its_own);
    tcase_add_test(tcase, what_only_libblkid_knows_keeps_its_word);
    tcase_add_loop_test(tcase, json_uses_the_words_of_sfdisk, 0, (int)ARRAY_SIZE(words));
    tcase_add_test(tcase, msdos_ends_at_32_bits_of_sectors);
    suite_add_tcase(suite, tcase);
    return run_tap(suite);
}
