/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_attributes.c - parses and formats GPT attribute bits */
#include "model/disk/attributes.h"

#include <string.h>

#include "model/base/mem.h"
#include "support/test.h"

#define BIT(n) (UINT64_C(1) << (n))

static const struct {
    uint64_t bits;
    const char *text;
} words[] = {
    { 0, "" },
    { BIT(0), "RequiredPartition" },
    { BIT(1), "NoBlockIOProtocol" },
    { BIT(2), "LegacyBIOSBootable" },
    { BIT(0) | BIT(2), "RequiredPartition LegacyBIOSBootable" },
    { BIT(63), "GUID:63" },
    { BIT(48) | BIT(60) | BIT(63), "GUID:48,60,63" },
    { BIT(2) | BIT(60), "LegacyBIOSBootable GUID:60" },
    { UINT64_MAX, "RequiredPartition NoBlockIOProtocol LegacyBIOSBootable "
                  "GUID:48,49,50,51,52,53,54,55,56,57,58,59,60,61,62,63" },
    { BIT(3) | BIT(47), "" },
};

TEST_EACH(bits_become_sfdisks_words, words)
{
    char buf[ATTRIBUTES_TEXT];

    ck_assert_str_eq(attributes_format(words[_i].bits, buf), words[_i].text);
    ck_assert_uint_lt(strlen(buf), ATTRIBUTES_TEXT);
}

TEST_EACH(words_become_the_bits_that_have_words, words)
{
    uint64_t bits = 42;
    struct err err = { 0 };
    uint64_t named = ~UINT64_C(0) << 48 | 7;

    ck_assert(attributes_parse(words[_i].text, &bits, &err));
    ck_assert_uint_eq(bits, words[_i].bits & named);
}

static const struct {
    const char *text;
    bool is_good;
    uint64_t bits;
} spellings[] = {
    { "60", true, BIT(60) },
    { "GUID:60 GUID:61", true, BIT(60) | BIT(61) },
    { " 48,  RequiredPartition\t", true, BIT(48) | BIT(0) },
    { "0,2,60", true, BIT(0) | BIT(2) | BIT(60) },
    { "GUID:63,0x3c 1", true, BIT(63) | BIT(60) | BIT(1) },
    { "0x", false, 0 },
    { "63x", false, 0 },
    { "-1", false, 0 },
    { "18446744073709551616", false, 0 },
    { "3", false, 0 },
    { "GUID:47", false, 0 },
    { "GUID:64", false, 0 },
    { "GUID:", false, 0 },
    { "6", false, 0 },
    { "600", false, 0 },
    { "requiredpartition", false, 0 },
    { "RequiredPartitions", false, 0 },
    { "Required", false, 0 },
};

TEST_EACH(what_is_no_attribute_is_named, spellings)
{
    uint64_t bits = 42;
    struct err err = { 0 };
    bool is_good = attributes_parse(spellings[_i].text, &bits, &err);

    ck_assert_msg(is_good == spellings[_i].is_good, "'%s'", spellings[_i].text);
    ck_assert_uint_eq(bits, is_good ? spellings[_i].bits : 42);
    ck_assert_int_eq(err.code, is_good ? ERR_NONE : ERR_USAGE);
    ck_assert(is_good || strstr(err.text, spellings[_i].text));
}
