/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_journal_find.c - the journal of a move that has not ended is found, with few reads
 */
#include "model/move/journal/journal_find.h"

#include <string.h>

#include "model/base/mem.h"
#include "model/move/journal/guard_search.h"
#include "model/table/mbr_layout.h"
#include "support/disks.h"
#include "support/interrupted.h"
#include "support/table_image.h"
#include "support/test.h"

/* The finds of DISK, which is read as a disk of 512-byte sectors. */
static struct journal_finds find_on(struct sparse *disk, enum journal_reach reach)
{
    struct err err = { 0 };
    CLEANUP(layout_unrefp) struct layout *layout = image_read(disk, 512, &err);
    struct reader reader = sparse_reader(disk);

    ck_assert_msg(layout != NULL, "%s", err.text);
    disk->reads = 0;
    return journal_find(&reader, layout, reach);
}

static const struct {
    const char *name;
    enum journal_reach reach;
    size_t count;
    enum journal_finding finding;
    bool has_guard;
} rows[] = {
    { "msdos", FIND_IN_PROGRESS, 1, FOUND_PLAN, true },
    { "left", FIND_IN_PROGRESS, 1, FOUND_PLAN, true },
    { "gpt", FIND_IN_PROGRESS, 1, FOUND_PLAN, true },
    { "gpt", FIND_EVERYWHERE, 1, FOUND_PLAN, true },
    { "no-guard", FIND_IN_PROGRESS, 1, FOUND_PLAN, false },
    { "not-labelled", FIND_IN_PROGRESS, 0, FOUND_PLAN, false },
    { "not-labelled", FIND_AT_STARTS, 1, FOUND_PLAN, true },
    { "not-labelled", FIND_EVERYWHERE, 1, FOUND_PLAN, true },
    { "own-entry", FIND_IN_PROGRESS, 1, FOUND_PLAN, false },
    { "own-entry", FIND_EVERYWHERE, 1, FOUND_PLAN, true },
    { "own-second", FIND_IN_PROGRESS, 1, FOUND_PLAN, false },
    { "second-copy", FIND_IN_PROGRESS, 1, FOUND_PLAN, true },
    { "no-plan", FIND_IN_PROGRESS, 1, FOUND_DAMAGED, true },
    { "no-plan", FIND_EVERYWHERE, 1, FOUND_DAMAGED, true },
    { "elsewhere", FIND_IN_PROGRESS, 1, FOUND_ELSEWHERE, true },
    { "newer", FIND_IN_PROGRESS, 1, FOUND_NEWER, false },
};

/* Only the sector with the signature is a guard before the entry is in progress. */
static const struct {
    uint64_t index;
    bool is_copy; /* of the guard of another sector, as old journals contain them */
    size_t count; /* of finds at the starts */
} alone[] = {
    { 0, false, 1 },
    { 2, false, 1 },
    { 128, false, 1 },
    { INTERRUPTED_LENGTH - 200, false, 1 },
    { INTERRUPTED_LENGTH - 16, false, 1 },
    { 2, true, 0 },
    { 5000, false, 0 },
};

TEST_EACH(the_guard_of_a_signature_alone_is_found, alone)
{
    const struct interrupted *what = interrupted_find("not-labelled");
    CLEANUP(sparse_finish) struct sparse disk = interrupted_make(what);
    CLEANUP(freep) struct journal_plan *plan = xcalloc(1, sizeof(*plan));
    uint8_t sector[512] = { 0 };

    interrupted_plan(what, plan);
    for (uint64_t at = 0; at < 16; at++)
        sparse_put(&disk, (what->from + at) * 512, sector, sizeof(sector));
    struct journal_guard guard =
        journal_guard_of(plan, 0, alone[_i].index + alone[_i].is_copy);
    journal_guard_encode(&guard, sector);
    sparse_put(&disk, (what->from + alone[_i].index) * 512, sector, sizeof(sector));
    CLEANUP(journal_finds_finish)
    struct journal_finds finds = find_on(&disk, FIND_AT_STARTS);
    ck_assert_uint_eq(finds.count, alone[_i].count);
    ck_assert(!finds.count || (finds.at[0].has_guard && finds.at[0].plan));
    struct reader reader = sparse_reader(&disk);
    struct reader_part of;
    struct reader part = reader_of_part(&of, &reader, what->from * 512,
                                        UINT64_C(512) * INTERRUPTED_LENGTH);
    ck_assert_int_eq(guard_search(&part, 512), alone[_i].count > 0);
}

