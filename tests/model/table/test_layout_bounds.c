/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_layout_bounds.c - entries of the smallest and the largest extent that is valid */
#include <string.h>

#include "model/base/mem.h"
#include "model/table/layout_msdos.h"
#include "support/table_image.h"
#include "support/test.h"

#define SIZE 100000

static struct layout *read_good(struct sparse *disk)
{
    struct err err = { 0 };
    struct layout *layout = image_read(disk, 512, &err);

    ck_assert_msg(layout != NULL, "%s", err.text);
    return layout;
}

TEST(a_partition_can_be_one_sector)
{
    CLEANUP(sparse_finish) struct sparse disk = image_new(SIZE, 512);
    struct gpt_table table = image_gpt(SIZE, 512, 128, 1);

    table.entries[0].last_lba = table.entries[0].first_lba;
    image_put_gpt(&disk, &table);
    gpt_finish(&table);
    CLEANUP(layout_unrefp) struct layout *layout = read_good(&disk);
    ck_assert_uint_eq(layout_damaged_count(layout), 0);
    ck_assert_uint_eq(layout_find_number(layout, 1)->length, 1);
}

/* The backup names a partition where the header of the damaged primary would be. */
static const uint64_t lasts[] = { 1, 2147 };

TEST_EACH(a_damaged_primary_gives_way_to_a_partition, lasts)
{
    CLEANUP(sparse_finish) struct sparse disk = image_new(SIZE, 512);
    struct gpt_table table = image_gpt(SIZE, 512, 128, 1);

    table.entries[0].first_lba = 1;
    table.entries[0].last_lba = lasts[_i];
    image_put_gpt(&disk, &table);
    gpt_finish(&table);
    image_put_zeros(&disk, 1, 1, 512);
    CLEANUP(layout_unrefp) struct layout *layout = read_good(&disk);
    ck_assert_uint_eq(layout_damaged_count(layout), 0);
    ck_assert_uint_eq(layout_find_number(layout, 1)->start, 1);
    ck_assert_int_eq(layout_find_lba(layout, 1)->kind, EXTENT_PARTITION);
}

static const struct {
    uint64_t end; /* of partition 1 */
    bool is_told;
} ends[] = {
    { UINT64_C(1) << 32, false },
    { (UINT64_C(1) << 32) + 1, true },
};

TEST_EACH(msdos_addresses_as_many_sectors_as_32_bits_say, ends)
{
    CLEANUP(sparse_finish) struct sparse disk = image_new(UINT64_C(1) << 33, 512);
    CLEANUP(freep) struct mbr_table *table = xcalloc(1, sizeof(*table));

    table->primary[0] = (struct mbr_entry){ 0, 0x83, ends[_i].end - 4096, 4096 };
    image_put_mbr(&disk, table, 512);
    CLEANUP(layout_unrefp) struct layout *layout = read_good(&disk);
    const struct note *note = layout_note_find(layout, NOTE_MSDOS_END_BEYOND_32_BITS);
    ck_assert_int_eq(note != NULL, ends[_i].is_told);
    ck_assert(!note || strstr(note->text, "Partition 1 ends at sector 4294967296,"));
}

/* The first of two EBRs names a second logical partition. */
TEST(an_ebr_with_two_partitions_is_told)
{
    const uint8_t second[16] = { [4] = 0x83, [8] = 200, [12] = 50 };
    CLEANUP(sparse_finish) struct sparse disk = image_new(SIZE, 512);
    CLEANUP(freep) struct mbr_table *table = xcalloc(1, sizeof(*table));

    table->primary[0] = (struct mbr_entry){ 0, 0x05, 2048, 10000 };
    mbr_add_logical(table, 0, 2048, &(struct mbr_entry){ 0, 0x83, 2050, 100 });
    mbr_add_logical(table, 0, 4096, &(struct mbr_entry){ 0, 0x83, 4100, 100 });
    image_put_mbr(&disk, table, 512);
    sparse_put(&disk, 2048 * 512 + 446 + 32, second, sizeof(second));
    CLEANUP(layout_unrefp) struct layout *layout = read_good(&disk);
    const struct note *note = layout_note_find(layout, NOTE_MSDOS_EBR_CROWDED);
    ck_assert_ptr_nonnull(note);
    ck_assert_msg(strstr(note->text, "sector 2048 ") != NULL, "%s", note->text);
    ck_assert_uint_eq(layout_find_number(layout, 6)->start, 2248);
    ck_assert_uint_eq(layout_find_number(layout, 7)->start, 4100);
}

