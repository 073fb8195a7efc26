/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_explain.c - paragraphs and suggestions for each kind of extent */
#include "model/align/explain.h"

#include <locale.h>
#include <string.h>

#include "model/base/mem.h"
#include "model/base/str.h"
#include "support/disks.h"
#include "support/tap.h"

typedef struct layout *disk(void);

/* The paragraphs of one part, one to a line. */
static char *part_text(const struct layout *layout, const struct extent *extent,
                       enum explain_part part)
{
    struct explain explain = explain_extent(layout, extent, GRUB_OF(0), 76, NULL);
    struct str text = { 0 };

    for (size_t i = 0; i < explain.count; i++) {
        if (explain.lines[i].part == part)
            str_printf(&text, "%s\n", explain.lines[i].text);
    }
    explain_finish(&explain);
    return str_take(&text);
}

START_TEST(measured_cost_replaces_the_usual_one)
{
    CLEANUP(layout_unrefp) struct layout *layout = disks_legacy();
    const struct extent *extent = layout_find_number(layout, 1);
    CLEANUP(freep) char *usual = part_text(layout, extent, EXPLAIN_VERDICT);
    struct explain explain =
        explain_extent(layout, extent, GRUB_OF(0), 76, "Measured: 3 times.");
    int count = 0;

    ck_assert_ptr_nonnull(strstr(usual, "3-7 times"));
    for (size_t i = 0; i < explain.count; i++) {
        ck_assert_ptr_null(strstr(explain.lines[i].text, "3-7 times"));
        count += strstr(explain.lines[i].text, "Measured: 3 times.") != NULL;
    }
    ck_assert_int_eq(count, 1);
    explain_finish(&explain);
}
END_TEST

static const struct {
    disk *disk;
    unsigned number;
    enum explain_part part;
    const char *want; /* NULL: no sentence */
} stories[] = {
    { disks_legacy, 1, EXPLAIN_PLACE,
      "starts at sector 63 = byte 32256 = 7 x 4096 + 3584\n" },
    { disks_legacy, 2, EXPLAIN_PLACE,
      "starts at sector 204796620 = byte 104855869440 = 25599577 x 4096 + 2048\n" },
    { disks_jumper, 1, EXPLAIN_PLACE,
      "starts at sector 63 = byte 32256 = 3584 + 7 x 4096\n" },
    { disks_legacy, 1, EXPLAIN_PICTURE, "1/8 in this sector  7/8 in the next" },
    { disks_legacy, 3, EXPLAIN_PICTURE, NULL },
    { disks_legacy, 1, EXPLAIN_VERDICT, "1 write = 2 reads + 2 writes" },
    { disks_legacy, 3, EXPLAIN_VERDICT, "only a container" },
    { disks_aligned, 3, EXPLAIN_VERDICT,
      "One block of 4 KiB is 1 whole physical sector" },
    { disks_aligned, 3, EXPLAIN_VERDICT, "on a 1 MiB boundary: nothing to do" },
    { disks_jumper, 1, EXPLAIN_VERDICT, "on a 4 KiB boundary, which is full speed" },
    { disks_aligned, 3, EXPLAIN_WORKLOAD, NULL },
    { disks_legacy, 1, EXPLAIN_WORKLOAD, "Hardly hurt: reading" },
    { disks_legacy, 1, EXPLAIN_DOUBT, "512-byte physical sectors" },
    { disks_jumper, 1, EXPLAIN_DOUBT, NULL },
    { disks_found_out, 1, EXPLAIN_DOUBT, "Measured by the clock they have 4096 bytes" },
    { disks_found_out, 1, EXPLAIN_VERDICT, "on a 4 KiB boundary, which is full speed" },
    { disks_aligned, 1, EXPLAIN_INSIDE,
      "cluster 2 is the first data: 1048576 bytes in, at byte 2097152 = 512 x 4096." },
    { disks_touching, 6, EXPLAIN_INSIDE, "pe_start" },
    { disks_legacy, 2, EXPLAIN_PROOF, "ext4: 53ef at byte 1080, blocks 4096\n" },
    { disks_openbsd, 4, EXPLAIN_PROOF, "It is empty: all of it was read as zeros.\n" },
    { disks_legacy, 1, EXPLAIN_END, "2560 bytes past a multiple of 4096: harmless" },
    { disks_aligned, 3, EXPLAIN_END, NULL },
    { disks_legacy, 1, EXPLAIN_PATTERN, "(sectors 63" },
    { disks_aligned, 1, EXPLAIN_PATTERN, NULL },
    { disks_4kn, 1, EXPLAIN_BOOT, "some firmware cannot boot" },
    { disks_4kn, 2, EXPLAIN_BOOT, NULL },
    { disks_aligned, 1, EXPLAIN_BOOT, NULL },
    { disks_legacy, 1, EXPLAIN_MEASURED, "12.2 s aligned, 65.8 s off: 5.4 times" },
    { disks_legacy, 1, EXPLAIN_MEASURED, "26.6 MB/s aligned, 3.7 MB/s off: 7.2 times" },
    { disks_aligned, 1, EXPLAIN_MEASURED, NULL },
};

