/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_finder_doubt.c - what is no journal of the disk, or only perhaps, is not taken for
 * it */
#include "device/move/find/finder.h"

#include <string.h>

#include "model/base/mem.h"
#include "support/find_play.h"
#include "support/interrupted.h"
#include "support/table_image.h"
#include "support/test.h"

TEST_FIXTURE(find_play_setup, find_play_teardown);

/* --- choice --- */

/* A second fix, of which nothing but the head is on the disk. */
static void put_other(uint64_t start)
{
    find_scene_rename(&play.scene, 9);
    find_scene_set(&play.scene, RUN_FORWARD, 1, start);
    find_scene_put_here(&play.scene);
}

TEST(a_guard_proves_which_of_two_it_is)
{
    find_scene_do_table(&play.scene);
    find_scene_set(&play.scene, RUN_FORWARD, 1, FIND_HERE);
    find_scene_put_here(&play.scene);
    find_scene_guard(&play.scene, 1, 0);
    put_other(FIND_HERE + 2048);
    const struct fix_place_found *found = find_play_choose();
    ck_assert_msg(found != NULL, "%s", play.err.text);
    ck_assert_uint_eq(found->offset, FIND_HERE * 512);
    ck_assert(found->has_guard && found->guard.step == 1);
}

TEST(the_table_proves_which_of_two_it_is)
{
    find_scene_put_here(&play.scene);
    put_other(FIND_HERE + 2048);
    const struct fix_place_found *found = find_play_choose();
    ck_assert_msg(found != NULL, "%s", play.err.text);
    ck_assert_uint_eq(found->offset, FIND_HERE * 512);
}

TEST(of_two_equal_ones_the_person_has_to_name_one)
{
    find_scene_put_here(&play.scene);
    find_scene_rename(&play.scene, 9);
    find_scene_set(&play.scene, RUN_FORWARD, 0, FIND_HERE + 2048);
    find_scene_put_here(&play.scene);
    ck_assert_ptr_null(find_play_choose());
    find_play_refuses(REFUSAL_FIX_SEVERAL_JOURNALS, "(@12288, @14336)");
    const struct fix_place_found *found =
        find_play_choose_with(play.path, "@14336", NULL);
    ck_assert_msg(found != NULL, "%s", play.err.text);
    ck_assert_uint_eq(found->head.owner.transaction.bytes[0], 9);
}

TEST(a_copy_of_a_journal_is_none)
{
    find_scene_put(&play.scene, &play.scene.disk, (FIND_HERE + 2048) * 512);
    ck_assert_ptr_null(find_play_choose());
    ck_assert_int_eq(play.err.code, ERR_NONE);
}

TEST(a_head_in_the_place_of_the_other_is_none)
{
    uint8_t head[RECORD_HEAD_BYTES];

    find_scene_put_here(&play.scene);
    record_head_encode(&play.scene.head, head);
    sparse_put(&play.scene.disk, FIND_HERE * 512, head, sizeof(head));
    sparse_put(&play.scene.disk, FIND_HERE * 512 + FIND_BLOCK, "x", 1);
    ck_assert_ptr_null(find_play_choose());
    ck_assert_int_eq(play.err.code, ERR_NONE);
}

TEST(the_newer_head_counts_and_either_is_enough)
{
    find_scene_set(&play.scene, RUN_BACK, 0, FIND_HERE);
    play.scene.head.sequence = 4;
    find_scene_put_here(&play.scene);
    ck_assert_uint_eq(find_play_choose()->head.sequence, 4);
    play.scene.head.sequence = 5;
    find_scene_put_here(&play.scene);
    ck_assert_uint_eq(find_play_choose()->head.sequence, 5);
    play.scene.head.sequence = 6;
    find_scene_put_here(&play.scene);
    ck_assert_uint_eq(find_play_choose()->head.sequence, 6);
    sparse_put(&play.scene.disk, FIND_HERE * 512, "x", 1);
    ck_assert_uint_eq(find_play_choose()->head.sequence, 5);
    sparse_put(&play.scene.disk, (FIND_HERE + (FIND_BLOCK / 512)) * 512, "x", 1);
    ck_assert_ptr_null(find_play_choose());
}

TEST(a_fix_that_has_ended_is_chosen_only_where_there_is_no_other)
{
    find_scene_set(&play.scene, RUN_DONE, 0, FIND_HERE);
    find_scene_put_here(&play.scene);
    const struct fix_place_found *found = find_play_choose();
    ck_assert_msg(found != NULL, "%s", play.err.text);
    ck_assert_int_eq(found->head.run.direction, RUN_DONE);
    ck_assert(!fix_on_disk(&play.tree.sys, play.path, 0, NULL));
    put_other(10240);
    ck_assert_int_eq(find_play_choose()->head.run.direction, RUN_FORWARD);
    ck_assert(fix_on_disk(&play.tree.sys, play.path, 0, NULL));
}

