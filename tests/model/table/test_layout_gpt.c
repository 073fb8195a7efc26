/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_layout_gpt.c - from a GPT on a disk to its layout and notes */
#include "model/table/layout_gpt.h"

#include <string.h>

#include "model/base/mem.h"
#include "model/base/num.h"
#include "model/disk/types.h"
#include "support/table_image.h"
#include "support/test.h"

#define SIZE 1953525168

/* A disk with a GPT of COUNT used entries. */
static struct sparse disk_with(unsigned used)
{
    struct sparse disk = image_new(SIZE, 512);
    struct gpt_table table = image_gpt(SIZE, 512, 128, used);

    image_put_gpt(&disk, &table);
    gpt_finish(&table);
    return disk;
}

static struct layout *read_good(struct sparse *disk, uint64_t logical)
{
    struct err err = { 0 };
    struct layout *layout = image_read(disk, logical, &err);

    ck_assert_msg(layout != NULL, "%s", err.text);
    return layout;
}

static void assert_extent(const struct layout *layout, size_t index,
                          enum extent_kind kind, enum extent_role role, uint64_t start,
                          uint64_t length)
{
    const struct extent *extent = layout_at(layout, index);

    ck_assert_int_eq(extent->kind, kind);
    ck_assert_int_eq(extent->role, role);
    ck_assert_uint_eq(extent->start, start);
    ck_assert_uint_eq(extent->length, length);
}

static const struct {
    uint64_t logical, array, first, last;
} shapes[] = {
    { 512, 32, 34, SIZE - 34 },
    { 4096, 4, 6, SIZE - 6 },
};

TEST_EACH(metadata_and_partition_cover_the_disk, shapes)
{
    uint64_t logical = shapes[_i].logical, array = shapes[_i].array;
    CLEANUP(sparse_finish) struct sparse disk = image_new(SIZE, logical);
    CLEANUP(gpt_finish) struct gpt_table table = image_gpt(SIZE, logical, 128, 1);

    image_put_gpt(&disk, &table);
    CLEANUP(layout_unrefp) struct layout *layout = read_good(&disk, logical);
    const struct label *label = layout_label(layout);
    ck_assert_int_eq(label->kind, LABEL_GPT);
    ck_assert_str_eq(label->id, "00005CD1-0000-0000-0000-000000000000");
    ck_assert_uint_eq(label->first_usable, shapes[_i].first);
    ck_assert_uint_eq(label->last_usable, shapes[_i].last);
    ck_assert_uint_eq(label->entries, 128);
    ck_assert_uint_eq(layout_count(layout), 6);
    assert_extent(layout, 0, EXTENT_METADATA, ROLE_MBR, 0, 1);
    assert_extent(layout, 1, EXTENT_METADATA, ROLE_GPT_PRIMARY, 1, 1 + array);
    assert_extent(layout, 2, EXTENT_FREE, ROLE_NONE, 2 + array, 2046 - array);
    assert_extent(layout, 3, EXTENT_PARTITION, ROLE_NONE, 2048, 100);
    assert_extent(layout, 5, EXTENT_METADATA, ROLE_GPT_BACKUP, SIZE - 1 - array,
                  array + 1);
    ck_assert_uint_eq(layout_note_count(layout), 0);
}

TEST(partition_has_all_that_its_entry_says)
{
    CLEANUP(sparse_finish) struct sparse disk = image_new(SIZE, 512);
    CLEANUP(gpt_finish) struct gpt_table table = image_gpt(SIZE, 512, 128, 1);

    table.entries[0].slot = 6;
    table.entries[0].attributes = UINT64_C(0x8000000000000004);
    image_put_gpt(&disk, &table);
    CLEANUP(layout_unrefp) struct layout *layout = read_good(&disk, 512);
    const struct extent *extent = layout_find_number(layout, 7);
    ck_assert_ptr_nonnull(extent);
    ck_assert_str_eq(extent->type, TYPE_GPT_LINUX);
    ck_assert_str_eq(extent->name, "part");
    ck_assert_str_eq(extent->uuid, "00000001-0000-0000-0000-000000000000");
    ck_assert_uint_eq(extent->attributes, UINT64_C(0x8000000000000004));
    ck_assert(extent->is_bootable);
}

