/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_table_gpt_encode.c - a GPT to be written: its protective MBR */
#include "model/base/mem.h"
#include "model/base/num.h"
#include "model/table/gpt.h"
#include "support/table_image.h"
#include "support/test.h"

/* The protective entry spans what 32 bits can say: all sectors but the first. */
static const struct {
    uint64_t size, length;
} protected[] = {
    { 100000, 99999 },
    { UINT32_MAX, UINT32_MAX - 1 },
    { UINT64_C(1) << 32, UINT32_MAX },
    { UINT64_C(1) << 33, UINT32_MAX },
};

TEST_EACH(protective_entry_spans_the_disk, protected)
{
    CLEANUP(gpt_finish)
    struct gpt_table table = image_gpt(protected[_i].size, 512, 128, 1);
    CLEANUP(gpt_image_finish) struct gpt_image image;

    gpt_encode(&table, &image);
    ck_assert_uint_eq(le32_at(image.front, 446 + 8), 1);
    ck_assert_uint_eq(le32_at(image.front, 446 + 12), protected[_i].length);
}
