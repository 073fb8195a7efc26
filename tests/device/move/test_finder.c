/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_finder.c - a fix is found wherever its journal is */
#include "device/move/find/finder.h"

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "device/move/find/hint.h"
#include "device/move/find/private.h"
#include "device/system/journal_offer.h"
#include "model/base/mem.h"
#include "support/find_play.h"
#include "support/table_image.h"
#include "support/test.h"

TEST_FIXTURE(find_play_setup, find_play_teardown);

/* --- sources --- */

TEST(a_disk_without_a_fix_has_none)
{
    ck_assert_ptr_null(find_play_choose());
    ck_assert_int_eq(play.err.code, ERR_NONE);
    ck_assert(!fix_on_disk(&play.tree.sys, play.path, 0, NULL));
}

static const struct {
    uint64_t entry, start;
    bool is_guarded, is_blank, is_whole;
    enum fix_source source;
    bool is_cheap; /* fix_on_disk() finds it, too */
} rows[] = {
    { 49152, 49152, false, false, false, FIX_AT_ENTRY, true },
    { 49155, 49160, false, false, false, FIX_AT_ENTRY, true },
    { 49155, 49408, false, false, false, FIX_AT_ENTRY, false },
    { 0, 10240, false, false, false, FIX_IN_FREE, true },
    { 0, FIND_HERE, false, false, false, FIX_IN_FREE, true },
    { 0, FIND_HERE + 40, false, false, false, FIX_IN_FREE, false },
    { 0, 110592, false, false, true, FIX_BY_SCAN, false },
    { 0, FIND_HERE + 40, true, false, false, FIX_BY_GUARD, true },
    { 0, 110592, true, false, false, FIX_BY_GUARD, true },
    /* Without a table: the first 32 MiB. */
    { 0, FIND_HERE + 40, false, true, false, FIX_IN_FREE, true },
    { 0, 110592, false, true, false, FIX_BY_SCAN, false },
};

TEST_EACH(each_source_leads_to_the_journal, rows)
{
    static const uint8_t zeros[512];
    const struct finder_watch whole = { .is_whole = true, .answer_ms = 60000 };

    find_scene_finish(&play.scene);
    find_scene_init(&play.scene, 512, rows[_i].entry, "WD-1");
    if (rows[_i].is_guarded)
        find_scene_do_table(&play.scene);
    find_scene_set(&play.scene, RUN_FORWARD, rows[_i].is_guarded, rows[_i].start);
    find_scene_put_here(&play.scene);
    if (rows[_i].is_guarded)
        find_scene_guard(&play.scene, 1, 0);
    if (rows[_i].is_blank)
        sparse_put(&play.scene.disk, 0, zeros, sizeof(zeros));
    find_play_disk();
    const struct fix_place_found *found =
        find_play_choose_with(play.path, NULL, rows[_i].is_whole ? &whole : NULL);
    ck_assert_msg(found != NULL, "%s", play.err.text);
    ck_assert_int_eq(found->source, rows[_i].source);
    ck_assert_int_eq(found->state, FIX_JOURNAL_FOUND);
    ck_assert_uint_eq(found->offset, rows[_i].start * 512);
    ck_assert_str_eq(found->journal, "");
    ck_assert_uint_eq(found->head.sequence, 3);
    ck_assert_int_eq(found->is_at_position, !rows[_i].is_blank);
    ck_assert_int_eq(found->has_moved, rows[_i].is_guarded);
    ck_assert_int_eq(fix_on_disk(&play.tree.sys, play.path, 0, NULL), rows[_i].is_cheap);
    ck_assert_int_eq(fix_has_moved(&play.tree.sys, play.path, 0), rows[_i].is_guarded);
}

static const struct {
    uint64_t index;
    bool is_cheap;
} guards[] = {
    { 0, true }, { 15, true }, { 128, false }, { 8191, false }, { 7936, false }
};

TEST_EACH(a_guard_is_found_where_any_signature_can_be, guards)
{
    find_scene_do_table(&play.scene);
    find_scene_set(&play.scene, RUN_FORWARD, 1, 110592);
    find_scene_put_here(&play.scene);
    find_scene_guard(&play.scene, 1, guards[_i].index);
    const struct fix_place_found *found = find_play_choose();
    ck_assert_msg(found != NULL, "%s", play.err.text);
    ck_assert_int_eq(found->source, FIX_BY_GUARD);
    ck_assert_uint_eq(found->guard_lba, FIND_PART + guards[_i].index);
    ck_assert_int_eq(fix_on_disk(&play.tree.sys, play.path, 0, NULL),
                     guards[_i].is_cheap);
}