static const struct {
    const char *why;
    uint64_t first, last;
    unsigned number;
    enum entry_fault fault;
    unsigned overlapped;
} broken[] = {
    { "ends before it starts", 5000, 4999, 1, FAULT_BACKWARDS, 0 },
    { "wraps at 2^32", 0x100000800, 0xfff, 1, FAULT_BACKWARDS, 0 },
    { "negative start", UINT64_MAX - 100, 4000, 1, FAULT_BACKWARDS, 0 },
    { "negative start and end", UINT64_MAX - 100, UINT64_MAX - 1, 1, FAULT_OUTSIDE_DISK,
      0 },
    { "ends at 2^63 - 1", 2048, INT64_MAX, 1, FAULT_OUTSIDE_DISK, 0 },
    { "ends at 2^64 - 1", 2048, UINT64_MAX, 1, FAULT_OUTSIDE_DISK, 0 },
    { "ends past the disk", 2048, SIZE, 1, FAULT_OUTSIDE_DISK, 0 },
    { "covers the backup", 4296, SIZE - 1, 1, FAULT_OVERLAP, 0 },
    { "covers the MBR", 0, 4000, 1, FAULT_OVERLAP, 0 },
    { "covers the entries", 33, 4000, 1, FAULT_OVERLAP, 0 },
    { "overlaps the next one", 2048, 4096, 2, FAULT_OVERLAP, 1 },
};

/* The other entry is as it was. */
TEST_EACH(broken_entry_is_one_row, broken)
{
    CLEANUP(sparse_finish) struct sparse disk = image_new(SIZE, 512);
    CLEANUP(gpt_finish) struct gpt_table table = image_gpt(SIZE, 512, 128, 2);
    struct err err = { 0 };

    table.entries[0].first_lba = broken[_i].first;
    table.entries[0].last_lba = broken[_i].last;
    image_put_gpt(&disk, &table);
    CLEANUP(layout_unrefp) struct layout *layout = image_read(&disk, 512, &err);
    ck_assert_msg(layout != NULL, "%s", err.text);
    ck_assert_uint_eq(layout_damaged_count(layout), 1);
    const struct extent *found = layout_find_entry(layout, broken[_i].number);
    ck_assert_int_eq(found->kind, EXTENT_DAMAGED);
    ck_assert_int_eq(found->fault, broken[_i].fault);
    ck_assert_uint_eq(found->overlapped, broken[_i].overlapped);
    ck_assert_ptr_nonnull(layout_find_number(layout, 3 - broken[_i].number));
    ck_assert_ptr_nonnull(layout_read_only(layout));
    ck_assert_ptr_null(strchr(layout_read_only(layout)->text, '\n'));
}

/* Notes, each after one thing was done to a good disk. */
static void zero_primary(struct sparse *disk)
{
    image_put_zeros(disk, 1, 33, 512);
}

static void zero_backup(struct sparse *disk)
{
    image_put_zeros(disk, SIZE - 33, 33, 512);
}

static void zero_mbr(struct sparse *disk)
{
    image_put_zeros(disk, 0, 1, 512);
}

static void grow(struct sparse *disk)
{
    disk->size_bytes += 1000 * 512;
}

static void shrink(struct sparse *disk)
{
    disk->size_bytes -= 1000 * 512;
}

static void put_entry(struct sparse *disk, unsigned slot, uint8_t type, uint32_t start,
                      uint32_t length)
{
    uint8_t entry[16] = { [4] = type };

    put_le32(entry, 8, start);
    put_le32(entry, 12, length);
    sparse_put(disk, 446 + 16 * slot, entry, sizeof(entry));
}

static void shorten_protective(struct sparse *disk)
{
    put_entry(disk, 0, 0xee, 1, 1000);
}

static void move_protective(struct sparse *disk)
{
    put_entry(disk, 0, 0xee, 2, 1000);
}

