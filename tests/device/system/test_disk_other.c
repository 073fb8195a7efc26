/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_disk_other.c - disks with other labels than msdos and GPT, or with none */
#include "device/system/disk.h"

#include <string.h>
#include <unistd.h>

#include "model/base/mem.h"
#include "model/base/num.h"
#include "model/disk/partition_name.h"
#include "model/table/bsd.h"
#include "support/parted_label.h"
#include "support/read_disk.h"
#include "support/superblocks.h"
#include "support/table_image.h"
#include "support/test.h"

#define DISK_BYTES (UINT64_C(64) << 20)

static const struct parted_range two_parts[] = { { 4096, 2048 }, { 8192, 4096 } };

/* Where the first of the two gets its number: before it come mac's own map and dvh's
 * volume header. */
static const struct {
    const char *name;
    enum label_kind kind;
    unsigned logical;
    unsigned first_number;
    const char *type; /* of both; NULL: unknown */
} made[] = {
    /* clang-format off */
    { "bsd", LABEL_BSD, 512, 1, "MSDOS" },     { "bsd", LABEL_BSD, 4096, 1, NULL },
    { "sun", LABEL_SUN, 512, 1, "83" },        { "sun", LABEL_SUN, 4096, 1, NULL },
    { "mac", LABEL_MAC, 512, 2, "Apple_UNIX_SVR2" },
    { "mac", LABEL_MAC, 4096, 2, "Apple_UNIX_SVR2" },
    { "amiga", LABEL_AMIGA, 512, 1, NULL },    { "amiga", LABEL_AMIGA, 4096, 1, NULL },
    { "atari", LABEL_ATARI, 512, 1, "LNX" },   { "dvh", LABEL_DVH, 512, 1, "3" },
    { "dvh", LABEL_DVH, 4096, 1, NULL },       { "pc98", LABEL_PC98, 512, 1, NULL },
    { "msdos", LABEL_MSDOS, 512, 1, "83" },    { "msdos", LABEL_MSDOS, 4096, 1, "83" },
    { "gpt", LABEL_GPT, 512, 1, "0FC63DAF-8483-4772-8E79-3D69D8477DE4" },
    { "gpt", LABEL_GPT, 4096, 1, "0FC63DAF-8483-4772-8E79-3D69D8477DE4" },
    /* clang-format on */
};

static struct image image; /* of zeros */
static struct layout *layout;
static struct err err;

static void setup(void)
{
    image_make(&image, DISK_BYTES);
}

static void teardown(void)
{
    layout_unref(layout);
    image_remove(&image);
}

/* With sectors of LOGICAL bytes; 0: of those that it has. */
static void read_layout(uint64_t logical)
{
    layout = read_image(&image, logical, &err);
    ck_assert_msg(layout != NULL, "%s", err.text);
}

TEST_FIXTURE(setup, teardown);

TEST_EACH(what_libparted_has_made_is_read_as_it_was_made, made)
{
    ck_assert(parted_label_make(image.path, made[_i].logical, made[_i].name, two_parts,
                                ARRAY_SIZE(two_parts)));
    layout = read_image(&image, made[_i].logical, &err);
    ck_assert_msg(layout != NULL, "%s: %s", made[_i].name, err.text);
    ck_assert_int_eq(layout_label(layout)->kind, made[_i].kind);
    for (unsigned i = 0; i < ARRAY_SIZE(two_parts); i++) {
        const struct extent *part = layout_find_number(layout, made[_i].first_number + i);
        ck_assert_ptr_nonnull(part);
        ck_assert_int_eq(part->kind, EXTENT_PARTITION);
        ck_assert_uint_eq(part->start, two_parts[i].start);
        ck_assert_uint_eq(part->length, two_parts[i].length);
        if (made[_i].type)
            ck_assert_str_eq(part->type, made[_i].type);
    }
    /* msdos and gpt can be edited; all others are reported as not editable. */
    ck_assert_int_eq(layout_read_only(layout) == NULL, label_is_editable(made[_i].kind));
}

TEST(bsd_entries_have_letters)
{
    ck_assert(parted_label_make(image.path, 512, "bsd", two_parts, 2));
    read_layout(0);
    ck_assert_int_eq(layout_find_number(layout, 1)->letter, 'a');
    ck_assert_int_eq(layout_find_number(layout, 2)->letter, 'b');
}

/* The raw partition and unused entries have letters, too. */
TEST(letters_of_a_bare_bsd_label_are_those_of_its_entries)
{
    const struct bsd_label label = {
        .sector_bytes = 512,
        .size = DISK_BYTES / 512,
        .count = 8,
        .entries = { { 16, 1000, 7 },
                     { 1016, 1000, 1 },
                     { 0, DISK_BYTES / 512, 0 },
                     { 0, 0, 0 },
                     { 2016, 1001, 7 },
                     { 0, 0, 0 },
                     { 3017, 1000, 27 } },
    };
    uint8_t sector[BSD_LABEL_BYTES];
    CLEANUP(str_finish) struct str names = { 0 };

    bsd_encode(&label, sector);
    ck_assert_int_eq(pwrite(image.fd, sector, sizeof(sector), 512), sizeof(sector));
    read_layout(0);
    ck_assert_int_eq(layout_label(layout)->kind, LABEL_BSD);
    ck_assert_ptr_nonnull(layout_read_only(layout));
    LAYOUT_EACH (extent, layout)
        if (extent_is_partition(extent))
            partition_full_name(layout, extent, &names);
    ck_assert_str_eq(str_text(&names), "abeg");
}

