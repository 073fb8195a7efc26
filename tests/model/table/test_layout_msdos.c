/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_layout_msdos.c - from an MBR on a disk to its layout and notes, BSD labels too */
#include "model/table/layout_msdos.h"

#include <string.h>

#include "model/base/mem.h"
#include "support/table_image.h"
#include "support/test.h"

#define SIZE 1953525168

static struct mbr_table *table_new(void)
{
    struct mbr_table *table = xcalloc(1, sizeof(*table));

    table->signature = 0x5a3c9d21;
    return table;
}

static struct layout *read_good(struct sparse *disk, uint64_t logical)
{
    struct err err = { 0 };
    struct layout *layout = image_read(disk, logical, &err);

    ck_assert_msg(layout != NULL, "%s", err.text);
    return layout;
}

/* The legacy disk of the field: two primaries, an extended, a logical swap. */
static struct mbr_table *legacy(void)
{
    struct mbr_table *table = table_new();

    table->primary[0] = (struct mbr_entry){ 0x80, 0x07, 63, 204796557 };
    table->primary[1] = (struct mbr_entry){ 0, 0x83, 204796620, 1707789825 };
    table->primary[2] = (struct mbr_entry){ 0, 0x05, 1912586445, 40933620 };
    mbr_add_logical(table, 2, 1912586445,
                    &(struct mbr_entry){ 0, 0x82, 1912586508, 40933557 });
    return table;
}

static const struct {
    enum extent_kind kind;
    enum extent_role role;
    uint64_t start, length;
    unsigned number;
    const char *type;
} wanted[] = {
    { EXTENT_METADATA, ROLE_MBR, 0, 1, 0, "" },
    { EXTENT_FREE, ROLE_MBR_GAP, 1, 62, 0, "" },
    { EXTENT_PARTITION, ROLE_NONE, 63, 204796557, 1, "7" },
    { EXTENT_PARTITION, ROLE_NONE, 204796620, 1707789825, 2, "83" },
    { EXTENT_EXTENDED, ROLE_NONE, 1912586445, 40933620, 3, "5" },
    { EXTENT_METADATA, ROLE_EBR, 1912586445, 1, 0, "" },
    { EXTENT_FREE, ROLE_NONE, 1912586446, 62, 0, "" },
    { EXTENT_LOGICAL, ROLE_NONE, 1912586508, 40933557, 5, "82" },
    { EXTENT_FREE, ROLE_NONE, 1953520065, 5103, 0, "" },
};

TEST(legacy_disk_is_covered_by_its_extents)
{
    CLEANUP(sparse_finish) struct sparse disk = image_new(SIZE, 512);
    CLEANUP(freep) struct mbr_table *table = legacy();

    image_put_mbr(&disk, table, 512);
    CLEANUP(layout_unrefp) struct layout *layout = read_good(&disk, 512);
    ck_assert_uint_eq(layout_count(layout), ARRAY_SIZE(wanted));
    for (size_t i = 0; i < ARRAY_SIZE(wanted); i++) {
        const struct extent *extent = layout_at(layout, i);
        ck_assert_int_eq(extent->kind, wanted[i].kind);
        ck_assert_int_eq(extent->role, wanted[i].role);
        ck_assert_uint_eq(extent->start, wanted[i].start);
        ck_assert_uint_eq(extent->length, wanted[i].length);
        ck_assert_uint_eq(extent->number, wanted[i].number);
        ck_assert_str_eq(extent->type, wanted[i].type);
    }
    ck_assert_uint_eq(layout_note_count(layout), 0);
    ck_assert(layout_find_number(layout, 1)->is_bootable);
    ck_assert(!layout_find_number(layout, 2)->is_bootable);
    ck_assert_str_eq(layout_find_number(layout, 5)->uuid, "5a3c9d21-05");
    ck_assert_uint_eq(layout_find_number(layout, 5)->parent,
                      layout_find_number(layout, 3)->id);
}

static const struct {
    uint64_t size, logical, last;
} labels[] = {
    { SIZE, 512, SIZE - 1 },
    { UINT64_C(5860533168), 512, UINT32_MAX },
    { SIZE, 4096, SIZE - 1 },
    { UINT64_C(1) << 33, 4096, UINT32_MAX },
};

