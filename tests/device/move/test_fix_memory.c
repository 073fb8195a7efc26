/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_fix_memory.c - the buffers of a move leave memory to others */
#include "device/move/fixing/fix_memory.h"

#include <stdio.h>
#include <string.h>

#include "support/refused.h"
#include "support/test.h"
#include "support/tree.h"

static const struct {
    uint64_t available; /* KiB */
    bool is_begun;
    size_t want; /* KiB; 0: refused */
} rows[] = {
    { 16777216, false, 48 << 10 },
    { 131072, false, 32 << 10 },
    { 32768, false, 8 << 10 },
    { 32764, false, 8 << 10 },
    { 16384, false, 8 << 10 },
    { 16380, false, 0 },
    { 1, false, 0 },
    { 131072, true, 32 << 10 },
    { 32764, true, 8192 },
    { 8192, true, 4096 },
    { 4096, true, 2048 },
    { 2048, true, 1024 },
    { 1024, true, 1024 },
    { 16777216, true, 48 << 10 },
};

TEST_EACH(a_quarter_is_taken_and_of_little_memory_up_to_a_half, rows)
{
    struct err err = { 0 };
    struct tree tree;
    char text[64];

    tree_init(&tree);
    (void)snprintf(text, sizeof(text), "MemTotal: 9 kB\nMemAvailable: %llu kB\n",
                   (unsigned long long)rows[_i].available);
    tree_write(&tree, text, "proc/meminfo");
    ck_assert_uint_eq(fix_memory(&tree.sys, rows[_i].is_begun, &err),
                      rows[_i].want << 10);
    ck_assert_int_eq(err.code, rows[_i].want ? ERR_NONE : ERR_REFUSED);
    tree_finish(&tree);
}

/* 1 KiB is missing, which one decimal of a MiB does not show. */
TEST(sentence_shows_that_two_sizes_differ)
{
    struct err err = { 0 };
    struct tree tree;

    tree_init(&tree);
    tree_write(&tree, "MemTotal: 9 kB\nMemAvailable: 16382 kB\n", "proc/meminfo");
    ck_assert_uint_eq(fix_memory(&tree.sys, false, &err), 0);
    ck_assert_refused(&err, REFUSAL_FIX_NO_MEMORY);
    ck_assert_msg(strstr(err.text, "8.00 MiB") || strstr(err.text, "7.999 MiB"), "%s",
                  err.text);
    tree_finish(&tree);
}
