/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_report_text.c - the output of list and check for the example disks */
#include "model/report/text.h"

#include <string.h>

#include "model/base/mem.h"
#include "model/disk/partition_name.h"
#include "support/disks.h"
#include "support/test.h"

static char *list_of(struct layout *layout, const char *off_color)
{
    struct disk_info info = { .path = "disk.img",
                              .model = "WDC WD10EARS",
                              .layout = layout };
    struct report_disk disk = { .info = &info };
    struct str text = { 0 };

    report_text_list(&disk, off_color, &text);
    return str_take(&text);
}

static char *check_of(struct layout *layout, enum report_need need)
{
    struct report_check check = { .need = need };
    struct disk_info info = { .path = "disk.img", .layout = layout };
    struct report_disk disk = { .info = &info };
    struct str text = { 0 };

    report_text_check(&disk, &check, &text);
    return str_take(&text);
}

static const struct {
    struct layout *(*build)(void);
    const char *part;
} listed[] = {
    { disks_legacy, "disk.img  WDC WD10EARS  msdos\n" },
    { disks_legacy, "1953525168 sectors = 1000204886016 bytes = 931.5 GiB, 512?\n" },
    { disks_legacy,
      "1 s = 512 B (logical, reported); physical sector 4096 B (assumed)\n" },
    { disks_legacy,
      "\n  #        Start         End     Sectors         Bytes       Size  FS " },
    { disks_legacy,
      "\n  1b          63   204796619   204796557  104855837184   97.7 GiB  ntfs " },
    { disks_legacy, "\n  3e  1912586445  1953520064    40933620 " },
    { disks_legacy, "\n  5l  1912586508  1953520064    40933557 " },
    { disks_legacy, "\n  -   1953520065  1953525167        5103 " },
    { disks_legacy, "! +7 s            56" },
    { disks_legacy, "! +4 s   (204796616)" },
    { disks_legacy, "\n  (start): not free, other data must be moved or the partition "
                    "shrunk first\n" },
    { disks_legacy,
      "disk.img: 3 of 3 partitions are off their 4096-byte grid (assumed)\n" },
    { disks_legacy, " (sectors 63, " },
    { disks_gpt34, " (sector 34)\n" },
    { disks_aligned, "disk.img: 0 of 3 partitions are off their 4096-byte grid" },
    { disks_jumper, "Alignment offset 3584 B (reported); grain 1 MiB" },
    { disks_jumper, "0 of 1 partition is off its 4096-byte grid" },
    { disks_found_out,
      "1 s = 512 B (logical, reported); physical sector 4096 B (measured)\n" },
    { disks_found_out, "Alignment offset 3584 B (measured); grain 1 MiB (default)\n" },
    { disks_found_out, " = 931.5 GiB, 512e\n" },
    { disks_found_out, "0 of 1 partition is off its 4096-byte grid (measured)\n" },
    { disks_openbsd, "\n    b  20000063 " },
    { disks_4kn, "1 s = 4096 B" },
};

TEST_EACH(list_has_its_lines, listed)
{
    CLEANUP(layout_unrefp) struct layout *layout = listed[_i].build();
    CLEANUP(freep) char *text = list_of(layout, NULL);

    ck_assert_msg(strstr(text, listed[_i].part) != NULL, "no '%s' in:\n%s",
                  listed[_i].part, text);
}

TEST(the_mbr_gap_is_below_a_row)
{
    CLEANUP(layout_unrefp) struct layout *layout = disks_legacy();
    CLEANUP(freep) char *text = list_of(layout, NULL);

    ck_assert_msg(strstr(text, "\n  -            1 ") == NULL, "%s", text);
}

/* 63 to 8062 is off and whole; 20480 to 22528 is aligned and its end is cut.  The free
 * space before 4 has one sector less than the one before 5. */
static struct layout *small_disk(struct limits_reported said)
{
    static const struct disks_part parts[] = {
        { .kind = EXTENT_PARTITION, .number = 1, .start = 63, .length = 8000 },
        { .kind = EXTENT_PARTITION, .number = 2, .start = 10240, .length = 10240 },
        { .kind = EXTENT_PARTITION, .number = 3, .start = 20480, .length = 2049 },
        { .kind = EXTENT_PARTITION, .number = 4, .start = 24576, .length = 4096 },
        { .kind = EXTENT_PARTITION, .number = 5, .start = 30720, .length = 4096 },
    };
    struct disks_spec spec = { .size = 2097152,
                               .label = LABEL_GPT,
                               .said = said,
                               .parts = parts,
                               .count = ARRAY_SIZE(parts) };

    return disks_build(&spec);
}

TEST(free_space_is_listed_from_one_grain_on)
{
    CLEANUP(layout_unrefp)
    struct layout *layout = small_disk((struct limits_reported){ 0 });
    CLEANUP(freep) char *text = list_of(layout, NULL);

    ck_assert_msg(strstr(text, "\n  -  28672    30719     2048 ") != NULL, "%s", text);
    ck_assert_msg(strstr(text, "\n  -  22529 ") == NULL, "%s", text);
}

TEST(check_has_a_line_for_each_start_or_end_that_is_off)
{
    CLEANUP(layout_unrefp)
    struct layout *layout = small_disk((struct limits_reported){ 0 });
    CLEANUP(freep) char *text = check_of(layout, NEED_PHYSICAL);

    ck_assert_msg(strstr(text, "disk.img 1: Starts at sector 63 ") == text, "%s", text);
    ck_assert_msg(strstr(text, "disk.img 2: ") == NULL, "%s", text);
    ck_assert_msg(strstr(text, "disk.img 3: Starts at sector 20480, "), "%s", text);
}