TEST_EACH(label_says_what_can_be_used, labels)
{
    CLEANUP(sparse_finish)
    struct sparse disk = image_new(labels[_i].size, labels[_i].logical);
    CLEANUP(freep) struct mbr_table *table = table_new();

    image_put_mbr(&disk, table, labels[_i].logical);
    CLEANUP(layout_unrefp)
    struct layout *layout = read_good(&disk, labels[_i].logical);
    const struct label *label = layout_label(layout);
    ck_assert_int_eq(label->kind, LABEL_MSDOS);
    ck_assert_str_eq(label->id, "0x5a3c9d21");
    ck_assert_uint_eq(label->first_usable, 1);
    ck_assert_uint_eq(label->last_usable, labels[_i].last);
    ck_assert_uint_eq(label->entries, 4);
}

TEST(end_beyond_32_bits_is_told)
{
    const uint64_t size = UINT64_C(5860533168);
    CLEANUP(sparse_finish) struct sparse disk = image_new(size, 512);
    CLEANUP(freep) struct mbr_table *table = table_new();

    table->primary[0] = (struct mbr_entry){ 0, 0x83, UINT32_MAX - 2047, 4096 };
    image_put_mbr(&disk, table, 512);
    CLEANUP(layout_unrefp) struct layout *layout = read_good(&disk, 512);
    ck_assert_uint_eq(layout_find_number(layout, 1)->length, 4096);
    ck_assert_ptr_nonnull(layout_note_find(layout, NOTE_MSDOS_END_BEYOND_32_BITS));
}

/* One entry is damaged and says why; the others are as they were. */
static void assert_damaged(struct sparse *disk, unsigned number, enum entry_fault fault,
                           unsigned overlapped, const char *why)
{
    CLEANUP(layout_unrefp) struct layout *layout = read_good(disk, 512);
    const struct extent *found = NULL;

    ck_assert_msg(layout_damaged_count(layout) == 1, "%s", why);
    for (size_t i = 0; i < layout_count(layout); i++)
        if (extent_is_damaged(layout_at(layout, i)))
            found = layout_at(layout, i);
    ck_assert_msg(found->number == number, "%s: %u", why, found->number);
    ck_assert_msg(found->fault == fault, "%s: %d", why, (int)found->fault);
    ck_assert_msg(found->overlapped == overlapped, "%s: %u", why, found->overlapped);
    ck_assert_msg(layout_read_only(layout) != NULL, "%s", why);
    ck_assert_ptr_null(strchr(layout_read_only(layout)->text, '\n'));
}

/* Primaries 1 and 2 of a disk of SIZE sectors. */
static const struct {
    const char *why;
    struct mbr_entry first, second;
    unsigned number;
    enum entry_fault fault;
    unsigned overlapped;
} broken[] = {
    /* clang-format off */
    { "overlap", { 0, 0x83, 63, 1000 }, { 0, 0x83, 1000, 1000 }, 2, FAULT_OVERLAP, 1 },
    { "one in the other", { 0, 0x83, 63, 1000 }, { 0, 0x83, 100, 10 }, 2, FAULT_OVERLAP,
      1 },
    { "the same twice", { 0, 0x83, 63, 1000 }, { 0, 0x83, 63, 1000 }, 2, FAULT_OVERLAP,
      1 },
    { "on the MBR", { 0, 0x83, 0, 1000 }, { 0 }, 1, FAULT_OVERLAP, 0 },
    { "one sector past the disk", { 0, 0x83, 63, SIZE - 62 }, { 0 }, 1,
      FAULT_OUTSIDE_DISK, 0 },
    { "wholly past the disk", { 0, 0x83, UINT32_MAX, UINT32_MAX }, { 0 }, 1,
      FAULT_OUTSIDE_DISK, 0 },
    { "extended past the disk", { 0, 0x05, SIZE - 10, 1000 }, { 0 }, 1,
      FAULT_OUTSIDE_DISK, 0 },
    { "extended on the MBR", { 0, 0x05, 0, 1000 }, { 0 }, 1, FAULT_OVERLAP, 0 },
    /* clang-format on */
};

