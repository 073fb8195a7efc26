/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_table_gpt_encode.c - a GPT to be written: its protective MBR */
#include "model/base/mem.h"
#include "model/base/num.h"
#include "model/table/gpt.h"
#include "support/table_image.h"
#include "support/tap.h"

/* The protective entry spans what 32 bits can say: all sectors but the first. */
static const struct {
    uint64_t size, length;
} protected[] = {
    { 100000, 99999 },
    { UINT32_MAX, UINT32_MAX - 1 },
    { UINT64_C(1) << 32, UINT32_MAX },
    { UINT64_C(1) << 33, UINT32_MAX },
};

START_TEST(protective_entry_spans_the_disk)
{
    struct gpt_table table = image_gpt(protected[_i].size, 512, 128, 1);
    struct gpt_image image;

    gpt_encode(&table, &image);
    ck_assert_uint_eq(le32_at(image.front, 446 + 8), 1);
    ck_assert_uint_eq(le32_at(image.front, 446 + 12), protected[_i].length);
    gpt_image_finish(&image);
    gpt_finish(&table);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("table_gpt_encode");
    TCase *tcase = tcase_create("table_gpt_encode");

    tcase_add_loop_test(tcase, protective_entry_spans_the_disk, 0,
                        (int)ARRAY_SIZE(protected));
    suite_add_tcase(suite, tcase);
    return run_tap(suite);
}