START_TEST(each_part_has_its_sentence)
{
    CLEANUP(layout_unrefp) struct layout *layout = stories[_i].disk();
    const struct extent *extent = layout_find_number(layout, stories[_i].number);
    CLEANUP(freep) char *text = part_text(layout, extent, stories[_i].part);

    if (!stories[_i].want)
        ck_assert_str_eq(text, "");
    else if (!strstr(text, stories[_i].want))
        ck_abort_msg("\"%s\" is not in: %s", stories[_i].want, text);
}
END_TEST

/* LAYOUT with another content in partition 1. */
static struct layout *with_inside(struct layout *layout, struct content content)
{
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = layout_builder_from(layout);
    struct err err = { 0 };

    layout_builder_find(builder, layout_find_number(layout, 1)->id)->content = content;
    layout_unref(layout);
    struct layout *changed = layout_builder_finish(builder, &err);
    ck_assert_msg(changed != NULL, "%s", err.text);
    return changed;
}

static const struct {
    enum inside_kind kind;
    uint64_t block, unit, data_offset, stripe;
    enum explain_part part;
    const char *want;
} insides[] = {
    { INSIDE_EXT, 1024, 1024, 0, 0, EXPLAIN_VERDICT,
      "Only a file system made again with blocks of 4 KiB avoids that." },
    { INSIDE_EXT, 1024, 1024, 0, 0, EXPLAIN_VERDICT, "Some 1 KiB blocks lie across" },
    { INSIDE_XFS, 65536, 65536, 0, 0, EXPLAIN_VERDICT, "1 write = 2 reads + 17 writes" },
    { INSIDE_FAT, 512, 32768, 8192, 0, EXPLAIN_VERDICT, "1 write = 2 reads + 9 writes" },
    { INSIDE_FAT, 512, 32768, 8192, 0, EXPLAIN_PICTURE, "│2···" },
    { INSIDE_LUKS, 512, 512, 2097152, 0, EXPLAIN_INSIDE, "the encrypted data starts" },
    { INSIDE_LUKS, 512, 512, 2097152, 0, EXPLAIN_VERDICT, "Each 4 KiB block" },
    { INSIDE_EXT, 4096, 4096, 0, 65536, EXPLAIN_INSIDE, "stripes of 64 KiB" },
    { INSIDE_LUKS, 512, 512, 0, 0, EXPLAIN_INSIDE, "" }, /* a detached header */
    { INSIDE_NTFS, 4096, 4096, 4096, 0, EXPLAIN_INSIDE, "" },
};

START_TEST(blocks_are_those_of_the_content)
{
    struct content content = disks_content(insides[_i].kind, "");

    content.inside.block = insides[_i].block;
    content.inside.unit = insides[_i].unit;
    content.inside.data_offset = insides[_i].data_offset;
    content.inside.stripe_unit = insides[_i].stripe;
    CLEANUP(layout_unrefp) struct layout *layout = with_inside(disks_legacy(), content);
    const struct extent *extent = layout_find_number(layout, 1);
    CLEANUP(freep) char *text = part_text(layout, extent, insides[_i].part);
    if (!insides[_i].want[0])
        ck_assert_str_eq(text, "");
    else if (!strstr(text, insides[_i].want))
        ck_abort_msg("\"%s\" is not in: %s", insides[_i].want, text);
}
END_TEST

