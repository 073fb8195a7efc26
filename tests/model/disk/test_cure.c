/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_cure.c - cures of damaged entries, and what is written for them */
#include <string.h>

#include "model/base/mem.h"
#include "model/disk/cure.h"
#include "model/edit/edit.h"
#include "model/write/plan.h"
#include "model/write/whitelist.h"
#include "support/edits.h"
#include "support/refused.h"
#include "support/table_image.h"
#include "support/test.h"

#define SIZE      UINT64_C(8192)
#define CONTAINER (SIZE - 2000)

/* A primary, a container that ends beyond the disk, a valid logical, and one that ends
 * beyond the disk. */
static struct sparse disk_with_damage(void)
{
    struct sparse disk = image_new(SIZE, 512);
    CLEANUP(freep) struct mbr_table *table = xcalloc(1, sizeof(*table));

    table->kind = MBR_TABLE;
    table->signature = 0x12345678;
    table->primary[0] = (struct mbr_entry){ 0x80, 0x83, 63, 1000 };
    table->primary[1] = (struct mbr_entry){ 0, 0x05, CONTAINER, 3000 };
    mbr_add_logical(table, 1, CONTAINER,
                    &(struct mbr_entry){ 0, 0x83, CONTAINER + 1, 100 });
    mbr_add_logical(table, 1, CONTAINER + 500,
                    &(struct mbr_entry){ 0, 0x83, CONTAINER + 501, 2499 });
    image_put_mbr(&disk, table, 512);
    return disk;
}

static struct layout *read_whole(struct sparse *disk)
{
    struct err err = { 0 };
    struct layout *layout = image_read(disk, 512, &err);

    ck_assert_msg(layout != NULL, "%s", err.text);
    return layout;
}

static struct layout *cured(const struct layout *layout, enum repair repair,
                            unsigned number)
{
    struct err err = { 0 };
    struct entry_cure cure;

    ck_assert_msg(cure_find(layout, repair, number, &cure, &err), "%s", err.text);
    struct edit edit = { .kind = EDIT_REPAIR, .repair = repair, .id = cure.id };
    struct layout *preview = edit_apply(layout, &edit, &err);
    ck_assert_msg(preview != NULL, "%s", err.text);
    return preview;
}

/* After each write of one sector, all valid partitions of BASE still exist. */
static void assert_safe(struct sparse *disk, const struct layout *base,
                        const struct layout *preview, size_t writes)
{
    struct reader reader = sparse_reader(disk);
    struct write_plan plan = { 0 };
    struct err err = { 0 };

    ck_assert_msg(write_plan_make(&reader, base, preview, &plan, &err), "%s", err.text);
    ck_assert_msg(whitelist_check(&reader, base, preview, &plan, &err), "%s", err.text);
    ck_assert_uint_eq(plan.count, writes);
    for (size_t i = 1; i <= plan.count; i++) {
        struct write_plan_view view;
        struct reader after = write_plan_reader(&view, &reader, &plan, i);
        struct layout *now = NULL;
        ck_assert_uint_eq(plan.writes[i - 1].count, 1);
        ck_assert(plan.writes[i - 1].is_flushed);
        ck_assert(tables_read(&after, layout_limits(base), &now, &err) && now);
        ck_assert_uint_eq(layout_find_number(now, 1)->length, 1000);
        ck_assert_uint_eq(layout_find_number(now, 5)->length, 100);
        layout_unref(now);
    }
    write_plan_finish(&plan);
}

/* Only the sector at LBA is written. */
static void assert_one_write(struct sparse *disk, const struct layout *base,
                             const struct layout *preview, uint64_t lba)
{
    struct reader reader = sparse_reader(disk);
    struct write_plan plan = { 0 };
    struct err err = { 0 };

    ck_assert_msg(write_plan_make(&reader, base, preview, &plan, &err), "%s", err.text);
    ck_assert_msg(whitelist_check(&reader, base, preview, &plan, &err), "%s", err.text);
    ck_assert_uint_eq(plan.count, 1);
    ck_assert_uint_eq(plan.writes[0].lba, lba);
    ck_assert_uint_eq(plan.writes[0].count, 1);
    write_plan_finish(&plan);
}