static const struct {
    struct limits_reported said;
    const char *want; /* NULL: no sentence */
} sizes[] = {
    { { .minimum_io = 4096 }, "Minimum I/O 4096 B, optimal I/O 0 B\n" },
    { { .optimal_io = 65536 }, "Minimum I/O 0 B, optimal I/O 65536 B\n" },
    { { 0 }, NULL },
};

TEST_EACH(list_names_minimum_and_optimal_io, sizes)
{
    CLEANUP(layout_unrefp) struct layout *layout = small_disk(sizes[_i].said);
    CLEANUP(freep) char *text = list_of(layout, NULL);
    const char *want = sizes[_i].want;

    ck_assert_msg(!!strstr(text, want ? want : "Minimum I/O") == !!want, "%s", text);
}

TEST(color_marks_what_is_off_and_nothing_else)
{
    CLEANUP(layout_unrefp) struct layout *legacy = disks_legacy();
    CLEANUP(layout_unrefp) struct layout *aligned = disks_aligned();
    CLEANUP(freep) char *off = list_of(legacy, "\x1b[1;33m");
    CLEANUP(freep) char *good = list_of(aligned, "\x1b[1;33m");
    CLEANUP(freep) char *plain = list_of(legacy, NULL);

    ck_assert_ptr_nonnull(strstr(off, "\x1b[1;33m! +7 s\x1b[0m"));
    ck_assert_ptr_null(strchr(good, '\x1b'));
    ck_assert_ptr_null(strchr(plain, '\x1b'));
}

TEST(a_disk_that_was_not_opened_is_listed_with_its_note)
{
    struct disk_info info = {
        .path = "/dev/sdz",
        .model = "Evil\x1b[2J",
        .size_bytes = 1000204886016,
        .logical = 512,
        .physical = 4096,
        .note = "Permission denied.",
    };
    struct report_disk disk = { .info = &info };
    CLEANUP(str_finish) struct str text = { 0 };

    report_text_list(&disk, false, &text);
    ck_assert_str_eq(str_text(&text),
                     "/dev/sdz  Evil?[2J\n"
                     "1953525168 sectors = 1000204886016 bytes = 931.5 GiB, 512/4096\n"
                     "- Permission denied.\n");
}

static const struct {
    struct layout *(*build)(void);
    enum report_need need;
    unsigned short_of;
    const char *first; /* start of the first line */
} checked[] = {
    { disks_legacy, NEED_PHYSICAL, 3, "disk.img 1: Starts at sector 63 = 56 + 7, " },
    { disks_legacy, NEED_GRAIN, 3, "disk.img 1: Starts at sector 63 = 56 + 7, " },
    { disks_touching, NEED_PHYSICAL, 5, "disk.img 1: " },
    { disks_gpt34, NEED_PHYSICAL, 1, "disk.img 1: Starts at sector 34 = 32 + 2, " },
    { disks_aligned, NEED_PHYSICAL, 0, "disk.img: 0 of 3 " },
    { disks_aligned, NEED_GRAIN, 0, "disk.img: 0 of 3 " },
    { disks_jumper, NEED_PHYSICAL, 0, NULL },
    { disks_jumper, NEED_GRAIN, 1, "disk.img 1: Starts at sector 63, on a 4 KiB " },
};

TEST_EACH(check_counts_what_misses_the_need, checked)
{
    CLEANUP(layout_unrefp) struct layout *layout = checked[_i].build();
    CLEANUP(freep) char *text = check_of(layout, checked[_i].need);
    const char *first = checked[_i].first;

    ck_assert_uint_eq(report_short_of(layout, checked[_i].need), checked[_i].short_of);
    if (first)
        ck_assert_msg(strncmp(text, first, strlen(first)) == 0, "%s", text);
}

TEST(check_has_one_line_for_each_and_the_sum)
{
    CLEANUP(layout_unrefp) struct layout *layout = disks_legacy();
    CLEANUP(freep) char *text = check_of(layout, NEED_PHYSICAL);
    unsigned lines = 0;

    for (const char *p = text; *p; p++)
        lines += *p == '\n';
    ck_assert_uint_eq(lines, 4);
    ck_assert_ptr_nonnull(strstr(text, " Suggested start: 56.\n"));
    ck_assert_ptr_nonnull(
        strstr(text, " Suggested start: 204796616. Partition 1 must make room first.\n"));
    ck_assert_ptr_nonnull(strstr(text, " Suggested start: 1912586504.\n"));
}

static const struct {
    const char *path;
    unsigned number;
    const char *node;
} nodes[] = {
    { "/dev/sda", 1, "/dev/sda1" },
    { "/dev/nvme0n1", 12, "/dev/nvme0n1p12" },
    { "disk.img", 5, "disk.img5" },
    { "disk2", 5, "disk2p5" },
    { "/dev/disk/by-id/ata-X1", 3, "/dev/disk/by-id/ata-X1-part3" },
};

TEST_EACH(nodes_are_named_as_sfdisk_names_them, nodes)
{
    CLEANUP(freep) char *node = partition_node(nodes[_i].path, nodes[_i].number);

    ck_assert_str_eq(node, nodes[_i].node);
}
