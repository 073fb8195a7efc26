/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_label.c - the table of label kinds is complete and unique */
#include "model/disk/label.h"

#include <string.h>

#include "model/base/mem.h"
#include "support/test.h"

TEST(every_kind_has_a_name_of_its_own)
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

TEST(what_only_libblkid_knows_keeps_its_word)
{
    struct label aix = { .kind = LABEL_OTHER, .name = "aix" };

    ck_assert_str_eq(label_name(&aix), "aix");
    ck_assert_str_eq(label_json_name(&aix), "aix");
    ck_assert_int_eq(label_kind_of_parted("aix"), LABEL_OTHER);
}

static const struct {
    enum label_kind kind;
    const char *json;
} words[] = {
    { LABEL_MSDOS, "dos" }, { LABEL_GPT, "gpt" }, { LABEL_BSD, "bsd" },
    { LABEL_SUN, "sun" },   { LABEL_DVH, "sgi" },
};

TEST_EACH(json_uses_the_words_of_sfdisk, words)
{
    struct label label = { .kind = words[_i].kind };

    ck_assert_str_eq(label_json_name(&label), words[_i].json);
}

TEST(msdos_ends_at_32_bits_of_sectors)
{
    ck_assert_uint_eq(label_addressable(LABEL_MSDOS) * 512, UINT64_C(2) << 40);
    ck_assert_uint_eq(label_addressable(LABEL_MSDOS) * 4096, UINT64_C(16) << 40);
    ck_assert_uint_eq(label_addressable(LABEL_GPT), 0);
}
