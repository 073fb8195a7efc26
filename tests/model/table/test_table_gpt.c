/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_table_gpt.c - both copies of a GPT: what they say, and what is wrong with them */
#include "model/table/gpt.h"

#include <string.h>

#include "model/base/crc32.h"
#include "model/base/mem.h"
#include "model/base/num.h"
#include "model/base/reader.h"
#include "support/table_image.h"
#include "support/test.h"

#define SIZE 1953525168

static const struct {
    uint64_t size, logical;
    uint32_t count;
    uint64_t first, last; /* usable */
} shapes[] = {
    { SIZE, 512, 128, 34, SIZE - 34 },
    { SIZE, 4096, 128, 6, SIZE - 6 },
    { SIZE, 65536, 128, 3, SIZE - 3 },
    { SIZE, 512, 1, 3, SIZE - 3 },
    { SIZE, 512, 56, 16, SIZE - 16 },
    { SIZE, 512, 1024, 258, SIZE - 258 },
    { SIZE, 512, 2048, 514, SIZE - 514 },
    { SIZE, 512, 32768, 8194, SIZE - 8194 }, /* the most that Linux reads */
    { UINT64_C(1) << 45, 512, 128, 34, (UINT64_C(1) << 45) - 34 }, /* 16 PiB */
    { 68, 512, 128, 34, 34 },                                      /* the least */
};

static void assert_same_copy(const struct gpt_copy *a, const struct gpt_copy *b)
{
    ck_assert_uint_eq(a->lba, b->lba);
    ck_assert_int_eq(a->state, GPT_OK);
    ck_assert_uint_eq(a->my_lba, b->my_lba);
    ck_assert_uint_eq(a->alternate_lba, b->alternate_lba);
    ck_assert_uint_eq(a->first_usable, b->first_usable);
    ck_assert_uint_eq(a->last_usable, b->last_usable);
    ck_assert(guid_equal(&a->disk_guid, &b->disk_guid));
    ck_assert_uint_eq(a->entries_lba, b->entries_lba);
    ck_assert_uint_eq(a->entry_count, b->entry_count);
    ck_assert_uint_eq(a->entry_bytes, b->entry_bytes);
}

static void assert_same_entries(const struct gpt_table *a, const struct gpt_table *b)
{
    ck_assert_uint_eq(a->count, b->count);
    for (size_t i = 0; i < a->count; i++) {
        const struct gpt_entry *x = &a->entries[i], *y = &b->entries[i];
        ck_assert_uint_eq(x->slot, y->slot);
        ck_assert(guid_equal(&x->type, &y->type));
        ck_assert(guid_equal(&x->unique, &y->unique));
        ck_assert_uint_eq(x->first_lba, y->first_lba);
        ck_assert_uint_eq(x->last_lba, y->last_lba);
        ck_assert_uint_eq(x->attributes, y->attributes);
        ck_assert_mem_eq(x->name, y->name, sizeof(x->name));
    }
}

static bool decode(struct sparse *disk, uint64_t logical, struct gpt_table *ret)
{
    struct reader reader = sparse_reader(disk);

    return gpt_decode(&reader, logical, disk->size_bytes / logical, ret);
}

TEST_EACH(table_comes_back_as_it_was_written, shapes)
{
    uint64_t logical = shapes[_i].logical;
    CLEANUP(sparse_finish) struct sparse disk = image_new(shapes[_i].size, logical);
    CLEANUP(gpt_finish)
    struct gpt_table table = image_gpt(shapes[_i].size, logical, shapes[_i].count, 1);
    CLEANUP(gpt_finish) struct gpt_table got;

    table.entries[0].slot = shapes[_i].count - 1;
    table.entries[0].attributes = UINT64_C(0x8000000000000005);
    ck_assert_uint_eq(table.primary.first_usable, shapes[_i].first);
    ck_assert_uint_eq(table.primary.last_usable, shapes[_i].last);
    image_put_gpt(&disk, &table);
    ck_assert(decode(&disk, logical, &got));
    assert_same_copy(&got.primary, &table.primary);
    assert_same_copy(&got.backup, &table.backup);
    assert_same_entries(&got, &table);
    ck_assert(!got.is_from_backup && !got.do_copies_differ);
}