/* Of a partition that begins off the grid: its own guard, and that of its new place. */
static const uint64_t behind_start[] = { 0, 5 };

TEST_EACH(a_guard_behind_the_start_is_found, behind_start)
{
    const struct interrupted *what = interrupted_find("msdos");
    CLEANUP(sparse_finish) struct sparse disk = interrupted_make(what);
    CLEANUP(freep) struct journal_plan *plan = xcalloc(1, sizeof(*plan));
    uint8_t sector[512] = { 0 };

    interrupted_plan(what, plan);
    for (uint64_t at = 0; at < 5; at++)
        sparse_put(&disk, (what->from + at) * 512, sector, sizeof(sector));
    for (uint64_t at = 5; at < 13; at++) {
        struct journal_guard guard = journal_guard_of(plan, 0, at - behind_start[_i]);
        journal_guard_encode(&guard, sector);
        sparse_put(&disk, (what->from + at) * 512, sector, sizeof(sector));
    }
    CLEANUP(journal_finds_finish)
    struct journal_finds finds = find_on(&disk, FIND_IN_PROGRESS);
    ck_assert_uint_eq(finds.count, 1);
    ck_assert(finds.at[0].has_guard && finds.at[0].finding == FOUND_PLAN);
}

/* The journal's own entry leads to the same plan before it. */
TEST(a_guard_behind_the_journal_is_found_with_its_plan)
{
    struct interrupted what = *interrupted_find("own-entry");

    what.journal = 4096;
    what.from = 20001;
    what.to = 22048;
    what.is_labelled = true;
    CLEANUP(sparse_finish) struct sparse disk = interrupted_make(&what);
    CLEANUP(journal_finds_finish)
    struct journal_finds finds = find_on(&disk, FIND_IN_PROGRESS);
    ck_assert_uint_eq(finds.count, 1);
    ck_assert(finds.at[0].has_guard && finds.at[0].plan);
    ck_assert_uint_eq(finds.at[0].lba, what.from);
}

TEST_EACH(each_state_is_found_as_what_it_is, rows)
{
    const struct interrupted *what = interrupted_find(rows[_i].name);
    CLEANUP(sparse_finish) struct sparse disk = interrupted_make(what);
    CLEANUP(journal_finds_finish)
    struct journal_finds finds = find_on(&disk, rows[_i].reach);

    ck_assert_uint_eq(finds.count, rows[_i].count);
    if (!finds.count)
        return;
    const struct journal_found *found = &finds.at[0];
    ck_assert_int_eq(found->finding, rows[_i].finding);
    ck_assert_int_eq(found->has_guard, rows[_i].has_guard);
    ck_assert_int_eq(found->plan != NULL, found->finding == FOUND_PLAN);
    if (found->plan)
        ck_assert_uint_eq(found->plan->steps[0].to, what->to);
    if (found->finding == FOUND_DAMAGED || found->finding == FOUND_NEWER)
        ck_assert_ptr_nonnull(strstr(found->err.text, " "));
}

TEST(a_newer_version_names_the_program_that_can)
{
    CLEANUP(sparse_finish)
    struct sparse disk = interrupted_make(interrupted_find("newer"));
    CLEANUP(journal_finds_finish)
    struct journal_finds finds = find_on(&disk, FIND_IN_PROGRESS);

    ck_assert_ptr_nonnull(strstr(finds.at[0].err.text, "2.7.0"));
}

TEST(a_journal_elsewhere_is_named_by_file_system_and_path)
{
    CLEANUP(sparse_finish)
    struct sparse disk = interrupted_make(interrupted_find("elsewhere"));
    CLEANUP(journal_finds_finish)
    struct journal_finds finds = find_on(&disk, FIND_IN_PROGRESS);

    ck_assert_str_eq(finds.at[0].guard.spot.uuid, "6ba7b810-9dad-11d1-80b4-00c04fd430c8");
    ck_assert_str_eq(finds.at[0].guard.spot.path, "/mnt/usb/alidade.journal");
}