static void put_amiga_block(uint64_t lba, uint8_t block[512])
{
    uint32_t sum = 0;

    put_be32(block, 4, 64);
    for (size_t at = 0; at < 256; at += 4)
        sum += be32_at(block, at);
    put_be32(block, 8, 0 - sum);
    image_put(&image, lba * 512, block, 512);
}

/* Blocks of the table, and of a cylinder with one surface; the first partition begins at
 * cylinder 1. */
static const struct {
    uint32_t blocks, cylinder;
    size_t damaged;
} amigas[] = {
    { 2, 16, 0 }, { 16, 16, 0 }, { 32, 32, 0 }, { 130, 1008, 0 }, { 17, 16, 1 },
};

TEST_EACH(an_amiga_table_is_as_long_as_it_says, amigas)
{
    uint8_t rdb[512] = "RDSK", part[512] = "PART";
    uint32_t cylinder = amigas[_i].cylinder;

    put_be32(rdb, 4 * 4, 512);
    put_be32(rdb, 4 * 7, 1);
    put_be32(rdb, 4 * 33, amigas[_i].blocks - 1);
    put_amiga_block(0, rdb);
    put_be32(part, 4 * 4, UINT32_MAX);
    put_be32(part, 4 * 5, 1);
    memcpy(part + 36, "\3DH0", 4);
    put_be32(part, 4 * 35, 1);
    put_be32(part, 4 * 37, cylinder);
    put_be32(part, 4 * 41, 1);
    put_be32(part, 4 * 42, 20);
    put_amiga_block(1, part);
    read_layout(0);
    ck_assert_int_eq(layout_label(layout)->kind, LABEL_AMIGA);
    ck_assert_ptr_nonnull(layout_read_only(layout));
    ck_assert_uint_eq(layout_at(layout, 0)->length, amigas[_i].blocks);
    ck_assert_uint_eq(layout_damaged_count(layout), amigas[_i].damaged);
    const struct extent *first = layout_find_entry(layout, 1);
    ck_assert_ptr_nonnull(first);
    ck_assert_uint_eq(first->start, cylinder);
    ck_assert_uint_eq(first->length, 20 * cylinder);
    ck_assert_str_eq(first->name, "DH0");
    ck_assert(first->is_bootable);
}

TEST(a_blank_disk_is_free_from_end_to_end)
{
    read_layout(0);
    ck_assert_int_eq(layout_label(layout)->kind, LABEL_NONE);
    ck_assert_uint_eq(layout_count(layout), 1);
    ck_assert_int_eq(layout_at(layout, 0)->kind, EXTENT_FREE);
}

/* A swap area of version 1 with 4096-byte pages. */
TEST(content_without_a_table_is_one_extent)
{
    image_put_swap(&image, 0, "");
    read_layout(0);
    ck_assert_int_eq(layout_label(layout)->kind, LABEL_LOOP);
    ck_assert_uint_eq(layout_count(layout), 1);
    ck_assert_uint_eq(layout_at(layout, 0)->number, 1);
    ck_assert_uint_eq(layout_at(layout, 0)->length, DISK_BYTES / 512);
    ck_assert_ptr_nonnull(layout_read_only(layout));
}

TEST(an_empty_table_over_content_is_a_table_with_a_warning)
{
    image_put_swap(&image, 0, "");
    image_put(&image, 510, "\x55\xaa", 2);
    read_layout(0);
    ck_assert_int_eq(layout_label(layout)->kind, LABEL_MSDOS);
    ck_assert_ptr_nonnull(layout_note_find(layout, NOTE_MSDOS_OVER_CONTENT));
}

TEST(a_kind_that_libblkid_alone_knows_is_named)
{
    /* "IBMA" in EBCDIC: AIX. */
    image_put(&image, 0, "\xc9\xc2\xd4\xc1", 4);
    read_layout(0);
    ck_assert_int_eq(layout_label(layout)->kind, LABEL_OTHER);
    ck_assert_str_eq(label_name(layout_label(layout)), "aix");
    ck_assert_ptr_nonnull(layout_read_only(layout));
}

