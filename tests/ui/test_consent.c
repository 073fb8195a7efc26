/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_consent.c - the word that is typed before anything is written */
#include "ui/consent.h"

#include "model/mem.h"
#include "support/tap.h"

static const struct {
    const char *text;
    bool is_yes;
} texts[] = {
    { "yes", true },      { "YES", true },   { " yes\r\n", true }, { "\tYes ", true },
    { "", false },        { "\n", false },   { "y", false },       { "yess", false },
    { "yes yes", false }, { "no", false },   { "ye s", false },    { "yes.", false },
    { "not yes", false }, { "ja?", false },
};

START_TEST(nothing_but_the_word_itself_is_yes)
{
    ck_assert_msg(consent_is_yes(texts[_i].text) == texts[_i].is_yes, "'%s'",
                  texts[_i].text);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("consent");
    TCase *tcase = tcase_create("consent");

    tcase_add_loop_test(tcase, nothing_but_the_word_itself_is_yes, 0, ARRAY_SIZE(texts));
    suite_add_tcase(suite, tcase);
    return run_tap(suite);
}