TEST(two_moves_are_two_finds)
{
    struct interrupted other = { .label = LABEL_MSDOS,
                                 .from = 63,
                                 .to = 2048,
                                 .journal = 200704,
                                 .is_labelled = true,
                                 .lacks_guard = true,
                                 .other = 1 };
    CLEANUP(sparse_finish)
    struct sparse disk = interrupted_make(interrupted_find("msdos"));

    interrupted_put(&disk, &other);
    CLEANUP(journal_finds_finish)
    struct journal_finds finds = find_on(&disk, FIND_EVERYWHERE);
    ck_assert_uint_eq(finds.count, 2);
    ck_assert(finds.at[0].has_guard && !finds.at[1].has_guard);
    ck_assert_uint_eq(finds.at[1].lba, 200704);
}

/* The image of another disk in free space, or a copy of the journal's sectors. */
TEST(a_plan_that_is_not_where_it_says_is_none)
{
    struct interrupted what = *interrupted_find("not-labelled");
    CLEANUP(sparse_finish) struct sparse disk = interrupted_make(&what);
    CLEANUP(freep) uint8_t *bytes = xmalloc(JOURNAL_PLAN_BYTES);
    CLEANUP(freep) struct journal_plan *plan = xmalloc(sizeof(*plan));

    interrupted_plan(&what, plan);
    journal_plan_encode(plan, bytes);
    sparse_put(&disk, UINT64_C(200704) * 512, bytes, JOURNAL_PLAN_BYTES);
    image_put_zeros(&disk, INTERRUPTED_JOURNAL, 2048, 512);
    image_put_zeros(&disk, what.from, 8, 512);
    CLEANUP(journal_finds_finish)
    struct journal_finds finds = find_on(&disk, FIND_EVERYWHERE);
    ck_assert_uint_eq(finds.count, 0);
}

/* A power failure can leave a block of the ring unreadable. */
TEST(an_unreadable_block_near_the_plan_hides_nothing)
{
    CLEANUP(sparse_finish)
    struct sparse disk = interrupted_make(interrupted_find("no-guard"));

    disk.broken_from = INTERRUPTED_JOURNAL * UINT64_C(512) + (UINT64_C(512) << 10);
    disk.broken_to = disk.broken_from + 4096;
    CLEANUP(journal_finds_finish)
    struct journal_finds finds = find_on(&disk, FIND_IN_PROGRESS);
    ck_assert_uint_eq(finds.count, 1);
    ck_assert_int_eq(finds.at[0].finding, FOUND_PLAN);
}

TEST(an_unreadable_guard_hides_nothing)
{
    CLEANUP(sparse_finish)
    struct sparse disk = interrupted_make(interrupted_find("msdos"));

    disk.broken_from = 63 * 512;
    disk.broken_to = disk.broken_from + 4096;
    CLEANUP(journal_finds_finish)
    struct journal_finds finds = find_on(&disk, FIND_IN_PROGRESS);
    ck_assert_uint_eq(finds.count, 1);
    ck_assert_int_eq(finds.at[0].finding, FOUND_PLAN);
    ck_assert(!finds.at[0].has_guard);
}

/* A disk with a plan of another move in partition 1, which has no guard. */
static struct sparse make_plan_inside(bool is_labelled)
{
    const struct interrupted around = { .label = LABEL_MSDOS,
                                        .from = 63,
                                        .to = 2048,
                                        .is_labelled = is_labelled,
                                        .lacks_guard = true,
                                        .lacks_plans = { true, true } };
    const struct interrupted moved = {
        .label = LABEL_MSDOS, .from = 131072, .to = 131080, .journal = 63 + 129
    };
    struct sparse disk = interrupted_make(&around);
    CLEANUP(freep) struct journal_plan *plan = xcalloc(1, sizeof(*plan));
    CLEANUP(freep) uint8_t *bytes = xmalloc(JOURNAL_PLAN_BYTES);

    interrupted_plan(&moved, plan);
    journal_plan_encode(plan, bytes);
    sparse_put(&disk, plan->spot.start * 512, bytes, JOURNAL_PLAN_BYTES);
    return disk;
}

