/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_loss.c - data that a change makes inaccessible */
#include "model/disk/loss.h"

#include <stdlib.h>

#include "model/base/mem.h"
#include "support/edits.h"
#include "support/test.h"

static struct layout *do_all(const struct layout *before, const struct edit *edits,
                             const unsigned *numbers, size_t count)
{
    CLEANUP(layout_unrefp) struct layout *now = edits_do(before, edits[0], numbers[0]);

    for (size_t i = 1; i < count; i++) {
        struct edit edit = edits[i];
        if (edit.kind == EDIT_CREATE) {
            edit.id = EDIT_ID_FIRST + (uint32_t)i;
            edit.extent = EXTENT_PARTITION;
        }
        struct layout *next = edits_do(now, edit, numbers[i]);
        layout_unref(now);
        now = next;
    }
    return TAKE(now);
}

#define TABLE                                                                            \
    {                                                                                    \
        .kind = EDIT_NEW_TABLE, .label = LABEL_GPT                                       \
    }
#define NEW(at, len)                                                                     \
    {                                                                                    \
        .kind = EDIT_CREATE, .start = at, .length = len                                  \
    }
#define DELETE                                                                           \
    {                                                                                    \
        .kind = EDIT_DELETE                                                              \
    }

/* Edits of a disk with their partition numbers, and the losses. */
static const struct {
    bool is_gpt;
    struct edit edits[3];
    unsigned numbers[3];
    size_t edit_count;
    unsigned lost[3]; /* numbers; ends with 0 */
    enum loss_why why;
    unsigned instead;
} rows[] = {
    /* clang-format off */
    { true, { DELETE }, { 1 }, 1, { 1 }, LOSS_GONE, 0 },
    { true, { DELETE }, { 2 }, 1, { 0 }, LOSS_GONE, 0 }, /* empty */
    { true, { DELETE }, { 3 }, 1, { 0 }, LOSS_GONE, 0 }, /* swap */
    { true, { { .kind = EDIT_NAME, .name = "new" } }, { 1 }, 1, { 0 }, LOSS_GONE, 0 },
    { true, { TABLE }, { 0 }, 1, { 1, 5 }, LOSS_GONE, 0 },
    { true, { TABLE, NEW(2048, 100000) }, { 0 }, 2, { 5 }, LOSS_GONE, 0 },
    { true, { TABLE, NEW(2049, 99999), NEW(400000, 5000) }, { 0 }, 3, { 1 },
      LOSS_SHIFTED, 1 },
    { true, { TABLE, NEW(2048, 400000) }, { 0 }, 2, { 5 }, LOSS_COVERED, 1 },
    { true, { DELETE, NEW(2048, 100000) }, { 1 }, 2, { 0 }, LOSS_GONE, 0 },
    { true, { DELETE, NEW(2048, 200000) }, { 1 }, 2, { 0 }, LOSS_GONE, 0 },
    { true, { DELETE, NEW(2048, 99999) }, { 1 }, 2, { 1 }, LOSS_CUT, 1 },
    { true, { DELETE, NEW(4096, 1000) }, { 1 }, 2, { 1 }, LOSS_SHIFTED, 1 },
    { true, { DELETE, NEW(600000, 1000) }, { 1 }, 2, { 1 }, LOSS_GONE, 0 },
    { false, { DELETE }, { 3 }, 1, { 7 }, LOSS_GONE, 0 }, /* with its logicals */
    { false, { DELETE }, { 6 }, 1, { 0 }, LOSS_GONE, 0 }, /* 7 becomes 6 and stays */
    /* clang-format on */
};

TEST_EACH(what_no_partition_begins_with_any_more_is_lost, rows)
{
    CLEANUP(layout_unrefp)
    struct layout *before = rows[_i].is_gpt ? edits_gpt() : edits_msdos();
    CLEANUP(layout_unrefp)
    struct layout *after =
        do_all(before, rows[_i].edits, rows[_i].numbers, rows[_i].edit_count);
    CLEANUP(freep) struct loss *losses = NULL;
    size_t count = loss_find(before, after, false, &losses), wanted = 0;

    while (rows[_i].lost[wanted])
        wanted++;
    ck_assert_uint_eq(count, wanted);
    for (size_t i = 0; i < count; i++)
        ck_assert_uint_eq(losses[i].held->number, rows[_i].lost[i]);
    if (!count)
        return;
    ck_assert_int_eq(losses[0].why, rows[_i].why);
    ck_assert_uint_eq(losses[0].instead ? losses[0].instead->number : 0,
                      rows[_i].instead);
}

