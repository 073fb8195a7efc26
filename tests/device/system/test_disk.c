/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_disk.c - msdos and GPT become a layout, and broken ones a sentence */
#include "device/system/disk.h"

#include <stdio.h>
#include <string.h>

#include "model/base/mem.h"
#include "support/read_disk.h"
#include "support/table_image.h"
#include "support/test.h"

#define DISK_BYTES (UINT64_C(64) << 20)

/* A table like an MBR in the first sector of a partition of type 81. */
TEST(minix_partitions_inside_a_partition_are_its_slices)
{
    CLEANUP(layout_unrefp) struct layout *layout = NULL;
    struct image image;
    struct err err = { 0 };
    struct mbr_table outer = { .kind = MBR_TABLE, .signature = 7 };
    struct mbr_table inner = { .kind = MBR_TABLE };
    struct mbr_sector sectors[MBR_SECTORS_MAX];

    outer.primary[0] = (struct mbr_entry){ .type = 0x81, .start = 2048, .length = 20000 };
    inner.primary[0] = (struct mbr_entry){ .type = 0x81, .start = 2049, .length = 5000 };
    inner.primary[1] = (struct mbr_entry){ .type = 0x81, .start = 7049, .length = 6000 };
    image_make(&image, DISK_BYTES);
    ck_assert_uint_eq(mbr_encode(&outer, sectors), 1);
    image_put(&image, 0, sectors[0].bytes, MBR_BYTES);
    ck_assert_uint_eq(mbr_encode(&inner, sectors), 1);
    image_put(&image, 2048 * 512, sectors[0].bytes, MBR_BYTES);
    layout = read_image(&image, 0, &err);
    image_remove(&image);
    ck_assert_msg(layout != NULL, "%s", err.text);
    const struct extent *parent = layout_find_number(layout, 1);
    unsigned slices = 0;
    for (size_t i = 0; i < layout_count(layout); i++)
        slices += layout_at(layout, i)->kind == EXTENT_SLICE &&
                  layout_at(layout, i)->parent == parent->id;
    ck_assert_uint_eq(slices, 2);
}

static const struct {
    uint64_t size;
    uint64_t logical;
    uint32_t entries;
    unsigned used;
} gpts[] = {
    { 131072, 512, 128, 0 },
    { 131072 * 8, 512, 128, 128 },
    { 131072, 4096, 128, 3 },
    { UINT64_C(1) << 35, 512, 128, 128 }, /* 16 TiB */
    { UINT64_C(1) << 35, 4096, 1024, 60 },
};

TEST_EACH(a_gpt_needs_ten_reads_at_most, gpts)
{
    CLEANUP(sparse_finish)
    struct sparse disk = image_new(gpts[_i].size, gpts[_i].logical);
    CLEANUP(gpt_finish)
    struct gpt_table table =
        image_gpt(gpts[_i].size, gpts[_i].logical, gpts[_i].entries, gpts[_i].used);
    CLEANUP(layout_unrefp) struct layout *layout = NULL;
    struct err err = { 0 };
    unsigned reads = 0;

    image_put_gpt(&disk, &table);
    layout = read_sparse(&disk, gpts[_i].logical, &reads, &err);
    ck_assert_msg(layout != NULL, "%s", err.text);
    ck_assert_int_eq(layout_label(layout)->kind, LABEL_GPT);
    ck_assert_uint_le(reads, 10);
}

TEST(msdos_needs_one_read_for_each_ebr_and_ten)
{
    struct sparse disk = image_new(UINT64_C(1) << 33, 512); /* 4 TiB */
    CLEANUP(layout_unrefp) struct layout *layout = NULL;
    struct err err = { 0 };
    unsigned reads = 0;

    image_put_chain(&disk, 60);
    layout = read_sparse(&disk, 512, &reads, &err);
    ck_assert_msg(layout != NULL, "%s", err.text);
    ck_assert_uint_le(reads, 60 + 10);
    ck_assert_ptr_nonnull(layout_find_number(layout, 64));
    sparse_finish(&disk);
}

