/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_edit_move.c - an extent moves by its start; what else lies there stays */
#include "model/base/mem.h"
#include "model/edit/edit.h"
#include "support/disks.h"
#include "support/edits.h"
#include "support/test.h"

/* EDIT_MOVE to START; EBR: of the EBR of the partition with that number. */
struct row {
    unsigned number;
    bool is_ebr;
    uint64_t start;
    enum refusal refusal;
    const char *words; /* the table, or a part of the refusal */
};

static struct edit edit_of(const struct layout *layout, const struct row *row)
{
    const struct extent *extent = layout_find_number(layout, row->number);

    return (struct edit){ .kind = EDIT_MOVE,
                          .id = row->is_ebr ? extent->ebr : extent->id,
                          .start = row->start };
}

#define HEAD "m 0+1, p1 2048+100000, "
#define LAST "l7 500000+50000@497952"

static const struct row moved[] = {
    { 2, false, 204801, 0,
      HEAD "p2 204801+10000, x3 300000+400000, e 300000+1, l5 302048+50000@300000, "
           "e 397952+1, l6 400000+50000@397952, e 497952+1, " LAST },
    /* Its end and the logicals stay. */
    { 3, false, 299999, 0,
      HEAD "p2 204800+10000, x3 299999+400001, e 299999+1, l5 302048+50000@299999, "
           "e 397952+1, l6 400000+50000@397952, e 497952+1, " LAST },
    { 3, false, 302047, 0,
      HEAD "p2 204800+10000, x3 302047+397953, e 302047+1, l5 302048+50000@302047, "
           "e 397952+1, l6 400000+50000@397952, e 497952+1, " LAST },
    { 6, false, 399999, 0,
      HEAD "p2 204800+10000, x3 300000+400000, e 300000+1, l5 302048+50000@300000, "
           "e 397952+1, l6 399999+50000@397952, e 497952+1, " LAST },
    { 6, true, 352048, 0,
      HEAD "p2 204800+10000, x3 300000+400000, e 300000+1, l5 302048+50000@300000, "
           "e 352048+1, l6 400000+50000@352048, e 497952+1, " LAST },
    { 6, true, 399999, 0,
      HEAD "p2 204800+10000, x3 300000+400000, e 300000+1, l5 302048+50000@300000, "
           "e 399999+1, l6 400000+50000@399999, e 497952+1, " LAST },
};

TEST_EACH(an_extent_moves_alone, moved)
{
    CLEANUP(layout_unrefp) struct layout *layout = edits_msdos();
    CLEANUP(layout_unrefp)
    struct layout *after = edits_do(layout, edit_of(layout, &moved[_i]), 0);

    edits_expect(after, moved[_i].words);
}

static const struct row refused[] = {
    { 1, false, 2049, REFUSAL_START_HOLDS_CONTENT,
      "Partition 1 holds ext4: with another start its data has to be moved" },
    { 7, false, 500001, REFUSAL_START_HOLDS_CONTENT,
      "Partition 7 holds ext4: with another start its data has to be moved" },
    { 2, false, 300000, REFUSAL_SECTORS_TAKEN, "Sectors 300000 to 309999 are not free" },
    { 3, false, 302048, REFUSAL_EXTENDED_START,
      "The extended partition 3 can begin at sector 302047 at most" },
    { 3, false, UINT64_MAX, REFUSAL_EXTENDED_START,
      "can begin at sector 302047 at most" },
    { 3, false, 210000, REFUSAL_SECTORS_TAKEN, "are not free: partition 2 lies at" },
    { 5, true, 300001, REFUSAL_EBR_PLACE,
      "The EBR at sector 300000 does not move by itself." },
    { 6, true, 400000, REFUSAL_EBR_PLACE,
      "The EBR of partition 6 lies in the free sectors directly" },
    { 6, true, 352047, REFUSAL_EBR_PLACE, "before it: 352047 is not one of them." },
    { 7, true, 300001, REFUSAL_EBR_PLACE,
      "The EBR of partition 7 lies in the free sectors directly" },
};

