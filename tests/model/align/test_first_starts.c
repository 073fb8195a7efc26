/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_first_starts.c - the first starts in free space, each named once */
#include "model/align/explain.h"

#include "model/base/mem.h"
#include "support/disks.h"
#include "support/test.h"

/* START is that of the free space behind a partition. */
static const struct {
    uint64_t start;
    const char *want;
} rows[] = {
    { 4096, "First legal start 4096, on 1 MiB." },
    { 4104, "First legal start 4104, on 4 KiB; on 1 MiB 6144." },
    { 6143, "First legal start 6143, on 1 MiB 6144." },
    { 4097, "First legal start 4097, on 4 KiB 4104, on 1 MiB 6144." },
};

TEST_EACH(a_start_that_is_several_of_them_is_named_once, rows)
{
    const struct disks_part parts[] = {
        { .kind = EXTENT_PARTITION,
          .number = 1,
          .start = 2048,
          .length = rows[_i].start - 2048 },
    };
    const struct disks_spec spec = {
        .size = 2097152, .label = LABEL_MSDOS, .parts = parts, .count = ARRAY_SIZE(parts)
    };
    CLEANUP(layout_unrefp) struct layout *layout = disks_build(&spec);
    CLEANUP(freep)
    char *text = explain_first_starts(layout, layout_find_lba(layout, rows[_i].start));

    ck_assert_str_eq(text, rows[_i].want);
}
