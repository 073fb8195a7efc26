/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_moves_edit.c - what ordinary edits carry out of a plan: all that moves no data */
#include "model/move/moves_edit.h"

#include "model/base/mem.h"
#include "support/moves_plan.h"
#include "support/test.h"

static struct layout *swap_in_container(void)
{
    static const struct disks_part parts[] = {
        PART(EXTENDED, 1, 63, 400000),
        EBR(63),
        PART(LOGICAL, 5, 126, 200000, .inside = INSIDE_SWAP),
    };
    const struct disks_spec spec = {
        .size = 1 << 20, .label = LABEL_MSDOS, .parts = parts, .count = ARRAY_SIZE(parts)
    };

    return disks_build(&spec);
}

/* All that is in the way is swap, so nothing has to wait for data. */
static struct layout *swaps_only(void)
{
    static const struct disks_part parts[] = {
        PART(PARTITION, 1, 63, 500000, .inside = INSIDE_SWAP),
        PART(EXTENDED, 2, 500063, 800126),
        EBR(500063),
        PART(LOGICAL, 5, 500126, 400000, .inside = INSIDE_SWAP),
        EBR(900126),
        PART(LOGICAL, 6, 900189, 400000, .inside = INSIDE_SWAP),
    };
    const struct disks_spec spec = {
        .size = 2000000, .label = LABEL_MSDOS, .parts = parts, .count = ARRAY_SIZE(parts)
    };

    return disks_build(&spec);
}

static const struct {
    struct layout *(*disk)(void);
    enum moves_aim aim;
    const char *edits; /* a digit for each step */
    const char *starts;
} rows[] = {
    { disks_legacy, MOVES_NUDGE, "001",
      "1:63 2:204796620 3:1912586445-1953520064 5:1912586504" },
    { disks_legacy, MOVES_MIB, "11100",
      "1:63 2:204796620 3:1912589825-1953523892 5:1912590336" },
    { disks_touching, MOVES_NUDGE, "00000",
      "1:63 2:2088450 3:3116610 4:5172867-8388607 5:5172930 6:6201091" },
    { swap_in_container, MOVES_NUDGE, "1", "1:63-400062 5:128" },
    { swaps_only, MOVES_NUDGE, "1111", NULL },
    { swaps_only, MOVES_MIB, "111111", "1:2048 2:502048-1305215 5:503808 6:905216" },
    { disks_aligned, MOVES_NUDGE, "", NULL },
};

TEST_EACH(steps_without_data_are_edits, rows)
{
    CLEANUP(layout_unrefp) struct layout *layout = rows[_i].disk();
    struct moves moves =
        moves_plan_make(layout, (struct moves_want){ .aim = rows[_i].aim });
    struct edit edits[8];
    bool is_edit[8];
    struct err err = { 0 };
    char text[9] = "";
    size_t count = moves_edits(layout, &moves, edits, is_edit), sum = 0;

    for (size_t i = 0; i < moves.step_count; i++) {
        text[i] = is_edit[i] ? '1' : '0';
        sum += is_edit[i];
    }
    ck_assert_str_eq(text, rows[_i].edits);
    ck_assert_uint_eq(count, sum);
    for (size_t i = 0; i < count; i++) {
        struct layout *next = edit_apply(layout, &edits[i], &err);
        ck_assert_msg(next != NULL, "%s", err.text);
        layout_unref(layout);
        layout = next;
    }
    CLEANUP(freep) char *starts = moves_plan_starts(layout);
    if (rows[_i].starts)
        ck_assert_str_eq(starts, rows[_i].starts);
    moves_finish(&moves);
}