START_TEST(content_is_recognised_by_one_signature)
{
    static const char *const proofs[] = {
        [CONTENT_FOUND] = "ext4: 53ef at byte 1080, blocks 4096\n",
        [CONTENT_UNREADABLE] = "Its content could not be read.\n",
        [CONTENT_AMBIVALENT] =
            "It has the signatures of ext4 and vfat, and it is not known which one is "
            "valid: it is treated as data and nothing inside it is judged.\n",
    };
    struct content content = disks_content(INSIDE_EXT, "");

    content.state = (enum content_state)_i;
    copy_text(content.other, sizeof(content.other), "vfat");
    if (content.state != CONTENT_FOUND)
        content.inside = (struct inside){ 0 };
    CLEANUP(layout_unrefp) struct layout *layout = with_inside(disks_legacy(), content);
    CLEANUP(freep)
    char *text = part_text(layout, layout_find_number(layout, 1), EXPLAIN_PROOF);
    ck_assert_str_eq(text, proofs[_i]);
}
END_TEST

START_TEST(an_offset_past_the_end_is_not_believed)
{
    struct content content = disks_content(INSIDE_LUKS, "");

    content.inside.data_offset = UINT64_MAX;
    content.inside.block = UINT64_MAX;
    CLEANUP(layout_unrefp) struct layout *layout = with_inside(disks_legacy(), content);
    struct explain explain =
        explain_extent(layout, layout_find_number(layout, 1), GRUB_OF(0), 76, NULL);
    ck_assert_uint_gt(explain.count, 1);
    explain_finish(&explain);
}
END_TEST

static disk *const all_disks[] = {
    disks_legacy,  disks_touching, disks_gpt34, disks_aligned,
    disks_openbsd, disks_4kn,      disks_raid,  disks_jumper,
};

START_TEST(every_extent_has_a_place_and_a_verdict)
{
    CLEANUP(layout_unrefp) struct layout *layout = all_disks[_i]();

    for (size_t i = 0; i < layout_count(layout); i++) {
        const struct extent *extent = layout_at(layout, i);
        CLEANUP(freep) char *place = part_text(layout, extent, EXPLAIN_PLACE);
        CLEANUP(freep) char *verdict = part_text(layout, extent, EXPLAIN_VERDICT);
        ck_assert_str_ne(place, "");
        ck_assert_str_ne(verdict, "");
    }
}
END_TEST

static const struct {
    disk *disk;
    uint64_t lba;
    const char *want;
} firsts[] = {
    { disks_legacy, 0, "First legal start 1, on 4 KiB 8, on 1 MiB 2048." },
    { disks_legacy, 1, "First legal start 1, on 4 KiB 8, on 1 MiB 2048." },
    { disks_gpt34, 1, "First legal start 34, on 4 KiB 40, on 1 MiB 2048." },
    { disks_jumper, 1, "First legal start 1, on 4 KiB 7, on 1 MiB 2055." },
    { disks_legacy, 1953520065,
      "First legal start 1953520065, on 4 KiB 1953520072, on 1 MiB 1953521664." },
};

START_TEST(free_space_names_its_first_starts)
{
    CLEANUP(layout_unrefp) struct layout *layout = firsts[_i].disk();
    CLEANUP(freep)
    char *text = explain_first_starts(layout, layout_find_lba(layout, firsts[_i].lba));

    ck_assert_str_eq(text, firsts[_i].want);
}
END_TEST