TEST_EACH(broken_entry_is_one_row, broken)
{
    CLEANUP(sparse_finish) struct sparse disk = image_new(SIZE, 512);
    CLEANUP(freep) struct mbr_table *table = table_new();

    table->primary[0] = broken[_i].first;
    table->primary[1] = broken[_i].second;
    image_put_mbr(&disk, table, 512);
    /* The extended partition of a row leads to an EBR that is there. */
    if (broken[_i].first.type == 0x05 && broken[_i].first.start)
        image_put_magic(&disk, broken[_i].first.start, 512);
    assert_damaged(&disk, broken[_i].number, broken[_i].fault, broken[_i].overlapped,
                   broken[_i].why);
}

/* Logicals in an extended partition of 1000 sectors at 1000. */
static const struct {
    const char *why;
    uint64_t ebr;
    struct mbr_entry logical;
    unsigned number;
    enum entry_fault fault;
    unsigned overlapped;
} astray[] = {
    /* clang-format off */
    { "on its EBR", 1500, { 0, 0x83, 1500, 10 }, 6, FAULT_OVERLAP, 0 },
    { "past its container by far", 1500, { 0, 0x83, 1990, 20 }, 6,
      FAULT_OUTSIDE_CONTAINER, 0 },
    { "before its EBR, mod 2^32", 1500, { 0, 0x83, 1010, 10 }, 6, FAULT_OUTSIDE_DISK, 0 },
    { "past its container", 1500, { 0, 0x83, 1501, 500 }, 6, FAULT_OUTSIDE_CONTAINER, 0 },
    { "EBR in the first logical", 1010, { 0, 0x83, 1600, 10 }, 5, FAULT_OVERLAP, 0 },
    /* clang-format on */
};

TEST_EACH(broken_logical_is_one_row, astray)
{
    CLEANUP(sparse_finish) struct sparse disk = image_new(SIZE, 512);
    CLEANUP(freep) struct mbr_table *table = table_new();

    table->primary[0] = (struct mbr_entry){ 0, 0x05, 1000, 1000 };
    mbr_add_logical(table, 0, 1000, &(struct mbr_entry){ 0, 0x83, 1001, 100 });
    mbr_add_logical(table, 0, astray[_i].ebr, &astray[_i].logical);
    image_put_mbr(&disk, table, 512);
    assert_damaged(&disk, astray[_i].number, astray[_i].fault, astray[_i].overlapped,
                   astray[_i].why);
}

/* Linux and sfdisk follow the link: what it leads to is shown. */
TEST(chain_that_leaves_its_container_is_followed)
{
    CLEANUP(sparse_finish) struct sparse disk = image_new(SIZE, 512);
    CLEANUP(freep) struct mbr_table *table = table_new();

    table->primary[0] = (struct mbr_entry){ 0, 0x05, 1000, 1000 };
    mbr_add_logical(table, 0, 1000, &(struct mbr_entry){ 0, 0x83, 1001, 100 });
    mbr_add_logical(table, 0, 2500, &(struct mbr_entry){ 0, 0x83, 2501, 100 });
    image_put_mbr(&disk, table, 512);
    CLEANUP(layout_unrefp) struct layout *layout = read_good(&disk, 512);
    ck_assert_uint_eq(layout_damaged_count(layout), 2);
    ck_assert_int_eq(layout_find_entry(layout, 6)->fault, FAULT_OUTSIDE_CONTAINER);
    ck_assert_ptr_nonnull(layout_note_find(layout, NOTE_MSDOS_CHAIN_BROKEN));
    ck_assert_int_eq(layout_find_lba(layout, 2501)->role, ROLE_CLAIMED);
}

/* libparted recurses for ever here. */
TEST(chain_that_comes_back_is_one_row)
{
    CLEANUP(sparse_finish) struct sparse disk = image_new(SIZE, 512);
    CLEANUP(freep) struct mbr_table *table = table_new();
    const uint8_t link_to_itself[16] = { [4] = 0x05, [12] = 10 };

    table->primary[0] = (struct mbr_entry){ 0, 0x05, 1000, 1000 };
    table->links[table->link_count++] = (struct mbr_link){ .lba = 1000 };
    image_put_mbr(&disk, table, 512);
    sparse_put(&disk, 1000 * 512 + 462, link_to_itself, sizeof(link_to_itself));
    assert_damaged(&disk, 0, FAULT_CHAIN_LOOP, 0, "loop");
    CLEANUP(layout_unrefp) struct layout *layout = read_good(&disk, 512);
    ck_assert_ptr_nonnull(strstr(layout_note_find(layout, NOTE_MSDOS_CHAIN_BROKEN)->text,
                                 "comes back to the EBR at sector 1000"));
}