/* BEFORE with another start and length for partition NUMBER, which no edit makes. */
static struct layout *with_range(const struct layout *before, unsigned number,
                                 uint64_t start, uint64_t length)
{
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = layout_builder_from(before);
    struct extent *extent =
        layout_builder_find(builder, layout_find_number(before, number)->id);

    extent->start = start;
    extent->length = length;
    return layout_builder_refinish(builder);
}

TEST(a_preview_that_moves_a_start_by_itself_is_seen)
{
    CLEANUP(layout_unrefp) struct layout *before = edits_gpt();
    CLEANUP(layout_unrefp) struct layout *after = with_range(before, 1, 2056, 99992);
    CLEANUP(freep) struct loss *losses = NULL;

    ck_assert_uint_eq(loss_find(before, after, false, &losses), 1);
    ck_assert_int_eq(losses[0].why, LOSS_SHIFTED);
    ck_assert_uint_eq(losses[0].instead->start, 2056);
}

/* Contents can be shrunk before a write, but not before a restore, and only need the
 * sectors of their volume. */
static const struct {
    uint64_t volume;
    uint64_t length;
    bool is_final;
    size_t lost;
} cuts[] = {
    { 0, 50000, false, 0 },          { 0, 50000, true, 1 },
    { 50000 * 512, 50000, true, 0 }, { 50000 * 512 + 1, 50000, true, 1 },
    { 50001 * 512, 50000, true, 1 }, { 200000 * 512, 100000, true, 0 },
};

TEST_EACH(a_restore_makes_nothing_smaller_first, cuts)
{
    CLEANUP(layout_unrefp) struct layout *read = edits_gpt();
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = layout_builder_from(read);
    CLEANUP(freep) struct loss *losses = NULL;

    layout_builder_find(builder, layout_find_number(read, 1)->id)->content.inside.volume =
        cuts[_i].volume;
    CLEANUP(layout_unrefp) struct layout *before = layout_builder_refinish(builder);
    CLEANUP(layout_unrefp)
    struct layout *after = with_range(before, 1, 2048, cuts[_i].length);
    ck_assert_uint_eq(loss_find(before, after, cuts[_i].is_final, &losses),
                      cuts[_i].lost);
    if (cuts[_i].lost)
        ck_assert_int_eq(losses[0].why, LOSS_CUT);
}

TEST(a_loss_under_another_partition_names_that)
{
    static const struct edit edits[] = { TABLE, NEW(2048, 400000) };
    static const unsigned numbers[] = { 0, 0 };
    CLEANUP(layout_unrefp) struct layout *before = edits_gpt();
    CLEANUP(layout_unrefp) struct layout *after = do_all(before, edits, numbers, 2);
    CLEANUP(lines_finish) struct lines lines = { 0 };

    loss_lines(before, after, false, &lines);
    ck_assert_uint_eq(lines.count, 1);
    ck_assert_str_eq(lines.at[0],
                     "Partition 5 holds xfs, 2.4 MiB, from sector 400000 on, and "
                     "partition 1 would lie over it: it would be lost.");
}

TEST(only_what_lies_over_lost_data_is_over_it)
{
    static const struct edit edits[] = { DELETE, NEW(102000, 100), NEW(102100, 100) };
    static const unsigned numbers[] = { 1, 0, 0 };
    CLEANUP(layout_unrefp) struct layout *before = edits_gpt();
    CLEANUP(layout_unrefp) struct layout *after = do_all(before, edits, numbers, 3);

    ck_assert(loss_is_under(before, after, layout_find_lba(after, 102000)));
    ck_assert(!loss_is_under(before, after, layout_find_lba(after, 102100)));
}