/* One that begins at sector 1 is enough. */
static void double_protective(struct sparse *disk)
{
    put_entry(disk, 0, 0xee, 2, 1000);
    put_entry(disk, 1, 0xee, 1, UINT32_MAX);
}

static void widen_protective(struct sparse *disk)
{
    put_entry(disk, 0, 0xee, 1, UINT32_MAX);
}

static void add_same(struct sparse *disk)
{
    put_entry(disk, 1, 0x83, 2048, 100);
}

static void add_other(struct sparse *disk)
{
    put_entry(disk, 1, 0x83, 2049, 100);
}

static const struct {
    void (*act)(struct sparse *disk);
    enum note_id id; /* NOTE_NONE: no note at all */
    enum note_level level;
} notes[] = {
    { zero_primary, NOTE_GPT_PRIMARY_DAMAGED, NOTE_READ_ONLY },
    { zero_backup, NOTE_GPT_BACKUP_DAMAGED, NOTE_READ_ONLY },
    { zero_mbr, NOTE_GPT_PMBR_MISSING, NOTE_READ_ONLY },
    { grow, NOTE_GPT_BACKUP_NOT_AT_END, NOTE_WARNING },
    { grow, NOTE_GPT_PMBR_SIZE, NOTE_WARNING },
    { shrink, NOTE_GPT_DISK_SHRUNK, NOTE_READ_ONLY },
    { shorten_protective, NOTE_GPT_PMBR_SIZE, NOTE_WARNING },
    { move_protective, NOTE_GPT_PMBR_START, NOTE_WARNING },
    { double_protective, NOTE_GPT_PMBR_SIZE, NOTE_WARNING },
    { widen_protective, NOTE_NONE, NOTE_INFO },
    { add_same, NOTE_GPT_HYBRID, NOTE_WARNING },
    { add_same, NOTE_GPT_HYBRID_ENTRY, NOTE_INFO },
    { add_other, NOTE_GPT_HYBRID_MISMATCH, NOTE_WARNING },
};

TEST_EACH(what_is_wrong_is_told_and_the_rest_shown, notes)
{
    CLEANUP(sparse_finish) struct sparse disk = disk_with(3);

    notes[_i].act(&disk);
    CLEANUP(layout_unrefp) struct layout *layout = read_good(&disk, 512);
    for (unsigned number = 1; number <= 3; number++)
        ck_assert_ptr_nonnull(layout_find_number(layout, number));
    if (notes[_i].id) {
        const struct note *note = layout_note_find(layout, notes[_i].id);
        ck_assert_msg(note != NULL, "no %s", note_id_text(notes[_i].id));
        ck_assert_int_eq(note_level(note->id), notes[_i].level);
    } else {
        ck_assert_uint_eq(layout_note_count(layout), 0);
    }
}

/* The kernel has 255 numbers for partitions. */
TEST_TIMES(a_number_that_the_kernel_does_not_have_is_noted, 2)
{
    CLEANUP(sparse_finish) struct sparse disk = image_new(131072, 512);
    CLEANUP(gpt_finish) struct gpt_table table = image_gpt(131072, 512, 512, 3);

    table.entries[2].slot = 254 + (unsigned)_i;
    image_put_gpt(&disk, &table);
    CLEANUP(layout_unrefp) struct layout *layout = read_good(&disk, 512);
    ck_assert_int_eq(layout_note_find(layout, NOTE_KERNEL_LIMIT) != NULL, _i);
}

TEST(what_a_hybrid_mbr_alone_names_is_kept)
{
    CLEANUP(sparse_finish) struct sparse disk = disk_with(3);

    put_entry(&disk, 1, 0x0c, 2100, 1000); /* partition 1 ends at 2148 */
    put_entry(&disk, 2, 0x83, 4096, 100);  /* partition 2 */
    put_entry(&disk, 3, 0, 10000, 5000);   /* without a type */
    CLEANUP(layout_unrefp) struct layout *layout = read_good(&disk, 512);
    const struct extent *kept = layout_find_lba(layout, 2148);
    ck_assert_int_eq(kept->kind, EXTENT_KEPT);
    ck_assert_int_eq(kept->role, ROLE_HYBRID);
    ck_assert_uint_eq(kept->start, 2148);
    ck_assert_uint_eq(extent_end(kept), 3100);
    ck_assert_int_eq(layout_find_lba(layout, 4096)->kind, EXTENT_PARTITION);
    ck_assert_int_eq(layout_find_lba(layout, 10000)->kind, EXTENT_KEPT);
    ck_assert_uint_eq(layout_damaged_count(layout), 0);
}

