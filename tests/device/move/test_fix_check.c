/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_fix_check.c - each reason not to move data, with a sentence that says what to do
 */
#include "device/move/findings/fix_check.h"

#include <stdlib.h>
#include <string.h>

#include "model/base/mem.h"
#include "support/disks.h"
#include "support/image.h"
#include "support/ntfs_volume.h"
#include "support/test.h"
#include "support/tree.h"

enum { UNITS = 1 << 21 }; /* of 512 bytes */

static struct tree tree;
static struct layout *layout;
static struct saved_result *saved;
static struct fix_check check;
static char path[SYS_PATH];
static unsigned answers;
static struct err err;

static struct layout *layout_with(const struct limits_reported *said,
                                  const struct limits_given *given)
{
    static const struct disks_part parts[] = {
        { .kind = EXTENT_PARTITION,
          .number = 1,
          .start = 63,
          .length = 100000,
          .inside = INSIDE_EXT },
        { .kind = EXTENT_PARTITION,
          .number = 2,
          .start = 102400,
          .length = 20480,
          .inside = INSIDE_SWAP },
    };
    struct disks_spec spec = { .size = UNITS,
                               .label = LABEL_MSDOS,
                               .said = *said,
                               .given = *given,
                               .parts = parts,
                               .count = ARRAY_SIZE(parts) };

    return disks_build(&spec);
}

/* A SATA drive that reports 4096 and 0, on mains. */
static void setup(void)
{
    const struct limits_reported said = { .physical = 4096,
                                          .has_alignment_offset = true };

    tree_init(&tree);
    tree_disk(&tree, "sda", "pci0000:00/ata1/host0/target0:0:0/0:0:0:0", "8:0", UNITS);
    tree_say(&tree, "sda", "device/model", "Disk One\n");
    tree_say(&tree, "sda", "device/wwid", "naa.50014ee2b0a1c2d3\n");
    tree_say(&tree, "sda", "queue/zoned", "none\n");
    tree_write(&tree, "Mains\n", "sys/class/power_supply/AC/type");
    tree_write(&tree, "1\n", "sys/class/power_supply/AC/online");
    layout = layout_with(&said, &(struct limits_given){ 0 });
    saved = xcalloc(1, sizeof(*saved));
    sys_node_of(&tree.sys, "sda", path);
    check = (struct fix_check){
        .sys = &tree.sys, .path = path, .base = layout, .saved = saved, .seconds = 3600
    };
    answers = 0;
    err = (struct err){ 0 };
}

static void teardown(void)
{
    layout_unref(layout);
    free(saved);
    tree_finish(&tree);
}

/* What of the sentence cannot change meanwhile: the free space of a file system can. */
static size_t lasting_part(const char *text)
{
    const char *free_space = strstr(text, "which has ");

    return free_space ? (size_t)(free_space - text) : strlen(text) + 1;
}

/* The reasons before WANT are passed, and WANT alone is not, with the same sentence. */
static void check_each(enum fix_finding want)
{
    struct err same = { 0 };

    for (unsigned i = 0; i < want; i++)
        ck_assert(fix_check_passes(&check, (enum fix_finding)i, &same));
    ck_assert(!fix_check_passes(&check, want, &same));
    ck_assert_msg(!strncmp(same.text, err.text, lasting_part(err.text)), "%s", same.text);
}

/* The reason is WANT, and the sentence names PART of what to do. */
static void check_reason(enum fix_finding want, const char *part)
{
    err = (struct err){ 0 };
    ck_assert_int_eq(fix_check_find(&check, answers, NULL, &err), want);
    if (want == FIX_ALLOWED)
        return;
    check_each(want);
    ck_assert_int_eq(err.code, ERR_REFUSED);
    ck_assert_msg(strstr(err.text, part) != NULL, "%s", err.text);
}

/* Replaces the layout by one with CHANGE made to partition NUMBER. */
static void change_content(unsigned number, const char *type, const char *other)
{
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = layout_builder_from(layout);
    uint32_t id = layout_find_number(layout, number)->id;
    struct extent *extent = layout_builder_find(builder, id);

    copy_text(extent->content.type, sizeof(extent->content.type), type);
    copy_text(extent->content.other, sizeof(extent->content.other), other);
    if (!strcmp(type, "ntfs"))
        extent->content.inside = (struct inside){ .kind = INSIDE_NTFS, .unit = 512 };
    layout_unref(layout);
    check.base = layout = layout_builder_refinish(builder);
}

TEST_FIXTURE(setup, teardown);

TEST(a_drive_that_is_known_is_allowed)
{
    check_reason(FIX_ALLOWED, NULL);
}

