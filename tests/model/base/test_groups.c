/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_groups.c - numbered items that share a text */
#include "model/base/groups.h"

#include "model/base/mem.h"
#include "model/base/str.h"
#include "support/test.h"

enum { ITEMS_MAX = 6 };

/* The groups of items as text: their first item, and their numbers. */
static const struct {
    struct group_item items[ITEMS_MAX];
    const char *want;
} rows[] = {
    { { { 0 } }, "" },
    { { { 7, "a" } }, "0: 7" },
    { { { 1, "a" }, { 2, "a" } }, "0: 1-2" },
    { { { 1, "a" }, { 2, "a" }, { 3, "a" }, { 5, "a" }, { 7, "a" }, { 8, "a" } },
      "0: 1-3, 5, 7-8" },
    { { { 1, "a" }, { 2, "b" }, { 3, "a" }, { 4, "b" } }, "0: 1, 3; 1: 2, 4" },
    { { { 1, "a" }, { 2, NULL }, { 3, NULL }, { 4, "a" } }, "0: 1, 4; 1: 2; 2: 3" },
    { { { 3, "a" }, { 1, "a" }, { 2, "a" } }, "0: 3, 1-2" },
};

TEST_EACH(each_text_comes_once_with_its_numbers, rows)
{
    struct group groups[ITEMS_MAX];
    CLEANUP(str_finish) struct str text = { 0 };
    size_t count = 0, shared = 0;

    while (count < ITEMS_MAX && rows[_i].items[count].number)
        count++;
    size_t made = groups_make(rows[_i].items, count, groups);
    for (size_t i = 0; i < made; i++) {
        str_printf(&text, "%s%zu: %s", i ? "; " : "", groups[i].first, groups[i].numbers);
        shared += groups[i].count;
    }
    ck_assert_str_eq(str_text(&text), rows[_i].want);
    ck_assert_uint_eq(shared, count);
    groups_finish(groups, made);
}
