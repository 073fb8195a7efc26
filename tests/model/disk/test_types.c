/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_types.c - partition types with their names */
#include "model/disk/types.h"

#include <string.h>

#include "model/base/guid.h"
#include "model/base/mem.h"
#include "support/test.h"

static const struct {
    enum label_kind kind;
    const char *type, *want;
} names[] = {
    { LABEL_MSDOS, "7", "NTFS, exFAT, HPFS" },
    { LABEL_MSDOS, "83", "Linux" },
    { LABEL_MSDOS, "a6", "OpenBSD" },
    { LABEL_MSDOS, "f", "Extended (LBA)" },
    { LABEL_MSDOS, "fe", "LANstep" },
    { LABEL_MSDOS, "fa", NULL },
    { LABEL_MSDOS, "0", "type 00" },
    { LABEL_MSDOS, "", NULL },
    { LABEL_MSDOS, TYPE_GPT_LINUX, NULL },
    { LABEL_GPT, TYPE_GPT_LINUX, "Linux file system" },
    { LABEL_GPT, TYPE_GPT_MSR, "Microsoft reserved" },
    { LABEL_GPT, TYPE_GPT_BIOS_BOOT, "BIOS boot" },
    { LABEL_GPT, "7AC63B47-B25C-463B-8DF8-B4A94E6C90E1", "Linux root verity (S/390)" },
    { LABEL_GPT, "00000000-0000-0000-0000-000000000001", NULL },
    { LABEL_GPT, "83", NULL },
    { LABEL_SUN, "83", NULL },
};

TEST_EACH(type_has_its_name_on_its_label, names)
{
    const char *name = type_name(names[_i].kind, names[_i].type);

    if (names[_i].want)
        ck_assert_str_eq(name, names[_i].want);
    else
        ck_assert_ptr_null(name);
}

static const struct {
    enum label_kind kind;
    size_t min;
} labels[] = { { LABEL_GPT, 150 }, { LABEL_MSDOS, 100 } };

TEST_EACH(list_is_long_and_each_type_stands_in_it_once, labels)
{
    enum label_kind kind = labels[_i].kind;
    size_t count = type_count(kind);

    ck_assert_uint_ge(count, labels[_i].min);
    ck_assert_uint_le(count, TYPE_MAX);
    for (size_t i = 0; i < count; i++) {
        struct type_info info = type_at(kind, i);
        char found[TYPE_TEXT];
        ck_assert(info.name[0]);
        ck_assert_str_eq(type_name(kind, info.id), info.name);
        ck_assert(type_find(kind, info.id, found));
        ck_assert_str_eq(found, info.id);
        for (size_t j = 0; j < i; j++)
            ck_assert_str_ne(type_at(kind, j).id, info.id);
    }
}

TEST_EACH(groups_stand_together_the_usual_one_first, labels)
{
    enum label_kind kind = labels[_i].kind;
    bool is_seen[TYPE_GROUP_COUNT] = { false };

    ck_assert_int_eq(type_at(kind, 0).group, TYPE_GROUP_USUAL);
    for (size_t i = 0; i < type_count(kind); i++) {
        enum type_group group = type_at(kind, i).group;
        if (i && type_at(kind, i - 1).group != group)
            ck_assert(!is_seen[group]);
        is_seen[group] = true;
        ck_assert(type_group_name(group)[0]);
    }
}

TEST(names_of_gpt_types_differ)
{
    size_t count = type_count(LABEL_GPT);

    for (size_t i = 0; i < count; i++)
        for (size_t j = 0; j < i; j++)
            ck_assert_str_ne(type_at(LABEL_GPT, i).name, type_at(LABEL_GPT, j).name);
}