TEST(a_header_may_fill_its_sector)
{
    CLEANUP(sparse_finish) struct sparse disk = image_new(SIZE, 512);
    struct gpt_table table = image_gpt(SIZE, 512, 128, 1), got;
    struct reader reader = sparse_reader(&disk);
    uint8_t header[513] = { 0 };

    image_put_gpt(&disk, &table);
    for (uint32_t length = 512; length <= 513; length++) {
        ck_assert(reader_read(&reader, 512, header, 512));
        put_le32(header, 12, length);
        put_le32(header, 16, 0);
        put_le32(header, 16, crc32_of(header, length));
        sparse_put(&disk, 512, header, 512);
        ck_assert(decode(&disk, 512, &got));
        ck_assert_int_eq(got.primary.state, length == 512 ? GPT_OK : GPT_BAD_HEADER);
        gpt_finish(&got);
    }
    gpt_finish(&table);
}

TEST(disk_of_67_sectors_is_too_small_for_128_entries)
{
    struct gpt_table table;

    ck_assert(!gpt_init(&table, 512, 67, &(struct guid){ { 1 } }, 128));
}

TEST(two_reads_are_enough_for_any_number_of_entries)
{
    CLEANUP(sparse_finish) struct sparse disk = image_new(SIZE, 512);
    struct gpt_table table = image_gpt(SIZE, 512, 128, 128), got;
    struct reader parent = sparse_reader(&disk);
    struct reader_cache cache;

    image_put_gpt(&disk, &table);
    struct reader reader = reader_of_cache(&cache, &parent);
    ck_assert(gpt_decode(&reader, 512, SIZE, &got));
    assert_same_entries(&got, &table);
    ck_assert_uint_eq(disk.reads, 2);
    reader_cache_finish(&cache);
    gpt_finish(&got);
    gpt_finish(&table);
}

TEST(entries_of_256_bytes_are_read)
{
    CLEANUP(sparse_finish) struct sparse disk = image_new(SIZE, 512);
    struct gpt_table table = image_gpt(SIZE, 512, 128, 3), got;

    table.primary.entry_bytes = table.backup.entry_bytes = 256;
    table.primary.first_usable = table.backup.first_usable = 2048;
    table.backup.entries_lba = SIZE - 65;
    table.primary.last_usable = table.backup.last_usable = SIZE - 66;
    image_put_gpt(&disk, &table);
    ck_assert(decode(&disk, 512, &got));
    assert_same_entries(&got, &table);
    assert_same_copy(&got.backup, &table.backup);
    gpt_finish(&got);
    gpt_finish(&table);
}

/* How the fields of a copy are spoilt before its checksums are made. */
struct spoiling {
    const char *why;
    uint64_t my_lba, alternate, first, last, entries;
    uint32_t count, bytes;
    enum gpt_state want;
};

/* 0 leaves a field as it was; NONE sets it to 0. */
#define NONE UINT32_MAX

static const struct spoiling spoilings[] = {
    { .why = "no entries", .count = NONE, .want = GPT_BAD_ENTRIES },
    { .why = "32769 entries", .count = 32769, .want = GPT_BAD_ENTRIES },
    { .why = "all the entries", .count = UINT32_MAX - 1, .want = GPT_BAD_ENTRIES },
    { .why = "4 MiB and more", .count = 1025, .bytes = 4096, .want = GPT_BAD_ENTRIES },
    { .why = "entries of no bytes", .bytes = NONE, .want = GPT_BAD_ENTRIES },
    { .why = "entries of 64 bytes", .bytes = 64, .want = GPT_BAD_ENTRIES },
    { .why = "entries of 8192 bytes", .bytes = 8192, .want = GPT_BAD_ENTRIES },
    { .why = "says LBA 5", .my_lba = 5, .want = GPT_BAD_PLACE },
    { .why = "usable from 0", .first = NONE, .want = GPT_BAD_RANGE },
    { .why = "usable backwards", .first = 5000, .last = 4999, .want = GPT_BAD_RANGE },
    { .why = "usable to 2^62", .last = UINT64_C(1) << 62, .want = GPT_BAD_ARRAY_CRC },
    { .why = "usable to 2^63", .last = UINT64_C(1) << 63, .want = GPT_BAD_RANGE },
    { .why = "usable to 2^64", .last = UINT64_MAX, .want = GPT_BAD_RANGE },
    { .why = "array at 0", .entries = NONE, .want = GPT_BAD_RANGE },
    { .why = "array on its header", .entries = 1, .want = GPT_BAD_RANGE },
    { .why = "array past the disk", .entries = SIZE - 31, .want = GPT_BAD_RANGE },
    { .why = "array at 2^63", .entries = UINT64_C(1) << 63, .want = GPT_BAD_RANGE },
    { .why = "array at 2^64 - 1", .entries = UINT64_MAX, .want = GPT_BAD_RANGE },
    { .why = "array elsewhere, of zeros", .entries = 500, .want = GPT_BAD_ARRAY_CRC },
};