/* Megabytes of a disk of 400 of them that has no table. */
static const struct {
    uint64_t at;
    bool is_in_middle;
} scanned[] = { { 100, false }, { 200, true }, { 390, false } };

static bool go_on(void *context, uint64_t done, uint64_t total)
{
    (void)context;
    return done < total;
}

TEST_EACH(all_of_a_disk_is_searched_only_if_that_may_take_long, scanned)
{
    static const uint8_t zeros[512];
    const struct finder_watch watch = { .go_on = go_on, .answer_ms = 60000 };

    play.scene.disk.size_bytes = play.scene.head.owner.disk_bytes = UINT64_C(400) << 20;
    find_scene_set(&play.scene, RUN_FORWARD, 0, scanned[_i].at * 2048 + 8);
    find_scene_put_here(&play.scene);
    sparse_put(&play.scene.disk, 0, zeros, sizeof(zeros));
    ck_assert_int_eq(find_play_choose() != NULL, !scanned[_i].is_in_middle);
    const struct fix_place_found *found = find_play_choose_with(play.path, NULL, &watch);
    ck_assert_msg(found != NULL, "%s", play.err.text);
    ck_assert_int_eq(found->source, FIX_BY_SCAN);
}

TEST(a_hint_leads_to_a_place_or_to_a_file)
{
    find_scene_set(&play.scene, RUN_FORWARD, 0, FIND_HERE + 40);
    find_scene_put_here(&play.scene);
    fix_hint_save(&play.scene.head);
    const struct fix_place_found *found = find_play_choose();
    ck_assert_ptr_nonnull(found);
    ck_assert_int_eq(found->source, FIX_BY_HINT);
    ck_assert(fix_on_disk(&play.tree.sys, play.path, 0, NULL));
    play.scene.disk.size_bytes *= 2; /* a copy on a larger disk */
    ck_assert_int_eq(find_play_choose()->source, FIX_BY_HINT);
    fix_hint_remove(&play.scene.head);
    ck_assert_int_eq(find_play_choose()->source, FIX_IN_FREE);
}

TEST(a_hint_at_a_file_counts_for_the_disk_that_it_fits)
{
    const char *journal = find_play_journal();

    copy_text(play.scene.head.place.path, sizeof(play.scene.head.place.path), journal);
    fix_hint_save(&play.scene.head);
    const struct fix_place_found *found = find_play_choose();
    ck_assert_ptr_nonnull(found);
    ck_assert_int_eq(found->source, FIX_BY_HINT);
    ck_assert_str_eq(found->journal, journal);
    find_scene_change_table(&play.scene);
    ck_assert_ptr_null(find_play_choose());
    ck_assert_int_eq(play.err.code, ERR_NONE);
    ck_assert_ptr_nonnull(find_play_choose_with(play.path, journal, NULL));
}

static const char *const serials[] = { "S2H7J90B123456", "S2H7J90B999999" };

/* Its table may be lost: the drive tells that the journal is one for it. */
TEST_EACH(a_hint_at_a_file_counts_for_the_drive_that_it_was_made_for, serials)
{
    struct fix_place_found found;
    char node[SYS_PATH];

    find_scene_finish(&play.scene);
    find_scene_init(&play.scene, 512, 0, serials[_i]);
    const char *journal = find_play_journal();
    copy_text(play.scene.head.place.path, sizeof(play.scene.head.place.path), journal);
    fix_hint_save(&play.scene.head);
    find_scene_change_table(&play.scene);
    CLEANUP(layout_unrefp)
    struct layout *layout = image_read(&play.scene.disk, 512, &play.err);
    tree_disk(&play.tree, "sda", "pci0000:00/ata1/host0/target0:0:0/0:0:0:0", "8:0",
              FIND_SECTORS);
    tree_say(&play.tree, "sda", "device/wwid",
             "t10.ATA     SAMSUNG HD204UI                         S2H7J90B123456     \n");
    sys_node_of(&play.tree.sys, "sda", node);
    struct reader reader = sparse_reader(&play.scene.disk);
    CLEANUP(store_closep) struct store *store = store_of_reader(node, &reader);
    ck_assert_int_eq(fix_on_layout(&play.tree.sys, store, layout, false, &found), !_i);
    if (!_i)
        ck_assert(found.is_same_drive && !found.is_at_position);
}

