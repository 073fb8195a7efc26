/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_json_scan.c - members of hostile JSON, without reading past its end */
#include "model/base/json_scan.h"

#include <string.h>

#include "model/base/mem.h"
#include "support/test.h"

/* WANT is the raw value of member "a"; NULL: it is not found. */
static const struct {
    const char *text, *want;
} rows[] = {
    { "{\"a\":1}", "1" },
    { " { \"a\" : 1 } ", "1" },
    { "{\"b\":{\"a\":2},\"a\":1}", "1" },
    { "{\"b\":[1,{\"a\":2},[]],\"a\":[3]}", "[3]" },
    { "{\"b\":\"}\\\"\",\"a\":\"x\\\\\"}", "\"x\\\\\"" },
    { "{\"b\":true,\"a\":null,\"a\":1}", "null" },
    { "{\"a\":{}}", "{}" },
    { "{\"b\":1}", NULL },
    { "{}", NULL },
    { "", NULL },
    { "[\"a\",1]", NULL },
    { "{\"a\"", NULL },
    { "{\"a\":", NULL },
    { "{\"a\":1", "1" }, /* cut right behind a value: still that value */
    { "{\"a\":\"1", NULL },
    { "{\"a\":\"1\\", NULL },
    { "{\"a\":{", NULL },
    { "{\"a\":}", NULL },
    { "{\"b\":1 2,\"a\":1}", NULL },
    { "{\"b\" 1,\"a\":1}", NULL },
};

TEST_EACH(finds_a_member, rows)
{
    /* An exact copy, so that sanitizers detect reads beyond its end. */
    size_t count = strlen(rows[_i].text);
    CLEANUP(freep) char *copy = xmalloc(count);
    memcpy(copy, rows[_i].text, count);
    struct json_piece value;
    bool found = json_member((struct json_piece){ copy, copy + count }, "a", &value);

    ck_assert_msg(found == (rows[_i].want != NULL), "%s", rows[_i].text);
    if (found) {
        ck_assert_uint_eq((size_t)(value.end - value.at), strlen(rows[_i].want));
        ck_assert(!memcmp(value.at, rows[_i].want, strlen(rows[_i].want)));
    }
}

static const struct {
    const char *text;
    bool is_number;
    uint64_t want;
} numbers[] = {
    { "0", true, 0 },
    { "\"16777216\"", true, 16777216 },
    { "18446744073709551615", true, UINT64_MAX },
    { "18446744073709551616", false, 0 },
    { "\"\"", false, 0 },
    { "-1", false, 0 },
    { "1.5", false, 0 },
    { "\"dynamic\"", false, 0 },
    { "", false, 0 },
    { "\"", false, 0 },
};

TEST_EACH(reads_numbers_with_and_without_quotes, numbers)
{
    const char *text = numbers[_i].text;
    uint64_t value = 42;
    bool is_number =
        json_number((struct json_piece){ text, text + strlen(text) }, &value);

    ck_assert_msg(is_number == numbers[_i].is_number, "%s", text);
    ck_assert_uint_eq(value, is_number ? numbers[_i].want : 42);
}
