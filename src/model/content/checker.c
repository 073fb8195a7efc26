/* SPDX-License-Identifier: GPL-3.0-or-later */
/* checker.c - the programs that read a file system and tell its errors, without writing
 */
#include "model/content/checker.h"

#include <stdlib.h>

#include "model/base/mem.h"
#include "model/base/str.h"

/* Exit codes as in their manual pages.  Those of e2fsck and fsck.exfat are bits: 1, 2 and
 * 4 are errors, 8 and above tell that it could not check.  Others return 1 for errors;
 * btrfs and ntfsfix return that also where they find no file system at all. */
#define BIT_FAILURES   0xf8U
#define OTHER_FAILURES 0xfeU

static const struct checker checkers[] = {
    { INSIDE_BTRFS, "btrfs", { "check", "--readonly" }, false, OTHER_FAILURES },
    { INSIDE_EXFAT, "fsck.exfat", { "-n" }, false, BIT_FAILURES },
    { INSIDE_EXT, "e2fsck", { "-f", "-n" }, true, BIT_FAILURES },
    { INSIDE_FAT, "fsck.fat", { "-n" }, false, OTHER_FAILURES },
    { INSIDE_NTFS, "ntfsfix", { "-n" }, false, OTHER_FAILURES },
    { INSIDE_XFS, "xfs_repair", { "-n" }, false, OTHER_FAILURES },
};

const struct checker *checker_of(enum inside_kind kind)
{
    for (size_t i = 0; i < ARRAY_SIZE(checkers); i++)
        if (checkers[i].kind == kind)
            return &checkers[i];
    return NULL;
}

enum checker_verdict checker_judge(const struct checker *checker, int code)
{
    if (!code)
        return CHECKER_CLEAN;
    return code < 0 || (unsigned)code & checker->failures ? CHECKER_FAILED
                                                          : CHECKER_DAMAGED;
}

const char *checker_verdict_id(enum checker_verdict verdict)
{
    static const char *const ids[CHECKER_VERDICT_COUNT] = {
        [CHECKER_NOT_RUN] = "not-run",        [CHECKER_CLEAN] = "clean",
        [CHECKER_DAMAGED] = "damaged",        [CHECKER_FAILED] = "failed",
        [CHECKER_STOPPED] = "stopped",        [CHECKER_ABSENT] = "not-installed",
        [CHECKER_NO_NODE] = "no-device-node",
    };

    return ids[verdict];
}

void checker_list_add(struct checker_list *list, const struct checker_result *result)
{
    list->at = xrealloc(list->at, list->count + 1, sizeof(*list->at));
    list->at[list->count++] = *result;
}

void checker_list_copy(const struct checker_list *list, struct checker_list *ret)
{
    struct checker_list copy = { 0 };

    for (size_t i = 0; i < list->count; i++)
        checker_list_add(&copy, &list->at[i]);
    *ret = copy;
}

void checker_list_finish(struct checker_list *list)
{
    free(list->at);
    *list = (struct checker_list){ 0 };
}

static bool checker_is_useful(const struct checker_result *result)
{
    return result->verdict < CHECKER_ABSENT;
}

bool checker_list_is_useful(const struct checker_list *list)
{
    for (size_t i = 0; i < list->count; i++)
        if (checker_is_useful(&list->at[i]))
            return true;
    return false;
}

char *checker_list_programs(const struct checker_list *list)
{
    struct str programs = { 0 };
    unsigned seen = 0; /* bits of enum inside_kind */

    for (size_t i = 0; i < list->count; i++) {
        const struct checker *checker = list->at[i].checker;
        if (checker_is_useful(&list->at[i]) && !(seen >> checker->kind & 1))
            str_add_item(&programs, checker->program);
        if (checker_is_useful(&list->at[i]))
            seen |= 1U << checker->kind;
    }
    return str_take(&programs);
}