START_TEST(free_space_in_a_container_begins_with_an_ebr)
{
    static const struct disks_part parts[] = {
        { .kind = EXTENT_EXTENDED, .number = 1, .start = 2048, .length = 100000 },
        { .kind = EXTENT_METADATA, .role = ROLE_EBR, .start = 2048, .length = 1 },
        { .kind = EXTENT_LOGICAL, .number = 5, .start = 4096, .length = 5000 },
    };
    struct disks_spec spec = {
        .size = 2097152, .label = LABEL_MSDOS, .parts = parts, .count = ARRAY_SIZE(parts)
    };
    CLEANUP(layout_unrefp) struct layout *layout = disks_build(&spec);
    CLEANUP(freep)
    char *text = explain_first_starts(layout, layout_find_lba(layout, 9096));

    ck_assert_str_eq(text, "First legal start 9097, on 4 KiB 9104, on 1 MiB 10240.");
}
END_TEST

START_TEST(only_free_space_and_the_table_name_first_starts)
{
    static const struct {
        uint64_t lba;
        bool is_named;
    } places[] = { { 0, true }, { 1, true }, { 63, false } };
    CLEANUP(layout_unrefp) struct layout *layout = disks_legacy();

    for (size_t i = 0; i < ARRAY_SIZE(places); i++) {
        CLEANUP(freep)
        char *text =
            part_text(layout, layout_find_lba(layout, places[i].lba), EXPLAIN_VERDICT);
        ck_assert_msg(!!strstr(text, "First legal") == places[i].is_named, "%s", text);
    }
    CLEANUP(freep)
    char *container = part_text(layout, layout_find_number(layout, 3), EXPLAIN_VERDICT);
    ck_assert_ptr_null(strstr(container, "First legal"));
}
END_TEST

START_TEST(suggestion_on_the_legacy_disk_has_its_price)
{
    CLEANUP(layout_unrefp) struct layout *layout = disks_legacy();
    const struct extent *extent = layout_find_number(layout, 1);
    struct suggestion_table table = suggestion_table_build(layout, extent, GRUB_OF(50));

    ck_assert_uint_ge(table.count, 2);
    ck_assert_str_eq(table.rows[0].cells[SUGGESTION_START], "56");
    ck_assert_str_eq(table.rows[0].cells[SUGGESTION_ALIGNED], "4 KiB");
    ck_assert_str_eq(table.rows[0].cells[SUGGESTION_SHIFT], "-7 s");
    ck_assert_str_eq(table.rows[0].cells[SUGGESTION_FIT],
                     "gap before it 62 -> 55 sectors");
    ck_assert_str_eq(table.rows[0].cells[SUGGESTION_BOOT], "GRUB fits (50)");
    ck_assert_str_eq(table.data, "data to move: 97.7 GiB");
    ck_assert_ptr_nonnull(strstr(table.rows[0].price, "NTFS"));
    suggestion_table_finish(&table);
}
END_TEST

START_TEST(start_that_leaves_too_little_for_grub_is_no_cure)
{
    CLEANUP(layout_unrefp) struct layout *layout = disks_legacy();
    const struct extent *extent = layout_find_number(layout, 1);
    struct suggestion_table table = suggestion_table_build(layout, extent, GRUB_OF(60));

    ck_assert_uint_gt(table.count, 0);
    for (size_t i = 0; i < table.count; i++)
        ck_assert_uint_ge(table.rows[i].suggestion.start, 61);
    suggestion_table_finish(&table);
}
END_TEST

static const struct extent *find_letter(const struct layout *layout, char letter)
{
    LAYOUT_EACH (extent, layout)
        if (extent->letter == letter)
            return extent;
    return NULL;
}

START_TEST(bsd_partition_in_the_way_is_named_by_its_letter)
{
    CLEANUP(layout_unrefp) struct layout *layout = disks_openbsd_uneven();
    struct suggestion_table table =
        suggestion_table_build(layout, find_letter(layout, 'd'), GRUB_OF(0));
    const struct suggestion_row *row = &table.rows[0];
    ck_assert_int_eq(row->suggestion.fit, FIT_MOVES);
    ck_assert_str_eq(row->cells[SUGGESTION_FIT], "partition b is in the way");
    ck_assert_str_eq(row->cells[SUGGESTION_BOOT], "needs b moved");
    ck_assert_ptr_nonnull(strstr(row->price, "Partition b must make room first."));
    suggestion_table_finish(&table);
}
END_TEST