TEST(damaged_copies_keep_their_place)
{
    CLEANUP(sparse_finish) struct sparse disk = disk_with(1);

    zero_primary(&disk);
    CLEANUP(layout_unrefp) struct layout *front = read_good(&disk, 512);
    assert_extent(front, 1, EXTENT_METADATA, ROLE_GPT_PRIMARY, 1, 33);
    sparse_finish(&disk);
    disk = disk_with(1);
    zero_backup(&disk);
    CLEANUP(layout_unrefp) struct layout *back = read_good(&disk, 512);
    assert_extent(back, layout_count(back) - 1, EXTENT_METADATA, ROLE_GPT_BACKUP,
                  SIZE - 33, 33);
}

/* The backup allows what the damaged primary's own entries would forbid. */
TEST(partition_in_the_place_of_a_damaged_primary_is_shown)
{
    CLEANUP(sparse_finish) struct sparse disk = image_new(SIZE, 512);
    CLEANUP(gpt_finish) struct gpt_table table = image_gpt(SIZE, 512, 128, 1);

    table.entries[0].first_lba = 20;
    image_put_gpt(&disk, &table);
    zero_primary(&disk);
    CLEANUP(layout_unrefp) struct layout *layout = read_good(&disk, 512);
    assert_extent(layout, 1, EXTENT_METADATA, ROLE_GPT_PRIMARY, 1, 1);
    assert_extent(layout, 3, EXTENT_PARTITION, ROLE_NONE, 20, 2128);
}

TEST(usable_range_ends_with_a_disk_that_shrank)
{
    CLEANUP(sparse_finish) struct sparse disk = disk_with(1);

    shrink(&disk);
    CLEANUP(layout_unrefp) struct layout *layout = read_good(&disk, 512);
    ck_assert_uint_eq(layout_label(layout)->last_usable, SIZE - 1001);
}

TEST(file_system_at_sector_0_counts_more_than_a_gpt_behind_it)
{
    CLEANUP(sparse_finish) struct sparse disk = disk_with(1);
    struct err err = { 0 };

    zero_mbr(&disk);
    sparse_put(&disk, 0, "\xeb\x52\x90NTFS    ", 11);
    image_put_magic(&disk, 0, 512);
    ck_assert_ptr_null(image_read(&disk, 512, &err));
    ck_assert_int_eq(err.code, ERR_NONE);
}

TEST(backup_of_a_grown_disk_is_shown_where_it_is)
{
    CLEANUP(sparse_finish) struct sparse disk = disk_with(1);

    grow(&disk);
    CLEANUP(layout_unrefp) struct layout *layout = read_good(&disk, 512);
    size_t count = layout_count(layout);
    assert_extent(layout, count - 2, EXTENT_METADATA, ROLE_GPT_BACKUP, SIZE - 33, 33);
    assert_extent(layout, count - 1, EXTENT_FREE, ROLE_UNADDRESSABLE, SIZE, 1000);
}

TEST(array_that_was_moved_is_an_extent_of_its_own)
{
    CLEANUP(sparse_finish) struct sparse disk = image_new(SIZE, 512);
    CLEANUP(gpt_finish) struct gpt_table table = image_gpt(SIZE, 512, 128, 1);

    table.primary.entries_lba = 1000;
    table.primary.first_usable = table.backup.first_usable = 1032;
    image_put_gpt(&disk, &table);
    CLEANUP(layout_unrefp) struct layout *layout = read_good(&disk, 512);
    assert_extent(layout, 1, EXTENT_METADATA, ROLE_GPT_PRIMARY, 1, 1);
    assert_extent(layout, 2, EXTENT_FREE, ROLE_UNADDRESSABLE, 2, 998);
    assert_extent(layout, 3, EXTENT_METADATA, ROLE_GPT_PRIMARY, 1000, 32);
}