static void set(uint64_t value, uint64_t *field)
{
    if (value)
        *field = value == NONE ? 0 : value;
}

static void set_number(uint32_t value, uint32_t *field)
{
    if (value)
        *field = value == NONE ? 0 : value;
}

static void spoil(const struct spoiling *how, struct gpt_copy *copy)
{
    set(how->my_lba, &copy->my_lba);
    set(how->alternate, &copy->alternate_lba);
    set(how->first, &copy->first_usable);
    set(how->last, &copy->last_usable);
    set(how->entries, &copy->entries_lba);
    set_number(how->count, &copy->entry_count);
    set_number(how->bytes, &copy->entry_bytes);
}

/* Rewrites the header at LBA with the fields of COPY and a good checksum; its array is
 * left alone.  The encoder puts a header where my_lba says. */
static void put_header(struct sparse *disk, const struct gpt_copy *copy, uint64_t lba)
{
    struct gpt_table table = { .logical = 512, .size = SIZE };
    CLEANUP(gpt_image_finish) struct gpt_image image;

    table.primary = *copy;
    table.primary.my_lba = 1;
    table.primary.entries_lba = 2;
    table.primary.entry_count = 128;
    table.primary.entry_bytes = 128;
    table.backup = table.primary;
    table.backup.my_lba = 40;
    gpt_encode(&table, &image);
    uint8_t *header = image.front + 512;
    put_le64(header, 24, copy->my_lba);
    put_le64(header, 72, copy->entries_lba);
    put_le32(header, 80, copy->entry_count);
    put_le32(header, 84, copy->entry_bytes);
    put_le32(header, 88, 1); /* wrong for any array here */
    put_le32(header, 16, 0);
    put_le32(header, 16, crc32_of(header, 92));
    sparse_put(disk, lba * 512, header, 512);
}

TEST_EACH(absurd_header_is_named_and_the_other_copy_read, spoilings)
{
    CLEANUP(sparse_finish) struct sparse disk = image_new(SIZE, 512);
    struct gpt_table table = image_gpt(SIZE, 512, 128, 5), got;

    image_put_gpt(&disk, &table);
    struct gpt_copy copy = table.primary;
    spoil(&spoilings[_i], &copy);
    put_header(&disk, &copy, 1);
    ck_assert_msg(decode(&disk, 512, &got), "%s", spoilings[_i].why);
    ck_assert_msg(got.primary.state == spoilings[_i].want, "%s: %d", spoilings[_i].why,
                  got.primary.state);
    ck_assert_int_eq(got.backup.state, GPT_OK);
    ck_assert(got.is_from_backup);
    assert_same_entries(&got, &table);
    gpt_finish(&got);
    gpt_finish(&table);
}

TEST_EACH(absurd_headers_on_both_sides_give_no_table, spoilings)
{
    CLEANUP(sparse_finish) struct sparse disk = image_new(SIZE, 512);
    struct gpt_table table = image_gpt(SIZE, 512, 128, 5), got;

    image_put_gpt(&disk, &table);
    struct gpt_copy primary = table.primary, backup = table.backup;
    spoil(&spoilings[_i], &primary);
    spoil(&spoilings[_i], &backup);
    put_header(&disk, &primary, 1);
    put_header(&disk, &backup, SIZE - 1);
    ck_assert_msg(!decode(&disk, 512, &got), "%s", spoilings[_i].why);
    ck_assert_uint_eq(got.count, 0);
    gpt_finish(&table);
}

