/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_duration.c - estimated times have as many digits as an estimate deserves */
#include "model/base/duration.h"

#include "support/test.h"

static const struct {
    double seconds;
    const char *text;
} rows[] = {
    { 0, "1 s" },
    { 0.2, "1 s" },
    { 1, "1 s" },
    { 40.4, "40 s" },
    { 89, "89 s" },
    { 90, "2 min" },
    { 1500, "25 min" },
    { 89.4 * 60, "89 min" },
    { 90 * 60, "1.5 h" },
    { 7.84 * 3600, "7.8 h" },
    { 9.94 * 3600, "9.9 h" },
    { 9.95 * 3600, "10 h" },
    { 19.8 * 3600, "20 h" },
    { 1e7, "2778 h" },
};

TEST_EACH(it_has_the_digits_of_an_estimate, rows)
{
    char text[DURATION_TEXT];

    ck_assert_str_eq(duration_format(rows[_i].seconds, text), rows[_i].text);
}