TEST(another_move_comes_first)
{
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = layout_builder_from(layout);

    layout_builder_note(builder, NOTE_MOVE_IN_PROGRESS, "run: alidade resume");
    layout_unref(layout);
    check.base = layout = layout_builder_refinish(builder);
    check_reason(FIX_UNFINISHED, "alidade resume");
}

static const struct {
    const char *type, *other;
} suspended[] = { { "swsuspend", "" }, { "swap", "swsuspend" } };

TEST_EACH(a_suspended_system_anywhere_is_named, suspended)
{
    change_content(2, suspended[_i].type, suspended[_i].other);
    check_reason(FIX_SUSPENDED, "Partition 2");
}

static const struct {
    struct ntfs_file file;
    enum fix_finding want;
    const char *part;
} windows[] = {
    { { .name = NULL }, FIX_ALLOWED, NULL },
    { { .name = "hiberfil.sys", .head = "wake" }, FIX_ALLOWED, NULL },
    { { .name = "hiberfil.sys", .head = "hibr" }, FIX_SUSPENDED, "shutdown /s" },
    { { .name = "hiberfil.sys", .has_list = true }, FIX_SUSPENDED, "powercfg /h off" },
};

/* The one in partition 1, at sector 63 of an image. */
TEST_EACH(a_suspended_windows_is_named, windows)
{
    static uint8_t volume[NTFS_VOLUME_BYTES];
    struct image image;

    ntfs_volume_make(&windows[_i].file, volume);
    image_make(&image, UNITS * UINT64_C(512));
    image_put(&image, 63 * 512, volume, sizeof(volume));
    check.path = image.path;
    change_content(1, "ntfs", "");
    check_reason(windows[_i].want, windows[_i].part);
    image_remove(&image);
}

static const struct {
    const char *word;
    enum fix_finding want;
} zones[] = { { "none\n", FIX_ALLOWED },
              { "host-managed\n", FIX_ZONED },
              { "host-aware\n", FIX_ZONED } };

TEST_EACH(zones_of_any_kind_are_refused, zones)
{
    tree_say(&tree, "sda", "queue/zoned", zones[_i].word);
    check_reason(zones[_i].want, "zones");
}

static const struct {
    const char *wwid, *model, *serial;
    uint64_t units;
    enum fix_finding want;
} others[] = {
    { "naa.50014ee2b0a1c2d3\n", "Disk One\n", NULL, UNITS, FIX_TWO_PATHS },
    { "naa.50014ee2b0a1c2d4\n", "Disk One\n", NULL, UNITS, FIX_ALLOWED },
    { "naa.50014ee2b0a1c2d3\n", "Disk One\n", NULL, UNITS + 8, FIX_ALLOWED },
    { NULL, "Disk One\n", "W1\n", UNITS, FIX_TWO_PATHS },
    { NULL, "Disk One\n", "W2\n", UNITS, FIX_ALLOWED },
    { NULL, "Disk Two\n", "W1\n", UNITS, FIX_ALLOWED },
    { NULL, NULL, NULL, UNITS, FIX_ALLOWED },
};

TEST_EACH(a_second_path_is_named, others)
{
    tree_say(&tree, "sda", "device/serial", "W1\n");
    tree_disk(&tree, "sdb", "pci0000:00/ata2/host1/target1:0:0/1:0:0:0", "8:16",
              others[_i].units);
    if (others[_i].wwid)
        tree_say(&tree, "sdb", "device/wwid", others[_i].wwid);
    if (others[_i].model)
        tree_say(&tree, "sdb", "device/model", others[_i].model);
    if (others[_i].serial)
        tree_say(&tree, "sdb", "device/serial", others[_i].serial);
    check_reason(others[_i].want, "sdb");
}

static const struct {
    struct limits_reported said;
    struct limits_given given;
    enum fix_finding want;
} limits[] = {
    { { .physical = 512, .has_alignment_offset = true }, { 0 }, FIX_ASSUMED },
    { { .physical = 4096 }, { 0 }, FIX_ASSUMED },
    { { .physical = 512 }, { .physical = 4096 }, FIX_ALLOWED },
    { { .physical = 512 }, { .measured = { .physical = 4096 } }, FIX_ALLOWED },
};

TEST_EACH(what_is_assumed_has_to_be_measured_or_given, limits)
{
    layout_unref(layout);
    check.base = layout = layout_with(&limits[_i].said, &limits[_i].given);
    check_reason(limits[_i].want, "alidade probe");
    check.probe_key = "P";
    check_reason(limits[_i].want, "P in step 1 measures them");
    saved->has_probe = true;
    check.given_key = "p";
    check_reason(limits[_i].want, "p in step 1 gives them by hand");
    check.probe_key = check.given_key = NULL;
}

TEST(an_image_needs_no_probe_and_has_no_second_path)
{
    struct image image;

    image_make(&image, UNITS * UINT64_C(512));
    check.path = image.path;
    layout_unref(layout);
    check.base = layout =
        layout_with(&(struct limits_reported){ 0 }, &(struct limits_given){ 0 });
    check_reason(FIX_ALLOWED, NULL);
    image_remove(&image);
}