TEST(the_person_names_a_file_or_a_sector)
{
    find_scene_put_here(&play.scene);
    find_play_disk();
    const struct fix_place_found *found =
        find_play_choose_with(play.path, "@12288", NULL);
    ck_assert_ptr_nonnull(found);
    ck_assert_int_eq(found->source, FIX_NAMED);
    ck_assert_ptr_null(find_play_choose_with(NULL, "@12288", NULL));
    find_play_refuses(REFUSAL_JOURNAL_PLACE_TYPED, "'@'");
    ck_assert_ptr_null(find_play_choose_with(play.path, "/nowhere", NULL));
    find_play_refuses(REFUSAL_JOURNAL_NOT_OPENED, "/nowhere");
    ck_assert_ptr_null(find_play_choose_with("/nowhere", NULL, NULL));
    find_play_cannot_read("/nowhere");
}

TEST(a_named_file_tells_its_disk)
{
    const char *journal = find_play_journal();

    find_play_plug_in("sda", "8:0");
    find_scene_change_table(&play.scene);
    find_play_plug_in("sdb", "8:16");
    const struct fix_place_found *found = find_play_choose_with(NULL, journal, NULL);
    ck_assert_msg(found != NULL, "%s", play.err.text);
    ck_assert_msg(strstr(found->disk, "sda") != NULL, "%s", found->disk);
    ck_assert_str_eq(found->journal, journal);
    ck_assert_uint_eq(play.list.count, 1);
}

TEST(a_journal_fits_a_disk_of_its_size)
{
    const char *journal = find_play_journal();

    find_play_disk();
    ck_assert(fix_journal_fits(journal, play.path));
    ck_assert(!fix_journal_fits(journal, "/nowhere"));
    ck_assert(!fix_journal_fits("/nowhere", play.path));
    ck_assert(!fix_journal_fits(play.path, play.path));
    play.scene.disk.size_bytes *= 2;
    find_play_disk();
    ck_assert(!fix_journal_fits(journal, play.path));
}

TEST(no_head_is_read_behind_the_end)
{
    struct reader disk = sparse_reader(&play.scene.disk);
    struct record_head head;

    find_scene_put_here(&play.scene);
    ck_assert(finder_read_head(&disk, UINT64_C(12288) * 512, false, NULL, &head));
    ck_assert(!finder_read_head(&disk, disk.size, false, NULL, &head));
    ck_assert(!finder_read_head(&disk, disk.size + 1, false, NULL, &head));
    ck_assert(!finder_read_head(&disk, UINT64_MAX, false, NULL, &head));
}

TEST(a_journal_without_its_beginning_is_cut)
{
    const char *journal = find_play_journal();

    ck_assert(!fix_journal_is_cut(journal));
    ck_assert_int_eq(truncate(journal, 100), 0);
    ck_assert(fix_journal_is_cut(journal));
    ck_assert(!fix_journal_is_cut("/nowhere"));
    ck_assert(!fix_journal_is_cut("/dev/null"));
}

TEST(a_named_file_of_no_disk_is_refused)
{
    const char *journal = find_play_journal();

    find_scene_change_table(&play.scene);
    find_play_plug_in("sda", "8:0");
    ck_assert_ptr_null(find_play_choose_with(NULL, journal, NULL));
    find_play_refuses(REFUSAL_JOURNAL_OF_OTHER_DISK, "a disk that is not there");
    play.scene.disk.size_bytes /= 2;
    find_play_disk();
    ck_assert_ptr_null(find_play_choose_with(play.path, journal, NULL));
    find_play_refuses(REFUSAL_JOURNAL_OF_OTHER_DISK, "67108864 bytes");
}

TEST(a_journal_that_is_needed_is_not_written_over)
{
    const char *journal = find_play_journal();
    struct journal_offer offer;

    find_play_disk();
    play.err = (struct err){ 0 };
    ck_assert(!journal_offer_find(&play.tree.sys, journal, play.path, &offer, &play.err));
    find_play_refuses(REFUSAL_JOURNAL_OFFER_HAS_JOURNAL, "alidade resume --journal=");
}