/* A container that ends past the disk keeps the logicals that do not. */
TEST(logicals_of_a_cut_container_are_shown)
{
    CLEANUP(sparse_finish) struct sparse disk = image_new(SIZE, 512);
    CLEANUP(freep) struct mbr_table *table = table_new();
    uint64_t start = SIZE - 1000;

    table->primary[1] = (struct mbr_entry){ 0, 0x05, start, 3000 };
    mbr_add_logical(table, 1, start, &(struct mbr_entry){ 0, 0x83, start + 1, 100 });
    mbr_add_logical(table, 1, start + 500,
                    &(struct mbr_entry){ 0, 0x83, start + 501, 2499 });
    image_put_mbr(&disk, table, 512);
    CLEANUP(layout_unrefp) struct layout *layout = read_good(&disk, 512);
    ck_assert_uint_eq(layout_damaged_count(layout), 2);
    ck_assert_uint_eq(layout_find_number(layout, 2)->length, 1000);
    ck_assert_uint_eq(layout_find_number(layout, 2)->claimed, 3000);
    ck_assert_int_eq(layout_find_number(layout, 5)->kind, EXTENT_LOGICAL);
    ck_assert_ptr_null(layout_find_number(layout, 6));
    ck_assert_int_eq(layout_find_entry(layout, 6)->fault, FAULT_OUTSIDE_DISK);
    /* What 6 names may hold data: it is not called free. */
    ck_assert_int_eq(layout_find_lba(layout, start + 501)->role, ROLE_CLAIMED);
}

static const struct {
    enum note_id id;
    struct mbr_entry entry;
    enum note_level level;
    const char *words;
} oddities[] = {
    { NOTE_MSDOS_ENTRY_EMPTY, { 0, 0x83, 5000, 0 }, NOTE_WARNING, "MBR entry 1 " },
    { NOTE_MSDOS_ENTRY_UNTYPED, { 0x80, 0, 64, 1000 }, NOTE_WARNING, "Partition 1 " },
    { NOTE_MSDOS_EBR_SIGNATURE, { 0, 0x05, 5000, 1000 }, NOTE_READ_ONLY, "sector 5000" },
};

TEST_EACH(odd_entry_is_told_and_the_rest_shown, oddities)
{
    CLEANUP(sparse_finish) struct sparse disk = image_new(SIZE, 512);
    CLEANUP(freep) struct mbr_table *table = table_new();

    table->primary[0] = oddities[_i].entry;
    table->primary[1] = (struct mbr_entry){ 0, 0x83, 2048, 1000 };
    image_put_mbr(&disk, table, 512);
    CLEANUP(layout_unrefp) struct layout *layout = read_good(&disk, 512);
    const struct note *note = layout_note_find(layout, oddities[_i].id);
    ck_assert_msg(note != NULL, "no %s", note_id_text(oddities[_i].id));
    ck_assert_int_eq(note_level(note->id), oddities[_i].level);
    ck_assert_msg(strstr(note->text, oddities[_i].words) != NULL, "%s", note->text);
    ck_assert_ptr_nonnull(layout_find_number(layout, 2));
}

TEST(an_entry_without_a_type_is_a_row)
{
    CLEANUP(sparse_finish) struct sparse disk = image_new(SIZE, 512);
    CLEANUP(freep) struct mbr_table *table = table_new();

    table->primary[0] = (struct mbr_entry){ 0, 0, 2048, 1000 };
    table->primary[1] = (struct mbr_entry){ 0, 0, 0, 10 };
    table->primary[2] = (struct mbr_entry){ 0, 0, SIZE - 10, 11 };
    image_put_mbr(&disk, table, 512);
    CLEANUP(layout_unrefp) struct layout *layout = read_good(&disk, 512);
    ck_assert_int_eq(layout_find_number(layout, 1)->kind, EXTENT_PARTITION);
    ck_assert_str_eq(layout_find_number(layout, 1)->type, "0");
    ck_assert_int_eq(layout_find_entry(layout, 2)->fault, FAULT_OVERLAP);
    ck_assert_int_eq(layout_find_lba(layout, 5)->role, ROLE_CLAIMED);
    ck_assert_int_eq(layout_find_entry(layout, 3)->fault, FAULT_OUTSIDE_DISK);
    ck_assert_int_eq(layout_find_lba(layout, SIZE - 1)->role, ROLE_CLAIMED);
}

