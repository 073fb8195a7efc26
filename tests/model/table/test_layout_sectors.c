/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_layout_sectors.c - tables for other sectors lie where their bytes lie */
#include "model/table/layout_sectors.h"

#include <stdlib.h>
#include <string.h>

#include "model/base/mem.h"
#include "support/table_image.h"
#include "support/test.h"

#define BYTES (UINT64_C(1) << 30)

static struct layout *read_good(struct sparse *disk, uint64_t logical)
{
    struct err err = { 0 };
    struct layout *layout = image_read(disk, logical, &err);

    ck_assert_msg(layout != NULL, "%s", err.text);
    sparse_finish(disk);
    return layout;
}

static void assert_extent(const struct layout *layout, unsigned number, uint64_t start,
                          uint64_t length)
{
    const struct extent *extent = layout_find_number(layout, number);

    ck_assert_msg(extent != NULL, "partition %u", number);
    ck_assert_uint_eq(extent->start, start);
    ck_assert_uint_eq(extent->length, length);
}

static void assert_role(const struct layout *layout, enum extent_role role,
                        uint64_t start, uint64_t length)
{
    for (size_t i = 0; i < layout_count(layout); i++) {
        const struct extent *extent = layout_at(layout, i);
        if (extent->role != role || extent->start != start)
            continue;
        ck_assert_uint_eq(extent->length, length);
        return;
    }
    ck_abort_msg("nothing of role %d at %u", (int)role, (unsigned)start);
}

static void assert_noted(const struct layout *layout, uint32_t written, const char *part)
{
    const struct note *note = layout_note_find(layout, NOTE_TABLE_OTHER_SECTOR_SIZE);

    ck_assert_uint_eq(layout_label(layout)->written_for, written);
    ck_assert_ptr_nonnull(note);
    ck_assert_int_eq(note_level(note->id), NOTE_READ_ONLY);
    ck_assert_uint_eq(layout_note_count(layout), 1);
    ck_assert_msg(strstr(note->text, part) != NULL, "%s", note->text);
}

/* Two partitions; the first entries of its array need them at multiples of 8. */
static struct sparse gpt_disk(uint64_t logical, uint64_t length)
{
    struct sparse disk = image_new(BYTES / logical, logical);
    struct gpt_table table = image_gpt(BYTES / logical, logical, 128, 2);

    table.entries[1].last_lba = table.entries[1].first_lba + length - 1;
    table.entries[0].last_lba = table.entries[0].first_lba + 799;
    image_put_gpt(&disk, &table);
    gpt_finish(&table);
    return disk;
}

TEST(a_gpt_for_512_is_an_eighth_on_4096)
{
    struct sparse disk = gpt_disk(512, 8000);
    CLEANUP(layout_unrefp) struct layout *layout = read_good(&disk, 4096);

    assert_extent(layout, 1, 256, 100);
    assert_extent(layout, 2, 512, 1000);
    assert_role(layout, ROLE_MBR, 0, 1);
    assert_role(layout, ROLE_GPT_PRIMARY, 1, 4);
    assert_role(layout, ROLE_GPT_BACKUP, BYTES / 4096 - 5, 5);
    assert_noted(layout, 512,
                 "512-byte sectors, but the disk is read with 4096-byte ones: no system "
                 "finds its partitions here. Partition 1 starts at sector 2048 as it "
                 "was written, which is sector 256 now");
    ck_assert_int_eq(layout_label(layout)->kind, LABEL_GPT);
    ck_assert_uint_eq(layout_label(layout)->first_usable, 5);
    ck_assert_uint_eq(layout_label(layout)->last_usable, BYTES / 4096 - 6);
    ck_assert_str_eq(layout_find_number(layout, 2)->name, "part");
}

TEST(a_gpt_for_4096_is_eightfold_on_512)
{
    struct sparse disk = gpt_disk(4096, 1001);
    CLEANUP(layout_unrefp) struct layout *layout = read_good(&disk, 512);

    assert_extent(layout, 1, 2048 * 8, 6400);
    assert_extent(layout, 2, 4096 * 8, 8008);
    assert_role(layout, ROLE_MBR, 0, 8);
    assert_role(layout, ROLE_GPT_PRIMARY, 8, 40);
    assert_role(layout, ROLE_GPT_BACKUP, BYTES / 512 - 40, 40);
    assert_noted(layout, 4096, "2048 as it was written, which is sector 16384 now");
    ck_assert_uint_eq(layout_label(layout)->first_usable, 48);
}

/* A damaged copy is written together with all else. */
TEST(damage_of_one_copy_is_no_hindrance)
{
    struct sparse disk = gpt_disk(512, 8000);

    image_put_zeros(&disk, BYTES / 512 - 1, 1, 512);
    CLEANUP(layout_unrefp) struct layout *layout = read_good(&disk, 4096);
    assert_extent(layout, 2, 512, 1000);
    assert_noted(layout, 512, "Partition 1");
}

TEST(a_table_without_partitions_is_noted_too)
{
    struct sparse disk = image_new(BYTES / 4096, 4096);
    struct gpt_table table = image_gpt(BYTES / 4096, 4096, 128, 0);

    image_put_gpt(&disk, &table);
    gpt_finish(&table);
    CLEANUP(layout_unrefp) struct layout *layout = read_good(&disk, 512);
    assert_noted(layout, 4096, "no system finds it here");
}