START_TEST(slice_takes_the_partitions_of_its_label_along)
{
    CLEANUP(layout_unrefp) struct layout *layout = disks_openbsd();
    struct suggestion_table slice =
        suggestion_table_build(layout, layout_find_number(layout, 4), GRUB_OF(0));
    struct suggestion_table inside =
        suggestion_table_build(layout, find_letter(layout, 'd'), GRUB_OF(0));

    ck_assert_ptr_nonnull(strstr(slice.rows[0].price,
                                 "The partitions in its BSD label move with it and are "
                                 "aligned too; the absolute offsets in the label must "
                                 "follow."));
    ck_assert_str_eq(inside.rows[0].cells[SUGGESTION_FIT], "with all of partition 4");
    ck_assert_str_eq(inside.rows[0].cells[SUGGESTION_BOOT], "needs 4 moved");
    ck_assert_ptr_nonnull(strstr(inside.rows[0].price,
                                 "The absolute offsets in the BSD label must follow. "
                                 "It moves with all of partition 4."));
    suggestion_table_finish(&slice);
    suggestion_table_finish(&inside);
}
END_TEST

/* Where one sector more would align every partition. */
static const struct {
    struct layout *(*make)(void);
    unsigned number;
    bool has_jumper;
} jumpers[] = {
    { disks_openbsd, 4, true },         { disks_legacy, 1, false },
    { disks_touching, 1, false },       { disks_jumper, 1, false },
    { disks_gpt34, 1, false },          { disks_aligned, 2, false },
    { disks_openbsd_uneven, 4, false },
};

START_TEST(jumper_is_named_where_it_aligns_all)
{
    CLEANUP(layout_unrefp) struct layout *layout = jumpers[_i].make();
    struct explain explain = explain_extent(
        layout, layout_find_number(layout, jumpers[_i].number), GRUB_OF(0), 80, NULL);
    bool is_named = false;

    for (size_t i = 0; i < explain.count; i++)
        is_named |= strstr(explain.lines[i].text, "have a jumper for it") != NULL;
    ck_assert_int_eq(is_named, jumpers[_i].has_jumper);
    explain_finish(&explain);
}
END_TEST

START_TEST(swap_costs_no_data)
{
    CLEANUP(layout_unrefp) struct layout *layout = disks_legacy();
    const struct extent *extent = layout_find_number(layout, 5);
    struct suggestion_table table = suggestion_table_build(layout, extent, GRUB_OF(0));

    ck_assert_str_eq(table.data, "no data to move");
    ck_assert_ptr_nonnull(strstr(table.rows[0].price, "swap is made again"));
    suggestion_table_finish(&table);
}
END_TEST

START_TEST(aligned_partition_has_no_suggestions)
{
    CLEANUP(layout_unrefp) struct layout *layout = disks_aligned();
    struct suggestion_table table =
        suggestion_table_build(layout, layout_find_number(layout, 1), GRUB_OF(0));

    ck_assert_uint_eq(table.count, 0);
    ck_assert_ptr_null(table.data);
    suggestion_table_finish(&table);
}
END_TEST

static const struct {
    enum limit_source source;
    uint64_t physical, said, offset;
    enum limit_source offset_source;
    const char *want; /* NULL: no sentence */
    uint64_t offset_said;
} doubts[] = {
    { SOURCE_ASSUMED, 4096, 512, 0, SOURCE_REPORTED, "Many drives use 4096 inside", 0 },
    { SOURCE_REPORTED, 4096, 4096, 0, SOURCE_REPORTED, NULL, 0 },
    { SOURCE_GIVEN, 4096, 512, 0, SOURCE_REPORTED, NULL, 0 },
    { SOURCE_MEASURED, 4096, 512, 0, SOURCE_MEASURED, "they have 4096 bytes.", 0 },
    { SOURCE_MEASURED, 4096, 4096, 0, SOURCE_MEASURED, NULL, 0 },
    { SOURCE_MEASURED, 4096, 512, 3584, SOURCE_MEASURED, "begins 3584 bytes past", 0 },
    { SOURCE_MEASURED, 4096, 4096, 3584, SOURCE_MEASURED, "begins 3584 bytes past", 0 },
    { SOURCE_MEASURED, 4096, 512, 3584, SOURCE_GIVEN, "they have 4096 bytes.", 0 },
    { SOURCE_MEASURED, 4096, 4096, 3584, SOURCE_MEASURED, NULL, 3584 },
    { SOURCE_MEASURED, 4096, 512, 3584, SOURCE_MEASURED, "they have 4096 bytes.", 3584 },
    { SOURCE_MEASURED, 4096, 4096, 0, SOURCE_MEASURED,
      "begins 3584 bytes past the start of the disk. Measured by the clock one begins at "
      "the start itself.",
      3584 },
};