/* The types of sfdisk 2.38 for words that it accepts, too. */
static const struct {
    enum label_kind kind;
    const char *text, *want;
} finds[] = {
    { LABEL_GPT, "L", TYPE_GPT_LINUX },
    { LABEL_GPT, "S", TYPE_GPT_LINUX_SWAP },
    { LABEL_GPT, "H", TYPE_GPT_LINUX_HOME },
    { LABEL_GPT, "U", TYPE_GPT_EFI_SYSTEM },
    { LABEL_GPT, "R", TYPE_GPT_LINUX_RAID },
    { LABEL_GPT, "V", TYPE_GPT_LINUX_LVM },
    { LABEL_GPT, "linux", TYPE_GPT_LINUX },
    { LABEL_GPT, "swap", TYPE_GPT_LINUX_SWAP },
    { LABEL_GPT, "home", TYPE_GPT_LINUX_HOME },
    { LABEL_GPT, "uefi", TYPE_GPT_EFI_SYSTEM },
    { LABEL_GPT, "raid", TYPE_GPT_LINUX_RAID },
    { LABEL_GPT, "lvm", TYPE_GPT_LINUX_LVM },
    { LABEL_GPT, "0fc63daf-8483-4772-8e79-3d69d8477de4", TYPE_GPT_LINUX },
    { LABEL_GPT, "12345678-9abc-def0-1234-56789abcdef0",
      "12345678-9ABC-DEF0-1234-56789ABCDEF0" },
    { LABEL_GPT, "EF02", TYPE_GPT_BIOS_BOOT },
    { LABEL_GPT, "8300", TYPE_GPT_LINUX },
    { LABEL_GPT, "linux root (x86-64)", TYPE_GPT_LINUX_ROOT },
    { LABEL_GPT, "00000000-0000-0000-0000-000000000000", NULL },
    { LABEL_GPT, "E", NULL },
    { LABEL_GPT, "83", NULL },
    { LABEL_GPT, "0x83", NULL },
    { LABEL_GPT, "", NULL },
    { LABEL_MSDOS, "L", "83" },
    { LABEL_MSDOS, "S", "82" },
    { LABEL_MSDOS, "E", "5" },
    { LABEL_MSDOS, "Ex", "5" },
    { LABEL_MSDOS, "e", "e" },
    { LABEL_MSDOS, "X", "85" },
    { LABEL_MSDOS, "U", "ef" },
    { LABEL_MSDOS, "R", "fd" },
    { LABEL_MSDOS, "V", "8e" },
    { LABEL_MSDOS, "linux", "83" },
    { LABEL_MSDOS, "swap", "82" },
    { LABEL_MSDOS, "extended", "5" },
    { LABEL_MSDOS, "linuxex", "85" },
    { LABEL_MSDOS, "uefi", "ef" },
    { LABEL_MSDOS, "raid", "fd" },
    { LABEL_MSDOS, "lvm", "8e" },
    { LABEL_MSDOS, "83", "83" },
    { LABEL_MSDOS, "0x83", "83" },
    { LABEL_MSDOS, "083", "83" },
    { LABEL_MSDOS, "0e", "e" },
    { LABEL_MSDOS, "0X05", "5" },
    { LABEL_MSDOS, "FD", "fd" },
    { LABEL_MSDOS, "fa", "fa" },
    { LABEL_MSDOS, "H", NULL },
    { LABEL_MSDOS, "home", NULL },
    { LABEL_MSDOS, "x", NULL },
    { LABEL_MSDOS, "ex", NULL },
    { LABEL_MSDOS, "0", "0" },
    { LABEL_MSDOS, "0x00", "0" },
    { LABEL_MSDOS, "0x", NULL },
    { LABEL_MSDOS, "100", NULL },
    { LABEL_MSDOS, "8300", NULL },
    { LABEL_MSDOS, "", NULL },
    { LABEL_MSDOS, TYPE_GPT_LINUX, NULL },
    { LABEL_SUN, "L", NULL },
    { LABEL_SUN, "83", NULL },
};

TEST_EACH(typed_word_means_the_type_that_sfdisk_takes_it_for, finds)
{
    char got[TYPE_TEXT] = "untouched";
    bool is_found = type_find(finds[_i].kind, finds[_i].text, got);

    ck_assert_int_eq(is_found, finds[_i].want != NULL);
    ck_assert_str_eq(got, finds[_i].want ? finds[_i].want : "untouched");
}

static const struct {
    enum label_kind kind;
    const char *text, *want;
} typed[] = {
    { LABEL_GPT, "EFI", TYPE_GPT_EFI_SYSTEM },
    { LABEL_GPT, "linux", TYPE_GPT_LINUX },
    { LABEL_GPT, "ef02", TYPE_GPT_BIOS_BOOT },
    { LABEL_GPT, "bios", TYPE_GPT_BIOS_BOOT },
    { LABEL_GPT, "home1", NULL },
    { LABEL_MSDOS, "home", "83" },
    { LABEL_MSDOS, "bios", NULL },
    { LABEL_SUN, "efi", NULL },
};

