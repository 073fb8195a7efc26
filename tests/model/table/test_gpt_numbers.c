/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_gpt_numbers.c - a GPT without a valid copy whose entries can be trusted */
#include <string.h>

#include "model/base/crc32.h"
#include "model/base/mem.h"
#include "model/base/num.h"
#include "model/table/gpt_layout.h"
#include "support/table_image.h"
#include "support/test.h"

#define SIZE UINT64_C(200000)
#define LAST (SIZE - 1)

static struct sparse new_disk(struct gpt_table *ret)
{
    struct sparse disk = image_new(SIZE, 512);

    *ret = image_gpt(SIZE, 512, 128, 3);
    image_put_gpt(&disk, ret);
    return disk;
}

/* Changes a field of a header, whose checksum is right afterwards if IS_SIGNED. */
static void put_field(struct sparse *disk, uint64_t lba, size_t at, uint64_t value,
                      size_t bytes, bool is_signed)
{
    struct reader reader = sparse_reader(disk);
    uint8_t header[512];

    ck_assert(reader_read(&reader, lba * 512, header, sizeof(header)));
    if (bytes == 8)
        put_le64(header, at, value);
    else
        put_le32(header, at, (uint32_t)value);
    if (is_signed) {
        put_le32(header, GPT_AT_HEADER_CRC, 0);
        put_le32(header, GPT_AT_HEADER_CRC, crc32_of(header, GPT_HEADER_BYTES));
    }
    sparse_put(disk, lba * 512, header, sizeof(header));
}

static enum gpt_numbers read_numbers(struct sparse *disk, struct gpt_table *ret)
{
    struct reader reader = sparse_reader(disk);
    struct gpt_table valid;

    *ret = (struct gpt_table){ 0 };
    ck_assert(!gpt_decode(&reader, 512, SIZE, &valid));
    return gpt_decode_numbers(&reader, 512, SIZE, ret);
}

/* RET has the fields of WANT. */
static void assert_corrected(const struct gpt_copy *copy, const struct gpt_copy *want)
{
    ck_assert_int_eq(copy->state, GPT_OK);
    ck_assert_uint_eq(copy->lba, want->lba);
    ck_assert_uint_eq(copy->my_lba, want->my_lba);
    ck_assert_uint_eq(copy->alternate_lba, want->alternate_lba);
    ck_assert_uint_eq(copy->first_usable, want->first_usable);
    ck_assert_uint_eq(copy->last_usable, want->last_usable);
    ck_assert_uint_eq(copy->entries_lba, want->entries_lba);
}

static void wrong_header_crc(struct sparse *disk, uint64_t lba)
{
    put_field(disk, lba, GPT_AT_HEADER_CRC, 1, 4, false);
}

static void wrong_array_crc(struct sparse *disk, uint64_t lba)
{
    put_field(disk, lba, GPT_AT_ARRAY_CRC, 1, 4, true);
}

static void wrong_place(struct sparse *disk, uint64_t lba)
{
    put_field(disk, lba, GPT_AT_MY_LBA, lba + 5, 8, true);
}

static void shifted(struct sparse *disk, uint64_t lba)
{
    static const size_t fields[] = { GPT_AT_MY_LBA, GPT_AT_ALTERNATE, GPT_AT_FIRST_USABLE,
                                     GPT_AT_LAST_USABLE, GPT_AT_ENTRIES_LBA };
    struct reader reader = sparse_reader(disk);
    uint8_t header[512];

    ck_assert(reader_read(&reader, lba * 512, header, sizeof(header)));
    for (size_t i = 0; i < ARRAY_SIZE(fields); i++)
        put_field(disk, lba, fields[i], le64_at(header, fields[i]) + 8192, 8, true);
}

static void shifted_and_unsigned(struct sparse *disk, uint64_t lba)
{
    shifted(disk, lba);
    wrong_header_crc(disk, lba);
}

static void (*const wrongs[])(struct sparse *disk, uint64_t lba) = {
    wrong_header_crc, wrong_array_crc, wrong_place, shifted, shifted_and_unsigned,
};