/* --- disk and journal that do not belong together --- */

TEST(a_missing_journal_is_named)
{
    find_scene_move_out(&play.scene, "/mnt/usb/alidade.journal");
    find_scene_guard(&play.scene, 1, 0);
    ck_assert_ptr_null(find_play_choose());
    find_play_refuses(REFUSAL_FIX_JOURNAL_MISSING, "/mnt/usb/alidade.journal");
    find_play_refuses(REFUSAL_FIX_JOURNAL_MISSING, "1234-ABCD");
    ck_assert(fix_on_disk(&play.tree.sys, play.path, 0, NULL));
    ck_assert(fix_has_moved(&play.tree.sys, play.path, 0));
}

TEST(a_missing_journal_that_is_named_is_there)
{
    find_scene_do_table(&play.scene);
    find_scene_set(&play.scene, RUN_FORWARD, 2, FIND_HERE);
    const char *journal = find_play_journal();
    find_scene_guard(&play.scene, 1, 0);
    find_play_disk();
    const struct fix_place_found *found = find_play_choose_with(play.path, journal, NULL);
    ck_assert_msg(found != NULL, "%s", play.err.text);
    ck_assert(found->has_guard && found->is_at_position && !found->is_misfit);
    ck_assert_uint_eq(play.list.count, 1);
}

TEST(a_journal_on_the_disk_that_is_gone_is_named_by_its_sector)
{
    find_scene_guard(&play.scene, 1, 0);
    ck_assert_ptr_null(find_play_choose());
    find_play_cannot_read("12288");
}

TEST(the_journal_of_another_fix_is_not_the_one_of_the_guard)
{
    find_scene_guard(&play.scene, 1, 0);
    find_scene_rename(&play.scene, 9);
    find_scene_put_here(&play.scene);
    ck_assert_ptr_null(find_play_choose());
    find_play_cannot_read("12288");
}

TEST(many_guards_of_one_fix_hide_no_other)
{
    find_scene_move_out(&play.scene, "/mnt/usb/alidade.journal");
    for (uint64_t index = 0; index < 200; index++)
        find_scene_guard(&play.scene, 1, index);
    find_scene_rename(&play.scene, 9);
    play.scene.head.place = (struct record_place){ .kind = JOURNAL_GAP,
                                                   .logical = 512,
                                                   .block = FIND_BLOCK,
                                                   .start = FIND_HERE,
                                                   .bytes = play.scene.head.place.bytes };
    find_scene_put_here(&play.scene);
    ck_assert_ptr_null(find_play_choose());
    find_play_refuses(REFUSAL_FIX_JOURNAL_MISSING, "/mnt/usb/alidade.journal");
    ck_assert_uint_eq(play.list.count, 2);
}

TEST(a_guard_in_free_space_without_a_journal_is_only_a_copy)
{
    find_scene_move_out(&play.scene, "/mnt/usb/alidade.journal");
    find_scene_guard(&play.scene, 1, FIND_HERE - FIND_PART);
    ck_assert_ptr_null(find_play_choose());
    ck_assert_int_eq(play.err.code, ERR_NONE);
}

/* Pieces that wait in the ring of a journal have the guards of their zones: of a step
 * that the head, which is newer, has behind it. */
static const uint16_t copies[] = { 1, 2, 3 };

TEST_EACH(a_guard_within_its_own_journal_is_only_a_copy, copies)
{
    enum { START = FIND_HERE + 40 };
    uint64_t page = START + play.scene.head.areas[AREA_PAGE].offset / 512;

    find_scene_set(&play.scene, RUN_FORWARD, 0, START);
    find_scene_put_here(&play.scene);
    find_scene_guard(&play.scene, copies[_i], page + 9 - FIND_PART);
    const struct fix_place_found *found = find_play_choose();
    ck_assert_msg(found != NULL, "%s", play.err.text);
    ck_assert_int_eq(found->source, FIX_IN_FREE);
    ck_assert(!found->has_guard && !found->has_moved);
    ck_assert_int_eq(found->state, FIX_JOURNAL_FOUND);
}

TEST(the_journal_of_another_fix_than_the_guard_is_refused)
{
    find_scene_move_out(&play.scene, "/mnt/usb/alidade.journal");
    find_scene_guard(&play.scene, 1, 0);
    find_scene_rename(&play.scene, 9);
    const char *journal = find_play_journal();
    find_play_disk();
    ck_assert_ptr_null(find_play_choose_with(play.path, journal, NULL));
    find_play_refuses(REFUSAL_FIX_OTHER_JOURNAL, "another fix");
}