TEST(cut_and_drop_write_one_sector_each)
{
    struct sparse disk = disk_with_damage();
    CLEANUP(layout_unrefp) struct layout *base = read_whole(&disk);
    CLEANUP(layout_unrefp) struct layout *cut = cured(base, REPAIR_CUT, 2);
    CLEANUP(layout_unrefp) struct layout *both = cured(cut, REPAIR_DROP, 6);

    ck_assert_uint_eq(layout_damaged_count(base), 2);
    ck_assert_uint_eq(layout_damaged_count(cut), 1);
    ck_assert_uint_eq(layout_damaged_count(both), 0);
    ck_assert_ptr_null(layout_read_only(both));
    assert_safe(&disk, base, cut, 1);
    assert_safe(&disk, base, both, 2);
    sparse_finish(&disk);
}

TEST(a_cut_logical_ends_with_the_disk)
{
    struct sparse disk = disk_with_damage();
    CLEANUP(layout_unrefp) struct layout *base = read_whole(&disk);
    CLEANUP(layout_unrefp) struct layout *cut = cured(base, REPAIR_CUT, 6);

    ck_assert_uint_eq(extent_end(layout_find_number(cut, 6)), SIZE);
    assert_safe(&disk, base, cut, 1);
    sparse_finish(&disk);
}

/* Entry 1 ends beyond the disk, the other one is valid. */
static const struct {
    uint64_t start;
    struct mbr_entry other;
    bool can_be_cut;
} outside[] = {
    { 3000, { 0, 0x83, 63, 1000 }, true },
    { 3000, { 0, 0x83, 3500, 1000 }, false }, /* lies in what would be left */
    { 3600, { 0, 0x83, 3500, 1000 }, false }, /* where it starts */
    { SIZE - 1, { 0, 0x83, 63, 1000 }, true },
    { SIZE, { 0, 0x83, 63, 1000 }, false },
    { SIZE + 9, { 0, 0x83, 63, 1000 }, false },
};

TEST_EACH(an_entry_is_cut_where_nothing_else_lies, outside)
{
    struct sparse disk = image_new(SIZE, 512);
    CLEANUP(freep) struct mbr_table *table = xcalloc(1, sizeof(*table));
    struct err err = { 0 };
    struct entry_cure cure;

    table->primary[0] = (struct mbr_entry){ 0, 0x83, (uint32_t)outside[_i].start, SIZE };
    table->primary[1] = outside[_i].other;
    image_put_mbr(&disk, table, 512);
    CLEANUP(layout_unrefp) struct layout *base = read_whole(&disk);
    ck_assert_int_eq(cure_find(base, REPAIR_CUT, 1, &cure, &err), outside[_i].can_be_cut);
    ck_assert(cure_find(base, REPAIR_DROP, 1, &cure, &err));
    sparse_finish(&disk);
}

TEST(a_container_goes_with_its_logicals)
{
    struct sparse disk = disk_with_damage();
    CLEANUP(layout_unrefp) struct layout *base = read_whole(&disk);
    CLEANUP(layout_unrefp) struct layout *left = cured(base, REPAIR_DROP, 2);

    ck_assert_ptr_nonnull(layout_find_number(left, 1));
    ck_assert_ptr_null(layout_find_entry(left, 5));
    ck_assert_ptr_null(layout_find_entry(left, 6));
    assert_one_write(&disk, base, left, 0);
    sparse_finish(&disk);
}

/* The next logical then has its number, also when the table is read again. */
TEST(logicals_behind_one_that_is_dropped_count_on)
{
    struct sparse disk = image_new(SIZE, 512);
    struct reader reader = sparse_reader(&disk);
    CLEANUP(freep) struct mbr_table *table = xcalloc(1, sizeof(*table));
    struct write_plan plan = { 0 };
    struct write_plan_view view;
    struct layout *again = NULL;
    struct err err = { 0 };

    table->primary[0] = (struct mbr_entry){ 0, 0x83, 63, 1000 };
    table->primary[1] = (struct mbr_entry){ 0, 0x05, 2048, 5000 };
    mbr_add_logical(table, 1, 2048, &(struct mbr_entry){ 0, 0x83, 2050, 100 });
    mbr_add_logical(table, 1, 2500, &(struct mbr_entry){ 0, 0x83, 2140, 100 });
    mbr_add_logical(table, 1, 3000, &(struct mbr_entry){ 0, 0x83, 3002, 300 });
    mbr_add_logical(table, 1, 4000, &(struct mbr_entry){ 0, 0x83, 4002, 400 });
    image_put_mbr(&disk, table, 512);
    CLEANUP(layout_unrefp) struct layout *base = read_whole(&disk);
    CLEANUP(layout_unrefp) struct layout *left = cured(base, REPAIR_DROP, 6);
    ck_assert_uint_eq(layout_find_number(left, 6)->length, 300);
    ck_assert_uint_eq(layout_find_number(left, 7)->length, 400);
    ck_assert_ptr_null(layout_find_entry(left, 8));
    ck_assert_msg(write_plan_make(&reader, base, left, &plan, &err), "%s", err.text);
    struct reader after = write_plan_reader(&view, &reader, &plan, plan.count);
    ck_assert(tables_read(&after, layout_limits(base), &again, &err) && again);
    ck_assert_uint_eq(layout_find_number(again, 6)->length, 300);
    ck_assert_uint_eq(layout_find_number(again, 7)->length, 400);
    layout_unref(again);
    write_plan_finish(&plan);
    sparse_finish(&disk);
}

