/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_checker.c - which program checks what, and what its exit codes mean */
#include "model/content/checker.h"

#include "model/base/mem.h"
#include "support/test.h"

static const struct {
    enum inside_kind kind;
    int code;
    enum checker_verdict want;
} codes[] = {
    { INSIDE_EXT, 0, CHECKER_CLEAN },     { INSIDE_EXT, 1, CHECKER_DAMAGED },
    { INSIDE_EXT, 4, CHECKER_DAMAGED },   { INSIDE_EXT, 8, CHECKER_FAILED },
    { INSIDE_EXT, 12, CHECKER_FAILED },   { INSIDE_EXT, 16, CHECKER_FAILED },
    { INSIDE_EXT, 32, CHECKER_FAILED },   { INSIDE_EXT, 128, CHECKER_FAILED },
    { INSIDE_EXT, -1, CHECKER_FAILED },   { INSIDE_FAT, 0, CHECKER_CLEAN },
    { INSIDE_FAT, 1, CHECKER_DAMAGED },   { INSIDE_FAT, 2, CHECKER_FAILED },
    { INSIDE_NTFS, 0, CHECKER_CLEAN },    { INSIDE_NTFS, 1, CHECKER_DAMAGED },
    { INSIDE_XFS, 0, CHECKER_CLEAN },     { INSIDE_XFS, 1, CHECKER_DAMAGED },
    { INSIDE_XFS, 2, CHECKER_FAILED },    { INSIDE_BTRFS, 0, CHECKER_CLEAN },
    { INSIDE_BTRFS, 1, CHECKER_DAMAGED }, { INSIDE_BTRFS, 126, CHECKER_FAILED },
    { INSIDE_BTRFS, -1, CHECKER_FAILED }, { INSIDE_EXFAT, 0, CHECKER_CLEAN },
    { INSIDE_EXFAT, 1, CHECKER_DAMAGED }, { INSIDE_EXFAT, 4, CHECKER_DAMAGED },
    { INSIDE_EXFAT, 8, CHECKER_FAILED },
};

TEST_EACH(an_exit_code_has_the_meaning_of_the_manual_page, codes)
{
    ck_assert_int_eq(checker_judge(checker_of(codes[_i].kind), codes[_i].code),
                     codes[_i].want);
}

static const struct {
    enum inside_kind kind;
    const char *program, *option; /* the last one */
} programs[] = {
    { INSIDE_EXT, "e2fsck", "-n" },          { INSIDE_FAT, "fsck.fat", "-n" },
    { INSIDE_NTFS, "ntfsfix", "-n" },        { INSIDE_XFS, "xfs_repair", "-n" },
    { INSIDE_BTRFS, "btrfs", "--readonly" }, { INSIDE_EXFAT, "fsck.exfat", "-n" },
};

TEST_EACH(each_checker_is_told_to_write_nothing, programs)
{
    const struct checker *checker = checker_of(programs[_i].kind);
    const char *last = NULL;

    ck_assert_str_eq(checker->program, programs[_i].program);
    for (size_t i = 0; i < CHECKER_ARGS && checker->args[i]; i++)
        last = checker->args[i];
    ck_assert_str_eq(last, programs[_i].option);
}

TEST(what_is_no_file_system_has_no_checker)
{
    ck_assert_ptr_null(checker_of(INSIDE_NONE));
    ck_assert_ptr_null(checker_of(INSIDE_LUKS));
    ck_assert_ptr_null(checker_of(INSIDE_LVM));
    ck_assert_ptr_null(checker_of(INSIDE_SWAP));
}

static struct checker_result result_of(enum inside_kind kind, const char *type,
                                       enum checker_verdict verdict)
{
    struct checker_result result = { .number = 3, .checker = checker_of(kind) };

    copy_text(result.type, sizeof(result.type), type);
    result.verdict = verdict;
    return result;
}

static const struct {
    enum checker_verdict before, now;
    const char *want;
} compared[] = {
    { CHECKER_CLEAN, CHECKER_CLEAN,
      "Partition 3 (ext4): e2fsck found no errors before the move, and finds none now." },
    { CHECKER_CLEAN, CHECKER_DAMAGED,
      "Partition 3 (ext4): e2fsck found no errors before the move, and finds errors now. "
      "Do not use it before that is understood." },
    { CHECKER_DAMAGED, CHECKER_DAMAGED,
      "Partition 3 (ext4): e2fsck finds errors, as it did before the move." },
    { CHECKER_DAMAGED, CHECKER_CLEAN,
      "Partition 3 (ext4): e2fsck found errors before the move, and finds none now." },
    { CHECKER_STOPPED, CHECKER_CLEAN, "Partition 3 (ext4): e2fsck finds no errors now." },
    { CHECKER_NOT_RUN, CHECKER_DAMAGED,
      "Partition 3 (ext4): e2fsck finds errors now; before the move it was not "
      "checked." },
    { CHECKER_CLEAN, CHECKER_FAILED, "Partition 3 (ext4): e2fsck could not check it." },
    { CHECKER_CLEAN, CHECKER_ABSENT,
      "Partition 3 (ext4) is not checked: e2fsck is not installed." },
};

TEST_EACH(old_damage_is_told_from_new, compared)
{
    struct checker_result before = result_of(INSIDE_EXT, "ext4", compared[_i].before);
    struct checker_result now = result_of(INSIDE_EXT, "ext4", compared[_i].now);
    CLEANUP(freep) char *words = checker_words_after(&now, &before);

    ck_assert_str_eq(words, compared[_i].want);
}

TEST(a_list_names_each_program_of_use_once)
{
    struct checker_list list = { 0 };
    const struct checker_result results[] = {
        result_of(INSIDE_NTFS, "ntfs", CHECKER_NOT_RUN),
        result_of(INSIDE_EXT, "ext4", CHECKER_CLEAN),
        result_of(INSIDE_EXT, "ext3", CHECKER_NOT_RUN),
        result_of(INSIDE_XFS, "xfs", CHECKER_ABSENT),
        result_of(INSIDE_FAT, "vfat", CHECKER_NO_NODE),
    };

    for (size_t i = 0; i < ARRAY_SIZE(results); i++)
        checker_list_add(&list, &results[i]);
    CLEANUP(freep) char *names = checker_list_programs(&list);
    ck_assert_str_eq(names, "ntfsfix, e2fsck");
    ck_assert(checker_list_is_useful(&list));
    list.count = 0;
    ck_assert(!checker_list_is_useful(&list));
    checker_list_finish(&list);
}