TEST_EACH(wrong_numbers_in_both_copies_are_corrected, wrongs)
{
    CLEANUP(gpt_finish) struct gpt_table table = { 0 }, got = { 0 };
    CLEANUP(sparse_finish) struct sparse disk = new_disk(&table);

    wrongs[_i](&disk, 1);
    wrongs[_i](&disk, LAST);
    ck_assert_int_eq(read_numbers(&disk, &got), GPT_NUMBERS_AGREE);
    assert_corrected(&got.primary, &table.primary);
    assert_corrected(&got.backup, &table.backup);
    ck_assert_uint_eq(got.count, 3);
    ck_assert_mem_eq(&got.entries[2], &table.entries[2], sizeof(got.entries[2]));
}

/* One copy is gone: the checksum of the other one's entries is the only witness. */
static const struct {
    void (*do_wrong)(struct sparse *disk, uint64_t lba);
    enum gpt_numbers want;
} alone[] = {
    { wrong_header_crc, GPT_NUMBERS_CONFIRMED },
    { wrong_place, GPT_NUMBERS_CONFIRMED },
    { shifted, GPT_NUMBERS_CONFIRMED },
    { wrong_array_crc, GPT_NUMBERS_UNCONFIRMED },
};

TEST_EACH(a_copy_alone_needs_the_checksum_of_its_entries, alone)
{
    for (uint64_t lba = 1; lba <= LAST; lba += LAST - 1) {
        CLEANUP(gpt_finish) struct gpt_table table = { 0 }, got = { 0 };
        CLEANUP(sparse_finish) struct sparse disk = new_disk(&table);
        image_put_zeros(&disk, lba == 1 ? LAST - 32 : 1, 33, 512);
        alone[_i].do_wrong(&disk, lba);
        ck_assert_int_eq(read_numbers(&disk, &got), alone[_i].want);
        if (alone[_i].want != GPT_NUMBERS_CONFIRMED)
            continue;
        ck_assert(got.is_from_backup == (lba == LAST));
        ck_assert_uint_eq(got.count, 3);
        ck_assert_uint_eq(got.rest.entries_lba, lba == 1 ? LAST - 32 : 2);
    }
}

TEST(copies_that_do_not_agree_are_not_corrected)
{
    CLEANUP(gpt_finish) struct gpt_table table = { 0 }, got = { 0 };
    CLEANUP(sparse_finish) struct sparse disk = new_disk(&table);

    wrong_header_crc(&disk, 1);
    wrong_header_crc(&disk, LAST);
    sparse_put(&disk, 2 * 512 + GPT_ENTRY_AT_NAME, "P", 1);
    ck_assert_int_eq(read_numbers(&disk, &got), GPT_NUMBERS_DIFFER);
}

/* Entries of both copies, at byte AT of entry 2. */
static const struct {
    const char *why;
    size_t at;
    uint64_t value;
} implausible[] = {
    { "ends behind the disk", GPT_ENTRY_AT_LAST, SIZE },
    { "ends before it starts", GPT_ENTRY_AT_LAST, 2048 },
    { "overlaps the one before", GPT_ENTRY_AT_FIRST, 2100 },
    { "lies over the table", GPT_ENTRY_AT_FIRST, 20 },
};

TEST_EACH(entries_that_cannot_be_are_not_corrected, implausible)
{
    CLEANUP(gpt_finish) struct gpt_table table = { 0 }, got = { 0 };
    CLEANUP(sparse_finish) struct sparse disk = new_disk(&table);
    uint8_t bytes[8];

    put_le64(bytes, 0, implausible[_i].value);
    for (uint64_t lba = 2; lba < SIZE; lba += LAST - 32 - 2)
        sparse_put(&disk, lba * 512 + 128 + implausible[_i].at, bytes, sizeof(bytes));
    ck_assert_msg(read_numbers(&disk, &got) == GPT_NUMBERS_NONE, "%s",
                  implausible[_i].why);
}

TEST(a_table_without_partitions_says_nothing)
{
    CLEANUP(sparse_finish) struct sparse disk = image_new(SIZE, 512);
    CLEANUP(gpt_finish) struct gpt_table table = image_gpt(SIZE, 512, 128, 0), got;

    image_put_gpt(&disk, &table);
    wrong_header_crc(&disk, 1);
    wrong_header_crc(&disk, LAST);
    ck_assert_int_eq(read_numbers(&disk, &got), GPT_NUMBERS_NONE);
}