/* Either of two overlapping entries can be dropped. */
TEST(what_an_entry_overlaps_can_be_dropped_too)
{
    struct sparse disk = image_new(SIZE, 512);
    CLEANUP(freep) struct mbr_table *table = xcalloc(1, sizeof(*table));

    table->primary[0] = (struct mbr_entry){ 0, 0x83, 63, 1000 };
    table->primary[1] = (struct mbr_entry){ 0, 0x83, 1000, 1000 };
    image_put_mbr(&disk, table, 512);
    CLEANUP(layout_unrefp) struct layout *base = read_whole(&disk);
    CLEANUP(layout_unrefp) struct layout *first = cured(base, REPAIR_DROP, 2);
    CLEANUP(layout_unrefp) struct layout *second = cured(base, REPAIR_DROP, 1);
    ck_assert_uint_eq(layout_find_number(first, 1)->length, 1000);
    ck_assert_int_eq(layout_find_number(second, 2)->kind, EXTENT_PARTITION);
    ck_assert_ptr_null(layout_find_entry(second, 1));
    sparse_finish(&disk);
}

TEST(a_chain_that_comes_back_can_be_ended)
{
    struct sparse disk = image_new(SIZE, 512);
    CLEANUP(freep) struct mbr_table *table = xcalloc(1, sizeof(*table));

    table->primary[0] = (struct mbr_entry){ 0, 0x83, 63, 1000 };
    table->primary[1] = (struct mbr_entry){ 0, 0x05, 2048, 2000 };
    mbr_add_logical(table, 1, 2048, &(struct mbr_entry){ 0, 0x83, 2050, 100 });
    image_put_mbr(&disk, table, 512);
    const uint8_t link[16] = { [4] = 0x05, [12] = 10 };
    sparse_put(&disk, 2048 * 512 + 462, link, sizeof(link));
    CLEANUP(layout_unrefp) struct layout *base = read_whole(&disk);
    CLEANUP(layout_unrefp) struct layout *ended = cured(base, REPAIR_END_CHAIN, 0);
    ck_assert_uint_eq(layout_damaged_count(ended), 0);
    assert_safe(&disk, base, ended, 1);
    sparse_finish(&disk);
}

/* Entry 1 ends beyond the disk; 2 and 3 are extended partitions, of which 3 has LENGTH
 * sectors. */
static struct sparse disk_with_two_chains(uint64_t length)
{
    struct sparse disk = image_new(SIZE, 512);
    CLEANUP(freep) struct mbr_table *table = xcalloc(1, sizeof(*table));

    table->primary[0] = (struct mbr_entry){ 0, 0x83, 7000, SIZE };
    table->primary[1] = (struct mbr_entry){ 0, 0x05, 2048, 1000 };
    table->primary[2] = (struct mbr_entry){ 0, 0x05, 4096, length };
    mbr_add_logical(table, 1, 2048, &(struct mbr_entry){ 0, 0x83, 2050, 100 });
    mbr_add_logical(table, 2, 4096, &(struct mbr_entry){ 0, 0x83, 4098, 100 });
    image_put_mbr(&disk, table, 512);
    return disk;
}

static const uint64_t third_lengths[] = { 1000, SIZE };