/* The chain breaks behind its first EBR: the link there is what can be taken out. */
TEST(a_broken_link_is_that_of_the_ebr_before)
{
    CLEANUP(sparse_finish) struct sparse disk = image_new(SIZE, 512);
    CLEANUP(freep) struct mbr_table *table = xcalloc(1, sizeof(*table));
    const struct extent *link = NULL;

    table->primary[0] = (struct mbr_entry){ 0, 0x05, 2048, 10000 };
    mbr_add_logical(table, 0, 2048, &(struct mbr_entry){ 0, 0x83, 2050, 100 });
    mbr_add_logical(table, 0, 4096, &(struct mbr_entry){ 0, 0x83, 4100, 100 });
    image_put_mbr(&disk, table, 512);
    image_put_zeros(&disk, 4096, 1, 512);
    CLEANUP(layout_unrefp) struct layout *layout = read_good(&disk);
    for (size_t i = 0; i < layout_count(layout); i++)
        if (layout_at(layout, i)->fault == FAULT_CHAIN_SIGNATURE)
            link = layout_at(layout, i);
    ck_assert_ptr_nonnull(link);
    ck_assert_uint_eq(link->start, 4096);
    ck_assert_uint_eq(layout_find(layout, link->ebr)->start, 2048);
}

/* A usable range up to the last sector has no place for the backup. */
static const struct {
    uint64_t last_usable;
    bool is_told;
} ranges[] = { { SIZE - 2, false }, { SIZE - 1, true } };

TEST_EACH(a_usable_range_ends_before_the_disk, ranges)
{
    CLEANUP(sparse_finish) struct sparse disk = image_new(SIZE, 512);
    struct gpt_table table = image_gpt(SIZE, 512, 128, 1);

    table.primary.last_usable = table.backup.last_usable = ranges[_i].last_usable;
    image_put_gpt(&disk, &table);
    gpt_finish(&table);
    CLEANUP(layout_unrefp) struct layout *layout = read_good(&disk);
    ck_assert_int_eq(layout_note_find(layout, NOTE_GPT_DISK_SHRUNK) != NULL,
                     ranges[_i].is_told);
}

/* Partition 1 has the sectors 2048 to 2147. */
static const struct {
    uint64_t first, last; /* usable */
    bool is_told;
} usable[] = {
    { 2048, 2147, false },
    { 2049, 2147, true },
    { 2048, 2146, true },
};

TEST_EACH(a_partition_can_fill_the_usable_range, usable)
{
    CLEANUP(sparse_finish) struct sparse disk = image_new(SIZE, 512);
    struct gpt_table table = image_gpt(SIZE, 512, 128, 1);

    table.primary.first_usable = table.backup.first_usable = usable[_i].first;
    table.primary.last_usable = table.backup.last_usable = usable[_i].last;
    image_put_gpt(&disk, &table);
    gpt_finish(&table);
    CLEANUP(layout_unrefp) struct layout *layout = read_good(&disk);
    ck_assert_int_eq(layout_note_find(layout, NOTE_GPT_ENTRY_OUTSIDE) != NULL,
                     usable[_i].is_told);
}

TEST(a_hybrid_entry_is_told_by_the_number_of_its_partition)
{
    const uint8_t entry[16] = { [4] = 0x0c, [9] = 4096 >> 8, [12] = 100 };
    CLEANUP(sparse_finish) struct sparse disk = image_new(SIZE, 512);
    struct gpt_table table = image_gpt(SIZE, 512, 128, 2);

    image_put_gpt(&disk, &table);
    gpt_finish(&table);
    sparse_put(&disk, 446 + 16, entry, sizeof(entry));
    CLEANUP(layout_unrefp) struct layout *layout = read_good(&disk);
    const struct note *note = layout_note_find(layout, NOTE_GPT_HYBRID_ENTRY);
    ck_assert_ptr_nonnull(note);
    ck_assert_msg(strstr(note->text, "MBR entry 2 ") &&
                      strstr(note->text, "is partition 2 of the GPT"),
                  "%s", note->text);
    ck_assert_ptr_null(layout_note_find(layout, NOTE_GPT_HYBRID_MISMATCH));
}

/* Partition 2 has 100 sectors from 4096 on. */
static const uint8_t others[][2] = { { 4096 >> 8, 99 }, { 4352 >> 8, 100 } };

TEST_EACH(a_hybrid_entry_of_other_sectors_is_told, others)
{
    const uint8_t entry[16] = { [4] = 0x0c, [9] = others[_i][0], [12] = others[_i][1] };
    CLEANUP(sparse_finish) struct sparse disk = image_new(SIZE, 512);
    struct gpt_table table = image_gpt(SIZE, 512, 128, 2);

    image_put_gpt(&disk, &table);
    gpt_finish(&table);
    sparse_put(&disk, 446 + 16, entry, sizeof(entry));
    CLEANUP(layout_unrefp) struct layout *layout = read_good(&disk);
    ck_assert_ptr_nonnull(layout_note_find(layout, NOTE_GPT_HYBRID_MISMATCH));
    ck_assert_ptr_null(layout_note_find(layout, NOTE_GPT_HYBRID_ENTRY));
}