/* Bytes set on the disk after a good table was written. */
static const struct {
    const char *why;
    uint64_t at; /* byte */
    enum gpt_state primary, backup;
} wounds[] = {
    { "primary signature", 512, GPT_ABSENT, GPT_OK },
    { "primary revision", 512 + 10, GPT_BAD_HEADER, GPT_OK },
    { "primary header length", 512 + 13, GPT_BAD_HEADER, GPT_OK },
    { "primary checksum", 512 + 16, GPT_BAD_HEADER_CRC, GPT_OK },
    { "primary usable range", 512 + 40, GPT_BAD_HEADER_CRC, GPT_OK },
    { "primary entry", 1024 + 3 * 128 + 32, GPT_BAD_ARRAY_CRC, GPT_OK },
    { "primary unused entry", 1024 + 127 * 128, GPT_BAD_ARRAY_CRC, GPT_OK },
    { "backup signature", (SIZE - 1) * UINT64_C(512), GPT_OK, GPT_ABSENT },
    { "backup checksum", (SIZE - 1) * UINT64_C(512) + 16, GPT_OK, GPT_BAD_HEADER_CRC },
    { "backup entry", (SIZE - 33) * UINT64_C(512) + 3, GPT_OK, GPT_BAD_ARRAY_CRC },
};

TEST_EACH(damaged_copy_is_named_and_the_other_one_read, wounds)
{
    CLEANUP(sparse_finish) struct sparse disk = image_new(SIZE, 512);
    struct gpt_table table = image_gpt(SIZE, 512, 128, 5), got;

    image_put_gpt(&disk, &table);
    sparse_put(&disk, wounds[_i].at, "\xa7", 1);
    ck_assert(decode(&disk, 512, &got));
    ck_assert_msg(got.primary.state == wounds[_i].primary, "%s: %d", wounds[_i].why,
                  got.primary.state);
    ck_assert_msg(got.backup.state == wounds[_i].backup, "%s: %d", wounds[_i].why,
                  got.backup.state);
    ck_assert(got.is_from_backup == (wounds[_i].primary != GPT_OK));
    assert_same_entries(&got, &table);
    gpt_finish(&got);
    gpt_finish(&table);
}

TEST(sector_that_cannot_be_read_is_named)
{
    CLEANUP(sparse_finish) struct sparse disk = image_new(SIZE, 512);
    struct gpt_table table = image_gpt(SIZE, 512, 128, 5), got;

    image_put_gpt(&disk, &table);
    disk.broken_from = 10 * 512;
    disk.broken_to = 11 * 512;
    ck_assert(decode(&disk, 512, &got));
    ck_assert_int_eq(got.primary.state, GPT_UNREADABLE);
    assert_same_entries(&got, &table);
    gpt_finish(&got);
    gpt_finish(&table);
}

/* A sector that a drive cannot read costs seconds each time. */
TEST(backup_that_cannot_be_read_is_tried_once)
{
    CLEANUP(sparse_finish) struct sparse disk = image_new(SIZE, 512);
    struct gpt_table table = image_gpt(SIZE, 512, 128, 5), got;

    image_put_gpt(&disk, &table);
    disk.broken_from = (SIZE - 1) * UINT64_C(512);
    disk.broken_to = SIZE * UINT64_C(512);
    ck_assert(decode(&disk, 512, &got));
    ck_assert_int_eq(got.backup.state, GPT_UNREADABLE);
    /* Primary and its entries, that sector, and where the backup's entries are. */
    ck_assert_uint_eq(disk.reads, 2 + 1 + 2);
    gpt_finish(&got);
    gpt_finish(&table);
}

/* A disk that has grown keeps its backup where it was; one whose primary names a place
 * where nothing is has it in its last sector. */
