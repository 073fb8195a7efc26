/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_fix_time.c - how long a fix takes where the drive was not measured */
#include "device/move/session/fix_time.h"

#include "model/base/mem.h"
#include "model/move/plan/journal_place.h"
#include "support/test.h"
#include "support/tree.h"

/* 100 GiB by 7 sectors, through a journal on the same disk. */
static struct journal_plan plan = {
    .logical = 512,
    .grid = { .grain = 8 },
    .spot = { .kind = JOURNAL_TAIL, .bytes = UINT64_C(68) << 20 },
    .step_count = 1,
    .steps = { { .action = MOVES_DATA,
                 .from = 63,
                 .to = 56,
                 .length = (UINT64_C(100) << 30) / 512 } },
};

/* Read before, moved with three transfers and a flush for each 32 MiB, read again. */
static const struct {
    bool is_checked;
    const char *want;
} rows[] = {
    { true, "The speed of the drive was not measured: a hard disk with 100 MB/s would "
            "need about 1.5 h. Once all is read, a better estimate is shown." },
    { false, "The speed of the drive was not measured: a hard disk with 100 MB/s would "
             "need about 73 min. Once all is read, a better estimate is shown." },
};

TEST_EACH(time_is_that_of_a_usual_drive_of_the_kind, rows)
{
    CLEANUP(freep)
    char *words =
        fix_time_words(typical_speed_of("sata", true), &plan, rows[_i].is_checked);

    ck_assert_str_eq(words, rows[_i].want);
}

TEST(a_journal_that_is_too_small_has_no_time)
{
    struct journal_plan small = plan;

    small.spot.bytes = 4096;
    ck_assert_ptr_null(fix_time_words(typical_speed_of("nvme", false), &small, true));
}

TEST(the_kind_is_what_the_system_says)
{
    struct tree tree;
    char path[SYS_PATH];

    tree_init(&tree);
    tree_disk(&tree, "sda", "pci0000:00/ata1/host0/target0:0:0/0:0:0:0", "8:0", 2048);
    sys_node_of(&tree.sys, "sda", path);
    ck_assert_ptr_null(fix_time_typical(&tree.sys, path, "sata"));
    tree_say(&tree, "sda", "queue/rotational", "1\n");
    ck_assert_ptr_eq(fix_time_typical(&tree.sys, path, "sata"),
                     typical_speed_of("sata", true));
    tree_say(&tree, "sda", "queue/rotational", "0\n");
    ck_assert_ptr_eq(fix_time_typical(&tree.sys, path, "sata"),
                     typical_speed_of("sata", false));
    ck_assert_ptr_null(fix_time_typical(&tree.sys, "/etc/passwd", "sata"));
    tree_finish(&tree);
}