TEST_EACH(two_extended_partitions_are_told_until_one_is_dropped, third_lengths)
{
    struct sparse disk = disk_with_two_chains(third_lengths[_i]);
    CLEANUP(layout_unrefp) struct layout *base = read_whole(&disk);
    CLEANUP(layout_unrefp) struct layout *both = cured(base, REPAIR_DROP, 1);

    ck_assert_ptr_nonnull(layout_note_find(base, NOTE_MSDOS_TWO_EXTENDED));
    ck_assert_ptr_nonnull(layout_note_find(both, NOTE_MSDOS_TWO_EXTENDED));
    ck_assert_ptr_nonnull(layout_read_only(both));
    if (layout_damaged_count(both)) {
        CLEANUP(layout_unrefp) struct layout *one = cured(both, REPAIR_DROP, 3);
        ck_assert_ptr_null(layout_note_find(one, NOTE_MSDOS_TWO_EXTENDED));
        ck_assert_ptr_null(layout_read_only(one));
    }
    sparse_finish(&disk);
}

/* Only the link that leads back is removed, not that to its EBR. */
TEST(the_other_links_of_an_ended_chain_stay)
{
    struct sparse disk = image_new(SIZE, 512);
    CLEANUP(freep) struct mbr_table *table = xcalloc(1, sizeof(*table));
    struct reader reader = sparse_reader(&disk);
    uint8_t bytes[512];
    struct write write = { .lba = 2048, .count = 1, .after = bytes };
    const struct write_plan plan = { .logical = 512, .writes = &write, .count = 1 };
    struct err err = { 0 };

    table->primary[0] = (struct mbr_entry){ 0, 0x83, 63, 1000 };
    table->primary[1] = (struct mbr_entry){ 0, 0x05, 2048, 2000 };
    mbr_add_logical(table, 1, 2048, &(struct mbr_entry){ 0, 0x83, 2050, 100 });
    mbr_add_logical(table, 1, 2500, &(struct mbr_entry){ 0, 0x83, 2502, 100 });
    image_put_mbr(&disk, table, 512);
    const uint8_t link[16] = { [4] = 0x05, [12] = 10 };
    sparse_put(&disk, 2500 * 512 + 462, link, sizeof(link));
    CLEANUP(layout_unrefp) struct layout *base = read_whole(&disk);
    CLEANUP(layout_unrefp) struct layout *ended = cured(base, REPAIR_END_CHAIN, 0);
    assert_safe(&disk, base, ended, 1);
    ck_assert(reader_read(&reader, 2048 * 512, bytes, sizeof(bytes)));
    ck_assert(whitelist_check(&reader, base, ended, &plan, &err));
    bytes[462 + 8] ^= 1;
    ck_assert(!whitelist_check(&reader, base, ended, &plan, &err));
    ck_assert_ptr_nonnull(strstr(err.text, "Byte 470 of sector 2048 "));
    sparse_finish(&disk);
}

/* Linux follows the link: the rest of the chain is removed, but its sectors are kept. */
TEST(a_chain_that_leaves_its_container_is_ended_by_one_write)
{
    struct sparse disk = image_new(SIZE, 512);
    CLEANUP(freep) struct mbr_table *table = xcalloc(1, sizeof(*table));

    table->primary[0] = (struct mbr_entry){ 0, 0x83, 63, 1000 };
    table->primary[1] = (struct mbr_entry){ 0, 0x05, 2048, 2000 };
    mbr_add_logical(table, 1, 2048, &(struct mbr_entry){ 0, 0x83, 2050, 100 });
    mbr_add_logical(table, 1, 5000, &(struct mbr_entry){ 0, 0x83, 5001, 100 });
    mbr_add_logical(table, 1, 5500, &(struct mbr_entry){ 0, 0x83, 5501, 100 });
    image_put_mbr(&disk, table, 512);
    CLEANUP(layout_unrefp) struct layout *base = read_whole(&disk);
    CLEANUP(layout_unrefp) struct layout *ended = cured(base, REPAIR_END_CHAIN, 0);
    ck_assert_ptr_nonnull(layout_find_entry(base, 6));
    ck_assert_ptr_null(layout_find_entry(ended, 6));
    assert_one_write(&disk, base, ended, 2048);
    assert_safe(&disk, base, ended, 1);
    sparse_finish(&disk);
}

static const struct {
    enum repair repair;
    unsigned number;
    const char *sentence;
} none[] = {
    { REPAIR_DROP, 1, "There is no damaged entry of partition 1 to be dropped." },
    { REPAIR_CUT, 1, "There is no entry of partition 1 that could be cut" },
    { REPAIR_END_CHAIN, 0, "There is no broken link in the chain" },
};