static void check_plan_inside(struct sparse *disk, enum journal_reach reach)
{
    CLEANUP(journal_finds_finish) struct journal_finds finds = find_on(disk, reach);

    ck_assert_uint_eq(finds.count, 1);
    ck_assert_msg(finds.at[0].finding == FOUND_PLAN, "%s", finds.at[0].err.text);
    ck_assert_uint_eq(finds.at[0].lba, 63 + 129);
}

/* The header of the swap area that it is in is written, but its entry has not its type.
 */
TEST(a_journal_in_a_partition_is_found_without_a_guard)
{
    CLEANUP(sparse_finish) struct sparse disk = make_plan_inside(true);

    check_plan_inside(&disk, FIND_AT_STARTS);
}

/* The swap area that it is in has moved, and an old table was restored. */
TEST(a_journal_in_swap_is_found_at_the_old_place)
{
    CLEANUP(sparse_finish) struct sparse disk = make_plan_inside(false);

    sparse_put(&disk, MBR_AT_ENTRIES + 4, (const uint8_t[]){ 0x82 }, 1);
    check_plan_inside(&disk, FIND_EVERYWHERE);
}

/* As at the start of a swap area that is not on the physical sectors. The journal is on
 * another disk: no search finds it. */
TEST(a_guard_in_front_of_an_unreadable_block_is_found)
{
    const struct interrupted *what = interrupted_find("elsewhere");
    CLEANUP(sparse_finish) struct sparse disk = interrupted_make(what);

    disk.broken_from = 64 * 512;
    disk.broken_to = disk.broken_from + 4096;
    CLEANUP(journal_finds_finish)
    struct journal_finds finds = find_on(&disk, FIND_IN_PROGRESS);
    ck_assert_uint_eq(finds.count, 1);
    ck_assert_int_eq(finds.at[0].finding, FOUND_ELSEWHERE);
}

TEST(a_disk_of_another_size_is_told_apart)
{
    CLEANUP(sparse_finish)
    struct sparse disk = interrupted_make(interrupted_find("msdos"));

    disk.size_bytes += 1 << 20;
    CLEANUP(journal_finds_finish)
    struct journal_finds finds = find_on(&disk, FIND_IN_PROGRESS);
    ck_assert_uint_eq(finds.count, 1);
    ck_assert_int_eq(finds.at[0].finding, FOUND_OTHER);
}

/* Disks without an entry in progress; that of the type da is read once. */
TEST(an_ordinary_disk_costs_no_read)
{
    struct interrupted what = *interrupted_find("not-labelled");
    CLEANUP(sparse_finish) struct sparse gpt = interrupted_make(&what);
    CLEANUP(journal_finds_finish)
    struct journal_finds finds = find_on(&gpt, FIND_IN_PROGRESS);

    ck_assert_uint_eq(gpt.reads, 0);
    what = *interrupted_find("msdos");
    what.lacks_guard = what.lacks_plans[0] = what.lacks_plans[1] = true;
    CLEANUP(sparse_finish) struct sparse msdos = interrupted_make(&what);
    CLEANUP(journal_finds_finish)
    struct journal_finds none = find_on(&msdos, FIND_IN_PROGRESS);
    ck_assert_uint_eq(msdos.reads, 1);
    ck_assert_uint_eq(finds.count + none.count, 0);
}

TEST(the_search_is_bounded_on_the_largest_disk)
{
    struct sparse disk = { .size_bytes = UINT64_C(1) << 44 };
    struct limits_reported said = { .size_bytes = disk.size_bytes, .logical = 512 };
    struct limits_given given = { 0 };
    struct label label = { .kind = LABEL_NONE };
    struct limits limits;
    struct err err = { 0 };

    ck_assert(limits_settle(&said, &given, &limits, &err));
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = layout_builder_new(&limits, &label);
    CLEANUP(layout_unrefp) struct layout *layout = layout_builder_refinish(builder);
    struct reader reader = sparse_reader(&disk);
    CLEANUP(journal_finds_finish)
    struct journal_finds finds = journal_find(&reader, layout, FIND_EVERYWHERE);
    ck_assert_uint_eq(finds.count, 0);
    ck_assert_uint_le(disk.reads, FIND_RANGE_BYTES >> 20);
    sparse_finish(&disk);
}