static const struct {
    uint64_t growth, named;
} backups[] = {
    { 1000, SIZE - 1 }, { 0, 5000 }, { 0, 1 }, /* the primary is not its own backup */
};

TEST_EACH(backup_is_found_where_it_was_and_at_the_end, backups)
{
    CLEANUP(sparse_finish) struct sparse disk = image_new(SIZE + backups[_i].growth, 512);
    struct gpt_table table = image_gpt(SIZE, 512, 128, 5), got;

    table.primary.alternate_lba = backups[_i].named;
    image_put_gpt(&disk, &table);
    ck_assert(decode(&disk, 512, &got));
    ck_assert_int_eq(got.backup.state, GPT_OK);
    ck_assert_uint_eq(got.backup.lba, SIZE - 1);
    gpt_finish(&got);
    gpt_finish(&table);
}

TEST(array_on_the_backup_header_cannot_be)
{
    CLEANUP(sparse_finish) struct sparse disk = image_new(SIZE, 512);
    struct gpt_table table = image_gpt(SIZE, 512, 4, 3), got;

    image_put_gpt(&disk, &table);
    table.backup.entries_lba = SIZE - 1;
    put_header(&disk, &table.backup, SIZE - 1);
    ck_assert(decode(&disk, 512, &got));
    ck_assert_int_eq(got.backup.state, GPT_BAD_RANGE);
    gpt_finish(&got);
    gpt_finish(&table);
}

TEST(copies_that_say_different_things_are_told)
{
    CLEANUP(sparse_finish) struct sparse disk = image_new(SIZE, 512);
    struct gpt_table table = image_gpt(SIZE, 512, 128, 5), got;
    struct gpt_image image;

    image_put_gpt(&disk, &table);
    table.entries[4].last_lba++;
    gpt_encode(&table, &image);
    sparse_put(&disk, image.back_offset, image.back, image.back_bytes);
    gpt_image_finish(&image);
    table.entries[4].last_lba--;
    ck_assert(decode(&disk, 512, &got));
    ck_assert(got.do_copies_differ);
    assert_same_entries(&got, &table);
    gpt_finish(&got);
    gpt_finish(&table);
}

TEST(copies_may_differ_in_one_end_of_the_usable_range)
{
    for (unsigned i = 0; i < 2; i++) {
        struct sparse disk = image_new(SIZE, 512);
        struct gpt_table table = image_gpt(SIZE, 512, 128, 1), got;
        struct gpt_image image;
        image_put_gpt(&disk, &table);
        table.primary.first_usable = table.backup.first_usable += i;
        table.primary.last_usable = table.backup.last_usable -= !i;
        gpt_encode(&table, &image);
        sparse_put(&disk, image.back_offset, image.back, image.back_bytes);
        gpt_image_finish(&image);
        ck_assert(decode(&disk, 512, &got));
        ck_assert(got.do_copies_differ);
        gpt_finish(&got);
        gpt_finish(&table);
        sparse_finish(&disk);
    }
}

static const struct {
    uint64_t written, read;
    uint64_t want;
} sizes[] = {
    { 512, 512, 0 },   { 512, 4096, 512 },  { 4096, 512, 4096 },
    { 4096, 4096, 0 }, { 2048, 512, 2048 },
};

TEST_EACH(sector_size_of_a_foreign_table_is_found, sizes)
{
    CLEANUP(sparse_finish) struct sparse disk = image_new(SIZE, sizes[_i].written);
    struct reader reader = sparse_reader(&disk);
    CLEANUP(gpt_finish)
    struct gpt_table table = image_gpt(SIZE, sizes[_i].written, 128, 5);

    image_put_gpt(&disk, &table);
    ck_assert_uint_eq(gpt_other_sector_size(&reader, sizes[_i].read), sizes[_i].want);
}

TEST(disk_of_zeros_or_of_nothing_has_no_table)
{
    for (uint64_t size = 0; size < 200; size++) {
        struct sparse disk = image_new(size, 512);
        struct gpt_table got;
        ck_assert(!decode(&disk, 512, &got));
        ck_assert_int_ne(got.primary.state, GPT_OK);
        ck_assert_int_ne(got.backup.state, GPT_OK);
    }
}