/* A GPT of one partition, one copy of it overwritten. */
static struct layout *read_damaged(uint64_t bad_lba, struct err *err)
{
    struct sparse disk = image_new(131072, 512);
    struct gpt_table table = image_gpt(131072, 512, 128, 1);
    struct layout *layout;

    image_put_gpt(&disk, &table);
    image_put_zeros(&disk, bad_lba, 1, 512);
    layout = read_sparse(&disk, 512, NULL, err);
    gpt_finish(&table);
    sparse_finish(&disk);
    return layout;
}

static const struct {
    uint64_t bad_lba;
    enum note_id note;
} damages[] = {
    { 0, NOTE_GPT_PMBR_MISSING },
    { 1, NOTE_GPT_PRIMARY_DAMAGED },
    { 2, NOTE_GPT_PRIMARY_DAMAGED },
    { 131071, NOTE_GPT_BACKUP_DAMAGED },
};

TEST_EACH(a_damaged_gpt_is_read_from_what_is_good, damages)
{
    struct err err = { 0 };
    CLEANUP(layout_unrefp)
    struct layout *layout = read_damaged(damages[_i].bad_lba, &err);

    ck_assert_msg(layout != NULL, "%s", err.text);
    ck_assert_uint_eq(layout_find_number(layout, 1)->start, 2048);
    ck_assert_ptr_nonnull(layout_note_find(layout, damages[_i].note));
}

/* Reading fails with a sentence that holds the name and PART. */
static void assert_unreadable(struct sparse *disk, uint64_t logical, const char *part)
{
    struct err err = { 0 };

    ck_assert_ptr_null(read_sparse(disk, logical, NULL, &err));
    ck_assert_int_eq(err.code, ERR_UNREADABLE);
    ck_assert_msg(strstr(err.text, "memory.img") && strstr(err.text, part), "%s",
                  err.text);
    sparse_finish(disk);
}

TEST(a_gpt_for_other_sectors_is_shown_where_that_can_be)
{
    CLEANUP(sparse_finish) struct sparse disk = image_new(DISK_BYTES / 4096, 4096);
    struct gpt_table table = image_gpt(DISK_BYTES / 4096, 4096, 128, 1);
    struct err err = { 0 };

    image_put_gpt(&disk, &table);
    gpt_finish(&table);
    CLEANUP(layout_unrefp) struct layout *layout = read_sparse(&disk, 512, NULL, &err);
    ck_assert_msg(layout != NULL, "%s", err.text);
    ck_assert_uint_eq(layout_label(layout)->written_for, 4096);
    ck_assert_uint_eq(layout_find_number(layout, 1)->start, 2048 * 8);
}

TEST(a_gpt_between_the_sectors_says_so)
{
    struct sparse disk = image_new(DISK_BYTES / 512, 512);
    struct gpt_table table = image_gpt(DISK_BYTES / 512, 512, 128, 1);

    image_put_gpt(&disk, &table);
    gpt_finish(&table);
    assert_unreadable(&disk, 4096, "written for 512-byte sectors");
}

static struct sparse disk_with_entries(const struct mbr_entry *first,
                                       const struct mbr_entry *second)
{
    struct sparse disk = image_new(131072, 512);
    CLEANUP(freep) struct mbr_table *table = xcalloc(1, sizeof *table);

    table->kind = MBR_TABLE;
    table->primary[0] = *first;
    if (second)
        table->primary[1] = *second;
    image_put_mbr(&disk, table, 512);
    return disk;
}

/* One entry, or the chain; the rest of the table can be looked at.  Ends DISK. */
static void assert_damaged(struct sparse *disk, const char *sentence)
{
    struct err err = { 0 };
    CLEANUP(layout_unrefp) struct layout *layout = read_sparse(disk, 512, NULL, &err);

    ck_assert_msg(layout, "%s", err.text);
    ck_assert_uint_eq(layout_damaged_count(layout), 1);
    ck_assert_ptr_nonnull(strstr(layout_read_only(layout)->text, sentence));
    sparse_finish(disk);
}

