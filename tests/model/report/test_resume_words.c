/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_resume_words.c - how resume is told what to go on with, and warns of another disk
 */
#include "model/report/resume_words.h"

#include <stdbool.h>
#include <string.h>

#include "model/base/mem.h"
#include "support/test.h"

static const struct {
    const char *path, *journal, *want;
} operands[] = {
    { "/dev/sda", NULL, "/dev/sda" },
    { "/dev/sda", "/mnt/usb/journal", "--journal=/mnt/usb/journal /dev/sda" },
    { "/tmp/\033a", "/mnt/\033b", "--journal=/mnt/?b /tmp/?a" },
};

TEST_EACH(a_journal_elsewhere_is_named, operands)
{
    CLEANUP(freep)
    char *words = resume_operands(operands[_i].path, operands[_i].journal);

    ck_assert_str_eq(words, operands[_i].want);
}

static const struct {
    const char *then, *now;
    bool is_said;
} serials[] = {
    { "WD-1", "WD-1", false }, { "WD-1", "", false },     { "", "WD-1", false },
    { "", "", false },         { "WD-1", "WD-12", true },
};

TEST_EACH(another_serial_number_is_said, serials)
{
    CLEANUP(freep)
    char *words = resume_serial_words(serials[_i].then, serials[_i].now);

    ck_assert_int_eq(words != NULL, serials[_i].is_said);
    if (words)
        ck_assert_msg(strstr(words, "number WD-1,") && strstr(words, "has WD-12:"), "%s",
                      words);
}