TEST_EACH(no_cure_is_found_of_what_is_not_damaged, none)
{
    CLEANUP(layout_unrefp) struct layout *layout = edits_msdos();
    struct err err = { 0 };
    struct entry_cure cure;

    ck_assert(!cure_find(layout, none[_i].repair, none[_i].number, &cure, &err));
    ck_assert_refused(&err, REFUSAL_CURE_NOT_POSSIBLE);
    ck_assert_msg(strstr(err.text, none[_i].sentence), "%s", err.text);
}

TEST(an_entry_is_cured_once)
{
    struct sparse disk = disk_with_damage();
    CLEANUP(layout_unrefp) struct layout *base = read_whole(&disk);
    CLEANUP(layout_unrefp) struct layout *left = cured(base, REPAIR_CUT, 2);
    struct edit edit = { .kind = EDIT_REPAIR,
                         .repair = REPAIR_CUT,
                         .id = layout_find_number(base, 2)->id };

    edits_refuse(left, edit, 0, REFUSAL_ENTRY_CURED_ALREADY, "is not damaged any more");
    sparse_finish(&disk);
}

TEST(nothing_else_is_changed_before_a_cure_is_written)
{
    struct sparse disk = disk_with_damage();
    CLEANUP(layout_unrefp) struct layout *base = read_whole(&disk);
    CLEANUP(layout_unrefp) struct layout *cut = cured(base, REPAIR_CUT, 2);
    CLEANUP(layout_unrefp) struct layout *both = cured(cut, REPAIR_DROP, 6);
    struct edit edit = { .kind = EDIT_DELETE, .id = layout_find_number(both, 1)->id };
    struct err err = { 0 };

    ck_assert_ptr_null(edit_apply(base, &edit, &err));
    ck_assert_ptr_null(edit_apply(both, &edit, &err));
    ck_assert_int_eq(err.code, ERR_REFUSED);
    sparse_finish(&disk);
}

/* Both copies of the GPT are written without the entry; others do not change. */
TEST(an_entry_of_a_gpt_is_dropped_from_both_copies)
{
    struct sparse disk = image_new(SIZE, 512);
    struct gpt_table table = image_gpt(SIZE, 512, 128, 2);

    table.entries[1].last_lba = SIZE + 5;
    image_put_gpt(&disk, &table);
    gpt_finish(&table);
    CLEANUP(layout_unrefp) struct layout *base = read_whole(&disk);
    CLEANUP(layout_unrefp) struct layout *left = cured(base, REPAIR_DROP, 2);
    struct reader reader = sparse_reader(&disk);
    struct write_plan plan = { 0 };
    struct err err = { 0 };
    ck_assert_msg(write_plan_make(&reader, base, left, &plan, &err), "%s", err.text);
    ck_assert_msg(whitelist_check(&reader, base, left, &plan, &err), "%s", err.text);
    ck_assert_uint_ge(plan.count, 2);
    write_plan_finish(&plan);
    sparse_finish(&disk);
}

/* Entry 2 ends before it starts, entry 3 beyond the disk; only 3 is dropped. */
TEST(one_entry_of_a_gpt_is_cured_at_a_time)
{
    struct sparse disk = image_new(SIZE, 512);
    struct gpt_table table = image_gpt(SIZE, 512, 128, 3);
    struct reader reader = sparse_reader(&disk);
    struct write_plan plan = { 0 };
    struct write_plan_view view;
    struct layout *now = NULL;
    struct err err = { 0 };

    table.entries[1].last_lba = table.entries[1].first_lba - 2;
    table.entries[2].last_lba = SIZE + 5;
    image_put_gpt(&disk, &table);
    gpt_finish(&table);
    CLEANUP(layout_unrefp) struct layout *base = read_whole(&disk);
    CLEANUP(layout_unrefp) struct layout *left = cured(base, REPAIR_DROP, 3);
    ck_assert_msg(write_plan_make(&reader, base, left, &plan, &err), "%s", err.text);
    ck_assert_msg(whitelist_check(&reader, base, left, &plan, &err), "%s", err.text);
    struct reader after = write_plan_reader(&view, &reader, &plan, plan.count);
    ck_assert(tables_read(&after, layout_limits(base), &now, &err) && now);
    ck_assert_int_eq(layout_find_entry(now, 2)->kind, EXTENT_DAMAGED);
    ck_assert_str_eq(layout_find_entry(now, 2)->name, "part");
    ck_assert_ptr_null(layout_find_entry(now, 3));
    layout_unref(now);
    write_plan_finish(&plan);
    sparse_finish(&disk);
}