TEST(empty_link_takes_no_number)
{
    CLEANUP(sparse_finish) struct sparse disk = image_new(SIZE, 512);
    CLEANUP(freep) struct mbr_table *table = table_new();

    table->primary[0] = (struct mbr_entry){ 0, 0x05, 1000, 1000 };
    table->links[table->link_count++] = (struct mbr_link){ .lba = 1000 };
    mbr_add_logical(table, 0, 1500, &(struct mbr_entry){ 0, 0x83, 1501, 100 });
    image_put_mbr(&disk, table, 512);
    CLEANUP(layout_unrefp) struct layout *layout = read_good(&disk, 512);
    ck_assert_uint_eq(layout_find_number(layout, 5)->start, 1501);
    ck_assert_ptr_null(layout_find_number(layout, 6));
    ck_assert_int_eq(layout_find_lba(layout, 1000)->role, ROLE_EBR);
    ck_assert_int_eq(layout_find_lba(layout, 1500)->role, ROLE_EBR);
}

TEST(two_extended_partitions_are_read_and_told)
{
    CLEANUP(sparse_finish) struct sparse disk = image_new(SIZE, 512);
    CLEANUP(freep) struct mbr_table *table = table_new();

    table->primary[0] = (struct mbr_entry){ 0, 0x05, 1000, 1000 };
    table->primary[1] = (struct mbr_entry){ 0, 0x0f, 2000, 1000 };
    mbr_add_logical(table, 0, 1000, &(struct mbr_entry){ 0, 0x83, 1001, 100 });
    mbr_add_logical(table, 1, 2000, &(struct mbr_entry){ 0, 0x83, 2001, 100 });
    image_put_mbr(&disk, table, 512);
    CLEANUP(layout_unrefp) struct layout *layout = read_good(&disk, 512);
    ck_assert_uint_eq(layout_find_number(layout, 6)->start, 2001);
    ck_assert_int_eq(note_level(layout_note_find(layout, NOTE_MSDOS_TWO_EXTENDED)->id),
                     NOTE_READ_ONLY);
}

TEST(chain_of_60_costs_a_read_each)
{
    CLEANUP(sparse_finish) struct sparse disk = image_new(SIZE, 512);
    CLEANUP(freep) struct mbr_table *table = table_new();

    table->primary[0] = (struct mbr_entry){ 0, 0x05, 1000000, 60 * 10000 };
    for (unsigned i = 0; i < 60; i++) {
        uint64_t at = 1000000 + i * 10000;
        mbr_add_logical(table, 0, at, &(struct mbr_entry){ 0, 0x83, at + 63, 9000 });
    }
    image_put_mbr(&disk, table, 512);
    CLEANUP(layout_unrefp) struct layout *layout = read_good(&disk, 512);
    ck_assert_uint_eq(layout_find_number(layout, 64)->start, 1590063);
    ck_assert_uint_eq(disk.reads, 60 + 2);
}

TEST(gpt_that_nothing_announces_does_not_count)
{
    CLEANUP(sparse_finish) struct sparse disk = image_new(SIZE, 512);
    CLEANUP(freep) struct mbr_table *table = legacy();
    CLEANUP(gpt_finish) struct gpt_table gpt = image_gpt(SIZE, 512, 128, 3);

    image_put_gpt(&disk, &gpt);
    image_put_mbr(&disk, table, 512);
    CLEANUP(layout_unrefp) struct layout *layout = read_good(&disk, 512);
    ck_assert_int_eq(layout_label(layout)->kind, LABEL_MSDOS);
    ck_assert_int_eq(note_level(layout_note_find(layout, NOTE_MSDOS_STALE_GPT)->id),
                     NOTE_WARNING);
}

