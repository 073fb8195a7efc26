/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_table_mbr.c - MBR and EBRs: recognition, content, errors */
#include "model/table/mbr.h"

#include <stdlib.h>
#include <string.h>

#include "model/base/mem.h"
#include "model/base/num.h"
#include "model/table/mbr_layout.h"
#include "support/table_image.h"
#include "support/test.h"

#define SIZE 1953525168

/* Allocated: with all its links a table is too large for a stack. */
static struct mbr_table *table_new(void)
{
    struct mbr_table *table = xcalloc(1, sizeof(*table));

    table->signature = 0x5a3c9d21;
    return table;
}

static struct mbr_table *decode(struct sparse *disk, uint64_t logical)
{
    struct mbr_table *table = xcalloc(1, sizeof(*table));
    struct reader reader = sparse_reader(disk);
    struct err err = { 0 };

    ck_assert_msg(mbr_decode(&reader, logical, table, &err), "%s", err.text);
    return table;
}

static void assert_same_entry(const struct mbr_entry *a, const struct mbr_entry *b)
{
    ck_assert_uint_eq(a->flag, b->flag);
    ck_assert_uint_eq(a->type, b->type);
    ck_assert_uint_eq(a->start, b->start);
    ck_assert_uint_eq(a->length, b->length);
}

static void assert_same(const struct mbr_table *a, const struct mbr_table *b)
{
    ck_assert_uint_eq(a->signature, b->signature);
    for (unsigned i = 0; i < MBR_SLOTS; i++)
        assert_same_entry(&a->primary[i], &b->primary[i]);
    ck_assert_uint_eq(a->link_count, b->link_count);
    for (size_t i = 0; i < a->link_count; i++) {
        ck_assert_uint_eq(a->links[i].lba, b->links[i].lba);
        ck_assert_uint_eq(a->links[i].slot, b->links[i].slot);
    }
    ck_assert_uint_eq(a->logical_count, b->logical_count);
    for (size_t i = 0; i < a->logical_count; i++) {
        assert_same_entry(&a->logicals[i].entry, &b->logicals[i].entry);
        ck_assert_uint_eq(a->logicals[i].link, b->logicals[i].link);
    }
}

static const uint64_t sector_sizes[] = { 512, 4096 };

TEST_EACH(table_comes_back_as_it_was_written, sector_sizes)
{
    uint64_t logical = sector_sizes[_i];
    CLEANUP(sparse_finish) struct sparse disk = image_new(SIZE, logical);
    CLEANUP(freep) struct mbr_table *table = table_new();

    table->primary[0] = (struct mbr_entry){ 0x80, 0x07, 63, 204796557 };
    table->primary[1] = (struct mbr_entry){ 0, 0x83, 204796620, 1707789825 };
    table->primary[3] = (struct mbr_entry){ 0, 0x0f, 1912586445, 40933620 };
    mbr_add_logical(table, 3, 1912586445,
                    &(struct mbr_entry){ 0, 0x82, 1912586508, 20000 });
    mbr_add_logical(table, 3, 1913000000,
                    &(struct mbr_entry){ 0, 0x83, 1913000063, 3000 });
    mbr_add_logical(table, 3, 1912700000,
                    &(struct mbr_entry){ 0, 0x83, 1912700001, 3000 });
    image_put_mbr(&disk, table, logical);
    CLEANUP(freep) struct mbr_table *got = decode(&disk, logical);
    ck_assert_int_eq(got->kind, MBR_TABLE);
    ck_assert_int_eq(got->fault, MBR_FAULT_NONE);
    assert_same(got, table);
    ck_assert_uint_eq(disk.reads, 1 + 3);
}