TEST_TIMES(a_guid_that_two_entries_have_is_told, 2)
{
    CLEANUP(sparse_finish) struct sparse disk = image_new(SIZE, 512);
    CLEANUP(gpt_finish) struct gpt_table table = image_gpt(SIZE, 512, 128, 3);

    if (_i)
        table.entries[2].unique = table.entries[0].unique;
    image_put_gpt(&disk, &table);
    CLEANUP(layout_unrefp) struct layout *layout = read_good(&disk, 512);
    const struct note *note = layout_note_find(layout, NOTE_GPT_SAME_GUID);
    ck_assert_int_eq(note != NULL, _i);
    ck_assert_ptr_null(layout_read_only(layout));
    if (_i)
        ck_assert_msg(
            strstr(note->text, "Partitions 1 and 3 have the same GUID") &&
                strstr(note->text, "Partition 3 gets a new one in the editor (c"),
            "%s", note->text);
}

TEST(entry_outside_the_usable_range_is_told)
{
    CLEANUP(sparse_finish) struct sparse disk = image_new(SIZE, 512);
    CLEANUP(gpt_finish) struct gpt_table table = image_gpt(SIZE, 512, 128, 1);

    table.primary.first_usable = table.backup.first_usable = 2100;
    image_put_gpt(&disk, &table);
    CLEANUP(layout_unrefp) struct layout *layout = read_good(&disk, 512);
    ck_assert_ptr_nonnull(layout_note_find(layout, NOTE_GPT_ENTRY_OUTSIDE));
}

TEST(announced_table_without_a_whole_copy_is_one_row)
{
    struct err err = { 0 };
    CLEANUP(sparse_finish) struct sparse disk = disk_with(3);

    zero_primary(&disk);
    zero_backup(&disk);
    CLEANUP(layout_unrefp) struct layout *layout = image_read(&disk, 512, &err);
    ck_assert_msg(layout != NULL, "%s", err.text);
    ck_assert_int_eq(layout_label(layout)->kind, LABEL_MSDOS);
    ck_assert_int_eq(layout_find_entry(layout, 1)->fault, FAULT_NO_GPT);
    ck_assert_ptr_nonnull(
        strstr(layout_note_find(layout, NOTE_GPT_BOTH_DAMAGED)->text, "no signature"));
}

TEST(backup_behind_zeroed_sectors_counts)
{
    CLEANUP(sparse_finish) struct sparse disk = disk_with(3);

    zero_mbr(&disk);
    zero_primary(&disk);
    CLEANUP(layout_unrefp) struct layout *layout = read_good(&disk, 512);
    ck_assert_int_eq(layout_label(layout)->kind, LABEL_GPT);
    ck_assert_ptr_nonnull(layout_note_find(layout, NOTE_GPT_PRIMARY_DAMAGED));
    ck_assert_ptr_nonnull(layout_note_find(layout, NOTE_GPT_PMBR_MISSING));
}

/* A disk with a new table keeps the backup of its old one for years. */
TEST(backup_behind_an_empty_mbr_does_not_count)
{
    const uint8_t signature[] = { 0x55, 0xaa };
    CLEANUP(sparse_finish) struct sparse disk = disk_with(3);

    zero_mbr(&disk);
    zero_primary(&disk);
    sparse_put(&disk, 510, signature, sizeof(signature));
    CLEANUP(layout_unrefp) struct layout *layout = read_good(&disk, 512);
    ck_assert_int_eq(layout_label(layout)->kind, LABEL_MSDOS);
}

TEST(reading_costs_two_reads)
{
    CLEANUP(sparse_finish) struct sparse disk = disk_with(128);

    CLEANUP(layout_unrefp) struct layout *layout = read_good(&disk, 512);
    ck_assert_ptr_nonnull(layout_find_number(layout, 128));
    ck_assert_uint_eq(disk.reads, 2);
}