/* An image of the disk was taken, and the fix went on with the disk itself. */
TEST(a_disk_that_is_older_than_its_journal_is_refused)
{
    find_scene_set(&play.scene, RUN_FORWARD, 0, FIND_HERE);
    const char *journal = find_play_journal();
    find_scene_guard(&play.scene, 2, 0);
    find_play_disk();
    ck_assert_ptr_null(find_play_choose_with(play.path, journal, NULL));
    find_play_refuses(REFUSAL_FIX_JOURNAL_MISFIT, "older copy");
}

static const uint64_t sizes[] = { FIND_SECTORS * 256, FIND_SECTORS * 1024 };

TEST_EACH(a_disk_of_another_size_goes_on_only_if_it_is_larger_and_fits, sizes)
{
    bool is_larger = sizes[_i] > FIND_SECTORS * 512;

    find_scene_put_here(&play.scene);
    play.scene.disk.size_bytes = sizes[_i];
    const struct fix_place_found *found = find_play_choose();
    ck_assert_int_eq(found != NULL, is_larger);
    if (!is_larger)
        find_play_refuses(REFUSAL_FIX_DISK_SMALLER, "had 67108864 bytes");
    find_scene_change_table(&play.scene);
    ck_assert_ptr_null(find_play_choose());
    find_play_refuses(is_larger ? REFUSAL_FIX_DISK_LARGER : REFUSAL_FIX_DISK_SMALLER,
                      is_larger ? "--sizelimit 67108864" : "had 67108864 bytes");
    ck_assert(fix_on_disk(&play.tree.sys, play.path, 0, NULL));
}

TEST(sectors_of_another_size_are_named)
{
    find_scene_put_here(&play.scene);
    find_play_disk();
    ck_assert(finder_search(&play.tree.sys, play.path, NULL, 4096, NULL, &play.list,
                            &play.err));
    ck_assert_ptr_null(fix_found_choose(&play.list, &play.err));
    find_play_refuses(REFUSAL_FIX_OTHER_SECTORS, "--sector-size=512");
}

/* No sector of 4096 bytes begins where the entry does. */
TEST(entries_that_only_other_sectors_can_have_are_looked_at)
{
    find_scene_finish(&play.scene);
    find_scene_init(&play.scene, 512, 49155, "");
    find_scene_set(&play.scene, RUN_FORWARD, 0, 49160);
    find_scene_put_here(&play.scene);
    find_play_disk();
    ck_assert(fix_on_disk(&play.tree.sys, play.path, 4096, NULL));
}

TEST(a_newer_version_is_named)
{
    const struct frame frame = { 7, 3, "2.7.0" };
    uint8_t bytes[512] = { 0 };

    frame_put(&frame, bytes, sizeof(bytes));
    sparse_put(&play.scene.disk, FIND_HERE * 512, bytes, sizeof(bytes));
    ck_assert_ptr_null(find_play_choose());
    find_play_refuses(REFUSAL_FIX_NEWER_VERSION, "2.7.0");
}

/* Old journals contain copies of guards.  An entry in progress is larger than what is
 * guarded in it. */
TEST(a_guard_out_of_its_place_counts_only_in_an_entry_in_progress)
{
    static const uint8_t in_progress = 0xda;

    find_scene_move_out(&play.scene, "/mnt/usb/alidade.journal");
    find_scene_guard(&play.scene, 1, 0);
    struct reader reader = sparse_reader(&play.scene.disk);
    uint8_t guard[512], zeros[512] = { 0 };
    ck_assert(reader_read(&reader, FIND_PART * 512, guard, sizeof(guard)));
    sparse_put(&play.scene.disk, FIND_PART * 512, zeros, sizeof(zeros));
    sparse_put(&play.scene.disk, (FIND_PART + 9) * 512, guard, sizeof(guard));
    ck_assert_ptr_null(find_play_choose());
    ck_assert_int_eq(play.err.code, ERR_NONE);
    sparse_put(&play.scene.disk, 446 + 4, &in_progress, 1);
    ck_assert_ptr_null(find_play_choose());
    find_play_refuses(REFUSAL_FIX_JOURNAL_MISSING, "journal");
    ck_assert(fix_on_disk(&play.tree.sys, play.path, 0, NULL));
}

TEST(version_1_is_seen)
{
    CLEANUP(sparse_finish)
    struct sparse disk = interrupted_make(interrupted_find("version-1"));

    ck_assert_ptr_null(find_play_choose());
    ck_assert_int_eq(play.err.code, ERR_NONE);
    ck_assert_ptr_null(find_play_choose_with(find_play_image(&disk), NULL, NULL));
    find_play_refuses(REFUSAL_FIX_OLDER_VERSION, "alidade 0.1.0");
    find_play_refuses(REFUSAL_FIX_OLDER_VERSION, play.images[1].path);
}