TEST(overlapping_entries_are_damaged)
{
    struct mbr_entry a = { .type = 0x83, .start = 2048, .length = 20000 };
    struct mbr_entry b = { .type = 0x83, .start = 10000, .length = 20000 };
    struct sparse disk = disk_with_entries(&a, &b);

    assert_damaged(&disk, "overlaps partition 1");
}

TEST(an_entry_beyond_the_end_is_damaged)
{
    struct mbr_entry entry = { .type = 0x83, .start = 2048, .length = 200000 };
    struct sparse disk = disk_with_entries(&entry, NULL);

    assert_damaged(&disk, "reaches past the end of the disk");
}

TEST(a_chain_that_bites_its_tail_is_damaged)
{
    struct mbr_entry extended = { .type = 0x05, .start = 2048, .length = 100000 };
    struct sparse disk = disk_with_entries(&extended, NULL);

    image_put_loop(&disk, 2048);
    assert_damaged(&disk, "comes back to the EBR");
}

static struct layout *read_over(struct sparse *disk, uint64_t logical, struct err *err)
{
    struct reader reader = sparse_reader(disk);
    CLEANUP(store_closep) struct store *store = store_of_reader("memory.img", &reader);
    struct limits_given given = { .logical = logical };

    return disk_read_over(store, &given, err);
}

/* A GPT for smaller sectors, with a partition between those of the disk. */
TEST(a_broken_table_can_be_written_over)
{
    CLEANUP(sparse_finish) struct sparse disk = image_new(131072, 512);
    CLEANUP(gpt_finish) struct gpt_table gpt = image_gpt(131072, 512, 128, 1);
    struct err err = { 0 };

    image_put_gpt(&disk, &gpt);
    CLEANUP(layout_unrefp) struct layout *layout = read_over(&disk, 4096, &err);
    ck_assert_msg(layout, "%s", err.text);
    ck_assert(disk_is_broken(layout));
    ck_assert_int_eq(layout_label(layout)->kind, LABEL_NONE);
    ck_assert_uint_eq(layout_count(layout), 1);
    ck_assert_uint_eq(layout_at(layout, 0)->length, 131072 / 8);
    ck_assert_ptr_null(layout_read_only(layout));
}

TEST(a_whole_table_is_read_over_as_ever)
{
    CLEANUP(sparse_finish) struct sparse disk = image_new(131072, 512);
    CLEANUP(gpt_finish) struct gpt_table gpt = image_gpt(131072, 512, 128, 3);
    struct err err = { 0 };

    image_put_gpt(&disk, &gpt);
    CLEANUP(layout_unrefp) struct layout *layout = read_over(&disk, 0, &err);
    ck_assert_msg(layout, "%s", err.text);
    ck_assert(!disk_is_broken(layout));
    ck_assert_int_eq(layout_label(layout)->kind, LABEL_GPT);
}

TEST(what_cannot_be_read_is_not_written_over)
{
    CLEANUP(sparse_finish) struct sparse disk = image_new(131072, 512);
    struct err err = { 0 };

    disk.broken_to = 512;
    ck_assert_ptr_null(read_over(&disk, 0, &err));
    ck_assert_int_eq(err.code, ERR_UNREADABLE);
}

TEST(an_io_error_in_the_first_sector_has_its_sentence)
{
    struct sparse disk = image_new(131072, 512);

    disk.broken_to = 512;
    assert_unreadable(&disk, 512, "read");
}

TEST(nothing_found_on_a_disk_that_fails_is_no_blank_disk)
{
    struct sparse disk = image_new(131072, 512);

    disk.broken_from = 512;
    disk.broken_to = 1024;
    assert_unreadable(&disk, 512, "cannot be read");
}