TEST(a_flush_that_lies_has_to_be_known)
{
    saved->has_bench = true;
    saved->bench.reason = REASON_FLUSH_LIES;
    check_reason(FIX_FLUSH_LIES, "--flush-lies");
    saved->has_bench = false;
    check_reason(FIX_ALLOWED, NULL);
    check.is_flush_lying = true;
    check_reason(FIX_FLUSH_LIES, "--flush-lies");
    answers = fix_answers_of_yes(); /* is not enough */
    check_reason(FIX_FLUSH_LIES, "--flush-lies");
    answers = FIX_ANSWER(FIX_FLUSH_LIES);
    check_reason(FIX_ALLOWED, NULL);
}

TEST(more_than_a_day_has_to_be_agreed_to)
{
    check.seconds = 25 * 3600.0;
    check_reason(FIX_SLOW, "--slow");
    answers = FIX_ANSWER(FIX_SLOW);
    check_reason(FIX_ALLOWED, NULL);
}

/* Nothing that a yes answers is left out of what the person reads before it. */
TEST(who_is_asked_reads_all_that_a_yes_answers)
{
    CLEANUP(lines_finish) struct lines asked = { 0 };

    layout_unref(layout);
    check.base = layout = layout_with(&(struct limits_reported){ .physical = 4096 },
                                      &(struct limits_given){ 0 });
    check.seconds = 25 * 3600.0;
    check.lost = "Sectors 9 to 10 hold data.";
    ck_assert_int_eq(fix_check_find(&check, 0, &asked, &err), FIX_ALLOWED);
    ck_assert_uint_eq(asked.count, 3);
    ck_assert_ptr_nonnull(strstr(asked.at[0], "only assumed"));
    ck_assert_ptr_nonnull(strstr(asked.at[1], "--slow"));
    ck_assert_str_eq(asked.at[2], check.lost);
    answers = fix_answers_of_yes();
    check_reason(FIX_ALLOWED, NULL);
    check.is_flush_lying = true;
    ck_assert_int_eq(fix_check_find(&check, answers, &asked, &err), FIX_FLUSH_LIES);
}

TEST(no_answer_passes_a_refusal)
{
    tree_say(&tree, "sda", "queue/zoned", "host-managed\n");
    answers = ~0U;
    check_reason(FIX_ZONED, "zones");
}

/* --- the table --- */

static unsigned bit_of(enum fix_level level)
{
    return 1U << level;
}

static const unsigned asks = 1U << FIX_ASKS | 1U << FIX_ASKS_YES;

/* What is asked has a flag, and what has one is no refusal; each finding has an id of its
 * own, and one sentence, or those that are told. */
TEST(each_finding_has_its_id_its_flag_and_its_sentence)
{
    for (unsigned i = 0; i < FIX_FINDING_COUNT; i++) {
        const struct fix_finding_row *row = &fix_findings[i];
        bool is_asked = bit_of(row->level) & asks;
        ck_assert(row->id && row->id[0]);
        ck_assert_msg(is_asked == (row->flag && !strncmp(row->flag, "--", 2)), "%s",
                      row->id);
        ck_assert_msg(!row->passes != !row->tell, "%s", row->id);
        ck_assert_msg((row->level >= FIX_TELLS) == (row->tell != NULL), "%s", row->id);
        for (unsigned j = 0; j < i; j++)
            ck_assert_str_ne(row->id, fix_findings[j].id);
    }
}

/* A sentence that is asked names its flag, but where the rehearsal makes it. */
TEST(what_is_asked_names_its_flag)
{
    layout_unref(layout);
    check.base = layout = layout_with(&(struct limits_reported){ .physical = 4096 },
                                      &(struct limits_given){ 0 });
    check.seconds = 25 * 3600.0;
    check.is_flush_lying = true;
    for (unsigned i = 0; i < FIX_FINDING_COUNT; i++) {
        struct err why = { 0 };
        if (i == FIX_FREE_DATA || !(bit_of(fix_findings[i].level) & asks))
            continue;
        ck_assert(!fix_check_passes(&check, (enum fix_finding)i, &why));
        ck_assert_ptr_nonnull(strstr(why.text, fix_findings[i].flag));
    }
}

