/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_marks.c - one key edits all marked partitions, and undo takes all back */
#include "support/disks.h"
#include "support/test.h"
#include "ui/person.h"

static const struct {
    const char *keys, *seen;
} marked[] = {
    { " ", "1 partition is marked" },
    { " j ", "2 partitions are marked" },
    { " j j", "> 3" },
    { " j  ", "1 partition is marked" }, /* taken away again */
    { " j d", "2 changes pending" },
    { " j du", "Undone: 2 changes" },
    { " j duj", "0 changes pending" },
    { " j duUj", "2 changes pending" },
    { " j dudj", "1 change pending" }, /* the marks are gone */
    { " j t/home\nj", "2 changes pending" },
    { " j t", "Type of what is marked" },
    { "jjjjjj ", "There is no partition here to be marked." },
    /* also from a row that cannot be marked */
    { " j jjjjjd", "2 changes pending" },
    { " j jjjjjt/home\nj", "2 changes pending" },
    { "jjjjjjd", "There is no partition here to be deleted." },
    { " duujjjjjjd", "There is no partition here to be deleted." },
};

TEST_EACH(marked_partitions_are_edited_together, marked)
{
    struct app app;

    person_opens(&app, disks_aligned(), 24, 80);
    person_types(&app, "g2048s\n");
    person_types(&app, marked[_i].keys);
    person_expects(&app, marked[_i].seen);
    app_finish(&app);
}

TEST(marked_partitions_are_verified_together)
{
    struct app app;

    person_opens(&app, disks_legacy(), 24, 80);
    person_types(&app, " j v");
    person_expects(&app, "Marked partitions");
    person_expects(&app, "│ Partition 1: Starts at sector 63");
    person_expects(&app, "│ Partition 2: Starts at sector 204796620");
    person_types(&app, "q k v");
    person_expects(&app, "No errors found in the partition table.");
    app_finish(&app);
}

TEST(a_mark_is_seen_beside_the_row)
{
    struct app app;

    person_opens(&app, disks_aligned(), 24, 80);
    person_types(&app, "g2048s\n j");
    person_expects(&app, "│+  1 ");
    person_types(&app, "k j");
    person_lacks(&app, "│+");
    app_finish(&app);
}

/* Also those of one template or script. */
TEST(what_was_made_together_is_undone_together)
{
    struct app app;

    person_opens(&app, disks_aligned(), 24, 80);
    person_types(&app, "g2048s\ndu j j d");
    person_expects(&app, "3 changes pending");
    person_types(&app, "uj");
    person_expects(&app, "0 changes pending");
    app_finish(&app);
}
