/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_gpt_rest.c - where a damaged copy of a GPT lies, and which of its sectors are its
 * own */
#include <string.h>

#include "model/base/mem.h"
#include "model/base/num.h"
#include "model/disk/types.h"
#include "support/table_image.h"
#include "support/test.h"

#define SIZE UINT64_C(200000)

/* A table of COUNT entries, those of the primary from LBA on, three of them used. */
static struct gpt_table table_at(uint32_t count, uint64_t lba)
{
    struct gpt_table table = image_gpt(SIZE, 512, count, 3);

    table.primary.entries_lba = lba;
    table.primary.first_usable = table.backup.first_usable =
        lba + gpt_array_sectors(&table.primary, 512);
    for (size_t i = 0; i < table.count; i++) {
        table.entries[i].first_lba += lba;
        table.entries[i].last_lba += lba;
    }
    return table;
}

static const struct {
    uint32_t count;
    uint64_t lba;
} places[] = {
    { 8, 2 },   { 56, 2 },     { 128, 2 },    { 256, 2 },     { 8, 40 },
    { 56, 40 }, { 128, 40 },   { 256, 40 },   { 8, 2048 },    { 56, 2048 },
    { 4, 3 },   { 128, 2048 }, { 256, 2048 }, { 1024, 1000 },
};

static void assert_rest(struct sparse *disk, uint64_t lba, uint64_t sectors)
{
    CLEANUP(gpt_finish) struct gpt_table got = { 0 };
    struct reader reader = sparse_reader(disk);

    ck_assert(gpt_decode(&reader, 512, SIZE, &got));
    ck_assert_uint_eq(got.rest.entries_lba, lba);
    ck_assert_uint_eq(got.rest.sectors, sectors);
    ck_assert(got.rest.has_header);
    for (uint64_t i = 0; i < sectors; i++)
        ck_assert(got.rest.is_own[i]);
}

TEST_EACH(without_a_header_the_entries_tell_where_they_lie, places)
{
    CLEANUP(sparse_finish) struct sparse disk = image_new(SIZE, 512);
    CLEANUP(gpt_finish)
    struct gpt_table table = table_at(places[_i].count, places[_i].lba);

    image_put_gpt(&disk, &table);
    image_put_zeros(&disk, 1, 1, 512);
    assert_rest(&disk, places[_i].lba, gpt_array_sectors(&table.primary, 512));
}

TEST_EACH(a_whole_header_tells_it_without_entries, places)
{
    CLEANUP(sparse_finish) struct sparse disk = image_new(SIZE, 512);
    CLEANUP(gpt_finish)
    struct gpt_table table = table_at(places[_i].count, places[_i].lba);
    uint64_t sectors = gpt_array_sectors(&table.primary, 512);

    image_put_gpt(&disk, &table);
    image_put_zeros(&disk, places[_i].lba, sectors, 512);
    assert_rest(&disk, places[_i].lba, sectors);
}

TEST(a_backup_is_found_where_its_entries_lie)
{
    CLEANUP(sparse_finish) struct sparse disk = image_new(SIZE, 512);
    CLEANUP(gpt_finish) struct gpt_table table = table_at(56, 40);

    table.backup.entries_lba -= 100;
    table.primary.last_usable = table.backup.last_usable = table.backup.entries_lba - 1;
    image_put_gpt(&disk, &table);
    image_put_zeros(&disk, SIZE - 1, 1, 512);
    assert_rest(&disk, table.backup.entries_lba, 14);
}

/* Sectors as letters: 'o' is an own one. */
static void assert_own(struct sparse *disk, const char *want)
{
    CLEANUP(gpt_finish) struct gpt_table got = { 0 };
    struct reader reader = sparse_reader(disk);

    ck_assert(gpt_decode(&reader, 512, SIZE, &got));
    ck_assert_uint_eq(got.rest.sectors, strlen(want));
    for (uint64_t i = 0; i < got.rest.sectors; i++)
        ck_assert_msg(got.rest.is_own[i] == (want[i] == 'o'), "sector %llu",
                      (unsigned long long)i);
}

static void put_garbage(struct sparse *disk, uint64_t lba, uint64_t count)
{
    uint8_t bytes[512];

    for (size_t i = 0; i < sizeof(bytes); i++)
        bytes[i] = (uint8_t)(i * 151 + 7);
    for (uint64_t i = 0; i < count; i++)
        sparse_put(disk, (lba + i) * 512, bytes, sizeof(bytes));
}