/* The OpenBSD disk of 2010, and what else may stand in such a label. */
static struct bsd_label openbsd(void)
{
    return (struct bsd_label){
        .flavour = BSD_OPENBSD,
        .sector_bytes = 512,
        .size = SIZE,
        .count = 16,
        .entries = { { 63, 20000000, 7 },
                     { 20000063, 2000000, 1 },
                     { 0, SIZE, 0 },
                     { 22000063, 20000000, 0 },
                     { 1953520065, 1000, 8 },     /* another partition of the disk */
                     { 1953520065, 100000, 7 } }, /* past the disk */
    };
}

static const struct extent *find_slice(const struct layout *layout, char letter)
{
    for (size_t i = 0; i < layout_count(layout); i++)
        if (layout_at(layout, i)->letter == letter)
            return layout_at(layout, i);
    return NULL;
}

TEST(bsd_entries_are_slices_of_their_partition)
{
    CLEANUP(sparse_finish) struct sparse disk = image_new(SIZE, 512);
    CLEANUP(freep) struct mbr_table *table = table_new();
    struct bsd_label label = openbsd();

    table->primary[3] = (struct mbr_entry){ 0x80, 0xa6, 63, 1953520002 };
    image_put_mbr(&disk, table, 512);
    image_put_bsd(&disk, &label, 63, 512);
    CLEANUP(layout_unrefp) struct layout *layout = read_good(&disk, 512);
    const struct extent *a = find_slice(layout, 'a'), *b = find_slice(layout, 'b');
    ck_assert_int_eq(a->kind, EXTENT_SLICE);
    ck_assert_uint_eq(a->parent, layout_find_number(layout, 4)->id);
    ck_assert_uint_eq(a->start, 63);
    ck_assert_uint_eq(a->length, 20000000);
    ck_assert_str_eq(a->type, "4.2BSD");
    ck_assert_int_eq(a->role, ROLE_NONE);
    ck_assert_uint_eq(b->start, 20000063);
    ck_assert_str_eq(b->type, "swap");
    ck_assert_int_eq(find_slice(layout, 'c')->role, ROLE_RAW);
    ck_assert_int_eq(find_slice(layout, 'd')->role, ROLE_UNUSED);
    ck_assert_ptr_null(find_slice(layout, 'e'));
    ck_assert_ptr_null(find_slice(layout, 'f'));
    ck_assert_int_eq(note_level(layout_note_find(layout, NOTE_BSD_ENTRY_ELSEWHERE)->id),
                     NOTE_INFO);
    ck_assert_int_eq(note_level(layout_note_find(layout, NOTE_BSD_ENTRY_BEYOND)->id),
                     NOTE_WARNING);
}

TEST(freebsd_in_a_logical_partition_counts_from_it)
{
    CLEANUP(sparse_finish) struct sparse disk = image_new(SIZE, 512);
    CLEANUP(freep) struct mbr_table *table = table_new();
    struct bsd_label label = { .flavour = BSD_FREEBSD, .sector_bytes = 512, .count = 8 };

    table->primary[0] = (struct mbr_entry){ 0, 0x05, 1000, 100000 };
    mbr_add_logical(table, 0, 1000, &(struct mbr_entry){ 0, 0xa5, 1063, 50000 });
    label.entries[0] = (struct bsd_entry){ 16, 1000, 7 };
    label.entries[2] = (struct bsd_entry){ 0, 50000, 0 };
    image_put_mbr(&disk, table, 512);
    image_put_bsd(&disk, &label, 1063, 512);
    CLEANUP(layout_unrefp) struct layout *layout = read_good(&disk, 512);
    ck_assert_uint_eq(find_slice(layout, 'a')->start, 1079);
    ck_assert_uint_eq(find_slice(layout, 'c')->start, 1063);
    ck_assert_int_eq(find_slice(layout, 'c')->role, ROLE_RAW);
}

TEST(disk_without_a_table_is_nobodys_here)
{
    CLEANUP(sparse_finish) struct sparse disk = image_new(SIZE, 512);
    struct err err = { 0 };

    ck_assert_ptr_null(image_read(&disk, 512, &err));
    ck_assert_int_eq(err.code, ERR_NONE);
}