TEST_EACH(people_call_types_by_more_words, typed)
{
    char got[TYPE_TEXT] = "untouched";
    bool is_found = type_find_typed(typed[_i].kind, typed[_i].text, got);

    ck_assert_int_eq(is_found, typed[_i].want != NULL);
    ck_assert_str_eq(got, typed[_i].want ? typed[_i].want : "untouched");
}

TEST(a_root_is_one_of_this_machine)
{
    char got[TYPE_TEXT];

    ck_assert(type_find_typed(LABEL_GPT, "/", got));
    ck_assert_str_eq(got, type_linux_root());
}

static const struct {
    enum label_kind kind;
    const char *text, *want;
} nears[] = {
    { LABEL_GPT, "swop", "swap" },          { LABEL_GPT, "windwos", "windows" },
    { LABEL_MSDOS, "extendd", "extended" }, { LABEL_MSDOS, "boot1", "/boot" },
    { LABEL_GPT, "extendd", NULL },         { LABEL_MSDOS, "bois", NULL },
    { LABEL_GPT, "my data", NULL },         { LABEL_GPT, "", NULL },
};

TEST_EACH(misspelled_type_is_near_a_word, nears)
{
    ck_assert_pstr_eq(type_near(nears[_i].kind, nears[_i].text), nears[_i].want);
}

static const struct {
    enum label_kind kind;
    const char *query;
    const char *first; /* what is found first; NULL: nothing */
} searches[] = {
    { LABEL_GPT, "", TYPE_GPT_LINUX },
    { LABEL_GPT, "  ", TYPE_GPT_LINUX },
    { LABEL_GPT, "SWAP", TYPE_GPT_LINUX_SWAP },
    { LABEL_GPT, "verity arm64", "DF3300CE-D69F-4C92-978C-9BFB0F38D820" },
    { LABEL_GPT, "6a96237f", "6A96237F-1DD2-11B2-99A6-080020736631" },
    { LABEL_GPT, "uefi", TYPE_GPT_EFI_SYSTEM },
    { LABEL_GPT, "bsd swap", "516E7CB5-6ECF-11D6-8FF8-00022D09712B" },
    { LABEL_GPT, "no such thing", NULL },
    { LABEL_MSDOS, "swap", "82" },
    { LABEL_MSDOS, "fat16 hidden", "14" },
    { LABEL_SUN, "", NULL },
};

TEST_EACH(search_finds_types_that_have_every_word, searches)
{
    size_t found[TYPE_MAX];
    enum label_kind kind = searches[_i].kind;
    size_t count = type_search(kind, searches[_i].query, found);

    if (searches[_i].first)
        ck_assert_str_eq(type_at(kind, found[0]).id, searches[_i].first);
    else
        ck_assert_uint_eq(count, 0);
    if (!searches[_i].query[0])
        ck_assert_uint_eq(count, type_count(kind));
}

TEST(the_type_of_an_entry_in_progress_has_a_name_and_is_not_offered)
{
    size_t found[TYPE_MAX];
    char type[TYPE_TEXT];

    ck_assert_str_eq(type_name(LABEL_GPT, TYPE_GPT_MOVING), "alidade move in progress");
    ck_assert_uint_eq(type_search(LABEL_GPT, "alidade", found), 0);
    ck_assert_uint_eq(type_search(LABEL_GPT, TYPE_GPT_MOVING, found), 0);
    ck_assert(!type_find(LABEL_GPT, "alidade move in progress", type));
}

static const struct {
    enum label_kind from, to;
    const char *type, *want;
} conversions[] = {
    { LABEL_MSDOS, LABEL_GPT, "83", TYPE_GPT_LINUX },
    { LABEL_MSDOS, LABEL_GPT, "82", TYPE_GPT_LINUX_SWAP },
    { LABEL_MSDOS, LABEL_GPT, "7", TYPE_GPT_WINDOWS },
    { LABEL_MSDOS, LABEL_GPT, "c", TYPE_GPT_WINDOWS },
    { LABEL_MSDOS, LABEL_GPT, "ef", TYPE_GPT_EFI_SYSTEM },
    { LABEL_MSDOS, LABEL_GPT, "a6", TYPE_GPT_OPENBSD },
    { LABEL_MSDOS, LABEL_GPT, "5", NULL },
    { LABEL_MSDOS, LABEL_GPT, "fa", NULL },
    { LABEL_GPT, LABEL_MSDOS, TYPE_GPT_LINUX, "83" },
    { LABEL_GPT, LABEL_MSDOS, TYPE_GPT_WINDOWS, "7" },
    { LABEL_GPT, LABEL_MSDOS, TYPE_GPT_LINUX_ROOT, "83" },
    { LABEL_GPT, LABEL_MSDOS, TYPE_GPT_LINUX_VAR, "83" },
    { LABEL_GPT, LABEL_MSDOS, "7AC63B47-B25C-463B-8DF8-B4A94E6C90E1", "83" },
    { LABEL_GPT, LABEL_MSDOS, TYPE_GPT_BIOS_BOOT, NULL },
    { LABEL_GPT, LABEL_MSDOS, TYPE_GPT_MSR, NULL },
    { LABEL_GPT, LABEL_GPT, TYPE_GPT_MSR, TYPE_GPT_MSR },
    { LABEL_MSDOS, LABEL_MSDOS, "fa", "fa" },
};