/* --- all disks --- */

TEST(a_clone_of_the_disk_is_refused_unless_one_is_named)
{
    find_scene_put_here(&play.scene);
    find_play_plug_in("sda", "8:0");
    find_play_plug_in("sdb", "8:16");
    ck_assert_ptr_null(find_play_choose_with(NULL, NULL, NULL));
    find_play_refuses(REFUSAL_FIX_TWO_DISKS, "copy of the other");
    ck_assert(strstr(play.err.text, "sda") && strstr(play.err.text, "sdb"));
    ck_assert_ptr_nonnull(find_play_choose_with(play.path, NULL, NULL));
}

TEST(fixes_on_two_disks_have_to_be_told_apart)
{
    find_scene_put_here(&play.scene);
    find_play_plug_in("sda", "8:0");
    find_scene_rename(&play.scene, 9);
    find_scene_put_here(&play.scene);
    find_play_plug_in("sdb", "8:16");
    ck_assert_ptr_null(find_play_choose_with(NULL, NULL, NULL));
    find_play_refuses(REFUSAL_FIX_TWO_DISKS, "name one");
}

/* As an ordinary user. */
TEST(a_disk_that_may_not_be_read_is_named)
{
    uid_t user = geteuid();

    find_scene_put_here(&play.scene);
    find_play_plug_in("sda", "8:0");
    ck_assert_int_eq(chmod(play.tree.root, 0755), 0);
    ck_assert_int_eq(chmod(play.path, 0), 0);
    if (!user)
        ck_assert_int_eq(seteuid(65534), 0);
    const struct fix_place_found *found = find_play_choose_with(NULL, NULL, NULL);
    if (!user)
        ck_assert_int_eq(seteuid(user), 0);
    ck_assert_ptr_null(found);
    find_play_cannot_read("1 disk cannot be read");
    find_play_cannot_read("/sda. Run this as root.");
    ck_assert_uint_eq(play.list.unread.count, 1);
}

TEST(root_would_not_help_where_a_disk_is_gone)
{
    find_scene_put_here(&play.scene);
    find_play_plug_in("sda", "8:0");
    ck_assert_int_eq(unlink(play.path), 0);
    ck_assert_ptr_null(find_play_choose_with(NULL, NULL, NULL));
    ck_assert_uint_eq(play.list.unread.count, 1);
    ck_assert(!play.list.is_denied);
}

TEST(a_drive_that_does_not_answer_is_named)
{
    static const struct finder_watch watch = { .answer_ms = 0 };

    find_scene_put_here(&play.scene);
    find_play_plug_in("sda", "8:0");
    ck_assert_ptr_null(find_play_choose_with(play.path, NULL, &watch));
    find_play_cannot_read("not answered");
    ck_assert_ptr_null(find_play_choose_with(NULL, NULL, &watch));
    find_play_cannot_read("sda");
}

/* --- the search of the whole disk --- */

static bool stop_at_once(void *context, uint64_t done, uint64_t total)
{
    ck_assert_uint_le(done, total);
    return --*(int *)context > 0;
}

TEST(the_search_of_the_whole_disk_can_be_ended)
{
    int calls = 1;
    const struct finder_watch watch = { stop_at_once, &calls, true, 60000 };

    find_play_disk();
    ck_assert_ptr_null(find_play_choose_with(play.path, NULL, &watch));
    ck_assert_int_eq(play.err.code, ERR_NONE);
    ck_assert(play.list.is_stopped);
    ck_assert_int_eq(calls, 0);
}

/* Called for each MiB. */
static bool count_reads(void *context, uint64_t done, uint64_t total)
{
    ck_assert_uint_le(done, total);
    ++*(unsigned *)context;
    return true;
}

TEST(the_search_of_the_whole_disk_skips_the_holes_of_an_image)
{
    unsigned reads = 0;
    const struct finder_watch watch = { count_reads, &reads, true, 60000 };

    find_play_disk();
    ck_assert_ptr_null(find_play_choose_with(play.path, NULL, &watch));
    ck_assert_int_eq(play.err.code, ERR_NONE);
    ck_assert_uint_ge(reads, 1);
    ck_assert_uint_le(reads, FIND_SECTORS * UINT64_C(512) / (1 << 20) / 4);
}