/* The sector of the map that names the second partition cannot be read. */
TEST(a_map_that_cannot_be_read_whole_says_that_it_misses_something)
{
    CLEANUP(sparse_finish) struct sparse disk = image_new(131072, 512);
    static uint8_t head[64 * 512];

    ck_assert(parted_label_make(image.path, 512, "mac", two_parts, 2));
    ck_assert_int_eq(pread(image.fd, head, sizeof head, 0), (ssize_t)sizeof head);
    sparse_put(&disk, 0, head, sizeof head);
    disk.broken_from = 3 * 512;
    disk.broken_to = 4 * 512;
    layout = read_sparse(&disk, 512, NULL, &err);
    ck_assert_msg(layout != NULL, "%s", err.text);
    ck_assert_ptr_nonnull(layout_note_find(layout, NOTE_PARTED_HOLE));
    ck_assert_ptr_nonnull(layout_read_only(layout));
}

/* Labels in the first sector alone survive a GPT after it that no MBR announces; those
 * whose partitions are listed where the GPT lies are lost, whatever the first sector
 * contains. */
static const struct {
    const char *name;
    unsigned logical;
    enum label_kind want;
} over_gpt[] = {
    { "sun", 512, LABEL_SUN },    { "sun", 4096, LABEL_SUN }, { "bsd", 512, LABEL_BSD },
    { "bsd", 4096, LABEL_BSD },   { "dvh", 512, LABEL_DVH },  { "dvh", 4096, LABEL_DVH },
    { "mac", 512, LABEL_GPT },    { "mac", 4096, LABEL_GPT }, { "amiga", 512, LABEL_GPT },
    { "amiga", 4096, LABEL_GPT },
};

TEST_EACH(a_label_in_the_first_sector_wins_over_a_gpt_behind_it, over_gpt)
{
    uint64_t logical = over_gpt[_i].logical;
    struct gpt_table table = image_gpt(DISK_BYTES / logical, logical, 128, 1);
    struct gpt_image gpt;

    gpt_encode(&table, &gpt);
    ck_assert(
        parted_label_make(image.path, over_gpt[_i].logical, over_gpt[_i].name, NULL, 0));
    image_put(&image, logical, gpt.front + logical, gpt.front_bytes - logical);
    image_put(&image, gpt.back_offset, gpt.back, gpt.back_bytes);
    read_layout(logical);
    gpt_image_finish(&gpt);
    gpt_finish(&table);
    ck_assert_int_eq(layout_label(layout)->kind, over_gpt[_i].want);
    ck_assert_ptr_nonnull(layout_note_find(layout, over_gpt[_i].want == LABEL_GPT
                                                       ? NOTE_GPT_PMBR_MISSING
                                                       : NOTE_GPT_NOT_ANNOUNCED));
}

/* What came after it counts: a file system on the whole disk. */
static const struct {
    bool has_file_system;
    enum label_kind want;
    enum note_id note;
} zeroed[] = {
    { false, LABEL_GPT, NOTE_GPT_PRIMARY_DAMAGED },
    { true, LABEL_LOOP, NOTE_GPT_NOT_ANNOUNCED },
};

TEST_EACH(a_backup_alone_counts_where_nothing_came_after_it, zeroed)
{
    struct gpt_table table = image_gpt(DISK_BYTES / 512, 512, 128, 1);
    struct gpt_image gpt;

    gpt_encode(&table, &gpt);
    image_put(&image, gpt.back_offset, gpt.back, gpt.back_bytes);
    if (zeroed[_i].has_file_system)
        image_put_ext2(&image, 0, "whole disk      ");
    read_layout(512);
    gpt_image_finish(&gpt);
    gpt_finish(&table);
    ck_assert_int_eq(layout_label(layout)->kind, zeroed[_i].want);
    ck_assert_ptr_nonnull(layout_note_find(layout, zeroed[_i].note));
}

/* Two entries, the second with another flag; the first flag that is wrong is named. */
static const struct {
    uint8_t flag;
    uint64_t length;
    bool is_told;
} flags[] = {
    { 0x12, 4096, true },
    { 0x81, 4096, true },
    { 0x12, 40960000, false }, /* past the disk: no table with any flag */
};

TEST_EACH(an_mbr_with_an_unknown_boot_flag_is_no_table_but_told, flags)
{
    CLEANUP(freep) struct mbr_table *table = xcalloc(1, sizeof(*table));
    struct sparse disk = image_new(DISK_BYTES / 512, 512);

    table->primary[0] = (struct mbr_entry){ 0x80, 0x83, 2048, 2048 };
    table->primary[1] =
        (struct mbr_entry){ flags[_i].flag, 0x83, 4096, flags[_i].length };
    image_put_mbr(&disk, table, 512);
    layout = read_sparse(&disk, 512, NULL, &err);
    sparse_finish(&disk);
    ck_assert_msg(layout != NULL, "%s", err.text);
    ck_assert_int_eq(layout_label(layout)->kind, LABEL_NONE);
    const struct note *note = layout_note_find(layout, NOTE_MSDOS_BOOT_FLAG);
    ck_assert_int_eq(note != NULL, flags[_i].is_told);
    if (note)
        ck_assert_ptr_nonnull(strstr(note->text, "boot flag of entry 2 is "));
}
