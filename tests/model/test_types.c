/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_types.c - partition types with their names */
#include "model/types.h"

#include "model/mem.h"
#include "support/tap.h"

static const struct {
    enum label_kind kind;
    const char *type, *want;
} rows[] = {
    { LABEL_MSDOS, "7", "NTFS, exFAT, HPFS" },
    { LABEL_MSDOS, "83", "Linux" },
    { LABEL_MSDOS, "a6", "OpenBSD" },
    { LABEL_MSDOS, "f", "Extended (LBA)" },
    { LABEL_MSDOS, "fe", NULL },
    { LABEL_MSDOS, "", NULL },
    { LABEL_MSDOS, TYPE_GPT_LINUX, NULL },
    { LABEL_GPT, TYPE_GPT_LINUX, "Linux file system" },
    { LABEL_GPT, TYPE_GPT_MSR, "Microsoft reserved" },
    { LABEL_GPT, TYPE_GPT_BIOS_BOOT, "BIOS boot" },
    { LABEL_GPT, "00000000-0000-0000-0000-000000000001", NULL },
    { LABEL_GPT, "83", NULL },
    { LABEL_SUN, "83", NULL },
};

START_TEST(type_has_its_name_on_its_label)
{
    const char *name = type_name(rows[_i].kind, rows[_i].type);

    if (rows[_i].want)
        ck_assert_str_eq(name, rows[_i].want);
    else
        ck_assert_ptr_null(name);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("types");
    TCase *tcase = tcase_create("types");

    tcase_add_loop_test(tcase, type_has_its_name_on_its_label, 0, (int)ARRAY_SIZE(rows));
    suite_add_tcase(suite, tcase);
    return run_tap(suite);
}