/* Of an image file nothing is told that only devices have. */
TEST(all_that_was_checked_is_in_the_rows_of_the_screen)
{
    struct lines rows[FIX_ROW_COUNT] = { 0 };
    struct lines *const to[FIX_ROW_COUNT] = { &rows[0], &rows[1], &rows[2], &rows[3] };
    const struct moves moves = { 0 };
    const struct boot_notes boot = { 0 };
    const struct volume_notes volumes = { 0 };
    struct image image;

    check.moves = &moves;
    check.boot = &boot;
    check.volumes = &volumes;
    check.seconds = 25 * 3600.0;
    check.is_flush_lying = true;
    fix_check_rows(&check, to);
    ck_assert_uint_eq(rows[FIX_ROW_NO].count, 1);
    ck_assert_ptr_nonnull(strstr(rows[FIX_ROW_NO].at[0], "--flush-lies"));
    ck_assert_ptr_nonnull(strstr(rows[FIX_ROW_DOUBT].at[0], "--slow"));
    size_t passed = rows[FIX_ROW_OK].count;
    image_make(&image, UNITS * UINT64_C(512));
    check.path = image.path;
    check.is_flush_lying = false;
    for (unsigned i = 0; i < FIX_ROW_COUNT; i++)
        lines_finish(&rows[i]);
    fix_check_rows(&check, to);
    ck_assert_uint_eq(rows[FIX_ROW_NO].count, 0);
    ck_assert_uint_eq(rows[FIX_ROW_OK].count, passed - 2);
    image_remove(&image);
    for (unsigned i = 0; i < FIX_ROW_COUNT; i++)
        lines_finish(&rows[i]);
}

/* A petabyte of holes is more than any file system here has free. */
TEST(holes_that_do_not_fit_are_counted)
{
    struct fix_write range = { 0, UINT64_C(1) << 41, 0 };
    struct image image;

    image_make(&image, 1 << 20);
    check.path = image.path;
    check.writes = &range;
    check.write_count = 1;
    check_reason(FIX_SPARSE, "sparse");
    range.length = 2048;
    check_reason(FIX_ALLOWED, NULL);
    image_remove(&image);
}

/* Holes of an image are not written to its new places. */
TEST(holes_that_are_moved_need_no_storage)
{
    struct fix_write range = { 8, UINT64_C(1) << 41, 0 };
    struct image image;

    image_make(&image, 1 << 20);
    check.path = image.path;
    check.writes = &range;
    check.write_count = 1;
    check_reason(FIX_ALLOWED, NULL);
    image_remove(&image);
}

TEST(a_battery_that_may_not_last_is_refused)
{
    tree_write(&tree, "0\n", "sys/class/power_supply/AC/online");
    tree_write(&tree, "Battery\n", "sys/class/power_supply/BAT0/type");
    tree_write(&tree, "Discharging\n", "sys/class/power_supply/BAT0/status");
    tree_write(&tree, "9\n", "sys/class/power_supply/BAT0/capacity");
    check_reason(FIX_BATTERY, "Connect the power supply first.");
    tree_write(&tree, "1\n", "sys/class/power_supply/AC/online");
    check_reason(FIX_ALLOWED, NULL);
}

/* --- what is told --- */

/* Of FINDING, HAS_FOUND sentences are told, the first one with PART, or HAS_PASSED. */
static void check_told(enum fix_finding finding, size_t has_found, size_t has_passed,
                       const char *part)
{
    CLEANUP(lines_finish) struct lines found = { 0 }, passed = { 0 };

    fix_findings[finding].tell(&check, &found, &passed);
    ck_assert_uint_eq(found.count, has_found);
    ck_assert_uint_eq(passed.count, has_passed);
    const char *first = found.count ? found.at[0] : passed.at[0];
    ck_assert_msg(strstr(first, part) != NULL, "%s", first);
}

TEST(what_stays_is_told)
{
    struct moves_left left = { layout_find_number(layout, 1)->id, PIN_UNKNOWN };
    const struct moves moves = { .left = &left, .left_count = 1 };

    check.moves = &moves;
    check_told(FIX_LEFT, 1, 1, "Partition 1 ");
}

TEST(what_is_dirty_or_clean_is_told)
{
    char words[] = "Partition 2 (ext4) is marked dirty.";
    struct volume_note at[] = { { 1, "ntfs", VOLUME_CLEAN, NULL, false },
                                { 2, "ext4", VOLUME_DIRTY, words, false } };
    const struct volume_notes volumes = { at, ARRAY_SIZE(at) };

    check.volumes = &volumes;
    check_told(FIX_VOLUME, 1, 1, words);
}

TEST(the_folder_of_the_backup_is_told)
{
    ck_assert_int_eq(setenv("XDG_STATE_HOME", tree.root, 1), 0);
    check_told(FIX_BACKUP, 0, 1, tree.root);
}

TEST(what_concerns_a_boot_loader_is_told)
{
    char words[] = "GRUB finds its core by sector 1.";
    struct boot_note at[] = { { "boot-grub-moves", 1, words } };
    const struct boot_notes boot = { at, ARRAY_SIZE(at) };

    check.boot = &boot;
    check_told(FIX_BOOT, 1, 0, words);
}
