/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_fixing_swap.c - where the new header of a swap area may be written */
#include <string.h>

#include "model/base/mem.h"
#include "support/fix_scene.h"
#include "support/test.h"

/* The new start of a swap area; what has sectors in the same block of 4096 bytes when its
 * turn comes, if the plan is refused for it. */
static const struct {
    enum label_kind label;
    unsigned number;
    uint64_t start;
    const char *beside;
} starts[] = {
    /* Partition 5 ends before 4701; the EBR of partition 6 is the sector before 4714. */
    { LABEL_MSDOS, 6, 4702, "partition 5" },
    { LABEL_MSDOS, 6, 4714, "the partition table" },
    { LABEL_MSDOS, 6, 4800, NULL },
    /* Partition 2 gets there later, and saves what is beside it. */
    { LABEL_GPT, 3, 3045, NULL },
};

TEST_EACH(no_header_is_written_beside_sectors_of_others, starts)
{
    CLEANUP(fix_scene_finish) struct fix_scene play;

    fix_scene_init_at(&play, starts[_i].label, starts[_i].number, starts[_i].start);
    struct fixing *fixing = fix_scene_begin(&play, JOURNAL_TAIL);
    fixing_free(fixing);
    ck_assert(commit_scene_is_untouched(&play.scene));
    ck_assert_msg(!fixing == !!starts[_i].beside, "%s", play.err.text);
    if (!starts[_i].beside)
        return;
    ck_assert_int_eq(play.err.code, ERR_REFUSED);
    ck_assert_msg(strstr(play.err.text, starts[_i].beside), "%s", play.err.text);
}