TEST(a_loader_over_the_entries_is_not_of_the_table)
{
    CLEANUP(sparse_finish) struct sparse disk = image_new(SIZE, 512);
    CLEANUP(gpt_finish) struct gpt_table table = table_at(128, 2);

    image_put_gpt(&disk, &table);
    put_garbage(&disk, 16, 100);
    assert_own(&disk, "oooooooooooooo..................");
    image_put_zeros(&disk, 1, 1, 512);
    assert_own(&disk, "oooooooooooooo..................");
}

/* A flipped bit does not make an entry, used or not, something else. */
TEST_TIMES(a_damaged_entry_is_still_one, 256)
{
    unsigned at = 1024 + (unsigned)_i % 128 + (_i < 128 ? 0 : 3 * 128);
    CLEANUP(sparse_finish) struct sparse disk = image_new(SIZE, 512);
    CLEANUP(gpt_finish) struct gpt_table table = table_at(8, 2);
    uint8_t byte;
    struct reader reader = sparse_reader(&disk);

    image_put_gpt(&disk, &table);
    ck_assert(reader_read(&reader, at, &byte, 1));
    byte ^= 0x80;
    sparse_put(&disk, at, &byte, 1);
    assert_own(&disk, "oo");
}

/* Bytes in the fourth entry, which is unused: in no field, or in one. */
static const struct {
    uint64_t offset;
    const char *bytes;
} strange[] = { { 20, "ab" }, { 0, "somebody else's" }, { 56, "name" }, { 100, "ab" } };

TEST_EACH(two_bytes_where_no_entry_is_are_not_of_the_table, strange)
{
    CLEANUP(sparse_finish) struct sparse disk = image_new(SIZE, 512);
    CLEANUP(gpt_finish) struct gpt_table table = table_at(8, 2);

    image_put_gpt(&disk, &table);
    sparse_put(&disk, 2 * 512 + 3 * 128 + strange[_i].offset, strange[_i].bytes,
               strlen(strange[_i].bytes));
    assert_own(&disk, ".o");
}

TEST(bytes_behind_the_last_entry_do_not_take_its_sector)
{
    CLEANUP(sparse_finish) struct sparse disk = image_new(SIZE, 512);
    CLEANUP(gpt_finish) struct gpt_table table = table_at(6, 2);

    image_put_gpt(&disk, &table);
    sparse_put(&disk, 2 * 512 + 100, "x", 1);
    sparse_put(&disk, 3 * 512 + 2 * 128, "somebody else's", 15);
    assert_own(&disk, "oo");
}

/* The backup was written, and the primary was not: a power cut leaves that. */
TEST_TIMES(what_a_fix_has_taken_an_entry_from_is_of_the_table, 2)
{
    static const char *const types[] = { TYPE_GPT_MOVING, TYPE_GPT_LINUX };
    CLEANUP(sparse_finish) struct sparse disk = image_new(SIZE, 512);
    CLEANUP(gpt_finish) struct gpt_table table = table_at(8, 2);
    struct gpt_entry entry = { .slot = 5, .first_lba = 150000, .last_lba = 150099 };

    entry.unique.bytes[0] = 1;
    ck_assert(guid_parse(types[_i], &entry.type));
    gpt_add(&table, &entry);
    image_put_gpt(&disk, &table);
    image_put_zeros(&disk, 3, 1, 512);
    sparse_put(&disk, 3 * 512 + 128 + 32, "somebody else's", 15);
    assert_own(&disk, _i ? "o." : "oo");
}

TEST(a_sector_that_cannot_be_read_needs_a_header_to_be_of_the_table)
{
    CLEANUP(sparse_finish) struct sparse disk = image_new(SIZE, 512);
    CLEANUP(gpt_finish) struct gpt_table table = table_at(16, 2);

    image_put_gpt(&disk, &table);
    disk.broken_from = 4 * 512;
    disk.broken_to = 5 * 512;
    assert_own(&disk, "oooo");
    image_put_zeros(&disk, 1, 1, 512);
    assert_own(&disk, "oo..");
}

TEST(bytes_where_the_header_was_are_not_of_the_table)
{
    CLEANUP(sparse_finish) struct sparse disk = image_new(SIZE, 512);
    CLEANUP(gpt_finish) struct gpt_table table = table_at(128, 2), got = { 0 };
    struct reader reader = sparse_reader(&disk);

    image_put_gpt(&disk, &table);
    put_garbage(&disk, 1, 1);
    ck_assert(gpt_decode(&reader, 512, SIZE, &got));
    ck_assert(!got.rest.has_header);
    gpt_finish(&got);
    /* What is left of it is. */
    image_put_gpt(&disk, &table);
    sparse_put(&disk, 512, "gone", 4);
    ck_assert(gpt_decode(&reader, 512, SIZE, &got));
    ck_assert(got.rest.has_header);
}
