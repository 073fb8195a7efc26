/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_refusal.c - errors with the id of a reason */
#include "model/base/refusal.h"

#include <string.h>

#include "support/test.h"

TEST(refusal_has_its_code_its_id_and_its_sentence)
{
    struct err err = { 0 };

    ck_assert(!err_refuse(&err, REFUSAL_NO_TERMINAL, "No terminal for %u.", 7U));
    ck_assert_int_eq(err.code, ERR_REFUSED);
    ck_assert_str_eq(err.reason, "no-terminal");
    ck_assert_str_eq(err.text, "No terminal for 7.");
    ck_assert(!err.is_reported);
}

/* Of errors the first one counts, with its id or without one. */
TEST(later_errors_change_nothing)
{
    struct err err = { 0 }, other = { 0 };

    (void)err_refuse(&err, REFUSAL_NO_PIPE, "No pipe.");
    (void)err_refuse(&err, REFUSAL_NO_THREAD, "No thread.");
    (void)err_refuse_as(&err, "lies-on", "Lies.");
    (void)err_set(&err, ERR_IO, "I/O.");
    ck_assert_str_eq(err.reason, "no-pipe");
    ck_assert_str_eq(err.text, "No pipe.");
    (void)err_set(&other, ERR_REFUSED, "Without an id.");
    (void)err_refuse(&other, REFUSAL_NO_THREAD, "No thread.");
    ck_assert(!err_pass(&other, &err, "%s", err.text));
    ck_assert_ptr_null(other.reason);
    ck_assert_str_eq(other.text, "Without an id.");
}

TEST(passed_on_error_keeps_code_and_id)
{
    struct err why = { 0 }, err = { 0 }, plain = { 0 };

    (void)err_refuse_as(&why, "lies-on", "Lies.");
    ck_assert(!err_pass(&err, &why, "Partition %u: %s", 3U, why.text));
    ck_assert_int_eq(err.code, ERR_REFUSED);
    ck_assert_str_eq(err.reason, "lies-on");
    ck_assert_str_eq(err.text, "Partition 3: Lies.");
    why = (struct err){ .code = ERR_IO };
    (void)err_pass(&plain, &why, "I/O.");
    ck_assert_int_eq(plain.code, ERR_IO);
    ck_assert_ptr_null(plain.reason);
}

TEST_TIMES(each_refusal_has_an_id_and_a_phrase, REFUSAL_COUNT)
{
    const char *when = refusal_when((enum refusal)_i);

    ck_assert(*refusal_id((enum refusal)_i) && *when);
    ck_assert_msg(when[strlen(when) - 1] != '.', "%s", when);
}

TEST(refusal_for_another_error_has_the_id_of_that)
{
    struct err why = { .code = ERR_IO, .text = "I/O." }, first = { 0 }, second = { 0 };

    ck_assert(!err_refuse_for(&first, REFUSAL_BACKUP_NOT_SAVED, &why));
    ck_assert_int_eq(first.code, ERR_REFUSED);
    ck_assert_str_eq(first.reason, "backup-not-saved");
    ck_assert_str_eq(first.text, "I/O.");
    why.reason = "lies-on";
    (void)err_refuse_for(&second, REFUSAL_BACKUP_NOT_SAVED, &why);
    ck_assert_str_eq(second.reason, "lies-on");
}