TEST(a_named_journal_of_version_1_is_seen)
{
    const struct frame frame = { 1, 1, "0.1.0" };
    CLEANUP(sparse_finish) struct sparse file = { .size_bytes = 1 << 20 };
    uint8_t bytes[4096] = { 0 };

    frame_put(&frame, bytes, sizeof(bytes));
    sparse_put(&file, 0, bytes, sizeof(bytes));
    const char *journal = find_play_image(&file);
    find_play_disk();
    ck_assert_ptr_null(find_play_choose_with(play.path, journal, NULL));
    find_play_refuses(REFUSAL_FIX_OLDER_VERSION, journal);
}

/* --- a table that cannot be read --- */

/* LBA 0 is in the page, which a power cut has left unreadable. */
static const struct {
    uint64_t sequence; /* 3 is that of the head */
    bool is_damaged, is_read;
} pages[] = { { 3, false, true }, { 2, false, false }, { 3, true, false } };

static void put_page(uint64_t sequence, bool is_damaged)
{
    struct record_page page = { .owner = play.scene.head.owner,
                                .sequence = sequence,
                                .run_count = 1,
                                .runs = { { 0, (FIND_BLOCK / 512) } } };
    uint64_t at = FIND_HERE * 512 + play.scene.head.areas[AREA_PAGE].offset;
    uint8_t block[FIND_BLOCK], record[RECORD_BYTES];
    struct reader reader = sparse_reader(&play.scene.disk);

    ck_assert(reader_read(&reader, 0, block, sizeof(block)));
    page.hash = hash_of(block, sizeof(block));
    record_page_encode(&page, record);
    block[4000] ^= is_damaged;
    sparse_put(&play.scene.disk, at, record, sizeof(record));
    sparse_put(&play.scene.disk, at + FIND_BLOCK, block, sizeof(block));
}

TEST_EACH(a_block_that_the_page_has_counts_as_read, pages)
{
    struct fix_place_found found;

    find_scene_put_here(&play.scene);
    put_page(pages[_i].sequence, pages[_i].is_damaged);
    CLEANUP(layout_unrefp)
    struct layout *layout = image_read(&play.scene.disk, 512, &play.err);
    play.scene.disk.broken_to = FIND_BLOCK;
    struct reader reader = sparse_reader(&play.scene.disk);
    CLEANUP(store_closep) struct store *store = store_of_reader("memory.img", &reader);
    ck_assert(fix_on_layout(&play.tree.sys, store, layout, false, &found));
    ck_assert_int_eq(found.is_at_position, pages[_i].is_read);
    /* The MiB with the block that cannot be read is read block by block. */
    ck_assert_uint_le(store_reads(store), 16 + 256);
}

/* --- hostile records --- */

static uint8_t hostile_byte(unsigned round, size_t at)
{
    return (uint8_t)((round * 2654435761U + at * 40503U) >> 7);
}

/* Any numbers, with a valid checksum. */
TEST(records_with_impossible_numbers_are_harmless)
{
    static const size_t fields[] = { 48, 56,  64,  66,  68,  88,  92,
                                     96, 104, 120, 128, 240, 248, 296 };
    struct frame frame = { 7, 2, "0.2.0" };
    uint8_t bytes[512];

    for (unsigned round = 0; round < 4 * sizeof(fields) / sizeof(fields[0]); round++) {
        size_t at = fields[round / 4];
        record_head_encode(&play.scene.head, bytes);
        for (size_t i = 0; i < 8; i++)
            bytes[at + i] = round % 4 == 0   ? 0xff
                            : round % 4 == 1 ? 0
                            : round % 4 == 2 ? i == 7
                                             : hostile_byte(round, i);
        frame_put(&frame, bytes, sizeof(bytes));
        sparse_put(&play.scene.disk, (FIND_HERE + (FIND_BLOCK / 512)) * 512, bytes,
                   sizeof(bytes));
        find_play_disk();
        (void)find_play_choose_with(play.path, NULL, NULL);
        image_remove(&play.images[--play.image_count]);
    }
    ck_assert_uint_eq(play.image_count, 0);
}

TEST(a_disk_full_of_heads_is_read_in_bounded_time)
{
    uint8_t bytes[512];

    for (uint64_t lba = 10240; lba < 12240; lba++) {
        play.scene.head.place.start = lba;
        play.scene.head.owner.transaction.bytes[0] = (uint8_t)(lba >> 8);
        play.scene.head.owner.transaction.bytes[1] = (uint8_t)lba;
        play.scene.head.sequence = 2;
        record_head_encode(&play.scene.head, bytes);
        sparse_put(&play.scene.disk, lba * 512, bytes, sizeof(bytes));
    }
    ck_assert_ptr_null(find_play_choose());
    ck_assert_uint_le(play.list.count, 64);
    find_play_refuses(REFUSAL_FIX_SEVERAL_JOURNALS, "several fixes");
}