TEST_EACH(what_is_not_free_or_holds_data_is_refused, refused)
{
    CLEANUP(layout_unrefp) struct layout *layout = edits_msdos();

    edits_refuse(layout, edit_of(layout, &refused[_i]), 0, refused[_i].refusal,
                 refused[_i].words);
}

static const struct row carried[] = {
    { 1, false, 1024, 0,
      "m 0+1, p1 1024+100000, p2 204800+10000, x3 300000+400000, e 300000+1, l5 "
      "302048+50000@300000, e 397952+1, l6 400000+50000@397952, e 497952+1, " LAST },
    { 7, false, 500001, 0,
      HEAD "p2 204800+10000, x3 300000+400000, e 300000+1, l5 302048+50000@300000, "
           "e 397952+1, l6 400000+50000@397952, e 497952+1, l7 500001+50000@497952" },
};

TEST_EACH(data_is_carried_along_where_that_is_said, carried)
{
    CLEANUP(layout_unrefp) struct layout *layout = edits_msdos();
    struct edit edit = edit_of(layout, &carried[_i]);

    edit.carries_data = true;
    CLEANUP(layout_unrefp) struct layout *after = edits_do(layout, edit, 0);
    edits_expect(after, carried[_i].words);
}

static const struct {
    enum content_state state;
    enum use_kind use;
    enum refusal refusal;
    const char *sentence;
} not_carried[] = {
    { CONTENT_UNKNOWN, USE_NONE, REFUSAL_START_HOLDS_CONTENT, "has not been read" },
    { CONTENT_AMBIVALENT, USE_NONE, REFUSAL_START_HOLDS_CONTENT, "more than one kind" },
    { CONTENT_UNREADABLE, USE_NONE, REFUSAL_START_HOLDS_CONTENT, "cannot be read" },
    { CONTENT_FOUND, USE_MOUNT, REFUSAL_RESIZE_IN_USE, "mounted on /mnt" },
};

TEST_EACH(only_known_data_that_is_not_in_use_is_carried, not_carried)
{
    CLEANUP(layout_unrefp)
    struct layout *layout =
        edits_filled(edits_used(edits_msdos(), 1, not_carried[_i].use, "/mnt"), 1,
                     not_carried[_i].state, INSIDE_EXT, 0);

    edits_refuse(layout,
                 (struct edit){ .kind = EDIT_MOVE, .start = 1024, .carries_data = true },
                 1, not_carried[_i].refusal, not_carried[_i].sentence);
}

TEST(what_is_in_use_does_not_move)
{
    CLEANUP(layout_unrefp)
    struct layout *layout = edits_used(edits_msdos(), 6, USE_MOUNT, "/mnt");

    edits_refuse(layout, (struct edit){ .kind = EDIT_MOVE, .start = 399999 }, 6,
                 REFUSAL_RESIZE_IN_USE, "Partition 6 is mounted on /mnt");
    /* Its EBR and the container are not in use. */
    for (size_t i = 1; i < ARRAY_SIZE(moved); i++)
        if (moved[i].number != 6 || moved[i].is_ebr)
            layout_unref(edits_do(layout, edit_of(layout, &moved[i]), 0));
}

TEST(the_list_of_changes_names_the_partition_of_an_ebr)
{
    CLEANUP(layout_unrefp) struct layout *layout = edits_msdos();
    struct edit edit = edit_of(layout, &moved[4]);
    CLEANUP(freep) char *words = edit_words(layout, &edit);

    ck_assert_str_eq(words, "EBR of 6: 397952 -> 352048");
}

TEST(the_list_of_changes_says_how_much_data_is_moved)
{
    CLEANUP(layout_unrefp) struct layout *layout = edits_msdos();
    struct edit edit = edit_of(layout, &carried[0]);

    edit.carries_data = true;
    CLEANUP(freep) char *words = edit_words(layout, &edit);
    ck_assert_str_eq(words, "start of 1: 2048 -> 1024, with 48.8 MiB of data");
}