static uint64_t random_next(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

/* A random legal table: up to 3 primaries and up to 40 logicals, in order. */
static struct mbr_table *table_of_chance(uint64_t *state)
{
    struct mbr_table *table = table_new();
    uint64_t at = 1 + random_next(state) % 4096;
    unsigned logicals = (unsigned)(random_next(state) % 40);

    for (unsigned i = 0; i < 3; i++) {
        uint64_t length = 1 + random_next(state) % 1000000;
        table->primary[i] = (struct mbr_entry){ i == 1 ? 0x80 : 0, 0x83, at, length };
        at += length + random_next(state) % 3;
    }
    table->primary[3] = (struct mbr_entry){ 0, 0x05, at, SIZE - at };
    for (unsigned i = 0; i < logicals; i++) {
        uint64_t gap = 1 + random_next(state) % 63;
        uint64_t length = 1 + random_next(state) % 1000000;
        struct mbr_entry entry = { 0, 0x8e, at + gap, length };
        mbr_add_logical(table, 3, at, &entry);
        at += gap + length + random_next(state) % 100;
    }
    if (!logicals)
        table->links[table->link_count++] = (struct mbr_link){ .lba = at, .slot = 3 };
    return table;
}

TEST(decoding_undoes_encoding)
{
    uint64_t state = 88172645463325252;

    for (unsigned i = 0; i < 200; i++) {
        struct sparse disk = image_new(SIZE, 512);
        CLEANUP(freep) struct mbr_table *table = table_of_chance(&state);
        image_put_mbr(&disk, table, 512);
        CLEANUP(freep) struct mbr_table *got = decode(&disk, 512);
        ck_assert_int_eq(got->fault, MBR_FAULT_NONE);
        assert_same(got, table);
        sparse_finish(&disk);
    }
}

/* Bytes at the places of a boot sector: jump, name, parameters, entries, magic. */
static const struct {
    const char *why;
    const char *head;
    size_t head_bytes;
    uint8_t flag, type;
    uint32_t start, length;
    bool has_magic;
    enum mbr_kind want;
} sectors[] = {
    { "zeros", "", 0, 0, 0, 0, 0, false, MBR_ABSENT },
    { "entries without magic", "", 0, 0x80, 7, 63, 100, false, MBR_ABSENT },
    { "empty table", "", 0, 0, 0, 0, 0, true, MBR_TABLE },
    { "table", "", 0, 0x80, 7, 63, 100, true, MBR_TABLE },
    { "flag that is none", "", 0, 0x65, 0x72, 0x6573, 100, true, MBR_BOOT_SECTOR },
    { "FAT without a table", "\xeb\x3c\x90mkfs.fat\0\2\4\1\0\2\0\2\0\0\xf8", 22, 0, 0, 0,
      0, true, MBR_BOOT_SECTOR },
    { "FAT, and text instead of entries", "\xeb\x3c\x90mkfs.fat\0\2\4\1\0\2\0\2\0\0\xf8",
      22, 0, 0x20, 0x64656c69, 0x61662074, true, MBR_BOOT_SECTOR },
    { "FAT, and an entry from sector 0", "\xeb\x3c\x90mkfs.fat\0\2\4\1\0\2\0\2\0\0\xf8",
      22, 0, 0x83, 0, 100, true, MBR_BOOT_SECTOR },
    { "GRUB over what was FAT", "\xeb\x63\x90mkfs.fat\0\2\4\1\0\2\0\2\0\0\xf8", 22, 0x80,
      0x83, 2048, 8192, true, MBR_TABLE },
    { "GRUB, and an entry up to the end", "\xeb\x63\x90mkfs.fat\0\2\4\1\0\2\0\2\0\0\xf8",
      22, 0x80, 0x83, 2048, 97952, true, MBR_TABLE },
    { "GRUB, and an entry past the end", "\xeb\x63\x90mkfs.fat\0\2\4\1\0\2\0\2\0\0\xf8",
      22, 0x80, 0x83, 2048, 97953, true, MBR_BOOT_SECTOR },
    /* Each field alone shows that there is no file system: an MBR without entries. */
    { "FAT without a jump", "\0\0\0mkfs.fat\0\2\4\1\0\2\0\2\0\0\xf8", 22, 0, 0, 0, 0,
      true, MBR_TABLE },
    { "FAT with the longer jump", "\xe9\0\0mkfs.fat\0\2\4\1\0\2\0\2\0\0\xf8", 22, 0, 0, 0,
      0, true, MBR_BOOT_SECTOR },
    { "sectors of 256 bytes", "\xeb\x3c\x90mkfs.fat\0\1\4\1\0\2\0\2\0\0\xf8", 22, 0, 0, 0,
      0, true, MBR_TABLE },
    { "sectors of 4096 bytes", "\xeb\x3c\x90mkfs.fat\0\x10\4\1\0\2\0\2\0\0\xf8", 22, 0, 0,
      0, 0, true, MBR_BOOT_SECTOR },
    { "sectors of 8192 bytes", "\xeb\x3c\x90mkfs.fat\0\x20\4\1\0\2\0\2\0\0\xf8", 22, 0, 0,
      0, 0, true, MBR_TABLE },
    { "sectors of 768 bytes", "\xeb\x3c\x90mkfs.fat\0\3\4\1\0\2\0\2\0\0\xf8", 22, 0, 0, 0,
      0, true, MBR_TABLE },
    { "clusters of 3 sectors", "\xeb\x3c\x90mkfs.fat\0\2\3\1\0\2\0\2\0\0\xf8", 22, 0, 0,
      0, 0, true, MBR_TABLE },
    { "no sector before the FAT", "\xeb\x3c\x90mkfs.fat\0\2\4\0\0\2\0\2\0\0\xf8", 22, 0,
      0, 0, 0, true, MBR_TABLE },
    { "no FAT", "\xeb\x3c\x90mkfs.fat\0\2\4\1\0\0\0\2\0\0\xf8", 22, 0, 0, 0, 0, true,
      MBR_TABLE },
    { "4 FATs", "\xeb\x3c\x90mkfs.fat\0\2\4\1\0\4\0\2\0\0\xf8", 22, 0, 0, 0, 0, true,
      MBR_BOOT_SECTOR },
    { "5 FATs", "\xeb\x3c\x90mkfs.fat\0\2\4\1\0\5\0\2\0\0\xf8", 22, 0, 0, 0, 0, true,
      MBR_TABLE },
    { "a floppy's media", "\xeb\x3c\x90mkfs.fat\0\2\4\1\0\2\0\2\0\0\xf0", 22, 0, 0, 0, 0,
      true, MBR_BOOT_SECTOR },
    { "no media", "\xeb\x3c\x90mkfs.fat\0\2\4\1\0\2\0\2\0\0\xf7", 22, 0, 0, 0, 0, true,
      MBR_TABLE },
    { "NTFS", "\xeb\x52\x90NTFS    \0\2\10\0\0", 16, 0, 0, 0, 0, true, MBR_BOOT_SECTOR },
    { "exFAT",
      "\xeb\x76\x90"
      "EXFAT   ",
      11, 0, 0, 0, 0, true, MBR_BOOT_SECTOR },
    { "PC-98", "\xeb\x0a\x90\x90IPL1", 8, 0, 0, 0, 0, true, MBR_BOOT_SECTOR },
    { "MBR that was PC-98", "\xeb\x0a\x90\x90IPL1", 8, 0x80, 7, 63, 100, true,
      MBR_TABLE },
    { "protective", "", 0, 0, 0xee, 1, 0xffffffff, true, MBR_PROTECTIVE },
    { "protective and active", "", 0, 0x80, 0xee, 1, 1000, true, MBR_PROTECTIVE },
};

TEST_EACH(first_sector_is_what_it_is, sectors)
{
    CLEANUP(sparse_finish) struct sparse disk = image_new(100000, 512);
    uint8_t bytes[512] = { 0 };

    memcpy(bytes, sectors[_i].head, sectors[_i].head_bytes);
    bytes[446] = sectors[_i].flag;
    bytes[450] = sectors[_i].type;
    put_le32(bytes, 454, sectors[_i].start);
    put_le32(bytes, 458, sectors[_i].length);
    put_le16(bytes, 510, sectors[_i].has_magic ? 0xaa55 : 0);
    sparse_put(&disk, 0, bytes, sizeof(bytes));
    CLEANUP(freep) struct mbr_table *got = decode(&disk, 512);
    ck_assert_msg(got->kind == sectors[_i].want, "%s: %d", sectors[_i].why, got->kind);
}

/* Flag and length of entry 3; entry 1 is whole. */
static const struct {
    const char *why;
    const char *head;
    uint8_t flag;
    uint32_t length;
    unsigned want;
} flags[] = {
    { "a flag that is none", "", 0x12, 1000, 3 },
    { "a flag that is none, on an entry past the disk", "", 0x12, 100000, 0 },
    { "no fault", "", 0x80, 1000, 0 },
    { "FAT, and an entry past the disk", "\xeb\x3c\x90mkfs.fat\0\2\4\1\0\2\0\2\0\0\xf8",
      0, 100000, 0 },
};

TEST_EACH(entry_is_named_whose_flag_alone_is_wrong, flags)
{
    CLEANUP(sparse_finish) struct sparse disk = image_new(100000, 512);
    CLEANUP(freep) struct mbr_table *table = table_new();

    table->primary[0] = (struct mbr_entry){ 0x80, 0x83, 2048, 1000 };
    table->primary[2] =
        (struct mbr_entry){ flags[_i].flag, 0x83, 4096, flags[_i].length };
    image_put_mbr(&disk, table, 512);
    sparse_put(&disk, 0, flags[_i].head, flags[_i].head[0] ? 22 : 0);
    CLEANUP(freep) struct mbr_table *got = decode(&disk, 512);
    ck_assert_msg(mbr_flag_fault(got, 100000) == flags[_i].want, "%s: %u", flags[_i].why,
                  mbr_flag_fault(got, 100000));
}

/* LBA 2048 is 0/32/33 with 255 heads and 63 sectors, as sfdisk writes it. */
TEST(chs_follows_a_start_and_else_stays)
{
    static const uint8_t at_2048[] = { 0x20, 0x21, 0x00 }, other[] = { 1, 1, 0 };
    uint8_t entry[16] = { 0 };

    mbr_put_range(entry, 63, 1000, 0);
    memcpy(entry + 1, other, sizeof(other));
    mbr_put_range(entry, 63, 2000, 0);
    ck_assert_mem_eq(entry + 1, other, sizeof(other));
    mbr_put_range(entry, 2048, 2000, 0);
    ck_assert_mem_eq(entry + 1, at_2048, sizeof(at_2048));
}

TEST(protective_beside_others_is_hybrid)
{
    CLEANUP(sparse_finish) struct sparse disk = image_new(SIZE, 512);
    CLEANUP(freep) struct mbr_table *table = table_new();

    table->primary[0] = (struct mbr_entry){ 0, 0xee, 1, 2047 };
    table->primary[1] = (struct mbr_entry){ 0x80, 0x07, 2048, 100000 };
    image_put_mbr(&disk, table, 512);
    CLEANUP(freep) struct mbr_table *got = decode(&disk, 512);
    ck_assert_int_eq(got->kind, MBR_HYBRID);
}

/* An extended partition of 1000 sectors at 1000; its first EBR links to NEXT. */
static struct sparse disk_with_link(uint32_t next, uint8_t logical_type)
{
    struct sparse disk = image_new(SIZE, 512);
    CLEANUP(freep) struct mbr_table *table = table_new();
    struct mbr_entry entry = { 0, logical_type, 1001, logical_type ? 10 : 0 };
    uint8_t link[16] = { [4] = 0x05 };

    table->primary[0] = (struct mbr_entry){ 0, 0x05, 1000, 1000 };
    mbr_add_logical(table, 0, 1000, &entry);
    image_put_mbr(&disk, table, 512);
    put_le32(link, 8, next);
    put_le32(link, 12, 10);
    sparse_put(&disk, 1000 * 512 + 462, link, sizeof(link));
    return disk;
}

static const struct {
    const char *why;
    uint32_t next; /* from the start of the extended partition */
    uint8_t logical_type;
    enum mbr_fault fault;
    uint64_t lba;
} links[] = {
    { "to itself", 0, 0x83, MBR_FAULT_LOOP, 1000 },
    { "to itself, without logicals", 0, 0, MBR_FAULT_LOOP, 1000 },
    { "past the extended partition", 1000, 0x83, MBR_FAULT_OUTSIDE, 2000 },
    { "to the end of 32 bits", 0xffffffff, 0x83, MBR_FAULT_OUTSIDE, 0x1000003e7 },
    { "to nothing", 500, 0x83, MBR_FAULT_SIGNATURE, 1500 },
    { "to the logical's own zeros", 1, 0x83, MBR_FAULT_SIGNATURE, 1001 },
};

TEST_EACH(link_that_leads_astray_is_a_fault, links)
{
    CLEANUP(sparse_finish)
    struct sparse disk = disk_with_link(links[_i].next, links[_i].logical_type);
    CLEANUP(freep) struct mbr_table *got = decode(&disk, 512);

    ck_assert_msg(got->fault == links[_i].fault, "%s: %d", links[_i].why, got->fault);
    ck_assert_uint_eq(got->fault_lba, links[_i].lba);
    ck_assert_uint_eq(got->link_count, 1);
    ck_assert_uint_eq(got->logical_count, links[_i].logical_type ? 1 : 0);
}

/* 1000 -> 1100 -> 1200 -> 1100, none with a logical: endless for a reader that recurses.
 */
TEST(loop_without_logicals_ends)
{
    CLEANUP(sparse_finish) struct sparse disk = disk_with_link(100, 0);
    uint8_t ebr[512] = { [450 + 16] = 0x05 };

    put_le16(ebr, 510, 0xaa55);
    put_le32(ebr, 474, 10);
    put_le32(ebr, 470, 200);
    sparse_put(&disk, 1100 * 512, ebr, sizeof(ebr));
    put_le32(ebr, 470, 100);
    sparse_put(&disk, 1200 * 512, ebr, sizeof(ebr));
    CLEANUP(freep) struct mbr_table *got = decode(&disk, 512);
    ck_assert_int_eq(got->fault, MBR_FAULT_LOOP);
    ck_assert_uint_eq(got->fault_lba, 1100);
    ck_assert_uint_eq(got->link_count, 3);
}

TEST(chain_of_300_is_followed_to_its_bound)
{
    CLEANUP(sparse_finish) struct sparse disk = image_new(SIZE, 512);
    CLEANUP(freep) struct mbr_table *table = table_new();
    uint8_t ebr[512] = { [450] = 0x83, [450 + 16] = 0x05 };

    table->primary[0] = (struct mbr_entry){ 0, 0x05, 1000, 100000 };
    image_put_mbr(&disk, table, 512);
    put_le16(ebr, 510, 0xaa55);
    put_le32(ebr, 454, 1);
    put_le32(ebr, 458, 5);
    put_le32(ebr, 474, 10);
    for (uint32_t i = 0; i < MBR_LINKS_MAX + 50; i++) {
        put_le32(ebr, 470, (i + 1) * 10);
        sparse_put(&disk, (1000 + i * 10) * 512, ebr, sizeof(ebr));
    }
    CLEANUP(freep) struct mbr_table *got = decode(&disk, 512);
    ck_assert_int_eq(got->fault, MBR_FAULT_TOO_MANY);
    ck_assert_uint_eq(got->link_count, MBR_LINKS_MAX);
    ck_assert_uint_eq(disk.reads, 1 + MBR_LINKS_MAX);
}

/* Linux numbers 255 partitions; the others are read all the same. */
TEST(a_chain_longer_than_linux_numbers_is_read)
{
    CLEANUP(sparse_finish) struct sparse disk = image_new(SIZE, 512);
    CLEANUP(freep) struct mbr_table *table = table_new();

    table->primary[0] = (struct mbr_entry){ 0, 0x05, 1000, 100000 };
    for (uint32_t i = 0; i < 300; i++)
        mbr_add_logical(table, 0, 1000 + i * 10,
                        &(struct mbr_entry){ 0, 0x83, 1001 + i * 10, 5 });
    image_put_mbr(&disk, table, 512);
    CLEANUP(freep) struct mbr_table *got = decode(&disk, 512);
    ck_assert_int_eq(got->fault, MBR_FAULT_NONE);
    ck_assert_uint_eq(got->logical_count, 300);
    ck_assert_uint_eq(got->logicals[299].entry.start, 1001 + 299 * 10);
}

TEST(ebr_that_cannot_be_read_is_a_fault)
{
    CLEANUP(sparse_finish) struct sparse disk = disk_with_link(500, 0x83);

    disk.broken_from = 1500 * 512;
    disk.broken_to = 1501 * 512;
    CLEANUP(freep) struct mbr_table *got = decode(&disk, 512);
    ck_assert_int_eq(got->fault, MBR_FAULT_READ);
    ck_assert_uint_eq(got->fault_lba, 1500);
}

TEST(first_sector_that_cannot_be_read_is_an_error)
{
    struct sparse disk = { .size_bytes = 1000 * 512, .broken_to = 512 };
    struct reader reader = sparse_reader(&disk);
    CLEANUP(freep) struct mbr_table *table = table_new();
    struct err err = { 0 };

    ck_assert(!mbr_decode(&reader, 512, table, &err));
    ck_assert_int_eq(err.code, ERR_UNREADABLE);
}

/* As Linux and sfdisk take it. */
TEST(an_entry_without_a_type_is_a_logical)
{
    CLEANUP(sparse_finish) struct sparse disk = disk_with_link(0, 0);

    /* Entry 1 of the EBR at 1000: no type, sector 1 of what it names, 10 sectors. */
    sparse_put(&disk, 1000 * 512 + 446 + 8, "\1\0\0\0\12\0\0\0", 8);
    CLEANUP(freep) struct mbr_table *got = decode(&disk, 512);
    ck_assert_uint_eq(got->logical_count, 1);
    assert_same_entry(&got->logicals[0].entry, &(struct mbr_entry){ 0, 0, 1001, 10 });
}

/* The container is at 1000 + 1000; its only EBR is that at 1000. */
static const struct {
    const char *why;
    unsigned slot;
    uint8_t type;
    uint32_t start, length;
    bool is_stray;
} entries_of_ebr[] = {
    { "first, past the container", 0, 0x83, 900, 500, false },
    { "second, past the container", 1, 0, 900, 500, false },
    { "third, past the container", 2, 0x83, 900, 500, true },
    { "third, untyped, past the container", 2, 0, 900, 500, true },
    { "third, to the end", 2, 0, 900, 100, false },
    { "fourth, by a wrap", 3, 0x83, UINT32_MAX, 100, true },
};

TEST_EACH(third_and_fourth_entry_of_an_ebr_are_read_as_linux_does, entries_of_ebr)
{
    CLEANUP(sparse_finish) struct sparse disk = image_new(SIZE, 512);
    CLEANUP(freep) struct mbr_table *table = table_new();
    uint8_t entry[16] = { [4] = entries_of_ebr[_i].type };

    table->primary[0] = (struct mbr_entry){ 0, 0x05, 1000, 1000 };
    table->links[table->link_count++] = (struct mbr_link){ .lba = 1000 };
    image_put_mbr(&disk, table, 512);
    put_le32(entry, 8, entries_of_ebr[_i].start);
    put_le32(entry, 12, entries_of_ebr[_i].length);
    sparse_put(&disk, 1000 * 512 + 446 + 16 * entries_of_ebr[_i].slot, entry, 16);
    CLEANUP(freep) struct mbr_table *got = decode(&disk, 512);
    ck_assert_msg(got->logical_count == !entries_of_ebr[_i].is_stray, "%s",
                  entries_of_ebr[_i].why);
    ck_assert_msg(got->links[0].has_stray == entries_of_ebr[_i].is_stray, "%s",
                  entries_of_ebr[_i].why);
}

TEST(a_slot_without_sectors_is_odd_if_any_byte_is_set)
{
    CLEANUP(sparse_finish) struct sparse disk = image_new(SIZE, 512);
    CLEANUP(freep) struct mbr_table *table = table_new();

    table->primary[0] = (struct mbr_entry){ 0, 0, 2048, 1000 };
    table->primary[1] = (struct mbr_entry){ 0, 0x83, 2048, 0 };
    image_put_mbr(&disk, table, 512);
    sparse_put(&disk, 446 + 48 + 1, "\1", 1); /* one byte of the address of its start */
    CLEANUP(freep) struct mbr_table *got = decode(&disk, 512);
    ck_assert_uint_eq(got->odd_slots, 1 << 1 | 1 << 3);
}

TEST(every_logical_of_a_crowded_ebr_is_found)
{
    CLEANUP(sparse_finish) struct sparse disk = image_new(SIZE, 512);
    CLEANUP(freep) struct mbr_table *table = table_new();

    table->primary[2] = (struct mbr_entry){ 0, 0x85, 1000, 100000 };
    mbr_add_logical(table, 2, 1000, &(struct mbr_entry){ 0, 0x83, 1001, 10 });
    table->logicals[1].entry = (struct mbr_entry){ 0, 0x82, 1011, 10 };
    table->logical_count = 2;
    mbr_add_logical(table, 2, 2000, &(struct mbr_entry){ 0, 0x83, 2001, 10 });
    image_put_mbr(&disk, table, 512);
    CLEANUP(freep) struct mbr_table *got = decode(&disk, 512);
    assert_same(got, table);
}

TEST(the_longest_chain_fills_no_more_than_its_sectors)
{
    size_t room = MBR_SECTORS_MAX + 1;
    CLEANUP(freep) struct mbr_table *table = table_new();
    CLEANUP(freep) struct mbr_sector *got = xcalloc(room, sizeof(*got));
    static const struct mbr_sector untouched;

    table->primary[0] = (struct mbr_entry){ 0, 0x05, 1000, 100000 };
    for (uint32_t i = 0; i < MBR_LINKS_MAX; i++)
        mbr_add_logical(table, 0, 1000 + i * 10,
                        &(struct mbr_entry){ 0, 0x83, 1001 + i * 10, 5 });
    ck_assert_uint_eq(mbr_encode(table, got), MBR_SECTORS_MAX);
    ck_assert_uint_eq(got[MBR_LINKS_MAX].lba, 1000 + (MBR_LINKS_MAX - 1) * 10);
    /* A link covers the next EBR and its partition, and no later one. */
    ck_assert_uint_eq(le32_at(mbr_slot(got[1].bytes, 1), 12), 6);
    ck_assert_mem_eq(&got[MBR_SECTORS_MAX], &untouched, sizeof(untouched));
}