/* A damaged primary keeps its usual place up to the first partition. */
static const struct {
    uint64_t start;
    uint64_t length; /* of the primary */
} fronts[] = { { 34, 33 }, { 33, 1 } };

TEST_EACH(a_damaged_primary_ends_where_a_partition_begins, fronts)
{
    CLEANUP(sparse_finish) struct sparse disk = image_new(SIZE, 512);
    struct gpt_table table = image_gpt(SIZE, 512, 128, 1);

    table.entries[0].first_lba = fronts[_i].start;
    image_put_gpt(&disk, &table);
    gpt_finish(&table);
    image_put_zeros(&disk, 1, 1, 512);
    CLEANUP(layout_unrefp) struct layout *layout = read_good(&disk);
    const struct extent *primary = layout_find_lba(layout, 1);
    ck_assert_int_eq(primary->role, ROLE_GPT_PRIMARY);
    ck_assert_uint_eq(primary->length, fronts[_i].length);
}

static struct layout_builder *builder_new(void)
{
    const struct label label = { .kind = LABEL_MSDOS, .last_usable = SIZE - 1 };
    const struct limits_reported said = { .size_bytes = SIZE * 512, .logical = 512 };
    const struct limits_given given = { 0 };
    struct limits limits;
    struct err err = { 0 };

    ck_assert(limits_settle(&said, &given, &limits, &err));
    return layout_builder_new(&limits, &label);
}

static uint32_t add(struct layout_builder *builder, struct extent extent)
{
    return layout_builder_add(builder, &extent);
}

TEST(a_slice_past_the_disk_makes_no_layout)
{
    CLEANUP(layout_builder_freep) struct layout_builder *builder = builder_new();
    struct err err = { 0 };
    uint32_t id =
        add(builder,
            (struct extent){
                .kind = EXTENT_PARTITION, .number = 1, .start = 2048, .length = 4096 });

    (void)add(builder, (struct extent){ .kind = EXTENT_SLICE,
                                        .parent = id,
                                        .letter = 'a',
                                        .start = 2048,
                                        .length = SIZE - 2047 });
    ck_assert_ptr_null(layout_builder_finish(builder, &err));
    ck_assert_msg(strstr(err.text, "BSD partition a (sector 2048") != NULL, "%s",
                  err.text);
}

/* Whatever order they come in. */
TEST(of_two_that_overlap_the_lower_number_is_kept)
{
    CLEANUP(layout_builder_freep) struct layout_builder *builder = builder_new();
    struct err err = { 0 };

    (void)add(builder,
              (struct extent){
                  .kind = EXTENT_PARTITION, .number = 2, .start = 2048, .length = 4096 });
    (void)add(builder,
              (struct extent){
                  .kind = EXTENT_PARTITION, .number = 1, .start = 4096, .length = 4096 });
    ck_assert_ptr_null(layout_builder_finish(builder, &err));
    ck_assert_msg(strstr(err.text, "partition 2 (sectors 2048 to 6143) and partition 1 "
                                   "(from sector 4096) overlap") != NULL,
                  "%s", err.text);
    err = (struct err){ 0 };
    layout_builder_settle(builder);
    CLEANUP(layout_unrefp) struct layout *layout = layout_builder_finish(builder, &err);
    ck_assert_msg(layout != NULL, "%s", err.text);
    ck_assert_int_eq(layout_find_entry(layout, 1)->kind, EXTENT_PARTITION);
    ck_assert_int_eq(layout_find_entry(layout, 2)->fault, FAULT_OVERLAP);
    ck_assert_uint_eq(layout_find_entry(layout, 2)->overlapped, 1);
    /* Right before the first extent that starts behind it. */
    for (size_t i = 1; i < layout_count(layout); i++)
        ck_assert_uint_le(layout_at(layout, i - 1)->start, layout_at(layout, i)->start);
}

/* An extent with the first id that an added extent may have. */
TEST(a_builder_gives_out_low_ids_alone)
{
    CLEANUP(layout_builder_freep) struct layout_builder *builder = builder_new();
    struct extent chosen = { .id = LAYOUT_ID_FREE,
                             .kind = EXTENT_PARTITION,
                             .number = 1,
                             .start = 2048,
                             .length = 4096 };
    struct extent other = {
        .kind = EXTENT_PARTITION, .number = 2, .start = 8192, .length = 4096
    };
    struct err err = { 0 };

    ck_assert_uint_eq(add(builder, chosen), LAYOUT_ID_FREE);
    ck_assert_uint_lt(add(builder, other), LAYOUT_ID_FREE);
    CLEANUP(layout_unrefp) struct layout *layout = layout_builder_finish(builder, &err);
    ck_assert_msg(layout != NULL, "%s", err.text);
    CLEANUP(layout_builder_freep)
    struct layout_builder *again = layout_builder_from(layout);
    other.start = 16384;
    ck_assert_uint_lt(add(again, other), LAYOUT_ID_FREE);
}
