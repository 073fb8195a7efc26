/* SPDX-License-Identifier: GPL-3.0-or-later */
/* refused.h - claims that something was refused for one reason, by its name
 *
 * check_reasons.py looks for these claims: each reason has one. */
#ifndef ALIDADE_TESTS_SUPPORT_REFUSED_H
#define ALIDADE_TESTS_SUPPORT_REFUSED_H

#include <check.h>

#include "model/base/err.h"
#include "model/base/refusal.h"

/* ERR is a pointer to what failed for REFUSAL, the name of the reason. */
#define ck_assert_reason(err, refusal)                                                   \
    ck_assert_str_eq((err)->reason ? (err)->reason : "none", refusal_id(refusal))

/* The same of what is refused, not of what was begun and stopped. */
#define ck_assert_refused(err, refusal)                                                  \
    do {                                                                                 \
        ck_assert_int_eq((err)->code, ERR_REFUSED);                                      \
        ck_assert_reason(err, refusal);                                                  \
    } while (0)

#endif