/* Nothing reports for an image file. */
START_TEST(an_image_file_reports_nothing)
{
    struct limits limits = { .size = 1000,
                             .logical = 512,
                             .physical = 4096,
                             .physical_reported = 512,
                             .physical_source = SOURCE_ASSUMED };
    CLEANUP(freep) char *doubt = explain_doubt(&limits);

    ck_assert_str_eq(doubt, "An image file does not say which physical sectors its disk "
                            "has. Many drives use 4096. alidade checks against 4096.");
}
END_TEST

START_TEST(assumed_or_measured_sector_size_is_explained)
{
    struct limits limits = { .size = 1000,
                             .logical = 512,
                             .logical_source = SOURCE_REPORTED,
                             .physical = doubts[_i].physical,
                             .physical_reported = doubts[_i].said,
                             .physical_source = doubts[_i].source,
                             .alignment_offset = doubts[_i].offset,
                             .alignment_reported = doubts[_i].offset_said,
                             .alignment_source = doubts[_i].offset_source };
    CLEANUP(freep) char *doubt = explain_doubt(&limits);

    if (!doubts[_i].want)
        ck_assert_ptr_null(doubt);
    else
        ck_assert_msg(doubt && strstr(doubt, doubts[_i].want), "%s", doubt);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("explain");
    TCase *tc = tcase_create("explain");

    (void)setlocale(LC_ALL, ""); /* the test runs in whatever locale there is */
    tcase_add_loop_test(tc, each_part_has_its_sentence, 0, ARRAY_SIZE(stories));
    tcase_add_loop_test(tc, blocks_are_those_of_the_content, 0, ARRAY_SIZE(insides));
    tcase_add_test(tc, measured_cost_replaces_the_usual_one);
    tcase_add_loop_test(tc, content_is_recognised_by_one_signature, CONTENT_FOUND,
                        CONTENT_UNREADABLE + 1);
    tcase_add_test(tc, an_offset_past_the_end_is_not_believed);
    tcase_add_loop_test(tc, every_extent_has_a_place_and_a_verdict, 0,
                        ARRAY_SIZE(all_disks));
    tcase_add_loop_test(tc, free_space_names_its_first_starts, 0, ARRAY_SIZE(firsts));
    tcase_add_test(tc, free_space_in_a_container_begins_with_an_ebr);
    tcase_add_test(tc, only_free_space_and_the_table_name_first_starts);
    tcase_add_test(tc, suggestion_on_the_legacy_disk_has_its_price);
    tcase_add_test(tc, start_that_leaves_too_little_for_grub_is_no_cure);
    tcase_add_test(tc, bsd_partition_in_the_way_is_named_by_its_letter);
    tcase_add_test(tc, slice_takes_the_partitions_of_its_label_along);
    tcase_add_loop_test(tc, jumper_is_named_where_it_aligns_all, 0, ARRAY_SIZE(jumpers));
    tcase_add_test(tc, swap_costs_no_data);
    tcase_add_test(tc, aligned_partition_has_no_suggestions);
    tcase_add_test(tc, an_image_file_reports_nothing);
    tcase_add_loop_test(tc, assumed_or_measured_sector_size_is_explained, 0,
                        ARRAY_SIZE(doubts));
    suite_add_tcase(suite, tc);
    return run_tap(suite);
}