TEST_EACH(type_has_a_counterpart_on_the_other_label, conversions)
{
    char got[TYPE_TEXT] = "untouched";
    bool is_there =
        type_convert(conversions[_i].from, conversions[_i].to, conversions[_i].type, got);

    ck_assert_int_eq(is_there, conversions[_i].want != NULL);
    ck_assert_str_eq(got, conversions[_i].want ? conversions[_i].want : "untouched");
}

TEST_EACH(what_is_converted_is_a_type_of_the_other_label, labels)
{
    enum label_kind from = labels[_i].kind;
    enum label_kind to = from == LABEL_GPT ? LABEL_MSDOS : LABEL_GPT;
    char there[TYPE_TEXT], back[TYPE_TEXT];

    for (size_t i = 0; i < type_count(from); i++) {
        if (!type_convert(from, to, type_at(from, i).id, there))
            continue;
        ck_assert_ptr_nonnull(type_name(to, there));
        ck_assert(type_convert(to, from, there, back));
    }
}

TEST(containers_are_a_matter_of_msdos)
{
    ck_assert(type_is_extended(LABEL_MSDOS, "5"));
    ck_assert(type_is_extended(LABEL_MSDOS, "f"));
    ck_assert(type_is_extended(LABEL_MSDOS, "85"));
    ck_assert(!type_is_extended(LABEL_MSDOS, "83"));
    ck_assert(!type_is_extended(LABEL_GPT, "5"));
}

TEST(places_of_windows_volumes_are_stored_elsewhere)
{
    ck_assert(type_is_absolute(LABEL_MSDOS, "42"));
    ck_assert(type_is_absolute(LABEL_MSDOS, "87"));
    ck_assert(type_is_absolute(LABEL_GPT, TYPE_GPT_LDM_METADATA));
    ck_assert(type_is_absolute(LABEL_GPT, TYPE_GPT_LDM_DATA));
    ck_assert(!type_is_absolute(LABEL_MSDOS, "7"));
    ck_assert(!type_is_absolute(LABEL_GPT, TYPE_GPT_WINDOWS));
    ck_assert(!type_is_absolute(LABEL_GPT, "42"));
}

static const struct {
    enum label_kind kind;
    const char *type, *brief;
} briefs[] = {
    { LABEL_MSDOS, "83", "Linux" },
    { LABEL_MSDOS, "0", "00" },
    { LABEL_MSDOS, "42", "42" },
    { LABEL_MSDOS, "81", "Minix" },
    { LABEL_MSDOS, "9c", "9c" },
    { LABEL_MSDOS, "", "" },
    { LABEL_GPT, TYPE_GPT_EFI_SYSTEM, "EFI" },
    { LABEL_GPT, "", "" },
    { LABEL_GPT, "00000001-0000-0000-0000-000000000000", "?" },
};

TEST_EACH(a_narrow_column_has_a_word_for_each_type, briefs)
{
    ck_assert_str_eq(type_brief(briefs[_i].kind, briefs[_i].type), briefs[_i].brief);
}

/* No brief word is longer than its column; msdos has only such words. */
TEST(brief_types_fit_their_column)
{
    for (size_t i = 0; i < type_count(LABEL_MSDOS); i++)
        ck_assert_uint_le(strlen(type_brief(LABEL_MSDOS, type_at(LABEL_MSDOS, i).id)),
                          TYPE_BRIEF);
    ck_assert_uint_le(strlen(type_brief(LABEL_GPT, TYPE_GPT_WINDOWS)), TYPE_BRIEF);
}