/* Content that was not read, or only looks empty, is not known to be data. */
static const struct {
    enum content_state state;
    enum content_zeros zeros;
    bool is_known;
} known[] = {
    /* clang-format off */
    { CONTENT_UNKNOWN, ZEROS_NOT_READ, false }, { CONTENT_NONE, ZEROS_NOT_READ, false },
    { CONTENT_NONE, ZEROS_SAMPLED, false },     { CONTENT_NONE, ZEROS_NONE, true },
    { CONTENT_AMBIVALENT, ZEROS_NOT_READ, true },
    { CONTENT_UNREADABLE, ZEROS_NOT_READ, true },
    /* clang-format on */
};

TEST_EACH(only_known_data_is_below, known)
{
    static const struct edit edits[] = { DELETE, NEW(102000, 100) };
    static const unsigned numbers[] = { 1, 0 };
    CLEANUP(layout_unrefp) struct layout *read = edits_gpt();
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = layout_builder_from(read);
    struct extent *extent = layout_builder_find(builder, layout_find_number(read, 1)->id);

    extent->content =
        (struct content){ .state = known[_i].state, .zeros = known[_i].zeros };
    CLEANUP(layout_unrefp) struct layout *before = layout_builder_refinish(builder);
    CLEANUP(layout_unrefp) struct layout *after = do_all(before, edits, numbers, 2);
    ck_assert_int_eq(loss_is_under(before, after, layout_find_lba(after, 102000)),
                     known[_i].is_known);
}

TEST(a_loss_names_kind_size_use_and_reason)
{
    CLEANUP(layout_unrefp)
    struct layout *before =
        edits_filled(edits_gpt(), 1, CONTENT_FOUND, INSIDE_EXT, UINT64_C(10) << 20);
    CLEANUP(layout_unrefp) struct layout *gone = edits_do(before, (struct edit)DELETE, 1);
    CLEANUP(layout_unrefp) struct layout *shifted = with_range(before, 1, 2056, 99992);
    CLEANUP(layout_unrefp) struct layout *cut = with_range(before, 1, 2048, 1000);
    CLEANUP(lines_finish) struct lines lines = { 0 };

    loss_lines(before, gone, false, &lines);
    loss_lines(before, shifted, false, &lines);
    loss_lines(before, cut, true, &lines);
    ck_assert_uint_eq(lines.count, 3);
    ck_assert_str_eq(lines.at[0],
                     "Partition 1 holds ext4, 48.8 MiB, 10 MiB used, and no partition "
                     "begins at its sector 2048 any more: it would be lost.");
    ck_assert_str_eq(lines.at[1],
                     "Partition 1 holds ext4, 48.8 MiB, 10 MiB used, from sector 2048 "
                     "on, and partition 1 would begin at sector 2056: the data of 1 has "
                     "to be moved for that first (alidade fix --start=1=2056), else it "
                     "would be lost.");
    ck_assert_str_eq(lines.at[2],
                     "Partition 1 holds ext4, 48.8 MiB, 10 MiB used, from sector 2048 "
                     "on, and partition 1 would end at sector 3047, inside that content: "
                     "what is cut off is lost, and the rest may become unusable.");
}

static const struct {
    struct loss_accepted accepted;
    bool has; /* partition 5 */
} given[] = {
    { { .is_all = true }, true },
    { { .count = 0 }, false },
    { { .numbers = (const unsigned[]){ 1, 5 }, .count = 2 }, true },
    { { .numbers = (const unsigned[]){ 1, 5 }, .count = 1 }, false },
    { { .numbers = (const unsigned[]){ 0 }, .count = 1 }, false },
};

TEST_EACH(a_loss_is_given_up_by_its_old_number, given)
{
    CLEANUP(layout_unrefp) struct layout *before = edits_gpt();
    CLEANUP(layout_unrefp)
    struct layout *after = edits_do(before, (struct edit)DELETE, 5);
    CLEANUP(freep) struct loss *losses = NULL;

    ck_assert_uint_eq(loss_find(before, after, false, &losses), 1);
    ck_assert_int_eq(loss_accepted_has(&given[_i].accepted, &losses[0]), given[_i].has);
}