static void put_sector_chain(struct sparse *disk, uint64_t logical, uint64_t unit,
                             uint64_t gap)
{
    CLEANUP(freep) struct mbr_table *table = xcalloc(1, sizeof(*table));

    table->signature = 7;
    table->primary[0] = (struct mbr_entry){ 0x80, 0x07, 8 * unit, 100 * unit };
    table->primary[1] = (struct mbr_entry){ 0, 0x0f, 200 * unit - gap, 1000 * unit };
    for (unsigned i = 0; i < 2; i++) {
        struct mbr_entry entry = { 0, 0x83, (200 + 300 * i) * unit, 50 * unit };
        mbr_add_logical(table, 1, entry.start - gap, &entry);
    }
    image_put_mbr(disk, table, logical);
}

/* As Debian's installer places them: two sectors before a logical that is on the grid. */
TEST(a_chain_for_512_is_an_eighth_on_4096)
{
    struct sparse disk = image_new(BYTES / 512, 512);

    put_sector_chain(&disk, 512, 8, 2);
    CLEANUP(layout_unrefp) struct layout *layout = read_good(&disk, 4096);
    assert_extent(layout, 1, 8, 100);
    assert_extent(layout, 2, 199, 1001);
    assert_extent(layout, 5, 200, 50);
    assert_extent(layout, 6, 500, 50);
    assert_role(layout, ROLE_EBR, 199, 1);
    assert_role(layout, ROLE_EBR, 499, 1);
    assert_noted(layout, 512, "Partition 1 starts at sector 64 as");
    ck_assert_str_eq(layout_find_number(layout, 5)->uuid, "00000007-05");
    ck_assert_uint_ne(layout_find_number(layout, 5)->ebr, 0);
    ck_assert(layout_find_number(layout, 1)->is_bootable);
}

TEST(a_chain_for_4096_is_eightfold_on_512)
{
    struct sparse disk = image_new(BYTES / 4096, 4096);

    put_sector_chain(&disk, 4096, 1, 1);
    CLEANUP(layout_unrefp) struct layout *layout = read_good(&disk, 512);
    assert_extent(layout, 1, 64, 800);
    assert_extent(layout, 2, 199 * 8, 8000);
    assert_extent(layout, 5, 1600, 400);
    assert_role(layout, ROLE_MBR, 0, 8);
    assert_role(layout, ROLE_EBR, 199 * 8, 8);
    assert_noted(layout, 4096, "Partition 1 starts at sector 8 as");
}

TEST(entries_past_the_end_tell_of_smaller_sectors)
{
    struct sparse disk = image_new(BYTES / 512, 512);
    CLEANUP(freep) struct mbr_table *table = xcalloc(1, sizeof(*table));

    table->primary[0] = (struct mbr_entry){ 0, 0x83, 2048, BYTES / 512 - 2048 };
    image_put_mbr(&disk, table, 512);
    CLEANUP(layout_unrefp) struct layout *layout = read_good(&disk, 4096);
    assert_extent(layout, 1, 256, BYTES / 4096 - 256);
    ck_assert_uint_eq(layout_label(layout)->last_usable, BYTES / 4096 - 1);
}

/* A GPT for other sectors is older than the table that is there now. */
TEST(entries_of_an_mbr_count_more_than_a_gpt_for_other_sectors)
{
    struct sparse disk = gpt_disk(4096, 1001);
    CLEANUP(freep) struct mbr_table *table = xcalloc(1, sizeof(*table));

    table->primary[0] = (struct mbr_entry){ 0, 0x83, 2048, 100000 };
    image_put_mbr(&disk, table, 512);
    CLEANUP(layout_unrefp) struct layout *layout = read_good(&disk, 512);
    ck_assert_int_eq(layout_label(layout)->kind, LABEL_MSDOS);
    ck_assert_uint_eq(layout_label(layout)->written_for, 0);
    assert_extent(layout, 1, 2048, 100000);
}

static void assert_refused(struct sparse *disk, uint64_t logical, const char *part)
{
    struct err err = { 0 };

    ck_assert_ptr_null(image_read(disk, logical, &err));
    ck_assert_int_eq(err.code, ERR_UNREADABLE);
    ck_assert_msg(strstr(err.text, "written for 512-byte sectors") != NULL, "%s",
                  err.text);
    ck_assert_ptr_nonnull(strstr(err.text, "--sector-size=512"));
    ck_assert_msg(strstr(err.text, part) != NULL, "%s", err.text);
    sparse_finish(disk);
}

TEST(a_partition_between_the_sectors_is_named)
{
    struct sparse disk = gpt_disk(512, 8001);

    assert_refused(&disk, 4096, "partition 2 does not start and end where");
}

TEST(a_logical_between_the_sectors_is_named)
{
    struct sparse disk = image_new(BYTES / 512, 512);
    CLEANUP(freep) struct mbr_table *table = xcalloc(1, sizeof(*table));

    table->primary[0] = (struct mbr_entry){ 0, 0x05, 1000000, 10000 };
    mbr_add_logical(table, 0, 1000000, &(struct mbr_entry){ 0, 0x83, 1000063, 100 });
    image_put_mbr(&disk, table, 512);
    assert_refused(&disk, 4096, "partition 5 does not");
}

/* It is not known which of the two to write. */
TEST(copies_that_differ_are_not_chosen_between)
{
    struct sparse disk = gpt_disk(512, 8000);
    struct gpt_table table = image_gpt(BYTES / 512, 512, 128, 1);
    struct gpt_image image;

    gpt_encode(&table, &image);
    sparse_put(&disk, image.back_offset, image.back, image.back_bytes);
    gpt_image_finish(&image);
    gpt_finish(&table);
    assert_refused(&disk, 4096, "read with 4096-byte ones (");
}
